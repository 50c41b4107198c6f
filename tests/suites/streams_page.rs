//! `docs/streams.md` tells the truth: its kernels are Rust, compute what it says, and take the cycles that it says; the deadlock is
//! the one that it shows.

use expect_test::expect_file;
use sycl_hls_compiler::pass::{HARDWARE, run_all};
use sycl_hls_compiler::rtl::predict::{Inputs, predict};
use sycl_hls_emulation::simulator::{BankModel, Configuration};
use sycl_hls_ir::Module;
use sycl_hls_ir::interp::{self, Arg};
use sycl_hls_tests::page::{block, complaints, hardware, module, page, source};
use sycl_hls_tests::simulated::Hardware;
use sycl_hls_tests::{is_all, value};

/// The kernels of the page, in order.
const KERNELS: [&str; 7] = ["roots", "roots", "roots", "roots", "bytes", "runs", "remaining"];

fn blocks<'p>(mut rest: &'p str, kind: &str) -> Vec<&'p str> {
    let mut found = Vec::new();
    while let Some((text, after)) = block(rest, kind) {
        found.push(text);
        rest = after;
    }
    found
}

/// They are a module of this package, so that rustc has seen them: `UPDATE_EXPECT=1` writes it anew.
#[test]
fn kernels_are_rust() {
    let page = page("streams.md");
    let examples = blocks(&page, "rust");
    let name = |items: &&str| module(items).kernels().map(|(_, kernel)| kernel.name.clone()).collect();
    let names: Vec<String> = examples.iter().map(name).collect();
    assert_eq!(names, KERNELS);
    let modules = examples.iter().enumerate();
    let modules = modules.map(|(index, items)| {
        assert_eq!(complaints(items), [""; 0], "example {index}");
        format!("mod example_{index} {{\n{}}}\n", source(items))
    });
    let text = format!("//! The kernels of `docs/streams.md`.\n\n{}", modules.collect::<String>());
    expect_file!["../kernels/streams_page.rs"].assert_eq(&text);
}

/// What a kernel leaves in its second slice.
fn run(module: &Module, x: &[u32], results: usize) -> Result<Vec<u32>, interp::Error> {
    let (kernel, _) = module.kernels().next().unwrap();
    let slice = |values: &[u32]| Arg::Slice(values.iter().map(|value| (*value).into()).collect());
    let mut args = [slice(x), slice(&vec![0; results])];
    interp::run(module, kernel, &mut args)?;
    let [_, Arg::Slice(y)] = args else { panic!("a slice") };
    Ok(y.iter().map(|value| u32::try_from(value.bits().unwrap()).unwrap()).collect())
}

#[test]
fn kernels_compute_what_the_page_says() {
    let page = page("streams.md");
    let modules: Vec<Module> = blocks(&page, "rust").into_iter().map(module).collect();
    let x: Vec<u32> = (0..40).map(|i| i * i * i * 777).collect();
    let roots: Vec<u32> = x.iter().map(|x| x.isqrt()).collect();
    for module in &modules[..4] {
        assert_eq!(run(module, &x, x.len()).unwrap(), roots);
    }
    assert_eq!(run(&modules[4], &[0x102, 0x304, 5, 0x600], 4).unwrap(), [3, 7, 5, 6]);
    assert_eq!(run(&modules[5], &[9, 9, 9, 1, 4, 4], 4).unwrap(), [3, 1, 2, 0]);
    let x: Vec<u32> = (0..4096).collect();
    let rest: Vec<u32> = x.iter().map(|i| (i + 1..(i / 1024 + 1) * 1024).sum()).collect();
    assert_eq!(run(&modules[6], &x, 4096).unwrap(), rest);
}

#[test]
fn the_deadlock_is_the_one_that_is_shown() {
    let page = page("streams.md");
    let module = module(blocks(&page, "rust")[4]);
    let Err(interp::Error::Dataflow(error)) = run(&module, &[1; 5], 5) else { panic!("a deadlock") };
    let message = error.fault("bytes").message.replace(&module.source.file, "bytes.rs");
    let shown = blocks(&page, "text").into_iter().find(|text| text.starts_with("deadlock")).unwrap();
    assert_eq!(shown.trim_end(), message);
}

/// The cycles of a kernel with so many elements in both slices.
fn cycles(items: &str, elements: u64) -> u64 {
    let hardware = hardware(&module(items));
    let length = || Some(elements.to_le_bytes().to_vec());
    let prediction = predict(
        &hardware.design,
        &hardware.plan,
        &Inputs::of_registers(vec![None, length(), None, length()]),
    );
    prediction.cycles.exact().unwrap()
}

#[test]
fn cycles_are_those_of_the_page() {
    let page = page("streams.md");
    let examples = blocks(&page, "rust");
    let in_turn = examples[6].replace("#[dataflow]\n", "");
    let found = [
        cycles(examples[0], 1024),
        cycles(examples[1], 1024),
        cycles(examples[2], 1024),
        cycles(examples[3], 1024),
        cycles(examples[6], 4096),
        cycles(&in_turn, 4096),
    ];
    let prose: String = page.split("```").step_by(2).collect();
    let words: Vec<&str> = prose.split_whitespace().collect();
    let numbers = words.windows(2).filter(|pair| pair[1].starts_with("cycles"));
    let numbers = numbers.filter_map(|pair| pair[0].replace(',', "").parse::<u64>().ok());
    // How far two iterations of the first loop are apart is said, too.
    let shown: Vec<u64> = numbers.filter(|number| *number > 2).collect();
    assert_eq!(shown, found);
}

/// What processes wait for and channels hold is counted in each simulated run, and compared with what is predicted.
#[test]
fn simulated_processes_and_channels_do_what_is_predicted() {
    let page = page("streams.md");
    let x: Vec<u32> = (0..64).map(|i| i * i * i * 777).collect();
    let zeros = [0_u32; 4096];
    let (short, long) = ([x[..4].to_vec(), zeros[..4].to_vec()], [zeros.to_vec(), zeros.to_vec()]);
    let slices = [x.clone(), zeros[..64].to_vec()];
    // `make test` leaves every other one out.
    let step = if is_all() { 1 } else { 2 };
    for (number, items) in blocks(&page, "rust").into_iter().enumerate().skip(1).step_by(step) {
        let mut module = module(items);
        run_all(&mut module, HARDWARE);
        let [x, y] = match KERNELS[number] {
            "bytes" => &short,
            "remaining" => &long,
            _ => &slices,
        };
        let args = [value::slice(x.clone()), value::slice_mut(y.clone())];
        let memory = Configuration::of(BankModel::Ideal);
        let run = Hardware::new(vec![module]).run(KERNELS[number], &args, &memory).unwrap();
        assert!(run.predicted.cycles.exact().is_some(), "example {number}");
        assert!(!run.predicted.processes.is_empty(), "example {number}");
    }
}
