"""Steps a second of the environment, beside OpenSpiel's and a plain one in Python, on one core in one run.

    pip install ./python open_spiel
    python python/benchmarks/throughput.py

A step is one action of one game: an amazon, a square or an arrow is chosen, a third of a ply. All games
are random games of 10x10 from the standard start. Three loads are measured:

- play: a legal action is drawn and taken;
- mask: the legal actions are written as a mask too, as a learner needs them;
- learn: the observation is written as well.

Processor time is measured, so that other programs on the machine matter little; the rounds of all
contestants take turns, and the best round of each counts.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import time
from collections.abc import Callable

import numpy as np
import pyspiel
from plain import PlainGame

import otrera

LOADS = ("play", "mask", "learn")
# Plays for at least some seconds and says how many steps it took.
Contestant = Callable[[str, float], int]


def batched(games: int) -> Contestant:
    batch = otrera.Batch(games, seed=1)
    actions = np.zeros(games, np.int64)
    masks = batch.action_masks()
    planes = batch.observations()

    def play(load: str, seconds: float) -> int:
        steps = 0
        until = time.process_time() + seconds
        while time.process_time() < until:
            if load == "learn":
                batch.observations(planes)
            if load != "play":
                batch.action_masks(masks)
            batch.random_actions(actions)
            batch.step(actions)
            steps += games
        return steps

    return play


def one_by_one(load: str, seconds: float) -> int:
    draw = random.Random(1).random
    start = otrera.Position()
    mask = np.zeros(100, bool)
    planes = np.zeros((6, 10, 10), np.float32)
    steps = 0
    until = time.process_time() + seconds
    while time.process_time() < until:
        game = otrera.StagedGame(start)
        while not game.is_over:
            if load == "learn":
                game.observation(planes)
            if load != "play":
                game.action_mask(mask)
            actions = game.legal_actions()
            game.step(actions[int(draw() * len(actions))])
            steps += 1
    return steps


def openspiel(load: str, seconds: float) -> int:
    draw = random.Random(1).random
    amazons = pyspiel.load_game("amazons")
    steps = 0
    until = time.process_time() + seconds
    while time.process_time() < until:
        state = amazons.new_initial_state()
        while not state.is_terminal():
            if load == "learn":
                state.observation_tensor()
            if load != "play":
                state.legal_actions_mask()
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            steps += 1
    return steps


def plain(load: str, seconds: float) -> int:
    draw = random.Random(1).random
    steps = 0
    until = time.process_time() + seconds
    while time.process_time() < until:
        game = PlainGame()
        actions = game.legal_actions()
        while actions:
            if load == "learn":
                game.observation()
            if load != "play":
                game.mask()
            game.step(actions[int(draw() * len(actions))])
            actions = game.legal_actions()
            steps += 1
    return steps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=1024, help="games of the batch (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a round (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="writes JSON instead of a table")
    options = parser.parse_args()
    contestants: dict[str, Contestant] = {
        "otrera.Batch": batched(options.games),
        "otrera.StagedGame": one_by_one,
        "OpenSpiel": openspiel,
        "plain Python": plain,
    }
    best = {name: dict.fromkeys(LOADS, 0.0) for name in contestants}
    for _ in range(options.rounds):
        for load in LOADS:
            for name, play in contestants.items():
                began = time.process_time()
                steps = play(load, options.seconds)
                rate = steps / (time.process_time() - began)
                best[name][load] = max(best[name][load], rate)
    if options.json:
        print(json.dumps({"games": options.games, "steps_per_second": best}))
        return
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    print(f"steps a second, batch of {options.games}, best of {options.rounds} rounds")
    print("in brackets: times OpenSpiel's\n")
    print(f"| {'':18} | " + " | ".join(f"{load:>18}" for load in LOADS) + " |")
    print(f"|{'-' * 20}|" + "|".join("-" * 19 + ":" for _ in LOADS) + "|")
    for name, rates in best.items():
        cells = (f"{rates[load]:,.0f} ({rates[load] / best['OpenSpiel'][load]:.1f})" for load in LOADS)
        print(f"| {name:18} | " + " | ".join(f"{cell:>18}" for cell in cells) + " |")


if __name__ == "__main__":
    main()
