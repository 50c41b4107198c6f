//! What the passes for hardware leave of every kernel that the tests have. That it means the same, `corpus`, `port`,
//! `suites` and the random programs show: the interpreter of its result is one of their targets.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::time::Duration;

use sycl_hls_compiler::rtl::area::{Area, area};
use sycl_hls_compiler::rtl::design::{Block, NodeId, NodeKind};
use sycl_hls_compiler::rtl::operators::{Format, Operator};
use sycl_hls_compiler::rtl::{BlockPlan, Clock, hardware};
use sycl_hls_compiler::sched;
use sycl_hls_tests::synthesis::{Synthesis, cores};

use sycl_hls_compiler::pass;
use sycl_hls_ir::{BinaryOp, Func, Module, OpKind, RegionId, check};
use sycl_hls_tests::images::{sources, translated};
use sycl_hls_tests::is_all;

/// The corpus in the form for hardware: all tests here read it.
fn corpus() -> &'static [Module] {
    static CORPUS: OnceLock<Vec<Module>> = OnceLock::new();
    CORPUS.get_or_init(|| {
        let mut modules: Vec<Module> = sources().into_iter().flat_map(translated).collect();
        for module in &mut modules {
            pass::run_all(module, pass::HARDWARE);
        }
        modules
    })
}

/// True if there are loops in a region, or in regions inside.
fn has_loops(func: &Func, region: RegionId) -> bool {
    func.regions[region].ops.iter().any(|op| {
        let kind = &func.ops[*op].kind;
        matches!(kind, OpKind::For(_) | OpKind::While { .. })
            || kind.regions().any(|inner| has_loops(func, inner))
    })
}

fn assert_lowered(func: &Func) {
    for op in func.ops_in_order() {
        match &func.ops[op].kind {
            OpKind::Call { .. } => panic!("{} has a call", func.name),
            OpKind::Declare { slot, .. } => {
                let slot = &func.slots[*slot];
                assert!(slot.ty.leaf().is_some(), "{}: {} is a {}", func.name, slot.name, slot.ty);
            }
            OpKind::For(for_loop) if for_loop.directives.is_pipelined() => {
                assert!(!has_loops(func, for_loop.body), "{} has a loop in a pipeline", func.name);
            }
            OpKind::For(for_loop) => {
                assert!(!for_loop.directives.is_unrolled_fully(), "{} has a loop to unroll", func.name);
            }
            _ => {}
        }
    }
    assert!(!func.directives.is_pipelined() || !has_loops(func, func.body), "{}", func.name);
}

#[test]
fn kernels_are_lowered() {
    let mut kernels = 0;
    for module in corpus() {
        assert_eq!(check(module), Ok(()), "{}", module.name);
        for (_, func) in module.kernels() {
            kernels += 1;
            assert_lowered(func);
        }
    }
    assert!(kernels > 200, "{kernels}");
}

/// True if two nodes of a block have the same result in the same cycle.
fn is_same(block: &Block, plan: &BlockPlan, nodes: [NodeId; 2]) -> bool {
    let [a, b] = nodes.map(|node| &block.nodes[node]);
    let is_one = nodes[0] == nodes[1];
    let is_known = matches!(a.kind, NodeKind::Const(_) | NodeKind::Arg(..) | NodeKind::Var(_));
    let starts = nodes.map(|node| plan.start(node));
    let mut args = a.args.iter().zip(&b.args);
    let alike = a.kind == b.kind && (is_known || starts[0] == starts[1]) && !a.has_effect();
    is_one || alike && args.all(|(a, b)| is_same(block, plan, [*a, *b]))
}

