"""``macro``: another program's macro: its questions, its messages, its rolls and their odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypedDict

from astragal.dialects.macros import Again, InlineRoll, Message, Needs, needs_of, play, read_macro
from astragal.errors import NOWHERE, AstragalError
from astragal.experiment.experiment import Experiment
from astragal.limits import Limits
from astragal.notation.expression import Expression
from astragal.outcome import show
from astragal.probability.distribution import Distribution
from astragal.render.lengths import check_length
from astragal.rolling.roll import Roll
from astragal.rolling.sources import SYSTEM, HandSource, Source
from astragal.service import data
from astragal.service.answers import roll_answer
from astragal.service.fields import PROGRAM, SOURCE, Field, Kind, by_name, own, switch
from astragal.service.fields import text as a_text
from astragal.service.fixes import fixes
from astragal.service.problems import problem_with
from astragal.service.question import Given, Question
from astragal.service.questions.roll import source_given
from astragal.service.service import Service
from astragal.table.random_tables import RandomTable

_LONG = 2_000
"""The longest macro for which fixes are tried."""
_MISSPELT = ("unknown-command", "unknown-word", "unclosed")
_WAITING = {
    "unanswered": "answers",
    "missing-variable": "values",
    "no-such-table": "tables",
    "no-such-macro": "macros",
}
"""The field that supplies a missing input, by error code."""


def _named(name: str, kind: Kind, about: str, spelt: str, shown: str, example: str) -> Field:
    """A field of values by name, which may be given repeatedly."""
    return Field(
        name,
        kind,
        about,
        {},
        spelt=spelt,
        shown=f"NAME={shown}",
        several=True,
        noun="NAME=…",
        example=example,
    )


class Option(TypedDict):
    label: str
    text: str


class QuestionData(TypedDict):
    name: str
    default: str | None
    options: list[Option]


class NeedsData(TypedDict):
    questions: list[QuestionData]
    values: list[str]
    tables: list[str]
    macros: list[str]


class Part(TypedDict):
    text: str
    roll: int | None


class Row(TypedDict):
    label: str
    parts: list[Part]


class MessageData(TypedDict):
    to: str
    by: str
    rows: list[Row]


class RollData(TypedDict):
    name: str
    expression: str
    words: str
    later: bool
    remarks: list[str]
    rolled: data.Rolled | None
    odds: data.Odds | None
    problem: data.Problem | None


class Answer(TypedDict):
    needs: NeedsData
    messages: list[MessageData]
    rolls: list[RollData]
    problem: data.Problem | None


class Macro(Question):
    """A macro of another program: what it asks for, its messages, and the rolls in them."""

    name = "macro"
    example = '{"text": "Hit: [[1d20+?{Bonus|2}]]", "dialect": "roll20", "odds": true}'
    fields = (
        Field("text", a_text, "the macro", spelt=""),
        Field("dialect", a_text, "the program whose macro it is", **PROGRAM),
        _named("answers", by_name(a_text), "answers to its questions", "answer", "TEXT", "Bonus=2"),
        _named("values", by_name(own("ValueType")), "a character's values", "set", "3", "str=3"),
        _named("tables", by_name(a_text), "its random tables", "table", "FILE", "loot=loot.toml"),
        _named("macros", by_name(a_text), "macros that it calls", "macro", "TEXT", "hit=[[1d20]]"),
        switch("roll", "roll it", spelt=""),
        switch("later", "roll what waits for a click, too", spelt=""),
        switch("odds", "give the odds of every roll in it"),
        *SOURCE,
    )
    answers = Answer
    pure = False

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        limits = service.limits.shared()
        tables = _Tables(given["tables"], limits)
        known = {name: given[name] for name in ("answers", "values", "macros")}
        known["tables"] = tables

        def read(text: str) -> Asked:
            return Asked(text, given["dialect"], known, limits)

        try:
            asked = read(given["text"])
        except AstragalError as error:
            if error.code not in _MISSPELT:
                raise
            error.fixes = tuple(fixes(error, given["text"], read, longest=_LONG, whole=False))
            raise
        if given["roll"]:
            asked.roll(source_given(given) or service.source, later=given["later"])
        if given["odds"]:
            asked.weighed(limits=limits)
        return asked.to_data()


class _Tables(Mapping[str, RandomTable]):
    """Random tables as typed; each is parsed on first use, all under one length limit."""

    def __init__(self, texts: Mapping[str, str], limits: Limits) -> None:
        self._texts = texts
        self._limits = limits
        self._read: dict[str, RandomTable] = {}
        self._length = 0
        """the characters read so far"""

    def __getitem__(self, name: str) -> RandomTable:
        if name not in self._read:
            self._count(len(self._texts[name]))
            self._read[name] = RandomTable.of(self._texts[name])
        return self._read[name]

    def _count(self, characters: int) -> None:
        self._length += characters
        if self._length > self._limits.length:
            raise self._limits.exceeded(
                "length",
                self._length,
                NOWHERE,
                about="the tables that the macro draws from",
                advice="draw from fewer tables, or shorter ones",
            )

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


class Asked:
    """A macro with its inputs: read as far as they allow, then rolled and weighed."""

    def __init__(
        self, text: str, dialect: str, given: Mapping[str, Mapping[str, Any]], limits: Limits
    ) -> None:
        self.limits = limits
        self.needs: Needs = needs_of(text, dialect, **given, limits=limits)
        self.messages: Sequence[Message] = ()
        self.problem: AstragalError | None = None
        """the error for a missing input; None if nothing is missing"""
        with self._noting_what_is_missing():
            self.messages = read_macro(text, dialect, **given, limits=limits)
        self.rolls = [roll for message in self.messages for roll in message.rolls]
        self.rolled: list[Roll[Any] | None] = [None] * len(self.rolls)
        self.odds: list[Distribution | None] = [None] * len(self.rolls)
        self.refused: list[AstragalError | None] = [None] * len(self.rolls)
        """the reason why a roll has no odds; None if it has"""

    def roll(self, source: Source | None, *, later: bool) -> None:
        """Roll every roll; none if an input is missing."""
        rolled = source or SYSTEM
        messages = [_with_later(each) for each in self.messages] if later else self.messages
        with self._noting_what_is_missing():
            played = play(messages, rolled, limits=self.limits)
            if isinstance(rolled, HandSource):
                rolled.finish()
            self.rolled = [roll for each in played for roll in each.rolls]

    def weighed(self, *, limits: Limits) -> Asked:
        """Compute the odds of every roll, noting an error where they are refused."""
        known: dict[tuple[Experiment[Any], Any], Distribution] = {}
        for place, each in enumerate(self.rolls):
            key = (each.experiment, tuple(sorted(each.variables.items())))
            self.odds[place] = self.refused[place] = None
            try:
                known[key] = known.get(key) or each.odds(limits=limits)
                self.odds[place] = known[key]
            except AstragalError as error:
                self.refused[place] = error
                if error.code in _WAITING:
                    self.problem = self.problem or error
        check_length([each for each in self.odds if each is not None], limits)
        return self

    @contextmanager
    def _noting_what_is_missing(self) -> Iterator[None]:
        """Note an error about a missing input, which the caller can supply; raise others."""
        try:
            yield
        except AstragalError as error:
            if error.code not in _WAITING:
                raise
            self.problem = error

    @property
    def errors(self) -> list[AstragalError]:
        """The errors of refused odds."""
        return [each for each in self.refused if each is not None]

    def to_data(self) -> dict[str, Any]:
        needs = self.needs
        places = iter(range(len(self.rolls)))
        return {
            "needs": {
                "questions": [each.to_data() for each in needs.questions],
                "values": list(needs.values),
                "tables": list(needs.tables),
                "macros": list(needs.macros),
            },
            "messages": [self._message(each, places) for each in self.messages],
            "rolls": [self._roll(place) for place in range(len(self.rolls))],
            "problem": _missing(self.problem),
        }

    def _message(self, message: Message, places: Iterator[int]) -> dict[str, Any]:
        mine = [next(places) for _ in message.rolls]
        upcoming = iter(mine)
        rows = []
        for row in message.rows:
            parts = []
            for part in row.parts:
                place: int | None = None
                if isinstance(part, Again):
                    place = mine[part.number]
                elif isinstance(part, InlineRoll):
                    place = next(upcoming)
                text = part if isinstance(part, str) else self._shown(place)
                parts.append({"text": text, "roll": place})
            rows.append({"label": row.label, "parts": parts})
        return {"to": message.to, "by": message.by, "rows": rows}

    def _shown(self, place: int | None) -> str:
        assert place is not None
        roll = self.rolled[place]
        return f"[{self.rolls[place].name}]" if roll is None else show(roll.outcome)

    def words(self, place: int) -> str:
        """A description of a roll in words."""
        return " ".join(self.rolls[place].experiment.describe().split())

    def _roll(self, place: int) -> dict[str, Any]:
        each, roll, odds = self.rolls[place], self.rolled[place], self.odds[place]
        return {
            "name": each.name,
            "expression": notation_of(each),
            "words": self.words(place),
            "later": each.later,
            "remarks": list(each.remarks),
            "rolled": None if roll is None else roll_answer(roll),
            "odds": None if odds is None else odds.to_data(limits=self.limits),
            "problem": problem_with(self.refused[place]),
        }


def _with_later(message: Message) -> Message:
    """The message with its deferred rolls made immediate."""
    rows = []
    for row in message.rows:
        parts = (
            part.replaced(later=False) if isinstance(part, InlineRoll) else part
            for part in row.parts
        )
        rows.append(row.replaced(parts=tuple(parts)))
    return message.replaced(rows=tuple(rows))


def notation_of(roll: InlineRoll) -> str:
    """Our notation for a roll, without its name."""
    experiment = roll.experiment
    return experiment.uncommented if isinstance(experiment, Expression) else experiment.label


def _missing(error: AstragalError | None) -> dict[str, Any] | None:
    """A problem whose hint is the field that mends it."""
    found = problem_with(error)
    return found and found | {"hint": f"{_WAITING[found['code']]} gives it"}
