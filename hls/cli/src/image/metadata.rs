//! The xclbin around the kernels: what XRT and the runtime read.

use std::time::{SystemTime, UNIX_EPOCH};

use sycl_hls_boards::{BankKind, Board};
use sycl_hls_compiler::abi::address_range;
use sycl_hls_compiler::abi::{AbiKernel, AbiParam, AbiParamKind};
use sycl_hls_compiler::back::verilog::registers::Protocol;
use sycl_hls_compiler::host::{self, HostArg, host_args};
use sycl_hls_compiler::link::{Unit, units};
use sycl_hls_types::{CONNECTIONS_KEY, Digest, MODULE_KEY_PREFIX, ModuleInterface, Target};
use xclbin_tools::section::embedded_metadata::{
    AddrRemap, AddressQualifier, Arg, CoreTarget, Instance, Kernel, KernelClock, Mailbox, Platform, Port,
    PortMode, PortType, Project,
};
use xclbin_tools::section::{
    BuildMetadata, Clock, ClockFreqTopology, ClockKind, Connection, Connectivity, GeneratedBy, Ip, IpControl,
    IpLayout, KeyValues, MemBank, MemKind, MemTopology, PackagedBy,
};
use xclbin_tools::{Builder, SectionKind, Uuid};

use super::{BuildInputs, ImageTarget, mode_of};

/// Key of the digest of everything that went into the image.
pub const BUILD_KEY: &str = "sycl_hls.build";
/// Key that says whether checks are in: `on` or `off`.
const CHECKS_KEY: &str = "sycl_hls.checks";
/// Key of the target's name.
pub const TARGET_KEY: &str = "sycl_hls.target";

/// Base address of the first compute unit; the others follow. Where Vitis puts them on Alveo shells.
const FIRST_UNIT: u64 = 0x180_0000;
/// Distance of two compute units.
const UNIT_STRIDE: u64 = 0x1_0000;
/// The memory to which XRT connects all arguments in `sw_emu`.
const DEFAULT_MEMORY: usize = 0;
/// The widest data bus of an AXI port, in bits (UG1399, `max_widen_bitwidth`).
const MAX_PORT_WIDTH: u64 = 1024;

/// The image's bytes.
pub fn image(
    inputs: &BuildInputs<'_>,
    digest: &Digest,
    payload: Vec<u8>,
) -> Result<Vec<u8>, xclbin_tools::Error> {
    let board = inputs.request.board;
    Builder::new(mode_of(inputs.request.target.target()), board.platform.as_str(), uuid(digest), timestamp())
        .raw(SectionKind::BITSTREAM, payload)
        .section(&project(inputs))?
        .section(&mem_topology(inputs))?
        .section(&connectivity(inputs))?
        .section(&ip_layout(inputs))?
        .section(&clocks(board))?
        .section(&build_metadata(inputs))?
        .section(&key_values(inputs, digest))?
        .to_bytes()
}

/// The digest's first 16 bytes: equal builds have equal identities.
fn uuid(digest: &Digest) -> Uuid {
    let bytes = digest.as_str().get(..32).and_then(|digits| u128::from_str_radix(digits, 16).ok());
    Uuid::from_u128(bytes.unwrap_or_default())
}

fn timestamp() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The base address of a kernel's compute unit.
pub fn unit_base(index: usize) -> u64 {
    FIRST_UNIT + index as u64 * UNIT_STRIDE
}

/// All compute units, in the order of IP_LAYOUT.
pub fn all_units<'k>(inputs: &'k BuildInputs<'_>) -> impl Iterator<Item = Unit<'k>> {
    inputs.kernels.iter().flat_map(units)
}

/// The banks of an argument of a compute unit, as positions in the board's list.
pub fn banks_of(unit: Unit<'_>, param: &AbiParam, board: &Board) -> Vec<usize> {
    match unit.bank(param) {
        // The board was checked to have them.
        Some(bank) => bank.tags().filter_map(|tag| board.bank(&tag)).collect(),
        None => vec![board.default_bank],
    }
}

fn project(inputs: &BuildInputs<'_>) -> Project {
    let board = inputs.request.board;
    let mut first = 0;
    let kernels = inputs.kernels.iter().map(|kernel| {
        let metadata = kernel_metadata(first, kernel);
        first += units(kernel).count();
        metadata
    });
    Project {
        name: inputs.request.kernels.modules.first().map(|module| module.name.clone()).unwrap_or_default(),
        platform: platform(board),
        fpga_device: board.part.clone(),
        target: Some(match inputs.request.target {
            ImageTarget::SwEmu { .. } => CoreTarget::Csim,
            ImageTarget::HwEmu(_) => CoreTarget::Cosim,
        }),
        clocks: vec![KernelClock { port: "KERNEL_CLK".to_owned(), mhz: board.kernel_clock_mhz }],
        kernels: kernels.collect(),
    }
}

