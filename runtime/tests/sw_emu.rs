//! Queues on emulated boards, with real images: C++ compiled by g++, packaged by xclbin-tools.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use crate::common::host;
use emulated::INTERFACE;
use sycl_hls::access::ReadWrite;
use sycl_hls::{
    Accessor, BackendKind, Buffer, BundleState, Device, Download, Errc, Error, Event, FaultKind, ImageCall,
    KernelBundle, NdRange, Queue, Selector,
};
use sycl_hls_boards::{Board, Catalogue};
use sycl_hls_types::{Digest, Location, ModuleInterface, Operation, Scalar, TrapKind, TrapSite};
use tempfile::TempDir;
use xclbin_tools::Mode;

/// Kernels that exist as Rust and as C++.
mod emulated {
    use sycl_hls::__private::*;

    use crate::common::kernels::launcher;

    pub const INTERFACE: &str = r#"{"name":"emulated","abi":"a","code":"c","directives":"d","kernels":[
        {"name":"scale","params":[
            {"name":"m","kind":"scalar","scalar":"u32"},
            {"name":"y","kind":"slice","element":"u32","mutable":true,"length":"argument"}]},
        {"name":"fill","params":[
            {"name":"n","kind":"scalar","scalar":"u32"},
            {"name":"y","kind":"slice","element":"u32","mutable":true,"length":{"expr":{"param":0}}}]},
        {"name":"grouped","work_group":[4],"params":[
            {"name":"groups","kind":"scalar","scalar":"u64"},
            {"name":"y","kind":"slice","element":"u32","mutable":true,"length":"argument"}]}
    ]}"#;

    static MODULE: ModuleInfo = ModuleInfo::new(
        INTERFACE,
        &[
            NativeKernel { name: "scale", run: scale::run },
            NativeKernel { name: "fill", run: fill::run },
            NativeKernel { name: "grouped", run: grouped::run },
        ],
    );

    pub fn scale(m: u32, y: &mut [u32]) {
        y.iter_mut().for_each(|y| *y *= m);
    }

    pub fn fill(n: u32, y: &mut [u32]) {
        y.fill(n);
    }

    pub fn grouped(groups: u64, y: &mut [u32]) {
        y.fill(groups as u32);
    }

    launcher!(0, scale(m: scalar u32, y: slice_mut u32));
    launcher!(1, fill(n: scalar u32, y: slice_mut u32));
    launcher!(2, grouped(groups: scalar u64, y: slice_mut u32));
}

/// `scale` checks its product, and adds one to show that it is not the Rust function.
const SOURCE: &str = r#"
extern "C" int32_t sycl_hls_sw_emu_run_scale(const void *const *args, uint64_t trap[3]) {
    uint32_t m = *(const uint32_t *)args[0], *y = (uint32_t *)args[1];
    uint64_t len = *(const uint64_t *)args[2];
    for (uint64_t i = 0; i < len; i++) {
        uint64_t product = (uint64_t)m * y[i];
        if (product >> 32) { trap[0] = 0; trap[1] = m; trap[2] = y[i]; return 1; }
        y[i] = (uint32_t)product + 1;
    }
    return 0;
}
extern "C" int32_t sycl_hls_sw_emu_run_fill(const void *const *args, uint64_t *) {
    uint32_t n = *(const uint32_t *)args[0], *y = (uint32_t *)args[1];
    for (uint32_t i = 0; i < n; i++) y[i] = n;
    return 0;
}
extern "C" int32_t sycl_hls_sw_emu_run_grouped(const void *const *args, uint64_t *) {
    uint64_t groups = *(const uint64_t *)args[0], len = *(const uint64_t *)args[2];
    for (uint64_t i = 0; i < len; i++) ((uint32_t *)args[1])[i] = groups;
    return 0;
}
"#;

fn module() -> ModuleInterface {
    serde_json::from_str(INTERFACE).unwrap()
}

static OBJECT: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let site = TrapSite {
        kind: TrapKind::Overflow(Operation::Mul),
        operands: vec![Scalar::U32, Scalar::U32],
        object: None,
        at: Location { file: "src/main.rs".into(), line: 12, column: 34 },
    };
    crate::images::shared_object(&module(), vec![site], SOURCE)
});

