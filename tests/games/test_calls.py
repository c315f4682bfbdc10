"""Calls as people say them: the same in every way in, and no word of them is dropped."""

from __future__ import annotations

from typing import Any

import pytest

from astragal import AstragalError, verify
from astragal.service import Service
from tests.games.typed import CALL_WAYS
from tests.support.prompt import talk

SERVICE = Service()
ANN = """name = "Ann"
[values]
"Focus Save" = 1
Sneaking = 3
Climb = 45
[rolls."Magic Missile"]
rule = "scores.test"
modifier = 1
ranges = "[..6] 1 missile [7..9] 2 missiles [10..] 3 missiles"
"""

CALLS: list[tuple[str, str, list[Any], str, dict[str, Any]]] = [
    # values by their places, and what says by itself what it is
    ("tiers", "check 45", [12], "check", {"stat": 45}),
    ("tiers", "check 45 2/+/", [12, 30], "check", {"stat": 45, "edges": "2/+/"}),
    ("tiers", "check 45 2/+/ Hard", [12, 30], "check", {"tier": 5, "edges": "2/+/"}),
    ("tiers", "check 45 tags=golden Eyes 2, hard", [12, 1], "check", {"tags": ["gold Eyes +2"]}),
    ("tiers", "countdown 45,50 40,50 2/4", [12, 13], "countdown", {"opponents": [40, 50]}),
    ("target", "check modifiers=+2 luck, +3 morale vs 15", [9], "check", {"target": 15}),
    (
        *("tiers", "test 45 clock=alarm 2/6: they come, dawn 3/4 tier=3", [33], "test"),
        {"clock": ["alarm 2/6: they come", "dawn 3/4"], "tier": 3},
    ),
    ("tiers", "check 45 very hard, /-/", [12, 30], "check", {"tier": 6, "edges": "/-/"}),
    ("tiers", "check 45 golden Eyes hard", [12, 1], "check", {"tags": ["gold Eyes +1"], "tier": 5}),
    ("tiers", "test 45, 50 hard reset", [44, 20], "test", {"stats": [45, 50]}),
    ("tiers", "test 45,50 6", [44, 20], "test", {"stats": [45, 50], "tier": 6}),
    ("tiers", "test 45, 50 6", [44, 20], "test", {"stats": [45, 50], "tier": 6}),
    ("tiers", "countdown 45 40 5/6", [44], "countdown", {"opponents": [40], "clock": "5/6"}),
    ("tiers", "Check 45, Challenging", [45], "check", {"tier": 4}),
    ("triumph", "check 3 15 mastery", [9, 3], "check", {"proficiency": "mastery"}),
    ("tiers", "Climb Check 4$", [12], "check", {"stat": 45, "tier": 4}),
    ("tiers", "Climb check for 4 $", [12], "check", {"tier": 4}),
    ("tiers", "Climb test 5, lost opportunity", [77], "test", {"tier": 5, "on_failure": "lost"}),
    ("tiers", "a Test of Climb, tier 5", [77], "test", {"stats": [45], "tier": 5}),
    ("tiers", "a Hard Climb Check", [12], "check", {"stat": 45, "tier": 5}),
    ("tiers", "Opposed Roll 45 vs 60 with 2/+/", [12, 13, 50], "opposed", {"edges": "2/+/"}),
    ("tiers", "Climb with 3/+/ and 2/-/", [12, 13], "check", {"edges": "3/+/ 2/-/"}),
    ("tiers", "test 45 with a clock of 4", [11, 33], "test", {"clock": ["0/4"]}),
    (
        *("tiers", "test 45 clocks alarm 2 of 6: they come at last and nobody leaves, dawn 3/4"),
        *([33], "test"),
        {"clock": ["alarm 2/6: they come at last and nobody leaves", "dawn 3/4"]},
    ),
    (
        "tiers",
        "test 45 hard reset 2 resets for 3 rounds",
        [12, 77, 12],
        "test",
        {"resets": 2, "rounds": 3, "on_failure": "reset"},
    ),
    ("triumph", "check +3 Moderate mastery, 2 dominance", [9, 3, 4, 5], "check", {"dominance": 2}),
    ("target", "check +5 DC 15", [9], "check", {"modifiers": "+5", "target": 15}),
    ("percentile", "a Hard test 45 with a helper", [33], "test", {"difficulty": -20, "helpers": 1}),
    ("percentile", "attack 45 for 1d10+3", [33, 4], "attack", {"damage": "1d10+3"}),
    ("target", "dodge defense +3 vs 15", [12], "defense", {"kind": "dodge", "attack": 15}),
    (
        "target",
        "attack +7 vs touch AC 16 for 2d6+4 damage",
        [12, 3, 4],
        "attack",
        {"armor_class": 16, "damage": "2d6 + 4"},
    ),
    (
        "target",
        "check +2 luck from Bless, +2 luck from a charm, +1 from a good rope vs 15",
        [9],
        "check",
        {"target": 15},
    ),
    ("target", "check '+2 luck from Bless, +3 from Bless' 15", [9], "check", {"target": 15}),
    ("target", "check +2 luck from Bless 15", [9], "check", {"target": 15}),
    ("tiers", "check 45 with 'golden Eyes 2' and 'very hard'", [12, 1], "check", {"tier": 6}),
    # added
    ("triumph", "check 3 15 with a +2 bonus", [9, 3], "check", {"bonus": 2}),
    ("triumph", "check 3 15, aptitude, +1d4", [9, 3], "check", {"bonus": "1d4"}),
    ("triumph", "check 3 15 with mastery plus 2 threats", [9, 3, 4, 5], "check", {"threat": 2}),
    ("target", "check +5 with a +2 luck bonus from Bless vs 15", [9], "check", {"target": 15}),
    ("target", "check +5 +1d4 vs 15", [9, 3], "check", {"bonus": "1d4", "modifiers": "+5"}),
    ("target", "check +5 plus 2 vs 15", [9], "check", {"modifiers": "+5, +2", "target": 15}),
    ("triumph", "a Hard check with +3", [9, 3], "check", {"ability": 3, "dc": 15}),
    ("scores", "a test with +2", [4], "test", {"modifier": 2}),
    ("percentile", "test 45 hard minus 10", [33], "test", {"difficulty": -20, "modifiers": "-10"}),
    ("scores", "contest 2 against a modifier of 3", [9, 3], "contest", {"opponent": 3}),
    # hidden
    ("target", "check 5 hidden", [9], "check", {"modifiers": "+5", "target": None}),
    ("target", "attack 7 vs a hidden Armor Class", [9, 3], "attack", {"armor_class": None}),
    ("triumph", "check 3 vs a hidden DC with mastery", [9, 3], "check", {"dc": None}),
    ("scores", "contest 2 vs hidden", [9, 3, "win"], "contest", {"opponent": None}),
    ("tiers", "test 45 hidden", [77], "test", {"tier": None}),
    ("tiers", "opposed 45 vs hidden", [77, 5], "opposed", {"opponent": None}),
    ("triumph", "check 3 15, 2d20▲", [9, 3], "check", {"dice": "2d20▲"}),
    (
        "scores",
        "test 3 [..6] 1 Missile [7..9] 2 Missiles [10..] 3 Missiles",
        [4],
        "test",
        {"ranges": "[..6] 1 Missile [7..9] 2 Missiles [10..] 3 Missiles"},
    ),
    ("scores", "test +3 pass", [4], "test", {"ranges": "[..6] Fail [7..] Pass"}),
    (
        "scores",
        "contest 2 3 [Win] you grab it [Lose] you drop it",
        [4, 5],
        "contest",
        {"effects": "[Win] you grab it [Lose] you drop it"},
    ),
    # against something
    ("triumph", "check +3 vs DC15", [9, 3], "check", {"ability": 3, "dc": 15}),
    ("triumph", "check +3 against Hard with mastery", [9, 3], "check", {"dc": 15}),
    ("triumph", "contest 3 vs 2, aptitude", [9, 3, 4], "contest", {"opponent": 2}),
    ("target", "check +5 vs 15", [9], "check", {"modifiers": "+5", "target": 15}),
    ("target", "check +5, 15", [9], "check", {"modifiers": "+5", "target": 15}),
    ("target", "check +2 luck, +3 morale vs 15", [9], "check", {"modifiers": "+2 luck, +3 morale"}),
    (
        *("target", "attack +7 vs AC 16, damage 2d6+4", [12, 3, 4], "attack"),
        {"modifiers": "+7", "armor_class": 16, "damage": "2d6 + 4"},
    ),
    ("target", "attack +7 vs AC 16, 2d6+4 damage", [12, 3, 4], "attack", {"damage": "2d6 + 4"}),
    (
        *("target", "attack +7 against +5 armor, +2 dodge, damage 1d6", [12, 3], "attack"),
        {"against": "+5 armor, +2 dodge", "damage": "1d6"},
    ),
    ("tiers", "check vs 45", [12], "check", {"stat": 45}),
    ("tiers", "check 45 vs Hard", [12], "check", {"stat": 45, "tier": 5}),
    ("percentile", "test 45 vs Hard", [33], "test", {"target": 45, "difficulty": -20}),
    ("percentile", "opposed 45 vs 38", [33, 44], "opposed", {"opponent": 38}),
    (
        *("triumph", "contest 3 vs 1, reactive Ann, names Ann, Bob", [9, 3, 4, 5], "contest"),
        {"reactive": "us"},
    ),
    # with this and that
    ("triumph", "check 3 15 with dominance", [9, 3, 4], "check", {"dominance": 1}),
    ("triumph", "check 3 15 with two threats", [9, 3, 4, 5], "check", {"threat": 2}),
    ("triumph", "check 3 15 dominance 2", [9, 3, 4, 5], "check", {"dc": 15, "dominance": 2}),
    (
        *("triumph", "check 3 15 with mastery and dominance", [9, 3, 4], "check"),
        {"proficiency": "mastery", "dominance": 1},
    ),
    (
        *("triumph", "check 3 15 with two threats, a dominance and aptitude", [9, 4], "check"),
        {"threat": 2, "dominance": 1, "proficiency": "aptitude"},
    ),
    ("tiers", "check 45 with 2 advantages", [12, 30], "check", {"advantages": 2}),
    ("tiers", "check 45 with golden Eyes and /-/", [12], "check", {"edges": "/-/"}),
    ("scores", "test +2 with advantage", [3, 4], "test", {"modifier": 2, "advantages": 1}),
    ("scores", "test 2 dis", [3, 4], "test", {"disadvantages": 1}),
    ("scores", "make a test 2 with two advantages", [3, 4, 5], "test", {"advantages": 2}),
    ("tiers", "d100 under 45 with two advantages", [12, 30], "check", {"advantages": 2}),
    ("tiers", "d100 under 45 2/+/", [12, 30], "check", {"stat": 45, "edges": "2/+/"}),
    ("tiers", "d100 under 45, hard", [12], "check", {"stat": 45, "tier": 5}),
    ("triumph", "1d20+5 vs 15 with two threats", [12, 3, 3], "check", {"threat": 2, "dc": 15}),
    ("triumph", "contest 3 vs 2, they react", [9, 3, 4, 5], "contest", {"reactive": "them"}),
    ("target", "defense dodge +3 dodge vs 15", [12], "defense", {"attack": 15}),
    # names on a sheet
    ("scores", "Focus Save", [8], "test", {"modifier": 1}),
    ("scores", "a Focus Save with advantage", [8, 2], "test", {"modifier": 1, "advantages": 1}),
    ("scores", "your Sneaking Score", [8], "test", {"modifier": 3}),
    ("scores", "Sneaking contest vs 1", [8, 2], "contest", {"modifier": 3, "opponent": 1}),
    ("scores", "Magic Missile", [7], "test", {"modifier": 1}),
    ("scores", "Magic Missile with advantage", [7, 2], "test", {"modifier": 1, "advantages": 1}),
    ("tiers", "Climb 2/+/", [12, 33], "check", {"stat": 45, "edges": "2/+/"}),
    ("tiers", "a Climb Check, hard", [12], "check", {"stat": 45, "tier": 5}),
    ("tiers", "Climb test Hard", [12, 44], "test", {"stats": [45], "tier": 5}),
    ("tiers", "Ann's Climb vs Hard", [12], "check", {"stat": 45, "tier": 5}),
    ("tiers", "roll for Climb", [12], "check", {"stat": 45}),
]
"""A game, what is said, faces, and the rule with some of its parameters."""

