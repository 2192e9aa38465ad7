"""What answers show of a game."""

import hashlib
from typing import Any

import pytest

from service.games import Games
from tests.games.table import Clock, Table, stacked

VIEW = [
    *("id", "variant", "status", "version", "last_event", "round", "dealer", "direction", "host", "public"),
    *(
        "open_seats",
        "stacked",
        "options",
        "turn",
        "discard_pile",
        "draw_pile",
        "players",
        "winners",
        "fairness",
    ),
    *("created_at", "updated_at", "expires_at"),
]
PLAYER = ["seat", "name", "kind", "cards", "said_uno", "score", "active"]
LAST_CARD = stacked(["R1.1", "G1.1"], "R9.1", "B1.1")
"""With one card in each hand seat 0 wins by laying R1.1."""
ONE_ROUND = {"starting_hand": 1, "goal": {"kind": "one_round"}}


@pytest.fixture
def lobby(games: Games) -> Table:
    return Table(games, "Ana", open_seats=2, client_seed="lucky", public=True)


@pytest.fixture
def playing(games: Games) -> Table:
    return Table(games, "Ana", "Bo", deck=LAST_CARD, options=ONE_ROUND)


def test_a_view_always_has_every_field(lobby: Table, playing: Table) -> None:
    for table in (lobby, playing):
        assert list(table.view()) == VIEW
        assert list(table.view(0)) == [*VIEW, "you"]
        assert [list(player) for player in table.view()["players"]] == [PLAYER] * len(table.tokens)


def test_a_lobby_has_no_cards(lobby: Table) -> None:
    view = lobby.view(0)
    assert (view["status"], view["round"], view["dealer"], view["direction"]) == ("lobby", 0, None, 1)
    assert (view["turn"], view["open_seats"], view["public"], view["winners"]) == (None, 2, True, [])
    assert view["discard_pile"] == {"top": None, "color": None, "count": 0}
    assert view["draw_pile"] == {"count": 0}
    assert view["you"] == {"seat": 0, "hand": [], "drawn_card": None, "legal_actions": []}


def test_a_host_with_enough_players_may_start(lobby: Table) -> None:
    lobby.join("Bo")
    assert lobby.view(0)["you"]["legal_actions"] == [{"action": "start"}]
    assert lobby.view(1)["you"]["legal_actions"] == []
    lobby.start()
    assert lobby.view()["open_seats"] == 0
    assert "start" not in str(lobby.view(0)["you"]["legal_actions"])


def test_a_view_names_its_game(playing: Table) -> None:
    view = playing.view(1)
    assert (view["id"], view["variant"], view["stacked"]) == (playing.id, "classic", True)
    assert view["options"]["goal"] == {"kind": "one_round", "value": None}
    assert view["options"]["spectators"] is True
    assert view["you"]["hand"][0]["id"] == "G1.1"
    assert view["turn"]["seat"] == 0


def test_versions_and_events_are_counted(playing: Table) -> None:
    assert playing.view()["version"] == 1
    playing.act(0, "draw")
    view = playing.view()
    assert view["version"] == 2
    events = playing.events()["events"]
    assert [event["id"] for event in events] == list(range(1, view["last_event"] + 1))
    assert {event["version"] for event in events} == {1, 2}
    assert all(list(event)[:5] == ["id", "version", "type", "seat", "at"] for event in events)


def test_the_seed_is_shown_when_all_is_over(playing: Table) -> None:
    before = playing.view(0)["fairness"]
    assert before["seed"] is None
    playing.act(0, "play", {"card": "R1.1"})
    view = playing.view()
    assert (view["status"], view["winners"]) == ("finished", [0])
    seed = bytes.fromhex(view["fairness"]["seed"])
    assert len(seed) == 32
    assert before["commitment"] == view["fairness"]["commitment"] == hashlib.sha256(seed).hexdigest()


def test_the_players_seeds_are_shown_in_seat_order(lobby: Table) -> None:
    assert lobby.view()["fairness"]["client_seeds"] == ["lucky"]
    commitment = lobby.view()["fairness"]["commitment"]
    lobby.join("Bo")
    lobby.join("Cy", "seven")
    assert lobby.view()["fairness"] == {
        "commitment": commitment, "client_seeds": ["lucky", "seven"], "seed": None,
    }  # fmt: skip


