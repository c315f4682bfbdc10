"""The base of all modifiers: what may follow a group of dice.

Each modifier is one class in one module of this folder. It owns its words in the notation, what it does to
a roll, what it does to odds, how it is told and its rows in the documentation; nothing else knows of it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

from astragal._value import field
from astragal.die import Die
from astragal.errors import NOWHERE, NotationError, RollError, Span
from astragal.notation.operands import operands_in, rolled_operand, with_numbers
from astragal.notation.operation import Operation
from astragal.outcome import Number
from astragal.rolling.frame import Frame
from astragal.rolling.trace import GroupLog, Step

if TYPE_CHECKING:
    from astragal.notation.nodes.node import Node
    from astragal.notation.syntax.reader import Reader
    from astragal.odds.laws.law import Law
    from astragal.odds.pools.effects import Effect

Values: TypeAlias = Sequence[Number]


class Modifier(Operation, abstract=True):
    """One modifier. Numbers in it may be nodes: ``settled`` puts what they come to in their place."""

    span: Span = field(default=NOWHERE, compare=False, kw_only=True)
    operands: tuple[Node, ...] = field(init=False, compare=False)
    """the nodes among the numbers in it"""
    literal: bool = field(init=False, compare=False)
    """whether all numbers in it are typed"""

    words: ClassVar[tuple[str, ...]]
    """how it begins, in small letters; where two modifiers share a word, the one that reads further wins"""
    samples: ClassVar[tuple[str, ...]]
    """a spelling of every form it has, for the help, the fuzzer and generated tests"""

    draws: ClassVar[bool] = False
    """whether it rolls more dice, which only real dice can"""
    picks: ClassVar[bool] = False
    """whether it picks some of several values, so that a group of one has no use for it"""
    ends: ClassVar[bool] = False
    """whether nothing may follow it"""
    explodes: ClassVar[bool] = False
    """whether what it adds is no longer part of the natural result"""

    _needed: ClassVar[tuple[str, ...]] = ("chapter", "examples", "words", "samples")

    def __init_subclass__(cls, *, abstract: bool = False) -> None:
        super().__init_subclass__(abstract=abstract)
        if not abstract:
            MODIFIERS.append(cls)

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        operands = tuple(operands_in(self))
        object.__setattr__(self, "operands", operands)
        object.__setattr__(self, "literal", not operands)

    # In the notation

    @classmethod
    @abstractmethod
    def read(cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> Self | None:
        """Read what follows ``word``, which starts at ``start``; None if it is not this modifier."""

    @abstractmethod
    def __str__(self) -> str:
        """Its canonical spelling."""

    @abstractmethod
    def describe(self) -> str:
        """What it does, in words."""

    @property
    def takes_condition(self) -> bool:
        """Whether a comparison straight behind it would be its condition."""
        return False

    def leaves_one(self, one: bool) -> bool:
        """Whether one value is left behind it, if that was so (or not) before it."""
        return one

    # In a roll

    def settled(self, number_of: Callable[[Node], int]) -> Self:
        """The same modifier with a number in place of every node."""
        return with_numbers(self, number_of)

    def check(self, die: Die) -> None:
        """Refuse what could never end on this die."""

    @abstractmethod
    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        """The values after it, in order; ``die`` is None for the members of a ``{…}`` group.

        A modifier that draws does so die by die, from left to right, and reports to the log if there is one.
        """

    @property
    def looks(self) -> int:
        """How often it looks at each value."""
        return 1

    @abstractmethod
    def tell(self, step: Step) -> str:
        """What it did in a roll, as the rest of a sentence: ``drops 2, keeps 6, 5, 4``."""

    # In odds

    @abstractmethod
    def effect(self, die: Die | None, face: Law | None) -> Effect | None:
        """What it does to the odds of a pool, once its operands are numbers; None for nothing.

        ``die`` and ``face``, the odds of one die, are None for the members of a ``{…}`` group.
        """


MODIFIERS: list[type[Modifier]] = []
"""Every modifier, as they register themselves."""


def apply_all(
    modifiers: Sequence[Modifier],
    values: Values,
    die: Die | None,
    frame: Frame,
    log: GroupLog | None,
) -> Values:
    """The values after all the modifiers, in the order written."""
    for modifier in modifiers:
        if frame.extra_dice:
            # Dice that nobody could count beforehand are looked at too.
            frame.look(len(values), modifier.span)
        if log is not None:
            log.begin(modifier)
        now = modifier if modifier.literal else _settled(modifier, die, frame)
        values = now.apply(values, die, frame, log)
        if log is not None:
            log.end()
    return values


def check_all(modifiers: Sequence[Modifier], die: Die, frame: Frame) -> None:
    """Refuse what could never end on this die, as far as that is known before dice are drawn."""
    for modifier in modifiers:
        if modifier.literal:
            modifier.check(die)
        elif not any(node.draws for node in modifier.operands):
            _settled(modifier, die, frame)


def _settled(modifier: Modifier, die: Die | None, frame: Frame) -> Modifier:
    """The modifier with what its operands come to in a roll."""
    settled = modifier.settled(lambda node: rolled_operand(node, frame))
    if die is not None:
        settled.check(die)
    return settled


def looks(modifiers: Sequence[Modifier]) -> int:
    """How often modifiers look at each value."""
    return sum(modifier.looks for modifier in modifiers)


def operands_of(modifiers: Sequence[Modifier]) -> list[Node]:
    """The nodes among the numbers in modifiers, in the order written."""
    return [node for modifier in modifiers for node in modifier.operands]


def before_explosion(modifiers: Sequence[Modifier]) -> int:
    """How many modifiers stand before the first that explodes; all of them, if none does."""
    places = (place for place, each in enumerate(modifiers) if each.explodes)
    return next(places, len(modifiers))


def spelt_with(modifiers: Sequence[Modifier], texts: Mapping[int, str]) -> str:
    """Modifiers as text, with other texts in place of some nodes, by their ids."""
    text = join(modifiers)
    for node in operands_of(modifiers):
        if id(node) in texts:
            text = text.replace(node.as_operand, texts[id(node)], 1)
    return text


def effects_of(modifiers: Sequence[Modifier], die: Die, face: Law) -> list[Effect]:
    """What modifiers of dice do to the odds; ``face`` is what new dice are drawn from, too."""
    for modifier in modifiers:
        modifier.check(die)
    return _effects(modifiers, die, face)


def effects_on_totals(modifiers: Sequence[Modifier]) -> list[Effect]:
    """What modifiers of a ``{…}`` group do to the odds."""
    return _effects(modifiers, None, None)


def _effects(modifiers: Sequence[Modifier], die: Die | None, face: Law | None) -> list[Effect]:
    effects = (modifier.effect(die, face) for modifier in modifiers)
    return [effect for effect in effects if effect is not None]


def join(modifiers: Sequence[Modifier]) -> str:
    """Modifiers as text, with a space where two would otherwise read as one."""
    text = ""
    before: Modifier | None = None
    for modifier in modifiers:
        spelt = str(modifier)
        text += " " + spelt if before is not None and _merges(before, text, spelt) else spelt
        before = modifier
    return text


def _merges(before: Modifier, text: str, following: str) -> bool:
    if following[0] == "!" and before.takes_condition:
        return True  # `r!=3` reads two ways
    if following[0].isalnum() and _ends_with_a_name(before):
        return True
    if text[-1] in _SYMBOLS or following[0].isalnum():
        return _is_one_word(text, following)
    return False


def _ends_with_a_name(modifier: Modifier) -> bool:
    last = modifier.operands[-1].as_operand[-1] if modifier.operands else ""
    return str(modifier)[-1] == last and (last.isalnum() or last == "_")


_SYMBOLS = frozenset("!♻")


def _is_one_word(text: str, following: str) -> bool:
    """Whether the end of one and the beginning of the other are a word, or a row of one symbol."""
    if text[-1] == following[0] and text[-1] == "♻":
        return True
    words = [word for each in MODIFIERS for word in each.words]
    return any(
        text.endswith(word[:cut]) and following.startswith(word[cut:])
        for word in words
        for cut in range(1, len(word))
    )


def check_sequence(modifiers: Sequence[Modifier]) -> None:
    """Refuse what stands behind a modifier that ends the list, such as a count."""
    for before, after in pairwise(modifiers):
        if before.ends:
            raise NotationError(
                "after-count",
                f"`{after}` stands behind the count `{before}`",
                span=after.span,
                hint=f"put it before: `{after}{before}`",
            )


def never_stops(what: str, span: Span) -> RollError:
    return RollError("endless", f"{what}: it would never stop", span=span)
