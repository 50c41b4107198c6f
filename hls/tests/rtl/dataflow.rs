//! Regions of processes, from KIR text to Verilog: the cores do in Icarus what the interpreter does, in as few cycles as their
//! channels allow.

use std::path::Path;

use sycl_hls_compiler::back::verilog;
use sycl_hls_compiler::pass::{HARDWARE, run_all};
use sycl_hls_compiler::rtl::design::{Access, Design, Handover, MemoryId, Node, NodeKind, ProcessId, Var};
use sycl_hls_compiler::rtl::predict::{Inputs, predict};
use sycl_hls_compiler::rtl::{Clock, Plan, Slices, check, hardware_with, text};
use sycl_hls_ir::interp::{self, Arg};
use sycl_hls_ir::{Module, ParamKind, Span, parse};
use sycl_hls_netlist::{icarus, run};
use sycl_hls_types::{Length, Scalar, ScalarValue};

const CLOCK: Clock = Clock { mhz: 300.0, uncertainty: 0.27 };

/// No kernel of these takes longer.
const LIMIT: u64 = 5000;

fn module(name: &str) -> Module {
    module_with(name, str::to_owned)
}

fn module_with(name: &str, change: impl Fn(&str) -> String) -> Module {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rtl/dataflow");
    let text = std::fs::read_to_string(folder.join(name).with_extension("kir")).unwrap();
    let module = parse(&change(&text)).unwrap();
    assert_eq!(sycl_hls_ir::check(&module), Ok(()), "{name}");
    module
}

/// Slices of as many elements as the kernel's, with numbers in them.
fn args(module: &Module) -> Vec<Arg> {
    let (_, func) = module.kernels().next().unwrap();
    let params = func.params.iter().map(|param| {
        let ParamKind::Slice { length: Length::Expr(length), mutable, .. } = &param.kind else {
            panic!("all are slices of known lengths")
        };
        let number = |index: u64| if *mutable { 0 } else { i128::from(index * 7 + 3) };
        let length = length.eval(&|_| None).unwrap();
        Arg::Slice((0..length).map(|index| ScalarValue::wrapping(Scalar::I32, number(index))).collect())
    });
    params.collect()
}

fn hardware(module: &Module) -> (Design, Plan) {
    let mut module = module.clone();
    run_all(&mut module, HARDWARE);
    let (_, func) = module.kernels().next().unwrap();
    hardware_with(&module, func, Slices::Memories, CLOCK).unwrap()
}

/// The cycles of a kernel in Icarus, which leaves in slices what the interpreter does, and takes as many cycles as predicted;
/// `None`: it does not end, for the reason that the interpreter and the prediction have.
pub fn simulated(name: &str, module: &Module) -> Option<u64> {
    let (design, plan) = hardware(module);
    let mut expected = args(module);
    let (kernel, _) = module.kernels().next().unwrap();
    let ended = interp::run(module, kernel, &mut expected);
    let folder = tempfile::tempdir().unwrap();
    let mut simulator = icarus(&verilog::bench(&design, &plan), folder.path()).unwrap();
    let found = run(simulator.arg(format!("+limit={LIMIT}")), &design, &args(module));
    let predicted = predict(&design, &plan, &Inputs::default());
    if let Err(error) = ended {
        assert!(found.is_err(), "{name}: {found:?}");
        assert_eq!(
            predicted.deadlock.unwrap().error(module, &design).to_string(),
            error.to_string(),
            "{name}"
        );
        return None;
    }
    let found = found.unwrap_or_else(|error| panic!("{name}: {error}"));
    let slices = expected.iter().map(|arg| match arg {
        Arg::Slice(values) => values.iter().map(ScalarValue::low_bits).collect(),
        Arg::Scalar(_) | Arg::Stream(_) => Vec::new(),
    });
    assert_eq!(found.slices, slices.collect::<Vec<Vec<u64>>>(), "{name}");
    assert_eq!(predicted.cycles.exact(), Some(found.cycles), "{name}");
    Some(found.cycles)
}

fn cycles(name: &str, depth: u64) -> Option<u64> {
    cycles_of(name, |text| text.replace("depth 2", &format!("depth {depth}")))
}

