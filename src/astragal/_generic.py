"""The type variable for outcomes: rolls, odds and experiments are generic over it.

Without an argument, the outcome may be anything, as in ``def tell(roll: Roll) -> str``. Defaults of
type variables are new in Python 3.13; type checkers know them for every version.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    T = TypeVar("T", default=Any)
    T_co = TypeVar("T_co", covariant=True, default=Any)
else:
    from typing import TypeVar

    T = TypeVar("T")
    T_co = TypeVar("T_co", covariant=True)
