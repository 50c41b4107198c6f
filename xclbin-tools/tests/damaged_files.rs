//! Damaged files of every section kind: each is refused or read, and what is refused when it is checked is not taken.

#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used)]

use std::path::Path;

use proptest::prelude::*;
use xclbin_tools::section::{self, AiePartition, AiePdi, CdoGroup, Format};
use xclbin_tools::{
    Content, Editor, MirrorForm, Section as _, SectionKind, Tree, XclbinFile, verify, write_atomically,
};

mod sample;

/// How many files are damaged; `DAMAGED_FILES` says another number.
const FILES: u32 = 300;

/// A file with a section of every kind, and a mirror.
fn every_kind() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xclbin");
    write_atomically(&path, &sample::bytes()).unwrap();
    let mut editor = Editor::of(XclbinFile::open(&path).unwrap()).unwrap();
    for kind in SectionKind::all().filter(|kind| editor_lacks(&editor, *kind)).collect::<Vec<_>>() {
        editor.add(kind, "name", Content::Bytes(payload(kind))).unwrap();
    }
    editor.set_mirror(Some(MirrorForm::V2_13));
    editor.write(&path, &|| true).unwrap();
    let file = XclbinFile::open(&path).unwrap();
    assert_eq!(verify(&file).unwrap(), [], "nothing is wrong with it");
    assert_eq!(file.layout().sections().len(), 37);
    std::fs::read(path).unwrap()
}

fn editor_lacks(editor: &Editor, kind: SectionKind) -> bool {
    editor.position(kind).is_none()
}

/// A sound payload of a kind that the sample lacks.
fn payload(kind: SectionKind) -> Vec<u8> {
    let json = |text: &str| {
        let document = Tree::parse(text.as_bytes()).unwrap();
        section::from_json(kind, &document, "", &|_| Ok(Vec::new())).unwrap()
    };
    let part = |before: Option<&[u8]>, name, part, content: &[u8]| {
        section::with_part(kind, before, name, part, content).unwrap()
    };
    match kind {
        SectionKind::DEBUG_IP_LAYOUT => json(
            r#"{"debug_ip_layout": {"m_count": 1, "m_debug_ip_data": [{"m_type": "ILA", "m_index": 1,
                "m_properties": 0, "m_base_address": "0x10", "m_name": "ila"}]}}"#,
        ),
        SectionKind::GROUP_TOPOLOGY => sample::mem_topology().to_bytes().unwrap(),
        SectionKind::GROUP_CONNECTIVITY => sample::connectivity().to_bytes().unwrap(),
        SectionKind::PARTITION_METADATA => json(
            r#"{"partition_metadata": {"schema_version": {"major": "1", "minor": "0"},
                "interfaces": [{"interface_uuid": "d7612a7c"}], "addressable_endpoints": {"ep": {
                    "offset": "0x10", "range": "0x20", "register_abstraction_name": "a:b:c:1.0"}}}}"#,
        ),
        SectionKind::AIE_METADATA | SectionKind::AIE_TRACE_METADATA => {
            json(r#"{"aie_metadata": {"a": ["1", {}]}}"#)
        }
        SectionKind::SYSTEM_METADATA | SectionKind::IP_METADATA => b"{\"a\": [1, 2, {\"b\": null}]}".to_vec(),
        SectionKind::DNA_CERTIFICATE => {
            let mut payload = vec![1; 24];
            payload.resize(56, 0);
            payload.extend(192_u64.to_be_bytes());
            payload.resize(576, 2);
            payload
        }
        SectionKind::SMARTNIC => b"\xa2\x61a\x19\x01\x00\x61b\x82\x42\xAB\x01\x20".to_vec(),
        SectionKind::AIE_PARTITION => {
            let group = CdoGroup {
                name: "g".to_owned(),
                kind: 1,
                pdi_id: 2,
                dpu_kernel_ids: vec![3],
                pre_cdo_groups: vec![4],
            };
            let pdi = AiePdi { image: b"image".to_vec(), groups: vec![group], ..AiePdi::default() };
            let columns = vec![1, 2];
            let partition =
                AiePartition { pdis: vec![pdi], start_columns: columns, ..AiePartition::default() };
            partition.to_bytes().unwrap()
        }
        SectionKind::MCS => part(Some(&part(None, "", "PRIMARY", b"one")), "", "SECONDARY", b"two"),
        SectionKind::BMC => part(None, "", "FW", b"firmware"),
        SectionKind::FLASH => part(None, "BIN", "DATA", b"image"),
        SectionKind::SOFT_KERNEL | SectionKind::AIE_RESOURCES_BIN => part(None, "k", "OBJ", b"image"),
        SectionKind::VENDER_METADATA => part(None, "k", "", b"image"),
        _ => b"bytes".to_vec(),
    }
}

