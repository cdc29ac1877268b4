"""Masked PPO learns the game on 6x6 against players of ours: minutes on two cores.

    pip install './python[env,learn]'
    python python/examples/learn_6x6.py

It learns against a mixture of the players `random` and `greedy`, with either colour and from random
openings, so that it cannot learn one game by heart. It is rewarded for territory on the way. From time to
time it plays matches against each of them, always with its most likely action; the curve is written as a
table, and to a file with `--csv`.
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
# Channels of a convolution.
WIDTH = 32


class Territory(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Shows the learner how many moves each side is from each square, and rewards territory on the way.

    A square counts for the side that reaches it in fewer moves. The change of this count is added to the
    reward, and the count is zero once the game is over: such a potential leaves the best play what it is
    (Ng, Harada and Russell 1999), but says at each ply what the result says only at the end.
    """

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        planes, ranks, files = env.observation_space.shape
        self.observation_space = gymnasium.spaces.Box(0, 1, (planes + 5, ranks, files), np.float32)

    def reset(self, **options: Any) -> tuple[Any, dict[str, Any]]:
        planes, info = self.env.reset(**options)
        self.sides = ("white", "black") if info["seat"] == "white" else ("black", "white")
        self.potential = self.look()
        return self.shown(planes), info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        planes, reward, done, truncated, info = self.env.step(action)
        info["won"] = float(reward) > 0
        before, self.potential = self.potential, 0.0 if done else self.look()
        return self.shown(planes), float(reward) + self.potential - before, done, truncated, info

    def look(self) -> float:
        """Measures the distances and says who is ahead, 1 for half of the board."""
        own, other = (self.env.unwrapped.position.distances(side) for side in self.sides)
        self.nearness = np.stack([1 / (1 + own.astype(np.float32)), 1 / (1 + other.astype(np.float32))])
        return 2 * float((own < other).sum() - (other < own).sum()) / own.size

    def shown(self, planes: Any) -> Any:
        """The planes of the environment, the distances, the legal squares, and the stage of the ply."""
        legal = self.env.unwrapped.action_masks().reshape(1, *planes.shape[1:])
        # The last two planes have the chosen amazon and square, which no convolution sees from everywhere.
        stage = np.broadcast_to(planes[-2:].max((1, 2), keepdims=True), (2, *planes.shape[1:]))
        return np.concatenate([planes, self.nearness, legal, stage]).astype(np.float32)


class Planes(BaseFeaturesExtractor):
    """Four layers of convolution over the planes, the borders kept: the board is small."""

    def __init__(self, space: gymnasium.spaces.Box) -> None:
        planes, ranks, files = space.shape
        super().__init__(space, WIDTH * ranks * files)
        layers: list[nn.Module] = []
        for channels in (planes, WIDTH, WIDTH, WIDTH):
            layers += [nn.Conv2d(channels, WIDTH, 3, padding=1), nn.ReLU()]
        self.network = nn.Sequential(*layers)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        return self.network(observations)


class Heads(nn.Module):
    """A logit for each square by the same weights everywhere, and what the value is computed from."""

    def __init__(self, squares: int) -> None:
        super().__init__()
        self.latent_dim_pi, self.latent_dim_vf = squares, 64
        self.logits = nn.Sequential(nn.Conv2d(WIDTH, 1, 1), nn.Flatten())
        narrow = [nn.Conv2d(WIDTH, 8, 1), nn.ReLU(), nn.Flatten()]
        self.value = nn.Sequential(*narrow, nn.Linear(8 * squares, self.latent_dim_vf), nn.ReLU())

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.logits(features), self.value(features)

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        return self.logits(features)

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        return self.value(features)


class SquarePolicy(MaskableActorCriticPolicy):
    """A policy whose actions are squares: no layer mixes them after the convolutions."""

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = Heads(int(self.action_space.n))

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        # In place of a dense layer from the logits to the logits.
        self.action_net = nn.Identity()


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
        return Territory(env)

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
            observations[number], _, done, _, info = envs[number].step(int(action))
            wins += info["won"]
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
    opponents = ["random"] * 8 + ["greedy"] * 24
    envs = DummyVecEnv([make(name, options.seed * 1000 + place) for place, name in enumerate(opponents)])
    model = MaskablePPO(
        SquarePolicy,
        envs,
        n_steps=64,
        batch_size=256,
        n_epochs=4,
        gamma=1.0,
        # The rewards on the way say soon how good an action was: what comes later is mostly noise.
        gae_lambda=0.8,
        learning_rate=7e-4,
        ent_coef=0.01,
        seed=options.seed,
        policy_kwargs={"features_extractor_class": Planes},
        device="cpu",
    )
    rows = []
    # Processor time, so that other programs on the machine matter little.
    began = time.process_time()
    spent = 0.0
    print(f"{'actions':>8} {'minutes':>8} {'random':>7} {'greedy':>7}")
    while True:
        # The time of the matches is not that of learning.
        learned = time.process_time() - began - spent
        paused = time.process_time()
        wins = {name: score(model, name, options.games, 10**6) for name in ("random", "greedy")}
        rows.append({"actions": model.num_timesteps, "minutes": round(learned / 60, 2), **wins})
        print(
            f"{model.num_timesteps:8} {learned / 60:8.1f} {wins['random']:7.1%} {wins['greedy']:7.1%}",
            flush=True,
        )
        spent += time.process_time() - paused
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
