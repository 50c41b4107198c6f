//! Gives each computation a unit.
//!
//! One after the other, each gets the unit that is free in its cycle and for which the choice of its operands costs least, as
//! long as that is less than a unit. In the order of the computations what takes the result of a shared unit finds others
//! that take the same.

use rustc_hash::{FxHashMap, FxHashSet};

use super::binding::{Binding, Choice, Demand, Ready, Request, Signal, Unit, UnitKind};

/// The units of all computations.
#[must_use]
pub fn bind(demand: &Demand) -> Binding {
    let mut open: Vec<Open> = Vec::new();
    let mut of_kind: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    let mut of: Vec<usize> = Vec::new();
    for request in &demand.requests {
        let kind = &demand.kinds[request.kind];
        let units = of_kind.entry(request.kind).or_default();
        let joined = units.iter().filter_map(|unit| {
            let (operands, cost) = open[*unit].with(demand, request, &of)?;
            let more = cost - open[*unit].cost;
            (more < kind.cost).then_some((*unit, operands, cost, more))
        });
        let (unit, operands, cost) = match joined.min_by(|a, b| a.3.total_cmp(&b.3)) {
            Some((unit, operands, cost, _)) => (unit, operands, cost),
            None => {
                units.push(open.len());
                open.push(Open { kind: request.kind, ..Open::default() });
                (open.len() - 1, alone(request, &of), 0.0)
            }
        };
        let unit_data = &mut open[unit];
        (unit_data.operands, unit_data.cost) = (operands, cost);
        unit_data.taken.insert((request.region, request.slot));
        of.push(unit);
    }
    let units = open.iter().map(|unit| Unit { kind: unit.kind, choices: unit.choices(demand) });
    Binding { units: units.collect(), of }
}

/// A unit that may get more to do.
#[derive(Default)]
struct Open {
    kind: usize,
    /// Regions and slots.
    taken: FxHashSet<(usize, u32)>,
    operands: Vec<Sources>,
    /// What the choice of all operands costs.
    cost: f64,
}

impl Open {
    /// The operands with those of one more request, and what their choice costs then; `None` if that cannot be.
    fn with(&self, demand: &Demand, request: &Request, of: &[usize]) -> Option<(Vec<Sources>, f64)> {
        if self.taken.contains(&(request.region, request.slot)) {
            return None;
        }
        let kind = &demand.kinds[self.kind];
        let mut operands = self.operands.clone();
        let mut cost = 0.0;
        for (position, (sources, more)) in operands.iter_mut().zip(alone(request, of)).enumerate() {
            sources.join(more);
            cost += sources.choice(kind, position, demand.period_ns)?.1;
        }
        Some((operands, cost))
    }

    fn choices(&self, demand: &Demand) -> Vec<Choice> {
        let kind = &demand.kinds[self.kind];
        let choice = |(position, sources): (usize, &Sources)| {
            sources.choice(kind, position, demand.period_ns).map_or(Choice::Here, |(choice, _)| choice)
        };
        self.operands.iter().enumerate().map(choice).collect()
    }
}

/// The operands of one request.
fn alone(request: &Request, of: &[usize]) -> Vec<Sources> {
    let signals = |ready: Ready| Signals { signals: vec![ready.signal.resolved(of)], ns: ready.ns };
    let operands = request.operands.iter();
    operands
        .map(|operand| Sources { here: signals(operand.here), before: operand.before.map(signals) })
        .collect()
}

/// What an operand is chosen of, in either cycle; `None` where something is not there by then.
#[derive(Clone)]
struct Sources {
    here: Signals,
    before: Option<Signals>,
}

impl Sources {
    fn join(&mut self, other: Self) {
        self.here.join(other.here);
        self.before = self.before.take().zip(other.before).map(|(mut own, other)| {
            own.join(other);
            own
        });
    }

    /// The cheaper of the choices that can be made in time, with its cost.
    fn choice(&self, kind: &UnitKind, position: usize, period_ns: f64) -> Option<(Choice, f64)> {
        let cost = |choice: Choice, signals: &Signals| {
            let count = signals.signals.len();
            let in_time = kind.is_in_time(position, choice, count, signals.ns, period_ns);
            in_time.then(|| (choice, (count - 1) as f64 * kind.operands[position].choice))
        };
        let here = cost(Choice::Here, &self.here);
        let before = self.before.as_ref().and_then(|signals| cost(Choice::Before, signals));
        match (here, before) {
            // What needs no choice needs no register for it either.
            (Some(here), Some(before)) if self.here.signals.len() > 1 && before.1 <= here.1 => Some(before),
            (here, before) => here.or(before),
        }
    }
}

#[derive(Clone)]
struct Signals {
    signals: Vec<Signal>,
    /// When the last one is there.
    ns: f64,
}

impl Signals {
    fn join(&mut self, other: Self) {
        for signal in other.signals {
            if !self.signals.contains(&signal) {
                self.signals.push(signal);
            }
        }
        self.ns = self.ns.max(other.ns);
    }
}
