//! R18: memories that are handed over.

use sycl_hls_ir::{ChannelEnd, Span};
use sycl_hls_types::Scalar;

use super::Report;
use crate::rtl::design::{Block, Design, Handover, Memory, MemoryId, VarId};

/// Verifies that a writer and a reader hand buffers over by tokens.
pub(super) fn handovers(design: &Design, report: &mut Report) {
    report.process.clear();
    for (id, memory) in design.memories.iter() {
        if let Some(handover) = memory.handover {
            handed(design, (id, memory), handover, report);
        }
    }
}

fn handed(design: &Design, (id, memory): (MemoryId, &Memory), handover: Handover, report: &mut Report) {
    let place = format!("m{}", id.into_raw());
    let mut expect = |holds: bool, message: &str| report.expect(holds, "R18", &place, Span::NONE, message);
    expect(
        memory.contents.is_none() && memory.external.is_none(),
        "what is handed over has contents, or is external",
    );
    let [held, filled] = [handover.held, handover.filled].map(|token| &design.channels[token]);
    expect(held.ty == Scalar::Bool && filled.ty == Scalar::Bool, "a token is no `bool`");
    expect(held.depth == filled.depth, "there are more tokens of one kind than of the other");
    for user in design.accessors(id) {
        let process = &design.processes[user];
        let has_both =
            |end| [handover.held, handover.filled].iter().all(|token| process.has_end(*token, end));
        let hands_over = has_both(ChannelEnd::Write) || has_both(ChannelEnd::Read);
        expect(hands_over, "a process accesses it that neither sends nor receives both tokens");
        let counts = |var: &VarId| 1_u128 << process.vars[*var].ty.bits().min(64) >= u128::from(held.depth);
        let Some(buffer) = process.buffer(handover.held).filter(counts) else {
            expect(false, "a process accesses it that does not know the buffer");
            continue;
        };
        let ty = process.vars[buffer].ty;
        let numbered = |block: &Block| {
            block.nodes.iter().filter(|(_, node)| node.kind.accesses(id)).all(|(_, node)| {
                node.args.last().is_some_and(|last| node.args.len() > 1 && block.nodes[*last].ty == ty)
            })
        };
        let numbered = process.blocks.iter().all(|(_, block)| numbered(block));
        expect(numbered, "an access does not say which buffer");
    }
}
