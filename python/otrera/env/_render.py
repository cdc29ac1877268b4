"""Pictures of a game: as text, as an array of pixels, in a window."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

from otrera import OtreraError
from otrera.env._entry import Entry

MODES = ["ansi", "rgb_array", "human"]
FPS = 4
# The height of a picture in pixels.
HEIGHT = 480


class Renderer:
    """Draws a game in one of the modes. Pygame is loaded only for pictures."""

    def __init__(self, mode: str | None) -> None:
        if mode is not None and mode not in MODES:
            raise OtreraError(f"render_mode is one of {', '.join(MODES)} or None, not {mode!r}")
        self.mode = mode
        self.window: Any = None
        self.clock: Any = None

    def render(self, entry: Entry) -> str | NDArray[np.uint8] | None:
        if self.mode is None:
            import gymnasium

            gymnasium.logger.warn("render was called without a render_mode")
            return None
        if self.mode == "ansi":
            chosen = entry.chosen()
            words = f"\nChosen: {'-'.join(chosen)}" if chosen else ""
            return str(entry.position) + words
        picture = self._picture(entry)
        if self.mode == "rgb_array":
            import pygame

            return np.ascontiguousarray(pygame.surfarray.array3d(picture).swapaxes(0, 1))
        self._show(picture)
        return None

    def _picture(self, entry: Entry) -> Any:
        import pygame

        position = entry.position
        # The margin of the drawing is 44 of its units, of which a square has 100.
        unit = HEIGHT / (position.height * 100 + 44)
        width = round((position.width * 100 + 44) * unit)
        svg = position.svg(last_move=entry.last_move, size=width)
        board = pygame.image.load(io.BytesIO(svg.encode()), "board.svg")
        picture = pygame.Surface(board.get_size())
        picture.fill((255, 253, 249))
        picture.blit(board, (0, 0))
        pygame.font.init()
        font = pygame.font.Font(None, max(round(36 * unit), 8))
        for file in range(position.width):
            place = ((44 + file * 100 + 50) * unit, (position.height * 100 + 22) * unit)
            _write(picture, font, "abcdefghijklmnop"[file], place)
        for rank in range(position.height):
            _write(picture, font, str(rank + 1), (22 * unit, ((position.height - rank) * 100 - 50) * unit))
        for name in entry.chosen():
            file, rank = "abcdefghijklmnop".index(name[0]), int(name[1:]) - 1
            corner = ((44 + file * 100) * unit, (position.height - 1 - rank) * 100 * unit)
            square = pygame.Rect(*corner, 100 * unit, 100 * unit)
            pygame.draw.rect(picture, (29, 107, 87), square, max(round(7 * unit), 2))
        return picture

    def _show(self, picture: Any) -> None:
        import pygame

        if self.window is None:
            pygame.display.init()
            pygame.display.set_caption("Amazons")
            self.window = pygame.display.set_mode(picture.get_size())
            self.clock = pygame.time.Clock()
        self.window.blit(picture, (0, 0))
        pygame.event.pump()
        pygame.display.update()
        self.clock.tick(FPS)

    def close(self) -> None:
        if self.window is not None:
            import pygame

            pygame.display.quit()
            self.window = None


def _write(picture: Any, font: Any, words: str, center: tuple[float, float]) -> None:
    label = font.render(words, True, (59, 49, 40))
    picture.blit(label, label.get_rect(center=center))
