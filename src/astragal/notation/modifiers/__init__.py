"""The modifiers, one module each; ``all_modifiers`` in ``modifier`` imports all of them."""
