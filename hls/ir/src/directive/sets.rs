//! What can stand at one place.

use sycl_hls_types::Restart;

use crate::{Root, SlotId};

use super::{
    Aggregate, Allocation, ApCtrlChain, ApCtrlHs, ApCtrlNone, ArrayPartition, ArrayReshape, AutoRestart,
    Bank, BindOp, BindStorage, Cache, Clock, ComputeUnits, ControlBundle, Dependence, Disaggregate,
    ExpressionBalance, FlushDenormals, FunctionInstantiate, Inline, Latency, LoopFlatten, LoopMerge,
    LoopTripcount, MAxi, Occurrence, Performance, Pipeline, Protocol, SAxilite, Slr, Stable, Unroll,
    WorkGroupSize,
};

directive_sets! {
    /// Directives of a loop.
    pub struct LoopDirectives {
        /// Overlap iterations.
        pipeline: Option<Pipeline>,
        /// Replicate the body.
        unroll: Option<Unroll>,
        /// How often it runs.
        tripcount: Option<LoopTripcount>,
        /// Join with the loop inside.
        flatten: Option<LoopFlatten>,
        /// Join the loops inside with each other.
        merge: Option<LoopMerge>,
        /// Cycles of an iteration.
        latency: Option<Latency>,
        /// How often it starts.
        performance: Option<Performance>,
        /// What waits for what.
        dependences: Vec<Dependence>,
        /// Balance long sums.
        expression_balance: Option<ExpressionBalance>,
        /// Limits.
        allocations: Vec<Allocation>,
    }

    /// Directives of a block of statements.
    pub struct ScopeDirectives {
        /// Needed once in several iterations.
        occurrence: Option<Occurrence>,
        /// Cycles as written.
        protocol: Option<Protocol>,
        /// Join the loops inside with each other.
        merge: Option<LoopMerge>,
        /// Cycles of the block.
        latency: Option<Latency>,
        /// Balance long sums.
        expression_balance: Option<ExpressionBalance>,
        /// Limits.
        allocations: Vec<Allocation>,
    }

    /// Directives of a local variable in memory.
    pub struct SlotDirectives {
        /// How it is split into memories.
        partitions: Vec<ArrayPartition>,
        /// How it is packed into wider words.
        reshapes: Vec<ArrayReshape>,
        /// Its memory.
        storage: Option<BindStorage>,
        /// The operators that compute it; each names its operation.
        bind_ops: Vec<BindOp>,
        /// Pack the fields.
        aggregate: Option<Aggregate>,
        /// Take the fields apart.
        disaggregate: Option<Disaggregate>,
        /// Does not change.
        stable: Option<Stable>,
        /// What waits for what; the variable is this one.
        dependences: Vec<Dependence>,
    }

    /// Directives of a parameter.
    pub struct ParamDirectives {
        /// The AXI master port; kernels' slices only.
        m_axi: Option<MAxi>,
        /// The register; kernels only.
        s_axilite: Option<SAxilite>,
        /// A cache in the port; slices that a kernel only reads.
        cache: Option<Cache>,
        /// The banks; kernels' slices only.
        banks: Vec<Bank>,
        /// Does not change.
        stable: Option<Stable>,
        /// A function for each constant value; helpers' scalars only.
        instantiate: Option<FunctionInstantiate>,
    }

    /// Directives of a function.
    pub struct FuncDirectives {
        /// One run at a time; kernels only.
        ap_ctrl_hs: Option<ApCtrlHs>,
        /// Runs may overlap; kernels only.
        ap_ctrl_chain: Option<ApCtrlChain>,
        /// Nobody starts it: it is free-running; kernels only.
        ap_ctrl_none: Option<ApCtrlNone>,
        /// It starts itself again; kernels only.
        auto_restart: Option<AutoRestart>,
        /// The size of its work-groups, in each dimension; kernels of work-groups only.
        work_group: Vec<WorkGroupSize>,
        /// The control interface; kernels only.
        control: Option<ControlBundle>,
        /// Part of its callers; helpers only.
        inline: Option<Inline>,
        /// Overlap calls.
        pipeline: Option<Pipeline>,
        /// Cycles of a call.
        latency: Option<Latency>,
        /// How often it starts; kernels only.
        performance: Option<Performance>,
        /// Join the loops inside with each other.
        merge: Option<LoopMerge>,
        /// Without denormals.
        flush_denormals: Option<FlushDenormals>,
        /// Balance long sums.
        expression_balance: Option<ExpressionBalance>,
        /// Limits.
        allocations: Vec<Allocation>,
        /// How many there are; kernels only.
        compute_units: Option<ComputeUnits>,
        /// Where they are; kernels only.
        slrs: Vec<Slr>,
        /// The clock; kernels only.
        clock: Option<Clock>,
    }
}

impl LoopDirectives {
    /// True if iterations overlap.
    #[must_use]
    pub fn is_pipelined(&self) -> bool {
        self.pipeline.as_ref().is_some_and(|pipeline| pipeline.is_on())
    }

    /// True if all iterations are unrolled.
    #[must_use]
    pub fn is_unrolled_fully(&self) -> bool {
        self.unroll.as_ref().is_some_and(|unroll| unroll.is_full())
    }
}

impl LoopDirectives {
    /// Calls `f` with every local variable that a directive names, which it may replace.
    pub fn each_slot_mut(&mut self, f: &mut dyn FnMut(&mut SlotId)) {
        for dependence in &mut self.dependences {
            if let Some(Root::Slot(slot)) = &mut dependence.value.variable {
                f(slot);
            }
        }
    }
}

impl FuncDirectives {
    /// True if the whole function is one pipeline.
    #[must_use]
    pub fn is_pipelined(&self) -> bool {
        self.pipeline.as_ref().is_some_and(|pipeline| pipeline.is_on())
    }

    /// The number of compute units of a kernel.
    #[must_use]
    pub fn units(&self) -> u32 {
        self.compute_units.as_ref().map_or(1, |units| units.count)
    }

    /// Whether a kernel starts itself again.
    #[must_use]
    pub fn restart(&self) -> Restart {
        self.auto_restart.as_ref().map_or(Restart::Never, |auto_restart| {
            if auto_restart.mailbox { Restart::Mailbox } else { Restart::Counted }
        })
    }
}
