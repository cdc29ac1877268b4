"""The counts and the values that train/ computes are the program's: see testdata/network."""

import hashlib
import json
import pathlib

import network
import numpy
import pytest

import rows as data

ROOT = pathlib.Path(__file__).parents[1]
FEATURES = ROOT / "testdata/network/game.features"
IN_USE = ROOT / "crates/eval/nets/otrera.net"
EXPECTED = json.loads((ROOT / "testdata/network/expected.json").read_text())


def test_the_counts_are_the_programs():
    counts = data.counts(data.read(FEATURES), "6/one/one")
    assert counts.shape == (244, 106)
    assert hashlib.sha256(counts.tobytes()).hexdigest() == EXPECTED["counts"]


def test_the_values_are_the_programs():
    rows, net = data.read(FEATURES), network.read(IN_USE)
    assert IN_USE.read_bytes().split(b"\n")[2].decode() == EXPECTED["network"]
    values = net.thousandths(data.counts(rows, net.form), data.empty_squares(rows))
    assert values.tolist() == EXPECTED["thousandths"]


def test_a_network_is_written_as_it_was_read():
    assert network.read(IN_USE).to_bytes() == IN_USE.read_bytes()


def test_a_damaged_network_is_refused(tmp_path):
    damaged = tmp_path / "damaged.net"
    for bytes_left in (IN_USE.read_bytes()[:-1], IN_USE.read_bytes()[:40], b""):
        damaged.write_bytes(bytes_left)
        with pytest.raises(SystemExit, match=r"damaged\.net: no network, or a damaged one"):
            network.read(damaged)


def test_results_and_win_rates_are_those_of_the_rows():
    rows = data.read(FEATURES)
    known = data.kind(rows) == data.GAME
    assert [int((data.kind(rows) == kind).sum()) for kind in range(4)] == [52, 30, 81, 81]
    assert data.is_held_back(rows).all()
    assert set(data.result(rows[known])) == {0.0, 1.0}
    assert set(rows[~known, 318]) == {255}
    rates = data.rate(rows)
    assert ((rates[known] >= 0) & (rates[known] <= 1)).all()
    assert numpy.isnan(rates[~known]).all()


def test_the_stages_share_what_is_empty():
    shares = data.shares(numpy.array([3, 15, 20, 75, 90, 92]))
    assert shares.sum(1) == pytest.approx([1] * 6)
    assert shares[:, 0] == pytest.approx([1, 1, 2 / 3, 0, 0, 0])
    assert shares[:, 5] == pytest.approx([0, 0, 0, 0, 1, 1])


@pytest.mark.parametrize("zones", ["border", "rings", "liberties2-5"])
def test_zones_split_the_counts_and_add_up(zones):
    rows = data.read(FEATURES)
    whole = data.counts(rows, "5/one/one").astype(int)
    split = data.counts(rows, f"5/{zones}/one").astype(int)
    queens = split[:, 1 : split.shape[1] - 49 - 20].reshape(len(rows), -1, 25)
    assert queens.shape[1] == (2 if zones == "border" else 3)
    assert (queens.sum(1) == whole[:, 1:26]).all()
    assert (queens[:, -1].sum(1) > 0).any()


def test_a_row_that_is_cut_off_is_no_file(tmp_path):
    cut = tmp_path / "cut.features"
    cut.write_bytes(FEATURES.read_bytes()[:-1])
    with pytest.raises(SystemExit, match=r"cut\.features"):
        data.read(cut)


def test_a_file_has_its_name_when_it_is_whole(tmp_path):
    path = tmp_path / "a.net"

    def broken_off():
        with data.whole_file(path) as part:
            part.write_bytes(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken_off()
    assert not path.exists()
    with data.whole_file(path) as part:
        part.write_bytes(b"whole")
    assert path.read_bytes() == b"whole"
    assert [path] == list(tmp_path.iterdir())
