//! An image with two kernels, three compute units and several arguments, for the tests of this folder.

// Each test takes some of it.
#![allow(dead_code)]

pub mod every_kind;

use uuid::Uuid;
use xclbin_tools::section::embedded_metadata::{
    AddrRemap, AddressQualifier, Arg, CoreTarget, Instance, Kernel, KernelClock, Mailbox, Platform, Port,
    PortMode, PortType, Project,
};
use xclbin_tools::section::{
    BuildMetadata, Clock, ClockFreqTopology, ClockKind, Connection, Connectivity, GeneratedBy, Ip, IpControl,
    IpLayout, KeyValues, MemBank, MemKind, MemTopology, PackagedBy,
};
use xclbin_tools::{Builder, Mode, SectionKind};

pub const PLATFORM: &str = "xilinx_u200_gen3x16_xdma_2_202110_1";
pub const UUID: Uuid = Uuid::from_u128(0x0102_0304_0506_0708_090a_0b0c_0d0e_0f10);
pub const TIMESTAMP: u64 = 1_700_000_000;
pub const PAYLOAD: &[u8] = b"\x7fELF and more, of odd length";

/// The image.
pub fn image() -> Builder {
    Builder::new(Mode::SwEmu, PLATFORM, UUID, TIMESTAMP)
        .raw(SectionKind::BITSTREAM, PAYLOAD)
        .section(&project())
        .and_then(|builder| builder.section(&mem_topology()))
        .and_then(|builder| builder.section(&connectivity()))
        .and_then(|builder| builder.section(&ip_layout()))
        .and_then(|builder| builder.section(&clock_freq_topology()))
        .and_then(|builder| builder.section(&build_metadata()))
        .and_then(|builder| builder.section(&key_values()))
        .expect("the sample fits the format")
}

/// The bytes of the image.
pub fn bytes() -> Vec<u8> {
    image().to_bytes().expect("the sample fits the format")
}

pub fn project() -> Project {
    Project {
        name: "sample".to_owned(),
        platform: Platform {
            vendor: "xilinx".to_owned(),
            board_id: "u200".to_owned(),
            name: "gen3x16_xdma_2".to_owned(),
            version_major: "202110".to_owned(),
            version_minor: "1".to_owned(),
        },
        fpga_device: "virtexuplus:xcu200:fsgd2104:-2:e".to_owned(),
        target: Some(CoreTarget::Csim),
        clocks: vec![KernelClock { port: "KERNEL_CLK".to_owned(), mhz: 300 }],
        kernels: vec![axpy(), scale()],
    }
}

fn axpy() -> Kernel {
    let instances = [("axpy_1", 0x180_0000), ("axpy_2", 0x181_0000)];
    Kernel {
        ports: vec![slave(0x1000), master("M_AXI_GMEM0"), master("M_AXI_GMEM1")],
        args: vec![
            scalar("a", 0, 0x10, 4, "float"),
            buffer("x", 1, 0x18, "M_AXI_GMEM0", "float const*"),
            buffer("y", 2, 0x24, "M_AXI_GMEM1", "float*"),
            scalar("n", 3, 0x30, 8, "unsigned long"),
        ],
        ..kernel("axpy", instances.map(|(name, base)| instance(name, base)).into())
    }
}

fn scale() -> Kernel {
    Kernel {
        ports: vec![slave(0x80), master("M_AXI_GMEM0")],
        args: vec![
            buffer("data", 0, 0x10, "M_AXI_GMEM0", "std::array<int, 4>&"),
            scalar("by", 1, 0x1c, 4, "int"),
        ],
        ..kernel("scale", vec![instance("scale_1", 0x182_0000)])
    }
}

fn kernel(name: &str, instances: Vec<Instance>) -> Kernel {
    Kernel {
        name: name.to_owned(),
        language: "c".to_owned(),
        hw_control_protocol: "ap_ctrl_hs".to_owned(),
        counted_auto_restart: 0,
        mailbox: Mailbox::None,
        work_group_size: 1,
        ports: Vec::new(),
        args: Vec::new(),
        compile_work_group_size: [1, 1, 1],
        max_work_group_size: [1, 1, 1],
        instances,
    }
}

