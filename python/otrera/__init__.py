"""The Game of the Amazons: rules, players, an exact solver, data, environments and clusters."""

from otrera._otrera import OtreraError, Position, __version__

__all__ = ["OtreraError", "Position", "__version__"]
