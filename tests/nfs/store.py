#!/usr/bin/env python3
"""What many nodes would ask of a store on NFS: a simulation of what jobs were seen to ask.

    tests/nfs/store.py [--tasks N] [--requests-a-second N] [--bytes-a-second N]
    tests/nfs/store.py measure SLURM-TESTS

`measure` runs jobs where each node is a client of NFS (run.py), and writes measured.json: the requests of the clients of nodes and of the one that
submits. Without it, that file is what jobs and submitter ask here, of one server. A request takes its turn, first as a request, then on the link; whoever asks waits
for the answer before it asks for more. slurmctld starts one job after the other, in the processor's time that it was seen to take, and answers the submitter, who
looks at most five times a second and a tenth of the time. The result is the same each time: tables of docs/cluster.md.
"""

import argparse
import heapq
import json
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
MEASURED = HERE / "measured.json"

# How long an answer takes where nobody else asks, in seconds.
ROUND_TRIP = 0.0002

# How long nodes are watched, in jobs of each, and the first of them are not counted: all nodes begin at once.
JOBS_OF_A_NODE = 4

# How often a submitter looks at a run, in seconds, and how many times as long as a look the time between two is: hls/cli/src/cluster/wait.rs.
SOON = 0.2
SHARE = 10

# How busy something is that has no room for more.
FULL = 0.8


@dataclass
class Server:
    """What it can do in a second."""

    requests: float
    bytes: float


@dataclass
class Job:
    """What a job asks: before it works, and after."""

    before: int
    after: int
    bytes: float


@dataclass
class Load:
    """What came of a number of nodes."""

    seconds: float
    jobs: int
    requests: int
    bytes: float
    busy: dict
    waits: list


def measure(program):
    """The daemons' time, here, and what is asked of the store, where nodes are clients of NFS."""
    lines = []
    for words in [[program], [HERE / "run.py", program]]:
        what = "what_is_asked_of_a_store" if len(words) > 1 else "what_is_asked_of_slurmctld"
        words += ["--ignored", "--nocapture", what]
        said = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout
        lines += [line.split("measured ", 1)[1] for line in said.splitlines() if "measured {" in line]
    MEASURED.write_text("[\n" + ",\n".join(lines) + "\n]\n")
    print(f"{len(lines)} runs: {MEASURED}")
    return 0


def count(asked, what=0):
    return sum(each[what] for each in asked.values())