/// The parts of a platform's name: `vendor_board_name_major_minor`.
fn platform(board: &Board) -> Platform {
    let mut parts: Vec<&str> = board.platform.split('_').collect();
    let mut last = || parts.pop().unwrap_or_default().to_owned();
    let (version_minor, version_major) = (last(), last());
    let name = parts.get(2..).unwrap_or_default().join("_");
    let part = |index: usize| parts.get(index).copied().unwrap_or_default().to_owned();
    Platform { vendor: part(0), board_id: part(1), name, version_major, version_minor }
}

/// `first` is the number of the kernel's first compute unit among all.
fn kernel_metadata(first: usize, kernel: &AbiKernel) -> Kernel {
    let control = control_port(kernel);
    let args = host_args(kernel).into_iter().enumerate();
    Kernel {
        name: kernel.symbol.clone(),
        language: "c".to_owned(),
        hw_control_protocol: Protocol::of(kernel).name().to_owned(),
        counted_auto_restart: kernel.restart().is_counted().into(),
        mailbox: if kernel.restart().has_mailbox() { Mailbox::Both } else { Mailbox::None },
        ports: ports(kernel),
        args: args.map(|(id, host)| arg(id as u64, host, &control)).collect(),
        work_group_size: 1,
        compile_work_group_size: [1; 3],
        max_work_group_size: [1; 3],
        instances: units(kernel)
            .map(|unit| Instance {
                name: unit.name(),
                addr_remaps: match Protocol::of(kernel) {
                    // It has no registers.
                    Protocol::None => Vec::new(),
                    Protocol::Handshake | Protocol::Chain => {
                        vec![AddrRemap { base: unit_base(first + unit.index), port: control.clone() }]
                    }
                },
            })
            .collect(),
    }
}

fn ports(kernel: &AbiKernel) -> Vec<Port> {
    let control = Port {
        name: control_port(kernel),
        mode: PortMode::Slave,
        range: address_range(kernel),
        data_width: 32,
        port_type: PortType::Addressable,
        base: 0,
    };
    let mut ports = if Protocol::of(kernel) == Protocol::None { Vec::new() } else { vec![control] };
    for param in &kernel.params {
        if let AbiParamKind::Stream { scalar, input, packet } = param.kind {
            let data = packet.map_or(scalar, |packet| packet.data);
            ports.push(Port {
                name: param.name.clone(),
                mode: if input { PortMode::ReadOnly } else { PortMode::WriteOnly },
                range: 0,
                data_width: 8 * data.bytes() as u64,
                port_type: PortType::Stream,
                base: 0,
            });
        }
        let AbiParamKind::Pointer { element, bundle, .. } = &param.kind else { continue };
        let name = master_port(bundle);
        let width = (8 * element.size()).next_power_of_two().min(MAX_PORT_WIDTH);
        match ports.iter_mut().find(|port| port.name == name) {
            Some(shared) => shared.data_width = shared.data_width.max(width),
            None => ports.push(Port {
                name,
                mode: PortMode::Master,
                range: u64::MAX,
                data_width: width,
                port_type: PortType::Addressable,
                base: 0,
            }),
        }
    }
    ports
}

/// The control port, as Vitis HLS writes it.
fn control_port(kernel: &AbiKernel) -> String {
    host::control_port(kernel).to_uppercase()
}

fn master_port(bundle: &str) -> String {
    host::memory_port(bundle).to_uppercase()
}

fn arg(id: u64, host: HostArg<'_>, control: &str) -> Arg {
    let HostArg { name, bundle, stream, register, ty } = host;
    let (address_qualifier, port) = match (bundle, stream) {
        (Some(bundle), _) => (AddressQualifier::Global, master_port(bundle)),
        (None, Some(_)) => (AddressQualifier::Stream, name.to_owned()),
        (None, None) => (AddressQualifier::Scalar, control.to_owned()),
    };
    Arg {
        name: name.to_owned(),
        address_qualifier,
        id: Some(id),
        port,
        size: register.host_bytes(),
        offset: register.offset,
        host_offset: 0,
        host_size: register.value_bytes,
        ty,
    }
}

