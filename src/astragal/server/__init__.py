"""The server: the service's questions over HTTP, and the page. Needs the extra ``server``."""

from astragal.server.app import create_app as create_app
from astragal.server.settings import Settings as Settings

__all__ = ["Settings", "create_app"]
