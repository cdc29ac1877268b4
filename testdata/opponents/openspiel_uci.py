#!/usr/bin/env python3
"""OpenSpiel's MCTS bot as a UCI engine for Amazons.

OpenSpiel holds the board, searches and chooses; this script only speaks UCI for
it and shares the time of a move out. The bot is the one written in C++
(`pyspiel.MCTSBot`) with random games to the end as its evaluation
(`pyspiel.RandomRolloutEvaluator`), by default as OpenSpiel's own
`examples/mcts.py` sets it up: UCT with constant 2, one game a leaf, proven wins
and losses backed up.

A ply is three decisions to OpenSpiel (amazon, destination, arrow) and its bot
keeps no tree between them. Each is searched in its share of what is then left of
the time: a third, a half, all. A decision with one choice costs no time.

Known to the loop: uci, isready, ucinewgame, setoption, position (the standard
starts of 10x10, 8x8 and 6x6, by name or by FEN; OpenSpiel can be put on no other
board), go movetime | wtime btime winc binc | nodes (simulations), quit. It does
not listen while it thinks, so stop and ponder have no effect.
"""
import os
import re
import sys
import time
from importlib.metadata import version

import pyspiel

FILES = "abcdefghij"
STARTS = {
    "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3": 10,
    "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2": 8,
    "1q2q1/q4q/6/6/Q4Q/1Q2Q1": 6,
}
MOVE = re.compile(r"([a-j]\d+)([a-j]\d+),\2([a-j]\d+)")
NO_LIMIT = 2**31 - 1  # simulations
DEFAULT_SECONDS = 1.0  # where `go` names no limit
FEWEST_SECONDS = 0.001  # a search without time would never simulate anything
MEMORY_MB = 1024

# name: (UCI type, default, least, most)
OPTIONS = {
    "UctC": ("string", 2.0, 0.0, 100.0),
    "Rollouts": ("spin", 1, 1, 1000),
    "MoveOverhead": ("spin", 10, 0, 5000),
    "Seed": ("string", 1, 0, 2**64 - 1),
}


class Refused(Exception):
    """A command that cannot be followed, and why."""


def say(line):
    print(line, flush=True)


class Board:
    """A game in OpenSpiel. Its cell n is file n mod size, rank size - n div size."""

    def __init__(self, size=10, moves=()):
        self.size = size
        self.game = pyspiel.load_game("amazons", {"board_size": size})
        self.state = self.game.new_initial_state()
        for move in moves:
            self.play(move)

    def cell(self, square):
        return (self.size - int(square[1:])) * self.size + FILES.index(square[0])

    def square(self, cell):
        return f"{FILES[cell % self.size]}{self.size - cell // self.size}"

    def play(self, move):
        """Plays a move as three actions, each of which OpenSpiel must offer."""
        parts = MOVE.fullmatch(move)
        if not parts:
            raise Refused(f"no move: {move}")
        for action in map(self.cell, parts.groups()):
            if self.state.is_terminal() or action not in self.state.legal_actions():
                raise Refused(f"illegal move: {move}")
            self.state.apply_action(action)

    def move(self, actions):
        start, to, arrow = map(self.square, actions)
        return f"{start}{to},{to}{arrow}"


def read_position(words):
    """The board that the words after `position` tell of."""
    moves = words.index("moves") if "moves" in words else len(words)
    root, played = words[:moves], words[moves + 1:]
    if root == ["startpos"]:
        return Board(10, played)
    if root[:1] == ["fen"] and root[2:3] == ["w"] and root[1] in STARTS:
        return Board(STARTS[root[1]], played)
    raise Refused("only the standard starts can be set up: " + " ".join(root))


def read_go(words, player):
    """Seconds and simulations allowed for the ply."""
    numbers = {}
    for name, value in zip(words, words[1:]):
        if re.fullmatch(r"-?\d+", value):
            numbers[name] = int(value)
    seconds = None
    left, gain = ("wtime", "winc") if player == 0 else ("btime", "binc")
    if "movetime" in numbers:
        seconds = numbers["movetime"] / 1000
    elif left in numbers:
        seconds = (numbers[left] / 30 + numbers.get(gain, 0)) / 1000
    simulations = numbers.get("nodes")
    if seconds is None and simulations is None:
        seconds = DEFAULT_SECONDS
    return seconds, simulations


