//! How many elements pass through the ends of a channel each time its region runs, as polynomials: so that the counts of two
//! processes can be compared.
//!
//! Equal polynomials are equal counts. Values are symbols of their operations, the same in all processes; numbers of iterations
//! are symbols of their bounds.

use la_arena::{Idx, RawIdx};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{AtomId, Atoms, Poly};
use crate::{ChannelAccess, ChannelEnd, ChannelId, ForLoop, Func, OpId, OpKind, RegionId, ValueId};

/// Operations that are followed to know a value.
const DEPTH: u32 = 64;

/// How many elements are sent through a channel, and received, each time the region with this body runs; `None` if that is not
/// known to be the same number.
#[must_use]
pub fn balance(func: &Func, region: RegionId, channel: ChannelId) -> Option<Poly> {
    let inside: FxHashSet<OpId> = func.ops_inside(region).into_iter().collect();
    if inside.iter().any(|op| matches!(func.ops[*op].kind, OpKind::Return(_))) {
        return None;
    }
    let results = func.ops.iter().filter_map(|(id, op)| Some((op.result?, id))).collect();
    let (atoms, counters, values) = (Atoms::default(), FxHashMap::default(), FxHashMap::default());
    let mut count = Count { func, channel, inside, results, atoms, counters, values };
    let [sent, received] = [ChannelEnd::Write, ChannelEnd::Read].map(|end| count.region(region, end, 1));
    let (sent, received) = (sent?, received?);
    (sent == received).then_some(sent)
}

/// A loop as a symbol: its level, from 1, its bounds, and how it counts.
type Counter = (usize, Poly, Poly, bool, u64);

/// Counts the operations on a channel.
struct Count<'f> {
    func: &'f Func,
    channel: ChannelId,
    /// The operations of the region.
    inside: FxHashSet<OpId>,
    /// The operations that compute values.
    results: FxHashMap<ValueId, OpId>,
    atoms: Atoms,
    /// The counters of loops, equal ones for equal loops.
    counters: FxHashMap<Counter, AtomId>,
    /// What is known of values.
    values: FxHashMap<ValueId, Option<Poly>>,
}

