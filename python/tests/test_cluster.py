"""Runs on a Ray cluster of two nodes of one core, and by commands with a local Ray.

Nodes, workers and the driver are killed in the middle; the files must be those of one thread without Ray.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import ray
import yaml
from ray.autoscaler._private.util import prepare_config, validate_config

from otrera import OtreraError, cluster
from otrera.cluster.__main__ import main

# A tenth of a second a game or more, so that there is something to kill.
SELFPLAY: dict[str, Any] = {
    "games": 30,
    "agent": "otrera:hash=8@nodes=20000",
    "start": "8x8",
    "openings": "random:1-4",
    "seed": 11,
}
PLAYERS = ["alphabeta:depth=1", "short-mcts@playouts=50", "greedy"]
CONTEST: dict[str, Any] = {
    "games": 6,
    "start": "6x6",
    "openings": "random:2",
    "time_control": "nodes=200",
    "seed": 5,
}
SPRT: dict[str, Any] = {**CONTEST, "games": 2000, "elo0": 0.0, "elo1": 100.0, "alpha": 0.1, "beta": 0.1}

# The shared memory of a node of Ray, about the least.
MEMORY = 80 * 2**20

# Ray gives its workers the lowest priority but four, so that beside other work they would hardly run.
os.environ["RAY_worker_niceness"] = "0"

# Units of a few games, so that there are many.
SHORT = {"unit_seconds": 0.5}


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """A cluster of two nodes of one core, which notices soon that a node is gone."""
    from ray.cluster_utils import Cluster

    # Read every half second, given up after three failures.
    checks = {
        "health_check_initial_delay_ms": 0,
        "health_check_period_ms": 500,
        "health_check_failure_threshold": 3,
    }
    head = {
        "num_cpus": 1,
        "object_store_memory": MEMORY,
        "include_dashboard": False,
        "_system_config": checks,
    }
    started = Cluster(initialize_head=True, head_node_args=head)
    started.second = started.add_node(num_cpus=1, object_store_memory=MEMORY)
    yield started
    started.shutdown()


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of self-play that one thread makes without Ray."""
    path = tmp_path_factory.mktemp("alone") / "games.jsonl"
    cluster.selfplay(path, **SELFPLAY, threads=1, progress=False)
    return path.read_bytes()


def running_units() -> list[int]:
    """The processes of this machine that run a unit: Ray gives them the name of the task."""
    found = []
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if folder.name.isdigit() and (folder / "cmdline").read_bytes().startswith(b"ray::otrera unit"):
                found.append(int(folder.name))
    return found


def kill_a_worker() -> bool:
    """Kills a process that runs a unit, if one is seen in a hundred looks; between two units none is."""
    for _ in range(100):
        for pid in running_units()[:1]:
            os.kill(pid, signal.SIGKILL)
            return True
        time.sleep(0.01)
    return False


def parent_of(pid: int) -> int:
    """The process that started another, which may have ended."""
    with contextlib.suppress(OSError):
        # After the name in parentheses: state and parent.
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


class Once:
    """Does something as soon as it can be done once a game is finished; it answers whether it was done."""

    def __init__(self, act: Callable[[], bool]) -> None:
        self._act = act
        self.is_done = False

    def __call__(self, what: str, steps: int, done: int, more: str) -> None:
        if not self.is_done and 0 < done < steps:
            self.is_done = self._act()


def test_a_killed_worker_changes_nothing(nodes: Any, tmp_path: Path, alone: bytes) -> None:
    path, once = tmp_path / "games.jsonl", Once(kill_a_worker)
    made = cluster.selfplay(path, **SELFPLAY, **SHORT, address=nodes.address, progress=once)
    assert once.is_done, "a process was killed while it ran a unit"
    assert (made.games, made.before) == (30, 0)
    assert path.read_bytes() == alone
    assert list(tmp_path.iterdir()) == [path]


