"""Normalises sentences: numbers in digits, dice in notation, no filler words."""

from __future__ import annotations

import re

_NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    "nineteen",
)
_UNITS = {word: number for number, word in enumerate(_NUMBERS)}
_TENS = {
    word: 10 * number
    for number, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2
    )
}
_PLURALS = {
    **{f"{word}s": number for word, number in _UNITS.items()},
    "sixes": 6,
    "twenties": 20,
}
NUMBER_WORDS = frozenset({*_UNITS, *_TENS, *_PLURALS, "hundred", "dozen", "couple", "twice"})

_NUMBER = re.compile(
    rf"\b(?:({'|'.join(_TENS)})(?:[- ]({'|'.join(list(_UNITS)[1:10])}))?|({'|'.join(_UNITS)}))\b",
    re.IGNORECASE,
)
_PLURAL = re.compile(rf"\b({'|'.join(_PLURALS)})\b", re.IGNORECASE)

_MOST_DIGITS = 7
_MULTIPLES = {"dozen": 12, "hundred": 100, "thousand": 1000}
_MULTIPLE = re.compile(rf"\b(\d{{1,3}}) ({'|'.join(_MULTIPLES)})\b", re.IGNORECASE)

_DIE = r"(?<![a-zA-Z])d(?:\d+|%|F\b)"
_PLAIN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), plain)
    for pattern, plain in (
        (r"[’`]", "'"),
        (r"[\"“”]", ""),
        (r"\btwice\b", "2 times"),
        (r"\bthrice\b", "3 times"),
        (r"\ba hundred\b", "100"),
        (r"\bhalf (?:a )?dozen\b", "6"),
        (r"\b(?:a )?dozen\b", "12"),
        (r"\b(?:a )?couple(?: of)?\b", "2"),
        (r"\b(?:a )?pair of (?=d\d|dice\b)", "2 "),
        (r"\b(\d+)'s\b", r"\1s"),
        (r"\b(\d+)-in-(\d+)\b", r"\1 in \2"),
        # Dice in German, Swedish and Russian: 2W6, 2T6, 2к6.
        (r"(?<!\w)(\d*)[wtкд](\d+)(?!\w)", r"\1d\2"),
        (r"\b(\d+) (d\d+) rolls\b", r"\1 rolls of \2"),
        # Dice in words: a six-sided die, 3 d6s, a d20 die.
        (r"\b(\d+)[- ]?(?:sided|siders?)(?: (?:die|dice))?\b", r"d\1"),
        (rf"({_DIE})(?:'?s)?(?: (?:die|dice))?(?![\w.])", r"\1"),
        (rf"\b(?:a|an|the|my|another)(?: single)? (?=\d*{_DIE})", ""),
        (rf"(?<!\w)(\d+) (?={_DIE})", r"\1"),
        (r"\b(\d+) (exploding|explosive) (?=d\d)", r"exploding \1"),
        # Arithmetic in words.
        (
            r",? (?:and then|and|then) "
            r"(?=(?:drop|keep|tak|us|re-?roll|count|add|subtract|explod|ignor|discard|remov|los|pick|choos|"
            r"throw|leav|exclud|sum|doubl|halv|multipl|divid)(?:\w*)\b)",
            " ",
        ),
        (r"\bw/ ?(?=[a-z])", "with "),
        (r"\bwith (?:an? )?(?=[+-] ?\d)", ""),
        (r"([+-] ?\d+) (?:modifier|bonus|mod)\b", r"\1"),
        (
            r",? (?=(?:drop|keep|subtract|minus|re-?roll|explod|count|round|with|at adv|at dis)"
            r"\w*\b)",
            " ",
        ),
        (r"(?<=\w) ?- ?(?=(?:the )?(?:lowest|highest|best|worst)\b(?!\())", " drop "),
        (r"\b(?:plus|add(?! up)|adding(?! up))\b", "+"),
        (r"\b(?:minus|less|subtract|subtracting)(?= [\dd(])", "-"),
        (r"\b(?:my|our|their|his|her|a|the) (?=[+-] ?\d)", ""),
        (r"(?<= )\+ (?=[+-] ?\d)", ""),
        (r"\b(between|from|number|random) (\d+)-(\d+)\b", r"\1 \2 to \3"),
        (r"\bdivided by\b", "/"),
        (r"\bmultiplied by\b", "*"),
        # 15+ is 15 or more, unless something is added.
        (r"(?<![\w.)])(\d+)\+(?=$| [a-z]{2}| - \d+s\b)", r"\1 or more"),
    )
)

