//! Round trips of whatever fits, and no panic on whatever does not.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use xclbin_tools::section::embedded_metadata::Project;
use xclbin_tools::section::{
    BuildMetadata, Clock, ClockFreqTopology, ClockKind, Connection, Connectivity, Ip, IpKind, IpLayout,
    KeyValues, MemBank, MemKind, MemTopology,
};
use xclbin_tools::{Builder, Mode, Section, SectionKind, Xclbin};

/// A way to damage bytes.
#[derive(Clone, Debug)]
enum Damage {
    Flip(Index, u8),
    Set(Index, [u8; 4]),
    Truncate(Index),
    Move { from: Index, to: Index, size: Index },
    Insert(Index, Vec<u8>),
    Remove(Index, u8),
}

fn damage() -> impl Strategy<Value = Damage> {
    let numbers =
        prop_oneof![Just([0; 4]), Just([0xFF; 4]), Just([0xFF, 0xFF, 0xFF, 0x7F]), any::<[u8; 4]>()];
    prop_oneof![
        6 => (any::<Index>(), any::<u8>()).prop_map(|(at, bits)| Damage::Flip(at, bits)),
        4 => (any::<Index>(), numbers).prop_map(|(at, bytes)| Damage::Set(at, bytes)),
        1 => any::<Index>().prop_map(Damage::Truncate),
        2 => any::<[Index; 3]>().prop_map(|[from, to, size]| Damage::Move { from, to, size }),
        1 => (any::<Index>(), vec(any::<u8>(), 1..64)).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        1 => (any::<Index>(), any::<u8>()).prop_map(|(at, size)| Damage::Remove(at, size)),
    ]
}

fn apply(bytes: &mut Vec<u8>, damage: &Damage) {
    if bytes.is_empty() {
        return;
    }
    let len = bytes.len();
    match damage {
        Damage::Flip(at, bits) => bytes[at.index(len)] ^= bits,
        Damage::Set(at, value) => {
            let start = at.index(len);
            bytes[start..].iter_mut().zip(value).for_each(|(byte, value)| *byte = *value);
        }
        Damage::Truncate(at) => bytes.truncate(at.index(len)),
        Damage::Move { from, to, size } => {
            let (from, to) = (from.index(len), to.index(len));
            let size = size.index(len).min(len - from.max(to));
            bytes.copy_within(from..from + size, to);
        }
        Damage::Insert(at, more) => drop(bytes.splice(at.index(len)..at.index(len), more.iter().copied())),
        Damage::Remove(at, size) => {
            let start = at.index(len);
            bytes.drain(start..len.min(start + usize::from(*size)));
        }
    }
}

/// Asks a payload everything, whatever its kind says.
fn parse_as_everything(payload: &[u8]) {
    parse::<Project>(payload);
    parse::<MemTopology>(payload);
    parse::<Connectivity>(payload);
    parse::<IpLayout>(payload);
    parse::<ClockFreqTopology>(payload);
    parse::<BuildMetadata>(payload);
    parse::<KeyValues>(payload);
}

/// What is accepted can be read again once written, if the format still has room for it.
fn parse<S: Section>(payload: &[u8]) {
    if let Ok(value) = S::from_bytes(payload)
        && let Ok(bytes) = value.to_bytes()
    {
        S::from_bytes(&bytes).expect("what was written is sound");
    }
}