/// A place in the file, and what stands there then; small and large numbers are the most harmful ones.
fn damage() -> impl Strategy<Value = (prop::sample::Index, Vec<u8>)> {
    let bytes = prop_oneof![
        any::<u8>().prop_map(|byte| vec![byte]),
        any::<[u8; 4]>().prop_map(Vec::from),
        prop::sample::select(vec![0_u32, 1, 0x7FFF_FFFF, 0xFFFF_FFFF, 0x8000_0000, 0x1_0000])
            .prop_map(|number| number.to_le_bytes().to_vec()),
        prop::sample::select(vec![0_u64, 1, u64::MAX, u64::MAX - 7, 1 << 32, 1 << 63])
            .prop_map(|number| number.to_le_bytes().to_vec()),
        prop::sample::select(vec!["[[[[", "\"", "{}", "\\u", "\0"]).prop_map(|text| text.as_bytes().to_vec()),
    ];
    (any::<prop::sample::Index>(), bytes)
}

/// All that can be asked of a file.
fn ask_everything(path: &Path) -> Result<(), xclbin_tools::Error> {
    let file = XclbinFile::open(path)?;
    let findings = verify(&file)?;
    let is_sound =
        |entry: &xclbin_tools::SectionEntry| !findings.iter().any(|finding| finding.range == entry.range());
    let mut editor = Editor::of(XclbinFile::open(path)?)?;
    for entry in file.layout().sections() {
        let (kind, payload) = (entry.kind(), file.payload(entry)?);
        let json = section::to_json(kind, &payload);
        assert!(json.is_ok() || payload.is_empty() || !is_sound(entry), "{kind} is not refused: {json:?}");
        if let Ok(Some(json)) = json {
            let text = json.document.pretty();
            assert_eq!(Tree::parse(text.as_bytes()).unwrap().pretty(), text);
            // Bytes of other sections, or none at all, never get into it.
            assert!(json.files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() <= payload.len());
            let _ = section::from_json(kind, &json.document, "", &|_| Ok(Vec::new()));
        }
        let _ = section::name_of(kind, &payload);
        for (part, format) in kind.parts() {
            let found = section::part(kind, &payload, part);
            assert!(format != Format::Raw || found.is_err() || found.unwrap().len() <= payload.len());
        }
    }
    let out = path.with_extension("out");
    editor.write(&out, &|| true)?;
    assert_eq!(std::fs::read(&out).unwrap(), std::fs::read(path).unwrap(), "what is accepted stays as it is");
    editor.renew_uuid();
    if editor.write(&out, &|| true).is_ok() {
        XclbinFile::open(&out).expect("what was written is sound");
    }
    Ok(())
}

#[test]
fn damaged_files() {
    let sound = every_kind();
    // In memory where that can be: what is written is brought to the disk, which would take most of the time.
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
    let path = folder.path().join("a.xclbin");
    std::fs::write(&path, &sound).unwrap();
    ask_everything(&path).unwrap();
    let cases = std::env::var("DAMAGED_FILES").ok().and_then(|count| count.parse().ok()).unwrap_or(FILES);
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(damages in prop::collection::vec(damage(), 1..6), cut in any::<prop::sample::Index>(), cuts in 0_u8..10)| {
        let mut bytes = sound.clone();
        for (at, new) in &damages {
            let start = at.index(bytes.len());
            bytes[start..].iter_mut().zip(new).for_each(|(byte, new)| *byte = *new);
        }
        if cuts == 0 {
            bytes.truncate(cut.index(bytes.len()));
        }
        std::fs::write(&path, &bytes).unwrap();
        // That it ends, and how, is the test.
        let _ = ask_everything(&path);
    });
}