_ROUND: tuple[re.Pattern[str], ...] = tuple(
    map(
        re.compile,
        (
            r"\[\[(?P<dice>[^\[\]]+)\]\]",
            r"(?P<mark>`+|\*\*|__|~~)(?P<dice>[^`*_~]+)(?P=mark)",
            r"(?<![\w'\"])(?P<mark>['\"])(?P<dice>[^'\"]*\d[^'\"]*)(?P=mark)(?![\w'\"])",
            r"\A\s*(?P<mark>[*_])(?P<dice>[^*_]+)(?P=mark)\s*\Z",
        ),
    )
)
"""Brackets, quotes and formatting marks around dice that come from chats."""
_DIE_MARKS = "\U0001f3b2\ufe0f "


def unwrapped(text: str) -> str:
    """Remove brackets, quotes and marks around dice: ``[[2d6]]`` becomes 2d6."""
    for pattern in _ROUND:
        text = pattern.sub(r"\g<dice>", text)
    return text.strip(_DIE_MARKS)


_OF = re.compile(r"\s*(?:of|that)\s", re.IGNORECASE)


def asked_in_full(text: str) -> str:
    """Put ``odds`` before a text such as ``of 15 on 2d6``, where it was the command."""
    return f"odds {text}" if _OF.match(text) else text


_BEFORE = re.compile(
    r"(?:please|kindly|hey|hi|ok|okay|so|now|well|um|can|could|would|will|you|may|i|we|us|me|gimme|i'd|"
    r"we'd|i'll|we'll|i'm|im|like|want|wanna|need|have|going|gonna|let|let's|lets|go|ahead|and|"
    r"then|just|to|try|rolls?|rolled|rolling|roll:|throws?|throwing|toss|tossing|cast|give|make|"
    r"do|does|deals?(?! (?:a |1 )?card)|get(?! rid)|show|tell|the|my|our|a|an|for|of)(?:,? |$)",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"(?:,? (?:please|now|thanks|thank you|for me|for us|pls|then|roll|rolls|in total|total))$",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"(?:^| )\d+ rolls?$", re.IGNORECASE)
_MAY_REROLL = re.compile(r"(?:♻|r[<>=≠]{0,2}\d*)\?$", re.IGNORECASE)
_MAY_EXPLODE = re.compile(rf"(?:{_DIE}[^\s+*/-]*|[^\w'])!+$", re.IGNORECASE)
"""A mark after dice or a bracket may be notation, so it is kept."""
FILLERS = frozenset(re.findall(r"[a-z]+", _BEFORE.pattern + _AFTER.pattern))


def plain(text: str) -> str:
    """Normalise a text without losing anything that has a meaning."""
    text = " ".join(text.split())
    for pattern, instead in _PLAIN[:2]:
        text = pattern.sub(instead, text)
    text = _without_point(text)
    text = _NUMBER.sub(_in_digits, text)
    text = _PLURAL.sub(lambda found: f"{_PLURALS[found[1].lower()]}s", text)
    text = _MULTIPLE.sub(lambda found: str(int(found[1]) * _MULTIPLES[found[2].lower()]), text)
    for pattern, instead in _PLAIN[2:]:
        text = pattern.sub(instead, text)
    return " ".join(text.split())


def number_said(text: str) -> int | None:
    """The number that a word means; None for other words.

    >>> number_said("two"), number_said("an"), number_said("12"), number_said("rope")
    (2, 1, 12, None)
    """
    word = text.casefold()
    if word in ("a", "an"):
        return 1
    if word.isascii() and word.isdigit() and len(word) < _MOST_DIGITS:
        return int(word)
    return _UNITS.get(word)


def _in_digits(found: re.Match[str]) -> str:
    tens, unit, alone = (each and each.lower() for each in found.groups())
    if alone is not None:
        return str(_UNITS[alone])
    return str(_TENS[tens] + _UNITS.get(unit, 0))


def _without_point(text: str) -> str:
    """Remove punctuation at the end, unless it is notation."""
    while text[-1:] in (".", "?", "!", ",", ";", ":"):
        if _MAY_REROLL.search(text) or _MAY_EXPLODE.search(text):
            break
        text = text[:-1].rstrip()
    return text


def without_fillers(text: str) -> str:
    """Remove filler words before and after the dice."""
    at = 0
    while found := _BEFORE.match(text, at):
        at = found.end()
    text = text[at:].strip()
    while (found := _AFTER.search(text)) and not _COUNTED.search(text):
        text = text[: found.start()]
    return text
