"""The teacher: residual convolutions that learn who wins, and label any position.

    python3 train/teacher.py FEATURES_FOLDER --seconds 300 --out teacher.pt

While it learns it reads files that appear in the folder; the rate of learning falls to zero with the clock.
Every `--save` seconds it writes teacher.pt.checkpoint: broken off, the same command goes on from there and
learns for the rest of its time. A teacher.pt that is there already is left as it is. `--weights FILE` begins
with the weights of another teacher.
"""

import argparse
import math
import pathlib
import time

import torch
from torch import nn
from torch.nn import functional

import rows as data


class Block(nn.Module):
    """Two convolutions; every second block also sees the mean of the board."""

    def __init__(self, width, has_mean):
        super().__init__()
        self.norm1, self.norm2 = nn.BatchNorm2d(width), nn.BatchNorm2d(width)
        self.conv1 = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.conv2 = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.mean = nn.Linear(width, width) if has_mean else None

    def forward(self, x):
        y = self.conv1(functional.relu(self.norm1(x)))
        if self.mean is not None:
            y = y + self.mean(y.mean((2, 3)))[:, :, None, None]
        return x + self.conv2(functional.relu(self.norm2(y)))


class Teacher(nn.Module):
    def __init__(self, blocks=10, width=128, inputs=34):
        super().__init__()
        self.shape = (blocks, width)
        self.stem = nn.Conv2d(inputs, width, 3, padding=1)
        self.blocks = nn.Sequential(*(Block(width, number % 2 == 1) for number in range(blocks)))
        self.norm = nn.BatchNorm2d(width)
        self.hidden = nn.Linear(2 * width, width)
        self.out = nn.Linear(width, 1)

    def forward(self, x):
        x = functional.relu(self.norm(self.blocks(self.stem(x))))
        x = torch.cat([x.mean((2, 3)), x.amax((2, 3))], dim=1)
        return self.out(functional.relu(self.hidden(x))).squeeze(1)


class Store:
    """All rows so far on one device, with room for more."""

    def __init__(self, device, room):
        self.data = torch.empty((room, data.ROW), dtype=torch.uint8, device=device)
        self.result, self.rate = torch.empty(room, device=device), torch.empty(room, device=device)
        self.count = 0
        self.files = set()

    def add_folder(self, folder):
        """Adds the files that are new; returns how many rows."""
        before = self.count
        for path in sorted(pathlib.Path(folder).glob("*.features")):
            if path in self.files:
                continue
            self.files.add(path)
            rows = data.read(path)
            room = len(self.data) - self.count
            if len(rows) > room:
                print(
                    f"warning: {path}: {len(rows) - room} rows are left out: --room is too small", flush=True
                )
                rows = rows[:room]
            at = slice(self.count, self.count + len(rows))
            self.data[at] = torch.from_numpy(rows.copy())
            self.result[at] = torch.from_numpy(data.result(rows))
            self.rate[at] = torch.from_numpy(data.rate(rows))
            self.count += len(rows)
        return self.count - before

    def games(self, held_back):
        """The numbers of the rows with a result, of games that are held back or of the others."""
        rows = self.data[: self.count]
        chosen = (data.kind(rows) == data.GAME) & (data.is_held_back(rows) == held_back)
        return chosen.nonzero().squeeze(1)


