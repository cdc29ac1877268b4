"""The game in plain Python, as one would write it with some care for speed: a list with a border."""

from __future__ import annotations

EMPTY, WHITE, BLACK, ARROW, BORDER = range(5)
WIDTH = 12
DIRECTIONS = (1, -1, WIDTH, -WIDTH, WIDTH + 1, WIDTH - 1, -WIDTH + 1, -WIDTH - 1)
# The place in the list of each square of 10x10, rank by rank, and back.
PLACES = [(rank + 1) * WIDTH + file + 1 for rank in range(10) for file in range(10)]
NUMBERS = {place: number for number, place in enumerate(PLACES)}


class PlainGame:
    """A game of 10x10 entered in three stages, with the actions of `otrera.StagedGame`."""

    def __init__(self) -> None:
        self.board = [BORDER] * (WIDTH * WIDTH)
        for place in PLACES:
            self.board[place] = EMPTY
        self.amazons = {
            WHITE: [PLACES[number] for number in (3, 6, 30, 39)],
            BLACK: [PLACES[number] for number in (60, 69, 93, 96)],
        }
        for color, places in self.amazons.items():
            for place in places:
                self.board[place] = color
        self.turn = WHITE
        self.stage = 0
        self.start = self.landing = 0

    def reach(self, place: int) -> list[int]:
        board = self.board
        found = []
        for direction in DIRECTIONS:
            step = place + direction
            while not board[step]:
                found.append(NUMBERS[step])
                step += direction
        return found

    def legal_actions(self) -> list[int]:
        if self.stage == 0:
            board = self.board
            return [
                NUMBERS[place]
                for place in self.amazons[self.turn]
                if any(not board[place + direction] for direction in DIRECTIONS)
            ]
        return self.reach(self.start if self.stage == 1 else self.landing)

    def step(self, action: int) -> None:
        place = PLACES[action]
        if self.stage == 0:
            self.start = place
        elif self.stage == 1:
            self.landing = place
            amazons = self.amazons[self.turn]
            amazons[amazons.index(self.start)] = place
            self.board[self.start] = EMPTY
            self.board[place] = self.turn
        else:
            self.board[place] = ARROW
            self.turn = BLACK if self.turn == WHITE else WHITE
        self.stage = (self.stage + 1) % 3

    def mask(self) -> list[int]:
        mask = [0] * 100
        for action in self.legal_actions():
            mask[action] = 1
        return mask

    def observation(self) -> list[list[int]]:
        board = self.board
        planes = [[int(board[place] == piece) for place in PLACES] for piece in (WHITE, BLACK, ARROW)]
        planes.append([int(self.turn == WHITE)] * 100)
        return planes
