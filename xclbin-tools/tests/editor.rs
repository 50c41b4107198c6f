//! Changing images: what stays is copied byte for byte, what is new is where the format wants it.

use std::fs;
use std::path::{Path, PathBuf};

use xclbin_tools::section::{Connection, Connectivity, KeyValues, MemBank, MemKind, MemTopology};
use xclbin_tools::{
    Builder, Content, Editor, Lost, MirrorForm, Mode, Section, SectionKind, Tree, Uuid, Xclbin, XclbinFile,
    group_banks, write_atomically,
};

const OTHER: Uuid = Uuid::from_u128(7);

/// The whole file `a.xclbin` of a folder.
fn placed(folder: &Path, bytes: &[u8]) -> PathBuf {
    let path = folder.join("a.xclbin");
    write_atomically(&path, bytes).unwrap();
    path
}

fn edit(path: &Path) -> Editor {
    Editor::of(XclbinFile::open(path).unwrap()).unwrap()
}

/// The file that an editor writes.
fn written(editor: &Editor, folder: &Path) -> Vec<u8> {
    let path = folder.join("out.xclbin");
    editor.write(&path, &|| true).unwrap();
    fs::read(path).unwrap()
}

/// The sample with a mirror.
fn mirrored(folder: &Path, form: MirrorForm) -> Vec<u8> {
    let mut editor = edit(&placed(folder, &crate::sample::bytes()));
    editor.set_mirror(Some(form));
    written(&editor, folder)
}

/// Sections that are not in the order of the table, gaps, padding that is not zero, something unknown at the end.
fn odd() -> Vec<u8> {
    let mut bytes = Builder::new(Mode::Flat, "p", crate::sample::UUID, 7)
        .raw(SectionKind::PDI, *b"first")
        .raw(SectionKind::OVERLAY, *b"second")
        .to_bytes()
        .unwrap();
    let (second, first) = (600_u64, 700_u64);
    bytes.resize(620, 0x5A);
    bytes[600..606].copy_from_slice(b"second");
    bytes.resize(720, 0xA5);
    bytes[700..705].copy_from_slice(b"first");
    bytes[456 + 24..456 + 32].copy_from_slice(&first.to_le_bytes());
    bytes[496 + 24..496 + 32].copy_from_slice(&second.to_le_bytes());
    bytes[304..312].copy_from_slice(&720_u64.to_le_bytes());
    bytes
}

#[test]
fn what_is_not_changed_keeps_every_byte() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut signed = [&crate::sample::bytes()[..], b"signature", b"a user's signature"].concat();
    let length = crate::sample::bytes().len() as u64 + 9;
    signed[8..12].copy_from_slice(&9_i32.to_le_bytes());
    signed[304..312].copy_from_slice(&length.to_le_bytes());
    let empty = Builder::new(Mode::Flat, "p", crate::sample::UUID, 7).to_bytes().unwrap();
    let (old, new) = (mirrored(folder, MirrorForm::V2_13), mirrored(folder, MirrorForm::V2_25));
    for bytes in [crate::sample::bytes(), odd(), signed, empty, old, new] {
        let editor = edit(&placed(folder, &bytes));
        assert_eq!(editor.lost().unwrap(), []);
        assert_eq!(written(&editor, folder), bytes);
    }
}

/// Header and mirror are written anew for another identity. To give it back must give the file of before.
#[test]
fn another_identity_changes_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for bytes in [
        crate::sample::bytes(),
        odd(),
        mirrored(folder, MirrorForm::V2_13),
        mirrored(folder, MirrorForm::V2_25),
    ] {
        let mut editor = edit(&placed(folder, &bytes));
        editor.set_uuid(OTHER);
        let other = written(&editor, folder);
        assert_eq!(other.len(), bytes.len());
        assert_eq!(other[416..432], *OTHER.as_bytes());
        let equal = other.iter().zip(&bytes).filter(|(a, b)| a == b).count();
        assert!(equal + 16 + 32 >= bytes.len(), "header and mirror have the identity");
        let mut editor = edit(&placed(folder, &other));
        editor.set_uuid(crate::sample::UUID);
        assert_eq!(written(&editor, folder), bytes);
    }
    let mut editor = edit(&placed(folder, &[&crate::sample::bytes()[..], b"a user's signature"].concat()));
    editor.renew_uuid();
    assert_eq!(editor.lost().unwrap(), [Lost::Bytes { size: 18, behind: "end" }]);
    assert_eq!(written(&editor, folder).len(), crate::sample::bytes().len());
}

