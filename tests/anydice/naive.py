"""Programs run the plain way: every die for itself, every roll in turn. The twin of the package.

It shares the reader and nothing else. Dice are a number of equal dice with fractions for odds,
rolls are found by going through all ordered rolls, runs come one by one in AnyDice's order, and
nothing is remembered.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple, TypeAlias

from astragal import Limits, ProgramError
from astragal.anydice.reading.reader import read
from astragal.anydice.tree import call, expressions, statements

Odds: TypeAlias = dict[int, Fraction]


class TooLargeError(Exception):
    """A program that takes too long this way."""


_MOST_ROLLS = 300
_MOST_RUNS = 2_000


class Pool(NamedTuple):
    """Equal dice."""

    odds: tuple[tuple[int, Fraction], ...]
    dice: int

    def rolls(self) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        """Every ordered roll, sorted highest first, with its probability."""
        if len(self.odds) ** self.dice > _MOST_ROLLS:
            raise TooLargeError
        for dice in product(self.odds, repeat=self.dice):
            yield tuple(sorted((x for x, _ in dice), reverse=True)), prod(p for _, p in dice)  # type: ignore[misc]


EMPTY = Pool((), 0)
Amount: TypeAlias = "int | tuple[int, ...] | Pool"


def pool(pairs: Iterable[tuple[int, Fraction]], count: int = 1) -> Pool:
    odds: Odds = defaultdict(Fraction)
    for outcome, chance in pairs:
        odds[outcome] += chance
    return Pool(tuple(sorted(odds.items())), count)


def failed(why: str) -> ProgramError:
    return ProgramError("naive", why)


def is_pool(value: object) -> bool:
    return isinstance(value, Pool)


def is_sequence(value: object) -> bool:
    return isinstance(value, tuple) and not isinstance(value, Pool)


def total(value: Any) -> tuple[tuple[int, Fraction], ...]:
    if isinstance(value, Pool):
        if not value.odds:
            return ()
        return pool((sum(roll), chance) for roll, chance in value.rolls()).odds
    return ((plain(value), Fraction(1)),)


def plain(value: Any) -> int:
    return sum(value) if is_sequence(value) else value


def divided(a: int, b: int) -> int:
    return int(Fraction(a, b)) if b else 0


def raised(a: int, b: int) -> int:
    if not a and b < 0:
        raise failed("zero power")
    return int(Fraction(a) ** b)


ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": divided,
    "^": raised,
    "&": lambda a, b: int(bool(a and b)),
    "|": lambda a, b: int(bool(a or b)),
}
HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}


class Naive:
    """A program under way."""

    def __init__(self) -> None:
        self.variables: dict[str, Amount] = {}
        self.functions: dict[str, Any] = {}
        self.outputs: list[Odds] = []
        self.depth = 0
        self.most = 10
        self.explosions = 2
        self.lowest_first = False
        self.truncated = False
        self.runs = 0

    def run(self, text: str) -> list[Odds]:
        self.block(read(text, Limits()).statements)
        return self.outputs

    # Statements

    def block(self, block: Sequence[Any]) -> Amount | None:
        for statement in block:
            result = self.do(statement)
            if result is not None:
                return result
        return None

    def do(self, node: Any) -> Amount | None:
        match node:
            case statements.Assign():
                self.variables[node.name] = self.value(node.expression)
            case statements.Result():
                return self.value(node.expression)
            case statements.Put():
                value = self.value(node.expression)
                self.outputs.append(dict(die_of(value) if is_sequence(value) else total(value)))
            case statements.Define():
                self.functions[node.function.shape] = node.function
            case statements.Set():
                self.set(node.setting, self.value(node.to) if node.to else node.text)
            case statements.Loop():
                return self.loop(node)
            case statements.If():
                return self.conditions(node)
            case _:
                raise AssertionError(node)
        return None

    def set(self, setting: str, value: Any) -> None:
        if setting == "position order":
            if value not in ("highest first", "lowest first"):
                raise failed("no order")
            self.lowest_first = value == "lowest first"
            return
        if not isinstance(value, int) or value < 1:
            raise failed("no positive number")
        if setting == "maximum function depth":
            self.most = value
        elif setting == "explode depth":
            self.explosions = value
        else:
            raise failed("no setting")

    def loop(self, node: Any) -> Amount | None:
        over = self.value(node.over)
        if not is_sequence(over):
            raise failed("no sequence")
        for element in over:  # type: ignore[union-attr]
            self.variables[node.name] = element  # type: ignore[assignment]
            result = self.block(node.block)
            if result is not None:
                return result
        return None

    def conditions(self, node: Any) -> Amount | None:
        for condition, block in node.cases:
            truth = self.value(condition)
            if not isinstance(truth, int):
                raise failed("no condition")
            if truth:
                return self.block(block)
        return self.block(node.otherwise)

    # Expressions

    def value(self, node: Any) -> Amount:  # noqa: C901
        match node:
            case expressions.Number():
                return int(node.number)
            case expressions.Variable():
                if node.name not in self.variables:
                    raise failed("no value")
                return self.variables[node.name]
            case expressions.Unary():
                return self.unary(node.sign, self.value(node.operand))
            case expressions.Arithmetic():
                return arithmetic(node.sign, self.value(node.left), self.value(node.right))
            case expressions.Comparison():
                return comparison(node.sign, self.value(node.left), self.value(node.right))
            case expressions.Throw():
                return thrown(self.value(node.count), self.value(node.sides))
            case expressions.At():
                return self.at(self.value(node.positions), self.value(node.of))
            case expressions.Sequence():
                return tuple(x for item in node.items for x in self.item(item))
            case call.Call():
                return self.call(node)
        raise AssertionError(node)

    def unary(self, sign: str, value: Any) -> Amount:
        if sign == "d":
            return thrown(1, value)
        if sign == "+":
            return value  # type: ignore[no-any-return]
        if sign == "#":
            return length(value)
        if sign == "-":
            if isinstance(value, Pool):
                return pool(((-x, p) for x, p in value.odds), value.dice)
            return -plain(value)
        if isinstance(value, Pool):
            if not value.odds:
                return value
            return pool((int(not x), p) for x, p in total(value))
        return int(not plain(value))

    def item(self, item: Any) -> tuple[int, ...]:
        first = self.value(item.first)
        if item.last is not None:
            last = self.value(item.last)
            if is_pool(first) or is_pool(last):
                raise failed("dice in a range")
            found = tuple(range(plain(first), plain(last) + 1))
        elif isinstance(first, Pool):
            found = tuple(x for x, _ in total(first))
        else:
            found = (first,) if isinstance(first, int) else first
        if item.times is None:
            return found
        times = self.value(item.times)
        if is_pool(times):
            raise failed("dice as a repeat")
        return found * plain(times)

    def at(self, positions: Any, value: Any) -> Amount:
        if is_pool(positions):
            raise failed("rolled positions")
        places = (positions,) if isinstance(positions, int) else positions
        if isinstance(value, Pool):
            if not value.odds:
                return pool([(0, Fraction(1))]) if value.dice and 1 not in places else EMPTY
            rolls = ((roll[::-1] if self.lowest_first else roll, p) for roll, p in value.rolls())
            return pool((picked(places, roll), chance) for roll, chance in rolls)
        if isinstance(value, int):
            sign = -1 if value < 0 else 1
            value = tuple(sign * int(digit) for digit in str(abs(value)))
            value = value[::-1] if self.lowest_first else value
        return picked(places, value)

    # Calls

    def call(self, node: Any) -> Amount:
        if self.depth >= self.most:
            self.truncated = True
            return EMPTY
        given = [self.value(each) for each in node.arguments]
        function = self.functions.get(node.shape)
        if function is not None:
            kinds = "".join(each.kind for each in function.parameters)
            return self.expanded(kinds, given, lambda values: self.body(function, values))
        if node.shape not in BUILTINS:
            raise failed("no function")
        kinds, plainly = BUILTINS[node.shape]
        return self.expanded(kinds, given, lambda values: plainly(self, *values))

    def counted(self, runs: Iterable[Any]) -> Iterator[Any]:
        """The runs, unless they get too many."""
        for run in runs:
            self.runs += 1
            if self.runs > _MOST_RUNS:
                raise TooLargeError
            yield run

    def body(self, function: Any, values: Sequence[Amount]) -> Amount | None:
        for parameter, value in reversed(list(zip(function.parameters, values, strict=True))):
            self.variables[parameter.name] = value
        return self.block(function.body)

    def expanded(
        self, kinds: Iterable[str], given: Sequence[Any], body: Callable[[Any], Amount | None]
    ) -> Amount:
        choices: list[list[tuple[Any, Fraction]]] = []
        rolled = False
        for kind, value in zip(kinds, given, strict=True):
            listed, opened = self.coerced(kind, value)
            if not listed:
                return EMPTY
            choices.append(listed)
            rolled = rolled or opened
        outer, self.variables = self.variables, dict(self.variables)
        self.depth += 1
        try:
            if not rolled:
                result = body([each[0][0] for each in choices])
                return EMPTY if result is None else result
            # The first is to vary fastest, and a product varies its last.
            backwards = self.counted(product(*choices[::-1]))
            return mixed(
                (body([x for x, _ in run[::-1]]), prod((p for _, p in run), start=Fraction(1)))
                for run in backwards
            )
        finally:
            self.variables = outer
            self.depth -= 1

    def coerced(self, kind: str, value: Any) -> tuple[list[tuple[Any, Fraction]], bool]:
        """What a parameter may be, with probabilities, and whether that means many runs."""
        sure = Fraction(1)
        if kind == "?":
            return [(value, sure)], False
        if kind == "d":
            if isinstance(value, Pool):
                return [(value, sure)], False
            return [(pool([(plain(value), sure)]), sure)], False
        if isinstance(value, Pool):
            if not value.odds:
                return [], True
            return list(total(value)) if kind == "n" else self.sorted_rolls(value), True
        if kind == "n":
            return [(plain(value), sure)], is_sequence(value)
        return [((value,) if isinstance(value, int) else value, sure)], False

    def sorted_rolls(self, dice: Pool) -> list[tuple[tuple[int, ...], Fraction]]:
        """Every sorted roll once; those of one die always come lowest first."""
        chances: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for roll, chance in dice.rolls():
            chances[roll[::-1] if self.lowest_first else roll] += chance
        return sorted(chances.items(), reverse=dice.dice > 1 and not self.lowest_first)


def mixed(results: Iterable[tuple[Any, Fraction]]) -> Pool:
    odds: Odds = defaultdict(Fraction)
    for result, chance in results:
        for outcome, each in () if result is None else total(result):
            odds[outcome] += each * chance
    mass = sum(odds.values())
    if not mass:
        return EMPTY
    return pool((outcome, chance / mass) for outcome, chance in odds.items())


def die_of(value: Any) -> tuple[tuple[int, Fraction], ...]:
    """What stands behind ``d``."""
    if isinstance(value, Pool):
        return total(value)
    if isinstance(value, int):
        if abs(value) > _MOST_ROLLS:
            raise TooLargeError
        faces = range(1, value + 1) if value > 0 else range(value, 0) if value else [0]
        return die_of(tuple(faces))
    return pool((x, Fraction(1, len(value))) for x in value).odds


def thrown(count: Any, sides: Any) -> Pool:
    if is_sequence(count):
        count = sum(count)
    faces = die_of(sides)
    if isinstance(count, Pool):
        if not count.odds or not faces:
            return Pool((), 1)
        return mixed((thrown(n, Pool(faces, 1)), p) for n, p in total(count))
    if count == 1 and isinstance(sides, Pool):
        return sides
    if not faces:
        return EMPTY
    if not count:
        return pool([(0, Fraction(1))])
    return pool(((x if count > 0 else -x, p) for x, p in faces), abs(count))


def length(value: Any) -> int:
    if isinstance(value, Pool):
        return value.dice
    return len(str(abs(value))) if isinstance(value, int) else len(value)


def arithmetic(sign: str, a: Any, b: Any) -> Amount:
    if not is_pool(a) and not is_pool(b):
        return ARITHMETIC[sign](plain(a), plain(b))
    lacking = [is_pool(x) and not x.odds for x in (a, b)]
    if any(lacking) and (all(lacking) or sign not in "+-|"):
        return EMPTY
    if any(lacking):
        return beside_empty(sign, b if lacking[0] else a, first=lacking[0])
    pairs = product(total(a), total(b))
    return pool((ARITHMETIC[sign](x, y), p * q) for (x, p), (y, q) in pairs)


def beside_empty(sign: str, other: Any, *, first: bool) -> Amount:
    if not is_pool(other):
        sides = (0, plain(other)) if first else (plain(other), 0)
        return ARITHMETIC[sign](*sides)
    if sign == "|":
        return pool((int(bool(x)), p) for x, p in total(other))
    turned = -1 if sign == "-" and first else 1
    return pool(((turned * x, p) for x, p in other.odds), other.dice)


def comparison(sign: str, a: Any, b: Any) -> Amount:
    holds = HOLDS[sign]
    if is_pool(a) or is_pool(b):
        if not total(a) or not total(b):
            return EMPTY
        pairs = product(total(a), total(b))
        return pool((int(holds(x, y)), p * q) for (x, p), (y, q) in pairs)
    if is_sequence(a) and not is_sequence(b):
        return sum(int(holds(x, b)) for x in a)
    if is_sequence(b) and not is_sequence(a):
        return sum(int(holds(a, x)) for x in b)
    return int(holds(a, b))


def picked(places: Sequence[int], roll: Sequence[int]) -> int:
    return sum(roll[place - 1] for place in places if 0 < place <= len(roll))


def ranked(naive: Naive, number: int, *pools: Pool, first: Callable[[int, int], int]) -> Amount:
    filled = [each for each in pools if each.odds]
    if not filled:
        return EMPTY
    dice = sum(each.dice for each in filled)
    number = max(0, min(number, dice))
    start = first(dice, number)
    odds: Odds = defaultdict(Fraction)
    for rolls in product(*(each.rolls() for each in filled)):
        together = sorted((x for roll, _ in rolls for x in roll), reverse=True)
        odds[sum(together[start : start + number])] += prod(p for _, p in rolls)
    return pool(odds.items())


def highest(naive: Naive, number: int, *pools: Pool) -> Amount:
    return ranked(naive, number, *pools, first=lambda dice, number: 0)


def lowest(naive: Naive, number: int, *pools: Pool) -> Amount:
    return ranked(naive, number, *pools, first=lambda dice, number: dice - number)


def middle(naive: Naive, number: int, *pools: Pool) -> Amount:
    return ranked(naive, number, *pools, first=lambda dice, number: (dice - number) // 2)


def explode(naive: Naive, die: Pool) -> Amount:
    once = total(die)
    if not once:
        return EMPTY
    top = max(x for x, _ in once)
    found = once
    for _ in range(naive.explosions):
        again = Pool(found, 1)
        found = mixed((arithmetic("+", top, again) if x == top else x, p) for x, p in once).odds
    return Pool(found, 1)


BUILTINS: dict[str, tuple[str, Callable[..., Any]]] = {
    "absolute ?": ("n", lambda naive, a: abs(a)),
    "? contains ?": ("sn", lambda naive, a, b: int(b in a)),
    "count ? in ?": ("ss", lambda naive, a, b: sum(Counter(a)[x] for x in b)),
    "highest ? of ?": ("nd", highest),
    "lowest ? of ?": ("nd", lowest),
    "middle ? of ?": ("nd", middle),
    "highest ? of ? and ?": ("ndd", highest),
    "lowest ? of ? and ?": ("ndd", lowest),
    "highest ? of ? and ? and ?": ("nddd", highest),
    "lowest ? of ? and ? and ?": ("nddd", lowest),
    "highest of ? and ?": ("nn", lambda naive, a, b: max(a, b)),
    "lowest of ? and ?": ("nn", lambda naive, a, b: min(a, b)),
    "maximum of ?": ("d", lambda naive, a: max((x for x, _ in total(a)), default=0)),
    "reverse ?": ("s", lambda naive, a: a[::-1] or 0),
    "sort ?": ("s", lambda naive, a: tuple(sorted(a, reverse=not naive.lowest_first))),
    "explode ?": ("d", explode),
}
