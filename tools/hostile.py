"""What strangers may send, made to be expensive: texts, calls, records, sheets, tokens, programs.

Every case is asked for all that it can be asked for, each in a process of its own, under the
limits for strangers. Nothing but an ``AstragalError`` may come out, and nothing may take long or
much memory. The slowest and the largest are reported: ``python -m tools.hostile``.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from astragal import (
    STRANGERS,
    AstragalError,
    Circumstance,
    Party,
    SeededSource,
    Sheet,
    find_game,
    game_names,
    parse,
    sweep,
    verify,
)
from astragal.experiment.choices import Pick
from astragal.rules.parameters import Parameter
from astragal.rules.rule import Rule
from astragal.rules.types import (
    BooleanType,
    ChoiceType,
    IntegerType,
    ListType,
    NotationType,
    OptionalType,
    ParameterType,
    RecordType,
    TextType,
    WrittenType,
)
from astragal.table.circumstances import Circumstances
from tools.costs import FAMILIES, text_of
from tools.hostile_programs import program_cases
from tools.hostile_questions import QUESTIONS
from tools.hostile_service import question_cases, replied, token_cases
from tools.trials import tried

SECONDS, MEBIBYTES = 2.0, 500.0
"""What nothing may exceed."""

BY_THE_CLOCK = STRANGERS.replaced(seconds=1.8, odds=10**15, paths=10**9, work=10**9)
"""Limits under which the clock alone ends what takes long."""

_ENDED_AFTER = 10


class Case(NamedTuple):
    """Something a stranger sends, and the questions about it, each of which is timed."""

    kind: str
    name: str
    questions: Mapping[str, Callable[[], object]]


class Finding(NamedTuple):
    """The dearest question about a case."""

    seconds: float
    mebibytes: float
    case: str
    outcome: str

    @property
    def within(self) -> bool:
        return self.seconds <= SECONDS and self.mebibytes <= MEBIBYTES


# Values

NUMBERS = (0, 1, 2, 3, 5, 10, 20, 45, 100, 999, 1000, 10**6, 10**18, 10**199, -1, -1000, -(10**18))
DICE = (
    "1d6",
    "100d100",
    "10000d2",
    "1d1000000",
    "10d(1d1000)",
    "(1d100)d100",
    "100d6!",
    "30d20!kh5",
    "{100d6,100d8,100d10}kh2",
    "5d6kh3!o!o!okh3",
    "20d20kh10",
    "1d1000*1d1000",
    "1d1000/1d1000",
    "x=1d1000; x*x",
    "d{1,1000000}",
    "1000d{a,b,c,d}",
    "2d{hit,2hit,miss,hit+crit}",
    "300d10",
    "10d20▲!",
    "99d5",
    "999d100",
)
WRITTEN: Mapping[str, tuple[str, ...]] = {
    "RandomTable": ("10d(1d1000) [..500] a [501..] b", "d6 [1..3] a [4..6] b", "100d100 [..] a"),
    "Clock": ("1000", "999/1000", "4", "0/1"),
    "Edges": ("999/+/999/-/", "2/+/", "30/-/"),
    "Modifiers": ("+1 luck, -3, +999999999 dodge", ", ".join(["+1 dodge"] * 50), "5"),
    "TenSided": ("300d10", "999d100", "999d5+999d10+999d100", "3d10+5", "1d5-1"),
    "CheckDice": ("10d20▲!", "20d20▼", "d20", "30d20▲▲!", "99d20▲!"),
    "ScoreRanges": ("[..3] a [4..] b", "[..1000000] low [1000001..] high"),
    "Tag": ("gold rope +3", "silver x -999"),
}
TEXTS = ("a", "x" * 10_000, "\x1b[8m", "\u202e", "=1+1", "")
LENGTHS = (0, 1, 2, 3, 5, 8, 20, 100, 1000)


def value_of(kind: ParameterType, rng: random.Random) -> Any:
    """A hostile value for a type of parameter."""
    match kind:
        case OptionalType():
            return None if rng.random() < 0.3 else value_of(kind.inner, rng)
        case BooleanType():
            return rng.random() < 0.5
        case ChoiceType():
            return rng.choice(kind.choices)
        case IntegerType():
            bounds = [int(end) for end in (kind.least, kind.most) if end is not None]
            fitting = [number for number in (*bounds, *NUMBERS) if kind.accepts(number)]
            return rng.choice(fitting if rng.random() < 0.95 else NUMBERS)
        case ListType():
            most = LENGTHS[-1] if kind.most is None else kind.most
            lengths = [kind.least, most, *(n for n in LENGTHS if kind.least <= n <= most)]
            each = value_of(kind.item, rng)
            alike = rng.random() < 0.7
            return [each if alike else value_of(kind.item, rng) for _ in range(rng.choice(lengths))]
        case NotationType():
            return rng.choice(DICE)
        case WrittenType():
            return rng.choice(WRITTEN.get(kind.written.__name__, TEXTS))
        case RecordType():
            return {name: value_of(each, rng) for name, each in kind.fields}
        case TextType():
            return rng.choice(TEXTS)
    return rng.choice(NUMBERS)


def given_to(rule: Rule[..., Any], rng: random.Random) -> dict[str, Any]:
    """Values for a rule's parameters; those with a default are often left out."""

    def wanted(parameter: Parameter) -> bool:
        return parameter.required or rng.random() < 0.35

    return {each.name: value_of(each.type, rng) for each in rule.parameters if wanted(each)}


