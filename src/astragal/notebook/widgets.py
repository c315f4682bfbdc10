"""Sliders for the parameters of a rule or the variables of an expression, and the odds."""

from __future__ import annotations

import html
from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any, NamedTuple

from astragal._visible import in_short
from astragal.errors import AstragalError
from astragal.limits import STRANGERS
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.probability.views import View
from astragal.render.headline import headline_of
from astragal.rules.parameters import Parameter
from astragal.rules.rule import Rule

_SECONDS = 5
"""The most seconds for computing odds after a slider moves."""
_REACH = 10
"""How far an unbounded slider goes below its value; above it, twice as far."""
_WIDEST = 200


class Control(NamedTuple):
    """An input: its name, its initial value and the values it can take."""

    name: str
    kind: str
    """"slider", "choice", "switch" or "text" """
    value: Any
    choices: tuple[Any, ...] = ()
    """both ends of a slider, or the available choices"""
    help: str = ""


def widget(what: Rule[..., Any] | Expression | str, *, of: View | None = None, **fixed: Any) -> Any:
    """Sliders for a rule or an expression, and its odds; needs the extra ``astragal[notebook]``.

    There is an input for every number, choice, switch and required parameter. ``fixed`` sets a
    parameter to a value instead, or with a range sets the ends of its slider; ``of`` is a view of
    the outcome.
    """
    subject = parse(what) if isinstance(what, str) else what
    if not isinstance(subject, Rule | Expression):
        raise AstragalError(
            "no-sliders", f"sliders need a rule or an expression, not {in_short(what)}"
        )
    ranges = {name: value for name, value in fixed.items() if isinstance(value, range) and value}
    given = [
        _between(each, ranges[each.name]) if each.name in ranges else each
        for each in controls(subject, also=ranges)
        if each.name in ranges or each.name not in fixed
    ]
    return _assembled(given, lambda values: shown(subject, {**fixed, **values}, of))


def _between(control: Control, values: range) -> Control:
    ends = (min(values[0], values[-1]), max(values[0], values[-1]))
    inside = isinstance(control.value, int) and ends[0] <= control.value <= ends[1]
    start = control.value if inside else sum(ends) // 2
    return control._replace(kind="slider", value=start, choices=ends)


def controls(
    subject: Rule[..., Any] | Expression, *, also: Container[str] = ()
) -> Iterator[Control]:
    """The inputs: the variables of an expression, or the parameters of a rule.

    Texts and lists with a default are left out, unless they are named in ``also``.
    """
    if isinstance(subject, Expression):
        for name in subject.variable_names:
            yield Control(name, "slider", 0, (-_REACH, 2 * _REACH))
        return
    for parameter in subject.parameters:
        control = _control(parameter)
        if control.kind != "text" or parameter.required or parameter.name in also:
            yield control


def _control(parameter: Parameter) -> Control:
    data, name = parameter.to_data(), parameter.name
    value = data.get("default")
    about = data.get("help", "")
    if parameter.type.is_flag and not parameter.type.optional:
        return Control(name, "switch", bool(value), help=about)
    if data["type"] == "choice" or parameter.type.is_flag:
        # An optional choice without a default can also be left unset.
        unset = () if parameter.required or value is not None else (None,)
        choices = (*unset, *data.get("choices", (True, False)))
        return Control(name, "choice", choices[0] if value is None else value, choices, about)
    if data["type"] == "integer" and not (data.get("optional") and value is None):
        start, ends = _ends(data.get("least"), data.get("most"), value)
        return Control(name, "slider", start, ends, about)
    return Control(name, "text", "", help=about)


def _ends(least: int | None, most: int | None, value: int | None) -> tuple[int, tuple[int, int]]:
    """Initial value and limits of a slider: the declared bounds, unless they are too wide."""
    near = (least or 0) if value is None else value
    low = near - _REACH if least is None else least
    high = near + 2 * _REACH if most is None or most - low > _WIDEST else most
    if value is None:
        near = (low + high) // 2 if least is not None and most is not None else near
    return near, (min(low, near), max(high, near))


def shown(
    subject: Rule[..., Any] | Expression, values: Mapping[str, Any], of: View | None = None
) -> str:
    """The odds for these values as HTML, or the error that prevents them."""
    limits = STRANGERS.replaced(seconds=_SECONDS)
    try:
        if isinstance(subject, Expression):
            odds = subject.odds(variables=values, limits=limits)
        else:
            odds = _applied(subject, values).odds(aim=subject.aim or None, limits=limits)
        if of is not None:
            return odds.of(of).render("html")
        return (headline_of(odds) or odds).render("html")
    except AstragalError as error:
        return f"<pre>{html.escape(error.render())}</pre>"


def _applied(rule: Rule[..., Any], values: Mapping[str, Any]) -> Any:
    """The rule with its parameters; typed text is parsed, and empty text is left out."""
    given = {}
    for parameter in rule.parameters:
        value = values.get(parameter.name)
        if isinstance(value, str):
            value = parameter.parse(value, rule.name) if value.strip() else None
        if value is not None:
            given[parameter.name] = value
    return rule(**given)


def _assembled(given: list[Control], answer: Callable[[Mapping[str, Any]], str]) -> Any:
    """The widgets, connected so that moving one updates the odds."""
    try:
        import ipywidgets
    except ImportError:
        from astragal._extras import how_to_install

        raise AstragalError(
            "no-widgets",
            "sliders need ipywidgets, which is not installed",
            hint=how_to_install("notebook"),
        ) from None
    made = {control.name: _made(ipywidgets, control) for control in given}
    below = ipywidgets.HTML()

    def update(_: object = None) -> None:
        below.value = answer({name: each.value for name, each in made.items()})

    for each in made.values():
        each.observe(update, names="value")
    update()
    return ipywidgets.VBox([*made.values(), below])


def _made(library: Any, control: Control) -> Any:
    common = {
        "description": control.name.replace("_", " "),
        "tooltip": control.help or None,
        "value": control.value,
        "style": {"description_width": "initial"},
    }
    if control.kind == "slider":
        low, high = control.choices
        # Do not ask for odds at every pixel while a slider is dragged.
        return library.IntSlider(min=low, max=high, continuous_update=False, **common)
    if control.kind == "choice":
        options = [("–" if each is None else str(each), each) for each in control.choices]
        return library.Dropdown(options=options, **common)
    if control.kind == "switch":
        return library.Checkbox(indent=False, **common)
    return library.Text(continuous_update=False, **common)
