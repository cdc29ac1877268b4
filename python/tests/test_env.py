"""The environments of PettingZoo and Gymnasium."""

import copy
import os
import pickle

import numpy as np
import pytest

# Pictures without a screen.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import gymnasium
import pettingzoo
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import otrera.env
from otrera import MoveSpace, OtreraError, Player, Position
from otrera.env import amazons_v0, seat

OPTIONS = [
    {"board": "6x6"},
    {"board": "6x6", "actions": "moves"},
    {"board": "10x10", "opening_plies": 3},
    {"board": "6x5", "delay": 4},
    {"board": "random:5x7,amazons=2", "delay": 3, "actions": "moves"},
]
ids = [str(options) for options in OPTIONS]
quiet = pytest.mark.filterwarnings("ignore::UserWarning")


@quiet
@pytest.mark.parametrize("options", OPTIONS, ids=ids)
def test_pettingzoo_s_own_tests(options):
    api_test(amazons_v0.env(**options), num_cycles=400)
    api_test(amazons_v0.raw_env(**options), num_cycles=100)
    seed_test(lambda: amazons_v0.env(**options), num_cycles=200)


@quiet
def test_pettingzoo_s_render_test():
    render_test(lambda render_mode: amazons_v0.env(board="6x6", render_mode=render_mode))


