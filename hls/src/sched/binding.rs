//! Which unit computes what, once it is known when.

/// A request's position in [`Demand::requests`].
pub type RequestId = usize;

/// Computations with the kinds of units that they need.
#[derive(Clone, Debug, Default)]
pub struct Demand {
    /// The kinds of units.
    pub kinds: Vec<UnitKind>,
    /// The computations, each after those whose results it takes.
    pub requests: Vec<Request>,
    /// What a signal may take from one register to the next, in ns.
    pub period_ns: f64,
}

/// A kind of unit. Each takes new operands in every cycle.
#[derive(Clone, Debug, Default)]
pub struct UnitKind {
    /// What a unit costs.
    pub cost: f64,
    /// From its operands to its first register, in ns.
    pub delay_ns: f64,
    /// True if there is any register in it.
    pub is_clocked: bool,
    /// What it takes.
    pub operands: Vec<OperandKind>,
}

/// An operand of units.
#[derive(Clone, Copy, Debug, Default)]
pub struct OperandKind {
    /// What the choice between one more signal costs.
    pub choice: f64,
    /// Through a choice of two signals, in ns.
    pub choice_ns: f64,
}

/// A computation.
#[derive(Clone, Debug)]
pub struct Request {
    /// Position in [`Demand::kinds`].
    pub kind: usize,
    /// What runs at the same time has one number.
    pub region: usize,
    /// The cycle in which it starts, of the interval in a pipeline.
    pub slot: u32,
    /// What it takes.
    pub operands: Vec<Operand>,
}

/// An operand, in the two cycles in which it can be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// In the cycle in which the computation starts.
    pub here: Ready,
    /// In the cycle before, if it is there by then.
    pub before: Option<Ready>,
}

/// A signal in a cycle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ready {
    /// Which one.
    pub signal: Signal,
    /// Where in the cycle it is there, in ns.
    pub ns: f64,
}

/// Where an operand comes from. What is equal needs no choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Signal {
    /// A signal by its number.
    Wire(usize),
    /// What the unit of a request gives, in one of several forms.
    Result {
        /// The request.
        of: RequestId,
        /// The number of the form.
        form: usize,
    },
}

/// The units.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Binding {
    /// The units.
    pub units: Vec<Unit>,
    /// The unit of each request.
    pub of: Vec<usize>,
}

/// A unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Position in [`Demand::kinds`].
    pub kind: usize,
    /// When each of its operands is chosen.
    pub choices: Vec<Choice>,
}

/// When an operand is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// In the cycle in which the computation starts.
    Here,
    /// In the cycle before: a register is between the choice and the unit.
    Before,
}

impl Demand {
    /// The requests of each unit.
    #[must_use]
    pub fn requests_of(&self, binding: &Binding) -> Vec<Vec<RequestId>> {
        let mut requests = vec![Vec::new(); binding.units.len()];
        for (request, unit) in binding.of.iter().enumerate() {
            requests[*unit].push(request);
        }
        requests
    }
}

impl Operand {
    /// The operand in the cycle in which it is chosen.
    #[must_use]
    pub const fn at(&self, choice: Choice) -> Option<Ready> {
        match choice {
            Choice::Here => Some(self.here),
            Choice::Before => self.before,
        }
    }
}

impl OperandKind {
    /// Through a choice of so many signals, in ns.
    #[must_use]
    pub fn through_ns(&self, signals: usize) -> f64 {
        f64::from(signals.next_power_of_two().trailing_zeros()) * self.choice_ns
    }
}

impl UnitKind {
    /// True if the unit can have this operand in time, if it is chosen among so many signals of which the last one arrives at `ns`.
    #[must_use]
    pub fn is_in_time(
        &self,
        operand: usize,
        choice: Choice,
        signals: usize,
        ns: f64,
        period_ns: f64,
    ) -> bool {
        let chosen_ns = ns + self.operands[operand].through_ns(signals);
        match choice {
            // As the schedule has it.
            Choice::Here if signals == 1 => true,
            // What is not clocked could be a part of what it chooses from.
            Choice::Here => self.is_clocked && chosen_ns + self.delay_ns <= period_ns,
            Choice::Before => chosen_ns <= period_ns,
        }
    }
}

impl Signal {
    /// The signal, with the unit in place of the request whose result it is: the unit of each request is in `of`.
    #[must_use]
    pub fn resolved(self, of: &[usize]) -> Self {
        match self {
            Self::Wire(_) => self,
            Self::Result { of: request, form } => Self::Result { of: of[request], form },
        }
    }
}
