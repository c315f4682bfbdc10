"""Conventions of a game: typed dice become plain notation, or call one of its rules.
All games share one parser. Its expression goes through the game's conventions in turn and comes out
as plain notation, which can be rolled again without the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Literal, NamedTuple, TypeAlias

from astragal._value import put
from astragal.die import Die
from astragal.errors import AstragalError, RuleError
from astragal.notation.expression import Expression
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.node import Node
from astragal.notation.rewriting import rewritten


class Convention(NamedTuple):
    """A game's own reading of dice.

    ``rewrite`` returns the expression as the game reads it, or the same expression if nothing
    changes. It must leave its own results unchanged.

    >>> import astragal
    >>> from astragal.notation.nodes.dice import Dice
    >>> from astragal.notation.nodes.node import Node
    >>> from astragal.notation.rewriting import rewritten
    >>> def doubled(node: Node) -> Node:
    ...     once = isinstance(node, Dice) and node.count == 1
    ...     return node.replaced(count=2) if once else node
    >>> twice = Convention("one die is two", lambda dice: rewritten(dice, doubled))
    >>> str(twice.rewrite(astragal.parse("d6 + 3d4")))
    '2d6 + 3d4'
    """

    says: str
    """words that follow "in this game": ``a d100 reads 00 to 99``"""
    rewrite: Callable[[Expression], Expression]
    low_is_good: bool = False
    """whether low results are good for a roll that was rewritten, unless the roll says otherwise"""

    @classmethod
    def of_die(cls, typed: Die, read: Die, says: str, *, low_is_good: bool = False) -> Convention:
        """A convention that replaces one die with another everywhere.

        >>> import astragal
        >>> from astragal import Die
        >>> clock = Convention.of_die(Die(12), Die(range(12)), "a d12 reads 0 to 11")
        >>> str(clock.rewrite(astragal.parse("2d12kh1 + d6")))
        '2d{0..11}kh1 + 1d6'
        """

        def changed(node: Node) -> Node:
            is_it = isinstance(node, Dice) and node.die == typed
            return node.replaced(die=read) if is_it else node

        return cls(says, lambda expression: rewritten(expression, changed), low_is_good)


class Against(NamedTuple):
    """Dice that are rolled against something: ``d100 under 45``, ``1d20+5 vs 1d20+3``."""

    dice: Expression
    """the dice, as the game reads them"""
    goal: int | str | Expression
    """the target: a number, a name for one, or the dice of the other side"""
    wanted: Literal["under", "over", ""] = ""
    """the side of the goal where the roll succeeds, if it is stated"""
    reactive: str = ""
    """the reacting side, if it is stated: us, them or both"""


class TypedCall(NamedTuple):
    """A rule of the game with its parameters as a player types them."""

    rule: str
    parameters: Mapping[str, str]


Judge: TypeAlias = Callable[[Against], TypedCall | None]
"""Finds the call for dice against a goal; None if they mean the same as in any other game."""


@contextmanager
def _named(what: str) -> Iterator[None]:
    """Convert unexpected errors in a convention's code to RuleErrors that name the convention."""
    try:
        yield
    except AstragalError:
        raise
    except Exception as error:
        message = f"{what} cannot be worked out: {type(error).__name__}: {error}"
        raise RuleError("raised", message) from error


class Conventions:
    """The conventions by which a game reads dice, applied in order.

    ``against`` picks the rule for dice that are rolled against something. ``rolls`` are the dice to
    roll under a number if the player names none.

    >>> import astragal
    >>> from astragal.mechanics.conventions import D100_FROM_ZERO
    >>> read = Conventions(D100_FROM_ZERO).read(astragal.parse("d100 + 5"), "my game")
    >>> str(read), read.convention
    ('1d{0..99} + 5', 'in my game a d100 reads 00 to 99, and low is good')
    """

    def __init__(self, *each: Convention, against: Judge | None = None, rolls: str = "") -> None:
        self.each = each
        self._against = against
        self.rolls = rolls

    def read(self, typed: Expression, game: str) -> Expression:
        """The dice in plain notation, which are still shown as they were typed."""
        expression, says, low_is_good = typed, [], False
        for convention in self.each:
            with _named(f"{game}: `{convention.says}`"):
                changed = convention.rewrite(expression)
            if changed != expression:
                expression = changed
                says.append(convention.says)
                low_is_good = low_is_good or convention.low_is_good
        if says:
            put(expression, "typed", typed.typed)
            put(expression, "convention", f"in {game} {'; '.join(says)}")
            put(expression, "remarks", (expression.convention, *expression.remarks))
            put(expression, "low_is_good", low_is_good)
        return expression

    @property
    def against(self) -> Judge | None:
        """The function that picks a rule for dice against something, if the game has one."""
        judge = self._against
        if judge is None:
            return None

        def judged(dice: Against) -> TypedCall | None:
            with _named("dice against something"):
                return judge(dice)

        return judged

    @property
    def low_is_good(self) -> bool:
        return any(each.low_is_good for each in self.each)
