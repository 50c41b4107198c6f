//! SMARTNIC: configurations that become one.

#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used)]

use std::fs;

use xclbin_tools::section::{self, Format};
use xclbin_tools::{Editor, Mode, SectionKind, SectionPlace, Tree, Uuid};

const KIND: SectionKind = SectionKind::SMARTNIC;

/// A configuration with these parts beside the version.
fn document(parts: &str) -> Tree {
    let version = r#""schema_version": {"major": 1, "minor": 0, "patch": 0}"#;
    Tree::parse(format!("{{\"smartnic\": {{{version}{parts}}}}}").as_bytes()).unwrap()
}

fn payload(document: &Tree) -> Vec<u8> {
    section::from_json(KIND, document, "", &|_| Ok(Vec::new())).unwrap()
}

fn merge(before: &str, more: &str) -> Result<Tree, String> {
    let load = |name: &str| Ok(name.as_bytes().to_vec());
    let merged = section::appended(KIND, &payload(&document(before)), &document(more), &load);
    let merged = merged.map_err(|error| error.to_string())?;
    Ok(section::to_json(KIND, &merged).unwrap().unwrap().document)
}

#[test]
fn lists_get_what_they_lack() {
    let one = r#", "extensions": [{"instance_name": "a", "features": "01", "messages": [{"name": "m", "id": 1}],
        "info": [{"title": "t"}], "version_info": {"major": 1}}], "softhubs": [{"id": 1, "version": 1}]"#;
    let other = r#", "extensions": [{"instance_name": "b"}, {"instance_name": "a", "features": "01", "info": [{"title": "t"}],
        "messages": [{"name": "n", "id": 2}, {"name": "m", "ebpf_file": "AB"}], "version_info": {"minor": 2},
        "setup": {"ebpf": "FF"}}, {"instance_name": "b", "features": "02"}], "softhubs": [{"id": 2}]"#;
    // Lists that are merged come to stand last.
    let expected = r#", "extensions": [{"instance_name": "a", "features": "01", "version_info": {"major": 1, "minor": 2},
        "info": [{"title": "t"}, {"title": "t"}], "messages": [{"name": "m", "id": 1, "ebpf": "4142"}, {"name": "n", "id": 2}],
        "setup": {"ebpf": "FF"}}, {"instance_name": "b", "features": "02"}],
        "softhubs": [{"id": 1, "version": 1}, {"id": 2}]"#;
    assert_eq!(merge(one, other).unwrap().pretty(), document(expected).pretty());
    assert_eq!(merge("", other).unwrap().get("smartnic").unwrap().children().len(), 3);
    assert_eq!(merge(one, "").unwrap(), document(one), "the version alone changes nothing");
}

#[test]
fn contradictions_are_refused() {
    let one = r#", "extensions": [{"instance_name": "a", "features": "01", "features_enum": ["x", "y"],
        "version_info": {"major": 1}, "setup": {"ebpf": "AB"}}]"#;
    let extension = |more: &str| format!(", \"extensions\": [{{\"instance_name\": \"a\", {more}}}]");
    let more = r#""features": "01", "features_enum": ["x", "y"]"#;
    assert_eq!(merge(one, &extension(more)).unwrap(), document(one), "what is the same stays");
    for (more, problem) in [
        (r#""features": "02""#, "extensions[0]: `features` is `01` there and `02` here"),
        (r#""version_info": {"major": 2}"#, "version_info, `major` is `1` there and `2` here"),
        (r#""features_enum": ["y", "x"]"#, "`features_enum` is another one there"),
        (r#""setup": {"ebpf_file": "f"}"#, "`ebpf` and `ebpf_file` stand beside each other"),
        (r#""messages": [{"id": 1}]"#, "messages[0]: `name` is missing"),
        (r#""features": "01", "features": "01""#, "`features` stands there twice"),
        (r#""other": "1""#, "`other` is no name of the format's"),
    ] {
        let message = merge(one, &extension(more)).unwrap_err();
        assert!(message.contains(problem), "`{problem}` is not in: {message}");
    }
    let message = merge(one, r#", "extensions": [{"features": "01"}]"#).unwrap_err();
    assert!(message.contains("extensions[0]: `instance_name` is missing"), "{message}");
    let message = merge(one, r#", "cam_drivers": [{"name": "d"}]"#).unwrap_err();
    assert!(message.contains("`cam_drivers` is not merged, only `extensions` and `softhubs`"), "{message}");
    let newer =
        Tree::parse(br#"{"smartnic": {"schema_version": {"major": 2, "minor": 0, "patch": 0}}}"#).unwrap();
    let refused = section::appended(KIND, &payload(&document("")), &newer, &|_| Ok(Vec::new())).unwrap_err();
    assert!(refused.to_string().ends_with("`schema_version` is not that of the section"), "{refused}");
}

/// A section is added by merging, but not by appending, which is for sections that are there.
#[test]
fn files_are_merged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.json");
    let document = document(r#", "extensions": [{"instance_name": "a", "setup": {"ebpf_file": "code"}}]"#);
    fs::write(&path, document.pretty()).unwrap();
    fs::write(folder.path().join("code"), "AB").unwrap();
    let mut editor = Editor::new(Mode::Flat, "", Uuid::nil(), 1).unwrap();
    assert_eq!(editor.append_document(&path).unwrap_err().to_string(), "there is no section SMARTNIC");
    let place = SectionPlace::of(KIND);
    editor.add_or_append_file(&place, Format::Json, &path).unwrap();
    let once = editor.payload(0).unwrap();
    fs::write(&path, document.pretty().replace("_file\": \"code", "\": \"4142")).unwrap();
    editor.add_or_append_file(&place, Format::Json, &path).unwrap();
    editor.append_document(&path).unwrap();
    assert_eq!(editor.payload(0).unwrap(), once, "a file's bytes are those that digits state");
}
