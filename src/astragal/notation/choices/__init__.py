"""Optional re-rolls: how odds decide on them."""
