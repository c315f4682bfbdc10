"""A pause: a roll that waits for a decision or for its next round, as a value.

A pause holds only faces and decisions. Resuming replays these and then continues with a source, so
a pause can be stored, sent elsewhere and checked like a record.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic

from astragal._generic import T, T_co
from astragal._value import Value, field
from astragal._visible import in_short, visible, visible_json
from astragal.die import Die
from astragal.errors import ChoiceError, RollError
from astragal.experiment.choices import Choice, without_aim
from astragal.experiment.experiment import Experiment, Variables
from astragal.experiment.run.groups import groups_of
from astragal.experiment.run.scenes import Scene
from astragal.experiment.run.telling import tell_so_far
from astragal.limits import Limits, bounded, check_limits
from astragal.outcome import face_to_data, show, to_data
from astragal.probability.views import View
from astragal.rolling.frame import NO_VARIABLES, Frame
from astragal.rolling.roll import Roll
from astragal.rolling.signatures import Key, signed
from astragal.rolling.sources import Face, HandSource, Seed, Source, chosen_source
from astragal.rolling.trace import RolledGroup

if TYPE_CHECKING:
    from astragal.experiment.solve.advice import Advice

TOKEN_VERSION = 4
"""Incremented with the version of records."""

_NEXT = "the next step"


class Pause(Value, Generic[T_co]):
    """A roll that waits: for a decision if it has a ``choice``, otherwise to be resumed.

    >>> import astragal
    >>> @astragal.rule
    ... def lucky() -> astragal.Asks[int]:
    ...     \"\"\"Roll a d20; you may roll it again, and then keep the second.\"\"\"
    ...     face: int = yield "d20"
    ...     again = yield astragal.choose("roll again?", {"yes": True, "no": False})
    ...     if again:
    ...         face = yield "d20"
    ...     return face
    >>> pause = lucky().start(faces=[3])
    >>> assert isinstance(pause, astragal.Pause)
    >>> print(pause)
    Lucky waits: roll again? (yes, no)
    >>> pause.advise("outcome").best
    'yes'
    >>> print(pause.resume("yes", faces=[17]))
    Lucky: 1d20: 3, roll again? yes, 1d20: 17 → 17
    """

    experiment: Experiment[T_co]
    faces: tuple[int, ...]
    decisions: tuple[str, ...] = ()
    variables: Variables = NO_VARIABLES
    choice: Choice | None = field(default=None, compare=False)
    """the choice to make; None between rounds"""
    moment: str = ""
    """the next event, if there is nothing to decide"""
    by: str = ""
    """the player to decide or to move, if the rule names one"""

    def __hash__(self) -> int:
        return hash((self.experiment, self.faces, self.decisions))

    def __reduce__(self) -> tuple[object, ...]:
        parts = (self.experiment, self.faces, self.decisions, dict(self.variables))
        return Pause, (*parts, self.choice, self.moment, self.by)

    @property
    def options(self) -> tuple[str, ...]:
        """The labels of the options to choose from; empty between rounds."""
        return () if self.choice is None else self.choice.labels

    @property
    def waits_for(self) -> str:
        """The pending choice, or the next moment, in words."""
        if self.choice is not None:
            return str(self.choice)
        turn = f"{self.by}: " if self.by else ""
        return visible(f"{turn}{self.moment or _NEXT}")

    def __str__(self) -> str:
        return visible(f"{self.experiment.label} waits: {self.waits_for}")

    def explain(self) -> list[str]:
        """The events up to the pause, one line each."""
        return list(map(visible, [*self.experiment.preface(), *tell_so_far(self._scene())]))

    @property
    def groups(self) -> tuple[RolledGroup, ...]:
        """The dice that a rule has rolled. Dice of notation only appear in the finished roll."""
        return tuple(groups_of(self._scene()))

    def words(self) -> dict[str, Any]:
        """The pause as JSON-ready data for display: question, options, steps, dice."""
        choice = self.choice
        return {
            "experiment": self.experiment.label,
            "waits_for": self.waits_for,
            "question": None if choice is None else choice.asked,
            "options": list(self.options),
            "by": self.by or None,
            "steps": self.explain(),
            "groups": [group.to_data() for group in self.groups],
        }

    def _scene(self) -> Scene:
        scene = Scene(self.experiment, self.variables)
        Playing(self.experiment, self.faces, self.decisions, self.variables, scene=scene).run(self)
        return scene

    @bounded
    def advise(
        self, aim: View | None = None, *, odds: bool = False, limits: Limits | None = None
    ) -> Advice:
        """The exact value of each option, for ``aim`` or else for the rule's own aim.

        With ``odds``, the advice includes the odds behind each option.
        """
        if self.choice is None:
            raise self._nothing_to_decide()
        wanted = self.experiment.own_aim if aim is None else aim
        if wanted is None:
            raise without_aim(self.experiment.label)
        return self.experiment.advise(
            wanted,
            faces=self.faces,
            variables=self.variables,
            decisions=self.decisions,
            odds=odds,
            limits=limits,
        )

    @bounded
    def resume(
        self,
        decision: Any = None,
        source: Source | None = None,
        *,
        faces: Iterable[Face] | None = None,
        seed: Seed | None = None,
        moments: bool = True,
        limits: Limits | None = None,
    ) -> Pause[T_co] | Roll[T_co]:
        """Continue to the next pause or the end. ``decision`` is an option or its label.

        The other parameters are those of ``Experiment.start``. If every step of a roll is given the
        same ``seed``, the result is the one that ``roll`` gives for that seed.
        """
        made = self.decisions
        if self.choice is not None:
            if decision is None:
                raise self.choice.undecided()
            made = (*made, self.choice.labels[self.choice.place_of(decision)])
        elif decision is not None:
            raise self._nothing_to_decide()
        return _played(self, made, source, faces, seed, moments, limits)

    def _nothing_to_decide(self) -> ChoiceError:
        return ChoiceError(
            "nothing-to-decide",
            f"{self.experiment.label} leaves nothing to decide now: {self.waits_for}",
        )

    # Tokens

    def to_data(self, *, key: Key | None = None) -> dict[str, Any]:
        """The pause as a token: JSON-ready data. ``key`` signs it."""
        data: dict[str, Any] = {"token": TOKEN_VERSION, **self.experiment.record_of_call()}
        if self.variables:
            data["variables"] = {name: to_data(each) for name, each in self.variables.items()}
        data |= {
            "faces": list(map(face_to_data, self.faces)),
            "decisions": list(self.decisions),
            "waits": self._waits(),
            "steps": self.explain(),
        }
        return data if key is None else signed(data, key)

    def to_json(self, indent: int | None = None, *, key: Key | None = None) -> str:
        """The token as JSON; ``astragal.resume`` continues from it."""
        return visible_json(self.to_data(key=key), indent=indent)

    def _waits(self) -> dict[str, Any]:
        if self.choice is None:
            return {"moment": self.moment, "by": self.by}
        about = {name: show(value) for name, value in self.choice.about.items()}
        return {
            "choice": self.choice.question,
            "options": list(self.choice.labels),
            "about": about,
            "by": self.by,
        }


def start(
    experiment: Experiment[T],
    source: Source | None,
    faces: Iterable[Face] | None,
    seed: Seed | None,
    variables: Variables | None,
    moments: bool,
    limits: Limits | None,
) -> Pause[T] | Roll[T]:
    """Roll to the first pause, or to the end."""
    given = NO_VARIABLES if variables is None else experiment.given(variables)
    begun = Pause(experiment, (), (), given)
    return _played(begun, (), source, faces, seed, moments, limits)


def _played(
    before: Pause[T],
    decisions: tuple[str, ...],
    source: Source | None,
    faces: Iterable[Face] | None,
    seed: Seed | None,
    moments: bool,
    limits: Limits | None,
) -> Pause[T] | Roll[T]:
    then = chosen_source(source, faces, seed)
    if type(moments) is not bool:
        raise RollError("bad-moments", f"moments must be true or false, not {in_short(moments)}")
    experiment = before.experiment
    allowed = experiment.limits if limits is None else check_limits(limits)
    playing = Playing(experiment, before.faces, decisions, before.variables, then, allowed)
    playing.known.draws_again = seed is not None
    reached = playing.run(before, moments=moments)
    if faces is not None and isinstance(then, HandSource):
        then.finish()
    return reached


class _PausedError(Exception):
    """Raised to stop a roll at a pause."""

    def __init__(self, choice: Choice | None, moment: str = "", by: str = "") -> None:
        super().__init__()
        self.choice = choice
        self.moment = moment
        self.by = by


class Playing(Generic[T]):
    """Replays the recorded events, then continues to the next pause or the end."""

    def __init__(
        self,
        experiment: Experiment[T],
        faces: tuple[int, ...],
        decisions: Sequence[Any],
        variables: Variables,
        then: Source | None = None,
        limits: Limits | None = None,
        scene: Scene | None = None,
    ) -> None:
        self.experiment = experiment
        self.known = _Known(faces, then)
        allowed = experiment.replay_limits if limits is None else limits
        self.frame = Frame(self.known, variables, allowed)
        self.frame.watch = allowed.watch()
        self.frame.scene = scene
        self._decisions = iter(decisions)

    def run(self, before: Pause[T] | None = None, *, moments: bool = True) -> Pause[T] | Roll[T]:
        """The next pause or the finished roll; without a source, the recorded pause itself."""
        frame = self.frame
        frame.decide = self._decide
        if moments and before is not None:
            frame.halt = self._after(before) if self.known.goes_on else self._at(before)
        try:
            outcome = self.experiment.play(frame)
        except _PausedError as paused:
            return self._pause(paused)
        self.known.recorded.finish()
        return Roll(self.experiment, tuple(frame.faces), outcome, frame.variables, frame.decisions)

    def _pause(self, paused: _PausedError) -> Pause[T]:
        self.known.recorded.finish()
        frame, choice = self.frame, paused.choice
        return Pause(
            self.experiment,
            tuple(frame.faces),
            frame.decisions,
            frame.variables,
            choice,
            paused.moment,
            paused.by if choice is None else choice.by,
        )

    def _decide(self, choice: Choice) -> Any:
        for decision in self._decisions:
            return choice.picked(decision)
        raise _PausedError(choice)

    def _after(self, before: Pause) -> Any:
        """A hook that pauses at the first moment after new dice or decisions.

        It only pauses before dice. If a decision or the end of the roll comes first, it does
        nothing.
        """
        known = (len(before.faces), len(before.decisions))

        def halt(text: str, by: str) -> None:
            if (len(self.frame.faces), len(self.frame.decisions)) > known:
                self.known.wait(_PausedError(None, text, by))

        return halt

    def _at(self, before: Pause) -> Any:
        """A hook that pauses at the moment of the recorded pause."""
        known = (len(before.faces), len(before.decisions))

        def halt(text: str, by: str) -> None:
            here = (len(self.frame.faces), len(self.frame.decisions))
            if before.choice is None and here == known and known > (0, 0):
                raise _PausedError(None, text, by)

        return halt


class _Known:
    """A source of the recorded faces, followed by those of another source."""

    def __init__(self, faces: tuple[int, ...], then: Source | None) -> None:
        self.recorded = HandSource(faces, recorded=True)
        self._left = len(faces)
        self._then = then
        self.draws_again = False
        """whether the source draws the known faces again, so that it continues after them"""
        self._waits: _PausedError | None = None

    def wait(self, paused: _PausedError) -> None:
        """Pause before the next dice; if called more than once, the first pause counts."""
        self._waits = self._waits or paused

    @property
    def goes_on(self) -> bool:
        return self._then is not None

    def draw(self, die: Die, count: int) -> Sequence[int]:
        if self._left or self._then is None:
            self._left -= count
            if self._then is not None and self.draws_again:
                self._then.draw(die, count)
            return self.recorded.draw(die, count)
        if self._waits is not None:
            raise self._waits
        return self._then.draw(die, count)
