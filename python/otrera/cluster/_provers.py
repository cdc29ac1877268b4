"""Units of a proof on actors of Ray: processes that live on, each with a table of its own.

What a unit is, which comes next and what its verdict means is decided by the head, in Rust.
"""

from __future__ import annotations

import time
from typing import Any, Protocol

import ray
from ray.exceptions import RayError, RayTaskError

from otrera import OtreraError
from otrera._otrera import ProofWorker
from otrera.cluster._workers import _COUNT_AGE, _RETRIES, _fitting, _words

# Mebibytes that a process takes besides its table: the interpreter, Ray and this package.
_PROCESS_MIB = 256


class ProofWorkers(Protocol):
    """Who runs units of a proof. The head calls these methods."""

    def begin(self, known: str) -> None:
        """Takes the verdicts that are known before the first unit."""

    def width(self) -> int:
        """How many units can run at the same time."""

    def submit(self, number: int, unit: str, hash_mib: int) -> None:
        """Starts a unit, given as JSON, on a worker with such a table, and does not wait for it."""

    def next(self) -> tuple[int, bytes | str] | None:
        """Waits for any unit to end: its number, and its result or the words of its error.

        None when no unit is out any more.
        """

    def end(self) -> None:
        """Ends the units that are out, and the workers."""


class _Prover:
    """A process that proves. Its table lives on between units; if it is lost, it begins with the log."""

    def __init__(self, known: str) -> None:
        self._worker = ProofWorker(known)

    def run(self, unit: str) -> bytes:
        return self._worker.run(unit)


class RayProvers:
    """Actors on the cores of a Ray cluster to which this process is connected."""

    def __init__(self, *, cores: int | None = None) -> None:
        self._wanted = cores
        self._known = ""
        self._hash_mib = 0
        self._idle: list[Any] = []
        self._actors: list[Any] = []
        self._pending: dict[Any, tuple[int, Any]] = {}
        self._counted = (0.0, 0)

    def begin(self, known: str) -> None:
        # As it is: an actor that is started again cannot get what a lost machine held.
        self._known = known

    def width(self) -> int:
        now = time.monotonic()
        if now - self._counted[0] > _COUNT_AGE:
            self._counted = (now, self._count())
        return max(self._counted[1], self._wanted or 0, 1)

    def _memory(self) -> int:
        return (_PROCESS_MIB + self._hash_mib) << 20

    def _count(self) -> int:
        # A function without types.
        nodes: Any = ray.nodes
        return sum([_fitting(node["Resources"], 1, self._memory()) for node in nodes() if node["Alive"]])

    def submit(self, number: int, unit: str, hash_mib: int) -> None:
        if hash_mib != self._hash_mib:
            self._hash_mib = hash_mib
            self._counted = (time.monotonic(), self._count())
            if self._counted[1] == 0 and self._wanted is None:
                # Ray would wait for such a machine without end.
                raise OtreraError(
                    f"no machine of the cluster has a core and {self._memory() >> 20} MiB of memory for a "
                    "table: choose a smaller hash_mib, or, where machines are added on demand, say how many "
                    "cores you want"
                )
        if not self._idle:
            # A process or machine that is lost is replaced, and its unit run again.
            made = ray.remote(_Prover).options(
                num_cpus=1,
                memory=self._memory(),
                max_restarts=_RETRIES,
                max_task_retries=_RETRIES,
            )
            actor = made.remote(self._known)
            self._actors.append(actor)
            self._idle.append(actor)
        actor = self._idle.pop()
        self._pending[actor.run.remote(unit)] = (number, actor)

    def next(self) -> tuple[int, bytes | str] | None:
        if not self._pending:
            return None
        ready: list[Any] = []
        while not ready:
            ready, _ = ray.wait(list(self._pending), num_returns=1, timeout=_COUNT_AGE)
            if not ready:
                self._release_idle()
        number, actor = self._pending.pop(ready[0])
        self._idle.append(actor)
        try:
            result: bytes = ray.get(ready[0])
        except RayTaskError as error:
            return number, _words(error)
        except RayError as error:
            lines = str(error).strip().splitlines() or [type(error).__name__]
            return number, f"unit {number} could not be run: {lines[0]}"
        return number, result

    def _release_idle(self) -> None:
        """Ends idle actors, which keep their cores while they live, where those of a lost machine wait."""
        while self._idle and len(self._actors) > self._count():
            actor = self._idle.pop()
            self._actors = [other for other in self._actors if other is not actor]
            ray.kill(actor)

    def end(self) -> None:
        self._pending.clear()
        self._idle.clear()
        for actor in self._actors:
            ray.kill(actor)
        self._actors.clear()
