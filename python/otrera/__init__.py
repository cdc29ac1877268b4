"""The Game of the Amazons: rules, players, an exact solver, data, environments and clusters."""

from otrera._otrera import (
    Game,
    Move,
    OtreraError,
    Position,
    Region,
    Transform,
    __version__,
)

__all__ = [
    "Game",
    "Move",
    "OtreraError",
    "Position",
    "Region",
    "Transform",
    "__version__",
]
