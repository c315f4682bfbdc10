"""A roll of notation in words: in one line, and step by step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from astragal.notation.modifiers.modifier import Modifier, operands_of, spelt_with
from astragal.notation.nodes.node import Level, Node
from astragal.outcome import Number, Outcome, show
from astragal.rolling.phrases import (
    Role,
    Said,
    as_phrase,
    as_said,
    joined,
    phrase,
    piece,
    role_of,
    struck,
)
from astragal.rolling.roll import Line, line_text
from astragal.rolling.trace import Change, Did, RolledDie, RolledGroup, listed, show_die

if TYPE_CHECKING:
    from astragal.die import Die
    from astragal.experiment.experiment import Variables
    from astragal.experiment.run.scenes import Scene
    from astragal.notation.expression import Expression
    from astragal.rolling.trace import Trace

_SHOWN_DICE = 40
_FEWEST_FACES = 4
"""The minimum faces for the highest and the lowest to be remarkable: on a coin they are not."""


def tell_line(expression: Expression, scene: Scene) -> Line:
    """``4d6kh3 → (6, 5, 4, ~2~) = 15``."""
    named, dice, sign, result = _told(expression, scene, Teller(scene.trace, scene.variables))
    return Line(named, as_phrase(dice), sign, as_phrase(result))


def tell_text(expression: Expression, scene: Scene) -> str:
    """The text of that line, without the roles of its pieces."""
    named, dice, sign, result = _told(expression, scene, PlainTeller(scene.trace, scene.variables))
    return line_text(named, str(dice), sign, str(result))


def _told(expression: Expression, scene: Scene, teller: Teller) -> tuple[str, Said, str, Said]:
    """The notation, the dice, the sign after them, and the outcome."""
    named = expression.named(expression.typed)
    parts: list[Said] = [
        phrase([f"{binding.name} = ", teller.say(binding.node)]) for binding in expression.bindings
    ]
    body = expression.body
    said = "" if body.told_in_steps else teller.say(body)
    sign, result = teller.result(body, scene.outcome)
    if not teller.groups:
        return named, "", "=", result
    if not said or str(said) == str(result):
        return named, joined("; ", parts), ";" if parts else "", result
    if parts:
        said = joined("; ", [*parts, said])
    return named, said, sign, result


def tell_steps(expression: Expression, scene: Scene) -> list[str]:
    """The steps of a roll: for each group its dice and modifiers; then the outcome."""
    teller = Teller(scene.trace, scene.variables)
    steps: list[str] = []
    for binding in expression.bindings:
        steps += teller.steps_of(binding.node)[0]
    body, outcome = expression.body, scene.outcome
    if body.results and isinstance(outcome, tuple):
        rolled = scene.trace.unsorted if body.sorts else outcome
        for number, (node, each) in enumerate(zip(body.results, rolled, strict=True), 1):
            steps.append(f"{number}. {teller.verdict(node, each, teller.say(node))}")
        return [*steps, f"sorted: {show(outcome)}"] if body.sorts else steps
    teller.totals = True
    lines, said = teller.steps_of(body)
    steps += lines
    if steps and body.last_pool is body:
        return steps
    return [*steps, teller.verdict(body, outcome, said)]


class Teller:
    """Describes an expression as it was evaluated, taking the rolled groups in order."""

    def __init__(self, trace: Trace, variables: Variables) -> None:
        self.variables = variables
        self.groups, self._totals_of_ranges = trace.groups, trace.totals
        self.taken = 0
        self.totals = False
        """whether each group of dice is shown as its total"""
        self.instead: dict[int, RolledGroup] = {}
        """the groups to show in place of others, by the indices of those"""
        self._totals_taken = 0

    def take(self) -> RolledGroup:
        """The next finished group."""
        self.taken += 1
        place = self.taken - 1
        return self.instead[place] if place in self.instead else self.groups[place]

    def say(self, node: Node, level: Level = Level.OR) -> Said:
        """A node's text with the dice as rolled, in brackets if it binds looser than ``level``."""
        said = node.say(self)
        return as_said("", [said], "(", ")") if node.level < level else said

    def rolled(self, node: Node) -> Said:
        """The text of a number rolled as a count, as sides or as an operand."""
        said = self.say(node)
        bracketed = node.last_pool is node and str(said).startswith("(")
        return said if bracketed else joined("", [said], "(", ")")

    def rolled_operands(self, modifiers: Sequence[Modifier]) -> Said:
        """Modifiers with the rolled numbers in them; "" if no number was rolled."""
        nodes = [node for node in operands_of(modifiers) if node.draws]
        said = {id(node): self.rolled(node) for node in nodes}
        return spelt_with(modifiers, said) if said else ""

    def result(self, body: Node, outcome: Outcome) -> tuple[str, Said]:
        """The sign before the outcome, and the outcome in words."""
        if body.reads_ranges:
            from astragal.notation.nodes.ranges import NO_RANGE

            total = show(self._totals_of_ranges[self._totals_taken])
            self._totals_taken += 1
            if outcome == NO_RANGE:
                return "=", piece(f"{total}, in {NO_RANGE}", Role.OUTCOME)
            return "=", phrase([piece(total, Role.OUTCOME), ": ", self._meant(body, outcome)])
        return ":" if isinstance(outcome, bool | str) else "=", self._meant(body, outcome)

    def _meant(self, node: Node, outcome: Outcome) -> Said:
        """An outcome with its meaning; for a list, each result with its own."""
        if isinstance(outcome, tuple):
            nodes = node.results or [node] * len(outcome)
            pairs = zip(nodes, outcome, strict=True)
            return joined(", ", [self._bracketed(*each) for each in pairs])
        meant = node.means(outcome, self.groups)
        return piece(show(outcome), role_of(outcome) if meant is None else Role(meant.value))

    def _bracketed(self, node: Node, outcome: Outcome) -> Said:
        said = self._meant(node, outcome)
        return joined("", [said], "(", ")") if isinstance(outcome, tuple) else said

    def verdict(self, body: Node, outcome: Outcome, told: Said) -> str:
        """``said = outcome``."""
        sign, meant = self.result(body, outcome)
        said, result = str(told), str(meant)
        if not said or said == result:
            return result
        return f"{said}{sign} {result}" if sign == ":" else f"{said} {sign} {result}"

    def steps_of(self, node: Node) -> tuple[list[str], Said]:
        """The steps of all groups rolled for a node, and the node's text."""
        start = self.taken
        said = self.say(node)
        groups = self.groups[start : self.taken]
        return [line for group in groups for line in _steps(group)], said

    def dice(self, group: RolledGroup, die: Die | None) -> Said:
        """``(6, 5, 4, ~2~)``; without a ``die``, high and low faces are not marked."""
        ends = None if die is None else _ends(die)
        shown = [
            _die(each, ends)
            if each.history or (ends and each.face in ends)
            else show_die(each.face)
            for each in group.dice[:_SHOWN_DICE]
        ]
        if more := len(group.dice) - len(shown):
            shown.append(f"… {more:,} more")
        return as_said(", ", shown, "(", ")")

    @staticmethod
    def member(member: RolledDie, said: Said) -> Said:
        """The text of a group's member, with its changes."""
        return _with_history(member, said, None)


