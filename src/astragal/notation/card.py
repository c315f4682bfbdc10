"""An expression as shown in notebooks: its meaning in words, and a small chart of its odds."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from astragal._visible import visible
from astragal.errors import AstragalError
from astragal.limits import STRANGERS

if TYPE_CHECKING:
    from astragal.notation.expression import Expression

_SECONDS = 1
"""The most time for a chart that was not asked for."""


def card(expression: Expression) -> str:
    """The meaning in words, and the odds if they need no variables and little time."""
    text, *meaning = (
        html.escape(visible(each))
        for each in (str(expression), expression.describe(), *expression.remarks)
    )
    try:
        told = _odds(expression)
    except AstragalError as error:
        told = f"<p>no chart: {html.escape(error.message)}</p>"
    return f"<p><code>{text}</code><br>{'<br>'.join(meaning)}</p>{told}"


def _odds(expression: Expression) -> str:
    if expression.variables:
        names = ", ".join(f"@{name}" for name in expression.variable_names)
        return f"<p>needs a value for {html.escape(visible(names))}</p>"
    from astragal.render.figures import summary
    from astragal.render.plots.inline import inline_chart

    odds = expression.odds(limits=STRANGERS.replaced(seconds=_SECONDS))
    return f"<p>{html.escape(summary(odds))}</p>{inline_chart(odds.picture())}"
