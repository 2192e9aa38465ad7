"""Marshmallow schemas: they check what comes in, and describe (but do not write) what goes out."""
