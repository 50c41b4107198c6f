//! Division by constants: products with reciprocals give the same bits.

use sycl_hls_compiler::pass::{CONSTANT_DIVISION, DEAD, FOLD, HARDWARE, Pass};
use sycl_hls_compiler::rtl::operators::Operator;
use sycl_hls_compiler::rtl::{Clock, area, hardware};
use sycl_hls_ir::interp::Arg;
use sycl_hls_types::{Scalar, ScalarValue};

use crate::hardware::subject::{after, rust, same, text};

const PASSES: &[Pass] = &[FOLD, CONSTANT_DIVISION, FOLD, DEAD];

/// Quotients and remainders of each number by each divisor are those of divisions.
fn divides(ty: &str, divisors: &[i128], numbers: &[i128]) {
    let lines = divisors.iter().enumerate().map(|(index, by)| {
        let (quotient, rest) = (2 * index, 2 * index + 1);
        format!("x[{quotient}] = v.wrapping_div({by}); x[{rest}] = v.wrapping_rem({by});\n")
    });
    let module =
        rust(&format!("#[kernel] fn k(v: {ty}, x: &mut [{ty}]) {{ {} }}", lines.collect::<String>()));
    let of: Scalar = ty.parse().unwrap();
    let value = |number: i128| ScalarValue::wrapping(of, number);
    let none = Arg::Slice(vec![value(0); 2 * divisors.len()]);
    let args: Vec<Vec<Arg>> = numbers.iter().map(|it| vec![Arg::Scalar(value(*it)), none.clone()]).collect();
    let divided = text(&same(&module, PASSES, &args));
    assert!(!divided.contains(" div") && !divided.contains(" rem"), "{divided}");
}

#[test]
fn all_numbers_of_8_bits_by_all_divisors() {
    let all: Vec<i128> = (-128..=127).collect();
    let divisors: Vec<i128> = all.iter().copied().filter(|by| *by != 0).collect();
    divides("i8", &divisors, &all);
    divides("u8", &(1..=255).collect::<Vec<_>>(), &(0..=255).collect::<Vec<_>>());
}

/// Numbers without a pattern (splitmix64).
fn noise(seed: u64, count: u64) -> impl Iterator<Item = i128> {
    (1..=count).map(move |at| {
        let mut word = (seed + at).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        // As likely to have few bits as many.
        i128::from((word ^ word >> 31) >> (at % 60))
    })
}

/// Numbers of each length, around the type's edges, around multiples of the divisors, and without a pattern.
#[test]
fn edges_and_noise_of_16_to_64_bits() {
    for (ty, bits, signed) in [
        ("u16", 16, false),
        ("i16", 16, true),
        ("u32", 32, false),
        ("i32", 32, true),
        ("u64", 64, false),
        ("i64", 64, true),
    ] {
        let (least, most) = if signed {
            (-1_i128 << (bits - 1), (1_i128 << (bits - 1)) - 1)
        } else {
            (0, (1_i128 << bits) - 1)
        };
        let fits = |number: &i128| (least..=most).contains(number);
        let small = [
            1,
            2,
            3,
            5,
            6,
            7,
            9,
            10,
            11,
            12,
            25,
            60,
            100,
            125,
            625,
            641,
            1000,
            65537,
            1_000_000_007,
            274_177,
        ];
        let around = (1..bits).flat_map(|bit| [(1_i128 << bit) - 1, 1 << bit, (1 << bit) + 1]);
        let edges = [most, most - 1, most / 2, most / 2 + 1, most / 3, least, least + 1];
        let some: Vec<i128> =
            small.into_iter().chain(around.clone()).chain(edges).chain(noise(bits, 40)).collect();
        let mut divisors: Vec<i128> =
            some.iter().flat_map(|by| [*by, -by]).filter(|by| *by != 0 && fits(by)).collect();
        divisors.sort_unstable();
        divisors.dedup();
        let multiples = divisors.iter().step_by(5).flat_map(|by| {
            let last = most - most % by;
            [last, last - 1, by - 1, 7 * by - 1, 7 * by]
        });
        let numbers = around.chain(edges).chain(multiples).chain(noise(bits + 1, 40)).chain([0, 1]);
        let mut numbers: Vec<i128> = numbers.flat_map(|it| [it, -it]).filter(fits).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let fewer: Vec<i128> = numbers.iter().copied().step_by(1 + numbers.len() / 160).collect();
        divides(ty, &divisors, &fewer);
    }
}

