"""More questions that are made to be dear, by what they are dear in: pools, names, rules, data.

Each function is one kind. ``hostile_questions.QUESTIONS`` has them all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

Question: TypeAlias = dict[str, Any]

_LISTS = ",".join(f"{n}..{n + 2}" for n in range(1, 1500, 5))
_TWENTY = "; ".join(f"a{n}=1d20" for n in range(20))
_CASES = ", ".join(f"={n}: {n * n % 97}" for n in range(1, 300))


WALKS = (
    *(f"beats({n}d{s},{n}d{s})" for n, s in ((10, 10), (30, 30), (100, 20), (3, 1000), (500, 6))),
    *(f"without({n}d{s},{n}d{s})kh{n // 2}" for n, s in ((10, 10), (40, 20), (100, 100))),
    *(f"common({n}d{s},{n}d{s})" for n, s in ((10, 10), (40, 20), (300, 6), (20, 1000))),
    *(f"largest_set(without({n}d6,{n}d6))" for n in (5, 30, 200)),
    "longest_run(without(50d20,30d20))",
    "matches(common(30d20,30d20),2)",
    "beats({3d4 & 3d6 & 3d8 & 3d10 & 3d12 & 3d20 & 3d100},30d20)",
    "without(20d(1d20),20d20)",
    *(f"beats((1d{n})d6,(1d{n})d6)" for n in (100, 400, 1000)),
    *(f"nth({n}d{s},{k})" for n, s, k in ((100, 100, 50), (1000, 1000, 500), (9999, 6, 5000))),
    "nth({50d4 & 50d6 & 50d8 & 50d10 & 50d12 & 50d20},150)",
    *(f"deal({n},{{1..{s},1..{s},1..{s},1..{s}}})" for n, s in ((5, 13), (26, 13), (100, 50))),
    "largest_set(deal(26,{1..13,1..13,1..13,1..13}))",
    "longest_run(deal(13,{1..13,1..13,1..13,1..13}))",
    "deal(30,{1..13,1..13,1..13,1..13})kh13",
    "beats(deal(10,{1..20}),deal(10,{1..20}))",
    "{100d6 & 100d8 & 100d10}kh4&dh1",
    "50d20kh20&dh5&dl3",
    "100d100kh10|kl10",
    "{30d6 & 30d8 & 30d10 & 30d12 & 30d20}kh7|k=3",
    "matches({20d6 & 20d8 & 20d10 & 20d12},3)",
    "distinct({20d60 & 20d80 & 20d100})",
    "middle({11d6 & 10d8 & 10d10 & 10d12 & 10d20})",
    "p=40d20; highest(p,5)+lowest(p,5)+middle(p)",
    "p=20d10; largest_set(p)*longest_run(p)+distinct(p)",
    "p=12d12; nth(p,1)*nth(p,3)*nth(p,5)*nth(p,7)",
    "p=6d20; q=6d20; beats(p,q)+without(p,q)",
    "20x(20d20kh10)kh10",
    "100x(3d6)kh50",
    "12x(10d10!)kh6",
    "1000x(1d1000)kh500",
)
"""Walks over pools, and what is read of them."""

MODIFIERS = (
    "100d100ru",
    "200d1000ruo",
    "30d6ru!",
    "30d20!:29",
    "100d100!>=2:99",
    "50d10!o>=2:49kh25",
    "60d20rh30",
    "60d20rl30!ol30",
    "20d20r<=19:19",
    "20d20rr<=19",
    "3d1000000rr<=999999",
    "20d6!p!p!p",
    "20d6!!p!!p",
    "100d{1,1,2}!=1",
    "30d20u kh10",
    "100d1000each*1000",
    "30d20each*30kh9each-7kl3",
    "10d10each**2",
    "100d20min(1d20)max(1d20)",
    f"1000d300worth({_CASES}, else: 0)",
    f"30d1000000c=[{_LISTS}]",
    f"50d1500r=[{_LISTS}]!=[{_LISTS}]",
    f"9d1500k=[{_LISTS}]d=[{_LISTS}]",
    "50d20worth(>10: face*face, else: -face)kh20",
    "20d20worth(>10: 1d20, else: 1)",
    "5d6r<=(1d6)r<=(1d6)r<=(1d6)",
    "10d10c>=(1d10)c<=(1d10)f=(1d10)",
    "10d10r<=3?r<=2?r<=1?",
    "8d8r?r?r?kh4",
    "100d6r=1?",
    "6d100♻♻♻♻♻♻♻♻?",
    "4d20♻?!♻?!♻?",
    "50d20crit>=(1d20)fumble<=(1d20)s sh",
    "100d66kh50",
    "20d666",
    "10000dF",
    "300dF*300dF",
    "{10d6! & 10d8!! & 10d10!p}kh15",
    "{1d6,2d6,3d6,4d6,5d6,6d6,7d6,8d6,9d6,10d6}kh5",
    "{1d6!,1d8!,1d10!,1d12!,1d20!}kh3",
    "{3d6!,3d8!}kh1*{3d6!,3d8!}kl1",
    "{" + ",".join(f"{n}d6kh{n // 2 + 1}" for n in range(2, 40)) + "}c>=20",
)
"""Modifiers in long rows, with rolled operands, and of dice with very many faces."""

NAMES = (
    *(f"x={die}; " + "+".join(["x*x"] * 30) for die in ("1d100", "10d10", "1d10000", "3d6!")),
    "x=1d1000; y=1d1000; z=1d1000; x>y and y>z and z>x",
    "x=1d100; y=1d100; z=1d100; w=1d100; x+y>z+w and x*y>z*w or x-y>z-w",
    "x=1d1000; y=1d1000; max(x,y)-min(x,y)+abs(x-y)",
    "x=1d1000; (x)d6+(x)d8",
    "x=1d100; (x)d(x)!",
    "x=1d6; y=(x)d6; z=(y)d6; w=(z)d6; v=(w)d6; v",
    "x=10d10; y=x//7; z=x%7; y*z+x",
    "x=100d100; floor(x/3)+ceil(x/7)+round(x/11)+x",
    "x=1d1000; y=1d1000; x/y+y/x",
    "x=1d1000; " + " and ".join(f"x%{n}=0" for n in range(2, 60)),
    "x=1d1000000; x%2=0 or x%3=0 or x%5=0",
    f"{_TWENTY}; " + " and ".join(f"a{n}>a{n + 1}" for n in range(19)),
    f"{_TWENTY}; max(" + ",".join(f"a{n}+a{(n + 1) % 20}" for n in range(20)) + ")",
    "; ".join(["a0=1d6", *(f"a{n}=a{n - 1}+1d6" for n in range(1, 60))]) + "; a59",
    "; ".join(["a0=1d6", *(f"a{n}=max(a{n - 1},1d6)*a{n - 1}" for n in range(1, 20))]) + "; a19",
    "; ".join(["a0=1d6", *(f"a{n}=(a{n - 1})d6" for n in range(1, 12))]) + "; a11",
    ", ".join(["1d1000"] * 500),
    ", ".join(f"{n}d{n}" for n in range(1, 99)),
    "x=100d100; " + ", ".join(f"x>={n}" for n in range(1, 99)),
    "(1d1000*1d100) vs (1d1000*1d100)",
    "(1d1000/1d1000) vs (1d1000/1d1000)",
    "not (" + " or ".join(["1d100=1"] * 80) + ")",
    "sqrt(1d1000**2)+sqrt(1d1000**2)",
    "rem(1d1000*1d1000,1d1000)",
    "trunc(1d1000/1d997)+round_away(1d1000/1d991)",
    "(1d100)**(1d20)",
    "1d1000**20-1d1000**20",
    "(1/3)**(1d200)",
    "1d100**-1+1d97**-1+1d89**-1",
    "0.0000000001*1d1000+0.333*1d1000",
    "1d100[" + "a" * 4000 + "]",
    "1d6 # " + "x" * 15_000,
    "1d1000 " + " ".join(f"[{n}..{n}] r{n}" for n in range(1, 900)),
    "100d100 " + " ".join(f"[{n}..{n}] r{n}" for n in range(100, 900)),
    "(1d1000)d6 [..100] a [101..2000] b [2001..] c",
    "d{" + ",".join(f"{a}{b}" for a in "abcdefgh" for b in "klmnopqrst") + "}",
    "20d{" + ",".join(f"{n}x+{n}y" for n in range(1, 30)) + "}",
    "30d{a,b,ab,c,2a+b,3c}",
    "cancel(60d{a,b,c,2a,2b,a+b,a+c,blank},a,b)",
)
"""Names used often, and arithmetic that makes long numbers or many cases."""

GIVEN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("1d20+@x", {"x": 10**99}),
    ("(@x)d6", {"x": 10**9}),
    ("(@x)d(@x)", {"x": 9999}),
    ("1d@x", {"x": 10**6}),
    ("1d1000*@x/@y", {"x": 10**99, "y": 7**100}),
    ("@x**@y", {"x": 10**50, "y": 10**50}),
    ("1d1000**@x", {"x": 33}),
    ("2d6kh@x!>=@x", {"x": -(10**90)}),
    ("(@x)x(10d10)", {"x": 1000}),
    ("9d10c>=@x+" + "+".join(["@x"] * 3000), {"x": 3}),
    ("1d20+" + "+".join(f"@n{n}" for n in range(1500)), {f"n{n}": n for n in range(1500)}),
)

SPOKEN = (
    "failing missing half - not (2d6) 15 2d6kh(1d4) 7+ half not",
    "average dis reroll to few percentiles on 7+ random not to not below on",
    "of distribution character avoiding success sets repeatedly doubled out cannot crit counts",
    "half of half of half of half of half of 8d6 or half of 8d6",
    "reroll 1s reroll 2s reroll 3s reroll 4s on 20d20 and then drop the lowest 7",
    "twice twice twice twice twice twice twice twice twice twice 1d20+5",
    "median of 1d1000000",
    "average of (1d1000)d(1d1000)",
    "what's better, 1d1000000 or (1d1000)d(1d1000)",
    "compare 1d1000*1d1000 and 1d1000/1d1000",
    "chance that 1d(1d1000000) is at least 5",
    "odds of 7 on 40d20r=1?",
    "how often is 100d6!p above 100d8!p",
    "chance of at least one 6 on 9999d6",
    "percentile vs 45 " * 9,
    "d100 under 45 and 1d20+5 vs 15 and 1d20+5 vs 1d20+3",
)
"""What is said in many words, or about large dice."""

_EXTREME: tuple[tuple[str, dict[str, Any]], ...] = (
    ("percentile.roll", {"dice": "999d100", "reroll": "choose"}),
    ("percentile.roll", {"dice": "300d10+300d100+300d5", "multipliers": [2] * 20}),
    ("percentile.opposed", {"target": 1000, "opponent": 1000, "opponent_reroll": True}),
    ("percentile.opposed", {"target": 45, "opponent": 45, "names": ["x" * 10_000] * 2}),
    ("percentile.extended", {"target": 45, "needed": 1000, "reroll": "choose"}),
    ("percentile.extended", {"target": 1, "needed": 1000, "tries": 1000}),
    ("percentile.extended", {"target": 45, "needed": 300, "tries": 300, "reroll": "always"}),
    ("percentile.damage", {"dice": "300d10", "tearing": True, "proven": 5, "reroll": "choose"}),
    ("percentile.attack", {"target": 45, "damage": "99d10+99d5", "tearing": True}),
    ("scores.test", {"modifier": 10**18, "advantages": 1000}),
    ("scores.contest", {"advantages": 1000, "opponent_advantages": 1000}),
    ("scores.contest", {"win": "x" * 16_000, "lose": "y" * 16_000}),
    ("scores.group_test", {"modifiers": [1, 2, 3, 4, 5, 6], "advantages": [1] * 6}),
    ("scores.group_test", {"modifiers": list(range(12)), "disadvantages": [3] * 12}),
    ("scores.group_test", {"modifiers": [0, 1, 2, 3, 4], "disadvantages": [9, 8, 7, 6, 5]}),
    ("target.check", {"modifiers": ", ".join(f"+{n} dodge" for n in range(1500)), "target": 15}),
    ("target.check", {"bonus": "99d100", "target": 999}),
    ("target.opposed", {"bonus": "50d20", "opponent_bonus": "50d20!"}),
    (
        "target.attack",
        {"modifiers": 5, "armor_class": 15, "damage": "100d10", "multipliers": [2] * 20},
    ),
    ("target.attack", {"armor_class": 15, "damage": "3d6!", "extra": "9d6", "bonus": "1d1000"}),
    ("target.attack", {"damage": "1d1000*1d1000", "multipliers": [3, 4]}),
    ("target.roll", {"what": "1d1000*1d1000", "multipliers": [2] * 50}),
    ("target.roll", {"what": "100d100!", "divide": 997}),
    ("tiers.check", {"stat": 45, "advantages": 999, "disadvantages": 999}),
    ("tiers.check", {"stat": 45, "helpers": [45] * 999}),
    ("tiers.check", {"stat": 45, "edges": "999/+/999/-/", "tags": ["gold rope +3"] * 500}),
    ("tiers.test", {"stats": [45] * 20, "tier": 100}),
    ("tiers.test", {"stats": [1] * 10, "tier": 1000, "clock": ["1000", "999", "998"]}),
    (
        "tiers.test",
        {"stats": [45, 50, 55, 60, 65], "clock": ["8", "7", "6", "5"], "on_failure": "repeat"},
    ),
    ("tiers.countdown", {"stats": [45] * 20, "opponents": [45] * 20, "clock": "1000"}),
    ("tiers.opposed", {"stat": 45, "opponent": 45, "advantages": 500, "helpers": [45] * 100}),
    ("triumph.check", {"dice": "99d20▲!", "reroll": "choose", "dominance": 20}),
    ("triumph.check", {"dice": "30d20♻!▲▲▲", "threat": 20, "bonus": "9d20"}),
    (
        "triumph.contest",
        {"dominance": 20, "opponent_dominance": 20, "threat": 20, "opponent_threat": 20},
    ),
    ("triumph.contest", {"dice": "20d20♻!▲", "opponent_dice": "20d20♻!▲", "bonus": "5d20"}),
    ("triumph.attack", {"damage": "50d10!", "dice": "10d20!▲", "dominance": 9, "dc": 15}),
    ("triumph.attack", {"damage": "1d1000*1d1000", "opponent": 5, "bonus": "20d6!"}),
)
"""Parameters of the games' rules as large as they may be, or larger."""

