//! What is packaged of our own hardware agrees with itself: Verilog, control registers and what Vitis is told of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use sycl_hls_compiler::abi::{AbiKernel, AbiParamKind, address_range, registers};
use sycl_hls_compiler::back::hls_cpp::Version;
use sycl_hls_compiler::back::hw_emu::{self, Kernel};
use sycl_hls_compiler::pass;
use sycl_hls_ir::Source;
use sycl_hls_vitis::open::{self, kernel_xml, script};

/// Kernels with arguments of all kinds, and with shared and widened ports.
const FILES: [&str; 7] =
    ["algorithms.rs", "arithmetic.rs", "bursts.rs", "memories.rs", "ports.rs", "registers.rs", "types.rs"];

/// The other protocol, and chosen offsets.
const HANDSHAKE: &str = "
#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    #[ap_ctrl_hs]
    pub fn fill(#[s_axilite(offset = 0x40)] with: u16, #[s_axilite(offset = 0x10)] x: &mut [u16]) {
        for i in 0..x.len() {
            x[i] = with;
        }
    }
}
";

type Attributes = BTreeMap<String, String>;

/// The text of a file of kernels.
fn text_of(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels").join(file);
    std::fs::read_to_string(path).unwrap()
}

/// The hardware of all kernels of a text that have some.
fn hardware(text: &str) -> Vec<Kernel> {
    let mut kernels = Vec::new();
    for mut module in sycl_hls_front::find_modules(text).unwrap() {
        let source = Source::new("kernels.rs", Some(text.into()));
        let mut module = sycl_hls_front::translate(&mut module, source).module.unwrap();
        pass::run_all(&mut module, hw_emu::LEGALIZE);
        kernels.extend(module.kernels().filter_map(|(_, func)| hw_emu::kernel(&module, func, 300).ok()));
    }
    kernels
}

/// The elements of a name in a description, of which each has a line.
fn elements(xml: &str, name: &str) -> Vec<Attributes> {
    let lines = xml.lines().filter_map(|line| line.trim().strip_prefix(&format!("<{name} ")));
    let attributes = |line: &str| {
        let mut words = line.split('"');
        let mut attributes = Attributes::new();
        while let (Some(name), Some(value)) = (words.next(), words.next()) {
            attributes.insert(name.trim().trim_end_matches('=').to_owned(), value.to_owned());
        }
        attributes
    };
    lines.map(attributes).collect()
}

fn hex(value: &str) -> u64 {
    u64::from_str_radix(value.strip_prefix("0x").unwrap(), 16).unwrap()
}

/// The ports of a module without any macro: whether each is an output, and its bits.
fn ports(verilog: &str, module: &str) -> BTreeMap<String, (bool, u64)> {
    let head = verilog.split_once(&format!("module {module} (\n")).unwrap().1.split_once(");").unwrap().0;
    let mut ports = BTreeMap::new();
    let mut simulated = false;
    for line in head.lines() {
        match line.trim().trim_end_matches(',') {
            line if line.starts_with("`ifdef") => simulated = true,
            "`endif" => simulated = false,
            "" => {}
            _ if simulated => {}
            line => {
                let words: Vec<&str> = line.split_whitespace().collect();
                let [direction, "wire", range @ .., name] = words.as_slice() else { panic!("{line}") };
                let bits = match range {
                    [] => 1,
                    [range] => range[1..].split_once(':').unwrap().0.parse::<u64>().unwrap() + 1,
                    _ => panic!("{line}"),
                };
                ports.insert((*name).to_owned(), (*direction == "output", bits));
            }
        }
    }
    ports
}

/// Signals of AXI4-Lite: name, and whether the master drives it.
const LITE: [(&str, bool); 17] = [
    ("AWADDR", true),
    ("AWVALID", true),
    ("AWREADY", false),
    ("WDATA", true),
    ("WSTRB", true),
    ("WVALID", true),
    ("WREADY", false),
    ("BRESP", false),
    ("BVALID", false),
    ("BREADY", true),
    ("ARADDR", true),
    ("ARVALID", true),
    ("ARREADY", false),
    ("RDATA", false),
    ("RRESP", false),
    ("RVALID", false),
    ("RREADY", true),
];

/// What AXI4 has besides.
const FULL: [(&str, bool); 22] = [
    ("AWID", true),
    ("AWLEN", true),
    ("AWSIZE", true),
    ("AWBURST", true),
    ("AWLOCK", true),
    ("AWCACHE", true),
    ("AWPROT", true),
    ("AWQOS", true),
    ("AWREGION", true),
    ("WLAST", true),
    ("BID", false),
    ("ARID", true),
    ("ARLEN", true),
    ("ARSIZE", true),
    ("ARBURST", true),
    ("ARLOCK", true),
    ("ARCACHE", true),
    ("ARPROT", true),
    ("ARQOS", true),
    ("ARREGION", true),
    ("RID", false),
    ("RLAST", false),
];

