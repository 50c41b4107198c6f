#!/usr/bin/env python3
"""Runs what `make test` runs, and shows what each step took: docs/tests.md.

    tests/run.py [--all] [--jobs N] [PACKAGE ..]

What builds comes first, step by step; the first that fails ends the run. Everything is compiled by clippy, whose warnings are errors:
a second pass for lints would take half as long again. Then all test programs run, N at a time (2), and the documentation's, each with
its output in one piece when it ends. With PACKAGE, only the test programs of these packages are run. --all takes whole suites where a push
needs samples, and adds what takes hours. The exit status is 0 if every step succeeded, 1 if one failed, 130 after an interrupt.
"""

import argparse
import functools
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Seconds that no step of `make test` needs on any machine, and none of `make test-all`: whatever takes longer hangs.
TIME_LIMIT, TIME_LIMIT_OF_ALL = 3600, 36000

# The packages whose programs take longest: they begin first. The others follow in cargo's order.
LONGEST = ["sycl-hls-cli", "sycl-hls-tests", "sycl-hls-difftest", "sycl-hls-compiler"]

# Programs that measure their process, or take all of its threads: nothing runs beside them.
ALONE = ["busy_workers", "idle"]

# Clippy compiles the packages of the workspace, and its warnings are errors: what `cargo clippy -- -D warnings` sets. Tests that build
# something in the workspace inherit it, and find what is built already.
CLIPPY = {"RUSTC_WORKSPACE_WRAPPER": "clippy-driver", "CLIPPY_ARGS": "-D__CLIPPY_HACKERY__warnings"}

# How the output of test programs begins a list of what failed, and what a failed test says of itself.
FAILURES = "\nfailures:\n"
PANIC = re.compile(
    r"^thread '(?P<test>[^']+)'.* panicked at (?P<place>\S+):\n(?P<text>(?:(?!stack backtrace|note: run).+\n){1,6})", re.M
)

# Days after which a file of the cache that nobody has used is removed.
CACHE_DAYS = 14


@dataclass
class Row:
    """A step: its seconds on the clock and on all processors."""

    name: str
    wall: float
    cpu: float
    code: int


class Steps:
    """Runs commands, and knows which of them are running."""

    def __init__(self, limit):
        self.limit = limit
        self.rows = []
        self.failures = []
        self.running = set()
        self.lock = threading.Lock()
        self.stopped = False

    def run(self, name, command, **options):
        """Runs a command to its end; true if it succeeded."""
        begin = time.monotonic()
        with self.lock:
            if self.stopped:
                return False
            # In a session of its own: an interrupt reaches it through `stop`.
            child = subprocess.Popen(
                [str(word) for word in command], stdin=subprocess.DEVNULL, start_new_session=True, **options
            )
            self.running.add(child.pid)
        watch = threading.Timer(self.limit, end, [child.pid])
        watch.start()
        # The processor time of the command and of all that it has waited for.
        _, status, usage = os.wait4(child.pid, 0)
        watch.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        row = Row(name, time.monotonic() - begin, usage.ru_utime + usage.ru_stime, child.returncode)
        with self.lock:
            self.running.discard(child.pid)
            self.rows.append(row)
        return child.returncode == 0

    def stop(self):
        """Ends all commands with all that they have started."""
        with self.lock:
            self.stopped = True
            running = list(self.running)
        for process in running:
            end(process)

    def failed(self):
        return [row for row in self.rows if row.code != 0]

    def table(self):
        """The steps, those first that took most processor time."""
        lines = [f"{'wall s':>8} {'CPU s':>8}  step"]
        for row in sorted(self.rows, key=lambda row: -row.cpu):
            mark = f"  FAILED: exit code {row.code}" if row.code else ""
            lines.append(f"{row.wall:8.1f} {row.cpu:8.1f}  {row.name}{mark}")
        lines.append(f"{'':8} {sum(row.cpu for row in self.rows):8.1f}  all")
        return "\n".join(lines)


def children(process):
    """The processes that a process has started, in any of its threads."""
    found = []
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            found += [int(word) for word in task.read_text().split()]
        except OSError:
            pass
    return found


def end(process):
    """Ends a process and its descendants, whatever session they are in; a stopped process starts no others."""
    try:
        os.kill(process, signal.SIGSTOP)
        for child in children(process):
            end(child)
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass


@dataclass
class Program:
    """A test program as cargo has built it."""

    package: str
    target: str
    path: str
    folder: Path

    @classmethod
    def of(cls, message):
        """The program of a message of cargo's."""
        place, _, name = message["package_id"].partition("#")
        package = name.partition("@")[0] if "@" in name else place.rpartition("/")[2]
        target = message["target"]
        name = target["name"] if target["kind"] == ["test"] else f"unit tests of {target['name']}"
        return cls(package, name, message["executable"], Path(message["manifest_path"]).parent)

    def environment(self):
        """The environment that cargo gives to test programs."""
        libraries = [Path(self.path).parent, library_folder()]
        return os.environ | {
            "CARGO_MANIFEST_DIR": str(self.folder),
            "CARGO_PKG_NAME": self.package,
            "LD_LIBRARY_PATH": ":".join([*map(str, libraries), os.environ.get("LD_LIBRARY_PATH", "")]),
        }


