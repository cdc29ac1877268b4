"""Self-play, tournaments, sequential tests, experiments and proofs on the cores of a cluster, by Ray.

Without an address a local Ray is started on the cores of this machine and ended with the run; with one
(``"auto"``, ``"10.0.0.1:6379"``, ``"ray://..."``) an existing cluster is used. Games are handed out in units
of about a minute, results are written in order and exactly once by this process, and every run can be
resumed after it was broken off. With counts as limits the games are the same for any number of machines,
and for threads without Ray.

    >>> import otrera.cluster
    >>> otrera.cluster.selfplay("games.jsonl", games=1000, agent="otrera@nodes=3000")  # doctest: +SKIP
    SelfPlayed(games=1000, before=0, copies=0, lines='games.jsonl', parquet=None)

Each function is a command too: ``python -m otrera.cluster --help``.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from otrera import OtreraError, _otrera
from otrera.cluster._progress import Progress
from otrera.cluster._provers import ProofWorkers, RayProvers
from otrera.cluster._workers import RayWorkers, Workers, connected

__all__ = [
    "OnProgress",
    "ProofWorkers",
    "Proved",
    "RayProvers",
    "RayWorkers",
    "SelfPlayed",
    "Workers",
    "connected",
    "lab",
    "prove",
    "selfplay",
    "sprt",
    "tournament",
]

StrPath: TypeAlias = "str | os.PathLike[str]"

OnProgress: TypeAlias = Callable[[str, int, int, str], object]
"""Called with what is counted, how many there are, how many are done, and what else is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfPlayed:
    """What self-play has made."""

    games: int
    """Games in the file."""
    before: int
    """Those of them that the file had before."""
    copies: int
    """Duplicates that were discarded, mirror images included."""
    lines: str
    """The file, a game a line."""
    parquet: str | None
    """The Parquet file, if there is one."""


def selfplay(
    out: StrPath,
    *,
    games: int,
    agent: str,
    openings: str = "random:0-8",
    strays: str | None = None,
    adjudicate: bool = False,
    start: str | None = None,
    seed: int = 1,
    parquet: StrPath | None = None,
    resume: bool = False,
    force: bool = False,
    address: str | None = None,
    cores: int | None = None,
    ship: bool | StrPath = False,
    threads: int | None = None,
    unit_seconds: float = 60.0,
    progress: bool | OnProgress = True,
) -> SelfPlayed:
    """Makes a file of games that a player plays against itself, as ``otrera lab selfplay`` does.

    Args:
        out: The file, ``.jsonl``, or ``.parquet`` with a ``.jsonl`` beside it.
        games: How many games it is to have.
        agent: Who plays both sides; a time control may follow: ``otrera@nodes=5000``.
        openings: Where games begin: ``random:PLIES``, ``start``, ``balanced``, or a file.
        strays: Random plies in the middle of games, and the ply before which they come: ``0-3:50``.
        adjudicate: Whether a game ends once counting proves who wins.
        start: A board such as ``8x8``, a random start, or FEN; the standard start if it is not given.
        seed: The seed of everything.
        parquet: A Parquet file beside the lines.
        resume: Whether a file that was broken off is continued.
        force: Whether an existing file is replaced.
        address: The address of a Ray cluster; a local Ray is started if there is none.
        cores: How many cores of this machine a local Ray has; of a cluster, how many are asked for where
            machines are added on demand.
        ship: Whether the package is sent to the machines: True sends the installed one, a path a wheel's.
        threads: Plays on threads of this process, without Ray.
        unit_seconds: About how long a unit of work takes.
        progress: Whether progress is shown on standard error, or a function that is called with it.
    """
    lines, table = _targets(os.fspath(out), None if parquet is None else os.fspath(parquet), resume or force)
    spec = _text(
        player=agent, openings=openings, strays=strays, adjudicate=adjudicate, start=start, seed=seed
    )
    existing = "resume" if resume else "replace" if force else "refuse"
    with _where(threads, address, cores, ship, unit_seconds) as workers, _shown("selfplay", progress) as show:
        made = _otrera.selfplay_on(workers, spec, lines, games, existing, table, show)
    return SelfPlayed(lines=lines, parquet=table, **made)


