"""triumph: contests (R3, R4, R5, R8), with given dice and against odds worked out by hand."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest

from astragal import OddsError
from astragal.games import triumph
from astragal.games.triumph import Beyond, Contest, Fortune, Margin
from astragal.games.triumph.margins import total_text
from astragal.rules.ordered import Side
from tests.games.triumph.by_hand import DICE_OF, KeptD20s, contest_by_hand, margins_by_hand

contest: Any = triumph.contest

HALF = Fraction(1, 2)


def ended(experiment: Any, faces: list[int], **how: Any) -> Any:
    """How a contest ended, but for the totals."""
    return experiment.roll(faces=faces, **how).outcome.replaced(total=0, opponent_total=0)


def win_chance(experiment: Any) -> Fraction:
    return Fraction(experiment.odds().of("wins").probability(True))


@pytest.mark.parametrize(
    ("faces", "outcome"),
    [
        ([12, 9], Contest(Side.WIN, 5)),
        ([9, 12], Contest(Side.LOSE, -1)),
        ([20, 20], Contest(Side.WIN, 2)),
        ([1, 1], Contest(Side.WIN, 2)),
        ([20, 1], Contest(Side.WIN, 21, Fortune.TRIUMPH, Fortune.DISASTER)),
        ([1, 20], Contest(Side.LOSE, -17, Fortune.DISASTER, Fortune.TRIUMPH)),
        ([20, 19], Contest(Side.WIN, 3, Fortune.TRIUMPH)),
        ([19, 20], Contest(Side.LOSE, 1, theirs=Fortune.TRIUMPH)),
        ([1, 2], Contest(Side.LOSE, 1, Fortune.DISASTER)),
        ([2, 1], Contest(Side.WIN, 3, theirs=Fortune.DISASTER)),
    ],
)
def test_r8_two_of_a_kind_cancel_out_and_one_of_each_both_apply(
    faces: list[int], outcome: Contest
) -> None:
    """Ability 3 against 1; the margin is our total less theirs."""
    made = contest(3, 1, "aptitude", "aptitude")
    assert ended(made, faces) == outcome
    rolled = made.roll(faces=faces).outcome
    assert (rolled.total, rolled.opponent_total) == (faces[0] + 3, faces[1] + 1)


@pytest.mark.parametrize(
    ("reactive", "coin", "side"),
    [
        ("us", [], Side.WIN),
        ("them", [], Side.LOSE),
        ("nobody", [1], Side.WIN),
        ("nobody", [2], Side.LOSE),
        ("both", [1], Side.WIN),
        ("both", [2], Side.LOSE),
    ],
)
@pytest.mark.parametrize("faces", [[7, 9], [20, 20], [1, 1]])
def test_r5_a_tie_goes_to_the_reactive_party_else_to_a_coin(
    reactive: str, coin: list[int], side: Side, faces: list[int]
) -> None:
    made = contest(faces[1], faces[0], "aptitude", "aptitude", reactive)
    assert ended(made, [*faces, *coin]) == Contest(side, 0)


TIES = {"us": Fraction(1), "them": Fraction(0), "nobody": HALF, "both": HALF}


@pytest.mark.slow
@pytest.mark.parametrize("reactive", TIES)
@pytest.mark.parametrize(
    ("ours", "theirs", "lead", "nets", "ranges", "their_ranges"),
    [
        ("aptitude", "aptitude", 0, (0, 0), (20, 1), (20, 1)),
        ("aptitude", "aptitude", 0, (0, 0), (11, 10), (20, 1)),
        ("mastery", "incompetence", -6, (0, 0), (18, 3), (20, 1)),
        ("incompetence", "aptitude", 2, (1, -2), (20, 1), (17, 4)),
        ("mastery", "mastery", 4, (0, 2), (15, 5), (19, 2)),
    ],
)
def test_r8_contests_against_every_face(
    ours: str,
    theirs: str,
    lead: int,
    nets: tuple[int, int],
    ranges: tuple[int, int],
    their_ranges: tuple[int, int],
    reactive: str,
) -> None:
    """Each side has its own ranges of triumph and disaster."""
    made = contest(
        *(lead, 0, ours, theirs, reactive, max(nets[0], 0), max(-nets[0], 0)),
        *(max(nets[1], 0), max(-nets[1], 0)),
        triumph_from=ranges[0],
        disaster_to=ranges[1],
        opponent_triumph_from=their_ranges[0],
        opponent_disaster_to=their_ranges[1],
    )
    dice = (DICE_OF[ours], DICE_OF[theirs])
    assert win_chance(made) == contest_by_hand(
        *dice, lead, tie=TIES[reactive], net=nets, ranges=ranges, their_ranges=their_ranges
    )
    margins = {margin: chance for (margin, _), chance in margins_by_hand(*dice, lead, nets).items()}
    assert dict(made.odds().of("margin").items()) == margins


@pytest.mark.parametrize(("bonus", "opponent_bonus"), [(2, 0), (0, 3), (-4, 5), (3, 3)])
def test_r5_other_bonuses_on_both_sides(bonus: int, opponent_bonus: int) -> None:
    made = contest(1, 2, "aptitude", "mastery", bonus=bonus, opponent_bonus=opponent_bonus)
    assert win_chance(made) == contest_by_hand(KeptD20s(1), KeptD20s(2), bonus - opponent_bonus - 1)
    assert made.odds() == contest(1 + bonus, 2 + opponent_bonus, "aptitude", "mastery").odds()
    assert made.roll(faces=[15, 2, 3]).outcome.margin == 11 + bonus - opponent_bonus


def test_r7_a_wide_range_is_for_its_own_side_only() -> None:
    ours = contest(0, 0, "aptitude", "aptitude", triumph_from=15, disaster_to=5)
    theirs = contest(
        *(0, 0, "aptitude", "aptitude"), opponent_triumph_from=15, opponent_disaster_to=5
    )
    assert ended(ours, [15, 19]) == Contest(Side.WIN, -4, Fortune.TRIUMPH)
    assert ended(ours, [10, 19]) == Contest(Side.LOSE, -9)
    assert ended(theirs, [19, 15]) == Contest(Side.LOSE, 4, theirs=Fortune.TRIUMPH)
    assert ended(theirs, [3, 5]) == Contest(Side.WIN, -2, theirs=Fortune.DISASTER)
    assert win_chance(ours) + win_chance(theirs) == 1


ONE, BEST, WORST = KeptD20s(1, False, True), KeptD20s(2, False, True), KeptD20s(2, True, True)


@pytest.mark.parametrize(
    ("ours", "theirs", "lead", "reactive"),
    [
        (ONE, ONE, 3, "nobody"),
        (BEST, BEST, -7, "them"),
        (WORST, BEST, 5, "us"),
        (WORST, WORST, 0, "nobody"),
        (ONE, KeptD20s(2), 30, "nobody"),
        (KeptD20s(1, rerolls=2), BEST, -45, "nobody"),
        (KeptD20s(2, True), KeptD20s(3, True, True), 5, "them"),
    ],
)
def test_r3_r8_contests_where_dice_explode_are_solved_exactly(
    ours: KeptD20s, theirs: KeptD20s, lead: int, reactive: str
) -> None:
    """Both may go on without end; still the odds are exact, and add up to one."""
    dice = {"dice": str(ours), "opponent_dice": str(theirs), "reroll": "always"}
    odds = contest(lead, 0, reactive=reactive, **dice).odds()
    assert sum(share for _, share in odds.items()) == 1
    expected = contest_by_hand(ours, theirs, lead, tie=TIES[reactive])
    assert odds.of("wins").probability(True) == expected
    margins = {
        Beyond(bound, direction) if direction else bound: chance  # type: ignore[arg-type]
        for (bound, direction), chance in margins_by_hand(ours, theirs, lead).items()
    }
    assert dict(odds.of("margin").items()) == margins


@pytest.mark.parametrize(
    ("lead", "faces", "margin", "outcome"),
    [
        (1, [20, 5], Beyond(16, "more"), "win, 21 or more (triumph) against 5"),
        (1, [5, 20], Beyond(-14, "less"), "lose, 6 against 20 or more (triumph)"),
        (1, [20, 20, 3, 5], -1, "lose, 21 or more against 20 or more (by 1)"),
        (1, [20, 20, 4, 4], 1, "win, 21 or more against 20 or more (by 1)"),
        (1, [20, 20, 20, 20, 3, 5], -1, "lose, 21 or more against 20 or more (by 1)"),
        (
            1,
            [20, 20, 1, 20],
            Beyond(-18, "less"),
            "lose, 21 or more against 20 or more (by 18 or more)",
        ),
        (
            1,
            [20, 20, 20, 4],
            Beyond(17, "more"),
            "win, 21 or more against 20 or more (by 17 or more)",
        ),
        (
            1,
            [*[20] * 12, 20, 4],
            Beyond(17, "more"),
            "win, 21 or more against 20 or more (by 17 or more)",
        ),
        (0, [20, 20, 4, 4, 1], 0, "win, 20 or more against 20 or more (by 0)"),
        (0, [20, 20, 4, 4, 2], 0, "lose, 20 or more against 20 or more (by 0)"),
        (-15, [20, 5, 1], 1, "win, 6 (triumph) against 5"),
        (
            -40,
            [20, 5, 20, 5],
            0,
            "win, 5 (triumph) against 5: the triumph decides, whatever the totals",
        ),
        (-40, [20, 5, 20, 20], Beyond(15, "more"), "win, 20 or more (triumph) against 5"),
        (15, [5, 20, 7], -7, "lose, 20 against 27 (triumph)"),
        (
            20,
            [5, 20, 3],
            2,
            "lose, 25 against 23 (triumph): the triumph decides, whatever the totals",
        ),
        (20, [5, 20, 20], Beyond(-15, "less"), "lose, 25 against 40 or more (triumph)"),
        (-12, [20, 20, 20, 8, 9], 9, "win, 8 or more against 20 or more (by 9)"),
        (-92, [5, 20], Beyond(-107, "less"), "lose, -87 against 20 or more (triumph)"),
    ],
)
def test_r3_r8_exploding_contests_step_by_step(
    lead: int, faces: list[int], margin: Margin, outcome: str
) -> None:
    """Level by level, ours and then theirs, as long as it can still decide who is ahead."""
    made = contest(lead, 0, dice="1d20!", opponent_dice="1d20!")
    found = made.roll(faces=faces).outcome
    assert (found.margin, str(found)) == (margin, outcome)


@pytest.mark.parametrize(
    ("faces", "outcome"),
    [
        ([12, 4, 13, 2, 6, 5], Contest(Side.WIN, 11)),
        ([20, 20, 13, 2, 6, 5], Contest(Side.WIN, Beyond(19, "more"), Fortune.TRIUMPH)),
        ([20, 3, 20, 20, 1, 6, 9, 3, 11], Contest(Side.WIN, 1)),
        ([20, 20, 20, 20, 4, 4, 3, 9, 9, 11, 2], Contest(Side.LOSE, 0)),
        ([20, 20, 20, 20, 5, 4, 20, 9, 2, 9], Contest(Side.WIN, Beyond(19, "more"))),
        ([20, 20, 20, 20, 5, 4, 6, 9, 20, 20], Contest(Side.LOSE, Beyond(-10, "less"))),
        ([20, 20, 20, 20, 5, 4, 20, 9, 20, 20, 3, 5, 7], Contest(Side.LOSE, -1)),
    ],
)
def test_r3_r8_r9_first_all_d20s_then_the_d6s_then_explosions_then_the_coin(
    faces: list[int], outcome: Contest
) -> None:
    """2d20▲! against 2d20▼!, and a d6 for each side; the d6s are ours, then theirs."""
    made = contest(dominance=1, opponent_dominance=1, dice="2d20▲!", opponent_dice="2d20▼!")
    assert ended(made, faces) == outcome


@pytest.mark.parametrize(
    "made",
    [
        contest(dice="1d20!", opponent_proficiency="aptitude"),
        contest(proficiency="aptitude", opponent_dice="1d20!"),
    ],
    ids=str,
)
def test_r3_a_margin_beyond_a_bound_has_no_mean(made: Any) -> None:
    with pytest.raises(OddsError) as caught:
        _ = made.odds().of("margin").mean
    assert caught.value.code == "not-numbers"
    assert contest().odds().of("margin").mean == 0


@pytest.mark.parametrize(
    ("dice", "faces", "totals"),
    [
        (("1d20", "1d20"), [12, 9, 4, 2], ("19", "12")),
        (("1d20!", "1d20"), [20, 9, 4, 2], ("27 or more", "12")),
        (("1d20!", "1d20"), [20, 20, 1, 6, 1], ("25", "27")),
        (("1d20", "1d20!"), [5, 20, 4, 2], ("12", "23 or more")),
        (("1d20", "1d20!"), [20, 20, 6, 1, 3], ("29", "25")),
        (("1d20!", "1d20!"), [20, 20, 4, 2, 3, 5], ("27 or more", "23 or more")),
    ],
)
def test_r5_r3_a_contest_knows_both_totals(
    dice: tuple[str, str], faces: list[int], totals: tuple[str, str]
) -> None:
    """Ability 3 and a d6 against 1 and a d6; where both sides explode, only bounds are known."""
    made = contest(*(3, 1), dominance=1, opponent_dominance=1, dice=dice[0], opponent_dice=dice[1])
    rolled = made.roll(faces=faces)
    both = (rolled.outcome.total, rolled.outcome.opponent_total)
    assert tuple(map(total_text, both)) == totals
    both_told = [
        each.split(" (")[0] for each in str(rolled.outcome).split(", ", 1)[1].split(" against ")
    ]
    assert tuple(both_told) == totals
    assert all(f"= {total}" in str(rolled) for total in totals)


def test_r5_the_totals_of_both_sides_against_every_face() -> None:
    made = contest(2, 1, "aptitude", "aptitude", dominance=1, opponent_threat=1).odds()
    law: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for one, other, six, less in product(range(1, 21), range(1, 21), range(1, 7), range(1, 7)):
        law[one + 2 + six, other + 1 - less] += Fraction(1, 400 * 36)
    assert dict(made.of(lambda each: (each.total, each.opponent_total)).items()) == law


def test_r8_better_contests_sort_behind_worse_ones() -> None:
    worst_first = [
        Contest(Side.LOSE, 5, Fortune.DISASTER),
        Contest(Side.LOSE, -9),
        Contest(Side.LOSE, 0),
        Contest(Side.WIN, 0),
        Contest(Side.WIN, 7),
        Contest(Side.WIN, 2, theirs=Fortune.DISASTER),
        Contest(Side.WIN, -3, Fortune.TRIUMPH),
        Contest(Side.WIN, 19, Fortune.TRIUMPH, Fortune.DISASTER),
    ]
    assert all(one < other for one, other in pairwise(worst_first))
    bounds: list[Margin] = [Beyond(-97, "less"), -97, 8, Beyond(8, "more"), 9]
    assert all(Contest(Side.WIN, one) < Contest(Side.WIN, other) for one, other in pairwise(bounds))
    assert [total_text(each) for each in bounds] == ["-97 or less", "-97", "8", "8 or more", "9"]
    endless = Beyond(20, "more")
    told = str(Contest(Side.LOSE, bounds[0], total=endless, opponent_total=endless))
    assert told == "lose, 20 or more against 20 or more (by 97 or more)"
    assert (
        str(worst_first[0])
        == "lose, 0 (disaster) against 0: the disaster decides, whatever the totals"
    )
    assert str(worst_first[-1]) == "win, 0 (triumph) against 0 (disaster)"
