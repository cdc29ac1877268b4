#!/usr/bin/env python3
"""Walk random games of Amazons with the rules of programs that are not ours.

The oracle (pyffish or open_spiel) holds the board, lists the moves, plays them
and says who won; this script only draws the moves, translates notation, and
with --out writes down what the oracle said (a findings file), with --otrera asks
`otrera moves --fen F` at every ply walked and compares (or both).
The same arguments always give the same games.

Exit status: 0 all equal, 1 a difference, 2 otrera did not run or did not answer
(so a broken command line is not mistaken for a difference), or wrong usage.
README.md tells the format and how to make the findings again.
"""
import argparse
import os
import random
import re
import shlex
import subprocess
import sys
from collections import Counter
from importlib.metadata import version

LIST_LIMIT = 12  # positions with at most so many moves are listed in full
SAMPLE_EVERY = 7  # a sampled game records every 7th ply, and the last three
PLOD_EVERY = 4  # every 4th game of a walk is played in the plodding style


def squash(rows):
    """FEN board field from rows, top first, of the characters `Qq*` and `.`."""
    return re.sub(r"\.+", lambda gap: str(len(gap.group())), "/".join(rows))


class Pyffish:
    """Fairy-Stockfish. Its own `amazons` is 10x10; the other sizes are the same
    variant with only board size and start position set anew."""

    STARTS = {
        "4x4": "1qq1/q2q/Q2Q/1QQ1",
        "5x5": "1q1q1/q3q/5/Q3Q/1Q1Q1",
        "5x6": "1q1q1/q3q/5/5/Q3Q/1Q1Q1",
        "6x5": "1q2q1/q4q/6/Q4Q/1Q2Q1",
        "6x6": "1q2q1/q4q/6/6/Q4Q/1Q2Q1",
        "8x8": "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2",
    }
    SIZES = ["10x10", *STARTS]
    NOTES = """\
FEN, counters, moves and winner are the oracle's own, unchanged. Its half-move
clock is the number of plies played (nothing resets it); its move number starts
at 1 and rises after Black's ply. Board 10x10 is its built-in variant `amazons`;
the others derive from it (maxFile, maxRank and startFen set, nothing else)."""

    def __init__(self, size):
        import pyffish

        self.sf, self.played = pyffish, []
        self.variant = "amazons" if size == "10x10" else "amazons" + size
        if self.variant not in pyffish.variants():
            cols, rows = size.split("x")
            pyffish.load_variant_config(
                f"[{self.variant}:amazons]\nmaxFile = {'abcdefghijkl'[int(cols) - 1]}\n"
                f"maxRank = {rows}\nstartFen = {self.STARTS[size]} w - - 0 1\n"
            )
        self.start = pyffish.start_fen(self.variant)

    def fen(self):
        return self.sf.get_fen(self.variant, self.start, self.played)

    def moves(self):
        return self.sf.legal_moves(self.variant, self.start, self.played)

    def play(self, move):
        self.played.append(move)

    def winner(self):
        """Its result is for the side to move: minus VALUE_MATE is lost."""
        result = self.sf.game_result(self.variant, self.start, self.played)
        assert abs(result) == self.sf.VALUE_MATE, result
        return "white" if (result > 0) == (" w " in self.fen()) else "black"


class OpenSpiel:
    """OpenSpiel. A ply is three actions: amazon, destination, arrow, each a cell
    number counted from 0, row by row from the top, left to right."""

    SIZES = ["10x10", "8x8", "6x6"]
    NOTES = """\
The oracle draws a board, top row first: X (player 0, below, first) is our White
`Q`, O our Black `q`, # an arrow `*`; nothing is mirrored. Its cell n is file
n mod size, rank size - n div size. A move is its three actions (amazon,
destination, arrow) put together; all of its legal triples are the move list.
It has no FEN: the half-move clock is its own move_number() / 3, i.e. plies
played, and the move number 1 + plies / 2, as pyffish counts; at the end of a
game, when it names no player to move, the side is taken by parity."""

    def __init__(self, size):
        import pyspiel

        self.n, self.triple = int(size.split("x")[0]), {}
        self.state = pyspiel.load_game("amazons", {"board_size": self.n}).new_initial_state()

    def square(self, cell):
        return f"{'abcdefghij'[cell % self.n]}{self.n - cell // self.n}"

    def fen(self):
        drawn = str(self.state).translate(str.maketrans("XO#", "Qq*")).split("\n")
        plies = self.state.move_number() // 3
        player = self.state.current_player()  # negative at the end of a game
        side = "wb"[player if player >= 0 else plies % 2]
        return f"{squash(drawn)} {side} - - {plies} {1 + plies // 2}"

    def moves(self):
        self.triple = {}
        for a in self.state.legal_actions():
            stepping = self.state.child(a)
            for b in stepping.legal_actions():
                for c in stepping.child(b).legal_actions():
                    frm, to, arrow = map(self.square, (a, b, c))
                    self.triple[f"{frm}{to},{to}{arrow}"] = (a, b, c)
        return list(self.triple)

    def play(self, move):
        for action in self.triple[move]:
            self.state.apply_action(action)

    def winner(self):
        return "white" if self.state.returns()[0] > 0 else "black"


ORACLES = {"pyffish": Pyffish, "open_spiel": OpenSpiel}


