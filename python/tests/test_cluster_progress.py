"""What is shown on standard error while a run goes on."""

from __future__ import annotations

import io

import pytest

from otrera.cluster._progress import Progress, span


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_lines_where_there_is_no_terminal() -> None:
    out = io.StringIO()
    show = Progress("selfplay", out)
    for done in (3, 4, 9, 10):
        show("games", 10, done, "2 to 1")
    show.close()
    first, last = out.getvalue().splitlines()
    assert first == "selfplay: 3 of 10 games done"
    assert last == "selfplay: 10 of 10 games, 2 to 1"


def test_one_line_on_a_terminal() -> None:
    out = Terminal()
    show = Progress("sprt", out)
    show("games", 2, 0)
    show("games", 2, 2)
    show.close()
    show.close()
    assert out.getvalue() == "\r\x1b[Ksprt: 0 of 2 games done\r\x1b[Ksprt: 2 of 2 games\n"


def test_the_time_left_is_that_of_the_games_of_this_run(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("otrera.cluster._progress.time.monotonic", lambda: now)
    out = io.StringIO()
    show = Progress("selfplay", out)
    # Forty were there before: ten in half a minute, so fifty in two and a half.
    show("games", 100, 40)
    now += 30
    show("games", 100, 50)
    # Too soon for another line.
    now += 1
    show("games", 100, 51)
    # Another part of the run has a speed of its own.
    show("positions of mgpeo", 10, 0)
    now += 60
    show("positions of mgpeo", 10, 1, "3 to 2")
    assert out.getvalue().splitlines() == [
        "selfplay: 40 of 100 games done",
        "selfplay: 50 of 100 games, 2 min left",
        "selfplay: 0 of 10 positions of mgpeo done",
        "selfplay: 1 of 10 positions of mgpeo, 9 min left, 3 to 2",
    ]


def test_a_closed_stream_does_not_end_the_run() -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    Progress("lab", Closed())("games", 2, 1)


def test_times_are_rounded_to_a_unit() -> None:
    assert [span(seconds) for seconds in (0.4, 99, 100, 5_000, 36_000)] == [
        "0 s",
        "99 s",
        "2 min",
        "83 min",
        "10.0 h",
    ]
