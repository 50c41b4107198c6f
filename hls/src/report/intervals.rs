//! Requested intervals, and whether they are reached: of `#[pipeline(strict)]` a missed one is an error, of others a warning.

use sycl_hls_ir::{Func, Span};

use super::describe::Names;
use super::limits::{Limit, limits};
use crate::rtl::design::{BlockId, Design};
use crate::rtl::predict::{Nest, nests};
use crate::rtl::{Plan, ProcessPlan};

/// The interval of a pipeline that the user has requested.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interval {
    /// The directive.
    pub requested: Span,
    /// True if it is `strict`.
    pub strict: bool,
    /// The loop.
    pub place: Span,
    /// The interval that was asked for, in cycles.
    pub wanted: u32,
    /// The interval that was reached; `None` if the loop is no pipeline.
    pub reached: Option<u32>,
    /// Why it is no shorter.
    pub limit: Option<Limit>,
}

impl Interval {
    /// True if iterations start less often than asked for.
    #[must_use]
    pub fn is_missed(&self) -> bool {
        self.reached.is_none_or(|reached| reached > self.wanted)
    }
}

/// The requested intervals of a kernel's hardware.
#[must_use]
pub fn intervals(func: &Func, design: &Design, plan: &Plan) -> Vec<Interval> {
    let of_process = |process| {
        let names = Names::new(design, process, func);
        of_nests(&names, &plan.processes[process], &nests(names.machine))
    };
    design.processes.iter().flat_map(|(process, _)| of_process(process)).collect()
}

fn of_nests(names: &Names<'_>, plan: &ProcessPlan, nests: &[Nest]) -> Vec<Interval> {
    let of_one = |nest: &Nest| {
        let own = of_loop(names, plan, nest.head);
        own.into_iter().chain(of_nests(names, plan, &nest.inner)).collect::<Vec<_>>()
    };
    nests.iter().flat_map(of_one).collect()
}

fn of_loop(names: &Names<'_>, plan: &ProcessPlan, head: BlockId) -> Option<Interval> {
    let block = &names.machine.blocks[head];
    let requested = block.requested?;
    Some(Interval {
        requested: requested.span,
        strict: requested.strict,
        place: block.span,
        wanted: requested.ii,
        reached: plan.blocks[head].schedule.ii,
        limit: limits(names, plan, head),
    })
}
