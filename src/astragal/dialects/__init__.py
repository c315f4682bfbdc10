"""Other programs' notations, called dialects: reads and writes them as our expressions."""