REFUSED = [
    ("tiers", "test 52 38", "is 38 one more of the stats, or the tier? write stats=52,38 or tier"),
    ("tiers", "test 45, 5", "is 5 one more of the stats, or the tier? write stats=45,5 or tier=5"),
    ("tiers", "d100 under 45 with dominance", "tiers.check knows no dominance"),
    ("percentile", "extended 45 tries 0", "none is no limit"),
    ("triumph", "check 3 15 with 2 advantages", "triumph.check knows no advantages"),
    ("triumph", "check 3 vs Hrad", "did you mean Hard?"),
    ("triumph", "check 3 15 with two theats", "knows no 'theats' did you mean threats?"),
    ("triumph", "check 3 15 with mastry", "did you mean mastery?"),
    ("triumph", "check 3 15 with dominance and dominance", "dominance is given twice"),
    ("triumph", "check 3 15 with", "something is missing behind it"),
    ("triumph", "check 3 vs", "a number to beat is missing"),
    ("tiers", "check 45 with dominance", "tiers.check knows no dominance"),
    ("tiers", "check 45 with torch", "tiers.check knows no 'torch'"),
    ("tiers", "check 45 advantges", "did you mean advantages?"),
    ("tiers", "check 45 Hrad", "did you mean Hard?"),
    ("tiers", "Climb test Hrad", "did you mean Hard?"),
    ("percentile", "attack 45 vs 38", "cannot be rolled against that"),
    ("target", "check 5 15 16", "too many values for target.check: 16"),
    ("target", "check 5 hiden", "did you mean hidden?"),
    ("triumph", "check 3 hiden", "did you mean hidden?"),
    ("target", "check +2 lukc vs 10", "did you mean luck?"),
    ("target", "armor class +3 natural, +5 armor", "did you mean natural armor?"),
    ("target", "check +5 nothing vs 15", "'nothing' is not a type of modifier"),
    ("tiers", "check 45 glod eyes", "did you mean gold?"),
    ("tiers", "check 45 -hard", "did you mean Hard?"),
    ("scores", "test 2 plus 1", "say what it is the number of"),
    ("tiers", "check 45 +2", "as in tier=2"),
    ("scores", "test 3 +1", "as in advantages=1"),
    ("tiers", "check 45 hard hard", "tier is given twice"),
]


