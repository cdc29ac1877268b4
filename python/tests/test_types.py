"""The types are complete, and the stubs say what is there."""

import pathlib
import subprocess
import sys

import pytest

# The sources, wherever the package is installed.
SOURCES = pathlib.Path(__file__).parents[1]


def run(*command, cwd):
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_match_the_extension_module(tmp_path):
    # In an empty folder, so that only the installed package is found. A stub needs no list of its names.
    (tmp_path / "allowed").write_text("otrera._otrera.__all__\n")
    run("mypy.stubtest", "--allowlist", "allowed", "otrera._otrera", cwd=tmp_path)


def test_the_package_passes_mypy(tmp_path):
    settings = SOURCES / "pyproject.toml"
    run(
        "mypy",
        "--strict",
        "--config-file",
        str(settings),
        "--cache-dir",
        str(tmp_path),
        "-p",
        "otrera",
        cwd=tmp_path,
    )


def test_a_program_with_wrong_types_does_not_pass(tmp_path):
    program = tmp_path / "program.py"
    program.write_text("import otrera\notrera.Position().play(3)\n")
    with pytest.raises(AssertionError, match="arg-type"):
        run("mypy", "--strict", "--cache-dir", str(tmp_path), str(program), cwd=tmp_path)


@pytest.mark.parametrize("folder", [SOURCES, SOURCES.parent / "train"])
def test_the_package_and_the_training_are_formatted_and_linted(folder):
    settings = ["--config", str(SOURCES / "pyproject.toml"), str(folder)]
    run("ruff", "check", *settings, cwd=SOURCES)
    run("ruff", "format", "--check", *settings, cwd=SOURCES)
