"""The functions of the notation; importing this package registers all of them."""

from __future__ import annotations

from astragal.notation.functions.function import FUNCTIONS as FUNCTIONS
from astragal.notation.operation import import_modules

import_modules(__name__)
