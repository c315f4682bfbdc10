"""Refusals: what reads two ways, and what is no dice at all."""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import copy

from astragal._nearest import nearest
from astragal.errors import AstragalError, NotationError, Span
from astragal.notation.syntax.parser import parse
from astragal.talk.understood import Asked
from astragal.talk.words import FILLERS, NUMBER_WORDS, asked_in_full, plain, without_fillers

_EXAMPLES = "type dice, such as `2d6`, `d20+5`, `4d6 drop lowest` or `flip a coin`"
_PHRASES = "say it like `4d6 drop lowest`, `d20 with advantage` or `d20+5 vs 15`"
_QUESTION = (
    "ask e.g. `odds of 15 or more on 3d6`, `odds of at least one 6 on 4d6` or `average of 8d6`"
)
_ASKS = re.compile(
    r"\b(?:odds|chances?|probabilit(?:y|ies)|likely|average|mean|expected|median|variance)\b",
    re.IGNORECASE,
)
_MOST_WORDS = 14
"""Words of a text in which slips are looked for."""
_MOST_UNKNOWN = 4
"""Words in a row that are taken for a label."""
_SAID = re.compile(r"\S+")
_PLAIN_WORDS = re.compile(r"(?=.*[^\W\d_]{3})[^\W\d_]+(?:[ '’-][^\W\d_]+)*")
_JOINED = re.compile(r"\Aof\b|\b(?:of|the|an?|on|in|for|to|with|at)\Z", re.IGNORECASE)
"""Words that belong to those beside them."""
_SPOKEN = frozenset(
    ("plus", "minus", "sided", "neither", "both", "none", "every", "exactly", *NUMBER_WORDS)
)
_BEFORE_DICE = re.compile(r"\A(?:[^\W\d_]{3,}[:,]? ){1,4}(?=\(*\d*d\d|\d+x\()", re.IGNORECASE)
_SENTENCE = re.compile(r"[a-z][a-z'’,.!? -]*", re.IGNORECASE)
_WORD = re.compile(r"[a-z'’]{3,}", re.IGNORECASE)


class UnclearError(NotationError):
    """Several meanings; if all of them are chances, ``chances`` has them."""

    chances: tuple[Asked, ...] = ()
    in_part = False
    """true if only a part of the sentence is unclear"""

    def of_part(self) -> UnclearError:
        """The same error about a part: its chances must not answer the whole sentence."""
        error = copy(self)
        error.chances, error.in_part = (), True
        return error


def ambiguous(message: str, hint: str) -> UnclearError:
    """An error with several meanings; the hint has a text to type for each."""
    return UnclearError("ambiguous-talk", message, hint=hint)


def two_ways(
    one: str, it: str, other: str, that: str, *, asked: tuple[str, str] | None = None
) -> UnclearError:
    """For what may mean one notation or another; ``asked`` is how a question calls each of them."""
    ways = f"`{_canonical(one)}` {it}, `{_canonical(other)}` {that}"
    error = ambiguous("this could mean two things", ways)
    if asked is not None:
        error.chances = (Asked(asked[0], one), Asked(asked[1], other))
    return error


def _canonical(text: str) -> str:
    try:
        return str(parse(text))
    except AstragalError:
        return text


def refusal(text: str, error: NotationError, words: Iterable[str] = ()) -> AstragalError:
    """What to say about a text that is neither notation nor a phrase; ``error`` is about notation.

    A slip of the finger gets what was meant, a text without any dice some examples, and what is
    nearly notation what is wrong with that.
    """
    meant = _meant(text, list(words))
    if meant is not None:
        error.hint = f"did you mean `{meant}`?"
        return error
    if error.code.startswith("ambiguous-"):
        in_part = isinstance(error, UnclearError) and error.in_part
        return (_unknown(text) if in_part else None) or error
    asks = _asks(text, error)
    if not asks and (dice := _to_roll(text)):
        return _not_dice(text, f"say which dice, e.g. `{dice}`")
    if unknown := _unknown(text):
        return unknown
    if asks:
        return _not_dice(text, _QUESTION, "this question is not understood")
    if _SENTENCE.fullmatch(text.strip()):
        return _not_dice(text, _EXAMPLES)
    if error.code == "unknown-word" and _is_spoken(text, error.span):
        error.hint = _EXAMPLES
    if _word_is_offered(error):
        error.hint = _PHRASES
    about = (_after_words(text) if error.code == "unknown-word" else None) or error
    if word := _said_word(about):
        message = f"`{word}` is not understood here"
        return NotationError(
            "unknown-word", message, span=about.span, hint=_PHRASES, text=about.text
        )
    return about


def _unknown(text: str) -> NotationError | None:
    """Find the fewest words that keep the rest from being understood, and offer near readings."""
    from astragal.talk.listening import LONGEST

    words = list(_SAID.finditer(text))
    if len(text) > LONGEST or len(words) > _MOST_WORDS or "#" in text:
        return None
    for count in range(1, _MOST_UNKNOWN + 1):
        for run in (words[at : at + count] for at in range(len(words) - count + 1)):
            place = Span(run[0].start(), run[-1].end())
            said = text[place.start : place.end].strip("():")
            joined = _JOINED.search(said) or text[place.end :].startswith(" of ")
            if joined or not _PLAIN_WORDS.fullmatch(said) or _ASKS.search(said):
                continue
            if hint := _without(text, place, said):
                message = f"`{said}` is not understood here"
                return NotationError("unknown-word", message, span=place, hint=hint, text=text)
    return None


