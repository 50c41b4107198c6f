//! `a * b + c`, narrowed to the width of its operands, beside bnum.
//!
//! Run with `cargo bench -p sycl-hls-numbers`; the figures are in docs/performance.md.
#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use sycl_hls_numbers::{Int, Uint};

/// The same operation on both, with operands that fill the width.
macro_rules! compare {
    ($criterion:ident, $name:literal, $ours:ty, $bnum:ty, $operation:expr) => {
        let seed = "0x1234567890abcdef1122334455667788".parse::<Uint<128>>().unwrap_or_default();
        let fill = |shift: u32| (seed * seed * seed).to::<Uint<384>>() >> shift;
        let (mut a, mut b, mut c) = (<$ours>::ZERO, <$ours>::ZERO, <$ours>::ZERO);
        for shift in 0..<$ours>::BITS.div_ceil(64) {
            a = ((a << 64) + fill(shift)).to();
            b = ((b << 64) + fill(shift + 7)).to();
            c = ((c << 64) + fill(shift + 13)).to();
        }
        $criterion.bench_function(concat!($name, ", ours"), |bencher| {
            bencher.iter(|| $operation(black_box(a), black_box(b), black_box(c)));
        });
        let convert = |number: $ours| <$bnum>::from_str_radix(&number.to_string(), 10).unwrap_or_default();
        let (a, b, c) = (convert(a), convert(b), convert(c));
        $criterion.bench_function(concat!($name, ", bnum"), |bencher| {
            bencher.iter(|| black_box(a).wrapping_mul(black_box(b)).wrapping_add(black_box(c)));
        });
    };
}

fn multiply_add(criterion: &mut Criterion) {
    compare!(criterion, "37 bits", Int<37>, bnum::Int<5, 37>, |a: Int<37>, b: Int<37>, c: Int<37>| -> Int<37> { (a * b + c).to() });
    compare!(criterion, "64 bits", Uint<64>, bnum::Uint<8>, |a: Uint<64>,
                                                             b: Uint<64>,
                                                             c: Uint<64>|
     -> Uint<64> { (a * b + c).to() });
    compare!(criterion, "512 bits", Uint<512>, bnum::types::U512, |a: Uint<512>,
                                                                   b: Uint<512>,
                                                                   c: Uint<512>|
     -> Uint<512> { (a * b + c).to() });
    // The exact sum has 8,193 bits, one too many.
    compare!(criterion, "4096 bits", Uint<4096>, bnum::types::U4096, |a: Uint<4096>,
                                                                      b: Uint<4096>,
                                                                      c: Uint<4096>|
     -> Uint<4096> {
        ((a * b).to::<Uint<4096>>() + c).to()
    });
}

criterion_group!(benches, multiply_add);
criterion_main!(benches);
