"""Questions to the service that are made to be dear, as data: every one must end in time.

``QUESTIONS`` are objects as they are sent, ready for JSON. Under the limits for strangers
each ends within two seconds and 500 MiB, with an answer or a refusal. Tests, the fuzzer and
benchmarks read them.
"""

from __future__ import annotations

from collections.abc import Iterator

from tools.hostile_kinds import KINDS, Question

WIDE = "1d1000000"
"""The die with the most faces."""

ROLLED_OPERANDS = (
    f"1d({WIDE})",
    f"1d(2*{WIDE})",
    f"3d({WIDE})",
    f"d({WIDE}!)",
    f"({WIDE})d6",
    f"({WIDE})d({WIDE})",
    f"({WIDE}/100)d6",
    "(1d10000)d6",
    "(1d10000)d10000",
    "(1d1000)d(1d1000)",
    "((1d100)d100)d100",
    "1d(1d(1d1000))",
    "1d(1d(1d(1d100)))",
    f"2d6kh({WIDE})",
    f"2d6kl({WIDE})",
    f"1000d6kh({WIDE})",
    "1000d6kh(1d1000)",
    f"2d6dh({WIDE})",
    f"5d6k>=({WIDE})",
    f"5d6d<=({WIDE})",
    f"2d6r<=({WIDE})",
    f"2d6rr<=({WIDE})",
    "1d5665r<=(1d5665)",
    f"2d6!>=({WIDE})",
    f"2d{WIDE[2:]}!>=({WIDE})",
    f"9d10c>=({WIDE})",
    f"9d10c>=({WIDE})f<=({WIDE})",
    f"1d100c<=({WIDE})",
    f"3d6min({WIDE})",
    f"3d6max({WIDE})",
    f"({WIDE})x(1d6)",
    "(1d1000)x(1d1000)",
    f"highest(3d6,{WIDE})",
    f"highest(100d6,({WIDE}))",
    "lowest(1000d1000,(1d1000))",
    f"d{{1,({WIDE})}}",
    f"d{{1,2,({WIDE})}}",
    f"2d{{({WIDE}),({WIDE})}}",
    f"{{{WIDE},{WIDE}}}kh({WIDE})",
    f"{{{WIDE},{WIDE},{WIDE}}}kh(1d3)",
    f"{WIDE} >= {WIDE}",
    f"{WIDE} = {WIDE}",
    f"{WIDE} vs {WIDE}",
    f"{WIDE} [..500000] low [500001..] high",
    f"({WIDE}+@x) [..({WIDE})] low [..] high",
    f"rem({WIDE},({WIDE}))",
    f"{WIDE}%{WIDE}",
    f"{WIDE}//{WIDE}",
    f"{WIDE}/{WIDE}",
    f"{WIDE}*{WIDE}",
    f"{WIDE}+{WIDE}",
    f"{WIDE}**2",
    f"2**({WIDE})",
    "(1d100)**(1d100)",
    "(1d1000)**(1d1000)",
    f"max({WIDE},{WIDE})",
    f"min({WIDE},{WIDE},{WIDE})",
    f"abs({WIDE}-{WIDE})",
    f"floor({WIDE}/3)",
    f"ceil({WIDE}/7)",
    f"sqrt({WIDE})",
    f"{WIDE}[a]",
)
"""Dice whose sides, number or modifiers are rolled, and the widest die wherever it may stand."""

