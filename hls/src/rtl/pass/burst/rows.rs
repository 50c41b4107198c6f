//! Requests in flattened loops. Where the rows of a nest follow each other in memory, a request goes across them.
//!
//! ```text
//! for i in 0..4 { for j in 0..256 { .. x[256 * i + j] } }     one request for 4 * 256 elements
//! for i in 0..4 { for j in 0..200 { .. x[256 * i + j] } }     four requests for 200
//! for i in 0..n { for j in 0..100 { .. x[100 * i + j] } }     for 10 rows of 100 elements, or as many as are left
//! ```

use sycl_hls_ir::CompareOp;

use super::{CHUNK, Requests, Rest};
use crate::rtl::affine::Forms;
use crate::rtl::design::{Block, LoopCounter, NodeId, NodeKind};

/// The requests of an access in flattened loops; `None` where each element needs its own.
pub(super) fn requests(block: &Block, access: NodeId) -> Option<Requests> {
    let forms = Forms { block };
    let (form, _) = forms.of_access(access);
    let nest = forms.nest_of(&form)?;
    let levels = forms.levels(&form, nest)?;
    if !is_whole(block, nest) {
        return None;
    }
    let bytes = block.nodes[access].ty.bytes() as i128;
    // The innermost loops whose elements a request covers.
    let mut elements: u64 = 1;
    for (level, counter) in levels.iter().zip(nest).rev().filter(|(level, _)| level.trip_count != Some(1)) {
        if level.stride != bytes * i128::from(elements) {
            break;
        }
        let Some(count) = level.trip_count else {
            let Some(rest) = rest(block, counter, access, elements) else { break };
            return Some(Requests { every: CHUNK / elements * elements, rest: Some(rest), from: None });
        };
        // All requests are equal.
        let most = CHUNK / elements;
        let rows = if count <= most { count } else { (1..=most).rev().find(|rows| count % rows == 0)? };
        elements *= rows;
        if rows < count {
            break;
        }
    }
    (elements > 1).then_some(Requests { every: elements, rest: None, from: None })
}

/// True if the block has all iterations of a nest: of one that is fused with others it may have a part.
fn is_whole(block: &Block, nest: &[LoopCounter]) -> bool {
    let iterations = nest.iter().try_fold(1, |all: u64, counter| all.checked_mul(counter.trip_count?));
    block.exits.is_empty() && block.repeat.as_ref().is_some_and(|repeat| repeat.trip_count == iterations)
}

/// What is left of an outermost loop that counts in steps of 1 up to a bound that is not known.
fn rest(block: &Block, counter: &LoopCounter, access: NodeId, elements: u64) -> Option<Rest> {
    let of = |wanted: NodeKind| block.nodes.iter().find(|(_, node)| node.kind == wanted).map(|(id, _)| id);
    let left = of(NodeKind::Var(counter.left)).filter(|left| *left < access && counter.step == 1)?;
    let inclusive = block.nodes.iter().find_map(|(_, node)| match node.kind {
        NodeKind::Compare(CompareOp::Ge) if node.args[0] == left => Some(true),
        NodeKind::Compare(CompareOp::Gt) if node.args[0] == left => Some(false),
        _ => None,
    })?;
    Some(Rest { left, inclusive, elements })
}
