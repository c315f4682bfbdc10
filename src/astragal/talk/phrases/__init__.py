"""The phrases: whatever module lies in this folder is understood."""
