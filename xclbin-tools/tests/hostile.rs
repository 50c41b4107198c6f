//! Damaged, foreign and hostile bytes: each gives its own clear error.

use xclbin_tools::section::embedded_metadata::Project;
use xclbin_tools::section::{
    BuildMetadata, ClockFreqTopology, Connection, Connectivity, Ip, IpControl, IpLayout, KeyValues, MemBank,
    MemKind, MemTopology,
};
use xclbin_tools::{Builder, Mode, Section, SectionKind, Xclbin};

const SECTION_0: usize = 456;
const SECTION_1: usize = 496;

/// The message that the sample gives once `bytes` stand at `offset`.
fn patched(offset: usize, bytes: &[u8]) -> String {
    let mut image = crate::sample::bytes();
    image[offset..offset + bytes.len()].copy_from_slice(bytes);
    refused(image)
}

fn refused(image: Vec<u8>) -> String {
    Xclbin::from_bytes(image).expect_err("the bytes are damaged").to_string()
}

/// The message that a payload gives.
fn bad_payload<S: Section>(payload: &[u8]) -> String {
    S::from_bytes(payload).map(|_| ()).expect_err("the payload is damaged").to_string()
}

/// The payload with `bytes` at `offset`.
fn with(mut payload: Vec<u8>, offset: usize, bytes: &[u8]) -> Vec<u8> {
    payload[offset..offset + bytes.len()].copy_from_slice(bytes);
    payload
}

#[test]
fn foreign_files() {
    assert_eq!(refused(vec![]), "not an xclbin: it starts with `` where `xclbin2` is expected");
    assert_eq!(
        refused(b"xclbin".to_vec()),
        "not an xclbin: it starts with `xclbin` where `xclbin2` is expected"
    );
    assert_eq!(
        refused(b"xclbin1\0 and more".to_vec()),
        r"not an xclbin: it starts with `xclbin1\x00` where `xclbin2` is expected"
    );
    assert_eq!(
        refused(b"\x7fELF\xff".to_vec()),
        r"not an xclbin: it starts with `\x7fELF\xff` where `xclbin2` is expected"
    );
}

#[test]
fn every_truncation_is_noticed() {
    let image = crate::sample::bytes();
    for size in 0..image.len() {
        refused(image[..size].to_vec());
    }
    assert_eq!(refused(image[..455].to_vec()), "the file is cut short: it has 455 bytes of 456");
    let last = image.len() - 1;
    assert_eq!(
        refused(image[..last].to_vec()),
        format!("the file is cut short: it has {last} bytes of {}", image.len())
    );
}

#[test]
fn bytes_after_the_container_are_accepted() {
    let mut image = crate::sample::bytes();
    image.extend_from_slice(b"a user's signature");
    assert_eq!(Xclbin::from_bytes(image).unwrap().sections().len(), 8);
}

#[test]
fn length() {
    assert_eq!(
        patched(304, &u64::MAX.to_le_bytes()),
        format!(
            "the file is cut short: it has {} bytes of 18446744073709551615",
            crate::sample::bytes().len()
        )
    );
    assert_eq!(
        patched(304, &775_u64.to_le_bytes()),
        "header, m_length: 775 bytes are too few for 8 section headers"
    );
    // The table alone fits, so it is the first section that does not.
    assert_eq!(
        patched(304, &776_u64.to_le_bytes()),
        "section header 0 (BITSTREAM), m_sectionOffset: 28 bytes at offset 776 reach past the end at 776"
    );
}

#[test]
fn length_of_the_signature() {
    for wrong in [-2, i32::MIN, i32::MAX] {
        let message = patched(8, &wrong.to_le_bytes());
        assert!(
            message.starts_with(&format!("header, m_signature_length: {wrong} bytes are no length")),
            "{message}"
        );
    }
    // The signature takes up the end of the file, and no section may lie there.
    let message = patched(8, &1_i32.to_le_bytes());
    assert!(message.contains("reach past the end"), "{message}");
    let mut image = crate::sample::bytes();
    image.extend_from_slice(b"signed");
    let length = image.len() as u64;
    let image = with(with(image, 304, &length.to_le_bytes()), 8, &6_i32.to_le_bytes());
    assert_eq!(Xclbin::from_bytes(image).unwrap().layout().signature(), Some(length - 6..length));
}

