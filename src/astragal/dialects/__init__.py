"""Other programs' notations: dialects read into, and are written from, the same expressions."""
