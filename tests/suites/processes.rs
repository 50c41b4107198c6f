//! Regions of processes as our own RTL: kernels with control registers and AXI ports leave what the files of `tests/kir` say,
//! whatever memory does.

use std::path::Path;

use sycl_hls_boards::Board;
use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::pass::run_all;
use sycl_hls_compiler::rtl::Unsupported;
use sycl_hls_emulation::simulator::{BankModel, BoardMemory, Configuration};
use sycl_hls_ir::interp::Arg;
use sycl_hls_ir::{Func, Module, ParamKind, parse};
use sycl_hls_tests::simulated::Hardware;
use sycl_hls_tests::value::Elements;
use sycl_hls_tests::{Value, is_all};
use sycl_hls_types::ScalarValue;

use cases::{Case, arguments, cases, files};

#[allow(dead_code)]
#[path = "../../hls/ir/tests/common/cases.rs"]
mod cases;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Ideal memory, memory that answers whenever AXI allows it to, and that of a board.
fn memories() -> [Configuration; 4] {
    let random = |seed| Configuration { seed, ..Configuration::of(BankModel::Random) };
    [Configuration::of(BankModel::Ideal), random(1), random(2), board()]
}

fn board() -> Configuration {
    let board = Board::by_name("u280").unwrap();
    let timing = board.banks[board.bank("DDR[0]").unwrap()].timing.unwrap();
    Configuration::of(BankModel::Board(BoardMemory { kernel_khz: 300_000, timing }))
}

fn hardware(text: &str) -> (Module, Hardware) {
    let mut module = parse(text).unwrap();
    run_all(&mut module, hw_emu::LEGALIZE);
    (module.clone(), Hardware::new(vec![module]))
}

fn kernel(module: &Module) -> &Func {
    module.kernels().next().unwrap().1
}

/// Arguments of the interpreter as those of a host.
fn values(func: &Func, args: Vec<Arg>) -> Vec<Value> {
    let value = |(kind, arg): (&ParamKind, Arg)| match (kind, arg) {
        (_, Arg::Scalar(value)) => Value::Scalar(value),
        (ParamKind::Slice { element, mutable, .. }, Arg::Slice(values)) => {
            let elements = Elements::new(element.leaf().unwrap(), values.into_iter()).unwrap();
            if *mutable { Value::SliceMut(elements) } else { Value::Slice(elements) }
        }
        _ => panic!("no reference in the files"),
    };
    func.params.iter().map(|param| &param.kind).zip(args).map(value).collect()
}

/// What slices hold, as the files write it.
fn slices(func: &Func, values: &[Vec<ScalarValue>]) -> String {
    let slices =
        func.params.iter().zip(values).filter(|(param, _)| matches!(param.kind, ParamKind::Slice { .. }));
    let list = |values: &[ScalarValue]| values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    slices.map(|(_, values)| format!("[{}]", list(values))).collect::<Vec<_>>().join(" ")
}

/// The outcome of a call with each memory, which is the same, and the cycles with ideal memory, which are predicted.
fn run(module: &Module, hardware: &Hardware, question: &str) -> Result<(String, u64), Unsupported> {
    let func = kernel(module);
    let args = values(func, arguments(func, question.strip_prefix("call").unwrap()));
    let mut found: Vec<(String, u64)> = Vec::new();
    for memory in memories() {
        let run = hardware.run(&func.name, &args, &memory)?;
        if memory.banks == [BankModel::Ideal] {
            assert_eq!(run.predicted.cycles.exact(), Some(run.cycles), "{question}");
        }
        if memory.banks == board().banks {
            assert!(run.bounds.contains(run.cycles), "{question}: {} instead of {}", run.cycles, run.bounds);
            // Ideal memory is no slower.
            assert!(run.predicted.cycles.least <= run.cycles, "{question}: {}", run.cycles);
        }
        found.push((slices(func, &run.values), run.cycles));
    }
    assert!(found.iter().all(|(slices, _)| *slices == found[0].0), "{question}: {found:?}");
    Ok(found.remove(0))
}