def test_a_killed_node_changes_nothing(nodes: Any, tmp_path: Path, alone: bytes) -> None:
    def kill() -> bool:
        raylets = {info.process.pid for info in nodes.second.all_processes["raylet"]}
        is_busy = any(parent_of(pid) in raylets for pid in running_units())
        # Best while it runs a unit; where it is seen between two of them each time, between two.
        is_time = is_busy or next(looks) > 10
        if is_time:
            nodes.remove_node(nodes.second, allow_graceful=False)
        return is_time

    looks = itertools.count()
    path, once = tmp_path / "games.jsonl", Once(kill)
    try:
        cluster.selfplay(path, **SELFPLAY, **SHORT, address=nodes.address, progress=once)
    finally:
        if once.is_done:
            nodes.second = nodes.add_node(num_cpus=1, object_store_memory=MEMORY)
    assert once.is_done, "a node was killed in the middle of the run"
    assert path.read_bytes() == alone


def command(*words: str | Path) -> subprocess.Popen[bytes]:
    """A command with its own process group, as a terminal starts it."""
    arguments = [sys.executable, "-m", "otrera.cluster", *map(str, words)]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)


def wait_for_a_game(path: Path, process: subprocess.Popen[bytes]) -> None:
    """Waits until the file has its first game."""
    while process.poll() is None:
        if path.exists() and b"\n" in path.read_bytes():
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.05)
    pytest.fail(f"the command ended early: {process.communicate()}")


def words_of_selfplay(path: Path) -> list[str | Path]:
    options = [f"--{name}={value}".replace("--start", "--board") for name, value in SELFPLAY.items()]
    return ["selfplay", "--out", path, *options, "--unit-seconds=0.5"]


@pytest.mark.parametrize("where", ["two nodes", "a local Ray"])
def test_a_killed_driver_leaves_a_file_that_can_be_resumed(
    nodes: Any, tmp_path: Path, alone: bytes, where: str
) -> None:
    path = tmp_path / "games.jsonl"
    place = f"--address={nodes.address}" if where == "two nodes" else "--cores=2"
    words = [*words_of_selfplay(path), place]
    first = command(*words)
    wait_for_a_game(path, first)
    first.kill()
    first.communicate()
    kept = path.read_bytes()
    # The last line may be cut.
    whole = kept[: kept.rfind(b"\n") + 1]
    assert whole
    assert whole != alone
    assert alone.startswith(whole)

    second = command(*words, "--resume")
    out, errors = second.communicate()
    assert second.returncode == 0, errors
    result = json.loads(out)
    assert result["games"] == 30
    assert result["before"] >= whole.count(b"\n")
    assert path.read_bytes() == alone
    assert list(tmp_path.iterdir()) == [path]


def test_ctrl_c_ends_the_command_and_leaves_a_file_that_can_be_resumed(tmp_path: Path, alone: bytes) -> None:
    path = tmp_path / "games.jsonl"
    process = command(*words_of_selfplay(path), "--cores=2")
    wait_for_a_game(path, process)
    # A terminal sends it to all processes of the group, those of Ray too.
    os.killpg(process.pid, signal.SIGINT)
    out, errors = process.communicate()
    assert process.returncode == 130, errors
    assert out == b""
    assert errors.endswith(b"otrera: stopped; the same command with --resume goes on\n"), errors
    kept = path.read_bytes()
    assert kept != alone
    assert alone.startswith(kept)
    cluster.selfplay(path, **SELFPLAY, threads=2, resume=True, progress=False)
    assert path.read_bytes() == alone


def test_ctrl_c_ends_the_units_on_a_cluster(nodes: Any, tmp_path: Path) -> None:
    # Games of minutes: no unit ends by itself.
    words = ["--games=1000", "--agent=otrera:hash=8@nodes=4000000", f"--address={nodes.address}"]
    process = command("selfplay", "--out", tmp_path / "games.jsonl", *words)
    while not running_units():
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == 130, errors
    # Without end where one goes on.
    while running_units():
        time.sleep(0.05)


