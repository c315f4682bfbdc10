"""A strategy in words: ``hold if turn>=20, else roll``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, NamedTuple

from astragal._nearest import did_you_mean
from astragal._visible import in_short
from astragal.errors import ChoiceError
from astragal.experiment.choices import Choice, places_of
from astragal.probability.views import view_of

_PARTED = re.compile(r"\s*[;\n]\s*|\s*,\s*(?=else\b|otherwise\b)|\s+(?=else\b|otherwise\b)")
_ELSE = re.compile(r"(?:else|otherwise)\b:?\s*(?:to\s+)?")
_WHERE = re.compile(r"(?P<option>.+?)\s+(?:if|when|where)\s+(?P<where>.+)")
_BOUND = re.compile(
    r"(?P<option>.+?)\s+(?P<word>below|under|above|over|at least|at most|up to|from|at)"
    r"\s+(?P<number>-?\d+(?:/\d+)?)"
)
_SIGNS = {
    **dict.fromkeys(("below", "under"), "<"),
    **dict.fromkeys(("above", "over"), ">"),
    **dict.fromkeys(("at least", "from", "at"), ">="),
    **dict.fromkeys(("at most", "up to"), "<="),
}
_AND = re.compile(r"\s+and\s+")
_CONDITION = re.compile(r"(?P<fact>\w+)\s*(?P<test>(?:>=|<=|!=|=|>|<)\s*\S.*)")
_SAID = re.compile(
    r"(?P<fact>\w+)\s+(?:is\s+)?(?P<word>below|under|above|over|at least|at most|up to|from|not|)"
    r"\s*(?P<value>\S.*)"
)
_NUMBER = re.compile(r"(?<![\w.])-?\d{1,9}(?![\w.])")
_HINT = "write it like `hold if turn>=20, else roll` or `re-roll below 3`"


class _Test(NamedTuple):
    """A test for a fact; with no name, for the only number among the facts."""

    fact: str
    test: str


class _Clause(NamedTuple):
    """An option and the conditions under which it is taken."""

    option: str
    tests: Sequence[_Test]


class Strategy:
    """A way to decide, described in words. It is a function of a choice: pass it as ``decide``.

    It takes the first option whose conditions hold. If none do, it takes the other option if there
    are two; otherwise the text must end with an ``else …``.

    >>> import astragal
    >>> @astragal.rule
    ... def pig(held: int = 0) -> astragal.Asks[int]:
    ...     \"\"\"Roll on and add up, or stop; a 1 loses everything.\"\"\"
    ...     if (yield astragal.choose("roll on?", ["roll", "stop"], held=held)) == "stop":
    ...         return held
    ...     face = yield "d6"
    ...     return 0 if face == 1 else pig(min(held + face, 40))
    >>> float(pig().odds(decide=astragal.Strategy("stop at 15, else roll")).mean)
    7.8475973079561046
    """

    def __init__(self, text: str) -> None:
        if not isinstance(text, str) or not text.strip():
            raise ChoiceError("bad-strategy", "a strategy is a text", hint=_HINT)
        self.text = " ".join(text.split())
        self._clauses = [_clause(part) for part in _PARTED.split(text.strip()) if part.strip()]

    def __call__(self, choice: Choice) -> Any:
        return choice.options[self.place(choice)]

    def __repr__(self) -> str:
        return f"Strategy({self.text!r})"

    def place(self, choice: Choice) -> int:
        """The index of the option that the strategy takes."""
        said = []
        for clause in self._clauses:
            place = _place(clause.option, choice)
            if place is None:
                continue
            if all(_holds(test, choice) for test in clause.tests):
                return place
            said.append(place)
        left = [place for place in range(len(choice.labels)) if place not in said]
        if said and len(left) == 1:
            return left[0]
        raise ChoiceError(
            "bad-strategy",
            f"the strategy does not say what to do: {choice}",
            hint=f"end it with `else {choice.labels[0]}`",
        )

    def check(self, choices: Iterable[Choice]) -> None:
        """Raise a ChoiceError if none of these choices has one of the strategy's options."""
        labels = dict.fromkeys(label for each in choices for label in each.labels)
        for clause in self._clauses:
            if labels and not places_of(tuple(labels), clause.option):
                known = f"the options are {', '.join(list(labels)[:12])}"
                raise ChoiceError(
                    "no-such-option",
                    f"no choice offers {in_short(clause.option)}",
                    hint=did_you_mean(clause.option, labels, known),
                )


def _clause(text: str) -> _Clause:
    text = text.strip().rstrip(".,")
    if found := _ELSE.match(text):
        return _Clause(text[found.end() :].strip(), ())
    if found := _WHERE.fullmatch(text):
        return _Clause(found["option"], [_test(part) for part in _AND.split(found["where"])])
    if found := _BOUND.fullmatch(text):
        return _Clause(found["option"], [_Test("", _SIGNS[found["word"]] + found["number"])])
    return _Clause(text, ())


def _test(text: str) -> _Test:
    if found := _CONDITION.fullmatch(text.strip()):
        return _Test(found["fact"], found["test"])
    if found := _SAID.fullmatch(text.strip()):
        sign = {"not": "!=", "": "="}.get(found["word"]) or _SIGNS[found["word"]]
        return _Test(found["fact"], sign + found["value"])
    raise ChoiceError("bad-strategy", f"{in_short(text)} is not a condition", hint=_HINT)


def _place(option: str, choice: Choice) -> int | None:
    """The index of an option by its typed name; None if the choice does not have it."""
    places = places_of(choice.labels, option)
    if len(places) > 1:
        named = ", ".join(choice.labels[place] for place in places[:12])
        raise ChoiceError("which-option", f"{in_short(option)} could be one of: {named}")
    return places[0] if places else None


def _facts(choice: Choice) -> dict[str, Any]:
    """The facts of a choice, plus ``face`` if its question contains exactly one number."""
    named = _NUMBER.findall(choice.question)
    return {**({"face": int(named[0])} if len(named) == 1 else {}), **choice.about}


def _holds(test: _Test, choice: Choice) -> bool:
    about = _facts(choice)
    name = test.fact or _sole_number(about, choice)
    if name not in about:
        known = f"it has {', '.join(about)}" if about else "it has no facts to decide by"
        raise ChoiceError(
            "no-such-fact",
            f"{choice.asked} has no {in_short(name)}",
            hint=did_you_mean(name, about, known),
        )
    look: Callable[[Any], Any] = view_of(f"{name}{test.test}")
    return bool(look(SimpleNamespace(**{name: about[name]})))


def _sole_number(about: Mapping[str, Any], choice: Choice) -> str:
    """The name of the only fact that is a number."""
    numbers = [name for name, value in about.items() if type(value) in (int, Fraction)]
    if len(numbers) != 1:
        several = f"by {' or '.join(numbers)}" if numbers else "and none of its facts is a number"
        raise ChoiceError(
            "which-fact",
            f"{choice.asked} which number is meant, {several}?",
            hint=f"write it like `{choice.labels[0]} if {(numbers or ['face'])[0]}>=3`",
        )
    return numbers[0]