class Engine:
    def __init__(self):
        self.options = {name: option[1] for name, option in OPTIONS.items()}
        self.board = Board()
        self.searches = 0

    def set_option(self, words):
        text = re.fullmatch(r"name (.+?) value (.+)", " ".join(words))
        if not text or text[1] not in OPTIONS:
            raise Refused("no such option: " + " ".join(words))
        _, default, least, most = OPTIONS[text[1]]
        try:
            value = type(default)(text[2])
        except ValueError:
            raise Refused(f"not a number: {text[2]}") from None
        if not least <= value <= most:
            raise Refused(f"{text[1]} is {least} to {most}, not {value}")
        self.options[text[1]] = value

    def search(self, state, seconds, simulations):
        """One decision: the best child of the root, and the simulations made."""
        seed = (self.options["Seed"] * 1_000_003 + self.searches) % NO_LIMIT
        self.searches += 1
        evaluator = pyspiel.RandomRolloutEvaluator(self.options["Rollouts"], seed)
        bot = pyspiel.MCTSBot(
            self.board.game, evaluator, self.options["UctC"],
            max_simulations=NO_LIMIT if simulations is None else max(simulations, 2),
            max_memory_mb=MEMORY_MB, solve=True, seed=seed, verbose=False,
            max_wall_clock_time=-1.0 if seconds is None else max(seconds, FEWEST_SECONDS))
        root = bot.mcts_search(state)
        return root.best_child(), root.explore_count

    def go(self, words):
        began = time.monotonic()
        if self.board is None:
            # No move would be true here, and giving none would pass for a resignation.
            sys.exit("asked for a move on a position that was refused")
        if self.board.state.is_terminal():
            say("bestmove (none)")
            return
        state = self.board.state.clone()
        seconds, simulations = read_go(words, state.current_player())
        if seconds is not None:
            seconds -= self.options["MoveOverhead"] / 1000
        actions, made, value = [], 0, None
        for decisions_left in (3, 2, 1):
            legal = state.legal_actions()
            if len(legal) == 1:
                actions += legal
            else:
                left = None if seconds is None else seconds - (time.monotonic() - began)
                best, count = self.search(
                    state,
                    left if left is None else left / decisions_left,
                    simulations if simulations is None else simulations // 3)
                actions.append(best.action)
                made += count
                value = best.total_reward / max(best.explore_count, 1)
            state.apply_action(actions[-1])
        self.tell(self.board.move(actions), made, value, time.monotonic() - began)

    @staticmethod
    def tell(move, simulations, value, seconds):
        """Value: the mean result of the last search for the mover, -1 to 1."""
        wins = "" if value is None else f" wdl {round(500 + 500 * value)} 0 {1000 - round(500 + 500 * value)}"
        rate = round(simulations / max(seconds, 1e-6))
        say(f"info depth 1{wins} nodes {simulations} nps {rate} time {round(seconds * 1000)} pv {move}")
        say(f"bestmove {move}")

    def obey(self, word, words):
        if word == "uci":
            say(f"id name OpenSpiel {version('open_spiel')} MCTSBot")
            say("id author the authors of OpenSpiel")
            for name, (kind, default, least, most) in OPTIONS.items():
                bounds = f" min {least} max {most}" if kind == "spin" else ""
                say(f"option name {name} type {kind} default {default}{bounds}")
            say("option name UCI_Variant type combo default amazons var amazons")
            say("uciok")
        elif word == "isready":
            say("readyok")
        elif word == "ucinewgame":
            self.board, self.searches = Board(), 0
        elif word == "setoption" and words[:2] == ["name", "UCI_Variant"]:
            if words[2:] != ["value", "amazons"]:
                raise Refused("amazons is all it plays")
        elif word == "setoption":
            self.set_option(words)
        elif word == "position":
            self.board = None  # rather no position than the old one, if this is refused
            self.board = read_position(words)
        elif word == "go":
            self.go(words)
        elif word != "stop":
            raise Refused(f"unknown command: {word}")


def main():
    engine = Engine()
    for line in sys.stdin:
        word, *words = line.split() or [""]
        if word == "quit":
            break
        try:
            if word:
                engine.obey(word, words)
        except Refused as refused:
            say(f"info string error: {refused}")
    # Nothing is left to tidy up, and the end should be at once.
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
