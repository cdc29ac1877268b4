"""Positions as arrays."""

import numpy as np
import pytest

import otrera
from naive import Board, square
from otrera import Move, MoveSpace, OtreraError, Position

STARTS = [
    Position(),
    Position(board="8x8"),
    Position(board="6x6", delay=4),
    Position(board="6x5"),
    Position.random("16x12", seed=3),
    Position.random("3x11", amazons=2, margin=0, seed=3),
]
ids = [f"{start.board} delay {start.delay}" for start in STARTS]


def sample(start):
    return start.random_game(6).positions[::5]


@pytest.mark.parametrize("start", STARTS, ids=ids)
def test_planes_hold_the_pieces(start):
    for position in sample(start):
        planes = position.planes()
        assert planes.dtype == np.float32
        assert planes.shape == (4 + (position.delay > 0), position.height, position.width)
        expected = np.zeros_like(planes)
        for name in position.amazons("white"):
            expected[0][square(name)[::-1]] = 1
        for name in position.amazons("black"):
            expected[1][square(name)[::-1]] = 1
        for name in position.arrows():
            expected[2][square(name)[::-1]] = 1
        expected[3] = position.turn == "white"
        for name, plies in position.reopening():
            expected[4][square(name)[::-1]] = plies
        np.testing.assert_array_equal(planes, expected)
        relative = position.planes(side="to_move")
        np.testing.assert_array_equal(relative[0], expected[0 if position.turn == "white" else 1])
        np.testing.assert_array_equal(relative[1], expected[1 if position.turn == "white" else 0])
        np.testing.assert_array_equal(relative[2:], expected[2:])


@pytest.mark.parametrize("start", STARTS, ids=ids)
def test_masks_hold_the_moves(start):
    for position in sample(start):
        moves = Board(position).moves()
        steps = np.zeros_like(position.step_mask())
        for move in map(Move, moves):
            steps[square(move.from_square)[::-1] + square(move.to_square)[::-1]] = True
        np.testing.assert_array_equal(position.step_mask(), steps)
        np.testing.assert_array_equal(position.amazon_mask(), steps.any(axis=(2, 3)))
        if position.is_over:
            continue
        move = position.random_move(1)
        shots = np.zeros((position.height, position.width), bool)
        for other in map(Move, moves):
            if other.squares[:2] == move.squares[:2]:
                shots[square(other.arrow)[::-1]] = True
        np.testing.assert_array_equal(position.arrow_mask(move.from_square, move.to_square), shots)


@pytest.mark.parametrize("mover", ["queen", "king"])
@pytest.mark.parametrize("start", STARTS, ids=ids)
def test_distances_are_those_of_a_plain_search(start, mover):
    for position in sample(start):
        for color in ("white", "black"):
            expected = np.full((position.height, position.width), 255, np.uint8)
            for at, moves in Board(position).distances(color, mover).items():
                expected[at[::-1]] = moves
            found = position.distances(color, mover=mover)
            assert found.dtype == np.uint8
            np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("start", STARTS, ids=ids)
def test_many_positions_at_once_are_as_one_by_one(start):
    positions = start.random_game(2).positions
    np.testing.assert_array_equal(otrera.planes(positions), np.stack([p.planes() for p in positions]))
    np.testing.assert_array_equal(
        otrera.distances(positions, "black", mover="king"),
        np.stack([p.distances("black", mover="king") for p in positions]),
    )
    counts = otrera.count_moves(iter(positions))
    assert counts.dtype == np.int64
    assert counts.tolist() == [p.count_moves() for p in positions]
    batch = otrera.Batch.of(positions)
    np.testing.assert_array_equal(otrera.planes(batch), otrera.planes(positions))
    np.testing.assert_array_equal(batch.count_moves(), counts)


@pytest.mark.parametrize("start", STARTS, ids=ids)
def test_the_space_of_moves_numbers_each_move_once(start):
    space = MoveSpace(start.board)
    for position in sample(start):
        moves = position.legal_moves()
        indices = space.indices(position)
        assert [space.move(int(index)) for index in indices] == moves
        assert [space.index(move) for move in moves] == indices.tolist()
        np.testing.assert_array_equal(np.flatnonzero(space.mask(position)), np.sort(indices))


def test_the_space_of_moves_has_no_holes():
    for board in ("1x1", "1x4", "4x3", "6x6"):
        space = MoveSpace(board)
        assert [space.index(space.move(index)) for index in range(len(space))] == list(range(len(space)))
    assert len(MoveSpace("1x1")) == 0
    # The sum over all squares of the square of what a queen sees from it on the empty board.
    assert len(MoveSpace("10x10")) == sum(
        len(set(Board(Position("Q9/10/10/10/10/10/10/10/10/9q w")).reach((file, rank))) | corners(file, rank))
        ** 2
        for file in range(10)
        for rank in range(10)
    )


def corners(file, rank):
    """The corners a10 and j1, where the board of the test has its amazons, if a queen sees them."""
    seen = set()
    for corner in ((0, 9), (9, 0)):
        x, y = corner[0] - file, corner[1] - rank
        if (x, y) != (0, 0) and (x == 0 or y == 0 or abs(x) == abs(y)):
            seen.add(corner)
    return seen


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: otrera.planes([]), OtreraError, "at least one position"),
        (lambda: otrera.planes([Position(), Position(board="6x6")]), OtreraError, "same board"),
        (lambda: otrera.planes([Position(), 3]), TypeError, "a Position in the sequence, found int"),
        (lambda: otrera.planes(Position()), TypeError, "a sequence of positions, found Position"),
        (lambda: otrera.planes("abc"), TypeError, "a sequence of positions, found str"),
        (lambda: otrera.planes(5), TypeError, "found int"),
        (lambda: otrera.planes([Position()], side="own"), OtreraError, '"white" or "to_move"'),
        (lambda: otrera.distances([Position()], "white", mover="rook"), OtreraError, "queen"),
        (lambda: otrera.count_moves({Position().fen: 1}), TypeError, "found str"),
        (lambda: Position().arrow_mask("d1", "d9z"), OtreraError, "nothing may follow"),
        (lambda: Position().arrow_mask("d1", "e3"), OtreraError, "cannot step to e3"),
        (lambda: MoveSpace("0x4"), OtreraError, "1 to 16"),
        (lambda: MoveSpace("6x6").move(9412), IndexError, "0 to 9411"),
        (lambda: MoveSpace("6x6").index("a1-a7/a6"), OtreraError, "no position on a board of 6x6"),
        (lambda: MoveSpace("6x6").index("a1-b3/a3"), OtreraError, "no position"),
        (lambda: MoveSpace("6x6").mask(Position()), OtreraError, "board of 6x6"),
        (lambda: MoveSpace("1x1").move(0), IndexError, "no move"),
    ],
)
def test_errors_say_what_is_wrong(call, error, words):
    with pytest.raises(error) as caught:
        call()
    assert words in str(caught.value)
