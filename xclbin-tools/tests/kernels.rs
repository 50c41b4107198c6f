//! Kernels that are added to images: from descriptions, and from libraries.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use xclbin_tools::section::embedded_metadata::{AddressQualifier, Project};
use xclbin_tools::section::{self, Connection, Connectivity, IpKind, IpLayout, MemKind, MemTopology};
use xclbin_tools::{Editor, Mode, Section, SectionKind, Uuid, XclbinFile, verify, write_atomically};

/// A kernel that a device has, with every form of memory.
const DESCRIPTION: &str = r#"{"ps-kernels": {"kernels": [{
    "name": "DPU", "type": "dpu",
    "extended-data": {"functional": "PrePost", "dpu_kernel_id": "0x101", "subtype": "DPU"},
    "arguments": [
        {"name": "in", "memory-connection": "DDR[1]", "address-qualifier": "GLOBAL", "type": "char *", "offset": "0x00"},
        {"name": "out", "memory-connection": "1, 0", "address-qualifier": "GLOBAL", "type": "char *", "offset": "0x08"},
        {"name": "own", "memory-connection": "", "address-qualifier": "GLOBAL", "type": "void*", "offset": "0x10"},
        {"name": "n", "address-qualifier": "SCALAR", "type": "int", "offset": "0x18", "use-id": 0}],
    "instances": [{"name": "one"}, {"name": "two"}]}]}}"#;

/// What it becomes in a project.
const KERNEL: &str = r#"        <kernel name="DPU" language="c" type="dpu">
          <extended-data functional="1" dpu_kernel_id="0x101" subtype="1"/>
          <arg name="in" addressQualifier="1" id="0" size="0x8" offset="0x00" hostOffset="0x0" hostSize="0x8" type="char *"/>
          <arg name="out" addressQualifier="1" id="1" size="0x8" offset="0x08" hostOffset="0x0" hostSize="0x8" type="char *"/>
          <arg name="own" addressQualifier="1" id="2" size="0x8" offset="0x10" hostOffset="0x0" hostSize="0x8" type="void*"/>
          <arg name="n" addressQualifier="0" id="" size="0x8" offset="0x18" hostOffset="0x0" hostSize="0x8" type="int"/>
          <instance name="one"/>
          <instance name="two"/>
        </kernel>
"#;

/// A kernel for a processor, as it comes.
const PROGRAM: &str = r"
    typedef struct { int any; } xrtHandles;
    typedef void *xclDeviceHandle;
    xrtHandles *mix_init(xclDeviceHandle device, const unsigned char *uuid) { return 0; }
    int mix_fini(xrtHandles *handles) { return 0; }
    static int hidden(int a) { return a; }
    int mix(float *in, const double by, unsigned char n, const char *name, xrtHandles *handles)
    { return hidden(n); }";

/// A folder with an image, `a.xclbin`.
fn folder(image: &[u8]) -> (TempDir, Editor) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xclbin");
    write_atomically(&path, image).unwrap();
    (folder, Editor::of(XclbinFile::open(&path).unwrap()).unwrap())
}

fn empty() -> (TempDir, Editor) {
    (tempfile::tempdir().unwrap(), Editor::new(Mode::Flat, "platform", Uuid::nil(), 1).unwrap())
}

fn file(folder: &TempDir, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    path
}

fn parsed<S: Section>(editor: &Editor) -> S {
    S::from_bytes(&editor.payload(editor.position(S::KIND).unwrap()).unwrap()).unwrap()
}

fn project_text(editor: &Editor) -> String {
    let position = editor.position(SectionKind::EMBEDDED_METADATA).unwrap();
    String::from_utf8(editor.payload(position).unwrap()).unwrap()
}

/// Compiles a library with debugging information.
fn library(folder: &TempDir, source: &str, flags: &[&str]) -> PathBuf {
    let source = file(folder, "program.cpp", source);
    let library = folder.path().join("program.so");
    let mut command = Command::new("c++");
    command.args(["-shared", "-fPIC", "-w", "-o"]).arg(&library).args(flags).arg(source);
    assert!(command.status().expect("this needs: apt-get install g++").success());
    library
}

fn in_c(source: &str) -> String {
    format!("extern \"C\" {{ {source} }}")
}

/// Nothing is wrong with the image that an editor writes.
fn check(folder: &TempDir, editor: &Editor) {
    let path = folder.path().join("written.xclbin");
    editor.write(&path, &|| true).unwrap();
    assert_eq!(verify(&XclbinFile::open(&path).unwrap()).unwrap(), []);
}