def play(env, seed):
    """A random game by the masks: the agents in order of acting, and the last rewards."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    agents, rewards = [], {}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        if termination or truncation:
            rewards[agent] = reward
            env.step(None)
            continue
        agents.append(agent)
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return agents, rewards


@pytest.mark.parametrize("options", OPTIONS, ids=ids)
def test_a_game_ends_with_a_winner(options):
    env = amazons_v0.env(**options)
    for seed in range(5):
        agents, rewards = play(env, seed)
        stages = 1 if options.get("actions") == "moves" else 3
        assert all(len(set(agents[ply : ply + stages])) == 1 for ply in range(0, len(agents), stages))
        assert agents[0] != agents[stages]
        assert rewards == {agents[-1]: 1, {"white": "black", "black": "white"}[agents[-1]]: -1}
        position = env.unwrapped.position
        assert position.is_over
        assert position.winner == agents[-1]


def test_observations_are_from_the_agent_s_side():
    for actions in ("stages", "moves"):
        env = amazons_v0.env(board="6x6", actions=actions)
        env.reset()
        white, black = env.observe("white"), env.observe("black")
        planes = Position(board="6x6").planes()
        np.testing.assert_array_equal(white["observation"][:4], planes)
        np.testing.assert_array_equal(black["observation"][:4], planes[[1, 0, 2, 3]])
        assert white["action_mask"].any()
        assert not black["action_mask"].any()


def test_an_illegal_action_loses():
    env = amazons_v0.env(board="6x6")
    env.reset()
    env.step(0)
    assert env.terminations == {"white": True, "black": True}
    assert env.rewards == {"white": -1.0, "black": 0}
    raw = amazons_v0.raw_env(board="6x6")
    raw.reset()
    for bad in (0, -1, 36, None):
        with pytest.raises(OtreraError, match="no legal action of white"):
            raw.step(bad)


def test_names_are_registered():
    assert pettingzoo.make("aec", otrera.env.PETTINGZOO_ID, board="6x6").possible_agents == ["white", "black"]
    env = gymnasium.make(otrera.env.GYMNASIUM_ID, board="6x6")
    assert isinstance(env.unwrapped, seat.AmazonsEnv)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    "options",
    [
        {"opponent": "random", "board": "6x6"},
        {"opponent": "greedy", "board": "6x6", "seat": "black"},
        {"opponent": "random", "board": "6x5", "delay": 3, "seat": "random"},
        {"opponent": "otrera", "board": "6x6", "nodes": 20, "actions": "moves", "opening_plies": 2},
    ],
    ids=str,
)
def test_gymnasium_s_own_check(options):
    env = gymnasium.make(otrera.env.GYMNASIUM_ID, **options, render_mode="rgb_array")
    check_env(env.unwrapped)
    first, second = episode(env, 7), episode(env, 7)
    assert first == second
    assert episode(env, 8) != first
    env.close()


def episode(env, seed):
    """The actions, positions and rewards of a random episode."""
    observation, info = env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    said = []
    done = False
    while not done:
        np.testing.assert_array_equal(info["action_mask"], env.unwrapped.action_masks())
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, done, truncated, info = env.step(action)
        assert not truncated
        assert env.observation_space.contains(observation)
        said.append((action, env.unwrapped.position.fen, reward, info["seat"]))
    assert abs(said[-1][2]) == 1
    assert all(reward == 0 for _, _, reward, _ in said[:-1])
    assert (said[-1][2] == 1) == (env.unwrapped.position.winner == info["seat"])
    return said


def test_an_illegal_action_ends_the_episode():
    env = gymnasium.make(otrera.env.GYMNASIUM_ID, board="6x6")
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated, info["illegal_action"]) == (-1.0, True, True)
    with pytest.raises(OtreraError, match="call reset"):
        env.unwrapped.step(0)


def test_a_player_is_an_opponent_too():
    with Player("greedy") as player:
        env = gymnasium.make(otrera.env.GYMNASIUM_ID, opponent=player, board="6x6")
        episode(env, 1)
        env.close()
        # Its owner closes it, not the environment.
        assert player.think(Position(board="6x6")).move


@pytest.mark.parametrize("make", [amazons_v0.raw_env, seat.AmazonsEnv])
def test_environments_are_copied_and_pickled(make):
    for twin in (copy.deepcopy(make(board="6x6")), pickle.loads(pickle.dumps(make(board="6x6")))):
        twin.reset(seed=1)
        assert twin.position == Position(board="6x6")


@pytest.mark.parametrize("make", [amazons_v0.raw_env, seat.AmazonsEnv])
def test_pictures(make):
    images = {}
    for mode in ("ansi", "rgb_array", "human"):
        env = make(board="6x6", render_mode=mode)
        env.reset(seed=1)
        images[mode] = env.render()
        env.step(1)
        changed = env.render()
        assert changed is None or not np.array_equal(changed, images[mode])
        env.close()
        env.close()
    assert images["human"] is None
    assert images["ansi"] == str(Position(board="6x6"))
    picture = images["rgb_array"]
    assert picture.shape == (480, 480, 3)
    # The dark squares, and the body of Black's amazons: wood and almost black.
    colors = {tuple(color) for color in picture.reshape(-1, 3)[::7].tolist()}
    assert (211, 173, 127) in colors
    assert any(max(color) < 48 for color in colors)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"board": "7x7"}, OtreraError, "no start of its own"),
        ({"board": "6x6", "delay": 20}, OtreraError, "the most is 15"),
        ({"board": "6x6", "start": Position()}, OtreraError, "neither board nor delay"),
        ({"start": Position("*q/Q* w")}, OtreraError, "has no move"),
        ({"actions": "steps"}, OtreraError, '"stages" or "moves"'),
        ({"opening_plies": -1}, OtreraError, "0 or more"),
        ({"render_mode": "svg"}, OtreraError, "render_mode is one of"),
        ({"start": 3}, (TypeError, AttributeError), ""),
    ],
)
def test_errors_say_what_is_wrong(options, error, words):
    for make in (amazons_v0.raw_env, seat.AmazonsEnv):
        with pytest.raises(error) as caught:
            make(**options)
        assert words in str(caught.value)


def test_errors_of_the_seat():
    with pytest.raises(OtreraError, match='"white", "black" or "random"'):
        seat.AmazonsEnv(seat="red")
    with pytest.raises(OtreraError, match="nobody"):
        seat.AmazonsEnv(opponent="nobody")


def test_moves_as_one_number_are_those_of_the_space():
    env = amazons_v0.env(board="6x6", actions="moves")
    env.reset()
    space = MoveSpace("6x6")
    observation, *_ = env.last()
    np.testing.assert_array_equal(observation["action_mask"], space.mask(Position(board="6x6")))
    env.step(space.index("b1-b4/b2"))
    assert env.unwrapped.position == Position(board="6x6").play("b1-b4/b2")
