"""Hidden difficulties in the games: what is seen, and what the secret reveals."""

from __future__ import annotations

from typing import Any

import pytest

from astragal import Hidden, Sheet, find_game, hide, reveal, verify
from astragal.errors import ParameterError

CASES = [
    (
        "triumph.check",
        {"ability": 3, "dc": 15, "proficiency": "aptitude"},
        "dc",
        [13],
        "16",
        "success by 1",
    ),
    (
        "triumph.check",
        {"dc": "Impossible", "proficiency": "aptitude"},
        "dc",
        [20],
        "20, triumph",
        "triumph: it succeeds although it is 10 below the DC",
    ),
    (
        "triumph.check",
        {"dc": 15, "dice": "1d20♻", "reroll": "always"},
        "dc",
        [1, 1],
        "1, disaster",
        "disaster, failure by 14",
    ),
    ("target.check", {"modifiers": "+5", "target": 15}, "target", [12], "17", "success by 2"),
    ("target.check", {"target": 15}, "target", [20], "20, natural 20", "success by 5"),
    ("target.check", {"target": 15}, "target", [1], "1, natural 1", "failure by 14"),
    ("tiers.check", {"stat": 45, "tier": 5}, "tier", [31], "Success, 3 $", "partial Success, 3 $"),
    ("tiers.check", {"stat": 45, "tier": 3}, "tier", [77], "Fumble", "Fumble"),
    (
        "percentile.test",
        {"target": 45, "difficulty": "Hard"},
        "difficulty",
        [30],
        "30",
        "2 degrees of failure",
    ),
    (
        "percentile.test",
        {"target": 45, "difficulty": -60},
        "difficulty",
        [1],
        "1, natural 1",
        "1 degree of success",
    ),
    (
        "scores.test",
        {"modifier": 2, "ranges": "[..8] miss [9..] hit"},
        "ranges",
        [7],
        "9",
        "9, hit",
    ),
]


@pytest.mark.parametrize(("name", "given", "hides", "faces", "seen", "told"), CASES)
def test_what_is_seen_and_what_is_told(
    name: str, given: dict[str, Any], hides: str, faces: list[int], seen: str, told: str
) -> None:
    game, _, rule_name = name.partition(".")
    rule = find_game(game).rules[rule_name]
    hidden, secret = hide(Sheet("Alice", {"x": 1}).call(rule, **given), hides)
    rolled = hidden.roll(faces=faces)
    assert str(rolled.outcome) == seen
    record = rolled.to_json()
    assert verify(record) == rolled
    assert "hidden" in rolled.line.text
    for word in ("passes", "margin", "partial", "success by", "degree"):
        assert word not in record
    revealed = reveal(record, secret)
    assert str(revealed.outcome) == told
    assert revealed.faces == rolled.faces


def test_left_out_the_difficulty_is_nobodys_yet() -> None:
    """Nothing is committed then."""
    rolled = find_game("target").rules["check"]().roll(faces=[12])
    assert str(rolled.outcome) == "12"
    assert "call" not in rolled.to_data()


def test_what_helpers_must_know_cannot_be_hidden_from_them() -> None:
    with pytest.raises(ParameterError, match="cannot be hidden from them"):
        hide(find_game("tiers").rules["check"](45, tier=3, helpers=[50]), "tier")


