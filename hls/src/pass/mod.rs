//! Passes: each changes KIR in one way, and the module is well-formed before and after.

mod affine;
mod bitwidth;
mod checks;
mod dead;
mod dead_initializer;
mod divide;
mod exit_lowering;
mod fold;
mod inline;
mod interchange;
mod operator_binding;
mod rewrite;
mod scalar_replacement;
mod simplify;
mod speculate;
mod sroa;
mod unroll;

use sycl_hls_ir::{Module, check};

/// A transformation of a module.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Its name in messages.
    pub name: &'static str,
    /// What it does.
    pub what: &'static str,
    run: fn(&mut Module),
}

/// Every pass.
pub const REGISTRY: &[Pass] = &[
    CHECKS,
    SPECULATE,
    WRAPPING_DIVISION,
    TOTAL_DIVISION,
    CONSTANT_DIVISION,
    BITWIDTH,
    EXIT_LOWERING,
    SIMPLIFY,
    DEAD,
    INLINE,
    INTERCHANGE,
    INTERCHANGE_ALL,
    SCALAR_REPLACEMENT,
    DEAD_INITIALIZER,
    SROA,
    UNROLL,
    FOLD,
    OPERATOR_BINDING,
];

/// Makes overflow, indices, division and shifts stop the kernel with an error: see [`checks`](self).
pub const CHECKS: Pass =
    Pass { name: "checks", what: "insert traps where Rust would panic", run: checks::run };
/// Takes checks out of innermost loops, into a test before them or a test after them.
pub const SPECULATE: Pass = Pass {
    name: "speculate",
    what: "run loops without their checks where that is safe",
    run: speculate::run,
};
/// Spells out what `wrapping_div` and `wrapping_rem` give for -1, which C++ leaves undefined.
pub const WRAPPING_DIVISION: Pass =
    Pass { name: "wrapping-division", what: "define wrapping division by -1", run: divide::wrapping };
/// Spells out what any division gives on hardware, so that the emitted C++ never divides by zero.
pub const TOTAL_DIVISION: Pass =
    Pass { name: "total-division", what: "make all division total", run: divide::total };
/// Strength reduction of division: products with reciprocals for divisions by constants, with quotients of the same bits.
pub const CONSTANT_DIVISION: Pass =
    Pass { name: "constant-division", what: "multiply where a constant divides", run: divide::by_constants };
/// Bitwidth reduction: operations and locals have no more bits than their values need or anything looks at.
pub const BITWIDTH: Pass =
    Pass { name: "bitwidth", what: "compute in as many bits as are needed", run: bitwidth::run };
/// Exit lowering: makes every `break` and `continue` leave the innermost loop or block only, as in C++.
pub const EXIT_LOWERING: Pass =
    Pass { name: "exit-lowering", what: "leave loops and blocks one at a time", run: exit_lowering::run };
/// Decides comparisons that the operands' types decide, and removes loops that never run.
pub const SIMPLIFY: Pass =
    Pass { name: "simplify", what: "fold what types alone decide", run: simplify::run };
/// Removes computations and memory that nothing uses.
pub const DEAD: Pass = Pass { name: "dead", what: "remove what nothing uses", run: dead::run };
/// Puts the bodies of helper functions where they are called; only kernels are left.
pub const INLINE: Pass =
    Pass { name: "inline", what: "make helpers part of their kernels", run: inline::run };
/// Lets loops change places, so that independent sums are added up side by side; where all is in local memory.
pub const INTERCHANGE: Pass =
    Pass { name: "interchange", what: "bring loops into an order without waiting", run: interchange::local };
/// As [`INTERCHANGE`], also where slices are accessed: they are external memories.
pub const INTERCHANGE_ALL: Pass = Pass {
    name: "interchange-all",
    what: "bring loops into an order without waiting, of slices too",
    run: interchange::all,
};
/// Scalar replacement: keeps an array element in a local while a loop reads and writes it.
pub const SCALAR_REPLACEMENT: Pass = Pass {
    name: "scalar-replacement",
    what: "keep elements that a loop works on",
    run: scalar_replacement::run,
};
/// Dead initializer elimination: removes initial values of arrays that are overwritten before they are read.
pub const DEAD_INITIALIZER: Pass =
    Pass { name: "dead-initializer", what: "fill no array that is overwritten", run: dead_initializer::run };
/// Scalar replacement of aggregates (SROA): splits structs into fields, and small arrays with known indices into elements.
pub const SROA: Pass = Pass { name: "sroa", what: "split locals into parts", run: sroa::run };
/// Puts iterations of loops side by side, as directives ask.
pub const UNROLL: Pass = Pass { name: "unroll", what: "put iterations side by side", run: unroll::run };
/// Computes what is known, chooses regions whose condition is known, and computes nothing twice.
pub const FOLD: Pass = Pass { name: "fold", what: "compute what is known", run: fold::run };
/// Lets results that are assigned to variables be computed by the operators of these.
pub const OPERATOR_BINDING: Pass = Pass {
    name: "operator-binding",
    what: "bind operators of variables to operations",
    run: operator_binding::run,
};
/// Brings kernels without checks into the form that hardware is made of: no calls, no loops inside of pipelines unless
/// they would be too large, locals that are scalars or arrays of scalars, and nothing that is known or unused.
pub const HARDWARE: &[Pass] = &[
    OPERATOR_BINDING,
    INLINE,
    FOLD,
    INTERCHANGE,
    SCALAR_REPLACEMENT,
    DEAD_INITIALIZER,
    UNROLL,
    FOLD,
    SROA,
    UNROLL,
    FOLD,
    CONSTANT_DIVISION,
    FOLD,
    BITWIDTH,
    FOLD,
    DEAD_INITIALIZER,
    DEAD,
];
/// As [`HARDWARE`], for kernels whose slices are external memories.
pub const HARDWARE_EXTERNAL: &[Pass] = &[
    OPERATOR_BINDING,
    INLINE,
    FOLD,
    INTERCHANGE_ALL,
    SCALAR_REPLACEMENT,
    DEAD_INITIALIZER,
    UNROLL,
    FOLD,
    SROA,
    UNROLL,
    FOLD,
    CONSTANT_DIVISION,
    FOLD,
    BITWIDTH,
    FOLD,
    DEAD_INITIALIZER,
    DEAD,
];

/// Runs passes in order. Debug builds verify the module after each.
pub fn run_all(module: &mut Module, passes: &[Pass]) {
    for pass in passes {
        (pass.run)(module);
        debug_assert_eq!(check(module), Ok(()), "after pass {}", pass.name);
    }
}