/// The image of this program's module.
fn good() -> Vec<u8> {
    crate::images::image(Mode::SwEmu, &[&module()], &OBJECT)
}

/// An image of another version of the module.
fn stale() -> Vec<u8> {
    let module = ModuleInterface { code: Digest::of("old"), ..module() };
    crate::images::image(Mode::SwEmu, &[&module], &OBJECT)
}

fn write(folder: &TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, bytes).unwrap();
    path
}

/// A queue on the emulated U200 that uses the image in a file.
fn queue_with(path: &Path) -> Result<Queue, Error> {
    Queue::builder(Selector::sw_emu("u200")).with_image(path).build()
}

fn u200() -> Queue {
    let folder = tempfile::tempdir().unwrap();
    queue_with(&write(&folder, "k.xclbin", &good())).unwrap()
}

fn scale(q: &Queue, m: u32, y: &Buffer<u32>) -> Result<Event, Error> {
    q.submit(|h| {
        let y = y.read_write(h);
        h.single_task(emulated::scale::args(m, y))
    })
}

#[test]
fn kernels_run_as_the_image_has_them() {
    let (q, y) = (u200(), Buffer::from_vec(vec![1_u32, 2, 3]));
    scale(&q, 10, &y).unwrap().wait().unwrap();
    q.submit(|h| {
        let y = y.write(h);
        h.single_task(emulated::fill::args(2, y))
    })
    .unwrap();
    assert_eq!(y.into_vec().unwrap(), [2, 2, 31]);
    assert_eq!(q.device().info().id, "sw_emu/u200");
}

/// Rows: F325.
#[test]
fn a_board_moves_elements_before_it_has_a_program() {
    let q = Queue::new(Selector::sw_emu("u200")).unwrap();
    let (x, y) = (Buffer::from_vec(vec![1_u32, 2]), Buffer::from_vec(vec![0_u32; 2]));
    q.copy(&x, &y).unwrap();
    q.fill(&x, 9).unwrap();
    let copied = Download::new();
    q.copy(&y, &copied).unwrap().wait().unwrap();
    q.wait().unwrap();
    assert_eq!((copied.take(), x.into_vec().unwrap()), (Some(vec![1, 2]), vec![9; 2]));
}

#[test]
fn failed_checks_tell_reason_and_place_and_poison() {
    let (q, y) = (u200(), Buffer::from_vec(vec![1_u32, 1 << 31]));
    let error = scale(&q, 2, &y).unwrap().wait().unwrap_err();
    let Error::Kernel(fault) = &error else { panic!("{error:?}") };
    assert_eq!(fault.kind, FaultKind::Overflow);
    assert_eq!(
        error.to_string(),
        "kernel `scale`: attempt to multiply with overflow: 2 * 2147483648 does not fit u32, at src/main.rs:12:34"
    );
    assert!(matches!(scale(&host(), 2, &y).unwrap().wait(), Err(Error::Poisoned(_))));
    assert!(matches!(y.into_vec(), Err(Error::Poisoned(_))));
}

#[test]
fn commands_are_ordered_across_devices() {
    let (host, u200, y) = (host(), u200(), Buffer::from_vec(vec![1_u32]));
    for _ in 0..4 {
        scale(&host, 3, &y).unwrap();
        scale(&u200, 2, &y).unwrap();
    }
    // y = 3y on the host, then y = 2y + 1 on the board.
    assert_eq!(y.into_vec().unwrap(), (0..4).fold(vec![1], |y, _| vec![6 * y[0] + 1]));
}

