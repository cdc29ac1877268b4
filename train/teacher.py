"""The teacher: residual convolutions that learn who wins, and label any position.

    python3 train/teacher.py FEATURES_FOLDER --seconds 300 --out teacher.pt

While it learns it reads files that appear in the folder; the rate of learning falls to zero with the clock.
`--resume teacher.pt` begins with the weights of a file.
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


def turned(x, number):
    """One of the eight symmetries of the board."""
    if number & 4:
        x = x.transpose(2, 3)
    return x.flip([axis for axis, bit in ((2, 1), (3, 2)) if number & bit])


def inputs(rows, number):
    x = turned(data.planes(rows), number)
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
    rows = store.all()
    chosen = rows[(data.kind(rows) == data.GAME) & data.is_held_back(rows)][:most]
    won, rate = data.result(chosen), data.rate(chosen).clamp(0.001, 0.999)
    return log_loss(logits(model, chosen), won), log_loss(torch.logit(rate), won)


def train(model, store, folder, seconds, batch, peak, result_share):
    """Learns until the time is over."""
    device = store.data.device
    optimizer = torch.optim.AdamW(model.parameters(), lr=peak, weight_decay=1e-3)
    begun, last_look, last_word, step, chosen = time.time(), 0.0, time.time(), 0, None
    total, seen = torch.zeros((), device=device), 0
    while True:
        now = time.time()
        if now - begun > seconds:
            return
        if chosen is None or now - last_look > 10:
            if store.add_folder(folder) or chosen is None:
                rows = store.all()
                usable = (data.kind(rows) == data.GAME) & ~data.is_held_back(rows)
                chosen = usable.nonzero().squeeze(1)
            last_look = now
        progress = (now - begun) / seconds
        rate = peak * min(1.0, (step + 1) / 200) * 0.5 * (1 + math.cos(math.pi * progress))
        for group in optimizer.param_groups:
            group["lr"] = rate
        some = store.data[chosen[torch.randint(len(chosen), (batch,), device=device)]]
        target = result_share * data.result(some) + (1 - result_share) * data.rate(some)
        model.train()
        with autocast(device):
            logit = model(inputs(some, step * 5 % 8))
        loss = functional.binary_cross_entropy_with_logits(logit.float(), target)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        step, seen, total = step + 1, seen + 1, total + loss.detach()
        if step % 50 == 0 and now - last_word > 20:
            mine, search = validate(model, store)
            print(
                f"teacher {now - begun:5.0f} s step {step} rows {store.count} learnt from {len(chosen)} "
                f"loss {total.item() / seen:.4f} held back {mine:.4f} search {search:.4f}",
                flush=True,
            )
            total, seen, last_word = torch.zeros((), device=device), 0, now


def save(model, path):
    torch.save({"shape": model.shape, "weights": model.state_dict()}, path)


def load(path, device):
    stored = torch.load(path, map_location=device)
    model = Teacher(*stored["shape"]).to(device)
    model.load_state_dict(stored["weights"])
    return model


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, help="the folder of files *.features")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--room", type=int, default=24_000_000, help="the most rows")
    parser.add_argument("--blocks", type=int, default=10)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--result", type=float, default=0.5, help="the share of the result in what is learnt")
    parser.add_argument("--resume", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    given = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(1)
    torch.backends.cudnn.benchmark = True
    model = load(given.resume, device) if given.resume else Teacher(given.blocks, given.width).to(device)
    model = model.to(memory_format=torch.channels_last)
    store = data.Rows(device, given.room)
    while not store.add_folder(given.folder):
        time.sleep(1)
    train(model, store, given.folder, given.seconds, given.batch, given.rate, given.result)
    mine, search = validate(model, store, 400_000)
    print(f"teacher held back {mine:.4f} search {search:.4f}", flush=True)
    save(model, given.out)


if __name__ == "__main__":
    main()
