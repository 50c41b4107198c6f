#!/usr/bin/env python3
"""A campaign of this project as jobs of Slurm: what `make fuzz`, `hw-emu-all`, `area` and `mutants` run with ON=slurm.

    tests/campaign.py fuzz|hw-emu-all|area|mutants [--jobs N] [--option=OPTION ..] [ARGUMENT ..]

The programs are built here; each job runs a share of the work, and `sycl-hls cluster commands` waits for all of them: docs/cluster.md.
--option is one of sbatch's. ARGUMENTs are those of the program. The exit status is 0 if every job succeeded. Asked for again after it was
interrupted, the campaign goes on; a random seed is printed, and has to be given then.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def built(words):
    """Builds programs; gives the paths of the executables, by the names of their targets."""
    command = ["cargo", *words, "--message-format=json-render-diagnostics"]
    said = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    messages = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    return {it["target"]["name"]: it["executable"] for it in messages if it.get("executable")}


def lines(command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


def shares(count, jobs):
    """The first number and the length of each of so many shares."""
    bounds = [count * job // jobs for job in range(jobs + 1)]
    return [(first, end - first) for first, end in zip(bounds, bounds[1:]) if end > first]


def dealt(items, jobs):
    """The items of each of so many shares: neighbours, which are alike and cost the same, are in different ones."""
    jobs = min(jobs, len(items))
    return [items[job::jobs] for job in range(jobs)]


def fuzz(options):
    """Ranges of programs of one seed."""
    parser = argparse.ArgumentParser(prog="make fuzz ON=slurm", allow_abbrev=False)
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    asked, others = parser.parse_known_args(options.arguments)
    program = built(["build", "--release", "-p", "sycl-hls-difftest"])["sycl-hls-difftest"]
    print(f"seed {asked.seed}", flush=True)
    operators = ROOT / "target/campaigns/operators"
    operators.mkdir(parents=True, exist_ok=True)
    # Only of programs that run there is a table.
    has_table = not {"--networks", "--write-only"} & set(others)
    files, commands = [], []
    for first, count in shares(asked.programs, options.jobs):
        first += asked.first
        files.append(operators / f"{asked.seed}-{first}-{count}.json")
        of_share = [f"--seed={asked.seed}", f"--first={first}", f"--programs={count}"]
        written = [f"--operators={files[-1]}"] if has_table else []
        commands.append([program, *of_share, *written, *others])
    return commands, [program, "--sum", *map(str, files)] if has_table else None


def hw_emu_all(options):
    """Shares of the tests that simulate kernels."""
    program = built(["test", "--no-run", "-p", "sycl-hls-tests", "--test", "suites"])["suites"]
    names = options.arguments or ["corpus::", "benchmarks::", "port::"]
    listed = lines([program, "--list", "--format", "terse", *names])
    tests = [line.removesuffix(": test") for line in listed if line.endswith(": test")]
    run = ["env", "--chdir=tests", "SYCL_HLS_HW_EMU=1", program, "--exact"]
    return [[*run, *share] for share in dealt(tests, options.jobs)], None


def area(options):
    """Shares of the kernels. What yosys says is kept in target/area, of which the table is made in the end."""
    parser = argparse.ArgumentParser(prog="make area ON=slurm", allow_abbrev=False)
    parser.add_argument("--kernel", action="append")
    program = built(["build", "--release", "-p", "sycl-hls-bench", "--bin", "qor"])["qor"]
    kernels = parser.parse_args(options.arguments).kernel or lines([program, "--row", "8", "--list"])
    of_all = [program, "--row", "8"]
    named = ([word for kernel in share for word in ("--kernel", kernel)] for share in dealt(kernels, options.jobs))
    return [[*of_all, *words] for words in named], [*of_all, *options.arguments]


def mutants(options):
    """Shares of the mutants that the arguments choose, each in a copy of the sources."""
    chosen = len(lines(["cargo", "mutants", "--list", *options.arguments]))
    jobs = min(options.jobs, chosen)
    outputs = ROOT / "target/mutants"
    outputs.mkdir(parents=True, exist_ok=True)
    shards = [[f"--shard={job}/{jobs}", f"--output={outputs / str(job)}"] for job in range(jobs)]
    common = ["cargo", "mutants", "--sharding=round-robin", "--cap-lints=true"]
    return [[*common, *shard, *options.arguments] for shard in shards], None


def main():
    parser = argparse.ArgumentParser(usage="%(prog)s fuzz|hw-emu-all|area|mutants [--jobs N] [--option=OPTION ..] [ARGUMENT ..]")
    campaigns = {"fuzz": fuzz, "hw-emu-all": hw_emu_all, "area": area, "mutants": mutants}
    parser.add_argument("campaign", choices=campaigns)
    parser.add_argument("--jobs", type=int, default=100)
    parser.add_argument("--option", action="append", default=[])
    options, arguments = parser.parse_known_args()
    options.arguments = [argument for argument in arguments if argument != "--"]
    tool = built(["build", "-p", "sycl-hls-cli"])["sycl-hls"]
    # What its jobs run, and what tells of all of them in the end.
    commands, of_all = campaigns[options.campaign](options)
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(commands, file)
        file.flush()
        words = [tool, "cluster", "commands", "--name", options.campaign, "--store", "target/campaigns"]
        words += [f"--option={option}" for option in options.option]
        code = subprocess.run([*words, file.name], cwd=ROOT).returncode
    if of_all and code == 0:
        code = subprocess.run(of_all, cwd=ROOT).returncode
    return code


if __name__ == "__main__":
    sys.exit(main())
