#!/usr/bin/env python3
"""Rustdoc for `cargo test --doc` that also makes the pages of each package, so that warnings of documentation are errors of the tests.

Cargo takes it for rustdoc (RUSTDOC). `cargo doc` would check all dependencies anew, whose metadata the tests have: docs/tests.md.
The pages go to target/doc-of-tests.
"""

import subprocess
import sys
from pathlib import Path

PAGES = Path(__file__).resolve().parent.parent / "target/doc-of-tests"


def of_pages(arguments):
    """The arguments that make pages, of those that run examples."""
    kept = []
    words = iter(arguments)
    for word in words:
        if word.startswith("--test-") and "=" not in word:
            next(words)
        elif not word.startswith("--test"):
            kept.append(word)
    return [*kept, "-Dwarnings", "--out-dir", PAGES]


def main():
    arguments = sys.argv[1:]
    pages = 0
    if "--test" in arguments:
        pages = subprocess.run(["rustdoc", *of_pages(arguments)]).returncode
    return subprocess.run(["rustdoc", *arguments]).returncode or pages


if __name__ == "__main__":
    sys.exit(main())
