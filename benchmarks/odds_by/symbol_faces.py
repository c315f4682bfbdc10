"""Two dice with symbols, as several programs make them."""

from __future__ import annotations

ABILITY = "blank,success,success,2success,advantage,advantage,success+advantage,2advantage"
DIFFICULTY = "blank,failure,2failure,threat,threat,threat,2threat,failure+threat"
SYMBOLS = ("advantage", "failure", "success", "threat")
