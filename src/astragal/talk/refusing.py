"""Refusals of texts that are neither notation nor a phrase, with the nearest readings."""

from __future__ import annotations

import re
from collections.abc import Iterable

from astragal._nearest import nearest
from astragal.errors import AstragalError, NotationError, Span
from astragal.notation.syntax.parser import parse
from astragal.talk.bonuses import dice_for
from astragal.talk.changing import labelled
from astragal.talk.listening import LONGEST, refused_as, speaks_of_dice, understand
from astragal.talk.naming import TURNING, is_label
from astragal.talk.phrase import Heard, NotHeardError, vocabulary
from astragal.talk.unclear import UnclearError
from astragal.talk.words import FILLERS, NUMBER_WORDS, asked_in_full, plain, without_fillers

_EXAMPLES = "type dice, such as `2d6`, `d20+5`, `4d6 drop lowest` or `flip a coin`"
_PHRASES = "say it like `4d6 drop lowest`, `d20 with advantage` or `d20+5 vs 15`"
_QUESTION = (
    "ask e.g. `odds of 15 or more on 3d6`, `odds of at least one 6 on 4d6` or `average of 8d6`"
)
GENERAL_HINTS = (_EXAMPLES, _PHRASES, _QUESTION)
"""General hints, independent of the text."""
_ASKS = re.compile(
    r"\b(?:odds|chances?|probabilit(?:y|ies)|likely|average|mean|expected|median|variance)\b",
    re.IGNORECASE,
)
_AGAIN = re.compile(
    r"(?:and |now |then |please )*(?:(?:roll|do|repeat|re-?roll) )?(?:(?:it|that|this) )?"
    r"(?:again|once more|one more time|another(?: one)?|repeat|re-?roll|same again|it|that"
    r"|(?:double|triple|halve) it|last roll|next|(?:what|how) about)"
    r"(?= (?:with|at|plus|minus|but|and|twice|\w+ times)\b| ?[+-]|[.!?]*$)",
    re.IGNORECASE,
)
"""A sentence that refers to an earlier roll."""
_DICE = re.compile(r"\dd|\bd\d|\bd[%F]|\bdice\b|\bdie\b", re.IGNORECASE)
_BONUS = re.compile(r"[+-] ?\d|\b(?:ac|dc|vs|versus|against)\b", re.IGNORECASE)
_LETTER = re.compile(r"[a-z]", re.IGNORECASE)
_MOST_WORDS = 14
"""Texts with more words are not searched for typos or unknown words."""
_MOST_UNKNOWN = 4
"""The most consecutive unknown words that may be a label."""
_SAID = re.compile(r"\S+")
_PLAIN_WORDS = re.compile(r"(?=.*[^\W\d_]{3})[^\W\d_]+(?:[ '’-][^\W\d_]+)*")
_JOINED = re.compile(r"\Aof\b|\b(?:of|the|an?|on|in|for|to|with|at)\Z", re.IGNORECASE)
"""Words that cannot be separated from their neighbours."""
_SPOKEN = frozenset(
    ("plus", "minus", "sided", "neither", "both", "none", "every", "exactly", *NUMBER_WORDS)
)
_NO_SLIPS = {
    "first",
    "last",
    "next",
    "rest",
    "other",
    "same",
    "some",
    "this",
    "that",
    "here",
    "there",
} | {"where", "when", "which", "while", "what", "were", "than", "then", "them", "they", "those"}
"""Words that are never treated as typos, although some resemble words of phrases."""
_BEFORE_DICE = re.compile(r"\A(?:[^\W\d_]{3,}[:,]? ){1,4}(?=\(*\d*d\d|\d+x\()", re.IGNORECASE)
_SENTENCE = re.compile(r"[a-z][a-z'’,.!? -]*", re.IGNORECASE)
_WORD = re.compile(r"[a-z'’]{3,}", re.IGNORECASE)
_SHORT_WORD = re.compile(r"[a-z]{2}(?![\w%])", re.IGNORECASE)


