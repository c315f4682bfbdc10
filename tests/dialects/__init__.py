"""Other programs' notations."""
