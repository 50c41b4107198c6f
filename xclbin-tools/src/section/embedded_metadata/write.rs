//! The project as XML. Comments say what XRT does without a part.

use super::number::hex;
use super::project::{
    Arg, CoreTarget, Instance, Kernel, Mailbox, Platform, Port, PortMode, PortType, Project,
};
use crate::section::xml::Element;

/// The root element.
pub(super) fn project(project: &Project) -> Element {
    // It throws unless kernels lie in exactly these elements.
    let core = Element::new("core").with("name", "OCL_REGION_0");
    let core = project.target.into_iter().fold(core, |core, stated| core.with("target", target(stated)));
    let core = core
        .with("type", "clc_region")
        .containing(clocks(project))
        .containing_all(project.kernels.iter().map(kernel));
    // It reports an empty FPGA name without `fpgaDevice`.
    let device = Element::new("device")
        .with("name", "fpga0")
        .with("fpgaDevice", &project.fpga_device)
        .containing(core);
    let platform = platform(&project.platform).containing(device);
    Element::new("project").with("name", &project.name).containing(platform)
}

fn platform(platform: &Platform) -> Element {
    let version =
        Element::new("version").with("major", &platform.version_major).with("minor", &platform.version_minor);
    Element::new("platform")
        .with("vendor", &platform.vendor)
        .with("boardid", &platform.board_id)
        .with("name", &platform.name)
        .containing(version)
}

// It assumes 100 MHz without a clock.
fn clocks(project: &Project) -> Element {
    let clocks = project.clocks.iter().map(|clock| {
        Element::new("clock").with("port", &clock.port).with("frequency", format_args!("{}MHz", clock.mhz))
    });
    Element::new("kernelClocks").containing_all(clocks)
}

// It throws without `name`.
fn kernel(kernel: &Kernel) -> Element {
    let element = Element::new("kernel")
        .with("name", &kernel.name)
        .with("language", &kernel.language)
        .with("hwControlProtocol", &kernel.hw_control_protocol);
    let counters = Some(kernel.counted_auto_restart).filter(|counters| *counters > 0);
    let element = counters.into_iter().fold(element, |it, counters| it.with("countedAutoRestart", counters));
    let element =
        mailbox(kernel.mailbox).into_iter().fold(element, |it, mailbox| it.with("mailbox", mailbox));
    element
        .with("workGroupSize", kernel.work_group_size)
        .containing_all(kernel.ports.iter().map(port))
        .containing_all(kernel.args.iter().map(arg))
        .containing(extent("compileWorkGroupSize", kernel.compile_work_group_size))
        .containing(extent("maxWorkGroupSize", kernel.max_work_group_size))
        .containing_all(kernel.instances.iter().map(instance))
}

// It throws without any of the three.
fn extent(name: &str, [x, y, z]: [u64; 3]) -> Element {
    Element::new(name).with("x", x).with("y", y).with("z", z)
}

// It throws without `mode` and, of the slave port, without `range`.
fn port(port: &Port) -> Element {
    Element::new("port")
        .with("name", &port.name)
        .with("mode", mode(port.mode))
        .with("range", hex(port.range))
        .with("dataWidth", port.data_width)
        .with("portType", port_type(port.port_type))
        .with("base", hex(port.base))
}

// It throws without `name`, `addressQualifier`, `id`, `size`, `offset` and `hostSize`, and unless `addressQualifier`
// is decimal. It reports "no-port" and "no-type" without those two.
fn arg(arg: &Arg) -> Element {
    Element::new("arg")
        .with("name", &arg.name)
        .with("addressQualifier", arg.address_qualifier.number())
        .with("id", arg.id.map(|id| id.to_string()).unwrap_or_default())
        .with("port", &arg.port)
        .with("size", hex(arg.size))
        .with("offset", hex(arg.offset))
        .with("hostOffset", hex(arg.host_offset))
        .with("hostSize", hex(arg.host_size))
        .with("type", &arg.ty)
}

// In software emulation it knows compute units from here alone, and throws without `name` and `base`.
fn instance(instance: &Instance) -> Element {
    let addr_remaps = instance
        .addr_remaps
        .iter()
        .map(|place| Element::new("addrRemap").with("base", hex(place.base)).with("port", &place.port));
    Element::new("instance").with("name", &instance.name).containing_all(addr_remaps)
}

fn target(target: CoreTarget) -> &'static str {
    match target {
        CoreTarget::Csim => "csim",
        CoreTarget::Cosim => "cosim",
        CoreTarget::Bitstream => "bitstream",
    }
}

fn mailbox(mailbox: Mailbox) -> Option<&'static str> {
    match mailbox {
        Mailbox::None => None,
        Mailbox::In => Some("in"),
        Mailbox::Out => Some("out"),
        Mailbox::Both => Some("both"),
    }
}

fn mode(mode: PortMode) -> &'static str {
    match mode {
        PortMode::Master => "master",
        PortMode::Slave => "slave",
        PortMode::ReadOnly => "read_only",
        PortMode::WriteOnly => "write_only",
    }
}

fn port_type(port_type: PortType) -> &'static str {
    match port_type {
        PortType::Addressable => "addressable",
        PortType::Stream => "stream",
    }
}