#[test]
fn sections_are_added_replaced_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let large: Vec<u8> = (0..3_000_003_u32).map(|index| (index % 251) as u8).collect();
    let file = folder.join("pdi");
    fs::write(&file, &large).unwrap();
    let mut editor = edit(&placed(folder, &crate::sample::bytes()));
    editor.add(SectionKind::PDI, "a name of more than 15", Content::File(&file)).unwrap();
    let position = editor.position(SectionKind::BITSTREAM).unwrap();
    editor.replace(position, "", Content::Bytes(b"new".to_vec())).unwrap();
    editor.remove(editor.position(SectionKind::CONNECTIVITY).unwrap());
    assert_eq!(editor.payload(editor.position(SectionKind::PDI).unwrap()).unwrap(), large);

    let sections = crate::sample::image();
    let read = Xclbin::from_bytes(written(&editor, folder)).unwrap();
    let start =
        Builder::new(Mode::SwEmu, crate::sample::PLATFORM, crate::sample::UUID, crate::sample::TIMESTAMP);
    let old = Xclbin::from_bytes(sections.to_bytes().unwrap()).unwrap();
    let expected = old.sections().filter(|section| section.kind != SectionKind::CONNECTIVITY);
    let expected = expected.fold(start, |builder, section| {
        let is_bitstream = section.kind == SectionKind::BITSTREAM;
        builder.raw(section.kind, if is_bitstream { b"new" } else { section.payload })
    });
    let expected = Xclbin::from_bytes(expected.raw(SectionKind::PDI, large).to_bytes().unwrap()).unwrap();
    assert_eq!(read.layout().sections().len(), expected.layout().sections().len());
    for (read, expected) in read.sections().zip(expected.sections()) {
        assert_eq!((read.kind, read.payload), (expected.kind, expected.payload));
    }
    let ranges = |image: &Xclbin| -> Vec<_> {
        image.layout().sections().iter().map(xclbin_tools::SectionEntry::range).collect()
    };
    assert_eq!(ranges(&read), ranges(&expected));
    assert_eq!(read.layout().sections()[7].name(), "a name of more ");
}

#[test]
fn an_interrupted_write_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = placed(folder.path(), &crate::sample::bytes());
    let mut editor = edit(&path);
    editor.add(SectionKind::PDI, "", Content::Bytes(vec![1; 100])).unwrap();
    assert_eq!(editor.write(&path, &|| false).unwrap_err().to_string(), "interrupted");
    assert_eq!(fs::read(&path).unwrap(), crate::sample::bytes());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file stays");
    editor.write(&path, &|| true).unwrap();
    assert_eq!(Xclbin::open(&path).unwrap().section(SectionKind::PDI), Some(&[1; 100][..]));
}

/// A file system that is full: the old file stays.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = placed(folder.path(), &crate::sample::bytes());
    let script = "ulimit -f 100; trap '' XFSZ; exec \"$0\" --exact editor::full_disk --nocapture --ignored";
    let output = std::process::Command::new("bash")
        .args(["-c", script])
        .arg(std::env::current_exe().unwrap())
        .env("XCLBIN", &path)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    assert_eq!(fs::read(&path).unwrap(), crate::sample::bytes());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file stays");
}

/// What `a_full_disk_leaves_the_old_file` runs where files cannot grow.
#[test]
#[ignore = "a part of another test"]
fn full_disk() {
    let path = PathBuf::from(std::env::var_os("XCLBIN").unwrap());
    let mut editor = edit(&path);
    editor.add(SectionKind::PDI, "", Content::Bytes(vec![1; 1 << 20])).unwrap();
    let message = editor.write(&path, &|| true).unwrap_err().to_string();
    assert!(
        message.starts_with(&format!("{}: cannot write it: File too large", path.display())),
        "{message}"
    );
}

