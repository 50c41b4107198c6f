//! `sycl-hls call` with structs and with elements that are arrays.

use std::process::Command;

use npyz::{DType, NpyFile, WriterBuilder as _};

use crate::cli::support::{Folder, Outcome};

const KERNELS: &str = r"#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[derive(Clone, Copy, Element)]
    pub struct Point {
        pub x: f32,
        pub y: f32,
    }

    #[derive(Clone, Copy, Element)]
    pub struct Particle {
        pub pos: Point,
        pub vel: [f32; 2],
        pub id: u32,
        pub flags: u32,
    }

    #[kernel]
    pub fn step(dt: f32, wind: Particle, all: &mut [Particle]) {
        for p in all {
            p.pos.x += (p.vel[0] + wind.vel[0]) * dt;
            p.pos.y += (p.vel[1] + wind.vel[1]) * dt;
            p.id += wind.id;
        }
    }

    #[kernel]
    pub fn positions(all: &[Particle], out: &mut [Point]) {
        for i in 0..all.len() {
            out[i] = all[i].pos;
        }
    }

    #[kernel]
    pub fn norms(n: usize, #[len(n)] rows: &[[f32; 3]], out: &mut [f32]) {
        for i in 0..n {
            out[i] = rows[i][0] + rows[i][1] * rows[i][2];
        }
    }

    #[kernel]
    pub fn double(x: &mut [f32]) {
        for value in x {
            *value *= 2.0;
        }
    }
}
";

const POINT: &str = "[('x', '<f4'), ('y', '<f4')]";

fn array(dtype: &str, shape: &[u64], data: &[u8]) -> Vec<u8> {
    let dtype = match dtype.strip_prefix('\'') {
        Some(_) => DType::Plain(dtype.trim_matches('\'').parse().unwrap()),
        None => DType::parse(dtype).unwrap(),
    };
    let options = npyz::WriteOptions::new_header_only().dtype(dtype).shape(shape);
    let mut bytes = options.writer(Vec::new()).write_header_only().unwrap();
    bytes.extend(data);
    bytes
}

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// A folder with the kernels, and with `particles.npy` as NumPy wrote it (`tests/data/particles.py`).
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("kernels.rs", KERNELS);
    folder.write("particles.npy", include_bytes!("../data/particles.npy"));
    folder.write("points.npy", array(POINT, &[3], &[0; 24]));
    folder
}

fn call(folder: &Folder, words: &str) -> Outcome {
    folder.run(["call", "kernels.rs"].into_iter().chain(words.split_whitespace()))
}

/// The type and the bytes of the data of a file.
fn file(folder: &Folder, name: &str) -> (DType, Vec<u8>) {
    let bytes = folder.read(name);
    let array = NpyFile::new(bytes.as_slice()).unwrap();
    let dtype = array.dtype();
    (dtype, array.into_inner().to_vec())
}

const WIND: &str = "wind.pos.x=0 wind.pos.y=0 wind.vel=1.5,-1 wind.id=10 wind.flags=0";

#[test]
fn structs_go_in_and_come_out_field_by_field() {
    let folder = folder();
    for target in ["host", "sw_emu"] {
        let words = format!(
            "step --target {target} dt=2.0 {WIND} all=@particles.npy:moved.npy \
             then positions all=@particles.npy out=@points.npy:out.npy"
        );
        call(&folder, &words).success();
        let (dtype, bytes) = file(&folder, "moved.npy");
        assert_eq!(dtype, file(&folder, "particles.npy").0, "{target}");
        assert_eq!(bytes[..16], floats(&[1.0 + 4.0, -1.0, 0.5, 1.0]), "{target}");
        assert_eq!(bytes[16..24], [0, 0, 0, 17, 0, 0, 0, 0], "the id has its highest byte first in the file");
        assert_eq!(bytes[2 * 24 + 20..], [4, 3, 2, 1], "{target}");
        let (dtype, bytes) = file(&folder, "out.npy");
        assert_eq!(dtype, DType::parse(POINT).unwrap());
        assert_eq!(bytes, floats(&[5.0, -1.0, 8.0, 0.0, 11.0, 1.0]), "{target}");
    }
}

/// True if there is a Python with NumPy.
fn numpy() -> bool {
    let found = Command::new("python3").args(["-c", "import numpy"]).output();
    found.is_ok_and(|output| output.status.success())
}

