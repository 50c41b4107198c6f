//! What an xclbin says of itself.

mod text;

use std::path::Path;

use serde::Serialize;
use sycl_hls_types::{CONNECTIONS_KEY, MEMORY_ERRORS_KEY_PREFIX, MODULE_KEY_PREFIX, ModuleInterface};
use xclbin_tools::section::embedded_metadata::{AddressQualifier, Arg, Kernel, Mailbox, Project};
use xclbin_tools::section::{
    BuildMetadata, ClockFreqTopology, Connectivity, IpLayout, KeyValues, MemTopology,
};
use xclbin_tools::{Error, Mode, Section, SectionEntry, XclbinFile};

pub use text::text;

/// The facts of a file. What a damaged section would say is missing, and the damage is among the problems.
#[derive(Debug, Serialize)]
pub struct Info {
    pub uuid: String,
    pub mode: String,
    pub platform: String,
    /// RFC 3339, in UTC.
    pub created: String,
    /// The tool that made it, with its version.
    pub generated_by: Option<String>,
    pub sections: Vec<SectionRow>,
    pub clocks: Vec<ClockEntry>,
    pub memories: Vec<MemoryEntry>,
    pub kernels: Vec<KernelEntry>,
    /// Our modules with their digests, in an image of ours.
    pub modules: Vec<ModuleInterface>,
    /// The other keys of KEYVALUE_METADATA.
    pub key_values: Vec<(String, String)>,
    pub problems: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct SectionRow {
    pub kind: String,
    pub name: String,
    pub bytes: u64,
}

#[derive(Debug, Serialize)]
pub struct ClockEntry {
    pub name: String,
    pub kind: String,
    pub mhz: u16,
}

#[derive(Debug, Serialize)]
pub struct MemoryEntry {
    pub tag: String,
    pub kind: String,
    pub base: u64,
    pub bytes: u64,
    pub used: bool,
}

#[derive(Debug, Serialize)]
pub struct KernelEntry {
    pub name: String,
    pub control: String,
    pub args: Vec<ArgEntry>,
    pub units: Vec<UnitEntry>,
}

#[derive(Debug, Serialize)]
pub struct ArgEntry {
    pub id: Option<u64>,
    pub name: String,
    #[serde(rename = "type")]
    pub ty: String,
    /// `scalar`, `global`, `constant`, `local` or `stream`.
    pub qualifier: String,
    pub port: String,
    /// Offset of the register, in bytes.
    pub offset: u64,
    /// Size in the registers, in bytes.
    pub bytes: u64,
    /// The banks that the argument reaches, of all compute units.
    pub memory: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct UnitEntry {
    pub name: String,
    /// Address of the control registers, in bytes.
    pub base: Option<u64>,
}

impl Info {
    /// Reads a file.
    ///
    /// # Errors
    /// When the file cannot be read or is not an xclbin.
    pub fn read(path: &Path) -> Result<Self, Error> {
        Ok(Self::of(&XclbinFile::open(path)?))
    }

