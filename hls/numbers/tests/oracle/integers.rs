//! Integers.

use sycl_hls_numbers::{Int, Integer, Number, Supported, Uint, Width};

use super::{Case, flag, show};

/// `is_narrow` of `program.h`.
pub(super) fn is_narrow<A: Number, B: Number>(_: A, _: B) -> bool {
    A::SHAPE.bits + B::SHAPE.bits <= 64
}

/// `ring` of `program.h`.
macro_rules! ring {
    ($text:ident, $a:ident, $b:ident) => {
        show($text, $a + $b);
        show($text, $a - $b);
        show($text, -$a);
        if is_narrow($a, $b) {
            show($text, $a * $b);
        }
    };
}
pub(super) use ring;

/// `logic` of `program.h`.
macro_rules! logic {
    ($text:ident, $a:ident, $b:ident) => {
        show($text, $a & $b);
        show($text, $a | $b);
        show($text, $a ^ $b);
        show($text, !$a);
    };
}
pub(super) use logic;

/// `integers` of `program.h`.
fn pair<const S: bool, const N: u32, const T: bool, const M: u32>(
    text: &mut String,
    a: Integer<S, N>,
    b: Integer<T, M>,
) where
    Width<N>: Supported,
    Width<M>: Supported,
{
    ring!(text, a, b);
    logic!(text, a, b);
    let distance: Int<4> = b.to();
    show(text, a << distance);
    show(text, a >> distance);
    if S == T || (a >= 0 && b >= 0) {
        flag(text, a < b);
        flag(text, a == b);
        if b != 0 && is_narrow(a, b) {
            show(text, a / b);
            show(text, a % b);
        }
    }
    let mut c = a;
    c += b;
    show(text, c);
    c = a;
    c -= b;
    show(text, c);
    if is_narrow(a, b) {
        c = a;
        c *= b;
        show(text, c);
    }
}

/// The name of a type in C++.
fn cpp(signed: bool, bits: u32) -> String {
    format!("ap_{}int<{bits}>", if signed { "" } else { "u" })
}

impl Case {
    /// All pairs of numbers of two types.
    fn all<const S: bool, const N: u32, const T: bool, const M: u32>(&mut self)
    where
        Width<N>: Supported,
        Width<M>: Supported,
    {
        let (a, b) = (cpp(S, N), cpp(T, M));
        self.statement(format!("all_integers<{a}, {b}, {N}, {M}>();"));
        for x in 0..1 << N {
            for y in 0..1 << M {
                self.line(format!("{a} {x}, {b} {y}"), |text| {
                    pair::<S, N, T, M>(text, Integer::new(x), Integer::new(y));
                });
            }
        }
    }

    /// Random numbers of two types, with runs of ones and zeros.
    fn random<const S: bool, const N: u32, const T: bool, const M: u32>(&mut self)
    where
        Width<N>: Supported,
        Width<M>: Supported,
    {
        let mut random = fastrand::Rng::with_seed(u64::from(N * 4096 + M));
        let (a, b) = (cpp(S, N), cpp(T, M));
        for _ in 0..8 {
            let x: Integer<S, N> = number(&mut random);
            let y: Integer<T, M> = number(&mut random);
            self.statement(format!("texts<{a}, {b}>(\"{x:x}\", \"{y:x}\");"));
            self.line(format!("{a} {x:x}, {b} {y:x}"), |text| pair(text, x, y));
        }
    }

    /// Functions of one random number.
    fn unary<const S: bool, const N: u32, const LO: u32, const HI: u32>(&mut self)
    where
        Width<N>: Supported,
    {
        let mut random = fastrand::Rng::with_seed(u64::from(N));
        let a = cpp(S, N);
        for _ in 0..8 {
            let x: Integer<S, N> = number(&mut random);
            self.statement(format!("unary<{a}>(\"{x:x}\");"));
            self.line(format!("{a} {x:x}"), |text| unary::<S, N, LO, HI>(text, x));
        }
    }
}

/// `unary` of `program.h`.
fn unary<const S: bool, const N: u32, const LO: u32, const HI: u32>(text: &mut String, x: Integer<S, N>)
where
    Width<N>: Supported,
{
    show(text, x.reverse());
    flag(text, x.and_reduce());
    flag(text, x.or_reduce());
    flag(text, x.nor_reduce());
    if N <= 64 {
        flag(text, x.nand_reduce());
    }
    if !x.is_negative() || N >= 64 {
        flag(text, x.xor_reduce());
        flag(text, x.xnor_reduce());
    }
    show(text, x.bits::<HI, LO>().to::<Uint<N>>());
    show(text, x.concat(Uint::<7>::new(0x5a)));
    text.push_str(&format!(" {x} {}", hexadecimal(x.to_f64())));
}

/// A random number that may have long runs of equal bits.
fn number<const S: bool, const N: u32>(random: &mut fastrand::Rng) -> Integer<S, N>
where
    Width<N>: Supported,
{
    let mut number = Integer::ZERO;
    let mut bit = random.bool();
    let keep = random.u32(1..=64);
    for index in 0..N {
        if random.u32(0..keep) == 0 {
            bit = random.bool();
        }
        number.set_bit(index, bit);
    }
    number
}

/// What `%a` of C prints of a finite number.
fn hexadecimal(value: f64) -> String {
    if value == 0.0 {
        return "0x0p+0".to_owned();
    }
    let bits = value.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1023;
    let fraction = format!("{:013x}", bits & ((1 << 52) - 1));
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    let sign = if value < 0.0 { "-" } else { "" };
    format!("{sign}0x1{point}{fraction}p{exponent:+}")
}

/// A call for each pair of types.
macro_rules! pairs {
    ($case:ident.$method:ident [$($left:tt)*] $right:tt) => {
        $(pairs!(@row $case.$method $left $right);)*
    };
    (@row $case:ident.$method:ident ($s:literal $n:literal) [$(($t:literal $m:literal))*]) => {
        $($case.$method::<$s, $n, $t, $m>();)*
    };
}

/// What every run compares.
pub(super) fn some(case: &mut Case) {
    pairs!(case.all [(true 1) (false 3)] [(false 2) (true 3)]);
    pairs!(case.random [(true 100)] [(true 70)]);
    case.unary::<false, 130, 43, 129>();
}

/// All pairs of numbers of all pairs of widths.
#[cfg(feature = "all")]
pub(super) fn all(case: &mut Case) {
    pairs!(case.all
        [(true 1) (true 2) (true 3) (true 4) (true 5) (true 6) (false 1) (false 2) (false 3) (false 4) (false 5) (false 6)]
        [(true 1) (true 2) (true 3) (true 4) (true 5) (true 6) (false 1) (false 2) (false 3) (false 4) (false 5) (false 6)]);
}

/// Random numbers of many widths.
#[cfg(feature = "all")]
pub(super) fn wide(case: &mut Case) {
    pairs!(case.random
        [(true 31) (false 32) (true 64) (false 63) (true 65) (false 128) (true 129) (false 512) (true 1024)]
        [(true 5) (false 33) (true 64) (false 64) (true 100) (false 127) (true 300) (false 1000) (true 1024)]);
    case.unary::<true, 37, 12, 36>();
    case.unary::<true, 64, 21, 63>();
    case.unary::<false, 64, 21, 63>();
    case.unary::<true, 128, 42, 127>();
    case.unary::<false, 1000, 333, 999>();
}
