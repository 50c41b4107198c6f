//! Units of small sets of computations with known answers, and of random ones, whose every constraint is derived anew.

use sycl_hls_compiler::sched::{
    Binding, BindingViolation, Choice, Demand, Operand, OperandKind, Ready, Request, Signal, UnitKind, bind,
    check_binding,
};

use crate::is_all;

const PERIOD_NS: f64 = 3.0;

/// Units with two operands, as much as ten choices, and with 2 ns to their first register.
fn demand() -> Demand {
    let operand = OperandKind { choice: 1.0, choice_ns: 0.4 };
    let unit = UnitKind { cost: 10.0, delay_ns: 2.0, is_clocked: true, operands: vec![operand; 2] };
    Demand { kinds: vec![unit], requests: Vec::new(), period_ns: PERIOD_NS }
}

fn ready(wire: usize, ns: f64) -> Ready {
    Ready { signal: Signal::Wire(wire), ns }
}

/// An operand that is there when the computation starts, from a register.
fn late(wire: usize) -> Operand {
    Operand { here: ready(wire, 0.0), before: None }
}

/// An operand that is there in the cycle before, at a time in ns.
fn early(wire: usize, ns: f64) -> Operand {
    Operand { here: ready(wire, 0.0), before: Some(ready(wire, ns)) }
}

fn request(region: usize, slot: u32, operands: [Operand; 2]) -> Request {
    Request { kind: 0, region, slot, operands: operands.to_vec() }
}

/// The units of requests.
fn bound(demand: &mut Demand, requests: Vec<Request>) -> Binding {
    demand.requests = requests;
    let binding = bind(demand);
    assert_eq!(check_binding(demand, &binding), []);
    binding
}

#[test]
fn what_never_meets_shares_a_unit() {
    let of = |places: [(usize, u32); 3]| {
        let requests = places.map(|(region, slot)| request(region, slot, [late(0), late(1)]));
        bound(&mut demand(), requests.to_vec()).of
    };
    assert_eq!(of([(0, 0), (0, 1), (1, 0)]), [0, 0, 0]);
    assert_eq!(of([(0, 0), (0, 0), (1, 0)]), [0, 1, 0]);
    assert_eq!(of([(0, 3), (0, 3), (0, 3)]), [0, 1, 2]);
}

#[test]
fn a_unit_that_costs_less_than_its_choice_is_not_shared() {
    let mut cheap = demand();
    cheap.kinds[0].cost = 1.5;
    let two =
        || (0..2).map(|slot| request(0, slot, [late(slot as usize), late(7 + slot as usize)])).collect();
    assert_eq!(bound(&mut cheap, two()).of, [0, 1]);
    assert_eq!(bound(&mut demand(), two()).of, [0, 0]);
    // An operand that is the same needs no choice.
    let one = (0..2).map(|slot| request(0, slot, [late(slot as usize), late(7)])).collect();
    assert_eq!(bound(&mut cheap, one).of, [0, 0]);
}

#[test]
fn choices_are_made_where_there_is_time() {
    let mut slow = demand();
    slow.kinds[0].delay_ns = 2.8;
    let two = |operand: &dyn Fn(usize) -> Operand| {
        (0..2).map(|slot| request(0, slot as u32, [operand(slot), late(7)])).collect::<Vec<_>>()
    };
    let choices = |demand: &mut Demand, requests: Vec<Request>| {
        bound(demand, requests).units.iter().map(|unit| unit.choices[0]).collect::<Vec<_>>()
    };
    assert_eq!(choices(&mut demand(), two(&late)), [Choice::Here]);
    assert_eq!(choices(&mut slow, two(&late)), [Choice::Here; 2]);
    assert_eq!(choices(&mut slow, two(&|wire| early(wire, 2.6))), [Choice::Before]);
    assert_eq!(choices(&mut slow, two(&|wire| early(wire, 2.7))), [Choice::Here; 2]);
    // Half of what is chosen of is there too late for a unit without registers.
    let mut gates = demand();
    gates.kinds[0].is_clocked = false;
    assert_eq!(choices(&mut gates, two(&late)), [Choice::Here; 2]);
    assert_eq!(choices(&mut gates, two(&|wire| early(wire, 1.0))), [Choice::Before]);
    // Eight signals are three choices after each other: 1.2 ns.
    let many = (0..9).map(|slot| request(0, slot, [late(slot as usize), late(77)])).collect();
    let mut wide = demand();
    wide.kinds[0].delay_ns = 1.8;
    assert_eq!(bound(&mut wide, many).of, [0, 0, 0, 0, 0, 0, 0, 0, 1]);
}