/// Takes the signals of a described AXI-stream port out of the module's ports, those of packets included.
fn take_stream(ports: &mut BTreeMap<String, (bool, u64)>, port: &Attributes, kernel: &AbiKernel) {
    let (name, writes) = (&port["name"], port["mode"] == "write_only");
    assert!(writes || port["mode"] == "read_only", "{name}");
    let bits: u64 = port["dataWidth"].parse().unwrap();
    for (signal, output, width) in [("TDATA", writes, bits), ("TVALID", writes, 1), ("TREADY", !writes, 1)] {
        assert_eq!(ports.remove(&format!("{name}_{signal}")), Some((output, width)), "{name}_{signal}");
    }
    let packet = kernel.params.iter().find_map(|param| match param.kind {
        AbiParamKind::Stream { packet, .. } if param.name == *name => packet,
        _ => None,
    });
    for (signal, bits) in packet.iter().flat_map(|packet| packet.present()).skip(1) {
        assert_eq!(ports.remove(&format!("{name}_{signal}")), Some((writes, bits.into())), "{name}_{signal}");
    }
}

/// Takes the signals of a described port out of the module's ports.
fn take(ports: &mut BTreeMap<String, (bool, u64)>, port: &Attributes, range: u64) {
    let (name, master) = (&port["name"], port["mode"] == "master");
    let bits: u64 = port["dataWidth"].parse().unwrap();
    let full: &[(&str, bool)] = if master { &FULL } else { &[] };
    for (signal, driven) in LITE.iter().chain(full) {
        let (output, width) = ports.remove(&format!("{name}_{signal}")).unwrap();
        assert_eq!(output, *driven == master, "{name}_{signal}");
        match *signal {
            "AWADDR" | "ARADDR" if master => assert_eq!(width, 64),
            "AWADDR" | "ARADDR" => assert_eq!(1 << width, range),
            "WDATA" | "RDATA" => assert_eq!(width, bits),
            "WSTRB" => assert_eq!(width, bits / 8),
            _ => {}
        }
    }
    assert_eq!(hex(&port["range"]), if master { u64::MAX } else { range });
}

fn check(kernel: &Kernel) {
    let (xml, name) = (kernel_xml(kernel), kernel.top());
    let [(_, _), (_, top)] = kernel.verilog();
    let mut ports = ports(&top, name);
    for port in elements(&xml, "port") {
        match port["portType"].as_str() {
            "stream" => take_stream(&mut ports, &port, &kernel.interface),
            _ => take(&mut ports, &port, address_range(&kernel.interface)),
        }
    }
    let left: Vec<(&str, (bool, u64))> = ports.iter().map(|(name, port)| (name.as_str(), *port)).collect();
    let common = [("ap_clk", (false, 1)), ("ap_rst_n", (false, 1)), ("interrupt", (true, 1))];
    assert_eq!(left, common, "{name}");

    let args = elements(&xml, "arg");
    assert_eq!(args.len(), kernel.interface.params.len(), "{name}");
    for (id, ((arg, param), register)) in
        args.iter().zip(&kernel.interface.params).zip(registers(&kernel.interface)).enumerate()
    {
        // The linker connects a stream by the name of its port.
        let is_stream = matches!(param.kind, AbiParamKind::Stream { .. });
        let called = if is_stream { &param.name } else { &param.host_name };
        assert_eq!((&arg["name"], &arg["id"]), (called, &id.to_string()));
        let found = (hex(&arg["offset"]), hex(&arg["size"]), hex(&arg["hostSize"]));
        assert_eq!(found, (register.offset, register.host_bytes(), register.value_bytes), "{name}");
        let (qualifier, port) = match &param.kind {
            AbiParamKind::Pointer { bundle, .. } => ("1", format!("m_axi_{bundle}")),
            AbiParamKind::Stream { .. } => ("4", param.name.clone()),
            _ => ("0", "s_axi_control".to_owned()),
        };
        assert_eq!((arg["addressQualifier"].as_str(), &arg["port"]), (qualifier, &port), "{name}");
    }
    let one = &elements(&xml, "kernel")[0];
    let handshake = kernel.interface.directives.ap_ctrl_hs.is_some();
    let protocol = if handshake { "ap_ctrl_hs" } else { "ap_ctrl_chain" };
    assert_eq!((one["name"].as_str(), one["hwControlProtocol"].as_str()), (name, protocol));
    let restart = kernel.interface.restart();
    let attribute = |name: &str| one.get(name).map(String::as_str);
    assert_eq!(attribute("countedAutoRestart"), restart.is_counted().then_some("1"), "{name}");
    assert_eq!(attribute("mailbox"), restart.has_mailbox().then_some("both"), "{name}");
}

#[test]
fn descriptions_say_what_ports_and_registers_are() {
    let texts = FILES.iter().map(|file| text_of(file)).chain([HANDSHAKE.to_owned()]);
    let kernels: Vec<Kernel> = texts.flat_map(|text| hardware(&text)).collect();
    let fit: Vec<&Kernel> = kernels.iter().filter(|kernel| open::check(&kernel.interface).is_ok()).collect();
    assert!(fit.len() >= 40, "{} kernels", fit.len());
    let wide = |kernel: &&Kernel| kernel.design.bundles.iter().any(|bundle| bundle.data_bits > 64);
    assert!(fit.iter().any(wide), "no port is wide");
    assert!(fit.iter().any(|kernel| kernel.interface.directives.ap_ctrl_hs.is_some()), "no ap_ctrl_hs");
    let streams = fit.iter().filter(|kernel| kernel.design.ports().next().is_some());
    assert_eq!(streams.count(), 6, "kernels with streams");
    fit.into_iter().for_each(check);
}