def games_of(store: Path) -> list[Any]:
    """The games of a store by their places in the run, without times and numbers of the store."""
    with contextlib.closing(sqlite3.connect(store)) as connection:
        games = connection.execute(
            "SELECT slot, seed, white.name, black.name, fen, plies, winner, ending, source, opening, moves,"
            " detail, white_limits, black_limits, game.id FROM game JOIN record ON record.game = game.id"
            " JOIN player white ON white.id = game.white JOIN player black ON black.id = game.black"
            " JOIN start ON start.id = game.start ORDER BY slot"
        ).fetchall()
        plies = (
            "SELECT ply, nodes, playouts, depth, score, win_rate, line FROM ply WHERE game = ? ORDER BY ply"
        )
        return [(*game[:-1], connection.execute(plies, game[-1:]).fetchall()) for game in games]


def without_times(result: dict[str, Any]) -> dict[str, Any]:
    for player in result["players"]:
        assert player.pop("seconds_a_move") > 0
        del player["nodes_a_second"]
    return result


def test_a_tournament_is_that_of_threads(nodes: Any, tmp_path: Path) -> None:
    here = cluster.tournament(PLAYERS, **CONTEST, store=tmp_path / "here.sqlite", threads=1, progress=False)
    there = cluster.tournament(
        PLAYERS, **CONTEST, **SHORT, store=tmp_path / "there.sqlite", address=nodes.address, progress=False
    )
    assert here["games"] == 18
    assert without_times(here) == without_times(there)
    assert games_of(tmp_path / "here.sqlite") == games_of(tmp_path / "there.sqlite")
    again = cluster.tournament(
        PLAYERS,
        **CONTEST,
        store=tmp_path / "there.sqlite",
        address=nodes.address,
        resume=True,
        progress=False,
    )
    assert without_times(again) == there, "a finished one is not played again"


def test_a_tournament_goes_on_though_a_worker_and_the_driver_are_killed(nodes: Any, tmp_path: Path) -> None:
    players = ["otrera:hash=8@nodes=20000", "otrera:hash=8@nodes=15000", "greedy@depth=1"]
    options: dict[str, Any] = {"games": 6, "openings": "random:2", "seed": 5}
    here, there = tmp_path / "here.sqlite", tmp_path / "there.sqlite"
    cluster.tournament(players, **options, start="8x8", store=here, threads=1, progress=False)
    words = [f"--{name}={value}" for name, value in options.items()]
    words = ["tournament", *players, *words, "--board=8x8", f"--store={there}", f"--address={nodes.address}"]

    first = command(*words, "--unit-seconds=0.5")
    while not (there.exists() and 0 < stored(there) < 18):
        assert first.poll() is None, first.communicate()
        time.sleep(0.02)
    assert kill_a_worker()
    first.kill()
    first.communicate()
    kept = games_of(there)
    assert 0 < len(kept) < 18
    assert all(game in games_of(here) for game in kept)

    second = command(*words, "--resume")
    out, errors = second.communicate()
    assert second.returncode == 0, errors
    assert json.loads(out)["games"] == 18
    assert games_of(there) == games_of(here)


def stored(store: Path) -> int:
    """How many games a store has; none while it is being made."""
    with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as connection:
        try:
            return int(connection.execute("SELECT count(*) FROM game").fetchone()[0])
        except sqlite3.OperationalError:
            return 0


def test_a_sequential_test_is_that_of_threads(nodes: Any, tmp_path: Path) -> None:
    players = ("short-mcts@playouts=50", "greedy@depth=1")
    here = cluster.sprt(*players, **SPRT, store=tmp_path / "here.sqlite", threads=1, progress=False)
    there = cluster.sprt(
        *players, **SPRT, **SHORT, store=tmp_path / "there.sqlite", address=nodes.address, progress=False
    )
    assert here["sprt"]["verdict"] != "undecided"
    assert here["sprt"] == there["sprt"]
    ours, theirs = games_of(tmp_path / "here.sqlite"), games_of(tmp_path / "there.sqlite")
    counted = 2 * here["sprt"]["pairs"]
    assert ours[:counted] == theirs[:counted]
    assert len(theirs) < SPRT["games"], "no unit is handed out once it is decided"


