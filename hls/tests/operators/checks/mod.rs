//! What is checked: modules with their parameters, and what they must give, from the interpreter's arithmetic.

mod floats;
mod integers;

use std::env;

use floats::Floats;
use sycl_hls_compiler::rtl::operators::{Format, Operator};
use sycl_hls_types::Scalar;

use crate::operators::vectors::Vector;

/// A module under test.
pub struct Check {
    pub module: &'static str,
    /// Without `LATENCY`.
    pub parameters: String,
    /// The latencies to try.
    pub latencies: Vec<u32>,
    /// Ports and the operands they are connected to: `s0` .. `s2`, `d0` .. `d2`, `i0`, `i1`, and parts of them.
    pub inputs: Vec<(&'static str, String)>,
    /// Ports of each word of the result, the lowest first, with their widths.
    pub outputs: Vec<Vec<(&'static str, u32)>>,
    /// The words that are due.
    pub expected: Expected,
}

type Expected = Box<dyn Fn(&Vector) -> Vec<u64>>;

const MHZ: f64 = 300.0;

/// How many latencies to try. Formats share the text, so one of them is enough for how registers spread.
#[derive(Clone, Copy)]
enum Latencies {
    Listed,
    NoneAndListed,
    Many,
}

fn latencies(operator: Operator, which: Latencies) -> Vec<u32> {
    let listed = operator.characteristics(MHZ).latency;
    let mut all = match which {
        Latencies::Listed => vec![listed],
        Latencies::NoneAndListed => vec![0, listed],
        Latencies::Many => vec![0, 1, 2, 5, listed],
    };
    all.sort_unstable();
    all.dedup();
    all
}

const UNSIGNED: [Scalar; 4] = [Scalar::U8, Scalar::U16, Scalar::U32, Scalar::U64];
const SIGNED: [Scalar; 4] = [Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64];

/// Every operator, in every format; only those that the variable names, if it is there.
pub fn all() -> Vec<Check> {
    let mut all = Vec::new();
    for (ty, format) in [(Scalar::F32, Format::F32), (Scalar::F64, Format::F64)] {
        all.extend([false, true].into_iter().flat_map(|flush| Floats { ty, format, flush }.arithmetic()));
        let exact = Floats { ty, format, flush: false };
        all.extend(UNSIGNED.into_iter().chain(SIGNED).flat_map(|int| exact.to_and_from(int)));
    }
    all.extend(UNSIGNED.into_iter().flat_map(integers::of_bits));
    all.extend(UNSIGNED.into_iter().chain(SIGNED).map(integers::division));
    if let Ok(names) = env::var("SYCL_HLS_OPERATORS") {
        all.retain(|check| names.split(',').any(|name| name == check.module));
    }
    all
}
