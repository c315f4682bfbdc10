"""Samples: the outcomes of many rolls, without records."""

from __future__ import annotations

from astragal._generic import T
from astragal._visible import in_short
from astragal.errors import LimitError, RollError
from astragal.experiment.choices import Decide, check_decider
from astragal.experiment.experiment import Experiment, Variables
from astragal.limits import Limits, check_limits
from astragal.rolling.frame import NO_VARIABLES, Frame
from astragal.rolling.sources import Seed, Source, chosen_source

_MOST = 1_000_000_000
"""More outcomes than fit into the memory of most machines."""


def sample(
    experiment: Experiment[T],
    n: int,
    source: Source | None,
    seed: Seed | None,
    variables: Variables | None,
    decide: Decide | None,
    limits: Limits | None,
) -> list[T]:
    """The outcomes of ``n`` rolls, which share one source and one time limit."""
    if type(n) is not int or n < 0:
        raise RollError("bad-count", f"n must be a whole number of at least 0, not {in_short(n)}")
    if n > _MOST:
        raise LimitError("too-many-samples", f"n can be at most {_MOST:,}")
    faces = chosen_source(source, None, seed)
    given = NO_VARIABLES if variables is None else experiment.given(variables)
    allowed = experiment.limits if limits is None else check_limits(limits)
    decider = None if decide is None else check_decider(decide)
    watch = allowed.watch()

    def new_frame() -> Frame:
        frame = Frame(faces, given, allowed)
        frame.decide = decider
        if watch is not None:
            watch.look()
            frame.watch = watch
        return frame

    return experiment.play_many(n, new_frame)
