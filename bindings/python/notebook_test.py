"""The notebook runs to its end and shows its pictures and results."""

import os
import unittest

# Let Jupyter, IPython and Matplotlib write to the test's directory.
for variable in ["HOME", "IPYTHONDIR", "MPLCONFIGDIR", "JUPYTER_RUNTIME_DIR"]:
    os.environ[variable] = os.environ["TEST_TMPDIR"]

import nbclient  # noqa: E402
import nbformat  # noqa: E402


class NotebookTest(unittest.TestCase):

    def test_runs_and_shows_pictures(self):
        notebook = nbformat.read("bindings/python/teeko.ipynb", as_version=4)
        sources = [cell for cell in notebook.cells if cell.cell_type == "code"]
        self.assertTrue(all(not cell.outputs for cell in sources), "outputs are not kept")
        nbclient.NotebookClient(notebook, kernel_name="python3").execute()
        outputs = [output for cell in sources for output in cell.outputs]
        kinds = [kind for output in outputs for kind in output.get("data", {})]
        self.assertEqual(kinds.count("image/png"), 3)
        self.assertEqual(kinds.count("image/svg+xml"), 1)
        text = "".join(output.get("text", "") for output in outputs)
        self.assertIn("The empty board: Black in 13", text)
        self.assertIn("25,672,066 draws", text)
        self.assertIn("Black in 59", text)
        self.assertIn("14-9 instead of", text)


if __name__ == "__main__":
    unittest.main()