MORE_PROGRAMS = (
    "function: f A:s B:s { C: 0 loop P in {1..#A} { if P@A > P@B { C: C + 1 } } result: C } "
    "output [f 30d20 30d20]",
    "function: f A:s { R: 0 loop P over A { R: R * 10 + P } result: R } output [f 20d9]",
    "function: f A:s { result: [sort A] } output [f 60d6]",
    "function: f N:n M:n { if N = M { result: 1 } result: [f N + 1 M] } output [f d1000 d1000]",
    "function: f N:d { result: N * N } D: d1000 loop P over {1..9} { D: [f D] } output D",
    'set "explode depth" to 1000 output [explode 20d20]',
    'set "maximum function depth" to 1000 function: f N:n { result: d6 + [f N - 1] } '
    "output [f 900]",
    'set "maximum function depth" to 100000 function: f N:n { result: [f N + 1] } output [f 1]',
    'loop P over {1..1000} { output 100d100 named "[P]" }',
    "output {1..1000000:1000000}",
    "output d{1..100000} * d{1..100000}",
    "output (d1000 * d1000 * d1000) / (d1000 + 1)",
    "output 1@1000d1000 + 500@1000d1000",
    "output [middle 501 of 1001d100]",
    "A: {1..1000} B: {A, A, A, A, A, A} C: {B, B, B, B, B, B} D: {C, C, C, C} output dD",
    "A: 7 loop P over {1..100000} { A: A + P } output A",
    "A: d6 loop P over {1..40} { A: A ^ 3 } output A",
    'output d6 named "' + "x" * 15_000 + '"',
    "output [lowest 50 of 100d100] > [highest 50 of 100d100]",
    "function: f A:n B:n C:n { result: A + B * C } output [f d200 d200 d200]",
    "function: f A:s { result: #A + [count A in A] } output [f 30d30]",
    "output (20d20) & (20d20) | (20d20)",
    "A: 100000000000d6 output A",
    "output d(10^100)",
)
"""Programs for AnyDice: recursion, loops through rolls, settings, long sequences."""

