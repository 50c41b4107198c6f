//! What a schedule has to keep to.

/// A task's position in [`Problem::tasks`].
pub type TaskId = usize;

/// Tasks with what they wait for and what they share.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// The tasks, each after those that it waits for within an iteration.
    pub tasks: Vec<Task>,
    /// What waits for what.
    pub edges: Vec<Edge>,
    /// How many tasks can use each resource in one cycle.
    pub capacities: Vec<u32>,
    /// What a signal may take from one register to the next, in ns: the clock's period less its uncertainty.
    pub period_ns: f64,
}

/// An operation.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// Cycles from its start to its result; 0 if the result is there in the same cycle.
    pub latency: u32,
    /// Of what takes no cycle: from its operands to its result. Else: from its operands to its first register. In ns.
    pub delay_ns: f64,
    /// Of what takes cycles: from its last register to its result, in ns.
    pub output_ns: f64,
    /// The resources that it needs.
    pub uses: Vec<Use>,
    /// The latest cycle in which its result may be there.
    pub deadline: Option<u32>,
}

/// A resource that a task needs in one cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// Position in [`Problem::capacities`].
    pub resource: usize,
    /// In which cycle, counted from the task's start.
    pub after: u32,
}

/// One task waits for another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// It takes its result, of the same iteration.
    Data {
        /// The task that is waited for.
        from: TaskId,
        /// The one that waits.
        to: TaskId,
    },
    /// It starts at least this many cycles after the start of the other one, of this many iterations before.
    Order {
        /// The task that is waited for.
        from: TaskId,
        /// The one that waits.
        to: TaskId,
        /// In cycles.
        cycles: u32,
        /// In iterations.
        distance: u32,
    },
}

/// When each task starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// Cycles from the start of one iteration to that of the next; `None` for what is no pipeline.
    pub ii: Option<u32>,
    /// The cycle that each task starts in, counted from the iteration's start.
    pub start: Vec<u32>,
    /// Where in the cycle its operands are there, in ns.
    pub offset_ns: Vec<f64>,
}

impl Problem {
    /// Adds a task.
    pub fn add(&mut self, task: Task) -> TaskId {
        self.tasks.push(task);
        self.tasks.len() - 1
    }

    /// Adds a resource that this many tasks can use in one cycle.
    pub fn resource(&mut self, capacity: u32) -> usize {
        self.capacities.push(capacity);
        self.capacities.len() - 1
    }

    /// Lets at most so many of these tasks start in one cycle.
    pub fn share(&mut self, tasks: impl IntoIterator<Item = TaskId>, capacity: u32) {
        let resource = self.resource(capacity);
        for task in tasks {
            self.tasks[task].uses.push(Use { resource, after: 0 });
        }
    }
}

impl Schedule {
    /// The cycle in which a task's result is there.
    #[must_use]
    pub fn end(&self, problem: &Problem, task: TaskId) -> u32 {
        self.start[task] + problem.tasks[task].latency
    }

    /// The cycle of the interval in which a task starts; without one, the cycle.
    #[must_use]
    pub fn slot(&self, task: TaskId) -> u32 {
        self.ii.map_or(self.start[task], |ii| self.start[task] % ii)
    }

    /// Where in that cycle the result is there, in ns.
    #[must_use]
    pub fn end_ns(&self, problem: &Problem, task: TaskId) -> f64 {
        let data = &problem.tasks[task];
        if data.latency == 0 { self.offset_ns[task] + data.delay_ns } else { data.output_ns }
    }
}
