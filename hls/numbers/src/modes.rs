//! How fixed-point numbers are rounded, and what they do with values that they cannot hold.

use bytemuck::{Pod, Zeroable};

/// How a number is rounded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rounding {
    /// `AP_TRN`: down.
    Trn,
    /// `AP_TRN_ZERO`: towards zero.
    TrnZero,
    /// `AP_RND`: to the nearest, halves up.
    Rnd,
    /// `AP_RND_ZERO`: to the nearest, halves towards zero.
    RndZero,
    /// `AP_RND_MIN_INF`: to the nearest, halves down.
    RndMinInf,
    /// `AP_RND_INF`: to the nearest, halves away from zero.
    RndInf,
    /// `AP_RND_CONV`: to the nearest, halves to the even one.
    RndConv,
}

impl Rounding {
    /// All modes, with the names of their types.
    pub const NAMED: [(&'static str, Self); 7] = [
        ("Trn", Self::Trn),
        ("TrnZero", Self::TrnZero),
        ("Rnd", Self::Rnd),
        ("RndZero", Self::RndZero),
        ("RndMinInf", Self::RndMinInf),
        ("RndInf", Self::RndInf),
        ("RndConv", Self::RndConv),
    ];

    /// True if a number that was rounded down is to be increased. `half` is the first bit that was dropped, `rest` is true
    /// if one of the others is set; `odd` and `negative` tell of the number that was rounded down.
    pub(crate) const fn increments(self, half: bool, rest: bool, odd: bool, negative: bool) -> bool {
        match self {
            Self::Trn => false,
            Self::TrnZero => negative && (half || rest),
            Self::Rnd => half,
            Self::RndZero => half && (negative || rest),
            Self::RndMinInf => half && rest,
            Self::RndInf => half && (!negative || rest),
            Self::RndConv => half && (odd || rest),
        }
    }
}

/// What becomes of a value that is too large or too small.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OverflowMode {
    /// `AP_WRAP`: the low bits, of which so many of the upper ones saturate.
    Wrap(u32),
    /// `AP_SAT`: the largest or smallest number.
    Sat,
    /// `AP_SAT_ZERO`: zero.
    SatZero,
    /// `AP_SAT_SYM`: as `AP_SAT`, but the smallest number is the negative of the largest, also if it was in range.
    SatSym,
    /// `AP_WRAP_SM`: the low bits in sign-magnitude, of which so many of the upper ones saturate. Signed numbers only.
    WrapSm(u32),
}

mod sealed {
    /// Modes are those of AMD.
    pub trait Sealed {}
}

/// A mode of rounding, as a parameter of [`Fixed`](crate::Fixed).
pub trait Quantization: sealed::Sealed + Pod + Send + Sync {
    /// The mode.
    const MODE: Rounding;
}

/// What becomes of values that do not fit, as a parameter of [`Fixed`](crate::Fixed).
pub trait Overflow: sealed::Sealed + Pod + Send + Sync {
    /// The mode.
    const MODE: OverflowMode;
}

macro_rules! modes {
    ($kind:ident, $mode:ident: $($name:ident $amd:literal)*) => {$(
        #[doc = concat!("`", $amd, "`: see [`", stringify!($mode), "::", stringify!($name), "`].")]
        #[derive(Clone, Copy, Debug, Zeroable, Pod)]
        #[repr(transparent)]
        pub struct $name;

        impl sealed::Sealed for $name {}

        impl $kind for $name {
            const MODE: $mode = $mode::$name;
        }
    )*};
}

modes!(Quantization, Rounding:
    Trn "AP_TRN" TrnZero "AP_TRN_ZERO" Rnd "AP_RND" RndZero "AP_RND_ZERO" RndMinInf "AP_RND_MIN_INF"
    RndInf "AP_RND_INF" RndConv "AP_RND_CONV");
modes!(Overflow, OverflowMode: Sat "AP_SAT" SatZero "AP_SAT_ZERO" SatSym "AP_SAT_SYM");

/// `AP_WRAP` with `N` saturated bits: see [`OverflowMode::Wrap`].
#[derive(Clone, Copy, Debug, Zeroable, Pod)]
#[repr(transparent)]
pub struct Wrap<const N: u32 = 0>;

impl<const N: u32> sealed::Sealed for Wrap<N> {}

impl<const N: u32> Overflow for Wrap<N> {
    const MODE: OverflowMode = OverflowMode::Wrap(N);
}

/// `AP_WRAP_SM` with `N` saturated bits: see [`OverflowMode::WrapSm`].
#[derive(Clone, Copy, Debug, Zeroable, Pod)]
#[repr(transparent)]
pub struct WrapSm<const N: u32 = 0>;

impl<const N: u32> sealed::Sealed for WrapSm<N> {}

impl<const N: u32> Overflow for WrapSm<N> {
    const MODE: OverflowMode = OverflowMode::WrapSm(N);
}
