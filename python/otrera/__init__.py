"""The Game of the Amazons: rules, players, an exact solver, data, environments and clusters."""

from otrera._otrera import (
    Game,
    Move,
    OtreraError,
    Player,
    Position,
    Region,
    Transform,
    __version__,
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
    "Game",
    "Line",
    "Move",
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
    "players",
]
