"""A cluster that ``ray start --head`` has started, found by ``--address auto`` and by its address.

It has a folder and a home of its own, so that the token of whoever runs the tests is not used, and no other
Ray of this machine is found or ended.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from otrera import cluster

SELFPLAY: dict[str, Any] = {
    "games": 12,
    "agent": "otrera:hash=8@nodes=2000",
    "start": "6x6",
    "openings": "random:1-4",
    "seed": 3,
}


@dataclass(frozen=True)
class Head:
    """A head of Ray that runs."""

    address: str
    folder: Path
    environment: dict[str, str]

    def drivers(self) -> list[Path]:
        """The logs of the processes that connected to it."""
        return list(self.folder.glob("ray/session_2*/logs/python-core-driver-*"))


def ray_command(*words: str) -> list[str]:
    """The command ``ray`` of this environment, which need not be on the path."""
    return [sys.executable, "-m", "ray.scripts.scripts", *words]


@pytest.fixture(scope="module")
def head() -> Iterator[Head]:
    """A head of one core that asks for a token, as docs/cluster.md starts one."""
    # Not pytest's folder: its name and Ray's are too long for a socket together.
    with tempfile.TemporaryDirectory(prefix="otrera-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        # What this process has of Ray's settings, tokens and addresses is not for that cluster.
        environment = {key: value for key, value in os.environ.items() if not key.startswith("RAY_")}
        environment |= {
            "HOME": name,
            "RAY_TMPDIR": name,
            "RAY_worker_niceness": "0",
            "RAY_GRACEFUL_SHUTDOWN_DRAIN_TIMEOUT_S": "0",
        }
        subprocess.run(
            ray_command("get-auth-token", "--generate"), env=environment, check=True, capture_output=True
        )
        said = folder / "said"
        with said.open("wb") as out:
            started = subprocess.Popen(
                ray_command(
                    *("start", "--head", "--block", "--num-cpus=1", f"--object-store-memory={80 * 2**20}"),
                    # Ports that are free, instead of those that every head asks for.
                    *("--port=0", "--min-worker-port=0", "--max-worker-port=0"),
                    *("--include-dashboard=false", "--dashboard-agent-listen-port=0"),
                    "--disable-usage-stats",
                ),
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            # Written last, once the head runs.
            address = folder / "ray" / "ray_current_cluster"
            while not (address.exists() and address.read_text().strip()):
                assert started.poll() is None, said.read_text()
                time.sleep(0.1)
            yield Head(address.read_text().strip(), folder, environment)
        finally:
            end(started)


def end(started: subprocess.Popen[bytes]) -> None:
    """Ends a head and all that it has started: the processes of its session, and none of another Ray."""
    started.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        started.wait(20)
    while left := session_of(started.pid):
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        started.poll()
        time.sleep(0.05)
    started.wait()


def session_of(leader: int) -> list[int]:
    """The running processes of a session."""
    found = []
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if folder.name.isdigit():
                # After the name in parentheses: state, parent, group, session.
                state, _, _, session = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
                if int(session) == leader and state != "Z":
                    found.append(int(folder.name))
    return found


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file that one thread makes without Ray."""
    path = tmp_path_factory.mktemp("alone") / "games.jsonl"
    cluster.selfplay(path, **SELFPLAY, threads=1, progress=False)
    return path.read_bytes()


def selfplay(out: Path, head: Head, address: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Runs the command as a user of the head's machine does."""
    options = [f"--{name}={value}".replace("--start", "--board") for name, value in SELFPLAY.items()]
    words = ["-m", "otrera.cluster", "selfplay", *options, f"--out={out}", f"--address={address}"]
    return subprocess.run(
        [sys.executable, *words, "--unit-seconds=0.5"],
        env=head.environment | more,
        capture_output=True,
        text=True,
        check=False,
    )


def test_auto_finds_the_head_and_its_token(head: Head, tmp_path: Path, alone: bytes) -> None:
    path, before = tmp_path / "games.jsonl", len(head.drivers())
    done = selfplay(path, head, "auto")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == SELFPLAY["games"]
    assert len(head.drivers()) == before + 1, "the command was connected to this head"
    assert path.read_bytes() == alone
    assert list(tmp_path.iterdir()) == [path]


def test_an_address_needs_the_token_to_be_asked_for(head: Head, tmp_path: Path, alone: bytes) -> None:
    path = tmp_path / "games.jsonl"
    refused = selfplay(path, head, head.address)
    assert refused.returncode == 1, refused.stderr
    assert f"cannot connect to the Ray cluster at '{head.address}'" in refused.stderr
    assert "set RAY_AUTH_MODE=token" in refused.stderr
    assert not path.exists()
    done = selfplay(path, head, head.address, RAY_AUTH_MODE="token")
    assert done.returncode == 0, done.stderr
    assert path.read_bytes() == alone