/// Both kinds of answers in the files, of one simulator each. `make test` takes every fourth file: `hls/tests` runs the core of all.
#[test]
fn kernels_of_processes_do_what_the_files_say() {
    let mut told = 0;
    let step = if is_all() { 1 } else { 4 };
    for (path, text) in files(root(), "dataflow").into_iter().step_by(step) {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let (module, hardware) = hardware(&text);
        results(name, &text, (&module, &hardware));
        told += deadlocks(name, &text, (&module, &hardware));
    }
    assert!(told >= if is_all() { 8 } else { 1 }, "{told}");
}

/// The calls of a file that end leave what it says.
fn results(name: &str, text: &str, (module, hardware): (&Module, &Hardware)) {
    // What has no defined result ends in no defined way.
    for Case { question, answer } in cases(text).iter().filter(|case| case.answer[0].starts_with('[')) {
        match run(module, hardware, question) {
            Ok((found, cycles)) => {
                println!("{name}: {question}: {cycles} cycles");
                assert_eq!(found, answer.join("\n"), "{name}: {question}");
            }
            Err(lacking) => panic!("{name}: {lacking}"),
        }
    }
}

/// Hardware stands still in a deadlock, and says why in the words of the interpreter: the processes, their lines, and how many
/// elements have passed. How many calls of the file do.
fn deadlocks(name: &str, text: &str, (module, hardware): (&Module, &Hardware)) -> u32 {
    let (func, mut told) = (kernel(module), 0);
    let is_stuck = |case: &&Case<'_>| {
        let said = |what| case.answer[0].contains(what);
        case.answer[0].starts_with("deadlock") || said("which has ended, wrote") || said("are left when")
    };
    // Hardware names all processes.
    for Case { question, answer } in cases(text).iter().filter(is_stuck).filter(|_| name != "nameless") {
        let args = values(func, arguments(func, question.strip_prefix("call").unwrap()));
        for memory in memories() {
            let fault = hardware.run_or_fault(&func.name, &args, &memory).unwrap().unwrap_err();
            let place = fault.at.as_ref().map(|at| format!("{at}: ")).unwrap_or_default();
            // A simulator has no source to search for depths in.
            let expected: Vec<&str> =
                answer.iter().copied().filter(|line| !line.starts_with("  help: ")).collect();
            assert_eq!(format!("{place}{}", fault.reason()), expected.join("\n"), "{name}: {question}");
            let help = fault.message.strip_prefix(fault.reason()).unwrap();
            let known = [
                "\n  help: no depth of a channel frees it",
                "\n  help: `sycl-hls report` searches for depths that free it",
            ];
            assert_eq!(known.contains(&help), answer[0].starts_with("deadlock"), "{name}: {help}");
        }
        told += 1;
    }
    told
}

/// Two processes with an AXI port in the same direction: at the same time they would take each other's data.
#[test]
fn processes_of_a_region_read_through_ports_of_their_own() {
    let text = std::fs::read_to_string(root().join("tests/kir/dataflow/producer_consumer.kir")).unwrap();
    let read = "%20 = const 0: u64\n%21 = read &1.x[%20]: i32\nslot $0.sum: mut i32 = %21";
    let text = text.replace("slot $0.sum: mut i32 = %6", read);
    let (module, hardware) = hardware(&text);
    let lacking = run(&module, &hardware, "call 5 [1 2 3 4 5] [0]").unwrap_err();
    assert_eq!(
        lacking.what,
        "an AXI port through which several processes read at the same time (`load` and `sum`, `gmem0`)"
    );
    assert_eq!(
        lacking.help,
        Some("give their slices bundles of their own, with `#[m_axi(bundle = \"..\")]`")
    );
}

/// Pipelines with ports and channels start an iteration in each cycle: accesses and requests of later ones go on while data and
/// responses of older ones are under way.
#[test]
fn an_iteration_more_takes_a_cycle_more() {
    for name in ["diamond", "request_response"] {
        let path = root().join("tests/kir/dataflow").join(name).with_extension("kir");
        let text = std::fs::read_to_string(path).unwrap();
        let (module, hardware) =
            hardware(&text.replace("depth 1", "depth 20").replace("depth 2 ", "depth 20 "));
        let [few, many] = [16, 80].map(|count| {
            let numbers = (0..count).map(|number| number.to_string()).collect::<Vec<_>>().join(" ");
            run(&module, &hardware, &format!("call [{numbers}] [{numbers}]")).unwrap().1
        });
        assert_eq!(many - few, 64, "{name}");
    }
}
