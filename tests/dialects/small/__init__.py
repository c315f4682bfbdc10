"""Facts about small programs, a module each: texts, what they are here, and what is refused."""
