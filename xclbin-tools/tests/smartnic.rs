//! SMARTNIC: configurations that become one.

use std::fs;

use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, prop_oneof, proptest};
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
        (r#""version_info": {"major": 2}"#, "version_info: `major` is `1` there and `2` here"),
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

/// Names of every form that the format knows.
const NUMBERS: [&str; 3] = ["major", "offset", "max_count"];
const BYTES: [&str; 3] = ["uuid", "ebpf", "signature"];
const TEXTS: [&str; 3] = ["instance_name", "title", "rights"];
const LISTS: [&str; 3] = ["extensions", "info", "features_enum"];
const MAPS: [&str; 3] = ["version_info", "setup", "tear_down"];

/// A name of a form and what stands under it: so that the text comes back, numbers are decimal and digits large.
fn leaf() -> impl Strategy<Value = (&'static str, Tree)> {
    let name = |names: [&'static str; 3]| (0..3_usize).prop_map(move |index| names[index]);
    let digits = vec(0_u8.., 0..300)
        .prop_map(|bytes| bytes.iter().map(|byte| format!("{byte:02X}")).collect::<String>());
    prop_oneof![
        (name(NUMBERS), (0_u32..0x1_0000).prop_map(|number| Tree::text_of(number.to_string()))),
        (name(BYTES), digits.prop_map(Tree::text_of)),
        (name(TEXTS), "\\PC{0,40}".prop_map(Tree::text_of)),
    ]
}

/// A configuration: names stand once in a map, and neither maps nor lists are empty, which JSON cannot tell from a text.
fn map() -> impl Strategy<Value = Tree> {
    let tree = |children: std::collections::BTreeMap<&str, Tree>| {
        children.into_iter().fold(Tree::new(), |tree, (name, child)| tree.with(name, child))
    };
    let flat = vec(leaf(), 1..4).prop_map(move |leaves| tree(leaves.into_iter().collect()));
    flat.prop_recursive(4, 40, 6, move |inner| {
        let index = 0..3_usize;
        let item = prop_oneof![inner.clone(), "[a-z]{0,30}".prop_map(Tree::text_of)];
        let list =
            (index.clone(), vec(item, 1..30)).prop_map(|(index, items)| (LISTS[index], Tree::list(items)));
        let nested = (index, inner).prop_map(|(index, map)| (MAPS[index], map));
        let child = prop_oneof![leaf(), list, nested];
        vec(child, 1..6).prop_map(move |children| tree(children.into_iter().collect()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// A document becomes CBOR, and the CBOR becomes that document again.
    #[test]
    fn documents_come_back(configuration in map()) {
        let document = Tree::new().with("smartnic", configuration);
        let payload = payload(&document);
        section::check(KIND, &payload).unwrap();
        let json = section::to_json(KIND, &payload).unwrap().unwrap();
        proptest::prop_assert_eq!(json.document.pretty(), document.pretty());
        let again = section::appended(KIND, &payload, &Tree::new().with("smartnic", Tree::new()), &|_| Ok(Vec::new()));
        proptest::prop_assert_eq!(again.unwrap(), payload);
    }
}
