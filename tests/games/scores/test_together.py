"""scores, several players: Group Tests and Contests with dice and decisions handed in."""

from __future__ import annotations

from typing import Any

import pytest

import astragal
from astragal import AstragalError, Choice, Circumstance, ParameterError, Sheet, verify
from astragal.games import scores
from astragal.games.scores import Contest, Critical, Criticals, Effects, Score
from astragal.rules.ordered import Side

CONTEST: Any = scores.contest
GROUP: Any = scores.group_test

FAILURE, NONE, SUCCESS = Critical

# S9: Group Tests

NAMES = ["Alice", "Bob", "Carol", "David"]


def helps(giver: str, receiver: str) -> str:
    return f"{giver} helps {receiver}"


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
    decisions = ["Alice helps David", "Bob helps Carol", "Bob helps Carol"]
    helped = group.roll(faces=[6, 9, 5, 6, 7, 3, 7], decisions=decisions)
    assert helped.outcome == Score(7, NONE, "Mixed")
    told = helped.explain()
    assert told[1:] == [
        "step 1:",
        "  Alice 6 + 2 = 8",
        "  Bob 9 + 2 = 11",
        "  Carol 5",
        "  David 6",
        "step 2, Alice has 8 (may help once), Bob has 11 (may help twice), Carol has 5, "
        "David has 6:",
        "  Alice helps David: 7",
        "  David now has 7, Mixed",
        "step 3, Alice has 8, Bob has 11 (may help twice), Carol has 5, David has 7:",
        "  Bob helps Carol: 3",
        "  Carol still has 5, Low",
        "step 4, Alice has 8, Bob has 11 (may help once), Carol has 5, David has 7:",
        "  Bob helps Carol: 7",
        "  Carol now has 7, Mixed",
        "  Carol and David have the lowest Score",
        "→ 7, Mixed",
    ]


def test_s9_help_comes_in_any_order() -> None:
    group = GROUP([2, 2, 0, 0], names=NAMES)
    decisions = ["Bob helps Carol", "Alice helps David", "Bob helps Carol"]
    helped = group.roll(faces=[6, 9, 5, 6, 3, 7, 7], decisions=decisions)
    assert helped.outcome == Score(7, NONE, "Mixed")


def test_s9_each_player_rolls_dice_then_coins() -> None:
    group = GROUP([1, 0], advantages=[1, 0], names=NAMES[:2])
    told = group.roll(faces=[4, 10, 2, 3]).explain()
    assert told[1:] == [
        "  Alice 4, 10",
        "  the coin makes the 10 a Critical Failure",
        "  Alice 4, ~10 (as 0)~",
        "  Alice 4 + 1 = 5",
        "  Bob 3",
        "  Bob has the lowest Score",
        "→ 3, Low",
    ]


@pytest.mark.parametrize(
    ("late", "receivers", "score"),
    [
        ([], [], 5),
        ([7], ["David"], 5),
        ([7, 3, 2], ["David", "Carol", "Carol"], 5),
        ([9, 9, 8], ["David", "Carol", "David"], 8),
        ([10, 1, 10, 1], ["David", "Carol"], 8),
        ([10, 2, 8, 8], ["David", "Carol", "David"], 8),
        ([10, 2, 8, 8], ["David", "David", "Carol"], 8),
        ([9, 10, 1, 5], ["David", "Carol", "Alice"], 8),
        ([9, 10, 1, 7], ["David", "Carol", "Alice"], 9),
    ],
)
def test_s9_a_late_advantage_is_a_die_and_the_highest_is_kept(
    late: list[int], receivers: list[str], score: int
) -> None:
    decisions = list(map(helps, ["Alice", "Bob", "Bob"], receivers))
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
        ([10, 1, 8], ["Bob", "Alice", "Alice"]),
    ],
)
def test_s9_only_first_scores_help_and_only_others(faces: list[int], gifts: list[str]) -> None:
    """The one helped stays where they are; one lifted to 9 gives nothing either."""
    for late in (1, 9):
        others = {"Alice": "Bob", "Bob": "Alice"}
        decisions = [helps(each, others[each]) for each in gifts]
        _, met = played([*faces, *[late] * len(gifts)], decisions, [0, 0])
        for at, choice in enumerate(met):
            left = sorted(set(decisions[at:]))
            assert (choice.question, choice.labels) == ("who helps whom?", (*left, "nobody"))
        assert len(met) == len(gifts)


