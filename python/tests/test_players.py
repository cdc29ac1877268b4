"""Players: every spec, limits, programs that fail, threads, signals and forks."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import otrera
from otrera import Game, Move, OtreraError, Player, Position

ENGINES = Path(__file__).parents[2] / "testdata" / "engines" / "scripted.sh"
SMALL = Position("1q1/3/1Q1 w")
# White has one move.
FORCED = Position("Q1q w")


def scripted(mode: str) -> str:
    return f"cmd:sh '{ENGINES}' {mode}"


@pytest.mark.parametrize("info", otrera.players(), ids=lambda info: info.name)
def test_every_player_finds_a_legal_move(info: otrera.PlayerInfo) -> None:
    player = Player(info.name)
    position = Position("4q1/6/q5/5Q/6/1Q4 w")
    thought = player.think(position, nodes=50, playouts=20, depth=1, seed=3)
    assert position.is_legal(thought.move)
    assert thought.lines[0].moves[0] == thought.move
    assert [(p.name, p.value) for p in player.parameters] == [(p.name, p.value) for p in info.parameters]
    assert set(info.abilities) == set(player.abilities)
    assert info.paper
    assert info.summary
    assert info.limits


def test_a_seed_and_a_count_give_the_same_thought() -> None:
    thoughts = [Player("mgpeo:c=1").think(Position(), nodes=500, seed=seed) for seed in (7, 7)]
    again = Player("mgpeo:c=1")
    again.think(Position(), nodes=300)
    again.new_game(7)
    thoughts.append(again.think(Position(), nodes=500))
    views = [(thought.move, thought.assessment, thought.lines) for thought in thoughts]
    assert views[0] == views[1] == views[2]
    assert thoughts[0].nodes == 500
    assert thoughts[0].time > 0


def test_values_are_whites() -> None:
    # Black to move wins at once: White has no move left.
    position = Position("Q*1/**1/2q b")
    thought = Player("alphabeta:depth=3").think(position)
    assert thought.assessment.winner == "black"
    assert thought.assessment.win_rate == 0.0
    swapped = Position("q*1/**1/2Q w")
    assert Player("alphabeta:depth=3").think(swapped).assessment.winner == "white"
    assert "white wins" in str(Player("alphabeta:depth=3").think(swapped).assessment)


def test_lines_and_root_moves() -> None:
    player = Player("otrera")
    thought = player.think(Position(), nodes=2000, lines=3, seed=1)
    assert len({line.moves[0] for line in thought.lines}) == 3
    chosen = [Move("d1-d2/d3"), "a4-a5/a6"]
    thought = player.think(Position(), nodes=2000, moves=chosen)
    assert str(thought.move) in {"d1-d2/d3", "a4-a5/a6"}
    with pytest.raises(OtreraError, match="random reports one line only"):
        Player("random").think(SMALL, lines=2)
    assert Player("random").think(SMALL, lines=1).move
    with pytest.raises(OtreraError, match="cannot restrict its search"):
        Player("random").think(Position(), moves=chosen)
    with pytest.raises(OtreraError, match="not legal"):
        player.think(Position(), moves=["a1-a2/a3"])
    with pytest.raises(OtreraError, match="nothing to choose from"):
        player.think(Position(), moves=[])


def test_a_game_is_played_to_its_end() -> None:
    game = Game(Position("4q1/6/q5/5Q/6/1Q4 w"))
    players = {"white": Player("greedy"), "black": Player("random")}
    while game.outcome is None:
        game.push(players[game.position.turn].think(game).move)
    with pytest.raises(OtreraError, match="the game is over"):
        players["white"].think(game)


def test_reports_come_on_the_calling_thread_and_may_end_the_search() -> None:
    heard: list[Any] = []

    def on_report(report: otrera.Report) -> bool:
        heard.append((threading.current_thread(), report))
        return len(heard) == 2

    thought = Player("otrera").think(Position(), time=600, on_report=on_report)
    assert Position().is_legal(thought.move)
    assert thought.time < 600
    assert len(heard) >= 2
    assert all(thread is threading.current_thread() for thread, _ in heard)
    assert heard[0][1].lines
    assert heard[0][1].nodes <= heard[1][1].nodes


def test_an_exception_of_a_callback_is_passed_on() -> None:
    def fail(_report: otrera.Report) -> None:
        raise LookupError("mine")

    player = Player("otrera")
    with pytest.raises(LookupError, match="mine"):
        player.think(Position(), time=600, on_report=fail)
    # The search ends by itself and the player can be used.
    assert Position().is_legal(player.think(Position(), nodes=100).move)


@pytest.mark.parametrize(
    ("limits", "error", "words"),
    [
        ({"time": -1}, ValueError, "time must be from 0 to 86400 seconds, not -1"),
        ({"time": float("nan")}, ValueError, "not NaN"),
        ({"time": float("inf")}, ValueError, "not inf"),
        ({"time": "5s"}, TypeError, "expected time as a number of seconds, found str"),
        ({"nodes": -5}, ValueError, "nodes must be from 0"),
        ({"nodes": 2**64}, ValueError, "nodes must be from 0"),
        ({"nodes": 10**60}, ValueError, "nodes must be from 0"),
        ({"nodes": 1.5}, TypeError, "expected nodes as a whole number, found float"),
        ({"playouts": -1}, ValueError, "playouts must be"),
        ({"depth": 2**32}, ValueError, "depth must be"),
        ({"lines": 0}, ValueError, "lines must be"),
        ({"lines": 1000}, ValueError, "multipv of otrera"),
        ({"seed": -1}, ValueError, "seed must be"),
        ({"moves": 7}, TypeError, "not iterable"),
        ({"moves": [7]}, TypeError, "expected a Move"),
        ({"on_report": 7}, TypeError, "expected on_report as a function"),
        ({"hours": 7}, TypeError, "hours"),
    ],
)
def test_bad_limits_are_refused(limits: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Player("otrera").think(Position(), **limits)


def test_no_limit_is_the_papers_and_zero_still_moves() -> None:
    assert SMALL.is_legal(Player("alphabeta").think(SMALL).move)
    assert SMALL.is_legal(Player("otrera").think(SMALL, nodes=0).move)
    assert SMALL.is_legal(Player("otrera").think(SMALL, time=0).move)


@pytest.mark.parametrize("thing", [None, "1q1/3/1Q1 w", 7, object(), [Position()]])
def test_foreign_objects_are_refused(thing: Any) -> None:
    with pytest.raises(TypeError, match="expected a Position or a Game"):
        Player("random").think(thing)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("mgpo", "did you mean mgpeo"),
        ("", "no player is called"),
        ("mgpeo:d=1", 'mgpeo has no parameter "d"'),
        ("mgpeo:c=x", "c of mgpeo cannot be"),
        ("deepening:eval=net:no/such.net", "No such file"),
        ("cmd:", "the command line after cmd: is empty"),
        ("cmd:/no/such/engine", "cannot start /no/such/engine: No such file"),
        (scripted("crash-at-start"), "status: 3"),
    ],
)
def test_bad_specs_are_refused(spec: str, words: str) -> None:
    with pytest.raises(OtreraError, match=words):
        Player(spec)
    with pytest.raises(TypeError):
        Player(7)  # type: ignore[arg-type]


def test_a_network_that_cannot_read_the_board_says_so() -> None:
    with pytest.raises(OtreraError, match="reads boards of at most 10x10"):
        Player("greedy:eval=thesis-units-40").think(Position("Q14/" + "15/" * 13 + "14q w"))


def test_a_program_plays() -> None:
    with Player(scripted("good")) as player:
        assert player.think(FORCED).move == Move("a1-b1/a1")
        assert player.think(Game(FORCED), nodes=1).move == Move("a1-b1/a1")
        assert player.transcript is not None
        assert "bestmove" in player.transcript
        assert player.parameters == ()
        assert "root-moves" in player.abilities
        with pytest.raises(OtreraError, match=r"cmd\[MultiPV=3\]"):
            player.think(FORCED, lines=3)
    with pytest.raises(OtreraError, match="the player is closed"):
        player.think(FORCED)
    with pytest.raises(OtreraError, match="the player is closed"):
        player.new_game()
    player.close()


@pytest.mark.parametrize(
    ("mode", "words"),
    [("crash", "status: 4"), ("illegal", "no legal move"), ("rubbish", "e2e4"), ("resign", "resigned")],
)
def test_a_program_that_fails_says_how(mode: str, words: str) -> None:
    with Player(scripted(mode)) as player:
        with pytest.raises(OtreraError, match=f"scripted.sh.*{words}"):
            player.think(FORCED)
        # A new game starts it again.
        player.new_game(5)
        with pytest.raises(OtreraError, match=words):
            player.think(FORCED)


def test_a_player_is_copied_by_its_spec() -> None:
    player = Player("mgpeo:c=1,eval=territory")
    for other in (pickle.loads(pickle.dumps(player)), copy.copy(player), copy.deepcopy(player)):
        assert other is not player
        assert other.spec == player.spec == "mgpeo:c=1,eval=territory"
    assert repr(player) == "Player('mgpeo:c=1,eval=territory')"
    assert player.name == "mgpeo"


def test_thoughts_are_pickled() -> None:
    thought = Player("otrera").think(Position(), nodes=500, lines=2, seed=1)
    assert pickle.loads(pickle.dumps(thought)) == thought
    with pytest.raises(AttributeError):
        thought.move = None  # type: ignore[misc, assignment]


def test_threads_may_share_a_player() -> None:
    player = Player("mgpeo")
    thoughts: list[otrera.Thought] = []
    threads = [
        threading.Thread(target=lambda: thoughts.append(player.think(Position(), nodes=2000)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [thought.nodes for thought in thoughts] == [2000] * 4


def think_in_child(player: Player, answers: multiprocessing.Queue[Any]) -> None:
    thought = player.think(FORCED, time=0.05)
    answers.put((thought.move, player.spec))


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
@pytest.mark.parametrize("spec", ["otrera", scripted("good")])
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_player_in_another_process(spec: str, method: Any) -> None:
    player = Player(spec)
    # With a limit of time the search has a thread of its own, which a fork does not copy.
    player.think(FORCED, time=0.05)
    context = multiprocessing.get_context(method)
    answers = context.Queue()
    child = context.Process(target=think_in_child, args=(player, answers))
    child.start()
    assert answers.get() == (Move("a1-b1/a1"), player.spec)
    child.join()
    # The program of the parent is still there.
    assert player.think(FORCED, time=0.05).move == Move("a1-b1/a1")


INTERRUPTED = """
import sys
from otrera import Player, Position
player = Player(sys.argv[1])
try:
    print("thinking", flush=True)
    player.think(Position(sys.argv[2]), time=600)
    print("it was not interrupted")
except KeyboardInterrupt:
    print("interrupted")
if not sys.argv[1].startswith("cmd:"):
    print(Position().is_legal(player.think(Position(), nodes=10).move))
"""


@pytest.mark.parametrize("spec", ["otrera", "mgpeo", "alphabeta:depth=20", scripted("stall")])
def test_control_c_ends_the_thinking(spec: str) -> None:
    position = FORCED if spec.startswith("cmd") else Position()
    command = [sys.executable, "-c", INTERRUPTED, spec, position.fen]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "thinking\n"
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
    assert rest == ("interrupted\n" if spec.startswith("cmd") else "interrupted\nTrue\n")
    assert process.returncode == 0
