"""Whole games at many tables at once, as fast as they can be played or at a human pace, and what they cost."""
