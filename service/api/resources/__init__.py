"""One module for each resource: its operations and what they are called."""