def test_an_abandoned_game_stays_as_it_was_and_asks_nobody(playing: Table, lobby: Table) -> None:
    hand = playing.view(0)["you"]["hand"]
    playing.abandon()
    view = playing.view(0)
    assert (view["status"], view["turn"], view["winners"]) == ("abandoned", None, [])
    assert view["you"] == {"seat": 0, "hand": hand, "drawn_card": None, "legal_actions": []}
    assert view["fairness"]["seed"] is not None
    lobby.join("Bo")
    lobby.abandon()
    assert lobby.view(0)["status"] == "abandoned"
    assert lobby.view(0)["you"]["legal_actions"] == []


def test_times_tell_when_a_game_ends(games: Games, clock: Clock) -> None:
    """100 seconds in the lobby, 1,000 in play, 500 once over: each from the last change on."""
    table = Table(games, "Ana", open_seats=1)
    assert times(table.view()) == ("15:06:40", "15:06:40", "15:08:20")
    clock.forward(60)
    table.join("Bo")
    assert times(table.view()) == ("15:06:40", "15:07:40", "15:24:20")
    clock.forward(-3600)  # a server's clock that goes wrong does not turn time back
    table.abandon()
    assert times(table.view()) == ("15:06:40", "15:07:40", "15:16:00")


def times(view: dict[str, Any]) -> tuple[str, ...]:
    names = ("created_at", "updated_at", "expires_at")
    assert all(view[name].startswith("2025-06-15T") and view[name].endswith(".000Z") for name in names)
    return tuple(view[name][11:19] for name in names)


def test_a_score_sheet_is_there_from_the_start(lobby: Table) -> None:
    assert lobby.score() == {
        "status": "lobby",
        "scoring": "winner_collects",
        "goal": {"kind": "points", "value": 500},
        "totals": [{"seat": 0, "name": "Ana", "points": 0}],
        "rounds": [],
        "winners": [],
    }


def test_a_score_sheet_shows_rounds_and_totals(playing: Table) -> None:
    playing.act(0, "play", {"card": "R1.1"})
    score = playing.score()
    assert list(score) == ["status", "scoring", "goal", "totals", "rounds", "winners"]
    assert score["status"] == "finished"
    assert score["totals"] == [
        {"seat": 0, "name": "Ana", "points": 1}, {"seat": 1, "name": "Bo", "points": 0},
    ]  # fmt: skip
    assert score["rounds"][0]["hands"][0]["cards"][0]["id"] == "G1.1"
    assert score["winners"] == [0]


def test_events_come_in_pages(playing: Table) -> None:
    last = playing.view()["last_event"]
    first = playing.events(0, 3)
    assert [event["id"] for event in first["events"]] == [1, 2, 3]
    assert (first["last"], first["has_more"]) == (3, True)
    rest = playing.events(3, last - 3)
    assert (rest["last"], rest["has_more"]) == (last, False)
    assert playing.events(last) == {"events": [], "last": last, "has_more": False}
    assert playing.events(10**30) == {"events": [], "last": last, "has_more": False}


def test_dealt_cards_are_for_their_owner(playing: Table) -> None:
    def dealt(viewer: int | None) -> list[Any]:
        return [
            event.get("cards", [{}])[0].get("id")
            for event in playing.events(seat=viewer)["events"]
            if event["type"] == "cards_dealt"
        ]

    assert dealt(None) == [None, None]
    assert dealt(0) == ["R1.1", None]
    assert dealt(1) == [None, "G1.1"]


def test_the_games_on_offer(games: Games) -> None:
    classic = games.variants()[0]
    assert list(classic) == ["id", "title", "min_players", "max_players", "card_count", "options"]
    assert (classic["id"], classic["card_count"], classic["max_players"]) == ("classic", 108, 10)
    detail = games.variant("classic")
    assert classic.items() <= detail.items()
    assert [len(detail["deck"]), detail["deck"][0]["id"], detail["deck"][-1]["id"]] == [108, "R0.1", "W4.4"]
    assert isinstance(detail["rules"], str)
