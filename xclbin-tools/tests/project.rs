//! EMBEDDED_METADATA: XML of other tools, XML's traps, and what XRT demands.

use xclbin_tools::Section;
use xclbin_tools::section::embedded_metadata::{
    AddressQualifier, CoreTarget, KernelClock, Port, PortMode, PortType, Project,
};

/// In the manner of vendor tools: more elements and attributes than we know, lists that are interleaved, empty numbers.
const FOREIGN: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<!-- made by hand -->
<project name="vadd" extra="1">
  <platform vendor="xilinx" boardid="u200" name="xdma" featureRomTime="0">
    <version major="201830" minor="2"/>
    <description/>
    <board name="b" vendor="v"><interfaces/><memories><memory name="ddr4_0" size="4GB"/></memories></board>
    <host architecture="unknown"/>
    <device name="fpga0" fpgaDevice="virtexuplus:xcu200:fsgd2104:-2:e" addrWidth="0">
      <systemClocks linkname=""/>
      <core name="OCL_REGION_0" target="hw_em" type="clc_region" clockFreq="0MHz" numComputeUnits="60">
        <kernelClocks>
          <clock port="KERNEL_CLK" frequency="333.250000MHz"/>
          <clock port="DATA_CLK" frequency="250"/><clock/>
        </kernelClocks>
        <kernel name="mm2s" language="ip" vlnv="x:y:mm2s:1.0">
          <module name="mm2s"/>
          <port name="out" mode="write_only" range="" dataWidth="32" portType="stream" base=""/>
          <arg name="out" addressQualifier="4" id="0" port="out" size="010" offset="0x0" hostSize="0X8" type="stream&lt;int&gt;&amp;"/>
          <port name="s" mode="slave" range="64"/>
          <port mode="master"/>
          <arg name="printf" addressQualifier="1" id="" size="" offset="0x20" hostSize="8"/>
          <instance name="mm2s_1"><addrRemap base="0x0800000" range="0x10000" port="s"/></instance>
        </kernel>
        <connection srcType="core"/>
        <kernel name="k"><maxWorkGroupSize x="4" y="2" z="1"/><instance name="k_1"/></kernel>
      </core>
    </device>
  </platform>
</project>
"#;

/// The message that the sample gives once it was changed.
fn refused(change: impl FnOnce(&mut Project)) -> String {
    let mut project = crate::sample::project();
    change(&mut project);
    project.to_bytes().expect_err("XRT would not bear it").to_string()
}

#[test]
fn xml_of_other_tools() {
    let project = Project::from_bytes(FOREIGN.as_bytes()).unwrap();
    assert_eq!(
        (project.platform.vendor.as_str(), project.platform.version_major.as_str()),
        ("xilinx", "201830")
    );
    assert_eq!(project.target, Some(CoreTarget::Cosim));
    let clock = |port: &str, mhz| KernelClock { port: port.to_owned(), mhz };
    assert_eq!(project.clocks, [clock("KERNEL_CLK", 333), clock("DATA_CLK", 250), clock("", 100)]);
    let [mm2s, k] = &project.kernels[..] else { panic!("two kernels") };
    assert_eq!((mm2s.ports[0].mode, mm2s.ports[0].port_type), (PortMode::WriteOnly, PortType::Stream));
    assert_eq!((mm2s.ports[0].range, mm2s.ports[0].data_width, mm2s.ports[0].base), (0, 32, 0));
    assert_eq!((mm2s.ports[1].mode, mm2s.ports[1].port_type), (PortMode::Slave, PortType::Addressable));
    assert_eq!(mm2s.ports[1].range, 64);
    assert_eq!((mm2s.ports[2].mode, mm2s.ports[2].range), (PortMode::Master, 0));
    let stream = &mm2s.args[0];
    assert_eq!(
        (stream.address_qualifier, stream.id, stream.ty.as_str()),
        (AddressQualifier::Stream, Some(0), "stream<int>&")
    );
    assert_eq!((stream.size, stream.host_size, stream.host_offset), (8, 8, 0), "octal, hexadecimal, absent");
    assert_eq!((mm2s.args[1].id, mm2s.args[1].size, mm2s.args[1].offset), (None, 0, 0x20));
    assert_eq!(mm2s.instances[0].addr_remaps[0].base, 0x80_0000);
    assert_eq!((k.work_group_size, k.compile_work_group_size), (0, [0, 0, 0]));
    assert_eq!(k.max_work_group_size, [4, 2, 1]);
    assert!(k.instances[0].addr_remaps.is_empty());
    assert_eq!(Project::from_bytes(&project.to_bytes().unwrap()).unwrap(), project);
}

