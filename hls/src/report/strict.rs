//! Requested intervals that are not reached: of `#[pipeline(strict)]` an error, of others a warning.

use sycl_hls_ir::{Func, Span};

use super::describe::Names;
use super::limits::{Limit, limits};
use crate::rtl::design::{BlockId, Design};
use crate::rtl::predict::{Nest, nests};
use crate::rtl::{Plan, ProcessPlan};

/// A pipeline whose iterations start less often than asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missed {
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

/// The pipelines of a kernel's hardware that miss what they ask for.
#[must_use]
pub fn missed(func: &Func, design: &Design, plan: &Plan) -> Vec<Missed> {
    let of_process = |process| {
        let names = Names::new(design, process, func);
        missed_in(&names, &plan.processes[process], &nests(names.machine))
    };
    design.processes.iter().flat_map(|(process, _)| of_process(process)).collect()
}

fn missed_in(names: &Names<'_>, plan: &ProcessPlan, nests: &[Nest]) -> Vec<Missed> {
    let of_one = |nest: &Nest| {
        let own = too_slow(names, plan, nest.head);
        own.into_iter().chain(missed_in(names, plan, &nest.inner)).collect::<Vec<_>>()
    };
    nests.iter().flat_map(of_one).collect()
}

fn too_slow(names: &Names<'_>, plan: &ProcessPlan, head: BlockId) -> Option<Missed> {
    let block = &names.machine.blocks[head];
    let requested = block.requested?;
    let wanted = requested.ii;
    let reached = plan.blocks[head].schedule.ii;
    reached.is_none_or(|reached| reached > wanted).then(|| Missed {
        requested: requested.span,
        strict: requested.strict,
        place: block.span,
        wanted,
        reached,
        limit: limits(names, plan, head),
    })
}
