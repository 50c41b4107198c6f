//! Reading what `platforminfo` wrote.

use super::{Available, Memory, PlatformInfo};

/// What was read so far.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) info: PlatformInfo,
    /// The default clock's index.
    default_clock: Option<u32>,
    /// The clock whose lines these are.
    clock: Option<u32>,
    /// The region whose resources these are; none: those of all.
    region: Option<u32>,
    /// True if these are lines of `Valid SLRs`.
    lists_slrs: bool,
    /// The bus whose segments these are.
    bus: Option<String>,
}

impl Reader {
    pub(super) fn line(&mut self, line: &str) {
        let Some((key, value)) = line.split_once(':') else { return self.heading(line) };
        let (key, value) = (key.trim(), value.trim());
        match key {
            "FPGA Device" => first(&mut self.info.device, value),
            "Platform VBNV" => first(&mut self.info.vbnv, value),
            "Name" => first(&mut self.info.interface, value),
            "Generated Version" => first(&mut self.info.made_by, value),
            "Supports Hardware Target" | "Hardware" => self.info.hw = is_set(value),
            "Supports Hardware Emulation Target" | "Hardware Emulation" => self.info.hw_emu = is_set(value),
            "Default Clock Index" => self.default_clock = value.parse().ok(),
            "Clock Index" => self.clock = value.parse().ok(),
            "Frequency" if self.clock.is_some() && self.clock == self.default_clock => {
                self.info.kernel_clock_mhz = value.parse().ok().filter(|mhz: &f64| mhz.is_finite());
            }
            "LUTs" => self.available().luts = value.parse().ok(),
            "FFs" => self.available().ffs = value.parse().ok(),
            "BRAMs" => self.available().brams = value.parse().ok(),
            "URAMs" => self.available().urams = value.parse().ok(),
            "DSPs" => self.available().dsps = value.parse().ok(),
            "Bus SP Tag" => self.bus = Some(value.to_owned()),
            "Segment Index" => self.segment(value),
            "Consumption" => self.memory(|memory| memory.is_default = value == "default"),
            "SLR" => self.memory(|memory| memory.slr = slr(value)),
            "Max Masters" => self.memory(|memory| memory.max_masters = value.parse().ok()),
            _ => self.region(key, value),
        }
    }

    /// A title, a rule, or the list of regions.
    fn heading(&mut self, line: &str) {
        match line {
            "Valid SLRs" => self.lists_slrs = true,
            _ if line.chars().all(|c| c == '=') => {}
            _ if self.lists_slrs && line.split(',').all(|name| slr(name.trim()).is_some()) => {
                self.info.slrs = u32::try_from(line.split(',').count()).ok();
            }
            _ => (self.lists_slrs, self.region) = (false, None),
        }
    }

    /// `SLR1:`, before its resources.
    fn region(&mut self, key: &str, value: &str) {
        if let Some(index) = slr(key).filter(|_| value.is_empty()) {
            self.region = Some(index);
            self.info.regions.push((index, Available::default()));
        }
    }

    fn available(&mut self) -> &mut Available {
        match self.info.regions.last_mut().filter(|_| self.region.is_some()) {
            Some((_, available)) => available,
            None => &mut self.info.total,
        }
    }

    fn segment(&mut self, index: &str) {
        let Some(bus) = &self.bus else { return };
        let tag = format!("{bus}[{index}]");
        self.info.memories.push(Memory { tag, slr: None, max_masters: None, is_default: false });
    }

    fn memory(&mut self, set: impl FnOnce(&mut Memory)) {
        if let Some(memory) = self.info.memories.last_mut() {
            set(memory);
        }
    }
}

/// Keeps what was said first: other sections have names, too.
fn first(there: &mut Option<String>, value: &str) {
    if there.is_none() && !value.is_empty() {
        *there = Some(value.to_owned());
    }
}

fn is_set(value: &str) -> Option<bool> {
    match value {
        "1" => Some(true),
        "0" => Some(false),
        _ => None,
    }
}

fn slr(name: &str) -> Option<u32> {
    name.strip_prefix("SLR")?.parse().ok()
}
