"""Odds, durations and plans of an experiment: the ways that lead from its definition to exact answers."""

from __future__ import annotations

from typing import Any

from astragal.errors import ChoiceError, RuleError
from astragal.experiment.choices import ChoosesError
from astragal.experiment.decisions import Decide, check_decider
from astragal.experiment.experiment import Experiment
from astragal.experiment.never import NEVER
from astragal.experiment.places import blamed
from astragal.experiment.solve.memory import Memory
from astragal.experiment.solve.plans import Aim, Plan, Valued
from astragal.experiment.solve.policy import Policy, decided
from astragal.experiment.solve.situations import Situations
from astragal.experiment.solve.stages import chain_of, weights_of
from astragal.limits import Limits, check_limits
from astragal.odds.distribution import Distribution
from astragal.odds.markov.duration import Duration
from astragal.odds.views import View
from astragal.odds.weights import check_alike


class Analysis:
    """An experiment, with how its choices are made: by ``decide``, or in the best way for an ``aim``."""

    def __init__(
        self,
        experiment: Experiment[Any],
        aim: View | None,
        decide: Decide | None,
        limits: Limits,
        memory: Memory | None = None,
    ) -> None:
        if aim is not None and decide is not None:
            raise ChoiceError("two-deciders", "give an aim or decide, not both")
        check_decider(decide)
        check_limits(limits)
        self.experiment = experiment
        self.aim = aim
        self.decide = decide
        self.memory = memory or Memory(limits)

    def odds(self) -> Distribution:
        try:
            law = self.memory.weights(self.experiment)
        except ChoosesError as error:
            law = weights_of(self._policy(error).played())
        try:
            check_alike([outcome for outcome, _ in law.pairs])
        except RuleError as error:
            raise blamed(error, self.experiment, "") from None
        table = dict(law.pairs)
        if law.never:
            table[NEVER] = law.never
        return Distribution(table, label=str(self.experiment))

    def duration(self) -> Duration:
        try:
            stages = self.memory.stages(self.experiment)
        except ChoosesError as error:
            chain = self._policy(error).stepwise()
        else:
            chain = chain_of(self.experiment, stages, self.memory.budget)
        return Duration(chain, str(self.experiment))

    def plan(self) -> Plan:
        if self.aim is None:
            raise ChoiceError(
                "no-aim", "a plan needs an aim: a field of the outcome, or a function of it"
            )
        situations = self._situations()
        aim = Aim(self.aim)
        valued = Valued(situations, aim, self.memory.budget)
        return Plan(situations, valued, aim, str(self.experiment))

    def _situations(self) -> Situations:
        return Situations(((self.experiment, ()),), self.memory)

    def _policy(self, error: ChoosesError) -> Policy:
        """What is done in every situation."""
        if self.aim is None and self.decide is None:
            raise error.choice.undecided() from None
        situations = self._situations()
        if self.aim is not None:
            picks = Valued(situations, Aim(self.aim), self.memory.budget).picks
            return Policy(situations, picks.__getitem__, self.memory.budget)
        assert self.decide is not None
        return Policy(situations, decided(situations, self.decide), self.memory.budget)
