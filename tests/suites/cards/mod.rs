//! Queues on cards that XRT emulates. The programs are tests that are ignored, which others run in an emulation: `sw_` all in one
//! process, on cards of their own where they leave something behind.
#![allow(clippy::all)]

mod programs;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use sycl_hls_tests::images::{translated, write_hardware_image, write_image, write_image_for};
use sycl_hls_tests::on_xrt::{on_each, run_tests, run_tests_for, tool};
use tempfile::TempDir;

#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[derive(Clone, Copy, Element)]
    pub struct Step {
        pub by: i32,
        pub times: i16,
        pub flags: [u8; 2],
        pub more: [u32; 3],
    }

    #[kernel]
    pub fn vadd(a: &[u32], b: &[u32], sum: &mut [u32]) {
        for i in 0..sum.len() {
            sum[i] = a[i] + b[i];
        }
    }

    #[kernel]
    #[compute_units(3)]
    pub fn affine(m: u32, c: u32, y: &mut [u32]) {
        for i in 0..y.len() {
            y[i] = y[i] * m + c;
        }
    }

    #[kernel]
    pub fn steps(by: Step, k: i8, on: bool, scale: f32, wide: f64, x: &[Step], y: &mut [f64]) {
        for i in 0..x.len() {
            let sum = by.by + x[i].by + by.times as i32 + by.flags[1] as i32 + x[i].more[2] as i32 + k as i32;
            y[i] = if on { sum as f64 * scale as f64 + wide } else { 0.0 };
        }
    }

    /// Every slice is in a bank of its own.
    #[kernel]
    pub fn squares(#[bank(DDR[0])] x: &[u32], #[bank(DDR[1])] y: &mut [u64]) {
        for i in 0..y.len() {
            y[i] = x[i] as u64 * x[i] as u64;
        }
    }

    /// Never ends if `x` is 0.
    #[kernel]
    pub fn spin(x: &[u32], y: &mut [u32]) {
        let mut turns = 0_u64;
        while x[0] == 0 {
            turns = turns.wrapping_add(1);
        }
        y[0] = turns as u32;
    }
}

/// What becomes hardware.
#[sycl_hls::kernels]
mod hardware {
    /// Every slice is in a bank of its own, which XRT forgets in its software emulation.
    #[kernel]
    pub fn mixed(
        first: usize,
        #[bank(DDR[1])] x: &[u8],
        #[bank(PLRAM[2])] y: &mut [i16],
        #[bank(DDR[3])] z: &mut [u64],
    ) {
        for i in first..x.len() {
            y[i] = x[i] as i16 - 300;
            z[i] = z[i] * 3 + x[i] as u64;
        }
    }
}

/// The images that programs use, in a folder whose name has spaces.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| TempDir::with_prefix("a b ").unwrap());

/// The image of this file's kernels, with checks or without.
fn image(checks: bool) -> PathBuf {
    write_image(&translated(file()), checks, FOLDER.path().join(format!("{checks}.xclbin")))
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("suites/cards/mod.rs")
}

/// Runs the programs of this name through each interface.
fn run(target: &str, image: &Path, variables: &[(&str, &Path)], programs: &str, count: usize) {
    let variables = [&[("SYCL_HLS_XCLBIN", image)], variables].concat();
    let programs = format!("cards::programs::{programs}");
    on_each(|interface| {
        let said = run_tests(interface, target, &variables, &["--ignored", "--nocapture", &programs]);
        assert!(said.contains(&format!("{count} passed")), "{said}");
    });
}

#[test]
fn software_emulation() {
    run("sw_emu", &image(true), &[("OTHER_IMAGE", &image(false))], "sw_", 7);
}

/// In a program of its own: an image that is loaded on one card frees the buffers of all.
#[test]
fn memory_that_is_taken() {
    run("sw_emu", &image(true), &[("OTHER_IMAGE", &image(false))], "memory_", 1);
}

#[test]
fn a_kernel_that_stops() {
    run("sw_emu", &image(true), &[("OTHER_IMAGE", &image(false))], "stops_", 1);
}

