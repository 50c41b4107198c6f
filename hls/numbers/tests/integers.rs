//! Integers against native ones, and what only wide ones can show.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use sycl_hls_numbers::{Int, Integer, Number, ParseNumberError, Uint};

#[test]
fn a_number_is_as_large_as_ap_int() {
    assert_eq!((size_of::<Int<1>>(), size_of::<Uint<8>>(), size_of::<Int<9>>()), (1, 1, 2));
    assert_eq!((size_of::<Int<17>>(), size_of::<Int<33>>(), size_of::<Uint<64>>()), (4, 8, 8));
    assert_eq!((size_of::<Int<65>>(), size_of::<Uint<129>>(), size_of::<Int<4096>>()), (16, 24, 512));
}

#[test]
fn numbers_agree_with_i128() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..2000 {
        let (a, b) = (random.i64(..) >> random.u32(0..64), random.i64(..) >> random.u32(0..64));
        let (x, y) = (Int::<200>::new(a), Int::<137>::new(b));
        let (a, b) = (i128::from(a), i128::from(b));
        assert_eq!((x * y - x + y).to::<i128>(), (a * b).wrapping_sub(a).wrapping_add(b));
        assert_eq!(x < y, a < b);
        assert_eq!(x.cmp(&y.to()), a.cmp(&b));
        if b != 0 {
            assert_eq!(((x / y).to::<i128>(), (x % y).to::<i128>()), (a / b, a % b));
        }
    }
}

#[test]
fn division_is_the_inverse_of_multiplication() {
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..200 {
        let mut number = |bits: u32| {
            let mut number = Int::<500>::ZERO;
            (0..bits).for_each(|index| number.set_bit(index, random.u8(0..8) != 0));
            number
        };
        let (quotient, divisor) = (number(300), number(190));
        let remainder: Int<500> = (number(190) % divisor).to();
        if divisor == 0 {
            continue;
        }
        let dividend: Int<1000> = (quotient * divisor + remainder).to();
        assert_eq!(dividend / divisor, quotient);
        assert_eq!(dividend % divisor, remainder);
        assert_eq!(-dividend / divisor, -quotient);
    }
}

#[test]
fn a_digit_of_a_quotient_that_is_estimated_too_large_is_corrected() {
    // Words 2^63 - 1, 2^63, 0, 0 and 2^63, 0, 1: the estimate is one too large, which the remainder shows.
    let one = Uint::<300>::new(1);
    let dividend: Uint<300> = ((one << 255) - (one << 192) + (one << 191)).to();
    let divisor: Uint<300> = ((one << 191) + 1).to();
    let (quotient, remainder) = (dividend / divisor, dividend % divisor);
    assert!(remainder < divisor);
    assert_eq!(quotient * divisor + remainder, dividend);
}

#[test]
fn wide_numbers_agree_with_bnum() {
    let mut random = fastrand::Rng::with_seed(6);
    for _ in 0..20 {
        let mut number = |words: u32| {
            let word = |random: &mut fastrand::Rng| Int::<1024>::new(random.u64(..) >> random.u32(0..64));
            let step = |number: Int<1024>, _| -> Int<1024> { ((number << 64) ^ word(&mut random)).to() };
            let number = (0..words).fold(Int::<1024>::ZERO, step);
            if random.bool() { number } else { (-number).to() }
        };
        let (a, b) = (number(16), number(9));
        if b == 0 {
            continue;
        }
        let digits = |number: Int<1024>| format!("{:x}", number.to::<Uint<4096>>());
        let theirs = |number| bnum::Uint::<512>::from_str_radix(&digits(number), 16).unwrap().cast_signed();
        let (x, y) = (theirs(a), theirs(b));
        let read = |number: bnum::Int<512>| number.to_string().parse::<Int<4096>>().unwrap();
        assert_eq!(a * b, read(x * y));
        assert_eq!((a / b, a % b).0, read(x / y));
        assert_eq!(a % b, read(x % y));
        assert_eq!(a * b - a, read(x * y - x));
    }
}

#[test]
#[should_panic(expected = "divide by zero")]
fn a_wide_division_by_zero_panics() {
    let _ = (Int::<200>::new(1) / Int::<200>::ZERO).to::<Int<200>>();
}

#[test]
fn narrowing_wraps_and_conversions_report() {
    assert_eq!(Uint::<4>::new(-1), 15);
    assert_eq!(Int::<4>::new(8), -8);
    assert_eq!(Int::<100>::new(u128::MAX), -1);
    assert_eq!(Uint::<4>::try_from(16_i32).unwrap_err().to_string(), "the number does not fit 4 bits");
    assert_eq!(u8::try_from(Int::<200>::new(200)), Ok(200));
    assert!(u8::try_from(Int::<200>::new(-1)).is_err());
    assert_eq!(Uint::<200>::new(7).exactly::<Int<3>>(), None);
}

#[test]
fn native_integers_are_numbers() {
    let x = Uint::<5>::new(31);
    assert_eq!(1 + x * 2, 63);
    assert!(40 > x && x > -1 && 31_u8 == x);
    assert_eq!((5_u8 - x).to::<i32>(), -26);
    let mut y = x;
    y += 1;
    assert_eq!(y, 0);
    y -= 1_u64;
    assert_eq!(y, Uint::<5>::MAX);
    y <<= 3;
    assert_eq!(y, 0b11000);
    y >>= Int::<3>::new(-1);
    assert_eq!(y, 0b10000);
}

