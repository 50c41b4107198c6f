//! Pipelined loops that cannot reach the requested initiation interval.

use sycl_hls_ir::analysis::Trace;

use super::requested::Requested;
use super::{Finding, ports, recurrence};

/// Checks the pipelined loops of a kernel.
pub(super) fn check(trace: &Trace<'_>, findings: &mut Vec<Finding>) {
    for one in &trace.loops {
        let pipeline = one.directives.pipeline.as_ref().filter(|pipeline| pipeline.is_on());
        let Some(pipeline) =
            pipeline.filter(|_| one.complete && one.iterations.is_none_or(|count| count > 1))
        else {
            continue;
        };
        // Vitis tries for every cycle where no number is given (UG1399, "pragma HLS pipeline").
        let interval = u64::from(pipeline.ii.unwrap_or(1));
        let requested = Requested { trace, one, interval, at: pipeline.span };
        ports::check(&requested, findings);
        recurrence::check(&requested, findings);
    }
}
