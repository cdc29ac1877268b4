"""OpenSpiel's `amazons` as the oracle of the environment: the same legal actions and results on random games.

OpenSpiel's player 0 moves first from the bottom, as our White does; its squares are numbered from the
top left.
"""

import numpy as np
import pyspiel
import pytest

from otrera import Batch, Position, StagedGame


def their_start(game):
    """OpenSpiel's initial state as a position of ours."""
    rows = str(game.new_initial_state()).split("\n")
    letters = {"X": "W", "O": "B", ".": ".", "#": "*"}
    drawn = "\n".join(" ".join(letters[letter] for letter in row) for row in rows if row)
    return Position.from_diagram(drawn + "\nWhite to move")


def flipped(action, size):
    """The number of a square counted from the other edge: ours from theirs and theirs from ours."""
    return (size - 1 - action // size) * size + action % size


# OpenSpiel allows these sizes: its start is drawn for each.
@pytest.mark.parametrize(("size", "games"), [(10, 120), (8, 100), (6, 100)])
def test_random_games_are_the_same(size, games):
    game = pyspiel.load_game("amazons", {"board_size": size})
    start = their_start(game)
    assert start.width == start.height == size
    rng = np.random.default_rng(size)
    plies = 0
    for number in range(games):
        theirs, ours = game.new_initial_state(), StagedGame(start)
        while not theirs.is_terminal():
            assert not ours.is_over
            assert ours.turn == ("white", "black")[theirs.current_player()]
            legal = theirs.legal_actions()
            assert sorted(flipped(action, size) for action in legal) == ours.legal_actions()
            action = legal[rng.integers(len(legal))]
            theirs.apply_action(action)
            ours.step(flipped(action, size))
            plies += ours.stage == 0
        assert ours.is_over, f"game {number} is over for OpenSpiel only"
        assert theirs.returns() == {"white": [1.0, -1.0], "black": [-1.0, 1.0]}[ours.winner]
    assert plies > games * size


def test_the_standard_start_is_theirs():
    assert their_start(pyspiel.load_game("amazons")) == Position()


def test_a_batch_agrees_too():
    game = pyspiel.load_game("amazons")
    states = [game.new_initial_state() for _ in range(8)]
    batch = Batch(8, auto_reset=False, seed=3)
    while not batch.is_over.all():
        masks = batch.action_masks()
        for state, mask in zip(states, masks, strict=True):
            legal = [] if state.is_terminal() else state.legal_actions()
            assert np.flatnonzero(mask).tolist() == sorted(flipped(action, 10) for action in legal)
        actions = batch.random_actions()
        batch.step(actions)
        for state, action in zip(states, actions.tolist(), strict=True):
            if not state.is_terminal():
                state.apply_action(flipped(action, 10))
    assert all(state.is_terminal() for state in states)
