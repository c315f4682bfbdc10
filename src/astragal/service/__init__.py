"""The service: questions and answers as JSON-ready data, the one contract of all carriers."""

from astragal.service.service import VERSION as VERSION
from astragal.service.service import Reply as Reply
from astragal.service.service import Service as Service

__all__ = ["VERSION", "Reply", "Service"]
