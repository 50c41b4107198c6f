#!/usr/bin/env python3
"""A cluster of Slurm on this machine: munged, slurmctld and four slurmd with a folder and ports of their own.

    cluster.py FOLDER [NAME=VALUE ..]

FOLDER/slurm.conf is its configuration, to which the settings are added. When all nodes are idle, it writes `ready`. Then it takes
commands, a line each, and answers `ok`: `start NAME`, `kill NAME`; NAME is n1 to n4 or slurmctld. A node is killed with all that it runs,
as by a power cut. `hide NAME PATH` puts an empty folder over one, for a node alone. When standard input ends, all that belongs to the cluster ends: whoever started it may be killed.
"""

import getpass
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

NODES = [f"n{index}" for index in range(1, 5)]

# Marks the processes of a node; Slurm gives jobs the second one itself.
MARKS = ["SYCL_HLS_TEST_NODE", "SLURMD_NODENAME"]

# The first variable of a daemon: slurmstepd writes its title over the beginning of its environment, and would be found by no mark there.
ROOM = {"SYCL_HLS_TEST_ROOM": "-" * 80}

# Binds a folder to another one, and becomes a command. A shell would sort the variables.
BIND = "import os, subprocess, sys; subprocess.run(['mount', '--bind', *sys.argv[1:3]], check=True); os.execvp(sys.argv[3], sys.argv[3:])"

CONFIGURATION = """ClusterName=test
SlurmctldHost={host}
SlurmctldPort={ports[0]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/%n.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=0,sched_min_interval=0
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmdTimeout=5
KillWait=2
Licenses=vitis:2
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
PartitionName=one Nodes=n1 MaxTime=INFINITE State=UP
"""


def own_mounts():
    """Words that give a command mounts of its own, where this user may have them."""
    words = ["unshare", "--mount", "--propagation", "slave"]
    can = subprocess.run([*words, "true"], stderr=subprocess.DEVNULL).returncode == 0
    return words if can else []


def nfs(node):
    """Words that give a node the view of a client of its own of the folder that others see, too: tests/nfs."""
    folder = os.environ.get("SYCL_HLS_TEST_NFS")
    if not folder:
        return []
    return [sys.executable, "-c", BIND, f"{folder}/{node}", f"{folder}/here"]


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Cluster:
    def __init__(self, folder, settings):
        self.folder = Path(folder).resolve()
        self.conf = self.folder / "slurm.conf"
        self.daemons = {}
        host, ports = socket.gethostname().split(".")[0], free_ports(1 + len(NODES))
        (self.folder / "state").mkdir(parents=True)
        text = CONFIGURATION.format(host=host, ports=ports, user=getpass.getuser(), folder=self.folder)
        for node, port in zip(NODES, ports[1:]):
            (self.folder / node).mkdir()
            text += f"NodeName={node} NodeHostname={host} Port={port} CPUs=4 RealMemory=4000 State=UNKNOWN\n"
        self.conf.write_text(text + "".join(f"{setting}\n" for setting in settings))
        key = self.folder / "munge.key"
        key.touch(0o600)
        key.write_bytes(os.urandom(1024))

    def spawn(self, name, words, **marks):
        log = open(self.folder / f"{name}.out", "ab")
        environment = ROOM | os.environ | {"SLURM_CONF": str(self.conf)} | marks
        self.daemons[name] = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, start_new_session=True
        )

    def start(self, name):
        if name == "munged":
            files = [f"--{what}-file={self.folder}/munge.{what}" for what in ["key", "pid", "log", "seed"]]
            self.spawn(name, ["munged", "--force", "--foreground", f"--socket={self.folder}/munge.socket", *files])
            wait(lambda: (self.folder / "munge.socket").exists())
        elif name == "slurmctld":
            self.spawn(name, ["slurmctld", "-D"])
        else:
            self.spawn(name, [*own_mounts(), *nfs(name), "slurmd", "-D", "-N", name], **{MARKS[0]: name})

    def hide(self, name, path):
        """Puts an empty folder over one, for a node."""
        process = str(self.daemons[name].pid)
        mount = ["mount", "-t", "tmpfs", "none", path]
        subprocess.run(["nsenter", "--target", process, "--mount", *mount], check=True)

    def kill(self, name):
        """Ends a node with all that runs there, at once, or another daemon as its service would."""
        daemon = self.daemons.pop(name)
        if name in NODES:
            daemon.kill()
            self.clear(name)
        else:
            daemon.terminate()
        daemon.wait()

    def clear(self, node):
        while self.end({f"{mark}={node}" for mark in MARKS}):
            pass

    def end(self, marks):
        """Ends the processes of this cluster with one of these in their environment; gives how many there were. All are stopped before one is
        ended: nobody tells of another's end."""
        found = self.processes(marks)
        for word in [signal.SIGSTOP, signal.SIGKILL]:
            for process in found:
                try:
                    os.kill(process, word)
                except OSError:
                    pass
        return len(found)

    def processes(self, marks):
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                environment = set((process / "environ").read_text(errors="replace").split("\0"))
                state = (process / "stat").read_text().rpartition(")")[2].split()[0]
                mine = f"SLURM_CONF={self.conf}" in environment and environment & marks
                if mine and state != "Z" and int(process.name) != os.getpid():
                    found.append(int(process.name))
            except OSError:
                pass
        return found

    def stop(self):
        for daemon in self.daemons.values():
            daemon.kill()
        for node in NODES:
            self.clear(node)
        for daemon in self.daemons.values():
            daemon.wait()

    def is_ready(self):
        words = ["sinfo", "--noheader", "--Node", "--partition=main", "--format=%T"]
        environment = os.environ | {"SLURM_CONF": str(self.conf)}
        said = subprocess.run(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return said.stdout.split() == ["idle"] * len(NODES)


def wait(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            sys.exit("the cluster does not come up")
        time.sleep(0.05)


def main():
    # Debian keeps daemons where ordinary users' PATH does not lead.
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    for program in ["munged", "slurmctld", "slurmd", "sbatch"]:
        if not shutil.which(program):
            sys.exit(f"{program} is missing")
    cluster = Cluster(sys.argv[1], sys.argv[2:])
    try:
        for name in ["munged", "slurmctld", *NODES]:
            cluster.start(name)
        wait(cluster.is_ready)
        print("ready", flush=True)
        for line in sys.stdin:
            action, name, *path = line.rstrip("\n").split(" ", 2)
            {"start": cluster.start, "kill": cluster.kill, "hide": cluster.hide}[action](name, *path)
            print("ok", flush=True)
    finally:
        cluster.stop()


if __name__ == "__main__":
    main()
