"""Dice against something, while a game is open: ``d100 under 45``, ``1d20+5 vs DC 15``.

If the game has a rule for such rolls, it reads the sentence first. Other sentences are read as they
are without a game. The conventions for notation apply to both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from astragal.errors import AstragalError, NotationError
from astragal.notation.cost import nodes_in
from astragal.notation.expression import Expression
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.node import Kind, Node
from astragal.notation.nodes.values import Given
from astragal.notation.nodes.versus import Versus, is_plain
from astragal.notation.putting_in import put_in
from astragal.outcome import Number
from astragal.rules.conventions import Against, TypedCall
from astragal.rules.game import Game
from astragal.table.party import Party
from astragal.talk.call_vocabulary import KINDS, WHO_REACTS
from astragal.talk.call_words import read_call
from astragal.talk.listening import LONGEST, read
from astragal.talk.named_calls import in_words, named_call
from astragal.talk.understood import Read
from astragal.talk.words import plain, unwrapped, without_fillers

Parse = Callable[[str], Expression]
Wanted = Literal["under", "over", ""]

_ASKED = re.compile(
    r"(?:(?:what|what's|whats|what are|what is|tell me|show me|show|calculate) )?"
    r"(?:(?:the|my|our) )?(?:odds|chances?|probability|likelihood)"
    r"(?: (?:of|for|that|to|with|i|we|roll|rolling|getting|get|make|hit|a|an|my))*[: ]+|"
    r"how (?:likely|often)(?: (?:is|are|do|does|it|i|we|that|to|roll|rolling|get|a|an|my))* ",
    re.IGNORECASE,
)
_REACTS = re.compile(
    r"[,;]? ?\(?(?:(?P<who>they|we|i|both) (?:all )?(?:are )?react(?:s|ing|ive)?"
    r"|react(?:ive|ing)[ :=]+(?P<side>us|them|both|nobody))\)?$",
    re.IGNORECASE,
)
_UNDER = (
    r"(?P<under>at or under|equal(?: to)? or under|under or equal(?: to)?|or under|under|below)"
)
_OVER = r"(?P<over>(?:to )?beat(?:s|ing)?)"
_SHORT = "|".join(KINDS)
_SIGN = rf"(?:{_UNDER}|{_OVER}|vs\.?|versus|against|(?:to )?hits?)"
_KIND = (
    rf"(?:(?:an?|the|my|our|their|his|her) )?(?:(?:{_SHORT})(?= ?\d) ?|(?:dc|ac|armou?r class|tn|"
    r"target(?: number)?|difficulty(?: class)?|defen[cs]e|stat|characteristic|skill)(?: of)? )?"
)
_OR_LESS = r"(?P<under>or (?:under|below|lower|less))"
_SAID = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:{_SIGN}|{_SHORT}) ?(?P<goal>[0-9]{{1,6}}) (?:on|with|using|from) (?P<dice>.+)",
        rf"(?P<dice>.*?) ?\b{_SIGN} {_KIND}(?P<goal>\S.*)",
        rf"(?P<dice>.+?)(?: to hit)?,? (?:{_SHORT}) ?(?P<goal>[0-9]{{1,6}})",
        rf"(?P<dice>.*?) ?\b(?P<goal>[0-9]{{1,6}}) {_OR_LESS}",
        rf"(?P<goal>[0-9]{{1,6}}) {_OR_LESS} (?:on|with|using|from) (?:an? )?(?P<dice>.+)",
    )
)
_AND_MORE = re.compile(
    rf"(?P<dice>.+?) ?\b{_SIGN} {_KIND}(?P<goal>[0-9]{{1,6}})"
    r"(?P<more>,? (?:with|and) .+|,? [0-9]*/[+\-−–]/.*|, (?![0-9]*d[0-9%]).+)",
    re.IGNORECASE,
)
"""A number to beat, followed by circumstances."""
_WORD = re.compile(
    r"\b(?:under|below|beat(?:s|ing)?|vs|versus|against|hits?|"
    rf"(?:{_SHORT})\d*|or l(?:ess|ower))\b",
    re.IGNORECASE,
)
"""Only texts with one of these words can be rolls against something."""
_REACTIVE = re.compile(r"(?:a )?reactive ", re.IGNORECASE)
_NAME = re.compile(r"[^\W\d][\w' -]*")
_NUMBER = re.compile(r"(?:[^\W\d][\w' -]*? (?:of )?)?(?P<number>[0-9]{1,6})")
"""A number, optionally after a name: ``Climb of 45``."""


class SpokenCall(NamedTuple):
    """A call of one of the open game's rules, as found in a sentence."""

    rule: str
    """full name of the rule"""
    parameters: Mapping[str, str]
    """the values as a player types them"""
    told: str
    """the reading, in words"""
    asks: bool
    """true if the sentence asks for odds instead of a roll"""
    plain: bool = False
    """true if the reading needs no explanation"""
    saved: str = ""
    """the name of the saved roll, if the sentence named one"""

    @property
    def words(self) -> list[str]:
        """The equivalent arguments of ``play``, with the name of a saved roll."""
        game, rule, *values = self.words_of_rule
        return [game, self.saved or rule, *values]

    @property
    def words_of_rule(self) -> list[str]:
        """The equivalent arguments of ``play``, always with the name of the rule."""
        values = (f"{name}={each}" for name, each in self.parameters.items())
        return [*self.rule.split("."), *values]


