//! Sections from and to files of their own, and the checks of whole files.

use std::fs;
use std::path::{Path, PathBuf};

use xclbin_tools::section::{Connection, Connectivity, Format};
use xclbin_tools::{
    Builder, Editor, MirrorForm, Mode, Section, SectionKind, SectionPlace, XclbinFile, verify,
    write_atomically,
};

fn place(text: &str) -> SectionPlace {
    text.parse().unwrap()
}

fn file(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, bytes).unwrap();
    path
}

fn edit(folder: &Path, bytes: &[u8]) -> Editor {
    let path = folder.join("a.xclbin");
    write_atomically(&path, bytes).unwrap();
    Editor::of(XclbinFile::open(&path).unwrap()).unwrap()
}

#[test]
fn places() {
    let full = place("SOFT_KERNEL[a-b]-METADATA");
    assert_eq!(
        (full.kind, full.index.as_str(), full.part.as_deref()),
        (SectionKind::SOFT_KERNEL, "a-b", Some("METADATA"))
    );
    assert_eq!((full.to_string().as_str(), full.format()), ("SOFT_KERNEL[a-b]-METADATA", Format::Json));
    assert_eq!(place("SOFT_KERNEL[k]-OBJ").format(), Format::Raw);
    assert_eq!((place("MEM_TOPOLOGY").format(), place("BITSTREAM").format()), (Format::Json, Format::Raw));
    for (text, message) in [
        ("bitstream", "there is no section kind `bitstream`"),
        ("BITSTREAM[x]", "there is only one BITSTREAM, so no `[x]`"),
        ("SOFT_KERNEL[x", "`SOFT_KERNEL[x` has no `]`"),
        ("SOFT_KERNEL[x]y", "`y` follows the section's name in `SOFT_KERNEL[x]y`"),
        ("SOFT_KERNEL-OBJ", "say which SOFT_KERNEL is meant: `SOFT_KERNEL[name]`"),
    ] {
        assert_eq!(text.parse::<SectionPlace>().unwrap_err().to_string(), message);
    }
}

#[test]
fn sections_go_to_files_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut editor = edit(folder, &crate::sample::bytes());
    for (name, formats) in [
        ("MEM_TOPOLOGY", &[Format::Json, Format::Raw][..]),
        ("BITSTREAM", &[Format::Raw]),
        ("IP_LAYOUT", &[Format::Json]),
    ] {
        for format in formats {
            let path = folder.join("dumped");
            let before = editor.payload(editor.existing(&place(name)).unwrap()).unwrap();
            editor.dump_file(&place(name), *format, &path, &|| true).unwrap();
            editor.replace_file(&place(name), *format, &path).unwrap();
            assert_eq!(editor.payload(editor.existing(&place(name)).unwrap()).unwrap(), before, "{name}");
        }
    }
    let page = folder.join("page.html");
    editor.dump_file(&place("MEM_TOPOLOGY"), Format::Html, &page, &|| true).unwrap();
    assert!(fs::read_to_string(page).unwrap().contains("<h1>Section: MEM_TOPOLOGY (6)</h1>"));
}