def test_an_experiment_is_that_of_threads(nodes: Any, tmp_path: Path) -> None:
    options: dict[str, Any] = {"scale": "toy", "games_per_cell": 2, "progress": False}
    results = []
    for name, where in (("here", {"threads": 1}), ("there", {"address": nodes.address, **SHORT})):
        # One that says nothing about times.
        (file,) = cluster.lab(["mgpeo-rounds"], **options, **where, out=tmp_path / name)
        result = json.loads(Path(file).read_text())
        for varying in ("provenance", "seconds"):
            del result[varying]
        results.append(result)
    assert results[0] == results[1]
    assert games_of(tmp_path / "here/games.sqlite") == games_of(tmp_path / "there/games.sqlite")


def running_provers() -> list[int]:
    """The processes of this machine that run a unit of a proof: Ray names them by class and method."""
    found = []
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if folder.name.isdigit() and b"_Prover.run" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
    return found


def test_a_proof_is_that_of_threads_also_where_a_worker_is_killed(nodes: Any, tmp_path: Path) -> None:
    killed: list[int] = []

    def kill(what: str, steps: int, done: int, more: str) -> None:
        if not killed and done > 0:
            for pid in running_provers()[:1]:
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    options: dict[str, Any] = {"hash_mib": 8, "budget": 4096}
    here = cluster.prove("4x5", verdicts=tmp_path / "here", **options, threads=1, progress=False)
    there = cluster.prove("4x5", verdicts=tmp_path / "there", **options, address=nodes.address, progress=kill)
    assert killed, "a process was killed while it ran a unit"
    assert (here.winner, here.move) == (there.winner, there.move) == ("black", None)
    assert there.units > 10
    # What was found is gone on from, with or without Ray.
    again = cluster.prove("4x5", verdicts=tmp_path / "there", **options, threads=1, progress=False)
    assert (again.winner, again.units) == ("black", 0)
    assert not running_provers()


def test_a_proof_ends_though_a_node_is_killed(nodes: Any, tmp_path: Path) -> None:
    killed: list[int] = []

    def kill(what: str, steps: int, done: int, more: str) -> None:
        if killed:
            return
        raylets = {info.process.pid for info in nodes.second.all_processes["raylet"]}
        killed.extend(pid for pid in running_provers() if parent_of(pid) in raylets)
        if killed:
            nodes.remove_node(nodes.second, allow_graceful=False)

    options: dict[str, Any] = {"hash_mib": 8, "budget": 4096, "address": nodes.address}
    try:
        # The actor of the lost node needs the core of the other one, which keeps it while it lives.
        found = cluster.prove("4x5", verdicts=tmp_path / "log", **options, progress=kill)
    finally:
        if killed:
            nodes.second = nodes.add_node(num_cpus=1, object_store_memory=MEMORY)
    assert killed, "a node was killed while it ran a unit"
    assert found.winner == "black"


