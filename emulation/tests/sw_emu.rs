//! Software emulation with real shared objects, through the backend's interface.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::common::{compile, image, image_for, manifest, manifest_source, metadata, shared_object};
use sycl_hls_backend::{
    Backend, BoardInfo, Device, DeviceKind, Image, KernelArg, LoadError, NativeKernel, Program, Source,
};
use sycl_hls_boards::Board;
use sycl_hls_emulation::SwEmulation;
use sycl_hls_types::{
    ChannelLine, DataflowLines, Digest, FaultKind, KernelInterface, Length, LengthExpr, Location,
    ModuleInterface, Operation, Param, ParamKind, ProcessLine, Scalar, Target, TrapKind, TrapSite,
};
use xclbin_tools::{Builder, Mode, Uuid, Xclbin};

fn u200() -> Arc<dyn Device> {
    SwEmulation::default().devices().into_iter().find(|device| device.info().id == "sw_emu/u200").unwrap()
}

fn param(name: &str, kind: ParamKind) -> Param {
    Param { name: name.into(), kind }
}

fn slice(name: &str, element: Scalar, mutable: bool) -> Param {
    param(name, ParamKind::Slice { element: element.into(), mutable, length: Length::Argument })
}

fn scalar(name: &str, scalar: Scalar) -> Param {
    param(name, ParamKind::Scalar { scalar })
}

fn module_of(kernels: Vec<KernelInterface>) -> ModuleInterface {
    let [abi, code, directives] = ["abi", "code", "directives"].map(Digest::of);
    ModuleInterface { name: "kernels".into(), abi, code, directives, kernels, links: vec![], fp64: vec![] }
}

fn kernel(name: &str, params: Vec<Param>) -> KernelInterface {
    KernelInterface::new(name, params)
}

fn module() -> ModuleInterface {
    let double =
        Length::Expr(LengthExpr::Mul(Box::new(LengthExpr::Param(0)), Box::new(LengthExpr::Const(2))));
    let scalars = ["b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"].iter().zip(Scalar::NATIVE);
    let mut types: Vec<Param> = scalars.map(|(name, ty)| scalar(name, ty)).collect();
    types.push(slice("out", Scalar::F64, true));
    module_of(vec![
        kernel("add", vec![slice("x", Scalar::I32, false), slice("y", Scalar::I32, true)]),
        kernel("types", types),
        kernel(
            "fill",
            vec![
                scalar("n", Scalar::U32),
                param("y", ParamKind::Slice { element: Scalar::U8.into(), mutable: true, length: double }),
                scalar("value", Scalar::U8),
            ],
        ),
        kernel("fail", vec![scalar("status", Scalar::I32), scalar("check", Scalar::U64)]),
        kernel("overlaps", vec![slice("out", Scalar::U32, true)]),
    ])
}

fn sites() -> Vec<TrapSite> {
    vec![
        TrapSite {
            kind: TrapKind::Index,
            operands: vec![Scalar::U64, Scalar::U64],
            object: Some("x".into()),
            at: Location { file: "src/main.rs".into(), line: 3, column: 7 },
        },
        TrapSite {
            kind: TrapKind::Overflow(Operation::Add),
            operands: vec![Scalar::I32, Scalar::I32],
            object: None,
            at: Location { file: "src/main.rs".into(), line: 4, column: 9 },
        },
    ]
}

