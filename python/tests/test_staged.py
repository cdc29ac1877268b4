"""One game entered in stages."""

import copy

import numpy as np
import pytest

from naive import Board
from otrera import Batch, Move, OtreraError, Position, StagedGame


@pytest.mark.parametrize(
    "start",
    [Position(board="6x6"), Position(board="8x8", delay=3), Position.random("14x13", amazons=2, seed=1)],
    ids=lambda start: f"{start.board} delay {start.delay}",
)
def test_a_game_is_that_of_a_batch(start):
    game, batch = StagedGame(start, seed=4), Batch.of([start])
    while not game.is_over:
        mask = batch.action_masks()[0]
        np.testing.assert_array_equal(game.action_mask(), mask)
        assert game.legal_actions() == np.flatnonzero(mask).tolist()
        np.testing.assert_array_equal(game.observation(), batch.observations()[0])
        own = game.observation(color=game.turn)
        np.testing.assert_array_equal(own, batch.observations(side="to_move")[0])
        assert (game.stage, game.chosen) == (batch.stages[0], batch.chosen(0))
        if game.stage == 0:
            moves = {Move(text).from_square for text in Board(game.position).moves()}
            assert len(game.legal_actions()) == len(moves)
        action = game.random_action()
        game.step(action)
        batch.step([action])
        assert game.position == batch[0]
    assert game.winner == batch[0].winner
    assert (game.random_action(), game.legal_actions()) == (None, [])
    with pytest.raises(OtreraError, match="the game is over"):
        game.step(0)


def test_the_same_seed_draws_the_same_game():
    def played(seed):
        game = StagedGame(Position(board="6x6"), seed=seed)
        while not game.is_over:
            game.step(game.random_action())
        return game.position

    assert played(1) == played(1)
    assert played(1) != played(2)


def test_a_copy_goes_its_own_way():
    game = StagedGame()
    game.step(3)
    for twin in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        assert twin.chosen == ["d1"]
        twin.step(13)
        assert twin.chosen == ["d1", "d2"]
    assert game.chosen == ["d1"]


@pytest.mark.parametrize("action", [0, -1, 100, 10**15])
def test_an_illegal_action_changes_nothing(action):
    game = StagedGame()
    with pytest.raises(OtreraError, match="no legal action: the game chooses an amazon next"):
        game.step(action)
    assert game.stage == 0


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: StagedGame().step("d1"), TypeError),
        (lambda: StagedGame().step(None), TypeError),
        (lambda: StagedGame().step(2**70), OverflowError),
        (lambda: StagedGame("6x6"), TypeError),
        (lambda: StagedGame(seed=-1), OverflowError),
        (lambda: StagedGame().action_mask(np.zeros(99, bool)), OtreraError),
        (lambda: StagedGame().observation(np.zeros((6, 10, 10))), TypeError),
        (lambda: StagedGame().observation(color="red"), OtreraError),
    ],
)
def test_errors(call, error):
    with pytest.raises(error):
        call()
