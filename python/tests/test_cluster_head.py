"""The head of a run with workers of this process: order, failures, exceptions, resumption. No Ray."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from otrera import OtreraError, _otrera
from otrera._otrera import run_unit

SPEC = {"player": "short-mcts@playouts=20", "start": "6x6", "openings": "random:1-4", "seed": 3}
CONTEST: dict[str, object] = {
    "kind": "tournament",
    "players": ["greedy", "short-mcts@playouts=20", "random"],
    "games": 6,
    "start": "6x6",
    "openings": "random:2",
    "seed": 5,
    "time_control": "depth=1",
}


class Here:
    """Runs units in this process, and tells them in a shuffled order."""

    def __init__(self, seed: int, width: int = 3, unit_seconds: float = 0.05) -> None:
        self.unit_seconds = unit_seconds
        self.units: list[str] = []
        self.needs: set[tuple[int, int]] = set()
        self.cancelled = 0
        self._random = random.Random(seed)
        self._width = width
        self._out: list[tuple[int, str]] = []

    def width(self) -> int:
        return self._width

    def submit(self, number: int, unit: str, cores: int, memory: int) -> None:
        assert number == len(self.units)
        self.units.append(unit)
        self.needs.add((cores, memory))
        self._out.append((number, unit))

    def next(self) -> tuple[int, bytes | str, float] | None:
        if not self._out:
            return None
        number, unit = self._out.pop(self._random.randrange(len(self._out)))
        # The same pace on every machine, so that units have the same sizes.
        return number, run_unit(unit), 0.01 * unit.count('"number"')

    def cancel(self) -> None:
        self.cancelled += 1
        self._out.clear()

    def end(self) -> None:
        self._out.clear()


def selfplay(
    path: Path, workers: object, games: int = 100, existing: str = "refuse", **options: object
) -> dict[str, int]:
    on_progress = options.get("on_progress")
    return _otrera.selfplay_on(workers, json.dumps(SPEC), path, games, existing, None, on_progress)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of self-play that one thread makes."""
    path = tmp_path_factory.mktemp("alone") / "games.jsonl"
    made = selfplay(path, 1)
    assert made["games"] == 100
    return path.read_bytes()


@pytest.mark.parametrize("seed", range(3))
def test_results_in_any_order_make_the_same_file(tmp_path: Path, alone: bytes, seed: int) -> None:
    workers = Here(seed)
    path = tmp_path / "games.jsonl"
    selfplay(path, workers)
    assert path.read_bytes() == alone
    assert list(tmp_path.iterdir()) == [path], "nothing is left beside it"
    sizes = [len(json.loads(unit)["games"]) for unit in workers.units]
    assert max(sizes) > 2, "units grow"