def planes(rows):
    """The input of the teacher: [rows, 34, 10, 10]."""
    queen, king, near = rows[:, :100], rows[:, 100:200], rows[:, 200:300]
    empty = king < data.OWN
    sets = [king == data.OWN, king == data.OTHER, empty, torch.ones_like(empty)]
    sets += [(queen // 5 == number) & empty for number in range(5)]
    sets += [(queen % 5 == number) & empty for number in range(5)]
    sets += [(king // 7 == number) & empty for number in range(7)]
    sets += [(king % 7 == number) & empty for number in range(7)]
    sets += [(near // 5 >= number) & empty for number in (2, 3)]
    sets += [(near % 5 >= number) & empty for number in (2, 3)]
    sets += [~empty, torch.zeros_like(empty)]
    return torch.stack(sets, dim=1).view(len(rows), len(sets), 10, 10)


def turned(x, number):
    """One of the eight symmetries of the board."""
    if number & 4:
        x = x.transpose(2, 3)
    return x.flip([axis for axis, bit in ((2, 1), (3, 2)) if number & bit])


def inputs(rows, number):
    x = turned(planes(rows), number)
    return x.to(dtype=torch.float32).contiguous(memory_format=torch.channels_last)


def autocast(device):
    return torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda")


@torch.no_grad()
def logits(model, rows, symmetries=1, batch=8192):
    """The teacher's logits, the mean over some symmetries."""
    model.eval()
    parts = []
    for some in rows.split(batch):
        with autocast(rows.device):
            parts.append(
                sum(model(inputs(some, number)).float() for number in range(symmetries)) / symmetries
            )
    return torch.cat(parts)


def log_loss(logit, target):
    return functional.binary_cross_entropy_with_logits(logit, target).item()


def validate(model, store, most=60_000):
    """The losses of the result on games held back: the teacher's and the search's."""
    chosen = store.games(held_back=True)[:most]
    won, rate = store.result[chosen], store.rate[chosen].clamp(0.001, 0.999)
    return log_loss(logits(model, store.data[chosen]), won), log_loss(torch.logit(rate), won)


class Training:
    """A teacher that learns, and its checkpoints."""

    def __init__(self, model, given):
        self.model, self.given = model, given
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=given.rate, weight_decay=1e-3)
        self.step, self.spent = 0, 0.0
        self.path = given.out.with_name(given.out.name + ".checkpoint")
        names = ("seconds", "blocks", "width", "batch", "rate", "result")
        self.options = {name: getattr(given, name) for name in names}

    def save(self):
        with data.whole_file(self.path) as part:
            states = {"weights": self.model.state_dict(), "optimizer": self.optimizer.state_dict()}
            torch.save({"options": self.options, "step": self.step, "spent": self.spent, **states}, part)

    def resume(self, device):
        """Goes on from the checkpoint, if there is one."""
        if not self.path.exists():
            return
        stored = torch.load(self.path, map_location=device)
        if stored["options"] != self.options:
            raise SystemExit(
                f"{self.path} has other options, {stored['options']}: give the same, or remove it"
            )
        self.model.load_state_dict(stored["weights"])
        self.optimizer.load_state_dict(stored["optimizer"])
        self.step, self.spent = stored["step"], stored["spent"]
        # Other rows than those that were drawn before.
        torch.manual_seed(1 + self.step)
        print(f"teacher goes on after {self.spent:.0f} s, step {self.step}", flush=True)

    def run(self, store):
        """Learns until the time is over."""
        given, device = self.given, store.data.device
        begun, chosen = time.time() - self.spent, None
        looked = said = saved = time.time()
        total, seen = torch.zeros((), device=device), 0
        while True:
            now = time.time()
            self.spent = now - begun
            if self.spent > given.seconds:
                return
            if chosen is None or now - looked > 10:
                if store.add_folder(given.folder) or chosen is None:
                    chosen = store.games(held_back=False)
                looked = now
            some = chosen[torch.randint(len(chosen), (given.batch,), device=device)]
            total, seen = total + self.learn(store, some), seen + 1
            if self.step % 50 == 0 and now - said > 20:
                mine, search = validate(self.model, store)
                print(
                    f"teacher {self.spent:5.0f} s step {self.step} "
                    f"rows {store.count} learnt from {len(chosen)} "
                    f"loss {total.item() / seen:.4f} held back {mine:.4f} search {search:.4f}",
                    flush=True,
                )
                total, seen, said = torch.zeros((), device=device), 0, now
            if now - saved > given.save:
                self.save()
                saved = now

    def learn(self, store, some):
        """One step; returns its loss."""
        given = self.given
        progress = self.spent / given.seconds
        rate = given.rate * min(1.0, (self.step + 1) / 200) * 0.5 * (1 + math.cos(math.pi * progress))
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        target = given.result * store.result[some] + (1 - given.result) * store.rate[some]
        self.model.train()
        with autocast(store.data.device):
            logit = self.model(inputs(store.data[some], self.step * 5 % 8))
        loss = functional.binary_cross_entropy_with_logits(logit.float(), target)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        self.step += 1
        return loss.detach()


def save(model, path):
    with data.whole_file(path) as part:
        torch.save({"shape": model.shape, "weights": model.state_dict()}, part)


def load(path, device):
    stored = torch.load(path, map_location=device)
    model = Teacher(*stored["shape"]).to(device)
    model.load_state_dict(stored["weights"])
    return model


def first_rows(store, given):
    """Waits until there are rows."""
    begun = time.time()
    while not store.add_folder(given.folder):
        if time.time() - begun > given.wait:
            raise SystemExit(f"{given.folder}: no *.features after {given.wait:.0f} s")
        time.sleep(1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, help="the folder of files *.features")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--room", type=int, default=24_000_000, help="the most rows to learn from")
    parser.add_argument("--blocks", type=int, default=10)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--result", type=float, default=0.5, help="the share of the result in what is learnt")
    parser.add_argument("--save", type=float, default=30, help="seconds between checkpoints")
    parser.add_argument("--wait", type=float, default=300, help="seconds to wait for the first features")
    parser.add_argument("--weights", type=pathlib.Path, help="a teacher to begin with")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    given = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if given.out.exists():
        load(given.out, device)
        print(f"{given.out} is there already", flush=True)
        return
    torch.manual_seed(1)
    torch.backends.cudnn.benchmark = True
    model = load(given.weights, device) if given.weights else Teacher(given.blocks, given.width).to(device)
    model = model.to(memory_format=torch.channels_last)
    store = Store(device, given.room)
    first_rows(store, given)
    training = Training(model, given)
    training.resume(device)
    training.run(store)
    mine, search = validate(model, store, 400_000)
    print(f"teacher held back {mine:.4f} search {search:.4f}", flush=True)
    save(model, given.out)
    training.path.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
