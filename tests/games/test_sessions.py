"""A session of each game, by a party of four: sheets, pauses, secrets, circumstances.

Saved and loaded between any two steps, it goes the same way.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import (
    Party,
    Pause,
    Roll,
    Secret,
    SeededSource,
    Sheet,
    Source,
    find_game,
    hide,
    read_token,
    reveal,
    verify,
)


class Call(NamedTuple):
    """Somebody calls for a roll; what is in ``hides`` the players do not see."""

    rule: str
    given: Mapping[str, Any]
    hides: str = ""


class RoundPasses(NamedTuple):
    """Circumstances that last for rounds come closer to their end."""


Action = Call | RoundPasses


class Table:
    """A session under way: sheets, records, the roll that waits, and the game master's secrets."""

    def __init__(self, game: str, party: Party) -> None:
        self.game = game
        self.party = party
        self.records: list[str] = []
        self.secrets: dict[int, Secret] = {}
        self.pause: Pause | None = None

    def save(self) -> str:
        return json.dumps(
            {
                "game": self.game,
                "sheets": [sheet.to_toml() for sheet in self.party.sheets],
                "records": self.records,
                "secrets": {place: each.to_json() for place, each in self.secrets.items()},
                "token": self.pause and self.pause.to_json(key="the table's own"),
            }
        )

    @classmethod
    def load(cls, text: str) -> Table:
        data = json.loads(text)
        table = cls(data["game"], Party(map(Sheet.read, data["sheets"])))
        table.records = data["records"]
        table.secrets = {
            int(place): Secret.from_data(each) for place, each in data["secrets"].items()
        }
        if data["token"]:
            table.pause = read_token(data["token"], key="the table's own")
        return table

    def act(self, action: Action, source: Source, salt: bytes) -> None:
        if isinstance(action, RoundPasses):
            self.party = self.party.after_round()
            return
        rule = find_game(self.game).rules[action.rule]
        experiment = self.party.call(rule, **action.given)
        if action.hides:
            experiment, secret = hide(experiment, action.hides, salt=salt)
            self.secrets[len(self.records)] = secret
        self._reached(experiment.start(source))

    def go_on(self, source: Source, pick: Callable[[Pause], Any]) -> None:
        assert self.pause is not None
        decision = pick(self.pause) if self.pause.choice else None
        self._reached(self.pause.resume(decision, source))

    def _reached(self, reached: Pause | Roll) -> None:
        self.pause = reached if isinstance(reached, Pause) else None
        if isinstance(reached, Roll):
            self.records.append(reached.to_json())
            self.party = self.party.after(reached)


def played(game: str, seed: int, saves: set[int]) -> Table:
    """The session, saved and loaded after the steps with these numbers."""
    source = SeededSource(seed)
    sheets, script = SESSIONS[game]
    table = Table(game, Party(map(Sheet.read, sheets)))
    step = 0

    def pick(pause: Pause) -> str:
        return pause.options[(seed + len(pause.faces)) % len(pause.options)]

    for number, action in enumerate(script):
        table.act(action, source, bytes([number] * 16))
        while True:
            step += 1
            if step in saves:
                table = Table.load(table.save())
            if table.pause is None:
                break
            table.go_on(source, pick)
    return table


def party(*names_and_values: str) -> list[str]:
    names = ("Alice", "Bob", "Carol", "David")
    return [
        f'name = "{name}"\n{values}' for name, values in zip(names, names_and_values, strict=True)
    ]