# Cases


def calls(rng: random.Random) -> Iterator[Case]:
    """Calls of the rules of all games."""
    rules = [rule for name in game_names() for rule in find_game(name).rules.values()]
    while True:
        rule = rng.choice(rules)
        given = given_to(rule, rng)
        yield Case("call", f"{rule.name}({_short(given)})", _questions_of_call(rule, given))


def _questions_of_call(
    rule: Rule[..., Any], given: dict[str, Any]
) -> dict[str, Callable[[], object]]:
    aim = rule.aim or None
    axes = {each.name: (given[each.name],) for each in rule.parameters if each.name in given}
    axis = dict([next(iter(axes.items()))]) if axes else {}

    def rolled() -> object:
        roll = rule(**given).roll(SeededSource(1), decide=lambda choice: Pick(0), limits=STRANGERS)
        return str(roll), verify(roll.to_json(), limits=STRANGERS)

    return {
        "call": lambda: str(rule(**given)),
        "roll": rolled,
        "odds": lambda: str(rule(**given).odds(aim=aim, limits=STRANGERS)),
        "steps": lambda: str(rule(**given).duration(aim=aim, limits=STRANGERS)),
        "plan": lambda: rule(**given).plan(aim, limits=STRANGERS) if aim else None,
        "sweep": lambda: (
            axis
            and sweep(
                rule,
                axis,
                fixed={k: v for k, v in given.items() if k not in axis},
                of=_nothing,
                aim=aim,
                limits=STRANGERS,
            )
        ),
    }


def _nothing(_outcome: object) -> bool:
    return True


def texts(rng: random.Random) -> Iterator[Case]:
    """Notation in hostile shapes, alone and put together."""
    while True:
        size = rng.choice((3, 8, 20, 50, 120, 300, 1000, 5000))
        text = text_of(rng.choice(FAMILIES), size)
        if rng.random() < 0.3 and ";" not in text and "[" not in text:
            other = text_of(rng.choice(FAMILIES), rng.choice((3, 20, 100)))
            form = rng.choice(("({})+({})", "({})*({})", "max({},{})", "{{{},{}}}kh1", "({})/({})"))
            if ";" not in other and "[" not in other:
                text = form.format(text, other)
        yield Case("text", text[:200], _questions_of_text(text))


