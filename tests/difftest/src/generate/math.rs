//! Functions of `sycl_hls::device::math`.

use super::{Generator, Made};
use crate::ast::{Piece, Prim, Template};

/// Functions of one float. `fmod` is missing: hardware has no remainder of floats.
const UNARY: [&str; 22] = [
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "exp2", "exp10", "expm1",
    "log", "log2", "log10", "log1p", "cbrt", "rsqrt", "recip", "erf", "erfc",
];

/// Functions of two.
const BINARY: [&str; 3] = ["atan2", "pow", "hypot"];

impl Generator {
    /// A float of the type `ty` from a function of `math`.
    pub fn math(&mut self, ty: Prim) -> Made {
        self.uses_device = true;
        let binary = self.dice.percent(20);
        let name = if binary { self.dice.of(BINARY) } else { self.dice.of(UNARY) };
        let mut pieces = vec![Piece::from(format!("math::{name}("))];
        for number in 0..1 + usize::from(binary) {
            pieces.extend((number > 0).then(|| Piece::from(", ")));
            pieces.push(Piece::Expr(self.scalar(ty, false).fix().expr));
        }
        pieces.push(Piece::from(")"));
        Made::any(ty, Template::new("math", pieces).expr(ty).kind, true)
    }
}
