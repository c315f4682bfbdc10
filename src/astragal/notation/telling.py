"""Telling a roll: in one friendly line, and step by step."""

from __future__ import annotations

from collections.abc import Iterator

from astragal.notation.arithmetic import Call, Compare, Negate, Product, Sum
from astragal.notation.expression import Expression
from astragal.notation.nodes import Given, Labelled, Level, Node
from astragal.notation.pools import Dice, Group, Repeat
from astragal.notation.ranges import NO_RANGE, Ranges
from astragal.rolling.outcome import Number, Outcome, show
from astragal.rolling.roll import Line, Roll
from astragal.rolling.trace import Change, Did, RolledDie, RolledGroup

_SHOWN_DICE = 40


def tell_line(expression: Expression, roll: Roll) -> Line:
    """``4d6kh3 → (6, 5, 4, ~2~) = 15``."""
    teller = _Teller(expression, roll)
    text = "; ".join([*map(str, expression.bindings), str(expression.body)])
    named = f"{expression.comment}: {text}" if expression.comment else text
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
    mark = teller.mark()
    steps += teller.steps_of(body)
    teller.reset(mark)
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
        self._next = 0
        self._next_total = 0

    def mark(self) -> tuple[int, int]:
        return (self._next, self._next_total)

    def reset(self, mark: tuple[int, int]) -> None:
        self._next, self._next_total = mark

    def take(self) -> RolledGroup:
        group = self.groups[self._next]
        self._next += 1
        return group

    def result(self, body: Node, outcome: Outcome) -> tuple[str, str]:
        """The outcome in words, and the sign that goes before it."""
        if isinstance(body, Ranges):
            total = show(self.totals[self._next_total])
            self._next_total += 1
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
                return f"{walk(node.inner, Level.PRIMARY)}[{node.label}]"
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
        start = self._next
        self.say(node)
        steps = []
        for group in self.groups[start : self._next]:
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
    if change.did is Did.EXPLODED:
        return f"+{change.after - change.before}" if change.after != change.before else "!"
    if change.did is Did.ADDED:
        return "-1" if change.after != change.before else ""
    if change.did is Did.COUNTED:
        points = int(change.after)
        return "✓" * points if points > 0 else "✗" * -points
    if change.did is Did.DROPPED:
        return ""
    return f"→{show(change.after)}"


def _group_steps(group: RolledGroup) -> list[str]:
    rolled = [die for die in group.dice if not die.did(Did.ADDED)]
    label = f" [{', '.join(group.labels)}]" if group.labels else ""
    verb = "holds" if group.text.startswith("{") else "rolls"
    first = f"{group.text}{label}: {verb} {_list(show(die.face) for die in rolled) or 'no dice'}"
    steps = [first]
    for by, did in _modifiers_at_work(group):
        steps.append(f"  {by} {_what_it_did(group, by, did)}")
    if len(group.dice) > 1 or len(steps) > 1:
        steps.append(f"  makes {show(group.total)}")
    return steps


def _modifiers_at_work(group: RolledGroup) -> list[tuple[str, Did]]:
    """The modifiers that changed something, in the order they first did."""
    seen: dict[tuple[str, Did], None] = {}
    depth = max((len(die.history) for die in group.dice), default=0)
    for step in range(depth):
        for die in group.dice:
            if step < len(die.history) and die.history[step].did is not Did.ADDED:
                seen.setdefault((die.history[step].by, die.history[step].did))
    return list(seen)


def _what_it_did(group: RolledGroup, by: str, did: Did) -> str:
    changes = [
        change
        for die in group.dice
        for change in die.history
        if change.by == by and change.did is did
    ]
    moves = _list(f"{show(change.before)} to {show(change.after)}" for change in changes)
    match did:
        case Did.DROPPED:
            kept = [die for die in group.dice if die.kept]
            dropped = _list(show(change.after) for change in changes)
            return f"drops {dropped}, keeps {_list(show(die.value) for die in kept) or 'nothing'}"
        case Did.REROLLED:
            return f"re-rolls {moves}"
        case Did.RAISED:
            return f"raises {moves}"
        case Did.CAPPED:
            return f"caps {moves}"
        case Did.COUNTED:
            hits = [change for change in changes if change.after]
            return (
                f"counts {_list(f'{show(c.before)}{_points(c.after)}' for c in hits) or 'nothing'}"
            )
        case _:
            return _explosions(group, by, changes)


def _explosions(group: RolledGroup, by: str, changes: list[Change]) -> str:
    if any(change.after != change.before for change in changes):
        extra = [change.after - change.before for change in changes]
        return f"explodes: adds {_list(map(show, extra))} to {'the die' if len(extra) == 1 else 'the dice'} that did"
    added = [die for die in group.dice if die.history and die.history[0].did is Did.ADDED]
    mine = [die for die in added if die.history[0].by == by]
    shown = [
        show(die.face) if die.history[0].after == die.face else f"{show(die.face)} less 1"
        for die in mine
    ]
    return f"explodes {_list(show(c.before) for c in changes)}: rolls {_list(shown)} more"


def _points(points: Number) -> str:
    if points == 1:
        return ""
    return " as -1" if points == -1 else f" as {show(points)}"


def _list(items: Iterator[str] | list[str] | map[str]) -> str:
    """``6, 5, 4``; past forty, how many more."""
    shown = list(items)
    if len(shown) > _SHOWN_DICE:
        return ", ".join(shown[:_SHOWN_DICE]) + f" … {len(shown) - _SHOWN_DICE:,} more"
    return ", ".join(shown)
