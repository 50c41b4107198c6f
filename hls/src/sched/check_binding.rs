//! Derives every constraint of a binding anew.

use rustc_hash::{FxHashMap, FxHashSet};

use super::binding::{Binding, Choice, Demand, RequestId, Signal, Unit};

/// A constraint that a binding breaks.
#[derive(Clone, PartialEq, Debug)]
pub enum BindingViolation {
    /// A request has no unit, or one of another kind.
    Kind {
        /// The request.
        request: RequestId,
    },
    /// A unit is to compute two things in one cycle.
    Meet {
        /// Both.
        requests: [RequestId; 2],
    },
    /// An operand is chosen before it is there.
    Missing {
        /// The request.
        request: RequestId,
        /// The operand's position.
        operand: usize,
    },
    /// A choice before a unit without registers could depend on the unit.
    Loop {
        /// The unit.
        unit: usize,
        /// The operand's position.
        operand: usize,
    },
    /// A choice takes longer than there is time, in ns.
    Slow {
        /// The unit.
        unit: usize,
        /// The operand's position.
        operand: usize,
        /// From a register through it.
        ns: f64,
    },
}

/// All that is wrong with a binding; nothing, if it is right.
#[must_use]
pub fn check_binding(demand: &Demand, binding: &Binding) -> Vec<BindingViolation> {
    let mut violations = Vec::new();
    check_kinds(demand, binding, &mut violations);
    if violations.is_empty() {
        check_cycles(demand, binding, &mut violations);
        check_operands(demand, binding, &mut violations);
    }
    violations
}

fn check_kinds(demand: &Demand, binding: &Binding, violations: &mut Vec<BindingViolation>) {
    for (request, data) in demand.requests.iter().enumerate() {
        let unit = binding.of.get(request).and_then(|unit| binding.units.get(*unit));
        let fits = |unit: &Unit| unit.kind == data.kind && unit.choices.len() == data.operands.len();
        if !unit.is_some_and(fits) {
            violations.push(BindingViolation::Kind { request });
        }
    }
}

fn check_cycles(demand: &Demand, binding: &Binding, violations: &mut Vec<BindingViolation>) {
    let mut taken: FxHashMap<(usize, usize, u32), RequestId> = FxHashMap::default();
    for (request, data) in demand.requests.iter().enumerate() {
        if let Some(other) = taken.insert((binding.of[request], data.region, data.slot), request) {
            violations.push(BindingViolation::Meet { requests: [other, request] });
        }
    }
}

fn check_operands(demand: &Demand, binding: &Binding, violations: &mut Vec<BindingViolation>) {
    for (unit, requests) in demand.requests_of(binding).into_iter().enumerate() {
        let kind = &demand.kinds[binding.units[unit].kind];
        for (operand, choice) in binding.units[unit].choices.iter().enumerate() {
            let mut signals: FxHashSet<Signal> = FxHashSet::default();
            let mut ns = 0.0_f64;
            for request in &requests {
                let ready = demand.requests[*request].operands[operand].at(*choice);
                let Some(ready) = ready else {
                    violations.push(BindingViolation::Missing { request: *request, operand });
                    continue;
                };
                ns = ns.max(ready.ns);
                signals.insert(ready.signal.resolved(&binding.of));
            }
            let levels = f64::from(signals.len().max(1).next_power_of_two().trailing_zeros());
            ns += levels * kind.operands[operand].choice_ns;
            let chosen = signals.len() > 1;
            match choice {
                // What is not clocked may be a part of what it would choose from.
                Choice::Here if chosen && !kind.is_clocked => {
                    violations.push(BindingViolation::Loop { unit, operand });
                }
                Choice::Here if chosen => ns += kind.delay_ns,
                // The schedule's own.
                Choice::Here => continue,
                Choice::Before => {}
            }
            if ns > demand.period_ns + 1e-9 {
                violations.push(BindingViolation::Slow { unit, operand, ns });
            }
        }
    }
}
