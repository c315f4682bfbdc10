"""Repeating paths, to detect rules that change between runs: these have no odds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from astragal._steady import advice, alike, differing, known_of
from astragal.experiment.generators import Resumed, asking_line, last_line, transcript
from astragal.experiment.notes import Note
from astragal.experiment.places import blamed, raising_line, rule_error
from astragal.experiment.watchdog import OverdueError, Watchdog

if TYPE_CHECKING:
    from astragal.errors import RuleError
    from astragal.experiment.experiment import Experiment


def unsteady(experiment: Experiment[Any], place: str, what: str) -> RuleError:
    """The error for a rule that behaved differently the second time."""
    known = known_of(experiment.definition)
    known.same = 0
    return rule_error(
        "unsteady",
        experiment,
        place,
        f"was played twice with the same answers and {what}",
        advice(known.changing),
    )


def play_again(
    experiment: Experiment[Any],
    answers: tuple[Any, ...],
    before: Resumed,
    times: int,
    watchdog: Watchdog,
) -> None:
    """Repeat a path ``times`` times; a RuleError if any repetition differs."""
    yielded: list[Any] | None = None
    for _ in range(times):
        watchdog.beats += 1
        try:
            said, now = transcript(experiment.starter()(), answers)
        except OverdueError as error:
            raise watchdog.overdue(experiment, error) from None
        except Exception as error:
            raise blamed(error, experiment, raising_line(error.__traceback__), answers) from None
        _compare(experiment, answers, before, now)
        if yielded is not None:
            _compare_yielded(experiment, yielded, said)
        yielded = said


def _compare(
    experiment: Experiment[Any], answers: tuple[Any, ...], before: Resumed, now: Resumed
) -> None:
    if before.ended and now.ended:
        if not _alike(before.outcome, now.outcome):
            place = last_line(experiment.starter(), answers)
            results = differing(before.outcome, now.outcome)
            raise unsteady(experiment, place, f"returned {results}")
    elif before.ended or now.ended:
        place = asking_line((before if now.ended else now).generator)
        raise unsteady(experiment, place, "ended only once")
    elif not _alike(before.request, now.request):
        requests = differing(before.request, now.request)
        raise unsteady(experiment, asking_line(now.generator), f"asked for {requests}")


def _compare_yielded(experiment: Experiment[Any], before: list[Any], now: list[Any]) -> None:
    for one, other in zip(before, now, strict=False):
        if not _alike(one, other):
            word = "noted" if isinstance(one, Note) else "asked for"
            raise unsteady(experiment, "", f"{word} {differing(_told(one), _told(other))}")
    if len(before) != len(now):
        raise unsteady(experiment, "", "noted more only once")


def _told(yielded: Any) -> Any:
    return (yielded.text, *yielded.values) if isinstance(yielded, Note) else yielded


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, Note) and isinstance(other, Note):
        return one.moment == other.moment and alike(_told(one), _told(other))
    if alike(one, other):
        return True
    # Experiments whose functions close over a list are never equal, but their texts are.
    from astragal.experiment.experiment import Experiment

    return isinstance(one, Experiment) and type(one) is type(other) and str(one) == str(other)