#[test]
fn a_run_that_takes_too_long() {
    run("sw_emu", &image(true), &[("SYCL_HLS_TIMEOUT", Path::new("3"))], "slow_", 1);
}

/// In `sw_emu` the first bank is as large as all memory of the card, as in images of Vitis, because through OpenCL XRT puts
/// all buffers there: what is larger than the board's bank of 256 MB runs.
#[test]
fn buffers_larger_than_the_first_bank() {
    let image = FOLDER.path().join("u280.xclbin");
    let image = write_image_for("u280", &translated(file())[..1], true, image);
    on_each(|interface| {
        let variables = [("SYCL_HLS_XCLBIN", image.as_path())];
        let programs = ["--ignored", "--nocapture", "cards::programs::large_"];
        let said = run_tests_for("u280", interface, "sw_emu", &variables, &programs);
        assert!(said.contains("1 passed"), "{said}");
    });
}

/// XRT sleeps for most of the time that this takes.
#[test]
fn hardware_emulation() {
    let image = write_hardware_image(&translated(file())[1..], FOLDER.path().join("hardware.xclbin"));
    run("hw_emu", &image, &[], "hw_", 1);
}

/// The host of `docs/xrt.md`, line by line.
#[test]
fn the_host_on_the_page() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/xrt.md");
    let text = std::fs::read_to_string(page).unwrap();
    let (_, section) = text.split_once("## A Rust host\n").unwrap();
    let host = block(section, "rust");
    assert_eq!(host, include_str!("../../hosts/vadd.rs").trim_end(), "the page on the left");
    let place = FOLDER.path().join("page");
    for (name, bytes) in [("src/main.rs", host.into()), ("target/release/vadd", std::fs::read(HOST).unwrap())]
    {
        std::fs::create_dir_all(place.join(name).parent().unwrap()).unwrap();
        std::fs::write(place.join(name), bytes).unwrap();
    }
    let lines: Vec<&str> = block(section, "sh").lines().filter(|line| !line.starts_with("cargo ")).collect();
    let script = format!("set -e; chmod +x target/release/vadd\n{}", lines.join("\n"));
    let path = format!("{}:{}", tool().parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("setsid");
    shell.args(["--wait", "timeout", "--signal=KILL", "100", "sh", "-c", &script]);
    let output = shell.current_dir(&place).env("PATH", path).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let promised = lines.iter().filter_map(|line| Some(line.split_once("# ")?.1));
    let promised: String = promised.map(|line| format!("{line}\n")).collect();
    assert_eq!((said.as_ref(), promised.lines().count()), (promised.as_str(), 2), "{output:?}");
}

/// XRT's OpenCL ends the process that asks it for anything in such environments.
#[test]
fn opencl_is_asked_for_nothing_where_xrt_is_not_complete() {
    let folder = TempDir::new().unwrap();
    let vendors = folder.path().join("xilinx.icd");
    std::fs::write(&vendors, "libxilinxopencl.so.2\n").unwrap();
    let (nothing, empty) = (Path::new(""), folder.path());
    let cases = [
        ("", empty, "drives cards through `xrt` alone"),
        ("hw", empty, "XCL_EMULATION_MODE is `hw`"),
        ("sw_emu", nothing, "XILINX_XRT is not set"),
        ("sw_emu", empty, "where XRT does not find"),
    ];
    for (mode, xrt, reason) in cases {
        let mut program = Command::new(HOST);
        program.envs([("SYCL_HLS_DEVICE", "opencl/sw_emu"), ("XCL_EMULATION_MODE", mode)]);
        program.env("OCL_ICD_VENDORS", &vendors).env_remove("XILINX_XRT");
        if xrt != nothing {
            program.env("XILINX_XRT", xrt);
        }
        let output = program.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && said.contains(reason), "{}: {said}", output.status);
    }
}

/// The program of the page.
const HOST: &str = env!("CARGO_BIN_EXE_xrt-host");

/// The first block of code in this language.
fn block<'t>(text: &'t str, language: &str) -> &'t str {
    let (_, rest) = text.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("\n```").unwrap().0
}
