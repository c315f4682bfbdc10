"""Odds, durations and plans of an experiment: the ways that lead from its definition to exact answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from astragal.errors import ChoiceError
from astragal.exact.distribution import Distribution
from astragal.exact.duration import Duration
from astragal.exact.markov import Markov
from astragal.experiment.experiment import Aim as AimView
from astragal.experiment.experiment import Decide, Experiment
from astragal.experiment.memory import Memory
from astragal.experiment.paths import ChoosesError
from astragal.experiment.plans import Aim, Plan, Valued
from astragal.experiment.policy import censored, played
from astragal.experiment.situations import Situations
from astragal.experiment.stages import Over, chain_of, weights_of
from astragal.limits import Limits


class Analysis:
    """An experiment, with how its choices are made: by ``decide``, or in the best way for an ``aim``."""

    def __init__(
        self,
        experiment: Experiment[Any],
        aim: AimView | None,
        decide: Decide | None,
        limits: Limits,
        memory: Memory | None = None,
    ) -> None:
        if aim is not None and decide is not None:
            raise ChoiceError("two-deciders", "give an aim or decide, not both")
        self.experiment = experiment
        self.aim = aim
        self.decide = decide
        self.memory = memory or Memory(limits)

    def odds(self) -> Distribution:
        try:
            law = self.memory.weights(self.experiment)
        except ChoosesError as error:
            law = weights_of(self._chain(error, played))
        return Distribution(dict(law.pairs), label=str(self.experiment))

    def duration(self) -> Duration:
        try:
            stages = self.memory.stages(self.experiment)
        except ChoosesError as error:
            chain = self._chain(error, censored)
        else:
            chain = chain_of(self.experiment, stages, self.memory.budget)
        return Duration(None if isinstance(chain, Over) else chain, str(self.experiment))

    def plan(self) -> Plan:
        assert self.aim is not None
        situations = self._situations()
        aim = Aim(self.aim)
        valued = Valued(situations, aim, self.memory.budget)
        return Plan(situations, valued, aim, str(self.experiment))

    def _situations(self) -> Situations:
        return Situations(((self.experiment, ()),), self.memory)

    def _chain(
        self, error: ChoosesError, make: Callable[[Situations, dict[int, int], Any], Markov | Over]
    ) -> Markov | Over:
        """The chain that is left once every choice is made."""
        if self.aim is None and self.decide is None:
            raise error.choice.undecided() from None
        situations = self._situations()
        if self.aim is not None:
            picks = Valued(situations, Aim(self.aim), self.memory.budget).picks
        else:
            picks = situations.picks_of(self.decide)
        return make(situations, picks, self.memory.budget)