/// Where Python has NumPy, NumPy itself says so.
#[test]
fn numpy_reads_what_was_written() {
    let folder = folder();
    call(&folder, &format!("step dt=2.0 {WIND} all=@particles.npy:moved.npy")).success();
    if !numpy() {
        return;
    }
    let script = "import numpy as np; before, after = np.load('particles.npy'), np.load('moved.npy'); \
                  assert before.dtype == after.dtype; \
                  assert (after['id'] == before['id'] + 10).all(); \
                  assert (after['pos']['x'] == before['pos']['x'] + 2 * (before['vel'][:, 0] + 1.5)).all()";
    let output = folder.limited("", "python3").args(["-c", script]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A packet is a struct of the signals that it has.
#[test]
fn packets_are_structs_of_their_signals() {
    let folder = Folder::new();
    let kernel = "#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn sums(mut input: Receiver<Packet<u32, 0, 8>>, mut output: Sender<Packet<u32, 0, 0, 8>>, n: usize) {
        let mut sum = 0;
        for _ in 0..n {
            let beat = input.recv();
            sum += beat.data;
            if beat.last {
                output.send(Packet::new(sum).with_dest(beat.id()).with_last(true));
                sum = 0;
            }
        }
    }
}
";
    folder.write("kernels.rs", kernel);
    let signals = "('keep', '|u1'), ('strb', '|u1'), ('last', '|b1')";
    let dtype = |last: &str| format!("[('data', '<u4'), {signals}, ('{last}', '<u8')]");
    let beat = |data: u32, last: bool, other: u64| {
        [&data.to_le_bytes()[..], &[15, 15, last.into()], &other.to_le_bytes()].concat()
    };
    let sent = [beat(1, false, 0), beat(2, true, 7), beat(40, true, 0x109), beat(5, false, 0)].concat();
    folder.write("sent.npy", array(&dtype("id"), &[4], &sent));
    for target in ["host", "sw_emu"] {
        let words = format!("sums --target {target} input=@sent.npy output=@sums.npy n=3");
        let left = "input: the kernel has left 1 of the elements\n";
        assert_eq!(call(&folder, &words).success().stdout, left);
        let (found, bytes) = file(&folder, "sums.npy");
        assert_eq!(found, DType::parse(&dtype("dest")).unwrap());
        assert_eq!(bytes, [beat(3, true, 7), beat(40, true, 9)].concat(), "TID has eight bits");
        // Nobody asks for the file of what is written.
        let words = format!("sums --target {target} input=@sent.npy n=4");
        assert_eq!(call(&folder, &words).success().stdout, "output: 2 elements\n");
    }
    call(&folder, "sums input=@sums.npy n=1").fails(1, &["have no field `id` as `Packet<u32, 0, 8, 0>` has"]);
    call(&folder, "sums input=@sent.npy output=sums.npy n=1").fails(2, &["its values go to a file"]);
    let report = ["report", "kernels.rs", "--args", "input=@sent.npy,n=3"];
    assert!(
        folder.run(report).success().stdout.contains("sums (kernels.rs:6): 7 cycles"),
        "of these elements"
    );
}

#[test]
fn elements_that_are_arrays_are_the_last_dimension() {
    let folder = folder();
    folder.write("rows.npy", array("'<f4'", &[2, 3], &floats(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])));
    folder.write("out.npy", array("'<f4'", &[2], &[0; 8]));
    for target in ["host", "sw_emu"] {
        call(&folder, &format!("norms --target {target} n=2 rows=@rows.npy out=@out.npy:norms.npy"))
            .success();
        assert_eq!(file(&folder, "norms.npy").1, floats(&[7.0, 34.0]), "{target}");
        let words = "double x=@rows.npy then norms n=1 rows=@rows.npy out=@out.npy:norms.npy";
        call(&folder, &format!("{words} --target {target}")).success();
        assert_eq!(file(&folder, "norms.npy").1, floats(&[26.0, 0.0]), "one array, as scalars and as rows");
    }
    call(&folder, "norms n=3 rows=@rows.npy out=@out.npy").fails(1, &["3 elements, but the array has 2"]);
    folder.write("narrow.npy", array("'<f4'", &[3, 2], &[0; 24]));
    call(&folder, "norms n=1 rows=@narrow.npy out=@out.npy")
        .fails(1, &["narrow.npy: its shape is (3, 2)", "takes (.., n, 3)", "x.reshape(-1, 3)"]);
}

#[test]
fn structures_that_do_not_fit() {
    let folder = folder();
    let fails = |dtype: &str, words: &[&str]| {
        folder.write("bad.npy", array(dtype, &[1], &[0; 64]));
        call(&folder, "positions all=@particles.npy out=@bad.npy:never.npy").fails(1, words);
    };
    fails("'<f4'", &["argument `out`: bad.npy: its elements are `<f4`", "structs `Point`", POINT]);
    fails("[('x', '<f4')]", &["have no field `y`", POINT]);
    fails("[('x', '<f4'), ('y', '<f8')]", &["the field `y` is `<f8`, the kernel's is f32", "x.astype("]);
    fails("[('y', '<f4'), ('x', '<f4')]", &["in the order y, x, those of `Point` in the order x, y"]);
    fails("[('x', '<f4'), ('', '|V4'), ('y', '<f4')]", &["4 byte(s) of padding after `x`", "repack_fields"]);
    call(&folder, "double x=@points.npy").fails(1, &["its elements are structured, the kernel takes f32"]);
    assert!(!folder.path("never.npy").exists());
}

#[test]
fn structs_by_value_that_are_wrong() {
    let folder = folder();
    let fails = |wind: &str, words: &[&str]| {
        call(&folder, &format!("step dt=2.0 {wind} all=@particles.npy")).fails(2, words);
    };
    fails("", &["the argument `wind` is missing", "fn step(dt: f32, wind: Particle"]);
    fails("wind=1", &["its fields are given one by one", "`wind.pos=.. wind.vel=.."]);
    fails(
        "wind.id=1",
        &["argument `wind`: `wind.pos.x` is missing", "Particle { pos: Point { x: f32, y: f32 }"],
    );
    fails(&format!("{WIND} wind.di=1"), &["`wind` has no field `di`"]);
    fails(&format!("{WIND} wind.vel.1=1"), &["`wind.vel.1` is given twice"]);
    fails(&format!("{WIND} dt.x=1"), &["the argument `dt` is given twice"]);
    call(&folder, &format!("step dt.x=1 {WIND} all=@particles.npy"))
        .fails(2, &["argument `dt` is f32: it has no fields"]);
}
