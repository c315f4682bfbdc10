"""Table talk: what people say at a table, turned into notation or into a question about odds.

Notation is read first and keeps its meaning; what is not notation is looked up among phrases. Each
phrase is a row of a module in `phrases`, with what it sounds like, what it becomes, and examples.
"""

from astragal.talk.listening import read, understand
from astragal.talk.understood import Asked, Read, Understood

__all__ = ["Asked", "Read", "Understood", "read", "understand"]
