//! The table at the end.

use std::time::Duration;

/// One device with one type of pixels.
pub struct Row {
    pub device: String,
    pub pixel: &'static str,
    pub images: usize,
    pub pixels: usize,
    pub elapsed: Duration,
    /// The sum of all kernels. Kernels run at the same time, so it may exceed `elapsed`.
    pub kernel_time: Duration,
    /// True if it equals the reference in every bit.
    pub exact: bool,
}

const HEADINGS: [&str; 7] = ["device", "pixel", "images", "time", "Mpixel/s", "kernels", "check"];

/// The rows as text, numbers aligned to the right.
pub fn table(rows: &[Row]) -> String {
    let mut cells: Vec<Vec<String>> = vec![HEADINGS.iter().map(ToString::to_string).collect()];
    cells.extend(rows.iter().map(Row::cells));
    let widths: Vec<usize> = (0..HEADINGS.len())
        .map(|column| cells.iter().map(|row| row[column].chars().count()).max().unwrap_or_default())
        .collect();
    let mut text = String::new();
    for (index, row) in cells.iter().enumerate() {
        let line: Vec<String> = row.iter().zip(&widths).enumerate().map(align).collect();
        text += line.join("  ").trim_end();
        text.push('\n');
        if index == 0 {
            text += &widths.iter().map(|width| "-".repeat(*width)).collect::<Vec<_>>().join("  ");
            text.push('\n');
        }
    }
    text
}

fn align((column, (cell, &width)): (usize, (&String, &usize))) -> String {
    let number = (2..=5).contains(&column);
    if number { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
}

impl Row {
    fn cells(&self) -> Vec<String> {
        let seconds = self.elapsed.as_secs_f64();
        vec![
            self.device.clone(),
            self.pixel.to_owned(),
            self.images.to_string(),
            milliseconds(self.elapsed),
            format!("{:.1}", self.pixels as f64 / seconds / 1e6),
            milliseconds(self.kernel_time),
            (if self.exact { "exact" } else { "DIFFERS" }).to_owned(),
        ]
    }
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}
