//! A file with a section of every kind, each with a sound payload.

use xclbin_tools::section::{self, AiePartition, AiePdi, CdoGroup};
use xclbin_tools::{
    Content, Editor, MirrorForm, Section as _, SectionKind, Tree, XclbinFile, verify, write_atomically,
};

/// A file with a section of every kind, and a mirror.
pub fn every_kind() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xclbin");
    write_atomically(&path, &super::bytes()).unwrap();
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
pub fn payload(kind: SectionKind) -> Vec<u8> {
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
        SectionKind::GROUP_TOPOLOGY => super::mem_topology().to_bytes().unwrap(),
        SectionKind::GROUP_CONNECTIVITY => super::connectivity().to_bytes().unwrap(),
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
