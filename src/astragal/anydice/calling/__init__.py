"""Functions called with rolls: once for each roll, or in a quicker way that gives the same odds."""