def digest(moves):
    """FNV-1a, 64 bits, over the sorted moves, each followed by a newline."""
    h = 0xCBF29CE484222325
    for byte in "".join(m + "\n" for m in sorted(moves)).encode():
        h = (h ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{h:016x}"


def draw(moves, style, rng):
    """uniform: any move. plod: if there is one, a step to a neighbouring square
    that shoots the square just left (makes long games)."""
    pool = sorted(moves)

    def plods(move):
        frm, to, arrow = re.fullmatch(r"([a-z]\d+)([a-z]\d+),\2([a-z]\d+)", move).groups()
        near = abs(ord(frm[0]) - ord(to[0])) < 2 and abs(int(frm[1:]) - int(to[1:])) < 2
        return arrow == frm and near

    if style == "plod":
        pool = [m for m in pool if plods(m)] or pool
    return pool[int(rng.random() * len(pool))]


class Otrera:
    """The program under test; leaves the walk at its first wrong answer."""

    def __init__(self, path, suffix):
        self.path, self.suffix, self.asked, self.listed = path, suffix, 0, 0

    def check(self, fen, moves):
        command = [self.path, "moves", "--fen", fen + self.suffix]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        except (OSError, subprocess.TimeoutExpired) as error:
            self.stop(2, f"cannot ask otrera: {error}")
        if done.returncode != 0:
            self.stop(2, f"exit status {done.returncode}: {shlex.join(command)}\n{done.stderr}")
        ours, theirs = Counter(done.stdout.split()), Counter(moves)
        if ours != theirs:
            lines = [f"DIFFERENCE at {command[-1]}",
                     f"oracle {len(moves)} moves, otrera {sum(ours.values())}"]
            for name, over in (("missing", theirs - ours), ("extra or twice", ours - theirs)):
                some = sorted(over.elements())
                lines.append(" ".join([f"{name}: {len(some)} ", *some[:8], "..." * (len(some) > 8)]).rstrip())
            self.stop(1, "\n".join(lines))
        self.asked, self.listed = self.asked + 1, self.listed + len(moves)

    def stop(self, status, text):
        print(f"{text}\n(after {self.asked} positions that agreed)")
        sys.exit(status)


def walk(oracle, style, sampled, rng, otrera):
    """One game, from the start to its end: the lines of its block."""
    lines, ply = [], 0
    while True:
        fen, moves = oracle.fen(), oracle.moves()
        if otrera:
            otrera.check(fen, moves)
        move = draw(moves, style, rng) if moves else "-"
        listed = " ".join(sorted(moves)) if 0 < len(moves) <= LIST_LIMIT else "-"
        lines.append(f"{ply} | {fen} | {len(moves)} | {digest(moves)} | {move} | {listed}")
        if not moves:
            break
        oracle.play(move)
        ply += 1
    if sampled:
        lines = [x for i, x in enumerate(lines) if i % SAMPLE_EVERY == 0 or i > ply - 3]
    return [*lines, f"end {ply} | {oracle.winner()}"], ply + 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("oracle", choices=ORACLES)
    parser.add_argument("--walk", action="append", metavar="SIZE:ALL:SAMPLED",
                        help="games on a board COLUMNSxROWS that record every ply, then games "
                             "that record some; may be given again (default 10x10:12:0)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", metavar="FILE", help="write the findings")
    parser.add_argument("--otrera", metavar="BINARY", help="compare with this program at every ply")
    parser.add_argument("--fen-suffix", default="", metavar="TEXT",
                        help="append to each FEN given to otrera; ' k1:' must make it fail")
    args = parser.parse_args()
    kind, name = ORACLES[args.oracle], f"{args.oracle} {version(args.oracle)}"
    otrera = Otrera(args.otrera, args.fen_suffix) if args.otrera else None
    blocks, games, positions = [], 0, 0
    walks = args.walk or ["10x10:12:0"]
    for spec in walks:
        parts = re.fullmatch(r"(\w+):(\d+):(\d+)", spec)
        if not parts or parts[1] not in kind.SIZES:
            parser.error(f"--walk {spec}: not SIZE:ALL:SAMPLED with SIZE of {', '.join(kind.SIZES)}")
        size, full, some = parts[1], int(parts[2]), int(parts[3])
        for i in range(full + some):
            games += 1
            style = "plod" if i % PLOD_EVERY == PLOD_EVERY - 1 else "uniform"
            sampled = i >= full
            rng = random.Random(f"{args.oracle} {size} {args.seed} {i}")
            lines, walked = walk(kind(size), style, sampled, rng, otrera)
            positions += walked
            head = f"game {games} | {size} | {style} | {'sampled' if sampled else 'all'}"
            blocks.append("\n".join([head, *lines]))
    if args.out:
        with open(args.out, "w", newline="\n") as out:
            command = (f"walk.py {args.oracle} {' '.join('--walk ' + w for w in walks)} "
                       f"--seed {args.seed} --out {os.path.basename(args.out)}")
            head = (f"What {name} says about Amazons; made, not to be edited, by\n"
                    f"  {command}\n{kind.NOTES}\nFormat (README.md tells all):\n"
                    "  game NUMBER | COLUMNSxROWS | uniform or plod | all or sampled\n"
                    "  PLY | FEN | MOVES | FNV-1A-64 | MOVE PLAYED | THE MOVES, if 1 to "
                    f"{LIST_LIMIT}, else -\n  end PLIES | WINNER")
            out.write("".join(f"# {line}\n" for line in head.split("\n")) + "\n".join(blocks) + "\n")
    against = f", otrera agrees on all ({otrera.listed} moves)" if otrera else ""
    print(f"{name}: {games} games, {positions} positions{against}")


if __name__ == "__main__":
    main()
