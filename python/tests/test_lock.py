"""The interpreter's lock is released while Rust works: other threads of Python run meanwhile."""

from __future__ import annotations

import itertools
import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import otrera
from otrera import Batch, Player, Position, Store, _otrera

Work = Callable[[], object]

SIX = Position(board="6x6")
MANY = [SIX] * 20_000


@pytest.fixture(autouse=True)
def no_switches() -> Iterator[None]:
    """A thread keeps the lock until it releases it by itself."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e6)
    yield
    sys.setswitchinterval(usual)


def most_turns(work: Work, wanted: int, calls: int) -> int:
    """How often another thread gets the lock within one call, at most; it is called until that is enough."""
    turns = 0
    is_over = False

    def other() -> None:
        nonlocal turns
        while not is_over:
            turns += 1
            # Gives the lock back and asks for it again.
            time.sleep(0.0005)

    thread = threading.Thread(target=other)
    thread.start()
    most = 0
    try:
        for _ in range(calls):
            before = turns
            work()
            most = max(most, turns - before)
            if most >= wanted:
                break
    finally:
        is_over = True
        thread.join()
    return most


def selfplay(folder: Path) -> Work:
    spec = json.dumps({"player": "greedy@depth=1", "start": "6x6"})
    numbers = itertools.count()
    return lambda: _otrera.selfplay_on(1, spec, folder / f"{next(numbers)}.jsonl", 100, "refuse")


def unit(folder: Path) -> Work:
    units: list[str] = []

    class Recorded(Exception):
        pass

    class Recorder:
        unit_seconds = 60.0

        def width(self) -> int:
            return 1

        def submit(self, number: int, unit: str, cores: int, memory: int) -> None:
            units.append(unit)
            raise Recorded

        def cancel(self) -> None: ...

        end = cancel

    spec = json.dumps({"player": "otrera@nodes=5000"})
    with pytest.raises(Recorded):
        _otrera.selfplay_on(Recorder(), spec, folder / "games.jsonl", 2, "refuse")  # type: ignore[arg-type]
    return lambda: _otrera.run_unit(units[0])


def prover(folder: Path) -> Work:
    numbers = itertools.count()
    return lambda: _otrera.prove_on(1, "4x4", 2, 4096, 1, folder / str(next(numbers)))


def store_of(folder: Path) -> Store:
    return otrera.match("random", "random", games=400, nodes=1, start=SIX, store=folder / "games").store


# Long work, on a thread of its own while the caller waits: one release at the beginning is not enough.
LONG: dict[str, Callable[[Path], Work]] = {
    "think": lambda _: lambda: Player("otrera").think(Position(), nodes=1_000_000),
    "solve": lambda _: lambda: otrera.solve(SIX, nodes=300_000),
    "evaluate": lambda _: lambda: otrera.evaluate(MANY),
    "match": lambda _: lambda: otrera.match("greedy", "greedy", games=40, depth=1, start=SIX),
    "tournament": lambda _: lambda: otrera.tournament(["greedy"] * 3, games=20, depth=1, start=SIX),
    "run_unit": unit,
    "selfplay": selfplay,
    "prove": prover,
    "Store.games": lambda folder: store_of(folder).games,
    "Store.plies_table": lambda folder: store_of(folder).plies_table,
}


@pytest.mark.parametrize("name", LONG)
def test_long_work_leaves_the_lock_to_others(name: str, tmp_path: Path) -> None:
    assert most_turns(LONG[name](tmp_path), wanted=3, calls=20) >= 3


def batch(method: str) -> Work:
    games = Batch(2_000, board="6x6", seed=1)

    def work() -> Any:
        return getattr(games, method)(*((games.random_actions(),) if method == "step" else ()))

    return work


SHORT: dict[str, Work] = {
    "planes": lambda: otrera.planes(MANY),
    "distances": lambda: otrera.distances(MANY, "white"),
    "count_moves": lambda: otrera.count_moves(MANY),
    "Batch.observations": batch("observations"),
    "Batch.action_masks": batch("action_masks"),
    "Batch.random_actions": batch("random_actions"),
    "Batch.count_moves": batch("count_moves"),
    "Batch.step": batch("step"),
    "Batch.reset": batch("reset"),
}


@pytest.mark.parametrize("name", SHORT)
def test_loops_in_rust_leave_the_lock_to_others(name: str) -> None:
    assert most_turns(SHORT[name], wanted=1, calls=2_000) >= 1


def test_what_keeps_the_lock_is_seen() -> None:
    assert most_turns(Position().legal_moves, wanted=1, calls=200) == 0
