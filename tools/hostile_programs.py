"""Programs for AnyDice that are meant to be expensive: rolls, squarings, recursions, long loops."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import partial

from astragal.anydice import run
from astragal.anydice.telling import explain

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
    return f"loop N over {{1..{rng.choice((2, 20, 300))}}} {{ output {step}{name} }}"


def _calls(rng: random.Random) -> str:
    one, other = rng.choice(_DICE), rng.choice(_DICE)
    return f"output [f {one} {other}]\noutput [g {one}]\noutput [h {other}]"


def _setting(rng: random.Random) -> str:
    name = rng.choice(("maximum function depth", "explode depth"))
    return f'set "{name}" to {rng.choice((1, 5, 50, 1000))}'


def _deep(rng: random.Random) -> str:
    opened, closed = rng.choice((("(", ")"), ("{", "}"), ("[absolute ", "]"), ("-", ""), ("d", "")))
    much = rng.choice((10, 100, 3000))
    return f"output {opened * much}D{closed * much}"


def _long(rng: random.Random) -> str:
    return f"D: {rng.choice((' + ', ' * ', ' & ', ', ')).join(['d6'] * rng.choice((10, 300)))}"


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
        yield named, {"run": partial(run, text), "explain": partial(explain, text)}