#[test]
fn a_queues_image_is_checked_when_the_queue_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let refusal = |name: &str, bytes: &[u8]| {
        let path = write(&folder, name, bytes);
        let error = queue_with(&path).unwrap_err();
        assert!(matches!(error, Error::Load(_)), "{error:?}");
        assert_eq!(error.code(), Errc::Build);
        let text = error.to_string();
        assert!(text.starts_with(path.to_str().unwrap()), "{text}");
        text
    };
    let u50 = crate::images::image_for("xilinx_u50_x", Mode::SwEmu, &[&module()], &OBJECT);
    assert!(refusal("u50.xclbin", &u50).contains("it is for platform xilinx_u50_x, not for"));
    let hw = crate::images::image(Mode::Flat, &[&module()], &OBJECT);
    assert!(refusal("hw.xclbin", &hw).contains("it is an image for Flat, not for sw_emu"));
    assert!(refusal("short.xclbin", &good()[..good().len() - 1]).contains("cut short"));
    let foreign = crate::images::image(Mode::SwEmu, &[&module()], b"#!/bin/sh");
    assert!(refusal("foreign.xclbin", &foreign).contains("no shared object for this host"));
    assert!(
        queue_with(&folder.path().join("none")).unwrap_err().to_string().contains("none: cannot read it")
    );

    let path = write(&folder, "k.xclbin", &good());
    let error = Queue::builder(Selector::host()).with_image(path).build().unwrap_err();
    assert!(matches!(&error, Error::Invalid(text) if text.contains("the host runs no images")), "{error}");
}

/// Rows: F287, F289, F311.
#[test]
fn a_bundle_has_the_kernels_of_an_image() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(&folder, "k.xclbin", &good());
    let q = Queue::new(Selector::sw_emu("u200")).unwrap();
    let devices = [q.device().clone()];
    let [scale_id, fill_id] = [emulated::scale::id(), emulated::fill::id()];
    let bundle = KernelBundle::from_image(q.context(), &devices, &[scale_id], &path).unwrap();
    assert!(bundle.has_kernel(scale_id) && !bundle.has_kernel(fill_id));
    let y = Buffer::from_vec(vec![1_u32, 2]);
    q.submit(|h| {
        h.use_kernel_bundle(&bundle)?;
        let y = y.read_write(h);
        h.single_task(emulated::scale::args(10, y))
    })
    .unwrap();
    let absent = q.submit(|h| {
        h.use_kernel_bundle(&bundle)?;
        let y = y.write(h);
        h.single_task(emulated::fill::args(2, y))
    });
    assert_eq!(absent.unwrap_err().code(), Errc::KernelNotSupported);
    assert_eq!(y.into_vec().unwrap(), [11, 21]);

    // No folder for images has one with these kernels.
    assert!(!q.device().can_run(&[scale_id]) && q.device().can_run(&[]));
    let none = KernelBundle::new(q.context(), &devices, &[scale_id], BundleState::Executable).unwrap_err();
    assert_eq!(none.code(), Errc::Invalid);
    assert!(
        none.to_string().starts_with("no device of the bundle can run kernel `scale`: no image"),
        "{none}"
    );
    let short = write(&folder, "short.xclbin", &good()[..good().len() - 1]);
    let damaged = KernelBundle::from_image(q.context(), &devices, &[scale_id], short).unwrap_err();
    assert_eq!(damaged.code(), Errc::Build);
}

