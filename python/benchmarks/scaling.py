"""The self-play of two nodes of one core against one, in one run.

    python python/benchmarks/scaling.py [--games 800] [--rounds 3]

The nodes are of one real Ray cluster in this machine, which should be quiet and have at least two cores;
Ray's own processes share them. Each round plays the same games on one node, on two, and on one and two
threads without Ray; the files must be equal. The median of the rounds is printed, and what two are to one, in
the form of the table in docs/cluster.md.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from otrera import cluster

AGENT = "otrera:hash=16@nodes=3000"


def seconds_of(path: Path, options: argparse.Namespace, **where: Any) -> float:
    begun = time.perf_counter()
    cluster.selfplay(path, games=options.games, agent=options.agent, progress=False, **where)
    return time.perf_counter() - begun


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=800, help="games of a run (%(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (%(default)s)")
    parser.add_argument("--agent", default=AGENT, help="who plays (%(default)s)")
    options = parser.parse_args()

    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    def nodes(count: int) -> Cluster:
        memory = 80 * 2**20
        head = {"num_cpus": 1, "object_store_memory": memory, "include_dashboard": False}
        started = Cluster(initialize_head=True, head_node_args=head)
        for _ in range(count - 1):
            started.add_node(num_cpus=1, object_store_memory=memory)
        return started

    times: dict[str, list[float]] = {"1 node": [], "2 nodes": [], "1 thread": [], "2 threads": []}
    with tempfile.TemporaryDirectory() as folder:
        files: list[bytes] = []
        for number in range(options.rounds):
            for name, taken in times.items():
                path = Path(folder) / f"{name} {number}.jsonl"
                count = int(name.split()[0])
                if "thread" in name:
                    taken.append(seconds_of(path, options, threads=count))
                else:
                    started = nodes(count)
                    try:
                        # The first games start the workers, which a run of hours does once.
                        warm = argparse.Namespace(games=4, agent=options.agent)
                        seconds_of(
                            path.with_suffix(".warm.jsonl"), warm, address=started.address, unit_seconds=0.1
                        )
                        taken.append(seconds_of(path, options, address=started.address))
                    finally:
                        started.shutdown()
                files.append(path.read_bytes())
                print(f"round {number + 1}: {name:9} {taken[-1]:7.1f} s", flush=True)
        assert all(made == files[0] for made in files), "all files are equal"
    median = {name: statistics.median(taken) for name, taken in times.items()}
    print(f"\n{options.games} games of {options.agent}, the median of {options.rounds} rounds\n")
    print("| | seconds | games/s | times one |\n|---|---:|---:|---:|")
    for row, name, one, goal in (
        ("one node", "1 node", "", ""),
        ("two nodes", "2 nodes", "1 node", " (goal 1.6)"),
        ("one thread, without Ray", "1 thread", "", ""),
        ("two threads, without Ray", "2 threads", "1 thread", ""),
    ):
        seconds = median[name]
        times = f"{median[one] / seconds:.2f}{goal} |" if one else "|"
        print(f"| {row} | {seconds:.1f} | {options.games / seconds:.1f} | {times}")


if __name__ == "__main__":
    main()