#[test]
fn a_described_kernel_joins_others() {
    let (folder, mut editor) = folder(&crate::sample::bytes());
    let before = (project_text(&editor), crate::sample::ip_layout(), crate::sample::mem_topology());
    editor.add_kernels(&file(&folder, "k.json", DESCRIPTION)).unwrap();

    // Not a byte of the project changes but for the kernel.
    assert_eq!(project_text(&editor).replacen(KERNEL, "", 1), before.0);
    let project: Project = parsed(&editor);
    assert_eq!(project.kernels.last().unwrap().args[3].address_qualifier, AddressQualifier::Scalar);

    let ips = parsed::<IpLayout>(&editor).ips;
    assert_eq!(ips[..before.1.ips.len()], before.1.ips);
    let [one, two] = &ips[before.1.ips.len()..] else { panic!("two units were added: {ips:?}") };
    assert_eq!((one.name.as_str(), two.name.as_str()), ("DPU:one", "DPU:two"));
    assert_eq!((one.kind, one.base, one.dpu_kernel_id()), (IpKind::PsKernel, None, Some(0x101)));
    assert_eq!(one.properties, 0x0101_0011);

    let banks = parsed::<MemTopology>(&editor).banks;
    let own = banks.last().unwrap();
    assert_eq!((own.kind, own.used, own.tag.as_str()), (MemKind::PsKernel, true, "MEM_PS_KERNEL"));
    assert_eq!(banks.len(), before.2.banks.len() + 1, "units share the memory of programs");
    assert!(banks[0].used && banks[1].used);

    let new = parsed::<Connectivity>(&editor).connections;
    let new = &new[crate::sample::connectivity().connections.len()..];
    let at = i32::try_from(before.1.ips.len()).unwrap();
    let tagged = banks.iter().position(|bank| bank.tag == "DDR[1]").unwrap() as i32;
    let last = banks.len() as i32 - 1;
    let expected = [at, at + 1].into_iter().flat_map(|ip_layout_index| {
        [(0, tagged), (1, 1), (1, 0), (2, last)].map(|(arg_index, mem_data_index)| Connection {
            arg_index,
            ip_layout_index,
            mem_data_index,
        })
    });
    assert_eq!(new, expected.collect::<Vec<_>>());
    check(&folder, &editor);
}

#[test]
fn a_described_kernel_is_the_first_one() {
    let (folder, mut editor) = empty();
    let memory = crate::sample::mem_topology().to_bytes().unwrap();
    editor.add(MemTopology::KIND, "", xclbin_tools::Content::Bytes(memory)).unwrap();
    editor.add_kernels(&file(&folder, "k.json", DESCRIPTION)).unwrap();
    let text = project_text(&editor);
    assert!(text.contains(&format!("\n      <core>\n{KERNEL}      </core>\n")), "{text}");
    let kinds: Vec<SectionKind> = editor.sections().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, [MemTopology::KIND, Project::KIND, IpLayout::KIND, Connectivity::KIND]);
    assert_eq!(parsed::<Project>(&editor).target, None);
    check(&folder, &editor);
}

/// Wherever the kernels of a project are, and however it is written.
#[test]
fn places_in_a_project() {
    let within = |core: &str| {
        format!(
            "<project><!-- <core> --><platform a='/>'><device>{core}</device></platform></project>\n<!-- end -->\n"
        )
    };
    let line = r#"<kernel name="k" language="c" type="dpu"/>"#;
    let added = format!("        {line}");
    let cases = [
        ("<core/>", format!("<core>\n{added}\n      </core>")),
        ("<core name='/' />", format!("<core name='/'>\n{added}\n      </core>")),
        ("<core></core>", format!("<core>\n{added}\n      </core>")),
        (
            "<core>\n\t<kernel name='a'/>\n\t</core>",
            format!("<core>\n\t<kernel name='a'/>\n{added}\n\t</core>"),
        ),
        ("<core>text</core><core/>", format!("<core>text\n{added}\n      </core><core/>")),
    ];
    let description = r#"{"ps-kernels": {"kernels": [{"name": "k"}]}}"#;
    for (before, after) in cases {
        let (folder, mut editor) = empty();
        let content = xclbin_tools::Content::Bytes(within(before).into_bytes());
        editor.add(Project::KIND, "", content).unwrap();
        editor.add_kernels(&file(&folder, "k.json", description)).unwrap();
        assert_eq!(project_text(&editor), within(&after));
    }
}

