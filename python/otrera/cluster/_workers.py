"""Units of work as tasks of Ray.

Ray hands units to machines, runs them again where a worker or a machine is lost, and says when they have
ended. What a unit is, in which order results are used and which are used at all is decided by the head, in
Rust.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import tempfile
import time
import zipfile
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import ray
from ray.exceptions import RayError, RayTaskError

import otrera
from otrera import OtreraError
from otrera._otrera import run_unit

# The shared memory of a local Ray: results of some MB wait there until the head takes them.
_OBJECT_STORE = 128 * 1024**2

# How often a unit is run again after its process or machine was lost. Not without end: a unit that ends its
# process each time would be run for ever.
_RETRIES = 20

# Seconds for which a count of the machines is used again.
_COUNT_AGE = 2.0


class Workers(Protocol):
    """Who runs units. The head calls these methods, and runs units that take about ``unit_seconds``."""

    unit_seconds: float

    def width(self) -> int:
        """How many units can run at the same time."""

    def submit(self, number: int, unit: str, cores: int, memory: int) -> None:
        """Starts a unit, given as JSON, that needs cores and bytes of memory, and does not wait for it."""

    def next(self) -> tuple[int, bytes | str, float] | None:
        """Waits for any unit to end: its number, its result or the words of its error, and its seconds.

        None when no unit is out any more.
        """

    def cancel(self) -> None:
        """Ends the units that are out; those that have ended are still told."""

    def end(self) -> None:
        """Ends the units that are out and forgets all: the run has ended, and numbers begin with 0 again."""


def _run(unit: str) -> tuple[bytes, float]:
    begun = time.perf_counter()
    result = run_unit(unit, times=True)
    return result, time.perf_counter() - begun


class RayWorkers:
    """The cores of a Ray cluster to which this process is connected."""

    def __init__(
        self, *, cores: int | None = None, unit_seconds: float = 60.0, connection_stays: bool = True
    ) -> None:
        self.unit_seconds = unit_seconds
        self._connection_stays = connection_stays
        self._wanted = cores
        self._pending: dict[Any, int] = {}
        self._ready: deque[Any] = deque()
        self._needs = (1, 0)
        self._task: Any = None
        self._counted = (0.0, 0)

    def width(self) -> int:
        """How many units fit on the machines of now, or on the cores that are wanted if those are more."""
        now = time.monotonic()
        if now - self._counted[0] > _COUNT_AGE:
            self._counted = (now, self._count())
        # A machine may have been lost: the units wait until there is another.
        return max(self._counted[1], (self._wanted or 0) // self._needs[0], 1)

    def _count(self) -> int:
        # A function without types.
        nodes: Any = ray.nodes
        return sum([_fitting(node["Resources"], *self._needs) for node in nodes() if node["Alive"]])

    def submit(self, number: int, unit: str, cores: int, memory: int) -> None:
        if self._task is None or (cores, memory) != self._needs:
            self._need(cores, memory)
        self._pending[self._task.remote(unit)] = number

    def _need(self, cores: int, memory: int) -> None:
        self._needs = (cores, memory)
        count = self._count()
        self._counted = (time.monotonic(), count)
        if count == 0 and self._wanted is None:
            # Ray would wait for such a machine without end.
            raise OtreraError(
                f"no machine of the cluster has {cores} cores and {memory >> 20} MiB of memory for these "
                "players: give them fewer threads or a smaller hash, or, where machines are added on demand, "
                "say how many cores you want"
            )
        # An error of ours is not retried: the unit would fail in the same way again.
        self._task = ray.remote(_run).options(
            num_cpus=cores, memory=memory, max_retries=_RETRIES, retry_exceptions=False, name="otrera unit"
        )

    def next(self) -> tuple[int, bytes | str, float] | None:
        if not self._ready:
            if not self._pending:
                return None
            # One look for all units that have ended: it costs the more the more units are out.
            ready, others = ray.wait(list(self._pending), num_returns=1, fetch_local=False)
            self._ready.extend(ready)
            self._ready.extend(_ended(others))
        ref = self._ready.popleft()
        number = self._pending.pop(ref)
        try:
            result, seconds = ray.get(ref)
        except RayTaskError as error:
            return number, _words(error), 0.0
        except RayError as error:
            lines = str(error).strip().splitlines() or [type(error).__name__]
            return number, f"unit {number} could not be run: {lines[0]}", 0.0
        return number, result, seconds

    def cancel(self) -> None:
        self._ready.extend(_ended([ref for ref in self._pending if ref not in self._ready]))
        for ref in set(self._pending).difference(self._ready):
            del self._pending[ref]
            # A connection that ends takes its tasks with it. To cancel one that is just ending can abort this
            # process (Ray 2.60: "Tried to complete task that was not pending").
            if self._connection_stays:
                ray.cancel(ref)

    def end(self) -> None:
        self.cancel()
        self._pending.clear()
        self._ready.clear()


def _words(error: RayTaskError) -> str:
    """The words of the unit's own error, without the lines of Ray's processes."""
    cause = error.cause
    if isinstance(cause, OtreraError):
        return str(cause)
    lines = str(cause or error).strip().splitlines()
    if "import" in lines[0]:
        return f"a machine of the cluster cannot import otrera: install it there, or send it: {lines[-1]}"
    return f"a unit failed: {lines[0]}"


def _ended(refs: list[Any]) -> list[Any]:
    """Those of some tasks that have ended."""
    return ray.wait(refs, num_returns=len(refs), timeout=0, fetch_local=False)[0] if refs else []


def _fitting(resources: dict[str, float], cores: int, memory: int) -> int:
    """How many units fit on a machine."""
    by_cores = int(resources.get("CPU", 0) // cores)
    return min(by_cores, int(resources.get("memory", 0) // memory)) if memory else by_cores


@contextlib.contextmanager
def connected(
    address: str | None,
    *,
    cores: int | None = None,
    ship: bool | str | os.PathLike[str] = False,
    unit_seconds: float = 60.0,
) -> Iterator[RayWorkers]:
    """Connects to a cluster by its address, or starts a local Ray that ends with the block.

    Where this process is connected already, that connection is used and stays.
    """
    if unit_seconds <= 0:
        raise OtreraError(f"unit_seconds must be above 0, not {unit_seconds}")
    if cores is not None and cores < 1:
        raise OtreraError(f"cores must be at least 1, not {cores}")
    with contextlib.ExitStack() as stack:
        is_connected = ray.is_initialized()
        if is_connected:
            if address is not None or ship:
                raise OtreraError("this process is connected to Ray already: omit address and ship")
        else:
            folder = stack.enter_context(_package(ship))
            stack.callback(ray.shutdown)
            _connect(address, cores, folder)
        # The cores of a local Ray are all there are.
        workers = RayWorkers(
            cores=cores if address else None, unit_seconds=unit_seconds, connection_stays=is_connected
        )
        stack.callback(workers.end)
        yield workers


def _connect(address: str | None, cores: int | None, package: Path | None) -> None:
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if package is not None:
        options["runtime_env"] = {"py_modules": [os.fspath(package)]}
    if address is None:
        # A local Ray reports its use to nobody and draws no page. "local": RAY_ADDRESS is not followed.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        options |= {"address": "local", "num_cpus": cores, "include_dashboard": False}
        options["object_store_memory"] = _OBJECT_STORE
    else:
        _check_reachable(address)
        options["address"] = address
    # A unit that fails after the one that ended the run says nothing new.
    os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")
    try:
        ray.init(**options)
    except (ConnectionError, RuntimeError, ValueError) as error:
        lines = str(error).strip().splitlines() or [type(error).__name__]
        if address is None:
            raise OtreraError(f"cannot start Ray: {lines[0]}") from None
        hint = "if it asks for a token, set RAY_AUTH_MODE=token"
        raise OtreraError(f"cannot connect to the Ray cluster at {address!r}: {lines[0]}; {hint}") from None


def _check_reachable(address: str) -> None:
    """Ray would try for minutes to reach a machine that does not answer."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        try:
            socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
        except (OSError, OverflowError) as error:
            raise OtreraError(f"cannot connect to the Ray cluster at {address!r}: {error}") from None


@contextlib.contextmanager
def _package(ship: bool | str | os.PathLike[str]) -> Iterator[Path | None]:
    """The folder of the package that is sent to the machines, if one is: the installed one or a wheel's."""
    if ship is False:
        yield None
    elif ship is True:
        yield Path(otrera.__file__).parent
    else:
        with tempfile.TemporaryDirectory(prefix="otrera-") as folder:
            try:
                with zipfile.ZipFile(ship) as wheel:
                    wheel.extractall(folder)
            except (OSError, zipfile.BadZipFile) as error:
                raise OtreraError(f"{os.fspath(ship)} is not a wheel that can be read: {error}") from None
            package = Path(folder) / "otrera"
            if not package.is_dir():
                raise OtreraError(f"{os.fspath(ship)} is a wheel of another package than otrera")
            # Ray knows a package by its content, so that another wheel of the same version is sent again.
            yield package
