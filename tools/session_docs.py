"""A session of each game, played by a party of four: docs/games/sessions.md.

``python -m tools.session_docs`` writes the page; a test fails where a roll tells anything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from astragal import Circumstance, Party, Roll, Sheet, Stakes, find_game

PAGE = Path(__file__).parent.parent / "docs" / "games" / "sessions.md"

_HEAD = """# A session of each game

Four people at a table, once for each game. What the game master says is set in italics; below it
stands what Astragal tells of the roll. The faces were rolled by hand, so that the page always shows
the same: a test plays every session again.
"""


class Scene(NamedTuple):
    """What the game master says, and the roll that follows."""

    said: str
    rule: str
    given: Mapping[str, Any]
    faces: str
    decisions: tuple[str, ...] = ()
    stakes: Stakes | None = None


class Session(NamedTuple):
    """A party, and what happens to it."""

    title: str
    party: Party
    scenes: tuple[Scene, ...]


def _party(**values: Mapping[str, Any]) -> Party:
    return Party([Sheet(name, dict(each)) for name, each in values.items()])


_SCORES = Session(
    "scores: the warehouse",
    _party(
        Ann={"Stealth": 2, "Arcana": 1},
        Bob={"Stealth": 1, "Strength": 3},
        Cas={"Stealth": 0, "Focus Save": 2},
        Dora={"Stealth": 3, "Insight": 1},
    ).begin("Bob", Circumstance("a clattering pack", {"disadvantages": 1}, on=("Stealth",))),
    (
        Scene(
            "Four shadows cross the yard, and one of them clatters.",
            "group_test",
            {"modifiers": "Stealth"},
            "5 7 3 4 8 9",
            ("Dora helps Cas", "Dora helps Bob", "nobody"),
        ),
        Scene("Ann feels for the ward on the door.", "test", {"modifier": "Ann: Arcana"}, "9"),
        Scene(
            "The watchman grabs Bob by the collar.",
            "contest",
            {
                "modifier": "Bob: Strength",
                "opponent": 2,
                "names": "Bob, the watchman",
                "effects": "[Win] you break free [Lose] you are held",
            },
            "6 7 1",
        ),
        Scene(
            "The ward sings, and Cas must hold on to a thought.",
            "test",
            {"modifier": "Cas: Focus Save", "advantages": 1},
            "10 4 1",
        ),
    ),
)

_TIERS = Session(
    "tiers: the flooded library",
    _party(
        Ann={"Lore": 55, "Swim": 40},
        Bob={"Force": 60, "Swim": 52},
        Cas={"Lore": 30, "Swim": 45},
        Dora={"Charm": 50, "Swim": 48},
    ),
    (
        Scene(
            "Ann reads the inscription over the door.",
            "check",
            {"stat": "Ann: Lore", "advantages": 1},
            "72 31",
            stakes=Stakes("the name of the drowned king", failure="the statue wakes"),
        ),
        Scene(
            "All four brace the gate against the water, and the water rises.",
            "test",
            {
                "stats": [55, 60, 30, 50],
                "names": ["Ann", "Bob", "Cas", "Dora"],
                "tier": "Very Hard",
                "clock": "water 4: the hall is flooded",
            },
            "24 71 12 88 41",
        ),
        Scene(
            "Something swims beside Dora.",
            "opposed",
            {"stat": "Dora: Swim", "opponent": 60, "names": "Dora, the eel"},
            "33 47",
        ),
        Scene(
            "They row for the light, and the current pulls them back.",
            "countdown",
            {
                "stats": [40, 52, 45, 48],
                "names": ["Ann", "Bob", "Cas", "Dora"],
                "opponents": [50],
                "opponent_names": ["the current"],
                "clock": "shore 2/5: dry land",
            },
            "12 60 30 90 20 33 44",
        ),
    ),
)

_PERCENTILE = Session(
    "percentile: the dead ship",
    _party(
        Ann={"Tech-Use": 48},
        Bob={"Ballistic Skill": 45},
        Cas={"Agility": 38},
        Dora={"Willpower": 41},
    ),
    (
        Scene(
            "Ann coaxes the airlock, with Cas at the lamp.",
            "test",
            {"target": "Ann: Tech-Use", "difficulty": "Hard", "helpers": 1},
            "33",
        ),
        Scene(
            "A shape unfolds from the ceiling, and Bob fires.",
            "attack",
            {"target": "Bob: Ballistic Skill", "damage": "1d10+4", "tearing": True},
            "32 10 6 7",
        ),
        Scene(
            "It leaps at Cas.",
            "opposed",
            {"target": "Cas: Agility", "opponent": 40, "names": "Cas, the shape"},
            "12 36",
        ),
        Scene(
            "Dora holds the bulkhead with her mind until the others are through.",
            "extended",
            {"target": "Dora: Willpower", "needed": "Taxing"},
            "23 71 12 5",
        ),
    ),
)

_TARGET = Session(
    "target: the toll bridge",
    _party(
        Ann={"Climb": 6},
        Bob={"Sword": 7},
        Cas={"Bluff": 4},
        Dora={"Dodge": 3},
    ),
    (
        Scene(
            "Cas tells the keeper that they paid yesterday.",
            "opposed",
            {"modifiers": "Cas: Bluff", "opponent": 5, "names": "Cas, the keeper"},
            "11 10",
        ),
        Scene(
            "He whistles. Ann goes up the pillar, blessed twice, which is once too often.",
            "check",
            {"modifiers": "+6, +2 luck (Bless), +1 luck (charm)", "target": 15},
            "7",
        ),
        Scene(
            "Bob draws.",
            "attack",
            {
                "modifiers": "Bob: Sword",
                "armor_class": 16,
                "damage": "1d8+3",
                "threat": "19-20",
                "names": ["Bob"],
            },
            "19 12 6",
        ),
        Scene(
            "A bolt flies at Dora, a good one.",
            "defense",
            {"kind": "dodge", "modifiers": "Dora: Dodge", "attack": 3, "natural_1": True},
            "1",
        ),
    ),
)

_TRIUMPH = Session(
    "triumph: the duel at dawn",
    _party(
        Ann={"Agility": 3},
        Bob={"Strength": 4},
        Cas={"Erudition": 2},
        Dora={"Presence": 1},
    ),
    (
        Scene(
            "Cas knows the rules of the duel, or says so.",
            "check",
            {"ability": "Cas: Erudition", "dc": "Moderate", "proficiency": "mastery"},
            "3 8",
        ),
        Scene(
            "Dora asks the crowd to be quiet.",
            "check",
            {"ability": "Dora: Presence", "dc": 24, "proficiency": "aptitude", "dominance": 1},
            "20 2",
        ),
        Scene(
            "Swords up.",
            "contest",
            {
                "ability": "Ann: Agility",
                "opponent": 2,
                "proficiency": "aptitude",
                "opponent_proficiency": "aptitude",
                "names": "Ann, the captain",
            },
            "20 1",
        ),
        Scene(
            "The captain's second draws, too, and Bob does not wait.",
            "attack",
            {
                "ability": "Bob: Strength",
                "opponent": 1,
                "damage": "1d10+4",
                "dice": "1d20♻",
                "names": "Bob, the second",
            },
            "1 17 8 12 6",
            ("re-roll",),
        ),
    ),
)

SESSIONS = {
    "scores": _SCORES,
    "tiers": _TIERS,
    "percentile": _PERCENTILE,
    "target": _TARGET,
    "triumph": _TRIUMPH,
}


def played(game: str) -> Iterator[tuple[str, Roll[Any]]]:
    """What the game master says, and the roll, scene by scene."""
    session = SESSIONS[game]
    rules, party = find_game(game).rules, session.party
    for scene in session.scenes:
        rule = rules[scene.rule]
        given = dict(scene.given)
        if isinstance(given.get("names"), str):
            given["names"] = given["names"].split(", ")
        stakes = {} if scene.stakes is None else {"stakes": scene.stakes}
        experiment = party.call(rule, **given, **stakes)
        faces = list(map(int, scene.faces.split()))
        roll = experiment.roll(faces=faces, decisions=list(scene.decisions))
        party = party.after(roll)
        yield scene.said, roll


def page() -> str:
    parts = [_HEAD]
    for game, session in SESSIONS.items():
        parts.append(f"## {session.title}\n")
        for said, roll in played(game):
            rows = [f"{roll.line.text}{roll.line.opening}", *map(str, roll.line.story)]
            whole = "\n  ".join([*rows, f"→ {roll.line.outcome}"])
            told = whole if len(rows) > 1 else str(roll)
            parts.append(f"*{said}*\n\n```text\n{told}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
