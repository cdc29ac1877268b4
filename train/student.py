"""A student: the counts of the flagship's evaluation through two small layers, learnt from a teacher.

    python3 train/student.py LABELLED_FOLDER --form 6/one/one --hidden 32 16 --seconds 60 --out student.net

It learns with the ranges of whole numbers in mind and is then rounded; the file is what the program reads
(crates/eval/src/otrera/net). `--form` says what is counted (rows.counts).
"""

import argparse
import hashlib
import json
import math
import pathlib
import time

import numpy
import torch
from torch import nn
from torch.nn import functional

import rows as data

SLOPE = 0.25
# A hidden unit is 0 to 1, as a byte 0 to 127.
ONE = 127
FIRST_SHIFT, SECOND_SHIFT = 4, 6
# How many units of a weight are one.
FIRST_SCALE, SECOND_SCALE = ONE << FIRST_SHIFT, 1 << SECOND_SHIFT
LARGEST_LINEAR = 7999


class Student(nn.Module):
    """A linear part and two layers of units between 0 and 1; all but the second layer differ by stage."""

    def __init__(self, width, hidden):
        super().__init__()
        first, second = hidden
        self.width, self.hidden = width, hidden
        # Moves of margin, a square: scaled so that one rate of learning fits all.
        self.linear = nn.Parameter(torch.zeros(data.STAGES, width))
        self.first = nn.Parameter(0.15 * torch.randn(data.STAGES, width, first))
        self.first_bias = nn.Parameter(0.5 * torch.rand(data.STAGES, first))
        self.second = nn.Parameter(torch.randn(first, second) / math.sqrt(first))
        self.second_bias = nn.Parameter(0.5 * torch.rand(second))
        self.out = nn.Parameter(0.3 * torch.randn(data.STAGES, second))

    def moves(self, counts, shares, scale):
        """The margin in moves."""
        linear = ((counts @ self.linear.t()) * shares).sum(1)
        hidden = self.hidden_of(counts * scale, shares)
        return linear + ((hidden @ self.out.t()) * shares).sum(1)

    def hidden_of(self, scaled, shares):
        first = self.first.permute(1, 0, 2).reshape(self.width, -1) * (ONE / FIRST_SCALE)
        all_stages = (scaled @ first).view(len(scaled), data.STAGES, -1) + self.first_bias
        hidden = (all_stages * shares[:, :, None]).sum(1).clamp(0, 1)
        return (hidden @ self.second + self.second_bias).clamp(0, 1)

    @torch.no_grad()
    def bound(self):
        """Keeps the weights within their whole numbers' ranges."""
        self.first.clamp_(-1, 1)
        limit = ONE / SECOND_SCALE
        self.second.clamp_(-limit, limit)
        largest = LARGEST_LINEAR / 1000
        self.linear.clamp_(-largest, largest)


