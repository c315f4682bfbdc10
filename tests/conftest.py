"""How much Hypothesis tries: a tenth with ``--hypothesis-profile quick``, or a ``thorough`` run."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# A busy machine must not fail a test, and experiments differ widely in size.
settings.register_profile("full", deadline=None, suppress_health_check=list(HealthCheck))
# Coverage is measured with it: the same examples each time give the same figure.
settings.register_profile(
    "quick", settings.get_profile("full"), max_examples=10, derandomize=True, database=None
)
settings.register_profile("thorough", settings.get_profile("full"), max_examples=1000)
settings.load_profile("full")
