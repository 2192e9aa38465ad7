"""The rules of each variant as Markdown, packaged beside the code."""

from importlib.resources import files


def rules_text(variant: str) -> str:
    """Read the rules of `variant` as players see them."""
    return (files(__package__) / f"{variant}.md").read_text(encoding="utf-8")