    fn of(image: &XclbinFile) -> Self {
        let layout = image.layout();
        let mut problems = Vec::new();
        let values: KeyValues = part(image, &mut problems).unwrap_or_default();
        let mut parts = Parts {
            project: part(image, &mut problems),
            ips: part(image, &mut problems).unwrap_or_default(),
            memories: part(image, &mut problems).unwrap_or_default(),
            connectivity: part(image, &mut problems).unwrap_or_default(),
        };
        parts.keep_kernels_connections(&values);
        let clocks: ClockFreqTopology = part(image, &mut problems).unwrap_or_default();
        let build: Option<BuildMetadata> = part(image, &mut problems);
        let modules = modules(&values, &mut problems);
        let created = std::time::UNIX_EPOCH.checked_add(std::time::Duration::from_secs(layout.timestamp()));
        Self {
            uuid: layout.uuid().to_string(),
            mode: mode_name(layout.mode()),
            platform: layout.platform_vbnv().to_owned(),
            created: created.map_or_else(|| "-".to_owned(), date),
            generated_by: build
                .map(|build| format!("{} {}", build.generated_by.name, build.generated_by.version)),
            sections: layout.sections().iter().map(section).collect(),
            clocks: clocks.clocks.into_iter().map(clock).collect(),
            memories: parts.memories(),
            kernels: parts.kernels(),
            modules,
            key_values: key_values(&values),
            problems,
        }
    }
}

/// A section, or nothing; a damaged one is a problem.
fn part<S: Section>(image: &XclbinFile, problems: &mut Vec<String>) -> Option<S> {
    image.parse().unwrap_or_else(|error| {
        problems.push(error.to_string());
        None
    })
}

/// A time as text; years that do not fit the format are as wrong as the file.
fn date(time: std::time::SystemTime) -> String {
    let mut text = String::new();
    let written =
        std::fmt::Write::write_fmt(&mut text, format_args!("{}", humantime::format_rfc3339_seconds(time)));
    if written.is_ok() { text } else { "-".to_owned() }
}

fn mode_name(mode: Mode) -> String {
    match mode {
        Mode::SwEmu => "software emulation (sw_emu)".to_owned(),
        Mode::HwEmu => "hardware emulation (hw_emu)".to_owned(),
        other => format!("{other:?}"),
    }
}

fn section(entry: &SectionEntry) -> SectionRow {
    SectionRow { kind: entry.kind().to_string(), name: entry.name().to_owned(), bytes: entry.size() }
}

fn clock(clock: xclbin_tools::section::Clock) -> ClockEntry {
    ClockEntry { name: clock.name, kind: format!("{:?}", clock.kind).to_lowercase(), mhz: clock.mhz }
}

fn modules(values: &KeyValues, problems: &mut Vec<String>) -> Vec<ModuleInterface> {
    let ours = values.iter().filter(|(key, _)| key.starts_with(MODULE_KEY_PREFIX));
    let parsed = ours.filter_map(|(key, json)| {
        serde_json::from_str(json)
            .map_err(|error| problems.push(format!("KEYVALUE_METADATA, {key}: {error}")))
            .ok()
    });
    parsed.collect()
}

fn key_values(values: &KeyValues) -> Vec<(String, String)> {
    let is_own =
        |key: &str| [MODULE_KEY_PREFIX, MEMORY_ERRORS_KEY_PREFIX].iter().any(|it| key.starts_with(it));
    let is_shown_elsewhere = |key: &str| is_own(key) || key == CONNECTIONS_KEY;
    let others = values.iter().filter(|(key, _)| !is_shown_elsewhere(key));
    others.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
}

/// The sections that belong together.
struct Parts {
    project: Option<Project>,
    ips: IpLayout,
    memories: MemTopology,
    connectivity: Connectivity,
}

impl Parts {
    /// Removes the connections that only XRT needs, if the image says that there are any.
    fn keep_kernels_connections(&mut self, values: &KeyValues) {
        let Some(count) = values.get(CONNECTIONS_KEY).and_then(|count| count.parse().ok()) else { return };
        let connections = &mut self.connectivity.connections;
        connections.truncate(count);
        for (index, bank) in self.memories.banks.iter_mut().enumerate() {
            bank.used = connections.iter().any(|it| usize::try_from(it.mem_data_index) == Ok(index));
        }
    }

    fn memories(&self) -> Vec<MemoryEntry> {
        let entry = |bank: &xclbin_tools::section::MemBank| MemoryEntry {
            tag: bank.tag.clone(),
            kind: format!("{:?}", bank.kind).to_uppercase(),
            base: bank.base,
            bytes: bank.size_kib.saturating_mul(1024),
            used: bank.used,
        };
        self.memories.banks.iter().map(entry).collect()
    }

    fn kernels(&self) -> Vec<KernelEntry> {
        self.project.iter().flat_map(|project| &project.kernels).map(|kernel| self.kernel(kernel)).collect()
    }

    fn kernel(&self, kernel: &Kernel) -> KernelEntry {
        let units = kernel.instances.iter().map(|instance| UnitEntry {
            name: instance.name.clone(),
            base: instance.addr_remaps.first().map(|place| place.base),
        });
        KernelEntry {
            name: kernel.name.clone(),
            control: control(kernel),
            args: kernel.args.iter().map(|arg| self.arg(kernel, arg)).collect(),
            units: units.collect(),
        }
    }