def refusal(text: str, error: NotationError, words: Iterable[str] = ()) -> AstragalError:
    """The error for a text that is neither notation nor a phrase; ``error`` is about notation.

    It corrects typos, gives examples to a text without dice, and points at the error in a text that
    is close to notation.
    """
    if len(text) > LONGEST:
        return error
    if meant := _meant(text, list(words)):
        error.hint = f"did you mean `{meant}`?"
        return error
    if error.code.startswith("ambiguous-"):
        in_part = isinstance(error, UnclearError) and error.in_part
        return (_unknown(text) if in_part else None) or error
    if again := _AGAIN.match(text.strip()):
        return _not_dice(text, _whole_roll(text.strip()[again.end() :]), "which roll?")
    spoken = error.code == "unknown-word"
    asks = asked_in_full(text) != text or (spoken and _ASKS.search(text) is not None)
    if not asks and (dice := dice_for(text)):
        return _not_dice(text, f"say which dice, e.g. `{dice}`")
    if whole := _with_dice(text):
        return _not_dice(text, f"e.g. `{whole}`", "on which dice?")
    if unknown := _unknown(text):
        return unknown
    if asks:
        return _not_dice(text, _QUESTION, "this question is not understood")
    if _SENTENCE.fullmatch(text.strip()):
        return _not_dice(text, _EXAMPLES)
    return _nearly_notation(text, error)


def _whole_roll(more: str) -> str:
    """A hint for a text that refers to an earlier roll: ``again with +2``."""
    whole = next((text for text in (f"d20{more}", f"2d6{more}") if more and _is_clear(text)), "2d6")
    return f"say it whole, e.g. `{whole}`"


def _with_dice(text: str) -> str | None:
    """Add dice to a text that lacks them: ``drop the two lowest``; None if it stays unclear."""
    said = without_fillers(" ".join(text.split()).rstrip(".!?"))
    if _DICE.search(said) or _BONUS.search(said) or not _LETTER.match(said):
        return None
    label = "for " if is_label(said) else ""
    dice = "2d6" if label else "4d6"
    return next((whole for whole in (f"{dice} {label}{said}",) if _is_clear(whole)), None)


def _is_clear(text: str) -> bool:
    """True if a text is a roll, as notation or as a phrase."""
    try:
        understood = understand(text)
        return (understood is not None and understood.kind == "roll") or not refused_as(text)
    except AstragalError:
        return False


def _not_dice(text: str, hint: str, message: str = "") -> NotationError:
    shown = " ".join(text.split())
    shown = shown if len(shown) <= 40 else f"{shown[:39]}…"
    place = Span(len(text) - len(text.lstrip()), len(text.rstrip()))
    message = message or f"`{shown}` is not dice"
    return NotationError("unknown-word", message, span=place, hint=hint, text=text)


# Unknown words


def _unknown(text: str) -> NotationError | None:
    """The error for the shortest run of unknown words in an otherwise clear text."""
    words = list(_SAID.finditer(text))
    if len(words) > _MOST_WORDS or "#" in text or not speaks_of_dice(text):
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
    rest = " ".join(f"{text[: place.start]} {text[place.end :]}".split())
    if asked_in_full(rest) != rest and asked_in_full(text) == text:
        return None
    asks = _ASKS.search(text) is not None
    try:
        understood = understand(rest)
        if understood is None and refused_as(rest):
            return None
        read = understood.text if understood is not None else str(parse(rest))
    except UnclearError as unclear:
        ways = unclear.hint or ""
        turns = asks or _told_apart(said) is not None
        if unclear.in_part or not ways.startswith("`" if turns else ("`", "say ")):
            return None
        return _told_apart(said) or f"without it: {ways}"
    except AstragalError:
        return None
    if not parse(read).body.draws:
        return None
    if understood is not None and understood.kind != "roll":
        told_apart = _QUESTION if _told_apart(said) else None
        return told_apart or f"without it, `{rest}` asks for {understood.told}"
    if asks:
        return None
    label = f"`{_with_label(read, said)}` has it as a label, `{rest}` leaves it out"
    return _told_apart(said) or label