def test_a_unit_is_data_and_gives_the_same_bytes_twice(tmp_path: Path) -> None:
    workers = Here(1)
    selfplay(tmp_path / "games.jsonl", workers)
    unit = workers.units[0]
    result = run_unit(unit)
    assert run_unit(unit) == result
    assert [json.loads(line)["run"]["slot"] for line in result.splitlines()] == [0, 1]
    with pytest.raises(OtreraError, match="no-such-player"):
        run_unit(unit.replace("short-mcts", "no-such-player"))
    with pytest.raises(OtreraError, match="unit"):
        run_unit(unit[: len(unit) // 2])


def test_a_unit_asks_for_the_threads_and_the_memory_of_its_player(tmp_path: Path) -> None:
    for agent, cores, tables in (("random", 1, 0), ("otrera:threads=3,hash=32@nodes=10", 3, 64)):
        workers = Here(1)
        spec = json.dumps(SPEC | {"player": agent})
        _otrera.selfplay_on(workers, spec, tmp_path / f"{cores}.jsonl", 2, "refuse", None, None)
        ((asked, memory),) = workers.needs
        assert asked == cores
        assert memory == (256 + tables) << 20


def test_what_came_early_is_found_again(tmp_path: Path, alone: bytes) -> None:
    class Lost(Here):
        """Loses the connection while the first unit is still out."""

        def next(self) -> tuple[int, bytes | str, float] | None:
            if len(self.units) == 12:
                raise ConnectionError("the cluster is gone")
            late = next((unit for unit in self._out if unit[0] == 0), None)
            self._out = [unit for unit in self._out if unit[0] != 0]
            try:
                return super().next()
            finally:
                self._out += [late] if late else []

    path = tmp_path / "games.jsonl"
    lost = Lost(1)
    with pytest.raises(ConnectionError, match="the cluster is gone"):
        selfplay(path, lost)
    assert lost.cancelled == 1
    assert path.read_bytes() == b""
    early = path.with_name("games.jsonl.early")
    waiting = {json.loads(line)["run"]["slot"] for line in early.read_bytes().splitlines()}
    assert waiting
    assert 0 not in waiting
    again = Here(2)
    selfplay(path, again, existing="resume")
    played = [game["number"] for unit in again.units for game in json.loads(unit)["games"]]
    assert waiting.isdisjoint(played), "no game is played twice"
    assert path.read_bytes() == alone
    assert not early.exists()


def test_a_failed_unit_fails_the_run_in_its_words_and_finished_games_are_kept(
    tmp_path: Path, alone: bytes
) -> None:
    class Failing(Here):
        def next(self) -> tuple[int, bytes | str, float] | None:
            ended = super().next()
            return (ended[0], "player 'x': no such file", 0.0) if ended and ended[0] == 9 else ended

    path = tmp_path / "games.jsonl"
    with pytest.raises(OtreraError, match=r"^player 'x': no such file$"):
        selfplay(path, Failing(1))
    kept = path.read_bytes()
    assert kept
    assert alone.startswith(kept)
    assert selfplay(path, Here(1), existing="resume")["before"] == kept.count(b"\n")
    assert path.read_bytes() == alone


def test_a_result_of_another_unit_is_refused(tmp_path: Path) -> None:
    class Confused(Here):
        def next(self) -> tuple[int, bytes | str, float] | None:
            ended = super().next()
            return ended and (ended[0], b"{}\n", 0.0)

    with pytest.raises(OtreraError, match="result of a unit"):
        selfplay(tmp_path / "games.jsonl", Confused(1))


@pytest.mark.parametrize("method", ["width", "submit", "next"])
def test_an_exception_of_a_method_is_raised(tmp_path: Path, method: str) -> None:
    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    workers = Here(1)
    setattr(workers, method, fail)
    with pytest.raises(KeyboardInterrupt):
        selfplay(tmp_path / "games.jsonl", workers)
    assert workers.cancelled == 1


@pytest.mark.parametrize("workers", [Here(1), 2], ids=["workers", "threads"])
def test_an_exception_of_the_callback_ends_the_run(tmp_path: Path, alone: bytes, workers: object) -> None:
    def fail(what: str, steps: int, done: int, more: str) -> None:
        assert (what, steps) == ("games", 100)
        if done == 3:
            raise ZeroDivisionError

    path = tmp_path / "games.jsonl"
    with pytest.raises(ZeroDivisionError):
        selfplay(path, workers, on_progress=fail)
    # The threads may still write when the exception is raised: another process would resume the file.
    if not isinstance(workers, int):
        selfplay(path, 2, existing="resume")
        assert path.read_bytes() == alone


def test_workers_must_have_the_methods(tmp_path: Path) -> None:
    with pytest.raises(AttributeError, match="unit_seconds"):
        selfplay(tmp_path / "games.jsonl", object())

    class Wrong(Here):
        def next(self) -> tuple[int, bytes | str, float] | None:
            return "nonsense"  # type: ignore[return-value]

    with pytest.raises(TypeError):
        selfplay(tmp_path / "games.jsonl", Wrong(1), existing="replace")


def contest(tmp_path: Path, name: str, workers: object, plan: dict[str, object]) -> dict[str, object]:
    result = _otrera.contest_on(workers, json.dumps(plan), tmp_path / name, False, None)  # type: ignore[arg-type]
    described: dict[str, object] = json.loads(result)
    return described


def without_times(result: dict[str, object]) -> dict[str, object]:
    players = result["players"]
    assert isinstance(players, list)
    for player in players:
        del player["seconds_a_move"], player["nodes_a_second"]
    return result


def test_a_tournament_is_the_same_in_any_order(tmp_path: Path) -> None:
    results = [
        without_times(contest(tmp_path, f"{index}.sqlite", workers, CONTEST))
        for index, workers in enumerate((1, Here(1), Here(2, width=7)))
    ]
    assert results[0]["games"] == 18
    assert results[0] == results[1] == results[2]


def test_a_sequential_test_ends_with_the_same_verdict(tmp_path: Path) -> None:
    sprt = {"model": "logistic", "elo0": 0.0, "elo1": 100.0, "alpha": 0.1, "beta": 0.1}
    plan = CONTEST | {
        "kind": "sprt",
        "players": ["short-mcts@playouts=20", "random"],
        "games": 4000,
        "sprt": sprt,
    }
    results = [
        contest(tmp_path, f"{index}.sqlite", workers, plan) for index, workers in enumerate((1, Here(1)))
    ]
    verdicts = [result["sprt"] for result in results]
    assert verdicts[0] == verdicts[1]
    assert verdicts[0]["verdict"] == "accept_h1", verdicts[0]  # type: ignore[index]

    class Watched(Here):
        """Knows how many units were handed out when the test was decided."""

        before: int | None = None

        def tell(self, what: str, steps: int, done: int, more: str) -> None:
            ratio, _, bound = (float(word) for word in re.findall(r"-?[\d.]+", more))
            if self.before is None and ratio >= bound:
                self.before = len(self.units)

    watched = Watched(1, width=5)
    store = tmp_path / "watched.sqlite"
    told = json.loads(_otrera.contest_on(watched, json.dumps(plan), store, False, watched.tell))
    assert told["sprt"] == verdicts[0]
    assert watched.before == len(watched.units), "no unit is handed out once it is decided"
    assert not watched._out, "those that are out are played"
    assert told["games"] > 2 * told["sprt"]["pairs"], "some were out"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": ["greedy"]}, "at least two players"),
        ({"players": ["greedy", "nobody"]}, "nobody"),
        ({"games": 3}, "even number"),
        ({"openings": "no-such-file.txt"}, "no-such-file.txt"),
        ({"margin": "soon"}, "margin"),
        ({"start": "6x"}, "6x"),
        ({"time_control": "-1s"}, "time control"),
        ({"sprt": {}}, "model"),
        ({"nonsense": 1}, "nonsense"),
    ],
)
def test_a_contest_that_cannot_be_played_is_told(
    tmp_path: Path, change: dict[str, object], words: str
) -> None:
    with pytest.raises(OtreraError, match=words):
        contest(tmp_path, "games.sqlite", 1, CONTEST | change)


def test_a_callable_is_told_how_far_a_contest_is(tmp_path: Path) -> None:
    told: list[tuple[str, int, int, str]] = []

    def tell(what: str, steps: int, done: int, more: str) -> None:
        told.append((what, steps, done, more))

    plan = json.dumps(CONTEST | {"players": ["greedy", "random"]})
    _otrera.contest_on(Here(1), plan, tmp_path / "games.sqlite", False, tell)
    assert [note[2] for note in told] == list(range(7))
    assert told[-1][1] == 6
    wins = [int(wins) for wins in told[-1][3].split(" to ")]
    assert sum(wins) == 6
