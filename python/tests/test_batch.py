"""Many games side by side."""

import copy
import threading

import numpy as np
import pytest

from naive import name, square
from otrera import Batch, Move, OtreraError, Position

BOARDS = [
    {"board": "10x10"},
    {"board": "8x8"},
    {"board": "6x6", "delay": 3},
    {"board": "6x5"},
    {"board": "random:13x14,amazons=2,seed=4"},
]
ids = [str(board) for board in BOARDS]


def named(action, width):
    return name((int(action) % width, int(action) // width))


@pytest.mark.parametrize("board", BOARDS, ids=ids)
def test_games_are_those_of_the_rules(board):
    """Every mask, turn, stage, observation and reward of random games against `Position`."""
    batch = Batch(3, **board, seed=11, auto_reset=False)
    positions = batch.positions()
    chosen = [[] for _ in positions]
    width = positions[0].width
    while not batch.is_over.all():
        masks, planes, turns = batch.action_masks(), batch.observations(), batch.turns
        for game, position in enumerate(positions):
            squares = chosen[game]
            if len(squares) == 0:
                expected = {move.from_square for move in position.legal_moves()}
            elif len(squares) == 1:
                expected = {
                    move.to_square for move in position.legal_moves() if move.from_square == squares[0]
                }
            else:
                expected = set(position.shots(*squares))
            assert {named(action, width) for action in np.flatnonzero(masks[game])} == expected
            assert batch.stages[game] == len(squares)
            assert batch.chosen(game) == squares
            assert batch[game] == position
            assert turns[game] == (position.turn == "black")
            np.testing.assert_array_equal(planes[game][:4], position.planes()[:4])
            np.testing.assert_array_equal(planes[game][6:], position.planes()[4:])
            for plane, marked in ((4, squares[:1]), (5, squares[1:])):
                marks = np.zeros((position.height, width))
                for at in marked:
                    marks[square(at)[::-1]] = 1
                np.testing.assert_array_equal(planes[game][plane], marks)
        actions = batch.random_actions()
        before = batch.is_over
        rewards, dones = batch.step(actions)
        for game, action in enumerate(actions):
            if before[game]:
                assert (rewards[game], dones[game]) == (0, True)
                continue
            chosen[game].append(named(action, width))
            if len(chosen[game]) == 3:
                positions[game] = positions[game].play(Move(*chosen[game]))
                chosen[game] = []
            winner = positions[game].winner
            assert dones[game] == (winner is not None)
            assert rewards[game] == {"white": 1, "black": -1, None: 0}[winner]


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_threads_change_nothing(threads):
    options = {"board": "6x6", "seed": 5, "opening_plies": 2}
    one, many = Batch(50, **options), Batch(50, **options, threads=threads)
    for _ in range(200):
        actions = one.random_actions()
        np.testing.assert_array_equal(many.random_actions(), actions)
        for a, b in zip(one.step(actions), many.step(actions), strict=True):
            np.testing.assert_array_equal(a, b)
        np.testing.assert_array_equal(one.action_masks(), many.action_masks())
    np.testing.assert_array_equal(one.observations(), many.observations())
    np.testing.assert_array_equal(one.count_moves(), many.count_moves())
    assert one.positions() == many.positions()


def test_a_game_that_ends_begins_again():
    batch = Batch(20, board="4x4", seed=1)
    start = Position(board="4x4")
    ended = 0
    for _ in range(120):
        _, dones = batch.step(batch.random_actions())
        for game in np.flatnonzero(dones):
            assert batch[int(game)] == start
            ended += 1
        assert not batch.is_over.any()
    assert ended > 20


def test_starts_are_drawn_anew():
    openings = [Position.random("7x7", seed=seed) for seed in range(5)]
    batch = Batch(200, openings=openings, seed=3)
    assert set(batch.positions()) == set(openings)
    batch = Batch(100, board="random:7x7,amazons=3", delay=2, seed=3)
    assert len(set(batch.positions())) > 80
    assert all(position.delay == 2 and len(position.amazons("white")) == 3 for position in batch.positions())
    batch = Batch(100, board="6x6", opening_plies=3, seed=3)
    assert all(position.ply == 3 and not position.is_over for position in batch.positions())
    assert len(set(batch.positions())) > 80


def test_the_same_seed_gives_the_same_games():
    batch = Batch(10, board="random:6x6", seed=4)
    first = batch.positions()
    batch.reset()
    assert batch.positions() != first
    batch.reset(seed=4)
    assert batch.positions() == first
    assert Batch(10, board="random:6x6", seed=4).positions() == first
    assert Batch(10, board="random:6x6", seed=5).positions() != first


def test_some_games_are_reset():
    batch = Batch(4, board="6x6")
    for _ in range(4):
        batch.step(batch.random_actions())
    batch.reset([True, False, True, False])
    assert batch.stages.tolist() == [0, 1, 0, 1]
    assert [position.ply for position in batch.positions()] == [0, 1, 0, 1]


def test_a_batch_of_positions_goes_back_to_them():
    positions = Position(board="6x6").random_game(1).positions
    batch = Batch.of(positions)
    assert batch.positions() == positions
    assert batch.is_over.tolist() == [False] * (len(positions) - 1) + [True]
    assert not batch.action_masks()[-1].any()
    for _ in range(3):
        batch.step(batch.random_actions())
    assert batch.positions() != positions
    batch.reset()
    assert batch.positions() == positions


def test_a_copy_goes_its_own_way():
    batch = Batch(5, board="6x6")
    for twin in (copy.copy(batch), copy.deepcopy(batch), batch.copy()):
        twin.step(twin.random_actions())
        assert twin.stages.tolist() == [1] * 5
    assert batch.stages.tolist() == [0] * 5
    assert len(batch) == 5
    assert batch.observation_shape == (6, 6, 6)


def test_arrays_are_written_in_place():
    batch = Batch(9, board="8x8", seed=1)
    for _ in range(31):
        batch.step(batch.random_actions())
    floats = np.full((9, 6, 8, 8), 7, np.float32)
    bytes_ = np.full((9, 6, 8, 8), 7, np.uint8)
    masks = np.full((9, 64), True)
    actions = np.full(9, -5)
    assert batch.observations(floats) is floats
    assert batch.observations(bytes_) is bytes_
    assert batch.action_masks(masks) is masks
    assert batch.random_actions(actions) is actions
    np.testing.assert_array_equal(floats, batch.observations())
    np.testing.assert_array_equal(floats, bytes_)
    np.testing.assert_array_equal(masks, batch.action_masks())
    assert masks[np.arange(9), actions].all()


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.uint16, np.uint64])
def test_actions_of_any_integers(kind):
    batch = Batch(6, board="6x6")
    actions = batch.random_actions()
    batch.step(actions.astype(kind))
    batch.step(batch.random_actions().tolist())
    spaced = np.zeros(12, np.int64)
    spaced[::2] = batch.random_actions()
    batch.step(spaced[::2])
    assert batch.stages.tolist() == [0] * 6
    assert [position.ply for position in batch.positions()] == [1] * 6


