"""The parameters that players may hide, such as difficulties."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from astragal._visible import in_short
from astragal.errors import RuleError
from astragal.rules.parameters import Parameter


def with_hideable(
    parameters: Sequence[Parameter], names: Iterable[str], rule: str
) -> tuple[Parameter, ...]:
    """Mark the named parameters as hideable; a RuleError if one of them cannot be."""
    known = {each.name: each for each in parameters}
    wanted = [names] if isinstance(names, str) else list(names)
    for name in wanted:
        if name not in known:
            raise RuleError(
                "not-hideable",
                f"{rule} hides {in_short(name)}, which is not one of its parameters",
                hint=f"it takes {', '.join(known) or 'nothing'}",
            )
    marked = [each.replaced(hideable=True) if each.name in wanted else each for each in parameters]
    for each in marked:
        if each.hideable and not each.type.stand_ins:
            raise RuleError(
                "not-hideable",
                f"{rule} hides {each.name}, which cannot be None",
                hint=f"annotate it as `{each.name}: int | None`: hidden, it is None to the rule; "
                "where None has a meaning, `int | Hidden | None`",
            )
    return tuple(marked)
