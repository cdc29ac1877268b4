"""Rows of features, as `otrera lab features` writes them (docs/data.md), and the counts that networks read.

NumPy alone: test_network.py compares the counts with the program's where there is no PyTorch.
"""

import contextlib
import os
import pathlib

import numpy

ROW = 324
MAGIC = b"otrera-features 1 324\n"
GAME, UNLABELLED, AFTER_MOVE, AFTER_STEP = range(4)
OWN, OTHER, ARROW = 49, 50, 51
STAGES = 6
LEAST_STEPS = [1, 2, 3, 4, 5, 7, 10, 14, 19]
# An amazon weighs as much as some squares: its counts are multiplied for the hidden units.
AMAZON_SCALE = 8
# What says that a folder of labels is whole.
LABELS = "labels.json"
# Rows that are looked at together.
CHUNK = 1 << 14


@contextlib.contextmanager
def whole_file(path):
    """A name to write a file under; it gets its own name when it is whole, and not before."""
    part = path.with_name(path.name + ".part")
    yield part
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.replace(path)


def read(path):
    """The rows of a file, an array of bytes [rows, 324]."""
    data = pathlib.Path(path).read_bytes()
    if not data.startswith(MAGIC) or (len(data) - len(MAGIC)) % ROW:
        raise SystemExit(f"{path}: no file of `otrera lab features`, or a damaged one")
    return numpy.frombuffer(data, dtype=numpy.uint8, offset=len(MAGIC)).reshape(-1, ROW)


def kind(rows):
    return rows[:, 316]


def is_held_back(rows):
    return rows[:, 317] == 1


def result(rows):
    """1 where the side to move has won, 0 where it has lost; only for rows of the kind GAME."""
    return rows[:, 318].astype(numpy.float32)


def rate(rows):
    """The search's win rate; NaN where there is none."""
    return rows[:, 320:324].copy().view("<f4")[:, 0]


def by_chunks(function, rows):
    return numpy.concatenate([function(rows[at : at + CHUNK]) for at in range(0, len(rows), CHUNK)])


def empty_squares(rows):
    """How many squares are empty: bytes [rows]."""
    return by_chunks(lambda some: (some[:, 100:200] < OWN).sum(1, dtype=numpy.uint8), rows)


def shares(empty):
    """How much each of the six stages counts: [rows, 6]."""
    place = numpy.clip(empty, 15, 90).astype(numpy.float32) / 15 - 1
    distance = numpy.abs(place[:, None] - numpy.arange(STAGES, dtype=numpy.float32))
    return numpy.maximum(1 - distance, 0)


def zones(name, empty):
    """The zone of every square, [rows, 100] or the same for all rows, and how many zones there are."""
    ring = numpy.array([min(f, r, 9 - f, 9 - r) for r in range(10) for f in range(10)])
    if name == "one":
        return numpy.zeros(100, dtype=int), 1
    if name == "border":
        return (ring == 0).astype(int), 2
    if name == "rings":
        return numpy.minimum(ring, 2), 3
    if name.startswith("liberties"):
        board = numpy.pad(empty.reshape(-1, 10, 10).astype(int), ((0, 0), (1, 1), (1, 1)))
        square = [board[:, r : r + 10, f : f + 10] for r in range(3) for f in range(3)]
        around = (sum(square) - board[:, 1:11, 1:11]).reshape(-1, 100)
        limits = [int(limit) for limit in name[len("liberties") :].split("-")]
        return sum((around > limit).astype(int) for limit in limits), len(limits) + 1
    raise SystemExit(f"unknown zones {name}")


def pair_counts(pairs, classes, empty, zone, zone_count):
    """How many empty squares of each zone have each pair of classes."""
    width = zone_count * classes
    # Squares that are not empty have a column of their own, which is dropped.
    index = numpy.where(empty, zone * classes + pairs, width)
    index += numpy.arange(len(pairs))[:, None] * (width + 1)
    found = numpy.bincount(index.ravel(), minlength=len(pairs) * (width + 1))
    return found.reshape(len(pairs), width + 1)[:, :-1]


def counts(rows, form):
    """The counts of a form `QUEENS/QUEEN_ZONES/KING_ZONES`: bytes [rows, counts], amazons not scaled.

    QUEENS is 5 for the classes 1, 2, 3, more, never, and 6 where squares that two or more amazons reach are
    apart."""
    queens, queen_zones, king_zones = form.split("/")
    side = int(queens)

    def of(some):
        queen, king, near = (some[:, at : at + 100].astype(int) for at in (0, 100, 200))
        empty = king < OWN
        own, other = queen // 5, queen % 5
        if side == 6:
            own = numpy.where((own == 0) & (near // 5 >= 2), 0, own + 1)
            other = numpy.where((other == 0) & (near % 5 >= 2), 0, other + 1)
        steps = numpy.searchsorted(LEAST_STEPS, some[:, 300:308], side="right")
        classes = [
            (amazons[:, :, None] == numpy.arange(10)).sum(1) for amazons in (steps[:, :4], steps[:, 4:])
        ]
        parts = [
            numpy.ones((len(some), 1), dtype=int),
            pair_counts(own * side + other, side * side, empty, *zones(queen_zones, empty)),
            pair_counts(king, 49, empty, *zones(king_zones, empty)),
            *classes,
        ]
        return numpy.concatenate(parts, axis=1).astype(numpy.uint8)

    return by_chunks(of, rows)


def count_scale(width):
    """What the counts are multiplied by for the hidden units: 0 for the side to move, which is always 1."""
    scale = numpy.ones(width, dtype=int)
    scale[0] = 0
    scale[-20:] = AMAZON_SCALE
    return scale
