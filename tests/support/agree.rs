//! What rows of a table of kernels are made of: a subject for each file, arguments, and what all targets agree on.

use sycl_hls_types::ScalarValue;

use crate::{Subject, Value};

/// A function that gives the kernels of a file on every target, which are built when it is first called; with
/// `on "u280"`, for that board.
#[macro_export]
macro_rules! subject {
    ($name:ident on $board:expr, $file:expr, $($module:tt)+) => {
        fn $name() -> &'static $crate::Subject {
            static SUBJECT: std::sync::OnceLock<$crate::Subject> = std::sync::OnceLock::new();
            SUBJECT.get_or_init(|| {
                $crate::Subject::build_for($board, $file, &$($module)+::__SYCL_HLS_MODULE)
            })
        }
    };
    ($name:ident, $file:expr, $($module:tt)+) => {
        $crate::subject!($name on $crate::images::BOARD, $file, $($module)+);
    };
}

/// The values of an argument after a run on which all targets agree.
///
/// # Panics
/// When they do not, or the argument is of another type.
#[must_use]
pub fn agreed<T>(subject: &Subject, kernel: &str, args: &[Value], argument: usize) -> Vec<T>
where
    Vec<T>: TryFrom<Value, Error = Value>,
{
    let mut values = subject.run(kernel, args).agree(kernel).expect("the run succeeds");
    values.swap_remove(argument).try_into().expect("the argument has this type")
}

/// The scalars of an argument after a run on which all targets agree, for arguments of structs.
///
/// # Panics
/// When they do not agree.
#[must_use]
pub fn values_agreed(subject: &Subject, kernel: &str, args: &[Value], argument: usize) -> Vec<ScalarValue> {
    subject.run(kernel, args).agree(kernel).expect("the run succeeds")[argument].values()
}

/// All targets agree; the values do not matter.
///
/// # Panics
/// When they do not agree.
pub fn agree(subject: &Subject, kernel: &str, args: &[Value]) {
    subject.run(kernel, args).agree(kernel).expect("the run succeeds");
}

/// Numbers that look random and are the same in every run (an LCG; Knuth, MMIX).
pub fn noise(count: usize, seed: u64) -> impl Iterator<Item = u64> {
    let step = |state: &mut u64, ()| {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Some(*state >> 20 ^ *state << 30)
    };
    std::iter::repeat_n((), count).scan(seed, step)
}
