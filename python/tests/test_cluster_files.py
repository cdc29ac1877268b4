"""The files of self-play: lines, Parquet, and files that are there already. On threads, without Ray."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import otrera
from otrera import OtreraError, cluster
from otrera.data import read_parquet

OPTIONS: dict[str, Any] = {
    "games": 6,
    "agent": "greedy@depth=1",
    "start": "6x6",
    "threads": 2,
    "progress": False,
}


def test_parquet_is_made_of_the_lines(tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    made = cluster.selfplay(out, **OPTIONS)
    lines = tmp_path / "games.jsonl"
    assert (made.games, made.lines, made.parquet) == (6, str(lines), str(out))
    assert len(lines.read_bytes().splitlines()) == 6
    otrera.write_parquet(lines, tmp_path / "other.parquet")
    assert read_parquet(out).equals(read_parquet(tmp_path / "other.parquet"))
    # The same by name, beside the lines.
    cluster.selfplay(tmp_path / "more.jsonl", parquet=tmp_path / "beside.parquet", **OPTIONS)
    assert read_parquet(tmp_path / "beside.parquet").equals(read_parquet(out))


def test_files_that_are_there_are_refused_continued_or_replaced(tmp_path: Path) -> None:
    out = tmp_path / "games.parquet"
    lines = tmp_path / "games.jsonl"
    cluster.selfplay(out, **OPTIONS)
    six = lines.read_bytes()
    with pytest.raises(OtreraError, match=r"games\.parquet exists: resume or force replaces it"):
        cluster.selfplay(out, **OPTIONS)
    with pytest.raises(OtreraError, match=r"games\.jsonl: file exists"):
        cluster.selfplay(lines, **OPTIONS)
    assert lines.read_bytes() == six

    made = cluster.selfplay(out, **OPTIONS | {"games": 9}, resume=True)
    assert (made.games, made.before) == (9, 6)
    assert lines.read_bytes().startswith(six)
    assert read_parquet(out)["game"].n_unique() == 9

    made = cluster.selfplay(out, **OPTIONS, force=True)
    assert (made.games, made.before) == (6, 0)
    assert lines.read_bytes() == six
    assert read_parquet(out)["game"].n_unique() == 6


@pytest.mark.parametrize(
    ("out", "parquet", "words"),
    [
        ("games.csv", None, "ends neither in .jsonl nor in .parquet"),
        ("games.parquet", "other.parquet", "is a Parquet file already: omit parquet"),
        ("games.jsonl", "games.jsonl", "would be the file of lines and the Parquet file"),
        ("no/such/games.jsonl", None, "no/such/games.jsonl"),
    ],
)
def test_bad_names_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str, parquet: str | None, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OtreraError, match=words):
        cluster.selfplay(out, parquet=parquet, **OPTIONS)
    assert not list(tmp_path.iterdir())
