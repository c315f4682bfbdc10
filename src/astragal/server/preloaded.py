"""Preloads modules in the process that workers are forked from, so that they start quickly."""

from astragal.server.tasks import load

load()