class Rounded:
    """The whole numbers of a student, and its values by them: the same as the program's."""

    def __init__(self, student):
        def whole(values, scale, largest):
            return (values.detach().double() * scale).round().clamp(-largest, largest).long().cpu()

        self.form, self.hidden = None, student.hidden
        self.linear = whole(student.linear, 1000, LARGEST_LINEAR)
        self.first = whole(student.first, ONE, ONE)
        # Half of what a shift drops is added, so that it rounds.
        self.first_bias = whole(student.first_bias, FIRST_SCALE, 30_000) + (1 << FIRST_SHIFT - 1)
        self.second = whole(student.second, SECOND_SCALE, ONE)
        self.second_bias = whole(student.second_bias, SECOND_SCALE * ONE, 1 << 23) + (1 << SECOND_SHIFT - 1)
        # Thousandths of a move: a sum of `out` times a unit of 127, times `multiplier` / 1024.
        largest = student.out.detach().abs().max().item()
        self.multiplier = max(1, round(1024 * largest * 1000 / (ONE * ONE)))
        self.out = whole(student.out, ONE / largest, ONE)

    def mixed(self, stages, percent):
        """The weights at a percentage: whole numbers, rounded towards zero."""
        place = min(max(percent - 15, 0), 75)
        lower = 4 if place == 75 else place // 15
        upper = place - lower * 15
        return torch.div(stages[lower] * (15 - upper) + stages[lower + 1] * upper, 15, rounding_mode="trunc")

    def thousandths(self, counts, rows):
        """The values of rows, in thousandths of a move."""
        empty = (rows[:, 100:200] < data.OWN).sum(1).cpu()
        scale = data.count_scale(counts.shape[1], "cpu").long()
        counts = counts.cpu().long()
        values = torch.zeros(len(counts), dtype=torch.long)
        for percent in empty.unique().tolist():
            chosen = (empty == percent).nonzero().squeeze(1)
            some = counts[chosen]
            # Whole numbers below 2^53 in floating point: matrix products of longs are slow.
            first = (some * scale).double() @ self.mixed(self.first, percent).double()
            first = (first.long() + self.mixed(self.first_bias, percent)) >> FIRST_SHIFT
            first = first.clamp(0, ONE)
            second = (first.double() @ self.second.double()).long() + self.second_bias
            second = (second >> SECOND_SHIFT).clamp(0, ONE)
            out = (second.double() @ self.mixed(self.out, percent).double()).long()
            linear = (some.double() @ self.mixed(self.linear, percent).double()).long()
            values[chosen] = linear + ((out * self.multiplier) >> 10)
        return values

    def write(self, path, form, training):
        """The file of a network: three lines of text, then the weights (docs/data.md)."""
        header = json.dumps(
            {
                "form": form,
                "hidden": list(self.hidden),
                "shifts": [FIRST_SHIFT, SECOND_SHIFT],
                "multiplier": self.multiplier,
                "training": training,
            },
            separators=(",", ":"),
        )
        weights = b"".join(
            array.numpy().astype(kind).tobytes()
            for array, kind in (
                (self.linear, "<i2"),
                (self.first.transpose(1, 2).contiguous(), "i1"),
                (self.first_bias, "<i4"),
                (self.second.t().contiguous(), "i1"),
                (self.second_bias, "<i4"),
                (self.out, "i1"),
            )
        )
        digest = hashlib.sha256(header.encode() + weights).hexdigest()
        path.write_bytes(f"otrera-evaluation 1\n{header}\n{digest}\n".encode() + weights)


def log_loss(logit, target):
    return functional.binary_cross_entropy_with_logits(logit, target).item()


def explained(values, labels):
    """R2."""
    return (1 - (values - labels).square().mean() / (labels - labels.mean()).square().mean()).item()


class Trial:
    """Labelled rows on a device, with the counts of a form."""

    def __init__(self, folder, form, device, most):
        rows = numpy.load(folder / "rows.npy", mmap_mode="c")
        logits = numpy.load(folder / "logits.npy")
        if most and most < len(rows):
            rows, logits = rows[:most], logits[:most]
        self.rows = torch.from_numpy(numpy.ascontiguousarray(rows)).to(device)
        self.logit = torch.from_numpy(logits).to(device).clamp(-8, 8)
        self.counts = data.counts(self.rows, form)
        self.shares = data.shares(self.rows).half()
        self.kind, self.held_back = data.kind(self.rows), data.is_held_back(self.rows)
        self.scale = data.count_scale(self.counts.shape[1], device)

    def targets(self, result_share):
        """The teacher's probability; where the result is known, a share of it and of the search's."""
        target = torch.sigmoid(self.logit)
        known = self.kind == data.GAME
        said = 0.5 * data.result(self.rows) + 0.5 * data.rate(self.rows)
        return torch.where(known, (1 - result_share) * target + result_share * said, target)

    @torch.no_grad()
    def moves(self, student, chosen):
        parts = []
        for some in chosen.split(1 << 17):
            parts.append(student.moves(self.counts[some].float(), self.shares[some].float(), self.scale))
        return torch.cat(parts)

    def measure(self, name, moves_of):
        """The loss of the result, and R2 with the teacher, on games held back."""
        words = [name]
        for what, number in (
            ("game", data.GAME),
            ("after move", data.AFTER_MOVE),
            ("after step", data.AFTER_STEP),
        ):
            chosen = ((self.kind == number) & self.held_back).nonzero().squeeze(1)[:400_000]
            if not len(chosen):
                continue
            logit = SLOPE * moves_of(chosen)
            if number == data.GAME:
                words.append(f"loss {log_loss(logit, data.result(self.rows[chosen])):.4f}")
            label = self.logit[chosen]
            words.append(
                f"{what}: R2 {explained(torch.sigmoid(logit), torch.sigmoid(label)):.4f} "
                f"logits {explained(logit.clamp(-6, 6), label.clamp(-6, 6)):.4f}"
            )
        print("; ".join(words), flush=True)
        return words


