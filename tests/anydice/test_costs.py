"""What programs cost is counted, however long their sequences, numbers and names are."""

from __future__ import annotations

from fractions import Fraction
from itertools import count, pairwise

import pytest

from astragal import AstragalError, LimitError, ProgramError
from astragal.anydice import labels, run, running, views
from astragal.anydice.budget import LONGEST, SHORT, Budget
from astragal.anydice.calling import expanding, flow, loops
from astragal.anydice.calling.paths import Probe
from astragal.anydice.calling.unknown import Unknown
from astragal.anydice.deep import with_room
from astragal.anydice.dice import Dice, die
from astragal.anydice.reading.reader import read
from astragal.anydice.state import State
from astragal.anydice.tree import node
from astragal.anydice.values import thrown
from astragal.limits import DEFAULT_LIMITS, Limits


def steps_of(program: str) -> int:
    """The steps that a program counts, however many they are."""
    state = State(Budget(DEFAULT_LIMITS.replaced(odds=10**15)))
    for statement in read(program, DEFAULT_LIMITS).statements:
        statement.do(state)
    return state.budget.spent


GROWING = [
    "X: X + X",
    "X: X - -X",
    "X: X * 3",
    "X: -{X, X}",
    "X: {X, X} + 0",
    "X: {1,2}@{X, X}",
    "X: [absolute {X, X}]",
    "X: [maximum of d{1, X} + d{1, X}]",
    "X: [maximum of 3d{1, X}]",
    "X: [maximum of d{1, X} + X]",
    "X: [maximum of [explode d{1, X}]]",
    "X: [maximum of [highest 2 of 3d{1, X}]]",
    "X: [maximum of {1, 1, 1}@3d{1, X}]",
    "X: [maximum of [highest 2 of d{1, X} and d{1, X}]]",
]


@pytest.mark.parametrize("body", GROWING)
def test_no_number_grows_without_end(body: str) -> None:
    with pytest.raises(ProgramError) as caught:
        run(f"X: 1 + 1 loop N over {{1..20000}} {{ {body} }} output #X")
    assert caught.value.code == "number-too-long"
    assert caught.value.span


def test_numbers_up_to_the_bound_are_right() -> None:
    (output,) = run("X: 10^999 output 9 * X + (X - 1)")
    assert output.odds is not None
    assert output.odds.outcomes == (LONGEST - 1,)


SEQUENCES = [
    "X + 1",
    "-X",
    "!X",
    "X > 3",
    "3 > X",
    "X = 3",
    "X = {X, 1}",
    "X < d6",
    "X@{1, 2}",
    "X@5",
    "X@5d6",
    "dX",
    "{X, 1}",
    "{X:2}",
    "1d0 * X",
    "[absolute X]",
    "[X contains 0]",
    "[X contains d6]",
    "[X contains d60]",
    "[count X in X]",
    "[count X in 7]",
    "[count X in d6]",
    "[reverse X]",
    "[sort X]",
    "[maximum of X]",
]


@pytest.mark.parametrize("expression", SEQUENCES)
def test_what_goes_through_a_sequence_counts_its_elements(expression: str) -> None:
    short = steps_of(f"X: {{0:1000}} Y: {expression}") - steps_of("X: {0:1000}")
    long = steps_of(f"X: {{0:5000}} Y: {expression}") - steps_of("X: {0:5000}")
    assert long - short >= 4 * 4000


@pytest.mark.parametrize("expression", ["X + X", "-X", "X > 3", "[sort X]", "[count X in X]"])
def test_sequences_of_long_numbers_count_more(expression: str) -> None:
    short = steps_of(f"M: 9^99 X: {{M:15}} Y: {expression}")
    long = steps_of(f"M: 9^999 X: {{M:15}} Y: {expression}")
    assert 9**99 < SHORT < 9**999
    assert long - short >= 2 * 15 * 40


@pytest.mark.parametrize(
    ("expression", "most"),
    [
        ("#M", 4_000),
        ("3@M", 4_000),
        ("M / 7", 900),
        ("{M..M + 9}", 9 * 500),
        ("M + d9", 9 * 200),
        ("M * d9", 9 * 200),
        ("-(M * d9)", 9 * 400),
        ("M * d9 + M * d9", 81 * 200),
    ],
)
def test_long_numbers_count_more(expression: str, most: int) -> None:
    short = steps_of(f"M: 9^9 X: {expression}")
    assert steps_of(f"M: 9^999 / 9^2 X: {expression}") - short >= most


def test_counting_does_not_multiply_the_lengths() -> None:
    assert steps_of("X: {1..20000} Y: [count X in X]") < 10_000_000


def test_sequences_cannot_fill_the_memory() -> None:
    """Each variable holds a million numbers of some 36 bytes."""
    names = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    with pytest.raises(LimitError) as caught:
        run(" ".join(f"{name}: {{1..1000000}}" for name in names))
    assert caught.value.code == "too-many-odds"


