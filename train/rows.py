"""Rows of features, as `otrera lab features` writes them (docs/data.md), as tensors."""

import pathlib

import numpy
import torch

ROW = 324
MAGIC = b"otrera-features 1 324\n"
GAME, UNLABELLED, AFTER_MOVE, AFTER_STEP = range(4)
OWN, OTHER, ARROW = 49, 50, 51
STAGES = 6
LEAST_STEPS = [1, 2, 3, 4, 5, 7, 10, 14, 19]
# An amazon weighs as much as some squares: its counts are multiplied for the hidden units.
AMAZON_SCALE = 8


def read(path):
    """The rows of a file, an array of bytes [rows, 324]."""
    data = pathlib.Path(path).read_bytes()
    if not data.startswith(MAGIC) or (len(data) - len(MAGIC)) % ROW:
        raise SystemExit(f"{path}: no file of `otrera lab features`, or a damaged one")
    return numpy.frombuffer(data, dtype=numpy.uint8, offset=len(MAGIC)).reshape(-1, ROW)


class Rows:
    """All rows so far on one device, with room for more."""

    def __init__(self, device, room):
        self.data = torch.empty((room, ROW), dtype=torch.uint8, device=device)
        self.count = 0
        self.files = set()

    def add_folder(self, folder):
        """Adds the files that are new; returns how many rows."""
        before = self.count
        for path in sorted(pathlib.Path(folder).glob("*.features")):
            if path in self.files:
                continue
            self.files.add(path)
            rows = read(path)[: len(self.data) - self.count]
            self.data[self.count : self.count + len(rows)] = torch.from_numpy(rows.copy())
            self.count += len(rows)
        return self.count - before

    def all(self):
        return self.data[: self.count]


def kind(rows):
    return rows[:, 316]


def is_held_back(rows):
    return rows[:, 317] == 1


def result(rows):
    """1 where the side to move has won, 0 where it has lost; only for labelled rows."""
    return rows[:, 318].float()


def rate(rows):
    """The search's win rate; NaN where there is none."""
    return rows[:, 320:324].contiguous().view(torch.float32).squeeze(1)


def planes(rows):
    """The input of the teacher: [rows, 34, 10, 10]."""
    queen, king, near = rows[:, :100], rows[:, 100:200], rows[:, 200:300]
    empty = king < OWN
    sets = [king == OWN, king == OTHER, empty, torch.ones_like(empty)]
    sets += [(queen // 5 == number) & empty for number in range(5)]
    sets += [(queen % 5 == number) & empty for number in range(5)]
    sets += [(king // 7 == number) & empty for number in range(7)]
    sets += [(king % 7 == number) & empty for number in range(7)]
    sets += [(near // 5 >= number) & empty for number in (2, 3)]
    sets += [(near % 5 >= number) & empty for number in (2, 3)]
    sets += [(king == OWN) | (king == OTHER) | (king == ARROW), torch.zeros_like(empty)]
    return torch.stack(sets, dim=1).view(len(rows), len(sets), 10, 10)


def shares(rows):
    """How much each of the six stages counts: [rows, 6]."""
    place = (rows[:, 100:200] < OWN).sum(1).clamp(15, 90).float() / 15 - 1
    return (1 - (place[:, None] - torch.arange(STAGES, device=rows.device)).abs()).clamp(min=0)


def zones(name, rows):
    """The zone of every square: [rows, 100], and how many zones there are."""
    size = (len(rows), 100)
    if name == "one":
        return torch.zeros(size, dtype=torch.long, device=rows.device), 1
    if name == "border":
        ring = torch.tensor(
            [min(f, r, 9 - f, 9 - r) for r in range(10) for f in range(10)], device=rows.device
        )
        return (ring == 0).long().expand(size), 2
    if name == "rings":
        ring = torch.tensor(
            [min(f, r, 9 - f, 9 - r) for r in range(10) for f in range(10)], device=rows.device
        )
        return ring.clamp(max=2).long().expand(size), 3
    if name.startswith("liberties"):
        empty = (rows[:, 100:200] < OWN).view(-1, 1, 10, 10)
        kernel = torch.ones((1, 1, 3, 3), device=rows.device)
        around = torch.nn.functional.conv2d(empty.float(), kernel, padding=1) - empty.float()
        limits = [int(limit) for limit in name[len("liberties") :].split("-")]
        zone = sum((around > limit + 0.5).long() for limit in limits)
        return zone.view(size), len(limits) + 1
    raise SystemExit(f"unknown zones {name}")


def pair_counts(pairs, classes, empty, zone, zone_count):
    """How many squares of each zone have each pair of classes."""
    index = torch.where(empty, zone * classes + pairs, zone_count * classes)
    out = torch.zeros((len(pairs), zone_count * classes + 1), dtype=torch.int32, device=pairs.device)
    out.scatter_add_(1, index, torch.ones_like(index, dtype=torch.int32))
    return out[:, :-1]


def counts(rows, form):
    """The counts of a form `QUEENS/QUEEN_ZONES/KING_ZONES`: bytes [rows, counts], amazons not scaled.

    QUEENS is 5 for the classes 1, 2, 3, more, never, and 6 where squares that two or more amazons reach are
    apart."""
    queens, queen_zones, king_zones = form.split("/")
    parts = []
    for some in rows.split(1 << 17):
        queen, king, near = some[:, :100].long(), some[:, 100:200].long(), some[:, 200:300].long()
        empty = king < OWN
        own, other = queen // 5, queen % 5
        if queens == "6":
            own = torch.where((own == 0) & (near // 5 >= 2), 0, own + 1)
            other = torch.where((other == 0) & (near % 5 >= 2), 0, other + 1)
        side = int(queens)
        part = [torch.ones((len(some), 1), dtype=torch.int32, device=some.device)]
        part.append(pair_counts(own * side + other, side * side, empty, *zones(queen_zones, some)))
        part.append(pair_counts(king, 49, empty, *zones(king_zones, some)))
        least = torch.tensor(LEAST_STEPS, device=some.device)
        steps = (some[:, 300:308, None].long() >= least).sum(2)
        for amazons in (steps[:, :4], steps[:, 4:]):
            part.append(torch.nn.functional.one_hot(amazons, 10).sum(1).int())
        parts.append(torch.cat(part, dim=1).to(torch.uint8))
    return torch.cat(parts)


def count_scale(width, device):
    """What the counts are multiplied by for the hidden units: 0 for the side to move, which is always 1."""
    scale = torch.ones(width, device=device)
    scale[0] = 0
    scale[-20:] = AMAZON_SCALE
    return scale
