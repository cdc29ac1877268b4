"""How many results a second the head of a run holds, as if a thousand nodes sent them.

    python python/benchmarks/head.py [--games 8000] [--nodes 1000] [--unit-games 30]

First real games are played on threads of this machine and kept. Then the head of the same run is given a
unit for every core of the simulated nodes, and each unit is answered at once, in a random order among all
that are out, with the real lines of its games: what is measured is what the head does with results, alone.
It reads and checks every line, keeps early ones in a file beside, recognises duplicates and writes in
order (self-play), or stores each game in SQLite (tournament). Ray has no part in it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import tempfile
import time
from pathlib import Path

from otrera import _otrera, cluster

AGENT = "alphabeta:depth=1@nodes=60"


class Replay:
    """Answers units with results that were kept, in a random order."""

    def __init__(self, lines: dict[int, bytes], width: int, unit_games: int) -> None:
        self.unit_seconds = float(unit_games)
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
        if all(game in self._lines for game in games):
            result = b"".join(self._lines[game] for game in games)
        else:
            # A duplicate is not in the file: the head drops it again.
            result = _otrera.run_unit(unit)
        self.units += 1
        self.bytes += len(result)
        # A second a game: the head makes units of as many games as a unit is to have seconds.
        return number, result, float(len(games))

    def cancel(self) -> None:
        self._out.clear()

    def end(self) -> None:
        self._out.clear()


def by_slot(lines: bytes) -> dict[int, bytes]:
    """Lines by the number of their game."""
    return {json.loads(line)["run"]["slot"]: line for line in lines.splitlines(keepends=True)}


def measure(name: str, replay: Replay, games: int, run: object) -> None:
    begun = time.perf_counter()
    cpu = time.process_time()
    run()  # type: ignore[operator]
    seconds = time.perf_counter() - begun
    busy = (time.process_time() - cpu) / seconds
    size = games / replay.units
    print(
        f"{name:10}  {replay.units:6} units  {size:5.1f} games a unit  {replay.units / seconds:6.0f} units/s",
        end="",
    )
    print(
        f"  {games / seconds:7.0f} games/s  {replay.bytes / seconds / 1e6:6.1f} MB/s  {busy:4.0%} of a core"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=8000, help="games of self-play (%(default)s)")
    parser.add_argument("--nodes", type=int, default=1000, help="units that are out at once (%(default)s)")
    parser.add_argument("--unit-games", type=int, default=30, help="games of a unit at most (%(default)s)")
    parser.add_argument("--agent", default=AGENT, help="who plays (%(default)s)")
    options = parser.parse_args()
    games: int = options.games
    spec = {"player": options.agent, "openings": "random:2-8"}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.jsonl"
        begun = time.perf_counter()
        threads = os.cpu_count() or 1
        cluster.selfplay(path, games=games, agent=options.agent, openings="random:2-8", threads=threads)
        made = path.read_bytes()
        lines = by_slot(made)
        seconds = time.perf_counter() - begun
        print(f"{games} games of {len(made) / games / 1000:.1f} kB by {options.agent} in {seconds:.0f} s")
        again = Path(folder) / "again.jsonl"
        replay = Replay(lines, options.nodes, options.unit_games)
        text = json.dumps(spec)
        measure(
            "self-play",
            replay,
            games,
            lambda: _otrera.selfplay_on(replay, text, again, games, "refuse", None, None),
        )
        assert again.read_bytes() == made, "the head has made the same file"
        measure_store(folder, options, games)


def measure_store(folder: str, options: argparse.Namespace, games: int) -> None:
    """The same for a tournament, whose games are stored."""
    spec = {
        "kind": "tournament",
        "players": [options.agent, "greedy@depth=1"],
        "games": games // 4 * 2,
        "openings": "random:4",
    }
    text = json.dumps(spec)

    class Keep(Replay):
        """Plays the games itself, and keeps the results."""

        def next(self) -> tuple[int, bytes | str, float] | None:
            if not self._out:
                return None
            number, unit = self._out.pop()
            result = _otrera.run_unit(unit)
            self._lines.update(by_slot(result))
            return number, result, float(len(result.splitlines()))

    lines: dict[int, bytes] = {}
    _otrera.contest_on(Keep(lines, 1, 100), text, Path(folder) / "first.sqlite", False, None)
    replay = Replay(lines, options.nodes, options.unit_games)
    measure(
        "tournament",
        replay,
        len(lines),
        lambda: _otrera.contest_on(replay, text, Path(folder) / "again.sqlite", False, None),
    )


if __name__ == "__main__":
    main()
