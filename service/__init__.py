"""A referee for games of UNO over HTTP."""

__version__ = "0.1.0"
