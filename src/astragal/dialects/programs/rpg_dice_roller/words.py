"""What may follow dice in rpg-dice-roller, where that is its own, and how it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal.dialects.complaining import missing_condition
from astragal.dialects.programs.rpg_dice_roller.arranging import COUNTS
from astragal.dialects.words import Conditional, Made, Word, Worded
from astragal.dialects.writer import Writer
from astragal.errors import NOWHERE, Span
from astragal.notation.conditions import Comparison, Condition
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll_duplicates import RerollDuplicates
from astragal.notation.modifiers.worth import Case, Worth
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.node import Level, Node

if TYPE_CHECKING:
    from astragal.dialects.reader import DialectReader


class Uniques(Conditional):
    """``u``: dice that show what an earlier one does are re-rolled."""

    bare = None
    once: bool = False

    def made(self, condition: Condition | None, span: Span = NOWHERE) -> Modifier:
        return RerollDuplicates(condition, self.once, span=span)


class Targets(Word):
    """``>4f<2``: what succeeds counts 1; of the rest, what fails counts -1."""

    def read(self, reader: DialectReader, start: int) -> Made | None:
        success = reader.condition(None)
        if success is None:
            return None
        failure = None
        if reader.take_here("f"):
            failure = reader.condition(None)
            if failure is None:
                raise missing_condition(reader, start)
        return (counted(success, failure),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        if isinstance(worded, Tally):
            spelt = writer.condition(worded.condition, None)
            return None if spelt is None else ("" if worded.points > 0 else "f") + spelt
        if not isinstance(worded, Worth) or worded.otherwise != 0:
            return None
        if [case.points for case in worded.cases] != [1, -1]:
            return None
        success, failure = (writer.condition(case.condition, None) for case in worded.cases)
        return None if success is None or failure is None else f"{success}f{failure}"


def counted(success: Condition, failure: Condition | None) -> Count | Worth:
    """A count, if nothing matches both."""
    if failure is None:
        return Count((Tally(success),))
    if _apart(success, failure):
        return Count((Tally(success), Tally(failure, -1)))
    return Worth((Case(success, 1), Case(failure, -1)), 0)


def _apart(one: Condition, other: Condition) -> bool:
    """Whether no value matches both; only what is near their numbers can tell."""
    assert isinstance(one, Comparison)
    assert isinstance(other, Comparison)
    ends = [int(each.operand) for each in (one, other)]  # type: ignore[arg-type]
    tests = [each.test() for each in (one, other)]
    values = [
        end + step / 2 for end in (*ends, min(ends) - 2, max(ends) + 2) for step in (-1, 0, 1)
    ]
    return not any(all(test(value) for test in tests) for value in values)


class RpgWriter(Writer):
    """Labels follow dice and groups only."""

    def modifiers(self, modifiers: tuple[Modifier, ...], node: Node) -> str:
        """A count may not follow a word that would take its condition; the order is all one."""
        before = [each for each in modifiers if not isinstance(each, COUNTS)]
        counts = [each for each in modifiers if isinstance(each, COUNTS)]
        first = bool(before) and before[-1].takes_condition
        ordered = (*counts, *before) if first else (*before, *counts)
        return super().modifiers(ordered, node)

    def labelled(self, node: Labelled) -> str:
        text = self.node(node.inner, Level.PRIMARY)
        described = isinstance(node.inner, Dice | Group | DiceGroup)
        return f"{text}[{node.labels[0]}]" if described else text
