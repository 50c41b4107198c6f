//! What the real XRT reads from our images, and what it refuses.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Once;

use xclbin_tools::section::embedded_metadata::{Arg, Kernel, Project};
use xclbin_tools::section::{Connection, Connectivity};
use xclbin_tools::{
    Builder, Content, Editor, MirrorForm, Section, SectionKind, Xclbin, XclbinFile, group_banks,
    write_atomically,
};

/// Seconds, far more than the compiler or XRT ever need: whoever takes longer hangs.
const TIME_LIMIT: &str = "120";

#[test]
fn xrt_reads_what_was_written() {
    let output = dump(&crate::sample::bytes());
    assert!(output.status.success(), "XRT refused the image: {}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected());
}

/// Editing writes a mirror behind the sections, and all sections at other places. XRT prefers groups of banks to banks;
/// here no argument reaches two of them, so that the groups are the banks.
#[test]
fn xrt_reads_what_was_edited() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xclbin");
    write_atomically(&path, &crate::sample::bytes()).unwrap();
    let mut editor = Editor::of(XclbinFile::open(&path).unwrap()).unwrap();
    editor.add(SectionKind::USER_METADATA, "user", Content::Bytes(b"more".to_vec())).unwrap();
    let (topology, groups) =
        group_banks(&crate::sample::mem_topology(), &crate::sample::connectivity()).unwrap();
    let sections = [
        (SectionKind::GROUP_CONNECTIVITY, groups.to_bytes().unwrap()),
        (SectionKind::GROUP_TOPOLOGY, topology.to_bytes().unwrap()),
    ];
    for (kind, payload) in sections {
        editor.add(kind, "", Content::Bytes(payload)).unwrap();
    }
    editor.set_mirror(Some(MirrorForm::V2_13));
    editor.write(&path, &|| true).unwrap();
    let output = dump(&std::fs::read(&path).unwrap());
    assert!(output.status.success(), "XRT refused it: {}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected());
}

/// What the documentation says that XRT insists on: without it, XRT says this.
#[test]
fn xrt_insists_on() {
    let demands = [
        (" name=\"axpy\"", "", "No such node (<xmlattr>.name)"),
        (" mode=\"slave\"", "", "No such node (<xmlattr>.mode)"),
        (" range=\"0x1000\"", "", "No such node (<xmlattr>.range)"),
        (" name=\"a\"", "", "No such node (<xmlattr>.name)"),
        (" addressQualifier=\"0\"", "", "No such node (<xmlattr>.addressQualifier)"),
        (" addressQualifier=\"0\"", " addressQualifier=\"0x0\"", "conversion of data"),
        (" id=\"0\"", "", "No such node (<xmlattr>.id)"),
        (" id=\"3\"", " id=\"4\"", "mismatched argument index"),
        (" size=\"0x4\"", "", "No such node (<xmlattr>.size)"),
        (" offset=\"0x10\"", "", "No such node (<xmlattr>.offset)"),
        (" hostSize=\"0x4\"", "", "No such node (<xmlattr>.hostSize)"),
        (" x=\"1\"", "", "No such node (<xmlattr>.x)"),
        (" name=\"axpy\"", " name=\"ax(py\"", "regular expression"),
        ("core", "region", "No such node (project.platform.device.core)"),
    ];
    let project = String::from_utf8(crate::sample::project().to_bytes().unwrap()).unwrap();
    for (there, instead, message) in demands {
        let broken = project.replace(there, instead);
        assert_ne!(broken, project, "{there} occurs");
        assert_refused(SectionKind::EMBEDDED_METADATA, broken.as_bytes(), message);
        let ours = Project::from_bytes(broken.as_bytes()).and_then(|project| project.to_bytes());
        assert!(ours.is_err(), "we refuse it, too: {there}");
    }
}

#[test]
fn xrt_insists_on_the_banks_of_connections() {
    let connections = vec![Connection { arg_index: 1, ip_layout_index: 0, mem_data_index: 3 }];
    let payload = Connectivity { connections }.to_bytes().unwrap();
    assert_refused(SectionKind::CONNECTIVITY, &payload, "range_check");
}

/// XRT refuses the sample with this payload in place of its own.
fn assert_refused(kind: SectionKind, payload: &[u8], message: &str) {
    let image = Xclbin::from_bytes(crate::sample::bytes()).unwrap();
    let start = Builder::new(image.mode(), image.platform_vbnv(), image.uuid(), image.timestamp());
    let builder = image.sections().fold(start, |builder, section| {
        builder.raw(section.kind, if section.kind == kind { payload } else { section.payload })
    });
    let output = dump(&builder.to_bytes().unwrap());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && stderr.contains(message),
        "expected `{message}`, XRT says `{stderr}`"
    );
}

