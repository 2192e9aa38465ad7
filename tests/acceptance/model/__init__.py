"""A reference model of the three games, written from the rules and the contract alone.

It knows nothing of the service. It predicts a stacked game's first round: views, legal
actions, refusals, events, scores.
"""

from tests.acceptance.model.game import Game, RefusedError
from tests.acceptance.model.views import score_sheet, view

__all__ = ["Game", "RefusedError", "score_sheet", "view"]
