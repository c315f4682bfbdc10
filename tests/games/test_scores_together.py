"""scores, several players: Group Tests and Contests with dice and decisions handed in."""

from __future__ import annotations

from typing import Any

import pytest

from astragal import AstragalError, Choice, verify
from astragal.games import scores
from astragal.games.scores import Critical, Criticals, Score
from astragal.mechanics.opposed import Side

CONTEST: Any = scores.contest
GROUP: Any = scores.group_test

FAILURE, NONE, _ = Critical

# S9: Group Tests

NAMES = ["Alice", "Bob", "Carol", "David"]


def played(
    faces: list[int], decisions: list[str], modifiers: list[int], **given: Any
) -> tuple[Score, list[Choice]]:
    """A Group Test and the choices that came up; when the decisions are used up, nobody helps."""
    met: list[Choice] = []

    def decide(choice: Choice) -> str:
        met.append(choice)
        return decisions[len(met) - 1] if len(met) <= len(decisions) else "nobody"

    names = NAMES[: len(modifiers)]
    rolled = GROUP(modifiers, names=names, **given).roll(faces=faces, decide=decide)
    return rolled.outcome, met


def test_s9_the_lowest_counts_after_those_who_did_well_helped() -> None:
    group = GROUP([2, 2, 0, 0], names=NAMES)
    helped = group.roll(faces=[6, 9, 5, 6, 7, 3, 7], decisions=["David", "Carol", "Carol"])
    assert helped.outcome == Score(7, NONE, "Mixed")
    assert "  Alice has 8, Mixed; Bob has 11, High; Carol has 5, Low; David has 6, Low" in (
        helped.explain()
    )


@pytest.mark.parametrize(
    ("late", "decisions", "score"),
    [
        ([], [], 5),
        ([7], ["David"], 5),
        ([7, 3, 2], ["David", "Carol", "Carol"], 5),
        ([9, 9, 8], ["David", "Carol", "David"], 8),
        ([10, 1, 10, 1], ["David", "Carol"], 8),
        ([10, 2, 8, 8], ["David", "Carol", "David"], 8),
        ([9, 10, 1, 5], ["David", "Carol", "Alice"], 8),
        ([9, 10, 1, 7], ["David", "Carol", "Alice"], 9),
    ],
)
def test_s9_a_late_advantage_is_a_die_and_the_highest_is_kept(
    late: list[int], decisions: list[str], score: int
) -> None:
    outcome, _ = played([6, 9, 5, 6, *late], decisions, [2, 2, 0, 0])
    assert (outcome.score, outcome.critical) == (score, NONE)


@pytest.mark.parametrize(
    ("faces", "gifts"),
    [
        ([6, 1], []),
        ([7, 1], ["Alice"]),
        ([9, 1], ["Alice"]),
        ([1, 7], ["Bob"]),
        ([10, 1, 1], ["Alice"] * 2),
        ([10, 2, 1], []),
        ([7, 8], ["Alice", "Bob"]),
        ([10, 1, 8], ["Alice"] * 2),
    ],
)
def test_s9_only_first_scores_help_and_only_others(faces: list[int], gifts: list[str]) -> None:
    """The one helped stays where they are; one lifted to 9 gives nothing either."""
    for late in (1, 9):
        others = {"Alice": "Bob", "Bob": "Alice"}
        _, met = played([*faces, *[late] * len(gifts)], [others[each] for each in gifts], [0, 0])
        assert [choice.by for choice in met] == gifts
        assert all(choice.labels == (others[choice.by], "nobody") for choice in met)


@pytest.mark.parametrize(
    ("advantages", "disadvantages", "first", "dice"),
    [
        ([0, 0], [0, 0], [1], 2),
        ([0, 2], [0, 0], [1, 1, 1], 1),
        ([0, 3], [0, 0], [1, 1, 1, 1], 0),
        ([0, 7], [0, 0], [1, 1, 1, 1], 0),
        ([0, 7], [0, 5], [1, 1, 1], 1),
        ([0, 0], [0, 3], [1, 1, 1, 1], 2),
    ],
)
def test_s9_nobody_is_helped_beyond_the_cap(
    advantages: list[int], disadvantages: list[int], first: list[int], dice: int
) -> None:
    edges = {"advantages": advantages, "disadvantages": disadvantages}
    outcome, met = played([9, *first, *[2] * dice], ["Bob"] * dice, [1, 0], **edges)
    assert len(met) == dice
    assert outcome.score == (2 if dice else 1)


def test_s9_those_who_help_see_how_the_others_stand() -> None:
    _, met = played([6, 9, 5, 6, 7], ["David"], [2, 2, 0, 0])
    assert [choice.by for choice in met] == ["Alice", "Bob"]
    assert met[0].about.keys() == {"Carol", "David"}
    assert str(met[0].about["Carol"]).startswith("5")
    assert str(met[0].about["David"]).startswith("6")
    assert str(met[1].about["David"]).startswith("7")


def test_s9_a_critical_failure_is_the_lowest_of_the_group() -> None:
    outcome, _ = played([9, 9, 10, 2], [], [0, 0, 20])
    assert outcome == Score(20, FAILURE, "Low")
    outcome, _ = played([9, 10, 1], [], [0, -20])
    assert outcome == Score(9, NONE, "Mixed")


