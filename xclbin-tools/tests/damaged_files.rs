//! Damaged files of every section kind: each is refused or read, and what is refused when it is checked is not taken.

use crate::fuzz::ask_everything;
use crate::sample::every_kind::every_kind;
use proptest::prelude::*;

/// How many files are damaged; `DAMAGED_FILES` says another number.
const FILES: u32 = 300;

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
