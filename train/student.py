"""A student: the counts of the flagship's evaluation through two small layers, learnt from a teacher.

    python3 train/student.py LABELLED_FOLDER --form 6/one/one --hidden 32 16 --seconds 60 --out student.net

It learns with the ranges of whole numbers in mind and is then rounded; the file is what the program reads
(crates/eval/src/otrera/net). `--form` says what is counted (rows.counts). A student.net that is there already
is left as it is.
"""

import argparse
import json
import math
import pathlib
import time

import network
import numpy
import torch
from torch import nn
from torch.nn import functional

import rows as data

SLOPE = 0.25
ONE = network.ONE
# How many units of a weight are one.
FIRST_SCALE, SECOND_SCALE = ONE << network.FIRST_SHIFT, 1 << network.SECOND_SHIFT
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


def rounded(student, form):
    """The network of whole numbers, without words about its training."""

    def whole(values, scale, largest):
        values = values.detach().double().cpu().numpy() * scale
        return numpy.clip(numpy.round(values), -largest, largest).astype(int)

    # Thousandths of a move: a sum of `out` times a unit of 127, times `multiplier` / 1024.
    largest = student.out.detach().abs().max().item()
    return network.Network(
        form=form,
        hidden=student.hidden,
        multiplier=max(1, round((1 << network.LAST_SHIFT) * largest * 1000 / (ONE * ONE))),
        training={},
        linear=whole(student.linear, 1000, LARGEST_LINEAR),
        first=whole(student.first, ONE, ONE),
        # Half of what a shift drops is added, so that it rounds.
        first_bias=whole(student.first_bias, FIRST_SCALE, 30_000) + (1 << network.FIRST_SHIFT - 1),
        second=whole(student.second, SECOND_SCALE, ONE),
        second_bias=whole(student.second_bias, SECOND_SCALE * ONE, 1 << 23) + (1 << network.SECOND_SHIFT - 1),
        out=whole(student.out, ONE / largest, ONE),
    )


def log_loss(logit, target):
    return functional.binary_cross_entropy_with_logits(logit, target).item()


def explained(values, labels):
    """R2."""
    return (1 - (values - labels).square().mean() / (labels - labels.mean()).square().mean()).item()


class Trial:
    """Labelled rows on a device, with the counts of a form."""

    def __init__(self, folder, form, device, most):
        if not (folder / data.LABELS).exists():
            raise SystemExit(f"{folder}: no {data.LABELS}: train/label.py has not finished")
        rows = numpy.load(folder / "rows.npy", mmap_mode="r")[: most or None]
        logits = numpy.load(folder / "logits.npy")[: most or None]

        def tensor(array):
            return torch.from_numpy(numpy.ascontiguousarray(array)).to(device)

        self.empty = data.empty_squares(rows)
        self.logit = tensor(logits).clamp(-8, 8)
        self.counts = tensor(data.counts(rows, form))
        self.shares = tensor(data.shares(self.empty)).half()
        self.kind, self.held_back = tensor(data.kind(rows)), tensor(data.is_held_back(rows))
        self.result, self.rate = tensor(data.result(rows)), tensor(data.rate(rows))
        self.scale = tensor(data.count_scale(self.counts.shape[1])).float()

    def targets(self, result_share):
        """The teacher's probability; where the result is known, a share of it and of the search's."""
        target = torch.sigmoid(self.logit)
        known = self.kind == data.GAME
        said = 0.5 * self.result + 0.5 * self.rate
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
                words.append(f"loss {log_loss(logit, self.result[chosen]):.4f}")
            label = self.logit[chosen]
            words.append(
                f"{what}: R2 {explained(torch.sigmoid(logit), torch.sigmoid(label)):.4f} "
                f"logits {explained(logit.clamp(-6, 6), label.clamp(-6, 6)):.4f}"
            )
        print("; ".join(words), flush=True)
        return words


def train(student, trial, seconds, batch, peak, result_share, steps):
    device = trial.counts.device
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
    if given.out.exists():
        network.read(given.out)
        print(f"{given.out} is there already", flush=True)
        return
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(given.seed)
    begun = time.time()
    trial = Trial(given.folder, given.form, device, given.most)
    student = Student(trial.counts.shape[1], tuple(given.hidden)).to(device)
    print(f"{given.form} {given.hidden}: {len(trial.counts)} rows in {time.time() - begun:.0f} s", flush=True)
    steps = train(student, trial, given.seconds, given.batch, given.rate, given.result, given.steps)
    name = f"{given.form} {given.hidden[0]}-{given.hidden[1]} {steps} steps"
    words = trial.measure(name, lambda chosen: trial.moves(student, chosen))
    net = rounded(student, given.form)
    chosen = ((trial.kind == data.AFTER_MOVE) & trial.held_back).nonzero().squeeze(1)[:60_000]
    values = net.thousandths(trial.counts[chosen].cpu().numpy(), trial.empty[chosen.cpu().numpy()])
    gap = numpy.abs(values / 1000 - trial.moves(student, chosen).cpu().numpy())
    print(f"  rounding changes {gap.mean():.4f} moves on average, {gap.max():.3f} at most", flush=True)
    labels = json.loads((given.folder / data.LABELS).read_text())
    net.training = {
        "data": given.data,
        "files": len(labels["files"]),
        "teacher": labels["teacher"],
        "rows": len(trial.counts),
        "steps": steps,
        "batch": given.batch,
        "rate": given.rate,
        "result": given.result,
        "seed": given.seed,
        "heldBack": "; ".join(words[1:]),
    }
    with data.whole_file(given.out) as part:
        part.write_bytes(net.to_bytes())


if __name__ == "__main__":
    main()