SESSIONS: dict[str, tuple[list[str], list[Action]]] = {
    "scores": (
        party(
            'Stealth = 2\nAttack = 3\n[[circumstances]]\nname = "inspired"\nadvantages = 1\n'
            'lasts = "next"\nbegins_when = "critical_success"\n',
            'Stealth = 1\nAttack = 0\n[[circumstances]]\nname = "the dark"\ndisadvantages = 1\n'
            "lasts = {rounds = 1}\n",
            "Stealth = 0\nAttack = 1\n",
            "Stealth = 0\nAttack = 2\n",
        ),
        [
            Call("test", {"modifier": "Alice: Attack"}),
            Call("group_test", {"modifiers": "Stealth"}),
            RoundPasses(),
            Call("contest", {"modifier": "Bob: Attack", "opponent": "Carol: Attack"}),
            Call(
                "test",
                {"modifier": "David: Attack", "ranges": "[..8] miss [9..] hit"},
                hides="ranges",
            ),
            Call("group_test", {"modifiers": "Stealth"}),
        ],
    ),
    "tiers": (
        party(
            'Wits = 60\nHands = 45\n[[circumstances]]\nname = "lucky"\nadvantages = 1\n'
            'on = ["check"]\nlasts = "next"\nbegins_when = "grade=Critical"\n',
            "Wits = 45\nHands = 50\n",
            "Wits = 30\nHands = 70\n",
            "Wits = 55\nHands = 25\n",
        ),
        [
            Call("check", {"stat": "Alice: Wits", "tier": 3}, hides="tier"),
            Call("test", {"stats": "Hands", "tier": 9, "clock": "alarm 0/4: the guards come"}),
            Call("opposed", {"stat": "Bob: Wits", "opponent": "Carol: Hands"}),
            RoundPasses(),
            Call("check", {"stat": "Alice: Hands", "helpers": "David: Wits"}),
            Call("countdown", {"stats": "Wits", "opponents": [50, 50], "clock": "2/4"}),
        ],
    ),
    "percentile": (
        party(
            'Agility = 45\nBallistic = 50\n[[circumstances]]\nname = "braced"\nmodifiers = 10\n'
            'on = ["test"]\nlasts = {rolls = 2}\n',
            "Agility = 30\nBallistic = 40\n",
            "Agility = 55\nBallistic = 35\n",
            "Agility = 40\nBallistic = 60\n",
        ),
        [
            Call("test", {"target": "Alice: Agility", "reroll": "choose"}),
            Call("test", {"target": "Bob: Agility", "difficulty": "Hard"}, hides="difficulty"),
            Call("opposed", {"target": "Carol: Agility", "opponent": "David: Agility"}),
            RoundPasses(),
            Call("attack", {"target": "David: Ballistic", "damage": "1d10+5", "reroll": "choose"}),
            Call("extended", {"target": "Alice: Agility", "needed": 6}),
        ],
    ),
    "triumph": (
        party(
            'Might = 3\nGuile = 1\n[[circumstances]]\nname = "in full view"\nthreat = 1\n'
            'on = ["check"]\nlasts = {rounds = 1}\n',
            'Might = 2\nGuile = 4\n[[circumstances]]\nname = "emboldened"\ndominance = 1\n'
            'lasts = "next"\nbegins_when = "triumph"\n',
            "Might = 0\nGuile = 2\n",
            "Might = 1\nGuile = 0\n",
        ),
        [
            Call("check", {"ability": "Alice: Might", "dc": 15, "dice": "2d20▲♻♻♻"}, hides="dc"),
            Call("check", {"ability": "Bob: Guile", "dc": "Hard", "dice": "3d20▲♻♻♻♻♻"}),
            Call(
                "contest",
                {
                    "ability": "Carol: Guile",
                    "opponent": "David: Guile",
                    "dice": "2d20▲♻♻♻♻",
                    "opponent_dice": "2d20♻♻♻♻♻",
                },
            ),
            RoundPasses(),
            Call("attack", {"ability": "Alice: Might", "dc": 10, "damage": "2d6♻♻"}),
            Call("check", {"ability": "Bob: Guile", "dc": 12, "proficiency": "mastery"}),
        ],
    ),
    "target": (
        party(
            'Might = "+3 ability, +2 luck bonus"\nDefense = "+5 armor bonus"\n'
            '[[circumstances]]\nname = "high ground"\nmodifiers = 1\nlasts = "next"\n',
            'Might = "+2 ability"\nDefense = "+3 natural armor bonus"\n',
            'Might = "+4 ability"\nDefense = "+1 dodge bonus"\n',
            'Might = "+1 ability"\nDefense = "+2 deflection bonus"\n',
        ),
        [
            Call("check", {"modifiers": "Alice: Might", "target": 15}, hides="target"),
            Call("attack", {"modifiers": "Bob: Might", "against": "Alice: Defense"}),
            Call("opposed", {"modifiers": "Carol: Might", "opponent": "David: Might"}),
            RoundPasses(),
            Call("check", {"modifiers": "David: Might", "bonus": "1d4"}),
        ],
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", SESSIONS)
@given(st.integers(0, 10**6), st.sets(st.integers(1, 60)))
def test_saving_and_loading_between_any_two_steps_changes_nothing(
    game: str, seed: int, saves: set[int]
) -> None:
    straight, interrupted = played(game, seed, set()), played(game, seed, saves)
    assert interrupted.records == straight.records
    assert interrupted.party == straight.party
    assert interrupted.secrets == straight.secrets


@pytest.mark.slow
@pytest.mark.parametrize("game", SESSIONS)
def test_what_was_played_can_be_checked_and_revealed(game: str) -> None:
    for seed in range(4):
        table = played(game, seed, set(range(100)))
        assert len(table.records) == sum(isinstance(each, Call) for each in SESSIONS[game][1])
        for place, record in enumerate(table.records):
            verify(record)
            if place in table.secrets:
                assert reveal(record, table.secrets[place]).faces == verify(record).faces
