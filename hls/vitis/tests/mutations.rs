//! No reader panics or hangs on whatever became of a file.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use sycl_hls_boards::Board;
use sycl_hls_vitis::log::{Log, Reader};
use sycl_hls_vitis::platform::PlatformInfo;
use sycl_hls_vitis::report::{
    csynth_rpt, csynth_xml, estimate, module_rpt, read_device, read_info, read_kernels, read_log,
    read_new_frequencies, timing,
};

/// All files of our own.
static FILES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let files = below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data"));
    assert!(files.len() > 10, "the files are there");
    files.iter().map(|file| fs::read(file).expect("the file can be read")).collect()
});

fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] }).collect();
    files.sort();
    files
}

/// A way to damage a file.
#[derive(Clone, Debug)]
enum Damage {
    Set(Index, u8),
    Truncate(Index),
    Remove(Index, Index),
    Insert(Index, Vec<u8>),
    Repeat(Index, Index, u8),
}

fn damage() -> impl Strategy<Value = Damage> {
    let byte = prop_oneof![
        any::<u8>(),
        prop::sample::select(b"|+-<>/&;:.'\"([{}]) \n\r\t0123456789~,*\x1b".to_vec())
    ];
    prop_oneof![
        6 => (any::<Index>(), byte).prop_map(|(at, byte)| Damage::Set(at, byte)),
        1 => any::<Index>().prop_map(Damage::Truncate),
        2 => any::<[Index; 2]>().prop_map(|[from, to]| Damage::Remove(from, to)),
        2 => (any::<Index>(), vec(any::<u8>(), 1..40)).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        1 => (any::<[Index; 2]>(), 1..60_u8).prop_map(|([from, to], times)| Damage::Repeat(from, to, times)),
    ]
}

fn apply(bytes: &mut Vec<u8>, damage: &Damage) {
    if bytes.is_empty() {
        return;
    }
    let len = bytes.len();
    let range = |from: &Index, to: &Index| {
        let (from, to) = (from.index(len), to.index(len));
        from.min(to)..from.max(to)
    };
    match damage {
        Damage::Set(at, byte) => bytes[at.index(len)] = *byte,
        Damage::Truncate(at) => bytes.truncate(at.index(len)),
        Damage::Remove(from, to) => drop(bytes.drain(range(from, to))),
        Damage::Insert(at, more) => drop(bytes.splice(at.index(len)..at.index(len), more.iter().copied())),
        Damage::Repeat(from, to, times) => {
            let range = range(from, to);
            let end = range.end;
            let more = bytes[range].repeat((*times).into());
            drop(bytes.splice(end..end, more.into_iter().take(200_000)));
        }
    }
}

fn read_with_every_reader(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for read in [csynth_xml, csynth_rpt, module_rpt] {
        if let Ok(mut synthesis) = read(&text) {
            let other = synthesis.clone();
            assert!(synthesis.loops().count() <= bytes.len());
            synthesis.complete(other);
        }
    }
    drop(estimate(&text));
    drop(PlatformInfo::read(&text).overrule(&Board::all()[0]));
    drop(timing(&text).map(|timing| timing.met()));
    drop((read_kernels(&text), read_device(&text)));
    drop((read_info(&text), read_new_frequencies(&text), read_log(&text)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files_are_read_or_refused(file in any::<Index>(), damages in vec(damage(), 0..12)) {
        let mut bytes = FILES[file.index(FILES.len())].clone();
        damages.iter().for_each(|damage| apply(&mut bytes, damage));
        let start = Instant::now();
        read_with_every_reader(&bytes);
        prop_assert!(start.elapsed() < Duration::from_secs(20), "{} bytes took {:?}", bytes.len(), start.elapsed());
    }

    #[test]
    fn a_log_is_the_same_however_it_arrives(
        file in any::<Index>(), damages in vec(damage(), 0..12), sizes in vec(1..300_usize, 1..20),
    ) {
        let mut bytes = FILES[file.index(FILES.len())].clone();
        damages.iter().for_each(|damage| apply(&mut bytes, damage));
        let (mut reader, mut rest) = (Reader::default(), &bytes[..]);
        for size in sizes.iter().cycle() {
            let (now, later) = rest.split_at(rest.len().min(*size));
            reader.feed(now);
            rest = later;
            if rest.is_empty() {
                break;
            }
        }
        let log = reader.finish();
        prop_assert!((0.0..=1.0).contains(&log.done));
        prop_assert_eq!(log, Log::read(&bytes));
    }
}
