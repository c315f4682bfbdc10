"""What happened in a roll of a rule: the tree that its explanation is told from."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from astragal.die import Die
from astragal.experiment.choices import Choice
from astragal.experiment.experiment import Experiment
from astragal.rolling.roll import Roll


class Drawn(NamedTuple):
    """One die."""

    die: Die
    face: int


class Noted(NamedTuple):
    """An expression of notation."""

    roll: Roll


class Told(NamedTuple):
    """What the rule itself said."""

    text: str


class Decided(NamedTuple):
    """A choice, and the label of the option decided on."""

    choice: Choice
    label: str


class Stage:
    """One experiment, up to where it ended or went on with another one."""

    def __init__(self, experiment: Experiment[Any]) -> None:
        self.experiment = experiment
        self.events: list[Event] = []


class Scene:
    """An experiment from its beginning to its outcome, through all it went on with."""

    def __init__(self, experiment: Experiment[Any]) -> None:
        self.stages = [Stage(experiment)]
        self.outcome: Any = None

    @property
    def experiment(self) -> Experiment[Any]:
        return self.stages[0].experiment


Event: TypeAlias = Drawn | Noted | Told | Decided | Scene