#[test]
fn every_choice_has_its_name() {
    let targets = [CoreTarget::Csim, CoreTarget::Cosim, CoreTarget::Bitstream];
    for (target, name) in targets.into_iter().zip(["csim", "cosim", "bitstream"]) {
        check_name(&format!(" target=\"{name}\""), |project| project.target = Some(target));
    }
    let modes = [PortMode::Master, PortMode::Slave, PortMode::ReadOnly, PortMode::WriteOnly];
    for (mode, name) in modes.into_iter().zip(["master", "slave", "read_only", "write_only"]) {
        check_name(&format!("0\" mode=\"{name}\""), |project| project.kernels[1].ports[1].mode = mode);
    }
    let types = [PortType::Addressable, PortType::Stream];
    for (port_type, name) in types.into_iter().zip(["addressable", "stream"]) {
        check_name(&format!("portType=\"{name}\""), |project| {
            project.kernels[1].ports[1].port_type = port_type
        });
    }
}

/// The sample, once changed, has `text` in its XML and can be read again.
fn check_name(text: &str, change: impl FnOnce(&mut Project)) {
    let mut project = crate::sample::project();
    change(&mut project);
    let xml = String::from_utf8(project.to_bytes().unwrap()).unwrap();
    assert!(xml.contains(text), "{text}");
    assert_eq!(Project::from_bytes(xml.as_bytes()).unwrap(), project);
}

#[test]
fn a_nul_at_the_end_is_accepted() {
    let xml = [&crate::sample::project().to_bytes().unwrap()[..], b"\0\0"].concat();
    assert_eq!(Project::from_bytes(&xml).unwrap(), crate::sample::project());
}

#[test]
fn text_with_traps() {
    for text in
        ["<a href=\"x\">'&amp;'</a>", " two  spaces ", "a\tb\nc\rd\r\n", "\u{85}\u{2028}ä🦀", "]]>", "&#65;"]
    {
        let mut project = crate::sample::project();
        project.name = text.to_owned();
        project.kernels[0].args[0].ty = text.to_owned();
        assert_eq!(Project::from_bytes(&project.to_bytes().unwrap()).unwrap(), project, "{text:?}");
    }
}

#[test]
fn characters_that_xml_cannot_hold() {
    for character in ['\0', '\u{8}', '\u{b}', '\u{c}', '\u{e}', '\u{1f}', '\u{fffe}', '\u{ffff}'] {
        assert_eq!(
            refused(|project| project.kernels[0].args[0].ty = format!("a{character}b")),
            format!(
                "section EMBEDDED_METADATA: arg, attribute `type`: XML cannot hold the character {character:?}"
            )
        );
    }
}

#[test]
fn messages_say_what_is_wrong_and_where() {
    let xml = String::from_utf8(crate::sample::project().to_bytes().unwrap()).unwrap();
    let cases = [
        (" offset=\"0x10\"", "", "kernel `axpy`: arg `a`: attribute `offset` is missing"),
        (" range=\"0x1000\"", "", "kernel `axpy`: port `S_AXI_CONTROL`: attribute `range` is missing"),
        (" id=\"2\"", "", "kernel `axpy`: arg `y`: attribute `id` is missing"),
        (
            "\"0x80\"",
            "\"0xyz\"",
            "kernel `scale`: port `S_AXI_CONTROL`: attribute `range`: `0xyz` is not a number",
        ),
        ("\"0x18\"", "\"09\"", "kernel `axpy`: arg `x`: attribute `offset`: `09` is not a number"),
        ("\"slave\"", "\"knave\"", "attribute `mode`: `knave` is not master, slave, read_only or write_only"),
        ("\"addressable\"", "\"x\"", "attribute `portType`: `x` is not addressable or stream"),
        ("300MHz", "fast", "clock ``: attribute `frequency`: `fast` is not a frequency in MHz"),
        ("Qualifier=\"0\"", "Qualifier=\"9\"", "attribute `addressQualifier`: 9 is none of the values"),
        (
            "Qualifier=\"0\"",
            "Qualifier=\"0x0\"",
            "attribute `addressQualifier`: `0x0` is not a decimal number",
        ),
        (" x=\"1\"", "", "kernel `axpy`: compileWorkGroupSize: attribute `x` is missing"),
        (
            " base=\"0x1810000\"",
            "",
            "kernel `axpy`: instance `axpy_2`: addrRemap ``: attribute `base` is missing",
        ),
        ("\"csim\"", "\"moon\"", "core: attribute `target`: `moon` is not csim, cosim or bitstream"),
    ];
    for (there, instead, expected) in cases {
        assert!(xml.contains(there), "{there}");
        let broken = xml.replacen(there, instead, 1);
        let message = Project::from_bytes(broken.as_bytes()).unwrap_err().to_string();
        assert!(
            message.starts_with("section EMBEDDED_METADATA: ") && message.contains(expected),
            "{message}"
        );
    }
}

