//! Units that several computations share: how many there are, and that no two computations want one at once.

use std::collections::{BTreeMap, HashSet};

use sycl_hls_compiler::back::verilog::core;
use sycl_hls_compiler::pass::HARDWARE;
use sycl_hls_compiler::rtl::area::area;
use sycl_hls_compiler::rtl::design::{Block, Design, NodeId, NodeKind};
use sycl_hls_compiler::rtl::operators::{Format, Operator};
use sycl_hls_compiler::rtl::{Clock, Plan, Slices, hardware_with, operator};
use sycl_hls_compiler::sched::{Choice, check_binding};
use sycl_hls_ir::BinaryOp;

use crate::hardware::subject::{after, rust};

/// A kernel whose slices are memories of two ports, at a clock in MHz.
fn built(code: &str, mhz: f64) -> (Design, Plan) {
    let module = after(&rust(&format!("use sycl_hls::device::*; #[kernel] pub fn k{code}")), HARDWARE);
    let (_, func) = module.kernels().next().unwrap();
    let (design, plan) = hardware_with(&module, func, Slices::Memories, Clock::of_vitis(mhz)).unwrap();
    never_meet(&design, &plan);
    (design, plan)
}

/// From the schedules alone: in no cycle of a block, and so in none at all, does a unit begin two things.
fn never_meet(design: &Design, plan: &Plan) {
    assert_eq!(check_binding(&plan.root().sharing.demand, &plan.root().sharing.binding), []);
    for unit in &plan.root().sharing.shared {
        let mut taken = HashSet::new();
        for (block, node) in &unit.nodes {
            let (data, schedule) = (&design.root().blocks[*block], &plan.root().blocks[*block]);
            let (start, depth) = (schedule.start(*node), schedule.depth);
            assert_eq!(operator(data, &data.nodes[*node]), Some(unit.operator));
            assert_eq!(schedule.latency(*node), unit.latency);
            assert!(start + unit.latency < depth, "the block is over");
            let args = &data.nodes[*node].args;
            for (operand, arg) in unit.operands.iter().zip(args) {
                let is_known = matches!(data.nodes[*arg].kind, NodeKind::Const(_) | NodeKind::Arg(..));
                let is_var = matches!(data.nodes[*arg].kind, NodeKind::Var(_));
                let there = is_known || is_var || schedule.end(*arg) < start;
                assert!(operand.choice == Choice::Here || start > 0 && there);
            }
            // Nodes that compute the same in the same cycle have one result.
            let signals: Vec<String> = args.iter().map(|arg| signal(data, *arg)).collect();
            let what = (signals, data.nodes[*node].kind == NodeKind::Binary(BinaryOp::Sub));
            taken.insert((*block, start % schedule.schedule.ii.unwrap_or(u32::MAX), what));
        }
        let cycles: HashSet<_> = taken.iter().map(|(block, slot, _)| (*block, *slot)).collect();
        assert_eq!(cycles.len(), taken.len(), "{unit:?}");
    }
}

/// What is the same wherever it stands in a block, or the node.
fn signal(block: &Block, node: NodeId) -> String {
    match &block.nodes[node].kind {
        kind @ (NodeKind::Const(_) | NodeKind::Arg(..)) => format!("{kind:?}"),
        _ => format!("{node:?}"),
    }
}

/// How many operators there are of each kind that are worth a unit, and how many results they have.
fn units(code: &str, mhz: f64) -> BTreeMap<String, (u32, u32)> {
    let (design, plan) = built(code, mhz);
    let operators = area(&design, &plan).operators();
    let costly = operators.into_iter().filter(|(kind, _)| kind.characteristics(mhz).latency > 0);
    costly.map(|(kind, group)| (kind.to_string(), (group.count, group.results))).collect()
}

fn of(kind: Operator, code: &str, mhz: f64) -> (u32, u32) {
    units(code, mhz).get(&kind.to_string()).copied().unwrap_or_default()
}

const MUL: Operator = Operator::FloatMul(Format::F32);
const ADD: Operator = Operator::FloatAdd(Format::F32);
const SLICES: &str = "#[len(64)] x: &[f32], #[len(64)] y: &mut [f32], #[len(64)] z: &mut [f32]";

#[test]
fn loops_after_each_other_have_the_same_units() {
    let twice = |again: &str| {
        format!(
            "({SLICES}, a: f32) {{ for i in 0..64 {{ y[i] = x[i] * a + 1.5; }} {again} \
             for i in 0..64 {{ z[i] = y[i] * z[i] - a; }} }}"
        )
    };
    for mhz in [200.0, 300.0] {
        assert_eq!([MUL, ADD].map(|kind| of(kind, &twice(""), mhz)), [(1, 2); 2]);
    }
    let third = "for i in 0..64 { z[i] = (y[i] + z[i]) * x[i]; }";
    assert_eq!([MUL, ADD].map(|kind| of(kind, &twice(third), 300.0)), [(1, 3); 2]);
    // A slow clock has the product in the cycle in which the sum comes: there is no time for a choice.
    assert_eq!([MUL, ADD].map(|kind| of(kind, &twice(third), 200.0)), [(2, 3), (1, 3)]);
}

