#!/usr/bin/env python3
"""Runs hosts of Vitis_Accel_Examples on emulated cards, with kernels of the same names and arguments: docs/xrt.md.

    tests/vitis_hosts/run.py SYCL_HLS HOSTS [FOLDER ..]

HOSTS is a checkout of github.com/Xilinx/Vitis_Accel_Examples, branch 2022.2; FOLDER a host in it, such as host/overlap. SYCL_HLS is the
program `sycl-hls`. Each host is compiled unchanged, and must end with exit code 0, or as STOPS says. The exit status is 0 if all do.
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

# Folder, kernels (one file for each image), board, emulations.
HOSTS = [
    ("emulation/deadlock_streaming_k2k_mm", "krnl_stream_deadlock", "u200", BOTH),
    ("emulation/mm_stream_func_mode", "increment_2", "u200", BOTH),
    ("hello_world", "vadd", "u200", BOTH),
    ("host/concurrent_kernel_execution", "concurrent", "u200", BOTH),
    ("host/copy_buffer", "vector_add", "u200", BOTH),
    ("host/data_transfer", "dummy_kernel", "u200", BOTH),
    ("host/debug_profile", "krnl_vadd_profile", "u200", BOTH),
    ("host/device_only_buffer", "device_only", "u200", BOTH),
    ("host/device_query", "", "u200", BOTH),
    ("host/errors", "vector_add", "u200", BOTH),
    ("host/errors_cpp", "vector_add", "u200", BOTH),
    ("host/hbm_large_buffers", "krnl_vadd_groups", "u280", BOTH),
    ("host/hbm_rama_ip", "krnl_vaddmul_random", "u280", BOTH),
    ("host/hbm_simple", "krnl_vadd_hbm", "u280", BOTH),
    ("host/host_memory_copy_buffer", "krnl_vadd", "u200", BOTH),
    ("host/host_memory_copy_kernel", "copy_kernel", "u200", BOTH),
    ("host/host_memory_simple", "krnl_vadd_host", "u200", BOTH),
    ("host/iops_test", "hello", "u200", BOTH),
    ("host/mult_compute_units", "vadd_4_units", "u200", BOTH),
    ("host/multiple_cus_asymmetrical", "vadd_4_banks", "u200", BOTH),
    ("host/overlap", "overlap", "u200", BOTH),
    ("host/streaming_free_running_k2k", "increment", "u200", BOTH),
    ("host/streaming_k2k_mm", "krnl_stream_vadd_vmult", "u200", BOTH),
    ("host_xrt/asynchronous_xrt", "vadd", "u200", BOTH),
    ("host_xrt/copy_buffer_xrt", "vector_add", "u200", BOTH),
    ("host_xrt/data_transfer_xrt", "dummy_kernel_xrt", "u200", BOTH),
    ("host_xrt/device_only_buffer_xrt", "device_only", "u200", BOTH),
    ("host_xrt/device_query_xrt", "", "u200", BOTH),
    ("host_xrt/hbm_simple_xrt", "krnl_vadd_hbm", "u280", BOTH),
    ("host_xrt/hello_world_xrt", "vadd", "u200", BOTH),
    ("host_xrt/host_memory_copy_buffer_xrt", "krnl_vadd", "u200", BOTH),
    ("host_xrt/host_memory_copy_kernel_xrt", "copy_kernel", "u200", BOTH),
    ("host_xrt/host_memory_simple_xrt", "krnl_vadd_host", "u200", BOTH),
    ("host_xrt/mult_compute_units_xrt", "vadd_4_units", "u200", BOTH),
    ("host_xrt/multiple_cus_asymmetrical_xrt", "vadd_4_banks", "u200", BOTH),
    ("host_xrt/mailbox_auto_restart_xrt", "mbox_autorestart", "u200", BOTH),
    ("host_xrt/streaming_free_running_k2k_xrt", "increment_xrt", "u200", BOTH),
    ("host_xrt/streaming_k2k_mm_xrt", "krnl_stream_vadd_vmult", "u200", BOTH),
    ("cpp_kernels/array_partition", "matmul", "u200", BOTH),
    ("cpp_kernels/bind_op_storage", "squares", "u200", BOTH),
    ("cpp_kernels/burst_rw", "burst_rw", "u200", BOTH),
    ("cpp_kernels/critical_path", "apply_watermark", "u200", BOTH),
    ("cpp_kernels/custom_datatype", "rgb_to_hsv", "u200", BOTH),
    ("cpp_kernels/dataflow_stream", "adder", "u200", BOTH),
    ("cpp_kernels/dataflow_stream_array", "n_stage_adders", "u200", BOTH),
    ("cpp_kernels/dependence_inter", "vconv", "u200", BOTH),
    ("cpp_kernels/gmem_2banks", "apply_watermark_2_banks", "u200", BOTH),
    ("cpp_kernels/kernel_chain", "krnl_mmult", "u200", BOTH),
    ("cpp_kernels/lmem_2rw", "vadd", "u200", BOTH),
    ("cpp_kernels/loop_pipeline", "repeated", "u200", BOTH),
    ("cpp_kernels/loop_reorder", "mmult_square", "u200", BOTH),
    ("cpp_kernels/partition_cyclicblock", "matmul", "u200", BOTH),
    ("cpp_kernels/plram_access", "mmult", "u200", BOTH),
    ("cpp_kernels/port_width_widening", "dot_products", "u200", BOTH),
    ("cpp_kernels/shift_register", "fir", "u200", BOTH),
    ("cpp_kernels/simple_vadd", "krnl_vadd_streams", "u200", BOTH),
    ("cpp_kernels/systolic_array", "mmult", "u200", BOTH),
    ("cpp_kernels/wide_mem_rw", "vadd", "u200", BOTH),
    ("sys_opt/advanced_config", "vadd", "u200", BOTH),
    ("sys_opt/kernel_swap", "krnl_vmul krnl_vadd", "u200", BOTH),
    ("sys_opt/multiple_devices", "vector_addition", "u200", BOTH),
    ("sys_opt/multiple_process", "multi_krnl", "u200", BOTH),
    ("sys_opt/plram_config", "vadd", "u200", BOTH),
    ("sys_opt/slr_assign", "vmult_vadd", "u200", BOTH),
    ("demo/kmeans", "kmeans", "u200", BOTH),
    ("emulation/systemc_vadd", "vadd", "u200", BOTH),
    ("ocl_kernels/cl_array_partition", "matmul_once", "u200", BOTH),
    ("ocl_kernels/cl_burst_rw", "burst_rw", "u200", BOTH),
    ("ocl_kernels/cl_dataflow_func", "adder", "u200", BOTH),
    ("ocl_kernels/cl_dataflow_subfunc", "adder", "u200", BOTH),
    ("ocl_kernels/cl_gmem_2banks", "apply_watermark", "u200", BOTH),
    ("ocl_kernels/cl_helloworld", "vector_add", "u200", BOTH),
    ("ocl_kernels/cl_lmem_2rw", "vadd", "u200", BOTH),
    ("ocl_kernels/cl_loop_reorder", "mmult_square", "u200", BOTH),
    ("ocl_kernels/cl_partition_cyclicblock", "matmul_once", "u200", BOTH),
    ("ocl_kernels/cl_shift_register", "fir", "u200", BOTH),
    ("ocl_kernels/cl_systolic_array", "mmult", "u200", BOTH),
    ("ocl_kernels/cl_wide_mem_rw", "vadd", "u200", BOTH),
    ("performance/axi_burst_performance", "test_kernel_maxi", "u200", BOTH),
    ("performance/hbm_bandwidth", "krnl_vaddmul", "u280", BOTH),
    ("performance/hbm_bandwidth_pseudo_random", "krnl_vaddmul_random", "u280", BOTH),
    ("performance/host_global_bandwidth", "bandwidth_empty", "u200", BOTH),
    ("performance/host_memory_bandwidth", "bandwidth_host", "u200", BOTH),
    ("performance/host_memory_bandwidth_xrt", "bandwidth_host", "u200", BOTH),
    ("performance/iops_test_xrt", "hello", "u200", BOTH),
    ("performance/kernel_global_bandwidth", "bandwidth_global", "u200", BOTH),
    ("rtl_kernels/rtl_adder_streams", "krnl_adder_stages", "u200", BOTH),
    ("rtl_kernels/rtl_streaming_free_running_k2k", "myadder", "u200", BOTH),
    ("rtl_kernels/rtl_streaming_k2k_mm", "myadders", "u200", BOTH),
    ("rtl_kernels/rtl_user_managed", "krnl_vadd_rtl", "u200", BOTH),
    ("rtl_kernels/rtl_vadd", "krnl_vadd_rtl", "u200", BOTH),
    ("rtl_kernels/rtl_vadd_2clks", "krnl_vadd_2clk_rtl", "u200", BOTH),
    ("rtl_kernels/rtl_vadd_2kernels", "krnl_vadd_rtl_2", "u200", BOTH),
    ("rtl_kernels/rtl_vadd_hw_debug", "krnl_vadd_rtl", "u200", BOTH),
    ("rtl_kernels/rtl_vadd_mixed_c_vadd", "krnl_vadd_rtl", "u200", BOTH),
]

# The arguments of hosts, as their makefiles have them, if not the images alone.
NO_IMAGE = ""
IMAGE_BY_NAME = "-x {0}"
WATERMARK = "-x {0} -i {data}/xilinx_img.bmp -c {folder}/data/golden.bmp"
ARGUMENTS = {
    "cpp_kernels/critical_path": WATERMARK,
    "cpp_kernels/custom_datatype": "-x {0} -i {data}/xilinx_logo.bmp",
    "cpp_kernels/gmem_2banks": WATERMARK,
    "ocl_kernels/cl_gmem_2banks": WATERMARK,
    "demo/kmeans": "-x {0} -i {folder}/data/100 -c {folder}/data/100.gold_c10 -n 10",
    "host/device_query": NO_IMAGE,
    "host_xrt/device_query_xrt": NO_IMAGE,
    "performance/axi_burst_performance": "-x1 {0} -x2 {0}",
    "performance/host_memory_bandwidth_xrt": IMAGE_BY_NAME,
    "sys_opt/kernel_swap": "-x1 {0} -x2 {1}",
    "sys_opt/multiple_devices": "{0} {0}",
    "performance/iops_test_xrt": IMAGE_BY_NAME,
    "rtl_kernels/rtl_user_managed": IMAGE_BY_NAME,
}

# What hosts are ended with that show how kernels stop.
STOPS = {"emulation/deadlock_streaming_k2k_mm": "deadlock: no process can go on"}

# The number of cards, if not one.
CARDS = {"sys_opt/multiple_devices": 2}

# The files of a host, if not host.cpp.
SOURCES = {
    "cpp_kernels/simple_vadd": ["vadd.cpp"],
    "demo/kmeans": ["host.cpp", "fpga_kmeans.cpp", "kmeans_clustering_cmodel.c"],
    "performance/kernel_global_bandwidth": ["kernel_global_bandwidth.cpp"],
}

# What the makefile of a host defines.
DEFINES = {"demo/kmeans": ["__USE_OPENCL__", "NUM_CU=2"]}


def run(command, place, limit):
    """Runs a program in a session of its own; gives its exit code and what it said."""
    limited = ["setsid", "--wait", "timeout", "--signal=KILL", str(limit), *map(str, command)]
    done = subprocess.run(limited, cwd=place, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode(errors="replace")


def build_host(checkout, folder, place):
    """Compiles a host with the parts of the checkout that it includes."""
    parts = [checkout / folder / "src" / name for name in SOURCES.get(folder, ["host.cpp"])]
    includes, text = [], parts[0].read_text()
    for name, file, used in (
        ("xcl2", "xcl2.cpp", True),
        ("cmdparser", "cmdlineparser.cpp", "cmdlineparser" in text),
        ("logger", "logger.cpp", "cmdlineparser" in text),
        ("bitmap", "bitmap.cpp", "bitmap.h" in text),
    ):
        includes.append(checkout / "common/includes" / name)
        if used:
            parts.append(includes[-1] / file)
    host = place / "host"
    flags = ["-std=c++17", "-O1", "-w", "-I/usr/include/xrt", *(f"-I{include}" for include in includes)]
    flags += [f"-D{define}" for define in DEFINES.get(folder, [])]
    libraries = ["-lOpenCL", "-lxrt_coreutil", "-luuid", "-lpthread", "-lrt"]
    code, said = run(["g++", *flags, "-o", host, *parts, *libraries], place, TIME_LIMIT)
    return (host, "") if code == 0 else (None, said)


def passes(program, checkout, row, target, place):
    """Runs a host; gives nothing if all is well, and what was said otherwise."""
    folder, kernels, board, _ = row
    host, said = build_host(checkout, folder, place)
    if not host:
        return said
    images = []
    for name in kernels.split():
        build = [program, "build", "--quiet", "--board", board, "--target", target]
        code, said = run([*build, "--source", HERE / f"{name}.rs", "--out", place], place, 10 * TIME_LIMIT)
        if code != 0:
            return said
        images.append(place / f"{name}.xclbin")
    form = ARGUMENTS.get(folder, IMAGE_BY_NAME if folder.startswith("host_xrt/") else "{0}")
    names = {"data": checkout / "common/data", "folder": checkout / folder}
    args = [word.format(*images, **names) for word in form.split()]
    cards = ["--devices", CARDS.get(folder, 1)]
    emulated = [program, "xrt", "run", "--board", board, "--target", target, *cards, "--"]
    code, said = run([*emulated, host, *args], place, TIME_LIMIT)
    stops = STOPS.get(folder)
    as_expected = code == 0 if stops is None else code == 1 and stops in said
    return None if as_expected else f"{said}exit code {code}\n"


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