const SOURCE: &str = r#"
#include <atomic>
#include <cstring>
#include <unistd.h>
extern "C" int32_t sycl_hls_sw_emu_run_add(const void *const *args, uint64_t trap[3]) {
    const int32_t *x = (const int32_t *)args[0];
    uint64_t x_len = *(const uint64_t *)args[1];
    int32_t *y = (int32_t *)args[2];
    uint64_t y_len = *(const uint64_t *)args[3];
    for (uint64_t i = 0; i < y_len; i++) {
        if (i >= x_len) { trap[0] = 0; trap[1] = i; trap[2] = x_len; return 1; }
        if (__builtin_add_overflow(x[i], y[i], &y[i])) {
            trap[0] = 1; trap[1] = (uint64_t)(uint32_t)x[i]; trap[2] = 1; return 1;
        }
    }
    return 0;
}
extern "C" int32_t sycl_hls_sw_emu_run_types(const void *const *args, uint64_t *) {
    double *out = (double *)args[11];
    if (*(const uint64_t *)args[12] != 11) return 9;
    out[0] = *(const bool *)args[0];
    out[1] = *(const uint8_t *)args[1];
    out[2] = *(const uint16_t *)args[2];
    out[3] = *(const uint32_t *)args[3];
    out[4] = (double)*(const uint64_t *)args[4];
    out[5] = *(const int8_t *)args[5];
    out[6] = *(const int16_t *)args[6];
    out[7] = *(const int32_t *)args[7];
    out[8] = (double)*(const int64_t *)args[8];
    out[9] = *(const float *)args[9];
    out[10] = *(const double *)args[10];
    return 0;
}
extern "C" int32_t sycl_hls_sw_emu_run_fill(const void *const *args, uint64_t *) {
    memset((void *)args[1], *(const uint8_t *)args[2], 2 * *(const uint32_t *)args[0]);
    return 0;
}
extern "C" int32_t sycl_hls_sw_emu_run_fail(const void *const *args, uint64_t *trap) {
    trap[0] = *(const uint64_t *)args[1];
    return *(const int32_t *)args[0];
}
static std::atomic<uint32_t> running{0};
extern "C" int32_t sycl_hls_sw_emu_run_overlaps(const void *const *args, uint64_t *) {
    uint32_t before = running++;
    usleep(2000);
    *(uint32_t *)args[0] = before;
    running--;
    return 0;
}
"#;

/// Ends as its argument says, with two words for a process that waits or with a channel's line and count.
const STUCK: &str = r#"
extern "C" int32_t sycl_hls_sw_emu_run_stuck(const void *const *args, uint64_t *report) {
    static const uint64_t words[8] = {1, 12, 5, 10, 2, 0, 0, 0};
    const int32_t status = *(const int32_t *)args[0];
    report[0] = *(const uint64_t *)args[1];
    report[1] = status == 2 ? (uint64_t)words : 10;
    report[2] = status == 2 ? 8 : 3;
    return status;
}
"#;

fn open(bytes: Vec<u8>, modules: Vec<ModuleInterface>) -> Image {
    Image { path: PathBuf::from("k.xclbin"), xclbin: Xclbin::from_bytes(bytes).unwrap(), modules }
}

fn program() -> Arc<dyn Program> {
    let module = module();
    let object = shared_object(&module, sites(), SOURCE);
    let image = open(image(Mode::SwEmu, &[&module], &object), vec![module]);
    u200().load(Source::Image(&image)).unwrap()
}

/// Why the U200 refuses an image.
fn refusal(image: &Image) -> String {
    match u200().load(Source::Image(image)) {
        Err(error @ LoadError::BadImage { .. }) => error.to_string(),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("the image was loaded"),
    }
}

fn refusal_of_object(module: &ModuleInterface, object: &[u8]) -> String {
    refusal(&open(image(Mode::SwEmu, &[module], object), vec![module.clone()]))
}

#[test]
fn processes_that_cannot_go_on_are_reported() {
    let at = |line| Location { file: "k.rs".into(), line, column: 9 };
    let channel =
        ChannelLine { name: "a".into(), depth: 2, writer: Some(12), reader: None, port: false, at: at(2) };
    let lines = DataflowLines {
        channels: BTreeMap::from([(10, channel)]),
        processes: BTreeMap::from([(12, ProcessLine { name: "load".into(), at: at(4) })]),
        waits: BTreeMap::from([(5, at(6))]),
    };
    let module =
        module_of(vec![kernel("stuck", vec![scalar("status", Scalar::I32), scalar("text", Scalar::U64)])]);
    let mut manifest = manifest(&module, Vec::new());
    manifest.dataflow = vec![DataflowLines::default(), lines];
    let object = compile(&(manifest_source(&serde_json::to_string(&manifest).unwrap()) + STUCK));
    let image = open(image(Mode::SwEmu, &[&module], &object), vec![module]);
    let program = u200().load(Source::Image(&image)).unwrap();
    let fault = |status: i32, text: u64| {
        let args = vec![KernelArg::Scalar(status.into()), KernelArg::Scalar(text.into())];
        program.run("stuck", args).unwrap_err().to_string()
    };
    assert_eq!(
        fault(2, 1),
        "kernel `stuck`: deadlock: no process can go on\n  k.rs:6:9: process `load` waits to write to channel `a`, \
         which is full: depth 2, 2 written, 0 read; no process has its other end\n  \
         help: `sycl-hls report` searches for depths that free it"
    );
    assert_eq!(
        fault(3, 1),
        "kernel `stuck`: 3 of the elements in channel `a` are left when its dataflow region ends, at k.rs:2:9"
    );
    assert_eq!(
        fault(2, 0),
        "kernel `stuck`: dataflow region of text 0 failed, which the image does not describe"
    );
    assert!(fault(4, 0).ends_with("there is no memory for the stacks and channels of its processes"));
}