/// Loops that run abreast compute at the same time.
#[test]
fn loops_side_by_side_have_units_of_their_own() {
    let body = "for i in 0..64 { y[i] = y[i] * a; } for i in 0..64 { z[i] = z[i] * a; }";
    assert_eq!(of(MUL, &format!("({SLICES}, a: f32) {{ {body} }}"), 300.0), (2, 2));
}

/// One product takes what the other one gives, so that they start in different cycles: of an interval of one cycle there
/// is only one.
#[test]
fn cycles_of_an_interval_have_the_same_unit() {
    let interval = |ii: u32| {
        format!(
            "({SLICES}, a: f32) {{ #[pipeline(ii = {ii})] for i in 0..64 {{ y[i] = (x[i] * a + 1.0) * z[i]; }} }}"
        )
    };
    assert_eq!(of(MUL, &interval(1), 300.0), (2, 2));
    for ii in 2..9 {
        assert_eq!(of(MUL, &interval(ii), 300.0), (1, 2), "{ii}");
    }
}

/// Both products could start in one cycle. One waits for the other where its result is not the last one.
#[test]
fn what_can_wait_for_a_unit_does() {
    let with = |ii: u32, rest: &str| {
        let body =
            format!("#[pipeline(ii = {ii})] for i in 0..64 {{ let x = x[i]; y[i] = x * a + 1.0; {rest} }}");
        built(&format!("({SLICES}, a: f32, b: f32) {{ {body} }}"), 300.0)
    };
    let alone = with(2, "").1;
    let schedule = |plan: &Plan| {
        let pipelines =
            plan.root().blocks.iter().filter_map(|(_, block)| Some((block.schedule.ii?, block.depth)));
        pipelines.collect::<Vec<_>>()
    };
    let products = |(design, plan): &(Design, Plan)| area(design, plan).operators()[&MUL].count;
    let early = with(2, "z[i] = x * b;");
    assert_eq!((products(&early), schedule(&early.1)), (1, schedule(&alone)));
    let early = with(1, "z[i] = x * b;");
    assert_eq!(products(&early), 2);
    let late = with(2, "z[i] = x * b - 1.0;");
    assert_eq!((products(&late), schedule(&late.1)), (2, schedule(&alone)));
}

#[test]
fn what_runs_once_has_the_same_units() {
    let body = "y[0] = x[0] * x[1] * x[2] * x[3] / x[4] / x[5] + x[6].sqrt();";
    let found = units(&format!("({SLICES}) {{ {body} }}"), 300.0);
    assert_eq!(found["f32 multiply"], (1, 3));
    assert_eq!(found["f32 divide"], (1, 2));
    assert_eq!(found["f32 square root"], (1, 1));
}

/// A division has both results.
#[test]
fn a_quotient_and_its_remainder_are_one_division() {
    let code = "(a: i32, #[len(64)] y: &mut [i32], #[len(64)] z: &mut [i32]) { for i in 0..64 { \
                let of = y[i]; let (q, r) = (of / a, of % a); y[i] = q; z[i] = r; } }";
    assert_eq!(of(Operator::Div(32), code, 300.0), (1, 2));
}

/// What is chosen in front of a unit that takes a whole cycle is chosen a cycle earlier; a variable is not there by then.
#[test]
fn a_choice_needs_time() {
    let sums = "(#[len(64)] x: &[f32], #[len(64)] y: &mut [f32]) { \
                let mut a = 0.0; for i in 0..64 { a += x[i]; } \
                let mut b = -a; for i in 0..64 { b += x[i]; } y[0] = a; y[1] = b; }";
    assert_eq!(of(ADD, sums, 300.0).0, 2);
    assert_eq!(of(ADD, sums, 200.0).0, 1);
}

/// Small operators cost less than a choice.
#[test]
fn what_costs_little_is_not_shared() {
    let code = "(a: u8, #[len(64)] y: &mut [u8], #[len(64)] z: &mut [u8]) { \
                for i in 0..64 { y[i] = y[i].count_ones() as u8 + (y[i] < a) as u8; } \
                for i in 0..64 { z[i] = z[i].count_ones() as u8 + (z[i] < y[i]) as u8; } }";
    assert_eq!(built(code, 300.0).1.root().sharing.shared.len(), 0);
}

/// The interval, the iterations' depth and so all cycles are those of the schedule: binding comes behind it.
#[test]
fn registers_of_operands_move_in_front_of_the_unit() {
    let code = format!(
        "({SLICES}, a: f32) {{ #[pipeline(ii = 2)] for i in 0..64 {{ y[i] = (x[i] * a + 1.0) * z[i]; }} }}"
    );
    let (design, plan) = built(&code, 300.0);
    let [unit] = &plan.root().sharing.shared[..] else { panic!("{:?}", plan.root().sharing.shared) };
    assert!(unit.operands.iter().all(|operand| operand.choice == Choice::Before), "{unit:?}");
    let text = core(&design, &plan);
    assert_eq!(text.matches("sh_fmul #").count(), 1, "{text}");
    for line in text.lines().filter(|line| line.trim_start().starts_with("sh_")) {
        assert!(line.contains(".ce(ce"), "what does not stand still: {line}");
    }
}
