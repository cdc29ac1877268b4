"""Matches and tournaments: results, reproducibility, stores, sequential tests, failures and Ctrl-C."""

from __future__ import annotations

import math
import pickle
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import otrera
from otrera import Game, OtreraError, Player, Position, Sprt, Store

SIX = Position(board="6x6")
ENGINES = Path(__file__).parents[2] / "testdata" / "engines" / "scripted.sh"


def lines(result: otrera.MatchResult) -> list[tuple[int | None, str, str]]:
    return sorted((game.number, game.white, str(game.game)) for game in result.games)


def test_a_match_is_counted() -> None:
    result = otrera.match("greedy", Player("random"), games=6, nodes=10, start=SIX)
    assert result.players == ("greedy", "random")
    assert result.wins + result.losses == result.scheduled == 6
    assert result.won_both + result.split + result.lost_both == 3
    assert result.wins == 2 * result.won_both + result.split
    assert result.score == result.wins / 6
    assert result.elo == otrera.elo(result.won_both, result.split, result.lost_both)
    assert result.sprt is None
    assert result.different_games == 6
    games = result.games
    assert sorted(game.number for game in games if game.number is not None) == [0, 1, 2, 3, 4, 5]
    assert (
        sum(game.winner == ("white" if game.white == "greedy" else "black") for game in games) == result.wins
    )
    assert all(game.ending == "no moves" and game.source == "match" for game in games)
    assert str(result).startswith("greedy against random: ")


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads() -> None:
    def played(**more: Any) -> list[tuple[int | None, str, str]]:
        return lines(otrera.match("uct-eval", "mgpeo", games=4, playouts=30, start=SIX, **more))

    assert played(seed=5) == played(seed=5, threads=3) != played(seed=6)


def test_players_have_limits_of_their_own() -> None:
    result = otrera.match("mgpeo@playouts=20", "greedy", games=2, nodes=7, start=SIX)
    for game in result.games:
        limits = dict(zip((game.white, game.black), game.limits, strict=True))
        assert limits == {"mgpeo@playouts=20": "playouts=20", "greedy": "nodes=7"}
        thoughts = [thought for thought in game.thoughts if thought is not None]
        assert thoughts
        assert all(thought.lines for thought in thoughts)


def test_openings_are_played() -> None:
    first = Game(SIX, [SIX.legal_moves()[0]])
    given = otrera.match("random", "random", games=2, nodes=1, openings=[first])
    assert {str(game.game.moves[0]) for game in given.games} == {str(first.moves[0])}
    assert {game.opening for game in given.games} == {"given 1"}
    given = otrera.match("random", "random", games=2, nodes=1, openings=[SIX.play(first.moves[0])])
    assert {game.game.start for game in given.games} == {first.position}
    balanced = otrera.match("random", "random", games=2, nodes=1)
    assert all(str(game.opening).startswith("balanced") for game in balanced.games)


