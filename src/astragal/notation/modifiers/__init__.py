"""The modifiers, a module each; ``all_modifiers`` of ``modifier`` imports all of them."""
