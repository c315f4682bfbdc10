"""The built-in games: each package defines one, whose ``game`` holds its rules."""
