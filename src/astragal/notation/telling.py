"""A roll of notation in words: in one line, and step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from astragal.notation.modifiers.modifier import Modifier, operands_of, spelt_with
from astragal.notation.nodes.node import Level, Node
from astragal.outcome import Outcome, show
from astragal.rolling.roll import Line
from astragal.rolling.trace import Change, Did, RolledDie, RolledGroup, listed

if TYPE_CHECKING:
    from astragal.experiment.experiment import Variables
    from astragal.experiment.run.scenes import Scene
    from astragal.notation.expression import Expression
    from astragal.rolling.trace import Trace

_SHOWN_DICE = 40


def tell_line(expression: Expression, scene: Scene) -> Line:
    """``4d6kh3 → (6, 5, 4, ~2~) = 15``."""
    teller = Teller(scene.trace, scene.variables)
    named = expression.uncommented
    if expression.comment:
        named = f"{expression.comment}: {named}"
    parts = [f"{binding.name} = {teller.say(binding.node)}" for binding in expression.bindings]
    body = expression.body
    said = "" if body.told_in_steps else teller.say(body)
    sign, result = teller.result(body, scene.outcome)
    if not teller.groups:
        return Line(named, "", "=", result)
    if said == result or not said:
        return Line(named, "; ".join(parts), ";" if parts else "", result)
    return Line(named, "; ".join([*parts, said]), sign, result)


def tell_steps(expression: Expression, scene: Scene) -> list[str]:
    """For each group what was rolled and what each modifier did; then how the outcome follows."""
    teller = Teller(scene.trace, scene.variables)
    steps: list[str] = []
    for binding in expression.bindings:
        steps += teller.steps_of(binding.node)
    body, outcome = expression.body, scene.outcome
    if body.results and isinstance(outcome, tuple):
        rolled = scene.trace.unsorted if body.sorts else outcome
        for number, (node, each) in enumerate(zip(body.results, rolled, strict=True), 1):
            steps.append(f"{number}. {teller.verdict(node, each, teller.say(node))}")
        return [*steps, f"sorted: {show(outcome)}"] if body.sorts else steps
    before = teller.taken
    steps += teller.steps_of(body)
    teller.taken = before
    teller.totals = True
    said = teller.say(body)
    if steps and body.last_pool is body:
        return steps
    return [*steps, teller.verdict(body, outcome, said)]


class Teller:
    """Walks through an expression as it was evaluated, taking the rolled groups in order."""

    def __init__(self, trace: Trace, variables: Variables) -> None:
        self.variables = variables
        self.groups, self._totals_of_ranges = trace.groups, trace.totals
        self.taken = 0
        self.totals = False
        """whether each group of dice is shown as its total"""
        self._totals_taken = 0

    def take(self) -> RolledGroup:
        """The group that was finished next."""
        self.taken += 1
        return self.groups[self.taken - 1]

    def say(self, node: Node, level: Level = Level.COMPARISON) -> str:
        """A node's text with the dice as rolled, in brackets if it binds looser than ``level``."""
        text = node.say(self)
        return f"({text})" if node.level < level else text

    def rolled(self, node: Node) -> str:
        """A number that was rolled as a count, as sides or as an operand."""
        text = self.say(node)
        return text if text.startswith("(") and node.last_pool is node else f"({text})"

    def rolled_operands(self, modifiers: Sequence[Modifier]) -> str:
        """Modifiers with the rolled numbers in them; "" if no number was rolled."""
        nodes = [node for node in operands_of(modifiers) if node.draws]
        texts = {id(node): self.rolled(node) for node in nodes}
        return spelt_with(modifiers, texts) if texts else ""

    def result(self, body: Node, outcome: Outcome) -> tuple[str, str]:
        """The sign before the outcome, and the outcome in words."""
        if body.reads_ranges:
            from astragal.notation.nodes.ranges import NO_RANGE

            total = show(self._totals_of_ranges[self._totals_taken])
            self._totals_taken += 1
            return "=", f"{total}, in {NO_RANGE}" if outcome == NO_RANGE else f"{total}: {outcome}"
        return ":" if isinstance(outcome, bool) else "=", show(outcome)

    def verdict(self, body: Node, outcome: Outcome, said: str) -> str:
        """``said = outcome``."""
        sign, result = self.result(body, outcome)
        if not said or said == result:
            return result
        return f"{said}{sign} {result}" if sign == ":" else f"{said} {sign} {result}"

    def steps_of(self, node: Node) -> list[str]:
        """The steps of all groups that were rolled for a node."""
        start = self.taken
        self.say(node)
        return [line for group in self.groups[start : self.taken] for line in _steps(group)]

    def dice(self, group: RolledGroup) -> str:
        """``(6, 5, 4, ~2~)``."""
        shown = [
            self.die(die) if die.history else show(die.face) for die in group.dice[:_SHOWN_DICE]
        ]
        if more := len(group.dice) - len(shown):
            shown.append(f"… {more:,} more")
        return f"({', '.join(shown)})"

    @staticmethod
    def die(die: RolledDie, text: str | None = None) -> str:
        """One die with what happened to it: ``1→5``, ``6!``, ``6+4``, ``9✓``, ``~2~``."""
        shown = show(die.face) if text is None else text
        for change in die.history:
            shown += _mark(change)
        return shown if die.kept else f"~{shown}~"


def _mark(change: Change) -> str:
    match change.did:
        case Did.EXPLODED:
            return "!"
        case Did.FOLDED:
            return f"+{show(change.after - change.before)}"
        case Did.ADDED:
            return "-1" if change.after != change.before else ""
        case Did.COUNTED:
            points = int(change.after)
            return "✓" * points if points > 0 else "✗" * -points
        case Did.DROPPED:
            return ""
        case _:
            return f"→{show(change.after)}"


def _steps(group: RolledGroup) -> list[str]:
    """What was rolled, what each modifier changed, and the total."""
    label = f" [{', '.join(group.labels)}]" if group.labels else ""
    verb = "holds" if group.text.startswith("{") else "rolls"
    steps = [f"{group.text}{label}: {verb} {listed(group.rolled) or 'no dice'}"]
    steps += [f"  {step.told()}" for step in group.steps if step.changes]
    if len(group.rolled) > 1 or len(steps) > 1:
        steps.append(f"  makes {show(group.total)}")
    return steps