#[test]
fn number_of_sections() {
    assert_eq!(
        patched(448, &u32::MAX.to_le_bytes()),
        "header, m_numSections: the file is too short for the headers of 4294967295 sections"
    );
    let mut image = crate::sample::bytes();
    image.resize(456 + 40 * 0x1_0001, 0);
    let image = with(image, 448, &0x1_0001_u32.to_le_bytes());
    assert_eq!(refused(image), "header, m_numSections: 65537 sections are more than 65536");
}

#[test]
fn mode() {
    assert_eq!(
        patched(332, &7_u16.to_le_bytes()),
        "header, m_mode: 7 is none of the values that this version knows ([0, 1, 2, 3, 4, 5, 6])"
    );
}

#[test]
fn platform_name() {
    assert_eq!(patched(352, &[b'x'; 64]), "header, m_platformVBNV: the text has no NUL within its 64 bytes");
    let message = patched(352, &[b'x', 0xFF]);
    assert!(message.starts_with("header, m_platformVBNV: the text is not UTF-8: "), "{message}");
}

#[test]
fn section_names() {
    assert_eq!(
        patched(SECTION_1 + 4, &[b'x'; 16]),
        "section header 1 (EMBEDDED_METADATA), m_sectionName: the text has no NUL within its 16 bytes"
    );
}

#[test]
fn section_offset_and_size() {
    let huge = u64::MAX.to_le_bytes();
    let message = patched(SECTION_0 + 32, &huge);
    assert!(message.contains("18446744073709551615 bytes at offset 776 reach past the end"), "{message}");
    let message = patched(SECTION_0 + 24, &huge);
    assert!(message.contains("28 bytes at offset 18446744073709551615 reach past the end"), "{message}");
    let end = crate::sample::bytes().len() as u64;
    let message = patched(SECTION_0 + 24, &(end - 27).to_le_bytes());
    assert!(message.contains("reach past the end"), "{message}");
}

#[test]
fn section_inside_the_headers() {
    for offset in [0_u64, 456, 775] {
        assert_eq!(
            patched(SECTION_0 + 24, &offset.to_le_bytes()),
            format!(
                "section header 0 (BITSTREAM), m_sectionOffset: offset {offset} lies inside the file's headers"
            )
        );
    }
}

#[test]
fn sections_that_overlap() {
    assert_eq!(
        patched(SECTION_0 + 32, &33_u64.to_le_bytes()),
        "section header 1 (EMBEDDED_METADATA), m_sectionOffset: it overlaps section 0 (BITSTREAM)"
    );
    // The padding between them belongs to neither.
    let mut image = crate::sample::bytes();
    image[SECTION_0 + 32..SECTION_0 + 40].copy_from_slice(&32_u64.to_le_bytes());
    Xclbin::from_bytes(image).unwrap();
}

#[test]
fn empty_sections_may_lie_anywhere() {
    let builder = Builder::new(Mode::Flat, "p", crate::sample::UUID, 7)
        .raw(SectionKind::BITSTREAM, *b"")
        .raw(SectionKind::PDI, *b"abcdefgh");
    let image = builder.to_bytes().unwrap();
    assert_eq!(image[SECTION_0 + 24..SECTION_0 + 32], image[SECTION_1 + 24..SECTION_1 + 32], "same offset");
    for offset in [0, 500, image.len() as u64] {
        let image = with(image.clone(), SECTION_0 + 24, &offset.to_le_bytes());
        let image = Xclbin::from_bytes(image).unwrap();
        assert_eq!(image.section(SectionKind::BITSTREAM), Some(&b""[..]));
    }
    let beyond = image.len() as u64 + 1;
    refused(with(image, SECTION_0 + 24, &beyond.to_le_bytes()));
}

