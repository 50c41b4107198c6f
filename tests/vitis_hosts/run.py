#!/usr/bin/env python3
"""Runs hosts of Vitis_Accel_Examples on emulated cards, with kernels of the same names and arguments: docs/xrt.md.

    tests/vitis_hosts/run.py SYCL_HLS HOSTS [FOLDER ..]

HOSTS is a checkout of github.com/Xilinx/Vitis_Accel_Examples, branch 2022.2; FOLDER a host in it, such as host/overlap. SYCL_HLS is the
program `sycl-hls`. Each host is compiled unchanged, and must end with exit code 0. The exit status is 0 if all do.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
TIME_LIMIT = 120
BOTH = ("sw_emu", "hw_emu")

# Folder, kernels, board, emulations.
HOSTS = [
    ("hello_world", "vadd", "u200", BOTH),
    ("host/concurrent_kernel_execution", "concurrent", "u200", BOTH),
    ("host/copy_buffer", "vector_add", "u200", BOTH),
    ("host/data_transfer", "dummy_kernel", "u200", BOTH),
    ("host/device_only_buffer", "device_only", "u200", BOTH),
    ("host/errors", "vector_add", "u200", BOTH),
    ("host/errors_cpp", "vector_add", "u200", BOTH),
    ("host/hbm_simple", "krnl_vadd_hbm", "u280", BOTH),
    ("host/host_memory_copy_buffer", "krnl_vadd", "u200", BOTH),
    ("host/host_memory_copy_kernel", "copy_kernel", "u200", BOTH),
    ("host/host_memory_simple", "krnl_vadd_host", "u200", BOTH),
    ("host/iops_test", "hello", "u200", BOTH),
    ("host/mult_compute_units", "vadd_4_units", "u200", BOTH),
    ("host/multiple_cus_asymmetrical", "vadd_4_banks", "u200", BOTH),
    ("host/overlap", "overlap", "u200", BOTH),
    ("host_xrt/asynchronous_xrt", "vadd", "u200", BOTH),
    ("host_xrt/copy_buffer_xrt", "vector_add", "u200", BOTH),
    ("host_xrt/data_transfer_xrt", "dummy_kernel_xrt", "u200", BOTH),
    ("host_xrt/device_only_buffer_xrt", "device_only", "u200", BOTH),
    ("host_xrt/hbm_simple_xrt", "krnl_vadd_hbm", "u280", BOTH),
    ("host_xrt/hello_world_xrt", "vadd", "u200", BOTH),
    ("host_xrt/host_memory_copy_buffer_xrt", "krnl_vadd", "u200", BOTH),
    ("host_xrt/host_memory_copy_kernel_xrt", "copy_kernel", "u200", BOTH),
    ("host_xrt/host_memory_simple_xrt", "krnl_vadd_host", "u200", BOTH),
    ("host_xrt/mult_compute_units_xrt", "vadd_4_units", "u200", BOTH),
    ("host_xrt/multiple_cus_asymmetrical_xrt", "vadd_4_banks", "u200", BOTH),
    ("cpp_kernels/array_partition", "matmul", "u200", BOTH),
    ("cpp_kernels/bind_op_storage", "squares", "u200", BOTH),
    ("cpp_kernels/burst_rw", "burst_rw", "u200", BOTH),
    ("cpp_kernels/lmem_2rw", "vadd", "u200", BOTH),
    ("cpp_kernels/loop_pipeline", "repeated", "u200", BOTH),
    ("cpp_kernels/loop_reorder", "mmult_square", "u200", BOTH),
    ("cpp_kernels/partition_cyclicblock", "matmul", "u200", BOTH),
    ("cpp_kernels/plram_access", "mmult", "u200", BOTH),
    ("cpp_kernels/shift_register", "fir", "u200", BOTH),
    ("cpp_kernels/systolic_array", "mmult", "u200", BOTH),
    ("cpp_kernels/wide_mem_rw", "vadd", "u200", BOTH),
]


def run(command, place, limit):
    """Runs a program in a session of its own; gives its exit code and what it said."""
    limited = ["setsid", "--wait", "timeout", "--signal=KILL", str(limit), *map(str, command)]
    done = subprocess.run(limited, cwd=place, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode(errors="replace")


def build_host(checkout, folder, place):
    """Compiles a host with the parts of the checkout that it includes."""
    source = checkout / folder / "src/host.cpp"
    parts, includes = [source], []
    for name, file in (("xcl2", "xcl2.cpp"), ("cmdparser", "cmdlineparser.cpp"), ("logger", "logger.cpp")):
        includes.append(checkout / "common/includes" / name)
        if name == "xcl2" or "cmdlineparser" in source.read_text():
            parts.append(includes[-1] / file)
    host = place / "host"
    flags = ["-std=c++17", "-O1", "-w", "-I/usr/include/xrt", *(f"-I{include}" for include in includes)]
    libraries = ["-lOpenCL", "-lxrt_coreutil", "-luuid", "-lpthread", "-lrt"]
    code, said = run(["g++", *flags, "-o", host, *parts, *libraries], place, TIME_LIMIT)
    return (host, "") if code == 0 else (None, said)


def passes(program, checkout, row, target, place):
    """Runs a host; gives nothing if all is well, and what was said otherwise."""
    folder, kernels, board, _ = row
    host, said = build_host(checkout, folder, place)
    if not host:
        return said
    build = [program, "build", "--quiet", "--board", board, "--target", target]
    code, said = run([*build, "--source", HERE / f"{kernels}.rs", "--out", place], place, 10 * TIME_LIMIT)
    if code != 0:
        return said
    image = place / f"{kernels}.xclbin"
    args = ["-x", image] if folder.startswith("host_xrt/") else [image]
    emulated = [program, "xrt", "run", "--board", board, "--target", target, "--"]
    code, said = run([*emulated, host, *args], place, TIME_LIMIT)
    return None if code == 0 else f"{said}exit code {code}\n"


def main():
    if len(sys.argv) < 3 or not (Path(sys.argv[2]) / "common/includes/xcl2/xcl2.cpp").is_file():
        sys.exit(__doc__)
    program, checkout, wanted = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), sys.argv[3:]
    os.environ.setdefault("SYCL_HLS_CACHE", str(HERE.parent.parent / "target/test-cache"))
    failed = []
    for row in (row for row in HOSTS if not wanted or row[0] in wanted):
        for target in row[3]:
            with tempfile.TemporaryDirectory() as place:
                start = time.monotonic()
                said = passes(program, checkout, row, target, Path(place))
            print(f"{'failed' if said else 'passed'} {row[0]} {target} {time.monotonic() - start:.1f} s", flush=True)
            if said:
                failed.append((row[0], target))
                print("\n".join(said.splitlines()[-15:]), flush=True)
    if failed:
        sys.exit(f"{len(failed)} failed: {', '.join(f'{folder} ({target})' for folder, target in failed)}")


if __name__ == "__main__":
    main()