@pytest.mark.parametrize(
    ("faces", "modifiers", "score"),
    [
        ([8, 8], [2, 5], 10),
        ([8, 8], [5, 2], 10),
        ([9, 8, 9], [2, 4, 3], 11),
        ([10, 1, 9], [-5, 3], 12),
        ([9, 10, 1], [3, -5], 12),
    ],
)
def test_s9_the_lowest_counts_where_all_are_high(
    faces: list[int], modifiers: list[int], score: int
) -> None:
    outcome, met = played(faces, [], modifiers)
    assert outcome == Score(score, NONE, "High")
    assert not met


def test_s9_overlapping_ranges_do_not_add_up() -> None:
    """An 11 reaches [7..] and [10..]; that is two Advantages, not three."""
    _, met = played([9, 1, 1, 1], ["Bob"] * 3, [2, 0])
    assert len(met) == 2


# S10: Contests


@pytest.mark.parametrize(
    ("ours", "theirs", "coin", "side"),
    [
        ([9], [8], [], Side.WIN),
        ([8], [9], [], Side.LOSE),
        ([5], [5], [1], Side.WIN),
        ([5], [5], [2], Side.LOSE),
        ([10, 1], [9], [], Side.WIN),
        ([10, 2], [1], [], Side.LOSE),
        ([10, 1], [10, 2], [], Side.WIN),
        ([10, 2], [10, 1], [], Side.LOSE),
        ([10, 1], [10, 1], [2], Side.LOSE),
        ([10, 2], [10, 2], [1], Side.WIN),
    ],
)
def test_s10_the_higher_score_wins_and_a_tie_is_a_coin(
    ours: list[int], theirs: list[int], coin: list[int], side: Side
) -> None:
    assert CONTEST().roll(faces=[*ours, *theirs, *coin]).outcome is side


@pytest.mark.parametrize(
    ("given", "faces", "side"),
    [
        ({"modifier": 3}, [4, 6], Side.WIN),
        ({"modifier": 2}, [4, 6, 2], Side.LOSE),
        ({"opponent": 3}, [6, 4], Side.LOSE),
        ({"opponent": 50}, [10, 1, 9], Side.WIN),
        ({"modifier": 50}, [10, 1, 10, 1, 2], Side.LOSE),
        ({"advantages": 1}, [2, 9, 8], Side.WIN),
        ({"disadvantages": 1}, [2, 9, 8], Side.LOSE),
        ({"opponent_advantages": 1}, [8, 2, 9], Side.LOSE),
        ({"opponent_disadvantages": 1}, [8, 2, 9], Side.WIN),
        ({"criticals": Criticals.D10ISH}, [0, 0, 1], Side.WIN),
        ({"criticals": Criticals.D20}, [10, 1], Side.LOSE),
    ],
)
def test_s10_each_side_has_its_own_modifier_and_edges(
    given: dict[str, Any], faces: list[int], side: Side
) -> None:
    assert CONTEST(**given).roll(faces=faces).outcome is side


def test_s10_win_and_lose_have_effects() -> None:
    fight = CONTEST(win="he falls", lose="you fall")
    assert "  [Win] he falls" in fight.roll(faces=[9, 8]).explain()
    assert "  [Lose] you fall" in fight.roll(faces=[8, 9]).explain()
    assert not any("[" in line for line in CONTEST().roll(faces=[8, 9]).explain())


# Records and errors


def test_records_of_group_tests_and_contests_verify() -> None:
    decisions = ["David", "Carol", "Carol"]
    group = GROUP([2, 2, 0, 0], names=NAMES)
    for rolled in (
        group.roll(faces=[6, 9, 5, 6, 7, 3, 7], decisions=decisions),
        CONTEST(2, 1, win="he falls").roll(faces=[3, 4, 1]),
    ):
        again = verify(rolled.to_json())
        assert again == rolled
        assert again.to_json() == rolled.to_json()
        assert again.explain() == rolled.explain()


def test_a_record_with_another_decision_does_not_verify() -> None:
    rolled = GROUP([0, 0], names=["Al", "Bo"]).roll(faces=[7, 1, 8], decisions=["Bo"])
    record = rolled.to_json()
    assert '"decisions": ["Bo"]' in record
    with pytest.raises(AstragalError):
        verify(record.replace('"decisions": ["Bo"]', '"decisions": ["nobody"]'))


@pytest.mark.parametrize(
    ("make", "code", "said"),
    [
        (lambda: GROUP([]), "bad-parameter", "1 to 12"),
        (lambda: GROUP([0] * 13), "bad-parameter", "1 to 12"),
        (lambda: GROUP([1, 2], advantages=[1]), "refused", "2 modifiers and 1 advantages"),
        (lambda: GROUP([1], disadvantages=[1, 1]), "refused", "1 modifiers and 2 disadvantages"),
        (lambda: GROUP([1, 2], names=["Alice"]), "refused", "2 modifiers and 1 names"),
        (lambda: GROUP([1, 2], names=["Al", "Al"]), "refused", "a name of their own"),
        (lambda: GROUP([1, 2], names=["Al", "nobody"]), "refused", "a name of their own"),
        (
            lambda: GROUP([0, 0], names=["Al", "Bo"]).roll(faces=[7, 1], decisions=["Al"]),
            "no-such-option",
            "Bo, nobody",
        ),
        (lambda: GROUP([0, 0]).roll(faces=[7, 1]), "undecided", "help whom?"),
        (lambda: GROUP([0, 0]).odds(), "undecided", "help whom?"),
    ],
)
def test_mistakes_are_told_in_plain_words(make: Any, code: str, said: str) -> None:
    with pytest.raises(AstragalError) as caught:
        make()
    assert caught.value.code == code
    assert said in caught.value.message