def _questions_of_text(text: str) -> dict[str, Callable[[], object]]:
    def rolled() -> object:
        roll = parse(text, limits=STRANGERS).roll(SeededSource(1))
        return str(roll), roll.explain(), verify(roll.to_json(), limits=STRANGERS)

    def odds() -> object:
        found = parse(text, limits=STRANGERS).odds()
        return str(found)

    return {"parse": lambda: parse(text).describe(), "roll": rolled, "odds": odds}


def records(rng: random.Random) -> Iterator[Case]:
    """Records that were written by hand: more faces, other numbers, rules with hostile values."""
    rules = [rule for name in game_names() for rule in find_game(name).rules.values()]
    while True:
        rule = rng.choice(rules)
        record: dict[str, Any] = {
            "version": 2,
            "faces": [rng.choice((1, 6, 20, 10**9, -1))] * rng.choice((1, 10, 10_000, 1_000_000)),
            "outcome": rng.choice((7, "x" * 100_000, [1] * 100_000)),
            "groups": [],
        }
        if rng.random() < 0.5:
            text = text_of(rng.choice(FAMILIES), rng.choice((3, 100, 3000)))
            record |= {"expression": text, "variables": {}}
        else:
            given = {name: _as_data(value) for name, value in given_to(rule, rng).items()}
            record |= {"rule": rule.name, "parameters": given, "decisions": [], "steps": []}
        written = json.dumps(record)
        yield Case("record", written[:200], {"verify": partial(verify, written, limits=STRANGERS)})


def _as_data(value: Any) -> Any:
    if isinstance(value, list):
        return [_as_data(each) for each in value]
    return value if isinstance(value, str | int | bool | dict | None) else str(value)