#[test]
fn there_is_one_device_per_board() {
    let devices = SwEmulation::default().devices();
    let ids: Vec<&str> = devices.iter().map(|device| device.info().id.as_str()).collect();
    let known: Vec<String> = Board::all().iter().map(|board| format!("sw_emu/{}", board.name)).collect();
    assert_eq!((ids.len(), ids[0]), (8, "sw_emu/u200"));
    assert_eq!(ids, known);
    let DeviceKind::Board(BoardInfo { target, board, platform }) = &devices[0].info().kind else { panic!() };
    assert_eq!((*target, board.as_str(), platform.as_str()), (Target::SwEmu, "u200", crate::common::U200));
}

#[test]
fn kernels_compute_and_report_failed_checks() {
    let program = program();
    let run = |x: &[i32], y: &mut [i32]| {
        program.run(
            "add",
            vec![KernelArg::Slice(bytemuck::cast_slice(x)), KernelArg::SliceMut(bytemuck::cast_slice_mut(y))],
        )
    };
    let mut y = [10, 20];
    run(&[1, 2], &mut y).unwrap();
    assert_eq!(y, [11, 22]);
    run(&[], &mut []).unwrap();

    let index = run(&[1], &mut y).unwrap_err();
    assert_eq!(
        index.to_string(),
        "kernel `add`: index out of bounds: the length of `x` is 1 but the index is 1, at src/main.rs:3:7"
    );
    assert_eq!(index.kind, FaultKind::Index);
    let overflow = run(&[i32::MAX], &mut [1]).unwrap_err();
    assert_eq!(overflow.message, "attempt to add with overflow: 2147483647 + 1 does not fit i32");
    assert_eq!((overflow.kind, overflow.at.unwrap().line), (FaultKind::Overflow, 4));
}

#[test]
fn scalars_of_every_type_arrive() {
    let mut out = [0.0_f64; 11];
    let mut args: Vec<KernelArg<'_>> = [
        true.into(),
        200_u8.into(),
        60_000_u16.into(),
        4_000_000_000_u32.into(),
        (1_u64 << 52).into(),
        (-3_i8).into(),
        (-4_i16).into(),
        (-5_i32).into(),
        (-6_i64).into(),
        1.5_f32.into(),
        (-2.25_f64).into(),
    ]
    .map(KernelArg::Scalar)
    .into();
    args.push(KernelArg::SliceMut(bytemuck::cast_slice_mut(&mut out)));
    program().run("types", args).unwrap();
    assert_eq!(out, [1.0, 200.0, 6e4, 4e9, 4_503_599_627_370_496.0, -3.0, -4.0, -5.0, -6.0, 1.5, -2.25]);
}

#[test]
fn a_stated_length_is_not_an_argument() {
    let (program, mut y) = (program(), [0_u8; 5]);
    let fill = |n: u32, y: &mut [u8]| {
        let y = KernelArg::SliceMut(y);
        program.run("fill", vec![KernelArg::Scalar(n.into()), y, KernelArg::Scalar(7_u8.into())])
    };
    fill(2, &mut y).unwrap();
    assert_eq!(y, [7, 7, 7, 7, 0]);
    // Memory that is too short never reaches the kernel.
    let error = fill(3, &mut y).unwrap_err();
    assert!(
        error.message.contains("argument 1 of the kernel should be `y: &mut [u8]` of the length"),
        "{error}"
    );
}

#[test]
fn faults_that_the_image_does_not_describe_are_still_errors() {
    let program = program();
    let fail = |status: i32, check: u64| {
        let args = vec![KernelArg::Scalar(status.into()), KernelArg::Scalar(check.into())];
        program.run("fail", args).unwrap_err().to_string()
    };
    assert_eq!(fail(1, 2), "kernel `fail`: check 2 failed, which the image does not describe");
    assert_eq!(fail(-3, 0), "kernel `fail`: its emulated code returned the unknown status -3");
    assert!(fail(1, 1).contains("attempt to add with overflow"));
    let unknown = program.run("other", vec![]).unwrap_err();
    assert!(unknown.to_string().contains("kernel `other`: the image does not have it"), "{unknown}");
    let wrong = program.run("fail", vec![KernelArg::Scalar(1_u32.into())]).unwrap_err();
    assert!(wrong.message.contains("the kernel takes 2"), "{wrong}");
}

