//! Images from their mirrors, of every form.

use std::fs;
use std::path::{Path, PathBuf};

use xclbin_tools::section::IpLayout;
use xclbin_tools::{Content, Editor, MirrorForm, SectionKind, Uuid, XclbinFile, verify, write_atomically};

/// An image with a section of every kind and a mirror of a form.
fn mirrored(folder: &Path, form: MirrorForm) -> PathBuf {
    let path = folder.join("old.xclbin");
    write_atomically(&path, &crate::sample::every_kind::every_kind()).unwrap();
    let mut editor = Editor::of(XclbinFile::open(&path).unwrap()).unwrap();
    editor.set_mirror(Some(form));
    editor.set_interface_uuid(Uuid::from_u128(7));
    editor.set_feature_rom_timestamp(9);
    editor.write(&path, &|| true).unwrap();
    path
}

/// What a migrated image is, as a file.
fn migrate(path: &Path) -> XclbinFile {
    let new = path.with_file_name("new.xclbin");
    Editor::migrated(path).unwrap().write(&new, &|| true).unwrap();
    let file = XclbinFile::open(&new).unwrap();
    assert_eq!(verify(&file).unwrap(), []);
    file
}

fn message(path: &Path) -> String {
    Editor::migrated(path).unwrap_err().to_string()
}

/// The file with one text in place of another of the same length, everywhere behind the start of its mirror.
fn with_mirror(path: &Path, from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut bytes = fs::read(path).unwrap();
    let start = bytes.windows(24).rposition(|bytes| bytes == b"XCLBIN_MIRROR_DATA_START").unwrap();
    let found = bytes[start..].windows(from.len()).position(|bytes| bytes == from.as_bytes());
    let at = start + found.unwrap_or_else(|| panic!("the mirror has no {from}"));
    bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
    bytes
}

#[test]
fn every_form_becomes_the_newest() {
    let folder = tempfile::tempdir().unwrap();
    for form in [MirrorForm::V2_13, MirrorForm::V2_25] {
        let path = mirrored(folder.path(), form);
        let (old, new) = (XclbinFile::open(&path).unwrap(), migrate(&path));
        let facts = |file: &XclbinFile| {
            let layout = file.layout().clone();
            let uuids = (layout.uuid(), layout.interface_uuid());
            (uuids, layout.mode(), layout.platform_vbnv().to_owned(), layout.timestamp(), layout.version())
        };
        assert_eq!(facts(&new), facts(&old));
        let header = |file: &XclbinFile| fs::read(file.path()).unwrap()[..304].to_vec();
        assert_eq!(header(&new), header(&old), "key block and number of the image stay");
        let payloads = |file: &XclbinFile| -> Vec<_> {
            let entries = file.layout().sections().iter();
            entries
                .map(|entry| (entry.kind(), entry.name().to_owned(), file.payload(entry).unwrap()))
                .collect()
        };
        assert_eq!(payloads(&new), payloads(&old), "what the mirror says of them is what they say");
        let text = fs::read(new.path()).unwrap();
        let text = String::from_utf8_lossy(&text);
        assert!(text.contains("\"InterfaceUUID\":\"00000000000000000000000000000007\""));
        assert!(text.contains("\"Version\":\"2.13.466\"") && !text.contains("FeatureRomUUID"));
        assert_eq!(payloads(&migrate(new.path())), payloads(&old), "it can be done again");
    }
}

/// Neither header nor table of sections is looked at.
#[test]
fn a_damaged_header_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = mirrored(folder.path(), MirrorForm::V2_13);
    let sections = XclbinFile::open(&path).unwrap().layout().sections().len();
    let whole = fs::read(migrate(&path).path()).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    bytes[..456 + 40 * sections].fill(0xA5);
    fs::write(&path, bytes).unwrap();
    assert!(XclbinFile::open(&path).is_err());
    assert_eq!(fs::read(migrate(&path).path()).unwrap(), whole);
}

/// A payload of which the mirror says something else is made of the mirror.
#[test]
fn the_mirror_counts() {
    let folder = tempfile::tempdir().unwrap();
    let path = mirrored(folder.path(), MirrorForm::V2_13);
    fs::write(&path, with_mirror(&path, "axpy:axpy_1", "axpy:axpy_9")).unwrap();
    let layout: IpLayout = migrate(&path).parse().unwrap().unwrap();
    assert_eq!(layout.ips[0].name, "axpy:axpy_9");
}

#[test]
fn mirrors_that_are_missing_or_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.xclbin");
    fs::write(&path, crate::sample::bytes()).unwrap();
    assert!(message(&path).ends_with("it has no mirror of its metadata; before 2018.3 there was none"));
    let path = mirrored(folder.path(), MirrorForm::V2_13);
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    assert!(message(&path).ends_with("the end of its mirror is missing"));
    fs::write(&path, &whole).unwrap();
    for (from, to, problem) in [
        ("{\"schema", "[\"schema", "the mirror: expected `,` (line 1, "),
        ("\"Mode\":\"5\"", "\"Mode\":\"9\"", "the mirror: `Mode`: 9 is none of"),
        ("\"Mode\"", "\"Node\"", "the mirror: `Mode` is missing"),
        ("2.13.466", "2.13.46x", "the mirror: `Version`: `2.13.46x` is not one"),
        ("\"KeyBlock\":\"ff", "\"KeyBlock\":\"fx", "the mirror: `KeyBlock` is not 256 bytes in hexadecimal"),
        ("\"Kind\":\"0\"", "\"Kind\":\"x\"", "the mirror: `Kind`: `x` is no number"),
        ("\"Offset\":\"0x", "\"Offset\":\"9x", "the mirror: `Offset`: `9x"),
        ("\"m_count\":\"", "\"n_count\":\"", "`m_count` is missing"),
    ] {
        fs::write(&path, with_mirror(&path, from, to)).unwrap();
        let message = message(&path);
        assert!(message.contains(problem), "`{problem}` is not in: {message}");
        fs::write(&path, &whole).unwrap();
    }
}

/// A mirror that says of many sections that they are the whole file would fill the disk.
#[test]
fn sections_that_overlap_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xclbin");
    write_atomically(&path, &crate::sample::bytes()).unwrap();
    let mut editor = Editor::of(XclbinFile::open(&path).unwrap()).unwrap();
    editor.add(SectionKind::PDI, "one", Content::Bytes(vec![1; 4096])).unwrap();
    editor.add(SectionKind::PDI, "two", Content::Bytes(vec![2; 4096])).unwrap();
    editor.set_mirror(Some(MirrorForm::V2_13));
    editor.write(&path, &|| true).unwrap();
    let file = XclbinFile::open(&path).unwrap();
    let offsets: Vec<String> =
        file.layout().sections().iter().map(|entry| format!("{:#x}", entry.range().start)).collect();
    let [.., one, two] = &offsets[..] else { panic!("there are two more") };
    fs::write(&path, with_mirror(&path, two, one)).unwrap();
    assert!(message(&path).contains("it overlaps section"), "{}", message(&path));
    fs::write(&path, with_mirror(&path, "\"Size\":\"0x1000\"", "\"Size\":\"0xffff\"")).unwrap();
    assert!(!message(&path).is_empty());
}