class PlainTeller(Teller):
    """The same as plain text: most rolls are shown without roles."""

    def dice(self, group: RolledGroup, die: Die | None) -> str:
        shown = [
            _plain_die(each) if each.history else show_die(each.face)
            for each in group.dice[:_SHOWN_DICE]
        ]
        if more := len(group.dice) - len(shown):
            shown.append(f"… {more:,} more")
        return f"({', '.join(shown)})"

    def _meant(self, node: Node, outcome: Outcome) -> str:
        return show(outcome)


def _plain_die(die: RolledDie) -> str:
    if die.history[-1].did is Did.DROPPED and len(die.history) == 1:
        return f"~{show_die(die.face)}~"
    return str(_die(die, None))


Ends: TypeAlias = tuple[Number, Number] | None
"""The lowest and the highest face of a die, if they are remarkable."""


@lru_cache(maxsize=256)
def _ends(die: Die) -> Ends:
    if die.symbolic or die.highest - die.lowest < _FEWEST_FACES - 1:
        return None
    return (die.lowest, die.highest) if len(die.faces[:_FEWEST_FACES]) > 3 else None


def _die(die: RolledDie, ends: Ends) -> Said:
    """One die with its changes: ``1→5``, ``6!``, ``6+4``, ``9✓``, ``20★``, ``~2~``."""
    said = _face(die.face, ends)
    return _with_history(die, said, ends) if die.history else said


def _face(face: Number, ends: Ends) -> Said:
    """A face, with its role if it is the highest or the lowest."""
    if ends is None or face not in ends:
        return show_die(face)
    return piece(show(face), Role.LOW if face == ends[0] else Role.HIGH)


def _with_history(die: RolledDie, said: Said, ends: Ends) -> Said:
    for change in die.history:
        said = _changed(said, change, ends)
    if die.kept:
        return said
    return struck(said) if isinstance(said, str) else said.dropped()


def _changed(said: Said, change: Change, ends: Ends) -> Said:
    """The text of a die after a change, given its text before."""
    match change.did:
        case Did.EXPLODED:
            return phrase([said, piece("!", Role.EXPLODED)])
        case Did.FOLDED:
            return phrase([said, piece(f"+{show(change.after - change.before)}", Role.EXPLODED)])
        case Did.ADDED:
            return phrase([said, "-1"]) if change.after != change.before else said
        case Did.COUNTED:
            return _counted(said, int(change.after))
        case Did.CRITICAL | Did.FUMBLE:
            return _marked(said, change.did)
        case Did.DROPPED:
            return said
        case Did.REROLLED:
            after = _face(change.after, ends)
        case _:
            after = show_die(change.after)
    return phrase([phrase([said]).all(Role.REPLACED), "→", after])


def _counted(said: Said, points: int) -> Said:
    if not points:
        return phrase([said]).without(Role.HIGH, Role.LOW)
    role, mark = (Role.COUNTED, "✓") if points > 0 else (Role.AGAINST, "✗")
    return phrase([phrase([said, mark * abs(points)]).all(role)])


def _marked(said: Said, did: Did) -> Said:
    role, mark = (Role.CRITICAL, "★") if did is Did.CRITICAL else (Role.FUMBLE, "†")
    return phrase([said, mark]).all(role)


def _steps(group: RolledGroup) -> list[str]:
    """The rolled dice of a group, the changes by each modifier, and the total."""
    label = f" [{', '.join(group.labels)}]" if group.labels else ""
    verb = "holds" if group.text.startswith("{") else "rolls"
    steps = [f"{group.text}{label}: {verb} {listed(group.rolled) or 'no dice'}"]
    steps += [f"  {step.told()}" for step in group.steps if step.changes]
    if len(group.rolled) > 1 or len(steps) > 1:
        steps.append(f"  makes {show(group.total)}")
    return steps
