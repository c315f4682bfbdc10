"""The questions: one module each."""
