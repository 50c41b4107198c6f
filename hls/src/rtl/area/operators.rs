//! The area of the library's operators, as yosys 0.23 maps each of them by itself (`synth_xilinx -family xcup -flatten
//! -noiopad`), with as many cycles as at 300 MHz. Inverters and shift registers count as look-up tables.
//!
//! Integers as floats and floats as integers are those of 32 bits. What was not synthesized says so.

use super::Area;
use crate::rtl::operators::{Format, Operator};

/// Look-up tables, and flip-flops of each cycle.
const fn cost(luts: u32, ffs: f64) -> (u32, f64) {
    (luts, ffs)
}

/// The area of an operator that takes so many cycles.
pub(super) fn area(operator: Operator, latency: u32) -> Area {
    let (luts, ffs) = listed(operator);
    let dsps = operator.characteristics(0.0).dsp;
    Area { luts, ffs: (ffs * f64::from(latency)).round() as u32, dsps, ..Area::default() }
}

fn listed(operator: Operator) -> (u32, f64) {
    use Format::{F32, F64};
    match operator {
        Operator::FloatAdd(F32) => cost(497, 51.0),
        Operator::FloatAdd(F64) => cost(1083, 98.2),
        Operator::FloatAddFlushed(F32) => cost(457, 41.2),
        Operator::FloatAddFlushed(F64) => cost(1045, 81.5),
        Operator::FloatAddDsp => cost(327, 50.0),
        Operator::FloatMul(F32) => cost(440, 64.0),
        Operator::FloatMul(F64) => cost(1258, 141.1),
        Operator::FloatMulFlushed(F32) => cost(243, 60.7),
        Operator::FloatMulFlushed(F64) => cost(717, 164.8),
        Operator::FloatDiv(F32) => cost(1296, 51.9),
        Operator::FloatDivFlushed(F32) => cost(977, 51.1),
        // Not synthesized: as with denormals.
        Operator::FloatDivFlushed(F64) => cost(4495, 107.7),
        Operator::FloatFmaFlushed(F32) => cost(1183, 96.2),
        Operator::FloatFmaFlushed(F64) => cost(3153, 241.0),
        Operator::FloatSqrt(F32) => cost(669, 31.8),
        Operator::FloatFma(F32) => cost(1099, 96.2),
        Operator::FloatDiv(F64) => cost(4495, 107.7),
        Operator::FloatSqrt(F64) => cost(2392, 64.0),
        Operator::FloatFma(F64) => cost(2983, 132.6),
        Operator::FloatCompare(F32) | Operator::FloatCompareFlushed(F32) => cost(48, 2.0),
        Operator::FloatCompare(F64) | Operator::FloatCompareFlushed(F64) => cost(106, 2.0),
        Operator::FloatMinMax(F32) => cost(111, 32.0),
        Operator::FloatMinMax(F64) => cost(212, 64.0),
        Operator::FloatRound(F32) => cost(273, 53.7),
        Operator::FloatRound(F64) => cost(571, 106.0),
        Operator::IntToFloat(F32) => cost(202, 35.0),
        Operator::IntToFloat(F64) => cost(208, 39.2),
        Operator::FloatToInt(F32) => cost(217, 32.6),
        Operator::FloatToInt(F64) => cost(265, 34.8),
        Operator::FloatToFloat(F32) => cost(389, 52.3),
        Operator::FloatToFloat(F64) => cost(220, 50.0),
        Operator::Mul(width) => match width {
            0..=8 => cost(88, 0.0),
            9..=16 => cost(0, 0.0),
            17..=32 => cost(59, 42.5),
            _ => cost(384, 134.0),
        },
        Operator::MulFabric(width) => match width {
            0..=8 => cost(78, 12.0),
            9..=16 => cost(238, 40.0),
            17..=32 => cost(1026, 117.0),
            _ => cost(4537, 448.0),
        },
        // Within 6 % of all widths.
        Operator::Div(width) => cost(2 * width * width + 4 * width, 1.9 * f64::from(width) - 3.0),
        Operator::CountBits(width) => match width {
            0..=8 => cost(5, 0.0),
            9..=16 => cost(26, 0.0),
            17..=32 => cost(75, 0.0),
            _ => cost(86, 0.0),
        },
        Operator::Add(_)
        | Operator::Logic(_)
        | Operator::Shift(_)
        | Operator::Select(_)
        | Operator::Compare(_) => cost(0, 0.0),
    }
}
