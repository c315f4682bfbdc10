"""Re-rolls that a player may make: how they are decided on in odds."""
