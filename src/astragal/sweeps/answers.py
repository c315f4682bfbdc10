"""Answers a sweep cell by cell: a value, or a refusal."""

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
"""The value of a cell, or the error that refuses it."""

Progress: TypeAlias = Callable[[int, int], object]
"""Called with the number of finished cells and the number of all cells."""

_CELL = 30_000
"""Steps for building and starting a cell, where all cells share one limit."""

_PART = 4_000
"""Steps for evaluating each further part of notation, in every cell."""

_FEW_PARTS = 50
"""Number of parts whose evaluation ``_CELL`` already covers."""

_REMEMBERED = 20_000
"""The memory is cleared when it holds more weights than this."""


class Asking:
    """Asks one question of one cell after another, reusing intermediate results."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self._watch = question.limits.watch()
        self._memory = self._new_memory()
        self._notation: Experiment[Any] | None = None
        self._shared = SharedLaws()
        self._counted: tuple[Experiment[Any] | None, int] = (None, 0)

    def answer(self, cell: Cell) -> Measured | Words:
        """Answer for a cell; raises an error if it is refused."""
        memory = self._memory_for(cell)
        try:
            return self.question.asked_of(cell, memory)
        except BaseException:
            # Results of interrupted work cannot be trusted.
            self._memory = self._new_memory()
            raise

    def _memory_for(self, cell: Cell) -> Memory:
        if cell.variables:
            return self._memory_of_variables(cell)
        if len(self._memory.known) > _REMEMBERED or self._memory.crowded:
            self._memory = self._new_memory()
        # Each cell has its own budget.
        self._memory.renew()
        return self._memory

    def _memory_of_variables(self, cell: Cell) -> Memory:
        """A new memory, as weights depend on the variables; constant notation is shared."""
        memory = self._new_memory(cell.variables)
        if self._notation is not cell.experiment:
            self._notation, self._shared = cell.experiment, SharedLaws()
        memory.shared = self._shared
        return memory

    def _new_memory(self, variables: Variables = NO_VARIABLES) -> Memory:
        """A new memory with the same watch: all cells together share the time limit."""
        memory = Memory(self.question.limits, variables, self._watch)
        memory.together = {}
        return memory

    def counted(self, cell: Callable[[], Cell]) -> Measured | Words:
        """Answer for a cell, counted towards the shared limit; refused once that is reached."""
        if (tally := self.question.limits.tally) is not None:
            tally.refuse()
            tally.spend(_CELL)
        made = cell()
        if tally is not None:
            tally.spend(_PART * max(0, self._parts_of(made.experiment) - _FEW_PARTS))
        return self.answer(made)

    def _parts_of(self, experiment: Experiment[Any]) -> int:
        """Number of parts of notation, remembered as all cells may have the same."""
        if not isinstance(experiment, Expression):
            return 0
        if self._counted[0] is not experiment:
            nodes = nodes_in(experiment.bindings, experiment.body)
            self._counted = experiment, sum(1 for _ in nodes)
        return self._counted[1]

    def result(self, cell: Callable[[], Cell]) -> Answer:
        """Answer for a cell, or the error that refuses it."""
        try:
            return self.counted(cell)
        except StoppedError:
            raise  # This stops the whole sweep.
        except AstragalError as error:
            # A copy does not keep the traceback and the memory alive.
            return copy(error)
