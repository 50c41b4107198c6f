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
        let line = declaration(&lines, fifo);
        let changed = line.and_then(|line| {
            with_depth(line, *depth).or_else(|| with_link_depth(line, fifo.column as usize, *depth))
        });
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

/// A line with `link(a.out -> b.input, depth = 16)`, whose first kernel is at this column, with another depth.
fn with_link_depth(line: &str, column: usize, depth: u64) -> Option<String> {
    let (at, _) = line.char_indices().nth(column.checked_sub(1)?)?;
    let rest = line.get(at..)?.split(')').next()?;
    let number = at + rest.find("depth")? + "depth".len();
    let (equals, old) = line.get(number..at + rest.len())?.split_once('=')?;
    let start = number + equals.len() + 1 + old.len() - old.trim_start().len();
    let digits = line[start..].chars().take_while(|c| c.is_ascii_digit() || *c == '_').count();
    (digits > 0).then(|| format!("{}{depth}{}", &line[..start], &line[start + digits..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_a_link_is_replaced() {
        let line = "#[kernels(link(a.out -> b.input, depth = 1_6), link(b.out -> c.input, depth=2))]\n";
        let first = "#[kernels(link(a.out -> b.input, depth = 7), link(b.out -> c.input, depth=2))]\n";
        let second = "#[kernels(link(a.out -> b.input, depth = 1_6), link(b.out -> c.input, depth=7))]\n";
        assert_eq!(with_link_depth(line, 16, 7).as_deref(), Some(first));
        assert_eq!(with_link_depth(line, 53, 7).as_deref(), Some(second));
        for line in ["    link(a.out ->\n", "    link(a.out -> b.input, depth = DEPTH)\n"] {
            assert_eq!(with_link_depth(line, 10, 7), None, "{line}");
        }
    }

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
