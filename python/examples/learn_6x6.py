"""Masked PPO learns the game on 6x6 against players of ours: minutes on two cores.

    pip install './python[env,learn]'
    python python/examples/learn_6x6.py

It learns against a mixture of the players `random` and `greedy`, with either colour and from random
openings, so that it cannot learn one game by heart. From time to time it plays matches against each of
them, always with its most likely action; the curve is written as a table, and to a file with `--csv`.
"""

from __future__ import annotations

import argparse
import csv
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv
from torch import nn

import otrera.env

BOARD = "6x6"
# Random plies before the learner's first action.
OPENING_PLIES = 2


class Planes(BaseFeaturesExtractor):
    """Three layers of convolution over the planes, the borders kept: the board is small."""

    def __init__(self, space: gymnasium.spaces.Box, width: int = 32) -> None:
        planes, ranks, files = space.shape
        super().__init__(space, width * ranks * files)
        layers: list[nn.Module] = []
        for channels in (planes, width, width):
            layers += [nn.Conv2d(channels, width, 3, padding=1), nn.ReLU()]
        self.network = nn.Sequential(*layers, nn.Flatten())

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        return self.network(observations)


def make(opponent: str, seed: int) -> Any:
    """Makes an environment whose games differ from those of the others."""

    def build() -> gymnasium.Env[Any, Any]:
        env = gymnasium.make(
            otrera.env.GYMNASIUM_ID,
            opponent=opponent,
            board=BOARD,
            seat="random",
            opening_plies=OPENING_PLIES,
        )
        env.reset(seed=seed)
        return env

    return build


def score(model: MaskablePPO, opponent: str, games: int, seed: int) -> float:
    """The part of some games that the model wins, with its most likely action, all games side by side."""
    envs = [make(opponent, 0)() for _ in range(games)]
    observations = [env.reset(seed=seed + number)[0] for number, env in enumerate(envs)]
    running = list(range(games))
    wins = 0
    while running:
        masks = np.stack([envs[number].unwrapped.action_masks() for number in running])
        seen = np.stack([observations[number] for number in running])
        actions, _ = model.predict(seen, action_masks=masks, deterministic=True)
        left = []
        for number, action in zip(running, actions, strict=True):
            observations[number], reward, done, _, _ = envs[number].step(int(action))
            wins += reward > 0
            if not done:
                left.append(number)
        running = left
    for env in envs:
        env.close()
    return wins / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--steps", type=int, default=400_000, help="actions to learn from (default: %(default)s)"
    )
    parser.add_argument("--every", type=int, default=40_000, help="actions between two points of the curve")
    parser.add_argument("--games", type=int, default=200, help="games of a match (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the seed (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="threads of torch (default: %(default)s)")
    parser.add_argument("--csv", help="writes the curve to a file")
    parser.add_argument("--save", help="writes the learned model to a file")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    opponents = ["random"] * 16 + ["greedy"] * 16
    envs = DummyVecEnv([make(name, options.seed * 1000 + place) for place, name in enumerate(opponents)])
    model = MaskablePPO(
        MaskableActorCriticPolicy,
        envs,
        n_steps=128,
        batch_size=1024,
        n_epochs=3,
        gamma=1.0,
        gae_lambda=0.95,
        learning_rate=1e-3,
        ent_coef=0.01,
        seed=options.seed,
        policy_kwargs={"features_extractor_class": Planes, "net_arch": [128]},
        device="cpu",
    )
    rows = []
    began = time.monotonic()
    spent = 0.0
    print(f"{'actions':>8} {'minutes':>8} {'random':>7} {'greedy':>7}")
    while True:
        # The time of the matches is not that of learning.
        learned = time.monotonic() - began - spent
        paused = time.monotonic()
        wins = {name: score(model, name, options.games, 10**6) for name in ("random", "greedy")}
        rows.append({"actions": model.num_timesteps, "minutes": round(learned / 60, 2), **wins})
        print(
            f"{model.num_timesteps:8} {learned / 60:8.1f} {wins['random']:7.1%} {wins['greedy']:7.1%}",
            flush=True,
        )
        spent += time.monotonic() - paused
        if model.num_timesteps >= options.steps:
            break
        model.learn(options.every, reset_num_timesteps=False)
    if options.csv:
        with open(options.csv, "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    if options.save:
        model.save(options.save)


if __name__ == "__main__":
    main()
