"""Expressions: parsed notation, as an experiment that is played and weighed by its nodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from astragal._value import field, put
from astragal.errors import AstragalError, LimitError, NotationError, RollError
from astragal.experiment.experiment import PATHS_OF_A_REPLAY, Experiment, Variables
from astragal.limits import DEFAULT_LIMITS, NO_COST, STRANGERS, Cost, Limits
from astragal.notation.cost import cost_of, names_used, nodes_in
from astragal.notation.nodes.arithmetic import DEPEND_ON_FACES
from astragal.notation.nodes.node import Node
from astragal.notation.texts import is_tidy
from astragal.outcome import Number, Outcome, face_to_data, to_data
from astragal.rolling.frame import Frame
from astragal.rolling.phrases import MEANINGS, Said, phrase
from astragal.rolling.roll import RECORD_VERSION, Line, Roll

if TYPE_CHECKING:
    from astragal.experiment.choices import Choice
    from astragal.experiment.run.scenes import Scene
    from astragal.experiment.solve.aims import Decided
    from astragal.experiment.solve.memory import Memory
    from astragal.notation.choices.replaying import Replay
    from astragal.notation.nodes.names import Binding
    from astragal.probability.budget import Budget
    from astragal.probability.laws.law import Law
    from astragal.probability.views import View
    from astragal.probability.weights import Weighing, Weights

_SYMBOLS = "▲▼♻"

_QUICK = 10_000_000
"""The most steps for finding the probability of an error: some hundredths of a second."""


class Expression(Experiment[Any]):
    """An immutable tree of nodes, with ``roll``, ``odds``, ``map`` and all methods of experiments.

    ``str`` gives its canonical notation, which parses back to an equal expression.

    >>> import astragal
    >>> expression = astragal.parse("4D6 ▲▲▲ + 2")
    >>> str(expression)
    '4d6kh3 + 2'
    >>> astragal.parse(str(expression)) == expression
    True
    """

    body: Node
    bindings: tuple[Binding, ...] = ()
    comment: str = ""
    text: str = field(default="", compare=False)
    limits: Limits = field(default=DEFAULT_LIMITS, compare=False)  # type: ignore[misc]
    """the limits it was parsed with"""
    cost: Cost = field(init=False, compare=False)

    def __init__(
        self,
        body: Node,
        bindings: tuple[Binding, ...] = (),
        comment: str = "",
        text: str = "",
        limits: Limits = DEFAULT_LIMITS,
        *,
        cost: Cost | None = None,
    ) -> None:
        """``cost`` is the cost of rolling it, if a reader has counted and checked that already."""
        put(self, "body", body)
        put(self, "bindings", bindings)
        put(self, "comment", comment)
        put(self, "text", text)
        put(self, "limits", limits)
        put(self, "cost", cost or cost_of(bindings, body, limits))
        if comment and not is_tidy(comment):
            raise NotationError("bad-comment", "a comment must be one line of visible characters")

    def __str__(self) -> str:
        return f"{self.uncommented} # {self.comment}" if self.comment else self.uncommented

    @cached_property
    def uncommented(self) -> str:
        """The canonical notation without the comment."""
        return "; ".join([*map(str, self.bindings), str(self.body)])

    @cached_property
    def spelt(self) -> str:
        """The notation without the comment: as typed if it has symbols, else canonical."""
        return _as_typed(self) or self.uncommented

    @property
    def written(self) -> str:
        """The notation, as typed if it has symbols, and the comment."""
        return f"{self.spelt} # {self.comment}" if self.comment else self.spelt

    @property
    def label(self) -> str:
        return self.spelt

    @property
    def label_inside(self) -> str:
        return self.typed

    @cached_property
    def variables(self) -> set[str]:
        """The names of the variables, written ``@name``, for which the caller must give values."""
        return names_used(self.bindings, self.body)

    def named(self, text: str) -> str:
        """A text about the expression, preceded by the comment."""
        return f"{self.comment}: {text}" if self.comment else text

    @cached_property
    def typed(self) -> str:
        """The notation to display; a game may have read it by its own conventions."""
        return self.spelt

    @cached_property
    def convention(self) -> str:
        """The conventions by which a game has read it, in words; "" if there are none."""
        return ""

    @cached_property
    def low_is_good(self) -> bool:
        """True if choices aim for the lowest total by default."""
        return False

    def newer_than(self, version: int) -> str | None:
        """The first part whose meaning changed after this version of records, or None."""
        parts = (part for node in nodes_in(self.bindings, self.body) for part in node.parts)
        return next((str(part) for part in parts if part.is_newer_than(version)), None)

    def describe(self) -> str:
        """What the expression means, in words.

        >>> import astragal
        >>> astragal.parse("4d6kh3 + 2").describe()
        'four six-sided dice, keep the highest 3; plus 2'
        """
        from astragal.notation.nodes.node import inside

        parts = [f"{binding.name} is {inside(binding.node)}" for binding in self.bindings]
        return "; ".join([*parts, self.body.describe()])

    @cached_property
    def remarks(self) -> tuple[str, ...]:
        """Remarks on text that other programs read differently, a sentence each.

        >>> import astragal
        >>> astragal.parse("d%").remarks
        ('here `d%` is 1 to 100; in Avrae it is 0, 10 … 90',)
        >>> astragal.parse("4d6kh3").remarks
        ()
        """
        from astragal.notation.elsewhere import remarks_on

        return remarks_on(self)

    def _repr_html_(self) -> str:
        from astragal.notation.card import card

        return card(self)

    @cached_property
    def variable_names(self) -> tuple[str, ...]:
        return tuple(sorted(self.variables))

    # Choices

    replays: ClassVar[bool] = True
    remedy: ClassVar[str] = "notation"

    @cached_property
    def leaves_choices(self) -> bool:  # type: ignore[override]
        nodes = nodes_in(self.bindings, self.body)
        return any(part.leaves_choice for node in nodes for part in node.parts)

    @property
    def own_aim(self) -> View:
        from astragal.notation.choices.choosing import lowest_total, total

        return lowest_total if self.low_is_good else total

    def decided(self) -> Decided | None:
        if not self.leaves_choices:
            return None
        from astragal.notation.choices.choosing import Choosing

        return Choosing(self)

    def filled(self, variables: Variables) -> Experiment[Any]:
        if not self.leaves_choices:
            return self
        from astragal.notation.choices.choosing import filled

        return filled(self, variables)

    @cached_property
    def _replay(self) -> Replay:
        from astragal.notation.choices.replaying import replay_of

        return replay_of(self)

    def look_ahead(self, memory: Memory) -> None:
        """Raise a LimitError if there are too many combinations of faces and options."""
        memory.check_paths(self, PATHS_OF_A_REPLAY * self._replay.paths)

    def steps_of_replay(self, answers: int) -> int:
        return self._replay.steps_after(answers)

    def ask(self, frame: Frame, offered: Callable[[], Choice]) -> Any:
        """The option a player chooses while it is played; known decisions are not offered again.

        Notation is replayed for every answer, with all previous answers.
        """
        for option in frame.known:
            frame.answered += ((len(frame.faces), option),)
            return option
        from astragal.notation.choices.choosing import answers_so_far

        choice = offered()
        began, before = (0, ()) if frame.begun is None else frame.begun
        answers = answers_so_far(frame.faces, began, frame.answered)
        situation = (*before, (self.filled(frame.variables), answers))
        option = choice.options[frame.decided(choice.at(situation))]
        frame.answered += ((len(frame.faces), option),)
        return option

    # Playing

    def play(self, frame: Frame) -> Outcome:
        """Evaluate the nodes in the order written."""
        frame.playing = self
        if frame.scene is not None:
            frame.trace = frame.scene.trace
        try:
            if frame.cost is NO_COST and frame.limits is self.limits:
                frame.cost = self.cost  # checked by the parser
            else:
                frame.charge(self.cost, self.body.span)
            if self.bindings:
                frame.names = names = dict[str, Number | Sequence[Number]]()
                for binding in self.bindings:
                    binding.bind(frame, names)
            return self.body.value(frame)
        except AstragalError as error:
            if error.code in DEPEND_ON_FACES:
                error = self._about_faces(error, frame)
            raise error.about(self.text) from None
        except RecursionError:
            raise LimitError("too-deep", "too many brackets inside brackets to roll") from None

    def play_many(self, n: int, new_frame: Callable[[], Frame]) -> list[Any]:
        from astragal.notation.batches import outcomes_of

        outcomes = outcomes_of(self, n, new_frame)
        return super().play_many(n, new_frame) if outcomes is None else outcomes

    def _about_faces(self, error: AstragalError, frame: Frame) -> AstragalError:
        """An error that only some faces cause, with its probability if that is found quickly."""
        # While odds are found by playing, do not ask for odds again.
        if frame.known == ():
            try:
                self.odds(variables=frame.variables, limits=STRANGERS.replaced(odds=_QUICK))
            except RollError as failure:
                if failure.code == error.code:
                    return failure
            except AstragalError:
                pass
        message = f"{error.message} with these faces"
        return RollError(error.code, message, span=error.span, hint=error.hints)

    # Weighing

    def weigh(self, memory: Memory) -> Weighing:
        if self.leaves_choices:
            from astragal.notation.choices.choosing import still_open

            yield from still_open(self)
        return _weigh(self, memory.variables, memory.budget, memory.shared)

    def weigh_alone(
        self, variables: Variables, budget: Budget, shared: Any = None
    ) -> Law | Weights | None:
        return None if self.leaves_choices else _weigh(self, variables, budget, shared)

    def located(self, error: AstragalError) -> AstragalError:
        return error.about(self.text)

    # Records and telling

    def record(self, roll: Roll) -> dict[str, Any]:
        return {
            "version": RECORD_VERSION,
            **self.record_of_call(),
            "variables": {name: to_data(value) for name, value in roll.variables.items()},
            "faces": list(map(face_to_data, roll.faces)),
            **({"decisions": list(roll.decisions)} if roll.decisions else {}),
            "outcome": to_data(roll.outcome),
            "groups": [group.to_data() for group in roll.groups],
        }

    def record_of_call(self) -> dict[str, Any]:
        return {"expression": str(self)}

    def tell_line(self, scene: Scene) -> Line:
        from astragal.notation.telling import tell_line

        return tell_line(self, scene)

    def recorded_line(self, roll: Roll) -> Line:
        # Recorded without the game in which it was typed.
        return self.line(roll)._replace(text=self.named(self.uncommented))

    def line_text(self, roll: Roll) -> str:
        return _tell_text()(self, roll.scene)

    def tell_steps(self, scene: Scene) -> list[str]:
        from astragal.notation.telling import tell_steps

        return tell_steps(self, scene)

    def tell_request(self, scene: Scene) -> Said:
        """The result of its dice; the rule that asked says what it means."""
        line = self.tell_line(scene)
        told = line.told.without(*MEANINGS)
        return phrase([f"{line.text}: ", told])


def _as_typed(expression: Expression) -> str:
    """The text with symbols, if it still has this meaning: values may have been substituted."""
    if not any(symbol in expression.text for symbol in _SYMBOLS):
        return ""
    from astragal.notation.syntax.cursor import IGNORED
    from astragal.notation.syntax.parser import parse

    seen = expression.text.translate(dict.fromkeys(map(ord, IGNORED)))
    text = " ".join(seen.partition("#")[0].split())
    try:
        found = parse(text, limits=expression.limits)
    except NotationError:
        return ""
    same = (found.body, found.bindings) == (expression.body, expression.bindings)
    return text if same else ""


def _first_weigh(
    expression: Expression, variables: Variables, budget: Budget, shared: Any
) -> Law | Weights:
    """Import the function that weighs nodes, replace this one by it, and call it.

    Its module loads the mathematics, which rolls do not need.
    """
    global _weigh
    from astragal.notation.weighing.weigher import weigh

    _weigh = weigh
    return weigh(expression, variables, budget, shared)


_weigh = _first_weigh


@cache
def _tell_text() -> Callable[[Expression, Scene], str]:
    """The function that describes rolls in a line; imported once, since many may be shown."""
    from astragal.notation.telling import tell_text

    return tell_text
