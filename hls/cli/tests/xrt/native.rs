//! Hosts in C, C++ and Python on XRT's native interface.

use crate::xrt::support::{PROGRAM, command, finish, image, native, native_cpp, source, start, xrt_run};

fn passes(test: &[&str]) {
    finish(start(&mut xrt_run(&[], &native(), test))).passes();
}

#[test]
fn buffers_of_all_sizes() {
    passes(&["sizes"]);
}

#[test]
fn a_large_buffer() {
    passes(&["vadd", "4000000"]);
}

/// 512 MB in each of three buffers.
#[test]
#[ignore = "takes half a minute"]
fn a_huge_buffer() {
    passes(&["vadd", "134217728"]);
}

#[test]
fn scalars_of_each_width() {
    passes(&["scalars"]);
}

#[test]
fn structs_by_value_and_in_memory() {
    passes(&["structs"]);
}

#[test]
fn the_box_filter() {
    passes(&["box_filter"]);
}

#[test]
fn parts_of_buffers_and_copies_of_parts() {
    passes(&["parts"]);
}

#[test]
fn sixteen_runs_on_eight_compute_units() {
    passes(&["many"]);
}

#[test]
fn kernels_start_while_others_run() {
    passes(&["beside"]);
}

#[test]
fn an_image_that_is_loaded_again() {
    passes(&["reload"]);
}

#[test]
fn buffers_in_memory_of_the_hosts() {
    passes(&["own"]);
}

#[test]
fn memory_that_was_a_buffers_is_left_alone() {
    passes(&["claims"]);
}

#[test]
fn two_programs_at_once() {
    let run = || start(&mut xrt_run(&[], &native(), &["vadd", "100000"]));
    let (one, other) = (run(), run());
    finish(one).passes();
    finish(other).passes();
}

/// The host on XRT's C++ interface.
fn cpp_passes(args: &[&str], test: &str) {
    finish(start(&mut xrt_run(args, &native_cpp(), &[test]))).passes();
}

#[test]
fn cpp_runs_on_all_units_and_on_one() {
    cpp_passes(&[], "scale");
}

#[test]
fn cpp_scalars_of_each_width() {
    cpp_passes(&[], "scalars");
}

#[test]
fn cpp_structs_by_value_and_in_memory() {
    cpp_passes(&[], "structs");
}

#[test]
fn cpp_arguments_by_names_that_are_keywords() {
    cpp_passes(&[], "keywords");
}

#[test]
fn cpp_scalars_that_kernels_write() {
    cpp_passes(&[], "outputs");
}

#[test]
fn cpp_copies_between_buffers() {
    cpp_passes(&[], "copies");
}

#[test]
fn cpp_two_devices_in_one_program() {
    cpp_passes(&["--devices", "2"], "devices");
}

#[test]
fn python() {
    let mut run = command(PROGRAM);
    run.args(["xrt", "run", "--board", "u200", "--", "python3"]).arg(source("host.py")).arg(image());
    finish(start(&mut run)).passes();
}
