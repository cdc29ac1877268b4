"""Two random agents play a game of PettingZoo's environment, drawn as text.

python python/examples/random_agent.py --board 6x6 --seed 1
"""

import argparse

import numpy as np

from otrera.env import amazons_v0


def main() -> None:
    parser = argparse.ArgumentParser(description="Two random agents play a game.")
    parser.add_argument("--board", default="10x10", help="the board (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="the seed (default: %(default)s)")
    options = parser.parse_args()
    env = amazons_v0.env(board=options.board, render_mode="ansi")
    env.reset(seed=options.seed)
    rng = np.random.default_rng(options.seed)
    actions = 0
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        if termination or truncation:
            if reward > 0:
                print(env.render())
                print(f"{agent} has won after {actions // 3} plies")
            env.step(None)
            continue
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        actions += 1


if __name__ == "__main__":
    main()