def test_a_proof_is_a_command_and_refuses_what_it_cannot_prove(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    verdicts = str(tmp_path / "5x4")
    assert main(["prove", "--board", "5x4", "--verdicts", verdicts, "--hash", "8", "--threads", "2"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["winner"], found["move"]) == ("white", "b1-b2/d2")
    assert main(["prove", "--board", "4x5", "--verdicts", verdicts, "--threads", "1"]) == 1
    assert "otrera-verdicts 2 5x4" in capsys.readouterr().err
    with pytest.raises(OtreraError, match="36 squares"):
        cluster.prove("6x6", verdicts=tmp_path / "6x6", threads=1)
    with pytest.raises(OtreraError, match="plies must be 1 to 3"):
        cluster.prove("4x4", verdicts=tmp_path / "4x4", plies=9, threads=1)


def test_a_unit_that_fails_tells_our_words(nodes: Any, tmp_path: Path) -> None:
    with pytest.raises(OtreraError, match="no-such-engine"):
        cluster.selfplay(
            tmp_path / "games.jsonl",
            games=2,
            agent="cmd:./no-such-engine@depth=1",
            address=nodes.address,
            progress=False,
        )
    with cluster.connected(nodes.address) as workers:
        workers.submit(7, "{}", 1, 2**20)
        number, words, _ = workers.next() or (0, "", 0)
        assert number == 7
        assert isinstance(words, str)
        assert words.startswith("not a unit of work")
        assert workers.next() is None


def test_cores_and_memory_are_asked_of_ray(nodes: Any, tmp_path: Path) -> None:
    memory_of_a_unit: set[float] = set()

    def look(what: str, steps: int, done: int, more: str) -> None:
        total, left = ray.cluster_resources(), ray.available_resources()
        cores, memory = (total[name] - left.get(name, 0.0) for name in ("CPU", "memory"))
        if cores:
            memory_of_a_unit.add(memory / cores / 2**20)

    # A core for each unit, and the tables of two players.
    options = SELFPLAY | {"agent": "otrera:hash=16@nodes=20000"}
    cluster.selfplay(tmp_path / "games.jsonl", **options, **SHORT, address=nodes.address, progress=look)
    assert 256 + 2 * 16 in memory_of_a_unit


def test_a_player_that_fits_on_no_machine_is_told(nodes: Any, tmp_path: Path) -> None:
    with pytest.raises(OtreraError, match="no machine of the cluster has 2 cores and 288 MiB"):
        cluster.selfplay(
            tmp_path / "games.jsonl",
            games=2,
            agent="otrera:threads=2,hash=16@nodes=10",
            address=nodes.address,
            progress=False,
        )


def test_the_wheel_is_sent_to_the_machines_and_plays(nodes: Any, tmp_path: Path, alone: bytes) -> None:
    # `cargo xtask python install` has left it there, and installed it.
    (wheel,) = (Path(sys.prefix) / "wheels").glob("otrera-*.whl")
    path = tmp_path / "games.jsonl"
    with cluster.connected(nodes.address, ship=wheel):
        place = place_of_the_package()
        # By the connection that there is, so with the same package.
        cluster.selfplay(path, **SELFPLAY, **SHORT, progress=False)
    assert "runtime_resources" in place.parts
    assert path.read_bytes() == alone


def test_the_installed_package_is_sent_to_the_machines(nodes: Any) -> None:
    with cluster.connected(nodes.address, ship=True):
        place = place_of_the_package()
    assert "runtime_resources" in place.parts


def place_of_the_package() -> Path:
    """The file of the extension module that a machine of the cluster uses."""

    @ray.remote
    def place() -> str:
        from otrera import _otrera

        return _otrera.__file__

    return Path(ray.get(place.remote()))


def test_the_example_of_a_cluster_file_is_one_that_ray_reads() -> None:
    file = Path(__file__).parents[1] / "examples" / "cluster.yaml"
    validate_config(prepare_config(yaml.safe_load(file.read_text())))


def test_wrong_addresses_and_options_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.jsonl"
    for options, words in (
        ({"address": "127.0.0.1:1"}, "cannot connect to the Ray cluster at '127.0.0.1:1'"),
        ({"threads": 1, "address": "auto"}, "omit address"),
        ({"threads": 0}, "at least 1"),
        ({"cores": 0}, "cores must be at least 1"),
        ({"unit_seconds": 0.0}, "above 0"),
        ({"ship": tmp_path / "none.whl"}, "none.whl is not a wheel"),
    ):
        with pytest.raises(OtreraError, match=words):
            cluster.selfplay(path, **(SELFPLAY | options), progress=False)  # type: ignore[operator]
    assert main(["selfplay", "--games=2", "--agent=nobody", f"--out={path}", "--threads=1"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith('otrera: the player "nobody"')
    assert not path.exists()
