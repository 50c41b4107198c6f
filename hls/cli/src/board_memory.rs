//! The memory of boards, as predictions take it.

use sycl_hls_boards::{Board, MemoryTiming};
use sycl_hls_compiler::report::{Bank, BoardMemory};

/// When the banks of a board answer, as far as that is known.
pub(crate) fn memory(board: &Board) -> BoardMemory {
    let banks = board.banks.iter().filter_map(|it| Some((it.tag.clone(), bank(&it.timing?))));
    let default_bank = board.banks.get(board.default_bank).map(|bank| bank.tag.clone());
    BoardMemory {
        board: board.name.clone(),
        banks: banks.collect(),
        default_bank: default_bank.unwrap_or_default(),
    }
}

/// When one bank answers, in cycles of its clock.
#[must_use]
pub const fn bank(timing: &MemoryTiming) -> Bank {
    Bank {
        clock_khz: timing.clock_khz,
        width: timing.width,
        read_latency: timing.read_latency,
        write_latency: timing.write_latency,
        row_miss: timing.row_miss,
        queue_depth: timing.queue_depth,
        row_bytes: timing.row_bytes,
    }
}