#[test]
fn bounds_are_the_last_numbers() {
    assert_eq!((Int::<5>::MIN, Int::<5>::MAX), (Int::new(-16), Int::new(15)));
    assert_eq!(Int::<64>::MIN.to::<i64>(), i64::MIN);
    assert_eq!((Uint::<100>::MAX + 1).to::<u128>(), 1 << 100);
    assert_eq!(Int::<128>::MAX.to::<i128>(), i128::MAX);
    assert_eq!(Int::<1000>::MIN - 1, -Int::<1000>::MAX - 2);
}

#[test]
fn parts_are_read_and_written() {
    let mut word = Uint::<72>::ZERO;
    word.set_bits::<70, 61>(0x2a5);
    assert_eq!(word.bits::<70, 61>(), 0x2a5);
    assert_eq!(word.part::<12>(60), 0x54a);
    word.set_part(0, Uint::<6>::new(0x3f));
    word.set_bit(0, false);
    assert_eq!(format!("{word:#x}"), "0x54a00000000000003e");
    assert_eq!(word.reverse().reverse(), word);
    assert_eq!((word.count_ones(), word.leading_zeros(), word.trailing_zeros()), (10, 1, 1));
    assert_eq!((Int::<70>::new(-1).leading_zeros(), Int::<70>::ZERO.trailing_zeros()), (0, 70));
}

#[test]
#[should_panic(expected = "no such bit of a number of 5 bits")]
fn a_bit_that_is_not_there_panics() {
    let _ = Int::<5>::ZERO.bit(5);
}

#[test]
fn text_is_read_and_written() {
    let text = "-123456789012345678901234567890123456789012345678901234567890";
    let number: Int<200> = text.parse().unwrap();
    assert_eq!((number.to_string(), format!("{number:?}")), (text.to_owned(), text.to_owned()));
    assert_eq!(
        format!("{:x} {:#b} {:o}", Int::<12>::new(-2), Int::<4>::new(-7), Uint::<6>::new(0o71)),
        "ffe 0b1001 71"
    );
    assert_eq!(
        format!("{:>6}|{:<4}|{:+}", Int::<9>::new(-200), Uint::<3>::new(7), Int::<3>::new(2)),
        "  -200|7   |+2"
    );
    assert_eq!(
        ["-0x10", "+12", "0b101", "0o17"].map(|text| text.parse::<Int<5>>().unwrap().to::<i32>()),
        [-16, 12, 5, 15]
    );
    assert_eq!("16".parse::<Int<5>>(), Err(ParseNumberError::Wide(5)));
    assert_eq!("-1".parse::<Uint<5>>(), Err(ParseNumberError::Wide(5)));
    assert_eq!("1a".parse::<Uint<5>>(), Err(ParseNumberError::Digit('a', 10)));
    assert_eq!("0x".parse::<Uint<5>>(), Err(ParseNumberError::Empty));
    assert_eq!(Int::<12>::from_digits("ffe", 16), Ok(Int::new(-2)));
    assert_eq!(Int::<11>::from_digits("ffe", 16), Err(ParseNumberError::Wide(11)));
}

#[test]
fn floats_are_rounded_to_nearest_and_truncated_back() {
    assert_eq!(Uint::<64>::MAX.to_f64(), u64::MAX as f64);
    assert_eq!(Int::<128>::new(i128::MAX - 77).to_f32(), (i128::MAX - 77) as f32);
    assert_eq!(Int::<1000>::MIN.to_f64(), -(2.0_f64.powi(999)));
    assert_eq!(Uint::<4000>::MAX.to_f64(), f64::INFINITY);
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..500 {
        let value = random.i128(..) >> random.u32(0..128);
        assert_eq!(Int::<200>::new(value).to_f64(), value as f64, "{value}");
        assert_eq!(Int::<200>::new(value).to_f32(), value as f32, "{value}");
    }
    assert_eq!((Int::<8>::from_f64(-3.9), Int::<8>::from_f64(260.5)), (Int::new(-3), Int::new(4)));
    assert_eq!((Int::<8>::from_f64(f64::NAN), Uint::<8>::from_f32(f32::INFINITY)), (Int::ZERO, Uint::ZERO));
    assert_eq!(Int::<2000>::from_f64(1e300).to_f64(), 1e300);
}

#[test]
fn equal_numbers_have_equal_hashes() {
    fn hash<const S: bool>(number: Integer<S, 70>) -> u64
    where
        sycl_hls_numbers::Width<70>: sycl_hls_numbers::Supported,
    {
        let mut hasher = DefaultHasher::new();
        number.hash(&mut hasher);
        hasher.finish()
    }
    let number = Int::<70>::new(-5);
    assert_eq!(hash((number + 3).to::<Int<70>>()), hash(Int::new(-2)));
    assert_ne!(hash(number), hash(Int::new(5)));
    assert_eq!(Int::<70>::default(), 0);
}

#[test]
fn exact_results_are_operands() {
    let (a, b) = (Int::<60>::new(1_i64 << 58), Uint::<64>::MAX);
    let product = a * b * b;
    assert_eq!(product.to::<Int<190>>(), product);
    assert!((a + b) * (a - b) == a * a - b * b);
    assert_eq!((a * b + a) / b, a);
    assert_eq!((product << 3).to::<Int<190>>() >> 3, product.to::<Int<185>>());
    assert_eq!(!(a + b), -(a + b) - 1);
    assert_eq!((product & 0xff_i32) | (product ^ product), 0);
}