/// Text of any characters but NUL that takes at most `most` bytes.
fn text(most: usize) -> impl Strategy<Value = String> {
    vec(any::<char>().prop_map(|c| if c == '\0' { ' ' } else { c }), 0..=most / 4).prop_map(String::from_iter)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files(damages in vec(damage(), 1..8)) {
        let mut bytes = crate::sample::bytes();
        damages.iter().for_each(|damage| apply(&mut bytes, damage));
        if let Ok(image) = Xclbin::from_bytes(bytes) {
            let total: usize = image.sections().map(|section| section.payload.len()).sum();
            prop_assert!(total <= crate::sample::bytes().len() + 8 * 64, "sections do not share bytes");
            for section in image.sections() {
                prop_assert_eq!(image.section(section.kind).is_some(), true);
                parse_as_everything(section.payload);
            }
            let _ = (format!("{image:?}"), image.key_values().is_ok());
        }
    }

    #[test]
    fn damaged_payloads(which in any::<Index>(), damages in vec(damage(), 1..4)) {
        let image = Xclbin::from_bytes(crate::sample::bytes()).unwrap();
        let section = image.sections().nth(which.index(8)).unwrap();
        let mut payload = section.payload.to_vec();
        damages.iter().for_each(|damage| apply(&mut payload, damage));
        parse_as_everything(&payload);
    }

    #[test]
    fn arbitrary_bytes(bytes in vec(any::<u8>(), 0..600)) {
        parse_as_everything(&bytes);
        let _ = Xclbin::from_bytes([&b"xclbin2\0"[..], &bytes].concat()).is_ok();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn files_round_trip(
        platform in text(63),
        uuid in any::<u128>(),
        timestamp in any::<u64>(),
        sections in vec((any::<u32>(), vec(any::<u8>(), 0..50)), 0..10),
    ) {
        let start = Builder::new(Mode::HwEmuPr, platform.as_str(), uuid::Uuid::from_u128(uuid), timestamp);
        let builder = sections
            .iter()
            .fold(start, |builder, (kind, payload)| builder.raw(SectionKind(*kind), payload.as_slice()));
        let image = Xclbin::from_bytes(builder.to_bytes().unwrap()).unwrap();
        prop_assert_eq!(image.platform_vbnv(), platform);
        prop_assert_eq!(image.uuid().as_u128(), uuid);
        prop_assert_eq!(image.timestamp(), timestamp);
        let read: Vec<_> =
            image.sections().map(|section| (section.kind.0, section.payload.to_vec())).collect();
        prop_assert_eq!(read, sections);
    }

    #[test]
    fn fixed_layouts_round_trip(
        banks in vec((any::<bool>(), any::<u64>(), any::<u64>(), text(15)), 0..5),
        connections in vec((0..=i32::MAX, any::<i32>(), 0..=i32::MAX), 0..5),
        ips in vec((any::<u32>(), any::<Option<u64>>(), text(63)), 0..5),
        clocks in vec((any::<u16>(), text(127)), 0..5),
    ) {
        round_trip(MemTopology { banks: banks.into_iter().map(|(used, size_kib, base, tag)| {
            MemBank { kind: MemKind::PsKernel, used, size_kib, base, tag }
        }).collect() });
        round_trip(Connectivity { connections: connections.into_iter()
            .map(|(arg_index, ip_layout_index, mem_data_index)| {
                Connection { arg_index, ip_layout_index, mem_data_index }
            }).collect() });
        round_trip(IpLayout { ips: ips.into_iter().map(|(properties, base, name)| {
            Ip { kind: IpKind::PsKernel, properties, base: base.filter(|&base| base != u64::MAX), name }
        }).collect() });
        round_trip(ClockFreqTopology { clocks: clocks.into_iter().map(|(mhz, name)| {
            Clock { mhz, kind: ClockKind::System, name }
        }).collect() });
    }

    #[test]
    fn texts_round_trip(pairs in vec((any::<String>(), any::<String>()), 0..5), texts in vec(text(99), 4)) {
        round_trip(KeyValues::from_iter(pairs));
        let mut build = crate::sample::build_metadata();
        build.generated_by.options.clone_from(&texts[0]);
        round_trip(build);
        let mut project = crate::sample::project();
        project.name.clone_from(&texts[1]);
        project.platform.name.clone_from(&texts[2]);
        project.kernels[0].args[1].ty.clone_from(&texts[3]);
        if let Ok(bytes) = project.to_bytes() {
            prop_assert_eq!(Project::from_bytes(&bytes).unwrap(), project);
        } else {
            prop_assert!(texts[1..].iter().any(|text| text.contains(not_in_xml)));
        }
    }
}

fn not_in_xml(c: char) -> bool {
    c.is_ascii_control() && !c.is_ascii_whitespace() || c == '\u{fffe}' || c == '\u{ffff}'
}

fn round_trip<S: Section + PartialEq + std::fmt::Debug>(value: S) {
    assert_eq!(S::from_bytes(&value.to_bytes().unwrap()).unwrap(), value);
}
