//! Fixed-point numbers: values, text and floats; modes are compared with AMD's in `oracle`.

use sycl_hls_numbers::{
    Fixed, Int, Number, OverflowMode, Rnd, RndConv, RndInf, RndZero, Rounding, Sat, SatSym, TrnZero, UFixed,
    Uint, raw_of_f64,
};

#[test]
fn text_is_exact() {
    let number: Fixed<16, 4> = "-1.25".parse().unwrap();
    assert_eq!(
        (number.to_string(), format!("{number:?}"), format!("{number:x}")),
        ("-1.25".into(), "-1.25".into(), "ec00".into())
    );
    assert_eq!(<UFixed<70, 3>>::from_bits(Uint::new(1)).to_string(), format!("0.{}", small_power(67)));
    assert_eq!(<UFixed<4, 70>>::from_bits(Uint::new(1)).to_string(), (1_u128 << 66).to_string());
    assert_eq!("0x1.8".parse::<Fixed<8, 4>>().unwrap(), <Fixed<8, 4>>::from_f64(1.5));
    assert_eq!("-.5".parse::<Fixed<8, 4>>().unwrap(), <Fixed<8, 4>>::from_f64(-0.5));
    assert!(
        "".parse::<Fixed<8, 4>>().is_err()
            && ".".parse::<Fixed<8, 4>>().is_err()
            && "1,5".parse::<Fixed<8, 4>>().is_err()
    );
}

/// The digits of 2^-n after the point.
fn small_power(n: usize) -> String {
    let power = (Uint::<200>::new(5) * 1).to::<Uint<200>>();
    let digits = (1..n).fold(power, |power, _| (power * 5).to()).to_string();
    format!("{}{digits}", "0".repeat(n - digits.len()))
}

#[test]
fn text_is_rounded_once() {
    // Just above and just below the middle of 0.25 and 0.5.
    let above = "0.37500000000000000000000000000000000000001";
    let below = "0.37499999999999999999999999999999999999999";
    let read = |text: &str| text.parse::<Fixed<8, 6, RndZero>>().unwrap().to_f64();
    assert_eq!((read(above), read(below), read("0.375")), (0.5, 0.25, 0.25));
    assert_eq!("6.5".parse::<Fixed<4, 6, Rnd>>().unwrap().to_f64(), 8.0);
    assert_eq!("5.9".parse::<Fixed<4, 6, Rnd>>().unwrap().to_f64(), 4.0);
    assert_eq!("-0.1".parse::<Fixed<4, 6, TrnZero>>().unwrap(), 0);
}

#[test]
fn floats_follow_the_modes() {
    assert_eq!(<Fixed<8, 4>>::from_f64(-0.01).to_f64(), -0.0625);
    assert_eq!(<Fixed<8, 4, RndConv>>::from_f64(0.09375).to_f64(), 0.125);
    assert_eq!(<Fixed<8, 4, Rnd, Sat>>::from_f64(f64::INFINITY).to_f64(), 7.9375);
    assert_eq!(<Fixed<8, 4, Rnd, SatSym>>::from_f64(-8.0).to_f64(), -7.9375);
    for value in -4..4 {
        let bit = |least: i32| if value < 0 { least } else { 0 };
        assert_eq!(Int::<4>::new(value).to::<Fixed<1, 1, RndZero, SatSym>>(), bit(-1));
        assert_eq!(Int::<100>::new(value).to::<Fixed<1, 1, RndZero, SatSym>>(), bit(-1));
    }
    assert_eq!(<UFixed<8, 4, Rnd, Sat>>::from_f64(-1.0), 0);
    assert_eq!(<Fixed<8, 4>>::from_f64(f64::NAN), 0);
    assert_eq!(<Fixed<8, 4>>::from_f64(8.5).to_f64(), -7.5);
    assert_eq!(<Fixed<120, 60>>::from_f64(1.0 / 3.0).to_f64(), 1.0 / 3.0);
}

#[test]
fn integers_take_what_is_before_the_point() {
    assert_eq!(<Fixed<8, 4>>::from_f64(-3.9).to::<i32>(), -3);
    assert_eq!(<Fixed<8, 4>>::from_f64(3.9).to::<Int<2>>(), -1);
    assert_eq!(<Fixed<200, 100>>::from_f64(-3.9).to::<Int<70>>(), -3);
    assert_eq!(<Fixed<4, -3>>::from_bits(Uint::new(9)).to::<Int<8>>(), 0);
    assert_eq!(<Fixed<4, 70>>::from_bits(Uint::new(9)).to::<Int<100>>(), -7_i128 << 66);
}

#[test]
fn wide_numbers_agree_with_narrow_ones() {
    let mut random = fastrand::Rng::with_seed(4);
    for _ in 0..500 {
        let bits = random.i64(..) >> random.u32(0..60);
        let narrow = <Fixed<64, 40>>::from_bits(Uint::new(bits));
        let wide: Fixed<300, 150> = narrow.to();
        assert_eq!(wide, narrow);
        assert_eq!(wide.to::<Fixed<20, 10, RndConv, Sat>>(), narrow.to::<Fixed<20, 10, RndConv, Sat>>());
        assert_eq!(
            wide.to::<Fixed<20, 10, RndZero, SatSym>>(),
            narrow.to::<Fixed<20, 10, RndZero, SatSym>>()
        );
        assert_eq!((wide * wide).to_f64(), (narrow * narrow).to_f64());
    }
}

#[test]
fn fixed_point_numbers_work_beside_integers() {
    let x = <Fixed<16, 8>>::from_f64(2.5);
    assert_eq!((x + 1).to_f64(), 3.5);
    assert_eq!((Int::<4>::new(3) * x).to_f64(), 7.5);
    assert!(x > 2 && x < Uint::<2>::new(3) && (x * 2) == 5);
    let mut y = x;
    y *= y;
    y -= 1;
    assert_eq!(y.to_f64(), 5.25);
    assert_eq!((y << 1).to_f64(), 10.5);
    assert_eq!((x * x - 7).to_string(), "-0.75");
    assert_eq!((<Fixed<8, 4>>::MAX + <UFixed<4, 2>>::MIN).to_string(), "7.9375");
    assert_eq!((x / 2).to::<Fixed<16, 8>>().to_f64(), 1.25);
}

#[test]
fn memory_holds_raw_integers() {
    // Bits above those of the number are ignored.
    let numbers: &[Fixed<12, 4, RndConv>] = bytemuck::cast_slice(&[0xf7ff_u16, 0x0800]);
    assert_eq!((numbers[0], numbers[1]), (<Fixed<12, 4>>::MAX.to(), <Fixed<12, 4>>::MIN.to()));
    let raw = raw_of_f64(-0.3, <Fixed<12, 4>>::SHAPE, Rounding::RndInf, OverflowMode::Sat);
    assert_eq!(<Fixed<12, 4, RndInf>>::from_f64(-0.3).to_bits(), Uint::<12>::new(raw));
}