/// As [`cycles`], of a text that is changed.
fn cycles_of(name: &str, change: impl Fn(&str) -> String) -> Option<u64> {
    let module = module_with(name, change);
    let depths = module.kernels().flat_map(|(_, kernel)| kernel.channels.iter());
    let depths: Vec<u64> = depths.map(|(_, channel)| channel.depth).collect();
    simulated(&format!("{name} with depths {depths:?}"), &module)
}

/// The initiation interval of the loop of a process, and whether its pipeline flushes.
fn pipeline(name: &str, process: &str) -> (u32, bool) {
    let (design, plan) = hardware(&module(name));
    let (id, _) = design.processes.iter().find(|(_, it)| it.name == process).unwrap();
    let mut blocks = plan.processes[id].blocks.iter();
    blocks.find_map(|(_, block)| Some((block.schedule.ii?, block.flushes))).unwrap()
}

const ENDING: [&str; 12] = [
    "producer_consumer",
    "diamond",
    "late",
    "request_response",
    "iterations",
    "nested",
    "switch",
    "array",
    "poll",
    "handed_on",
    "ping_pong",
    "count",
];

#[test]
fn processes_do_what_the_interpreter_does() {
    for name in ENDING {
        for depth in [1, 2, 3, 20] {
            assert!(cycles(name, depth).is_some(), "{name} with depth {depth}");
        }
    }
}

#[test]
fn a_deadlock_does_not_end() {
    assert_eq!(cycles("deadlock", 2), None);
    assert!(cycles("deadlock", 4).is_some());
}

/// In the fourth of several iterations that overlap, with the counts of that iteration, and the depth that frees it.
#[test]
fn a_deadlock_of_an_iteration_is_predicted_in_the_words_of_the_interpreter() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/kir/dataflow/iteration_deadlock.kir");
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.replace("%8 = ne %7, %4", "%20 = const 3: u64\n%8 = eq %5.iteration, %20");
    let text = text.replace("u32", "i32").replace(" bundle", " len(5) bundle");
    assert_eq!(simulated("an iteration's deadlock", &parse(&text).unwrap()), None);
    let freed = text.replace("even: i32 depth 2", "even: i32 depth 3");
    assert!(simulated("an iteration without a deadlock", &parse(&freed).unwrap()).is_some());
}

/// In the second run of a region, with the counts of that run.
#[test]
fn a_deadlock_counts_from_the_entry_of_its_region() {
    let more = "%60 = add.wrapping %1, %3.iteration: u64\nfor %9.i in %0..%60";
    assert_eq!(cycles_of("iterations", |text| text.replace("for %9.i in %0..%1", more)), None);
}

/// Where what is received is read from memory, the run is followed to the first decision that depends on it.
#[test]
fn cycles_are_bounded_where_nobody_knows_what_is_received() {
    let known = "write #0.count, %3.i";
    let unknown = "%30 = read &0.x[%3.i]: i32\n%31 = cast %30: u64\nwrite #0.count, %31";
    let [exact, bounded] = [known, unknown].map(|sent| {
        let (design, plan) = hardware(&module_with("count", |text| text.replace(known, sent)));
        predict(&design, &plan, &Inputs::default()).cycles
    });
    assert_eq!((exact.most, bounded.most), (Some(exact.least), None));
    assert!(0 < bounded.least && bounded.least < exact.least, "{bounded} {exact}");
}

/// All of it would wait for the division if the whole pipeline stood still with its first cycle.
#[test]
fn a_pipeline_flushes_where_it_has_to_wait() {
    assert_eq!(pipeline("late", "send"), (1, true));
    assert_eq!(pipeline("request_response", "client"), (1, true));
    assert_eq!(pipeline("request_response", "server"), (1, true));
    // The sum takes several cycles, so that units are shared between them: iterations take turns.
    let (interval, flushes) = pipeline("array", "sum");
    assert!(interval > 1 && !flushes, "{interval}");
    // One operation alone holds nothing back.
    assert_eq!(pipeline("producer_consumer", "load"), (1, false));
}

/// What is sent is seen a cycle later: places for two elements let one pass in each cycle.
#[test]
fn an_element_passes_in_each_cycle_from_a_depth_of_two_on() {
    let [one, two, many] = [1, 2, 20].map(|depth| cycles("producer_consumer", depth).unwrap());
    assert_eq!(two, many);
    assert_eq!(one, two + 7);
}