def _told_apart(words: str) -> str | None:
    """Examples as a hint, if leaving out these words would change the meaning; otherwise None."""
    said = words.lower().split()
    if not TURNING.isdisjoint(said):
        return _EXAMPLES
    meaning = (vocabulary() | _SPOKEN) - FILLERS
    return _PHRASES if any(word in meaning and not is_label(word) for word in said) else None


def _with_label(text: str, label: str) -> str:
    sign = "," if "#" in text else " #"
    try:
        heard = Heard(text)
        return labelled(heard, label).text if heard.is_number else f"{text}{sign} {label}"
    except NotHeardError:
        return f"{text}{sign} {label}"


# Texts close to notation


def _nearly_notation(text: str, error: NotationError) -> AstragalError:
    """The error in the notation, with examples of phrases if the text looks like a sentence."""
    about: AstragalError = error
    if error.code == "unknown-word" and (place := error.span):
        word = text[place.start : place.end]
        goes_on = text[place.end : place.end + 1] in (" ", "\t", "'", "’")
        # `d20+str` wants a value, though its name is also a word.
        if goes_on or (word.lower() in vocabulary() and not is_label(word)):
            error.hint = _EXAMPLES
        about = _after_words(text) or error
    if word := _said_word(about):
        message = f"`{word}` is not understood here"
        return NotationError("unknown-word", message, span=about.span, hint=_PHRASES, text=text)
    return about


def _said_word(error: AstragalError) -> str:
    """The word of a sentence that the parser took for a modifier after dice; empty if none."""
    place, text = error.span, error.text or ""
    if place is None or error.code != "unknown-modifier" or not text[: place.start].endswith(" "):
        return ""
    found = _WORD.match(text, place.start) or _SHORT_WORD.match(text, place.start)
    return found[0] if found and (len(found[0]) > 2 or found[0] in vocabulary()) else ""


def _after_words(text: str) -> AstragalError | None:
    """The error in dice that follow a name or filler words; None if there is none."""
    said = without_fillers(plain(text))
    rest = _BEFORE_DICE.sub("", said)
    if not rest or rest == text.strip():
        return None
    try:
        parse(rest)
    except AstragalError as error:
        if error.code == "unknown-word" or (rest != said and _is_said(rest)):
            return None
        before = text.rfind(rest)
        if error.span is not None and before >= 0:  # shown where it was typed
            error.span = Span(error.span.start + before, error.span.end + before)
            error.text = text
        return error
    return None


def _is_said(text: str) -> bool:
    try:
        return understand(text) is not None
    except NotationError:
        return True


# Typos


def _meant(text: str, words: list[str]) -> str | None:
    """The text with typos corrected, if the result is understood or is one of ``words``."""
    first = nearest(text.strip(), words)
    if first is not None or len(text.split()) > _MOST_WORDS:
        return first
    known = vocabulary() | FILLERS
    # Short filler words are not suggested, except "roll": "must" is not a typo of "just".
    likely = sorted(
        word
        for word in known | _SPOKEN
        if len(word) > (4 if word in FILLERS else 3) or word == "roll"
    )

    def corrected(found: re.Match[str]) -> str:
        word = found[0]
        if "'" in word or "’" in word or word.lower() in known | _SPOKEN | _NO_SLIPS:
            return word
        near = nearest(word, likely) or word
        # A prefix may turn a word into its opposite: "unlikely" is not a typo.
        return word if word.lower().endswith(near) else near

    meant = _WORD.sub(corrected, text)
    if meant == text:
        return None
    try:
        return meant if understand(meant) is not None else None
    except AstragalError:
        return None