def test_a_file_of_openings(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("startpos moves d1-d7/g7\n")
    result = otrera.match("random", "random", games=2, nodes=1, openings=str(path))
    assert {str(game.game.moves[0]) for game in result.games} == {"d1-d7/g7"}


def test_a_store_keeps_the_games_and_a_match_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"

    def play(**more: Any) -> otrera.MatchResult:
        return otrera.match("greedy", "random", games=6, nodes=10, start=SIX, store=path, **more)

    first = play(on_game=lambda game, result: True)
    assert 1 <= first.wins + first.losses < 6
    resumed = play(resume=True)
    assert resumed.run == first.run
    assert resumed.wins + resumed.losses == 6
    again = play()
    assert again.run != first.run
    assert lines(again) == lines(resumed)
    store = Store(path)
    assert len(store) == 12
    assert [run.kind for run in store.runs()] == ["match", "match"]
    assert pickle.loads(pickle.dumps(resumed)).games == resumed.games


def test_a_temporary_store_goes_with_its_result() -> None:
    result = otrera.match("random", "random", games=2, nodes=1, start=SIX)
    folder = result.store.path.parent
    assert folder.exists()
    with pytest.raises(OtreraError, match="a temporary store ends with this process"):
        pickle.dumps(result)
    del result
    assert not folder.exists()


def test_every_game_is_told() -> None:
    told: list[tuple[otrera.GameRecord, otrera.MatchResult]] = []
    result = otrera.match(
        "greedy",
        "random",
        games=4,
        nodes=10,
        start=SIX,
        on_game=lambda game, so_far: told.append((game, so_far)),
    )
    assert [so_far.wins + so_far.losses for _, so_far in told] == [1, 2, 3, 4]
    assert told[-1][1].elo == result.elo
    assert told[0][1].elo is None
    assert {str(game.game) for game, _ in told} == {str(game.game) for game in result.games}
    places = [(game.run, game.number, game.seed) for game in result.games]
    assert sorted((game.run, game.number, game.seed) for game, _ in told) == sorted(places)


def test_a_board_of_one_rank_is_a_start() -> None:
    start = Position("Q2*2q w")
    result = otrera.match("greedy", "random", games=2, nodes=10, start=start)
    assert [game.game.start for game in result.games] == [start, start]


def test_an_exception_of_a_callback_breaks_the_match_off(tmp_path: Path) -> None:
    def fail(_game: otrera.GameRecord, _result: otrera.MatchResult) -> None:
        raise LookupError("mine")

    path = tmp_path / "games.sqlite"
    with pytest.raises(LookupError, match="mine"):
        otrera.match("random", "random", games=1000, nodes=1, start=SIX, store=path, on_game=fail)
    assert 1 <= len(Store(path)) < 1000


def test_a_sequential_test_ends_the_match() -> None:
    result = otrera.match("greedy", "random", nodes=20, start=SIX, sprt=(0, 200))
    assert result.sprt is not None
    assert result.sprt.verdict == "elo1"
    assert result.scheduled == 40_000
    assert result.wins + result.losses < 1000
    state = result.sprt
    assert state.llr == state.sprt.llr(state.won_both, state.split, state.lost_both) >= state.sprt.bounds[1]
    reverse = otrera.match("random", "greedy", nodes=20, start=SIX, sprt=Sprt(0, 200, alpha=0.1))
    assert reverse.sprt is not None
    assert reverse.sprt.verdict == "elo0"


def test_a_tournament_rates_its_players() -> None:
    players = ["greedy", "random", "flat-mc"]
    result = otrera.tournament(players, games=4, playouts=20, nodes=20, start=SIX)
    assert result.played == result.scheduled == 12
    assert result.players == tuple(players)
    assert sum(map(sum, result.wins)) == 12
    assert all(result.wins[i][i] == 0 for i in range(3))
    assert [rating.elo for rating in result.ratings] == [rating.elo for rating in otrera.ratings(result.wins)]
    assert sum(rating.elo for rating in result.ratings) == pytest.approx(0, abs=1e-6)
    assert len(str(result).splitlines()) == 3
    gauntlet = otrera.tournament(players, games=2, gauntlet=True, nodes=5, playouts=5, start=SIX)
    assert gauntlet.wins[1][2] == gauntlet.wins[2][1] == 0
    assert gauntlet.played == 4


def test_a_program_that_fails_loses_its_games() -> None:
    program = f"cmd:sh '{ENGINES}' crash"
    result = otrera.match(
        program, "random", games=2, nodes=5, start=Position("3q/4/4/Q3 w"), openings="start"
    )
    assert (result.wins, result.losses) == (0, 2)
    assert {game.ending for game in result.games} == {"crash"}
    assert "status: 4" in result.games[0].detail
    assert "go" in (result.games[0].transcript or "")


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"games": 3}, ValueError, "games come in pairs of swapped colours"),
        ({"games": 0}, ValueError, "games must be from 1"),
        ({"games": 10**9}, ValueError, "too many"),
        ({"time": -1}, ValueError, "time must be"),
        ({"threads": 0}, ValueError, "threads must be from 1 to 1024"),
        ({"clock": "5s"}, ValueError, "expected a clock such as 60s"),
        ({"clock": "soon"}, ValueError, "soon"),
        ({"openings": "no/such/file.txt"}, ValueError, "cannot read no/such/file.txt: No such file"),
        ({"openings": "random:x"}, ValueError, "expected random"),
        ({"openings": []}, ValueError, "openings given: the file contains no opening"),
        ({"openings": [7]}, TypeError, "openings as a text or a list"),
        ({"openings": 7}, TypeError, "openings as a text or a list"),
        ({"start": SIX, "openings": [Position("Q*1/**1/2q w")]}, ValueError, "given 1 is a finished game"),
        ({"start": "6x6"}, TypeError, "start"),
        ({"sprt": (20, 0)}, ValueError, "elo0 must be below elo1"),
        ({"sprt": 5}, TypeError, "sprt as"),
        ({"on_game": 5}, TypeError, "on_game as a function"),
        ({"store": "/proc/no/such/games.sqlite"}, ValueError, "cannot create the folder"),
        ({"rounds": 5}, TypeError, "rounds"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        otrera.match("random", "random", **arguments)


def test_bad_players_are_refused() -> None:
    with pytest.raises(OtreraError, match="did you mean mgpeo"):
        otrera.match("mgpo", "random")
    with pytest.raises(OtreraError, match="cannot start"):
        otrera.match("cmd:/no/such/engine", "random", nodes=5)
    with pytest.raises(TypeError, match="expected a player as a Player or its spec, found int"):
        otrera.match("random", 5)  # type: ignore[arg-type]
    with pytest.raises(OtreraError, match="at least two players"):
        otrera.tournament(["random"])


def test_statistics() -> None:
    assert otrera.elo(0, 0, 0) is None
    won = otrera.elo(5, 0, 0)
    assert won is not None
    assert won.elo == math.inf
    assert str(won).startswith("above")
    even = otrera.elo(10, 10, 10)
    assert even is not None
    assert even.elo == 0
    assert even.lower == pytest.approx(-even.upper)
    assert even.likelihood_of_superiority == pytest.approx(0.5)
    normalized = otrera.elo(10, 10, 10, model="normalized")
    assert normalized is not None
    assert normalized.elo == 0
    for bad in [(-1, 0, 0), (2**63, 0, 0)]:
        with pytest.raises(OtreraError, match="won_both must be"):
            otrera.elo(*bad)
    with pytest.raises(OtreraError, match="model is"):
        otrera.elo(1, 1, 1, model="other")
    with pytest.raises(OtreraError, match="alpha and beta"):
        Sprt(0, 10, alpha=0)
    with pytest.raises(OtreraError, match="elo0 must be below elo1"):
        Sprt(math.nan, 10)
    assert pickle.loads(pickle.dumps(Sprt(0, 10, alpha=0.1))) == Sprt(0, 10, alpha=0.1)
    assert Sprt(0, 10) == Sprt(0, 10)
    assert eval(repr(Sprt(0, 10)), {"Sprt": Sprt}) == Sprt(0, 10)
    with pytest.raises(OtreraError, match="wins must be square"):
        otrera.ratings([[0, 1], [1]])
    with pytest.raises(OtreraError, match="against itself"):
        otrera.ratings([[1, 1], [1, 0]])
    assert otrera.ratings([]) == ()


def test_control_c_breaks_a_match_off_and_keeps_its_games(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    code = f"""
import otrera
try:
    start = otrera.Position(board="6x6")
    otrera.match("random", "random", games=1_000_000, nodes=1, start=start, openings="start",
                 store={str(path)!r}, on_game=lambda game, result: print("game", flush=True))
    print("it was not interrupted")
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "game\n"
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read().splitlines()
    assert rest[-1] == "interrupted"
    assert process.returncode == 0
    assert len(Store(path)) >= 1