/// Requests are under way while the responses of older ones are: an iteration more takes a cycle more.
#[test]
fn a_request_is_sent_in_each_cycle() {
    let [few, many] =
        [16, 80].map(|count| cycles_of("request_response", |text| text.replace("16", &count.to_string())));
    assert_eq!(many.unwrap() - few.unwrap(), 64);
}

#[test]
fn designs_of_processes_have_a_text() {
    for name in ["diamond", "iterations", "nested", "poll", "handed_on"] {
        let (design, _) = hardware(&module(name));
        let printed = text::print(&design);
        let parsed = text::parse(&printed).unwrap();
        assert_eq!(check(&parsed), Ok(()), "{name}");
        assert_eq!(text::print(&parsed), printed, "{name}");
    }
}

/// Mistakes of lowering, with the invariant that they violate.
#[test]
fn the_verifier_knows_processes() {
    type Fault = (&'static str, fn(&mut Design));
    let faults: [Fault; 5] = [
        ("R16", |design| {
            let (_, channel) = design.channels.iter_mut().next().unwrap();
            channel.opened = Some(design.root);
        }),
        ("R16", |design| {
            let (_, channel) = design.channels.iter_mut().next().unwrap();
            channel.ty = Scalar::U8;
        }),
        ("R16", |design| {
            let (first, _) = design.channels.iter().next().unwrap();
            let (sent, _) = design.channels.iter().nth(1).unwrap();
            change(design, &NodeKind::Send(sent), NodeKind::Receive(first));
        }),
        ("R17", |design| {
            let (process, _) = design.processes.iter().nth(1).unwrap();
            change(design, &NodeKind::Join(process), NodeKind::Const(true.into()));
        }),
        ("R17", |design| {
            let (_, process) = design.processes.iter_mut().nth(1).unwrap();
            let param = process.vars.alloc(Var::new("more", Scalar::I32));
            process.params.push(param);
        }),
    ];
    for (number, (invariant, make)) in faults.into_iter().enumerate() {
        let (mut design, _) = hardware(&module("late"));
        make(&mut design);
        let violations = check(&design).unwrap_err();
        assert!(violations.iter().any(|it| it.invariant == invariant), "{number}: {violations:?}");
    }
}

/// A port with two processes that read through it: one after the other is right, at the same time is not.
#[test]
fn the_verifier_knows_which_processes_are_at_work_at_a_time() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/kir/dataflow/calls.kir"));
    let mut module = parse(&text.unwrap()).unwrap();
    run_all(&mut module, HARDWARE);
    let (_, func) = module.kernels().next().unwrap();
    let (mut design, _) = hardware_with(&module, func, Slices::Masters, CLOCK).unwrap();
    let [first, second] = design.readers(0)[..] else { panic!("each of two regions reads") };
    assert!(!design.are_concurrent(first, second) && !design.are_concurrent(design.root, first));
    assert_eq!(check(&design), Ok(()));
    // A process of the first region also reads what the other one of it reads.
    let other =
        design.processes.iter().map(|(id, _)| id).find(|id| design.are_concurrent(first, *id)).unwrap();
    let process = &mut design.processes[other];
    let access = Access { bundle: 0, param: 0, elements: 1 };
    let nodes = &mut process.blocks[process.entry].nodes;
    let address = nodes.alloc(Node::constant(0_u64.into()));
    nodes.alloc(Node::new(NodeKind::AxiRead(access), Scalar::I32, vec![address], Span::NONE));
    let violations: Vec<String> = check(&design).unwrap_err().iter().map(ToString::to_string).collect();
    assert_eq!(violations, ["R15 in g0: several processes read through it at a time"]);
}

/// An array reaches the next process because that one waits for the end of its writer, which is started before it.
#[test]
fn the_verifier_knows_that_processes_hand_on_arrays() {
    let (design, _) = hardware(&module_with("handed_on", once));
    let (waiting, _) = design.processes.iter().find(|(_, it)| it.name == "add").unwrap();
    let [writer] = design.processes[waiting].after[..] else { panic!("it waits for one process") };
    let violated = |change: fn(&mut Design, [ProcessId; 2])| {
        let mut changed = design.clone();
        change(&mut changed, [waiting, writer]);
        check(&changed).unwrap_err()[0].invariant
    };
    assert_eq!(violated(|design, [waiting, _]| design.processes[waiting].after.clear()), "R15");
    let in_circle = violated(|design, [waiting, writer]| design.processes[writer].after.push(waiting));
    assert_eq!(in_circle, "R17");
}

