"""Scales: from exact values to pixels, and the choice of labels on an axis."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from astragal.outcome import Number
from astragal.render.data import approximately
from astragal.render.figures import decimal, figure, percent
from astragal.render.plots.lettering import width_of
from astragal.render.plots.picture import Axis, Picture

_GAP = 10
"""The least distance between two labels of an axis."""


class Scale(NamedTuple):
    """The least and the greatest value drawn, and round values in between."""

    low: Fraction
    high: Fraction
    ticks: tuple[Fraction, ...]
    measure: str

    def share(self, value: Fraction) -> float:
        """The position of a value between the lowest (0) and the highest (1)."""
        return approximately((value - self.low) / (self.high - self.low))

    def label(self, tick: Fraction) -> str:
        """The label of a tick, in per cent for chances."""
        return plain(tick * 100 if self.measure == "chance" else tick)


def plain(number: Fraction) -> str:
    """A round number in as few digits as possible.

    >>> plain(Fraction(1, 8)), plain(Fraction(2500))
    ('0.125', '2,500')
    """
    if abs(number) >= 10**15:
        return decimal(number)
    if number.denominator == 1:
        return f"{int(number):,}"
    digits = next((n for n in range(1, 12) if (number * 10**n).denominator == 1), 12)
    return f"{approximately(number):.{digits}f}"


def scale_of(picture: Picture, ticks: int, *, headroom: Fraction = Fraction(0)) -> Scale:
    """A scale with about this many ticks, from zero or below to the greatest value.

    ``headroom`` is the extra space above that, as a share of the whole.
    """
    if picture.whole and picture.measure == "chance":
        step = Fraction(1, 5 if ticks >= 5 else 4)
        listed = tuple(step * n for n in range(int(1 / step) + 1))
        return Scale(Fraction(0), Fraction(1), listed, "chance")
    values = [Fraction(0), *picture.values]
    values += [] if picture.goal is None else [picture.goal]
    low, high = min(values), max(values)
    if low == high:
        high = Fraction(1)
    step = _round_step((high - low) / ticks)
    if low < 0:
        low = low // step * step
    if high > 0:
        high += (high - low) * headroom
    first, last = int(-(-low // step)), int(high // step)
    return Scale(low, high, tuple(n * step for n in range(first, last + 1)), picture.measure)


def _round_step(least: Fraction) -> Fraction:
    """The next number that is 1, 2, 2.5 or 5 times a power of ten."""
    power = Fraction(1)
    while power * 10 <= least:
        power *= 10
    while power > least:
        power /= 10
    round_ones = (1, 2, Fraction(5, 2), 5, 10)
    return next(power * times for times in round_ones if power * times >= least)


def figure_of(value: Fraction | None, picture: Picture) -> str:
    """A value in full."""
    return figure(value, picture.measure)


def short_figure(value: Fraction, picture: Picture) -> str:
    """A value in the unit of its axis, in a few characters."""
    if picture.measure != "chance":
        return decimal(value)
    if value in (0, 1) or value < Fraction(1, 2000) or value > Fraction(1999, 2000):
        return percent(value).removesuffix(" %") if value in (0, 1) else _nearly(value)
    return f"{approximately(value * 100):.1f}"


def _nearly(chance: Fraction) -> str:
    return "<0.1" if chance < Fraction(1, 2) else ">99.9"


# Positions along an axis


def positions(axis: Axis, start: float, end: float) -> list[float]:
    """Positions of an axis between two ends, half a slot away from both."""
    numbers = _spaced(axis)
    if numbers is None:
        slot = (end - start) / len(axis.places)
        return [start + (place + 0.5) * slot for place in range(len(axis.places))]
    slot = slot_of(axis, end - start)
    low, high = numbers[0], numbers[-1]
    inner = end - start - slot
    return [
        start + slot / 2 + inner * approximately(Fraction(number - low) / (high - low))
        for number in numbers
    ]


def slot_of(axis: Axis, room: float) -> float:
    """The room per position of an axis, drawn to scale if possible."""
    numbers = _spaced(axis)
    if numbers is None:
        return room / len(axis.places)
    gaps = [Fraction(b - a) for a, b in pairwise(numbers)]
    least = min(gaps)
    return room * approximately(least / (numbers[-1] - numbers[0] + least))


def _spaced(axis: Axis) -> tuple[Number, ...] | None:
    """The numbers of an axis if they are drawable to scale: two or more, in ascending order."""
    numbers = axis.numbers
    if numbers is None or len(numbers) < 2:
        return None
    rising = all(a < b for a, b in pairwise(numbers))
    return numbers if rising else None


def labelled(axis: Axis, places: Sequence[float], size: float) -> list[int]:
    """Positions to label: all, or some at round distances, so that labels do not touch."""
    widths = [width_of(text, size) for text in axis.places]
    for stride in _strides(len(places)):
        chosen = range(_first(axis, stride), len(places), stride)
        ends = [(places[n] - widths[n] / 2, places[n] + widths[n] / 2) for n in chosen]
        if all(left[1] + _GAP <= right[0] for left, right in pairwise(ends)):
            return list(chosen)
    return [0]


def _strides(places: int) -> list[int]:
    scales = [10**power for power in range(len(str(places)))]
    return [times * scale for scale in scales for times in (1, 2, 5)]


def _first(axis: Axis, stride: int) -> int:
    """Index of the first label: a multiple of the stride if the axis counts up by one."""
    numbers = axis.numbers
    if numbers is None or stride == 1:
        return 0
    counts = all(b - a == 1 for a, b in pairwise(numbers))
    return int(-numbers[0] % stride) if counts and len(numbers) > stride else 0