#[test]
fn parts_and_documents() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut editor = edit(folder, &crate::sample::bytes());
    let object = file(folder, "object.so", b"image");
    let metadata = file(folder, "m.json", r#"{"soft_kernel_metadata": {"mpo_version": "2"}}"#);
    editor.add_file(&place("SOFT_KERNEL[one]-OBJ"), Format::Raw, &object).unwrap();
    editor.add_file(&place("SOFT_KERNEL[two]-OBJ"), Format::Raw, &object).unwrap();
    editor.add_file(&place("SOFT_KERNEL[two]-METADATA"), Format::Json, &metadata).unwrap();
    let dumped = folder.join("dumped");
    editor.dump_file(&place("SOFT_KERNEL[two]-METADATA"), Format::Json, &dumped, &|| true).unwrap();
    let text = fs::read_to_string(&dumped).unwrap();
    assert!(text.contains("\"mpo_name\": \"two\"") && text.contains("\"mpo_version\": \"2\""), "{text}");
    assert_eq!(editor.sections().last(), Some((SectionKind::SOFT_KERNEL, "object")));
    editor.add_file(&place("VENDER_METADATA[v]"), Format::Raw, &object).unwrap();
    editor.dump_file(&place("VENDER_METADATA[v]"), Format::Raw, &dumped, &|| true).unwrap();
    assert_eq!(fs::read(&dumped).unwrap(), b"image");

    let json =
        r#"{"schema_version": {"major": 1}, "debug_ip_layout": {"m_count": 0, "m_debug_ip_data": []}}"#;
    let document = file(folder, "sections.json", json);
    assert_eq!(editor.add_document(&document).unwrap(), [SectionKind::DEBUG_IP_LAYOUT]);
    let message = |editor: &mut Editor| editor.add_document(&document).unwrap_err().to_string();
    assert_eq!(message(&mut editor), "section DEBUG_IP_LAYOUT is there already; replace it");
    file(folder, "sections.json", r#"{"other": 1}"#);
    assert_eq!(message(&mut editor), format!("{}: `other` is no section's", document.display()));
    file(folder, "sections.json", "{");
    assert!(message(&mut editor).ends_with("(line 1, column 2 of the JSON)"));
}

#[test]
fn what_does_not_go_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut editor = edit(folder, &crate::sample::bytes());
    let some = file(folder, "some", b"x");
    let mut add = |name: &str, format| editor.add_file(&place(name), format, &some).unwrap_err().to_string();
    assert_eq!(add("BITSTREAM", Format::Raw), "section BITSTREAM is there already; replace it");
    assert_eq!(add("PDI", Format::Json), "section PDI can only be added as RAW");
    assert_eq!(add("BMC", Format::Raw), "section BMC can only be added in parts");
    assert_eq!(add("MCS-PRIMARY", Format::Json), "section MCS-PRIMARY can only be added as RAW");
    assert!(
        add("AIE_METADATA", Format::Json).contains("some: expected a value (line 1, column 1 of the JSON)")
    );
    let out = folder.join("out");
    let dump =
        |name: &str, format| editor.dump_file(&place(name), format, &out, &|| true).unwrap_err().to_string();
    assert_eq!(dump("PDI", Format::Raw), "there is no section PDI");
    assert_eq!(dump("BITSTREAM", Format::Json), "section BITSTREAM cannot be dumped as JSON");
    assert!(!out.exists());
}

/// A document and the files that it names are there all, or none is.
#[test]
fn dumps_of_several_files_are_whole() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let editor = edit(folder, &crate::sample::every_kind::every_kind());
    let listed = || {
        let names =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| name != "a.xclbin" && name != "d").collect();
        names.sort();
        names
    };
    let dump = |path: &Path, goes_on: &dyn Fn() -> bool| {
        editor.dump_file(&place("AIE_PARTITION"), Format::Json, path, goes_on)
    };
    let in_the_way = folder.join("d");
    fs::create_dir(&in_the_way).unwrap();
    dump(&in_the_way, &|| true).unwrap_err();
    assert_eq!(listed(), [""; 0], "the document cannot be there, so nothing is");
    let asked = std::cell::Cell::new(0);
    let once = || asked.replace(asked.get() + 1) == 0;
    assert_eq!(dump(&folder.join("p.json"), &once).unwrap_err().to_string(), "interrupted");
    assert_eq!(listed(), [""; 0]);
    dump(&folder.join("p.json"), &|| true).unwrap();
    let all = listed();
    assert_eq!((all.len(), all[1].as_str()), (2, "p.json"), "{all:?}");
    // What was there before stays.
    dump(&in_the_way, &|| true).unwrap_err();
    assert_eq!(listed(), all);
}

