//! Where reports are in a build's folder. `*` stands for any part of a name. Sources: UG1393 (`--report_dir`, `--temp_dir`), UG1399,
//! and folders that v++ 2020.2 to 2022.2 and Vitis 2024.2 left in public repositories.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::ReportError;
use super::found::Found;

/// Summaries of synthesis in XML: unified flow, v++ of before, projects of Vitis HLS.
pub(super) const SYNTHESIS: [&str; 6] = [
    "hls/syn/report/csynth.xml",
    "*/hls/syn/report/csynth.xml",
    "*/*/*/solution*/syn/report/csynth.xml",
    "*/solution*/syn/report/csynth.xml",
    "solution*/syn/report/csynth.xml",
    "syn/report/csynth.xml",
];

/// What v++ copies of synthesis: a report in text.
pub(super) const SYNTHESIS_COPY: [&str; 3] =
    ["reports/*/hls_reports/*_csynth.rpt", "*/hls_reports/*_csynth.rpt", "hls_reports/*_csynth.rpt"];

/// v++'s estimates; that of the link knows all kernels.
pub(super) const ESTIMATE: [&str; 4] = [
    "reports/link/system_estimate_*.xtxt",
    "link/system_estimate_*.xtxt",
    "reports/*/system_estimate_*.xtxt",
    "system_estimate_*.xtxt",
];

/// What kernels take.
pub(super) const KERNEL_USE: [&str; 4] = [
    "reports/link/imp/*kernel_util_routed.rpt",
    "link/imp/*kernel_util_routed.rpt",
    "imp/*kernel_util_routed.rpt",
    "link/vivado/vpl/prj/prj.runs/impl_*/kernel_util_routed.rpt",
];

/// What all of the device takes.
pub(super) const DEVICE_USE: [&str; 5] = [
    "reports/link/imp/*full_util_routed.rpt",
    "link/imp/*full_util_routed.rpt",
    "imp/*full_util_routed.rpt",
    "link/vivado/vpl/prj/prj.runs/impl_*/full_util_routed.rpt",
    "hls/impl/verilog/project.runs/impl_*/*_utilization_placed.rpt",
];

/// What each super logic region takes.
pub(super) const REGION_USE: [&str; 4] = [
    "reports/link/imp/*slr_util_routed.rpt",
    "link/imp/*slr_util_routed.rpt",
    "imp/*slr_util_routed.rpt",
    "link/vivado/vpl/prj/prj.runs/impl_*/slr_util_routed.rpt",
];

/// Timing: after the last optimization if there was one, else after routing.
pub(super) const TIMING: [&str; 6] = [
    "reports/link/imp/*timing_summary_postroute_physopted.rpt",
    "reports/link/imp/*timing_summary*routed.rpt",
    "link/imp/*timing_summary*routed.rpt",
    "imp/*timing_summary*routed.rpt",
    "link/vivado/vpl/prj/prj.runs/impl_*/*timing_summary*routed.rpt",
    "hls/impl/verilog/project.runs/impl_*/*timing_summary_routed.rpt",
];

/// Frequencies as v++ writes them for the image.
pub(super) const NEW_FREQUENCIES: [&str; 4] = [
    "link/vivado/vpl/prj/prj.runs/impl_*/_new_clk_freq",
    "link/vivado/vpl/output/_new_clk_freq",
    "link/vivado/vpl/_new_clk_freq",
    "link/int/_new_clk_freq",
];

/// What `xclbinutil --info` wrote of an image.
pub(super) const INFO: [&str; 2] = ["*.xclbin.info", "link/int/*.xclbin.info"];

/// Logs that tell of frequency scaling.
pub(super) const SCALING_LOG: [&str; 4] = [
    "link/vivado/vpl/prj/prj.runs/impl_*/runme.log",
    "link/vivado/vpl/runme.log",
    "logs/link/imp/impl_*runme.log",
    "logs/link/vivado.log",
];

/// Bytes of a report that is read; real ones have up to a few million.
const MAX_BYTES: u64 = 256 << 20;

/// Entries of a folder that are looked at.
const MAX_ENTRIES: usize = 10_000;

/// The files at the first of some places where there are any, in the order of their names.
pub(super) fn files(folder: &Path, places: &[&str]) -> Vec<PathBuf> {
    places.iter().map(|place| matching(folder, place)).find(|files| !files.is_empty()).unwrap_or_default()
}

/// Reads the first file at the first of some places where there is any.
pub(super) fn first<T>(
    folder: &Path,
    places: &[&str],
    read: impl Fn(&str) -> Result<T, ReportError>,
) -> Found<T> {
    match files(folder, places).into_iter().next() {
        Some(file) => at(file, read),
        None => missing(places),
    }
}

/// That none of some places has a file.
pub(super) fn missing<T>(places: &[&str]) -> Found<T> {
    Found::Missing { places: places.iter().map(|place| (*place).to_owned()).collect() }
}

/// Reads a file.
pub(super) fn at<T>(file: PathBuf, read: impl Fn(&str) -> Result<T, ReportError>) -> Found<T> {
    match text(&file).and_then(|text| read(&text)) {
        Ok(value) => Found::Here { file, value },
        Err(problem) => Found::Broken { file, problem: problem.to_string() },
    }
}

fn text(file: &Path) -> Result<String, ReportError> {
    let size = fs::metadata(file)?.len();
    if size > MAX_BYTES {
        return Err(ReportError::Large { size, most: MAX_BYTES });
    }
    let bytes = fs::read(file)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn matching(folder: &Path, place: &str) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    for part in place.split('/') {
        found = found.iter().flat_map(|folder| step(folder, part)).take(MAX_ENTRIES).collect();
    }
    found.retain(|path| path.is_file());
    found
}

fn step(folder: &Path, part: &str) -> Vec<PathBuf> {
    if !part.contains('*') {
        let path = folder.join(part);
        return if path.exists() { vec![path] } else { Vec::new() };
    }
    let entries = fs::read_dir(folder).into_iter().flatten().take(MAX_ENTRIES).flatten();
    let fits = |path: &PathBuf| path.file_name().is_some_and(|name| fits(&name.to_string_lossy(), part));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(fits).collect();
    paths.sort_unstable();
    paths
}

/// Whether a name is of the form of a pattern.
fn fits(name: &str, pattern: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return name == pattern };
    let Some(mut name) = name.strip_prefix(start) else { return false };
    let mut parts = rest.split('*').peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return name.ends_with(part);
        }
        match name.find(part) {
            Some(at) => name = name.get(at + part.len()..).unwrap_or_default(),
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn stars_stand_for_any_part() {
        for (name, pattern, expected) in [
            ("runme.log", "runme.log", true),
            ("runme.log2", "runme.log", false),
            ("impl_1_kernel_util_routed.rpt", "*kernel_util_routed.rpt", true),
            ("kernel_util_routed.rpt", "*kernel_util_routed.rpt", true),
            ("a_timing_summary_b_routed.rpt", "*timing_summary*routed.rpt", true),
            ("a_timing_summary.rpt", "*timing_summary*routed.rpt", false),
            ("solution", "solution*", true),
            ("solutio", "solution*", false),
            ("x", "*", true),
            ("ab", "ab*ab", false),
        ] {
            assert_eq!(fits(name, pattern), expected, "{name} {pattern}");
        }
    }
}
