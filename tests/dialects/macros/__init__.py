"""Macros of other programs."""
