"""Telling a roll: in one friendly line, and step by step."""

from __future__ import annotations

from collections.abc import Iterable

from astragal.notation.arithmetic import Call, Compare, Negate, Product, Sum
from astragal.notation.expression import Expression
from astragal.notation.nodes import Given, Labelled, Level, Node
from astragal.notation.pools import Dice, Group, Repeat
from astragal.notation.ranges import NO_RANGE, Ranges
from astragal.outcome import Number, Outcome, show
from astragal.rolling.roll import Line, Roll
from astragal.rolling.trace import Change, Did, RolledDie, RolledGroup, Step

_SHOWN_DICE = 40


def tell_line(expression: Expression, roll: Roll) -> Line:
    """``4d6kh3 → (6, 5, 4, ~2~) = 15``."""
    teller = _Teller(expression, roll)
    comment = f"{expression.comment}: " if expression.comment else ""
    named = comment + expression.uncommented
    parts = [f"{binding.name} = {teller.say(binding.node)}" for binding in expression.bindings]
    body = expression.body
    repeated = isinstance(body, Repeat)
    said = "" if repeated else teller.say(body)
    sign, result = teller.result(body, roll.outcome)
    if not teller.groups:
        return Line(named, "", "=", result)
    if said == result or not said:
        return Line(named, "; ".join(parts), ";" if parts else "", result)
    return Line(named, "; ".join([*parts, said]), sign, result)


def tell_steps(expression: Expression, roll: Roll) -> list[str]:
    """Each group: what was rolled, what each modifier did; then how the outcome came about."""
    teller = _Teller(expression, roll)
    steps: list[str] = []
    for binding in expression.bindings:
        steps += teller.steps_of(binding.node)
    body = expression.body
    if isinstance(body, Repeat) and isinstance(roll.outcome, tuple):
        for number, outcome in enumerate(roll.outcome, 1):
            said = teller.say(body.body)
            steps.append(f"{number}. {teller.verdict(body.body, outcome, said)}")
        return steps
    before = teller.taken
    steps += teller.steps_of(body)
    teller.taken = before
    said = teller.sum_up(body)
    if steps and isinstance(body, Dice | Group):
        return steps
    return [*steps, teller.verdict(body, roll.outcome, said)]


class _Teller:
    """Walks an expression in the order it was evaluated, taking the rolled groups as they come."""

    def __init__(self, expression: Expression, roll: Roll) -> None:
        self.variables = roll.variables
        trace = expression.trace(roll)
        self.groups, self.totals = trace.groups, trace.totals
        self.taken = 0
        self._totals_taken = 0

    def take(self) -> RolledGroup:
        self.taken += 1
        return self.groups[self.taken - 1]

    def result(self, body: Node, outcome: Outcome) -> tuple[str, str]:
        """The outcome in words, and the sign that goes before it."""
        if isinstance(body, Ranges):
            total = show(self.totals[self._totals_taken])
            self._totals_taken += 1
            return "=", f"{total}, in {NO_RANGE}" if outcome == NO_RANGE else f"{total}: {outcome}"
        return ":" if isinstance(outcome, bool) else "=", show(outcome)

    def verdict(self, body: Node, outcome: Outcome, said: str) -> str:
        """How a text comes to an outcome: ``said = outcome``."""
        sign, result = self.result(body, outcome)
        if not said or said == result:
            return result
        return f"{said}{sign} {result}" if sign == ":" else f"{said} {sign} {result}"

    def say(self, node: Node) -> str:
        """The node's text with the dice as they fell."""
        return self._walk(node, totals=False)

    def sum_up(self, node: Node) -> str:
        """The node's text with each group of dice as its total."""
        return self._walk(node, totals=True)

    def _walk(self, node: Node, *, totals: bool) -> str:
        def walk(child: Node, level: Level = Level.COMPARISON) -> str:
            text = self._walk(child, totals=totals)
            return f"({text})" if child.level < level else text

        match node:
            case Given():
                return show(node.variable.look_up(self.variables))
            case Negate(operand=operand):
                return f"-{walk(operand, Level.UNARY)}"
            case Sum(terms=terms):
                return _chain([(sign, walk(term, Level.PRODUCT)) for sign, term in terms])
            case Product(factors=factors):
                return _chain([(op, walk(factor, Level.UNARY)) for op, factor in factors])
            case Compare():
                left, right = walk(node.left, Level.SUM), walk(node.right, Level.SUM)
                upto = "" if node.upto is None else f"..{walk(node.upto, Level.SUM)}"
                return f"{left} {node.op} {right}{upto}"
            case Call():
                return f"{node.name}({', '.join(map(walk, node.arguments))})"
            case Labelled():
                labels = "".join(f"[{label}]" for label in node.labels)
                return walk(node.inner, Level.PRIMARY) + labels
            case Repeat():
                return f"[{', '.join(walk(node.body) for _ in range(node.times))}]"
            case Ranges():
                return walk(node.total)
            case Group():
                members = list(map(walk, node.members))
                return self._group(members, totals=totals)
            case Dice():
                asked = self._asked(node, totals=totals)
                group = self.take()
                return show(group.total) if totals else asked + _show_dice(group)
            case _:
                return str(node)

    def _group(self, members: list[str], *, totals: bool) -> str:
        """``{…}`` as it fell; its own group was finished after its members'."""
        group = self.take()
        if totals:
            return show(group.total)
        shown = [_show_die(die, members[die.position]) for die in group.dice]
        return "{" + ", ".join(shown) + "}"

    def _asked(self, node: Dice, *, totals: bool) -> str:
        """``(2)d6`` where the count or the sides were rolled; else nothing."""
        parts = [self._rolled_part(child, totals=totals) for child in node.children]
        if not parts:
            return ""
        count = str(node.count) if isinstance(node.count, int) else parts.pop(0)
        sides = str(node.die) if not parts else f"d{parts[0]}"
        return f"{count}{sides} "

    def _rolled_part(self, node: Node, *, totals: bool) -> str:
        text = self._walk(node, totals=totals)
        return text if isinstance(node, Dice | Group) else f"({text})"

    def steps_of(self, node: Node) -> list[str]:
        """The steps of every group the node rolled."""
        start = self.taken
        self.say(node)
        steps = []
        for group in self.groups[start : self.taken]:
            steps += _group_steps(group)
        return steps


