//! Depths of streams: as a table, as a page with a plot, and written into the source.

mod page;
mod rewrite;

use sycl_hls_compiler::report::{Depths, Fifos};

use crate::table::table;

pub use page::page;
pub use rewrite::rewritten;

/// The depths as tables.
pub fn text(fifos: &Fifos) -> String {
    let mut channels = vec![["stream", "line", "bits", "depth", "needed"].map(str::to_owned).to_vec()];
    for (position, fifo) in fifos.channels.iter().enumerate() {
        channels.push(vec![
            fifo.name.clone(),
            fifo.line.to_string(),
            fifo.bits.to_string(),
            fifos.declared.depths[position].to_string(),
            fifos.fastest.depths[position].to_string(),
        ]);
    }
    let title = format!(
        "{} ({}): {} with the depths of the source, {} with those needed\n",
        fifos.kernel,
        fifos.file,
        cycles(&fifos.declared),
        cycles(&fifos.fastest)
    );
    title + &table("  ", &channels) + "\n" + &table("  ", &rows(fifos))
}

/// Each choice of depths with its cycles and area, that of the source first.
pub fn rows(fifos: &Fifos) -> Vec<Vec<String>> {
    let mut head: Vec<String> = ["depths", "cycles", "BRAM18", "LUT", "FF"].map(str::to_owned).to_vec();
    head.extend(fifos.channels.iter().map(|fifo| format!("`{}`", fifo.name)));
    let row = |what: &str, depths: &Depths| {
        let count = |count: Option<u64>| count.map_or("?".to_owned(), |count| count.to_string());
        let area = &depths.area;
        let cycles = depths.cycles.map_or("deadlock".to_owned(), |cycles| cycles.to_string());
        let mut row = vec![what.to_owned(), cycles, count(area.ramb18s), count(area.luts), count(area.ffs)];
        row.extend(depths.depths.iter().map(u64::to_string));
        row
    };
    let fixed = [row("of the source", &fifos.declared), row("needed", &fifos.fastest)];
    let smaller = fifos.smaller.iter().map(|depths| row("smaller", depths));
    std::iter::once(head).chain(fixed).chain(smaller).collect()
}

/// The cycles of a run in words.
fn cycles(depths: &Depths) -> String {
    depths.cycles.map_or("a deadlock".to_owned(), |cycles| format!("{cycles} cycles"))
}
