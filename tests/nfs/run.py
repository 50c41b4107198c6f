#!/usr/bin/env python3
"""Runs a command on a machine of its own whose nodes share a folder of NFS: user-mode Linux, an ordinary process.

    tests/nfs/run.py COMMAND

The machine sees the files of this one, changes those of this repository and of the home folder alone, and needs root for that. It has the server of
NFS of its kernel, and six clients of it with caches of their own: SYCL_HLS_TEST_NFS/here and SYCL_HLS_TEST_NFS/n1 to n4. OPTIONS in
the environment are more options of their mounts. Where COMMAND fails, the machine's folder stays. What COMMAND says is written when it has ended; its exit code is this program's.
"""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
MEMORY = "6G"
NEEDED = ["PATH", "HOME", "SYCL_HLS_TEST_ALL", "RUSTUP_HOME", "CARGO_HOME"]


def main():
    work = Path(tempfile.mkdtemp(prefix="sycl-hls-nfs"))
    shim = work / "xstate.so"
    subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-o", shim, HERE / "xstate.c"], check=True)
    variables = {name: os.environ[name] for name in NEEDED if name in os.environ}
    (work / "environment").write_text("".join(f"{name}={shlex.quote(value)}\n" for name, value in variables.items()))
    (work / "command").write_text(shlex.join(sys.argv[1:]) + "\n")
    machine = ["linux.uml", "rootfstype=hostfs", "rootflags=/", "rw", f"mem={MEMORY}", f"init={HERE}/init.sh", "quiet"]
    consoles = ["con0=null,fd:1", "con=null", "ssl=null"]
    told = [f"REPOSITORY={HERE.parent.parent}", f"WORK={work}", f"OPTIONS={mount_options()}"]
    log = open(work / "log", "wb")
    environment = os.environ | {"LD_PRELOAD": str(shim)}
    subprocess.run([*machine, *consoles, *told], stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)
    if not (work / "code").exists():
        sys.exit(f"the machine did not run it; see {work}/log")
    print((work / "output").read_text(errors="replace"), end="")
    code = int((work / "code").read_text())
    if code == 0:
        shutil.rmtree(work)
    sys.exit(code)


def mount_options():
    options = os.environ.get("OPTIONS", "")
    return f"-o{options}" if options else ""


if __name__ == "__main__":
    main()
