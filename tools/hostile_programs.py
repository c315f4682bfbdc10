"""Programs for AnyDice that are meant to be expensive: rolls, squarings, recursions, long loops."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise

from astragal.anydice import run
from astragal.anydice.telling import explain
from astragal.limits import STRANGERS

_DICE = (
    "3d6",
    "5d7",
    "10d10",
    "20d6",
    "10d20",
    "100d6",
    "1000d6",
    "d1000",
    "d1000000",
    "d{1..300}",
    "d{0:9999,1}",
    "d{1,1000000}",
    "3d(10d10)",
    "(d20)d20",
    "[explode 5d6]",
    "d{}",
    "(-7)d9",
    "50d[highest 2 of 3d6]",
)
_STEPS = (
    "(D + D) / 2",
    "D * D",
    "D + D",
    "2dD",
    "Dd2",
    "D * (D > 3)",
    "D / 3 + D / 2",
    "[highest of D and D]",
    "[explode D]",
    "[highest 2 of 3dD]",
    "{1,2}@4dD",
    "[f D D]",
    "[g 2dD]",
    "[h D]",
    "{D, D:2}",
    "d{D, D}",
    "D ^ 2",
    "D = D",
    "-D",
)
_BODIES = (
    "A + B",
    "A * B - A",
    "(A > B) + (B > A)",
    "{A, B}",
    "1@A + #B",
    "[highest of A and B]",
    "[f A B]",
    "[f A - 1 B]",
    "d6 + [f B A]",
    "(A = 3) * 1000 + (B >= 2)",
    "[count A in B]",
    "[sort {A, B}]",
)
_BLOCKS = (
    "result: {}",
    "if A > B {{ result: {} }} result: B",
    "X: {} loop N over A {{ X: X + N }} result: X",
    "loop N over {{1..100}} {{ X: N + {} }} result: X",
    "X: 0 loop N over A {{ X: X * 7 + N }} result: X + {}",
    "X: 0 loop N over {{1..#A}} {{ X: {{X, N@A}} }} result: X",
    "X: d2 loop N over {{1..300}} {{ X: X + N * (A = N) }} result: X",
    "if A = 0 {{ result: d{{}} }} else if B = 1 {{ result: A }} result: {}",
)
_SEQUENCES = (
    "{1..100}",
    "{1..100000}",
    "{1..1000000}",
    "{7:100000}",
    "{3,1,2}",
    "{9^99:100}",
    "{9^999..9^999+9000}",
    "{d1000000}",
    "{1..300, 5:300, 9^999}",
)
_LOOKS = (
    "X + X",
    "-X",
    "!X",
    "X > 3",
    "X = X",
    "X < d6",
    "dX",
    "X@X",
    "X@7",
    "X@9d9",
    "0@9000d9",
    "{X, X, X}",
    "{X:20}",
    "#(X + 0)",
    "[sort X]",
    "[reverse X]",
    "[count X in X]",
    "[count X in d6]",
    "[X contains d100]",
    "[absolute X]",
    "[f X X]",
    "[g X]",
    "[h X]",
)
"""What goes through a sequence."""
_GROWTHS = (
    "M: M + M",
    "M: M * M",
    "M: M - -{M, M}",
    "M: [maximum of M * d9]",
    "M: M / 3 + M",
    "M: 9^999 / M",
    "M: #M + 3@M",
)
"""What makes numbers long, and looks at them."""
_ON_ROLLS = (
    "result: #R",
    "result: R >= 3",
    "result: 3@R",
    "result: X@R",
    "result: [count X in R]",
    "T: 0 loop N over {1..4} { if N@R = (N + 1)@R { T: T + 1 } } result: T",
    "T: 0 loop N over X { T: T + (R = N) } result: T",
    "T: {} loop N over R { T: {T, N} } result: [g T]",
)
_ROLLS = ("5d20", "9d9", "50d20", "5d1000", "2d1000000", "1000d10", "10000d1000", "4d{X}")
_NUMBERS = ("0", "1", "2", "7", "20", "60", "100", "1000", "100000", "1000000", "9" * 60)


def program_text(rng: random.Random) -> str:
    """A program of several parts, in some of which a number is another."""
    parts = ["D: 2d6", *(_function(rng, name) for name in ("f A B", "g A:s", "h A:n"))]
    parts += [rng.choice(_PARTS)(rng) for _ in range(rng.choice((1, 2, 3, 6)))]
    text = "\n".join([*parts, "output D"])
    return _altered(text, rng) if rng.random() < 0.6 else text


def _function(rng: random.Random, shape: str) -> str:
    types = [rng.choice(("n", "s", "d", "?")) for _ in range(2)]
    shape = shape.replace("A B", f"A:{types[0]} B:{types[1]}")
    body = rng.choice(_BLOCKS).format(rng.choice(_BODIES))
    if " B:" not in shape:
        body = re.sub(r"\bB\b", rng.choice(("3", "A", "D")), body).replace("[f 3", "[f A")
    return f"function: {shape} {{ {body} }}"


def _set(rng: random.Random) -> str:
    return f"D: {rng.choice(_DICE)}"


def _loop(rng: random.Random) -> str:
    count, step = rng.choice((3, 8, 20, 60, 1000)), rng.choice(_STEPS)
    return f"loop N over {{1..{count}}} {{ D: {step} }}"


def _squarings(rng: random.Random) -> str:
    return "\n".join([_set(rng), *(_loop(rng) for _ in range(3))])


def _outputs(rng: random.Random) -> str:
    step = rng.choice(_STEPS).replace("D", rng.choice(("D", "Nd6", "3dN", "N")))
    name = ' named "[N] [D]"' if rng.random() < 0.5 else ""
    return f"loop N over {{1..{rng.choice((2, 20, 300, 100000))}}} {{ output {step}{name} }}"


def _calls(rng: random.Random) -> str:
    one, other = rng.choice(_DICE), rng.choice(_DICE)
    return f"output [f {one} {other}]\noutput [g {one}]\noutput [h {other}]"


def _setting(rng: random.Random) -> str:
    name = rng.choice(("maximum function depth", "explode depth"))
    return f'set "{name}" to {rng.choice((1, 5, 50, 1000))}'


def _deep(rng: random.Random) -> str:
    opened, closed = rng.choice((("(", ")"), ("{", "}"), ("[absolute ", "]"), ("-", ""), ("d", "")))
    much = rng.choice((10, 100, 3000))
    if rng.random() < 0.3:
        loops = rng.randrange(5, 50)
        return "loop N over {1..3} { " * loops + "X: N " + "} " * loops
    return f"output {opened * much}D{closed * much}"


def _long(rng: random.Random) -> str:
    return f"D: {rng.choice((' + ', ' * ', ' & ', ', ')).join(['d6'] * rng.choice((10, 300)))}"


def _sequences(rng: random.Random) -> str:
    """A long sequence that is gone through again and again."""
    looks = " ".join(f"Y: {rng.choice(_LOOKS)}" for _ in range(rng.choice((1, 3))))
    turns = rng.choice((1, 30, 1000, 1000000))
    return f"X: {rng.choice(_SEQUENCES)}\nloop N over {{1..{turns}}} {{ {looks} }}"


def _numbers(rng: random.Random) -> str:
    """Numbers that get longer and longer, and may stand in a name."""
    steps = " ".join(rng.choice(_GROWTHS) for _ in range(rng.choice((1, 3))))
    name = ' named "' + "[M]" * rng.choice((1, 100, 3000)) + '"'
    turns = rng.choice((3, 300, 20000, 1000000))
    return f"M: {rng.choice(_NUMBERS)}\nloop N over {{1..{turns}}} {{ {steps} }}\noutput #M{name}"


def _variables(rng: random.Random) -> str:
    """Very many variables, or functions, each of which reads the next."""
    letters = "ABCEFGHIJKLMNOPQRSTUVWXYZ"
    names = [one + other for one in letters for other in letters][: rng.choice((20, 200))]
    if rng.random() < 0.5:
        value = rng.choice(("1", *_SEQUENCES, *_DICE))
        return " ".join(f"{name}: {value}" for name in names)
    calls = [f"function: {a} {{ result: [{b}] }}" for a, b in pairwise(map(str.lower, names))]
    last = f"function: {names[-1].lower()} {{ result: D }}"
    again = f"function: x A:n {{ result: [{names[0].lower()}] }} output [x 1] "
    return " ".join([*calls, last, again * rng.choice((1, 100))])


def _rolls(rng: random.Random) -> str:
    """A body that asks a little of a large roll."""
    turns = rng.choice((1, 1, 1000))
    call = f"loop N over {{1..{turns}}} {{ Y: [r {rng.choice(_ROLLS)}] }}"
    return f"X: {rng.choice(_SEQUENCES)} function: r R:s {{ {rng.choice(_ON_ROLLS)} }} {call}"


_PARTS: tuple[Callable[[random.Random], str], ...] = (
    _set,
    _loop,
    _squarings,
    _squarings,
    _outputs,
    _calls,
    _calls,
    _setting,
    _deep,
    _long,
    _sequences,
    _numbers,
    _variables,
    _rolls,
)


def _altered(text: str, rng: random.Random) -> str:
    """With one number another, a line twice, or a character lost."""
    numbers = [found.span() for found in re.finditer(r"\d+", text)]
    match rng.choice(("number", "number", "line", "character")):
        case "number":
            start, end = rng.choice(numbers)
            return text[:start] + rng.choice(_NUMBERS) + text[end:]
        case "line":
            lines = text.splitlines()
            lines.insert(rng.randrange(len(lines)), rng.choice(lines))
            return "\n".join(lines)
    place = rng.randrange(len(text))
    return text[:place] + text[place + 1 :]


def program_cases(
    rng: random.Random,
) -> Iterator[tuple[str, dict[str, Callable[[], object]]]]:
    """Programs, and what may be asked of them."""
    while True:
        text = program_text(rng)
        named = " ".join(text.split())
        yield (
            named,
            {
                "run": partial(run, text, limits=STRANGERS),
                "explain": partial(explain, text, limits=STRANGERS),
            },
        )
