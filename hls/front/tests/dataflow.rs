//! Kernels with streams: their KIR computes what plain Rust computes.

use sycl_hls_front::{find_modules, translate};
use sycl_hls_ir::interp::{self, Arg};
use sycl_hls_ir::{Module, OpKind, Source, check};

/// The kernels of a text.
fn kernels(text: &str) -> Module {
    let mut modules = find_modules(text).expect("Rust");
    let source = Source::new("dataflow.rs", None);
    let translation = translate(&mut modules[0], source);
    assert_eq!(translation.diagnostics, []);
    let module = translation.module.expect("no error");
    assert_eq!(check(&module), Ok(()));
    module
}

fn corpus() -> Module {
    kernels(include_str!("../../../tests/kernels/dataflow.rs"))
}

fn words(values: &[u32]) -> Arg {
    Arg::Slice(values.iter().map(|value| (*value).into()).collect())
}

/// Runs a kernel that takes slices of `u32`; gives the last one.
fn run(module: &Module, kernel: &str, slices: &[&[u32]]) -> Result<Vec<u32>, interp::Error> {
    let mut funcs = module.funcs.iter();
    let func = funcs.find(|(_, func)| func.name == kernel).expect("the kernel").0;
    let mut args: Vec<Arg> = slices.iter().map(|slice| words(slice)).collect();
    interp::run(module, func, &mut args)?;
    let Some(Arg::Slice(result)) = args.pop() else { panic!("a slice") };
    Ok(result
        .iter()
        .map(|value| u32::try_from(value.bits().expect("an integer")).expect("32 bits"))
        .collect())
}

#[test]
fn producers_and_consumers_run_at_the_same_time() {
    let a: Vec<u32> = (0..100).collect();
    let b: Vec<u32> = (0..100).map(|i| i * i).collect();
    let expected: Vec<u32> = a.iter().zip(&b).map(|(a, b)| a + b).collect();
    assert_eq!(run(&corpus(), "vadd", &[&a, &b, &[0; 100]]).unwrap(), expected);
}

#[test]
fn arrays_and_scalars_reach_the_next_process_in_each_iteration_of_a_loop() {
    let x: Vec<u32> = (1..=12).collect();
    let expected: Vec<u32> = x.chunks(4).flat_map(|block| [block.iter().sum::<u32>(); 4]).collect();
    assert_eq!(run(&corpus(), "blocks", &[&x, &[0; 12]]).unwrap(), expected);
}

#[test]
fn a_function_that_returns_early_goes_on_in_its_process() {
    assert_eq!(run(&corpus(), "poll", &[&[1, 2, 9, 4, 5], &[0; 3]]).unwrap(), [9, 4, 5]);
}

#[test]
fn the_region_that_uses_a_stream_declares_it() {
    let module = corpus();
    let channels = |name: &str| {
        let (_, func) = module.funcs.iter().find(|(_, func)| func.name == name).expect("the kernel");
        let declared = func.ops_in_order().into_iter().filter_map(|op| match func.ops[op].kind {
            OpKind::DeclareChannel(channel) => {
                Some((func.channels[channel].name.clone(), func.channels[channel].depth))
            }
            _ => None,
        });
        declared.collect::<Vec<_>>()
    };
    let named = |list: &[(&str, u64)]| {
        list.iter().map(|(name, depth)| ((*name).to_owned(), *depth)).collect::<Vec<_>>()
    };
    assert_eq!(channels("vadd"), named(&[("a", 16), ("b", 16), ("s", 2)]));
    assert_eq!(channels("blocks"), named(&[("tx", 4)]));
}

#[test]
fn memory_of_a_region_has_its_first_value_in_each_iteration() {
    assert_eq!(run(&corpus(), "histograms", &[&[0, 2, 4, 1, 1, 3, 5, 2], &[0; 4]]).unwrap(), [3, 1, 1, 3]);
}
