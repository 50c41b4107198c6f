//! The cycles of operators that have registers within them, by clock.
//!
//! `make timing` synthesizes the operators with these cycles and estimates their slowest stage. It fails where a
//! stage takes longer than the clock leaves, or than the scheduler counts for it. Cycles are those that AMD lists for
//! its own operators wherever ours meet the clock with as many ("Timing" in docs/qor.md names the others).

use super::listed::{MUL_COMBINATIONAL, ceil};
use super::{Format, Operator};

/// The clocks of the table, in MHz.
pub const CLOCKS: [f64; 3] = [200.0, 250.0, 300.0];

/// The cycles of an operator at each of the [clocks](CLOCKS). `None` where it has no registers, or its cycles follow
/// from its width.
pub(super) const fn table(operator: Operator) -> Option<[u32; 3]> {
    use Format::{F32, F64};
    Some(match operator {
        Operator::FloatAdd(_) => [4, 5, 6],
        Operator::FloatAddFlushed(F32) => [4, 4, 4],
        Operator::FloatAddFlushed(F64) => [4, 4, 5],
        Operator::FloatAddDsp => [6, 6, 7],
        Operator::FloatMul(F32) => [3, 3, 3],
        Operator::FloatMul(F64) => [4, 5, 7],
        Operator::FloatMulFlushed(F32) => [2, 3, 3],
        Operator::FloatMulFlushed(F64) => [3, 5, 5],
        Operator::FloatDiv(F32) => [9, 12, 12],
        Operator::FloatDiv(F64) => [21, 27, 32],
        Operator::FloatDivFlushed(F32) => [8, 10, 12],
        Operator::FloatDivFlushed(F64) => [21, 27, 32],
        Operator::FloatSqrt(F32) => [8, 10, 12],
        Operator::FloatSqrt(F64) => [16, 20, 24],
        Operator::FloatFma(F32) => [7, 9, 9],
        Operator::FloatFma(F64) => [8, 10, 13],
        Operator::FloatFmaFlushed(F32) => [5, 7, 9],
        Operator::FloatFmaFlushed(F64) => [6, 8, 9],
        Operator::FloatCompare(_) | Operator::FloatCompareFlushed(_) | Operator::FloatMinMax(_) => [1, 2, 2],
        Operator::IntToFloat(_) | Operator::FloatToInt(_) => [3, 4, 5],
        Operator::FloatToFloat(_) | Operator::FloatRound(_) => [2, 3, 3],
        Operator::Mul(width) if width > MUL_COMBINATIONAL => [1, 2, 4],
        _ => return None,
    })
}

/// The cycles at a clock in MHz: those of the next clock of the table. Beyond it they grow in proportion, which nothing measures.
pub(super) fn cycles(table: [u32; 3], mhz: f64) -> u32 {
    let mut rows = CLOCKS.into_iter().zip(table);
    let scaled = |(clock, cycles): (f64, u32)| ceil(f64::from(cycles) * mhz / clock);
    match rows.clone().find(|(clock, _)| mhz <= clock + 1e-6) {
        Some((_, cycles)) => cycles,
        None => rows.by_ref().map(scaled).max().unwrap_or(0),
    }
}