#[test]
fn descriptions_that_are_wrong() {
    let (folder, mut editor) = folder(&crate::sample::bytes());
    let sections = editor.sections().len();
    let mut refused = |description: &str, problem: &str| {
        let error = editor.add_kernels(&file(&folder, "k.json", description)).unwrap_err().to_string();
        assert!(error.contains(problem), "`{problem}` is not in: {error}");
    };
    let changed = |from: &str, to: &str| {
        assert!(DESCRIPTION.contains(from), "{from}");
        DESCRIPTION.replacen(from, to, 1)
    };
    refused("{", "k.json: expected `\"`");
    refused("{}", "`ps-kernels` is missing");
    refused(r#"{"ps-kernels": {"kernels": []}}"#, "`kernels` is empty");
    for (from, to, problem) in [
        ("\"DPU\", \"type\"", "\"\", \"type\"", "kernels[0] ``: `name` is empty"),
        ("\"DPU\", \"type\"", "\"axpy\", \"type\"", "there is a kernel `axpy` already"),
        ("\"two\"", "\"one\"", "there is a unit `DPU:one` already"),
        ("\"two\"", "\"\"", "instances[1]: `name` is empty"),
        ("\"DPU\"}", "\"CPU\"}", "`m_subtype`: `CPU` is neither a number nor one of PS, DPU"),
        ("0x101", "0x1000", "`m_kernel_id`: 4096 is more than 4095"),
        ("DDR[1]", "DDR[9]", "argument `in`: there is no memory bank `DDR[9]`; there are: "),
        ("1, 0", "0,9", "argument `out`: there is no memory bank 9, only "),
        ("GLOBAL", "LOCALE", "arguments[0]: `address-qualifier`: `LOCALE` is none of SCALAR, GLOBAL, "),
        ("\"int\"", "\"double\"", "arguments[3]: `type`: `double` is neither a pointer nor one of char, "),
        ("\"type\": \"int\", ", "", "arguments[3]: `type` is missing"),
        ("0x18", "", "arguments[3]: `offset` is empty"),
        ("0x18", "0x!8", "kernel `DPU`: arg `n`: attribute `offset`: `0x!8` is not a number"),
        ("\"subtype\"", "\"sub type\"", "section EMBEDDED_METADATA: "),
        ("\"one\"", "\"a\\u0001\"", "XML cannot hold the character"),
    ] {
        refused(&changed(from, to), problem);
    }
    assert_eq!(editor.sections().len(), sections, "what is refused changes nothing");
    assert_eq!(parsed::<IpLayout>(&editor), crate::sample::ip_layout());
}

#[test]
fn a_library_is_a_kernel() {
    let (folder, mut editor) = folder(&crate::sample::bytes());
    let library = library(&folder, &in_c(PROGRAM), &["-g"]);
    assert_eq!(editor.add_ps_kernel(&library, 2, &[]).unwrap(), "mix");
    let text = project_text(&editor);
    for line in [
        r#"<kernel name="mix" language="c" type="ps">"#,
        r#"<arg name="in" addressQualifier="1" id="0" size="0x10" offset="0x0" hostOffset="0x0" hostSize="0x10" type="float*"/>"#,
        r#"<arg name="by" addressQualifier="0" id="1" size="0x8" offset="0x10" hostOffset="0x0" hostSize="0x8" type="const double"/>"#,
        r#"<arg name="n" addressQualifier="0" id="2" size="0x1" offset="0x18" hostOffset="0x0" hostSize="0x1" type="unsigned char"/>"#,
        r#"<arg name="name" addressQualifier="1" id="3" size="0x10" offset="0x19" hostOffset="0x0" hostSize="0x10" type="const char*"/>"#,
        r#"<arg name="handles" addressQualifier="1" id="" size="0x10" offset="0x29" hostOffset="0x0" hostSize="0x10" type="xrtHandles*"/>"#,
        r#"<instance name="mix_1"/>"#,
    ] {
        assert!(text.contains(line), "{line} is not in:\n{text}");
    }
    let soft = editor.payload(editor.position(SectionKind::SOFT_KERNEL).unwrap()).unwrap();
    let part = |name| section::part(SectionKind::SOFT_KERNEL, &soft, name).unwrap();
    assert_eq!(part("OBJ"), fs::read(&library).unwrap());
    let metadata = String::from_utf8(part("METADATA")).unwrap();
    for line in ["\"mpo_name\": \"mix\"", "\"mpo_symbol_name\": \"mix\"", "\"m_num_instances\": \"2\""] {
        assert!(metadata.contains(line), "{metadata}");
    }
    let connections = parsed::<Connectivity>(&editor).connections.len();
    assert_eq!(connections, crate::sample::connectivity().connections.len() + 4, "two buffers of two units");
    check(&folder, &editor);

    let again = editor.add_ps_kernel(&library, 1, &[]).unwrap_err().to_string();
    assert!(again.ends_with("section SOFT_KERNEL[mix] is there already"), "{again}");
}

#[test]
fn a_library_reaches_banks() {
    let (folder, mut editor) = folder(&crate::sample::bytes());
    let library = library(&folder, &in_c(PROGRAM), &["-g"]);
    let banks = crate::sample::mem_topology().banks.len();
    let refused = editor.add_ps_kernel(&library, 1, &[banks]).unwrap_err().to_string();
    assert!(refused.contains(&format!("argument `in`: there is no memory bank {banks}")), "{refused}");
    editor.add_ps_kernel(&library, 1, &[1, 0]).unwrap();
    let connections = parsed::<Connectivity>(&editor).connections;
    let new = &connections[crate::sample::connectivity().connections.len()..];
    let banks: Vec<(i32, i32)> = new.iter().map(|new| (new.arg_index, new.mem_data_index)).collect();
    assert_eq!(banks, [(0, 1), (0, 0), (3, 1), (3, 0)]);
    assert_eq!(parsed::<MemTopology>(&editor).banks.len(), crate::sample::mem_topology().banks.len());
}

#[test]
fn libraries_that_are_wrong() {
    let refused = |library: &Path, instances, problem: &str| {
        let error = empty().1.add_ps_kernel(library, instances, &[]).unwrap_err().to_string();
        assert!(error.contains(problem), "`{problem}` is not in: {error}");
    };
    let (at, _) = empty();
    let text = file(&at, "text", "no library");
    refused(&text, 1, "text: it is no shared library (ELF): ");
    let good = library(&at, &in_c(PROGRAM), &["-g"]);
    refused(&good, 0, "a kernel needs at least one instance");
    refused(&good, 129, "`m_num_instances`: 129 is more than 128");
    let cut = fs::read(&good).unwrap();
    refused(&file(&at, "cut", &cut[..cut.len() / 2]), 1, "cut: ");

    let without = library(&at, &in_c(PROGRAM), &[]);
    refused(&without, 1, "no function of which debugging information (`-g`) tells");
    let compiled = |source: &str, problem: &str| refused(&library(&at, source, &["-g"]), 1, problem);
    let handles = "struct xrtHandles;";
    compiled(
        &format!("{handles} int k(xrtHandles *h) {{ return 0; }}"),
        "has a name of C++; declare it `extern",
    );
    for (source, problem) in [
        ("int k(int a) { return 0; }", "the last argument of `k(int a)` is no `xrtHandles*`"),
        ("int k() { return 0; }", "the last argument of `k()` is no `xrtHandles*`"),
        (
            "int k(xrtHandles *h) { return 0; } int l(xrtHandles *h) { return 0; }",
            "a library has one kernel, and this one exports the functions k, l",
        ),
        (
            "int k(xrtHandles *h) { return 0; } int l_fini(xrtHandles *h) { return 0; }",
            "the function `l_fini` is not called `k_fini`",
        ),
        (
            "int k(xrtHandles *h) { return 0; } int k_fini(int h) { return 0; }",
            "`k_fini(int h)` is not `k_fini(xrtHandles*)`",
        ),
        (
            "struct S { int a; }; int k(S s, xrtHandles *h) { return 0; }",
            "argument `s` of `k`: values of type `S` are not passed",
        ),
        (
            "enum E { one }; int k(E e, xrtHandles *h) { return 0; }",
            "function `k`: arguments are numbers and pointers to numbers and classes, not DW_TAG_enumeration_type",
        ),
        (
            "int a_name_that_is_too_long(xrtHandles *h) { return 0; }",
            "`mpo_symbol_name`: `a_name_that_is_too_long` is too long",
        ),
    ] {
        compiled(&in_c(&format!("{handles} {source}")), problem);
    }
}