POOLS = (
    "10000d2",
    "10000d10000",
    "100d100",
    "300d100",
    "1000d1000kh500",
    "100d6kh50",
    "50d20/50d20",
    "1000d6kh999",
    "{100d6,100d8,100d10}kh2",
    "{" + ",".join(f"1d{sides}" for sides in range(1, 61)) + "}kh3",
    "{" + ",".join(f"1d{sides}" for sides in range(1, 121)) + "}kh30",
    "{" + ",".join(f"{dice}d3" for dice in range(1, 31)) + "}kh6",
    "largest_set(100d100)",
    "largest_set(1000d6)",
    "longest_run(100d100)",
    "longest_run(30d30)",
    "distinct(1000d1000)",
    "distinct(100d(1d100))",
    "middle(101d100)",
    "matches(100d6,3)",
    "100d6ro<=3kh50",
    "5d6kh3" + " !o" * 30 + "kh3",
    "5d6" + " !o" * 50,
    "353d353",
    "20d80000",
    "5000d6!okh3",
    "5d6kh3!o!o!okh3",
    "100d6!",
    "100d6!p",
    "300d6!!+300d8!!",
    "30d20!kh5",
    "3d6!*3d6!",
    "3d6!/3d6!",
    "100d2!c>=2",
    "1d2!>=1",
    "{8d6!/8,100d{1,2,2,5,9}kh50}kh1",
    "2d{hit,2hit,miss,hit+crit}",
    "1000d{a,b,c,d}",
    "200d{a,b,c,d,e,f,g,h}",
    "cancel(100d{success,failure,blank},success,failure)",
    "d{" + ",".join(map(str, range(1000))) + "}",
    "1000d{" + ",".join(map(str, range(1, 1001))) + "}",
    "d{1,1000000}",
    "1000d{1,1000000}",
    "100d{1,10,100,1000,10000,100000}",
    "40d♻?",
    "20d20♻?♻?",
    "10d6♻?kh3",
    "1d20♻?!!▲",
    "99d20▲!",
)

ARITHMETIC = (
    "1d1000/1d1000",
    "1d1000/7+1d1000/11+1d1000/13",
    "1/1d971+1/1d971",
    "1/1d97+1/1d89+1/1d83+1/1d79",
    "1d1000*1d1000",
    "1d1000*1d1000*1d1000",
    "1d100*1d100*1d100*1d100",
    "(1d1000+1)/(1d1000+1)",
    "x=1d1000; x*x",
    "x=1d1000; y=1d1000; x*y > x+y",
    "x=1000d6; x/x+x",
    "x=10000d6; x*x+x",
    "x=1d1000; y=1d1000; z=1d1000; x+y*z-x*y",
    "x=1d1000; y=x*1d1000; z=y*x; z-y",
    "10**10**8",
    "10**99",
    "10**100",
    "2**2**2**2**2",
    "9**9**9**9",
    "(1d10)**(10**10)",
    "(-1)**(10**99)",
    "0**0",
    "1d6**99",
    "1d1000**33",
    "9" * 100 + "*1d6",
    "9" * 101,
    "1d" + "9" * 100,
    "1/" + "9" * 100 + "*1d1000",
    "-" * 300 + "1d6",
    "*".join(["1d6"] * 60),
    "*".join(["1d1000"] * 30),
    "+".join(["1d1000"] * 800),
    "+".join(["1d1000/7"] * 100),
    "+".join(f"1d{sides}/{sides}" for sides in range(2, 60)),
    "max(" + ",".join(["1d1000"] * 400) + ")",
    "{" + ",".join(["1d100"] * 400) + "}kh200",
    "1000x(1d1000)",
    "100x(10x(1d100))",
    "6x(4d6kh3)",
    "6x(100d100)",
    "highest(100x(10d10),50)",
    "(" * 49 + "1d6" + ")" * 49,
    "(" * 5000 + "1d6" + ")" * 5000,
    "1d(" * 45 + "6" + ")" * 45,
    "1d6 > " * 60 + "3",
    " and ".join(["1d1000 > 500"] * 100),
    " or ".join(["x=1d100"] * 50),
    "; ".join(f"n{place}=1d1000" for place in range(100))
    + "; "
    + "+".join(f"n{place}" for place in range(100)),
    "; ".join(f"n{place}=1d6" for place in range(12))
    + "; "
    + "*".join(f"n{place}+n{(place + 1) % 12}" for place in range(12)),
)


def squares(die: str, times: int, sign: str = "*") -> str:
    """A name for the square of the name before, again and again."""
    steps = [f"n0=a{sign}a", *(f"n{i}=n{i - 1}{sign}n{i - 1}" for i in range(1, times))]
    return f"a={die};{';'.join(steps)};n{times - 1}"


