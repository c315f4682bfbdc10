"""Imported once by the process that workers are forked from, so that a new one is there at once."""

from astragal.server.tasks import load

load()
