"""The examples and the benchmark run."""

import json
import pathlib
import random
import subprocess
import sys

import pytest

from otrera import Position, StagedGame

ROOT = pathlib.Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))
from plain import PlainGame  # noqa: E402 (the folder is no package)


def run(script, *arguments):
    line = [sys.executable, str(ROOT / script), *arguments]
    return subprocess.run(line, capture_output=True, text=True, check=True).stdout


def test_two_random_agents():
    said = run("examples/random_agent.py", "--board", "6x6", "--seed", "3")
    assert "has won after" in said
    assert said == run("examples/random_agent.py", "--board", "6x6", "--seed", "3")


def test_the_benchmark_measures_everyone():
    said = json.loads(run("benchmarks/throughput.py", "--rounds", "1", "--seconds", "0.01", "--json"))
    rates = said["steps_per_second"]
    assert set(rates) == {"otrera.Batch", "otrera.StagedGame", "OpenSpiel", "plain Python"}
    assert all(rate > 0 for loads in rates.values() for rate in loads.values())


@pytest.mark.parametrize("seed", range(5))
def test_the_plain_game_of_the_benchmark_plays_by_the_rules(seed):
    rng = random.Random(seed)
    plain, game = PlainGame(), StagedGame(Position())
    while not game.is_over:
        actions = game.legal_actions()
        assert sorted(plain.legal_actions()) == actions
        assert [index for index, legal in enumerate(plain.mask()) if legal] == actions
        action = rng.choice(actions)
        plain.step(action)
        game.step(action)
    assert plain.legal_actions() == []