#[test]
fn counts_of_entries() {
    let sample = crate::sample::mem_topology().to_bytes().unwrap();
    assert_eq!(
        bad_payload::<MemTopology>(&with(sample.clone(), 0, &u32::MAX.to_le_bytes())),
        "section MEM_TOPOLOGY: m_count is -1, but 128 bytes are not 8 + -1 x 40"
    );
    for count in [2, 4, i32::MAX] {
        bad_payload::<MemTopology>(&with(sample.clone(), 0, &count.to_le_bytes()));
    }
    assert_eq!(bad_payload::<MemTopology>(&[0; 3]), "section MEM_TOPOLOGY: 3 bytes are too few for m_count");
    assert_eq!(
        bad_payload::<MemTopology>(&[0; 7]),
        "section MEM_TOPOLOGY: m_count is 0, but 7 bytes are not 8 + 0 x 40"
    );
    bad_payload::<Connectivity>(&[1, 0, 0, 0, 0, 0, 0, 0]);
    bad_payload::<IpLayout>(&[255, 255, 255, 127, 0, 0, 0, 0]);
    assert_eq!(
        bad_payload::<ClockFreqTopology>(&[0xFF, 0xFF]),
        "section CLOCK_FREQ_TOPOLOGY: m_count is -1, but 2 bytes are not 2 + -1 x 136"
    );
    assert_eq!(
        bad_payload::<ClockFreqTopology>(&[1]),
        "section CLOCK_FREQ_TOPOLOGY: 1 bytes are too few for m_count"
    );
}

#[test]
fn unknown_numbers_in_entries() {
    let banks = crate::sample::mem_topology().to_bytes().unwrap();
    let message = bad_payload::<MemTopology>(&with(banks, 48, &[12]));
    assert!(
        message.starts_with("section MEM_TOPOLOGY: entry 1, m_type: 12 is none of the values"),
        "{message}"
    );
    let ips = crate::sample::ip_layout().to_bytes().unwrap();
    bad_payload::<IpLayout>(&with(ips, 88, &[8]));
    let clocks = crate::sample::clock_freq_topology().to_bytes().unwrap();
    bad_payload::<ClockFreqTopology>(&with(clocks, 4, &[4]));
}

#[test]
fn texts_in_entries() {
    let banks = crate::sample::mem_topology().to_bytes().unwrap();
    assert_eq!(
        bad_payload::<MemTopology>(&with(banks, 32, &[b'x'; 16])),
        "section MEM_TOPOLOGY: entry 0, m_tag: the text has no NUL within its 16 bytes"
    );
    let ips = crate::sample::ip_layout().to_bytes().unwrap();
    let message = bad_payload::<IpLayout>(&with(ips, 24, &[0xC3, 0]));
    assert!(message.starts_with("section IP_LAYOUT: entry 0, m_name: the text is not UTF-8: "), "{message}");
    let clocks = crate::sample::clock_freq_topology().to_bytes().unwrap();
    bad_payload::<ClockFreqTopology>(&with(clocks, 10, &[b'x'; 128]));
}

#[test]
fn texts_that_do_not_fit() {
    let bank = |tag: &str| MemTopology {
        banks: vec![MemBank { kind: MemKind::Ddr4, used: true, size_kib: 1, base: 0, tag: tag.to_owned() }],
    };
    assert!(bank("123456789012345").to_bytes().is_ok());
    assert_eq!(
        bank("1234567890123456").to_bytes().unwrap_err().to_string(),
        "section MEM_TOPOLOGY: entry 0, m_tag: `1234567890123456` has 16 bytes and at most 15 fit"
    );
    assert_eq!(
        bank("a\0b").to_bytes().unwrap_err().to_string(),
        "section MEM_TOPOLOGY: entry 0, m_tag: `a\\u{0}b` contains a NUL"
    );
    let unit = Ip::compute_unit("kernel", &"x".repeat(57), 0, IpControl::ApCtrlHs);
    assert!(IpLayout { ips: vec![unit] }.to_bytes().unwrap_err().to_string().contains("at most 63 fit"));
    let mut clocks = crate::sample::clock_freq_topology();
    clocks.clocks[1].name = "x".repeat(128);
    assert!(clocks.to_bytes().unwrap_err().to_string().contains("entry 1, m_name"));
    let builder = Builder::new(Mode::Flat, "x".repeat(64), crate::sample::UUID, 7);
    let message = builder.to_bytes().unwrap_err().to_string();
    assert!(message.starts_with("header, m_platformVBNV: `xxx"), "{message}");
}