def sheets(rng: random.Random) -> Iterator[Case]:
    """Parties whose sheets have many names, long names and texts, and many circumstances."""
    rules = [rule for name in game_names() for rule in find_game(name).rules.values()]
    while True:
        names, long = rng.choice((3, 1000, 100_000)), rng.choice((1, 100, 1000))
        values = {
            f"{'n' * long}{place}": rng.choice((*NUMBERS, *SHEET_TEXTS))
            for place in range(names // long + 1)
        }
        rule = rng.choice(rules)
        given = {name: "n1" for name, _ in list(given_to(rule, rng).items())[:1]}
        people, standing = rng.choice((1, 2, 50)), rng.choice((0, 1, 200))
        made = partial(_party, people, values, rule, standing)
        yield Case(
            "sheet",
            f"{people} with {names} names and {standing} circumstances: "
            f"{rule.name}({_short(given)})",
            {
                "sheet": made,
                "call": partial(_called, made, rule, given),
                "roll": partial(_rolled, made),
                "file": partial(_written, made),
            },
        )


SHEET_TEXTS = ("1d6", "200d6 + @{n1}", "@{n1}" * 1000, "x" * 16_000, "+1 luck, " * 100, "(" * 5000)


def _party(people: int, values: dict[str, Any], rule: Rule[..., Any], standing: int) -> Party:
    """So many with the same values, and with circumstances for the rule."""
    taken = [each.name for each in rule.parameters if each.type.addable] or ["modifier"]
    each = [
        Circumstance(f"c{n}", {taken[n % len(taken)]: n}, lasts="next") for n in range(standing)
    ]
    return Party([Sheet(f"P{n}", values, Circumstances(tuple(each))) for n in range(people)])


def _called(made: Callable[[], Party], rule: Rule[..., Any], given: dict[str, str]) -> str:
    return str(made().applied(rule, given))


def _rolled(made: Callable[[], Party]) -> str:
    party = made()
    return str(party.parse("1d6 + @{n1}").roll(variables=party, limits=STRANGERS))


def _written(made: Callable[[], Party]) -> Sheet:
    """One of them: strangers send a sheet at a time, or a question of a megabyte in all."""
    return Sheet.read(made().sheets[0].to_toml())


def tokens(rng: random.Random) -> Iterator[Case]:
    """Tokens of paused rolls, altered."""
    return (Case("token", *each) for each in token_cases(rng))


def questions(rng: random.Random) -> Iterator[Case]:
    """Questions to the service."""
    return (Case("question", *each) for each in question_cases(rng))


def listed(rng: random.Random) -> Iterator[Case]:
    """The questions that everybody who tries the service is sent, in any order."""
    for question in rng.sample(QUESTIONS, len(QUESTIONS)):
        text = json.dumps(question)
        yield Case(
            "listed",
            text[:200],
            {"reply": partial(replied, text), "by the clock": partial(replied, text, BY_THE_CLOCK)},
        )


def programs(rng: random.Random) -> Iterator[Case]:
    """Programs written for AnyDice."""
    return (Case("program", *each) for each in program_cases(rng))


Kind: TypeAlias = Callable[[random.Random], Iterator[Case]]
KINDS: tuple[Kind, ...] = (texts, calls, records, sheets, tokens, questions, listed, programs)


def _short(given: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={str(value)[:40]!r}" for name, value in given.items())


# Trials


def asked(case: Case) -> list[Finding]:
    """Every question about a case, asked in a process of its own."""
    return [_asked(case, name, question) for name, question in case.questions.items()]


def _asked(case: Case, name: str, question: Callable[[], object]) -> Finding:
    def outcome() -> tuple[str, float]:
        started = time.process_time()
        try:
            question()
        except AstragalError as error:
            error.render()
            return error.code, time.process_time() - started
        return "answered", time.process_time() - started

    trial = tried(outcome, seconds=_ENDED_AFTER)
    what, seconds = trial.result or (trial.ended, trial.seconds)
    return Finding(seconds, trial.mebibytes, f"{case.kind}, {name}: {case.name}", what)


def run(seed: int, counts: Mapping[str, int]) -> tuple[Counter[str], list[Finding]]:
    """Try so many cases of each kind: what came of them, and the findings, the slowest first."""
    outcomes: Counter[str] = Counter()
    findings: list[Finding] = []
    for kind in KINDS:
        cases = kind(random.Random(f"{seed} {kind.__name__}"))
        for case in islice(cases, counts.get(kind.__name__, 0)):
            for finding in asked(case):
                outcomes[finding.outcome] += 1
                findings.append(finding)
    findings.sort(reverse=True)
    return outcomes, findings


def warm() -> None:
    """Import what is imported on first use, so that no process has to."""
    for name in game_names():
        for rule in find_game(name).rules.values():
            with suppress(AstragalError):
                rule()
    for text in ("4d6!kh3+1d6*1d6/7", "p=3d6; highest(p,1)*distinct(p)", "{1d6,2d6}kh1", "2x(1d6)"):
        str(parse(text).odds())
        str(parse(text).roll())


def report(findings: list[Finding], shown: int) -> None:
    print(f"the slowest of {len(findings):,} questions:")
    for each in findings[:shown]:
        print(f"{each.seconds:8.2f} s {each.mebibytes:6.0f} MiB  {each.outcome}: {each.case[:150]}")
    print("the largest:")
    for each in sorted(findings, key=lambda each: -each.mebibytes)[: shown // 2]:
        print(f"{each.seconds:8.2f} s {each.mebibytes:6.0f} MiB  {each.outcome}: {each.case[:150]}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=200, help="cases of each kind")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--kinds", nargs="*", default=[kind.__name__ for kind in KINDS])
    options.add_argument("--shown", type=int, default=20)
    given = options.parse_args()
    warm()
    outcomes, findings = run(given.seed, dict.fromkeys(given.kinds, given.count))
    for outcome, count in outcomes.most_common():
        print(f"{count:8,}  {outcome[:150]}")
    report(findings, given.shown)
    over = sum(not each.within for each in findings)
    print(f"{over:,} of {len(findings):,} took more than {SECONDS} s or {MEBIBYTES} MiB")


if __name__ == "__main__":
    main()
