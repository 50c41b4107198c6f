//! Depths written into the source.

use sycl_hls_compiler::report::{Fifo, Fifos};

use crate::failure::Failure;

/// The source with the depths that cost no cycle.
///
/// # Errors
/// When a depth is no number where the stream is declared.
pub fn rewritten(source: &str, fifos: &Fifos) -> Result<String, Failure> {
    let mut lines: Vec<String> = source.split_inclusive('\n').map(str::to_owned).collect();
    for (fifo, depth) in fifos.channels.iter().zip(&fifos.fastest.depths) {
        let place = || format!("{}:{}:{}", fifos.file, fifo.line, fifo.column);
        let changed = declaration(&lines, fifo).and_then(|line| with_depth(line, *depth));
        let Some(changed) = changed else {
            let what = format!("{}: the depth of the stream `{}` is no number there", place(), fifo.name);
            return Err(Failure::user(what).help(format!("change it to {depth} by hand")));
        };
        if let Some(line) = lines.get_mut(fifo.line as usize - 1) {
            *line = changed;
        }
    }
    Ok(lines.concat())
}

/// The line of a declaration.
fn declaration<'l>(lines: &'l [String], fifo: &Fifo) -> Option<&'l str> {
    lines.get((fifo.line as usize).checked_sub(1)?).map(String::as_str)
}

/// A line with one `stream::<T, 16>` that has another depth.
fn with_depth(line: &str, depth: u64) -> Option<String> {
    let (before, rest) = line.split_once("stream::<")?;
    let (arguments, after) = rest.split_once(">()")?;
    let (ty, old) = arguments.rsplit_once(',')?;
    let is_number = old.trim().chars().all(|c| c.is_ascii_digit() || c == '_') && !old.trim().is_empty();
    (is_number && !after.contains("stream::<")).then(|| format!("{before}stream::<{ty}, {depth}>(){after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_replaced() {
        let line = "        let (tx, rx) = stream::<u32, 1_6>(); // a FIFO\n";
        let expected = "        let (tx, rx) = stream::<u32, 7>(); // a FIFO\n";
        assert_eq!(with_depth(line, 7).as_deref(), Some(expected));
        for line in
            ["let s = stream::<u32, DEPTH>();", "let s = make(16);", "stream::<A, 1>(); stream::<B, 2>();"]
        {
            assert_eq!(with_depth(line, 7), None, "{line}");
        }
    }
}
