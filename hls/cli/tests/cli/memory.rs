//! The most memory that commands for images take: at most four times the file, beside what any command takes.

use std::process::Command;

use xclbin_tools::section::{self, MemBank, MemKind, MemTopology};
use xclbin_tools::{Builder, Mode, SectionKind, Uuid};

use crate::cli::support::Folder;

/// Bytes of what is large in an image.
const LARGE: usize = 8 << 20;

/// A large payload of a kind.
fn payload(kind: SectionKind, bytes: Vec<u8>) -> Vec<u8> {
    let part = |name, part| section::with_part(kind, None, name, part, &bytes).unwrap();
    match kind {
        SectionKind::SOFT_KERNEL => part("k", "OBJ"),
        SectionKind::BMC => part("", "FW"),
        SectionKind::MCS => part("", "PRIMARY"),
        // A map with one name and so many bytes, in CBOR.
        SectionKind::SMARTNIC => {
            [b"\xA1\x66config\x5A", &u32::try_from(bytes.len()).unwrap().to_be_bytes()[..], &bytes].concat()
        }
        _ => bytes,
    }
}

/// A folder with an image whose section of a kind is large.
fn folder(kind: SectionKind) -> Folder {
    let folder = Folder::new();
    let bank = MemBank { kind: MemKind::Ddr4, used: true, size_kib: 1, base: 0, tag: "DDR".to_owned() };
    let image = Builder::new(Mode::Flat, "platform", Uuid::from_u128(1), 7)
        .raw(kind, payload(kind, vec![0x5A; LARGE]))
        .section(&MemTopology { banks: vec![bank] })
        .unwrap();
    folder.write("a.xclbin", image.to_bytes().unwrap());
    folder.write("small", "small");
    folder
}

/// The most memory of a command, in bytes.
fn memory(folder: &Folder, words: &str) -> u64 {
    let mut command = Command::new("/usr/bin/time");
    command.args(["-f", "%M", env!("CARGO_BIN_EXE_sycl-hls"), "xclbin"]).args(words.split(' '));
    let output = command.current_dir(folder.path("")).output().expect("this needs: apt-get install time");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{words}: {text}");
    let kib: u64 = text.lines().last().unwrap().parse().expect("a figure comes last");
    kib * 1024
}

/// Every command on an image whose section of a kind is large.
fn bounded(kind: SectionKind, more: &[&str]) {
    let folder = folder(kind);
    let size = std::fs::metadata(folder.path("a.xclbin")).unwrap().len();
    folder.write("empty.xclbin", Builder::new(Mode::Flat, "p", Uuid::nil(), 7).to_bytes().unwrap());
    let least = memory(&folder, "list empty.xclbin");
    let always = [
        "info a.xclbin",
        "list a.xclbin",
        "verify a.xclbin",
        "add a.xclbin PDI small -o b.xclbin",
        "keyvalue b.xclbin --set k=v --mirror 2.13 -o c.xclbin",
        "merge a.xclbin c.xclbin -o d.xclbin",
        "diff a.xclbin a.xclbin",
    ];
    for words in always.iter().chain(more) {
        let ratio = (memory(&folder, words).saturating_sub(least)) as f64 / size as f64;
        println!("{kind} {words}: {ratio:.2}");
        assert!(ratio <= 4.0, "{kind}: {words} takes {ratio:.2} times the file");
    }
}

#[test]
fn payloads_of_which_nothing_is_known() {
    bounded(SectionKind::BITSTREAM, &["dump a.xclbin BITSTREAM -o bits", "replace b.xclbin PDI small"]);
}

#[test]
fn payloads_with_parts() {
    bounded(SectionKind::SOFT_KERNEL, &["dump a.xclbin SOFT_KERNEL[k]-OBJ -o out"]);
    bounded(SectionKind::BMC, &["dump a.xclbin BMC-FW -o out"]);
    bounded(SectionKind::MCS, &["dump a.xclbin MCS-PRIMARY -o out"]);
}

/// In JSON, a byte is two digits: payload and text are three times the file.
#[test]
fn payloads_that_become_json() {
    let dumps = ["dump a.xclbin SMARTNIC", "dump a.xclbin SMARTNIC --format html -o out"];
    bounded(SectionKind::SMARTNIC, &dumps);
}
