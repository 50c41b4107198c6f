//! From the C++ that Vitis compiled back to the Rust that it was made of, and the other way.
//!
//! The emitted text names the Rust line above each group of statements (`// 12: for i in 0..n {`): that is the map.

/// The Rust line that a line of C++ comes from; both from 1. Of a function of the library there is none.
///
/// A comment is about what follows it as deep as itself, or deeper.
#[must_use]
pub fn rust_line(cpp: &str, line: u32) -> Option<u32> {
    let above: Vec<&str> = cpp.lines().take(line as usize).collect();
    let mut code = above.iter().rev().filter(|line| !line.starts_with("#pragma") && !line.trim().is_empty());
    let depth = depth(code.next()?);
    let mut comments = above.iter().rev().filter(|line| self::depth(line) <= depth);
    comments.find_map(|line| comment(line))?
}

fn is_loop(line: &str) -> bool {
    ["for (", "while (", "do {"].iter().any(|word| line.trim_start().starts_with(word))
}

/// How deep a line is indented.
fn depth(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The lines of the loops around a line of C++, the innermost first; all from 1.
#[must_use]
pub fn loops_around(cpp: &str, line: u32) -> Vec<u32> {
    let above: Vec<&str> = cpp.lines().take(line as usize).collect();
    let Some((own, above)) = above.split_last() else { return Vec::new() };
    let mut inside = depth(own);
    let mut around = Vec::new();
    for (index, line) in above.iter().enumerate().rev() {
        let is_code = !line.trim().is_empty() && !line.starts_with('#');
        if is_code && depth(line) < inside {
            inside = depth(line);
            around.extend(u32::try_from(index + 1).ok().filter(|_| is_loop(line)));
        }
    }
    around
}

/// The line of C++ in which the loop begins that stands in this line of Rust; both from 1.
#[must_use]
pub fn cpp_line_of_loop(cpp: &str, rust: u32) -> Option<u32> {
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
    comment(line)?
}

/// What a comment above statements says: a line of Rust (`// 7: let s = 0;`), or that there is none (`// 0`).
fn comment(line: &str) -> Option<Option<u32>> {
    let text = line.trim_start().strip_prefix("// ")?;
    match text.split_once(':') {
        Some((number, rest)) if rest.starts_with(' ') => Some(Some(number.parse().ok()?)),
        _ => (text == "0").then_some(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "// The kernels of `mod k`.\n// Source: k.rs\nvoid k() {\n    // 7: let s = 0;\n    int s = 0;\n    \
                        // 8: for i in 0..4 {\n    for (int i = 0; i < 4; ++i) {\n#pragma HLS PIPELINE\n        // 9: s += i;\n        \
                        s += i;\n    }\n}\n";

    const DEEPER: &str = "// 3: fn k() {\nvoid k() {\n    // 4: while f() {\n    while (true) {\n#pragma HLS PIPELINE\n        // 5: s();\n        \
                          s();\n    }\n}\n\n// 0\nfloat exp(float x) {\n    return x;\n}\n";

    #[test]
    fn a_comment_counts_as_deep_as_it_stands() {
        let lines: Vec<Option<u32>> = (1..=14).map(|line| rust_line(DEEPER, line)).collect();
        let (k, head, body) = (Some(3), Some(4), Some(5));
        assert_eq!(lines[..9], [k, k, head, head, head, body, body, head, k]);
        assert_eq!(lines[10..], [None; 4], "the library is not the user's");
    }

    #[test]
    fn loops_lie_in_loops() {
        let text = "void k() {\n    for (;;) {\n        if (a) {\n            while (b) {\n#pragma HLS PIPELINE\n                \
                    c();\n            }\n        }\n    }\n    for (;;) {\n    }\n}\n";
        let around = [2, 4, 6, 10].map(|line| loops_around(text, line));
        assert_eq!(around, [vec![], vec![2], vec![4, 2], vec![]]);
        assert!(loops_around("", 9).is_empty() && loops_around(text, 0).is_empty());
    }

    #[test]
    fn lines_are_mapped_both_ways() {
        assert_eq!(
            (rust_line(TEXT, 5), rust_line(TEXT, 8), rust_line(TEXT, 10)),
            (Some(7), Some(8), Some(9))
        );
        assert_eq!((rust_line(TEXT, 2), rust_line(TEXT, 11), rust_line(TEXT, 999)), (None, Some(8), None));
        assert_eq!((cpp_line_of_loop(TEXT, 8), cpp_line_of_loop(TEXT, 7)), (Some(7), None));
    }
}
