"""The parameters that a rule says players may hide, as difficulties are hidden."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from astragal._visible import in_short
from astragal.errors import RuleError
from astragal.rules.parameters import Parameter


def with_hideable(
    parameters: Sequence[Parameter], names: Iterable[str], rule: str
) -> tuple[Parameter, ...]:
    """The parameters with those of these names hideable; refused where one cannot be None."""
    known = {each.name: each for each in parameters}
    wanted = [names] if isinstance(names, str) else list(names)
    for name in wanted:
        if name not in known:
            raise RuleError(
                "not-hideable",
                f"{rule} hides {in_short(name)}, which is not one of its parameters",
                hint=f"it takes {', '.join(known) or 'nothing'}",
            )
        if not known[name].type.accepts(None):
            raise RuleError(
                "not-hideable",
                f"{rule} hides {name}, which cannot be None",
                hint=f"annotate it as `{name}: int | None`: a hidden value is None to the rule",
            )
    return tuple(
        each.replaced(hideable=True) if each.name in wanted else each for each in parameters
    )
