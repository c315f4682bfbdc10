"""The modifiers: a module each. Whatever module lies in this folder is part of the notation."""

from __future__ import annotations

from astragal.notation.modifiers.modifier import MODIFIERS, Modifier
from astragal.notation.operation import modules_of

_MODULES = tuple(modules_of(__name__, __path__))


WORDS = tuple(sorted({word for each in MODIFIERS for word in each.words}, key=len, reverse=True))
"""Every word that begins a modifier, the longest first."""

CANDIDATES: dict[str, list[type[Modifier]]] = {
    word: [each for each in MODIFIERS if word in each.words] for word in WORDS
}
"""The modifiers that each word may begin."""
