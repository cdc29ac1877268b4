"""The rules written a second time, slowly and plainly: what the tests compare the package with.

A board is a dict of squares (file, rank) to "w", "b" or "*"; a square that is not in it is empty.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import otrera

Square = tuple[int, int]
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def name(square: Square) -> str:
    return f"{'abcdefghijklmnop'[square[0]]}{square[1] + 1}"


def square(text: str) -> Square:
    return "abcdefghijklmnop".index(text[0]), int(text[1:]) - 1


class Board:
    def __init__(self, position: otrera.Position) -> None:
        self.width, self.height = position.width, position.height
        self.turn = position.turn[0]
        self.delay = position.delay
        ranks = position.fen.split()[0].split("/")
        self.pieces: dict[Square, str] = {}
        for rank, row in enumerate(reversed(ranks)):
            file = 0
            number = ""
            for letter in row + " ":
                if letter.isdigit():
                    number += letter
                    continue
                file += int(number or 0)
                number = ""
                if letter != " ":
                    self.pieces[file, rank] = {"Q": "w", "q": "b", "*": "*"}[letter]
                    file += 1

    def on_board(self, square: Square) -> bool:
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def reach(self, start: Square, open_square: Square | None = None) -> Iterator[Square]:
        for x, y in DIRECTIONS:
            file, rank = start[0] + x, start[1] + y
            while self.on_board((file, rank)) and (
                (file, rank) not in self.pieces or (file, rank) == open_square
            ):
                yield file, rank
                file, rank = file + x, rank + y

    def moves(self) -> set[str]:
        found = set()
        for start, piece in self.pieces.items():
            if piece != self.turn:
                continue
            for to in self.reach(start):
                # With the variant the square just left is in the way of the arrow too.
                for arrow in self.reach(to, None if self.delay else start):
                    found.add(f"{name(start)}-{name(to)}/{name(arrow)}")
        return found

    def distances(self, color: str, mover: str) -> dict[Square, int]:
        queue = deque((at, 0) for at, piece in self.pieces.items() if piece == color[0])
        found: dict[Square, int] = dict(queue)
        while queue:
            at, moves = queue.popleft()
            steps = self.reach(at) if mover == "queen" else self.neighbors(at)
            for step in steps:
                if step not in found:
                    found[step] = moves + 1
                    queue.append((step, moves + 1))
        return found

    def neighbors(self, at: Square) -> Iterator[Square]:
        for x, y in DIRECTIONS:
            step = at[0] + x, at[1] + y
            if self.on_board(step) and step not in self.pieces:
                yield step
