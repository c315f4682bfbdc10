"""How an experiment shows and records its rolls.

The defaults suit a rule, whose events are listed one by one; requests and expressions override them
with their own wording.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from astragal.die import Die
from astragal.experiment.identity import ComparedOnce
from astragal.outcome import face_to_data, show, to_data
from astragal.rolling.roll import RECORD_VERSION, Line, Roll
from astragal.rolling.trace import RolledGroup

if TYPE_CHECKING:
    from astragal.experiment.run.scenes import Scene, Stage
    from astragal.rolling.phrases import Said

_NO_NAMES: Mapping[str, str] = MappingProxyType({})


class ReportsRolls(ComparedOnce):
    """The part of an experiment that describes and records its rolls."""

    inline: ClassVar[bool] = False
    """whether its events are shown as part of the rule that asks for it"""
    tells_dice: ClassVar[bool] = False
    """whether its notes already say what its dice show"""
    detailed: ClassVar[bool] = False
    """whether an explanation shows its steps even when another rule asks for it"""

    def __repr__(self) -> str:
        return str(self)

    @property
    def names_of_parameters(self) -> Mapping[str, str]:
        """A character sheet's names for its parameters."""
        return _NO_NAMES

    @property
    def sides(self) -> tuple[str, str]:
        """The names of both sides of a contest; empty strings if they have none."""
        return "", ""

    @property
    def label(self) -> str:
        """A short name: the heading of its odds and rolls."""
        return str(self)

    @property
    def label_inside(self) -> str:
        """The name to use within another experiment that asks for this one."""
        return self.label

    def describe(self) -> str:
        """A description in words."""
        return self.label

    # Events and records of a roll

    @abstractmethod
    def trace(self, roll: Roll) -> Scene:
        """Replay a roll and return its events; a RecordError if the outcome differs."""

    def groups(self, roll: Roll) -> list[RolledGroup]:
        from astragal.experiment.run.groups import groups_of

        return groups_of(roll.scene)

    def line(self, roll: Roll) -> Line:
        return self.tell_line(roll.scene)

    def recorded_line(self, roll: Roll) -> Line:
        return self.line(roll)

    def line_text(self, roll: Roll) -> str:
        return str(self.line(roll))

    def explain(self, roll: Roll) -> list[str]:
        return self.tell_steps(roll.scene)

    def record(self, roll: Roll) -> dict[str, Any]:
        """A roll as JSON-ready data: enough to replay it, plus its events in readable form."""
        from astragal.experiment.run.groups import groups_of

        variables = {name: to_data(value) for name, value in roll.variables.items()}
        scene = roll.scene
        return {
            "version": RECORD_VERSION,
            **self.record_of_call(),
            **({"variables": variables} if variables else {}),
            "faces": list(map(face_to_data, roll.faces)),
            "decisions": list(roll.decisions),
            "outcome": to_data(roll.outcome),
            "groups": [group.to_data() for group in groups_of(scene)],
            "steps": self.tell_steps(scene),
        }

    def newer_than(self, version: int) -> str | None:
        """A part of its text that had another meaning in this version of records, or None."""
        return None

    def record_of_call(self) -> dict[str, Any]:
        """The part of a record that identifies what was rolled."""
        return {"rule": self.label, "parameters": {}}

    # Rolls in words

    def tell_line(self, scene: Scene) -> Line:
        """A roll in one line."""
        from astragal.experiment.run.telling import tell_line

        return tell_line(scene)

    def tell_steps(self, scene: Scene) -> list[str]:
        """A roll step by step, one line per step."""
        from astragal.experiment.run.telling import tell_steps

        return tell_steps(scene)

    def tell_request(self, scene: Scene) -> Said:
        """A roll as a phrase, for the experiment that asked for it."""
        return f"{self.label} → {show(scene.outcome)}"

    def tell_stage(self, stage: Stage) -> Said | None:
        """The events of a stage as one phrase; None to list them one by one."""
        return None

    def preface(self) -> list[str]:
        """The lines of an explanation before the first event."""
        return []

    def aftermath(self, outcome: Any) -> str:
        """The consequence of an outcome that was agreed before the roll."""
        return ""

    def picked(self, results: Sequence[Any]) -> int | None:
        """The index of the only result that counts; None if all of them do."""
        return None

    def name_of_die(self, die: Die) -> str:
        """The name of one of its dice in a record."""
        return str(die)

    def faces_hint(self) -> str | None:
        """The meaning of its die's faces, for people who roll by hand."""
        return None
