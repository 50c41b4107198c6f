//! From the C++ that Vitis compiled back to the Rust that it was made of, and the other way.
//!
//! The emitted text names the Rust line above each group of statements (`// 12: for i in 0..n {`): that is the map.

/// The Rust line that a line of C++ comes from; both from 1.
#[must_use]
pub fn rust_line(cpp: &str, line: u32) -> Option<u32> {
    let lines: Vec<&str> = cpp.lines().take(line as usize).collect();
    lines.iter().rev().find_map(|line| named(line))
}

/// The line of C++ in which the loop begins that stands in this line of Rust; both from 1.
#[must_use]
pub fn cpp_line_of_loop(cpp: &str, rust: u32) -> Option<u32> {
    let is_loop =
        |line: &str| ["for (", "while (", "do {"].iter().any(|word| line.trim_start().starts_with(word));
    let mut of = None;
    for (number, line) in (1..).zip(cpp.lines()) {
        of = named(line).or(of);
        if of == Some(rust) && is_loop(line) {
            return Some(number);
        }
    }
    None
}

/// The Rust line that a comment names.
fn named(line: &str) -> Option<u32> {
    let (number, rest) = line.trim_start().strip_prefix("// ")?.split_once(':')?;
    if rest.starts_with(' ') { number.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "// The kernels of `mod k`.\n// Source: k.rs\nvoid k() {\n    // 7: let s = 0;\n    int s = 0;\n    \
                        // 8: for i in 0..4 {\n    for (int i = 0; i < 4; ++i) {\n#pragma HLS PIPELINE\n        // 9: s += i;\n        \
                        s += i;\n    }\n}\n";

    #[test]
    fn lines_are_mapped_both_ways() {
        assert_eq!(
            (rust_line(TEXT, 5), rust_line(TEXT, 8), rust_line(TEXT, 11)),
            (Some(7), Some(8), Some(9))
        );
        assert_eq!((rust_line(TEXT, 2), rust_line(TEXT, 999)), (None, Some(9)));
        assert_eq!((cpp_line_of_loop(TEXT, 8), cpp_line_of_loop(TEXT, 7)), (Some(7), None));
    }
}
