"""An example of each question, for the description of the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

EXAMPLES: Mapping[str, Mapping[str, Any]] = {
    "roll": {"expression": "4d6kh3", "luck": True},
    "odds": {"expression": "1d20+@str >= 15", "variables": {"str": 3}},
    "compare": {"these": [{"expression": "3d6"}, {"expression": "4d6kh3"}]},
    "find": {"wishes": [{"of": "mean", "target": "12"}, {"of": "sd", "target": "3"}], "show": 3},
    "sweep": {"expression": "1d20+@n >= 15", "axes": {"n": "0..9"}},
    "reach": {"expression": "1d20+@n >= 15", "axes": {"n": "0..20"}, "at_least": "65 %"},
    "frontier": {
        "expression": "1d20+@n >= @dc",
        "axes": {"n": "0..5", "dc": "5..25"},
        "at_least": "65 %",
    },
    "matters": {"expression": "1d20+@n >= 15", "variables": {"n": 3}},
    "steps": {"rule": "tiers.test", "parameters": {"stats": [45], "tier": "Hard"}},
    "start": {"expression": "1d20♻?", "seed": "a table"},
    "advise": {"expression": "1d20♻?", "faces": [4]},
    "read": {"text": "4d6kh3 + 2"},
    "complete": {"text": "4d6k", "cursor": 4},
    "macro": {"text": "Hit: [[1d20+?{Bonus|2}]]", "dialect": "roll20", "odds": True},
    "translate": {"text": "8d10!>7", "source": "roll20"},
    "game": {"name": "tiers"},
    "games": {},
}
"""By the name of the question; one without an example is described by its schema alone."""
