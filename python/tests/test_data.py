"""Stores, files of games and tables of plies."""

from __future__ import annotations

import datetime
import json
import multiprocessing
import pickle
import threading
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import otrera
from otrera import Game, GameRecord, OtreraError, Position, Store
from otrera.data import plies_frame, read_parquet

SIX = Position(board="6x6")
LINE = json.dumps({"white": "Ada", "black": "Grace", "moves": "d1-d7/g7 d10-d8/j8", "event": "first"})


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    path = tmp_path_factory.mktemp("store") / "games.sqlite"
    otrera.match("greedy", "random", games=4, nodes=10, start=SIX, store=path)
    otrera.match("otrera", "random", games=2, nodes=50, start=SIX, store=path)
    store = Store(path)
    store.add(GameRecord.from_json(LINE))
    return store


def test_games_are_listed_by_filters(store: Store) -> None:
    assert len(store) == store.count() == 7
    assert [game.id for game in store.list()] == [1, 2, 3, 4, 5, 6, 7]
    assert store.count(player="greedy") == 4
    assert store.count(player=["otrera", "random"]) == 2
    assert store.count(white="gr*") + store.count(black="gr*") == 5
    assert store.count(winner="none") == 1
    assert store.count(winner="white") + store.count(winner="black") == 6
    assert store.count(won_by="greedy") == sum(
        store.count(won_by="greedy", white=name) for name in ("greedy", "random")
    )
    assert store.count(source="match", ending="no moves", board="6x6", run=1) == 4
    assert store.count(event="first", min_plies=2, max_plies=2) == 1
    assert store.count(ids=[2, 3, 99]) == 2
    assert store.count(ids=[]) == 0
    assert store.count(white=None) == 7
    assert [game.id for game in store.list(sort="id", reverse=True, limit=2, offset=1)] == [6, 5]
    today = datetime.datetime.now(datetime.timezone.utc)
    assert (
        store.count(since=today - datetime.timedelta(days=1), until=today + datetime.timedelta(days=1)) >= 6
    )
    assert store.count(until=datetime.date(2020, 1, 1)) == 0 == store.count(since="2999-01-01")
    assert store.count(since=datetime.date(2020, 1, 1)) >= 6
    assert len({game.played_at for game in store.list(run=1)}) == 4


@pytest.mark.parametrize(
    ("keywords", "error", "words"),
    [
        ({"colour": "white"}, TypeError, "unexpected keyword"),
        ({"winner": "Ada"}, OtreraError, "found by won_by"),
        ({"source": "x"}, OtreraError, "x"),
        ({"ending": "x"}, OtreraError, "x"),
        ({"sort": "x"}, OtreraError, "sort is"),
        ({"since": "soon"}, OtreraError, "is no day such as"),
        ({"since": 7}, TypeError, "since as a date"),
        ({"limit": -1}, OtreraError, "limit must be"),
        ({"white": 7}, TypeError, "white as a text"),
        ({"player": [7]}, TypeError, "player as a text"),
        ({"ids": ["x"]}, TypeError, "ids as a whole number"),
    ],
)
def test_bad_filters_are_refused(
    store: Store, keywords: dict[str, Any], error: type[Exception], words: str
) -> None:
    for method in (store.list, store.count, store.games, store.stats, store.games_table, store.plies_table):
        with pytest.raises(error, match=words):
            method(**keywords)


def test_a_game_comes_with_its_thoughts(store: Store) -> None:
    record = store.game(5)
    game = record.game
    assert record.id == 5
    assert record.run == 2
    assert record.number in (0, 1)
    assert record.seed is not None
    assert (game.white, game.black) == (record.white, record.black)
    assert len(game) == record.plies == len(record) == len(record.thoughts)
    assert game.outcome == record.winner
    side = "white" if record.white == "otrera" else "black"
    for position, move, thought in zip(game.positions, game.moves, record.thoughts, strict=False):
        if thought is not None and position.turn == side:
            assert thought.lines[0].moves[0] == move
            assert thought.time > 0
    assert record.board == "6x6"
    assert record.limits == ("nodes=50", "nodes=50")
    with pytest.raises(OtreraError, match="99"):
        store.game(99)
    with pytest.raises(OtreraError, match="id must be"):
        store.game(-1)


