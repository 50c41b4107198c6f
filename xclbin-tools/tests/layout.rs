//! The bytes of what is written, against the tables of the format.

use xclbin_tools::section::{
    ClockFreqTopology, Connection, Connectivity, Ip, IpControl, IpKind, IpLayout, KeyValues, MemTopology,
};
use xclbin_tools::{Builder, Mode, Section, SectionKind, Xclbin};

fn u16_at(bytes: &[u8], offset: usize) -> u16 {
    u16::from_le_bytes(bytes[offset..offset + 2].try_into().unwrap())
}

fn u32_at(bytes: &[u8], offset: usize) -> u32 {
    u32::from_le_bytes(bytes[offset..offset + 4].try_into().unwrap())
}

fn u64_at(bytes: &[u8], offset: usize) -> u64 {
    u64::from_le_bytes(bytes[offset..offset + 8].try_into().unwrap())
}

/// `text` and then NULs.
fn padded(text: &str, size: usize) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(size, 0);
    bytes
}

#[test]
fn header() {
    let bytes = crate::sample::bytes();
    assert_eq!(&bytes[..8], b"xclbin2\0");
    assert_eq!(u32_at(&bytes, 8), u32::MAX, "no signature");
    assert!(bytes[12..296].iter().all(|&byte| byte == 0xFF), "reserved and key block");
    assert_eq!(u64_at(&bytes, 296), crate::sample::TIMESTAMP, "unique id");
    assert_eq!(u64_at(&bytes, 304), bytes.len() as u64, "length");
    assert_eq!(u64_at(&bytes, 312), crate::sample::TIMESTAMP);
    assert_eq!(u64_at(&bytes, 320), 0, "feature ROM");
    assert_eq!((u16_at(&bytes, 328), bytes[330], bytes[331]), (466, 2, 13), "version");
    assert_eq!(u16_at(&bytes, 332), 5, "mode");
    assert_eq!(u16_at(&bytes, 334), 0, "action mask");
    assert_eq!(bytes[336..352], [0; 16], "interface UUID");
    assert_eq!(bytes[352..416], padded(crate::sample::PLATFORM, 64));
    assert_eq!(bytes[416..432], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "UUID");
    assert_eq!(bytes[432..448], [0; 16], "debug binary");
    assert_eq!(u32_at(&bytes, 448), 8, "sections");
    assert_eq!(u32_at(&bytes, 452), 0, "padding");
}

#[test]
fn table_of_sections_and_payloads() {
    let bytes = crate::sample::bytes();
    let image = Xclbin::from_bytes(bytes.clone()).unwrap();
    let kinds: Vec<u32> = image.sections().map(|section| section.kind.0).collect();
    assert_eq!(kinds, [0, 2, 6, 7, 8, 11, 14, 15]);
    let mut end = 456_usize + 8 * 40;
    for (index, section) in image.sections().enumerate() {
        let entry = &bytes[456 + 40 * index..456 + 40 * (index + 1)];
        assert_eq!(u32_at(entry, 0), section.kind.0);
        assert_eq!(entry[4..24], [0; 20], "name and padding");
        let start = u64_at(entry, 24) as usize;
        assert_eq!(start, end.next_multiple_of(8), "every payload is aligned to 8");
        assert!(bytes[end..start].iter().all(|&byte| byte == 0), "padding");
        end = start + u64_at(entry, 32) as usize;
        assert_eq!(section.payload, &bytes[start..end]);
    }
    assert_eq!(end, bytes.len(), "nothing after the last payload");
}

#[test]
fn file_without_sections() {
    let bytes = Builder::new(Mode::Flat, "p", crate::sample::UUID, 7).to_bytes().unwrap();
    assert_eq!(bytes.len(), 456);
    assert_eq!(Xclbin::from_bytes(bytes).unwrap().sections().len(), 0);
}

#[test]
fn last_payload_is_not_padded() {
    let builder = Builder::new(Mode::Flat, "p", crate::sample::UUID, 7).raw(SectionKind::PDI, *b"abc");
    let bytes = builder.to_bytes().unwrap();
    assert_eq!(bytes.len(), 496 + 3);
    assert_eq!(&bytes[496..], b"abc");
}

