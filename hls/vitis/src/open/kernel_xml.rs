//! What Vitis is told of an RTL kernel: `kernel.xml` (UG1393 and UG1702, "RTL Kernel XML File").

use std::fmt::Write as _;

use quick_xml::escape::escape;
use sycl_hls_compiler::abi::address_range;
use sycl_hls_compiler::back::hw_emu::Kernel;
use sycl_hls_compiler::back::verilog::registers::Protocol;
use sycl_hls_compiler::back::verilog::{data_width, streams};
use sycl_hls_compiler::host::{HostArg, control_port, host_args, memory_port};
use sycl_hls_types::Restart;

use super::{LIBRARY, REVISION, VENDOR};

/// Bits of the port of the control registers.
const CONTROL_BITS: u32 = 32;

/// The text of a kernel's `kernel.xml`. Ports have the names of the Verilog's, without the signal.
#[must_use]
pub fn kernel_xml(kernel: &Kernel) -> String {
    let (name, protocol) = (kernel.top(), Protocol::of(&kernel.interface).name());
    let restart = restart(kernel.interface.restart());
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<root versionMajor=\"1\" versionMinor=\"6\">\n  \
         <kernel name=\"{name}\" language=\"ip_c\" vlnv=\"{VENDOR}:{LIBRARY}:{name}:{REVISION}\" attributes=\"\" \
         preferredWorkGroupSizeMultiple=\"0\" workGroupSize=\"1\" interrupt=\"true\" \
         hwControlProtocol=\"{protocol}\"{restart}>\n    <ports>\n"
    );
    let control = control_port(&kernel.interface);
    port(&mut text, &control, "slave", address_range(&kernel.interface), CONTROL_BITS);
    for bundle in &kernel.design.bundles {
        port(&mut text, &memory_port(&bundle.name), "master", u64::MAX, data_width(bundle));
    }
    for stream in streams(&kernel.interface) {
        let (name, mode) = (escape(stream.name), if stream.input { "read_only" } else { "write_only" });
        let data_bits = stream.data_bits();
        let _ = writeln!(
            text,
            "      <port name=\"{name}\" mode=\"{mode}\" dataWidth=\"{data_bits}\" portType=\"stream\"/>"
        );
    }
    text.push_str("    </ports>\n    <args>\n");
    for (id, each) in host_args(&kernel.interface).iter().enumerate() {
        arg(&mut text, id, each, &control);
    }
    text.push_str("    </args>\n  </kernel>\n</root>\n");
    text
}

/// The attributes that XRT reads of a kernel that starts itself again (`xclbin_parser.cpp`, `get_kernel_properties`).
const fn restart(restart: Restart) -> &'static str {
    match restart {
        Restart::Never => "",
        Restart::Counted => " countedAutoRestart=\"1\"",
        Restart::Mailbox => " countedAutoRestart=\"1\" mailbox=\"both\"",
    }
}

/// `range` is the size of the addresses in bytes, or the highest of 64 bits.
fn port(text: &mut String, name: &str, mode: &str, range: u64, bits: u32) {
    let _ = writeln!(
        text,
        "      <port name=\"{}\" mode=\"{mode}\" range=\"0x{range:X}\" dataWidth=\"{bits}\" portType=\"addressable\" \
         base=\"0x0\"/>",
        escape(name)
    );
}

fn arg(text: &mut String, id: usize, arg: &HostArg<'_>, control: &str) {
    let (name, ty) = (escape(arg.name), escape(&arg.ty));
    let (qualifier, port) = match (arg.bundle, arg.stream) {
        (Some(bundle), _) => (1, memory_port(bundle)),
        (None, Some(_)) => (4, arg.name.to_owned()),
        (None, None) => (0, control.to_owned()),
    };
    let (size, offset, host) = (arg.register.host_bytes(), arg.register.offset, arg.register.value_bytes);
    let _ = writeln!(
        text,
        "      <arg name=\"{name}\" addressQualifier=\"{qualifier}\" id=\"{id}\" port=\"{}\" size=\"{size:#x}\" \
         offset=\"{offset:#x}\" type=\"{ty}\" hostOffset=\"0x0\" hostSize=\"{host:#x}\"/>",
        escape(&port)
    );
}
