//! `sycl-hls call`: kernels on NumPy arrays.

use crate::cli::support::{Folder, Outcome};
use npyz::{NpyFile, WriterBuilder as _};

pub(super) fn npy<T: npyz::Serialize + npyz::AutoSerialize + Copy>(shape: &[u64], values: &[T]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer =
        npyz::WriteOptions::<T>::new().default_dtype().shape(shape).writer(&mut bytes).begin_nd().unwrap();
    writer.extend(values.iter().copied()).unwrap();
    writer.finish().unwrap();
    bytes
}

fn values<T: npyz::Deserialize>(folder: &Folder, name: &str) -> Vec<T> {
    NpyFile::new(folder.read(name).as_slice()).unwrap().into_vec().unwrap()
}

fn call(folder: &Folder, args: &[&str]) -> Outcome {
    folder.run(["call", "kernels.rs"].iter().chain(args))
}

/// A folder with `x.npy` and `y.npy`.
fn arrays() -> Folder {
    let folder = Folder::new();
    folder.write("x.npy", npy(&[3], &[0.1_f32, 0.2, f32::INFINITY]));
    folder.write("y.npy", npy(&[3], &[1.0_f32, -0.3, 7.0]));
    folder.write("n.npy", npy(&[4], &[1_i32, -2, 3, i32::MAX]));
    folder
}

#[test]
fn host_and_sw_emu_give_the_same_bits() {
    let folder = arrays();
    for (target, output) in [("host", "host.npy"), ("sw_emu", "emu.npy")] {
        let y = format!("y=@y.npy:{output}");
        call(&folder, &["axpy", "--target", target, "a=2.5", "x=@x.npy", &y]).success();
    }
    assert_eq!(folder.read("host.npy"), folder.read("emu.npy"));
    assert_eq!(values::<f32>(&folder, "host.npy"), [2.5 * 0.1 + 1.0, 2.5 * 0.2 - 0.3, f32::INFINITY]);
    assert_eq!(values::<f32>(&folder, "y.npy"), [1.0, -0.3, 7.0], "the input stays");
}

/// Streams are files, which the kernels that follow can read; what is left of them, and what no file takes, is told.
#[test]
fn streams_are_read_from_files_and_written_to_them() {
    let folder = arrays();
    folder.write(
        "streams.rs",
        "#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn twice(mut input: Receiver<i32>, mut output: Sender<i32>, count: usize) {
        for _ in 0..count {
            output.send(input.recv().wrapping_mul(2));
        }
    }
}
",
    );
    let run = |args: &[&str]| folder.run(["call", "streams.rs"].iter().chain(args));
    let first = [
        "twice",
        "input=@n.npy",
        "output=@twice.npy",
        "count=3",
        "then",
        "twice",
        "input=@twice.npy",
        "count=3",
    ];
    let outcome = run(&first).success();
    assert_eq!(outcome.stdout, "input: the kernel has left 1 of the elements\noutput: 3 elements\n");
    assert_eq!(values::<i32>(&folder, "twice.npy"), [2, -4, 6]);
    let more = run(&["twice", "input=@n.npy", "count=5"]);
    more.fails(1, &["more than the host has sent: 4 sent, 5 asked for", "streams.rs:8:"]);
    let changed = run(&["twice", "input=@n.npy:m.npy", "count=4"]);
    changed.fails(2, &["argument `input` is Receiver<i32>: the kernel does not change it"]);
}

/// Scalars that kernels write are printed; their values before may be given.
#[test]
fn outputs_are_printed() {
    let folder = arrays();
    folder.write(
        "sums.rs",
        "#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn sum(n: &[i32], sum: &mut i64, runs: &mut u8) {
        *sum = 0;
        for i in 0..n.len() {
            *sum += n[i] as i64;
        }
        *runs += 1;
    }
}
",
    );
    for target in ["host", "sw_emu"] {
        let run =
            |args: &[&str]| folder.run(["call", "sums.rs", "sum", "--target", target].iter().chain(args));
        let outcome = run(&["n=@n.npy", "runs=4"]).success();
        assert_eq!(outcome.stdout, "sum = 2147483649\nruns = 5\n");
        let twice = run(&["n=@n.npy", "runs=4", "sum=9", "then", "sum", "n=@n.npy", "runs=5"]).success();
        assert_eq!(twice.stdout.lines().last(), Some("runs = 6"));
        run(&["n=@n.npy"]).fails(2, &["the argument `runs` is missing", "sum: &mut i64, runs: &mut u8"]);
        run(&["n=@n.npy", "runs=256"]).fails(2, &["argument `runs`: `256` is no u8"]);
    }
}