/// The second computation of each region takes what the first one gives.
#[test]
fn results_of_one_unit_are_one_signal() {
    let mut demand = demand();
    demand.kinds.push(UnitKind { cost: 0.5, ..demand.kinds[0].clone() });
    let taking = |of: usize, region: usize| {
        let result = Ready { signal: Signal::Result { of, form: 0 }, ns: 1.0 };
        let operand = Operand { here: result, before: Some(result) };
        Request { kind: 1, ..request(region, 5, [operand, late(9)]) }
    };
    let [a, b] = [0, 1].map(|region| request(region, 0, [late(region), late(2)]));
    let binding = bound(&mut demand, vec![a, taking(0, 0), b, taking(2, 1)]);
    assert_eq!(binding.of, [0, 1, 0, 1]);
    assert_eq!(binding.units[1].choices, [Choice::Here; 2]);
}

/// Numbers that look random and are the same in every run (an LCG; Knuth, MMIX).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % end) as usize
    }
}

fn random(seed: u64) -> Demand {
    let mut dice = Dice(seed);
    let mut demand = Demand { period_ns: PERIOD_NS, ..Demand::default() };
    for _ in 0..=dice.below(3) {
        let operand = OperandKind { choice: 1.0 + dice.below(4) as f64, choice_ns: 0.3 };
        let operands = vec![operand; 1 + dice.below(3)];
        let (cost, delay_ns) = (dice.below(30) as f64, 1.0 + dice.below(20) as f64 * 0.1);
        demand.kinds.push(UnitKind { cost, delay_ns, is_clocked: dice.below(4) > 0, operands });
    }
    for request in 0..dice.below(40) {
        let kind = dice.below(demand.kinds.len() as u64);
        let mut ready = || {
            let signal = match dice.below(2) {
                1 if request > 0 => Signal::Result { of: dice.below(request as u64), form: dice.below(2) },
                _ => Signal::Wire(dice.below(6)),
            };
            Ready { signal, ns: dice.below(30) as f64 * 0.1 }
        };
        let operands = demand.kinds[kind].operands.iter();
        let operands = operands.map(|_| {
            let (here, before) = (ready(), ready());
            Operand { here, before: (before.ns < 2.0).then_some(before) }
        });
        let operands = operands.collect();
        demand.requests.push(Request { kind, region: dice.below(3), slot: dice.below(4) as u32, operands });
    }
    demand
}

#[test]
fn random_bindings_have_no_violations() {
    let mut saved = 0;
    for seed in 0..if is_all() { 3000 } else { 600 } {
        let demand = random(seed);
        let binding = bind(&demand);
        assert_eq!(check_binding(&demand, &binding), [], "seed {seed}");
        assert_eq!(binding, bind(&demand), "seed {seed}");
        saved += demand.requests.len() - binding.units.len();
    }
    assert!(saved > 2000, "{saved}");
}

/// The checker sees each kind of mistake.
#[test]
fn mistakes_are_found() {
    let mut demand = demand();
    demand.kinds.push(demand.kinds[0].clone());
    let requests = vec![
        request(0, 0, [early(0, 1.0), late(9)]),
        request(0, 1, [early(1, 1.0), late(9)]),
        request(0, 1, [early(1, 1.0), late(8)]),
    ];
    let right = bound(&mut demand, requests);
    assert_eq!(right.of, [0, 0, 1]);
    let with = |demand: &Demand, change: &dyn Fn(&mut Binding)| {
        let mut wrong = right.clone();
        change(&mut wrong);
        check_binding(demand, &wrong)
    };
    assert_eq!(with(&demand, &|it| it.of[2] = 0), [BindingViolation::Meet { requests: [1, 2] }]);
    assert_eq!(with(&demand, &|it| it.of[2] = 5), [BindingViolation::Kind { request: 2 }]);
    assert_eq!(with(&demand, &|it| it.units[1].kind = 1), [BindingViolation::Kind { request: 2 }]);
    let missing = with(&demand, &|it| it.units[1].choices[1] = Choice::Before);
    assert_eq!(missing, [BindingViolation::Missing { request: 2, operand: 1 }]);
    let mut slow = demand.clone();
    slow.kinds[0].delay_ns = 2.7;
    let here = |it: &mut Binding| it.units[0].choices[0] = Choice::Here;
    let found = with(&slow, &here);
    assert!(matches!(found[..], [BindingViolation::Slow { unit: 0, operand: 0, .. }]), "{found:?}");
    slow.kinds[0].is_clocked = false;
    assert!(with(&slow, &here).contains(&BindingViolation::Loop { unit: 0, operand: 0 }));
    slow.requests[1].operands[0] = early(1, 2.7);
    let found = with(&slow, &|it| it.units[0].choices[0] = Choice::Before);
    assert!(matches!(found[..], [BindingViolation::Slow { unit: 0, operand: 0, .. }]), "{found:?}");
}