MACROS: tuple[tuple[str, str], ...] = (
    ("[[" * 300 + "1d6" + "]]" * 300, "roll20"),
    ("[[1d6]]" * 1500, "roll20"),
    ("/roll 9999d6!!", "roll20"),
    ("/roll 100d100r<99 + 50d50kh25", "roll20"),
    ("?{a|" + "|".join(f"o{n},{n}d{n}" for n in range(1, 400)) + "}", "roll20"),
    ("?{a}" * 2000, "roll20"),
    ("@{a}" * 2000 + "[[@{b}d@{c}]]", "roll20"),
    ("&{template:x} " + "{{a=[[10d10!]]}} " * 500, "roll20"),
    ("/r " + "(" * 800 + "1d6" + ")" * 800, "foundry"),
    ("/r {" + ",".join(["10d10x"] * 200) + "}kh100", "foundry"),
    ("[[/r 1d20+@a]] " * 800, "foundry"),
    ("/r 1000d1000r<1000", "foundry"),
    ("!r " + "1d20 adv " * 1000, "avrae"),
    ("!r 100d100kh50rr<50mi2ma99e100", "avrae"),
    ("!a sword " + "-d 10d10 " * 900, "avrae"),
    ("{{" * 500 + "1d6" + "}}" * 500, "avrae"),
)
"""Macros of other programs."""