/// The region of a file without the loop around it.
fn once(text: &str) -> String {
    let text = text.replace("for %3.iteration in %0..%2 {", "%3 = const 0: u64");
    text.replace("  }\n  return", "  return")
}

/// In iteration k + 1 a producer fills one buffer while its consumer reads the other one: an iteration more takes as
/// long as one of them.
#[test]
fn iterations_overlap() {
    let iterations = |count: u64| {
        cycles_of("ping_pong", |text| text.replace("const 3: u64", &format!("const {count}: u64"))).unwrap()
    };
    let alone = iterations(1);
    assert!(alone > 2 * 64, "{alone}");
    for count in [2, 3, 8, 9] {
        let more = iterations(count + 1) - iterations(count);
        assert!((64..64 + 12).contains(&more), "iteration {count} takes {more} cycles");
    }
    // Three iterations take about the longest of the two processes four times, and not the sum of both three times.
    assert!(iterations(3) < 4 * (64 + 12), "{}", iterations(3));
    // Processes with channels alone begin their next iteration with no tokens.
    let of = |count: u64| {
        let iterations = |text: &str| text.replace("const 3: u64", &format!("const {count}: u64"));
        cycles_of("iterations", |text| iterations(&text.replace("len(3)", &format!("len({count})")))).unwrap()
    };
    assert!(of(9) - of(8) < of(1), "{} {}", of(1), of(9) - of(8));
}

/// Each iteration ends before the next one begins where a process would see what another one does in a later
/// iteration; the report says why.
#[test]
fn iterations_stay_apart_where_they_must() {
    let in_a_loop = |text: &str| {
        let text = text.replace("  dataflow {", "  %40 = const 2: u64\n for %41 in %0..%40 {\n  dataflow {");
        text.replace("  }\n  return", "  }\n  }\n  return")
    };
    let polled = module_with("poll", in_a_loop);
    let busy = module_with("ping_pong", |text| {
        let text = text.replace("    dataflow {", "    write $9.last, %3.iteration\n    dataflow {");
        let text = text.replace("  for %3.iteration", "  slot $9.last: mut u64 = %0\n  for %3.iteration");
        text.replace(
            "  return",
            "  %50 = read $9.last: u64\n  %51 = cast %50: i32\n  write &1.out[%0], %51\n  return",
        )
        .replace("$9", "$1")
    });
    let read = module_with("ping_pong", |text| {
        text.replace(
            "write &1.out[%9.i], %11",
            "%60 = read &0.x[%9.i]: i32\n%61 = add.wrapping %11, %60: i32\nwrite &1.out[%9.i], %61",
        )
    });
    let uncounted = module_with("ping_pong", |text| {
        let head = "slot $1.iteration: mut u64 = %0\nwhile {\n%40 = read $1.iteration: u64\n%41 = lt %40, %2: bool\nyield %41\n} do {\n\
                    %3 = read $1.iteration: u64\n%42 = const 1: u64\n%43 = add %3, %42: u64\nwrite $1.iteration, %43\n";
        text.replace("for %3.iteration in %0..%2 {", head).replace("%3.iteration", "%3")
    });
    let nested = module_with("ping_pong", |text| {
        let text = text.replace("%8 = const", "dataflow {\nprocess {\n%8 = const");
        text.replace("write &1.out[%9.i], %11\n        }", "write &1.out[%9.i], %11\n}\n}\n}")
    });
    let counted = module_with("iterations", |text| {
        let head = "slot $1.i: mut u64 = %0\nwhile {\n%50 = read $1.i: u64\n%51 = lt %50, %1: bool\nyield %51\n} do {\n\
                    %5.i = read $1.i: u64\n%52 = const 1: u64\n%53 = add %5.i, %52: u64\nwrite $1.i, %53\n";
        // Slots are numbered in the order of their declarations.
        let text = text.replace("$0", "$9").replace("for %5.i in %0..%1 {", head);
        text.replace("$1", "$0").replace("$9", "$1")
    });
    let cases = [
        (counted, "the channel `a`, of which an iteration may receive more or fewer elements than it sends"),
        (nested, "an access to `block` in an inner dataflow region"),
        (polled, "an operation that does not wait for the channel `odd`"),
        (busy, "what the loop does besides its dataflow region"),
        (read, "`gmem0`, which two processes access"),
        (uncounted, "a loop around a dataflow region that is not counted"),
    ];
    for (module, reason) in cases {
        let mut lowered = module.clone();
        run_all(&mut lowered, HARDWARE);
        let (_, func) = lowered.kernels().next().unwrap();
        let (design, _) = hardware_with(&lowered, func, Slices::Masters, CLOCK).unwrap();
        let root = &design.processes[design.root];
        let refused: Vec<&str> =
            root.blocks.iter().filter_map(|(_, block)| Some(block.refused.as_ref()?.what.as_str())).collect();
        assert_eq!(refused, [reason]);
        assert!(design.memories.iter().all(|(_, memory)| memory.handover.is_none()), "{reason}");
        // External memories belong to one process.
        if !reason.contains("gmem0") && !reason.contains("besides") {
            assert!(simulated(reason, &module).is_some());
        }
    }
}

