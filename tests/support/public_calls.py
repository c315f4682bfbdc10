"""Every public callable with sensible arguments, for tests that replace some of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, NamedTuple

import astragal
from astragal import (
    Asks,
    Bounds,
    Call,
    Circumstance,
    Clock,
    Die,
    Distribution,
    HandSource,
    Limits,
    Modifier,
    Names,
    Party,
    RandomTable,
    RangeTable,
    SavedRoll,
    SeededSource,
    Sheet,
    Span,
    Stakes,
    Symbols,
    SystemSource,
)
from astragal.games import scores, tiers


class PublicCall(NamedTuple):
    """A callable, and a value for each parameter; those in ``required`` are always given."""

    call: Callable[..., Any]
    values: Mapping[str, Any]
    required: tuple[str, ...] = ()


@astragal.rule
def push(limit: int = 1) -> Asks[int]:
    """Roll a d6; you may roll it once more."""
    face: int = yield "d6"
    again = yield astragal.choose("again?", {"yes": True, "no": False}, face=face)
    return (yield "d6") if again and limit else face


@astragal.rule
def climb(height: Annotated[int | None, astragal.Hideable()] = None) -> Asks[str]:
    """A d10, at least as high as the wall."""
    face: int = yield "d10"
    return f"{face}" if height is None else f"{face}, {'up' if face >= height else 'down'}"


def _step(n: int) -> Any:
    return astragal.coin(n + 1, 0)


def _ended(n: int) -> bool:
    return n == 2


def _first(choice: astragal.Choice) -> Any:
    return choice.options[0]


class _Climb:
    start = 0

    def step(self, height: int, face: int = 0) -> Any:
        return height + face if face else astragal.coin(height + 1, height)

    def over(self, height: int) -> bool:
        return height == 2

    def end(self, height: int, made: int | None) -> int:
        return height

    def called(self, height: int) -> str:
        return f"from {height}"


LIMIT = push.parameters[0]
CHAIN = astragal.chain(_step, 0, until=_ended)
ROLL = astragal.roll("4d6kh3 + 2", faces=[6, 5, 4, 2])
RECORD = ROLL.to_json()
RULE_RECORD = tiers.check(43).roll(faces=[21]).to_json()
_SAVED = ("name", "rule", "given")
SNEAK = SavedRoll("sneak", "scores.test", {"modifier": "Focus Save"})
ALICE = Sheet("Alice", {"Focus Save": 1}, rolls=[SNEAK])
PARTY = Party([ALICE, Sheet("Bob", {"Focus Save": 2, "Sword": "1d8"})])
GIVEN: dict[str, Any] = {
    "variables": {"n": 2},
    "aim": "outcome",
    "decide": _first,
    "limits": Limits(),
}
ROLLED: dict[str, Any] = {
    **{name: each for name, each in GIVEN.items() if name != "aim"},
    "source": SeededSource(1),
    "faces": [3, 4],
    "seed": 1,
    "decisions": ["no"],
}
_HIDDEN, SECRET = astragal.hide(climb(7), "height", salt=b"0123456789abcdef")
HIDDEN = _HIDDEN.roll(faces=[8]).to_json()
RESUMED: dict[str, Any] = {
    "decision": "yes",
    "source": SeededSource(1),
    "faces": [4],
    "seed": "one",
    "moments": False,
    "limits": Limits(),
}
PAUSE: Any = push().start(faces=[3])
TOKEN = PAUSE.to_json()
MEASURED: dict[str, Any] = {
    **{name: each for name, each in GIVEN.items() if name != "variables"},
    "what": "1d20 + @bonus >= 15",
    "axes": {"bonus": [1, 2]},
    "of": "outcome",
    "within": 2,
    "steps": True,
    "fixed": {"bonus": 1},
}

FUNCTIONS: dict[str, PublicCall] = {
    "best": PublicCall(
        astragal.best, {"number": 2, "what": 20, "key": lambda face: -face}, ("number",)
    ),
    "against": PublicCall(
        astragal.against, {"ours": 6, "theirs": "2d6", "key": int}, ("ours", "theirs")
    ),
    "capped": PublicCall(
        astragal.capped,
        {"what": "2d6!", "least": 3, "most": 12, "beyond": "more"},
        ("what",),
    ),
    "chain": PublicCall(
        astragal.chain,
        {"step": _step, "start": 0, "until": _ended, "name": "heads"},
        ("step", "start", "until"),
    ),
    "choose": PublicCall(
        astragal.choose,
        {"question": "which?", "options": ["a", "b"], "by": "Alice", "face": 3},
        ("question", "options"),
    ),
    "coin": PublicCall(astragal.coin, {"heads": "heads", "tails": "tails"}),
    "compare": PublicCall(
        lambda first, second, **given: astragal.compare(first, second, **given),
        {
            "first": "2d6",
            "second": "1d12",
            "of": "outcome",
            "variables": {"x": 1},
            "aim": "outcome",
            "limits": Limits(),
        },
        ("first", "second"),
    ),
    "d": PublicCall(astragal.d, {"sides": 6}, ("sides",)),
    "dice": PublicCall(astragal.dice, {"number": 2, "what": 6}, ("number",)),
    "deal": PublicCall(astragal.deal, {"number": 2, "deck": [1, 2, 3]}, ("number", "deck")),
    "find": PublicCall(
        astragal.find,
        {
            "what": "Xd6+Y",
            "axes": {"X": [1, 2]},
            "wishes": {"mean": 7, ">=5": "65 %"},
            "of": "outcome",
            "fixed": {"Y": 1},
            "aim": "outcome",
            "decide": lambda choice: choice.options[0],
            "show": 2,
            "near": Fraction(1, 2),
            "limits": Limits(),
        },
        ("what", "axes", "wishes"),
    ),
    "dialect_names": PublicCall(astragal.dialect_names, {}),
    "find_game": PublicCall(astragal.find_game, {"name": "tiers"}, ("name",)),
    "frontier": PublicCall(
        astragal.frontier,
        {
            **MEASURED,
            "what": "1d20 + @bonus >= @dc",
            "axes": {"bonus": [1, 2], "dc": [5, 9]},
            "at_least": "50 %",
            "at_most": "60 %",
            "greatest": True,
        },
        ("what", "axes"),
    ),
    "matters": PublicCall(
        astragal.matters,
        {**{name: each for name, each in MEASURED.items() if name != "axes"}, "by": {"bonus": 2}},
        ("what",),
    ),
    "game_names": PublicCall(astragal.game_names, {}),
    "meanings": PublicCall(
        astragal.meanings,
        {"text": "2d6r<3", "programs": ["astragal", "roll20"], "limits": Limits()},
        ("text",),
    ),
    "translate": PublicCall(
        astragal.translate,
        {"text": "8d10>7", "source": "roll20", "target": "astragal", "limits": Limits()},
        ("text",),
    ),
    "hide": PublicCall(
        lambda experiment, name, salt=None: astragal.hide(experiment, name, salt=salt),
        {"experiment": climb(7), "name": "height", "salt": b"0123456789abcdef"},
        ("experiment", "name"),
    ),
    "load_rules": PublicCall(astragal.load_rules, {"path": "examples/duel.py"}, ("path",)),
    "moment": PublicCall(
        lambda text, value, by="": str(astragal.moment(text, value, by=by)),
        {"text": "turn {}", "value": 3, "by": "Bob"},
        ("text", "value"),
    ),
    "note": PublicCall(
        lambda text, value: str(astragal.note(text, value)),
        {"text": "rolls {}", "value": 3},
        ("text", "value"),
    ),
    "turning_point": PublicCall(
        lambda text, value: str(astragal.turning_point(text, value)),
        {"text": "the {} falls", "value": 3},
        ("text", "value"),
    ),
    "Words": PublicCall(astragal.Words, {"text": "against {}", "one": "alone"}, ("text",)),
    "odds": PublicCall(
        astragal.odds, {"what": "2d6!", "tail": Fraction(1, 100), **GIVEN}, ("what",)
    ),
    "parse": PublicCall(
        astragal.parse, {"text": "4d6kh3", "dialect": "roll20", "limits": Limits()}, ("text",)
    ),
    "pool": PublicCall(astragal.pool, {"number": 2, "what": 6}, ("number", "what")),
    "reach": PublicCall(
        astragal.reach,
        {**MEASURED, "at_least": "50 %", "at_most": "60 %", "greatest": True},
        ("what", "axes"),
    ),
    "read_record": PublicCall(
        astragal.read_record, {"record": RECORD, "rules": [push], "limits": Limits()}, ("record",)
    ),
    "read_token": PublicCall(
        astragal.read_token,
        {"token": TOKEN, "rules": [push], "key": "secret", "limits": Limits()},
        ("token", "rules"),
    ),
    "resume": PublicCall(
        astragal.resume,
        {"token": TOKEN, "rules": [push], "key": "secret", **RESUMED},
        ("token", "rules"),
    ),
    "reveal": PublicCall(
        astragal.reveal,
        {"record": HIDDEN, "secret": SECRET, "rules": [climb], "limits": Limits()},
        ("record", "secret", "rules"),
    ),
    "roll": PublicCall(astragal.roll, {"what": "2d6", **ROLLED}, ("what",)),
    "rule": PublicCall(
        lambda function=None, **given: (
            astragal.rule(**given)(function) if given else astragal.rule(function)
        ),
        {"function": push.function, "name": "other", "refuse": lambda _: None, "inline": True},
        ("function",),
    ),
    "sweep": PublicCall(astragal.sweep, {**MEASURED, "shares": True}, ("what", "axes")),
    "total": PublicCall(astragal.total, {"number": 2, "what": 6}, ("number",)),
    "verify": PublicCall(
        astragal.verify,
        {"record": RULE_RECORD, "rules": [push], "limits": Limits()},
        ("record",),
    ),
    "walk": PublicCall(
        lambda pool, **given: astragal.walk(pool, **given).odds(),
        {
            "pool": "2d6",
            "start": 0,
            "step": lambda found, face, dice: found + dice,
            "end": lambda found: found + 1,
            "by": None,
            "rising": True,
            "name": "dice",
        },
        ("pool", "step"),
    ),
    "limited": PublicCall(
        astragal.limited,
        {"course": _Climb(), "start": 0, "most": 3, "made": 1},
        ("course", "start"),
    ),
    "rerolled": PublicCall(
        astragal.rerolled,
        {
            "number": 2,
            "sides": 6,
            "lowest": 1,
            "fold": _Climb(),
            "chosen": False,
            "by": "Ann",
            "opposed": True,
            "who": "Bob",
        },
        ("number", "sides", "lowest", "fold"),
    ),
    "weighted": PublicCall(
        astragal.weighted, {"alternatives": {"a": 2, "b": 1}}, ("alternatives",)
    ),
    "worst": PublicCall(astragal.worst, {"number": 2, "what": 20}, ("number",)),
}

CLASSES: dict[str, PublicCall] = {
    "Strategy": PublicCall(astragal.Strategy, {"text": "keep"}, ("text",)),
    "Bounds": PublicCall(Bounds, {"least": 1, "most": 9}),
    "Call": PublicCall(
        Call,
        {
            "by": "Alice",
            "names": {"modifier": "Focus Save"},
            "circumstances": ("rain",),
            "stakes": Stakes("over the wall"),
            "saved": "Magic Missile",
        },
    ),
    "Circumstance": PublicCall(
        Circumstance,
        {
            "name": "rain",
            "gives": {"modifier": 1},
            "on": ["test"],
            "lasts": {"rounds": 2},
            "begins_when": "passes",
        },
        ("name", "gives"),
    ),
    "Clock": PublicCall(Clock, {"segments": 6, "filled": 2}, ("segments",)),
    "Die": PublicCall(Die, {"faces": [1, 2, 2]}, ("faces",)),
    "Done": PublicCall(astragal.Done, {"state": 1}, ("state",)),
    "Distribution": PublicCall(
        Distribution, {"weights": {1: 1, 2: 2}, "label": "two"}, ("weights",)
    ),
    "HandSource": PublicCall(HandSource, {"faces": [1, 2], "recorded": True}, ("faces",)),
    "Limits": PublicCall(Limits, {"dice": 10, "digits": 100, "silence": 1}),
    "Modifier": PublicCall(Modifier, {"value": 1, "type": "item", "source": "rope"}, ("value",)),
    "Names": PublicCall(Names, {"numbers": {"easy": 1}}, ("numbers",)),
    "Party": PublicCall(Party, {"sheets": [ALICE, Sheet("Bob", {"x": "1d6"})]}),
    "RandomTable": PublicCall(
        RandomTable, {"text": "d6 [1..5] smoke [6] fire", "name": "sparks"}, ("text",)
    ),
    "RangeTable": PublicCall(
        RangeTable, {"ranges": RangeTable.of("[..6] low [7..] high").ranges}, ("ranges",)
    ),
    "SavedRoll": PublicCall(
        SavedRoll, {"name": "sneak", "rule": "scores.test", "given": {"modifier": 1}}, _SAVED
    ),
    "SeededSource": PublicCall(SeededSource, {"seed": 1}, ("seed",)),
    "Sheet": PublicCall(
        Sheet,
        {
            "name": "Alice",
            "values": {"x": 1, "y": "1d6"},
            "circumstances": ALICE.circumstances,
            "rolls": [SNEAK],
        },
    ),
    "Secret": PublicCall(
        astragal.Secret, {"values": {"dc": 15}, "salt": "0" * 32}, ("values", "salt")
    ),
    "Step": PublicCall(astragal.Step, {"by": 5}, ("by",)),
    "Stakes": PublicCall(
        Stakes,
        {
            "wants": "over the wall",
            "success": "over",
            "failure": "dogs",
            "favour": ["rope"],
            "against": ["rain"],
        },
    ),
    "Stop": PublicCall(astragal.Stop, {}),
    "Symbols": PublicCall(Symbols, {"symbols": "2 hit + crit"}),
    "SystemSource": PublicCall(SystemSource, {}),
    "Wish": PublicCall(
        astragal.Wish, {"of": ">=15", "target": "65 %", "weight": 2}, ("of", "target")
    ),
}

NOT_CALLED = {
    "Advice": "made by advise",
    "Asks": "a type for annotations",
    "Audience": "an enumeration",
    "Choice": "made by choose",
    "Comparison": "made by compare",
    "Duration": "made by duration",
    "Experiment": "abstract",
    "Expression": "made by parse",
    "Format": "written by those who want another format",
    "Found": "made by find",
    "Meaning": "made by meanings",
    "Frontier": "made by frontier",
    "ask": "a request within a rule",
    "open_games": "takes what load_rules takes, and keeps the games",
    "Game": "written by designers of games",
    "Convention": "written by designers of games",
    "Conventions": "written by designers of games",
    "Added": "a value that is told in a note",
    "Contested": "abstract",
    "RankedOutcome": "abstract",
    "Rolled": "a value that is told in a note",
    "Sum": "a value that is told in a note",
    "Grid": "made by sweep",
    "Guide": "made by plan",
    "Hidden": "a marker without parameters",
    "Hideable": "a marker without parameters",
    "Layout": "a value",
    "Loss": "made by a plan",
    "Matters": "made by matters",
    "NEVER": "a value",
    "STRANGERS": "a value",
    "OrText": "a type for annotations",
    "Parameter": "made of a rule's signature",
    "Pause": "made by start",
    "Piece": "a value",
    "Plan": "made by plan",
    "Reach": "made by reach",
    "Role": "an enumeration",
    "Roll": "made by roll",
    "Rule": "made by rule",
    "Shares": "made by sweep",
    "Side": "a value",
    "Source": "a protocol",
    "Span": "a pair of numbers in an error",
    "Verdict": "an enumeration",
    "Written": "abstract",
    **{name: "raised" for name in astragal.__all__ if name.endswith("Error")},
}
"""Public names that are not called by users, and why."""


def _methods(
    name: str, owner: Any, calls: Mapping[str, Mapping[str, Any]], optional: tuple[str, ...] = ()
) -> dict[str, PublicCall]:
    return {
        f"{name}.{method}": PublicCall(
            getattr(owner, method), values, tuple(each for each in values if each not in optional)
        )
        for method, values in calls.items()
    }


_OPTIONAL = (
    *ROLLED,
    *RESUMED,
    "key",
    "tail",
    "label",
    "name",
    "segments",
    "most",
    "indent",
    "stakes",
    "width",
)

_EXPERIMENTS: dict[str, Mapping[str, Any]] = {
    "roll": ROLLED,
    "start": {
        "moments": True,
        **{name: ROLLED[name] for name in ROLLED if name not in ("decide", "decisions")},
    },
    "sample": {
        "n": 2,
        **{name: ROLLED[name] for name in ROLLED if name not in ("faces", "decisions")},
    },
    "odds": {**GIVEN, "tail": Fraction(1, 100)},
    "duration": GIVEN,
    "plan": {"aim": "outcome", "variables": {}, "limits": Limits()},
    "advise": {
        "aim": "outcome",
        "odds": True,
        **{name: ROLLED[name] for name in ROLLED if name not in ("source", "seed", "decide")},
    },
    "map": {"function": str, "name": "text"},
}
RENDERED: Mapping[str, Any] = {"form": "markdown", "width": 40, "ascii_only": True, "indent": 1}
_SHOWN: dict[str, Mapping[str, Any]] = {
    "to_data": {},
    "to_csv": {},
    "to_markdown": {},
    "to_json": {"indent": 1},
    "render": RENDERED,
    "plot": {"file": "odds.txt"},
}
_DISTRIBUTIONS: dict[str, Mapping[str, Any]] = {
    "at_least": {"number": 3},
    "at_most": {"number": 3},
    "more_than": {"number": 3},
    "less_than": {"number": 3},
    "between": {"low": 2, "high": 3},
    "probability": {"what": 3},
    "weight": {"outcome": 3},
    "quantile": {"share": "50 %"},
    "best_of": {"n": 2},
    "worst_of": {"n": 2},
    "sum_of": {"n": 2},
    "versus": {"other": Distribution({1: 1, 2: 1})},
    "cumulative": {"at_least": True},
    "given": {"condition": lambda outcome: outcome == 2},
    "map": {"function": str},
    "of": {"view": "outcome>=2"},
    **_SHOWN,
}
_RELISTED: dict[str, Mapping[str, Any]] = {
    "labelled": {"label": "two"},
    "listed_to": {"tail": Fraction(1, 100)},
}

METHODS: dict[str, PublicCall] = {
    **_methods("expression", astragal.parse("2d6 + @n"), _EXPERIMENTS, _OPTIONAL),
    **_methods("push()", push(), _EXPERIMENTS, _OPTIONAL),
    **_methods("chain()", CHAIN, _EXPERIMENTS, _OPTIONAL),
    **_methods("table", RandomTable.of("d6 [1..5] a [6] b"), _EXPERIMENTS, _OPTIONAL),
    **_methods("odds(2d6)", astragal.odds("2d6"), _DISTRIBUTIONS, _OPTIONAL),
    **_methods("odds(1d6!)", astragal.odds("1d6!"), _DISTRIBUTIONS, _OPTIONAL),
    **_methods("odds(2d6)", astragal.odds("2d6"), _RELISTED),
    **_methods("odds(1d6!)", astragal.odds("1d6!"), _RELISTED),
    **_methods("odds(coin)", astragal.odds(astragal.coin()), _DISTRIBUTIONS, _OPTIONAL),
    **_methods(
        "Distribution",
        Distribution,
        {
            "of_die": {"die": Die(6)},
            "mixture": {"parts": [(Distribution({1: 1}), 1)], "label": "mixed"},
        },
        _OPTIONAL,
    ),
    **_methods(
        "duration",
        CHAIN.duration(),
        {
            "within": {"n": 3},
            "exactly": {"n": 3},
            "quantile": {"share": "50 %"},
            "table": {"most": 3},
            "of": {"what": "outcome=2"},
            **_SHOWN,
        },
        _OPTIONAL,
    ),
    **_methods("advice", push().advise("outcome", faces=[3]), _SHOWN, _OPTIONAL),
    **_methods(
        "comparison",
        astragal.compare("1d4", "1d6"),
        {"differences": {"outcome": 5}, "sentences": {}, **_SHOWN},
        _OPTIONAL,
    ),
    **_methods("found", astragal.find("Xd6", {"X": [1, 2]}, wishes={"mean": 7}), _SHOWN, _OPTIONAL),
    **_methods("grid", astragal.sweep("1d20 >= @n", {"n": [1, 2]}), _SHOWN, _OPTIONAL),
    **_methods(
        "shares",
        astragal.sweep("1d20+@n [..9] miss [10..] hit", {"n": [1, 2]}),
        _SHOWN,
        _OPTIONAL,
    ),
    **_methods("matters", astragal.matters("1d20 > @n", fixed={"n": 9}), _SHOWN, _OPTIONAL),
    **_methods(
        "roll",
        ROLL,
        {"to_json": {"indent": 1}, "explain": {}, "verify": {}, "render": RENDERED},
        _OPTIONAL,
    ),
    **_methods(
        "pause",
        PAUSE,
        {
            "resume": RESUMED,
            "advise": {"aim": "outcome", "odds": True, "limits": Limits()},
            "to_json": {"indent": 1, "key": "secret"},
            "to_data": {"key": "secret"},
            "explain": {},
        },
        _OPTIONAL,
    ),
    **_methods(
        "plan",
        astragal.parse("2d6♻?").plan(),
        {"when": {"option": "keep"}, "loss": {"strategy": "keep"}, **_SHOWN},
        _OPTIONAL,
    ),
    **_methods("die", Die([1, 2, 2]), {"weight": {"face": 2}, "face_at": {"position": 1}}),
    **_methods("Clock", Clock, {"of": {"value": "1/6"}}),
    **_methods("clock", Clock(6, 2), {"tick": {"segments": 1}, "empty": {"segments": 1}}),
    **_methods("Modifier", Modifier, {"of": {"value": "+2 item"}}),
    **_methods("RangeTable", RangeTable, {"of": {"value": "[..6] low [7..] high"}}),
    **_methods(
        "range table",
        RangeTable.of("[..6] low [7..] high"),
        {"read": {"number": 3}, "critical": {"face": 1}},
    ),
    **_methods("RandomTable", RandomTable, {"of": {"value": "d6 [1..] a"}, "load": {"path": "x"}}),
    **_methods("Secret", astragal.Secret, {"from_data": {"data": SECRET.to_json()}}),
    **_methods("secret", SECRET, {"digest": {"name": "height"}, "to_json": {}}),
    **_methods("Call", Call, {"from_data": {"data": {"by": "Alice"}}}),
    **_methods("Stakes", Stakes, {"from_data": {"data": {"wants": "x"}}}),
    **_methods("Circumstance", Circumstance, {"from_data": {"data": {"name": "x", "n": 1}}}),
    **_methods("Sheet", Sheet, {"read": {"text": "x = 1"}, "load": {"path": "alice.toml"}}),
    # The key of a mapping cannot be left out, as that of a signature can.
    **_methods("sheet", ALICE, {"get": {"key": "focus save", "default": 0}}, ("default",)),
    **_methods("party", PARTY, {"get": {"key": "Alice: Focus Save", "default": 0}}, ("default",)),
    **_methods(
        "sheet",
        ALICE,
        {
            "begin": {"circumstance": Circumstance("rain", {"modifier": 1})},
            "applied": {
                "rule": scores.test,
                "given": {"modifier": "Focus Save"},
                "stakes": Stakes("x"),
            },
        },
        _OPTIONAL,
    ),
    **_methods(
        "sheet",
        ALICE,
        {
            "find": {"name": "Focus Save"},
            "named": {"name": "Focus Save"},
            "saved": {"name": "sneak"},
            "end": {"name": "rain"},
            "parse": {"text": "1d6 + @{Focus Save}"},
            "after": {"roll": ROLL},
        },
    ),
    **_methods(
        "party",
        PARTY,
        {
            "parse": {"text": "1d6 + @{Sword}", "given": {"x": 1}},
            "applied": {
                "rule": scores.group_test,
                "given": {"modifiers": "Focus Save"},
                "stakes": Stakes("x"),
                "saved": "",
            },
        },
        _OPTIONAL,
    ),
    **_methods(
        "party",
        PARTY,
        {
            "sheet": {"name": "Bob"},
            "having": {"circumstance": "rain"},
            "saved": {"name": "sneak"},
            "with_sheet": {"sheet": ALICE},
            "begin": {"name": "Bob", "circumstance": Circumstance("rain", {"modifier": 1})},
            "end": {"name": "Bob", "circumstance": "rain"},
            "after": {"roll": ROLL},
        },
    ),
    "party.call": PublicCall(
        lambda rule, value: PARTY.call(rule, value),
        {"rule": scores.group_test, "value": "Focus Save"},
        ("rule", "value"),
    ),
    "party.call_saved": PublicCall(
        lambda name, rules, value: PARTY.call_saved(name, rules, modifier=value),
        {"name": "sneak", "rules": scores.game, "value": 1},
        ("name", "rules", "value"),
    ),
    "sheet.call_saved": PublicCall(
        lambda name, rules: ALICE.call_saved(name, rules),
        {"name": "sneak", "rules": scores.game},
        ("name", "rules"),
    ),
    "sheet.call": PublicCall(
        lambda rule, value, stakes=None: ALICE.call(rule, value, stakes=stakes),
        {"rule": scores.test, "value": "Focus Save", "stakes": Stakes("x")},
        ("rule", "value"),
    ),
    "rule()": PublicCall(push, {"limit": 1}),
    **_methods("rule", push, {"from_data": {"data": {"limit": 1}}}),
    "parameter.check": PublicCall(partial(LIMIT.check, rule="push"), {"value": 1}, ("value",)),
    "parameter.parse": PublicCall(partial(LIMIT.parse, rule="push"), {"text": "1"}, ("text",)),
    "parameter.from_data": PublicCall(
        partial(LIMIT.from_data, rule="push"), {"data": 1}, ("data",)
    ),
    **_methods(
        "choice",
        astragal.choose("which?", ["a", "b"]),
        {"picked": {"decision": "a"}, "place_of": {"answer": "a"}},
    ),
    **_methods(
        "error",
        astragal.AstragalError("code", "message", span=Span(0, 1), text="text", hint="hint"),
        {
            "render": {"width": 80, "ascii_only": True},
            "drawing": {"width": 80},
            "about": {"text": "text"},
            "to_dict": {},
        },
        _OPTIONAL,
    ),
}

RULES = {
    rule.name: PublicCall(
        rule,
        {each.name: 5 if each.required else each.default for each in rule.parameters},
        tuple(each.name for each in rule.parameters if each.required),
    )
    for game in astragal.game_names()
    for rule in astragal.find_game(game).rules.values()
}

PUBLIC_CALLS = {**FUNCTIONS, **CLASSES, **METHODS, **RULES}
