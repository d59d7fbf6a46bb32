"""The version of everything here, in one place."""

VERSION = "0.1.0"
