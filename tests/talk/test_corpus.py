"""Many sentences, half of them written to mislead: none of them gets a wrong answer."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from astragal.errors import AstragalError
from astragal.notation.syntax.parser import parse
from astragal.talk import read, understand
from astragal.talk.answering import answers
from tests.talk.corpus import ASKED, READ, REFUSED, Question


@pytest.mark.parametrize(("typed", "told"), READ)
def test_a_roll_is_read_as_it_was_said(typed: str, told: str) -> None:
    found = read(typed)
    assert found.understood is not None or typed == told
    text = str(found.expression) if found.understood is None else found.understood.told
    assert text.partition(" (`")[0] == told


def on_all_faces(question: Question) -> list[Fraction]:
    """The mean of what is asked over all faces: of a truth, its chance."""
    totals: Counter[int] = Counter()
    rolls = 0
    for faces in product(*(range(1, sides + 1) for sides in question.dice)):
        rolls += 1
        for place, asked in enumerate(question.asked):
            totals[place] += asked(faces)
    return [Fraction(totals[place], rolls) for place in range(len(question.asked))]


@pytest.mark.parametrize("question", ASKED, ids=lambda each: each.typed)
def test_a_question_gets_the_answer_of_all_faces(question: Question) -> None:
    understood = read(question.typed).understood
    assert understood is not None
    assert understood.told == question.told
    found = [each.value for each in answers(understood, lambda text: parse(text).odds())]
    found = found or [parse(understood.text).odds().probability(True)]
    assert found == on_all_faces(question)


SAID = [typed for typed, _ in READ if "#" not in typed] + [question.typed for question in ASKED]
CHANGING = (
    "not never almost half twice double triple each about no without lowest highest second first "
    "last other same again more less under even odd neither some up down off but except unless "
    "three next least most minus if halved squared negative worst best average advantage reroll "
    "disadvantage exploding fail miss sorted different max min rounded"
)


def reading(text: str) -> str:
    try:
        understood = understand(text)
    except AstragalError:
        return ""
    return "" if understood is None else understood.told


@pytest.mark.parametrize("place", range(0, len(SAID), 6))
def test_no_word_more_is_dropped(place: int) -> None:
    """A word put into a sentence, wherever it is, changes the reading or is refused."""
    said = SAID[place].split()
    told = reading(SAID[place])
    dropped = [
        text
        for word in CHANGING.split()[place % 7 :: 7]
        for at in range(len(said) + 1)
        if reading(text := " ".join([*said[:at], word, *said[at:]])) == told != ""
    ]
    assert not dropped


@pytest.mark.parametrize(("typed", *["offers"]), [(row[0], row[1:]) for row in REFUSED])
def test_what_is_not_clear_is_refused_with_the_nearest(typed: str, offers: tuple[str, ...]) -> None:
    with pytest.raises(AstragalError) as caught:
        read(typed)
    error = caught.value
    said, hint = error.message, error.hint or ""
    assert hint
    for offered in offers:
        if offered.startswith("`"):
            assert offered in hint
            read(offered.strip("`"))
        else:
            assert f"`{offered}`" in said or offered in said
