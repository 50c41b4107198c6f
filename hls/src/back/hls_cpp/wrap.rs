//! Lines of at most [`COLUMNS`] columns, broken as clang-format breaks them in LLVM's style: at the outermost operator or comma
//! that fits, and aligned with what stands behind the open bracket or the equals sign.

/// The width of lines. Pragmas may be longer: each is one line.
pub const COLUMNS: usize = 100;

/// How much more a line is indented that has nothing to be aligned with.
const CONTINUATION: usize = 4;

/// A place where a line may end.
struct Break {
    /// Where the text before it ends.
    end: usize,
    /// Where the text of the next line starts.
    start: usize,
    /// How deep inside of the statement it is; the outermost place is best.
    rank: (usize, u8),
    /// Where the text starts that the next line is aligned with, and how much further right it stands.
    anchor: Option<(usize, usize)>,
}

/// How tightly operators bind; `=` is the worst place.
const OPERATORS: &[(&str, u8)] = &[
    (":", 1),
    ("?", 2),
    ("||", 3),
    ("&&", 4),
    ("|", 5),
    ("^", 5),
    ("&", 5),
    ("==", 6),
    ("!=", 6),
    ("<", 6),
    ("<=", 6),
    (">", 6),
    (">=", 6),
    ("<<", 7),
    (">>", 7),
    ("+", 8),
    ("-", 8),
    ("*", 9),
    ("/", 9),
    ("%", 9),
    ("=", LAST),
];

/// The rank of places that are taken where there is no other.
const LAST: u8 = 10;

/// A statement in lines, the first of which starts behind `indent` spaces that are already there.
pub(super) fn line(text: &str, indent: usize) -> String {
    if indent + text.len() <= COLUMNS || indent + width(text) <= COLUMNS {
        return text.to_owned();
    }
    let breaks = breaks(text);
    let mut broken = String::new();
    // Where the lines so far start in the text, and in which column.
    let mut lines = vec![(0, indent)];
    while let Some(&(start, column)) = lines.last() {
        let rest = &text[start..];
        let next = if column + width(rest) <= COLUMNS { None } else { best(text, &breaks, start, column) };
        let Some(next) = next else {
            broken.push_str(rest);
            break;
        };
        let aligned = column_of(&lines, next, indent);
        let unit = breaks.iter().find(|it| it.end > next.start).map_or(text.len(), |it| it.end);
        let fits = aligned + width(&text[next.start..unit]) <= COLUMNS;
        let column = if fits { aligned } else { (indent + CONTINUATION).min(aligned) };
        broken.push_str(&text[start..next.end]);
        broken.push('\n');
        broken.push_str(&" ".repeat(column));
        lines.push((next.start, column));
    }
    broken
}

/// Each line of a text that is too long, in several ones.
pub(super) fn text(text: &str) -> String {
    let wrapped = |whole: &str| {
        let statement = whole.trim_start();
        let indent = whole.len() - statement.len();
        let is_code = !statement.starts_with(['/', '#']);
        let lines = if is_code { line(statement, indent) } else { statement.to_owned() };
        format!("{}{lines}\n", " ".repeat(indent))
    };
    text.lines().map(wrapped).collect()
}

/// A comment in lines that each start with `//`.
pub(super) fn comment(text: &str, indent: usize) -> Vec<String> {
    if indent + 3 + text.len() <= COLUMNS {
        return vec![format!("// {}", text.trim_end_matches('\\').trim_end())];
    }
    let mut lines = vec![String::from("//")];
    for word in text.split(' ') {
        let Some(last) = lines.last_mut() else { break };
        if indent + width(last) + 1 + width(word) > COLUMNS && last.len() > 2 {
            lines.push(format!("//     {word}"));
        } else {
            last.push(' ');
            last.push_str(word);
        }
    }
    // Nothing may continue a comment but its next line.
    lines.iter().map(|line| line.trim_end_matches('\\').trim_end().to_owned()).collect()
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// The outermost place at which the line that starts here can end, the last one of equals.
fn best<'b>(text: &str, breaks: &'b [Break], start: usize, column: usize) -> Option<&'b Break> {
    let inside = || breaks.iter().filter(move |it| it.end > start);
    let fitting = inside().filter(|it| column + width(&text[start..it.end]) <= COLUMNS);
    let best = fitting.min_by(|a, b| a.rank.cmp(&b.rank).then(b.start.cmp(&a.start)));
    best.or_else(|| inside().next())
}

/// The column in which the line behind a break starts.
fn column_of(lines: &[(usize, usize)], it: &Break, indent: usize) -> usize {
    let Some((anchor, more)) = it.anchor else { return indent + CONTINUATION };
    let line = lines.iter().rev().find(|(start, _)| *start <= anchor);
    line.map_or(indent, |(start, column)| column + anchor - start) + more
}

