"""The words behind the name of a rule: ``45 2/+/``, ``+7 vs AC 16, damage 2d6+4``.

Values follow the order of the parameters, or stand behind names. Some are recognised wherever they
stand: ``/+/``, ``Hard``, ``mastery``. Behind `with` the order is free. Words without a meaning are
refused, never dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any

from astragal._nearest import did_you_mean, nearest
from astragal._visible import in_short
from astragal.errors import ParameterError
from astragal.notation.syntax.mistakes import plain_form
from astragal.rules.parameters import Parameter
from astragal.rules.rule import Rule
from astragal.rules.types.texts import NotWrittenError
from astragal.talk.call_parameters import CallParameters
from astragal.talk.call_values import CallValues
from astragal.talk.call_vocabulary import (
    ADDED,
    AGAINST,
    ANY_NUMBER,
    ARTICLES,
    CIRCUMSTANCES,
    DICE,
    DIFFICULTIES,
    DIGITS,
    EDGES,
    JOINING,
    KINDS,
    NUMBER_WITH_SIGN,
    SAID_BEFORE,
    SIGNS,
    WHO_REACTS,
    Word,
    Words,
    addable_type,
    beginnings,
    is_circumstance,
    is_unsigned,
    telling,
    unclear_goal,
    unclear_number,
    vocabulary_of,
)
from astragal.talk.words import number_said


def read_call(
    rule: Rule[..., Any],
    words: Sequence[str],
    given: Collection[str],
    is_name: Callable[[str], bool],
    options: Collection[str] = (),
) -> dict[str, str]:
    """The parameters in the words of a call, each value as a text that its type can read.

    ``given`` names the parameters that are known already, and ``options`` those that were typed as
    options: a value that may be meant for one of these is refused. ``is_name`` recognises the
    names on sheets. A ParameterError if a word has no meaning.
    """
    return _CallReader(rule, words, given, is_name, options).read()


class _CallReader:
    """Reads the words of one call, from the first to the last."""

    def __init__(
        self,
        rule: Rule[..., Any],
        words: Sequence[str],
        given: Collection[str],
        is_name: Callable[[str], bool],
        options: Collection[str],
    ) -> None:
        self.rule = rule
        self.options = options
        self.is_name = is_name
        self.words = Words.of(words)
        self.parameters = CallParameters(rule, self.words, {*given, *options})
        self.values = CallValues(self.parameters, is_name)
        self.at = 0

    def read(self) -> dict[str, str]:
        readers = (
            *(self._read_named, self._read_goal, self._read_counted, self._read_value_and_name),
            *(self._read_reaction, self._read_added, self._read_telling),
        )
        while self.at < len(self.words):
            word = self.words[self.at]
            if word.low in SIGNS and self.words.text_at(self.at + 1)[:1].isdecimal():
                self._read_sign(SIGNS[word.low])
            elif word.low in JOINING:
                self._read_joining(word)
            elif not any(read() for read in readers):
                self._read_in_order(word)
        return self.parameters.found

    def _give(self, parameter: Parameter, text: str, length: int) -> None:
        self.parameters.give(parameter, text)
        self.at += length

    # Words between values

    def _read_sign(self, sign: str) -> None:
        """``plus 2`` is ``+2``, but ``plus 2 threats`` are two more threats."""
        if sign == "+" and self.parameters.count_at(self.at + 1):
            self._read_joining(self.words[self.at])
        else:
            number = self.words[self.at + 1]
            self.words[self.at : self.at + 2] = [number._replace(text=f"{sign}{number.text}")]

    def _read_joining(self, word: Word) -> None:
        self.at += 1
        if self.at == len(self.words):
            raise self._unclear(word.text, "something is missing behind it")
        if word.low == "with":
            self.parameters.in_order = False
        if word.low == "for":
            self._read_damage()

    def _read_damage(self) -> None:
        """``for 2d6+4``, ``for 2d6+4 damage``."""
        damage = self.parameters.by_name.get("damage")
        if damage is None or not DICE.search(self.words.text_at(self.at)):
            return
        if value := self.values.longest(damage, self.at):
            self._give(damage, *value)
            self.at += self.words.text_at(self.at) == "damage"

    # Values with a name

    def _read_named(self) -> bool:
        """``dc=15``, ``damage 2d6+4``, ``on failure reset``; an edge alone counts as one."""
        word = self.words[self.at]
        name, sign, value = word.text.partition("=")
        parameter = self.parameters.called(name) if sign else None
        if parameter is not None and value:
            self._give_behind_sign(parameter, value)
            return True
        is_word = name.replace("_", "").replace("-", "").isalpha()
        if sign and is_word and nearest(name, self.parameters.by_name):
            raise self._unknown(Word(name, True), False)
        article = word.low in ARTICLES and not word.ends
        found = self.parameters.name_at(self.at + article)
        if found is None or (article and is_circumstance(found[0])):
            return False
        parameter, length = found
        self._give_named(parameter, article + length)
        return True

    def _give_behind_sign(self, parameter: Parameter, text: str) -> None:
        """``dc=15``, ``clock=alarm 2/6, dawn 3/4``; one word where a value may be anything."""
        first = self.words[self.at]
        self.words[self.at] = Word(text, first.ends)
        alone = self.values.means(parameter, text) and self.values.takes_anything(parameter)
        alone = alone and not telling(parameter, [text.casefold()])
        value = None if alone else self.values.longest(parameter, self.at)
        self._give(parameter, *(value or (text, 1)))

    def _give_named(self, parameter: Parameter, length: int) -> None:
        """Give the value behind a name, or 1 where a name alone counts; ``length`` is in words."""
        first = self.words[self.at]
        length += self.words.text_at(self.at + length) == "of"
        begin = self.at + length
        if parameter.type.is_flag:
            return self._give(parameter, "true", length)
        if not (self.words[begin - 1].ends or self.parameters.count_at(begin)) and (
            value := self.values.longest(parameter, begin)
        ):
            return self._give(parameter, value.text, length + value.length)
        plural = first.low.endswith("s") and first.low == parameter.name
        if is_circumstance(parameter) and not plural:
            return self._give(parameter, "1", length)
        if begin < len(self.words):
            return self._give(parameter, self.words[begin].text, length + 1)
        raise self._unclear(first.text, f"a value is missing behind it: {parameter.help}")

    def _read_counted(self) -> bool:
        """``two threats``, ``with 2 advantages``, ``an advantage``."""
        found = self.parameters.count_at(self.at)
        if found is None:
            return False
        parameter, number = found
        self._give(parameter, str(number), 2)
        return True

    def _read_value_and_name(self) -> bool:
        """A value before its name: ``2d6+4 damage``. Plain numbers follow the order instead."""
        word, name = self.words[self.at], self.words.low_at(self.at + 1)
        parameter = self.parameters.by_name.get(name.replace("-", "_"))
        if parameter is None or word.ends or DIGITS.fullmatch(word.text):
            return False
        behind = self.at + 2
        free = behind >= len(self.words) or self.words[behind - 1].ends
        if not (free or self.words.low_at(behind) in (*JOINING, *AGAINST)):
            return False
        if parameter.type.is_flag or not self.values.means(parameter, word.text):
            return False
        self._give(parameter, word.text, 2)
        return True

    # Against something

    def _read_goal(self) -> bool:
        """``vs 15``, ``against AC 16``, ``DC 15``."""
        word = self.words[self.at]
        begin = self.at + (word.low in AGAINST)
        if begin == self.at and not (word.low in KINDS and self.words.is_number(self.at + 1)):
            return False
        begin = self._behind_kind(begin)
        said = self.words.text_at(begin)
        glued = re.fullmatch(rf"(?:{'|'.join(KINDS)})(\d{{1,6}})", said.casefold())
        if begin == len(self.words):
            raise self._unclear(word.text, "a number to beat is missing behind it")
        goals = list(self.parameters.goals())
        for parameter in goals:
            value = (glued[1], 1) if glued else self.values.longest(parameter, begin)
            if value is None:
                continue
            text, length = value
            if parameter.name in DIFFICULTIES and DIGITS.fullmatch(text):
                continue
            if unclear := unclear_goal(
                parameter, text, self.parameters.by_name, self.parameters.found
            ):
                raise self._unclear(f"{word.text} {text}", unclear)
            end = begin + length
            end = self._behind_kind(end) if parameter.is_hidden_by(text) else end
            self._give(parameter, text, end - self.at)
            return True
        raise self._unclear(
            f"{word.text} {said}",
            f"{self.rule.name} cannot be rolled against that",
            did_you_mean(said, [name for goal in goals for name in goal.names_of_values]),
        )

    def _behind_kind(self, at: int) -> int:
        """The place behind the words that introduce a number to beat: ``the Armor Class``."""
        while self.words.low_at(at) in (*KINDS, *SAID_BEFORE):
            at += 1
        return at

    def _read_reaction(self) -> bool:
        """``they react``."""
        who = WHO_REACTS.get(self.words[self.at].low)
        reactive = self.parameters.by_name.get("reactive")
        behind = self.words.low_at(self.at + 1)
        if who is None or reactive is None or not behind.startswith("react"):
            return False
        self._give(reactive, who, 2)
        return True

    # Added to something

    def _read_added(self) -> bool:
        """``+2``, ``with a +2 bonus``: one more modifier, or the bonus."""
        begin = self.at + (self.words[self.at].low in ARTICLES)
        place = self.parameters.next_place()
        said = self.words.text_at(begin)
        if not NUMBER_WITH_SIGN.match(said) or (
            place is not None and not is_unsigned(place) and self.values.longest(place, begin)
        ):
            return False
        first = next(iter(self.parameters.places), None)
        if (
            first is not None
            and not (self.parameters.has_value(first) or is_unsigned(first))
            and (value := self.values.longest(first, begin))
        ):  # a Hard check with +3
            self._give(first, value.text, begin - self.at + value.length)
            return True
        if self._add_to_modifiers(begin):
            return True
        if place is not None and is_unsigned(place) and self.values.means(place, ANY_NUMBER):
            raise self._unclear(
                said, f"say what it is the number of, as in {place.name}={said.lstrip('+')}"
            )
        return False

    def _add_to_modifiers(self, begin: int) -> bool:
        """Add the terms at a place to the modifiers or the bonus, if the rule has them."""
        known, found = self.parameters.by_name, self.parameters.found
        for parameter in (known[name] for name in ADDED if name in known):
            value, before = self.values.longest(parameter, begin), found.get(parameter.name)
            if value is None or parameter.name in self.parameters.given:
                continue
            between = ", " if addable_type(parameter) else " "
            whole = f"{before}{between}{value.text}" if before else value.text
            if not self.values.means(parameter, whole):
                continue
            found[parameter.name] = whole
            self.at = begin + value.length
            self.at += self.words.low_at(self.at) == parameter.name
            return True
        return False

    # Values that tell their parameter

    def _read_telling(self) -> bool:
        """A value that identifies its parameter: /+/, Hard, mastery, golden Eyes."""
        place = self.parameters.next_place()
        if place is not None and self.values.longest(place, self.at):
            return False
        told = [
            (parameter, length)
            for parameter in self.parameters.all
            if (length := self.values.telling_at(parameter, self.at))
        ]
        if not told:
            return False
        parameter, length = min(told, key=lambda each: self.parameters.has_value(each[0]))
        text = self.words.joined(self.at, length)
        text, length = self.values.longest(parameter, self.at) or (text, length)
        before = self.parameters.found.get(parameter.name)
        whole = f"{before}{', ' if parameter.is_list else ' '}{text}"
        if before is not None and self.values.means(parameter, whole):  # 3/+/ and 2/-/
            self.parameters.found[parameter.name] = whole
            self.at += length
        else:
            self._give(parameter, text, length)
        return True

    # Values in the order of the parameters

    def _read_in_order(self, word: Word) -> None:
        parameter = self.parameters.next_place()
        if parameter is None:
            self._check_value_before()
            raise self._unknown(word, self.parameters.in_order)
        if not self.values.means(parameter, word.text):
            self._check_value_before()
            if self._is_for_another(word, parameter):
                raise self._unknown(word, False)
        if is_circumstance(parameter) and self.parameters.given:
            raise self._unclear(
                word.text, f"say what it is the number of, as in {parameter.name}={word.text}"
            )
        text, length = self.values.longest(parameter, self.at) or (word.text, 1)
        places = self.parameters.places
        unclear = unclear_number(parameter, text, places, self.parameters.found)
        if unclear is not None:
            why, hint = unclear
            raise ParameterError("unclear-number", f"{self.rule.name}: {why}", hint=hint)
        for each in takewhile(lambda each: each is not parameter, places):
            if each.name in self.options and self.values.means(each, text):
                hint = f"or is {text} the {parameter.name}? then write {parameter.name}={text}"
                message = f"{each.name} is given twice"
                raise ParameterError("given-twice", message, hint=hint)
        self._give(parameter, text, length)

    def _check_value_before(self) -> None:
        """Raise the modifiers' own error for a word that continues them wrongly: ``+2 lukc``."""
        if not self.parameters.found or self.at == 0 or self.words[self.at - 1].ends:
            return
        name, text = next(reversed(self.parameters.found.items()))
        written = addable_type(self.parameters.by_name[name])
        if written is not None and not self.is_name(text):
            with suppress(NotWrittenError):
                written.of(f"{text} {self.words[self.at].text}")

    def _is_for_another(self, word: Word, parameter: Parameter) -> bool:
        """True if a word is, or resembles, one that belongs to another parameter."""
        if _circumstance(word.text):
            return True
        own = parameter.names_of_values
        others = {*vocabulary_of(self.rule)} - {*own, *beginnings(parameter)}
        return nearest(word.text, others) is not None and not nearest(word.text, own)

    # Refusals

    def _unknown(self, word: Word, too_many: bool) -> ParameterError:
        takes = ", ".join(each.name for each in self.parameters.places) or "no values"
        if too_many and not any(map(str.isalpha, word.text)):
            extra = " ".join(each.text for each in self.words[self.at :])
            return ParameterError(
                "too-many-parameters",
                f"too many values for {self.rule.name}: {extra}; it takes {takes}",
            )
        said = word.text
        counts = number_said(said) is not None and not word.ends
        if counts and self.words.low_at(self.at + 1) not in (*JOINING, *AGAINST):
            said = self.words.text_at(self.at + 1) or said  # two theats
        hint = did_you_mean(said, vocabulary_of(self.rule), f"it takes {takes}")
        shown = _circumstance(said) or in_short(said)
        return ParameterError("unknown-word", f"{self.rule.name} knows no {shown}", hint=hint)

    def _unclear(self, said: str, why: str, hint: str = "") -> ParameterError:
        if not hint and (ascii_form := plain_form(said)) is not None:
            hint = f"did you mean {ascii_form}?"
        message = f"{self.rule.name}: {in_short(said)}: {why}"
        return ParameterError("missing-parameter", message, hint=hint or None)


def _circumstance(word: str) -> str | None:
    """The circumstance that a word names in any of the games; None for other words."""
    said = EDGES.get(word.casefold(), word.casefold()).removesuffix("s")
    return next((each for each in CIRCUMSTANCES if each.removesuffix("s") == said), None)
