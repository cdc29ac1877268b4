"""Labels every position of some features with the teacher's logit.

    python3 train/label.py FEATURES_FOLDER --teacher teacher.pt --out LABELLED_FOLDER

The folder gets the rows and the logits, and last labels.json, which says that they are whole and of what;
students learn from them (train/student.py). Labels by the same teacher of the same features that are there
already are left as they are.
"""

import argparse
import hashlib
import json
import pathlib
import time

import numpy
import torch

import rows as data
import teacher


def label(files, model, device, symmetries, out):
    """Writes rows and logits; returns how many."""
    total = sum(len(data.read(path)) for path in files)
    logits = numpy.empty(total, dtype=numpy.float32)
    with data.whole_file(out / "rows.npy") as part:
        rows = numpy.lib.format.open_memmap(part, "w+", numpy.uint8, (total, data.ROW))
        at = 0
        for path in files:
            some = data.read(path)
            rows[at : at + len(some)] = some
            found = teacher.logits(model, torch.from_numpy(some.copy()).to(device), symmetries)
            logits[at : at + len(some)] = found.cpu().numpy()
            at += len(some)
        rows.flush()
        del rows
    with data.whole_file(out / "logits.npy") as part, part.open("wb") as file:
        numpy.save(file, logits)
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--teacher", type=pathlib.Path, required=True)
    parser.add_argument("--symmetries", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="a folder")
    given = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    begun = time.time()
    files = sorted(given.folder.glob("*.features"))
    if not files:
        raise SystemExit(f"{given.folder}: no *.features")
    record = {
        "teacher": hashlib.sha256(given.teacher.read_bytes()).hexdigest(),
        "symmetries": given.symmetries,
        "files": [path.name for path in files],
    }
    done = given.out / data.LABELS
    if done.exists():
        if json.loads(done.read_text()) != record:
            raise SystemExit(f"{given.out} has labels by another teacher or of other features: remove it")
        print(f"{given.out} is there already", flush=True)
        return
    given.out.mkdir(parents=True, exist_ok=True)
    model = teacher.load(given.teacher, device).to(memory_format=torch.channels_last)
    total = label(files, model, device, given.symmetries, given.out)
    with data.whole_file(done) as part:
        part.write_text(json.dumps(record) + "\n")
    print(f"labelled {total} rows in {time.time() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
