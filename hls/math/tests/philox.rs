//! Philox against the known answers of Random123, `tests/kat_vectors`
//! (<https://github.com/DEShawResearch/random123>), lines "philox4x32 10".

use sycl_hls_math::philox::{philox4x32_10, uniform_f32, uniform_f64};

#[test]
fn known_answers() {
    let all = u32::MAX;
    for (counter, key, answer) in [
        ([0; 4], [0; 2], [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]),
        ([all; 4], [all; 2], [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd]),
        (
            [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
            [0xa4093822, 0x299f31d0],
            [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1],
        ),
    ] {
        assert_eq!(philox4x32_10(counter, key), answer);
    }
}

#[test]
fn uniform_numbers_are_below_one() {
    assert_eq!(uniform_f32(0xff), 0.0);
    assert_eq!(uniform_f32(0x100), f32::EPSILON / 2.0);
    assert_eq!(uniform_f32(u32::MAX), 1.0 - f32::EPSILON / 2.0);
    assert_eq!(uniform_f32(1 << 31), 0.5);
    assert_eq!(uniform_f64(0, 0x7ff), 0.0);
    assert_eq!(uniform_f64(0, 0x800), f64::EPSILON / 2.0);
    assert_eq!(uniform_f64(u32::MAX, u32::MAX), 1.0 - f64::EPSILON / 2.0);
    assert_eq!(uniform_f64(1 << 31, 0), 0.5);
}

#[test]
fn uniform_numbers_are_even() {
    const CELLS: usize = 16;
    let mut cells = [0; CELLS];
    for index in 0..10_000 {
        for word in philox4x32_10([index, 0, 0, 0], [1, 2]) {
            cells[(uniform_f32(word) * CELLS as f32) as usize] += 1;
        }
    }
    // Five standard deviations.
    assert!(cells.iter().all(|count| (count - 2500_i32).abs() < 250), "{cells:?}");
}
