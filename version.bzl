"""The version of the project. All programs and packages take it from here."""

VERSION = "0.2.0"
