"""What the service costs, each figure a ratio of two measurements taken in turn in one run."""
