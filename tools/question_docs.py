"""Writes what the guides say of questions that are commands by themselves, from the questions.

    python -m tools.question_docs           writes it
    python -m tools.question_docs --check   exits with 1 if it is out of date

What lies between `<!-- questions -->` and `<!-- end -->` is written: in docs/command-line.md a
section for each, in docs/service.md a row.
"""

from __future__ import annotations

import re
from typing import get_type_hints

from astragal.cli.asking import option_of
from astragal.cli.own_options import WORK
from astragal.cli.question_command import ways_of
from astragal.service.fields import SUBJECT
from astragal.service.question import AboutSubject, command_names, find_question
from tools.console_docs import shown_by
from tools.written_pages import DOCS, bring_up_to_date

COMMANDS, SERVICE = DOCS / "command-line.md", DOCS / "service.md"
_WRITTEN = re.compile(r"(?<=<!-- questions -->\n).*?(?=<!-- end -->)", re.DOTALL)


def questions() -> list[AboutSubject]:
    found = [find_question(name) for name in command_names()]
    return [each for each in found if isinstance(each, AboutSubject)]


def section(question: AboutSubject) -> str:
    """What the command answers, examples with their answers, and its options."""
    lines = ["", f"## `astragal {question.name}`", "", question.__doc__ or "", "", "```console"]
    for example in question.examples:
        command = f"astragal {example}"
        lines += [f"$ {command}", shown_by(command).rstrip("\n")]
    lines += ["```", "", "| option | meaning |", "| --- | --- |"]
    (way,) = ways_of(question)
    for field in (*way.options.values(), *WORK):
        shown = f"{field.option} {field.shown}".strip()
        lines.append(f"| `{shown}` | {_cell((option_of(field).help or '').rstrip('.'))} |")
    return "\n".join([*lines, "", ""])


def row(question: AboutSubject) -> str:
    """The fields of the question besides those of its subject, and those of its answer."""
    fields = [each for each in question.fields if each not in SUBJECT]
    asked = ", ".join(f"`{each.name}` ({each.help})" for each in fields)
    answered = ", ".join(f"`{name}`" for name in get_type_hints(question.answers))
    about = (question.__doc__ or "").partition("\n")[0]
    return f"| `{question.name}` | {_cell(asked)} | {_cell(about)} {answered} |"


def _cell(text: str) -> str:
    return text.replace("|", r"\|")


def commands_written(page: str) -> str:
    return _WRITTEN.sub(lambda _: "".join(map(section, questions())), page)


def service_written(page: str) -> str:
    rows = "\n".join(map(row, questions()))
    table = f"\n| ask | further fields | answer |\n| --- | --- | --- |\n{rows}\n\n" if rows else ""
    return _WRITTEN.sub(lambda _: table, page)


if __name__ == "__main__":
    bring_up_to_date(COMMANDS, commands_written)
    bring_up_to_date(SERVICE, service_written)
