"""What players, the solver, evaluations, matches and stores say, as data classes.

Every value is White's: a margin above zero and a win rate above one half are good for White, whichever side
is to move.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict

from otrera._types import Color

if TYPE_CHECKING:
    from otrera._otrera import GameRecord, Move, Sprt, Store

EloModel: TypeAlias = Literal["logistic", "normalized"]


class GameFilter(TypedDict, total=False):
    """Which games of a store, in which order; what is not given does not restrict.

    Names of players, openings and events are compared without regard to case; `*` stands for any text.
    """

    ids: Iterable[int] | None
    player: str | list[str] | None
    white: str | None
    black: str | None
    winner: Literal["white", "black", "none"] | None
    won_by: str | None
    min_plies: int | None
    max_plies: int | None
    since: date | str | None
    until: date | str | None
    opening: str | None
    event: str | None
    source: str | None
    ending: str | None
    run: int | None
    tag: str | None
    text: str | None
    board: str | None
    trash: bool | None
    sort: Literal["id", "date", "length"] | None
    reverse: bool | None
    limit: int | None
    offset: int | None


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
            by = (
                ""
                if self.won_by is None
                else f" by {self.won_by}{'' if self.won_by_is_exact else ' at least'}"
            )
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

    The margin is the greatest number of free moves that White could give Black and still win. White wins just
    where it is not below zero: 0 is a win with nothing in hand, -1 a loss by nothing.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSummary:
    """A game in a list of a store."""

    id: int
    """Its number in the store."""
    white: str
    """White's name."""
    black: str
    """Black's name."""
    winner: Color | None
    """Who won."""
    ending: str
    """How it ended."""
    plies: int
    """The number of plies."""
    board: str
    """The board's size, such as 10x10."""
    source: str
    """Where it comes from."""
    event: str | None
    """The event or tournament."""
    opening: str | None
    """The opening's name."""
    played_at: datetime | None
    """When it was played, if known."""
    run: int | None
    """The run that it belongs to."""
    number: int | None
    """Its number in the schedule of the run."""
    seed: int | None
    """The seed that it was played with."""
    title: str | None
    """The title."""
    tags: tuple[str, ...]
    """The tags."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Games under common conditions: a match, a tournament, an experiment."""

    id: int
    """Its number in the store."""
    kind: str
    """The kind, such as match."""
    conditions: str
    """Everything that the games depend on, as JSON."""
    begun: datetime
    """When it began."""
    finished: datetime | None
    """When it was finished, if it was."""
    games: int
    """The number of its games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lengths:
    """The lengths of games in plies."""

    shortest: int
    longest: int
    mean: float
    median: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStats:
    """The games of a player."""

    name: str
    games_as_white: int
    games_as_black: int
    wins_as_white: int
    wins_as_black: int
    losses: int

    @property
    def games(self) -> int:
        """All games; one against itself counts twice."""
        return self.games_as_white + self.games_as_black

    @property
    def wins(self) -> int:
        """All wins."""
        return self.wins_as_white + self.wins_as_black


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """What games add up to."""

    games: int
    white_wins: int
    black_wins: int
    endings: dict[str, int]
    """The number of games by ending."""
    sources: dict[str, int]
    """The number of games by where they come from."""
    lengths: Lengths | None
    """Their lengths; None without games."""
    players: tuple[PlayerStats, ...]
    """The players, most games first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExploredMove:
    """A move that was played from a position."""

    move: Move
    games: int
    white_wins: int
    black_wins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Explored:
    """The moves that were played from a position."""

    games: int
    """The games that reached it."""
    white_wins: int
    black_wins: int
    moves: tuple[ExploredMove, ...]
    """The moves, most frequent first."""
    examples: tuple[GameSummary, ...]
    """Some of the games, newest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Elo:
    """A difference in Elo with its 95% interval."""

    elo: float
    """The most likely difference; infinite when all was won, or lost."""
    lower: float
    """The lower end of the interval."""
    upper: float
    """The upper end of the interval."""
    likelihood_of_superiority: float
    """The probability that the first player is the stronger one."""

    def __str__(self) -> str:
        if math.isfinite(self.elo):
            return f"{self.elo:+.0f} ({self.lower:+.0f} to {self.upper:+.0f})"
        return f"above {self.lower:+.0f}" if self.elo > 0 else f"below {self.upper:+.0f}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SprtState:
    """A sequential test during or after a match.

    A pair counts once all pairs before it are finished, and the first verdict is final.
    """

    sprt: Sprt
    """The test."""
    llr: float
    """The log-likelihood ratio of elo1 against elo0."""
    verdict: Literal["elo0", "elo1"] | None
    """The hypothesis that is accepted; None while more pairs are needed."""
    won_both: int
    """The pairs that count, of which the first player won both games."""
    split: int
    """The pairs that count with one game each."""
    lost_both: int
    """The pairs that count of which it lost both."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """The result of a match, from the first player's side."""

    players: tuple[str, str]
    """The specs of both players."""
    wins: int
    """Games that the first player won."""
    losses: int
    """Games that it lost; there are no draws."""
    won_both: int
    """Pairs of which it won both games."""
    split: int
    """Pairs of one game each."""
    lost_both: int
    """Pairs of which it lost both."""
    elo: Elo | None
    """How much stronger it is, from the pairs; None before the first pair."""
    normalized_elo: Elo | None
    """The same in standard deviations of a game."""
    sprt: SprtState | None
    """The sequential test, if there is one."""
    scheduled: int
    """The number of games that were to be played."""
    different_games: int
    """The number of different games: duplicates are no evidence."""
    store: Store
    """The store of the games."""
    run: int
    """The number of the match in the store."""

    @property
    def score(self) -> float | None:
        """The share of games that the first player won; None before the first."""
        played = self.wins + self.losses
        return self.wins / played if played else None

    @property
    def games(self) -> list[GameRecord]:
        """The finished games, in the order in which they were stored."""
        return self.store.games(run=self.run)

    def __str__(self) -> str:
        elo = "" if self.elo is None else f", Elo {self.elo}"
        return f"{self.players[0]} against {self.players[1]}: {self.wins} - {self.losses}{elo}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """A player's rating."""

    elo: float
    """Elo above the mean of the players."""
    standard_error: float
    """The standard error of that; 95% lie within 1.96 of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentResult:
    """The result of a tournament."""

    players: tuple[str, ...]
    """The specs of the players."""
    wins: tuple[tuple[int, ...], ...]
    """The wins of each player (row) against each other (column)."""
    ratings: tuple[Rating, ...]
    """The ratings of the players."""
    played: int
    """The number of finished games."""
    scheduled: int
    """The number of games that were to be played."""
    different_games: int
    """The number of different games."""
    store: Store
    """The store of the games."""
    run: int
    """The number of the tournament in the store."""

    @property
    def games(self) -> list[GameRecord]:
        """The finished games, in the order in which they were stored."""
        return self.store.games(run=self.run)

    def __str__(self) -> str:
        ranked = sorted(zip(self.players, self.ratings, self.wins, strict=True), key=lambda row: -row[1].elo)
        rows = [f"{rating.elo:+5.0f} ± {1.96 * rating.standard_error:3.0f}  {sum(wins):4} won  {name}"
                for name, rating, wins in ranked]  # fmt: skip
        return "\n".join(rows)
