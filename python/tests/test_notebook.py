"""The notebook runs from a clean kernel, and says what the committed one says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

NOTEBOOK = Path(__file__).parents[2] / "docs" / "otrera.ipynb"


def words(notebook: Any) -> list[str]:
    """The texts of all outputs; pictures depend on the fonts of the machine."""
    said = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            said.append(output.get("text") or output.get("data", {}).get("text/plain", ""))
    return said


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_notebook_runs_and_says_the_same() -> None:
    committed = nbformat.read(NOTEBOOK, as_version=4)
    assert any(
        "image/png" in output.get("data", {})
        for cell in committed.cells
        for output in cell.get("outputs", [])
    )
    notebook = nbformat.from_dict(committed)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    nbclient.NotebookClient(notebook, kernel_name="python3").execute()
    assert words(notebook) == words(nbformat.read(NOTEBOOK, as_version=4))


def test_the_notebook_is_small() -> None:
    # It is in every clone: pictures in a low resolution, boards as SVG.
    assert NOTEBOOK.stat().st_size < 200_000
