"""The Game of the Amazons: rules, players, an exact solver, data, environments and clusters."""

from otrera._otrera import (
    Batch,
    Game,
    Move,
    MoveSpace,
    OtreraError,
    Player,
    Position,
    Region,
    Transform,
    __version__,
    count_moves,
    distances,
    planes,
    players,
)
from otrera.results import (
    Assessment,
    Line,
    Parameter,
    PlayerInfo,
    Report,
    Thought,
)

__all__ = [
    "Assessment",
    "Batch",
    "Game",
    "Line",
    "Move",
    "MoveSpace",
    "OtreraError",
    "Parameter",
    "Player",
    "PlayerInfo",
    "Position",
    "Region",
    "Report",
    "Thought",
    "Transform",
    "__version__",
    "count_moves",
    "distances",
    "planes",
    "players",
]
