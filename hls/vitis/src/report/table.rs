//! Tables in text: those with bars, and those whose columns stand under dashes.

/// A table: the lowest row of its head, and its rows.
#[derive(Debug, Default)]
pub(super) struct Table<'t> {
    /// The cells of the head's last row, without the space around them.
    pub head: Vec<&'t str>,
    /// The rows, each with as many cells as the head. Their cells keep their space.
    pub rows: Vec<Vec<&'t str>>,
}

impl<'t> Table<'t> {
    /// The position of a column.
    pub(super) fn column(&self, name: &str) -> Option<usize> {
        self.head.iter().position(|head| *head == name)
    }

    /// The cell of a row, without the space around it; empty without such a column.
    pub(super) fn cell(&self, row: &[&'t str], column: &str) -> &'t str {
        self.column(column).and_then(|at| row.get(at)).map_or("", |cell| cell.trim())
    }
}

/// The tables with bars of a text, in order. Rules (`+---+`) between rows are skipped; whatever else stands between two rows
/// ends the table.
pub(super) fn tables(text: &str) -> Vec<Table<'_>> {
    let mut tables = Vec::new();
    let mut lines = text.lines().map(str::trim).peekable();
    while let Some(line) = lines.next() {
        if !is_rule(line) {
            continue;
        }
        let mut table = Table::default();
        while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
            table.head = cells(row).map(str::trim).collect();
        }
        if lines.next_if(|line| is_rule(line)).is_none() {
            continue;
        }
        while let Some(line) = lines.next_if(|line| line.starts_with('|') || is_rule(line)) {
            let row: Vec<&str> = cells(line).collect();
            if line.starts_with('|') && row.len() == table.head.len() {
                table.rows.push(row);
            }
        }
        tables.push(table);
    }
    tables
}

fn is_rule(line: &str) -> bool {
    line.starts_with("+-") && line.bytes().all(|byte| byte == b'+' || byte == b'-')
}

fn cells(line: &str) -> impl Iterator<Item = &str> {
    line.strip_prefix('|')
        .map(|line| line.strip_suffix('|').unwrap_or(line))
        .into_iter()
        .flat_map(|line| line.split('|'))
}

/// The table whose columns stand under dashes and whose head begins with a name, at or after a line of a text: `Name  Size`,
/// `----  ----`, rows, an empty line.
pub(super) fn dashed<'t>(text: &'t str, first: &str) -> Option<Table<'t>> {
    let mut lines = text.lines();
    loop {
        let head = lines.find(|line| line.trim_start().starts_with(first))?;
        let Some(dashes) = lines.clone().next().filter(|line| is_dashes(line)) else { continue };
        let columns = columns(dashes);
        let rows = lines.skip(1).take_while(|line| !line.trim().is_empty() && !is_dashes(line));
        return Some(Table {
            head: cut(head, &columns).into_iter().map(str::trim).collect(),
            rows: rows.map(|row| cut(row, &columns)).collect(),
        });
    }
}

/// The table of figures that stand under dashes to their right ends: `  WNS(ns)  Failing`, `  -------  -------`, rows, an empty
/// line. If it is `named`, each row begins with a name, which may be longer than its dashes.
pub(super) fn aligned<'t>(text: &'t str, first: &str, named: bool) -> Option<Table<'t>> {
    let mut lines = text.lines().skip_while(|line| !line.trim_start().starts_with(first));
    let head = lines.next()?;
    let dashes = lines.next().filter(|line| is_dashes(line))?;
    let ends: Vec<usize> = words(dashes).map(|(at, word)| at + word.len()).collect();
    // Words of a head are apart by two blanks at least.
    let head: Vec<&str> = head.split("  ").map(str::trim).filter(|name| !name.is_empty()).collect();
    if head.len() != ends.len() {
        return None;
    }
    let row = |line: &'t str| {
        let mut row = vec![""; ends.len()];
        for (index, (at, word)) in words(line).enumerate() {
            let column = if named && index == 0 {
                Some(0)
            } else {
                ends.iter().position(|end| at + word.len() <= *end)
            };
            if let Some(cell) = column.and_then(|column| row.get_mut(column)) {
                *cell = word;
            }
        }
        row
    };
    let rows = lines.take_while(|line| !line.trim().is_empty()).map(row).collect();
    Some(Table { head, rows })
}

