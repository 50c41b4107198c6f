//! How far the functions are from the truth. Their bounds are read from their documentation.
//!
//! `make ulp` runs the slow suite, which prints the table of README.md. `ULP_STRIDE` (every how many floats of 32 bits; 1
//! for all of them) and `ULP_SAMPLES` (of each function of f64) change its size.

#![allow(clippy::print_stdout)]

mod functions;
mod measure;
mod reference;
mod samples;

use functions::{BINARY, Binary, UNARY, Unary};
use measure::{Worst, documented_bound, error_of_double, error_of_single, error_of_single_by_double};
use rayon::prelude::*;
use samples::Samples;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// Zeros and infinities have tests of their own, in `special.rs`.
fn is_plain(x: f32) -> bool {
    x != 0.0 && x.is_finite()
}

impl Unary {
    /// Against many digits.
    fn sampled(&self, count: u64) -> (Worst, Worst) {
        let mut samples = Samples::new(self.name, count);
        let mut exact = reference::Reference::new();
        let (mut single, mut double) = (Worst::default(), Worst::default());
        while let Some(x) = samples.next_in(self.domain) {
            double.see(error_of_double((self.double)(x), &(self.exact)(&mut exact, x)), (x, 0.0));
            let x = x as f32;
            if is_plain(x) {
                let truth = (self.exact)(&mut exact, x.into());
                single.see(error_of_single((self.single)(x), &truth), (x.into(), 0.0));
            }
        }
        (single, double)
    }

    /// Every so many floats of 32 bits, against the function of 64 bits.
    fn swept(&self, stride: u64) -> Worst {
        let part = |first: u64| {
            let mut worst = Worst::default();
            for bits in (first..1 << 32).step_by(stride as usize * PARTS as usize) {
                let x = f32::from_bits(bits as u32);
                let error = error_of_single_by_double((self.single)(x), (self.double)(x.into()));
                worst.see(error, (x.into(), 0.0));
            }
            worst
        };
        (0..PARTS).into_par_iter().map(|index| part(index * stride)).reduce(Worst::default, Worst::max)
    }
}

/// A sweep is divided in so many.
const PARTS: u64 = 16;

impl Binary {
    fn sampled(&self, count: u64) -> (Worst, Worst) {
        let mut samples = Samples::new(self.name, count);
        let mut exact = reference::Reference::new();
        let (mut single, mut double) = (Worst::default(), Worst::default());
        while let Some((x, y)) = samples.next_pair(self.domains) {
            if (self.relevant)(x, y, 1100.0) {
                double.see(error_of_double((self.double)(x, y), &(self.exact)(&mut exact, x, y)), (x, y));
            }
            let (x, y) = (x as f32, y as f32);
            if is_plain(x) && is_plain(y) && (self.relevant)(x.into(), y.into(), 160.0) {
                let truth = (self.exact)(&mut exact, x.into(), y.into());
                single.see(error_of_single((self.single)(x, y), &truth), (x.into(), y.into()));
            }
        }
        (single, double)
    }

    /// Samples of 32 bits against the function of 64 bits.
    fn swept(&self, count: u64) -> Worst {
        let part = |index: u64| {
            let mut samples = Samples::new(&format!("{}{index}", self.name), count / PARTS);
            let mut worst = Worst::default();
            while let Some((x, y)) = samples.next_pair(self.domains) {
                let (x, y) = (x as f32, y as f32);
                if !is_plain(x) || !is_plain(y) {
                    continue;
                }
                let truth = (self.double)(x.into(), y.into());
                worst.see(error_of_single_by_double((self.single)(x, y), truth), (x.into(), y.into()));
            }
            worst
        };
        (0..PARTS).into_par_iter().map(part).reduce(Worst::default, Worst::max)
    }
}

fn check(name: &str, single: &Worst, double: &Worst) {
    for (module, worst) in [("f32", single), ("f64", double)] {
        let bound = documented_bound(module, name);
        assert!(worst.error <= bound, "{module}::{name}: {worst:?}, but documented is {bound}");
        assert!(worst.error > 0.3, "{module}::{name}: {worst:?}: hardly anything was measured");
    }
}

#[test]
fn unary_functions_keep_their_bounds() {
    UNARY.par_iter().for_each(|function| {
        let (single, double) = function.sampled(1000);
        check(function.name, &single, &double);
    });
}

#[test]
fn binary_functions_keep_their_bounds() {
    BINARY.par_iter().for_each(|function| {
        let (single, double) = function.sampled(1000);
        check(function.name, &single, &double);
    });
}

#[test]
#[ignore = "takes minutes"]
fn table() {
    let (stride, count) = (setting("ULP_STRIDE", 61), setting("ULP_SAMPLES", 60_000));
    let unary = UNARY.par_iter().map(|function| {
        let (single, double) = function.sampled(count);
        (function.name, single.max(function.swept(stride)), double)
    });
    let binary = BINARY.par_iter().map(|function| {
        let (single, double) = function.sampled(count);
        (function.name, single.max(function.swept((1 << 32) / stride)), double)
    });
    let rows: Vec<_> = unary.chain(binary).collect();
    println!("| function | f32 | at | f64 | at |\n|---|---|---|---|---|");
    for (name, single, double) in &rows {
        println!(
            "| `{name}` | {:.4} | {} | {:.4} | {} |",
            single.error,
            single.place(),
            double.error,
            double.place()
        );
    }
    for (name, single, double) in &rows {
        check(name, single, double);
    }
}
