//! The project from its XML.

use super::ProjectError;
use super::number::{parse, parse_decimal, parse_mhz, parse_optional};
use super::project::{
    AddrRemap, AddressQualifier, Arg, CoreTarget, Instance, Kernel, KernelClock, Mailbox, Platform, Port,
    PortMode, PortType, Project,
};
use crate::section::SectionError;
use crate::section::xml::Element;

/// The frequency that XRT assumes for a clock that states none.
const DEFAULT_MHZ: u32 = 100;

/// Reads the root element.
///
/// # Errors
/// What is wrong with which element.
pub(super) fn project(root: &Element) -> Result<Project, SectionError> {
    if root.name != "project" {
        return Err(ProjectError::Root { name: root.name.clone() }.into());
    }
    let platform = inside(root, "platform")?;
    let device = inside(platform, "device")?;
    let core = inside(device, "core")?;
    let clocks = core.child("kernelClocks").map_or(Ok(Vec::new()), |clocks| clocks.each("clock", clock))?;
    Ok(Project {
        name: root.text("name"),
        platform: read_platform(platform),
        fpga_device: device.text("fpgaDevice"),
        target: core
            .optional("target", |text| target(text).map(Some), None)
            .map_err(SectionError::within("core"))?,
        clocks,
        kernels: core.each("kernel", kernel)?,
    })
}

// XRT throws when one of the elements on the way to the kernels is missing.
fn inside<'a>(parent: &'a Element, name: &str) -> Result<&'a Element, ProjectError> {
    let missing = || ProjectError::MissingElement { parent: parent.name.clone(), name: name.to_owned() };
    parent.child(name).ok_or_else(missing)
}

fn read_platform(platform: &Element) -> Platform {
    let version = |part| platform.child("version").map(|version| version.text(part)).unwrap_or_default();
    Platform {
        vendor: platform.text("vendor"),
        board_id: platform.text("boardid"),
        name: platform.text("name"),
        version_major: version("major"),
        version_minor: version("minor"),
    }
}

fn clock(clock: &Element) -> Result<KernelClock, SectionError> {
    Ok(KernelClock { port: clock.text("port"), mhz: clock.optional("frequency", parse_mhz, DEFAULT_MHZ)? })
}

fn kernel(kernel: &Element) -> Result<Kernel, SectionError> {
    Ok(Kernel {
        name: kernel.required_text("name")?,
        language: kernel.text("language"),
        hw_control_protocol: kernel.text("hwControlProtocol"),
        counted_auto_restart: kernel.optional("countedAutoRestart", parse, 0)?,
        mailbox: kernel.optional("mailbox", mailbox, Mailbox::None)?,
        ports: kernel.each("port", port)?,
        args: kernel.each("arg", arg)?,
        work_group_size: kernel.optional("workGroupSize", parse, 0)?,
        compile_work_group_size: extent(kernel, "compileWorkGroupSize")?,
        max_work_group_size: extent(kernel, "maxWorkGroupSize")?,
        instances: kernel.each("instance", instance)?,
    })
}

fn extent(kernel: &Element, name: &str) -> Result<[u64; 3], SectionError> {
    let Some(extent) = kernel.child(name) else { return Ok([0; 3]) };
    let side = |side| extent.required(side, parse).map_err(SectionError::within(name));
    Ok([side("x")?, side("y")?, side("z")?])
}

fn port(port: &Element) -> Result<Port, SectionError> {
    let mode = port.required("mode", mode)?;
    let range = match mode {
        PortMode::Slave => port.required("range", parse)?,
        _ => port.optional("range", parse, 0)?,
    };
    Ok(Port {
        name: port.text("name"),
        mode,
        range,
        data_width: port.optional("dataWidth", parse, 0)?,
        port_type: port.optional("portType", port_type, PortType::Addressable)?,
        base: port.optional("base", parse, 0)?,
    })
}

fn arg(arg: &Element) -> Result<Arg, SectionError> {
    Ok(Arg {
        name: arg.required_text("name")?,
        address_qualifier: arg.required("addressQualifier", address_qualifier)?,
        id: arg.required("id", parse_optional)?,
        port: arg.text("port"),
        size: arg.required("size", parse)?,
        offset: arg.required("offset", parse)?,
        host_offset: arg.optional("hostOffset", parse, 0)?,
        host_size: arg.required("hostSize", parse)?,
        ty: arg.text("type"),
    })
}

fn instance(instance: &Element) -> Result<Instance, SectionError> {
    Ok(Instance {
        name: instance.required_text("name")?,
        addr_remaps: instance.each("addrRemap", addr_remap)?,
    })
}

fn addr_remap(addr_remap: &Element) -> Result<AddrRemap, SectionError> {
    Ok(AddrRemap { base: addr_remap.required("base", parse)?, port: addr_remap.text("port") })
}

fn address_qualifier(text: &str) -> Result<AddressQualifier, SectionError> {
    Ok(AddressQualifier::from_number(parse_decimal(text)?)?)
}

fn target(text: &str) -> Result<CoreTarget, ProjectError> {
    match text {
        "csim" => Ok(CoreTarget::Csim),
        "cosim" | "hw_em" => Ok(CoreTarget::Cosim),
        "bitstream" => Ok(CoreTarget::Bitstream),
        _ => Err(unknown(text, "csim, cosim or bitstream")),
    }
}

/// A text that is none of the values that are known.
fn unknown(text: &str, known: &'static str) -> ProjectError {
    ProjectError::UnknownValue { text: text.to_owned(), known }
}

fn mailbox(text: &str) -> Result<Mailbox, ProjectError> {
    match text {
        "none" | "false" => Ok(Mailbox::None),
        "in" => Ok(Mailbox::In),
        "out" => Ok(Mailbox::Out),
        "inout" | "both" | "true" => Ok(Mailbox::Both),
        _ => Err(unknown(text, "none, in, out or both")),
    }
}

fn mode(text: &str) -> Result<PortMode, ProjectError> {
    match text {
        "master" => Ok(PortMode::Master),
        "slave" => Ok(PortMode::Slave),
        "read_only" => Ok(PortMode::ReadOnly),
        "write_only" => Ok(PortMode::WriteOnly),
        _ => Err(unknown(text, "master, slave, read_only or write_only")),
    }
}

fn port_type(text: &str) -> Result<PortType, ProjectError> {
    match text {
        "addressable" => Ok(PortType::Addressable),
        "stream" => Ok(PortType::Stream),
        _ => Err(unknown(text, "addressable or stream")),
    }
}
