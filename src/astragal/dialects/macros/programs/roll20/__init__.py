"""Roll20's macros: ``/r``, ``[[…]]``, ``?{…}``, ``#macro``, ``1t[table]``, templates."""

from __future__ import annotations

from astragal.dialects.macros.programs.roll20.syntax import Roll20Macros

SYNTAX = Roll20Macros()