/// What XRT should say of the sample.
fn expected() -> String {
    let project = crate::sample::project();
    let mut text = format!(
        "platform {}\nfpga {}\nuuid {}\ntarget sw_emu\n",
        crate::sample::PLATFORM,
        project.fpga_device,
        crate::sample::UUID
    );
    for (index, bank) in crate::sample::mem_topology().banks.iter().enumerate() {
        writeln!(
            text,
            "mem {index} {} type {} used {} base {} kib {}",
            bank.tag,
            bank.kind.number(),
            u8::from(bank.used),
            bank.base,
            bank.size_kib
        )
        .unwrap();
    }
    for kernel in &project.kernels {
        write_kernel(&mut text, kernel);
    }
    text
}

fn write_kernel(text: &mut String, kernel: &Kernel) {
    writeln!(text, "kernel {}", kernel.name).unwrap();
    let units: Vec<i32> = (0..)
        .zip(crate::sample::ip_layout().ips)
        .filter(|(_, ip)| ip.name.starts_with(&format!("{}:", kernel.name)))
        .map(|(index, _)| index)
        .collect();
    for arg in &kernel.args {
        write_arg(text, arg, &units);
    }
    for unit in units {
        let ip = &crate::sample::ip_layout().ips[unit as usize];
        let range = kernel.ports[0].range;
        let control = ip.control().unwrap().number();
        writeln!(text, " cu {} base {} range {range} control {control}", ip.name, ip.base.unwrap()).unwrap();
        for arg in &kernel.args {
            text.push(' ');
            write_arg(text, arg, &[unit]);
        }
    }
}

fn write_arg(text: &mut String, arg: &Arg, units: &[i32]) {
    let id = arg.id.unwrap();
    write!(text, " arg {id} {} offset {} size {} port {} banks", arg.name, arg.offset, arg.size, arg.port)
        .unwrap();
    let mut banks: Vec<i32> = crate::sample::connectivity()
        .connections
        .iter()
        .filter(|connection| connection.arg_index as u64 == id && units.contains(&connection.ip_layout_index))
        .map(|connection| connection.mem_data_index)
        .collect();
    banks.sort_unstable();
    banks.dedup();
    for bank in banks {
        write!(text, " {bank}").unwrap();
    }
    writeln!(text, " type {}", arg.ty).unwrap();
}

/// Runs the program that prints what XRT reads.
fn dump(image: &[u8]) -> Output {
    static COMPILED: Once = Once::new();
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("xrt-dump");
    COMPILED.call_once(|| compile(&program));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sample.xclbin");
    write_atomically(&path, image).unwrap();
    run(&[program.as_os_str(), path.as_os_str()])
}

fn compile(program: &Path) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/xrt/dump.cpp");
    let command = ["g++", "-std=c++17", "-I/usr/include/xrt", "-o"].map(OsStr::new);
    let libraries = ["-lxrt_coreutil", "-luuid"].map(OsStr::new);
    let files = [program.as_os_str(), source.as_os_str()];
    let output = run(&[&command[..], &files, &libraries].concat());
    assert!(
        output.status.success(),
        "cannot compile the program that asks XRT; this test needs: apt-get install g++ libxrt-dev\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Runs a command to its end, or kills it after [`TIME_LIMIT`].
fn run(command: &[&OsStr]) -> Output {
    Command::new("timeout").args(["--signal=KILL", TIME_LIMIT]).args(command).output().unwrap()
}
