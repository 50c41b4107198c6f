//! What is listed of operators, and how figures for other widths and clocks follow from it.
//!
//! Source, where nothing else is said: the Vitis HLS operator library, xcu55c at 200 MHz, and for 300 MHz the U280.

/// The share of a clock's period that operators may use; the rest is Vitis' uncertainty of 27 %.
const USABLE: f64 = 0.73;

/// The time between two registers that operators may use.
pub(super) fn budget_ns(mhz: f64) -> f64 {
    USABLE * 1000.0 / mhz
}

/// A delay by width, between the listed points. Beyond them it is that of the nearest one.
pub(super) fn by_width(points: &[(u32, f64)], width: u32) -> f64 {
    let after = points.partition_point(|(at, _)| *at < width);
    match (after.checked_sub(1).and_then(|before| points.get(before)), points.get(after)) {
        (Some((low, from)), Some((high, to))) => {
            from + (to - from) * f64::from(width - low) / f64::from(high - low)
        }
        (Some((_, delay)), None) | (None, Some((_, delay))) => *delay,
        (None, None) => 0.0,
    }
}

/// The next whole number of cycles, with tolerance for quotients that are whole but for their rounding.
pub(super) fn ceil(cycles: f64) -> u32 {
    (cycles - 1e-9).ceil() as u32
}

/// `add` and `sub`.
pub(super) const ADD: &[(u32, f64)] = &[
    (3, 0.57),
    (4, 0.70),
    (8, 0.70),
    (16, 0.78),
    (32, 0.88),
    (52, 0.97),
    (64, 1.14),
    (96, 1.31),
    (124, 1.47),
    (160, 1.63),
    (224, 1.91),
];

/// `and`, `or`, `xor`.
pub(super) const LOGIC: &[(u32, f64)] = &[(3, 0.12), (7, 0.22), (32, 0.22), (64, 0.28), (768, 0.29)];

/// `shl`, `lshr`, `ashr` by a distance that varies. Below 32 bits none is listed.
pub(super) const SHIFT: &[(u32, f64)] = &[(32, 1.05), (63, 1.09), (124, 1.17), (256, 1.20), (768, 1.44)];

/// `select`: 0.22 to 0.41 ns are listed, without their widths.
pub(super) const SELECT: &[(u32, f64)] = &[(1, 0.22), (8, 0.29), (32, 0.35), (64, 0.41)];

/// `icmp`: 0.49 to 1.33 ns are listed, without their widths; they lie along the listed additions.
pub(super) const COMPARE: &[(u32, f64)] =
    &[(4, 0.49), (8, 0.59), (16, 0.73), (32, 0.85), (64, 1.06), (96, 1.24), (128, 1.33)];

/// `mul` that is listed as combinational, up to 60 bits. Wider ones take a cycle.
pub(super) const MUL: &[(u32, f64)] = &[(11, 1.23), (13, 1.55), (32, 3.17)];

/// The widest `mul` that is combinational at 200 MHz.
pub(super) const MUL_COMBINATIONAL: u32 = 60;

/// A stage of a `mul` of 64 bits; at 200 MHz it is that of 71 bits.
pub(super) const MUL_64_NS: f64 = 3.61;
