//! What is asked of bytes from anywhere. That it ends, without a panic and in little memory, is the test; where something
//! is taken, it must be what was checked.

// The tests of the crate run the same on the corpus, each some of it.
#![allow(dead_code, missing_docs, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use xclbin_tools::section::{self, Format};
use xclbin_tools::{Certificate, Editor, Error, SectionKind, Tree, XclbinFile, validate, verify};

/// A time at which the certificate of the corpus is valid.
const NOW: u64 = 1_800_000_000;

/// Gives the bytes to the target of a name: a kind of section, `container`, `document` or `signature`.
pub fn run(target: &str, bytes: &[u8]) {
    match target {
        "container" => container(bytes),
        "document" => document(bytes),
        "signature" => signature(bytes),
        kind => payload(SectionKind::named(kind).expect("the target is named after a kind"), bytes),
    }
}

/// The names of all targets.
pub fn targets() -> Vec<String> {
    let kinds = SectionKind::all().filter(|kind| kind.is_checked()).map(|kind| kind.to_string());
    kinds.chain(["container", "document", "signature"].map(str::to_owned)).collect()
}

/// A payload that passes the checks has all its forms, and its JSON is what it is made of.
pub fn payload(kind: SectionKind, bytes: &[u8]) {
    let is_sound = section::check(kind, bytes).is_ok();
    let json = section::to_json(kind, bytes);
    assert!(!is_sound || bytes.is_empty() || json.is_ok(), "{kind} is not refused: {json:?}");
    if let Ok(Some(json)) = &json {
        let text = json.document.pretty();
        assert_eq!(Tree::parse(text.as_bytes()).unwrap().pretty(), text);
        // Bytes of other sections, or none at all, never get into it.
        assert!(json.files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() <= bytes.len());
        made(kind, &json.document);
    }
    let _ = section::name_of(kind, bytes);
    for (part, format) in kind.parts() {
        let found = section::part(kind, bytes, part);
        assert!(format != Format::Raw || found.is_err() || found.unwrap().len() <= bytes.len());
        let _ = section::with_part(kind, Some(bytes), "k", part, b"{}");
    }
}

/// What JSON makes passes the checks.
fn made(kind: SectionKind, document: &Tree) {
    if let Ok(payload) = section::from_json(kind, document, "", &|_| Ok(Vec::new())) {
        let checked = section::check(kind, &payload);
        assert!(checked.is_ok(), "{kind} of {}: {checked:?}", document.compact());
    }
}

fn document(bytes: &[u8]) {
    let Ok(tree) = Tree::parse(bytes) else { return };
    for kind in tree.children().filter_map(|(node, _)| SectionKind::of_node(node)) {
        made(kind, &tree);
    }
}

fn container(bytes: &[u8]) {
    in_file(bytes, |path| {
        let _ = ask_everything(path);
    });
}

/// The bytes are the signature of an image.
fn signature(bytes: &[u8]) {
    let mut image = include_bytes!("../image.xclbin").to_vec();
    let length = (image.len() + bytes.len()) as u64;
    image[8..12].copy_from_slice(&(bytes.len() as i32).to_le_bytes());
    image[304..312].copy_from_slice(&length.to_le_bytes());
    image.extend_from_slice(bytes);
    let certificate = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder =
        if certificate.ends_with("fuzz") { certificate.to_owned() } else { certificate.join("fuzz") };
    let certificate = Certificate::read(&folder.join("certificate.pem")).unwrap();
    in_file(&image, |path| {
        let file = XclbinFile::open(path).unwrap();
        let _ = validate(&file, &certificate, UNIX_EPOCH + Duration::from_secs(NOW), &|| true);
    });
}

/// Asks about a file that holds the bytes: in memory where that can be, because what is written is brought to the disk.
fn in_file(bytes: &[u8], ask: impl FnOnce(&Path)) {
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
    let path = folder.path().join("a.xclbin");
    std::fs::write(&path, bytes).unwrap();
    ask(&path);
}

/// All that can be asked of a file.
pub fn ask_everything(path: &Path) -> Result<(), Error> {
    let file = XclbinFile::open(path)?;
    let findings = verify(&file)?;
    let is_sound =
        |entry: &xclbin_tools::SectionEntry| !findings.iter().any(|finding| finding.range == entry.range());
    let mut editor = Editor::of(XclbinFile::open(path)?)?;
    for entry in file.layout().sections() {
        let bytes = file.payload(entry)?;
        let json = section::to_json(entry.kind(), &bytes);
        let kind = entry.kind();
        assert!(json.is_ok() || bytes.is_empty() || !is_sound(entry), "{kind} is not refused: {json:?}");
        payload(kind, &bytes);
    }
    let _ = file.user_signature();
    let out = path.with_extension("out");
    editor.write(&out, &|| true)?;
    assert_eq!(std::fs::read(&out).unwrap(), std::fs::read(path).unwrap(), "what is accepted stays as it is");
    editor.renew_uuid();
    if editor.write(&out, &|| true).is_ok() {
        XclbinFile::open(&out).expect("what was written is sound");
    }
    Ok(())
}