def test_s9_nobody_ends_all_help() -> None:
    outcome, met = played([7, 8, 1], ["nobody"], [0, 0, 0])
    assert (outcome.score, len(met)) == (1, 1)


def test_s9_whoever_has_help_left_may_give_it_to_anybody_else() -> None:
    """A High Score may be helped too; who has no gifts left steps back."""
    decisions = ["Carol helps Alice", "Alice helps David", "Bob helps Alice", "Alice helps Bob"]
    _, met = played([9, 9, 8, 1, 2, 3, 4, 5], decisions, [1, 1, 0, 0])
    givers = [
        list(dict.fromkeys(label.split(" helps ")[0] for label in choice.labels)) for choice in met
    ]
    assert givers == [
        ["Alice", "Bob", "Carol", "nobody"],
        *[["Alice", "Bob", "nobody"]] * 2,
        ["Alice", "Bob", "nobody"],
        ["Bob", "nobody"],
    ]
    assert met[0].labels[:3] == ("Alice helps Bob", "Alice helps Carol", "Alice helps David")


def test_s9_a_high_score_is_helped_and_the_record_is_read() -> None:
    group = GROUP([2, 2, 0], names=["Ann", "Bob", "Cas"])
    rolled = group.roll(
        faces=[9, 9, 5, 8, 3], decisions=["Bob helps Cas", "Ann helps Bob", "nobody"]
    )
    assert verify(rolled.to_json()).decisions == rolled.decisions


@pytest.mark.parametrize(
    ("advantages", "disadvantages", "first", "dice"),
    [
        ([0, 0], [0, 0], [1], 2),
        ([0, 2], [0, 0], [1, 1, 1], 1),
        ([0, 3], [0, 0], [1, 1, 1, 1], 0),
        ([0, 7], [0, 0], [1, 1, 1, 1], 0),
        ([0, 7], [0, 5], [1, 1, 1], 1),
    ],
)
def test_s9_nobody_is_helped_beyond_the_cap(
    advantages: list[int], disadvantages: list[int], first: list[int], dice: int
) -> None:
    edges = {"advantages": advantages, "disadvantages": disadvantages}
    decisions = ["Alice helps Bob"] * dice
    outcome, met = played([9, *first, *[2] * dice], decisions, [1, 0], **edges)
    assert len(met) == dice
    assert outcome.score == (2 if dice else 1)


@pytest.mark.parametrize(
    ("disadvantages", "first", "late", "scores"),
    [
        (1, [6, 4], [], [4, 6]),
        (1, [6, 4], [8], [4, 6, 8]),
        (1, [6, 4], [2], [4, 6, 6]),
        (2, [6, 4, 9], [], [4, 4, 6]),
        (3, [6, 4, 9, 2], [], [2, 4, 4]),
        (4, [6, 4, 9, 2], [], [2, 2, 4]),
        (5, [6, 4, 9, 2], [], [2, 2, 2]),
        (2, [6, 10, 9, 2], [], [0, 0, 6]),
        (2, [10, 4, 9, 1], [], [4, 4, 11]),
    ],
)
def test_s9_a_late_advantage_cancels_a_disadvantage_before_the_cap(
    disadvantages: int, first: list[int], late: list[int], scores: list[int]
) -> None:
    """The last die no longer counts; five less one are four, of which three count as before."""
    # Bob is helped by two who are High, one of them first with both of their Advantages.
    helpers = ["Alice", "Alice", "Carol"]
    for given, score in enumerate(scores):
        decisions = [helps(each, "Bob") for each in helpers[:given]]
        dice = late[: max(0, given - disadvantages)]
        edges = {"disadvantages": [0, disadvantages, 0]}
        outcome, _ = played([9, *first, 9, *dice], decisions, [2, 0, 2], **edges)
        assert outcome.score == score


