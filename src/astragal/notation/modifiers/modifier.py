"""The base of all modifiers, which follow groups of dice.

Each modifier is one class in one module of this folder. It defines its words in the notation, its
effect on rolls and odds, the description of that effect, and its rows in the documentation.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

from astragal._value import field, put
from astragal.die import Die
from astragal.errors import NOWHERE, NotationError, RollError, Span
from astragal.notation.operands import operands_in, rolled_operand, with_numbers
from astragal.notation.operation import Operation, import_modules
from astragal.outcome import Number
from astragal.rolling.frame import Frame
from astragal.rolling.phrases import Phrase, Said, phrase
from astragal.rolling.trace import GroupLog, Step

if TYPE_CHECKING:
    from astragal.experiment.choices import Choice
    from astragal.notation.nodes.node import Node
    from astragal.notation.syntax.reader import Reader
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.effects import Effect
    from astragal.rolling.rows import Rows

Values: TypeAlias = Sequence[Number]


class Modifier(Operation, abstract=True):
    """A modifier. Its operands may be nodes, which ``settled`` replaces by numbers."""

    span: Span = field(default=NOWHERE, compare=False, kw_only=True)
    operands: tuple[Node, ...] = field(init=False, compare=False)
    """the operands that are nodes"""
    literal: bool = field(init=False, compare=False)
    """whether all of its numbers are typed"""

    words: ClassVar[tuple[str, ...]]
    """the words that begin it, in lower case; if two modifiers share one, the longer match wins"""
    joint: ClassVar[str] = ""
    """the sign that its text always contains, if there is one"""
    samples: ClassVar[tuple[str, ...]]
    """an example of each of its forms, for the help, the fuzzer and generated tests"""

    choices: ClassVar[tuple[str, ...]] = ()
    """an example of each of its forms that leaves a choice to a player"""

    draws: ClassVar[bool] = False
    """whether it rolls more dice, so that it cannot follow a group of totals"""
    picks: ClassVar[bool] = False
    """whether it picks some of several values, so that a group of one is refused"""
    ends: ClassVar[bool] = False
    """whether it must be the last modifier"""
    keeps_all: ClassVar[bool] = False
    """whether it never drops a die: dropped dice do not count for the natural result"""
    counts: ClassVar[bool] = False
    """whether it turns each die into a number, regardless of its faces"""
    only_shows_since: ClassVar[int] = 0
    """the first version of records where it leaves the dice in order, if older versions did not"""
    explodes: ClassVar[bool] = False
    """whether it explodes: the natural result uses the faces before that"""

    _needed: ClassVar[tuple[str, ...]] = ("chapter", "examples", "words", "samples")

    def __init_subclass__(cls, *, abstract: bool = False) -> None:
        super().__init_subclass__(abstract=abstract)
        if not abstract:
            MODIFIERS.append(cls)

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        operands = tuple(operands_in(self))
        put(self, "operands", operands)
        put(self, "literal", not operands)

    # In the notation

    @classmethod
    @abstractmethod
    def read(cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> Self | None:
        """Read the text after ``word``, which is at ``start``; None if it is another modifier."""

    @abstractmethod
    def __str__(self) -> str:
        """The canonical notation."""

    @cached_property
    def spelling(self) -> str:
        """The canonical notation, cached for all rolls."""
        return str(self)

    @abstractmethod
    def describe(self) -> str:
        """The effect in words."""

    def describe_among(self, dice: int | None) -> str:
        """The effect on a known number of dice, in words; None if the number is not known."""
        return self.describe()

    def leaves(self, dice: int) -> int | None:
        """The number of dice after it, if known before the roll."""
        return dice if self.keeps_all and not self.explodes else None

    @property
    def takes_condition(self) -> bool:
        """True if a comparison directly after it would be its condition."""
        return False

    @property
    def takes_symbols(self) -> bool:
        """True if it may follow dice with symbols, which have no order and no highest face."""
        return False

    @property
    def by_order(self) -> bool:
        """True if it depends on which dice come first."""
        return False

    @property
    def leaves_alike(self) -> bool:
        """True if identical dice stay independent and in the order rolled."""
        return False

    @property
    def rerolls_without_end(self) -> bool:
        """True if it may re-roll a die any number of times."""
        return False

    @property
    def needs_die(self) -> bool:
        """True if it needs dice of one kind, so that it cannot follow a group."""
        return self.draws

    def most_dice(self, dice: int) -> int:
        """The greatest possible number of dice after it; an OddsError if unbounded."""
        return dice

    def open_choice(self) -> Choice:
        """The choice that a player has to make, as described before any roll."""
        raise TypeError(f"{self} leaves no choice")

    def leaves_one(self, one: bool) -> bool:
        """True if it leaves exactly one value; ``one`` says whether there was one before."""
        return one

    # In a roll

    def settled(self, number_of: Callable[[Node], int]) -> Self:
        """The same modifier with a number for every node; a RollError if one is not valid."""
        try:
            return with_numbers(self, number_of)
        except NotationError as error:
            raise RollError(error.code, error.message, span=self.span, hint=error.hints) from None

    def check(self, die: Die) -> None:
        """Refuse a die with which it would never stop."""

    def check_number(self, number: int, die: Die) -> None:
        """Refuse a number of freshly rolled dice with which it would never stop."""

    @abstractmethod
    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        """The values after it, in order; ``die`` is None for the members of a ``{…}`` group.

        A modifier that draws does so die by die, from left to right. Every change is reported to
        the log, if there is one.
        """

    def on_rows(self, rows: Rows) -> Rows | None:
        """The values after it in many rolls at once, in any order; None if not supported.

        In each roll they must add up to the same total as those of ``apply``.
        """
        return None

    @abstractmethod
    def cost(self, values: int) -> int:
        """The number of looks at dice it takes for this many values, known before the roll."""

    @abstractmethod
    def tell(self, step: Step) -> str:
        """Its effect in a roll, as the rest of a sentence: ``drops 2, keeps 6, 5, 4``."""

    # In odds

    @abstractmethod
    def effect(self, die: Die | None, face: Law | None) -> Effect | None:
        """Its effect on a pool, if any; all its operands must be numbers.

        ``die`` and ``face``, the law of one die, are None for the members of a ``{…}`` group.
        """


MODIFIERS: list[type[Modifier]] = []
"""The modifiers imported so far, in order of registration."""


@cache
def all_modifiers() -> tuple[type[Modifier], ...]:
    """All modifiers: those of every module in this folder."""
    import_modules("astragal.notation.modifiers")
    return tuple(sorted(MODIFIERS, key=attrgetter("__module__")))


def apply_all(
    modifiers: Sequence[Modifier],
    values: Values,
    die: Die | None,
    frame: Frame,
    log: GroupLog | None,
) -> Values:
    """The values after all the modifiers, in the order written."""
    extra_dice = frame.extra_dice
    for modifier in modifiers:
        if frame.extra_dice > extra_dice:
            # Extra dice could not be counted in advance.
            frame.look(modifier.cost(len(values)), modifier.span)
        if log is not None:
            log.begin(modifier)
        now = modifier if modifier.literal else _settled(modifier, die, frame)
        values = now.apply(values, die, frame, log)
        if log is not None:
            log.end()
    return values


def check_all(modifiers: Sequence[Modifier], die: Die, frame: Frame) -> None:
    """Refuse modifiers that would never stop with this die, as far as known before drawing."""
    for modifier in modifiers:
        if modifier.literal:
            modifier.check(die)
        elif not any(node.draws for node in modifier.operands):
            _settled(modifier, die, frame)


def _settled(modifier: Modifier, die: Die | None, frame: Frame) -> Modifier:
    """The modifier with the values of its operands in a roll."""
    settled = modifier.settled(lambda node: rolled_operand(node, frame))
    if die is not None:
        settled.check(die)
    return settled


def cost_of(modifiers: Sequence[Modifier], values: int) -> int:
    """The number of looks at dice that modifiers take for this many values."""
    return sum([modifier.cost(values) for modifier in modifiers])


def operands_of(modifiers: Sequence[Modifier]) -> list[Node]:
    """The nodes among the operands of modifiers, in the order written."""
    return [node for modifier in modifiers for node in modifier.operands]


def before_explosion(modifiers: Sequence[Modifier]) -> int:
    """The number of modifiers before the first one that explodes; all of them if none does."""
    places = (place for place, each in enumerate(modifiers) if each.explodes)
    return next(places, len(modifiers))


def spelt_with(modifiers: Sequence[Modifier], said: Mapping[int, Said]) -> Phrase:
    """Modifiers as text, where some nodes are replaced by the texts in ``said``, by node id."""
    parts: list[Said] = []
    left = join(modifiers)
    for node in operands_of(modifiers):
        if id(node) in said:
            before, _, left = left.partition(node.as_operand)
            parts += (before, said[id(node)])
    return phrase([*parts, left])


def effects_of(modifiers: Sequence[Modifier], die: Die, face: Law) -> list[Effect]:
    """The effects of modifiers on dice; ``face`` is the law of one die, extra dice included."""
    for modifier in modifiers:
        modifier.check(die)
    found = [modifier.effect(die, face) for modifier in modifiers]
    return [effect for effect in found if effect is not None]


def effects_on_totals(modifiers: Sequence[Modifier]) -> list[Effect]:
    """The effects of modifiers on a ``{…}`` group."""
    found = [modifier.effect(None, None) for modifier in modifiers]
    return [effect for effect in found if effect is not None]


def join(modifiers: Sequence[Modifier]) -> str:
    """Modifiers as text, with a space between two that would otherwise read as one."""
    text = ""
    before: Modifier | None = None
    for modifier in modifiers:
        spelt = str(modifier)
        text += " " + spelt if before is not None and _merges(before, text, spelt) else spelt
        before = modifier
    return text


def _merges(before: Modifier, text: str, following: str) -> bool:
    if following[0] == "!" and before.takes_condition:
        return True  # `r!=3` has two meanings
    if following[0].isalnum() and ends_with_a_word(str(before)):
        return True
    return _is_one_word(text, following) or _is_foreign_word(text, following)


_LONGEST_WORD = 40
"""The most letters in a word of a modifier, here or in other programs."""


def _is_foreign_word(text: str, following: str) -> bool:
    """True if adjacent letters form a word of another program, which is refused: `s`, `d=1`."""
    from astragal.notation.syntax.mistakes import is_foreign

    letters = re.search(r"[a-z]*$", text[-_LONGEST_WORD:])
    more = re.match(r"[a-z]*", following)
    return bool(letters and more) and is_foreign(letters[0] + more[0])  # type: ignore[index]


def ends_with_a_word(modifier: str) -> bool:
    """True if a modifier ends with a name or a symbol of a condition: ``c<a``, ``r=miss``."""
    return bool(re.search(r"[=≠<>.@]\s*[^\W\d]\w*$", modifier))


def _is_one_word(text: str, following: str) -> bool:
    """True if the end of one and the start of the other would read as one word or one row."""
    if text[-1] == following[0] and not text[-1].isascii():
        return True  # ♻♻ is one modifier
    return any(text.endswith(head) and following.startswith(tail) for head, tail in _parted_words())


@cache
def _parted_words() -> list[tuple[str, str]]:
    """The words of all modifiers, split in every possible way."""
    words = {word for each in all_modifiers() for word in each.words}
    return [(word[:cut], word[cut:]) for word in sorted(words) for cut in range(1, len(word))]


def descriptions(modifiers: Sequence[Modifier], dice: int | None) -> Iterator[str]:
    """Each modifier in words; ``dice`` is the number of dice before the first, if known."""
    for modifier in modifiers:
        yield modifier.describe_among(dice)
        dice = None if dice is None else modifier.leaves(dice)


def sees_newer_order(modifiers: Sequence[Modifier], version: int) -> bool:
    """True if a modifier saw the dice in another order in this version of records."""
    return any(each.only_shows_since > version for each in modifiers[:-1])


def check_sequence(modifiers: Sequence[Modifier]) -> None:
    """Refuse anything after a modifier that must come last, such as a count."""
    for before, after in pairwise(modifiers):
        if before.ends:
            raise NotationError(
                "after-count",
                f"nothing can follow `{before}`, but `{after}` does",
                span=after.span,
                hint=f"put it before: `{after}{before}`",
            )


def never_stops(what: str, span: Span) -> RollError:
    return RollError("endless", f"{what}: it would never stop", span=span)
