"""Errors through pickle and copy: nothing of them is lost."""

from __future__ import annotations

import copy
import pickle
import traceback
from collections.abc import Callable

import pytest

from astragal import AstragalError, Span, errors, parse
from astragal.errors import NotationError

KINDS = [
    each
    for each in vars(errors).values()
    if isinstance(each, type) and issubclass(each, AstragalError)
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("again", [lambda error: pickle.loads(pickle.dumps(error)), copy.copy])
def test_an_error_is_whole_after_its_journey(
    kind: type[AstragalError], again: Callable[[AstragalError], AstragalError]
) -> None:
    error = kind("a-code", "a message", span=Span(1, 2), hint="a hint", text="2d")
    other = again(error)
    assert type(other) is kind
    assert vars(other) == vars(error)
    assert str(other) == "a message"
    assert other.render() == error.render()
    assert other.to_dict() == error.to_dict()


def test_a_traceback_shows_the_place_and_the_hint_as_before() -> None:
    with pytest.raises(NotationError) as caught:
        parse("2d")
    other = pickle.loads(pickle.dumps(caught.value))
    shown = "".join(traceback.format_exception(other))
    assert "2d\n^^" in shown
    assert "e.g. `2d6`" in shown


def test_a_copy_has_no_traceback_even_where_tracebacks_are_pickled() -> None:
    """Dask has tracebacks pickled along with every exception."""
    pytest.importorskip("tblib.pickling_support").install(NotationError)
    with pytest.raises(NotationError) as caught:
        parse("2d")
    other = copy.copy(caught.value)
    assert (other.__traceback__, other.__context__, other.__cause__) == (None, None, None)
    assert vars(pickle.loads(pickle.dumps(other))) == vars(caught.value)