def test_s9_help_that_cannot_change_anything_is_not_offered() -> None:
    _, met = played([9, 1, 1, 1, 1], [], [2, 0], disadvantages=[0, 5])
    assert not met


def test_s9_cancelling_is_told_and_an_advantage_for_all_counts_for_each() -> None:
    group = GROUP([2, 0], disadvantages=[1], names=["Al", "Bo"])
    rolled = group.roll(faces=[9, 8, 7, 3, 2], decisions=["Al helps Bo", "Al helps Bo"])
    assert "one Disadvantage of Bo is cancelled" in str(rolled)
    assert rolled.outcome.score == 7
    assert verify(rolled.to_json()) == rolled


def test_s9_plus_one_is_another_reading_of_the_example() -> None:
    group = GROUP([2, 2, 0, 0], names=NAMES, late_advantage="plus one")
    decisions = ["Alice helps David", "Bob helps Carol", "Bob helps Carol"]
    helped = group.roll(faces=[6, 9, 5, 6], decisions=decisions)
    assert helped.outcome == Score(7, NONE, "Mixed")
    assert verify(helped.to_json()) == helped
    lost = GROUP([9, 0], names=NAMES[:2], late_advantage="plus one").roll(faces=[9, 10, 2])
    assert lost.outcome.critical is FAILURE


def test_s12_a_circumstance_is_added_for_whoever_has_it() -> None:
    dark = Sheet("Bob", {"Stealth": 0}).begin(Circumstance("the dark", {"disadvantages": 1}))
    given = dark.call(scores.group_test, [2, "Stealth"], disadvantages=[0, 2], advantages=1)
    assert given == GROUP([2, 0], [1], [0, 3], names=["player 1", "Bob"])
    with pytest.raises(ParameterError, match="nothing says whether Bob rolls"):
        dark.call(scores.group_test, [2, 0])


def test_s9_those_who_help_see_how_the_others_stand() -> None:
    _, met = played([6, 9, 5, 6, 7, 10, 1], ["Alice helps David", "Bob helps Carol"], [2, 2, 0, 0])
    assert [str(choice.about["scores"]) for choice in met] == [
        "Alice has 8 (may help once), Bob has 11 (may help twice), Carol has 5, David has 6",
        "Alice has 8, Bob has 11 (may help twice), Carol has 5, David has 7",
        "Alice has 8, Bob has 11 (may help once), Carol has Critical Success, David has 7",
    ]
    _, met = played([9, 10, 2], [], [1, 5])
    assert str(met[0].about["scores"]) == "Alice has 10 (may help twice), Bob has Critical Failure"


@pytest.mark.parametrize(
    ("ranges", "faces", "shown"),
    [
        (
            "[..11] short [12..] enough",
            [5, 9],
            "Alice has 10 (may help twice), Bob has 14 (may help twice)",
        ),
        (
            "[..11] short [12..] enough",
            [10, 1, 5],
            "Alice has Critical Success (may help twice), Bob has 10 (may help twice)",
        ),
        (
            "[..6] low [7..] fine",
            [5, 2],
            "Alice has 10 (may help twice), Bob has 7 (may help once)",
        ),
    ],
)
def test_s9_a_choice_says_what_everybody_has(ranges: str, faces: list[int], shown: str) -> None:
    _, met = played(faces, [], [5, 5], ranges=ranges)
    assert str(met[0].about["scores"]) == shown


@pytest.mark.parametrize("name", ["by", "question", "options", "scores", "nobody"])
def test_s9_any_name_will_do_for_a_player(name: str) -> None:
    group = GROUP([0, 0], names=["Alice", name])
    rolled = group.roll(faces=[7, 1, 8], decisions=[f"Alice helps {name}"])
    assert rolled.outcome.score == 7


def test_s9_a_critical_failure_is_the_lowest_of_the_group() -> None:
    outcome, _ = played([9, 9, 10, 2], [], [0, 0, 20])
    assert outcome == Score(0, FAILURE, "Low")
    outcome, _ = played([10, 1, 10, 1], [], [0, 7])
    assert outcome == Score(10, SUCCESS, "High")
    outcome, _ = played([9, 10, 1], [], [0, -20])
    assert outcome == Score(9, NONE, "Mixed")