    fn arg(&self, kernel: &Kernel, arg: &Arg) -> ArgEntry {
        let qualifier = match arg.address_qualifier {
            AddressQualifier::Scalar => "scalar",
            AddressQualifier::Global => "global",
            AddressQualifier::Constant => "constant",
            AddressQualifier::Local => "local",
            AddressQualifier::Stream => "stream",
        };
        ArgEntry {
            id: arg.id,
            name: arg.name.clone(),
            ty: arg.ty.clone(),
            qualifier: qualifier.to_owned(),
            port: arg.port.clone(),
            offset: arg.offset,
            bytes: arg.size,
            memory: self.banks_of(kernel, arg),
        }
    }

    /// The banks that an argument reaches, of all of the kernel's compute units, each once.
    fn banks_of(&self, kernel: &Kernel, arg: &Arg) -> Vec<String> {
        let is_unit = |ip: i32| {
            let ip = usize::try_from(ip).ok().and_then(|index| self.ips.ips.get(index));
            ip.and_then(|ip| ip.name.split_once(':')).is_some_and(|(name, _)| name == kernel.name)
        };
        let id = arg.id.and_then(|id| i32::try_from(id).ok());
        let mut tags: Vec<String> = Vec::new();
        for connection in &self.connectivity.connections {
            let bank = usize::try_from(connection.mem_data_index).ok();
            let bank = bank.and_then(|index| self.memories.banks.get(index));
            let Some(bank) = bank.filter(|bank| !tags.contains(&bank.tag)) else { continue };
            if id == Some(connection.arg_index) && is_unit(connection.ip_layout_index) {
                tags.push(bank.tag.clone());
            }
        }
        tags
    }
}

/// How a kernel is started, and whether it starts itself again.
fn control(kernel: &Kernel) -> String {
    let restart = (kernel.counted_auto_restart > 0).then_some("auto-restart");
    let mailbox = (kernel.mailbox != Mailbox::None).then_some("mailbox");
    let words = [kernel.hw_control_protocol.as_str()].into_iter().chain(restart).chain(mailbox);
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use xclbin_tools::section::{Connection, Ip, IpControl, MemBank, MemKind};

    /// Two kernels whose first arguments are in different banks.
    fn parts() -> Parts {
        let bank = |tag: &str| MemBank {
            kind: MemKind::Hbm,
            used: true,
            size_kib: 1 << 18,
            base: 0,
            tag: tag.to_owned(),
        };
        let unit = |kernel: &str, name: &str| Ip::compute_unit(kernel, name, 0, IpControl::ApCtrlHs);
        let connection =
            |ip_layout_index, mem_data_index| Connection { arg_index: 0, ip_layout_index, mem_data_index };
        Parts {
            project: None,
            ips: IpLayout { ips: vec![unit("a", "a_1"), unit("a", "a_2"), unit("b", "b_1")] },
            memories: MemTopology { banks: vec![bank("HBM[0]"), bank("HBM[1]"), bank("HBM[2]")] },
            // The last ones lead nowhere, as in a damaged file.
            connectivity: Connectivity {
                connections: [(0, 0), (1, 1), (2, 2), (0, 0), (9, 0), (0, 9), (-1, -1)]
                    .map(|(ip, bank)| connection(ip, bank))
                    .to_vec(),
            },
        }
    }

    #[test]
    fn an_argument_reaches_the_banks_of_its_own_kernels_units() {
        let parts = parts();
        let banks = |kernel: &str, id| {
            let kernel = Kernel { name: kernel.to_owned(), ..Kernel::default() };
            let arg = Arg {
                name: "x".to_owned(),
                address_qualifier: AddressQualifier::Global,
                id,
                port: String::new(),
                size: 8,
                offset: 16,
                host_offset: 0,
                host_size: 8,
                ty: "int*".to_owned(),
            };
            parts.banks_of(&kernel, &arg)
        };
        assert_eq!(banks("a", Some(0)), ["HBM[0]", "HBM[1]"]);
        assert_eq!(banks("b", Some(0)), ["HBM[2]"]);
        assert_eq!(banks("a", Some(1)), [""; 0]);
        assert_eq!(banks("a", None), [""; 0]);
    }
}