#[test]
fn damaged_structure() {
    let deep = "<a>".repeat(65);
    let cases = [
        ("", "the text has no element"),
        ("<!-- nothing -->", "the text has no element"),
        ("<project>", "the text ends within an element"),
        ("<project></platform>", "(before byte 20 of the XML)"),
        ("</project>", "(before byte "),
        (deep.as_str(), "the elements are nested too deeply (before byte 195 of the XML)"),
        ("<projekt/>", "the root element is `projekt`, not `project`"),
        ("<project/>", "project: element `platform` is missing"),
        ("<project><platform/></project>", "platform: element `device` is missing"),
        ("<project><platform><device/></platform></project>", "device: element `core` is missing"),
        ("<project name='a' name/>", "(before byte "),
        ("<project name='&unknown;'/>", "(before byte 27 of the XML)"),
    ];
    for (xml, expected) in cases {
        let message = Project::from_bytes(xml.as_bytes()).unwrap_err().to_string();
        assert!(
            message.starts_with("section EMBEDDED_METADATA: ") && message.contains(expected),
            "{message}"
        );
    }
    // 64 levels, whose root is then not the right one.
    let message =
        Project::from_bytes(("<a>".repeat(64) + &"</a>".repeat(64)).as_bytes()).unwrap_err().to_string();
    assert!(message.contains("the root element is `a`"), "{message}");
}

#[test]
fn names_are_identifiers() {
    for name in ["", "1a", "a(b", "a:b", "ä", "a b"] {
        assert_eq!(
            refused(|project| name.clone_into(&mut project.kernels[1].name)),
            format!(
                "section EMBEDDED_METADATA: kernel `{name}`: \
                 the name is not an identifier of ASCII letters, digits and `_`"
            )
        );
    }
    assert_eq!(
        refused(|project| "a,b".clone_into(&mut project.kernels[0].instances[1].name)),
        "section EMBEDDED_METADATA: kernel `axpy`: instance `a,b`: \
         the name is not an identifier of ASCII letters, digits and `_`"
    );
    let mut project = crate::sample::project();
    "_a1_B".clone_into(&mut project.kernels[0].name);
    project.to_bytes().unwrap();
}

#[test]
fn kernels_differ_in_name() {
    assert_eq!(
        refused(|project| "axpy".clone_into(&mut project.kernels[1].name)),
        "section EMBEDDED_METADATA: kernel `axpy`: there are two kernels of this name"
    );
}

#[test]
fn positions_of_arguments() {
    assert_eq!(
        refused(|project| project.kernels[0].args[3].id = Some(5)),
        "section EMBEDDED_METADATA: kernel `axpy`: no argument has id 3, although others have larger ones"
    );
    let mut project = crate::sample::project();
    let args = &mut project.kernels[0].args;
    args.swap(0, 2);
    args[1].id = None;
    args[3].id = Some(1);
    project.to_bytes().unwrap();
    project.kernels[0].args[3].id = Some(2);
    project.to_bytes().expect_err("nothing has id 1");
    project.kernels[0].args[2].id = Some(1);
    project.to_bytes().expect_err("nothing has id 0");
    project.kernels[0].args[3].id = Some(0);
    project.kernels[0].args[0].id = Some(0);
    project.to_bytes().expect("two parts of one argument");
}

#[test]
fn registers_lie_within_the_slave_port() {
    assert_eq!(
        refused(|project| project.kernels[1].args[1].offset = 0x7d),
        "section EMBEDDED_METADATA: kernel `scale`: argument `by`: \
         0x4 bytes at offset 0x7d exceed the slave port's range of 0x80 bytes"
    );
    refused(|project| project.kernels[1].args[1].offset = u64::MAX);
    let mut project = crate::sample::project();
    project.kernels[1].args[1].offset = 0x7c;
    project.to_bytes().unwrap();
    // Without a slave port XRT assumes 64 KiB.
    project.kernels[1].ports.retain(|port: &Port| port.mode != PortMode::Slave);
    project.kernels[1].args[1].offset = 0xfffc;
    project.to_bytes().unwrap();
    project.kernels[1].args[1].offset = 0xfffd;
    project.to_bytes().expect_err("one byte too far");
}