/// Rows: F203, F224, F225, F293.
#[test]
fn kernels_of_an_image_run_by_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(&folder, "k.xclbin", &good());
    let q = Queue::new(Selector::sw_emu("u200")).unwrap();
    let bundle = KernelBundle::from_image(q.context(), &[q.device().clone()], &[], &path).unwrap();
    let scale = bundle.kernel("scale").unwrap();
    assert_eq!((scale.name(), scale.num_args(), scale.attributes()), ("scale", 2, String::new()));
    assert_eq!(
        (scale.bundle(), scale.context(), scale.backend()),
        (&bundle, q.context(), BackendKind::SwEmu)
    );
    let y = Buffer::from_vec(vec![1_u32, 2, 3]);
    q.submit(|h| {
        // It is no kernel of this one.
        h.use_kernel_bundle(&KernelBundle::new(
            q.context(),
            &[q.device().clone()],
            &[],
            BundleState::Executable,
        )?)?;
        let y = y.read_write(h);
        h.launch(scale.call().set_arg(1, y).set_arg(0, 10_u32))
    })
    .unwrap();
    let refused = |call: for<'h> fn(ImageCall<'h>, Accessor<'h, u32, ReadWrite>) -> ImageCall<'h>| {
        let run = q.submit(|h| {
            let y = y.read_write(h);
            h.launch(call(scale.call(), y))
        });
        let error = run.unwrap_err();
        (error.code(), error.to_string())
    };
    for (call, code, text) in [
        (refused(|call, y| call.set_arg(1, y)), Errc::KernelArgument, "argument `m` is not set"),
        (
            refused(|call, y| call.set_arg(0, y)),
            Errc::KernelArgument,
            "argument `m` is a number of type `u32`",
        ),
        (
            refused(|call, _| call.set_arg(0, 1_u64)),
            Errc::KernelArgument,
            "argument `m` is a number of type `u32`",
        ),
        (refused(|call, _| call.set_arg(1, 1_u32)), Errc::KernelArgument, "argument `y` is an accessor"),
        (
            refused(|call, y| call.set_arg(2, y)),
            Errc::Invalid,
            "kernel `scale` has no argument 2: it takes 2",
        ),
    ] {
        assert_eq!(call.0, code, "{}", call.1);
        assert!(call.1.contains(text), "{}", call.1);
    }
    let bytes = Buffer::from_vec(vec![0_u8; 8]);
    let wrong = q.submit(|h| {
        let bytes = bytes.write(h);
        h.launch(scale.call().set_arg(0, 2_u32).set_arg(1, bytes))
    });
    assert!(
        wrong
            .unwrap_err()
            .to_string()
            .contains("argument `y` has elements of 4 bytes, and is bound to ones of 1")
    );
    let read_only = q.submit(|h| {
        let y = y.read(h);
        h.launch(scale.call().set_arg(0, 2_u32).set_arg(1, y))
    });
    assert!(read_only.unwrap_err().to_string().contains("argument `y` is an accessor that writes"));
    let elsewhere = Queue::new(Selector::sw_emu("u280")).unwrap().submit(|h| {
        let y = y.read_write(h);
        h.launch(scale.call().set_arg(0, 2_u32).set_arg(1, y))
    });
    assert_eq!(elsewhere.unwrap_err().code(), Errc::KernelNotSupported);
    assert_eq!(bundle.kernel("other").unwrap_err().code(), Errc::Invalid);
    assert_eq!(y.into_vec().unwrap(), [11, 21, 31]);
}

/// Rows: F212, F293.
#[test]
fn kernels_of_an_image_check_their_work_groups() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(&folder, "k.xclbin", &good());
    let q = Queue::new(Selector::sw_emu("u200")).unwrap();
    let bundle = KernelBundle::from_image(q.context(), &[q.device().clone()], &[], &path).unwrap();
    let grouped = bundle.kernel("grouped").unwrap();
    assert_eq!(grouped.attributes(), "reqd_work_group_size(4)");
    let y = Buffer::from_vec(vec![0_u32; 3]);
    let run = |range: NdRange<1>| {
        q.submit(|h| {
            let y = y.read_write(h);
            h.launch(grouped.call().over_groups(range).set_arg(1, y))
        })
    };
    run(NdRange::new([20], [4])).unwrap();
    for (range, text) in [
        (NdRange::new([10], [5]), "demands groups of [4] items, and the range has groups of [5]"),
        (NdRange::new([10], [4]), "[10] items are not a whole number of groups of [4]"),
    ] {
        let error = run(range).unwrap_err();
        assert_eq!(error.code(), Errc::NdRange);
        assert!(error.to_string().contains(text), "{error}");
    }
    let on_host = Buffer::from_vec(vec![0_u32; 3]);
    host()
        .submit(|h| {
            let y = on_host.read_write(h);
            h.single_task(emulated::grouped::args(5, y))
        })
        .unwrap();
    assert_eq!(y.into_vec().unwrap(), on_host.into_vec().unwrap());
}

