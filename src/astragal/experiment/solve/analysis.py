"""An analysis: the exact odds, duration or plan of an experiment."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from astragal.errors import ChoiceError, LimitError, RuleError
from astragal.experiment.choices import Decide, OpenChoiceError, check_decider
from astragal.experiment.experiment import Experiment, Variables
from astragal.experiment.outcomes import NEVER
from astragal.experiment.places import blamed
from astragal.experiment.solve.memory import Memory
from astragal.limits import Limits, check_limits
from astragal.odds.checks import checked_tail
from astragal.odds.distribution import Distribution
from astragal.odds.laws.law import Law
from astragal.odds.listing import TAIL, listing_cost
from astragal.odds.views import View, view_of
from astragal.odds.weights import Weights
from astragal.rolling.frame import NO_VARIABLES

if TYPE_CHECKING:
    from astragal.experiment.solve.plans import Plan
    from astragal.experiment.solve.policy import Policy
    from astragal.experiment.solve.situations import Situations
    from astragal.odds.markov.duration import Duration

# Chains, choices and plans are imported where they are needed: most odds need none of them.


class Analysis:
    """One question about an experiment. The arguments of all such questions are checked here."""

    def __init__(
        self,
        experiment: Experiment[Any],
        variables: Variables | None = None,
        aim: View | None = None,
        decide: Decide | None = None,
        limits: Limits | None = None,
        memory: Memory | None = None,
    ) -> None:
        if aim is not None and decide is not None:
            raise ChoiceError("two-deciders", "give aim or decide, not both")
        if decide is not None:
            check_decider(decide)
        if aim is not None:
            view_of(aim)
        self.experiment = experiment
        self.aim = aim
        self.decide = decide
        if memory is None:
            allowed = experiment.limits if limits is None else check_limits(limits)
            given = NO_VARIABLES if variables is None else experiment.given(variables)
            memory = Memory(allowed, given)
        self.memory = memory

    def odds(self, tail: Fraction | None = None) -> Distribution:
        listed_to = TAIL if tail is None else checked_tail(tail)
        experiment = self.experiment if self.aim is None else self.experiment.towards(self.aim)
        try:
            found = self.memory.odds(experiment)
        except OpenChoiceError as error:
            found = self._weights_with_choices(experiment, error)

        def label() -> str:
            return self.experiment.label

        if isinstance(found, Weights):
            if never := found.never:
                found = Weights({**found.table, NEVER: never}, found.denominator)
            return Distribution.of_weights(found, label=label)
        if not found.finite:
            self._spend_on_listing(found, listed_to)
        return Distribution.of_law(found, label=label, tail=listed_to)

    def _spend_on_listing(self, law: Law, tail: Fraction) -> None:
        try:
            self.memory.budget.spend(listing_cost(law, tail))
        except LimitError as error:
            raise self.experiment.located(error) from None

    def _weights_with_choices(self, experiment: Experiment[Any], error: OpenChoiceError) -> Weights:
        from astragal.experiment.solve.stages import weights_of

        try:
            return weights_of(self._policy(experiment, error).chain())
        except RuleError as mixed:
            raise blamed(mixed, self.experiment, "") from None

    def duration(self) -> Duration:
        from astragal.experiment.solve.stages import chain_of_steps
        from astragal.odds.markov.duration import Duration

        try:
            stages = self.memory.stages(self.experiment)
        except OpenChoiceError as error:
            chain = self._policy(self.experiment, error).step_chain()
        else:
            chain = chain_of_steps(self.experiment, stages, self.memory)
        return Duration(chain.at_rest(), self.experiment.label)

    def plan(self) -> Plan:
        from astragal.experiment.solve.plans import Aim, Plan, Valuation

        if self.aim is None:
            raise ChoiceError(
                "no-aim", "a plan needs an aim: a field of the outcome, or a function of it"
            )
        situations = self._situations(self.experiment)
        aim = Aim(self.aim)
        valuation = Valuation(situations, aim, self.memory.budget)
        return Plan(situations, valuation, aim, self.experiment.label)

    def _situations(self, experiment: Experiment[Any]) -> Situations:
        from astragal.experiment.solve.situations import Situations

        return Situations(((experiment, ()),), self.memory)

    def _policy(self, experiment: Experiment[Any], error: OpenChoiceError) -> Policy:
        """The situations, with the decision in each."""
        from astragal.experiment.solve.plans import Aim, Valuation
        from astragal.experiment.solve.policy import Policy, decided

        if self.aim is None and self.decide is None:
            raise error.choice.undecided() from None
        situations = self._situations(experiment)
        if self.aim is not None:
            picks = Valuation(situations, Aim(self.aim), self.memory.budget).picks
            return Policy(situations, picks.__getitem__, self.memory.budget)
        assert self.decide is not None
        return Policy(situations, decided(situations, self.decide), self.memory.budget)
