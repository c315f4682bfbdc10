"""Sources of faces: fair, repeatable, thread- and fork-safe, strict about faces by hand."""

from __future__ import annotations

import hashlib
import os
import pickle
import threading
from collections import Counter
from typing import Any

import pytest

from astragal import (
    Die,
    FacesError,
    HandSource,
    RollError,
    SeededSource,
    Source,
    SystemSource,
    parse,
    roll,
)
from astragal.die import D10ISH, FUDGE, ONES_DIE, TENS_DIE
from astragal.rolling.sources import ByteSource, byte_table
from tests.support.sampling import limit

SIZES = [2, 3, 4, 6, 8, 10, 12, 20, 30, 100, 255, 256, 257, 1000]


def chi_square(faces: Counter[int], die: Die) -> float:
    n = faces.total()
    expected = {face: n * die.weight(face) / die.total for face in die.faces}
    return sum((faces[face] - mean) ** 2 / mean for face, mean in expected.items())


class Scripted(ByteSource):
    """Bytes from a list, and a note of how many were taken."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.taken = 0

    def read(self, count: int) -> bytes:
        self.taken += count
        return self.data[self.taken - count : self.taken]


@pytest.mark.parametrize("total", range(1, 256))
def test_every_byte_is_shared_out_evenly_or_rejected(total: int) -> None:
    """The whole proof for up to 255 sides: each position gets equally many of the 256 bytes."""
    table, rejected = byte_table(total)
    kept = Counter(bytes(range(256)).translate(table, rejected))
    assert kept == dict.fromkeys(range(1, total + 1), 256 // total)
    assert len(rejected) == 256 % total


@pytest.mark.parametrize("total", [256, 257, 1000, 40_000, 65_536])
def test_every_pair_of_bytes_is_shared_out_evenly_or_rejected(total: int) -> None:
    accepted: Counter[int] = Counter()
    size = 1 if total == 256 else 2
    for value in range(256**size):
        # A rejected value makes the source read on: the zero bytes behind it give position 0 then.
        source = Scripted(value.to_bytes(size, "big") + bytes(size))
        position = source.position(total)
        if source.taken == size:
            accepted[position] += 1
    assert accepted == dict.fromkeys(range(total), 256**size // total)


@pytest.mark.parametrize("sides", SIZES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_seeded_source_is_uniform(sides: int, seed: int) -> None:
    faces = Counter(SeededSource(f"uniform {seed}").draw(Die(sides), 60_000))
    assert set(faces) <= set(range(1, sides + 1))
    assert chi_square(faces, Die(sides)) < limit(sides - 1)


@pytest.mark.parametrize("sides", SIZES)
def test_the_system_source_is_uniform(sides: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fixed stream replaces the system's bytes, so that the test cannot fail by chance."""
    stream = SeededSource("system bytes")
    monkeypatch.setattr(os, "urandom", stream.read)
    source = SystemSource()
    faces = Counter[int]()
    for _ in range(600):
        faces.update(source.draw(Die(sides), 100))
    assert chi_square(faces, Die(sides)) < limit(sides - 1)


@pytest.mark.parametrize("die", [FUDGE, D10ISH, Die([2, 3, 5, 7]), Die({1: 300, 2: 100})])
def test_weights_are_kept(die: Die) -> None:
    faces = Counter(SeededSource("weights").draw(die, 60_000))
    assert chi_square(faces, die) < limit(len(die.faces) - 1)


def test_the_uniformity_test_would_notice_a_biased_die() -> None:
    """Folding a byte onto six faces without rejection makes 1 to 4 too likely by one part in 42."""
    raw = SeededSource("bias").read(600_000)
    folded = Counter(byte % 6 + 1 for byte in raw)
    assert chi_square(folded, Die(6)) > limit(5)


def test_a_seed_gives_the_same_faces_for_ever() -> None:
    """Changing these is breaking every seed anybody wrote down."""
    assert list(SeededSource(42).draw(Die(6), 10)) == [4, 4, 6, 4, 2, 6, 2, 5, 5, 5]
    assert list(SeededSource("astragal").draw(Die(20), 5)) == [14, 14, 7, 20, 20]
    assert SeededSource(1).draw(Die(1000), 3) == [393, 870, 328]
    assert SeededSource(1).draw(D10ISH, 3) == [10, 4, 5]


def test_the_documented_algorithm_is_the_one_used() -> None:
    """A second implementation, from the description alone."""
    stream = b"".join(
        hashlib.sha512(b"astragal seed 1\0" + b"hello" + i.to_bytes(8, "big")).digest()
        for i in range(50)
    )
    expected = [byte % 6 + 1 for byte in stream if byte < 252]
    assert list(SeededSource("hello").draw(Die(6), 3000)) == expected[:3000]
    words = [int.from_bytes(stream[i : i + 2], "big") for i in range(0, 2000, 2)]
    wide = [word % 1000 + 1 for word in words if word < 65_000]
    assert list(SeededSource("hello").draw(Die(1000), 500)) == wide[:500]


