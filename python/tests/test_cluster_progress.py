"""What is shown on standard error while a run goes on."""

from __future__ import annotations

import io

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