GROWING = tuple(
    squares(die, times, sign)
    for sign in "*+-/"
    for die, times in (
        ("1d3", 22),
        ("1d3", 8),
        ("1d1000", 6),
        ("1d1000", 12),
        ("1d1000000", 5),
        ("3d6!", 10),
        ("10d10", 60),
    )
)
"""Names that grow with every line."""

SWEPT = (
    "@x",
    "1d100000+@x",
    "1d1000000+@x",
    "d(1d1000000)+@x",
    "1d@x",
    "1d@x*1d@x",
    "1d(@x)/1d1000",
    "(@x)d6",
    "(@x)d6!kh3",
    "(@x)d20kh5+(@x)d6",
    "300d@x",
    "1d1000*@x",
    "1d1000/@x",
    "@x**@x",
    "2**@x",
    "1d(1d1000000)>=@x",
    "1d1000000>=@x",
    "2d6kh(1d1000000)+@x",
    "3d6!+@x",
    "1000d6+@x",
    "largest_set((@x)d6)",
    "(@x)x(1d6)",
    "a=1d3;n0=a*a;n1=n0*n0;n2=n1*n1;n3=n2*n2;n3+@x",
)

RULES: tuple[tuple[str, Question], ...] = (
    ("scores.test", {}),
    ("scores.group_test", {"modifiers": [0] * 4}),
    ("scores.group_test", {"modifiers": [1, 2, 3, 4, 5, 6, 7, 8]}),
    ("scores.group_test", {"modifiers": list(range(20))}),
    ("scores.group_test", {"modifiers": [0] * 100}),
    ("percentile.extended", {"target": 45, "needed": "Taxing"}),
    ("percentile.opposed", {"target": 45, "opponent": 35}),
    ("percentile.attack", {"target": 45, "damage": "1d10+2"}),
    ("percentile.attack", {"target": 45, "damage": "1d(1d1000000)"}),
    ("percentile.roll", {"dice": "300d10"}),
    ("triumph.check", {"difficulty": 3, "modifier": 15}),
)

PROGRAMS = (
    "output 1d1000000",
    "output d(d1000000)",
    "output 100d100",
    "output [highest 2 of 3d1000000]",
    "D: d1000000 loop N over {1..20} { D: D ^ 2 } output D",
    "D: [explode 5d6] loop N over {1..60} { D: D * D } output D",
    "D: 5d7 loop N over {1..99} { D: (D + D) / 2 } loop N over {1..99} { D: D + D } output D",
    "function: f N:n { result: [f N + 1] } output [f 1]",
    "function: f N:n { if N > 0 { result: [f N - 1] + [f N - 1] } result: 1 } output [f 40]",
    "loop A over {1..1000} { loop B over {1..1000} { output d6 } }",
    "A: 2 loop N over {1..99} { A: A * A } output A",
    "output {1..1000000}",
    "output 1000d{1..1000}",
)

TEXTS = (*ROLLED_OPERANDS, *POOLS, *ARITHMETIC, *GROWING)
_LONG = ("(", "1d6+", "@{", "{1d6,", "1", " ", "\u202e", "kh", "10d6!o", "1d6[", "d", "!", "=")


def _of_texts() -> Iterator[Question]:
    for text in TEXTS:
        for ask in ("odds", "roll"):
            yield {"ask": ask, "expression": text}
    for text in TEXTS[::2]:
        yield {"ask": "roll", "expression": text, "seed": "1", "luck": True}
        yield {"ask": "start", "expression": text, "seed": "1"}
    for text in TEXTS[::3]:
        yield {"ask": "compare", "these": [{"expression": f"{text}"}, {"expression": "1d6"}]}
        yield {"ask": "compare", "these": [{"expression": text}] * 12}
        yield {"ask": "read", "text": text}
        yield {"ask": "odds", "expression": text, "of": "outcome>=7"}
        yield {"ask": "translate", "text": text}
    for text in TEXTS[::7]:
        yield {"ask": "advise", "expression": text, "faces": [1]}
        yield {"ask": "steps", "expression": text}
        yield {"ask": "complete", "text": text}


