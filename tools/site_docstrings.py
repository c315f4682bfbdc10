"""Examples in docstrings, as blocks of code on the documentation site."""

from __future__ import annotations

from griffe import Extension, Object


class Doctests(Extension):
    """Fences every example: Markdown would take ``>>>`` for a quotation."""

    def on_instance(self, *, obj: Object, **_: object) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(docstring: str) -> str:
    r"""The text with a fence around each example, which ends with an empty line.

    >>> fenced("Adds.\n\n>>> 1 + 1\n2\n\nThat is all.").splitlines()
    ['Adds.', '', '```pycon', '>>> 1 + 1', '2', '```', '', 'That is all.']
    """
    lines: list[str] = []
    inside = False
    for line in [*docstring.splitlines(), ""]:
        if inside and not line.strip():
            lines.append("```")
            inside = False
        elif not inside and line.lstrip().startswith(">>> "):
            lines.append("```pycon")
            inside = True
        lines.append(line)
    return "\n".join(lines[:-1])
