//! Makes a failing program small: edits are tried, from the coarsest to the finest, as long as one of them leaves a
//! smaller program that fails in the same way.

mod edit;
mod oracle;

pub use oracle::{BenchOracle, Oracle};

use crate::ast::{Program, module_text};
use edit::{Edit, apply};

/// Edits that are tried together.
const TRIED_TOGETHER: usize = 24;

/// The smallest program that was found, which fails like the given one.
///
/// # Errors
/// The oracle's.
pub fn reduce(program: &Program, oracle: &mut dyn Oracle) -> anyhow::Result<Program> {
    let mut best = program.clone();
    loop {
        let before = size(&best);
        for edits in edit::PASSES {
            best = pass(best, *edits, oracle)?;
        }
        if size(&best) == before {
            return Ok(best);
        }
    }
}

/// Tries the edits of one pass, each at the first place where it helps, then behind it.
fn pass(
    mut best: Program,
    edits: fn(&Program, usize) -> Vec<Edit>,
    oracle: &mut dyn Oracle,
) -> anyhow::Result<Program> {
    let mut position = 0;
    loop {
        let (candidates, scanned) = candidates(&best, edits, position, oracle);
        if candidates.is_empty() {
            return Ok(best);
        }
        let programs: Vec<Program> = candidates.iter().map(|(_, program)| program.clone()).collect();
        let failing = oracle.fail(&programs)?;
        match candidates.into_iter().zip(failing).find(|(_, fails)| *fails) {
            Some(((at, program), _)) => (best, position) = (program, at),
            None => position = scanned,
        }
    }
}

/// Smaller programs that may fail, with the position of their edits, from a position on; and the first position
/// that was not looked at.
fn candidates(
    program: &Program,
    edits: fn(&Program, usize) -> Vec<Edit>,
    from: usize,
    oracle: &dyn Oracle,
) -> (Vec<(usize, Program)>, usize) {
    let size_now = size(program);
    let mut found = Vec::new();
    let mut position = from;
    while found.len() < TRIED_TOGETHER {
        let edits = edits(program, position);
        if edits.is_empty() {
            break;
        }
        for edit in edits {
            let edited = apply(program, &edit);
            if size(&edited) < size_now && oracle.may_fail(&edited) {
                found.push((position, edited));
            }
        }
        position += 1;
    }
    (found, position)
}

/// What reduction makes smaller.
fn size(program: &Program) -> usize {
    let words = program.jobs.iter().flat_map(|job| &job.args).flat_map(|arg| &arg.bits);
    let arguments: usize = words.map(|bits| 2 + usize::from(*bits != 0)).sum();
    let functions = program.funcs().count();
    module_text(program).split_whitespace().map(str::len).sum::<usize>() + arguments + functions
}
