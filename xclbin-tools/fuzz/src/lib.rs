//! What is asked of bytes from anywhere. That it ends, without a panic and in little memory, is the test; where something
//! is taken, it must be what was checked.

// The tests of the crate run the same on the corpus, each some of it.
#![allow(dead_code, missing_docs, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use xclbin_tools::section::{self, Format, MemBank, MemKind, MemTopology};
use xclbin_tools::{
    Certificate, Content, Editor, Error, Section as _, SectionKind, Tree, XclbinFile, validate, verify,
};

/// A time at which the certificate of the corpus is valid.
const NOW: u64 = 1_800_000_000;

/// What is asked of bytes that are no section's payload.
type Target = (&'static str, fn(&[u8]));

const OTHERS: [Target; 7] = [
    ("container", container),
    ("document", document),
    ("kernels", kernels),
    ("library", library),
    ("mirror", mirror),
    ("pdi", pdi),
    ("signature", signature),
];

/// Gives the bytes to the target of a name: a kind of section, or one of the others.
pub fn run(target: &str, bytes: &[u8]) {
    match OTHERS.iter().find(|(name, _)| *name == target) {
        Some((_, ask)) => ask(bytes),
        None => payload(SectionKind::named(target).expect("the target is named after a kind"), bytes),
    }
}

/// The names of all targets.
pub fn targets() -> Vec<String> {
    let kinds = SectionKind::all().filter(|kind| kind.is_checked()).map(|kind| kind.to_string());
    kinds.chain(OTHERS.map(|(name, _)| name.to_owned())).collect()
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

/// What JSON makes passes the checks, and is made of its own JSON again.
fn made(kind: SectionKind, document: &Tree) {
    let make = |document| section::from_json(kind, document, "", &|_| Ok(Vec::new()));
    let Ok(payload) = make(document) else { return };
    let checked = section::check(kind, &payload);
    assert!(checked.is_ok(), "{kind} of {}: {checked:?}", document.compact());
    if payload.is_empty() {
        return;
    }
    let json = section::to_json(kind, &payload).unwrap().unwrap().document;
    assert_eq!(make(&json).ok().as_ref(), Some(&payload), "{kind} of {}", json.compact());
    // What is there already is merged without a change, or there is something to say.
    if let Ok(merged) = section::appended(kind, &payload, &json, &|_| Ok(Vec::new())) {
        assert!(section::check(kind, &merged).is_ok(), "{kind} of {}", json.compact());
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

/// The bytes describe kernels.
fn kernels(bytes: &[u8]) {
    changed(bytes, |editor, path| editor.add_kernels(path));
}

/// The bytes are a library with a kernel.
fn library(bytes: &[u8]) {
    changed(bytes, |editor, path| editor.add_ps_kernel(path, 2, &[0]).map(drop));
}

/// The bytes are an image for AI engines.
fn pdi(bytes: &[u8]) {
    let pdi = section::AiePdi { image: bytes.to_vec(), ..section::AiePdi::default() };
    let partition = section::AiePartition { pdis: vec![pdi], ..section::AiePartition::default() };
    changed(bytes, |editor, _| {
        editor.add(SectionKind::AIE_PARTITION, "", Content::Bytes(partition.to_bytes()?))?;
        editor.transform_pdis()?;
        let once = editor.payload(editor.sections().len() - 1)?;
        editor.transform_pdis().expect("it is in this form");
        assert_eq!(editor.payload(editor.sections().len() - 1)?, once);
        Ok(())
    });
}

/// What becomes of an image that is changed by a file with the bytes is sound.
fn changed(bytes: &[u8], change: impl FnOnce(&mut Editor, &Path) -> Result<(), Error>) {
    in_file(include_bytes!("../image.xclbin"), |path| {
        let file = path.with_extension("bytes");
        std::fs::write(&file, bytes).unwrap();
        let mut editor = Editor::of(XclbinFile::open(path).unwrap()).unwrap();
        let bank = |tag: &str| MemBank {
            kind: MemKind::Ddr4,
            used: false,
            size_kib: 1,
            base: 0,
            tag: tag.to_owned(),
        };
        let memory = MemTopology { banks: vec![bank("DDR[0]"), bank("DDR[1]")] }.to_bytes().unwrap();
        editor.add(SectionKind::MEM_TOPOLOGY, "", Content::Bytes(memory)).unwrap();
        if change(&mut editor, &file).is_ok() {
            let payload = |kind| editor.position(kind).map(|position| editor.payload(position).unwrap());
            for kind in SectionKind::all().filter(|kind| kind.is_checked()) {
                let checked = payload(kind).map(|payload| section::check(kind, &payload));
                assert!(checked.as_ref().is_none_or(Result::is_ok), "{checked:?}");
            }
        }
    });
}

/// The bytes are a file that has a mirror, or are a mirror themselves.
fn mirror(bytes: &[u8]) {
    let mirror = [b"XCLBIN_MIRROR_DATA_START", bytes, b"XCLBIN_MIRROR_DATA_END"].concat();
    for bytes in [bytes, &mirror] {
        in_file(bytes, |path| {
            let Ok(editor) = Editor::migrated(path) else { return };
            let out = path.with_extension("out");
            if editor.write(&out, &|| true).is_ok() {
                let size = std::fs::metadata(&out).unwrap().len();
                assert!(size < 16 * (bytes.len() as u64 + 4096), "{size} bytes were made");
                Editor::migrated(&out).expect("what was written has a mirror");
            }
        });
    }
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
