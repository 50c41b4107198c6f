//! Queues on cards that XRT emulates. The programs are tests that are ignored, which others run in an emulation: `sw_` all in one
//! process, on cards of their own where they leave something behind.
#![allow(missing_docs, clippy::all)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use sycl_hls::{Aspect, Buffer, Error, FaultKind, Platform, Queue, QueueBuilder, Selector};
use sycl_hls_tests::images::{translated, write_hardware_image, write_image};
use sycl_hls_tests::on_xrt::{interface, on_each, run_tests, tool};
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

use kernels::Step;

/// The images that programs use, in a folder whose name has spaces.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| TempDir::with_prefix("a b ").unwrap());

/// The image of this file's kernels, with checks or without.
fn image(checks: bool) -> PathBuf {
    write_image(&translated(file()), checks, FOLDER.path().join(format!("{checks}.xclbin")))
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cards.rs")
}

/// Runs the programs of this name through each interface.
fn run(target: &str, image: &Path, variables: &[(&str, &Path)], programs: &str, count: usize) {
    let variables = [&[("SYCL_HLS_XCLBIN", image)], variables].concat();
    on_each(|interface| {
        let said = run_tests(interface, target, &variables, &["--ignored", "--nocapture", programs]);
        assert!(said.contains(&format!("{count} passed")), "{said}");
    });
}

#[test]
fn software_emulation() {
    run("sw_emu", &image(true), &[("OTHER_IMAGE", &image(false))], "sw_", 6);
}

#[test]
fn a_kernel_that_stops() {
    run("sw_emu", &image(true), &[("OTHER_IMAGE", &image(false))], "stops_", 1);
}

#[test]
fn a_run_that_takes_too_long() {
    run("sw_emu", &image(true), &[("SYCL_HLS_TIMEOUT", Path::new("3"))], "slow_", 1);
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
    assert_eq!(host, include_str!("hosts/vadd.rs").trim_end(), "the page on the left");
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

/// The program of the page.
const HOST: &str = env!("CARGO_BIN_EXE_xrt-host");

/// The first block of code in this language.
fn block<'t>(text: &'t str, language: &str) -> &'t str {
    let (_, rest) = text.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("\n```").unwrap().0
}

/// A queue on a card by its number.
fn card(number: u32) -> QueueBuilder {
    let interface = interface();
    Queue::builder(Selector::by_name(&match number {
        0 => format!("{interface}/sw_emu"),
        _ => format!("{interface}/sw_emu/u200/{number}"),
    }))
}

fn affine(q: &Queue, m: u32, y: &Buffer<u32>) -> sycl_hls::Event {
    q.submit(|h| {
        let y = y.read_write(h);
        h.single_task(kernels::affine::args(m, 1, y))
    })
    .unwrap()
}

fn vadd(q: &Queue, inputs: usize, sums: usize) -> Result<Vec<u32>, Error> {
    let x = Buffer::from_vec((0..inputs as u32).collect());
    let sum = Buffer::from_vec(vec![0; sums]);
    q.submit(|h| {
        let (a, b, sum) = (x.read(h), x.read(h), sum.write(h));
        h.single_task(kernels::vadd::args(a, b, sum))
    })?
    .wait()?;
    sum.into_vec()
}

#[test]
#[ignore = "a program that another test runs"]
fn sw_devices_are_those_of_the_mode() {
    let interface = interface();
    let xrt = Platform::all().into_iter().find(|platform| platform.backend().name() == interface).unwrap();
    assert_eq!((xrt.unavailable(), xrt.devices().len(), xrt.info().vendor.as_str()), (None, 16, "AMD"));
    assert!(xrt.has(Aspect::Emulated) && xrt.has(Aspect::Accelerator));
    let refused = |name: &str| Queue::new(Selector::by_name(name)).unwrap_err().to_string();
    // A card is never emulated in silence, and the other mode is another process'.
    for name in ["", "/0000:3b:00.1", "/hw_emu/u200", "/sw_emu/u50", "/sw_emu/u200/16"] {
        let message = refused(&format!("{interface}{name}"));
        let first = format!("{interface}/sw_emu/u200");
        assert!(message.contains(&first) && message.contains("XCL_EMULATION_MODE"), "{message}");
    }
}

#[test]
#[ignore = "a program that another test runs"]
fn sw_arguments_of_all_kinds() {
    let q = card(0).build().unwrap();
    for n in [0, 1, 1023, 1024, 1025, 300_000, 7] {
        assert_eq!(vadd(&q, n, n).unwrap(), (0..n as u32).map(|x| 2 * x).collect::<Vec<_>>());
    }
    let step = |by| Step { by, times: -3, flags: [200, 7], more: [0, 0, 5] };
    let (x, y) = (Buffer::from_vec(vec![step(10), step(-10)]), Buffer::from_vec(vec![0.0; 2]));
    q.submit(|h| {
        let (x, y) = (x.read(h), y.write(h));
        h.single_task(kernels::steps::args(step(1000), -100, true, 0.5, 1e10, x, y))
    })
    .unwrap();
    assert_eq!(y.into_vec().unwrap(), [919, 899].map(|sum| f64::from(sum) * 0.5 + 1e10));
}