fn mem_topology(inputs: &BuildInputs<'_>) -> MemTopology {
    let board = inputs.request.board;
    let connections = connections(inputs).into_iter().chain(default_connections(inputs));
    let mut used: Vec<usize> = connections.map(|(.., bank)| bank).collect();
    if used.is_empty() {
        used.push(board.default_bank);
    }
    let banks = board.banks.iter().enumerate().map(|(index, bank)| MemBank {
        kind: match bank.kind {
            BankKind::Ddr4 => MemKind::Ddr4,
            BankKind::Hbm => MemKind::Hbm,
            // XRT tells them by their tags.
            BankKind::Plram | BankKind::Host => MemKind::Dram,
        },
        used: used.contains(&index),
        size_kib: bank.size >> 10,
        base: bank.base,
        tag: bank.tag.clone(),
    });
    MemTopology { banks: banks.collect() }
}

/// Compute unit, argument and bank of each connection, as positions.
fn connections(inputs: &BuildInputs<'_>) -> Vec<(usize, usize, usize)> {
    let mut connections = Vec::new();
    for (ip, unit) in all_units(inputs).enumerate() {
        for (arg, param) in unit.kernel.params.iter().enumerate() {
            if let AbiParamKind::Pointer { .. } = param.kind {
                let banks = banks_of(unit, param, inputs.request.board);
                connections.extend(banks.into_iter().map(|bank| (ip, arg, bank)));
            }
        }
    }
    connections
}

/// Connections of all arguments to memory 0, which XRT expects in `sw_emu`: through OpenCL it puts buffers there whose bank the
/// host states, and refuses them as arguments that do not reach it (`xocl/core/memory.cpp`, `get_ext_memidx_nolock`).
fn default_connections(inputs: &BuildInputs<'_>) -> Vec<(usize, usize, usize)> {
    if inputs.request.target.target() != Target::SwEmu {
        return Vec::new();
    }
    let connections = connections(inputs);
    let mut defaults: Vec<_> = connections.iter().map(|(ip, arg, _)| (*ip, *arg, DEFAULT_MEMORY)).collect();
    defaults.dedup();
    defaults.retain(|default| !connections.contains(default));
    defaults
}

/// The connections of the kernels, and behind them those that only XRT needs.
fn connectivity(inputs: &BuildInputs<'_>) -> Connectivity {
    let index = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    let all = connections(inputs).into_iter().chain(default_connections(inputs));
    let connections = all.map(|(ip, arg, bank)| Connection {
        arg_index: index(arg),
        ip_layout_index: index(ip),
        mem_data_index: index(bank),
    });
    Connectivity { connections: connections.collect() }
}

fn ip_layout(inputs: &BuildInputs<'_>) -> IpLayout {
    let ips = all_units(inputs).enumerate().map(|(index, unit)| {
        let control = match Protocol::of(unit.kernel) {
            Protocol::Handshake => IpControl::ApCtrlHs,
            Protocol::Chain => IpControl::ApCtrlChain,
            Protocol::None => return Ip::free_running(&unit.kernel.symbol, &unit.name()),
        };
        Ip::compute_unit(&unit.kernel.symbol, &unit.name(), unit_base(index), control)
    });
    IpLayout { ips: ips.collect() }
}

fn clocks(board: &Board) -> ClockFreqTopology {
    let mhz = u16::try_from(board.kernel_clock_mhz).unwrap_or(u16::MAX);
    ClockFreqTopology { clocks: vec![Clock { mhz, kind: ClockKind::Data, name: "DATA_CLK".to_owned() }] }
}

fn build_metadata(inputs: &BuildInputs<'_>) -> BuildMetadata {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    BuildMetadata {
        generated_by: GeneratedBy {
            name: "sycl-hls".to_owned(),
            version: version.clone(),
            time_stamp: String::new(),
            options: inputs.compiler.identity(),
        },
        packaged_by: PackagedBy {
            name: "xclbin-tools".to_owned(),
            version,
            hash: String::new(),
            time_stamp: String::new(),
        },
    }
}

fn key_values(inputs: &BuildInputs<'_>, digest: &Digest) -> KeyValues {
    let checks = if inputs.request.target.checks() { "on" } else { "off" };
    let own = [
        (BUILD_KEY, digest.as_str()),
        (CHECKS_KEY, checks),
        (TARGET_KEY, inputs.request.target.target().name()),
    ];
    let own = own.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let connections = connections(inputs).len().to_string();
    let connections =
        (!default_connections(inputs).is_empty()).then(|| (CONNECTIONS_KEY.to_owned(), connections));
    let interfaces = of_interfaces(&inputs.request.kernels.interfaces);
    KeyValues::from_iter(own.into_iter().chain(connections).chain(interfaces))
}

/// The keys and values by which programs find the image of their kernels.
pub fn of_interfaces(interfaces: &[ModuleInterface]) -> impl Iterator<Item = (String, String)> {
    interfaces.iter().map(|it| (format!("{MODULE_KEY_PREFIX}{}", it.name), it.to_json()))
}
