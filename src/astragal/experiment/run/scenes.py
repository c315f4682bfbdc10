"""A roll as a tree of scenes with their events; explanations are written from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from astragal.rolling.trace import Trace

if TYPE_CHECKING:
    from astragal.experiment.experiment import Experiment, Variables
    from astragal.experiment.run.events import Event


class Stage:
    """The events of one experiment until it ended or continued with another."""

    def __init__(self, experiment: Experiment[Any], events: Iterable[Event] = ()) -> None:
        self.experiment = experiment
        self.events = [*events]


class Scene:
    """An experiment from start to outcome, with every stage it continued with."""

    outcome: Any = None

    def __init__(self, experiment: Experiment[Any], variables: Variables) -> None:
        self.stages = [Stage(experiment)]
        self.variables = variables
        self.trace = Trace()
        """filled by an experiment that plays itself"""

    @property
    def experiment(self) -> Experiment[Any]:
        return self.stages[0].experiment
