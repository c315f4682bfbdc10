"""A cache of answers: the same pure question always has the same answer."""

from __future__ import annotations

from collections import OrderedDict

from astragal.server.reading import Asked
from astragal.service.service import Reply

_SHARE = 8
"""Answers larger than the cache's size divided by this are not stored."""


class KeptAnswers:
    """A cache limited in bytes; the least recently used answers are dropped first.

    >>> kept, asked = KeptAnswers(1000), Asked("GET", "/api/v1/odds", b"expression=2d6")
    >>> kept.put(asked, Reply(200, "{}"))
    >>> kept.get(asked)
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
    return len(asked.content) + len(reply.body)
