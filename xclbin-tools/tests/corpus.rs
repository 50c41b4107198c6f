//! The corpus of the fuzz targets: every target has seeds, and every case that was found stays mended.

#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use xclbin_tools::{SectionKind, Xclbin, section};

#[path = "../fuzz/src/lib.rs"]
mod fuzz;
mod sample;

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz"))
}

#[test]
fn every_target_is_built() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let bins = manifest.split("[[bin]]").skip(1).filter_map(|bin| bin.split('"').nth(1));
    assert_eq!(bins.collect::<BTreeSet<_>>(), fuzz::targets().iter().map(String::as_str).collect());
}

#[test]
fn the_corpus_is_borne() {
    for target in fuzz::targets() {
        let folder = root().join("corpus").join(&target);
        let cases = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut count = 0;
        for case in cases {
            let path = case.unwrap().path();
            println!("{}", path.display());
            fuzz::run(&target, &fs::read(path).unwrap());
            count += 1;
        }
        assert!(count > 0, "{target} has seeds");
    }
}

/// Writes the seeds anew: a sound payload for each kind, and what is made of it.
#[test]
#[ignore = "writes into the repository"]
fn write_seeds() {
    let file = sample::every_kind::every_kind();
    let write = |target: &str, name: &str, bytes: &[u8]| {
        let folder = root().join("corpus").join(target);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(name), bytes).unwrap();
    };
    write("container", "every_kind", &file);
    write("container", "sample", &sample::bytes());
    let image = Xclbin::from_bytes(file).unwrap();
    for kind in SectionKind::all().filter(|kind| kind.is_checked()) {
        let payload = image.section(kind).unwrap();
        write(&kind.to_string(), "sound", payload);
        if let Ok(Some(json)) = section::to_json(kind, payload) {
            write("document", &kind.to_string(), json.document.compact().as_bytes());
        }
    }
}
