//! Frequencies of clocks before and after v++ scaled them: `_new_clk_freq`, `<xclbin>.info`, and Vivado's log.

use serde::{Deserialize, Serialize};

use super::error::ReportError;
use super::figure::{real, said};

/// A clock's frequencies, in MHz.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Frequency {
    /// The clock's name.
    pub clock: String,
    /// What it is for.
    pub kind: ClockKind,
    /// What was asked for.
    pub requested_mhz: Option<f64>,
    /// What it runs at.
    pub achieved_mhz: Option<f64>,
}

/// What a clock is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum ClockKind {
    /// Kernels.
    Kernel,
    /// The second clock of kernels (`KERNEL_CLK`), which RTL kernels may use.
    SecondKernel,
    /// The platform or memory.
    System,
    /// Not told.
    #[default]
    Unknown,
}

/// Reads `_new_clk_freq`: a line `kernel:0:name:300.0` for each clock.
///
/// # Errors
/// That no line is of this form.
pub fn read_new_frequencies(text: &str) -> Result<Vec<Frequency>, ReportError> {
    let found: Vec<Frequency> = text.lines().filter_map(new_frequency).collect();
    if found.is_empty() {
        return Err(ReportError::NoFrequency);
    }
    Ok(found)
}

fn new_frequency(line: &str) -> Option<Frequency> {
    let mut parts = line.trim().splitn(3, ':');
    let (kind, id, rest) = (parts.next()?, parts.next()?, parts.next()?);
    let (clock, mhz) = rest.rsplit_once(':')?;
    let kind = match (kind, id) {
        ("kernel", "0") => ClockKind::Kernel,
        ("kernel", "1") => ClockKind::SecondKernel,
        ("system", _) => ClockKind::System,
        _ => ClockKind::Unknown,
    };
    Some(Frequency { clock: clock.to_owned(), kind, requested_mhz: None, achieved_mhz: Some(real(mhz)?) })
}

/// Reads the clocks of what `xclbinutil --info` writes; of an image without them, no clock.
///
/// # Errors
/// That it is no such text.
pub fn read_info(text: &str) -> Result<Vec<Frequency>, ReportError> {
    if !text.contains("\nClocks\n---") && !text.contains("\nScalable Clocks\n---") {
        return Err(ReportError::Other {
            wanted: "not what `xclbinutil --info` writes",
            lacks: "no part `Clocks`",
        });
    }
    let mut found: Vec<Frequency> = Vec::new();
    let mut inside = false;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if lines.peek().is_some_and(|next| next.starts_with("---")) {
            inside = line.ends_with("Clocks");
        }
        let Some((key, value)) = line.trim().split_once(':').filter(|_| inside) else { continue };
        match (key, found.last_mut()) {
            ("Name", _) => found.push(Frequency { clock: value.trim().to_owned(), ..Frequency::default() }),
            ("Type", Some(clock)) => clock.kind = kind(value.trim()),
            ("Requested Freq", Some(clock)) => clock.requested_mhz = real(value),
            ("Frequency" | "Achieved Freq", Some(clock)) => clock.achieved_mhz = real(value),
            _ => {}
        }
    }
    Ok(found)
}

fn kind(name: &str) -> ClockKind {
    match name {
        "DATA" => ClockKind::Kernel,
        "KERNEL" => ClockKind::SecondKernel,
        "SYSTEM" => ClockKind::System,
        _ => ClockKind::Unknown,
    }
}

/// Reads what Vivado's log says of auto-frequency scaling: after `kernel clock 'name':` come lines `original frequency : 300.0 MHz`
/// and `scaled frequency : 273.1 MHz`. A log that says nothing of it has no clock.
#[must_use]
pub fn read_log(text: &str) -> Vec<Frequency> {
    let mut found: Vec<Frequency> = Vec::new();
    let mut current = None;
    for line in text.lines() {
        if let Some(frequency) = heading(line) {
            let known = found.iter().position(|known| known.clock == frequency.clock);
            current = Some(known.unwrap_or_else(|| {
                found.push(frequency);
                found.len() - 1
            }));
        } else if let (Some((key, value)), Some(at)) = (line.trim().split_once(':'), current) {
            match key.trim() {
                "original frequency" => found[at].requested_mhz = real(value),
                "scaled frequency" => found[at].achieved_mhz = real(value),
                "clock pin path" => {}
                _ => current = None,
            }
        } else {
            current = None;
        }
    }
    found
}

/// `kernel clock 'clk_kernel_00':`
fn heading(line: &str) -> Option<Frequency> {
    let (kind, rest) = match line.trim().split_once(" clock '")? {
        ("kernel", rest) => (ClockKind::Kernel, rest),
        ("system", rest) => (ClockKind::System, rest),
        _ => return None,
    };
    Some(Frequency { clock: said(rest.strip_suffix("':")?)?, kind, ..Frequency::default() })
}