def tournament(
    players: Sequence[str],
    *,
    games: int = 4,
    gauntlet: bool = False,
    store: StrPath,
    resume: bool = False,
    openings: str | None = None,
    adjudicate: bool = False,
    start: str | None = None,
    seed: int = 1,
    time_control: str | None = None,
    margin: str | None = None,
    address: str | None = None,
    cores: int | None = None,
    ship: bool | StrPath = False,
    threads: int | None = None,
    unit_seconds: float = 60.0,
    progress: bool | OnProgress = True,
) -> dict[str, Any]:
    """Plays a tournament, everybody against everybody or one against all, as ``otrera tournament`` does.

    Every finished game is in the store at once. The result is what ``otrera tournament --json`` prints last:
    the crosstable, ratings, and figures of every player.

    Args:
        players: The players, at least two; a time control may follow: ``uct@playouts=10000``.
        games: How many games every pairing plays, an even number.
        gauntlet: Whether only the first meets all the others.
        store: The file that keeps the games.
        resume: Whether the same tournament is continued where it was broken off.
        openings: Where games begin: ``balanced``, ``start``, ``random:PLIES``, or a file.
        adjudicate: Whether a game ends once counting proves who wins.
        start: A board such as ``8x8``, a random start, or FEN; the standard start if it is not given.
        seed: The seed of the openings' order and of the players.
        time_control: That of players without their own: ``200ms`` or ``nodes=5000`` a move, ``60s+0.5s`` a
            game; 100 ms a move if it is not given.
        margin: How much later than its limit a move may come: 100 ms if it is not given.
        address, cores, ship, threads, unit_seconds, progress: As for ``selfplay``.
    """
    spec = _text(
        kind="gauntlet" if gauntlet else "tournament",
        players=_names(players),
        games=games,
        openings=openings,
        adjudicate=adjudicate,
        start=start,
        seed=seed,
        time_control=time_control,
        margin=margin,
    )
    with (
        _where(threads, address, cores, ship, unit_seconds) as workers,
        _shown("tournament", progress) as show,
    ):
        return _result(_otrera.contest_on(workers, spec, os.fspath(store), resume, show))