class GameTalk:
    """Reads texts while a game is open."""

    def __init__(
        self,
        game: Game,
        parse: Parse,
        values: Mapping[str, Number],
        party: Party,
    ) -> None:
        self.game = game
        self.parse = parse
        """parses notation by the game's conventions"""
        self.values = values
        """the values for names in notation"""
        self.party = party
        """the open sheets"""

    def called(self, text: str) -> SpokenCall | None:
        """The rule called by its name or by dice against something; None for other texts."""
        if len(text) > LONGEST:
            return None
        return self._called_by_dice(text) or self._called_by_name(text)

    def _called_by_name(self, text: str) -> SpokenCall | None:
        asked = _ASKED.match(text)
        said = text[asked.end() :] if asked else text
        found = named_call(self.game, said, self.party)
        if found is None:
            return None
        rule = found.rule.name.rpartition(".")[2]
        called = self._call(TypedCall(rule, found.parameters), "", asks=asked is not None)
        return called._replace(plain=found.plain, saved=found.saved)

    def _called_by_dice(self, text: str) -> SpokenCall | None:
        judge = self.game.conventions.against
        if judge is None or not _WORD.search(text):
            return None
        said, _, comment = unwrapped(text).partition("#")
        said = plain(said)
        asked = _ASKED.match(said)
        said = without_fillers(said[asked.end() :] if asked else said)
        said, reactive = _without_reaction(said)
        said, edge = _without_edge(said)
        for pattern in (*_SAID, _AND_MORE):
            found = pattern.fullmatch(said)
            against = None if found is None else self._against(found, edge, reactive)
            rule = None if against is None else judge(against)
            if found is not None and against is not None and rule is not None:
                rule = self._with_more(rule, found.groupdict().get("more") or "")
                if against.reactive and "reactive" not in rule.parameters:
                    raise NotationError(
                        "nobody-reacts", "a number does not react: only those who roll can"
                    )
                remarks = (against.dice.comment, " ".join(comment.split()))
                return self._call(rule, ", ".join(filter(None, remarks)), asks=asked is not None)
        return None

    def _with_more(self, called: TypedCall, words: str) -> TypedCall:
        """Add the values that follow the number: ``2/+/``, ``with two threats``."""
        if not words:
            return called
        rule = self.game.rules[called.rule]
        said = ["with", *in_words(words.lstrip(", "))]
        more = read_call(rule, said, called.parameters, is_name=lambda _: False)
        return TypedCall(called.rule, {**called.parameters, **more})

    def _call(self, called: TypedCall, comment: str, *, asks: bool) -> SpokenCall:
        given = ", ".join(
            f"{name.replace('_', ' ')} {each}" for name, each in called.parameters.items()
        )
        rule = called.rule.replace("_", " ")
        told = f"in {self.game.name} this is a {rule}: {given}"
        told = f"{comment}: {told}" if comment else told
        return SpokenCall(f"{self.game.name}.{called.rule}", called.parameters, told, asks)

    def _against(self, found: re.Match[str], edge: str, reactive: str) -> Against | None:
        dice_said, goal_said = found["dice"] or "", found["goal"]
        said = found.groupdict()
        wanted: Wanted = ""
        for sense in _SENSES:
            wanted = sense if said.get(sense) else wanted
        if not dice_said and wanted == "under":
            dice_said = self.game.conventions.rolls
        if _REACTIVE.match(dice_said):
            dice_said, reactive = _REACTIVE.sub("", dice_said, count=1), "us"
        if _REACTIVE.match(goal_said):
            goal_said, reactive = _REACTIVE.sub("", goal_said, count=1), "them"
        dice = self._dice(f"{dice_said} {edge}".strip())
        if dice is None or not dice.body.draws or dice.body.kind not in _TOTALS:
            return None
        goal = self._goal(goal_said)
        if goal is None:
            return None
        return Against(dice, goal, wanted, reactive)

    def _dice(self, said: str) -> Expression | None:
        """Dice as the game reads them, with values for their names; None if there are none."""
        if not said:
            return None
        try:
            found = self.read(said)
            heard = found.expression
            settled = put_in(heard, self._value)
        except AstragalError:
            return None
        if found.asks:
            return None
        return heard if settled == heard else self.game.read(settled)

    def _value(self, name: str) -> tuple[str, Number | str] | None:
        found = self.values.get(name)
        return None if found is None else (name, found)

    def _goal(self, said: str) -> int | str | Expression | None:
        """The goal as a number, a name or dice; None for other texts."""
        said = said.strip(" .?!%")
        if number := _NUMBER.fullmatch(said):
            return int(number["number"])
        dice = self._dice(said)
        if dice is None:
            return said if _NAME.fullmatch(said) else None
        if isinstance(dice.body, Given):
            return dice.body.name
        if dice.body.kind not in _TOTALS:
            return None
        if not is_plain(dice.body):
            return dice
        number = dice.roll().outcome
        return number if type(number) is int else None

    def read(self, text: str, *, explained: bool = True) -> Read:
        """Read notation or a sentence by the game's conventions.

        A check of the game must stand alone: inside other dice it is refused.
        """
        if self.game.conventions.low_is_good and _D100.search(text):
            text = _ADVANTAGE.sub(_other_advantage, text)
        found = read(text, self.parse, labels=self.party.known_names, explained=explained)
        judge = self.game.conventions.against
        if judge is None or not _WORD.search(text):
            return found
        asked = () if found.understood is None else found.understood.asked
        for expression in (found.expression, *(self.parse(each.text) for each in asked)):
            for node in nodes_in(expression.bindings, expression.body):
                self._check_alone(node, said=found.understood is not None)
        return found

    def _check_alone(self, node: Node, *, said: bool) -> None:
        """Refuse a check of the game inside other dice. Typed comparisons are allowed."""
        sides = (Compare, Versus) if said else Versus
        if not isinstance(node, sides) or is_plain(node.left) or not self._is_check(node):
            return
        sign = "under" if self.game.conventions.low_is_good else "vs"
        dice = Expression(node.left).typed
        raise NotationError(
            "check-inside",
            f"in {self.game.name} dice against something are a rule of the game, "
            "which stands alone",
            span=node.span,
            hint=f"write `{dice} {sign} {node.right}` alone; `--times 3` rolls it three times",
        )

    def _is_check(self, node: Compare | Versus) -> bool:
        judge = self.game.conventions.against
        goal = 1 if is_plain(node.right) else self.game.read(Expression(node.right))
        wanted: Wanted = _WANTED.get(node.op, "") if isinstance(node, Compare) else ""
        try:
            against = Against(Expression(node.left), goal, wanted)
            return judge is not None and judge(against) is not None
        except NotationError:
            return True


