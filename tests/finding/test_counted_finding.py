"""What a search takes is counted: texts, candidates, wishes, and the odds that are kept."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from astragal import Limits, find
from astragal.errors import AstragalError, LimitError
from astragal.finding import parameters
from astragal.finding.dice import DiceFamily
from astragal.finding.groups import Sum
from astragal.finding.offs import Off
from astragal.finding.search import Search
from astragal.finding.templates import Template
from astragal.finding.wishes import checked_wishes
from astragal.limits import DEFAULT_LIMITS
from astragal.probability.distribution import Distribution

MEAN = {"mean": 12}


def code_of(*args: Any, **fields: Any) -> str:
    with pytest.raises(AstragalError) as caught:
        find(*args, **fields)
    return caught.value.code


def test_offs_that_floats_tell_apart_are_not_compared_exactly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    offs = [Off(Fraction(n % 7), Fraction(1), Fraction(n * n + 1)) for n in range(1, 100)]
    expected = sorted(offs)
    monkeypatch.delattr(Off, "_exactly_compared_with")
    offs.reverse()
    assert sorted(offs) == expected
    near = Off(Fraction(0), Fraction(1), Fraction(2))
    with pytest.raises(AttributeError):
        _ = near < Off(Fraction(0), Fraction(1), Fraction(2) + Fraction(1, 10**30))


def test_numbers_too_long_for_floats_are_compared_exactly() -> None:
    huge, more = Off(Fraction(10**400)), Off(Fraction(10**400 + 1))
    assert huge < more != huge


def test_a_template_is_not_longer_than_a_text_may_be() -> None:
    with pytest.raises(LimitError):
        Template("X+" * 400_000 + "1", "X")
    template = Template("X+" * 5_000 + "1", "X")
    assert template.filled({"X": 1}) == "1+" * 5_000 + "1"
    with pytest.raises(LimitError) as caught:
        template.filled({"X": 10**90})
    assert caught.value.number == 91 * 5_000


def test_what_is_read_for_each_candidate_is_counted() -> None:
    limits = Limits().shared()
    find("X" + "+X" * 200, {"X": range(10)}, wishes=MEAN, limits=limits)
    assert limits.tally is not None
    assert limits.tally.steps > 10 * 401 * 400


def test_all_candidates_share_one_limit() -> None:
    axes = {"X": range(1, 21), "Y": range(2, 22)}
    assert code_of("XdY", axes, wishes=MEAN, limits=Limits(odds=5_000_000)) == "too-many-odds"
    assert find("XdY", axes, wishes=MEAN, limits=Limits(odds=50_000_000)).tried == 400


def test_thousands_of_candidates_of_an_ordinary_family_are_within_the_limits() -> None:
    axes = {"X": range(1, 21), "Y": range(1, 21), "Z": range(10)}
    limits = Limits().shared()
    assert find("XdY+Z", axes, wishes={"sd": 12, "mean": 12}, limits=limits).tried == 4_000
    assert limits.tally is not None
    assert limits.tally.steps < 200_000_000


def test_more_wishes_cost_more() -> None:
    def steps(wishes: int) -> int:
        limits = Limits().shared()
        wished = {f">={n}": "50 %" for n in range(wishes)}
        find("XdY", {"X": [10], "Y": [10]}, wishes=wished, limits=limits)
        assert limits.tally is not None
        return limits.tally.steps

    assert steps(12) >= steps(1) + 11 * 2_000


def test_few_numbers_are_open() -> None:
    axes = {f"X{n}": [1] for n in range(21)}
    assert code_of("+".join(axes), axes, wishes=MEAN) == "bad-axes"


def test_only_the_best_are_kept_and_one_refusal_of_each_kind() -> None:
    looking = parameters.Looking(
        checked_wishes(MEAN), None, None, None, Limits().shared(), Off(), 3
    )
    found = parameters.tried(
        parameters.maker_of("XdY", "XY", None, looking.limits),
        {"X": tuple(range(1, 9)), "Y": (0, -1, 4, 6)},
        looking,
    )
    assert [each.name for each in found.candidates] == ["5d4", "3d6", "4d4"]
    assert (found.count, len(found._refused)) == (32, len(found.refusals))
    assert sum(many for many, _ in found._refused.values()) == 16


def test_the_odds_that_are_kept_fit_into_the_memory() -> None:
    axes = {"X": range(30_000, 30_030)}
    limits = Limits(memory=20)
    assert code_of("1dX", axes, wishes=MEAN, limits=limits) == "too-much-memory"
    assert len(find("1dX", axes, wishes=MEAN, limits=limits, show=3)) == 3


def test_the_sum_of_two_groups_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Distribution] = []
    added = Distribution.__add__

    def counting(self: Distribution, other: Any) -> Distribution:
        made.append(self)
        return added(self, other)

    monkeypatch.setattr(Distribution, "__add__", counting)
    family = DiceFamily(counts=(1, 2), sides=("6", "4"), keeps=False)
    wishes = checked_wishes({f"{n}..{n + 50}": ">=0 %" for n in range(12)})
    search = Search(family, wishes, 5, DEFAULT_LIMITS)
    assert len(search.found()) == 5
    assert len(made) <= 4 + 5  # each two groups once, and what is found with its number


def test_a_number_that_is_added_moves_a_condition() -> None:
    first, second = (
        group for kind in DiceFamily(counts=(2,), keeps=False).kinds[5:7] for group in kind
    )
    total = Sum(first, second)
    for text in (">=9", ">9", "<9", "=9", "7..9", ">=17/2"):
        (wish,) = checked_wishes({text: "50 %"})
        assert wish.condition is not None
        for number in (-3, 0, 4):
            moved = wish.condition.moved(number).chance(total.odds)
            assert moved == wish.condition.chance(total.odds + number)


def test_looking_at_chances_is_counted_for_each_of_them() -> None:
    def spent(wishes: int) -> int:
        family = DiceFamily(counts=(1, 2, 3), sides=("6", "4"), keeps=False)
        wished = checked_wishes({f"{n}..{n + 500}": ">=0 %" for n in range(wishes)})
        search = Search(family, wished, 5, DEFAULT_LIMITS)
        search.found()
        return search.budget.spent

    assert spent(12) > 3 * spent(1) - 2 * 6 * 50_000


def test_the_next_odds_that_are_made_fit_beside_those_that_are_kept() -> None:
    """A table of so many outcomes fills 4 MiB: two are kept, and a third is made meanwhile."""
    axes = {"X": range(30_000, 30_010)}
    assert code_of("1dX", axes, wishes=MEAN, limits=Limits(memory=10), show=2) == "too-much-memory"
    assert len(find("1dX", axes, wishes=MEAN, limits=Limits(memory=11), show=2)) == 2