/// The places where a statement may be broken, in order. Operators stand between spaces; other spaces are none.
fn breaks(text: &str) -> Vec<Break> {
    let bytes = text.as_bytes();
    let mut breaks = Vec::new();
    // Where the text inside of the open brackets starts; of subscripts and calls, which are best left whole, with a penalty.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut value = text.strip_prefix("return ").map(|_| "return ".len());
    let mut quoted = false;
    for (at, &byte) in bytes.iter().enumerate() {
        if byte == b'"' {
            quoted = !quoted;
        }
        if quoted {
            continue;
        }
        let depth = open.iter().map(|(_, penalty)| penalty).sum();
        let inner = open.last().map(|(start, _)| (*start, 0)).or(value.map(|start| (start, 0)));
        match byte {
            b'(' | b'{' | b'[' => {
                let is_empty = bytes.get(at + 1).is_none_or(|next| b")}]".contains(next));
                match byte {
                    b'(' if !is_empty => {
                        breaks.push(Break {
                            end: at + 1,
                            start: at + 1,
                            rank: (depth + 2, LAST + 1),
                            anchor: None,
                        });
                    }
                    // A list of values stands below its declaration.
                    b'{' if !is_empty && text[..at].ends_with("= ") && open.is_empty() => {
                        breaks.push(Break { end: at + 1, start: at + 1, rank: (0, 0), anchor: None });
                    }
                    _ => {}
                }
                open.push((at + 1, if byte == b'[' { 3 } else { 1 }));
            }
            b')' | b'}' | b']' => _ = open.pop(),
            b',' | b';' if bytes.get(at + 1) == Some(&b' ') => {
                breaks.push(Break { end: at + 1, start: at + 2, rank: (depth, 0), anchor: inner });
            }
            b' ' => {
                let Some((operator, binding)) = operator_at(text, at) else { continue };
                let behind = at + operator.len() + 2;
                if matches!(operator, "?" | ":") {
                    let anchor = inner.map(|(start, _)| (start, CONTINUATION));
                    breaks.push(Break { end: at, start: at + 1, rank: (depth, binding), anchor });
                } else if binding == LAST {
                    value = value.or(Some(behind)).filter(|_| open.is_empty()).or(value);
                    breaks.push(Break {
                        end: behind - 1,
                        start: behind,
                        rank: (depth + 2, LAST),
                        anchor: None,
                    });
                } else {
                    breaks.push(Break {
                        end: behind - 1,
                        start: behind,
                        rank: (depth, binding),
                        anchor: inner,
                    });
                }
            }
            _ => {}
        }
    }
    breaks
}

/// The operator behind a space, if another space follows.
fn operator_at(text: &str, space: usize) -> Option<(&'static str, u8)> {
    let rest = &text[space + 1..];
    let word = rest.split(' ').next().filter(|word| word.len() < rest.len())?;
    if word.len() > 1 && word.ends_with('=') && OPERATORS.iter().all(|(operator, _)| *operator != word) {
        let assigns = ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="];
        return assigns.into_iter().find(|operator| *operator == word).map(|operator| (operator, LAST));
    }
    OPERATORS.iter().find(|(operator, _)| *operator == word).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(letter: &str) -> String {
        letter.repeat(30)
    }

    #[test]
    fn short_lines_stay() {
        assert_eq!(line("x = a + b;", 90), "x = a + b;");
        assert_eq!(line("x = a + bb;", 90), format!("x = a +\n{}bb;", " ".repeat(94)));
    }

    #[test]
    fn sums_are_aligned_with_their_first_term() {
        let (a, b, c, d) = (name("a"), name("b"), name("c"), name("d"));
        assert_eq!(
            line(&format!("x = {a} + {b} * {c} + {d};"), 4),
            format!("x = {a} +\n        {b} * {c} +\n        {d};")
        );
    }

    #[test]
    fn arguments_are_aligned_with_the_first_one() {
        let (a, b, c, d) = (name("a"), name("b"), name("c"), name("d"));
        assert_eq!(line(&format!("f({a}, {b}, {c}, {d});"), 0), format!("f({a}, {b}, {c},\n  {d});"));
    }

    #[test]
    fn choices_are_broken_before_their_signs() {
        let (a, b, c, d) = (name("a"), name("b"), name("c"), name("d"));
        assert_eq!(
            line(&format!("return {a} ? {b} : {c} + {d};"), 0),
            format!("return {a} ? {b}\n           : {c} + {d};")
        );
    }

    #[test]
    fn strings_and_subscripts_are_left_whole() {
        let (a, b, c) = (name("a"), name("b"), name("c"));
        assert_eq!(
            line(&format!("{a}[{b} + 1] = {a}[{b} + 1] + {c};"), 0),
            format!("{a}[{b} + 1] =\n    {a}[{b} + 1] +\n    {c};")
        );
        let text = format!("f(\"{a}, {b}, {c}, {a}\");");
        assert_eq!(line(&text, 0), format!("f(\n    \"{a}, {b}, {c}, {a}\");"));
    }

    #[test]
    fn lists_stand_below_their_declaration() {
        let numbers = ["12345"; 30].join(", ");
        let broken = line(&format!("static const int LIST[30] = {{{numbers}}};"), 0);
        let lines: Vec<&str> = broken.lines().collect();
        assert_eq!(lines[0], "static const int LIST[30] = {");
        assert!(lines[1].starts_with("    12345, ") && lines[1].len() > 90, "{broken}");
        assert!(lines.last().is_some_and(|last| last.starts_with("    12345, ") && last.ends_with("};")));
    }

    #[test]
    fn comments_continue_as_comments() {
        let words = ["word"; 30].join(" ");
        let lines = comment(&words, 4);
        assert!(lines.iter().all(|line| line.starts_with("// ") && line.len() + 4 <= COLUMNS), "{lines:?}");
        assert_eq!(lines.len(), 2);
        assert_eq!(comment("a \\", 0), ["// a"]);
    }
}
