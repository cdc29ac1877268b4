"""Games and features by several processes, until a time is over or there are so many files.

    python3 train/games.py --otrera target/release/otrera --out FOLDER --seconds 280 --processes 16

Every process plays some games, writes their features and deletes the games, again and again. A file of
features appears when it is whole, and one that is there already is not made again. Seeds differ by process
and turn; the same `--seed` in another run gives the same games. When all is done SEED.done says so, and the
same command does nothing more; broken off, it goes on with the files that are missing, for the whole time. A
process that fails ends the program.
"""

import argparse
import os
import pathlib
import signal
import subprocess
import sys
import time

import rows as data


def command(given, games, seed):
    play = [given.otrera, "lab", "selfplay", "--games", str(given.games), "--agent", given.agent]
    play += ["--openings", given.openings, "--strays", given.strays, "--adjudicate", "--seed", str(seed)]
    play += ["--concurrency", "1", "--out", str(games), "--force"]
    made = games.with_suffix(".made")
    features = [
        given.otrera,
        "lab",
        "features",
        str(games),
        "--odd",
        str(given.odd),
        "--force",
        "--out",
        str(made),
    ]
    whole = games.with_suffix(".features")
    quoted = [" ".join(f"'{word}'" for word in words) for words in (play, features)]
    quiet = f">/dev/null 2>>'{given.out}/errors'"
    return f"{quoted[0]} {quiet} && {quoted[1]} {quiet} && rm '{games}' && mv '{made}' '{whole}'"


def play(given, running):
    """Keeps the processes busy until the time is over, or all files are there."""
    begun, turn = time.time(), 0
    while given.files or time.time() - begun < given.seconds:
        for process in [process for process in running if process.poll() is not None]:
            running.remove(process)
            if process.returncode:
                raise SystemExit(f"games failed (status {process.returncode}): see {given.out}/errors")
        while len(running) < given.processes and not (given.files and turn == given.files):
            games = given.out / f"{given.seed}-{turn}.jsonl"
            if not games.with_suffix(".features").exists():
                line = command(given, games, given.seed * 1_000_000 + turn)
                running.append(subprocess.Popen(line, shell=True, start_new_session=True))
            turn += 1
        if given.files and not running:
            return
        time.sleep(0.2)


def end(running):
    """Ends processes and their children: what is half done is left out."""
    for process in running:
        try:
            os.killpg(process.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--otrera", default="target/release/otrera", help="the program")
    parser.add_argument("--agent", default="otrera:hash=16@nodes=5000")
    parser.add_argument("--openings", default="random:0-10")
    parser.add_argument("--strays", default="0-3:50")
    parser.add_argument("--games", type=int, default=300, help="games of a file")
    parser.add_argument("--odd", type=int, default=1, help="see `otrera lab features`")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=280)
    parser.add_argument("--files", type=int, default=0, help="make so many, whatever --seconds says")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    done = given.out / f"{given.seed}.done"
    if done.exists():
        print(f"{done} is there already: {done.read_text().strip()}", flush=True)
        return
    # As an exception, so that the processes end too.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    begun, running = time.time(), []
    try:
        play(given, running)
    finally:
        end(running)
    files = list(given.out.glob(f"{given.seed}-*.features"))
    words = f"{len(files)} files of {given.games} games in {time.time() - begun:.0f} s"
    with data.whole_file(done) as part:
        part.write_text(words + "\n")
    print(words, flush=True)


if __name__ == "__main__":
    main()
