"""The page for browsers and the engine that runs in them: built, and laid out as a static site."""