#[test]
fn runs_of_one_kernel_do_not_overlap() {
    let program = program();
    let overlaps = || {
        let mut out = [9_u32];
        program.run("overlaps", vec![KernelArg::SliceMut(bytemuck::cast_slice_mut(&mut out))]).unwrap();
        out[0]
    };
    std::thread::scope(|s| {
        let runs = [(); 4].map(|()| s.spawn(overlaps));
        assert_eq!(runs.map(|run| run.join().unwrap()), [0; 4]);
    });
}

#[test]
fn images_for_something_else_are_refused() {
    let module = module();
    let wrong_mode = open(image(Mode::HwEmu, &[&module], b""), vec![]);
    assert_eq!(refusal(&wrong_mode), "k.xclbin: it is an image for HwEmu, not for sw_emu");
    let wrong_platform = open(image_for("xilinx_u50_x", Mode::SwEmu, &[&module], b""), vec![]);
    assert!(refusal(&wrong_platform).contains("it is for platform xilinx_u50_x, not for"));
    let empty = Builder::new(Mode::SwEmu, crate::common::U200, Uuid::nil(), 0)
        .section(&metadata(&[&module]))
        .unwrap()
        .to_bytes()
        .unwrap();
    assert!(refusal(&open(empty, vec![])).contains("it has no BITSTREAM section"));
    let natives: [NativeKernel; 0] = [];
    let error = u200().load(Source::Native(&natives)).err().unwrap();
    assert_eq!(error.to_string(), "sw_emu/u200 cannot run native functions; it runs images");
}

#[test]
fn objects_that_are_none_of_ours_are_refused() {
    let empty = module_of(vec![]);
    let not_elf = refusal_of_object(&empty, b"#!/bin/sh\n");
    assert!(not_elf.contains("its BITSTREAM is no shared object for this host"), "{not_elf}");
    assert!(refusal_of_object(&empty, b"").contains("is no shared object"));
    let foreign = refusal_of_object(&empty, &compile("extern \"C\" int other() { return 1; }"));
    assert!(
        foreign.contains("has no symbol `sycl_hls_sw_emu_manifest`; build the image with sycl-hls"),
        "{foreign}"
    );
    let malformed = refusal_of_object(&empty, &compile(&manifest_source("{")));
    assert!(malformed.contains("manifest is malformed"), "{malformed}");
    let incomplete = refusal_of_object(&empty, &compile(&manifest_source(r#"{"schema": 2}"#)));
    assert!(incomplete.contains("manifest is malformed"), "{incomplete}");
    let newer = refusal_of_object(&empty, &compile(&manifest_source(r#"{"schema": 3}"#)));
    assert!(newer.contains("has schema 3 and this version reads 2; build the image anew"), "{newer}");
    assert!(refusal_of_object(&empty, &compile(&manifest_source("[]"))).contains("has schema none"));
}

#[test]
fn manifest_symbols_and_metadata_have_to_agree() {
    let run = module_of(vec![kernel("run", vec![])]);
    let without_symbol = refusal_of_object(&run, &shared_object(&run, vec![], ""));
    assert!(without_symbol.contains("no symbol `sycl_hls_sw_emu_run_run`"), "{without_symbol}");

    let source =
        "extern \"C\" int32_t sycl_hls_sw_emu_run_run(const void *const *, uint64_t *) { return 0; }";
    let object = shared_object(&run, vec![], source);
    let other = module_of(vec![kernel("run", vec![scalar("n", Scalar::U8)])]);
    let disagree = refusal_of_object(&other, &object);
    assert!(disagree.contains("disagree about kernel `run` of module `kernels`"), "{disagree}");

    // The entry point has the name that the kernel has in C++.
    let mut renamed = manifest(&module_of(vec![kernel("int", vec![])]), vec![]);
    renamed.kernels[0].symbol = "run".into();
    let object = compile(&(manifest_source(&serde_json::to_string(&renamed).unwrap()) + source));
    let image = open(image(Mode::SwEmu, &[], &object), vec![]);
    u200().load(Source::Image(&image)).unwrap().run("int", vec![]).unwrap();
}
