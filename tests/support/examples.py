"""How many examples Hypothesis tries where the usual hundred are too many or too few."""

from __future__ import annotations

from hypothesis import settings


def examples(count: int) -> settings:
    """``count`` examples in a full run; in other profiles, fewer or more in proportion."""
    usual = settings.get_current_profile_name()
    return settings(max_examples=max(1, count * settings.get_profile(usual).max_examples // 100))
