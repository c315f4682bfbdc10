"""The words behind the name of a rule: ``45 2/+/``, ``+7 vs AC 16, damage 2d6+4``.

Values stand in the order of the parameters, or behind their names; some say by themselves what they
are: ``/+/``, ``Hard``, ``mastery``. What is said behind `with` may come in any order. No word is
dropped: one that means nothing is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any

from astragal._nearest import did_you_mean, nearest
from astragal._visible import in_short
from astragal.errors import AstragalError, ParameterError
from astragal.notation.syntax.mistakes import plain_form
from astragal.rules.parameters import Parameter
from astragal.rules.rule import Rule
from astragal.rules.types import ListType, MismatchError
from astragal.rules.types.numbers import NumberType
from astragal.rules.types.texts import Addable, NotWrittenError
from astragal.talk.call_vocabulary import (
    ADDED,
    AGAINST,
    ALSO_CALLED,
    ANY_NUMBER,
    ANYTHING,
    ARTICLES,
    CIRCUMSTANCES,
    COUNTS,
    DICE,
    DIFFICULTIES,
    DIGITS,
    EDGES,
    GOALS,
    JOINING,
    KINDS,
    LONGEST,
    NOUNS,
    NUMBER_WITH_SIGN,
    NUMBERS,
    SAID_BEFORE,
    SIGNED,
    SIGNS,
    WHO_REACTS,
    Word,
    beginnings,
    is_circumstance,
    is_unsigned,
    telling,
    unclear_goal,
    unclear_number,
    vocabulary_of,
    words_of,
)
from astragal.talk.words import number_said


def read_call(
    rule: Rule[..., Any],
    words: Sequence[str],
    given: Collection[str],
    is_name: Callable[[str], bool],
    options: Collection[str] = (),
) -> dict[str, str]:
    """The parameters in words, as they are typed; ``given`` are those that are known already.

    So are ``options``, which were typed before or behind the words: a value that may be meant for
    one of these is refused. Whatever ``is_name`` is on a sheet. A ParameterError if a word means
    nothing.
    """
    return _Reader(rule, words, given, is_name, options).read()


class _Reader:
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
        self.given = {*given, *options}
        self.options = options
        self.is_name = is_name
        self.known = {each.name: each for each in rule.parameters}
        self.places = list(takewhile(lambda each: not each.type.is_flag, rule.parameters))
        self.words = list(words_of(words))
        self.at = 0
        self.found: dict[str, str] = {}
        self.joined = False
        """whether a word such as `with` came before: then values do not stand by their places"""
        self.meanings: dict[tuple[str, str], bool] = {}

    def read(self) -> dict[str, str]:
        ways = (
            *(self._named, self._goal, self._counted, self._reacting),
            *(self._added, self._by_itself),
        )
        while self.at < len(self.words):
            word = self.words[self.at]
            if word.low in SIGNS and self._begins_with_digit(self.at + 1):
                self._sign(SIGNS[word.low])
            elif word.low in JOINING:
                self._join(word)
            elif not any(read() for read in ways):
                self._placed(word)
        return self.found

    def _sign(self, sign: str) -> None:
        """``plus 2`` is ``+2``, but ``plus 2 threats`` are two more threats."""
        if sign == "+" and self._counts_ahead(self.at + 1):
            self._join(self.words[self.at])
        else:
            number = self.words[self.at + 1]
            self.words[self.at : self.at + 2] = [number._replace(text=f"{sign}{number.text}")]

    def _join(self, word: Word) -> None:
        self.at += 1
        if self.at == len(self.words):
            raise self._unclear(word.text, "something is missing behind it")
        self.joined = self.joined or word.low == "with"
        if word.low == "for":
            self._damage()

    def _damage(self) -> None:
        """``for 2d6+4``, ``for 2d6+4 damage``."""
        damage = self.known.get("damage")
        dice = damage is not None and DICE.search(self._text_at(self.at))
        if damage is not None and dice and (text := self._longest(damage, self.at)):
            self._give(damage, text, self._length(text, self.at))
            self.at += self._text_at(self.at) == "damage"

    # Behind a name

    def _named(self) -> bool:
        """``dc=15``, ``damage 2d6+4``, ``on failure reset``; an edge alone is one of it."""
        word = self.words[self.at]
        name, sign, value = word.text.partition("=")
        parameter = self._called(name) if sign else None
        if parameter is not None and value:
            self._give_behind_sign(parameter, value)
            return True
        if sign and name.replace("_", "").replace("-", "").isalpha() and nearest(name, self.known):
            raise self._unknown(Word(name, True), False)
        article = word.low in ARTICLES and not word.ends
        self.at += article
        found = self._name_ahead()
        if found is None or (article and is_circumstance(found[0])):
            self.at -= article
            return False
        parameter, length = found
        length += self._text_at(self.at + length) == "of"
        begin = self.at + length
        if parameter.type.is_flag:
            self._give(parameter, "true", length)
            return True
        counted = begin < len(self.words) and self._counts_ahead(begin)
        if not (self.words[begin - 1].ends or counted) and (
            text := self._longest(parameter, begin)
        ):
            self._give(parameter, text, length + self._length(text, begin))
        elif self._takes_one(parameter):
            self._give(parameter, "1", length)
        elif begin < len(self.words):
            self._give(parameter, self.words[begin].text, length + 1)
        else:
            raise self._unclear(word.text, f"a value is missing behind it: {parameter.help}")
        return True

    def _give_behind_sign(self, parameter: Parameter, value: str) -> None:
        """``dc=15``, ``clock=alarm 2/6, dawn 3/4``; where any words are a value, one of them."""
        first = self.words[self.at]
        self.words[self.at] = Word(value, first.ends)
        alone = self._means(parameter, value) and self._means(parameter, ANYTHING)
        alone = alone and not telling(parameter, [value.casefold()])
        text = "" if alone else self._longest(parameter, self.at)
        self._give(parameter, text or value, self._length(text or value, self.at))

    def _name_ahead(self) -> tuple[Parameter, int] | None:
        """The parameter that is named here, and in how many words."""
        for length in (3, 2, 1):
            several = self.words[self.at : self.at + length]
            if len(several) == length and not any(each.ends for each in several[:-1]):
                parameter = self._called(" ".join(each.text for each in several))
                if parameter is not None and not (
                    parameter.name == "against" and self._is_goal(self.at + 1)
                ):
                    return parameter, length
        return None

    def _called(self, said: str) -> Parameter | None:
        """The parameter of a name; of a circumstance, also in the singular or in the plural."""
        known = {**EDGES, **ALSO_CALLED}
        plain = known.get(said.casefold(), said.casefold()).replace("-", "_").replace(" ", "_")
        if plain in self.known:
            return self.known[plain]
        for name in (f"{plain}s", plain.removesuffix("s")):
            found = self.known.get(name)
            if found is not None and (found.is_list or is_circumstance(found)):
                return found
        return None

    def _takes_one(self, parameter: Parameter) -> bool:
        """Whether a name alone means one of it: an advantage, a threat."""
        said = self.words[self.at].low
        plural = said.endswith("s") and said == parameter.name
        return not plural and is_circumstance(parameter)

    # Numbers of something

    def _counted(self) -> bool:
        """``two threats``, ``with 2 advantages``, ``an advantage``; ``2d6+4 damage``."""
        if not self._counts_ahead(self.at):
            return self._valued()
        number = number_said(self.words[self.at].text)
        parameter = self._called(self.words[self.at + 1].text)
        assert parameter is not None
        self._give(parameter, str(number), 2)
        return True

    def _valued(self) -> bool:
        """A value before its name: ``2d6+4 damage``. A number alone stands by its place."""
        word, name = self.words[self.at], self._text_at(self.at + 1)
        parameter = self.known.get(name.casefold().replace("-", "_"))
        if parameter is None or word.ends or DIGITS.fullmatch(word.text):
            return False
        behind = self.at + 2
        free = behind >= len(self.words) or self.words[behind - 1].ends
        if not (free or self._text_at(behind).casefold() in (*JOINING, *AGAINST)):
            return False
        if parameter.type.is_flag or not self._means(parameter, word.text):
            return False
        self._give(parameter, word.text, 2)
        return True

    def _counts_ahead(self, at: int) -> bool:
        """Whether a number stands here, and what it is the number of behind it."""
        if at + 1 >= len(self.words) or self.words[at].ends:
            return False
        word, behind = self.words[at], self.words[at + 1]
        number = number_said(word.text)
        parameter = self._called(behind.text)
        if number is None or parameter is None:
            return False
        if not is_circumstance(parameter) and behind.low not in COUNTS:
            return False
        if self.joined or not DIGITS.fullmatch(word.text):
            return True
        place = self._next_place()
        if place is not None and is_circumstance(place):
            return not self._is_number(at + 2)
        plural = behind.low.endswith("s") and number != 1
        return plural and bool(self.found) and not self._is_number(at + 2)

    def _is_number(self, at: int) -> bool:
        return at < len(self.words) and bool(DIGITS.fullmatch(self.words[at].text))

    # Against something

    def _goal(self) -> bool:
        """``vs 15``, ``against AC 16``, ``DC 15``."""
        word = self.words[self.at]
        begin = self.at + (word.low in AGAINST)
        if begin == self.at and not (word.low in KINDS and self._is_number(self.at + 1)):
            return False
        begin = self._behind_kind(begin)
        glued = re.fullmatch(rf"(?:{'|'.join(KINDS)})(\d{{1,6}})", self._text_at(begin).casefold())
        if begin == len(self.words):
            raise self._unclear(word.text, "a number to beat is missing behind it")
        for parameter in self._goals():
            text = glued[1] if glued else self._longest(parameter, begin)
            if text and (parameter.name not in DIFFICULTIES or not DIGITS.fullmatch(text)):
                if unclear := unclear_goal(parameter, text, self.known, self.found):
                    raise self._unclear(f"{word.text} {text}", unclear)
                end = begin + (1 if glued else self._length(text, begin))
                end = self._behind_kind(end) if parameter.is_hidden_by(text) else end
                self._give(parameter, text, end - self.at)
                return True
        said = self._text_at(begin)
        names = [name for goal in self._goals() for name in goal.names_of_values]
        raise self._unclear(
            f"{word.text} {said}",
            f"{self.rule.name} has nothing to beat like that",
            did_you_mean(said, names),
        )

    def _behind_kind(self, at: int) -> int:
        """The place behind the words that say what a number to beat is: ``the Armor Class``."""
        while at < len(self.words) and self.words[at].low in (*KINDS, *SAID_BEFORE):
            at += 1
        return at

    def _goals(self) -> Iterator[Parameter]:
        for name in (*GOALS, *DIFFICULTIES):
            if name in self.known and name not in self.given and name not in self.found:
                yield self.known[name]

    def _is_goal(self, at: int) -> bool:
        """Whether a number to beat stands here, and not modifiers of the other side."""
        text = self._text_at(at).casefold()
        return text in KINDS or text in SAID_BEFORE or bool(DIGITS.fullmatch(text))

    def _gives_number(self, at: int) -> bool:
        """Whether a number or dice stand here, perhaps behind `of` or a sign."""
        text = self._text_at(at + (self._text_at(at) == "of"))
        return text.lstrip("+-−–")[:1].isdecimal() or DICE.search(text) is not None

    def _begins_with_digit(self, at: int) -> bool:
        return self._text_at(at)[:1].isdecimal()

    def _text_at(self, at: int) -> str:
        return self.words[at].text if at < len(self.words) else ""

    def _reacting(self) -> bool:
        """``they react``."""
        who = WHO_REACTS.get(self.words[self.at].low)
        behind = self._text_at(self.at + 1).casefold()
        if who is None or "reactive" not in self.known or not behind.startswith("react"):
            return False
        self._give(self.known["reactive"], who, 2)
        return True

    # Added to something

    def _added(self) -> bool:
        """``+2``, ``with a +2 bonus``: one more modifier, or the bonus."""
        begin = self.at + (self.words[self.at].low in ARTICLES)
        place = None if self.joined else self._next_place()
        if not NUMBER_WITH_SIGN.match(self._text_at(begin)) or (
            place is not None and not is_unsigned(place) and self._longest(place, begin)
        ):
            return False
        first = next(iter(self.places), None)
        if first is not None and first.name not in {*self.given, *self.found}:
            text = "" if is_unsigned(first) else self._longest(first, begin)
            if text:  # a Hard check with +3
                self._give(first, text, begin - self.at + self._length(text, begin))
                return True
        for parameter in (self.known[name] for name in ADDED if name in self.known):
            text, before = self._longest(parameter, begin), self.found.get(parameter.name, "")
            between = ", " if _has_terms(parameter) else " "
            whole = f"{before}{between}{text}" if before else text
            if not text or parameter.name in self.given or not self._means(parameter, whole):
                continue
            end = begin + self._length(text, begin)
            self.found[parameter.name] = whole
            self.at = end + (self._text_at(end).casefold() == parameter.name)
            return True
        if place is not None and is_unsigned(place) and self._means(place, ANY_NUMBER):
            said = self._text_at(begin)
            raise self._unclear(
                said, f"say what it is the number of, as in {place.name}={said.lstrip('+')}"
            )
        return False

    # By itself

    def _by_itself(self) -> bool:
        """What says by itself which parameter it is for: /+/, Hard, mastery, golden Eyes."""
        place = None if self.joined else self._next_place()
        if place is not None and self._longest(place, self.at):
            return False
        found = [
            (parameter, length)
            for parameter in self.rule.parameters
            if (length := telling(parameter, [each.low for each in self._ahead()]))
        ]
        found.sort(key=lambda each: each[0].name in {*self.given, *self.found})
        for parameter, length in found[:1]:
            text = self._longest(parameter, self.at) or self._joined_text(self.at, length)
            self._give_more(parameter, text, self._length(text, self.at))
        return bool(found)

    def _give_more(self, parameter: Parameter, text: str, length: int) -> None:
        """Give a value, or add it to the one that is there: ``3/+/ and 2/-/``."""
        before = self.found.get(parameter.name)
        whole = f"{before}{', ' if parameter.is_list else ' '}{text}"
        if before is None or not self._means(parameter, whole):
            return self._give(parameter, text, length)
        self.found[parameter.name] = whole
        self.at += length
        return None

    def _ahead(self) -> list[Word]:
        return self.words[self.at : self.at + LONGEST]

    # By its place

    def _placed(self, word: Word) -> None:
        parameter = self._next_place()
        if parameter is None or self.joined:
            self._check_value_before()
            raise self._unknown(word, parameter is None and not self.joined)
        if not self._means(parameter, word.text):
            self._check_value_before()
            if self._meant_elsewhere(word, parameter):
                raise self._unknown(word, False)
        if is_circumstance(parameter) and self.given:
            raise self._unclear(
                word.text, f"say what it is the number of, as in {parameter.name}={word.text}"
            )
        text = self._longest(parameter, self.at)
        text = text or word.text
        if (unclear := unclear_number(parameter, text, self.places, self.found)) is not None:
            why, hint = unclear
            raise ParameterError("unclear-number", f"{self.rule.name}: {why}", hint=hint)
        before = takewhile(lambda each: each is not parameter, self.places)
        for each in (each for each in before if each.name in self.options):
            if self._means(each, text):
                hint = f"or is {text} the {parameter.name}? then write {parameter.name}={text}"
                message = f"{each.name} is given twice"
                raise ParameterError("given-twice", message, hint=hint)
        self._give(parameter, text, self._length(text, self.at))

    def _check_value_before(self) -> None:
        """Refuse a word that belongs to modifiers before it, as they refuse it: ``+2 lukc``."""
        name, text = next(reversed(self.found.items()), ("", ""))
        parameter = self.known.get(name)
        written = None if parameter is None else parameter.type.written_type
        goes_on = self.at > 0 and not self.words[self.at - 1].ends
        if goes_on and written and issubclass(written, Addable) and not self.is_name(text):
            with suppress(NotWrittenError):
                written.of(f"{text} {self.words[self.at].text}")

    def _next_place(self) -> Parameter | None:
        known = {*self.found, *self.given}
        return next((each for each in self.places if each.name not in known), None)

    def _meant_elsewhere(self, word: Word, parameter: Parameter) -> bool:
        """Whether a word is, or is nearly, one that stands for something else than this value."""
        if _circumstance(word.text):
            return True
        others = set(vocabulary_of(self.rule)) - set(parameter.names_of_values)
        others -= set(beginnings(parameter))
        return nearest(word.text, others) is not None and not nearest(
            word.text, parameter.names_of_values
        )

    # Values

    def _give(self, parameter: Parameter, text: str, length: int) -> None:
        if parameter.name in self.given or parameter.name in self.found:
            raise ParameterError("given-twice", f"{parameter.name} is given twice")
        self.found[parameter.name] = text
        self.at += length

    def _longest(self, parameter: Parameter, begin: int) -> str:
        """The longest text from here that is a value of a parameter; "" if none is."""
        texts = []
        for end in range(begin + 1, min(len(self.words), begin + LONGEST) + 1):
            event = self._in_an_event(begin, end - 1)
            if end > begin + 1 and not (event or self._goes_on(parameter, end - 1)):
                break
            texts.append(self._joined_text(begin, end - begin))
        return next((text for text in reversed(texts) if self._means(parameter, text)), "")

    def _in_an_event(self, begin: int, at: int) -> bool:
        """Whether a word belongs to what follows a colon, up to a comma: ``2/6: they come``."""
        before = [*takewhile(lambda each: not each.ends, reversed(self.words[begin:at]))]
        return any(each.text.endswith(":") for each in before)

    def _goes_on(self, parameter: Parameter, at: int) -> bool:
        """Whether a value may go on with the word at a place."""
        before, word = self.words[at - 1], self.words[at]
        if not before.ends and (before.is_quoted or word.is_quoted):
            return False
        named = self._called(word.text.partition("=")[0]) if "=" in word.text else None
        if _has_terms(parameter) and word.low in NOUNS and not self._gives_number(at + 1):
            return True  # +2 luck bonus: it is not the bonus that a rule takes
        if word.low in JOINING or word.low in AGAINST or named or self._starts_name(at):
            return False
        if word.low in KINDS and self._is_number(at + 1):
            return False
        if self._means(parameter, ANYTHING) and self._tells(at, parameter):
            return False
        signed = _has_terms(parameter)
        numbers = signed or isinstance(getattr(parameter.type, "item", None), NumberType)
        if not before.ends:
            listed = NUMBERS.fullmatch(word.text)
            return not (listed and (numbers or DIGITS.fullmatch(before.text)))
        if signed:
            return bool(SIGNED.match(word.text))
        return isinstance(parameter.type, ListType)

    def _tells(self, at: int, parameter: Parameter) -> bool:
        """Whether the words at a place say that they are for another parameter."""
        ahead = [each.low for each in self.words[at : at + LONGEST]]
        return any(telling(each, ahead) for each in self.rule.parameters if each is not parameter)

    def _starts_name(self, at: int) -> bool:
        before, self.at = self.at, at
        found = self._name_ahead() is not None or self._counts_ahead(at)
        self.at = before
        return found

    def _joined_text(self, begin: int, length: int) -> str:
        several = self.words[begin : begin + length]
        parts = [f"{each.text}{',' if each.ends else ''}" for each in several[:-1]]
        return " ".join([*parts, several[-1].text])

    def _length(self, text: str, begin: int) -> int:
        """The number of words in a text that begins here."""
        length = 1
        while self._joined_text(begin, length) != text and begin + length < len(self.words):
            length += 1
        return length

    def _means(self, parameter: Parameter, text: str) -> bool:
        key = parameter.name, text
        if key not in self.meanings:
            self.meanings[key] = self._is_value(parameter, text)
        return self.meanings[key]

    def _is_value(self, parameter: Parameter, text: str) -> bool:
        if parameter.is_hidden_by(text) or (self.is_name(text) and parameter.type.may_be_named):
            return True
        try:
            parameter.type.parse(text)  # its errors are not shown, so nothing is suggested
        except (AstragalError, MismatchError, ValueError):
            return False
        return True

    # Refusals

    def _unknown(self, word: Word, too_many: bool) -> ParameterError:
        takes = ", ".join(each.name for each in self.places) or "no values"
        if too_many and not any(map(str.isalpha, word.text)):
            extra = " ".join(each.text for each in self.words[self.at :])
            return ParameterError(
                "too-many-parameters",
                f"too many values for {self.rule.name}: {extra}; it takes {takes}",
            )
        said = word.text
        behind = self._text_at(self.at + 1)
        counts = number_said(said) is not None and not word.ends
        if counts and behind.casefold() not in (*JOINING, *AGAINST):
            said = behind or said  # two theats
        hint = did_you_mean(said, vocabulary_of(self.rule), f"it takes {takes}")
        shown = _circumstance(said) or in_short(said)
        return ParameterError("unknown-word", f"{self.rule.name} knows no {shown}", hint=hint)

    def _unclear(self, said: str, why: str, hint: str = "") -> ParameterError:
        if not hint and (ascii_form := plain_form(said)) is not None:
            hint = f"did you mean {ascii_form}?"
        message = f"{self.rule.name}: {in_short(said)}: {why}"
        return ParameterError("missing-parameter", message, hint=hint or None)


def _has_terms(parameter: Parameter) -> bool:
    """Whether a value is terms with signs between commas: modifiers."""
    written = parameter.type.written_type
    return written is not None and issubclass(written, Addable)


def _circumstance(word: str) -> str | None:
    """The circumstance, of one game or another, that a word is."""
    said = EDGES.get(word.casefold(), word.casefold()).removesuffix("s")
    return next((each for each in CIRCUMSTANCES if each.removesuffix("s") == said), None)