/// The words of a line, with their positions.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = line.as_ptr() as usize;
    line.split_whitespace().map(move |word| (word.as_ptr() as usize - start, word))
}

fn is_dashes(line: &str) -> bool {
    line.contains("--") && line.bytes().all(|byte| byte == b'-' || byte == b' ')
}

/// Where the columns begin.
fn columns(dashes: &str) -> Vec<usize> {
    let bytes = dashes.as_bytes();
    let begins = |at: &usize| bytes[*at] == b'-' && (*at == 0 || bytes[*at - 1] != b'-');
    (0..bytes.len()).filter(begins).collect()
}

/// The parts of a line from each column to the next one.
fn cut<'t>(line: &'t str, columns: &[usize]) -> Vec<&'t str> {
    let ends = columns.iter().skip(1).copied().chain([usize::MAX]);
    let part = |(start, end): (usize, usize)| {
        // Numbers are aligned to the right of the dashes at most; names begin where the dashes do.
        let start = floor(line, start);
        line.get(start..floor(line, end).max(start)).unwrap_or_default()
    };
    columns.iter().copied().zip(ends).map(part).collect()
}

/// The last boundary of a character at or before a position.
fn floor(line: &str, at: usize) -> usize {
    let mut at = at.min(line.len());
    while !line.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::{aligned, dashed, tables};

    #[test]
    fn the_last_row_of_a_head_names_the_columns() {
        let text = "  +---+-----+\n  | Mo|  Tr |\n  | Na| Co  |\n  +---+-----+\n  |+ a|  7 |\n  | b |x|y|\n  +---+-----+\n  | o |  - |\nend";
        let [table] = &tables(text)[..] else { panic!("one table") };
        assert_eq!(table.head, ["Na", "Co"]);
        assert_eq!(table.rows, [["+ a", "  7 "], [" o ", "  - "]]);
        assert_eq!(table.cell(&table.rows[0], "Co"), "7");
        assert_eq!(table.cell(&table.rows[0], "no such"), "");
    }

    #[test]
    fn a_table_without_rows_or_end_is_no_trouble() {
        assert!(tables("+--+").is_empty());
        assert!(tables("+--+\n|a |").is_empty());
        assert!(tables("+--+\n|a |\n+--+")[0].rows.is_empty());
    }

    #[test]
    fn columns_stand_under_dashes() {
        let text =
            "Unit  Name\nno dashes\n\nUnit  Name   MHz\n----  -----  ---\na_1   a b    7\nä_2   é\n\nmore";
        let table = dashed(text, "Unit").expect("a table");
        assert_eq!(table.head, ["Unit", "Name", "MHz"]);
        assert_eq!(table.cell(&table.rows[0], "Name"), "a b");
        assert_eq!(table.cell(&table.rows[0], "MHz"), "7");
        assert_eq!(table.rows.len(), 2);
        assert!(dashed(text, "Other").is_none());
    }

    #[test]
    fn figures_end_where_their_dashes_end() {
        let text = "\nClock      WNS(ns)      TNS(ns)  TNS Failing\n-----      -------      -------  -----------\nlong_name                0.165            2\n  b   -1.5  -18545.084  3\n\nmore";
        let table = aligned(text, "Clock", true).expect("a table");
        assert_eq!(table.rows[0], ["long_name", "", "0.165", "2"]);
        let text = "    WNS(ns)      TNS(ns)\n    -------      -------\n     -0.716     -237.827  \n";
        assert_eq!(aligned(text, "WNS", false).expect("a table").rows, [["-0.716", "-237.827"]]);
        assert!(aligned("a  b\n----\n", "a", false).is_none());
    }
}