_FAMILIES = (
    *("XdY ru", "largest_set(XdY)", "beats(Xd6,Yd6)", "x=XdY; x*x", "{Xd6,Yd8}kh1", "1d(Xd6*Y)"),
)
_SWEPT = (
    *("largest_set((@x)d(@y))", "beats((@x)d6,(@y)d6)", "(@x)d(@y)ru", "3d6!>=@x+@y"),
    "x=(@x)d(@y); x*x",
)

_FOREIGN = (
    "9999d9999!!",
    "100d100r<99k50!",
    "{" * 40 + "1d6" + "}" * 40,
    "1d6" + "!" * 300,
    "1d20" + "+1d4" * 1000,
    "4d6rr<6kh3",
    "20d20>10f<5!>19",
    "(" * 40 + "1d6" + ")*2" * 40,
    "1d100000000000",
    "10#10#10#4d6",
)
_DIALECTS = ("roll20", "foundry", "avrae", "dicemaiden", "rpg-dice-roller")


def _of_texts() -> Iterator[Question]:
    for text in (*WALKS, *MODIFIERS, *NAMES):
        yield {"ask": "odds", "expression": text}
        yield {"ask": "roll", "expression": text, "luck": True}
    for text in (*WALKS, *MODIFIERS, *NAMES)[::4]:
        yield {"ask": "odds", "expression": text, "of": "outcome>=7", "game": "percentile"}
        yield {"ask": "advise", "expression": text}
        yield {"ask": "sweep", "expression": f"({text})+@z", "axes": {"z": "1..200"}}
        yield {"ask": "matters", "expression": f"({text})>=@z", "variables": {"z": 5}}
    for text, values in GIVEN:
        for ask in ("odds", "roll", "matters"):
            yield {"ask": ask, "expression": text, "variables": values}
    for view in ("outcome>=" + "9" * 900, "outcome=1/" + "7" * 900, "(" * 900, "outcome" * 140):
        yield {"ask": "odds", "expression": "100d100", "of": view}
        yield {"ask": "sweep", "expression": "9d9+@x", "axes": {"x": "1..99"}, "of": view}
    for text in SPOKEN:
        for ask, field in (("read", "text"), ("odds", "expression"), ("translate", "text")):
            yield {"ask": ask, field: text}
        yield {"ask": "read", "text": text, "game": "percentile"}