def test_statistics_and_runs(store: Store) -> None:
    stats = store.stats(run=1)
    assert stats.games == 4
    assert stats.white_wins + stats.black_wins == 4
    assert stats.endings == {"no moves": 4}
    assert stats.sources == {"match": 4}
    assert stats.lengths is not None
    assert stats.lengths.shortest <= stats.lengths.median <= stats.lengths.longest
    assert {player.name: player.games for player in stats.players} == {"greedy": 4, "random": 4}
    assert sum(player.wins for player in stats.players) == 4
    assert store.stats(run=9).lengths is None
    runs = store.runs()
    assert [(run.id, run.kind, run.games) for run in runs] == [(1, "match", 4), (2, "match", 2)]
    assert json.loads(runs[0].conditions)["rounds"] == 2
    assert runs[0].finished is not None


def test_the_explorer_counts_moves(store: Store) -> None:
    found = store.explore(SIX)
    assert found.games == 6 == sum(move.games for move in found.moves)
    assert sum(move.white_wins + move.black_wins for move in found.moves) == 6
    assert len(found.examples) == 6
    assert found.examples[0].id == 6
    assert store.explore(SIX, run=2).games == 2
    assert store.explore(Position("1q1/3/1Q1 w")).games == 0


def test_games_of_ours_are_stored(tmp_path: Path) -> None:
    store = Store(tmp_path / "new.sqlite", create=True)
    game = Game(moves=["d1-d7/g7"])
    game.white, game.event = "Ada", "a match"
    game.set_comment(1, "bold")
    number = store.add(game)
    back = store.game(number)
    assert back.white == "Ada"
    assert back.event == "a match"
    assert back.game.comment(1) == "bold"
    assert [str(move) for move in back.game.moves] == ["d1-d7/g7"]
    for thing in (None, "d1-d7/g7", Position()):
        with pytest.raises(TypeError, match="expected a Game or a GameRecord"):
            store.add(thing)  # type: ignore[arg-type]


def test_games_as_a_frame(store: Store) -> None:
    frame = store.games_frame()
    assert frame.height == 7
    assert frame["game"].to_list() == [1, 2, 3, 4, 5, 6, 7]
    summaries = store.list()
    for column in (
        "white",
        "black",
        "winner",
        "ending",
        "plies",
        "board",
        "source",
        "event",
        "played_at",
        "run",
        "seed",
    ):
        assert frame[column].to_list() == [getattr(game, column) for game in summaries], column
    assert frame.schema["played_at"] == pl.Datetime("us", "UTC")
    assert store.games_frame(run=9).height == 0
    assert store.games_frame(run=9).columns == frame.columns


def test_plies_as_a_frame(store: Store) -> None:
    frame = store.plies_frame()
    games = store.games()
    assert frame.height == sum(game.plies for game in games)
    rows = frame.filter(pl.col("game") == 5).sort("ply").to_dicts()
    record = store.game(5)
    for row, position, move, thought in zip(
        rows, record.game.positions, record.game.moves, record.thoughts, strict=False
    ):
        assert (row["fen"], row["move"], row["side"]) == (position.fen, str(move), position.turn)
        assert row["is_thought"] == (thought is not None)
        if thought is not None:
            assert (row["nodes"], row["win_rate"], row["depth"]) == (
                thought.nodes,
                thought.assessment.win_rate,
                thought.depth,
            )
    assert store.plies_frame(run=9).height == 0
    assert store.plies_frame(run=9).columns == frame.columns
    same = plies_frame(games)
    assert same.equals(frame)


def test_a_table_is_not_copied(store: Store) -> None:
    table = store.plies_table()
    assert table.column_names == tuple(table.to_polars().columns)
    assert len(table) == table.to_polars().height

    def address(frame: pl.DataFrame) -> int:
        return int(frame["game"].to_numpy(allow_copy=False).__array_interface__["data"][0])

    # Two frames of the table look at the same memory.
    assert address(pl.DataFrame(table)) == address(table.to_polars())
    assert "rows" in repr(table)
    capsule = table.__arrow_c_stream__()
    assert "arrow_array_stream" in repr(capsule)
    assert "arrow_schema" in repr(table.__arrow_c_schema__())


