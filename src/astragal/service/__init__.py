"""The service: questions and answers as JSON-ready data, the one contract of all carriers."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from astragal.service.service import VERSION, Reply, Service

__all__ = ["VERSION", "Reply", "Service"]


def __getattr__(name: str) -> object:
    """The service itself; those who want only a question's fields need not load it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from astragal.service import service

    return getattr(service, name)