def test_faces_do_not_depend_on_how_draws_are_grouped() -> None:
    together = list(SeededSource(5).draw(Die(6), 200))
    source = SeededSource(5)
    apart = [face for _ in range(100) for face in source.draw(Die(6), 2)]
    assert apart == together


@pytest.mark.parametrize("seed", [True, 1.5, None, b"x"])
def test_a_seed_is_a_number_or_a_text(seed: object) -> None:
    with pytest.raises(RollError):
        SeededSource(seed)  # type: ignore[arg-type]


def test_a_forked_child_does_not_repeat_its_parent() -> None:
    source = SystemSource()
    for _ in range(3):  # so that there is something left in each buffer
        source.draw(Die(6), 1)
        source.draw(Die(1000), 1)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, bytes(source.draw(Die(6), 60)) + source.read(60))
        os._exit(0)
    os.waitpid(child, 0)
    theirs = os.read(reading, 1000)
    os.close(reading)
    os.close(writing)
    ours = bytes(source.draw(Die(6), 60)) + source.read(60)
    assert len(theirs) == 120
    assert theirs[:60] != ours[:60]
    assert theirs[60:] != ours[60:]


def test_threads_never_get_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """With numbered bytes for randomness, a byte given twice would show as a number seen twice."""
    lock, counter = threading.Lock(), [0]

    def numbered(count: int) -> bytes:
        with lock:
            start = counter[0]
            counter[0] += count
        return b"".join(i.to_bytes(4, "big") for i in range(start // 4, (start + count) // 4))

    monkeypatch.setattr(os, "urandom", numbered)
    source = SystemSource()
    taken: list[list[bytes]] = [[] for _ in range(4)]

    def work(mine: list[bytes]) -> None:
        mine.extend(source.read(4) for _ in range(5000))

    threads = [threading.Thread(target=work, args=(mine,)) for mine in taken]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    everything = [each for mine in taken for each in mine]
    assert len(everything) == len(set(everything)) == 20_000


def test_threads_never_get_the_same_faces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each refill has a face of its own: none may come up more often than a refill is long."""
    lock, refills = threading.Lock(), [0]

    def marked(count: int) -> bytes:
        with lock:
            refills[0] += 1
            return bytes([refills[0]]) * count

    monkeypatch.setattr(os, "urandom", marked)
    source = SystemSource()
    taken: list[list[int]] = [[] for _ in range(4)]

    def work(mine: list[int]) -> None:
        mine.extend(source.draw(Die(255), 1)[0] for _ in range(20_000))

    threads = [threading.Thread(target=work, args=(mine,)) for mine in taken]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seen = Counter(face for mine in taken for face in mine)
    assert seen.total() == 80_000
    assert max(seen.values()) <= 4096


def test_a_copied_source_does_not_repeat_the_original() -> None:
    source = SystemSource()
    for _ in range(2):
        source.draw(Die(20), 1)
    copied = pickle.loads(pickle.dumps(source))
    assert bytes(copied.draw(Die(20), 60)) != bytes(source.draw(Die(20), 60))


def test_the_system_source_gives_as_many_as_asked() -> None:
    source = SystemSource()
    for die in (Die(1), Die(6), Die(255), Die(256), Die(10**6), FUDGE):
        for count in (0, 1, 2, 100, 9000):
            faces = source.draw(die, count)
            assert len(faces) == count
            assert all(face in die.faces for face in faces)


def test_faces_by_hand_are_used_in_order() -> None:
    hand = HandSource([6, 5, 20])
    assert roll("2d6", source=hand).outcome == 11
    assert roll("d20", source=hand).outcome == 20
    hand.finish()


def test_too_few_faces_say_which_die_was_asked_for() -> None:
    with pytest.raises(FacesError) as caught:
        roll("4d6kh3", faces=[6, 5, 4])
    assert caught.value.code == "too-few-faces"
    assert caught.value.message == "3 faces were given, but the roll needs face 4, of a d6"
    assert caught.value.span == (0, 6)


def test_too_few_faces_for_an_explosion_point_at_it() -> None:
    with pytest.raises(FacesError) as caught:
        roll("1d20 + 2d6!", faces=[3, 6, 1])
    assert caught.value.span == (10, 11)
    assert "face 4, of a d6" in caught.value.message


def test_too_many_faces_are_named() -> None:
    with pytest.raises(FacesError) as caught:
        roll("2d6", faces=[1, 2, 3, 4])
    assert caught.value.code == "too-many-faces"
    assert "3, 4 were not used" in caught.value.message


@pytest.mark.parametrize(
    ("text", "faces", "message"),
    [
        ("2d6", [3, 7], "face 2 is 7, but a d6 has faces 1 to 6"),
        ("2d6", [0, 3], "face 1 is 0, but a d6 has faces 1 to 6"),
        ("d{2,3,5,7}", [4], "face 1 is 4, but a d{2,3,5,7} has faces 2, 3, 5, 7"),
        ("d10ish", [11], "face 1 is 11, but a d10ish has faces 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"),
        ("d1", [2], "face 1 is 2, but a d1 has only the face 1"),
    ],
)
def test_impossible_faces_are_refused(text: str, faces: list[int], message: str) -> None:
    with pytest.raises(FacesError) as caught:
        roll(text, faces=faces)
    assert caught.value.code == "impossible-face"
    assert caught.value.message == message


@pytest.mark.parametrize("face", [1.0, "1", None, True])
def test_a_face_by_hand_is_a_whole_number(face: object) -> None:
    with pytest.raises(FacesError):
        HandSource([face])  # type: ignore[list-item]


def test_faces_and_a_source_cannot_both_be_given() -> None:
    with pytest.raises(RollError):
        roll("2d6", faces=[1, 2], source=SystemSource())


def test_any_object_with_draw_is_a_source() -> None:
    class Highest:
        def draw(self, die: Die, count: int) -> list[int]:
            return [die.highest] * count

    assert isinstance(Highest(), Source)
    assert roll("3d6+1d20", source=Highest()).outcome == 38


@pytest.mark.parametrize(
    "answer",
    [
        [1],
        [1, 2, 3, 4],
        [1, 2, 7],
        [1, 2, 0],
        [1, 2, 2.5],
        [1, 2, True],
        ["1", "2", "3"],
        [1, 2, None],
    ],
)
def test_a_source_that_gives_what_it_must_not_is_found_out(answer: list[int]) -> None:
    class Faulty:
        def draw(self, die: Die, count: int) -> list[int]:
            return answer

    for attempt in (lambda: roll("3d6", source=Faulty()), lambda: parse("3d6").sample(1, Faulty())):
        with pytest.raises(RollError) as caught:
            attempt()
        assert caught.value.code == "bad-source"


def test_what_cannot_draw_is_no_source() -> None:
    with pytest.raises(RollError) as caught:
        roll("3d6", source=42)  # type: ignore[call-overload]
    assert caught.value.code == "bad-source"


@pytest.mark.parametrize(
    ("text", "faces", "outcome"),
    [
        ("d100", [(7, 0)], 70),
        ("d100", [(70, 3)], 73),
        ("d100", [(0, 0)], 100),
        ("d100", [(0, 7)], 7),
        ("d100", [(7, 10)], 70),
        ("d100", [(10, 10)], 100),
        ("d100", [(10, 3)], 3),
        ("d100", [(20, 10)], 20),
        ("d{0..99}", [(10, 10)], 0),
        ("d{0..99}", [(0, 0)], 0),
        ("2d{0..9}", [(7, 3)], 10),
        ("d6 + d100 + d6", [1, (4, 2), 2], 45),
    ],
)
def test_p3_a_d100_by_its_two_dice(text: str, faces: list[Any], outcome: int) -> None:
    assert roll(text, faces=faces).outcome == outcome


@pytest.mark.parametrize(
    ("text", "faces", "code"),
    [
        ("d6", [(1, 2)], "impossible-face"),
        ("d100", [(5, 20)], "bad-face"),
        ("d100", [(7, 11)], "bad-face"),
        ("d100", [(-1, 3)], "bad-face"),
        ("d{0..9}", [20], "impossible-face"),
        ("d100", [(75, 1)], "bad-face"),
        ("d100", [(7, 0, 1)], "bad-face"),
        ("d100", [(True, 0)], "bad-face"),
        ("d100", [(7, 0), (1, 1)], "too-many-faces"),
    ],
)
def test_two_dice_that_are_no_d100(text: str, faces: list[Any], code: str) -> None:
    with pytest.raises(FacesError) as caught:
        roll(text, faces=faces)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"faces": [1], "seed": 1}, "give a seed or faces, not both"),
        ({"source": SystemSource(), "seed": 1}, "give a source or a seed, not both"),
        ({"source": SystemSource(), "faces": [1]}, "give a source or faces, not both"),
        (
            {"source": SystemSource(), "faces": [1], "seed": 1},
            "give a source, a seed or faces, not all of them",
        ),
    ],
)
def test_faces_come_from_one_place(given: dict[str, Any], message: str) -> None:
    with pytest.raises(RollError, match=message) as caught:
        roll("d6", **given)
    assert caught.value.code == "two-sources"


def test_a_seed_is_a_seeded_source() -> None:
    expression = parse("4d6kh3 + 1d20")
    assert expression.roll(seed="x") == expression.roll(SeededSource("x"))
    assert roll(expression, seed="x") == expression.roll(seed="x")
    assert expression.sample(3, seed=7) == expression.sample(3, SeededSource("7"))
    with pytest.raises(RollError, match="a seed must be"):
        roll("d6", seed=1.5)  # type: ignore[call-overload]


@pytest.mark.parametrize(("typed", "tens", "ones"), [(45, 4, 5), (100, 0, 0), (11, 1, 1)])
def test_a_number_may_be_typed_for_the_two_dice_of_a_d100(typed: int, tens: int, ones: int) -> None:
    hand = HandSource([typed, 70, 7])
    assert [*hand.draw(TENS_DIE, 1), *hand.draw(ONES_DIE, 1)] == [tens, ones]
    assert [*hand.draw(TENS_DIE, 1), *hand.draw(ONES_DIE, 1)] == [7, 7]
    with pytest.raises(FacesError, match="face 1 is 101"):
        HandSource([101]).draw(TENS_DIE, 1)
