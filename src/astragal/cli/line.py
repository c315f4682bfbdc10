"""Parsing of a typed line: its first word, its options, its dialect."""

from __future__ import annotations

import re
import shlex

from astragal.errors import NotationError

# Text in front of a pasted line: a shell's or our own prompt sign, and the program's name.
_PASTED = re.compile(
    r"\s*(?:\$ |[a-z]+(?: \([a-z\d-]+\))?> )?"
    r"\s*(?:(?:py|python3?) -m )?(?:\.venv/bin/)?(?:astragal(?:\s+|$))?",
    re.IGNORECASE,
)
_OPTIONS = re.compile(r"(?:^|\s)--(?=[a-zA-Z])")
DIALECT = "--dialect"
"""The option for the program whose notation is typed."""
GAME_OPTION = "--game"
"""The option for the game whose conventions apply to dice."""
_QUOTES = "\"'"


def unpasted(line: str) -> str:
    """The line without a prompt sign or program name pasted in front of it.

    >>> unpasted("$ astragal roll 2d6")
    'roll 2d6'
    """
    found = _PASTED.match(line)
    return line[found.end() if found else 0 :].strip()


def first_word(line: str) -> tuple[str, str]:
    """The first word in lower case, and the rest; "" if the line assigns a name to dice.

    >>> first_word("Odds  4d6"), first_word("odds = 1d6; odds + 1")
    (('odds', '4d6'), ('', 'odds = 1d6; odds + 1'))
    """
    word, _, rest = line.partition(" ")
    rest = rest.strip()
    return ("", line) if rest.startswith("=") else (word.lower(), rest)


def parted(line: str) -> tuple[str, list[str]]:
    """The text in front of the options, and the options as words.

    >>> parted("d20 + 5 --at-least 15")
    ('d20 + 5', ['--at-least', '15'])
    """
    found = _OPTIONS.search(line)
    end = found.start() if found else len(line)
    return line[:end].strip(), in_words(line[end:])


def in_dialect(line: str) -> tuple[str, str | None]:
    """The text in front of the options, and the dialect that they name, or None.

    >>> in_dialect("8d10>7 --dialect roll20"), in_dialect("8d10 --times 2")
    (('8d10>7', 'roll20'), ('8d10', None))
    """
    text, options = parted(line)
    for place, option in enumerate(options):
        name, sign, value = option.partition("=")
        if name == DIALECT:
            return text, value if sign else "".join(options[place + 1 : place + 2])
    return text, None


def dice_words(line: str, sign: str = "") -> list[str]:
    """Dice and options as the words of a command; dice may be quoted but need not be.

    ``sign`` separates several dice.
    """
    text, options = parted(line)
    if text[:1] in _QUOTES and text:
        return [*in_words(text), *options]
    texts = text.split(sign) if sign else [text]
    return [*(each.strip() for each in texts if each.strip()), *options]


def in_words(text: str) -> list[str]:
    """Split a text into words as a shell does, keeping quoted ones together."""
    try:
        return shlex.split(text)
    except ValueError:
        raise NotationError(
            "open-quote", "a quotation mark is opened but not closed", text=text.strip()
        ) from None
