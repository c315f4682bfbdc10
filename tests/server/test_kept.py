"""Kept answers: how much room they have, and who makes room for whom."""

from __future__ import annotations

from astragal.server.kept import KeptAnswers
from astragal.server.reading import Asked
from astragal.service.service import Reply


def asked(number: int) -> Asked:
    return Asked("GET", "/api/v1/odds", b"%010d" % number)


def reply(size: int) -> Reply:
    """An answer that takes so many bytes with its question."""
    return Reply(200, "x" * (size - 10))


def kept_of(kept: KeptAnswers, numbers: range) -> list[int]:
    return [number for number in numbers if kept.get(asked(number)) is not None]


def test_the_room_holds_as_many_bytes_as_it_says() -> None:
    kept = KeptAnswers(1000)
    for number in range(10):
        kept.put(asked(number), reply(100))
    assert kept_of(kept, range(10)) == list(range(10)), "they fill it to the last byte"
    kept.put(asked(10), reply(20))
    assert kept_of(kept, range(11)) == list(range(1, 11)), "one makes room"


def test_the_one_that_nobody_asked_for_longest_makes_room() -> None:
    kept = KeptAnswers(1000)
    for number in range(10):
        kept.put(asked(number), reply(100))
    kept.get(asked(0))
    kept.put(asked(10), reply(100))
    assert kept_of(kept, range(11)) == [0, *range(2, 11)]


def test_room_that_was_made_can_be_used_again() -> None:
    kept = KeptAnswers(1000)
    for number in range(100):
        kept.put(asked(number), reply(125))
        assert len(kept_of(kept, range(100))) == min(8, number + 1)
        kept.put(asked(number), reply(125))  # the same again takes no more room


def test_an_eighth_of_the_room_is_the_most_for_one() -> None:
    kept = KeptAnswers(1000)
    kept.put(asked(1), reply(125))
    kept.put(asked(2), reply(126))
    assert kept_of(kept, range(3)) == [1]
