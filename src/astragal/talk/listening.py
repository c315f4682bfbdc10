"""Reads a text as notation, then as a phrase; explains the refusal if neither works."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache

from astragal.errors import AstragalError, NotationError
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.talk.naming import is_label, is_title
from astragal.talk.phrase import Heard, Level, NotHeardError, UnclearPartError, all_phrases
from astragal.talk.unclear import UnclearError
from astragal.talk.understood import Read, Understood
from astragal.talk.words import asked_in_full, plain, unwrapped, without_fillers

LONGEST = 160
"""Longer texts are only read as notation."""
_DEEPEST = 7
"""The limit for phrases inside phrases."""
_MOST_PARTS = 60
"""The limit for parts of a text; real sentences have fewer."""

_DICE = re.compile(
    r"\d|[\ue000-\ue0ff]|coin|heads|fate|fudge|percent|stat|score|attribut|abilit|adv|dis|die|dice|df"
    r"|yes or no|yahtzee|snake|boxcar|crit|doubles|pair|triples|straight|kind|odds|chance"
    r"|probabilit|character|card",
    re.IGNORECASE,
)
"""Every text about dice has at least one of these."""

# Private characters replace labels and names during the search, so that nothing in them matches.
_KEPT = re.compile(r"@\{[^{}]*\}|@\w+|\[[^\[\]]*\]")
_FIRST, _LAST = 0xE000, 0xE0FF


def understand(
    text: str, *, names: Iterable[str] = (), labels: Iterable[str] = ()
) -> Understood | None:
    """Turn speech into notation; None if no phrase fits.

    ``names`` are rolls known by name, such as those on a sheet; ``labels`` may name dice, besides
    the words that always may. Ambiguous texts are refused with a NotationError.

    >>> from astragal import talk
    >>> heard = talk.understand("can you roll 4d6 and drop the lowest, please?")
    >>> heard and heard.text
    '4d6dl1'
    >>> named = talk.understand("make a Stealth check", names=["Stealth"])
    >>> named and named.name
    'Stealth'
    """
    if len(text) > LONGEST or any(_FIRST <= ord(char) <= _LAST for char in text):
        return None
    named = _named(text, names)
    if named is not None:
        return Understood("named", name=named)
    if _is_unclear_notation(text):
        return None
    listener = Listener(asked_in_full(text), labels)
    try:
        heard = listener.heard()
        return heard.understood() if heard.rolls else None
    except UnclearPartError as part:
        raise _in_full(part, listener) from None
    except NotHeardError:
        return None


_TYPED = re.compile("`([^`]+)`")


def _in_full(unclear: UnclearPartError, listener: Listener) -> NotationError:
    """The error of an unclear part, with whole sentences to type where they are known."""
    error, whole = unclear.error, listener.text
    if not isinstance(error, UnclearError) or whole.count(unclear.part) != 1 or not error.hint:
        return error
    before, after = map(listener.restored, whole.split(unclear.part))
    texts = [f"{before}{part}{after}" for part in _TYPED.findall(error.hint)]
    if whole != unclear.part and not error.in_part and all(map(_is_clear, texts)):
        error.hint = _TYPED.sub(lambda _: f"`{texts.pop(0)}`", error.hint)
    return error


def _is_clear(text: str) -> bool:
    try:
        return understand(text) is not None
    except NotationError:
        return False


def _is_unclear_notation(text: str) -> bool:
    """True for ambiguous notation, which no phrase can clarify."""
    return refused_as(text).startswith("ambiguous-")


@lru_cache(maxsize=64)
def refused_as(text: str) -> str:
    """The code of the error that parsing a text raises; empty for valid notation."""
    try:
        parse(text)
    except AstragalError as error:
        return error.code
    return ""


def speaks_of_dice(text: str) -> bool:
    """False if no part of a text can be heard as dice."""
    return _DICE.search(text) is not None


def _is_settled(error: NotationError) -> bool:
    """True if the text is notation that was refused for its meaning, so no phrase is tried."""
    return error.code.startswith("ambiguous-") or error.code == "needs-numbers"


def read(
    text: str,
    parse: Callable[[str], Expression] = parse,
    *,
    words: Iterable[str] = (),
    labels: Iterable[str] = (),
    explained: bool = True,
) -> Read:
    """Read a text as notation or as a phrase; raises an error for people if it is neither.

    ``words`` are commands that the text may be a typo of; ``labels`` are additional names for dice.
    Pass ``explained=False`` where nobody reads the error: finding suggestions takes ten times as
    long as reading.
    """
    try:
        return Read(parse(text))
    except NotationError as error:
        if not isinstance(text, str) or _is_settled(error):
            raise
        from astragal.talk.refusing import refusal

        try:
            understood = understand(text, labels=labels)
        except NotationError as unclear:
            unclear.about(text)
            error, understood = unclear, None
        if understood is None:
            raise (refusal(text, error, words) if explained else error) from None
        return Read(parse(understood.text), understood)


class Listener:
    """Matches one text and its parts with the phrases."""

    def __init__(self, text: str, names: Iterable[str] = ()) -> None:
        self.names = frozenset(" ".join(name.lower().split()) for name in names)
        self._labels = True
        self._kept: list[str] = []
        text, _, self._remark = unwrapped(text).partition("#")
        text = _KEPT.sub(self._keep, text)
        self.text = without_fillers(plain(text))
        self._known: dict[tuple[str, bool], Heard | NotationError | None] = {}
        self._depth = 0

    @contextmanager
    def labels(self, *, allowed: bool) -> Iterator[None]:
        """Allow or forbid labels inside the block; a surrounding ban stays in force."""
        before, self._labels = self._labels, self._labels and allowed
        try:
            yield
        finally:
            self._labels = before

    def name(self, words: str) -> str:
        """Return words that can label dice; others do not fit the phrase."""
        if not (self._labels and is_label(words, self.names)):
            raise NotHeardError
        return words

    def title(self, words: str) -> str:
        """Return words that can be a title before a colon; others do not fit the phrase."""
        if not (self._labels and (is_title(words) or is_label(words, self.names))):
            raise NotHeardError
        return words

    def _keep(self, found: re.Match[str]) -> str:
        if len(self._kept) > _LAST - _FIRST:
            raise NotHeardError
        self._kept.append(found[0])
        return chr(_FIRST + len(self._kept) - 1)

    def restored(self, text: str) -> str:
        """Put the labels and names back into a text."""
        for place, kept in enumerate(self._kept):
            text = text.replace(chr(_FIRST + place), kept)
        return text

    def heard(self) -> Heard:
        """The notation for the whole text, with its comment in the title."""
        heard, remark = self._whole(), " ".join(self._remark.split())
        return heard._replace(title=", ".join(filter(None, (heard.title, remark))))

    def _whole(self) -> Heard:
        if not speaks_of_dice(self.text):
            raise NotHeardError
        unclear: NotHeardError | None = None
        for phrase in all_phrases():
            if phrase.level > Level.QUESTION:
                break
            try:
                found = phrase.hear(self.text, self)
            except UnclearPartError as part:
                unclear = unclear or part
                continue
            if found is not None:
                return found
        try:
            return self.hear(self.text)
        except NotHeardError as error:
            raise unclear or error from None

    def hear(self, text: str) -> Heard:
        """The notation for a text or a part of it; NotHeardError if there is none."""
        text = without_fillers(text.strip(" ,;"))
        key = (text, self._labels)
        if key not in self._known:
            self._known[key] = None  # stops a phrase from containing itself
            self._known[key] = self._heard(text)
        found = self._known[key]
        if found is None:
            raise NotHeardError
        if isinstance(found, NotationError):
            raise UnclearPartError(found, text)
        return found

    def _heard(self, text: str) -> Heard | NotationError | None:
        if not text or self._depth >= _DEEPEST or len(self._known) > _MOST_PARTS:
            return None
        notation = self.restored(text)
        try:
            parse(notation)
            return Heard(notation)
        except AstragalError as error:
            if isinstance(error, NotationError) and error.code.startswith("ambiguous-"):
                error.about(notation)
                return error
        self._depth += 1
        try:
            return self._phrase(text)
        finally:
            self._depth -= 1

    def _phrase(self, text: str) -> Heard | NotationError | None:
        """The first phrase that fits, or its error; otherwise the first error in a part."""
        unclear = None
        for phrase in all_phrases():
            if phrase.level <= Level.QUESTION:
                continue
            try:
                found = phrase.hear(text, self)
            except UnclearPartError as part:
                error = part.error
                unclear = unclear or (error.of_part() if isinstance(error, UnclearError) else error)
            except NotationError as error:
                return error
            else:
                if found is not None:
                    return found
        return unclear


_ROLL = re.compile(
    r"(.+?)(?: (?:check|checks|save|saving throw|test|roll|attempt))?", re.IGNORECASE
)


def _named(text: str, names: Iterable[str]) -> str | None:
    """The named roll in ``roll for Stealth`` or ``make a Stealth check``; None for other texts."""
    known = {" ".join(name.split()).casefold(): name for name in names}
    if not known:
        return None
    said = " ".join(text.split()).rstrip(".!?, ")
    for each in (said, without_fillers(said)):
        found = _ROLL.fullmatch(each)
        for wanted in (each, *([found[1]] if found else [])):
            if wanted.casefold() in known:
                return known[wanted.casefold()]
    return None