def test_an_illegal_action_changes_nothing():
    batch = Batch(3, board="6x6")
    actions = batch.random_actions()
    for bad in (0, -1, 36, 10**12):
        wrong = actions.copy()
        wrong[2] = bad
        with pytest.raises(
            OtreraError, match=f"{bad} is no legal action of game 2, which chooses an amazon next"
        ):
            batch.step(wrong)
        assert batch.stages.tolist() == [0, 0, 0]


def step_with(actions):
    return lambda: Batch(2, board="6x6").step(actions)


def write(method, array):
    return lambda: getattr(Batch(2, board="6x6"), method)(array)


def read_only(array):
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (step_with([1]), OtreraError, "expected 2 actions, one for each game, found 1"),
        (step_with([1, 2, 3]), OtreraError, "found 3"),
        (step_with([]), OtreraError, "found 0"),
        (step_with([1.0, 4.0]), TypeError, "expected whole numbers in one row, found float64"),
        (step_with([True, False]), TypeError, "found bool"),
        (step_with(["a2", "b1"]), TypeError, "expected whole numbers"),
        (step_with([[1, 4]]), TypeError, "shape (1, 2)"),
        (step_with(None), TypeError, "expected whole numbers"),
        (step_with(4), TypeError, "shape ()"),
        (step_with(object()), TypeError, "expected whole numbers"),
        (write("observations", np.zeros((2, 6, 6, 5), np.float32)), OtreraError, "shape (2, 6, 6, 6)"),
        (write("observations", np.zeros((2, 6, 6, 6))), TypeError, "found float64"),
        (write("observations", np.zeros((4, 6, 6, 6), np.float32)[::2]), OtreraError, "not C-contiguous"),
        (write("observations", np.zeros((2, 6, 6, 6), np.uint8, "F")), OtreraError, "not C-contiguous"),
        (write("observations", [0.0]), TypeError, "found list"),
        (
            write("observations", read_only(np.zeros((2, 6, 6, 6), np.float32))),
            OtreraError,
            "cannot be written",
        ),
        (write("action_masks", np.zeros((2, 36), np.int8)), TypeError, "found int8"),
        (write("action_masks", np.zeros((36, 2), bool)), OtreraError, "shape (2, 36)"),
        (write("random_actions", np.zeros(3, np.int64)), OtreraError, "shape (2)"),
        (write("reset", [True]), OtreraError, "expected 2 marks"),
        (write("reset", [1, 0]), TypeError, "expected truth values"),
        (lambda: Batch(0), OtreraError, "1 to"),
        (lambda: Batch(2**40), OtreraError, "1 to"),
        (lambda: Batch(-1), OverflowError, ""),
        (lambda: Batch(1, threads=0), OtreraError, "threads"),
        (lambda: Batch(1, board="7x7"), OtreraError, "no start of its own"),
        (lambda: Batch(1, delay=99), OtreraError, "the most is 15"),
        (lambda: Batch(1, board="6x6", openings=[Position()]), OtreraError, "not both"),
        (lambda: Batch(1, openings=[]), OtreraError, "at least one position"),
        (lambda: Batch(1, openings=[Position(), Position(board="6x6")]), OtreraError, "same board"),
        (lambda: Batch(1, openings=[Position(), Position(delay=1)]), OtreraError, "different rules"),
        (lambda: Batch(1, openings=[Position("*q/Q* w")]), OtreraError, "has no move"),
        (lambda: Batch(1, openings=[1]), TypeError, "found int"),
        (lambda: Batch.of([]), OtreraError, "1 to"),
        (lambda: Batch(2)[2], IndexError, "no game 2"),
        (lambda: Batch(2)[-3], IndexError, "no game -3"),
        (lambda: Batch(2).chosen(9), IndexError, "no game 9"),
    ],
)
def test_errors_say_what_is_wrong(call, error, words):
    with pytest.raises(error) as caught:
        call()
    assert words in str(caught.value)


def test_threads_of_python_share_a_batch_or_are_refused():
    """A batch that is being stepped refuses other threads: an exception, never a mixture."""
    batch = Batch(5_000, board="6x6", seed=1)
    refused = []

    def play():
        for _ in range(60):
            try:
                # Another thread may have stepped in between, so that an action may be illegal by now.
                batch.step(batch.random_actions())
            except (RuntimeError, OtreraError) as error:
                refused.append(str(error))

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("orrowed" in words or "no legal action" in words for words in refused)
    # All games are at the same stage as long as every step was taken in all of them.
    assert len(set(batch.stages.tolist())) == 1
    batch.step(batch.random_actions())