def _of_rules() -> Iterator[Question]:
    for rule, given in _EXTREME:
        for ask in ("odds", "roll", "steps", "advise", "start", "matters"):
            yield {"ask": ask, "rule": rule, "parameters": given}
    for rule, name in (
        ("scores.contest", "modifier"),
        ("scores.contest", "advantages"),
        ("triumph.contest", "dominance"),
        ("percentile.opposed", "opponent"),
        ("percentile.extended", "needed"),
        ("tiers.test", "tier"),
        ("target.attack", "armor_class"),
    ):
        needed: Question = {"percentile": {"target": 45}, "tiers": {"stats": [45] * 4}}
        given = needed.get(rule.partition(".")[0], {})
        about = {"rule": rule, "parameters": given, "axes": {name: "1..1000"}}
        yield {"ask": "sweep", **about}
        yield {"ask": "sweep", **about, "shares": True}
        yield {"ask": "sweep", **about, "steps": True}
        yield {"ask": "reach", **about, "at_least": "50 %"}


def _of_data() -> Iterator[Question]:
    chain = "\n".join(f'n{n} = "@{{n{n + 1}}}+1d6"' for n in range(300))
    doubling = "\n".join(f'n{n} = "@{{n{n + 1}}}+@{{n{n + 1}}}"' for n in range(60))
    around = 'a = "@{b}"\nb = "@{a}"'
    wide = "\n".join(f'n{n} = "{n}d1000"' for n in range(2000))
    standing = "\n".join(
        f'[[circumstances]]\nname = "c{n}"\nadds.modifier = {n}' for n in range(900)
    )
    for sheet in (chain, doubling, around, wide, standing, "a = " + "[" * 3000, "a" * 50_000):
        sheets = [f'name = "A"\n{sheet}']
        yield {"ask": "odds", "expression": "1d20+@{n0}", "sheets": sheets}
        test = {"rule": "scores.test", "sheets": sheets}
        yield {"ask": "roll", **test, "parameters": {"modifier": "n0"}}
        yield {"ask": "sweep", **test, "axes": {"modifier": "1..99"}}
        yield {"ask": "complete", "text": "@n", "sheets": sheets * 20}
        yield {"ask": "sheet", "toml": sheets[0], "rounds": 1000}
    for program in MORE_PROGRAMS:
        yield {"ask": "anydice", "program": program}
        yield {"ask": "anydice_roll", "program": program, "output": 1}
    for text, dialect in MACROS:
        yield {"ask": "macro", "text": text, "dialect": dialect, "roll": True, "odds": True}
    for text in _FOREIGN:
        for dialect in _DIALECTS:
            yield {"ask": "odds", "expression": text, "dialect": dialect}
            yield {"ask": "translate", "text": text, "source": dialect}
    record: Question = {"version": 4, "variables": {}, "groups": [], "outcome": 1}
    for text, faces in (
        ("100d100ru", [1] * 10_000),
        ("1d2!", [2] * 10_001 + [1]),
        ("x=1d3;y=x*x;z=y*y;w=z*z;w*w", [3]),
        ("1000x(10d10)", [5] * 10_000),
        ("30d20r=1?", [1] * 60),
    ):
        changed = {**record, "expression": text, "faces": faces}
        yield {"ask": "verify", "record": changed}
        yield {"ask": "advise", "expression": text, "faces": faces}
    for size in (10, 3000):
        names = {f"n{n}": 1 for n in range(size)}
        these = [{"expression": f"{n}d6+@n1", "variables": names} for n in range(1, 13)]
        yield {"ask": "compare", "these": these}
        listed = {"decisions": ["x"] * size, "hidden": ["y"] * size}
        yield {"ask": "roll", "expression": "1d6", **listed}
        wishes = [{"of": f">={n}", "target": f"{n % 100} %"} for n in range(size)]
        yield {"ask": "find", "wishes": wishes}
        axes = {"X": "1..30", "Y": "1..30"}
        yield {"ask": "find", "family": "XdY!kh3", "axes": axes, "wishes": wishes[:9]}
    for family in _FAMILIES:
        axes, wished = {"X": "1..60", "Y": "1..60"}, [{"of": "mean", "target": "99"}]
        yield {"ask": "find", "family": family, "axes": axes, "wishes": wished}
    two = {"axes": {"x": "1..99", "y": "1..99"}}
    for text in _SWEPT:
        yield {"ask": "sweep", "expression": text, **two}
        yield {"ask": "reach", "expression": text, **two, "at_least": "9"}


KINDS: tuple[Question, ...] = (*_of_texts(), *_of_rules(), *_of_data())
