"""Evaluations of many positions at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import otrera
from otrera import Batch, OtreraError, Position


def walk(position: Position, plies: int, seed: int) -> list[Position]:
    positions = [position]
    for ply in range(plies):
        move = positions[-1].random_move(seed=seed * 1000 + ply)
        if move is None:
            break
        positions.append(positions[-1].play(move))
    return positions


@pytest.fixture(scope="module")
def mixed() -> list[Position]:
    """Positions of several boards and lengths, mixed."""
    games = [
        walk(Position(board=board), 12, seed) for seed in range(4) for board in ("10x10", "6x6", "8x8", "5x5")
    ]
    positions = [position for game in games for position in game if not position.is_over]
    rng = np.random.default_rng(1)
    return [positions[index] for index in rng.permutation(len(positions))]


@pytest.mark.parametrize("name", sorted(otrera.evaluations()))
def test_together_and_alone_is_the_same(name: str, mixed: list[Position]) -> None:
    values = otrera.evaluate(mixed, name)
    assert values.dtype == np.float64
    assert values.shape == (len(mixed),)
    alone = np.array([otrera.evaluate([position], name)[0] for position in mixed])
    np.testing.assert_array_equal(values, alone)
    parts = np.array([otrera.breakdown(position, name).value for position in mixed])
    np.testing.assert_allclose(values, parts, rtol=1e-5, atol=1e-6)


def test_values_are_whites() -> None:
    # White reaches everything first.
    for turn in "wb":
        position = Position(f"q9/**8/10/10/10/4Q5/10/10/10/10 {turn}")
        assert otrera.evaluate([position], "territory")[0] > 0
        terms = otrera.breakdown(position, "mgpeo")
        assert terms.value == pytest.approx(sum(term.weight * term.value for term in terms.terms))


def test_a_batch_is_evaluated() -> None:
    batch = Batch(5, board="6x6")
    values = otrera.evaluate(batch)
    np.testing.assert_array_equal(values, otrera.evaluate([Position(board="6x6")] * 5))


def test_no_positions_no_values() -> None:
    assert otrera.evaluate([]).shape == (0,)
    assert otrera.evaluate(iter([Position()])).shape == (1,)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ((7,), TypeError, "expected positions in a list or a Batch, found int"),
        ((Position(),), TypeError, "expected positions in a list or a Batch, found Position"),
        (([Position(), None],), TypeError, "found NoneType"),
        (([Position().fen],), TypeError, "found str"),
        (([], 7), TypeError, "evaluation"),
        (([], "lieberun"), OtreraError, "did you mean lieberum"),
        (([], "net:no/such.net"), OtreraError, "No such file"),
        (([Position("Q14/" + "15/" * 13 + "14q w")], "thesis-units-40"), OtreraError, "at most 10x10"),
    ],
)
def test_bad_arguments_are_refused(arguments: tuple[Any, ...], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        otrera.evaluate(*arguments)
