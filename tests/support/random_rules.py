"""Rules written at random: the source of generator functions, for comparing ways to run them."""

from __future__ import annotations

import linecache
from itertools import count
from typing import Any

from hypothesis import strategies as st

_NUMBERS = ("a", "b", "c")
_serial = count()


def expressions() -> st.SearchStrategy[str]:
    """A whole number, perhaps with requests in it."""
    plain = st.one_of(
        st.integers(0, 3).map(str),
        st.sampled_from(_NUMBERS),
        st.sampled_from(["len(shown)", "sum(shown)", "table.get(1, 0)"]),
    )
    asked = st.one_of(
        plain.map(lambda n: f"(yield d(2 + ({n}) % 2))"),
        st.sampled_from(["(yield coin(0, 1))", "(yield from helper(a))", "(yield from twice())"]),
    )

    def combined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        pair = st.tuples(inner, inner)
        return st.one_of(
            pair.map(lambda p: f"({p[0]} + {p[1]})"),
            pair.map(lambda p: f"({p[0]} - {p[1]})"),
            pair.map(lambda p: f"max({p[0]}, {p[1]})"),
            pair.map(lambda p: f"({p[0]} and {p[1]})"),
            pair.map(lambda p: f"({p[0]} or {p[1]})"),
            pair.map(lambda p: f"[{p[0]}, {p[1]}][-1]"),
            pair.map(lambda p: f"int({p[0]} < {p[1]})"),
            st.tuples(inner, inner, inner).map(lambda p: f"({p[0]} if {p[1]} else {p[2]})"),
            inner.map(lambda n: f"(c := {n})"),
            inner.map(lambda n: f"pick(*[0], last={n})"),
        )

    return st.recursive(st.one_of(plain, plain, asked), combined, max_leaves=3)


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _simple(loops: bool) -> st.SearchStrategy[list[str]]:
    number = expressions()
    name = st.sampled_from(_NUMBERS)
    lines = [
        st.tuples(name, number).map(lambda p: [f"{p[0]} = {p[1]}"]),
        st.tuples(name, number).map(lambda p: [f"{p[0]} += {p[1]}"]),
        st.tuples(number, number).map(lambda p: [f"a, b = {p[0]}, {p[1]}"]),
        number.map(lambda n: [f"shown.append(({n}) % 3)"]),
        number.map(lambda n: [f"table[1] = ({n}) % 3"]),
        number.map(lambda n: [f"yield note('{{}}', {n})"]),
        st.just(["double = lambda n: 2 * n", "a = double(b) % 5"]),
        number.map(lambda n: [f"if ({n}) > 2: return (a, b, True)"]),
    ]
    if loops:
        lines += [
            number.map(lambda n: [f"if ({n}) % 2: break"]),
            number.map(lambda n: [f"if ({n}) % 2: continue"]),
        ]
    return st.one_of(lines)


def _block(depth: int, loops: bool) -> st.SearchStrategy[list[str]]:
    parts = [_simple(loops)]
    if depth:
        inner, body = _block(depth - 1, loops), _block(depth - 1, True)
        number = expressions()
        parts += [
            st.tuples(number, inner, inner).map(
                lambda p: [f"if {p[0]}:", *_indented(p[1]), "else:", *_indented(p[2])]
            ),
            body.map(lambda b: ["for i in range(2):", *_indented(b), "    a += i"]),
            body.map(lambda b: ["for i, n in enumerate(shown[:2]):", *_indented(b)]),
            st.tuples(number, body).map(
                lambda p: [
                    "turns = 0",
                    f"while turns < 2 and ({p[0]}) < 9:",
                    "    turns += 1",
                    *_indented(p[1]),
                ]
            ),
        ]
    return st.lists(st.one_of(parts), min_size=1, max_size=3).map(
        lambda blocks: [line for block in blocks for line in block]
    )


def sources() -> st.SearchStrategy[str]:
    """The source of a generator function, ``program``."""
    return st.tuples(_block(2, False), expressions()).map(
        lambda p: "\n".join(
            [
                "def program(a, b=1):",
                *_indented(["c = 0", "shown = [a, b]", "table = {}", *p[0]]),
                f"    return ({p[1]}, a, b, c, *shown)",
                "",
            ]
        )
    )


def compiled(source: str, names: dict[str, Any]) -> Any:
    """The function of a source, which can be looked up by its lines."""
    filename = f"<program {next(_serial)}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    own = dict(names)
    exec(compile(source, filename, "exec"), own)
    return own["program"]