#[test]
fn equal_inputs_give_equal_bytes() {
    assert_eq!(crate::sample::bytes(), crate::sample::bytes());
}

#[test]
fn accessors_give_what_was_built() {
    let image = Xclbin::from_bytes(crate::sample::bytes()).unwrap();
    assert_eq!(image.mode(), Mode::SwEmu);
    assert_eq!(image.platform_vbnv(), crate::sample::PLATFORM);
    assert_eq!(image.uuid(), crate::sample::UUID);
    assert_eq!(image.timestamp(), crate::sample::TIMESTAMP);
    assert_eq!(image.section(SectionKind::BITSTREAM), Some(crate::sample::PAYLOAD));
    assert_eq!(image.section(SectionKind::PDI), None);
    assert_eq!(image.parse().unwrap(), Some(crate::sample::project()));
    assert_eq!(image.parse().unwrap(), Some(crate::sample::mem_topology()));
    assert_eq!(image.parse().unwrap(), Some(crate::sample::connectivity()));
    assert_eq!(image.parse().unwrap(), Some(crate::sample::ip_layout()));
    assert_eq!(image.parse().unwrap(), Some(crate::sample::clock_freq_topology()));
    assert_eq!(image.parse().unwrap(), Some(crate::sample::build_metadata()));
    assert_eq!(image.key_values().unwrap(), crate::sample::key_values());
}

#[test]
fn images_cross_threads() {
    let image = Xclbin::from_bytes(crate::sample::bytes()).unwrap();
    let uuid = std::thread::scope(|scope| scope.spawn(|| image.uuid()).join().unwrap());
    let moved = std::thread::spawn(move || image.uuid()).join().unwrap();
    assert_eq!(uuid, moved);
}

#[test]
fn first_section_of_a_kind_and_unknown_kinds() {
    let unknown = SectionKind(1_000_000);
    let builder = Builder::new(Mode::HwEmu, "p", crate::sample::UUID, 7)
        .raw(unknown, *b"one")
        .raw(unknown, *b"two")
        .raw(SectionKind::USER_METADATA, *b"");
    let image = Xclbin::from_bytes(builder.to_bytes().unwrap()).unwrap();
    assert_eq!(image.section(unknown), Some(&b"one"[..]));
    assert_eq!(image.section(SectionKind::USER_METADATA), Some(&b""[..]));
    assert_eq!(image.key_values().unwrap(), KeyValues::default());
    assert_eq!(unknown.to_string(), "kind 1000000");
    assert_eq!(SectionKind::GROUP_TOPOLOGY.to_string(), "GROUP_TOPOLOGY");
    assert_eq!(format!("{:?} {:>5}", SectionKind(36), SectionKind::PDI), "DTBO   PDI");
    let debug = format!("{image:?}");
    assert!(debug.contains("kind 1000000 `` (3 bytes)"), "{debug}");
}

#[test]
fn every_mode() {
    let modes = [
        Mode::Flat,
        Mode::Pr,
        Mode::TandemStage2,
        Mode::TandemStage2WithPr,
        Mode::HwEmu,
        Mode::SwEmu,
        Mode::HwEmuPr,
    ];
    for (number, mode) in (0..).zip(modes) {
        let bytes = Builder::new(mode, "p", crate::sample::UUID, 7).to_bytes().unwrap();
        assert_eq!((u16_at(&bytes, 332), mode.number()), (number, number));
        assert_eq!(Xclbin::from_bytes(bytes).unwrap().mode(), mode);
    }
}

#[test]
fn mem_topology() {
    let bytes = crate::sample::mem_topology().to_bytes().unwrap();
    assert_eq!(bytes.len(), 8 + 3 * 40);
    assert_eq!((u32_at(&bytes, 0), u32_at(&bytes, 4)), (3, 0), "count and padding");
    let bank = &bytes[48..88];
    assert_eq!(bank[..8], [1, 1, 0, 0, 0, 0, 0, 0], "DDR4, used");
    assert_eq!(u64_at(bank, 8), 0x100_0000, "KiB");
    assert_eq!(u64_at(bank, 16), 0x50_0000_0000, "base");
    assert_eq!(bank[24..], padded("DDR[1]", 16));
    assert_eq!(bytes[88..90], [6, 0], "HBM, unused");
    assert_eq!(MemTopology::default().to_bytes().unwrap(), [0; 8]);
}