def _chain(parts: list[tuple[str, str]]) -> str:
    first, *rest = parts
    return first[1] + "".join(f" {sign} {text}" for sign, text in rest)


def _show_dice(group: RolledGroup) -> str:
    shown = [_show_die(die) for die in group.dice[:_SHOWN_DICE]]
    more = len(group.dice) - len(shown)
    return f"({', '.join([*shown, *([f'… {more:,} more'] if more else [])])})"


def _show_die(die: RolledDie, text: str | None = None) -> str:
    """One die with what happened to it: ``1→5``, ``6!``, ``6+4``, ``9✓``, ``~2~``."""
    shown = show(die.face) if text is None else text
    for change in die.history:
        shown += _show_change(change)
    return shown if die.kept else f"~{shown}~"


def _show_change(change: Change) -> str:
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


def _group_steps(group: RolledGroup) -> list[str]:
    """What was rolled, what each modifier did if it did anything, and what it makes."""
    label = f" [{', '.join(group.labels)}]" if group.labels else ""
    verb = "holds" if group.text.startswith("{") else "rolls"
    steps = [f"{group.text}{label}: {verb} {_list(group.rolled) or 'no dice'}"]
    steps += [f"  {step.by} {_what_it_did(step)}" for step in group.steps if step.changes]
    if len(group.rolled) > 1 or len(steps) > 1:
        steps.append(f"  makes {show(group.total)}")
    return steps


def _what_it_did(step: Step) -> str:
    """All the changes of one modifier are of one kind, but that an exploding die also adds one."""
    changes = step.changes
    match changes[0].did:
        case Did.DROPPED:
            dropped = _list(change.before for change in changes)
            return f"drops {dropped}, keeps {_list(step.left) or 'nothing'}"
        case Did.REROLLED:
            return f"re-rolls {_moves(changes)}"
        case Did.RAISED:
            return f"raises {_moves(changes)}"
        case Did.CAPPED:
            return f"caps {_moves(changes)}"
        case Did.COUNTED:
            hits = [change for change in changes if change.after]
            return f"counts {_join([_counted(change) for change in hits]) or 'nothing'}"
        case Did.FOLDED:
            extra = _list(change.after - change.before for change in changes)
            return f"explodes: adds {extra} to {'the die' if len(changes) == 1 else 'the dice'} that did"
        case _:
            added = [change for change in changes if change.did is Did.ADDED]
            less = " less 1 each" if any(each.after != each.before for each in added) else ""
            return f"explodes: rolls {_list(each.before for each in added)}{less} more"


def _counted(change: Change) -> str:
    points = "" if change.after == 1 else f" as {show(change.after)}"
    return show(change.before) + points


def _moves(changes: tuple[Change, ...]) -> str:
    return _join([f"{show(change.before)} to {show(change.after)}" for change in changes])


def _list(numbers: Iterable[Number]) -> str:
    return _join([show(number) for number in numbers])


def _join(items: list[str]) -> str:
    """``6, 5, 4``; past forty, how many more."""
    if len(items) > _SHOWN_DICE:
        return ", ".join(items[:_SHOWN_DICE]) + f" … {len(items) - _SHOWN_DICE:,} more"
    return ", ".join(items)
