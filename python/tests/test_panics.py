"""No panic reaches Python: each becomes an OtreraError, which says that it is a bug."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from otrera import OtreraError, _otrera

SOURCES = sorted((Path(__file__).parents[1] / "src").rglob("*.rs"))

# What Python calls: functions, methods, the conversions of arguments, and the module itself.
ENTRY = re.compile(r"#\[(pyfunction|pymethods|pymodule)\b|impl\b.*\bFromPyObject\b")


def unguarded(source: str) -> list[str]:
    """The entries of a source file that do not stand below ``#[catch_panics]``."""
    lines = [line.strip() for line in source.splitlines()]
    above = ["", *lines]
    return [
        line
        for before, line in zip(above, lines, strict=False)
        if ENTRY.match(line) and before != "#[catch_panics]"
    ]


def test_every_entry_catches_panics() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in SOURCES}
    assert {path: found for path, text in texts.items() if (found := unguarded(text))} == {}
    entries = sum(bool(ENTRY.match(line.strip())) for text in texts.values() for line in text.splitlines())
    assert entries > 30, "the entries are found"
    assert unguarded("#[pymethods]\nimpl A {}\n#[catch_panics]\n#[pyfunction]\nfn b() {}") == ["#[pymethods]"]


@pytest.mark.parametrize("on_thread", [False, True])
def test_a_panic_is_an_error_of_ours(on_thread: bool) -> None:
    with pytest.raises(OtreraError, match=r"^a bug in Otrera: the words of a test$"):
        _otrera._panic("the words of a test", on_thread=on_thread)


# PyO3 panics where a function of Python raises PyO3's own exception for panics. In a process of its own:
# other packages that are made with PyO3 have such an exception too.
RESUMED = """
import json, sys, tempfile
import otrera
from otrera import Batch, Game, Player, Position, _otrera

try:
    otrera.ratings(7)
except TypeError:
    pass
(panic,) = [kind for kind in BaseException.__subclasses__() if kind.__name__ == "PanicException"]

class Foreign:
    def __iter__(self):
        raise panic("provoked")
    __index__ = __float__ = __iter__
    def __call__(self, *arguments):
        raise panic("provoked")
    unit_seconds = 1.0
    width = __call__

folder = tempfile.TemporaryDirectory()
spec = json.dumps({"player": "random", "start": "4x4"})
contest = json.dumps({"players": ["random", "random"], "games": 2, "start": "4x4"})
six = Position(board="6x6")
calls = {
    "function": lambda: otrera.evaluate(Foreign()),
    "constructor": lambda: Game(six, Foreign()),
    "static method": lambda: Batch.of(Foreign()),
    "number": lambda: Player("random").think(six, nodes=Foreign()),
    "report": lambda: Player("otrera").think(Position(), time=600, on_report=Foreign()),
    "game": lambda: otrera.match("random", "random", games=2, nodes=1, start=six, on_game=Foreign()),
    "self-play": lambda: _otrera.selfplay_on(Foreign(), spec, folder.name + "/a", 2, "refuse"),
    "contest": lambda: _otrera.contest_on(Foreign(), contest, folder.name + "/b", False),
    "proof": lambda: _otrera.prove_on(Foreign(), "4x4", 1, 10, 1, folder.name + "/c"),
    "progress": lambda: _otrera.selfplay_on(1, spec, folder.name + "/d", 2, "refuse", None, Foreign()),
}
for name, call in calls.items():
    try:
        print(name, "returned", call())
    except Exception as error:
        print(name, type(error).__name__, error)
    except BaseException as error:
        print(name, "is not caught:", repr(error))
assert Position().count_moves() == 2176
"""


def test_panics_in_the_middle_of_entries_are_errors_of_ours() -> None:
    done = subprocess.run([sys.executable, "-c", RESUMED], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    wrong = [line for line in lines if not line.endswith(" OtreraError a bug in Otrera: provoked")]
    assert not wrong, done.stderr
    assert len(lines) == 10
