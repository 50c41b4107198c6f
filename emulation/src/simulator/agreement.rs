//! The numbers in frames are the same on both sides: here and in the simulator's C++.

use super::protocol::{Command, Payload, Reader, Reply, VERSION};
use super::report::{CHANNELS, RECORD_KINDS, STATUSES, Statistics};
use super::{WAVE_FORMATS, WaveFormat};

const PROTOCOL: &str = include_str!("../../../hls/src/rtl/simulator/protocol.hpp");
const REPORT: &str = include_str!("../../../hls/src/rtl/simulator/report.hpp");
const WAVE: &str = include_str!("../../../hls/src/rtl/simulator/wave.hpp");

/// The text between the end of `before` and the next `end`.
fn between<'t>(text: &'t str, before: &str, end: char) -> &'t str {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("`{before}` is in the header"));
    rest.split_once(end).unwrap().0
}

/// The names of an enum of C++ and their numbers.
fn enumerators(header: &str, name: &str) -> Vec<(String, u8)> {
    let body = between(header, &format!("enum class {name} : uint8_t {{"), '}');
    let entries = body.split(',').map(str::trim).filter(|entry| !entry.is_empty());
    let numbered = entries.map(|entry| {
        let (name, number) = entry.split_once(" = ").unwrap();
        let digits = number.trim_start_matches("0x");
        let radix = if digits.len() < number.len() { 16 } else { 10 };
        (name.to_owned(), u8::from_str_radix(digits, radix).unwrap())
    });
    numbered.collect()
}

/// The names of values, with their numbers.
fn named<T: std::fmt::Debug>(values: impl IntoIterator<Item = (T, u8)>) -> Vec<(String, u8)> {
    values.into_iter().map(|(value, number)| (format!("{value:?}"), number)).collect()
}

#[test]
fn versions() {
    assert_eq!(between(PROTOCOL, "constexpr uint32_t VERSION = ", ';'), VERSION.to_string());
}

#[test]
fn commands() {
    let commands = [
        Command::Hello,
        Command::Configure,
        Command::Allocate,
        Command::Free,
        Command::Write,
        Command::Read,
        Command::RegisterWrite,
        Command::RegisterRead,
        Command::Run,
        Command::Step,
        Command::Reset,
        Command::Wave,
        Command::Quit,
        Command::StreamWrite,
        Command::StreamRead,
    ];
    let commands = commands.map(|command| (command, command as u8));
    assert_eq!(named(commands), enumerators(PROTOCOL, "Command"));
}

#[test]
fn replies() {
    let known = (0..=u8::MAX).filter_map(|kind| Some((Reply::from_kind(kind)?, kind)));
    assert_eq!(named(known), enumerators(PROTOCOL, "Reply"));
}

#[test]
fn what_reports_hold() {
    assert_eq!(named(STATUSES.into_iter().zip(0..)), enumerators(PROTOCOL, "Status"));
    assert_eq!(named(RECORD_KINDS.into_iter().zip(0..)), enumerators(REPORT, "RecordKind"));
    let channels = CHANNELS.map(|channel| channel.to_string());
    let names: Vec<String> = enumerators(REPORT, "Channel").into_iter().map(|(name, _)| name).collect();
    assert_eq!(channels.as_slice(), names);
}

#[test]
fn wave_formats() {
    let formats = WAVE_FORMATS.map(|format| (format, format.number()));
    let none = ("None".to_owned(), 0);
    let all: Vec<(String, u8)> = [none].into_iter().chain(named(formats)).collect();
    assert_eq!(all, enumerators(WAVE, "WaveFormat"));
    assert_eq!(WaveFormat::from_number(0), None);
    for format in WAVE_FORMATS {
        assert_eq!(WaveFormat::from_number(format.number()), Some(format));
    }
}

#[test]
fn statistics() {
    let written = between(REPORT, "for (const uint64_t count : {", '}');
    let names: Vec<&str> = written.split(',').map(str::trim).collect();
    let payload = (1..=names.len() as u64).fold(Payload::new(), Payload::u64);
    let (_, bytes) = payload.frame(Command::Run);
    let mut reader = Reader::new(&bytes);
    let statistics = format!("{:?}", Statistics::read(&mut reader).unwrap());
    assert!(reader.u8().is_err(), "all counts are read");
    let fields: Vec<String> = names.iter().zip(1..).map(|(name, count)| format!("{name}: {count}")).collect();
    assert_eq!(statistics, format!("Statistics {{ {} }}", fields.join(", ")));
}
