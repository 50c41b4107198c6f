//! What an iteration waits for of earlier ones.
//!
//! A recurrence is a way from an element of memory back to itself. Ways over several elements (`a` from `b`, `b` from
//! `a`) are not looked for.

use crate::Span;
use crate::directive::{Dependence, DependenceClass, DependenceKind, Dependent, Direction};

use super::flow::Step;
use super::{Cost, LoopTrace, Memory, MemoryId, MemoryKind, Poly, Trace, Variation};

/// What an iteration writes, with what it has read of the same memory before.
#[derive(Clone, Debug)]
pub struct Carried {
    /// The memory.
    pub memory: MemoryId,
    /// The indices of the element that is read.
    pub read: Vec<Poly>,
    /// The indices of the element that is written.
    pub written: Vec<Poly>,
    /// The way from one to the other.
    pub cost: Cost,
    /// The operations on it.
    pub steps: Vec<Step>,
    /// The read.
    pub read_span: Span,
    /// The write.
    pub write_span: Span,
    /// True if the iteration needs what was read for something else that it writes, too.
    pub shared: bool,
}

/// What a `dependence` directive says of the accesses of different iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promise {
    /// The object that it is about; without one, a class of objects, or all of them.
    pub object: Option<u32>,
    /// The class.
    pub class: Option<DependenceClass>,
    /// The iterations from the write to the read; `None` where the read never meets the write.
    pub distance: Option<u32>,
}

/// A loop's iterations wait for each other.
#[derive(Clone, Debug)]
pub struct Recurrence<'t> {
    /// The way.
    pub carried: &'t Carried,
    /// The memory.
    pub memory: &'t Memory,
    /// The number of iterations from the write to the read.
    pub distance: u64,
    /// True if they access the same element each time, and false if only where the indices happen to be equal.
    pub certain: bool,
    /// Cycles of the way.
    pub cycles: u32,
    /// The best initiation interval that it leaves, in cycles.
    pub interval: u64,
}

impl Promise {
    /// What a directive promises; `variable` is the object that it names.
    #[must_use]
    pub fn of(dependence: &Dependence, variable: Option<u32>) -> Option<Self> {
        let between_iterations = dependence.kind != Some(DependenceKind::Intra);
        let of_reads = dependence.direction.is_none_or(|direction| direction == Direction::ReadAfterWrite);
        let distance = match (dependence.dependent, dependence.distance) {
            (Dependent::False, _) => None,
            (Dependent::True, Some(distance)) => Some(distance),
            (Dependent::True, None) => return None,
        };
        (between_iterations && of_reads).then_some(Self {
            object: variable,
            class: dependence.class,
            distance,
        })
    }

    fn is_about(&self, memory: &Memory) -> bool {
        let class = match self.class {
            Some(DependenceClass::Pointer) => memory.kind.is_port(),
            Some(DependenceClass::Array) => !memory.kind.is_port(),
            None => true,
        };
        class && self.object.is_none_or(|object| object == memory.object)
    }
}

/// The recurrences of a loop, the slowest one first.
#[must_use]
pub fn recurrences<'t>(trace: &'t Trace<'_>, one: &'t LoopTrace<'_>) -> Vec<Recurrence<'t>> {
    let mut found: Vec<Recurrence<'t>> =
        one.carried.iter().filter_map(|carried| recurrence(trace, one, carried)).collect();
    found.sort_by_key(|recurrence| (std::cmp::Reverse(recurrence.interval), recurrence.carried.write_span));
    found
}

fn recurrence<'t>(trace: &'t Trace<'_>, one: &LoopTrace<'_>, carried: &'t Carried) -> Option<Recurrence<'t>> {
    let memory = trace.memories.get(carried.memory.0 as usize)?;
    let (mut distance, certain) = distance(trace, one.level, carried)?;
    let own = match &memory.kind {
        MemoryKind::Local { directives, .. } => directives.dependences.as_slice(),
        _ => &[],
    };
    let own = own.iter().filter_map(|dependence| Promise::of(dependence, None));
    for promise in one.promises.iter().copied().chain(own).filter(|promise| promise.is_about(memory)) {
        distance = distance.max(u64::from(promise.distance?));
    }
    if one.iterations.is_some_and(|iterations| distance >= iterations) {
        return None;
    }
    let mut recurrence = Recurrence { carried, memory, distance, certain, cycles: 1, interval: 1 };
    let write = u32::from(recurrence.has_write_cycle());
    recurrence.cycles = (carried.cost.total(trace.clock) + write).max(1);
    recurrence.interval = u64::from(recurrence.cycles).div_ceil(distance);
    Some(recurrence)
}

/// After how many iterations what was written is read, and whether that is certain; `None` where it is not known to
/// happen.
fn distance(trace: &Trace<'_>, level: usize, carried: &Carried) -> Option<(u64, bool)> {
    let mut distance = None;
    let mut certain = true;
    for (read, written) in carried.read.iter().zip(&carried.written) {
        let difference = written.distance(read)?;
        match Variation::of(read, level, &trace.atoms) {
            Variation::None if difference == 0 => {}
            Variation::Fetched if difference == 0 => certain = false,
            Variation::Step(step) if difference.checked_rem(step) == Some(0) => {
                let iterations =
                    u64::try_from(difference.checked_div(step)?).ok().filter(|iterations| *iterations > 0)?;
                if distance.is_some_and(|other| other != iterations) {
                    return None;
                }
                distance = Some(iterations);
            }
            _ => return None,
        }
    }
    Some((distance.unwrap_or(1), certain))
}

impl Recurrence<'_> {
    /// True if it is a sum, a product or an extreme that nothing needs before the loop has ended, so that its operands
    /// could be grouped in another way, but for rounding.
    #[must_use]
    pub fn is_accumulation(&self) -> bool {
        let carried = self.carried;
        let mut steps = self.operations();
        let family = steps.next().and_then(|step| step.family);
        let one_place = self.certain && self.distance == 1 && carried.read == carried.written;
        one_place && !carried.shared && family.is_some() && steps.all(|step| step.family == family)
    }

    /// The operations on the way, without accesses to memory.
    pub fn operations(&self) -> impl Iterator<Item = &Step> {
        self.carried.steps.iter().skip(usize::from(!self.is_register()))
    }

    /// True if the write of the memory takes a cycle of its own. An operator with registers inside stores its result in its last
    /// cycle.
    #[must_use]
    pub fn has_write_cycle(&self) -> bool {
        !self.is_register() && self.operations().next().is_none()
    }

    const fn is_register(&self) -> bool {
        matches!(self.memory.kind, MemoryKind::Registers)
    }
}