@functools.cache
def library_folder():
    """Where Rust's own shared libraries are."""
    command = ["rustc", "--print", "target-libdir"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def build(steps, packages):
    """Builds the test programs; gives those of these packages, or nothing if that failed."""
    # A part of the workspace has other features of shared crates, with which all is compiled anew.
    # `--all-targets` makes test programs of what has no tests, because it may have benchmarks.
    targets = ["--lib", "--bins", "--examples", "--tests", "--bench", "*"]
    # Tests that take long to compile.
    features = ["--features", "sycl-hls-numbers/all"] if "SYCL_HLS_TEST_ALL" in os.environ else []
    command = ["cargo", "build", "--workspace", *targets, *features, "--message-format=json-render-diagnostics"]
    with tempfile.TemporaryFile("w+") as messages:
        if not steps.run("build of all targets, with lints", command, stdout=messages):
            return None
        messages.seek(0)
        artifacts = [json.loads(line) for line in messages]
    artifacts = [it for it in artifacts if it.get("executable") and it["profile"]["test"]]
    artifacts = [it for it in artifacts if it["target"]["kind"] != ["bench"]]
    programs = [it for it in map(Program.of, artifacts) if not packages or it.package in packages]
    programs.sort(key=lambda it: LONGEST.index(it.package) if it.package in LONGEST else len(LONGEST))
    return programs


def run_tests(steps, programs, options):
    """Runs test programs and, if no packages are named, the examples in documentation; so many at a time as the options say."""
    printing = threading.Lock()

    def run(name, command, **where):
        with tempfile.TemporaryFile("w+", errors="replace") as output:
            steps.run(name, command, stdout=output, stderr=output, **where)
            output.seek(0)
            text = output.read()
            steps.failures += failures(name, text)
            with printing:
                print(f"     Running {name} ({os.path.relpath(command[0], ROOT)})")
                print(text, flush=True)

    def run_program(program):
        name = f"{program.package}: {program.target}"
        run(name, [program.path], cwd=program.folder, env=program.environment())

    for program in programs:
        if program.target in ALONE:
            run_program(program)
    with ThreadPoolExecutor(options.jobs) as pool:
        running = [pool.submit(run_program, program) for program in programs if program.target not in ALONE]
        if not options.packages:
            environment = os.environ | {"RUSTDOC": str(ROOT / "tests/rustdoc.py")}
            command = ["cargo", "test", "--workspace", "--doc"]
            running.append(pool.submit(run, "documentation and its examples", command, env=environment))
    for it in running:
        it.result()


def failures(program, output):
    """The failed tests of a program, each with what it said: where only the end of a log is kept, they are in it."""
    _, found, listed = output.rpartition(FAILURES)
    names = re.findall(r"^    (\S+)$", listed, re.M) if found else []
    said = {it["test"]: f"{it['place']}: {it['text']}" for it in PANIC.finditer(output)}
    return [f"{program}: {name}\n{said.get(name, '')}" for name in names]


def tidy():
    """Removes what nobody has used for long from the cache of the tests."""
    oldest = time.time() - CACHE_DAYS * 24 * 3600
    for path in (ROOT / "target/test-cache").rglob("*"):
        if path.is_file() and path.stat().st_mtime < oldest:
            path.unlink(missing_ok=True)


def run_all(steps, options):
    """Runs everything; the first step that fails ends it, but all test programs run."""
    make = ["make", "--no-print-directory"]
    if not options.packages and not steps.run("make format", [*make, "format"]):
        return
    programs = build(steps, options.packages)
    if programs is None:
        return
    run_tests(steps, programs, options)
    if options.all and not steps.failed():
        for step in ("hw-emu-all", "test-sanitized", "fuzz-xclbin", "fuzz ARGS=--programs=2000"):
            steps.run(f"make {step}", [*make, *step.split(" ", 1)])


def main():
    parser = argparse.ArgumentParser(usage="%(prog)s [--all] [--jobs N] [PACKAGE ..]")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("packages", nargs="*")
    options = parser.parse_args()
    os.chdir(ROOT)
    os.environ.update(CLIPPY)
    if options.all:
        os.environ["SYCL_HLS_TEST_ALL"] = "1"
    steps = Steps(TIME_LIMIT_OF_ALL if options.all else TIME_LIMIT)

    def interrupt(number, _):
        steps.stop()
        print(steps.table(), flush=True)
        os._exit(128 + number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    tidy()
    begin = time.monotonic()
    # Signals are handled in this thread, which only waits.
    work = threading.Thread(target=run_all, args=(steps, options))
    work.start()
    work.join()
    print(steps.table())
    print("".join(f"\nFAILED {failure}" for failure in steps.failures), end="")
    failed = [row.name for row in steps.failed()]
    minutes, seconds = divmod(round(time.monotonic() - begin), 60)
    print(f"{minutes} min {seconds} s: " + (f"FAILED: {', '.join(failed)}" if failed else "all succeeded"))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
