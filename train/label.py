"""Labels every position of some features with the teacher's logit.

    python3 train/label.py FEATURES_FOLDER --teacher teacher.pt --out LABELLED_FOLDER

The folder gets the rows and the logits; students learn from them (train/student.py).
"""

import argparse
import pathlib
import time

import numpy
import torch

import rows as data
import teacher


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--teacher", type=pathlib.Path, required=True)
    parser.add_argument("--room", type=int, default=10_000_000, help="the most rows")
    parser.add_argument("--symmetries", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="a folder")
    given = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    begun = time.time()
    model = teacher.load(given.teacher, device).to(memory_format=torch.channels_last)
    store = data.Rows(device, given.room)
    store.add_folder(given.folder)
    logit = teacher.logits(model, store.all(), given.symmetries)
    given.out.mkdir(parents=True, exist_ok=True)
    numpy.save(given.out / "rows.npy", store.all().cpu().numpy())
    numpy.save(given.out / "logits.npy", logit.cpu().numpy())
    print(f"labelled {store.count} rows in {time.time() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
