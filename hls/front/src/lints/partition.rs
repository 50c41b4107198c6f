//! Partitions that cost dividers.

use rustc_hash::FxHashSet;
use sycl_hls_ir::SlotDirectives;
use sycl_hls_ir::Span;
use sycl_hls_ir::analysis::{Access, MemoryKind, Split, Trace};

use super::{Finding, PARTITION_DIVIDERS};

/// Checks the accesses to the split arrays of a kernel.
pub(super) fn check(trace: &Trace<'_>, findings: &mut Vec<Finding>) {
    let mut told = FxHashSet::default();
    let inside = trace.loops.iter().flat_map(|one| &one.accesses);
    for access in inside.chain(&trace.outside) {
        let Some(memory) = trace.memories.get(access.memory.0 as usize) else { continue };
        let MemoryKind::Local { banks, directives } = &memory.kind else { continue };
        for (dim, (split, index)) in banks.splits().iter().zip(&access.path).enumerate() {
            let divisor = split.divisor();
            if divisor.is_power_of_two() || index.as_constant().is_some() {
                continue;
            }
            // What is a multiple of the divisor, but for a constant, is divided when the kernel is translated.
            if index.split().0.over(i128::from(divisor)).is_none()
                && let Some(at) = directive(directives, dim)
                && told.insert(at)
            {
                findings.push(
                    finding(&memory.name, *split, banks.dims().get(dim).copied(), access, at)
                        .site(memory.span),
                );
            }
        }
    }
}

/// The directive that splits a dimension, counted from 0.
fn directive(directives: &SlotDirectives, dim: usize) -> Option<Span> {
    let partitions = directives.partitions.iter().map(|it| (it.dim, it.span));
    let reshapes = directives.reshapes.iter().map(|it| (it.dim, it.span));
    let about =
        |given: &Option<u32>| matches!(given.unwrap_or(1) as usize, given if given == 0 || given == dim + 1);
    partitions.chain(reshapes).find(|(given, _)| about(given)).map(|(_, at)| at)
}

fn finding(name: &str, split: Split, len: Option<u64>, access: &Access, at: Span) -> Finding {
    let divisor = split.divisor();
    let parts = split.factor();
    let message = match split {
        Split::Block { .. } => format!(
            "the blocks of `{name}` have {divisor} elements, so that each access divides by {divisor}"
        ),
        _ => format!("`{name}` is split into {parts} memories, so that each access divides by {parts}"),
    };
    let help = match (split, len) {
        (Split::Block { .. }, Some(len)) => {
            let size = divisor.next_power_of_two();
            format!(
                "make the dimension {} long, of which {len} are used: then the blocks have {size} elements",
                size.saturating_mul(parts)
            )
        }
        _ => format!("use a factor of {} or {}", parts.next_power_of_two() / 2, parts.next_power_of_two()),
    };
    Finding::new(PARTITION_DIVIDERS, at, message)
        .related(access.span, "with an index that is known only when the kernel runs")
        .note("the memory and the element in it are the remainder and the quotient of the index; for a power of two these are bits of it, \
               otherwise each access takes a divider in Vitis' hardware, and a product in ours")
        .help(help)
}