/// Rows: F364.
#[test]
fn a_queues_image_must_have_the_program_s_kernels() {
    let folder = tempfile::tempdir().unwrap();
    let y = Buffer::from_vec(vec![1_u32]);
    let path = write(&folder, "stale.xclbin", &stale());
    let error = scale(&queue_with(&path).unwrap(), 2, &y).unwrap_err();
    assert!(
        matches!(&error, Error::StaleImage(stale) if stale.path == path && stale.what == "code"),
        "{error}"
    );
    assert_eq!(error.code(), Errc::KernelNotSupported);

    let other = ModuleInterface { name: "other".into(), ..module() };
    let path = write(&folder, "other.xclbin", &crate::images::image(Mode::SwEmu, &[&other], &OBJECT));
    let error = scale(&queue_with(&path).unwrap(), 2, &y).unwrap_err();
    assert!(error.to_string().ends_with("it has no module `emulated`; modules: other"), "{error}");
    // The error is synchronous: nothing was enqueued.
    assert_eq!(y.into_vec().unwrap(), [1]);
}

/// Rows: F008, F042.
#[test]
fn devices_are_the_same_ones_every_time() {
    let ids: Vec<String> = Device::all().iter().map(|device| device.info().id.clone()).collect();
    let boards = ["u200", "u250", "u280", "u50", "u55c", "vck5000", "aws-f1", "aws-f2"];
    let emulated = ["sw_emu", "hw_emu"].map(|target| boards.map(|board| format!("{target}/{board}")));
    assert_eq!(ids[0], "host");
    assert_eq!(ids[1..], emulated.concat());
    assert_eq!(Device::all(), Device::all());
    assert_ne!(Device::all()[0], Device::all()[1]);
    let set: std::collections::HashSet<Device> = Device::all().into_iter().chain(Device::all()).collect();
    assert_eq!(set.len(), ids.len());
    assert_eq!(u200().device(), &Device::all()[1]);
    assert_eq!(format!("{:?}", Device::all()[1]), "Device(\"sw_emu/u200\")");
    for id in &ids {
        assert_eq!(&Queue::new(Selector::by_name(id)).unwrap().device().info().id, id);
    }
}

/// What a program prints that runs `scale` on the device of its environment: see `program`.
fn run_program(environment: &[(&str, &Path)]) -> String {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "sw_emu::program", "--ignored", "--nocapture"])
        .env_remove("CARGO_MANIFEST_DIR")
        .envs([("SYCL_HLS_DEVICE", "sw_emu"), ("SYCL_HLS_BOARD", "u200")])
        .envs(environment.iter().copied())
        .output()
        .unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
#[ignore = "the program that other tests run"]
fn program() {
    let q = match Queue::new(Selector::from_env()) {
        Ok(q) => q,
        Err(error) => return println!("no queue: {error}"),
    };
    let y = Buffer::from_vec(vec![1_u32]);
    for _ in 0..2 {
        match scale(&q, 10, &y) {
            Ok(_) => println!("on {}: {}", q.device().info().id, y.host_read().unwrap()[0]),
            Err(error) => println!("error: {error}"),
        }
    }
}

/// How many libraries of kernels are mapped into this process.
fn libraries() -> usize {
    let maps = fs::read_to_string("/proc/self/maps").unwrap();
    let of_kernels = maps.lines().filter(|line| line.contains("memfd:") && line.contains(" r-xp "));
    of_kernels.count()
}

/// In a process of its own: tests beside it load kernels, too.
#[test]
#[ignore = "the program that another test runs"]
fn releasing_program() {
    let before = libraries();
    let (q, y) = (u200(), Buffer::from_vec(vec![1_u32, 1 << 30]));
    scale(&q, 2, &y).unwrap().wait().unwrap();
    assert_eq!(libraries(), before + 1);
    let failed = scale(&q, 9, &y).unwrap();
    assert!(failed.wait().is_err());
    let clone = q.clone();
    drop((q, y, failed));
    assert_eq!(libraries(), before + 1);
    drop(clone);
    println!("{} libraries are left", libraries() - before);
}

