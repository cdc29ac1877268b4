"""What both environments share: starts, a game with either kind of actions, and its observations."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from otrera import Move, MoveSpace, OtreraError, Position, StagedGame
from otrera._types import Color

Actions: TypeAlias = Literal["stages", "moves"]
Options: TypeAlias = dict[str, Any]

# The longest delay of the variant, and so the greatest number of an observation.
MOST_PLIES = 15


class Starts:
    """Where games begin: the start of a board, a random one, or a given position, and random plies
    after it."""

    def __init__(self, board: str | None, delay: int, start: Position | None, opening_plies: int) -> None:
        if start is not None and (board is not None or delay):
            raise OtreraError(
                "a start says the board and the rule itself: give neither board nor delay beside it"
            )
        if opening_plies < 0:
            raise OtreraError(f"the random plies of an opening are 0 or more, not {opening_plies}")
        self.opening_plies = opening_plies
        self.delay = delay
        self.random_board = board if board is not None and board.startswith("random:") else None
        self.first = start if start is not None else Position(board=board or "10x10", delay=delay)
        if self.first.is_over:
            raise OtreraError(f"a game cannot begin with {self.first.fen}: the side to move has no move")

    def draw(self, rng: np.random.Generator) -> Position:
        """The start of the next game."""
        position = self.first
        if self.random_board is not None:
            # A later setting of the same name wins.
            spec = f"{self.random_board},seed={seed_of(rng)}"
            position = Position(board=spec, delay=self.delay)
        # An opening may end a small game: then it is drawn again, at last without its random plies.
        for _ in range(100):
            drawn: Position | None = position
            for _ in range(self.opening_plies):
                move = drawn.random_move(seed_of(rng)) if drawn is not None else None
                drawn = drawn.play(move) if drawn is not None and move is not None else None
            if drawn is not None and not drawn.is_over:
                return drawn
        return position


def seed_of(rng: np.random.Generator) -> int:
    """A seed for our own draws."""
    return int(rng.integers(2**63))


class Entry:
    """A game whose plies are entered by actions: in three stages, or by one number each."""

    def __init__(self, first: Position, actions: Actions) -> None:
        if actions not in ("stages", "moves"):
            raise OtreraError(f'actions are "stages" or "moves", not {actions!r}')
        self.moves = MoveSpace(first.board) if actions == "moves" else None
        self.count = len(self.moves) if self.moves is not None else first.width * first.height
        planes = (6 if self.moves is None else 4) + (first.delay > 0)
        self.shape = (planes, first.height, first.width)
        self.high = float(MOST_PLIES if first.delay else 1)
        self.start(first)

    def start(self, position: Position) -> None:
        """Begins a game."""
        self.position = position
        self.staged = StagedGame(position) if self.moves is None else None
        self.is_over = position.is_over
        self.last_move: Move | None = None

    @property
    def turn(self) -> Color:
        """Who is to move."""
        return self.position.turn

    def observation_space(self) -> spaces.Box:
        return spaces.Box(0.0, self.high, self.shape, np.float32)

    def action_space(self) -> spaces.Discrete[Any]:
        return spaces.Discrete(self.count)

    def observe(self, color: Color) -> NDArray[np.float32]:
        """The planes as a side sees them: its own amazons first."""
        if self.staged is not None:
            return self.staged.observation(color=color)
        planes = self.position.planes()
        return planes if color == "white" else planes[[1, 0, *range(2, len(planes))]]

    def mask(self) -> NDArray[np.bool_]:
        """The legal actions."""
        if self.staged is not None:
            return self.staged.action_mask()
        assert self.moves is not None
        return self.moves.mask(self.position)

    def is_legal(self, action: int) -> bool:
        return 0 <= action < self.count and bool(self.mask()[action])

    def act(self, action: int) -> bool:
        """Takes an action; true where it ends a ply."""
        if self.staged is None:
            assert self.moves is not None
            self._played(self.moves.move(action))
            return True
        chosen = self.staged.chosen
        self.staged.step(action)
        if len(chosen) < 2:
            return False
        square = f"{'abcdefghijklmnop'[action % self.position.width]}{action // self.position.width + 1}"
        self._played(Move(chosen[0], chosen[1], square))
        return True

    def play(self, move: Move) -> None:
        """Plays a whole ply, for a player that thinks in moves."""
        self._played(move)
        if self.staged is not None:
            self.staged = StagedGame(self.position)

    def _played(self, move: Move) -> None:
        self.position = self.position.play(move)
        self.last_move = move
        self.is_over = self.position.is_over

    def chosen(self) -> list[str]:
        """The squares chosen so far of the next ply."""
        return self.staged.chosen if self.staged is not None else []