/// Bounds that are known make a narrow product, and what is below the divisor is no quotient.
#[test]
fn bounds_of_the_dividend_count() {
    let module = rust(
        "#[kernel] fn k(#[len(1000)] y: &mut [usize], n: i32) {
             for i in 0..1000 { y[i] = i / 7 + i % 7; }
             y[0] = (n as u32 % 100 / 128) as usize;
             y[1] = (n as u32 as i64 / 10) as usize;
         }",
    );
    let args =
        [-7, 0, 99, i32::MIN].map(|n| vec![Arg::Slice(vec![0_u64.into(); 1000]), Arg::Scalar(n.into())]);
    let text = text(&same(&module, PASSES, &args));
    let products = text.lines().filter(|line| line.contains("mul")).map(|line| line.trim().to_owned());
    let types: Vec<String> = products.map(|line| line.rsplit(": ").next().unwrap().to_owned()).collect();
    assert_eq!(types, ["u21", "u3", "u56", "u7", "u62"], "{text}");
}

/// The operators and the depths of the loops of a kernel over slices.
fn built(ty: &str, expression: &str, mhz: f64) -> (Vec<Operator>, u32, u32) {
    let code = format!(
        "#[kernel] fn k(x: &[{ty}], y: &mut [{ty}]) {{ #[pipeline(ii = 1)] for i in 0..y.len() {{ \
         let v = x[i]; y[i] = {expression}; }} }}"
    );
    let module = after(&rust(&code), HARDWARE);
    let (_, func) = module.kernels().next().unwrap();
    let (design, plan) = hardware(&module, func, Clock { mhz, uncertainty: 0.27 }).unwrap();
    let area = area::area(&design, &plan);
    let depth =
        plan.root().blocks.iter().filter(|(_, block)| block.schedule.ii == Some(1)).map(|(_, it)| it.depth);
    (area.operators().into_keys().collect(), depth.max().unwrap(), area.core().dsps)
}

#[test]
fn quotients_take_the_cycles_of_a_product() {
    let mut found = String::new();
    for (ty, expression) in [
        ("u8", "v / 3"),
        ("u16", "v / 10"),
        ("i32", "v / 3"),
        ("u32", "v / 7"),
        ("u32", "v % 10"),
        ("i32", "v / 8"),
        ("u64", "v / 10"),
        ("i64", "v % 1_000_000_007"),
    ] {
        let (_, copied, _) = built(ty, "v", 300.0);
        let (operators, depth, dsps) = built(ty, expression, 300.0);
        assert!(
            !operators.iter().any(|it| matches!(it, Operator::Div(_))),
            "{ty} {expression}: {operators:?}"
        );
        found += &format!("{ty} {expression}: {} cycles, {dsps} DSPs\n", depth - copied);
    }
    insta::assert_snapshot!(found, @r"
    u8 v / 3: 1 cycles, 1 DSPs
    u16 v / 10: 1 cycles, 1 DSPs
    i32 v / 3: 6 cycles, 5 DSPs
    u32 v / 7: 5 cycles, 4 DSPs
    u32 v % 10: 5 cycles, 3 DSPs
    i32 v / 8: 0 cycles, 0 DSPs
    u64 v / 10: 5 cycles, 12 DSPs
    i64 v % 1_000_000_007: 7 cycles, 19 DSPs
    ");
}