def test_a_sequence_of_long_ones_is_counted_as_it_grows() -> None:
    with pytest.raises(AstragalError) as caught:
        run("X: {1..1000000} output {" + "X," * 5000 + "X}")
    assert caught.value.code == "too-many-odds"


@pytest.mark.parametrize("sides", [50, 1000])
def test_dice_count_their_sides(sides: int) -> None:
    assert steps_of(f"D: d{sides}") >= 5 * sides


def test_dice_that_do_not_count_are_counted() -> None:
    assert steps_of("X: 0@9000d6") >= 10 * 9000


def refusal(program: str) -> str:
    with pytest.raises(LimitError) as caught:
        run(program)
    return caught.value.code


def test_a_name_is_no_longer_than_a_program() -> None:
    assert refusal('X: 9^99 output 1 named "' + "[X]" * 5000 + '"') == "too-long"


def test_a_value_in_a_name_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = count(1)
    monkeypatch.setattr(labels, "dice_in_name", lambda dice: str(next(numbers)))
    (output,) = run('D: d1000 output 1 named "' + "[D]" * 5000 + '"')
    assert output.label == "1" * 5000


def test_names_count_the_faces_of_dice() -> None:
    named, unnamed = (steps_of(f"D: d1000 output 1 {name}") for name in ('named "[D]"', ""))
    assert named - unnamed >= 5 * 1000


@pytest.mark.slow
def test_outputs_count() -> None:
    assert refusal("loop N over {1..200000} { output 1 }") == "too-many-odds"


def test_outputs_stay_in_memory() -> None:
    assert refusal("X: {1..1000} D: dX loop N over {1..9000} { output D }") == "too-much-memory"


def test_a_summary_of_numbers_beyond_floats() -> None:
    summary = views.summary(list(run("output d{9^900,1}")))
    assert summary is not None
    assert "deviation" in str(summary)
    mean, deviation, *_ = summary.grid().cells.values()
    assert abs(Fraction(mean) - Fraction(deviation)) <= 2


CALLS = {
    "a sequence that is handed on": ("f A { result: 1 }", "[f X]"),
    "a sequence that is read inside": ("f A { result: #X }", "[f 1]"),
}


@pytest.mark.parametrize(("function", "call"), CALLS.values(), ids=CALLS)
def test_calls_are_looked_up_by_all_elements(function: str, call: str) -> None:
    """Inside a function, where calls are remembered."""

    def steps(elements: int) -> int:
        program = (
            f"X: {{0:{elements}}} function: {function} function: g B {{ Y: {call} Y: {call} }}"
        )
        return steps_of(f"{program} Z: [g 1]") - steps_of(program)

    assert steps(5000) - steps(1000) >= 2 * 4 * 4000


def test_what_calls_give_back_stays_in_memory() -> None:
    program = """function: f A:n { result: {A..A+90} }
    function: g A:n { loop N over {1..60000} { X: [f N] } result: 1 } output [g 1]"""
    assert refusal(program) == "too-much-memory"


