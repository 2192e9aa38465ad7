"""The real service, held against the model in random stacked games."""

import httpx
import pytest

from tests.acceptance.driver import drive

MOVES = 400


@pytest.mark.parametrize("variant", ["classic", "duo", "mario_kart"])
def test_the_service_plays_as_the_model_does(service_url: str, variant: str) -> None:
    reports = []
    moves = games = 0
    with httpx.Client(base_url=service_url, timeout=30) as http:
        while moves < MOVES:
            seed = f"{variant}.{games}"
            options = "random" if games % 3 else "default"
            taken, report = drive(http, seed, [variant], options, leave=True, moves=120)
            reports += [report] if report else []
            moves, games = moves + taken, games + 1
            assert len(reports) < 3, "\n\n".join(reports)
    assert not reports, "\n\n".join(reports)
