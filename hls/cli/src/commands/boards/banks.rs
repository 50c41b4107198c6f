//! Rows of equal banks.

use sycl_hls_boards::{Bank, Board};

/// Banks of a board that are like each other and follow one another.
pub struct Row<'b> {
    /// The first one's.
    pub first: &'b Bank,
    stem: &'b str,
    last: u32,
    indexed: bool,
    count: usize,
}

impl Row<'_> {
    /// The tag, with a range if there are several: `HBM[0:31]`.
    pub fn tag(&self) -> String {
        if self.count == 1 {
            return self.first.tag.clone();
        }
        let first = parts(&self.first.tag).map_or(0, |(_, index)| index);
        format!("{}[{first}:{}]", self.stem, self.last)
    }

    /// True if the row goes on with this bank.
    fn goes_on(&self, bank: &Bank) -> bool {
        let like = |bank: &Bank| (bank.kind, bank.size, bank.slr, bank.max_masters, bank.timing);
        self.indexed
            && like(self.first) == like(bank)
            && parts(&bank.tag).is_some_and(|(stem, index)| stem == self.stem && index == self.last + 1)
    }
}

/// All banks of a board, in its order.
pub fn rows(board: &Board) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for bank in &board.banks {
        match rows.last_mut().filter(|row| row.goes_on(bank)) {
            Some(row) => {
                row.last += 1;
                row.count += 1;
            }
            None => {
                let (stem, last) = parts(&bank.tag).unwrap_or((bank.tag.as_str(), 0));
                rows.push(Row { first: bank, stem, last, indexed: stem != bank.tag, count: 1 });
            }
        }
    }
    rows
}

/// `STEM[INDEX]`.
fn parts(tag: &str) -> Option<(&str, u32)> {
    let (stem, index) = tag.strip_suffix(']')?.split_once('[')?;
    Some((stem, index.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_banks_are_one_row() {
        let tags =
            |name| -> Vec<String> { rows(Board::by_name(name).unwrap()).iter().map(Row::tag).collect() };
        assert_eq!(tags("u280"), ["HBM[0:31]", "DDR[0]", "DDR[1]", "PLRAM[0:5]"]);
        assert_eq!(tags("vck5000"), ["MC_NOC0"]);
    }
}