fn instance(name: &str, base: u64) -> Instance {
    Instance {
        name: name.to_owned(),
        addr_remaps: vec![AddrRemap { base, port: "S_AXI_CONTROL".to_owned() }],
    }
}

fn slave(range: u64) -> Port {
    Port {
        name: "S_AXI_CONTROL".to_owned(),
        mode: PortMode::Slave,
        range,
        data_width: 32,
        port_type: PortType::Addressable,
        base: 0,
    }
}

fn master(name: &str) -> Port {
    Port {
        name: name.to_owned(),
        mode: PortMode::Master,
        range: u64::MAX,
        data_width: 512,
        port_type: PortType::Addressable,
        base: 0,
    }
}

fn scalar(name: &str, id: u64, offset: u64, size: u64, ty: &str) -> Arg {
    Arg {
        name: name.to_owned(),
        address_qualifier: AddressQualifier::Scalar,
        id: Some(id),
        port: "S_AXI_CONTROL".to_owned(),
        size,
        offset,
        host_offset: 0,
        host_size: size,
        ty: ty.to_owned(),
    }
}

fn buffer(name: &str, id: u64, offset: u64, port: &str, ty: &str) -> Arg {
    Arg {
        address_qualifier: AddressQualifier::Global,
        port: port.to_owned(),
        ..scalar(name, id, offset, 8, ty)
    }
}

pub fn mem_topology() -> MemTopology {
    let bank =
        |kind, used, size_kib, base, tag: &str| MemBank { kind, used, size_kib, base, tag: tag.to_owned() };
    MemTopology {
        banks: vec![
            bank(MemKind::Ddr4, true, 0x100_0000, 0x40_0000_0000, "DDR[0]"),
            bank(MemKind::Ddr4, true, 0x100_0000, 0x50_0000_0000, "DDR[1]"),
            bank(MemKind::Hbm, false, 0x4_0000, 0, "HBM[0]"),
        ],
    }
}

pub fn connectivity() -> Connectivity {
    let connections = [(1, 0, 0), (2, 0, 1), (1, 1, 1), (2, 1, 1), (0, 2, 0)];
    let connections = connections.map(|(arg_index, ip_layout_index, mem_data_index)| Connection {
        arg_index,
        ip_layout_index,
        mem_data_index,
    });
    Connectivity { connections: connections.into() }
}

pub fn ip_layout() -> IpLayout {
    IpLayout {
        ips: vec![
            Ip::compute_unit("axpy", "axpy_1", 0x180_0000, IpControl::ApCtrlHs),
            Ip::compute_unit("axpy", "axpy_2", 0x181_0000, IpControl::ApCtrlHs),
            Ip::compute_unit("scale", "scale_1", 0x182_0000, IpControl::ApCtrlChain),
        ],
    }
}

pub fn clock_freq_topology() -> ClockFreqTopology {
    let clock = |mhz, kind, name: &str| Clock { mhz, kind, name: name.to_owned() };
    ClockFreqTopology {
        clocks: vec![clock(300, ClockKind::Data, "DATA_CLK"), clock(500, ClockKind::Kernel, "KERNEL_CLK")],
    }
}

pub fn build_metadata() -> BuildMetadata {
    BuildMetadata {
        generated_by: GeneratedBy {
            name: "sycl-hls".to_owned(),
            version: "0.1.0".to_owned(),
            time_stamp: "2023-11-14".to_owned(),
            options: "build --board u200".to_owned(),
        },
        packaged_by: PackagedBy {
            name: "xclbin-tools".to_owned(),
            version: "0.1.0".to_owned(),
            hash: "0123abcd".to_owned(),
            time_stamp: "2023-11-14".to_owned(),
        },
    }
}

pub fn key_values() -> KeyValues {
    [("abi", "1:ff00"), ("code", "1:00ff"), ("\"quoted\\", "ä\n")].into_iter().collect()
}
