"""The solver: what it proves, its limits, and what it refuses."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import Any

import pytest

import otrera
from otrera import OtreraError, Position, solve

# White has 6 moves, Black 13.
SEPARATED = "Q1*3/2*2q/2*2*/1***2/***1*1/2*1*1 w"


def test_a_separated_position_is_counted() -> None:
    solution = solve(Position(SEPARATED))
    assert (solution.winner, solution.won_by, solution.is_exact) == ("black", 7, True)
    assert solution.margin == -8
    assert solution.is_separated
    assert str(solution) == "black wins by 7"
    kinds = {area.kind: area for area in solution.areas}
    assert kinds["white"].white_plies == (6, 6)
    assert kinds["black"].black_plies == (13, 13)
    assert kinds["white"].white == ("a6",)
    assert "b6" in kinds["white"].empty
    assert solution.move is not None
    assert Position(SEPARATED).is_legal(solution.move)


def test_the_other_side_sees_the_same_winner() -> None:
    solution = solve(Position(SEPARATED.replace(" w", " b")))
    assert (solution.winner, solution.margin) == ("black", -7)


def test_a_line_is_played_to_the_end() -> None:
    position = Position("q*1/**1/2Q w")
    solution = solve(position, line=True)
    assert solution.winner == "white"
    assert solution.line[0] == solution.move
    for move in solution.line:
        position = position.play(move)
    assert position.is_over
    assert position.winner == "white"
    assert solve(Position("q*1/**1/2Q w")).line == ()


def test_a_finished_game_has_a_winner_and_no_move() -> None:
    solution = solve(Position("Q*1/**1/2q w"))
    assert solution.winner == "black"
    assert solution.move is None


def test_every_small_result_agrees_with_a_search_of_all_moves() -> None:
    def wins(position: Position) -> bool:
        return any(not wins(position.play(move)) for move in position.legal_moves())

    # Ten squares: small enough for every game to be played out.
    for fen in [
        "Q2/*1*/2q w",
        "Q2/*1*/2q b",
        "2q1/*1**/1Q2 w",
        "2q1/*1**/1Q2 b",
        "Q3/2*1/1q2 w",
        "Q3/2*1/1q2 b",
    ]:
        position = Position(fen)
        mover, other = ("white", "black") if position.turn == "white" else ("black", "white")
        assert solve(position).winner == (mover if wins(position) else other), fen


def test_what_is_not_proven_is_none() -> None:
    solution = solve(Position(), nodes=1)
    assert solution.winner is None
    assert solution.move is None
    assert solution.margin is None
    assert solution.won_by is None
    assert not solution.is_exact
    assert solution.at_least < 0 <= solution.at_most
    assert str(solution).startswith("not decided yet: white wins by")


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"time": -1}, ValueError, "time must be"),
        ({"nodes": -1}, ValueError, "nodes must be"),
        ({"hash_mib": 0}, ValueError, "hash_mib must be from 1 to 65536, not 0"),
        ({"hash_mib": 65537}, ValueError, "hash_mib must be"),
        ({"hash_mib": "1"}, TypeError, "hash_mib as a whole number"),
        ({"depth": 3}, TypeError, "depth"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        solve(Position(SEPARATED), **arguments)


def test_tables_that_do_not_fit_into_memory_are_refused() -> None:
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    if total < 65_536:
        with pytest.raises(OtreraError, match="the MiB of memory that are free"):
            solve(Position(SEPARATED), hash_mib=65_536)
    assert solve(Position(SEPARATED), hash_mib=1).is_exact


def test_foreign_objects_and_the_variant_are_refused() -> None:
    with pytest.raises(TypeError):
        solve(SEPARATED)  # type: ignore[arg-type]
    delayed = Position(board="6x6", delay=2)
    with pytest.raises(OtreraError, match="only the game without delay can be solved"):
        solve(delayed)


def test_control_c_ends_the_search() -> None:
    code = """
from otrera import Position, solve
try:
    print("solving", flush=True)
    solve(Position(board="6x6"), time=600)
    print("it was not interrupted")
except KeyboardInterrupt:
    print("interrupted")
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "solving\n"
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == "interrupted\n"
    assert process.returncode == 0


def test_solutions_are_data() -> None:
    assert isinstance(solve(Position(SEPARATED)), otrera.Solution)
