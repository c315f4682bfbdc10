"""The service: questions and answers as JSON-ready data, one contract for every front end."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from astragal.service.service import VERSION, Reply, Service

__all__ = ["VERSION", "Reply", "Service"]


def __getattr__(name: str) -> object:
    """Load the service on first use, so that importing a question's fields stays cheap."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from astragal.service import service

    return getattr(service, name)
