"""Mechanics that two games or more share."""