_WANTED: Mapping[str, Wanted] = {"<": "under", "<=": "under", ">": "over", ">=": "over"}
_SENSES: tuple[Wanted, ...] = ("under", "over")
_TOTALS = (Kind.NUMBER, Kind.POOL)
_D100 = re.compile(r"d(?:100|%)|percent", re.IGNORECASE)
_ADVANTAGE = re.compile(r"\b(dis)?adv(antages?)?\b", re.IGNORECASE)


def _other_advantage(found: re.Match[str]) -> str:
    """Swap advantage and disadvantage, for games in which low rolls are good."""
    return f"{'' if found[1] else 'dis'}advantage"


_EDGE = re.compile(
    r",? (?P<edge>(?:with|at) (?:an? )?(?:dis)?adv(?:antage)?)[.?!]*$", re.IGNORECASE
)


def _without_edge(said: str) -> tuple[str, str]:
    """Split off an advantage at the end, which belongs to the dice."""
    found = _EDGE.search(said)
    return (said, "") if found is None else (said[: found.start()], found["edge"])


def _without_reaction(said: str) -> tuple[str, str]:
    """Split off the side that reacts, if the sentence ends with it."""
    found = _REACTS.search(said)
    if found is None:
        return said, ""
    who = found["side"] or WHO_REACTS[found["who"].lower()]
    return said[: found.start()].rstrip(), who.lower()
