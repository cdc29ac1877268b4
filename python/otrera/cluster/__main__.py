"""``python -m otrera.cluster``: the functions of the package as commands."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any, TextIO

from otrera import OtreraError, __version__, cluster

_EXAMPLES = """\
Without --address the games are played on the cores of this machine, by a local Ray that ends with the
command. Ctrl-C ends a run; the same command with --resume goes on. docs/cluster.md tells more.

examples:
  python -m otrera.cluster selfplay --games 10000 --agent otrera@nodes=3000 --out games.jsonl
  python -m otrera.cluster tournament mgpeo uct alphabeta --games 100 --time 100ms --store games.sqlite
  python -m otrera.cluster sprt mgpeo:c=1.0 mgpeo --time 20ms --store games.sqlite --address auto
  python -m otrera.cluster lab uctab-table --scale paper --out results --address auto --ship
  python -m otrera.cluster prove --board 4x5 --verdicts 4x5.verdicts
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns its exit status."""
    options = vars(_parser().parse_args(arguments))
    command: Callable[[dict[str, Any]], dict[str, Any]] = options.pop("command")
    # Ray prints what befalls its processes to standard output, which is for the result.
    out, sys.stdout = sys.stdout, sys.stderr
    try:
        result = command(options)
    except OtreraError as error:
        print(f"otrera: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("otrera: stopped; the same command with --resume goes on", file=sys.stderr)
        return 130
    finally:
        sys.stdout = out
    _print(result, out)
    return 0


def _print(result: dict[str, Any], out: TextIO) -> None:
    json.dump(result, out, ensure_ascii=False)
    out.write("\n")


def _selfplay(options: dict[str, Any]) -> dict[str, Any]:
    made = cluster.selfplay(options.pop("out"), **options)
    return {name: getattr(made, name) for name in ("games", "before", "copies", "lines", "parquet")}


def _tournament(options: dict[str, Any]) -> dict[str, Any]:
    return cluster.tournament(options.pop("players"), **_with_time_control(options))


def _sprt(options: dict[str, Any]) -> dict[str, Any]:
    return cluster.sprt(options.pop("new"), options.pop("old"), **_with_time_control(options))


def _lab(options: dict[str, Any]) -> dict[str, Any]:
    return {"files": cluster.lab(options.pop("names"), **options)}


def _prove(options: dict[str, Any]) -> dict[str, Any]:
    # A file of verdicts is always gone on from, and units have budgets instead of seconds.
    del options["resume"], options["unit_seconds"]
    return dataclasses.asdict(cluster.prove(options.pop("start"), **options))


def _with_time_control(options: dict[str, Any]) -> dict[str, Any]:
    """Options with the clock and the limits of a move as one text."""
    parts = [options.pop("clock"), options.pop("time")]
    counts = {name: options.pop(name) for name in ("playouts", "nodes", "depth")}
    parts += [f"{name}={count}" for name, count in counts.items() if count is not None]
    options["time_control"] = ",".join(part for part in parts if part) or None
    return options


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m otrera.cluster",
        description="Runs on the cores of a cluster, by Ray. The result is one JSON object.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"otrera {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, about, command, fill in (
        (
            "selfplay",
            "make a database of games that a player plays against itself",
            _selfplay,
            _fill_selfplay,
        ),
        (
            "tournament",
            "everybody against everybody, or one against all others",
            _tournament,
            _fill_tournament,
        ),
        ("sprt", "play until a new player is shown to be better than an old one, or not", _sprt, _fill_sprt),
        ("lab", "run experiments of the laboratory", _lab, _fill_lab),
        ("prove", "prove who wins a small board", _prove, _fill_prove),
    ):
        added = commands.add_parser(
            name, help=about, description=f"{about[0].upper()}{about[1:]}.", allow_abbrev=False
        )
        added.set_defaults(command=command)
        fill(added)
        _fill_cluster(added)
    return parser


def _fill_selfplay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--games", type=int, required=True, metavar="N", help="how many games the file is to have"
    )
    parser.add_argument(
        "--agent", required=True, metavar="SPEC", help="who plays both sides: otrera@nodes=5000"
    )
    parser.add_argument("--out", required=True, metavar="FILE", help="the file to make, .jsonl or .parquet")
    parser.add_argument("--parquet", metavar="FILE", help="a Parquet file beside")
    parser.add_argument(
        "--openings",
        default="random:0-8",
        metavar="SOURCE",
        help="where games begin: random:PLIES, start, balanced or a file (%(default)s)",
    )
    parser.add_argument(
        "--strays", metavar="NUMBER:PLIES", help="random plies in the middle of games: 0-3:50"
    )
    parser.add_argument("--force", action="store_true", help="replaces an existing file")
    _fill_games(parser)


def _fill_tournament(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="the players, at least two")
    parser.add_argument(
        "--games", type=int, default=4, metavar="N", help="games of every pairing (%(default)s)"
    )
    parser.add_argument("--gauntlet", action="store_true", help="lets only the first meet all the others")
    _fill_contest(parser)


def _fill_sprt(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("new", help="the new player")
    parser.add_argument("old", help="the old player")
    for name, default, about in (
        ("--elo0", 0.0, "the difference that is not worth a change"),
        ("--elo1", 20.0, "the difference that is"),
        ("--alpha", 0.05, "how often elo1 may be accepted where elo0 is true"),
        ("--beta", 0.05, "how often elo0 may be accepted where elo1 is true"),
    ):
        parser.add_argument(name, type=float, default=default, metavar="X", help=f"{about} (%(default)s)")
    models = ("logistic", "normalized")
    parser.add_argument("--model", choices=models, default=models[0], help="which Elo is meant (%(default)s)")
    parser.add_argument(
        "--games", type=int, default=40_000, metavar="N", help="gives up after N games (%(default)s)"
    )
    _fill_contest(parser)


def _fill_lab(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="+", metavar="NAME", help="the experiments by name, or all")
    parser.add_argument("--scale", default="quick", help="quick, faithful or paper (%(default)s)")
    parser.add_argument("--games-per-cell", type=int, metavar="N", help="at most N games a cell of a table")
    parser.add_argument("--time", help="the time of a move where seconds limit players: 500ms")
    parser.add_argument("--games", metavar="FILE", help="a file of games between people")
    parser.add_argument(
        "--out", default="otrera-lab", metavar="DIR", help="the folder of results (%(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="the seed of everything (%(default)s)")


def _fill_prove(parser: argparse.ArgumentParser) -> None:
    starts = parser.add_mutually_exclusive_group(required=True)
    starts.add_argument("--board", dest="start", metavar="START", help="the board: 4x5")
    starts.add_argument("--fen", dest="start", metavar="FEN", help="the start as FEN")
    parser.add_argument(
        "--verdicts",
        required=True,
        metavar="FILE",
        help="the file that verdicts are appended to, and read from",
    )
    parser.add_argument(
        "--hash",
        dest="hash_mib",
        type=int,
        default=64,
        metavar="MIB",
        help="each worker's table (%(default)s)",
    )
    parser.add_argument(
        "--plies", type=int, default=2, metavar="N", help="plies that are laid out (%(default)s)"
    )
    parser.add_argument(
        "--budget", type=int, default=65_536, metavar="N", help="positions of a first unit (%(default)s)"
    )


def _fill_contest(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--store", required=True, metavar="FILE", help="the file that keeps the games")
    parser.add_argument("--openings", metavar="SOURCE", help="balanced, start, random:PLIES or a file")
    parser.add_argument(
        "--margin", metavar="TIME", help="how much later than its limit a move may come (100ms)"
    )
    parser.add_argument("--clock", metavar="TIME+TIME", help="a clock for the whole game: 60s+0.5s")
    parser.add_argument("--time", help="limits the time of a move: 200ms")
    parser.add_argument("--playouts", type=int, metavar="N", help="limits the simulations of a move")
    parser.add_argument("--nodes", type=int, metavar="N", help="limits the positions of a move")
    parser.add_argument("--depth", type=int, metavar="N", help="limits the depth in plies")
    _fill_games(parser)


def _fill_games(parser: argparse.ArgumentParser) -> None:
    starts = parser.add_mutually_exclusive_group()
    starts.add_argument("--board", dest="start", metavar="START", help="the board: 8x8, random:15x15,seed=7")
    starts.add_argument("--fen", dest="start", metavar="FEN", help="the start as FEN")
    parser.add_argument("--adjudicate", action="store_true", help="ends a game once counting proves who wins")
    parser.add_argument("--seed", type=int, default=1, help="the seed of everything (%(default)s)")


def _fill_cluster(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--resume", action="store_true", help="goes on where the same command was broken off")
    group = parser.add_argument_group("cluster")
    group.add_argument("--address", help="the Ray cluster: auto, HOST:PORT; a local Ray if not given")
    group.add_argument(
        "--cores",
        type=int,
        metavar="N",
        help="cores of a local Ray, or wanted where machines are added on demand",
    )
    group.add_argument(
        "--ship",
        nargs="?",
        const=True,
        default=False,
        metavar="WHEEL",
        help="sends this package, or that of a wheel, to the machines",
    )
    group.add_argument("--threads", type=int, metavar="N", help="threads of this process instead of Ray")
    group.add_argument(
        "--unit-seconds",
        type=float,
        default=60.0,
        metavar="S",
        help="how long a unit of work takes (%(default)s)",
    )


if __name__ == "__main__":
    sys.exit(main())