/// Both forms of the mirror, by the format's tables.
#[test]
fn mirrors() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut editor = Editor::new(Mode::HwEmu, "p:l/a", crate::sample::UUID, 1_700_000_000).unwrap();
    editor.set_feature_rom_timestamp(5);
    let pairs = KeyValues::from_iter([("k", "v")]).to_bytes().unwrap();
    editor.add(SectionKind::KEYVALUE_METADATA, "n", Content::Bytes(pairs)).unwrap();
    editor.add(SectionKind::USER_METADATA, "", Content::Bytes(b"abc".to_vec())).unwrap();
    let ff = |count| "ff".repeat(count);
    for (form, version, interface, end) in [
        (MirrorForm::V2_13, "2.13.466", "FeatureRomUUID", "\n"),
        (MirrorForm::V2_25, "\\u0002.\\r.466", "InterfaceUUID", ""),
    ] {
        editor.set_mirror(Some(form));
        let bytes = written(&editor, folder);
        let zeros = "00".repeat(16);
        let expected = format!(
            concat!(
                r#"XCLBIN_MIRROR_DATA_START{{"schema_version":{{"major":"1","minor":"0","patch":"0"}},"#,
                r#""header":{{"Magic":"xclbin2","SignatureLength":"ffffffff","KeyBlock":"{}","#,
                r#""UniqueID":"00f1536500000000","TimeStamp":"1700000000","FeatureRomTimeStamp":"5","#,
                r#""Version":"{}","Mode":"4","{}":"{}","PlatformVBNV":"p:l\/a","#,
                r#""XclBinUUID":"0102030405060708090a0b0c0d0e0f10","DebugBin":""}},"#,
                r#""section_header":{{"Kind":"15","Name":"n","Offset":"0x218","Size":"0x28","#,
                r#""payload":{{"keyvalue_metadata":{{"key_values":[{{"key":"k","value":"v"}}]}}}}}},"#,
                r#""section_header":{{"Kind":"16","Name":"","Offset":"0x240","Size":"0x3"}}}}{}"#,
                "XCLBIN_MIRROR_DATA_END"
            ),
            ff(256),
            version,
            interface,
            zeros,
            end
        );
        let mirror = String::from_utf8(bytes[0x243..].to_vec()).unwrap();
        assert_eq!(mirror, expected);
        assert_eq!(u64::from_le_bytes(bytes[304..312].try_into().unwrap()), bytes.len() as u64);
    }
    assert_eq!(MirrorForm::of_version(2, 13), MirrorForm::V2_13);
    assert_eq!(MirrorForm::of_version(2, 14), MirrorForm::V2_25);
}

#[test]
fn the_mirror_follows_what_changes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut editor = edit(&placed(folder, &mirrored(folder, MirrorForm::V2_13)));
    editor.remove(editor.position(SectionKind::MEM_TOPOLOGY).unwrap());
    editor.remove(editor.position(SectionKind::BITSTREAM).unwrap());
    let bytes = written(&editor, folder);
    let start = bytes.windows(24).position(|window| window == b"XCLBIN_MIRROR_DATA_START").unwrap();
    let json = &bytes[start + 24..bytes.len() - 22];
    let tree = Tree::parse(json).unwrap();
    let kinds: Vec<&str> = tree
        .children()
        .filter(|(name, _)| *name == "section_header")
        .filter_map(|(_, section)| section.optional_text("Kind"))
        .collect();
    assert_eq!(kinds, ["2", "7", "8", "11", "14", "15"]);
    editor.set_mirror(None);
    assert!(written(&editor, folder).len() < start + 24);
}

#[test]
fn banks_are_grouped() {
    let bank = |tag: &str, base, used| MemBank {
        kind: MemKind::Hbm,
        used,
        size_kib: 256,
        base,
        tag: tag.to_owned(),
    };
    // The third one leaves a gap, the fifth one is not in use.
    let bases = [0, 0x4_0000, 0x10_0000, 0x14_0000, 0x18_0000, 0x1C_0000];
    let banks = (0..).zip(bases).map(|(index, base)| bank(&format!("HBM[{index}]"), base, index != 4));
    let memory = MemTopology { banks: banks.collect() };
    let connection =
        |(arg_index, mem_data_index)| Connection { arg_index, ip_layout_index: 0, mem_data_index };
    let connections = [(1, 0), (0, 1), (0, 0), (2, 0), (2, 2), (3, 4), (4, 2), (4, 3), (5, 1), (5, 0)];
    let connectivity = Connectivity { connections: connections.map(connection).into() };
    let (topology, groups) = group_banks(&memory, &connectivity).unwrap();
    let added: Vec<_> =
        topology.0.banks[6..].iter().map(|bank| (bank.tag.as_str(), bank.base, bank.size_kib)).collect();
    assert_eq!(added, [("MBG[0:1]", 0, 512), ("MBG[2:3]", 0x10_0000, 512)]);
    let expected = [(3, 4), (0, 6), (1, 0), (2, 0), (2, 2), (4, 7), (5, 6)].into_iter().chain(connections);
    assert_eq!(groups.0.connections, expected.map(connection).collect::<Vec<_>>());

    let astray = Connectivity { connections: vec![connection((0, 6))] };
    assert_eq!(
        group_banks(&memory, &astray).unwrap_err().to_string(),
        "section CONNECTIVITY: entry 0, mem_data_index: 6 is none of the 6 banks of MEM_TOPOLOGY"
    );
    let many = MemTopology { banks: (0..20).map(|index| bank("b", index * 0x4_0000, true)).collect() };
    let all = (0..20).filter(|index| index % 3 != 0).map(|index| connection((0, index)));
    let all = Connectivity { connections: all.collect() };
    // Neighbours with gaps are no group, however many there are.
    assert_eq!(group_banks(&many, &all).unwrap().0.0.banks.len(), 20);
}