/// `#[len(n)]`: the kernel sees so many elements, the others stay.
#[test]
fn a_length_that_is_stated() {
    let folder = arrays();
    for target in ["host", "sw_emu"] {
        call(&folder, &["double", "--target", target, "n=3", "y=@n.npy:out.npy"]).success();
        assert_eq!(values::<i32>(&folder, "out.npy"), [2, -4, 6, i32::MAX]);
        let long = call(&folder, &["double", "--target", target, "n=5", "y=@n.npy:never.npy"]);
        long.fails(1, &["argument `y`: its length is `n`: 5 elements, but the array has 4"]);
        let signed = call(&folder, &["double", "--target", target, "n=-1", "y=@n.npy:never.npy"]);
        signed.fails(2, &["argument `n`", "`-1` is no u64"]);
    }
    assert!(!folder.path("never.npy").exists());
}

#[test]
fn a_kernel_that_stops_names_the_place_and_the_values() {
    let folder = arrays();
    for target in ["host", "sw_emu"] {
        let outcome = call(&folder, &["double", "--target", target, "n=4", "y=@n.npy:never.npy"]);
        outcome
            .fails(1, &["kernel `double`", "overflow", "2147483647", "kernels.rs:13:20", "y[i] = y[i] * 2;"]);
        call(&folder, &["double", "--target", target, "--release", "n=4", "y=@n.npy:out.npy"]).success();
        assert_eq!(values::<i32>(&folder, "out.npy"), [2, -4, 6, -2]);
        call(&folder, &["double", "--target", target, "--release", "--checks", "on", "n=4", "y=@n.npy"])
            .fails(1, &["kernels.rs:13:20"]);
    }
    assert!(!folder.path("never.npy").exists());
}

#[test]
fn kernels_and_arguments_that_do_not_fit() {
    let folder = arrays();
    let fails = |args: &[&str], words: &[&str]| {
        let outcome = call(&folder, args);
        let code = if outcome.status.code() == Some(2) { 2 } else { 1 };
        outcome.fails(code, words);
    };
    let signature = "fn axpy(a: f32, x: &[f32], y: &mut [f32])";
    fails(&["axpi"], &["there is no kernel `axpi`", "axpy, double"]);
    fails(&["axpy", "a=1.0", "x=@x.npy"], &["the argument `y` is missing", signature]);
    fails(&["axpy", "a=1.0", "b=1.0"], &["has no argument `b`", signature]);
    fails(&["axpy", "a=1.0", "a=2.0"], &["`a` is given twice"]);
    fails(&["axpy", "1.0"], &["`1.0` is not of the form NAME=VALUE"]);
    fails(&["axpy", "a=one", "x=@x.npy", "y=@y.npy"], &["`one` is no f32", "Rust literal"]);
    fails(&["axpy", "a=1.0", "x=x.npy", "y=@y.npy"], &["`x` is &[f32]", "x=@FILE.npy"]);
    fails(&["axpy", "a=1.0", "x=@x.npy:z.npy", "y=@y.npy"], &["the kernel does not change it"]);
    fails(&["axpy", "a=1.0", "x=@z.npy", "y=@y.npy"], &["z.npy", "No such file"]);
}

