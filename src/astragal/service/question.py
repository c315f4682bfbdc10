"""Base classes of questions. One class in one module of `questions` owns a question entirely.

It defines the fields, the answer and the schema.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from astragal._modules import module_names
from astragal._visible import in_short
from astragal.errors import AstragalError, ParameterError
from astragal.service.fields import RULE, Field
from astragal.service.small import Fits

if TYPE_CHECKING:
    from astragal.limits import Limits
    from astragal.service.service import Service
    from astragal.service.subject import Subject

Given: TypeAlias = Mapping[str, Any]
"""The checked fields of a question, with defaults for omitted ones."""


class Question(ABC):
    """A question of the service. The docstring of each is its description for callers."""

    name: ClassVar[str]
    fields: ClassVar[tuple[Field, ...]]
    typed: ClassVar[tuple[Field, ...]] = ()
    """options that together make up a field which has no option of its own"""
    answers: ClassVar[Any]
    """the type of the answer, from which the JSON Schema is built, or a name in ``data.NAMED``"""
    pure: ClassVar[bool] = True
    """True if the same question always has the same answer"""
    small: ClassVar[Mapping[str, Fits] | None] = None
    """tests of the fields that a small question may give; None if it is never small"""
    about_rules: ClassVar[bool] = False
    """True if it can be asked about a rule, with the rule's parameters"""

    example: ClassVar[str] = "{}"
    """the fields of a typical question, as JSON"""
    command: ClassVar[str] = ""
    """the arguments after the command's name, such as EXPRESSION; "" if it is not a command"""
    examples: ClassVar[tuple[str, ...]] = ()
    """command lines to copy, if it is a command"""

    _known: ClassVar[Mapping[str, Field]]
    _required: ClassVar[Mapping[str, Field]]
    _defaults: ClassVar[Given]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" not in vars(cls):
            return  # a base class of several questions
        for needed in ("name", "fields", "answers"):
            if not hasattr(cls, needed):
                raise TypeError(f"{cls.__name__} is incomplete: it lacks {needed}")
        cls.about_rules = RULE in cls.fields
        cls._known = {each.name: each for each in cls.fields}
        cls._required = {name: each for name, each in cls._known.items() if each.required}
        cls._defaults = {
            name: each.default for name, each in cls._known.items() if not each.required
        }
        QUESTIONS[cls.name] = cls()

    @abstractmethod
    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        """The answer as JSON-ready data; raises AstragalError if there is none."""

    def is_small(self, given: Given) -> bool:
        """True if the fields alone show that the answer takes only a few milliseconds."""
        small = self.small
        if small is None:
            return False
        defaults = self._defaults
        for name, value in given.items():
            if name not in defaults or value != defaults[name]:
                fits = small.get(name)
                if fits is None or not fits(value):
                    return False
        return True

    def read(self, data: Mapping[str, Any]) -> Given:
        """Check the fields in some data; raises QuestionError for unknown or missing ones."""
        from astragal.service.problems import QuestionError

        known = self._known
        for name in data:
            if name not in known:
                from astragal._nearest import did_you_mean

                hint = did_you_mean(name, known, f"it takes {', '.join(known) or 'no fields'}")
                message = f"{self.name}: unknown field {in_short(name)}"
                raise QuestionError("unknown-field", message, hint=hint)
        for name, each in self._required.items():
            if name not in data:
                message = f"{self.name}: {name} is missing: {each.help}"
                raise QuestionError("missing-field", message)
        read = {name: self._value(known[name], value) for name, value in data.items()}
        return {**self._defaults, **read}

    def _value(self, each: Field, value: Any) -> Any:
        try:
            return each.from_data(value, self.name)
        except ParameterError as error:
            from astragal.service.problems import QuestionError

            raise QuestionError("bad-field", error.message, hint=error.hints) from None


class AboutSubject(Question):
    """A question about dice or a rule. Its result can render itself in every format."""

    one_budget: ClassVar[bool] = False
    """True if all parts of a question together share one set of limits"""

    @abstractmethod
    def found(self, subject: Subject, given: Given, limits: Limits) -> Any:
        """The result, which can render itself; raises AstragalError if there is none."""

    def parts(self, subject: Subject, given: Given) -> int:
        """How many times the work may use its limits, roughly: for a table, once per cell."""
        return 1

    def refusals(self, found: Any) -> Iterable[AstragalError]:
        """The errors of the refused parts of a result."""
        return ()

    def data(self, found: Any, limits: Limits) -> dict[str, Any]:
        """The result as JSON-ready data."""
        data: dict[str, Any] = found.to_data()
        return data

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        from astragal.service.subject import read_subject

        limits = service.limits.shared() if self.one_budget else service.limits
        return self.data(self.found(read_subject(given, limits), given, limits), limits)


QUESTIONS: dict[str, Question] = {}
"""Every question by name. Only complete after ``all_questions`` has imported all modules."""


@cache
def all_questions() -> Mapping[str, Question]:
    """Every question, by name."""
    package = "astragal.service.questions"
    for module in module_names(import_module(package).__path__):
        import_module(f"{package}.{module}")
    return dict(sorted(QUESTIONS.items()))


def command_names() -> list[str]:
    """The names of the questions that are commands of the command line in their own right."""
    return [name for name, each in all_questions().items() if each.command]


def question_of_command(name: str) -> Question | None:
    """The question behind a command; imports no other question. None if there is none."""
    package = "astragal.service.questions"
    if name not in module_names(import_module(package).__path__):
        return None
    import_module(f"{package}.{name}")
    found = QUESTIONS.get(name)
    return found if found is not None and found.command else None


def find_question(name: object) -> Question:
    """The question of this name; otherwise a QuestionError suggests the nearest name."""
    known = all_questions()
    if not isinstance(name, str) or name not in known:
        from astragal._nearest import did_you_mean
        from astragal.service.problems import QuestionError

        hint = did_you_mean(str(name), known, f"the questions are {', '.join(known)}")
        raise QuestionError("no-such-question", f"unknown question {in_short(name)}", hint=hint)
    return known[name]