def test_many_variables_are_counted_where_they_are_copied() -> None:
    names = [f"{one}{other}" for one in "ABCDEFGHIJ" for other in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    function = "function: f A:n { result: A } X: [f 1] "
    alone = steps_of(function)
    before = " ".join(f"{name}: 1" for name in names)
    assert steps_of(before + function) - steps_of(before) >= alone + len(names)


def test_equal_faces_need_no_comparison() -> None:
    one = die({1: 1, 2: 1}, 2)
    other = Dice(one.law)
    one.table = other.table = None  # type: ignore[assignment]
    assert one == other


@pytest.mark.slow
def test_large_dice_cannot_fill_the_memory() -> None:
    program = "D: d{0:1} + d{1..400000} "
    shifted = " ".join(f"{name}: D + {n}" for n, name in enumerate("ABCEFGHIJKLMNOPQRSTUVWXYZ"))
    assert refusal(program + shifted) == "too-many-odds"


UNKNOWN = {
    "faces": ("R:s { result: #R }", "2d9000", "2d90000", 60 * 80_000),
    "weights": ("R:s { result: 1@R > 3 }", "500d500", "5000d500", 200_000),
}


@pytest.mark.parametrize(("function", "few", "many", "more"), UNKNOWN.values(), ids=UNKNOWN)
def test_unknown_rolls_count_what_they_are_made_of(
    function: str, few: str, many: str, more: int
) -> None:
    start = f"function: f {function} D: {few} E: {many} "
    assert steps_of(f"{start} X: [f E]") - steps_of(f"{start} X: [f D]") >= more


def test_unknown_rolls_count_the_stretches_they_are_cut_into() -> None:
    budget = Budget()
    roll = Unknown(thrown(5, 500, budget), Probe(), budget, lowest_first=True)
    listed = budget.spent
    assert [roll.less_than(number) for number in range(2, 500)]
    assert budget.spent - listed >= 5 * 400**2 // 2
    cut = budget.spent
    assert roll.at(3)
    assert budget.spent - cut >= 5 * 400


@pytest.mark.slow
@pytest.mark.parametrize("expression", ["P@R", "[count P in R]"])
def test_unknown_rolls_count_what_is_asked_of_them_at_once(expression: str) -> None:
    def steps(times: int) -> int:
        numbers = f"P: {{1..{times}, 1:{times}}}"
        return steps_of(f"{numbers} function: f R:s {{ result: {expression} }} X: [f 4d9]")

    assert steps(3000) - steps(1000) >= 20 * 16 * 2000, "at least for each of the probes"


def test_unknown_rolls_are_made_once_for_all_probes(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    plain = Unknown

    def spy(*given, **options):  # type: ignore[no-untyped-def]
        made.append(given)
        return plain(*given, **options)

    monkeypatch.setattr(expanding, "Unknown", spy)
    run("function: f R:s { result: R > 3 } output [f 9d9]")
    assert len(made) == 2, "one for the probes, one for the paths"


@pytest.mark.slow
def test_asking_is_given_up_in_time() -> None:
    """Where it takes longer than every roll, both together take about twice as long as these."""
    body = "X: 0 loop I over {1..4} { if I@R = (I + 1)@R { X: X + 1 } } result: X"
    assert steps_of(f"function: f R:s {{ {body} }} X: [f 5d20]") < DEFAULT_LIMITS.odds


def test_the_size_of_very_many_rolls_is_counted() -> None:
    start = "function: f R:s { result: #R } D: 9000d900 E: 9000d2 "
    assert steps_of(start + "X: [f D]") - steps_of(start + "X: [f E]") >= 50_000


@pytest.mark.slow
def test_what_a_program_costs_before_it_gets_deep_is_counted_once_more() -> None:
    work = "loop N over {1..1000000} { X: N } "
    deep = 'set "maximum function depth" to 300 function: f A:n { result: [f A + 1] + 1 } '
    limits = Limits(odds=steps_of(work) + 20_000_000)
    run(work, limits=limits)
    run(deep + "output [f 1]", limits=limits)
    with pytest.raises(LimitError):
        run(deep + work + "output [f 1]", limits=limits)


def test_too_many_open_calls_are_refused() -> None:
    deep = 'set "maximum function depth" to 100000 function: f A:n { result: [f A + 1] + 1 } '
    assert refusal(deep + "output [f 1]") == "too-deep"


def functions(number: int) -> list[str]:
    """Names of functions, in small letters."""
    letters = "abcefghijklmnopqrstuvwxyz"
    return [one + other for one in letters for other in letters][:number]


def test_functions_are_looked_through_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable that the last of a chain reads is needed by all of them."""
    looked = []
    plain = flow._needed

    def spy(function, needs):  # type: ignore[no-untyped-def]
        looked.append(function)
        return plain(function, needs)

    monkeypatch.setattr(flow, "_needed", spy)
    names = functions(200)
    pairs = pairwise(names)
    chain = " ".join(f"function: {one} {{ result: [{other}] }}" for one, other in pairs)
    run(f"X: 1 {chain} function: {names[-1]} {{ result: X }} output [{names[0]}]")
    assert 199 <= len(looked) <= 600


def test_looking_through_functions_is_counted() -> None:
    body = "result: " + "+".join(["X"] * 2000)
    start = f"X: 1 function: f {{ {body} }} function: g {{ if 0 {{ result: [f] }} result: 1 }} "
    call = "function: h A:n { Y: [g] } Y: [h 1] "
    assert steps_of(start + call * 9) - steps_of(start + call) >= 8 * 5 * 2000 * 20


def test_loops_are_looked_at_once_for_all_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = []
    plain = node.walk

    def spy(each):  # type: ignore[no-untyped-def]
        nodes.append(each)
        return plain(each)

    monkeypatch.setattr(loops, "walk", spy)
    names = [name.upper() for name in functions(100)]
    parameters = " ".join(f"{name}:s" for name in names)
    arguments = " ".join(f"({n})" for n in range(99)) + " (4d10)"
    body = "loop N over {1..2} { X: N } " * 100
    run(f"function: f {parameters} {{ {body} result: 1 }} output [f {arguments}]")
    assert len(nodes) <= 1000


def test_programs_have_room_for_calls_inside_of_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a program that is nested just so deep takes twenty times as long."""
    called = []

    def spy(function):  # type: ignore[no-untyped-def]
        called.append(function)
        return with_room(function)

    monkeypatch.setattr(running, "with_room", spy)
    run("output 1")
    assert len(called) == 1
    room = 1 << (8 * with_room.__code__.co_stacksize).bit_length()
    assert room - 8 * with_room.__code__.co_stacksize > 7 << 20