def sprt(
    new: str,
    old: str,
    *,
    elo0: float = 0.0,
    elo1: float = 20.0,
    alpha: float = 0.05,
    beta: float = 0.05,
    model: str = "logistic",
    games: int = 40_000,
    store: StrPath,
    resume: bool = False,
    openings: str | None = None,
    adjudicate: bool = False,
    start: str | None = None,
    seed: int = 1,
    time_control: str | None = None,
    margin: str | None = None,
    address: str | None = None,
    cores: int | None = None,
    ship: bool | StrPath = False,
    threads: int | None = None,
    unit_seconds: float = 60.0,
    progress: bool | OnProgress = True,
) -> dict[str, Any]:
    """Plays until a new player is shown to be better than an old one or not, as ``otrera sprt`` does.

    No unit is handed out once the test is decided. A pair counts when all pairs before it are finished, so
    that with counts as limits the verdict is the same for any number of machines. The result is what
    ``otrera sprt --json`` prints last, the verdict under ``"sprt"``.

    Args:
        new, old: The players.
        elo0, elo1: The difference that is not worth a change, and the one that is.
        alpha, beta: How often each may be accepted where the other is true.
        model: Which Elo is meant: ``logistic`` or ``normalized``.
        games: Gives up after this many games.
        store, resume, openings, adjudicate, start, seed, time_control, margin: As for ``tournament``.
        address, cores, ship, threads, unit_seconds, progress: As for ``selfplay``.
    """
    spec = _text(
        kind="sprt",
        players=[new, old],
        games=games,
        openings=openings,
        adjudicate=adjudicate,
        start=start,
        seed=seed,
        time_control=time_control,
        margin=margin,
        sprt={"model": model, "elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta},
    )
    with _where(threads, address, cores, ship, unit_seconds) as workers, _shown("sprt", progress) as show:
        return _result(_otrera.contest_on(workers, spec, os.fspath(store), resume, show))


def lab(
    names: Sequence[str],
    *,
    out: StrPath,
    scale: str = "quick",
    games_per_cell: int | None = None,
    time: str | None = None,
    games: StrPath | None = None,
    seed: int = 1,
    resume: bool = False,
    address: str | None = None,
    cores: int | None = None,
    ship: bool | StrPath = False,
    threads: int | None = None,
    unit_seconds: float = 60.0,
    progress: bool | OnProgress = True,
) -> list[str]:
    """Runs experiments of the laboratory, as ``otrera lab run`` does; returns the files of their results.

    The games of contests are played on the cluster; what else an experiment measures runs on this machine.

    Args:
        names: The experiments, or ``["all"]``.
        out: The folder of games and results.
        scale: How large they are: ``quick``, ``faithful`` or ``paper``.
        games_per_cell: At most so many games a cell of a table.
        time: The time of a move where seconds limit players.
        games: A file of games between people, for the experiments that judge their positions.
        seed: The seed of everything.
        resume: Whether experiments that were broken off are continued, and finished ones left alone.
        address, cores, ship, threads, unit_seconds, progress: As for ``selfplay``.
    """
    collection = None if games is None else os.fspath(games)
    conditions = _text(
        scale=scale, games_per_cell=games_per_cell, time=time, collection=collection, seed=seed
    )
    chosen = _names(names)
    with _where(threads, address, cores, ship, unit_seconds) as workers, _shown("lab", progress) as show:
        return _otrera.lab_on(workers, chosen, conditions, os.fspath(out), resume, show)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proved:
    """What a proof came to."""

    winner: str | None
    """``"white"`` or ``"black"``; None if it was stopped."""
    move: str | None
    """A move of the start that wins, where there is one and the log has not only the start's verdict."""
    units: int
    """Units of work that have ended."""
    verdicts: int
    """Those of them that decided their position."""
    known: int
    """Positions of the first plies that were decided before the first unit."""
    positions: int
    """Positions that the units looked at."""


def prove(
    start: str,
    *,
    verdicts: StrPath,
    hash_mib: int = 64,
    plies: int = 2,
    budget: int = 65_536,
    address: str | None = None,
    cores: int | None = None,
    ship: bool | StrPath = False,
    threads: int | None = None,
    progress: bool | OnProgress = True,
) -> Proved:
    """Proves who wins a board of at most 32 squares, as ``otrera unit prove`` does.

    The first plies are laid out; each of their ends is a unit of work with a budget of positions, which
    doubles where it does not decide. Workers live on between units and keep their tables. The verdicts
    of a unit are appended to the file when it ends; the same call goes on from what it has, after a kill too,
    which loses only the units that were running. It is the solver's word: ``otrera solve --proof`` makes a
    certificate.

    Args:
        start: A board such as ``4x5``, or FEN.
        verdicts: The file that verdicts are appended to; ``otrera solve --verdicts`` reads it too.
        hash_mib: The size of each worker's table.
        plies: How many plies are laid out.
        budget: The most positions of a first unit.
        address, cores, ship, threads, progress: As for ``selfplay``.
    """
    if not 1 <= plies <= 3:
        raise OtreraError(f"plies must be 1 to 3, not {plies}")
    for name, value, most in (("budget", budget, 2**62), ("hash_mib", hash_mib, 65_536)):
        if not 1 <= value <= most:
            raise OtreraError(f"{name} must be 1 to {most}, not {value}")
    with _provers(threads, address, cores, ship) as workers, _shown("prove", progress) as show:
        found = _otrera.prove_on(workers, start, plies, budget, hash_mib, os.fspath(verdicts), show)
    return Proved(**found)


@contextlib.contextmanager
def _provers(
    threads: int | None, address: str | None, cores: int | None, ship: bool | StrPath
) -> Iterator[ProofWorkers | int]:
    """Threads of this process, or actors of a cluster."""
    with _where(threads, address, cores, ship, 60.0) as workers:
        yield workers if isinstance(workers, int) else RayProvers(cores=cores if address else None)


@contextlib.contextmanager
def _where(
    threads: int | None, address: str | None, cores: int | None, ship: bool | StrPath, unit_seconds: float
) -> Iterator[Workers | int]:
    """Threads of this process, or the workers of a cluster."""
    if threads is None:
        with connected(address, cores=cores, ship=ship, unit_seconds=unit_seconds) as workers:
            yield workers
        return
    if address is not None or cores is not None or ship:
        raise OtreraError("threads are of this process: omit address, cores and ship")
    if threads < 1:
        raise OtreraError(f"threads must be at least 1, not {threads}")
    yield threads


@contextlib.contextmanager
def _shown(name: str, progress: bool | OnProgress) -> Iterator[OnProgress | None]:
    if callable(progress):
        yield progress
    elif progress:
        shown = Progress(name)
        try:
            yield shown
        finally:
            shown.close()
    else:
        yield None


def _names(names: Sequence[str]) -> list[str]:
    # A text is a sequence of texts too.
    if isinstance(names, str):
        raise TypeError(f"expected a list of names, found {names!r}")
    return list(names)


def _text(**fields: object) -> str:
    """What the head reads, as JSON; what is not given is left out."""
    return json.dumps({name: value for name, value in fields.items() if value is not None})


def _result(text: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(text)
    return result


def _targets(out: str, parquet: str | None, is_replaced: bool) -> tuple[str, str | None]:
    """The files of self-play by the ending of its name."""
    root, ending = os.path.splitext(out)
    if ending == ".parquet":
        if parquet is not None:
            raise OtreraError(f"{out} is a Parquet file already: omit parquet")
        lines, parquet = f"{root}.jsonl", out
    elif ending == ".jsonl":
        lines = out
    else:
        raise OtreraError(f"{out} ends neither in .jsonl nor in .parquet")
    if parquet is not None and os.path.abspath(parquet) == os.path.abspath(lines):
        raise OtreraError(f"{parquet} would be the file of lines and the Parquet file")
    if parquet is not None and os.path.exists(parquet) and not is_replaced:
        raise OtreraError(f"{parquet} exists: resume or force replaces it")
    return lines, parquet