def test_s9_overlapping_ranges_do_not_add_up() -> None:
    """An 11 reaches [7..] and [10..]; that is two Advantages, not three."""
    _, met = played([9, 1, 1, 1], ["Alice helps Bob"] * 3, [2, 0])
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
    assert CONTEST().roll(faces=[*ours, *theirs, *coin]).outcome.side is side


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
        ({"critical_from": 9, "opponent": 50}, [9, 9], Side.WIN),
        ({"opponent_critical_from": 9, "modifier": 50}, [9, 9], Side.LOSE),
        ({"critical_from": 9, "opponent_critical_from": 8}, [9, 8, 1], Side.WIN),
        ({"criticals": Criticals.D10ISH}, [0, 0, 1], Side.WIN),
        ({"criticals": Criticals.D20}, [10, 1], Side.LOSE),
    ],
)
def test_s10_each_side_has_its_own_modifier_and_edges(
    given: dict[str, Any], faces: list[int], side: Side
) -> None:
    assert CONTEST(**given).roll(faces=faces).outcome.side is side


def test_s10_both_sides_are_told() -> None:
    assert CONTEST(2, 1, 1).roll(faces=[3, 10, 2, 9]).explain()[1:] == [
        "  3, 10",
        "  the coin makes the 10 a Critical Failure",
        "  3, ~10 (as 0)~",
        "  3 + 2 = 5",
        "  the opponent 9 + 1 = 10",
        "→ lose",
    ]


def test_s10_win_and_lose_have_effects() -> None:
    fight = CONTEST(win="he falls", lose="you fall")
    assert fight.roll(faces=[9, 8]).explain()[-1] == "→ win, he falls"
    assert fight.roll(faces=[8, 9]).explain()[-1] == "→ lose, you fall"
    assert CONTEST().roll(faces=[8, 9]).explain()[-1] == "→ lose"


@pytest.mark.parametrize(
    "effects",
    [
        "[Win] he falls [Lose] you fall",
        "[Lose] you fall [Win] he falls",
        "[win]: he falls, [LOSE]: you fall",
    ],
)
def test_s10_effects_in_the_shorthand(effects: str) -> None:
    fight = CONTEST(effects=effects)
    assert fight.roll(faces=[9, 8]).outcome == Contest(
        Side.WIN, Score(9, NONE, "Mixed"), Score(8, NONE, "Mixed"), "he falls"
    )
    assert str(fight.roll(faces=[8, 9]).outcome) == "lose, 8 against 9, you fall"
    assert verify(fight.roll(faces=[8, 9]).to_json()).outcome.effect == "you fall"


def test_s10_only_one_effect_may_be_listed() -> None:
    fight = CONTEST(effects="[Win] he falls")
    assert fight.roll(faces=[8, 9]).outcome.effect == ""
    assert str(fight) == "scores.contest(effects='[Win] he falls')"


def test_s10_an_outcome_has_both_scores_and_our_criticals() -> None:
    outcome = CONTEST(3, 1).roll(faces=[10, 2, 9]).outcome
    assert (outcome.ours.critical_failure, outcome.theirs.score) == (True, 10)
    assert (outcome.critical_failure, outcome.critical_success, outcome.loses) == (
        True,
        False,
        True,
    )
    assert CONTEST().roll(faces=[10, 1, 9]).outcome.critical_success


def test_s10_both_sides_may_have_names() -> None:
    told = CONTEST(names=["Alice", "Bob"]).roll(faces=[9, 8]).explain()
    assert told[1:] == [
        "  Alice 9",
        "  Bob 8",
        "→ Alice wins",
    ]


# Records and errors


def test_records_of_group_tests_and_contests_verify() -> None:
    decisions = ["Alice helps David", "Bob helps Carol", "Bob helps Carol"]
    group = GROUP([2, 2, 0, 0], names=NAMES)
    for rolled in (
        group.roll(faces=[6, 9, 5, 6, 7, 3, 7], decisions=decisions),
        CONTEST(2, 1, win="he falls").roll(faces=[3, 4, 1]),
        CONTEST(critical_from=9, opponent_critical_from=8).roll(faces=[9, 8, 1]),
    ):
        again = verify(rolled.to_json())
        assert again == rolled
        assert again.to_json() == rolled.to_json()
        assert again.explain() == rolled.explain()


