"""triumph: d20s with ▲ ▼ ! ♻, dominance and threat; a natural 20 triumphs, a 1 is a disaster."""

# The game lists its rules in the order of these imports.
# isort: off
from astragal.games.triumph.about import ABILITIES, BANDS, Proficiency, band_of, game
from astragal.games.triumph.symbol_dice import CheckDice, Reroll
from astragal.games.triumph.fortunes import Fortune, fortune_of
from astragal.games.triumph.margins import Beyond, Margin
from astragal.games.triumph.checks import Check, check
from astragal.games.triumph.contest_outcomes import Contest, Reactive
from astragal.games.triumph.contests import contest
from astragal.games.triumph.attack_outcomes import Attack
from astragal.games.triumph.attacks import attack
from astragal.games.triumph.ability_scores import abilities, ability, percentile
from astragal.rules.ordered import Side
# isort: on

__all__ = [
    "ABILITIES",
    "BANDS",
    "Attack",
    "Beyond",
    "Check",
    "CheckDice",
    "Contest",
    "Fortune",
    "Margin",
    "Proficiency",
    "Reactive",
    "Reroll",
    "Side",
    "abilities",
    "ability",
    "attack",
    "band_of",
    "check",
    "contest",
    "fortune_of",
    "game",
    "percentile",
]