def train(student, trial, seconds, batch, peak, result_share, steps):
    device = trial.rows.device
    target = trial.targets(result_share)
    usable = (~trial.held_back).nonzero().squeeze(1)
    optimizer = torch.optim.Adam(student.parameters(), lr=peak)
    begun, step = time.time(), 0
    while True:
        progress = max((time.time() - begun) / seconds, step / steps if steps else 0)
        if progress >= 1:
            return step
        for group in optimizer.param_groups:
            group["lr"] = peak * min(1, (step + 1) / 100) * 0.5 * (1 + math.cos(math.pi * progress))
        some = usable[torch.randint(len(usable), (batch,), device=device)]
        moves = student.moves(trial.counts[some].float(), trial.shares[some].float(), trial.scale)
        loss = functional.binary_cross_entropy_with_logits(SLOPE * moves, target[some])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        student.bound()
        step += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, help="what train/label.py wrote")
    parser.add_argument("--form", default="6/one/one", help="what is counted")
    parser.add_argument("--hidden", type=int, nargs=2, default=[32, 16])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--steps", type=int, default=0, help="stop after these, if before the time")
    parser.add_argument("--batch", type=int, default=16_384)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument(
        "--result", type=float, default=0.25, help="the share of results and searches in what is learnt"
    )
    parser.add_argument("--most", type=int, default=0, help="use only the first rows")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", default="", help="words about the games, for the file")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    given = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(given.seed)
    begun = time.time()
    trial = Trial(given.folder, given.form, device, given.most)
    student = Student(trial.counts.shape[1], tuple(given.hidden)).to(device)
    print(f"{given.form} {given.hidden}: {len(trial.rows)} rows in {time.time() - begun:.0f} s", flush=True)
    steps = train(student, trial, given.seconds, given.batch, given.rate, given.result, given.steps)
    name = f"{given.form} {given.hidden[0]}-{given.hidden[1]} {steps} steps"
    words = trial.measure(name, lambda chosen: trial.moves(student, chosen))
    rounded = Rounded(student)

    def whole(chosen):
        some = chosen[:60_000]
        return rounded.thousandths(trial.counts[some], trial.rows[some]).float().to(device) / 1000

    chosen = ((trial.kind == data.AFTER_MOVE) & trial.held_back).nonzero().squeeze(1)[:60_000]
    gap = (whole(chosen) - trial.moves(student, chosen)).abs()
    print(
        f"  rounding changes {gap.mean().item():.4f} moves on average, {gap.max().item():.3f} at most",
        flush=True,
    )
    rows = len(trial.rows)
    training = {
        "data": given.data,
        "rows": rows,
        "steps": steps,
        "batch": given.batch,
        "rate": given.rate,
        "result": given.result,
        "seed": given.seed,
        "heldBack": "; ".join(words[1:]),
    }
    rounded.write(given.out, given.form, training)


if __name__ == "__main__":
    main()