/// The value before a run, the value after it, and the words with `ap_vld`; what a kernel has that starts itself again, and what
/// tells of errors of memories.
#[test]
fn all_registers_of_results_and_restarts_are_described() {
    let kernels = hardware(&text_of("registers.rs"));
    let registers = |name: &str| -> String {
        let kernel = kernels.iter().find(|kernel| kernel.top() == name).unwrap();
        let text = script(kernel, "p", Version::V2022_2, &[], "");
        text.split_once("set registers {\n").unwrap().1.split_once("\n}").unwrap().0.to_owned()
    };
    let expected = [
        "n 0x10 32 {}",
        "counter 0x18 32 {}",
        "counter_o 0x20 32 {}",
        "counter_o_ctrl 0x24 32 {}",
        "last 0x28 32 {}",
        "last_o 0x30 32 {}",
        "last_o_ctrl 0x34 32 {}",
    ];
    let lines = |text: &str| text.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>();
    assert_eq!(lines(&registers("count")), expected);
    let expected = [
        "AUTO_RESTART_COUNTER_0 0x10 32 {}",
        "MAILBOX_INPUT_CTRL 0x14 32 {}",
        "MAILBOX_OUTPUT_CTRL 0x18 32 {}",
        "runs 0x1c 64 m_axi_gmem0",
        "a 0x28 32 {}",
        "b 0x30 32 {}",
        "sum 0x38 32 {}",
        "sum_ctrl 0x3c 32 {}",
        "product 0x40 32 {}",
        "product_ctrl 0x44 32 {}",
        "MEMORY_ERRORS_0 0x50 32 {}",
    ];
    assert_eq!(lines(&registers("exchanged")), expected);
}

#[test]
fn an_argument_with_the_name_of_a_register_is_refused() {
    let text = "
#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn twice(sum_ctrl: u32, sum: &mut u32) {
        *sum = sum_ctrl;
    }
}
";
    let refused = open::check(&hardware(text)[0].interface).unwrap_err().to_string();
    assert_eq!(refused, "the kernel has another register `sum_ctrl` besides the argument of this name");
}

/// The attributes of the example in UG1393 (2020.2 to 2023.2) and UG1702 (2024.2 to 2026.1), "RTL Kernel XML File"; and the
/// protocol, which the same names for `package_xo -kernel_xml` (Vitis-Tutorials, "Manually Creating the Kernel XML File").
#[test]
fn descriptions_have_the_attributes_of_the_documented_example() {
    const KERNEL: &str =
        "name language vlnv attributes preferredWorkGroupSizeMultiple workGroupSize interrupt";
    const PORT: &str = "name mode range dataWidth portType base";
    const ARG: &str = "name addressQualifier id port size offset type hostOffset hostSize";
    let xml = kernel_xml(&hardware(HANDSHAKE)[0]);
    for (element, documented, more) in
        [("kernel", KERNEL, "hwControlProtocol"), ("port", PORT, ""), ("arg", ARG, "")]
    {
        let wanted: BTreeSet<&str> = documented.split(' ').chain(more.split_whitespace()).collect();
        for found in elements(&xml, element) {
            assert_eq!(found.keys().map(String::as_str).collect::<BTreeSet<_>>(), wanted);
        }
    }
    for fixed in [
        "<root versionMajor=\"1\" versionMinor=\"6\">",
        "language=\"ip_c\"",
        "attributes=\"\"",
        "preferredWorkGroupSizeMultiple=\"0\"",
        "workGroupSize=\"1\"",
    ] {
        assert!(xml.contains(fixed), "{fixed}");
    }
}

/// A part of the user's own board is a word, whatever is in it, and bursts are none that AXI does not have.
#[test]
fn scripts_quote_and_limit() {
    let kernel = hardware(HANDSHAKE).remove(0);
    let text = script(&kernel, "a b}$[x]", Version::V2020_2, &[], "k/kernel.xml");
    assert!(text.contains("\nset part a\\ b\\}\\$\\[x\\]\n") && text.contains("\nset checks 0\n"), "{text}");
    let mut long = kernel.clone();
    for (bits, asked, told) in [(32, 16, 16), (32, 300, 256), (512, 256, 64), (1024, 20, 32)] {
        let bundle = &mut long.design.bundles[0];
        (bundle.data_bits, bundle.read_burst, bundle.write_burst) = (bits, asked, 1);
        let text = script(&long, "p", Version::V2021_1, &[], "");
        assert!(text.contains(&format!("m_axi_{} {bits} {told}\n", long.design.bundles[0].name)), "{text}");
    }
}
