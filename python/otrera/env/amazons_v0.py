"""PettingZoo's environment `amazons_v0`: two agents, `white` and `black`, on any board and with any variant.

>>> from otrera.env import amazons_v0
>>> env = amazons_v0.env(board="6x6")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     done = termination or truncation
...     action = None if done else env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)

A ply is entered in three stages by default: an action is the number of a square, `rank * width + file`,
and chooses the amazon, the square that it steps to, the square that its arrow hits. The same agent acts
three times in a row. With `actions="moves"` an action is a whole ply, by its number in
`otrera.MoveSpace`.

An observation has the planes `observation` and the legal actions `action_mask`; the planes are those of
`otrera.Batch` as the agent sees them, its own amazons first. The winner's reward is 1, the loser's -1.
An illegal action ends the game: PettingZoo's `TerminateIllegalWrapper` gives -1 for it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from otrera import OtreraError, Position
from otrera._types import Color
from otrera.env._entry import Actions, Entry, Options, Starts
from otrera.env._render import FPS, MODES, Renderer

__all__ = ["env", "raw_env"]

AGENTS: list[Color] = ["white", "black"]


def env(**options: Any) -> AECEnv[Any, Any, Any]:
    """The environment with PettingZoo's usual wrappers. The options are those of `raw_env`."""
    wrapped: AECEnv[Any, Any, Any] = raw_env(**options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv[Any, Any, Any], EzPickle):  # type: ignore[misc]
    """The environment without wrappers.

    `board` is the start of a board, such as `"10x10"` (the default) or `"6x6"`, or a random one such as
    `"random:8x8,amazons=3"`; `start` any `otrera.Position` instead. `delay` is the variant,
    `opening_plies` the number of random plies before the first action.
    """

    metadata = {  # noqa: RUF012 (PettingZoo's own form)
        "name": "amazons_v0",
        "render_modes": MODES,
        "render_fps": FPS,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        *,
        board: str | None = None,
        delay: int = 0,
        start: Position | None = None,
        opening_plies: int = 0,
        actions: Actions = "stages",
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self,
            board=board,
            delay=delay,
            start=start,
            opening_plies=opening_plies,
            actions=actions,
            render_mode=render_mode,
        )
        super().__init__()
        self.render_mode = render_mode
        self._renderer = Renderer(render_mode)
        self._starts = Starts(board, delay, start, opening_plies)
        self._entry = Entry(self._starts.first, actions)
        self._rng, _ = seeding.np_random()
        self.possible_agents = list(AGENTS)
        self.agents: list[Color] = []
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": self._entry.observation_space(),
                    "action_mask": spaces.Box(0, 1, (self._entry.count,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.action_spaces = {agent: self._entry.action_space() for agent in AGENTS}

    def observation_space(self, agent: Color) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: Color) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """The position before the ply that is being entered."""
        return self._entry.position

    def observe(self, agent: Color) -> dict[str, NDArray[Any]]:
        acts = agent == self.agent_selection and not self._entry.is_over
        mask = self._entry.mask().astype(np.int8) if acts else np.zeros(self._entry.count, np.int8)
        return {"observation": self._entry.observe(agent), "action_mask": mask}

    def reset(self, seed: int | None = None, options: Options | None = None) -> None:
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        self._entry.start(self._starts.draw(self._rng))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Color, Options] = {agent: {} for agent in self.agents}
        self.agent_selection = self._entry.turn

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self._entry.is_legal(int(action)):
            raise OtreraError(f"{action} is no legal action of {agent}: see action_mask")
        # What an agent was told with its last action is not told again.
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._entry.act(int(action))
        if self._entry.is_over:
            # The side that makes the last move wins.
            for other in self.agents:
                self.rewards[other] = 1 if other == agent else -1
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._entry.turn
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return self._renderer.render(self._entry)

    def close(self) -> None:
        self._renderer.close()
