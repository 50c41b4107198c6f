//! Tables of what was measured.

use crate::published::{Peer, Row};
use crate::simulate::Measured;

/// The table of a row, which is printed line by line.
pub struct Table<'r> {
    row: &'r Row,
    ratios: Vec<f64>,
}

impl<'r> Table<'r> {
    pub fn new(row: &'r Row) -> Self {
        let Row { number, title, peer, target, .. } = row;
        println!("\nRow {number}: {title}. Target: {target}.\n");
        println!(
            "| kernel | ours | {peer} | ratio | DSP | LUT | RAMB18, URAM |\n|---|---|---|---|---|---|---|"
        );
        Self { row, ratios: Vec::new() }
    }

    pub fn add(&mut self, peer: &Peer, measured: Measured) {
        let ratio = measured.cycles as f64 / peer.cycles as f64;
        let Peer { kernel, cycles, area: [dsps, luts], limit } = peer;
        let missed = limit.is_some_and(|limit| ratio > limit);
        let mark = if missed { " (missed)" } else { "" };
        let (ours, theirs, area) = (grouped(measured.cycles), grouped(*cycles), measured.area);
        let area =
            format!("{} / {dsps} | {} / {luts} | {}, {}", area.dsps, area.luts, area.ramb18s, area.urams);
        println!("| {kernel} | {ours} | {theirs} | {ratio:.3}{mark} | {area} |");
        self.ratios.push(ratio);
    }

    pub fn end(self) {
        let mean = self.ratios.iter().map(|it| it.ln()).sum::<f64>() / self.ratios.len() as f64;
        println!("| geomean of {} | | {} | {:.3} | | | |", self.ratios.len(), self.row.peer, mean.exp());
    }
}

/// With commas between groups of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
