"""The examples of the docstrings and of the documentation run as written."""

import doctest
import importlib
import inspect
import pathlib
import pkgutil

import pytest

import otrera
from otrera import _otrera

ROOT = pathlib.Path(__file__).parents[2]


def documented():
    """Everything public with a docstring, by its name: of the extension module and of the package."""
    for name, thing in {**vars(_otrera), **vars(otrera)}.items():
        if name.startswith("_") or inspect.ismodule(thing):
            continue
        if getattr(thing, "__doc__", None):
            yield name, thing.__doc__
        if inspect.isclass(thing):
            for attribute, member in vars(thing).items():
                if not attribute.startswith("_") and getattr(member, "__doc__", None):
                    yield f"{name}.{attribute}", member.__doc__


EXAMPLES = [(name, words) for name, words in documented() if ">>>" in words]


@pytest.mark.parametrize(("name", "words"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_examples_of_docstrings(name, words):
    run(words, name)


def test_there_are_examples():
    names = {name for name, _ in EXAMPLES}
    assert {"Position", "Move", "Game", "Batch", "MoveSpace", "Position.distances", "planes"} <= names


@pytest.mark.parametrize("path", ["docs/python.md", "python/README.md"])
def test_examples_of_the_documentation(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = (ROOT / path).read_text(encoding="utf-8")
    blocks = [block.split("```")[0] for block in words.split("```python\n")[1:]]
    assert blocks, f"{path} has no example"
    # A page is read from its top, so that a later example knows the names of an earlier one.
    run("\n".join(block for block in blocks if ">>>" in block), path)
    names = {}
    for block in blocks:
        if ">>>" not in block:
            exec(compile(block, path, "exec"), names)


def test_examples_of_the_modules_in_python():
    found = pkgutil.walk_packages(otrera.__path__, "otrera.")
    modules = [module.name for module in found if module.name != _otrera.__name__]
    results = {name: doctest.testmod(importlib.import_module(name)) for name in modules}
    assert {name for name, result in results.items() if result.attempted} == {
        "otrera.cluster",
        "otrera.cluster._progress",
        "otrera.env.amazons_v0",
        "otrera.env.seat",
    }
    assert not [name for name, result in results.items() if result.failed]


def test_everything_public_is_documented():
    bare = [name for name in otrera.__all__ if not (getattr(otrera, name).__doc__ or "").strip()]
    assert not bare


def run(words, name):
    test = doctest.DocTestParser().get_doctest(words, {}, name, name, 0)
    said = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=said.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(said)
