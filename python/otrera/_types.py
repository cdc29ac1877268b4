"""The words that stand for choices, as types."""

from typing import Literal, TypeAlias

Color: TypeAlias = Literal["white", "black"]
Draw: TypeAlias = Literal["uniform", "steps", "amazons"]
Mover: TypeAlias = Literal["queen", "king"]
Notation: TypeAlias = Literal["fairy", "print", "bracket", "compact"]
Side: TypeAlias = Literal["white", "to_move"]
