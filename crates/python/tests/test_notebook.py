"""The notebook of ten minutes runs from its beginning to its end, and says what stands in it."""

from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

NOTEBOOK = Path(__file__).parents[3] / "docs/tutorials/python.ipynb"


def said(notebook: Any) -> list[list[str]]:
    """What each piece of code says; of a picture that there is one, since its bytes depend on fonts and versions."""
    return [[shown(output) for output in cell.get("outputs", [])] for cell in notebook.cells]


def shown(output: Any) -> str:
    if "text" in output:
        return str(output.text)
    return "a picture" if "image/png" in output.data else str(output.data["text/plain"])


def test_the_notebook_says_what_stands_in_it(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nothing is left in anybody's home.
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    before, metadata = said(notebook), dict(notebook.metadata)
    folder = {"metadata": {"path": str(tmp_path)}}
    # What is printed in one cell comes in as many pieces as the kernel likes.
    client = nbclient.NotebookClient(
        notebook, timeout=300, kernel_name="python3", record_timing=False, coalesce_streams=True, resources=folder
    )
    client.execute()
    if request.config.getoption("--write"):
        # But for the version of Python that it was written with.
        notebook.metadata = metadata
        nbformat.write(notebook, NOTEBOOK)
    else:
        assert said(notebook) == before
    assert sum(picture == "a picture" for output in said(notebook) for picture in output) >= 3
