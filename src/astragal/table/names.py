"""Names as people write and say them: a Focus Save, your Sneaking Score."""

from __future__ import annotations

_BEFORE = ("a ", "an ", "your ", "my ")
_BEHIND = (" score", " test", " check", " roll")


def plain_name(name: str) -> str:
    """A name without regard to case and blanks."""
    return " ".join(name.casefold().split())


def spoken_forms(name: str) -> list[str]:
    """The plain names that may be meant, what was said first.

    >>> spoken_forms("your Sneaking Score")
    ['your sneaking score', 'your sneaking', 'sneaking score', 'sneaking']
    """
    said = plain_name(name)
    bare = next((said.removeprefix(each) for each in _BEFORE if said.startswith(each)), said)
    forms = []
    for form in (said, bare):
        forms += [form, *(form.removesuffix(each) for each in _BEHIND if form.endswith(each))]
    return list(dict.fromkeys(forms))
