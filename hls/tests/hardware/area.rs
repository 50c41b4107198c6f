//! What hardware takes up, by our estimate.

use sycl_hls_compiler::pass::{HARDWARE, run_all};
use sycl_hls_compiler::rtl::area::{Area, KernelArea, area};
use sycl_hls_compiler::rtl::{Clock, hardware};
use sycl_hls_ir::Module;

use crate::hardware::subject::rust;

fn areas(mut module: Module) -> Vec<(String, KernelArea)> {
    run_all(&mut module, HARDWARE);
    let areas = module.kernels().filter_map(|(_, func)| {
        let (design, plan) = hardware(&module, func, Clock::of_vitis(300.0)).ok()?;
        Some((func.name.clone(), area(&design, &plan)))
    });
    areas.collect()
}

/// The core of the only kernel.
fn core(code: &str) -> Area {
    areas(rust(code))[0].1.core()
}

#[test]
fn what_nobody_looks_at_takes_up_nothing() {
    let of = |index: &str| {
        core(&format!(
            "#[kernel] fn f(n: u64, y: &mut [u32]) {{
                let mut a = [0; 256];
                for i in 0..256 {{ a[i] = i as u32 * 0x0101_0101; }}
                y[0] = a[({index}) as usize];
            }}"
        ))
    };
    // An element's number has 8 bits, however wide it is computed.
    let (narrow, wide) = (of("(n as u8) * 3"), of("(n * 3) & 255"));
    assert!(narrow.ffs.abs_diff(wide.ffs) <= 16, "{narrow:?} {wide:?}");
    assert_eq!((narrow.ramb18s, wide.ramb18s), (1, 1));
}

/// By what yosys makes of such choices.
#[test]
fn a_choice_takes_its_bits() {
    let of = |ty: &str, value: &str| {
        let params = format!("c: bool, d: bool, a: {ty}, b: {ty}, e: {ty}, y: &mut [{ty}]");
        core(&format!("#[kernel] fn f({params}) {{ y[0] = {value}; y[1] = e; y[2] = d as {ty}; }}")).luts
    };
    let choice = |ty: &str| of(ty, "if c { a } else if d { b } else { e }") - of(ty, "if c { a } else { b }");
    let more = choice("u64") - choice("u32");
    assert!((34..=36).contains(&more), "1.1 for each of 32 bits: {more}");
}

/// A sum of floats has all bits, however few of the product's are used.
#[test]
fn floats_are_as_wide_as_they_are() {
    let of = |ty: &str| {
        core(&format!(
            "#[kernel] fn f(x: &[f32], y: &[f32], z: &mut [{ty}]) {{
                for i in 0..z.len() {{ z[i] = ((x[i] + y[i]) * 3.0).to_bits() as {ty}; }}
            }}"
        ))
    };
    let (narrow, wide) = (of("u8").ffs, of("u32").ffs);
    assert!(narrow + 16 >= wide, "only the result is narrow: {narrow} of {wide}");
}

/// What the cycles of one loop share is the loop's own.
#[test]
fn units_of_a_loop_are_in_its_block() {
    let kernel = areas(rust(
        "#[kernel] fn f(x: &[f32], y: &[f32], z: &mut [f32]) {
            #[pipeline(ii = 2)] for i in 0..z.len() { z[i] = (x[i] * 3.0 + 1.0) * y[i]; }
        }",
    ));
    let (_, process) = kernel[0].1.processes.iter().next().unwrap();
    let products = process.blocks.iter().flat_map(|(_, block)| &block.operators);
    let products: Vec<_> = products.filter(|(kind, _)| kind.to_string() == "f32 multiply").collect();
    assert!(matches!(products[..], [(_, group)] if (group.count, group.results) == (1, 2)), "{products:?}");
    assert!(process.units.is_empty(), "{:?}", process.units);
}

#[test]
fn parts_are_the_whole() {
    let whole = &areas(rust(
        "#[kernel] fn f(x: &[f32], y: &mut [f32]) {
            #[pipeline] for i in 0..y.len() { y[i] = x[i] * x[i] + 1.0; }
        }",
    ))[0]
        .1;
    let (_, process) = whole.processes.iter().next().unwrap();
    let blocks: Area = process.blocks.iter().map(|(_, block)| block.total()).sum();
    assert_eq!(process.total(), blocks + process.shared);
    assert_eq!(whole.core(), process.total() + whole.shared);
    assert_eq!(whole.total(), whole.core() + whole.interfaces);
    let operators = whole.operators();
    let dsps: u32 = operators.values().map(|group| group.area.dsps).sum();
    assert_eq!((dsps, whole.core().dsps), (2, 2));
    assert!(operators.keys().any(|kind| kind.to_string() == "f32 add"), "{operators:?}");
}

/// Processes, the channel between them and the array that one hands on have areas of their own, whatever the kernel has more.
#[test]
fn processes_channels_and_shared_memories_are_parts_of_the_whole() {
    let of = |depth: u32| {
        areas(rust(&format!(
            "#[kernel] fn f(x: &[f32], y: &mut [f32]) {{
                let (mut tx, mut rx) = stream::<f32, {depth}>();
                #[dataflow]
                {{
                    let mut a = [0.0_f32; 512];
                    for i in 0..512_usize {{ a[i] = x[i]; tx.send(x[i] * 3.0); }}
                    for i in 0..512_usize {{ y[i] = a[i] + rx.recv(); }}
                }}
            }}"
        )))
        .remove(0)
        .1
    };
    let whole = of(600);
    let processes: Area = whole.processes.iter().map(|(_, process)| process.total()).sum();
    let [memory, channel] =
        [whole.memories.values().next(), whole.channels.values().next()].map(|it| *it.unwrap());
    assert_eq!(whole.core(), processes + memory + channel + whole.shared);
    assert_eq!((memory.ramb18s, channel.ramb18s, processes.ramb18s), (1, 2, 0), "{memory:?} {channel:?}");
    assert_eq!(whole.processes.iter().count(), 3);
    let kinds: Vec<String> = whole.operators().keys().map(ToString::to_string).collect();
    assert!(["f32 add", "f32 multiply"].iter().all(|kind| kinds.iter().any(|it| it == kind)), "{kinds:?}");
    // Few elements lie in look-up tables.
    assert_eq!(of(16).core().ramb18s, 1);
}
