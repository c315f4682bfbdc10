"""Answers that are kept: the same question about odds has the same answer for ever."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeAlias

from astragal.service.service import Reply

Asked: TypeAlias = tuple[str, bytes]
"""The address of a question, and the bytes it was asked with."""

_SHARE = 8
"""An answer that would take more than this part of the room is not kept."""


class KeptAnswers:
    """Answers up to so many bytes; those that nobody asked for longest make room.

    >>> kept = KeptAnswers(100)
    >>> kept.put(("odds", b"2d6"), Reply(200, "{}"))
    >>> kept.get(("odds", b"2d6"))
    Reply(status=200, body='{}')
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._used = 0
        self._replies: OrderedDict[Asked, Reply] = OrderedDict()

    def get(self, asked: Asked) -> Reply | None:
        reply = self._replies.get(asked)
        if reply is not None:
            self._replies.move_to_end(asked)
        return reply

    def put(self, asked: Asked, reply: Reply) -> None:
        size = _size(asked, reply)
        if size * _SHARE > self._most or asked in self._replies:
            return
        self._replies[asked] = reply
        self._used += size
        while self._used > self._most:
            self._used -= _size(*self._replies.popitem(last=False))


def _size(asked: Asked, reply: Reply) -> int:
    return len(asked[1]) + len(reply.body)