ATTACKS = [
    ("triumph.attack", {"ability": 3, "dc": 15, "proficiency": "aptitude"}, "dc"),
    ("triumph.attack", {"dc": 12, "damage": "1d4♻", "critical": "2d4", "dice": "1d20♻"}, "dc"),
    ("target.attack", {"modifiers": "+5", "armor_class": 15, "threat": 15}, "armor_class"),
    ("target.attack", {"armor_class": 15, "damage": "1d4", "extra": "1d6"}, "armor_class"),
    ("percentile.attack", {"target": 45, "difficulty": -20, "damage": "1d10+2"}, "difficulty"),
    ("percentile.attack", {"target": 45, "difficulty": 60, "reroll": True}, "difficulty"),
    ("triumph.attack", {"ability": 2, "opponent": 4, "critical": "2d6♻"}, "opponent"),
    (
        "triumph.attack",
        {
            "opponent": 1,
            "dice": "1d20♻",
            "opponent_dice": "1d20",
            "reactive": "us",
            "triumph_from": 15,
            "disaster_to": 5,
            "opponent_triumph_from": 15,
            "opponent_disaster_to": 5,
            "critical": "3d4",
            "opponent_threat": 1,
        },
        "opponent",
    ),
    ("target.attack", {"modifiers": "+5", "against": "+5 armor, +3 dodge"}, "against"),
    ("target.attack", {"against": "+5 armor, +3 natural armor", "touch": True}, "against"),
    (
        "target.attack",
        {"modifiers": "+2", "against": "+5 dodge", "defense": "dodge", "threat": 15},
        "against",
    ),
    ("scores.contest", {"modifier": 2, "opponent": 3}, "opponent"),
    (
        "scores.contest",
        {"opponent": -2, "opponent_advantages": 1, "effects": "[Win] ah"},
        "opponent",
    ),
    ("scores.group_test", {"modifiers": [2, -2, 0], "ranges": "[..8] no [9..] yes"}, "ranges"),
    # what ends the rolling
    ("tiers.test", {"stats": [45], "tier": 4}, "tier"),
    ("tiers.test", {"stats": [45], "tier": 4, "on_failure": "reset", "resets": 2}, "tier"),
    (
        "tiers.test",
        {"stats": [45, 60], "tier": 7, "on_failure": "benevolent", "subtracts": 1, "rounds": 4},
        "tier",
    ),
    ("tiers.test", {"stats": [45], "tier": 5, "clock": "alarm 1/3: they come, dawn 4"}, "clock"),
    (
        "tiers.test",
        {"stats": [45], "tier": 6, "on_failure": "reset", "resets": 3, "clock": "2: lost"},
        "clock",
    ),
    ("tiers.countdown", {"stats": [45], "opponents": [50], "clock": "2/4", "rounds": 6}, "clock"),
    (
        "tiers.countdown",
        {"stats": [45], "opponents": [50], "clock": "3/6", "ticks": "$", "rounds": 3, "turn": 2},
        "clock",
    ),
    ("percentile.extended", {"target": 55, "needed": 6, "tries": 9}, "needed"),
    ("percentile.extended", {"target": 55, "needed": 3, "now": 2, "reroll": "choose"}, "needed"),
    # the other side of a contest
    ("target.opposed", {"modifiers": "+2", "opponent": "+1 luck", "bonus": "1d4"}, "opponent"),
    ("target.opposed", {"modifiers": "+2", "opponent": "+1"}, "opponent"),
    ("triumph.contest", {"ability": 1, "opponent": 2, "dominance": 1}, "opponent"),
    (
        "triumph.contest",
        {"opponent": 2, "dice": "2d20▲♻♻", "opponent_dice": "1d20♻", "names": ["Ann", "Bob"]},
        "opponent",
    ),
]
SAME_DICE = [
    ("tiers.check", {"stat": 45, "location": "fire 3/4: it burns"}, "location"),
    ("tiers.test", {"stats": [45], "tier": 4, "location": "fire 3/4, dawn 1/8"}, "location"),
    (
        "tiers.opposed",
        {"stat": 45, "opponent": 60, "opponent_edges": "/-/", "opponent_helpers": [50]},
        "opponent",
    ),
    ("percentile.opposed", {"target": 45, "opponent": 50, "reroll": "choose"}, "opponent"),
    ("triumph.contest", {"opponent": 2, "reactive": "us"}, "opponent"),
]
"""All that is rolled counts, whatever is hidden."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "given", "hides"), [*ATTACKS, *SAME_DICE])
def test_what_is_revealed_is_what_the_same_dice_give_when_nothing_is_hidden(
    name: str, given: dict[str, Any], hides: str
) -> None:
    """The dice that turn out not to count, such as the damage of a miss, are left out."""
    game, _, rule_name = name.partition(".")
    openly = find_game(game).rules[rule_name](**given)
    hidden, secret = hide(openly, hides)
    ends = set()
    for seed in range(120):
        first = _decided(seed)
        rolled = hidden.roll(seed=seed, decide=first)
        record = rolled.to_json()
        assert verify(record) == rolled
        assert all(f'"{word}"' not in record for word in ("hits", "passes", "margin", "yes", "no"))
        revealed = reveal(record, secret)
        assert revealed.outcome == openly.roll(seed=seed, decide=_decided(seed)).outcome
        assert rolled.faces[: len(revealed.faces)] == revealed.faces
        verify(revealed.to_json())
        ends.add(len(rolled.faces) - len(revealed.faces))
    same = (name, given, hides) in SAME_DICE or rule_name == "group_test" or given.get("reroll")
    assert ends != {0} or same


OTHERS: dict[str, Any] = {
    "against": "+1 armor, +1 dodge",
    "armor_class": 11,
    "clock": "2/3: the walls fall",
    "dc": 3,
    "difficulty": 10,
    "location": "smoke 1/9",
    "needed": 2,
    "opponent": 9,
    "ranges": "[..4] low [5..] high",
    "tier": 2,
}


@pytest.mark.parametrize(("name", "given", "hides"), [*ATTACKS, *SAME_DICE])
def test_nothing_but_the_digest_depends_on_what_is_hidden(
    name: str, given: dict[str, Any], hides: str
) -> None:
    game, _, rule_name = name.partition(".")
    rule = find_game(game).rules[rule_name]
    one, _ = hide(rule(**given), hides)
    other, _ = hide(rule(**{**given, hides: OTHERS[hides]}), hides)
    for seed in range(20):
        pair = [each.roll(seed=seed, decide=_decided(seed)) for each in (one, other)]
        records = [{**roll.to_data(), "call": None} for roll in pair]
        assert records[0] == records[1]
        assert pair[0].line.text == pair[1].line.text
        assert pair[0].explain() == pair[1].explain()


def _decided(seed: int) -> Any:
    return lambda choice: choice.options[seed % len(choice.options)]


@pytest.mark.parametrize(
    ("rule", "given", "better"),
    [
        ("triumph.check", {"dice": "1d20♻♻", "ability": 3}, "total"),
        ("triumph.attack", {"dice": "1d20♻♻"}, "total"),
        ("triumph.attack", {"dice": "1d20♻♻", "opponent": Hidden.HIDDEN}, "total"),
        ("triumph.contest", {"dice": "1d20♻♻", "opponent": None}, "total"),
        ("percentile.test", {"difficulty": None}, "least total"),
        ("percentile.attack", {"difficulty": None}, "least total"),
        ("percentile.opposed", {"opponent": None}, "total"),
        ("percentile.extended", {"needed": None, "now": 2}, "total"),
        ("scores.group_test", {"modifiers": [2, 0], "ranges": None}, "score>=7"),
    ],
)
def test_choices_are_made_for_what_can_be_seen(
    rule: str, given: dict[str, Any], better: str
) -> None:
    """Without a difficulty no rule can be played to pass."""
    game, _, name = rule.partition(".")
    may_reroll = {"target": 45, "reroll": "choose"} if game == "percentile" else {}
    experiment = find_game(game).rules[name](**given, **may_reroll)
    odds = experiment.odds()
    assert odds == experiment.odds(aim=experiment.own_aim)
    assert str(experiment.own_aim).startswith(better)
    assert experiment.rule.aim != better


def test_a_hidden_attack_says_what_a_hit_would_bring() -> None:
    cases: list[tuple[str, dict[str, Any], str, list[int], str, str]] = [
        ("triumph", {"ability": 3, "dc": 30, "proficiency": "aptitude"}, "dc", [13, 4],
         "16, 4 damage if it hits", "miss"),
        ("triumph", {"dc": 30, "proficiency": "aptitude", "critical": "2d6"}, "dc", [20, 4, 5],
         "20, triumph, 9 damage", "critical hit, 9 damage"),
        ("triumph", {"dc": 30, "proficiency": "aptitude"}, "dc", [1], "1, disaster",
         "miss, disaster"),
        ("target", {"armor_class": 22}, "armor_class", [20, 3, 5],
         "20, natural 20, a threat with 3, 5 damage if it hits", "hit, 5 damage"),
        ("target", {"armor_class": 20}, "armor_class", [20, 20, 5],
         "20, natural 20, a threat with 20, 5 damage if it hits", "critical hit, 10 damage"),
        ("target", {"armor_class": 2}, "armor_class", [1], "1, natural 1", "miss"),
        ("percentile", {"target": 45, "difficulty": 0, "damage": "1d10"}, "difficulty", [32, 4],
         "32, left arm, 4 damage if it hits", "2 degrees of success, left arm, 4 damage"),
        ("percentile", {"target": 45, "difficulty": 0, "damage": "1d10"}, "difficulty", [100],
         "100, natural 100", "7 degrees of failure"),
    ]  # fmt: skip
    for name, given, hides, faces, seen, told in cases:
        hidden, secret = hide(find_game(name).rules["attack"](**given), hides)
        rolled = hidden.roll(faces=faces)
        assert str(rolled.outcome) == seen
        assert "hidden" in str(rolled)
        assert str(reveal(rolled.to_json(), secret).outcome) == told


def test_dice_that_depend_on_a_confirmation_cannot_be_hidden() -> None:
    attack = find_game("target").rules["attack"]
    with pytest.raises(ParameterError, match="armor_class cannot be hidden"):
        hide(attack(armor_class=15, multiplied="rolls"), "armor_class")