class Measured:
    """What the file tells of jobs: the first one of a node, whose client knows nothing, and later ones."""

    NODES = 4

    def __init__(self, runs):
        commands = {run["tasks"]: run for run in runs if run["kind"] == "command"}
        least, most = commands[min(commands)], commands[max(commands)]
        later = most["tasks"] - least["tasks"]
        self.first = count(least["nodes"]) / self.NODES
        self.next = (count(most["nodes"]) - count(least["nodes"])) / later
        # Each client reads once what all jobs of a run read: the more tasks, the more of it.
        read = {run["tasks"]: run["nodes"].get("READ", [0, 0])[1] for run in (least, most)}
        self.read_for_each_task = (read[most["tasks"]] - read[least["tasks"]]) / later / self.NODES
        self.bytes = (count(most["nodes"], 1) - count(least["nodes"], 1) - read[most["tasks"]] + read[least["tasks"]]) / later
        self.submitter = (count(most["here"]) - count(least["here"])) / later
        self.submitter_bytes = (count(most["here"], 1) - count(least["here"], 1)) / later
        slurmctld = next(run for run in runs if run["kind"] == "slurmctld")
        self.start, self.look_at_a_job = slurmctld["start"], slurmctld["look"] / slurmctld["tasks"]
        step = next(run for run in runs if run["kind"] == "step")
        self.step = count(step["nodes"]) / step["tasks"]
        self.step_bytes = count(step["nodes"], 1) / step["tasks"]

    def looks(self, tasks):
        """The share of slurmctld's time that one submitter takes, who waits for so many tasks."""
        look = self.look_at_a_job * tasks
        return look / (look + max(SOON, look * SHARE))

    def job(self, is_first, tasks):
        asked = round(self.first if is_first else self.next)
        # The result is written, synced and renamed at the end; all else is at the beginning.
        after = min(asked // 3, 8)
        return Job(asked - after, after, self.bytes + (self.read_for_each_task * tasks if is_first else 0))


def simulate(server, measured, nodes, seconds, tasks, is_cold):
    """So many nodes run jobs that work for so long, one after the other. If they are cold, each job is the first of its run on its node."""
    free = {"slurmctld": 0.0, "requests": 0.0, "link": 0.0}
    used = dict.fromkeys(free, 0.0)
    load = Load(0, 0, 0, 0, {}, [])

    def turn(what, at, takes):
        free[what] = max(free[what], at) + takes
        used[what] += takes
        return free[what]

    def request(at, size):
        load.requests += 1
        load.bytes += size
        return turn("link", turn("requests", at, 1 / server.requests), size / server.bytes) + ROUND_TRIP

    # When, what happens next, and to which job: its node, its number, what it has left to ask and how long it waited.
    events = [(0.0, node, 0, "start", 0, 0.0) for node in range(nodes)]
    heapq.heapify(events)
    while events:
        at, node, number, what, left, began = heapq.heappop(events)
        job = measured.job(is_cold or number == 0, tasks)
        asked = job.before + job.after
        if what == "start":
            heapq.heappush(events, (turn("slurmctld", at, measured.start / (1 - measured.looks(tasks))), node, number, "before", job.before, None))
            continue
        if began is None:
            began = at
        if left:
            answer = request(at, job.bytes / asked)
            heapq.heappush(events, (answer, node, number, what, left - 1, began))
        elif what == "before":
            # Work shifts the beginning: what is left of it is time with the store.
            heapq.heappush(events, (at + seconds, node, number, "after", job.after, began + seconds))
        else:
            # The submitter reads the result.
            for _ in range(round(measured.submitter)):
                request(at, measured.submitter_bytes / measured.submitter)
            load.jobs += 1
            load.waits.append(at - began - asked * ROUND_TRIP)
            load.seconds = max(load.seconds, at)
            if number + 1 < JOBS_OF_A_NODE:
                heapq.heappush(events, (at, node, number + 1, "start", 0, 0.0))
    load.busy = {what: time / load.seconds for what, time in used.items()}
    return load


def table(rows):
    print("| " + " | ".join(rows[0]) + " |")
    print("|" + "---|" * len(rows[0]))
    for row in rows[1:]:
        print("| " + " | ".join(row) + " |")
    print()


def duration(seconds):
    return f"{seconds:.1f} s" if seconds >= 0.95 else f"{seconds * 1000:.0f} ms"


def loads(server, measured, tasks):
    rows = [["nodes", "a job works", "jobs a second", "requests a second", "MB a second", "requests, link, slurmctld busy", "a job waits: half, 1 of 100, most"]]
    for nodes in (1, 10, 100, 1000):
        for seconds in (0.1, 10, 600):
            load = simulate(server, measured, nodes, seconds, tasks, is_cold=True)
            waits = sorted(load.waits)
            worst = waits[min(len(waits) - 1, len(waits) * 99 // 100)]
            busy = (f"{load.busy[what] * 100:.0f} %" for what in ("requests", "link", "slurmctld"))
            rows.append(
                [
                    f"{nodes:,}",
                    duration(seconds),
                    f"{load.jobs / load.seconds:.1f}",
                    f"{load.requests / load.seconds:,.0f}",
                    f"{load.bytes / load.seconds / 1e6:.1f}",
                    ", ".join(busy),
                    ", ".join(duration(wait) for wait in (statistics.median(waits), worst, waits[-1])),
                ]
            )
    table(rows)


def limits(server, measured):
    """From which number of nodes on something is full, by what jobs ask for on average."""
    rows = [["tasks of a run", "a job works", "requests", "link", "slurmctld", "first", "runs waited for"]]
    for tasks in (100, 1000, 10000):
        for seconds in (0.1, 10, 600):
            job = measured.job(True, tasks)
            asked = job.before + job.after + measured.submitter
            size = job.bytes + measured.submitter_bytes
            most = {
                "requests": server.requests / asked,
                "link": server.bytes / size,
                "slurmctld": (1 - measured.looks(tasks)) / measured.start,
            }
            nodes = {what: FULL * jobs * (seconds + asked * ROUND_TRIP) for what, jobs in most.items()}
            first = min(nodes, key=nodes.get)
            waited_for = f"{FULL / measured.looks(tasks):,.0f}"
            rows.append([f"{tasks:,}", duration(seconds), *(f"{count:,.0f}" for count in nodes.values()), first, waited_for])
    table(rows)


def main():
    if sys.argv[1:2] == ["measure"]:
        return measure(*sys.argv[2:])
    parser = argparse.ArgumentParser()
    parser.add_argument("--tasks", type=int, default=1000)
    parser.add_argument("--requests-a-second", type=float, default=10e3)
    parser.add_argument("--bytes-a-second", type=float, default=117e6)
    asked = parser.parse_args()
    server = Server(asked.requests_a_second, asked.bytes_a_second)
    measured = Measured(json.loads(MEASURED.read_text()))
    print(
        f"The first job of a node asks {measured.first:.0f} requests, a later one {measured.next:.0f}, a step of a build {measured.step:.0f}; "
        f"{measured.bytes:,.0f} bytes, and {measured.read_for_each_task:,.0f} for each task of the run; "
        f"the submitter {measured.submitter:.0f} requests and {measured.submitter_bytes:,.0f} bytes for each job. "
        f"slurmctld takes {measured.start * 1000:.1f} ms for a job, and {measured.look_at_a_job * 1e6 * asked.tasks / 1000:.1f} ms for a look.\n"
    )
    loads(server, measured, asked.tasks)
    limits(server, measured)
    return 0


if __name__ == "__main__":
    sys.exit(main())
