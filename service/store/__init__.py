"""The store: real Redis protocol, one atomic commit."""
