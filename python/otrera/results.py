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


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """A part of the board that no amazon can leave, by itself."""

    kind: Literal["white", "black", "active"]
    """The side whose territory it is, or active where both sides stand in it."""
    empty: tuple[str, ...]
    """Its empty squares."""
    white: tuple[str, ...]
    """White's amazons in it."""
    black: tuple[str, ...]
    """Black's amazons in it."""
    white_plies: tuple[int, int]
    """White's plies there: at least, against any play; and at most."""
    black_plies: tuple[int, int]
    """Black's plies there."""
    margin_white_first: tuple[int, int]
    """Bounds of White's margin in it if White moves first."""
    margin_black_first: tuple[int, int]
    """Bounds of White's margin in it if Black moves first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """What the solver has proven about a position.

    The margin is the greatest number of free moves that White could give Black and still win. White wins just where it is
    not below zero: 0 is a win with nothing in hand, -1 a loss by nothing.
    """

    winner: Color | None
    """Who wins; None where that is not proven."""
    at_least: int
    """White's margin is not less."""
    at_most: int
    """White's margin is not more."""
    move: Move | None
    """A move that keeps what is proven; None where the winner is not proven, or there is no move."""
    line: tuple[Move, ...]
    """The moves that both sides play, if they were asked for, as far as they are proven."""
    areas: tuple[Area, ...]
    """The areas of the board, each by itself; the margins of shared areas do not add up."""
    is_separated: bool
    """Whether the sides can no longer reach each other."""
    nodes: int
    """Positions searched."""
    time: float
    """The time spent, in seconds."""

    @property
    def is_exact(self) -> bool:
        """Whether the margin is known exactly."""
        return self.at_least == self.at_most

    @property
    def margin(self) -> int | None:
        """White's margin, if it is known exactly."""
        return self.at_least if self.is_exact else None

    @property
    def won_by(self) -> int | None:
        """The moves that the winner has in hand at the end, if they are known exactly."""
        return _in_hand(self.at_least) if self.is_exact else None

    def __str__(self) -> str:
        low, high = sorted((_in_hand(self.at_least), _in_hand(self.at_most)))
        if self.winner is None:
            wins, loses = _in_hand(self.at_most), _in_hand(self.at_least)
            return f"not decided yet: white wins by {wins} at most or loses by {loses} at most"
        return f"{self.winner} wins by {low}" if low == high else f"{self.winner} wins by {low} to {high}"


def _in_hand(margin: int) -> int:
    """The moves that the winner has left when the opponent has none."""
    return margin if margin >= 0 else -margin - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A part of a value."""

    name: str
    """Its name in the paper."""
    value: float
    """The side to move's minus the other's, unless the name says otherwise."""
    weight: float
    """Its factor, such that above zero is good for White; 0 for a number that is only shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Breakdown:
    """The value of a position and its terms."""

    evaluation: str
    """The name of the evaluation."""
    value: float
    """The value to White."""
    terms: tuple[Term, ...]
    """Its terms."""
