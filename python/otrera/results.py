"""What players, the solver, evaluations, matches and stores say, as data classes.

Every value is White's: a margin above zero and a win rate above one half are good for White, whoever is to move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from otrera._otrera import Move

Color = Literal["white", "black"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """White's view of a position, or of a line of play from it."""

    margin: float | None
    """White's estimated lead in moves; None where it is unknown, and in a decided game."""
    win_rate: float | None
    """White's probability of winning, 0 to 1, if it is known."""
    winner: Color | None
    """Who is proven to win."""
    won_by: int | None
    """By how many moves at least, if that is proven too."""
    won_by_is_exact: bool
    """Whether it is exactly that many."""
    decided_in: int | None
    """After how many plies at most a decided game is over, if that is known."""
    moves: tuple[Move, ...]
    """The moves that both sides are expected to play."""

    def __str__(self) -> str:
        if self.winner is not None:
            by = "" if self.won_by is None else f" by {self.won_by}{'' if self.won_by_is_exact else ' at least'}"
            value = f"{self.winner} wins{by}"
        elif self.margin is not None:
            value = f"{self.margin:+.2f}"
        else:
            value = "unknown"
        rate = "" if self.win_rate is None else f" ({self.win_rate:.1%})"
        return " ".join([value + rate, *map(str, self.moves)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Assessment):
    """A line of play that a player looked at."""

    visits: int | None
    """The number of visits, if the player counts them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a player has found about a position."""

    assessment: Assessment
    """White's view of the position."""
    lines: tuple[Line, ...]
    """The best lines, best first for the side to move."""
    nodes: int
    """Positions visited."""
    playouts: int
    """Rollouts or other simulations."""
    depth: int | None
    """The completed depth in plies, if the player has one."""
    time: float
    """The time spent, in seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought(Report):
    """The move that a player chose, with its last report."""

    move: Move
    """The move."""
    notes: tuple[str, ...]
    """What people should know: that the system refused memory, for example."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A parameter of a player."""

    name: str
    """The name by which it is set."""
    value: int | float | str
    """Its value, which in `otrera.players()` is the default."""
    allowed: str
    """The values that it may have, in words."""
    help: str
    """What it means."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerInfo:
    """A player that can be named in a spec."""

    name: str
    """Its name."""
    paper: str
    """The paper that it comes from."""
    summary: str
    """What it does, in a sentence."""
    limits: str
    """The limits of a move where the caller gives none: its paper's."""
    abilities: tuple[str, ...]
    """What it can do."""
    parameters: tuple[Parameter, ...]
    """Its parameters with their defaults."""
