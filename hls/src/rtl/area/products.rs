//! DSPs of products that stand in the Verilog as `a * b`: by constants, and where it is asked whether they overflow; and of
//! multipliers (`sh_mul`) with factors that are narrower than the product.
//!
//! The rules are those of yosys 0.23: its `mul2dsp.v` with the limits that `synth_xilinx` sets for `xcup`.

/// The operand's widths that a DSP48E2 takes, with sign.
const WIDE: u32 = 27;
const NARROW: u32 = 18;
/// Bits of a part of an operand, without the sign.
const PART: u32 = 17;
/// Bits of the wider operand of a tile of `sh_mul`.
const COLUMN: u32 = 26;
/// What is narrower is no DSP's work.
const LEAST_OPERAND: u32 = 2;
const LEAST_PRODUCT: u32 = 9;

/// The DSPs of the low `product` bits of a product of operands without sign.
pub(super) fn dsps(a: u32, b: u32, product: u32) -> u32 {
    let (a, b) = (a.min(product), b.min(product));
    if a < LEAST_OPERAND || b < LEAST_OPERAND || product < LEAST_PRODUCT {
        return 0;
    }
    // A DSP's operands have signs.
    let (a, b) = (a.max(b) + 1, a.min(b) + 1);
    let columns = offsets(a, WIDE);
    let rows = offsets(b, NARROW);
    let tiles =
        columns.iter().flat_map(|(x, width)| rows.iter().map(move |(y, height)| (x + y, *width, *height)));
    let used = tiles.filter(|(at, width, height)| {
        *at < product
            && *width >= LEAST_OPERAND
            && *height >= LEAST_OPERAND
            && width + height >= LEAST_PRODUCT
    });
    used.count() as u32
}

/// The tiles of `sh_mul`, of [`COLUMN`] bits of `a` and [`PART`] bits of `b`, that are DSPs.
pub(super) fn tiles(a: u32, b: u32, product: u32) -> u32 {
    let parts = |bits: u32, size: u32| (0..bits.min(product).div_ceil(size)).map(move |part| part * size);
    let tiles = parts(a, COLUMN).flat_map(|x| parts(b, PART).map(move |y| (x, y)));
    let used = tiles.filter(|(x, y)| {
        let left = product.saturating_sub(x + y);
        let (width, height) = ((a - x).min(COLUMN).min(left), (b - y).min(PART).min(left));
        width >= LEAST_OPERAND && height >= LEAST_OPERAND && (width + height).min(left) >= LEAST_PRODUCT
    });
    used.count() as u32
}

/// Where the parts of an operand begin, and how wide they are.
fn offsets(bits: u32, most: u32) -> Vec<(u32, u32)> {
    if bits <= most {
        return vec![(0, bits)];
    }
    let count = (bits - most).div_ceil(PART);
    let parts = (0..count).map(|part| (part * PART, NARROW));
    parts.chain([(count * PART, bits - count * PART)]).collect()
}

#[cfg(test)]
mod tests {
    use super::{dsps, tiles};

    #[test]
    fn tiles_without_bits_are_not_there() {
        assert_eq!(tiles(65, 65, 65), 7);
        assert_eq!((tiles(32, 32, 64), tiles(32, 33, 65)), (4, 4));
        assert_eq!(tiles(64, 65, 129), 12);
    }

    #[test]
    fn products_are_split_as_dsps_are_wide() {
        assert_eq!(dsps(8, 8, 8), 0);
        assert_eq!(dsps(8, 8, 16), 1);
        assert_eq!(dsps(26, 17, 43), 1);
        assert_eq!(dsps(64, 7, 64), 4);
        assert_eq!(dsps(1, 64, 64), 0);
        assert_eq!(dsps(64, 64, 64), 10);
    }
}
