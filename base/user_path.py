"""Paths that users give to scripts, as base/program.h handles them in programs."""

import argparse
import os
import pathlib


def user_path(text):
    """Returns the path that an argument of a script names: the `type` of such an argument for argparse.

    Relative paths start in the folder in which the user called `bazel run`.
    """
    if text == "~" or text.startswith("~/"):
        raise argparse.ArgumentTypeError(
            f'{text}: the shell does not expand this ~: write "$HOME{text[1:]}"')
    return pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", ".")) / text
