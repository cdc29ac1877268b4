"""Gymnasium's environment `otrera/Amazons-v0`: one seat of the game against any player.

>>> import gymnasium
>>> import otrera.env
>>> env = gymnasium.make("otrera/Amazons-v0", opponent="random", board="6x6")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, info["seat"]
((6, 6, 6), 'white')
>>> done = False
>>> while not done:
...     action = env.action_space.sample(env.unwrapped.action_masks().astype("int8"))
...     observation, reward, done, truncated, info = env.step(action)
>>> reward in (1.0, -1.0)
True
"""

from __future__ import annotations

from typing import Any, Literal, SupportsFloat, TypeAlias

import gymnasium
import numpy as np
from gymnasium.utils import EzPickle
from numpy.typing import NDArray

from otrera import Game, OtreraError, Player, Position
from otrera._types import Color
from otrera.env._entry import Actions, Entry, Options, Starts, seed_of
from otrera.env._render import FPS, MODES, Renderer

__all__ = ["AmazonsEnv"]

Seat: TypeAlias = Literal["white", "black", "random"]


class AmazonsEnv(gymnasium.Env[Any, Any], EzPickle):
    """One seat of the game; the opponent answers within `step`.

    `opponent` is any player of `otrera.players()` by its spec, or an `otrera.Player`; it thinks by
    counts, `nodes`, `playouts` or `depth` (its own default where none is given), with a seed that
    `reset` draws, so that the same seed gives the same episode. `seat` is the side of the learner,
    drawn for each episode with `"random"`.

    Actions and planes are those of `amazons_v0`; the planes show the learner's amazons first. The
    reward is 1 for a win and -1 for a loss. `action_masks()` has the legal actions, as sb3-contrib's
    `MaskablePPO` asks for them; so has `info["action_mask"]`. An illegal action loses: the episode
    ends, and `info["illegal_action"]` is true.
    """

    metadata = {"render_modes": MODES, "render_fps": FPS}  # noqa: RUF012 (Gymnasium's own form)

    def __init__(
        self,
        opponent: str | Player = "random",
        *,
        seat: Seat = "white",
        nodes: int | None = None,
        playouts: int | None = None,
        depth: int | None = None,
        board: str | None = None,
        delay: int = 0,
        start: Position | None = None,
        opening_plies: int = 0,
        actions: Actions = "stages",
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self,
            opponent,
            seat=seat,
            nodes=nodes,
            playouts=playouts,
            depth=depth,
            board=board,
            delay=delay,
            start=start,
            opening_plies=opening_plies,
            actions=actions,
            render_mode=render_mode,
        )
        if seat not in ("white", "black", "random"):
            raise OtreraError(f'a seat is "white", "black" or "random", not {seat!r}')
        self.render_mode = render_mode
        self._renderer = Renderer(render_mode)
        self._starts = Starts(board, delay, start, opening_plies)
        self._entry = Entry(self._starts.first, actions)
        self._opponent = opponent if isinstance(opponent, Player) else Player(opponent)
        self._owns_opponent = not isinstance(opponent, Player)
        self._limits: Options = {"nodes": nodes, "playouts": playouts, "depth": depth}
        self._seat_option = seat
        self._seat: Color = "white"
        self._game: Game | None = None
        self._is_done = True
        self.observation_space = self._entry.observation_space()
        self.action_space = self._entry.action_space()

    @property
    def position(self) -> Position:
        """The position before the ply that is being entered."""
        return self._entry.position

    def reset(
        self, *, seed: int | None = None, options: Options | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed)
        if self._seat_option == "random":
            self._seat = "white" if self.np_random.integers(2) == 0 else "black"
        else:
            self._seat = "white" if self._seat_option == "white" else "black"
        start = self._starts.draw(self.np_random)
        self._entry.start(start)
        self._game = Game(start)
        self._opponent.new_game(seed_of(self.np_random))
        self._is_done = False
        if self._entry.turn != self._seat:
            self._answer()
            if self._entry.is_over:
                # The opponent's first move has ended the game: the learner would have nothing to do.
                return self.reset()
        return self._entry.observe(self._seat), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], SupportsFloat, bool, bool, dict[str, Any]]:
        if self._is_done or self._game is None:
            raise OtreraError("the episode is over or has not begun: call reset")
        reward = 0.0
        is_illegal = not self._entry.is_legal(int(action))
        if is_illegal:
            reward, self._is_done = -1.0, True
        elif self._entry.act(int(action)):
            assert self._entry.last_move is not None
            self._game.push(self._entry.last_move)
            if self._entry.is_over:
                reward, self._is_done = 1.0, True
            else:
                self._answer()
                if self._entry.is_over:
                    reward, self._is_done = -1.0, True
        if self.render_mode == "human":
            self.render()
        info = self._info()
        if is_illegal:
            info["illegal_action"] = True
        return self._entry.observe(self._seat), reward, self._is_done, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions."""
        return self._entry.mask()

    def render(self) -> Any:
        return self._renderer.render(self._entry)

    def close(self) -> None:
        self._renderer.close()
        if self._owns_opponent:
            self._opponent.close()

    def _answer(self) -> None:
        assert self._game is not None
        thought = self._opponent.think(self._game, **self._limits)
        self._game.push(thought.move)
        self._entry.play(thought.move)

    def _info(self) -> dict[str, Any]:
        return {"seat": self._seat, "action_mask": self.action_masks()}