def test_games_are_read_from_every_notation(tmp_path: Path) -> None:
    texts = {
        "a.sgf": "(;EV[a]PB[b]PW[w];W[d1-d7/g7];B[d10-d8/j8])",
        "a.jsonl": LINE + "\n",
        "a.txt": "# a game\nstartpos moves d1-d7/g7 d10-d8/j8\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        [record] = otrera.read_games(tmp_path / name)
        assert [str(move) for move in record.game.moves] == ["d1-d7/g7", "d10-d8/j8"], name
        assert record.id is None
        assert record.run is None
        assert record.thoughts == ()


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.csv", b"x", "unknown extension"),
        ("a.jsonl", LINE.encode() + b"\n{", "line 2"),
        ("a.jsonl", b"", "no games"),
        ("a.sgf", b"\xff\xfe", "a.sgf"),
        ("a.txt", b"\xff", "UTF-8"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(OtreraError, match=words):
        otrera.read_games(tmp_path / name)


def test_parquet_is_written_and_read(store: Store, tmp_path: Path) -> None:
    lines, path = tmp_path / "games.jsonl", tmp_path / "games.parquet"
    games = store.games(run=2)
    lines.write_text("".join(game.to_json() + "\n" for game in games))
    assert otrera.write_parquet(lines, path) == 2
    frame = read_parquet(path)
    direct = plies_frame(games)
    assert frame.columns == direct.columns
    different = {"game", "seed"}
    for column in set(frame.columns) - different:
        assert frame[column].to_list() == direct[column].to_list(), column


def test_missing_and_damaged_files(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    for read in (Store, otrera.read_games, read_parquet):
        with pytest.raises(FileNotFoundError, match="missing: no such file"):
            read(missing)
    assert not missing.exists()
    with pytest.raises(FileNotFoundError):
        otrera.write_parquet(missing, tmp_path / "x.parquet")
    text = tmp_path / "text.sqlite"
    text.write_text("this is not a database")
    with pytest.raises(OtreraError, match="is not a store of games"):
        Store(text)
    with pytest.raises(OtreraError, match="not a Parquet file"):
        read_parquet(text)
    with pytest.raises(TypeError):
        Store(7)  # type: ignore[arg-type]


def test_a_damaged_store_says_so(store: Store, tmp_path: Path) -> None:
    # Through a backup, because the newest pages are in the log beside the file.
    import sqlite3

    path = tmp_path / "damaged.sqlite"
    with sqlite3.connect(store.path) as source, sqlite3.connect(path) as copy:
        source.backup(copy)
    source.close()
    copy.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(OtreraError, match=r"damaged\.sqlite"):
        Store(path).games()


def test_records_are_pickled_and_compared(store: Store) -> None:
    record = store.game(5)
    back = pickle.loads(pickle.dumps(record))
    assert back == record
    assert hash(back) == hash(record)
    assert back.thoughts == record.thoughts
    assert back.number == record.number
    assert back.seed == record.seed
    assert record != store.game(6)
    assert record != 7
    assert "otrera" in repr(record)
    assert "plies" in repr(record)
    for bad in ("", "{", "[]", '{"moves": "x"}', '{"colour": "x"}'):
        with pytest.raises(OtreraError):
            GameRecord.from_json(bad)
    with pytest.raises(TypeError, match="expected a GameRecord, found int"):
        otrera.plies_table([7])  # type: ignore[list-item]


def test_threads_share_a_store(store: Store) -> None:
    counts: list[int] = []
    threads = [threading.Thread(target=lambda: counts.append(len(store.games()))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [7] * 4


def count_in_child(store: Store, counts: multiprocessing.Queue[int]) -> None:
    counts.put(store.count(player="greedy"))


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_store_in_another_process(store: Store, method: Any) -> None:
    context = multiprocessing.get_context(method)
    counts = context.Queue()
    child = context.Process(target=count_in_child, args=(store, counts))
    child.start()
    assert counts.get() == 4
    child.join()
    assert store.count(player="greedy") == 4
