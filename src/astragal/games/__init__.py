"""The games: every module here is one, and its ``game`` holds its rules."""
