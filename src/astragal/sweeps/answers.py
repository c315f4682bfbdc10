"""The answers of the cells of a sweep, one after the other: each is a value, or a refusal."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any, TypeAlias

from astragal.errors import AstragalError, StoppedError
from astragal.experiment.experiment import Experiment, Variables
from astragal.experiment.solve.memory import Memory
from astragal.notation.cost import nodes_in
from astragal.notation.expression import Expression
from astragal.notation.weighing.shared import SharedLaws
from astragal.rolling.frame import NO_VARIABLES
from astragal.sweeps.question import Measured, Question
from astragal.sweeps.subject import Cell
from astragal.sweeps.words import Words

Answer: TypeAlias = Measured | Words | AstragalError
"""What a cell gives, or why it is refused."""

Progress: TypeAlias = Callable[[int, int], object]
"""Told how many cells are done, and of how many."""

_CELL = 30_000
"""The steps of making a cell and beginning with it, where all cells share one limit."""

_PART = 4_000
"""The steps of evaluating one more part of notation, in every cell."""

_FEW_PARTS = 50
"""As many parts as this are within what a cell takes anyway."""

_REMEMBERED = 20_000
"""About this many weights are kept for the cells to come."""


class Asking:
    """One question, asked of one cell after the other: they share what has been worked out."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self._watch = question.limits.watch()
        self._memory = self._new_memory()
        self._notation: Experiment[Any] | None = None
        self._shared = SharedLaws()
        self._counted: tuple[Experiment[Any] | None, int] = (None, 0)

    def answer(self, cell: Cell) -> Measured | Words:
        """The answer of a cell; an error if it is refused."""
        memory = self._memory_for(cell)
        try:
            return self.question.asked_of(cell, memory)
        except BaseException:
            # What was under way when it ended is nothing to build on.
            self._memory = self._new_memory()
            raise

    def _memory_for(self, cell: Cell) -> Memory:
        if cell.variables:
            return self._memory_of_variables(cell)
        if len(self._memory.known) > _REMEMBERED or self._memory.crowded:
            self._memory = self._new_memory()
        # Each cell has a budget of its own.
        self._memory.renew()
        return self._memory

    def _memory_of_variables(self, cell: Cell) -> Memory:
        """A new one: weights depend on the variables. What does not, in notation, is shared."""
        memory = self._new_memory(cell.variables)
        if self._notation is not cell.experiment:
            self._notation, self._shared = cell.experiment, SharedLaws()
        memory.shared = self._shared
        return memory

    def _new_memory(self, variables: Variables = NO_VARIABLES) -> Memory:
        """One with the same watch: the limit on time is for all cells together."""
        memory = Memory(self.question.limits, variables, self._watch)
        memory.together = {}
        return memory

    def counted(self, cell: Callable[[], Cell]) -> Measured | Words:
        """The answer of a cell; where all share one limit, none is made after it was reached."""
        if (tally := self.question.limits.tally) is not None:
            tally.refuse()
            tally.spend(_CELL)
        made = cell()
        if tally is not None:
            tally.spend(_PART * max(0, self._parts_of(made.experiment) - _FEW_PARTS))
        return self.answer(made)

    def _parts_of(self, experiment: Experiment[Any]) -> int:
        """How many parts notation has; all cells may be of the same."""
        if not isinstance(experiment, Expression):
            return 0
        if self._counted[0] is not experiment:
            nodes = nodes_in(experiment.bindings, experiment.body)
            self._counted = experiment, sum(1 for _ in nodes)
        return self._counted[1]

    def result(self, cell: Callable[[], Cell]) -> Answer:
        """The answer of a cell, or the error with which it is refused."""
        try:
            return self.counted(cell)
        except StoppedError:
            raise  # and all cells with it
        except AstragalError as error:
            # A copy, which keeps neither a traceback nor the memory alive.
            return copy(error)
