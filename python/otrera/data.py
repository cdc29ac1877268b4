"""Games as polars data frames. It needs polars: `pip install 'otrera[data]'`."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING

from otrera._otrera import GameRecord, OtreraError, plies_table

if TYPE_CHECKING:
    import polars


def plies_frame(games: Iterable[GameRecord]) -> polars.DataFrame:
    """The plies of games, a row a ply, with the columns of the Parquet files."""
    return plies_table(games).to_polars()


def read_parquet(path: str | PathLike[str]) -> polars.DataFrame:
    """Reads a table of plies that `otrera lab selfplay --out FILE.parquet` or `write_parquet` wrote."""
    try:
        import polars
    except ImportError as error:
        raise ImportError("data frames need polars: pip install 'otrera[data]'") from error
    if not Path(path).exists():
        raise FileNotFoundError(f"{fspath(path)}: no such file")
    try:
        return polars.read_parquet(fspath(path))
    except polars.exceptions.PolarsError as error:
        raise OtreraError(f"{fspath(path)}: not a Parquet file that can be read: {error}") from error
