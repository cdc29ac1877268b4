"""Games and features by several processes, until a time is over.

    python3 train/games.py --otrera target/release/otrera --out FOLDER --seconds 280 --processes 16

Every process plays some games, writes their features and deletes the games, again and again. A file of
features appears when it is whole. Seeds differ by process and turn; the same `--seed` in another run gives
the same games.
"""

import argparse
import os
import pathlib
import subprocess
import time


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
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    begun, turn, running = time.time(), 0, []
    while time.time() - begun < given.seconds:
        running = [process for process in running if process.poll() is None]
        while len(running) < given.processes:
            games = given.out / f"{given.seed}-{turn}.jsonl"
            if not games.with_suffix(".features").exists():
                line = command(given, games, given.seed * 1_000_000 + turn)
                running.append(subprocess.Popen(line, shell=True, start_new_session=True))
            turn += 1
        time.sleep(0.2)
    for process in running:
        # What is half done is left out: the process and its children end.
        try:
            os.killpg(process.pid, 15)
        except ProcessLookupError:
            pass
    files = list(given.out.glob("*.features"))
    print(f"{len(files)} files of {given.games} games in {time.time() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
