"""A network of whole numbers: its file, and its values (docs/data.md, crates/eval/src/otrera/net).

NumPy alone: test_network.py compares the values with the program's where there is no PyTorch.
"""

import dataclasses
import hashlib
import json

import numpy

import rows as data

# A hidden unit is 0 to 1, as a byte 0 to 127.
ONE = 127
FIRST_SHIFT, SECOND_SHIFT, LAST_SHIFT = 4, 6, 10
MAGIC = b"otrera-evaluation 1"


@dataclasses.dataclass
class Network:
    form: str
    hidden: tuple[int, int]
    multiplier: int
    training: dict
    # [stages, counts], [stages, counts, units], [stages, units]
    linear: numpy.ndarray
    first: numpy.ndarray
    first_bias: numpy.ndarray
    # [units, units], [units], [stages, units]
    second: numpy.ndarray
    second_bias: numpy.ndarray
    out: numpy.ndarray

    def thousandths(self, counts, empty):
        """The values of rows in thousandths of a move, by their counts and their numbers of empty squares."""
        counts = counts.astype(int)
        scaled = counts * data.count_scale(counts.shape[1])
        values = numpy.zeros(len(counts), dtype=int)
        for percent in numpy.unique(empty):
            at = empty == percent
            first = scaled[at] @ mixed(self.first, percent) + mixed(self.first_bias, percent)
            first = numpy.clip(first >> FIRST_SHIFT, 0, ONE)
            second = numpy.clip((first @ self.second + self.second_bias) >> SECOND_SHIFT, 0, ONE)
            hidden = second @ mixed(self.out, percent) * self.multiplier >> LAST_SHIFT
            values[at] = counts[at] @ mixed(self.linear, percent) + hidden
        return values

    def to_bytes(self):
        """The file: three lines of text, then the weights."""
        header = {
            "form": self.form,
            "hidden": list(self.hidden),
            "shifts": [FIRST_SHIFT, SECOND_SHIFT],
            "multiplier": self.multiplier,
            "training": self.training,
        }
        text = json.dumps(header, separators=(",", ":")).encode()
        parts = (
            (self.linear, "<i2"),
            (self.first.swapaxes(1, 2), "i1"),
            (self.first_bias, "<i4"),
            (self.second.T, "i1"),
            (self.second_bias, "<i4"),
            (self.out, "i1"),
        )
        weights = b"".join(array.astype(kind).tobytes() for array, kind in parts)
        return b"\n".join([MAGIC, text, digest(text, weights), weights])


def mixed(stages, percent):
    """The weights at a percentage of empty squares: whole numbers, rounded towards zero."""
    place = min(max(int(percent) - 15, 0), 75)
    lower = 4 if place == 75 else place // 15
    upper = place - lower * 15
    total = stages[lower] * (15 - upper) + stages[lower + 1] * upper
    return numpy.sign(total) * (numpy.abs(total) // 15)


def digest(text, weights):
    return hashlib.sha256(text + weights).hexdigest().encode()


def read(path):
    """The network of a file."""
    lines = path.read_bytes().split(b"\n", 3)
    if len(lines) < 4 or lines[0] != MAGIC or lines[2] != digest(lines[1], lines[3]):
        raise SystemExit(f"{path}: no network, or a damaged one")
    header, weights = json.loads(lines[1]), lines[3]
    units, last = header["hidden"]
    stages = data.STAGES
    width = (len(weights) - 4 * stages * units - units * last - 4 * last - stages * last) // (
        stages * (2 + units)
    )
    at = 0

    def take(kind, *shape):
        nonlocal at
        array = numpy.frombuffer(weights, kind, int(numpy.prod(shape)), at).reshape(shape)
        at += array.nbytes
        return array.astype(int)

    return Network(
        form=header["form"],
        hidden=(units, last),
        multiplier=header["multiplier"],
        training=header["training"],
        linear=take("<i2", stages, width),
        first=take("i1", stages, units, width).swapaxes(1, 2),
        first_bias=take("<i4", stages, units),
        second=take("i1", last, units).T,
        second_bias=take("<i4", last),
        out=take("i1", stages, last),
    )
