"""Optional rerolls: how odds decide on them."""