#[test]
fn arrays_that_do_not_fit() {
    let folder = arrays();
    let fails = |file: &str, words: &[&str]| {
        let x = format!("x=@{file}");
        call(&folder, &["axpy", "a=1.0", &x, "y=@y.npy:never.npy"]).fails(1, words);
    };
    folder.write("f64.npy", npy(&[1], &[1.0_f64]));
    fails("f64.npy", &["argument `x`: f64.npy", "`<f8`, the kernel takes f32", "x.astype(np.float32)"]);
    folder.write("number.npy", npy(&[], &[1.0_f32]));
    fails("number.npy", &["it is a single number", "x.reshape(1)"]);
    let whole = npy(&[100], &[1.0_f32; 100]);
    folder.write("cut.npy", &whole[..whole.len() - 1]);
    fails("cut.npy", &["cut.npy", "truncated"]);
    folder.write("header.npy", &whole[..20]);
    fails("header.npy", &["header.npy"]);
    fails("kernels.rs", &["not a .npy file"]);
    folder.write("folder/file", "");
    fails("folder", &["folder"]);
    assert!(!folder.path("never.npy").exists());
}

#[test]
fn an_output_that_cannot_be_written() {
    let folder = arrays();
    call(&folder, &["double", "n=1", "y=@n.npy:nowhere/out.npy"]).fails(1, &["nowhere/out.npy"]);
}

#[test]
fn targets_that_are_not_there() {
    let folder = arrays();
    let args = ["n=1", "y=@n.npy"];
    call(&folder, &[&["double", "--stats", "s.json"], &args[..]].concat()).fails(2, &["--stats", "hw_emu"]);
    call(&folder, &[&["double", "--target", "hw_emu", "--wave", "w.png"], &args[..]].concat())
        .fails(2, &["w.png tells no format", ".fst"]);
    call(&folder, &[&["double", "--target", "hw_emu", "--timeout", "0"], &args[..]].concat())
        .fails(2, &["a number of seconds"]);
    call(&folder, &[&["double", "--target", "hw"], &args[..]].concat())
        .fails(3, &["does not run what comes of it", "hw_emu"]);
    call(&folder, &[&["double", "--target", "fpga"], &args[..]].concat()).fails(2, &["fpga"]);
}

fn shape(folder: &Folder, name: &str) -> Vec<u64> {
    NpyFile::new(folder.read(name).as_slice()).unwrap().shape().to_vec()
}

/// Kernels that change what they are given.
const STEPS: &str = r"#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn scale(s: i32, x: &mut [i32]) {
        for i in 0..x.len() {
            x[i] = s * x[i];
        }
    }

    #[kernel]
    pub fn offset(d: i32, x: &mut [i32]) {
        for i in 0..x.len() {
            x[i] = x[i] + d;
        }
    }

    #[kernel]
    pub fn add(a: &[i32], b: &[i32], sum: &mut [i32]) {
        for i in 0..sum.len() {
            sum[i] = a[i] + b[i];
        }
    }
}
";

/// A folder with [`STEPS`], `x.npy` and `m.npy`.
fn steps() -> Folder {
    let folder = Folder::new();
    folder.write("kernels.rs", STEPS);
    folder.write("x.npy", npy(&[3], &[1_i32, 2, 3]));
    folder.write("m.npy", npy(&[2, 1, 2], &[1_i32, 2, 3, 4]));
    folder
}

#[test]
fn arrays_of_several_dimensions_keep_their_shape() {
    let folder = steps();
    for target in ["host", "sw_emu"] {
        call(&folder, &["scale", "--target", target, "s=3", "x=@m.npy:out.npy"]).success();
        assert_eq!(values::<i32>(&folder, "out.npy"), [3, 6, 9, 12]);
        assert_eq!(shape(&folder, "out.npy"), [2, 1, 2]);
    }
}

#[test]
fn kernels_in_turn_share_arrays_by_their_files_names() {
    let folder = steps();
    let words = "scale s=10 x=@x.npy:scaled.npy then offset d=1 x=@x.npy then \
                 add a=@x.npy b=@scaled.npy sum=@m.npy:out.npy";
    folder.write("m.npy", npy(&[3, 1], &[0_i32; 3]));
    for target in ["host", "sw_emu"] {
        let args: Vec<&str> = words.split(' ').chain(["--target", target]).collect();
        call(&folder, &args).success();
        assert_eq!(values::<i32>(&folder, "scaled.npy"), [10, 20, 30], "what it was after its kernel");
        assert_eq!(values::<i32>(&folder, "out.npy"), [11 + 10, 21 + 20, 31 + 30]);
        assert_eq!(shape(&folder, "out.npy"), [3, 1]);
        assert_eq!(values::<i32>(&folder, "x.npy"), [1, 2, 3], "a file that is no output stays");
        std::fs::remove_file(folder.path("scaled.npy")).unwrap();
    }
}

