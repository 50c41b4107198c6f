//! Depths of streams as a page: cycles against area, and the table.

use std::fmt::Write as _;

use sycl_hls_compiler::report::{Depths, Fifos};

use super::rows;
use crate::report::escaped;

const STYLE: &str = include_str!("page.css");
/// Width and height of the plot, and the space around it, in pixels.
const SIZE: (f64, f64) = (640.0, 320.0);
const MARGIN: f64 = 56.0;

/// A page that needs nothing but itself.
pub fn page(fifos: &Fifos) -> String {
    let title = format!("Depths of the streams of {}", escaped(&fifos.kernel));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         <p>{}. Runs with ideal memory, predicted; areas are those of the streams, as yosys maps them.</p>\n",
        escaped(&fifos.file)
    );
    plot(&mut page, fifos);
    table(&mut page, fifos);
    page.push_str("</body>\n</html>\n");
    page
}

/// What the area is measured by: block RAMs if there are any, else look-up tables.
fn measure(fifos: &Fifos) -> (&'static str, fn(&Depths) -> u64) {
    let brams = |depths: &Depths| depths.area.ramb18s.unwrap_or_default();
    let has_brams = points(fifos).any(|(_, depths)| brams(depths) > 0);
    if has_brams { ("BRAM18", brams) } else { ("LUT", |depths| depths.area.luts.unwrap_or_default()) }
}

/// The depths of which the cycles are known, with their class.
fn points(fifos: &Fifos) -> impl Iterator<Item = (&'static str, &Depths)> {
    let fixed = [("declared", &fifos.declared), ("needed", &fifos.fastest)];
    let smaller = fifos.smaller.iter().map(|depths| ("smaller", depths));
    fixed.into_iter().chain(smaller).filter(|(_, depths)| depths.cycles.is_some())
}

fn plot(page: &mut String, fifos: &Fifos) {
    let (unit, area) = measure(fifos);
    let cycles = |depths: &Depths| depths.cycles.unwrap_or_default();
    let range = |of: &dyn Fn(&Depths) -> u64| {
        let all: Vec<u64> = points(fifos).map(|(_, depths)| of(depths)).collect();
        (all.iter().copied().min().unwrap_or_default(), all.iter().copied().max().unwrap_or_default())
    };
    let (x, y) = (range(&area), range(&cycles));
    let place = |value: u64, (least, most): (u64, u64)| {
        if most == least { 0.5 } else { (value - least) as f64 / (most - least) as f64 }
    };
    let at = |depths: &Depths| {
        let (width, height) = (SIZE.0 - 2.0 * MARGIN, SIZE.1 - 2.0 * MARGIN);
        (MARGIN + place(area(depths), x) * width, SIZE.1 - MARGIN - place(cycles(depths), y) * height)
    };
    let (width, height) = SIZE;
    let _ = writeln!(
        page,
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"cycles against {unit}\">"
    );
    axes(page, unit, x, y);
    let line: Vec<String> = points(fifos)
        .filter(|(class, _)| *class != "declared")
        .map(|(_, depths)| at(depths))
        .map(|(x, y)| format!("{x:.1},{y:.1}"))
        .collect();
    let _ = writeln!(page, "<polyline points=\"{}\"/>", line.join(" "));
    for (class, depths) in points(fifos) {
        let (x, y) = at(depths);
        let title = format!("{class}: {} cycles, {} {unit}", cycles(depths), area(depths));
        let _ = writeln!(
            page,
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"><title>{title}</title></circle>"
        );
    }
    page.push_str("</svg>\n");
}

/// The axes with the least and the most of both ranges.
fn axes(page: &mut String, unit: &str, x: (u64, u64), y: (u64, u64)) {
    let (width, height) = SIZE;
    let (left, bottom) = (MARGIN, height - MARGIN);
    let _ = writeln!(
        page,
        "<path class=\"axis\" d=\"M{left} {MARGIN}V{bottom}H{}\"/>\n<text x=\"{left}\" y=\"{}\">{}</text><text class=\"end\" x=\"{}\" \
         y=\"{}\">{} {unit}</text>\n<text class=\"end\" x=\"{}\" y=\"{bottom}\">{}</text><text class=\"end\" x=\"{}\" \
         y=\"{}\">{}</text>\n<text x=\"{left}\" y=\"{}\">cycles</text>",
        width - MARGIN,
        bottom + 20.0,
        x.0,
        width - MARGIN,
        bottom + 20.0,
        x.1,
        left - 8.0,
        y.0,
        left - 8.0,
        MARGIN + 4.0,
        y.1,
        MARGIN - 16.0,
    );
}

fn table(page: &mut String, fifos: &Fifos) {
    page.push_str("<table>\n");
    for (number, row) in rows(fifos).iter().enumerate() {
        let cell = if number == 0 { "th" } else { "td" };
        let cells: String = row.iter().map(|text| format!("<{cell}>{}</{cell}>", escaped(text))).collect();
        let _ = writeln!(page, "<tr>{cells}</tr>");
    }
    page.push_str("</table>\n");
}
