"""The phrases: every module in this folder is understood."""
