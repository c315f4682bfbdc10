"""The odds of numbers."""

# Law comes first, whichever module is asked for: its forms derive from it, and it refers to them.
from astragal.probability.laws import law as law
