//! Tables of text.

/// Lines of cells, each column as wide as its widest cell, numbers and sizes to the right. Every line begins with
/// `indent`.
pub fn table(indent: &str, rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or_default()
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| pad(cell, *width)).collect();
        text += format!("{indent}{}", cells.join("  ")).trim_end();
        text.push('\n');
    }
    text
}

fn pad(cell: &str, width: usize) -> String {
    if is_number(cell) { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
}

/// True for a number, with or without a unit.
fn is_number(cell: &str) -> bool {
    let (number, unit) = cell.split_once(' ').unwrap_or((cell, ""));
    !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()) && !unit.contains(' ')
}

/// Text in lines of at most `width` columns where its words allow it; the first begins with `first`, others with `next`.
pub fn wrapped(first: &str, next: &str, text: &str, width: usize) -> String {
    let mut lines = vec![first.to_owned()];
    let mut is_empty = true;
    for word in text.split_whitespace() {
        let length = |text: &str| text.chars().count();
        let fits = |line: &String| is_empty || length(line) + 1 + length(word) <= width;
        match lines.last_mut().filter(|line| fits(line)) {
            Some(line) if is_empty => *line += word,
            Some(line) => *line += &format!(" {word}"),
            None => lines.push(format!("{next}{word}")),
        }
        is_empty = false;
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = [vec!["name", "3 B", "2 x 3 B", "x"], vec!["n", "16 B", "32 x 3 B"]];
        let rows = rows.map(|row| row.into_iter().map(str::to_owned).collect());
        assert_eq!(table("  ", &rows), "  name   3 B  2 x 3 B   x\n  n     16 B  32 x 3 B\n");
        assert_eq!(table("", &[]), "");
    }

    #[test]
    fn long_text_is_wrapped() {
        assert_eq!(wrapped("- ", "  ", "one two  three four", 9), "- one two\n  three\n  four\n");
        assert_eq!(wrapped("- ", "  ", "extraordinary word", 9), "- extraordinary\n  word\n");
        assert_eq!(wrapped("- ", "  ", "", 9), "- \n");
    }
}
