"""How many results a second the head of a run holds, as if a thousand nodes sent them.

    python python/benchmarks/head.py [--games 8000] [--nodes 1000]

First real games are played on threads of this machine and kept. Then the head of the same run is given a
unit for every simulated node, and each unit is answered at once, in a random order among all that are out,
with the real lines of its games: what is measured is what the head does with results, alone. It reads and
checks every line, keeps early ones in a file beside, recognises duplicates and writes in order (self-play),
or stores each game in SQLite (tournament). Ray has no part in it.

The head makes a unit of at most an eighth of the rest for each node, so that a thousand nodes get units of
a game or two from some thousand games; the second row has few nodes and larger units. The rows have the
form of those in docs/cluster.md.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from otrera import _otrera, cluster

AGENT = "alphabeta:depth=1@nodes=60"

# How many nodes the rows with large units have.
FEW = 16


class Replay:
    """Answers units with results that were kept, in a random order."""

    # A second a game: the head makes units of at most so many games.
    unit_seconds = 60.0

    def __init__(self, lines: dict[int, bytes], width: int) -> None:
        self.units = self.bytes = 0
        self._lines = lines
        self._width = width
        self._out: list[tuple[int, str]] = []
        self._random = random.Random(1)

    def width(self) -> int:
        return self._width

    def submit(self, number: int, unit: str, cores: int, memory: int) -> None:
        self._out.append((number, unit))

    def next(self) -> tuple[int, bytes | str, float] | None:
        if not self._out:
            return None
        at = self._random.randrange(len(self._out))
        self._out[at], self._out[-1] = self._out[-1], self._out[at]
        number, unit = self._out.pop()
        games = [game["number"] for game in json.loads(unit)["games"]]
        result = self.result(unit, games)
        self.units += 1
        self.bytes += len(result)
        return number, result, float(len(games))

    def result(self, unit: str, games: list[int]) -> bytes:
        if any(game not in self._lines for game in games):
            # A duplicate is not in the file of self-play: the head drops it again.
            return _otrera.run_unit(unit)
        return b"".join([self._lines[game] for game in games])

    def cancel(self) -> None:
        self._out.clear()

    def end(self) -> None:
        self._out.clear()


class Keep(Replay):
    """Plays the games of units, and keeps the results."""

    def result(self, unit: str, games: list[int]) -> bytes:
        result = _otrera.run_unit(unit)
        self._lines.update(by_slot(result))
        return result


def by_slot(lines: bytes) -> dict[int, bytes]:
    """Lines by the number of their game."""
    return {json.loads(line)["run"]["slot"]: line for line in lines.splitlines(keepends=True)}


def measure(name: str, lines: dict[int, bytes], nodes: int, run: Callable[[Replay], object]) -> None:
    replay = Replay(lines, nodes)
    begun, cpu = time.perf_counter(), time.process_time()
    run(replay)
    seconds = time.perf_counter() - begun
    busy = (time.process_time() - cpu) / seconds
    games = len(lines)
    print(
        f"| head, {name}, {nodes:,} units out at once | {replay.units / seconds:,.0f} units/s,"
        f" {games / seconds:,.0f} games/s, {replay.bytes / seconds / 1e6:,.0f} MB/s, {busy:.0%} of a core |",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=8000, help="games of a run (%(default)s)")
    parser.add_argument("--nodes", type=int, default=1000, help="units that are out at once (%(default)s)")
    parser.add_argument("--agent", default=AGENT, help="who plays (%(default)s)")
    options = parser.parse_args()
    games: int = options.games
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = folder / "made.jsonl"
        threads = os.cpu_count() or 1
        cluster.selfplay(
            made, games=games, agent=options.agent, openings="random:2-8", threads=threads, progress=False
        )
        size = made.stat().st_size / games / 1000
        print(f"{games} games of {size:.1f} kB a line, by {options.agent}")
        print("\n| step | holds |\n|---|---|")
        spec = json.dumps({"player": options.agent, "openings": "random:2-8"})
        lines = by_slot(made.read_bytes())
        for nodes in (options.nodes, FEW):
            path = folder / f"{nodes}.jsonl"

            def write(workers: Replay, path: Path = path) -> None:
                _otrera.selfplay_on(workers, spec, path, games, "refuse", None, None)

            measure("self-play", lines, nodes, write)
            assert path.read_bytes() == made.read_bytes(), "the head has made the same file"

        players = [options.agent, "greedy@depth=1"]
        contest = {"kind": "tournament", "players": players, "games": games // 2 * 2, "openings": "random:4"}
        spec = json.dumps(contest)
        kept: dict[int, bytes] = {}
        _otrera.contest_on(Keep(kept, 1), spec, folder / "made.sqlite", False, None)
        for nodes in (options.nodes, FEW):
            store = folder / f"{nodes}.sqlite"

            def play(workers: Replay, store: Path = store) -> None:
                _otrera.contest_on(workers, spec, store, False, None)

            measure("tournament into a store", kept, nodes, play)


if __name__ == "__main__":
    main()