#[test]
#[ignore = "a program that another test runs"]
fn sw_queues_are_ordered_by_buffers() {
    let host = Queue::new(Selector::host()).unwrap();
    let queues = [1, 1, 2].map(|number| card(number).enable_profiling().build().unwrap());
    let y = Buffer::from_vec(vec![1_u32; 100]);
    let mut expected = 1;
    for m in [2, 3, 1, 2, 3, 2] {
        let event = affine(&queues[m as usize % 3], m, &y);
        affine(&host, 2, &y);
        let times = event.profiling().unwrap();
        assert!(times.submit <= times.start && times.start < times.end, "{times:?}");
        expected = (expected * m + 1) * 2 + 1;
    }
    assert_eq!(y.into_vec().unwrap(), vec![expected; 100]);
    // Many at once, on three compute units.
    let buffers: Vec<Buffer<u32>> = (0..24).map(|i| Buffer::from_vec(vec![i; 1000])).collect();
    thread::scope(|scope| {
        for part in buffers.chunks(8) {
            scope.spawn(|| part.iter().cycle().take(16).for_each(|y| drop(affine(&queues[0], 3, y))));
        }
    });
    for (i, y) in (0..).zip(buffers) {
        assert_eq!(y.into_vec().unwrap(), vec![9 * i + 4; 1000]);
    }
}

#[test]
#[ignore = "a program that another test runs"]
fn sw_images_take_turns_on_a_card() {
    let other = std::env::var_os("OTHER_IMAGE").unwrap();
    let queues = [card(3).build().unwrap(), card(3).with_image(other).build().unwrap()];
    let y = Buffer::from_vec(vec![0_u32]);
    for turn in 0..6 {
        affine(&queues[turn % 2], 2, &y);
    }
    assert_eq!(y.into_vec().unwrap(), [63]);
}

/// The two interfaces would break each other's devices.
#[test]
#[ignore = "a program that another test runs"]
fn sw_one_interface_serves_a_process() {
    vadd(&card(7).build().unwrap(), 1, 1).unwrap();
    let other = if interface() == "xrt" { "opencl" } else { "xrt" };
    let q = Queue::new(Selector::by_name(&format!("{other}/sw_emu/u200/7")));
    let message = match q {
        Ok(q) => vadd(&q, 1, 1).unwrap_err().to_string(),
        Err(error) => error.to_string(),
    };
    assert!(message.contains("XRT serves one of the two in a process"), "{message}");
}

#[test]
#[ignore = "a program that another test runs"]
fn stops_with_an_error() {
    let q = card(4).build().unwrap();
    let other = card(4).with_image(std::env::var_os("OTHER_IMAGE").unwrap()).build().unwrap();
    let Err(Error::Kernel(fault)) = vadd(&q, 4, 5) else { panic!("`a` is too short") };
    assert_eq!((fault.kernel.as_str(), fault.kind), ("vadd", FaultKind::Index));
    assert_eq!(fault.message, "index out of bounds: the length of `a` is 4 but the index is 4");
    let at = fault.at.as_ref().unwrap();
    let line = include_str!("cards.rs").lines().nth(at.line as usize - 1).unwrap();
    assert!(at.file.ends_with("cards.rs") && line.contains("sum[i] = a[i] + b[i];"), "{at}");
    // Its compute unit is stuck, as a card's would be; the others are not, but another image cannot come.
    let Err(Error::Kernel(fault)) = vadd(&q, 4, 4) else { panic!("it is stuck") };
    assert!(fault.kind == FaultKind::Lost && fault.message.contains("the index is 4"), "{fault}");
    let y = Buffer::from_vec(vec![u32::MAX, 1]);
    let Err(Error::Kernel(fault)) = affine(&q, 2, &y).wait() else { panic!("it overflows") };
    assert_eq!(fault.kind, FaultKind::Overflow);
    let y = Buffer::from_vec(vec![7]);
    affine(&q, 2, &y);
    assert_eq!(y.into_vec().unwrap(), [15]);
    let message = affine(&other, 2, &Buffer::from_vec(vec![7])).wait().unwrap_err().to_string();
    assert!(message.contains("a kernel has stopped: kernel `"), "{message}");
}

#[test]
#[ignore = "a program that another test runs"]
fn sw_children_may_die() {
    let q = card(5).build().unwrap();
    vadd(&q, 1, 1).unwrap();
    // With XRT's handler of SIGCHLD this would be the end of the program.
    let status = Command::new("sh").args(["-c", "kill -KILL $$"]).status().unwrap();
    assert!(!status.success());
    vadd(&q, 1, 1).unwrap();
}

#[test]
#[ignore = "a program that another test runs"]
fn slow_runs_are_given_up() {
    let q = card(0).build().unwrap();
    let (x, y) = (Buffer::from_vec(vec![0_u32]), Buffer::from_vec(vec![0_u32]));
    let start = Instant::now();
    let spin = q.submit(|h| {
        let (x, y) = (x.read(h), y.write(h));
        h.single_task(kernels::spin::args(x, y))
    });
    let Err(Error::Kernel(fault)) = spin.unwrap().wait() else { panic!("it never ends") };
    assert!(fault.kind == FaultKind::Lost && fault.message.contains("within 3 s"), "{fault}");
    assert!(start.elapsed() < Duration::from_secs(30));
    assert_eq!(vadd(&q, 2, 2).unwrap(), [0, 2]);
}

#[test]
#[ignore = "a program that another test runs"]
fn hw_runs_rtl() {
    let run = |name: &str| {
        let q = Queue::new(Selector::by_name(name)).unwrap();
        let x = Buffer::from_vec((0..200_u8).collect());
        let (y, z) = (Buffer::from_vec(vec![7_i16; 200]), Buffer::from_vec((0..200_u64).collect()));
        q.submit(|h| {
            let (x, y, z) = (x.read(h), y.read_write(h), z.read_write(h));
            h.single_task(hardware::mixed::args(3, x, y, z))
        })
        .unwrap();
        (y.into_vec().unwrap(), z.into_vec().unwrap())
    };
    assert_eq!(run(&format!("{}/hw_emu/u200", interface())), run("host"));
}