def _without(text: str, place: Span, said: str) -> str | None:
    """A hint for a text with unknown words: the readings with and without them, or None."""
    from astragal.talk.listening import understand

    rest = " ".join(f"{text[: place.start]} {text[place.end :]}".split())
    if asked_in_full(rest) != rest and asked_in_full(text) == text:
        return None
    try:
        understood = understand(rest)
        read = understood.text if understood is not None else str(parse(rest))
    except UnclearError as unclear:
        ways = unclear.hint or ""
        if not ways.startswith("`") or unclear.in_part:
            return None
        return _told_apart(said) or f"without it: {ways}"
    except AstragalError:
        return None
    if not parse(read).body.draws:
        return None
    asks = understood is not None and understood.kind != "roll"
    if not asks and _ASKS.search(text):
        return None
    if hint := _told_apart(said):
        return _QUESTION if asks else hint
    if understood is not None and asks:
        return f"without it, `{rest}` asks for {understood.told}"
    return f"`{_with_label(read, said)}` has it as a label, `{rest}` leaves it out"


def _told_apart(words: str) -> str | None:
    """Examples, if the words are known ones: leaving them out would change the meaning."""
    from astragal.talk.naming import TURNING, is_label
    from astragal.talk.phrase import vocabulary

    said = words.lower().split()
    if not TURNING.isdisjoint(said):
        return _EXAMPLES
    meaning = (vocabulary() | _SPOKEN) - FILLERS
    return _PHRASES if any(word in meaning and not is_label(word) for word in said) else None


def _with_label(text: str, label: str) -> str:
    from astragal.talk.changing import labelled
    from astragal.talk.phrase import Heard, NotHeardError

    sign = "," if "#" in text else " #"
    try:
        heard = Heard(text)
        return labelled(heard, label).text if heard.is_number else f"{text}{sign} {label}"
    except NotHeardError:
        return f"{text}{sign} {label}"


def _asks(text: str, error: NotationError) -> bool:
    asked = asked_in_full(text)
    return asked != text or (error.code == "unknown-word" and _ASKS.search(text) is not None)


def _to_roll(text: str) -> str | None:
    """Dice for a name and a bonus, if that is what was said."""
    from astragal.talk.bonuses import dice_for
    from astragal.talk.listening import LONGEST

    return dice_for(text) if len(text) <= LONGEST else None


def _word_is_offered(error: NotationError) -> bool:
    """Whether a word that phrases are made of is taken for a label."""
    from astragal.talk.phrase import vocabulary

    found = re.match(r"a label goes in brackets, `\[(\w+)\]`", error.hint or "")
    return found is not None and found[1].lower() in vocabulary() | FILLERS


def _said_word(error: AstragalError) -> str:
    """The word after dice that notation takes for a modifier, if it is a word of a sentence."""
    place, text = error.span, error.text or ""
    if place is None or error.code != "unknown-modifier" or not text[: place.start].endswith(" "):
        return ""
    found = _WORD.match(text, place.start)
    return found[0] if found else ""


def _not_dice(text: str, hint: str, message: str = "") -> NotationError:
    shown = " ".join(text.split())
    shown = shown if len(shown) <= 40 else f"{shown[:39]}…"
    place = Span(len(text) - len(text.lstrip()), len(text.rstrip()))
    message = message or f"`{shown}` is not dice"
    return NotationError("unknown-word", message, span=place, hint=hint, text=text)


def _is_spoken(text: str, place: Span | None) -> bool:
    """Whether a word is spoken rather than notation: others follow it, or phrases have it."""
    if place is None:
        return False
    if text[place.end : place.end + 1] in (" ", "\t", "'", "’"):
        return True
    from astragal.talk.phrase import vocabulary

    return text[place.start : place.end].lower() in vocabulary()


def _after_words(text: str) -> AstragalError | None:
    """What is wrong with the dice, if a name or words that mean nothing stand before them."""
    from astragal.talk.listening import LONGEST

    if len(text) > LONGEST:
        return None
    said = without_fillers(plain(text))
    rest = _BEFORE_DICE.sub("", said)
    if not rest or rest == text.strip():
        return None
    try:
        parse(rest)
    except AstragalError as error:
        unclear = error.code == "unknown-word" or (rest != said and _is_said(rest))
        return None if unclear else error
    return None


def _is_said(text: str) -> bool:
    from astragal.talk.listening import understand

    try:
        return understand(text) is not None
    except NotationError:
        return True


def _meant(text: str, words: list[str]) -> str | None:
    """The text without slips, if that is understood or is one of ``words``."""
    from astragal.talk.listening import LONGEST, understand
    from astragal.talk.phrase import vocabulary

    if len(text) > LONGEST:
        return None
    first = nearest(text.strip(), words)
    if first is not None or len(text.split()) > _MOST_WORDS:
        return first
    known = vocabulary() | FILLERS
    likely = sorted(word for word in known | _SPOKEN if len(word) > 3)

    def corrected(found: re.Match[str]) -> str:
        word = found[0]
        if "'" in word or "’" in word or word.lower() in known | _SPOKEN:
            return word
        known_word = nearest(word, likely) or word
        # A word with something before it may be its opposite: "unlikely" is no slip.
        return word if word.lower().endswith(known_word) else known_word

    meant = _WORD.sub(corrected, text)
    if meant == text:
        return None
    try:
        return meant if understand(meant) is not None else None
    except AstragalError:
        return None
