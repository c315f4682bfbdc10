"""Expressions with open choices: the aims of choices, and how odds decide them.

By default, choices aim for the highest total. If dice with choices are only added, subtracted or
multiplied by numbers, each group is decided separately: for its own highest total, or its lowest if
it is subtracted. In all other expressions every situation is examined, die by die.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from astragal.errors import OddsError
from astragal.experiment.choices import OpenChoiceError
from astragal.experiment.experiment import Asks, Experiment, Variables
from astragal.experiment.run.play import die_by_die
from astragal.experiment.solve.aims import Aim, Decided, Worths
from astragal.notation.cost import nodes_in
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.nodes.arithmetic import Negate, Product, Sum
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.names import Name
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.ranges import Ranges
from astragal.notation.nodes.repeat import Repeat
from astragal.notation.nodes.several import Several
from astragal.notation.nodes.sorted import Sorted
from astragal.notation.nodes.values import TYPED
from astragal.notation.rewriting import with_modifiers
from astragal.notation.weighing.every_roll import order_matters
from astragal.outcome import Number
from astragal.probability.weights import Weights

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.notation.expression import Expression
    from astragal.probability.views import View
    from astragal.probability.weights import Weighing

Wants: TypeAlias = Literal["highest", "lowest"]
_OTHER: Mapping[str, Wants] = {"highest": "lowest", "lowest": "highest"}


# Aims


def total(outcome: Any) -> Any:
    """The default aim of notation: the total; for a list of results, their sum."""
    if isinstance(outcome, tuple):
        return sum(map(total, outcome))
    if isinstance(outcome, int | Fraction):
        return outcome
    raise OddsError(
        "bad-aim",
        "what are the choices for? The outcome is a name, not a total",
        hint="give an aim, such as outcome=hit",
    )


def lowest_total(outcome: Any) -> Any:
    """The aim of players who want a low total."""
    found = total(outcome)
    return not found if isinstance(found, bool) else -found


AIMS: Mapping[str, Callable[[Any], Any]] = {"highest": total, "lowest": lowest_total}


def aim_of(typed: str) -> View:
    """The aim for ``highest``, ``lowest``, ``outcome>=15`` or ``>=15``, as typed."""
    text = typed.strip()
    if text in AIMS:
        return AIMS[text]
    return f"outcome{text}" if text[:1] in ("<", ">", "=", "!") else text


def wanted_by(aim: View | Worths) -> Wants | None:
    """The total that an aim asks for, ``highest`` or ``lowest``; None for other aims."""
    if isinstance(aim, Worths):
        slope = aim.slope
        return None if not slope else "highest" if slope > 0 else "lowest"
    found: Mapping[Any, Wants] = {total: "highest", lowest_total: "lowest", "outcome": "highest"}
    return found.get(aim)


class Choosing(Decided):
    """The best decisions in an expression, if there is a fast way to find them."""

    def __init__(self, expression: Expression) -> None:
        self.expression = expression

    def outcomes(self, memory: Memory) -> Sequence[Any] | None:
        """The outcomes if every optional re-roll is made, as each die can then show any face."""
        rolled = with_modifiers(self.expression, _always)
        found = None if rolled.leaves_choices else memory.odds(rolled)
        if isinstance(found, Weights):
            return tuple(found.table)
        return tuple(found.in_order()) if found is not None and found.finite else None

    def best(self, aim: View | Worths) -> Experiment[Any] | None:
        expression = self.expression
        if isinstance(aim, Worths) and aim.slope == 0:
            aim = expression.own_aim
        wants = wanted_by(aim)
        if wants is not None:
            with suppress(DependentError):
                return decided(expression, wants)
        from astragal.notation.choices.by_worth import ByWorth, sole_choosing_dice

        if len(Aim(aim).goals) > 1:
            return None
        dice = sole_choosing_dice(expression)
        return None if dice is None else ByWorth(expression, dice, aim)


def _always(modifier: Any) -> Any:
    """An optional re-roll turned into a compulsory one."""
    may = isinstance(modifier, Reroll) and modifier.may
    return modifier.replaced(may=False) if may else modifier


# Independent choices


class DependentError(Exception):
    """The best option of one choice depends on other dice."""


def decided(expression: Expression, wants: Wants) -> Expression:
    """The expression with every choice made for the highest or lowest total.

    Raises a DependentError if the choices depend on one another.
    """
    deciding = _Deciding(expression)
    body = deciding.node(expression.body, wants)
    bindings = deciding.bindings()
    return type(expression)(body, bindings, expression.comment, expression.text, expression.limits)


def leaves_choice(node: Node) -> bool:
    """True if a player decides something in a node or its descendants."""
    return any(part.leaves_choice for each in nodes_in((), node) for part in each.parts)


def first_choice(expression: Expression) -> Modifier:
    """The first modifier that leaves a choice."""
    nodes = nodes_in(expression.bindings, expression.body)
    parts = (part for each in nodes for part in each.parts if part.leaves_choice)
    return next(part for part in parts if isinstance(part, Modifier))


class _Deciding:
    """Walks through an expression, tracking the total wanted from each part."""

    def __init__(self, expression: Expression) -> None:
        self.expression = expression
        self._choosing: set[str] = set()
        """the names of rolls that contain choices"""
        for binding in expression.bindings:
            if self._chooses(binding.node):
                self._choosing.add(binding.name)
        self._wanted: dict[str, Wants] = {}

    def node(self, node: Node, wants: Wants) -> Node:
        if not self._chooses(node):
            return node
        match node:
            case Dice():
                return self._dice(node, wants)
            case Name():
                return self._name(node, wants)
            case Labelled():
                return node.replaced(inner=self.node(node.inner, wants))
            case Repeat() | Sorted() | Several() if leaves_choice(node):
                return self._list(node, wants)
            case Ranges() if node.natural_dice is None:
                return node.replaced(total=self.node(node.total, wants))
            case Negate():
                return node.replaced(operand=self.node(node.operand, _OTHER[wants]))
            case Sum():
                return node.replaced(
                    terms=tuple(
                        (sign, self.node(term, wants if sign == "+" else _OTHER[wants]))
                        for sign, term in node.terms
                    )
                )
            case Product():
                return self._product(node, wants)
        raise DependentError

    def _list(self, node: Repeat | Sorted | Several, wants: Wants) -> Node:
        match node:
            case Repeat():
                return node.replaced(body=self.node(node.body, wants))
            case Sorted():
                return node.replaced(repeat=self.node(node.repeat, wants))
            case Several():
                return node.replaced(members=tuple(self.node(each, wants) for each in node.members))

    def _dice(self, dice: Dice, wants: Wants) -> Dice:
        if any(map(leaves_choice, dice.children)) or order_matters(dice.modifiers):
            raise DependentError
        modifiers = tuple(
            each.replaced(wants=wants) if isinstance(each, Reroll) and each.may else each
            for each in dice.modifiers
        )
        return Dice(dice.count, dice.die, modifiers, span=dice.span)

    def _name(self, name: Name, wants: Wants) -> Name:
        if name.name in self._wanted:
            raise DependentError
        self._wanted[name.name] = wants
        return name

    def _product(self, product: Product, wants: Wants) -> Node:
        """Decide a product; only one factor may be rolled, and exact division keeps the order."""
        sign: Number = 1
        for op, factor in product.factors:
            if isinstance(factor, TYPED):
                sign = sign * factor.n if op in "*/" else 0
            elif isinstance(factor, Negate) and isinstance(factor.operand, TYPED):
                sign = -sign * factor.operand.n if op in "*/" else 0
            elif op != "*" or not self._chooses(factor):
                raise DependentError
        if not sign or sum(self._chooses(factor) for _, factor in product.factors) > 1:
            raise DependentError
        side = wants if sign > 0 else _OTHER[wants]
        return product.replaced(
            factors=tuple(
                (op, self.node(factor, side) if self._chooses(factor) else factor)
                for op, factor in product.factors
            )
        )

    def _chooses(self, node: Node) -> bool:
        names = {each.used_name for each in nodes_in((), node)}
        return leaves_choice(node) or bool(names & self._choosing)

    def bindings(self) -> tuple[Any, ...]:
        """Decide the named rolls, last to first, as later rolls may use earlier names."""
        done = []
        for binding in reversed(self.expression.bindings):
            wants = self._wanted.get(binding.name, "highest")
            done.append(binding.replaced(node=self.node(binding.node, wants)))
        return tuple(reversed(done))


# Dependent choices


class Filled(Experiment[Any]):
    """An expression with open choices, and the caller's values for its variables."""

    expression: Expression
    values: tuple[tuple[str, Number], ...]

    replays: ClassVar[bool] = True

    def steps(self) -> Asks[Any]:
        return self.steps_after(())

    def steps_after(self, answers: tuple[Any, ...]) -> Asks[Any]:
        return die_by_die(self.expression, answers, dict(self.values))

    def weigh(self, memory: Memory) -> Weighing:
        return still_open(self.expression)

    def look_ahead(self, memory: Memory) -> None:
        self.expression.look_ahead(memory)

    def steps_of_replay(self, answers: int) -> int:
        return self.expression.steps_of_replay(answers)

    @property
    def variable_names(self) -> tuple[str, ...]:
        return ()

    @property
    def own_aim(self) -> View:
        return total

    def __str__(self) -> str:
        return str(self.expression)

    @property
    def label(self) -> str:
        return self.expression.typed


def still_open(expression: Expression) -> Generator[Any, Any, Any]:
    """Refuse odds before the choices are decided."""
    raise OpenChoiceError(first_choice(expression).open_choice().at(None, expression.label))
    yield


def filled(expression: Expression, variables: Variables) -> Experiment[Any]:
    names = expression.variable_names
    if not names:
        return expression
    return Filled(expression, tuple((name, variables[name]) for name in names if name in variables))


def answers_so_far(
    faces: list[int], begun: int, answered: tuple[tuple[int, Any], ...]
) -> tuple[Any, ...]:
    """The faces an expression drew, interleaved with the decisions."""
    answers: list[Any] = []
    for after, option in answered:
        answers += [*faces[begun:after], option]
        begun = after
    return (*answers, *faces[begun:])