def test_a_record_with_another_decision_does_not_verify() -> None:
    rolled = GROUP([0, 0], names=["Al", "Bo"]).roll(faces=[7, 1, 8], decisions=["Al helps Bo"])
    record = rolled.to_json()
    assert '"decisions": ["Al helps Bo"]' in record
    with pytest.raises(AstragalError):
        verify(record.replace('["Al helps Bo"]', '["nobody"]'))


@pytest.mark.parametrize(
    ("make", "code", "said"),
    [
        (lambda: GROUP([]), "bad-parameter", "1 to 12"),
        (lambda: GROUP([0] * 13), "bad-parameter", "1 to 12"),
        (
            lambda: GROUP([1, 2, 3], advantages=[1, 0]),
            "refused",
            "there are 2 advantages",
        ),
        (
            lambda: GROUP([1], disadvantages=[1, 1]),
            "refused",
            "there are 2 disadvantages",
        ),
        (lambda: GROUP([1, 2], late_advantage="two"), "bad-parameter", "die, plus one"),
        (lambda: GROUP([1, 2], names=["Alice"]), "refused", "2 modifiers and 1 names"),
        (lambda: GROUP([1, 2], names=["Al", "Al"]), "refused", "a name of their own"),
        (lambda: GROUP([1, 2], names=["Al", " "]), "refused", "a name of their own"),
        (lambda: GROUP([0, 0], advantages=[-1, 0]), "bad-parameter", "from 0 to 1000"),
        (lambda: GROUP([0, 0], disadvantages=[0, 1001]), "bad-parameter", "from 0 to 1000"),
        (lambda: CONTEST(critical_from=1), "bad-parameter", "from 2 to 10"),
        (lambda: CONTEST(effects="[Win] a [Win] b"), "bad-parameter", "[Win] you grab it"),
        (lambda: CONTEST(effects="[Draw] a"), "bad-parameter", "[Win] you grab it"),
        (lambda: CONTEST(effects="[Win]"), "bad-parameter", "[Win] you grab it"),
        (lambda: CONTEST(effects="[Win] a", lose="b"), "refused", "once"),
        (lambda: CONTEST(names=["Al"]), "refused", "two names"),
        (lambda: CONTEST(names=["Al", ""]), "refused", "two names"),
        (lambda: Effects("a]"), "bad-effects", "[Win] you grab it"),
        (lambda: CONTEST(opponent_critical_from=11), "bad-parameter", "from 2 to 10"),
        (
            lambda: GROUP([0, 0], names=["Al", "Bo"]).roll(faces=[7, 1], decisions=["Al"]),
            "no-such-option",
            "'Al' is not one of the options",
        ),
        (lambda: GROUP([0, 0]).roll(faces=[7, 1]), "undecided", "who helps whom?"),
    ],
)
def test_mistakes_are_told_in_plain_words(make: Any, code: str, said: str) -> None:
    with pytest.raises(AstragalError) as caught:
        make()
    assert caught.value.code == code
    assert said in caught.value.message


@astragal.rule
def in_two_groups(first: list[int], second: list[int]) -> astragal.Asks[tuple[bool, bool]]:
    """Two Group Tests, one after the other."""
    ours = yield scores.group_test(first)
    theirs = yield scores.group_test(second)
    return ours.passes, theirs.passes


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second"), [([3, 0], [-2, 1]), ([-2, 1], [3, 0])])
def test_two_group_tests_in_one_rule_are_not_mixed_up(first: list[int], second: list[int]) -> None:
    """The same dice and help left mean other Scores where the Modifiers are others."""
    odds = in_two_groups(first, second).odds(aim=lambda passed: sum(passed))
    one, other = (scores.group_test(each).odds().of("passes")[True] for each in (first, second))
    assert odds.probability((True, True)) == one * other
    assert odds.probability((True, False)) == one * (1 - other)