/// Elements that an iteration leaves do not reach the next one: the core goes on where no simulation looks for what is left.
#[test]
fn a_region_that_is_entered_again_begins_with_empty_channels() {
    let module = module_with("iterations", |text| {
        let (more, depth) = ("%60 = const 3: u64\nfor %9.i in %0..%60", "depth 5");
        text.replace("for %9.i in %0..%1", more).replace("depth 1", depth)
    });
    let (design, plan) = hardware(&module);
    let folder = tempfile::tempdir().unwrap();
    let mut simulator = icarus(&verilog::bench(&design, &plan), folder.path()).unwrap();
    let found = run(simulator.arg(format!("+limit={LIMIT}")), &design, &args(&module)).unwrap();
    // 3, 10 and 17, times the iteration.
    assert_eq!(found.slices[1], [0, 30, 60]);
    let (kernel, _) = module.kernels().next().unwrap();
    let error = interp::run(&module, kernel, &mut args(&module)).unwrap_err().to_string();
    assert!(error.contains("1 of the elements in channel `a` are left"), "{error}");
    let predicted = predict(&design, &plan, &Inputs::default());
    assert_eq!(predicted.deadlock.unwrap().error(&module, &design).to_string(), error);
}

/// Faults of lowering around memories that are handed over.
#[test]
fn the_verifier_knows_handovers() {
    type Fault = fn(&mut Design, MemoryId, [Handover; 2]);
    let faults: [Fault; 5] = [
        // More buffers are held than are filled.
        |design, _, [first, _]| design.channels[first.held].depth = 3,
        // A process does not know the buffer.
        |design, _, _| design.processes.iter_mut().for_each(|(_, process)| process.buffers.clear()),
        // The tokens of one handover are those of another one.
        |design, memory, [_, second]| design.memories[memory].handover = Some(second),
        // What is handed over begins with values.
        |design, memory, _| {
            let memory = &mut design.memories[memory];
            memory.contents = Some(vec![ScalarValue::wrapping(memory.ty, 0); memory.depth as usize]);
        },
        // An access does not say which buffer.
        |design, memory, _| {
            for (_, process) in design.processes.iter_mut() {
                let nodes = process.blocks.iter_mut().flat_map(|(_, block)| block.nodes.iter_mut());
                for (_, node) in nodes.filter(|(_, node)| node.kind == NodeKind::Load(memory)) {
                    node.args.truncate(1);
                }
            }
        },
    ];
    for (number, fault) in faults.into_iter().enumerate() {
        let (mut design, _) = hardware(&module("handed_on"));
        assert_eq!(check(&design), Ok(()));
        let handed: Vec<_> = design.memories.iter().filter_map(|(id, it)| Some((id, it.handover?))).collect();
        let [(memory, first), .., (_, second)] = handed[..] else { panic!("two pairs hand over") };
        fault(&mut design, memory, [first, second]);
        let violations = check(&design).unwrap_err();
        assert!(violations.iter().any(|it| it.invariant == "R18"), "{number}: {violations:?}");
    }
}

/// Makes another operation of the nodes that are of this kind.
fn change(design: &mut Design, from: &NodeKind, to: NodeKind) {
    for (_, process) in design.processes.iter_mut() {
        let blocks = process.blocks.iter_mut();
        let nodes = blocks.flat_map(|(_, block)| block.nodes.iter_mut());
        nodes.filter(|(_, node)| node.kind == *from).for_each(|(_, node)| node.kind = to.clone());
    }
}