/// Rows: F335.
#[test]
fn kernels_are_unloaded_with_the_last_handle() {
    let program = ["--exact", "sw_emu::releasing_program", "--ignored", "--nocapture"];
    let output = Command::new(std::env::current_exe().unwrap()).args(program).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("0 libraries are left"), "{said}{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_program_finds_its_image() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder, "I/u200/sw_emu/k.xclbin", &good());
    let named = write(&folder, "named.xclbin", &good());
    let old = write(&folder, "stale.xclbin", &stale());
    write(&folder, "M/build/u200/sw_emu/k.xclbin", &good());
    write(&folder, "S/u200/sw_emu/k.xclbin", &stale());
    let (i, m, s) = (folder.path().join("I"), folder.path().join("M"), folder.path().join("S"));

    for environment in
        [[("SYCL_HLS_IMAGES", &*i)], [("SYCL_HLS_XCLBIN", &*named)], [("CARGO_MANIFEST_DIR", &*m)]]
    {
        let output = run_program(&environment);
        assert!(output.contains("on sw_emu/u200: 11\n"), "{output}");
        assert!(output.contains("on sw_emu/u200: 111\n"), "{output}");
    }
    let output = run_program(&[("SYCL_HLS_XCLBIN", &old), ("SYCL_HLS_IMAGES", &i)]);
    assert!(output.contains("error: ") && output.contains("is not that of this program"), "{output}");
    let output = run_program(&[("SYCL_HLS_IMAGES", &s)]);
    assert!(
        output.contains("rebuild the image with `sycl-hls build --board u200 --target sw_emu`"),
        "{output}"
    );
    let output = run_program(&[]);
    assert!(
        output.contains("error: no image has the kernels of module `emulated` for sw_emu/u200"),
        "{output}"
    );
    let on_host = run_program(&[("SYCL_HLS_DEVICE", Path::new("host"))]);
    assert!(on_host.contains("on host: 10\n"), "{on_host}");
}

#[test]
fn a_program_finds_the_boards_of_its_project() {
    let u200 = Catalogue::default().text_of(Board::by_name("u200").unwrap()).unwrap();
    let mine = u200.replace("\"u200\"", "\"mine\"").replace("xilinx_u200_", "me_mine_");
    let platform = "me_mine_gen3x16_xdma_2_202110_1";
    assert!(mine.contains(platform));
    let folder = tempfile::tempdir().unwrap();
    write(&folder, "boards/mine.toml", mine.as_bytes());
    let image = crate::images::image_for(platform, Mode::SwEmu, &[&module()], &OBJECT);
    write(&folder, "build/mine/sw_emu/k.xclbin", &image);
    let (project, boards, images) =
        (folder.path(), folder.path().join("boards"), folder.path().join("build"));
    let on_mine = [("SYCL_HLS_DEVICE", Path::new("sw_emu/mine"))];
    let output = run_program(&[on_mine[0], ("CARGO_MANIFEST_DIR", project)]);
    assert!(output.contains("on sw_emu/mine: 11\n"), "{output}");
    let output = run_program(&[on_mine[0], ("SYCL_HLS_BOARDS", &boards), ("SYCL_HLS_IMAGES", &images)]);
    assert!(output.contains("on sw_emu/mine: 11\n"), "{output}");
    let output = run_program(&on_mine);
    assert!(output.contains("no queue: there is no board `mine`"), "{output}");
    let output = run_program(&[("SYCL_HLS_DEVICE", Path::new("sw_emu/v80"))]);
    assert!(
        output.contains("no queue: the board v80 (AMD Alveo V80) is not supported: it has no"),
        "{output}"
    );
    write(&folder, "boards/mine.toml", mine.replace("slrs = 3", "slrs = 4").as_bytes());
    let output = run_program(&[on_mine[0], ("CARGO_MANIFEST_DIR", project)]);
    assert!(output.contains("boards/mine.toml:10: there are 4 regions, and resources of 3; "), "{output}");
    let output = run_program(&[("CARGO_MANIFEST_DIR", project)]);
    assert!(output.contains("no image has the kernels"), "other boards are as they were: {output}");
}