/// Schedules and units keep to all that they have to. By the schedules alone, what a unit begins in one cycle of a block has
/// the same operands, as a quotient and its remainder have.
#[test]
fn no_unit_begins_two_things_at_once() {
    let (mut results, mut shared) = (0, 0);
    for module in corpus().iter().step_by(if is_all() { 1 } else { 3 }) {
        for (_, func) in module.kernels() {
            let Ok((design, plan)) = hardware(module, func, Clock::of_vitis(300.0)) else { continue };
            for (_, block) in plan.root().blocks.iter() {
                assert_eq!(sched::check(&block.problem, &block.schedule), [], "{}", func.name);
            }
            let violations = sched::check_binding(&plan.root().sharing.demand, &plan.root().sharing.binding);
            assert_eq!(violations, [], "{}", func.name);
            shared += plan.root().sharing.shared.len();
            for unit in &plan.root().sharing.shared {
                results += unit.results as usize;
                let mut begun: HashMap<_, NodeId> = HashMap::new();
                for (id, node) in &unit.nodes {
                    let (block, plan) = (&design.root().blocks[*id], &plan.root().blocks[*id]);
                    assert!(plan.end(*node) < plan.depth, "{}: nobody takes the result", func.name);
                    let other = *begun.entry((*id, plan.slot(*node))).or_insert(*node);
                    let [a, b] = [*node, other].map(|node| &block.nodes[node]);
                    let divide = |kind: &NodeKind| {
                        matches!(kind, NodeKind::Binary(BinaryOp::Div | BinaryOp::Rem)) && a.ty.is_integer()
                    };
                    assert!(
                        a.kind == b.kind || divide(&a.kind) && divide(&b.kind),
                        "{}: {unit:?}",
                        func.name
                    );
                    let mut args = a.args.iter().zip(&b.args);
                    assert!(args.all(|(a, b)| is_same(block, plan, [*a, *b])), "{}: {unit:?}", func.name);
                }
            }
        }
    }
    println!("{shared} units have {results} results");
    assert!(shared > 40 && results > 2 * shared, "{shared} units have {results} results");
}

/// Operators are as few as `#[allocation]` says, whatever the clock.
#[test]
fn operators_are_as_few_as_asked_for() {
    let asked = [
        ("products", Operator::Mul(32), 2),
        ("polynomials", Operator::FloatMul(Format::F32), 1),
        ("polynomials", Operator::FloatAdd(Format::F32), 1),
        ("quotients", Operator::Div(32), 1),
        ("quotients", Operator::FloatMul(Format::F64), 1),
        ("recurrence", Operator::Mul(64), 1),
    ];
    let mut module = translated("limits.rs").remove(0);
    pass::run_all(&mut module, pass::HARDWARE);
    for mhz in [100.0, 200.0, 300.0, 450.0] {
        for (kernel, operator, limit) in asked {
            let (_, func) = module.kernels().find(|(_, func)| func.name == kernel).unwrap();
            let (design, plan) = hardware(&module, func, Clock::of_vitis(mhz)).unwrap();
            let group = area(&design, &plan).operators()[&operator];
            assert!(group.count <= limit && group.results > limit, "{kernel} at {mhz} MHz: {group:?}");
        }
    }
}

/// Small ones of what `make area` compares: a table in block RAM, and products by constants.
#[test]
fn areas_are_those_of_yosys() {
    let folder = tempfile::tempdir().unwrap();
    let all = ["algorithms.rs", "language_page.rs"].into_iter().flat_map(translated).flat_map(cores);
    let all: Vec<_> = all.filter(|core| ["crc32", "collatz"].contains(&core.name.as_str())).collect();
    assert_eq!(all.len(), 2);
    let synthesis = Synthesis {
        folder: folder.path().to_owned(),
        limit: Duration::from_secs(900),
        jobs: 1,
        progress: &|told, done, count| println!("{done} of {count}: {told}"),
    };
    for (core, found) in all.iter().zip(synthesis.synthesize(&all).cores) {
        let found = found.expect("yosys synthesizes it");
        let exact = |area: &Area| (area.dsps, area.ramb18s, area.urams);
        assert_eq!(exact(&core.estimate), exact(&found), "{}", core.name);
        for (estimate, found) in [(core.estimate.luts, found.luts), (core.estimate.ffs, found.ffs)] {
            let ratio = f64::from(estimate) / f64::from(found);
            assert!((0.5..2.0).contains(&ratio), "{}: {estimate}, not {found}", core.name);
        }
    }
}