#[test]
fn connectivity() {
    let connections = vec![Connection { arg_index: 1, ip_layout_index: -1, mem_data_index: 0x0203 }];
    let bytes = Connectivity { connections }.to_bytes().unwrap();
    assert_eq!(bytes, [1, 0, 0, 0, 1, 0, 0, 0, 255, 255, 255, 255, 3, 2, 0, 0]);
    assert_eq!(crate::sample::connectivity().to_bytes().unwrap().len(), 4 + 5 * 12);
}

#[test]
fn ip_layout() {
    let bytes = crate::sample::ip_layout().to_bytes().unwrap();
    assert_eq!(bytes.len(), 8 + 3 * 80);
    assert_eq!((u32_at(&bytes, 0), u32_at(&bytes, 4)), (3, 0), "count and padding");
    let ip = &bytes[168..];
    assert_eq!(u32_at(ip, 0), 1, "kernel");
    assert_eq!(u32_at(ip, 4), 0x100, "ap_ctrl_chain, no interrupt");
    assert_eq!(u64_at(ip, 8), 0x182_0000, "base");
    assert_eq!(ip[16..], padded("scale:scale_1", 64));
}

#[test]
fn ip_without_registers() {
    let free_running = Ip { base: None, ..Ip::compute_unit("k", "k_1", 0, IpControl::ApCtrlNone) };
    let layout = IpLayout { ips: vec![free_running] };
    let bytes = layout.to_bytes().unwrap();
    assert_eq!(u64_at(&bytes, 16), u64::MAX);
    assert_eq!(IpLayout::from_bytes(&bytes).unwrap(), layout);
}

#[test]
fn control_protocol_of_ip() {
    let unit = Ip::compute_unit("k", "k_1", 0, IpControl::ApCtrlChain);
    assert_eq!(unit.control(), Some(IpControl::ApCtrlChain));
    let with_interrupt = Ip { properties: unit.properties | 0xFFFF_00FF, ..unit.clone() };
    assert_eq!(with_interrupt.control(), Some(IpControl::ApCtrlChain));
    assert_eq!(Ip { properties: 0xEE00, ..unit.clone() }.control(), None);
    assert_eq!(Ip { kind: IpKind::MemHbm, ..unit }.control(), None);
}

#[test]
fn clock_freq_topology() {
    let bytes = crate::sample::clock_freq_topology().to_bytes().unwrap();
    assert_eq!(bytes.len(), 2 + 2 * 136);
    assert_eq!(u16_at(&bytes, 0), 2, "count");
    let clock = &bytes[2 + 136..];
    assert_eq!(u16_at(clock, 0), 500, "MHz");
    assert_eq!(clock[2..8], [2, 0, 0, 0, 0, 0], "kernel clock");
    assert_eq!(clock[8..], padded("KERNEL_CLK", 128));
    assert_eq!(ClockFreqTopology::default().to_bytes().unwrap(), [0; 2]);
}

#[test]
fn json_sections() {
    let pairs = KeyValues::from_iter([("k", "v"), ("a\"b", "c\\d\n")]);
    assert_eq!(
        String::from_utf8(pairs.to_bytes().unwrap()).unwrap(),
        r#"{"key_values":[{"key":"k","value":"v"},{"key":"a\"b","value":"c\\d\n"}]}"#
    );
    let build = String::from_utf8(crate::sample::build_metadata().to_bytes().unwrap()).unwrap();
    assert_eq!(
        build,
        r#"{"build_metadata":{"xclbin":{"generated_by":{"name":"sycl-hls","version":"0.1.0","#.to_owned()
            + r#""time_stamp":"2023-11-14","options":"build --board u200"},"packaged_by":{"#
            + r#""name":"xclbin-tools","version":"0.1.0","hash":"0123abcd","time_stamp":"2023-11-14"}}}}"#
    );
}