def _of_axes() -> Iterator[Question]:
    for text in SWEPT:
        for most in (3, 1000, 10_000):
            cells = {"expression": text, "axes": {"x": f"1..{most}"}}
            yield {"ask": "sweep", **cells}
            yield {"ask": "reach", **cells, "at_least": "7"}
        cells = {"expression": text, "axes": {"x": list(range(9_000, 9_100))}}
        yield {"ask": "sweep", **cells, "shares": True}
        yield {"ask": "sweep", **cells, "of": "outcome>=99"}
        yield {"ask": "frontier", **cells, "at_most": "50 %", "of": "outcome>=99"}
        yield {"ask": "matters", "expression": text, "variables": {"x": 1000}}
        family = text.replace("@x", "X")
        yield {
            "ask": "find",
            "family": family,
            "axes": {"X": list(range(1, 301))},
            "wishes": [{"of": "mean", "target": "7"}, {"of": ">=15", "target": "65 %"}],
        }
    two = {"axes": {"x": "1..100", "y": "1..100"}}
    for text in ("(@x)d(@y)", "1d(1d1000000)+@x+@y", "@x**@y", "(@x)d(@y)!", "1d@x/1d@y"):
        yield {"ask": "sweep", "expression": text, **two}
        yield {"ask": "frontier", "expression": text, **two, "at_least": "50"}
    for family in ("(X)d(1d1000000)", "1d(X*1d1000000)", "XdY", "XdY!", "XdY*ZdY", "Xd6/Yd6"):
        names = [name for name in "XYZ" if name in family]
        yield {
            "ask": "find",
            "family": family,
            "axes": {name: list(range(1, 41)) for name in names},
            "wishes": [{"of": "mean", "target": "1000"}],
        }
    yield {"ask": "find", "wishes": [{"of": "mean", "target": "123456789"}]}
    yield {
        "ask": "find",
        "wishes": [{"of": f">={n}", "target": f"{n} %"} for n in range(1, 13)],
        "show": 50,
    }


def _of_rules() -> Iterator[Question]:
    for rule, given in RULES:
        for ask in ("odds", "roll", "steps", "advise", "start", "matters"):
            yield {"ask": ask, "rule": rule, "parameters": given}
    group = {"rule": "scores.group_test", "parameters": {"modifiers": [0, 0, 0, 0]}}
    for name in ("difficulty", "needed", "dc", "target"):
        yield {"ask": "sweep", **group, "axes": {name: list(range(1001))}}
        yield {"ask": "reach", **group, "axes": {name: list(range(1001))}, "at_least": "50 %"}


def _of_programs() -> Iterator[Question]:
    for program in PROGRAMS:
        yield {"ask": "anydice", "program": program}
        yield {"ask": "anydice_roll", "program": program}


def _of_long_texts() -> Iterator[Question]:
    for piece in _LONG:
        for times in (100, 15_000):
            text = piece * (times // len(piece))
            yield {"ask": "read", "text": text}
            yield {"ask": "complete", "text": text}
            yield {"ask": "odds", "expression": text}
            yield {"ask": "translate", "text": text}
            yield {"ask": "macro", "text": text, "dialect": "roll20", "roll": True, "odds": True}
            yield {"ask": "anydice", "program": text}
            yield {"ask": "sheet", "toml": text}
    for name in ("verify", "reveal"):
        record = {"version": 2, "expression": "1d6", "faces": [6] * 10_000, "outcome": 6}
        secret = {} if name == "verify" else {"secret": {"salt": "0" * 32, "values": {}}}
        yield {"ask": name, "record": record, **secret}


QUESTIONS: tuple[Question, ...] = (
    *_of_texts(),
    *_of_axes(),
    *_of_rules(),
    *_of_programs(),
    *_of_long_texts(),
    *KINDS,
)
"""The questions, each an object to be sent as JSON."""
