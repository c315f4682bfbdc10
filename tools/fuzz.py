"""Throw generated texts at the parser, table talk and the roller: only AstragalErrors may come out.

Every text is parsed; what parses must print back to an equal expression, and its roll must replay
to an equal record. ``make fuzz`` runs a million; the tests run a few thousand of the same kinds.
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from collections import Counter
from collections.abc import Callable
from multiprocessing import Pool

from astragal import STRANGERS, AstragalError, SeededSource, parse, verify
from astragal.notation.functions import FUNCTIONS
from astragal.notation.modifiers.modifier import all_modifiers
from astragal.notation.texts import JOINING
from astragal.talk import read
from astragal.talk.phrase import vocabulary

_DICE = [
    "d6",
    "d20",
    "2d6",
    "4d6",
    "10d10",
    "d%",
    "dF",
    "4dF",
    "d10ish",
    "d{2,3,5,7}",
    "d{0..9}",
    "d{1,1,2}",
    "2d{hit,miss,hit+crit,blank}",
    "3d{2hit,hit}",
    "(1d4)d6",
    "2d(1d6)",
    "d@{n}",
    "1d(7)",
    "1d(99999999)",
    "@{n}d6",
    "0d6",
]
_NUMBERS = ["0", "1", "2", "3", "7", "10", "12", "100", "999999", "2.5", "@{n}", "@{a b}"]
_MODIFIERS = [sample for each in all_modifiers() if not each.ends for sample in each.samples]
_COUNTS = [sample for each in all_modifiers() if each.ends for sample in each.samples]
_MODIFIERS += ["r=miss", "!=crit", "k=hit", "d≠hit", "rr=blank"]
_COUNTS += ["c=hit", "c≠miss f=hit"]
_OPERATORS = "+ - * / // % ** × ÷ − – , ; = != < <= > >= ≥ ≤ ≠ ..".split()  # noqa: SIM905
_AROUND = (
    "({})",
    "-{}",
    "floor({})",
    "max({},3)",
    "{{{},1d4}}kh1",
    "({})[fire]",
    "(({}) >= 3)",
    "(1 = 0..{})",
    "(({}) != 3)",
    "abs({})",
    "sqrt(({})**2)",
    "rem({},4)",
    "({})d4",
    "1d(abs({})+1)",
    "(not ({}) > 3)",
    "(({}) > 3 and 1d4 > 1)",
    "(1d4 = 1 or ({}) < 5)",
    "count({},hit)",
    "net({},hit,miss)",
    "cancel({},hit,miss)",
)
_POOLS = [f"{name}({{}})" for name, function in FUNCTIONS.items() if function.pools]
_POOLS += [f"{name}({{}},2)" for name, function in FUNCTIONS.items() if function.most == 2]
_POOLS += [f"{name}({{}},2d6)" for name, function in FUNCTIONS.items() if function.pools == 2]
_POOLS += ["deal(2,{{1..4,1..4}})kh1+{}", "3x({})kh2"]
_LAST = (
    "{} [..6] miss [7..] hit",
    "{} [10!] crit [..5] no",
    "p = 3d6; p + {}",
    "3x({})",
    "highest(3x({}),2)",
    "2x(2x({}))",
    "{} # note",
    "{} = 1..5",
    "d = {}; (d)",
    "{}, 2d6",
    "1d6 > 3, {}",
    "3x({})sh",
    "{} vs 2d6",
    "1d20 vs {}",
    "a = {}; a > 2 and a < 9",
    "not 1d6 = 1 OR 1d6 > {} And 1d4 = 4",
)
_SPOKEN = ("please", "roll", "a", "two", "and", "then", "six", "fire", "15", "7+", "# note", "for")
_ALPHABET = (
    "0123456789dDkKhlrRxXcfusmpo!@#{}[]()+-*/<>=.,;:%&^~_'\"\\ \t\n"
    "▲▼♻×÷−–≥≤≠→①１ｄ６½²٣é😀\u200b\u202e\ufe0f\u0000\ud800"
)


def valid(rng: random.Random) -> str:
    """Pieces put together the way people do."""
    text = rng.choice(_DICE)
    for _ in range(rng.randrange(3)):
        text += rng.choice(_MODIFIERS)
    if rng.random() < 0.15:
        text += rng.choice(_COUNTS)
    if rng.random() < 0.2:
        text = rng.choice(_POOLS).format(text)
    for _ in range(rng.randrange(4)):
        text = rng.choice(_AROUND).format(text)
        if rng.random() < 0.5:
            text += rng.choice(_OPERATORS[:11]) + rng.choice(_DICE + _NUMBERS)
    return rng.choice(_LAST).format(text) if rng.random() < 0.25 else text


def mutated(rng: random.Random) -> str:
    """A valid text with a few characters changed, moved or lost."""
    text = list(valid(rng))
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        match rng.randrange(3):
            case 0:
                text[at:at] = rng.choice(_ALPHABET)
            case 1:
                del text[at : at + 1]
            case _:
                start = rng.randrange(len(text) + 1)
                text[at:at] = text[start : start + rng.randrange(6)]
    return "".join(text)


def garbage(rng: random.Random) -> str:
    return "".join(rng.choices(_ALPHABET, k=rng.randrange(30)))


def tokens(rng: random.Random) -> str:
    """The right words in no order."""
    words = [
        *_DICE,
        *_NUMBERS,
        *_COUNTS,
        "p",
        "@n",
        "x",
        *_MODIFIERS,
        *_OPERATORS,
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "6x(",
        "max(",
        "#",
        *JOINING,
    ]
    return rng.choice(("", " ")).join(rng.choices(words, k=rng.randrange(12)))


def unicode(rng: random.Random) -> str:
    """Any characters at all."""
    points = (rng.choice((0x7F, 0x3000, 0x10FFFF)) for _ in range(rng.randrange(20)))
    return "".join(chr(rng.randint(0, point)) for point in points)


_OPENINGS = ("(", "-", "2**", "{", "floor(", "1x(", "1d(", "((1d2)d", "max(1,", "[", "@{")


def deep(rng: random.Random) -> str:
    """Brackets in brackets, up to far too many."""
    opening = rng.choice(_OPENINGS)
    closing = {"(": ")", "{": "}"}.get(opening[-1] if opening != "@{" else "", "")
    depth = rng.choice((5, 40, 60, 500, 3000))
    return opening * depth + "1" + (closing * depth if rng.random() < 0.7 else "")


def long(rng: random.Random) -> str:
    """One thing after another, up to far too many."""
    piece = rng.choice(
        (
            "1+",
            "d6+",
            "9",
            "d6!",
            "*9",
            "*@n",
            "d6;",
            "kh1",
            "!",
            "▲",
            "[a]",
            "1,",
            " ",
            "r ",
            "s",
            "u",
        )
    )
    count = rng.choice((10, 100, 400, 2000, 20000))
    return rng.choice(("", "1", "d6", "4d6")) + piece * count + rng.choice(("", "1", "d6"))


def spoken(rng: random.Random) -> str:
    """What people might say, in any order."""
    words = [*vocabulary(), *_SPOKEN, *_DICE]
    return " ".join(rng.choices(sorted(words), k=rng.randrange(1, 12)))


KINDS: tuple[tuple[Callable[[random.Random], str], float], ...] = (
    (valid, 0.3),
    (mutated, 0.3),
    (garbage, 0.12),
    (tokens, 0.2),
    (unicode, 0.05),
    (spoken, 0.02),
    (deep, 0.005),
    (long, 0.005),
)


def generate(rng: random.Random) -> tuple[str, str]:
    """A text, and the kind it is of."""
    kinds, weights = zip(*KINDS, strict=True)
    kind = rng.choices(kinds, weights)[0]
    return kind.__name__, kind(rng)


def try_text(text: str) -> str:
    """What came of a text: ``rolled``, or the code of the error. Anything else is raised."""
    variables = {"n": 3, "a b": 2}
    try:
        expression, understood = read(text)
        if understood is not None:
            assert read(understood.text) == (expression, None), f"{text!r} is read twice"
            text = understood.text
        else:
            assert parse(text) == expression
        printed = str(expression)
        assert parse(printed) == expression, f"prints as {printed!r}, which is something else"
        assert str(parse(printed)) == printed
        expression.describe()
        roll = expression.roll(SeededSource(text), variables=variables)
    except AstragalError as error:
        error.render()
        error.to_dict()
        return error.code
    str(roll)
    roll.explain()
    assert verify(roll.to_json()) == roll
    try:
        odds = expression.odds(variables=variables, limits=STRANGERS.replaced(odds=_QUICK))
    except AstragalError as error:
        error.render()
        return f"rolled, no odds: {error.code}"
    assert sum(chance for _, chance in odds.items()) + odds.tail == 1
    assert odds.probability(roll.outcome) or odds.tail
    str(odds)
    return "rolled"


_QUICK = 1_000_000
"""Steps of exact arithmetic: so few that millions of texts can be tried."""


def run(job: tuple[int, int]) -> tuple[Counter[str], tuple[float, str], int]:
    """Try texts from one seed: outcomes, the slowest (seconds and text), and the memory in MiB."""
    seed, count = job
    rng = random.Random(seed)
    outcomes: Counter[str] = Counter()
    slowest = (0.0, "")
    for _ in range(count):
        kind, text = generate(rng)
        started = time.process_time()
        try:
            outcomes[try_text(text)] += 1
        except Exception as error:
            raise AssertionError(f"seed {seed}, {kind}: {text[:300]!r}") from error
        took = time.process_time() - started
        slowest = max(slowest, (took, f"{kind}: {text[:60]}"))
        outcomes[f"({kind})"] += 1
    return outcomes, slowest, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=100_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--processes", type=int, default=2)
    given = options.parse_args()
    batch = 5_000
    sizes = [min(batch, given.count - start) for start in range(0, given.count, batch)]
    jobs = [(given.seed + number, size) for number, size in enumerate(sizes)]
    started = time.perf_counter()
    total: Counter[str] = Counter()
    slowest, memory = (0.0, ""), 0
    with Pool(given.processes) as pool:
        for outcomes, slow, mebibytes in pool.imap_unordered(run, jobs):
            total += outcomes
            slowest, memory = max(slowest, slow), max(memory, mebibytes)
    for outcome, count in total.most_common():
        print(f"{count:10,}  {outcome}")
    tried = sum(count for outcome, count in total.items() if outcome.startswith("("))
    print(f"{tried:,} texts in {time.perf_counter() - started:.0f} s; ", end="")
    print(f"the slowest took {slowest[0] * 1000:.0f} ms ({slowest[1]!r}); {memory} MiB at most")


if __name__ == "__main__":
    main()