impl Count<'_> {
    /// The elements that pass through an end each time a region, inside of loops up to a level, is entered.
    fn region(&mut self, region: RegionId, end: ChannelEnd, level: usize) -> Option<Poly> {
        let mut sum = Poly::constant(0);
        let func = self.func;
        for op in &func.regions[region].ops {
            if self.touches(*op, end) {
                sum = sum.plus(&self.op(*op, end, level)?)?;
            }
        }
        Some(sum)
    }

    /// True if an operation, or one inside of it, is on an end of the channel.
    fn touches(&self, op: OpId, end: ChannelEnd) -> bool {
        match &self.func.ops[op].kind {
            OpKind::Channel { channel, access } => *channel == self.channel && access.end() == end,
            kind => kind
                .regions()
                .any(|region| self.func.regions[region].ops.iter().any(|inner| self.touches(*inner, end))),
        }
    }

    fn op(&mut self, op: OpId, end: ChannelEnd, level: usize) -> Option<Poly> {
        let func = self.func;
        match &func.ops[op].kind {
            OpKind::Channel { access: ChannelAccess::Read | ChannelAccess::Write(_), .. } => {
                Some(Poly::constant(1))
            }
            OpKind::For(for_loop) => self.for_loop(for_loop, end, level),
            OpKind::Scope { body, .. } | OpKind::Dataflow { body, .. } | OpKind::Process { body, .. } => {
                self.region(*body, end, level)
            }
            OpKind::Block { body } if !func.has_break(*body, 0) => self.region(*body, end, level),
            OpKind::If { cond, then, otherwise } => {
                let (then, otherwise) =
                    (self.region(*then, end, level)?, self.region(*otherwise, end, level)?);
                if then == otherwise {
                    return Some(then);
                }
                let cond = self.value(*cond, DEPTH)?;
                Some(Poly::atom(self.atoms.operation("if", vec![cond, then, otherwise])))
            }
            _ => None,
        }
    }

    fn for_loop(&mut self, for_loop: &ForLoop, end: ChannelEnd, level: usize) -> Option<Poly> {
        let body = for_loop.body;
        if self.func.has_break(body, 0) || self.func.has_continue(body, 0) {
            return None;
        }
        let (lo, hi) = (self.value(for_loop.lo, DEPTH)?, self.value(for_loop.hi, DEPTH)?);
        let key = (level, lo.clone(), hi.clone(), for_loop.inclusive, for_loop.step);
        let atoms = &mut self.atoms;
        let counter = *self.counters.entry(key).or_insert_with(|| atoms.counter(level));
        if let Some(&param) = self.func.regions[body].params.first() {
            self.values.insert(param, Some(Poly::atom(counter)));
        }
        let each = self.region(body, end, level + 1)?;
        let trips = self.trips(for_loop, &lo, &hi);
        match self.atoms.level(&each) < level {
            true => trips.times(&each),
            false => Some(Poly::atom(self.atoms.operation("sum", vec![Poly::atom(counter), trips, each]))),
        }
    }

    /// The number of iterations.
    fn trips(&mut self, for_loop: &ForLoop, lo: &Poly, hi: &Poly) -> Poly {
        if let (Some(lo), Some(hi)) = (lo.as_constant(), hi.as_constant()) {
            return Poly::constant(for_loop.iterations(lo, hi).into());
        }
        let name = format!("trips of {} {}", for_loop.step, for_loop.inclusive);
        Poly::atom(self.atoms.operation(&name, vec![lo.clone(), hi.clone()]))
    }

    /// A value; `None` if it depends on memory or on channels inside of the region.
    fn value(&mut self, value: ValueId, depth: u32) -> Option<Poly> {
        if let Some(known) = self.values.get(&value) {
            return known.clone();
        }
        let found = self.computed(value, depth.checked_sub(1)?);
        self.values.insert(value, found.clone());
        found
    }

    fn computed(&mut self, value: ValueId, depth: u32) -> Option<Poly> {
        let func = self.func;
        let op = self.results.get(&value).copied();
        let Some(kind) = op.map(|op| &func.ops[op].kind).filter(|kind| kind.is_pure()) else {
            let is_given = op.is_none_or(|op| !self.inside.contains(&op));
            let name = format!("value {}", value.into_raw());
            return is_given.then(|| Poly::atom(self.atoms.operation(&name, Vec::new())));
        };
        if let OpKind::Const(constant) = kind
            && let Some(number) = constant.to_integer()
        {
            return Some(Poly::constant(number));
        }
        let mut operands = Vec::new();
        kind.for_each_operand(&mut |operand| operands.push(operand));
        let operands = operands.into_iter().map(|operand| self.value(operand, depth));
        let operands = operands.collect::<Option<Vec<Poly>>>()?;
        let mut name = kind.clone();
        name.for_each_operand_mut(&mut |operand| *operand = Idx::from_raw(RawIdx::from(0)));
        let name = format!("{name:?} {}", func.ty(value));
        Some(Poly::atom(self.atoms.operation(&name, operands)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    /// The balance of the channel between two processes that do this.
    fn of(sends: &str, receives: &str) -> Option<Poly> {
        let text = format!(
            "module m from \"m.rs\"\nkernel @k(%0.n: u64, %1.m: u64, &2.x: mut [u64] bundle \"gmem0\") {{\n\
             %2 = const 0: u64\n%3 = const 3: u64\nfor %4.iteration in %2..%3 {{\ndataflow {{\n\
             channel #0.c: u64 depth 2\nprocess \"a\" {{\n{sends}}}\nprocess \"b\" {{\n{receives}}}\n}}\n}}\nreturn\n}}\n"
        );
        let module = parse(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let (_, func) = module.kernels().next().unwrap();
        let region = func.ops.values().find_map(|op| match op.kind {
            OpKind::Dataflow { body, .. } => Some(body),
            _ => None,
        });
        balance(func, region.unwrap(), func.channels.iter().next().unwrap().0)
    }

    /// Loops over a range around an operation; the values that they compute begin with the number.
    fn nest(first: u32, ranges: &[&str], op: &str) -> String {
        let heads = (first..).zip(ranges).map(|(value, range)| format!("for %{value} in {range} {{\n"));
        format!("{}{op}\n{}", heads.collect::<String>(), "}\n".repeat(ranges.len()))
    }

    const SEND: &str = "write #0, %2";

    fn receive(value: u32) -> String {
        format!("%{value} = read #0: u64")
    }

    #[test]
    fn constants_are_counted() {
        let six = nest(10, &["%2..%3", "%2..%3"], SEND) + SEND + "\n";
        let nine = "%20 = const 9: u64\n".to_owned() + &nest(21, &["%2..=%20"], &receive(22));
        assert_eq!(of(&six, &nine).unwrap().as_constant(), Some(10));
        assert_eq!(of(&nest(10, &["%2..%3"], SEND), &nine), None);
    }

    #[test]
    fn equal_bounds_are_equal_counts() {
        let [wide, high] = [["%2..%0", "%2..%1"], ["%2..%1", "%2..%0"]];
        let balance = of(&nest(10, &wide, SEND), &nest(20, &high, &receive(22))).unwrap();
        assert_eq!(balance.as_constant(), None);
        // Bounds that each process computes by itself.
        let sum = |value: u32| format!("%{value} = add.wrapping %0, %1: u64\n");
        let [sends, receives] = [(10, SEND.to_owned()), (20, receive(22))]
            .map(|(first, op)| sum(first) + &nest(first + 1, &[&format!("%2..%{first}")], &op));
        assert!(of(&sends, &receives).is_some());
        assert_eq!(of(&nest(10, &["%2..%0"], SEND), &nest(20, &["%2..%1"], &receive(22))), None);
    }

    #[test]
    fn triangles_are_compared_by_their_loops() {
        let [first, second] = [(10, SEND.to_owned()), (20, receive(22))]
            .map(|(first, op)| nest(first, &["%2..%0", &format!("%2..%{first}")], &op));
        assert!(of(&first, &second).is_some());
        let other = nest(20, &["%2..%1", "%2..%20"], &receive(22));
        assert_eq!(of(&first, &other), None);
    }

    #[test]
    fn what_depends_on_data_is_not_known() {
        let read = "%10 = read &2.x[%2]: u64\n".to_owned() + &nest(11, &["%2..%10"], SEND);
        assert_eq!(of(&read, &nest(20, &["%2..%0"], &receive(22))), None);
        let left = nest(20, &["%2..%3"], &(receive(22) + "\n%23 = eq %22, %0: bool\nif %23 {\nbreak 0\n}"));
        assert_eq!(of(&nest(10, &["%2..%3"], SEND), &left), None);
    }

    /// The same condition on both sides is the same number.
    #[test]
    fn conditions_are_symbols() {
        let sends = format!("%10 = gt %4, %0: bool\nif %10 {{\n{SEND}\n}}\n");
        let receives = format!("%20 = gt %4, %0: bool\nif %20 {{\n{}\n}}\n", receive(21));
        assert!(of(&sends, &receives).is_some());
        assert_eq!(of(&sends, &(receive(20) + "\n")), None);
    }
}