#[test]
fn too_many_entries() {
    let clock = crate::sample::clock_freq_topology().clocks.remove(0);
    let at_most = ClockFreqTopology { clocks: vec![clock.clone(); 0x7FFF] };
    assert_eq!(ClockFreqTopology::from_bytes(&at_most.to_bytes().unwrap()).unwrap(), at_most);
    assert_eq!(
        ClockFreqTopology { clocks: vec![clock; 0x8000] }.to_bytes().unwrap_err().to_string(),
        "section CLOCK_FREQ_TOPOLOGY: 32768 entries are more than m_count can state"
    );
}

#[test]
fn connections_that_xrt_does_not_bear() {
    let refused = |arg_index, mem_data_index| {
        let connections = vec![Connection { arg_index, ip_layout_index: 0, mem_data_index }];
        Connectivity { connections }.to_bytes().unwrap_err().to_string()
    };
    assert_eq!(
        refused(-1, 0),
        "section CONNECTIVITY: entry 0, arg_index: XRT does not bear the negative number -1"
    );
    assert!(refused(0, -1).contains("entry 0, mem_data_index"));
    // Files of others may have them.
    let payload = [1, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 255, 255, 255, 255];
    let connection = Connectivity::from_bytes(&payload).unwrap().connections[0];
    assert_eq!((connection.arg_index, connection.mem_data_index), (-1, -1));
}

#[test]
fn json() {
    let message = bad_payload::<KeyValues>(b"{\"key_values\":[{\"key\":1}]}");
    assert!(message.starts_with("section KEYVALUE_METADATA: "), "{message}");
    bad_payload::<KeyValues>(b"");
    bad_payload::<KeyValues>(b"\xff");
    assert_eq!(
        bad_payload::<KeyValues>(b"{\"key_values\":\"x\"}"),
        "section KEYVALUE_METADATA: `key_values` is the text `x`, not a list at line 1 column 18"
    );
    let deep = [&b"{\"key_values\":"[..], &[b'['; 100_000]].concat();
    bad_payload::<KeyValues>(&deep);
    bad_payload::<BuildMetadata>(b"{}");
    bad_payload::<BuildMetadata>(&deep);
}

#[test]
fn json_of_other_tools() {
    // An empty list as XRT's tools write it, a list that is absent, and their line end.
    for empty in ["{\"key_values\":\"\"}\n", "{\"key_values\":[]}", "{}"] {
        assert_eq!(KeyValues::from_bytes(empty.as_bytes()).unwrap(), KeyValues::default());
    }
    let build = BuildMetadata::from_bytes(
        br#"{"build_metadata":{"dsa":{},"xclbin":{"generated_by":{"name":"v++","cl":"1"},"user_regions":""}}}"#,
    )
    .unwrap();
    assert_eq!(build.generated_by.name, "v++");
    assert_eq!(build.packaged_by.name, "");
}

#[test]
fn xml() {
    let message = bad_payload::<Project>(b"<project>\xff");
    assert!(message.starts_with("section EMBEDDED_METADATA: it is not UTF-8: "), "{message}");
    bad_payload::<Project>(b"");
    bad_payload::<Project>(b"<project name=\"");
    bad_payload::<Project>(b"<!DOCTYPE a [<!ENTITY b \"c\">]><project name=\"&b;\"/>");
    let deep = "<project><platform>".to_owned() + &"<a>".repeat(100_000);
    bad_payload::<Project>(deep.as_bytes());
    let deep = "<project><platform><device><core target=\"csim\">".to_owned() + &"<kernel>".repeat(100_000);
    bad_payload::<Project>(deep.as_bytes());
}

/// An entry takes fifty times its size as JSON.
#[test]
fn long_lists_are_refused() {
    let payload = |count: u32| {
        let mut payload = count.to_le_bytes().to_vec();
        payload.resize(4 + 12 * count as usize, 0);
        payload
    };
    assert_eq!(Connectivity::from_bytes(&payload(0x1_0000)).unwrap().connections.len(), 0x1_0000);
    assert_eq!(
        bad_payload::<Connectivity>(&payload(0x1_0001)),
        "section CONNECTIVITY: m_count is 65537, and at most 65536 are supported"
    );
}
