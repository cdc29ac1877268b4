"""What Ray itself holds: small tasks a second, and megabytes of results a second, to one driver.

    python python/benchmarks/ray_tasks.py [--seconds 10]

A local Ray with a worker for each core of this machine, which should be quiet. A task returns bytes and does
nothing else; 64 small ones are out at once, 16 large ones. Otrera has no part in it. The rows have the
form of those in docs/cluster.md.
"""

from __future__ import annotations

import argparse
import os
import time

import ray


@ray.remote
def answer(size: int) -> bytes:
    return bytes(size)


def measure(name: str, size: int, seconds: float, out: int) -> None:
    pending = {answer.remote(size) for _ in range(out)}
    ended, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        ready, _ = ray.wait(list(pending), num_returns=1)
        for ref in ready:
            assert len(ray.get(ref)) == size
            pending.remove(ref)
            pending.add(answer.remote(size))
            ended += 1
    rate = ended / (time.perf_counter() - begun)
    print(f"| Ray: {name} to one driver | {rate:,.0f} tasks/s, {rate * size / 1e6:,.1f} MB/s |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=10.0, help="of each measurement (%(default)s)")
    options = parser.parse_args()
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray.init(address="local", include_dashboard=False, log_to_driver=False, object_store_memory=256 * 2**20)
    # The first tasks start the workers.
    ray.get([answer.remote(0) for _ in range(100)])
    print("| step | holds |\n|---|---|")
    measure("results of 1 kB", 1_000, options.seconds, 64)
    measure("results of 1 MB", 1_000_000, options.seconds, 16)
    ray.shutdown()


if __name__ == "__main__":
    main()
