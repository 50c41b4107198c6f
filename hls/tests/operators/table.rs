//! The table of the operators.

use sycl_hls_compiler::rtl::operators::{Format, Operator};

fn latency(operator: Operator, mhz: f64) -> u32 {
    operator.characteristics(mhz).latency
}

#[test]
fn latencies_are_those_of_the_next_clock_and_in_proportion_beyond() {
    use Format::{F32, F64};
    let rows = [
        (Operator::FloatAdd(F32), [4, 4, 5, 6]),
        (Operator::FloatAddFlushed(F32), [4, 4, 4, 4]),
        (Operator::FloatMulFlushed(F64), [3, 3, 5, 5]),
        (Operator::FloatAddDsp, [6, 6, 6, 7]),
        (Operator::MulFabric(32), [0, 2, 2, 3]),
        (Operator::FloatMul(F32), [3, 3, 3, 3]),
        (Operator::FloatDiv(F32), [9, 9, 12, 12]),
        (Operator::FloatSqrt(F32), [8, 8, 10, 12]),
        (Operator::FloatAdd(F64), [4, 4, 5, 6]),
        (Operator::FloatMul(F64), [4, 4, 5, 7]),
        (Operator::FloatDiv(F64), [21, 21, 27, 32]),
        (Operator::FloatSqrt(F64), [16, 16, 20, 24]),
        (Operator::Mul(32), [0, 0, 2, 2]),
        (Operator::Mul(64), [1, 1, 2, 4]),
        // Five, two, two and one bits of the quotient in a cycle.
        (Operator::Div(32), [7, 18, 18, 35]),
        (Operator::Div(64), [17, 34, 67, 67]),
        (Operator::Add(64), [0; 4]),
    ];
    for (operator, expected) in rows {
        let found = [100.0, 200.0, 250.0, 300.0].map(|mhz| latency(operator, mhz));
        assert_eq!(found, expected, "{operator:?}");
    }
    // Four bits at 7 ns.
    assert_eq!(latency(Operator::Div(32), 1000.0 / 7.0), 9);
    // Between two clocks, as at the faster one; beyond, in proportion to whichever gives more.
    assert_eq!(latency(Operator::FloatAdd(F32), 201.0), 5);
    assert_eq!(latency(Operator::FloatMul(F32), 301.0), 5);
    assert_eq!(latency(Operator::FloatMul(F64), 310.0), 8);
}

#[test]
fn delays_are_as_listed_and_between_for_other_widths() {
    let delay = |operator: Operator| operator.characteristics(200.0).delay_ns;
    let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
    for (width, ns) in [(1, 0.57), (8, 0.70), (16, 0.78), (24, 0.83), (32, 0.88), (64, 1.14), (1000, 1.91)] {
        assert!(near(delay(Operator::Add(width)), ns), "{width}");
    }
    assert!(near(delay(Operator::Shift(32)), 1.05));
    assert!(near(delay(Operator::Mul(32)), 3.17));
    assert!(near(delay(Operator::FloatAdd(Format::F32)), 2.97));
    // Cycles that a faster clock has more of are shorter.
    assert!(Operator::FloatAdd(Format::F32).characteristics(300.0).delay_ns < 2.44);
}
