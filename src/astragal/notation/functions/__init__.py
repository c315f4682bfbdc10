"""The functions of the notation. Whatever module lies in this folder is part of it."""

from __future__ import annotations

from astragal.notation.functions.function import FUNCTIONS as FUNCTIONS
from astragal.notation.operation import modules_of

_MODULES = tuple(modules_of(__name__, __path__))
