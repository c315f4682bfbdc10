"""What the worker runs once, with everything in place: a function that answers questions."""

from astragal.limits import Limits
from astragal.service import Service

# Counted limits are those of a server; the clock is for work that is slower here than there.
SERVICE = Service(limits=Limits(seconds=5))


def reply(question: str) -> tuple[int, str]:
    answered = SERVICE.reply(question)
    return answered.status, answered.body


reply('{"ask":"odds","expression":"4d6kh3+1d20!"}')
