"""Random tables: dice, and a text for each total."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, ClassVar, Self

from astragal._value import field
from astragal.errors import AstragalError, LimitError, ParameterError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.limits import STRANGERS
from astragal.mechanics.ranges import RangeTable
from astragal.notation.expression import Expression
from astragal.notation.nodes.ranges import NO_RANGE, Ranges
from astragal.notation.syntax.parser import parse
from astragal.outcome import show
from astragal.rolling.roll import Roll
from astragal.rules.types.texts import Find, Written
from astragal.table.files import parse_toml, read_text

_LISTED = 10

_QUICK = STRANGERS.replaced(odds=10_000_000)
"""Limits for finding gaps: some hundredths of a second."""


class RandomTable(Written, Experiment[str]):
    """Dice and ranges with texts: ``d6 [1..3] a spark [4..5] smoke [6] fire``.

    The ranges must cover every total.

    >>> table = RandomTable.of("d6 [1..3] a spark [4..5] smoke [6] fire")
    >>> table.roll(faces=[5]).outcome
    'smoke'
    >>> table.odds().probability("fire")
    Fraction(1, 6)
    """

    WANTED: ClassVar[str] = "a random table, such as d6 [1..5] smoke [6] fire"

    text: str
    """dice and ranges, in notation"""
    name: str = field(default="", compare=False)

    inline: ClassVar[bool] = True

    def __post_init__(self) -> None:
        read = _checked if isinstance(self.text, str) else parse  # parse refuses other types
        object.__setattr__(self, "text", str(read(self.text)))

    @cached_property
    def expression(self) -> Expression:
        return _checked(self.text)

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        if isinstance(value, Mapping):
            return cls._of_entries(value)
        if not isinstance(value, str):
            raise TypeError(value)
        return cls(value)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Load a TOML file: ``roll = "d6"`` and ``[entries]`` such as ``"1..3" = "a spark"``."""
        text = read_text(path, "table")
        try:
            return cls._of_entries(parse_toml(text, "table"))
        except AstragalError as error:
            raise ParameterError(
                "bad-table", f"{path}: {error.message}", hint=error.hints
            ) from None

    @classmethod
    def _of_entries(cls, data: Mapping[str, Any]) -> Self:
        match data:
            case {"roll": str(dice), "entries": {**entries}}:
                ranges = " ".join(f"[{key}] {_one_line(each)}" for key, each in entries.items())
                name = data.get("name", "")
                return cls(f"{dice} {ranges}", name if isinstance(name, str) else "")
        raise ParameterError(
            "bad-table",
            'a random table needs `roll = "d6"` and `[entries]` with texts, such as "1..3" = "…"',
        )

    @property
    def ranges(self) -> RangeTable:
        body = self.expression.body
        assert isinstance(body, Ranges)
        return RangeTable(body.ranges)

    def steps(self) -> Asks[str]:
        body = self.expression.body
        assert isinstance(body, Ranges)
        if self.expression.bindings or any(each.critical for each in body.ranges):
            text: str = yield self.expression
            missing = "some totals"
        else:
            total = yield parse(str(body.total))
            text = body.read(total, None)
            missing = show(total)
            yield note("{} on the table: {}", total, text)
        if text == NO_RANGE:
            raise _no_entry_for(self.expression, missing)
        return text

    def newer_than(self, version: int) -> str | None:
        return self.expression.newer_than(version)

    def record(self, roll: Roll) -> dict[str, Any]:
        """A record of the dice and ranges, which anyone can check without the table."""
        return self.expression.record(Roll(self.expression, roll.faces, roll.outcome))

    def __str__(self) -> str:
        return self.text


@lru_cache(maxsize=16)
def _checked(text: str) -> Expression:
    """Parse dice and ranges; refused without ranges, or if totals lack an entry.

    Cached because every cell of a sweep parses the table again, and the search for gaps is slow.
    """
    expression = parse(text)
    body = expression.body
    if not isinstance(body, Ranges):
        raise ParameterError(
            "bad-table", f"a random table needs ranges after its dice, and `{expression}` has none"
        )
    if _has_gaps(expression):
        raise _no_entry_for(expression, _gaps(expression, body))
    return expression


def _has_gaps(expression: Expression) -> bool:
    """True if some totals lack an entry; False if finding out takes too long."""
    try:
        return bool(expression.odds(limits=_QUICK).probability(NO_RANGE))
    except LimitError:
        return False


def _gaps(expression: Expression, body: Ranges) -> str:
    if expression.bindings:
        return "some totals"
    totals = parse(str(body.total)).odds(limits=_QUICK).outcomes
    gaps = [total for total in totals if body.read(total, None) == NO_RANGE]
    return ", ".join(map(show, gaps[:_LISTED])) + ("…" if len(gaps) > _LISTED else "")


def _no_entry_for(expression: Expression, totals: str) -> ParameterError:
    return ParameterError("bad-table", f"{expression}: the table has no entry for {totals}")


def _one_line(text: object) -> str:
    return " ".join(str(text).split())
