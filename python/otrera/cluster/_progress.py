"""Progress and time left on standard error: one line that is written over on a terminal, lines elsewhere."""

from __future__ import annotations

import shutil
import sys
import time
from typing import TextIO

# Seconds between two lines where there is no terminal, and between two on one.
_PAUSE = 20.0
_BLINK = 0.2


class Progress:
    """Shows how far a run is. Call it with what is counted, how many there are, and how many are done."""

    def __init__(self, name: str, out: TextIO | None = None) -> None:
        self._name = name
        self._out = sys.stderr if out is None else out
        self._is_terminal = self._out.isatty()
        self._what = ""
        self._before = 0
        self._begun = self._shown = time.monotonic()
        self._is_open = False

    def __call__(self, what: str, steps: int, done: int, note: str = "") -> None:
        now = time.monotonic()
        if what != self._what:
            self.close()
            # What was done before says nothing about the speed of now.
            self._what, self._before, self._begun = what, done, now
            self._show(f"{self._name}: {done} of {steps} {what} done", now)
        elif done >= steps or now - self._shown >= (_BLINK if self._is_terminal else _PAUSE):
            left = self._left(steps, done, now)
            more = "".join(f", {word}" for word in (left, note) if word)
            self._show(f"{self._name}: {done} of {steps} {what}{more}", now)

    def _left(self, steps: int, done: int, now: float) -> str:
        own = done - self._before
        return f"{span((now - self._begun) / own * (steps - done))} left" if own > 0 and done < steps else ""

    def _show(self, text: str, now: float) -> None:
        self._shown = now
        if self._is_terminal:
            width = shutil.get_terminal_size().columns - 1
            text = f"\r\x1b[K{text[:width]}"
        else:
            text += "\n"
        try:
            self._out.write(text)
            self._out.flush()
        except OSError:
            pass  # a closed standard error does not stop the games
        self._is_open = self._is_terminal

    def close(self) -> None:
        """Ends the line of a terminal."""
        if self._is_open:
            self._is_open = False
            self._out.write("\n")


def span(seconds: float) -> str:
    """A time in seconds, minutes or hours.

    >>> span(40), span(150), span(36_000)
    ('40 s', '2 min', '10.0 h')
    """
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    if seconds < 99.5 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