#[test]
fn a_kernel_that_stops_in_the_middle_leaves_no_file() {
    let folder = steps();
    let words =
        ["scale", "s=2", "x=@x.npy:first.npy", "then", "offset", "d=2147483647", "x=@x.npy:second.npy"];
    call(&folder, &words).fails(1, &["kernel `offset`", "overflow"]);
    assert_eq!(folder.list("."), ["kernels.rs", "m.npy", "x.npy"]);
}

#[test]
fn kernels_in_turn_that_do_not_fit() {
    let folder = steps();
    let fails = |words: &str, code: i32, said: &[&str]| {
        let args: Vec<&str> = words.split(' ').collect();
        call(&folder, &args).fails(code, said);
    };
    fails("scale s=2 x=@x.npy then", 2, &["a kernel's name must follow `then`"]);
    fails("scale s=2 x=@x.npy then d=1", 2, &["a kernel's name must follow `then`"]);
    fails("scale s=2 x=@x.npy then ofset d=1", 2, &["there is no kernel `ofset`"]);
    fails("scale s=2 x=@x.npy then offset x=@x.npy", 2, &["the argument `d` is missing", "fn offset("]);
    fails("add a=@x.npy b=@x.npy sum=@x.npy", 2, &["`a` and `sum` are one array", "copy the file"]);
    folder.write("f.npy", npy(&[3], &[1.0_f32; 3]));
    fails("scale s=2 x=@f.npy", 1, &["`<f4`, the kernel takes i32"]);
    assert_eq!(folder.list("."), ["f.npy", "kernels.rs", "m.npy", "x.npy"]);
}

/// Each instance of a kernel with parameters is called, and shown, by its name.
#[test]
fn instances() {
    let folder = arrays();
    folder.write(
        "kernels.rs",
        "#[sycl_hls::kernels]
mod kernels {
    #[kernel(instances((N = 1, T = i32), (N = 2, T = u8)))]
    pub fn times<const N: usize, T: Number>(by: T, y: &mut [[T; N]]) {
        for i in 0..y.len() {
            for j in 0..N {
                y[i][j] = by * y[i][j];
            }
        }
    }
}
",
    );
    folder.write("bytes.npy", npy(&[2, 2], &[1_u8, 2, 3, 85]));
    folder.write("numbers.npy", npy(&[3, 1], &[1_i32, -2, 1000]));
    for target in ["host", "sw_emu"] {
        call(&folder, &["times_2_u8", "--target", target, "by=3", "y=@bytes.npy:out.npy"]).success();
        assert_eq!(values::<u8>(&folder, "out.npy"), [3, 6, 9, 255]);
        call(&folder, &["times_1_i32", "--target", target, "by=-3", "y=@numbers.npy:out.npy"]).success();
        assert_eq!(values::<i32>(&folder, "out.npy"), [-3, 6, -3000]);
        let overflow = call(&folder, &["times_2_u8", "--target", target, "by=4", "y=@bytes.npy:out.npy"]);
        overflow.fails(1, &["kernel `times_2_u8`", "4 * 85", "kernels.rs:7:27"]);
    }
    let unknown = call(&folder, &["times", "by=4", "y=@bytes.npy"]);
    unknown.fails(2, &["there is no kernel `times`", "the kernels are times_1_i32, times_2_u8"]);
    let emitted = folder.run(["emit", "--as", "hls-cpp", "kernels.rs"]).success();
    assert!(
        emitted
            .stdout
            .contains("extern \"C\" void times_2_u8(uint8_t by, uint8_t (*y)[2], uint64_t y_len) {")
    );
    let checked = folder.run(["check", "kernels.rs"]).success();
    assert!(checked.stderr.contains("2 kernels"), "{}", checked.stderr);
}

#[test]
fn nobody_calls_a_free_running_kernel() {
    let folder = Folder::new();
    let links = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/kernels/links.rs");
    let call = folder.run(["call", links, "pairs"]);
    call.fails(2, &["nobody starts `pairs`, which is free-running", "that it is linked to: `linked_source`"]);
}