@pytest.mark.parametrize("way", CALL_WAYS)
@pytest.mark.parametrize(("game", "line", "faces", "rule", "parameters"), CALLS)
def test_a_call_is_the_same_in_every_way_in(
    way: str,
    game: str,
    line: str,
    faces: list[Any],
    rule: str,
    parameters: dict[str, Any],
    tmp_path: Any,
) -> None:
    record = CALL_WAYS[way](game, line, faces, ANN, tmp_path)
    assert record["rule"] == f"{game}.{rule}"
    assert {name: record["parameters"][name] for name in parameters} == parameters
    assert verify(record).to_data()["outcome"] == record["outcome"]


@pytest.mark.parametrize(("game", "line", "says"), REFUSED)
def test_a_word_that_means_nothing_is_refused(game: str, line: str, says: str) -> None:
    with pytest.raises(AstragalError) as refused:
        SERVICE.ask("roll", {"expression": line, "game": game, "sheets": [ANN]})
    assert says in f"{refused.value.message} {refused.value.hint}"
    if "Climb" not in line:
        assert says in " ".join(talk(f"game {game}", line).split())


def test_what_was_understood_is_said_unless_it_is_plain() -> None:
    asked = {"expression": "a Climb Check, hard", "game": "tiers", "sheets": [ANN], "faces": [12]}
    said = SERVICE.ask("roll", asked)["remarks"]
    assert said == ["in tiers this is a check: stat Climb, tier hard"]
    assert "remarks" not in SERVICE.ask("roll", {**asked, "expression": "Climb"})


def test_odds_of_a_call() -> None:
    asked = {"game": "tiers", "sheets": [ANN], "of": "passes"}
    by_name = SERVICE.ask("odds", {"expression": "odds of a Climb check", **asked})
    assert (
        by_name["outcomes"] == SERVICE.ask("odds", {"expression": "check 45", **asked})["outcomes"]
    )
    with pytest.raises(AstragalError, match="asks for the odds"):
        SERVICE.ask(
            "roll", {"expression": "chance of a Climb check", "game": "tiers", "sheets": [ANN]}
        )


@pytest.mark.parametrize(
    ("game", "line"),
    [("tiers", "2d6+3"), ("tiers", "d100 + 5"), ("percentile", "d100"), ("scores", "4d6kh3")],
)
def test_dice_stay_dice(game: str, line: str) -> None:
    answer = SERVICE.ask("roll", {"expression": line, "game": game, "sheets": [ANN]})
    assert "expression" in answer["roll"]
