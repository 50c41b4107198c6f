//! What single messages say of loops, clocks and time.

use serde::{Deserialize, Serialize};

use crate::report::{ClockKind, Frequency, real};

/// What Vitis HLS reached for a loop or function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pipelined {
    /// Its name.
    pub name: String,
    /// Whether it is a loop, or else a function.
    pub is_loop: bool,
    /// The interval that was asked for; `None` where none was.
    pub wanted_ii: Option<u64>,
    /// The interval that was reached.
    pub ii: u64,
    /// Stages.
    pub depth: Option<u64>,
}

/// `.. frequencies for the runtime controllable ..: Kernel (DATA) clock: name = 272, ..`
pub(super) fn frequencies(text: &str) -> impl Iterator<Item = Frequency> {
    let list = text.split_once("scalable system clock(s): ").map(|(_, list)| list);
    list.into_iter().flat_map(|list| list.split(", ").filter_map(frequency))
}

/// `.. failed timing targeting 320 MHz for kernel clock 'name'. The frequency is being automatically changed to 307.5 MHz ..`
pub(super) fn scaled(text: &str) -> Option<Frequency> {
    let between = |start: &str, end: &str| text.split_once(start)?.1.split_once(end).map(|(value, _)| value);
    let achieved = between("automatically changed to ", " MHz").and_then(real)?;
    Some(Frequency {
        clock: between(" clock '", "'").unwrap_or_default().to_owned(),
        kind: if text.contains("kernel clock") { ClockKind::Kernel } else { ClockKind::System },
        requested_mhz: between("targeting ", " MHz").and_then(real),
        achieved_mhz: Some(achieved),
    })
}

/// `Kernel (DATA) clock: clkwiz_kernel_clk_out1 = 272`
fn frequency(text: &str) -> Option<Frequency> {
    let (kind, rest) = text.split_once(" clock: ")?;
    let (clock, mhz) = rest.split_once(" = ")?;
    let kind = match kind {
        "Kernel (DATA)" => ClockKind::Kernel,
        "Kernel (KERNEL)" => ClockKind::SecondKernel,
        "System (SYSTEM)" => ClockKind::System,
        _ => ClockKind::Unknown,
    };
    let achieved_mhz = Some(real(mhz)?);
    Some(Frequency { clock: clock.to_owned(), kind, requested_mhz: None, achieved_mhz })
}

/// What stands behind `INFO:` in the message 200-1470 of Vitis HLS or v++:
/// `Pipelining result : Target II = NA, Final II = 1, Depth = 89, loop 'name'`.
pub(super) fn pipelined(rest: &[u8]) -> Option<Pipelined> {
    let rest = rest.strip_prefix(b" [HLS ").or_else(|| rest.strip_prefix(b" [v++ "))?;
    let text = String::from_utf8_lossy(rest.strip_prefix(b"200-1470] Pipelining result : ")?);
    let value = |name: &str| text.split_once(name)?.1.split([',', ' ']).next()?.parse().ok();
    let (head, name) = text.split_once('\'')?;
    Some(Pipelined {
        name: name.trim_end().trim_end_matches('\'').to_owned(),
        is_loop: head.ends_with("loop "),
        wanted_ii: value("Target II = "),
        ii: value("Final II = ")?,
        depth: value("Depth = "),
    })
}

/// `2h 45m 28s`
pub(super) fn seconds(text: &str) -> Option<u64> {
    let mut total = 0_u64;
    for part in text.split_whitespace() {
        let unit = match part.bytes().last()? {
            b'h' => 3600,
            b'm' => 60,
            b's' => 1,
            _ => return None,
        };
        let number: u64 = part.get(..part.len() - 1)?.parse().ok()?;
        total = total.checked_add(number.checked_mul(unit)?)?;
    }
    Some(total)
}
