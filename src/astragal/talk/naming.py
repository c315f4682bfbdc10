"""Names that people give to rolls and dice: words that mean nothing else at a table."""

from __future__ import annotations

from functools import cache

from astragal._nearest import nearest
from astragal.notation.functions import FUNCTIONS
from astragal.talk.conditions import CONDITION_WORDS
from astragal.talk.phrase import NotHeardError, vocabulary
from astragal.talk.words import FILLERS, NUMBER_WORDS

LONGEST = 40
_NEVER = frozenset(
    {"not", "never", "don't", "dont", "without", "except", "unless", "maybe", "either"}
    | {"again", "per", "each", "every", "compare"}
)
"""Words that change what is meant: they are no names."""


_OFTEN = ("roll", "odds", "drop", "keep", "flip", "coin", "toss")
"""Words that people mistype, and mean: a title is none of them but for a slip."""
_NAMES = frozenset(
    {"damage", "attack", "save", "check", "stealth", "hp", "xp", "init"}
    | {"gp", "sp", "cp", "pp", "str", "dex", "con", "int", "wis", "cha"}
)
"""Words that name something wherever they stand."""
_WHOLE = frozenset(("hit dice", "hit die"))
_WITHIN = frozenset(("hit", "of", "the"))
"""Words that are part of a name beside others: hit points, sleight of hand."""


def free(words: str) -> str:
    """Words that are part of no phrase, nor a slip from one: the name of something."""
    if not is_free(words):
        raise NotHeardError
    return words


def is_free(words: str) -> bool:
    """Whether these words can name something."""
    if words.lower() in _WHOLE:
        return True
    said = words.lower().split()
    if len(words) > LONGEST or said[-1:] in (["of"], ["the"]):
        return False
    naming = [word for word in said if word not in _WITHIN]
    return bool(naming) and all(map(_is_free, naming)) and said[0] not in ("of", "the")


def _is_free(word: str) -> bool:
    if word in _NAMES:
        return True
    if len(word) < 3 or word in _taken():
        return False
    return nearest(word, _OFTEN if len(word) < 5 else _long_words()) is None


@cache
def _taken() -> frozenset[str]:
    return vocabulary() | _NEVER | NUMBER_WORDS | FILLERS | CONDITION_WORDS | FUNCTIONS.keys()


@cache
def _long_words() -> list[str]:
    return sorted(word for word in vocabulary() if len(word) > 4)
