"""What happened in a roll: the tree that its explanation is told from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from astragal.die import Die
from astragal.experiment.choices import Choice
from astragal.rolling.trace import Trace

if TYPE_CHECKING:
    from astragal.experiment.experiment import Experiment, Variables


class Drawn(NamedTuple):
    """A die was drawn."""

    die: Die
    face: int


class Told(NamedTuple):
    """The rule itself said something."""

    text: str


class Decided(NamedTuple):
    """A choice was made: the label of the option."""

    choice: Choice
    label: str


class Stage:
    """One experiment, up to where it ended or went on with another one."""

    def __init__(self, experiment: Experiment[Any]) -> None:
        self.experiment = experiment
        self.events: list[Event] = []


class Scene:
    """An experiment from its start to its outcome, through all the experiments it went on with."""

    outcome: Any = None

    def __init__(self, experiment: Experiment[Any], variables: Variables) -> None:
        self.stages = [Stage(experiment)]
        self.variables = variables
        self.trace = Trace()
        """what an experiment that plays itself writes to"""

    @property
    def experiment(self) -> Experiment[Any]:
        return self.stages[0].experiment


Event: TypeAlias = Drawn | Told | Decided | Scene