#[test]
fn verify_finds_nothing_in_sound_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = edit(folder.path(), &crate::sample::bytes());
    let out = folder.path().join("out");
    for form in [None, Some(MirrorForm::V2_13), Some(MirrorForm::V2_25)] {
        editor.set_mirror(form);
        editor.write(&out, &|| true).unwrap();
        assert_eq!(verify(&XclbinFile::open(&out).unwrap()).unwrap(), []);
    }
}

#[test]
fn verify_finds_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xclbin");
    let findings = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let findings = verify(&XclbinFile::open(&path).unwrap()).unwrap();
        findings.into_iter().map(|finding| finding.problem).collect::<Vec<_>>()
    };
    let one = |arg_index, ip_layout_index, mem_data_index| {
        let mut payload = vec![1, 0, 0, 0];
        payload.extend([arg_index, ip_layout_index, mem_data_index].map(i32::to_le_bytes).concat());
        let builder = Builder::new(Mode::Flat, "p", crate::sample::UUID, 7)
            .section(&crate::sample::mem_topology())
            .and_then(|builder| builder.section(&crate::sample::ip_layout()))
            .unwrap();
        builder.raw(SectionKind::CONNECTIVITY, payload).to_bytes().unwrap()
    };
    assert_eq!(findings(&one(0, -1, 2)), [""; 0]);
    assert_eq!(
        findings(&one(-1, 3, 3)),
        [
            "section CONNECTIVITY: entry 0, arg_index: there are no arguments -1",
            "section CONNECTIVITY: entry 0, m_ip_layout_index: there are no IP 3",
            "section CONNECTIVITY: entry 0, mem_data_index: there are no banks 3",
        ]
    );
    let twice = crate::sample::image().raw(SectionKind::BITSTREAM, *b"x").to_bytes().unwrap();
    assert_eq!(findings(&twice), ["section BITSTREAM: there is an earlier one"]);
    let damaged = crate::sample::image().raw(SectionKind::SMARTNIC, *b"\xff").to_bytes().unwrap();
    assert!(findings(&damaged)[0].starts_with("section SMARTNIC: "));

    let mut editor = edit(folder.path(), &crate::sample::bytes());
    editor.set_mirror(Some(MirrorForm::V2_13));
    editor.write(&path, &|| true).unwrap();
    let bytes = fs::read(&path).unwrap();
    let mut other = bytes.clone();
    other[416] ^= 1;
    assert!(findings(&other)[0].starts_with("mirror: its `XclBinUUID` is not 00020304"));
    let text = String::from_utf8_lossy(&bytes).replace(r#""Kind":"6""#, r#""Kind":"9""#);
    let start = bytes.windows(24).position(|window| window == b"XCLBIN_MIRROR_DATA_START").unwrap();
    let mirror = &text[text.find("XCLBIN_MIRROR_DATA_START").unwrap()..];
    let other = [&bytes[..start], mirror.as_bytes()].concat();
    assert_eq!(findings(&other), ["mirror: what it says of section 2 (MEM_TOPOLOGY) is not so"]);
    let mut cut = bytes[..bytes.len() - 1].to_vec();
    let length = (cut.len() as u64).to_le_bytes();
    cut[304..312].copy_from_slice(&length);
    assert_eq!(findings(&cut), ["mirror: its end is missing"]);
    let connectivity = Connectivity {
        connections: vec![Connection { arg_index: 0, ip_layout_index: 0, mem_data_index: 0 }],
    };
    let alone = Builder::new(Mode::Flat, "p", crate::sample::UUID, 7)
        .raw(SectionKind::GROUP_CONNECTIVITY, connectivity.to_bytes().unwrap());
    assert_eq!(
        findings(&alone.to_bytes().unwrap()),
        ["section GROUP_CONNECTIVITY: entry 0, mem_data_index: there are no banks 0"]
    );
}
