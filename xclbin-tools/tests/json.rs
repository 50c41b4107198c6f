//! Payloads as JSON and as parts, as xclbinutil writes and takes them.

use xclbin_tools::section::{self, AiePartition, DebugIpLayout, Format};
use xclbin_tools::{Section, SectionKind, Tree};

fn to_json(kind: SectionKind, payload: &[u8]) -> String {
    section::to_json(kind, payload).unwrap().unwrap().document.pretty()
}

fn from_json(kind: SectionKind, json: &str) -> Result<Vec<u8>, String> {
    let tree = Tree::parse(json.as_bytes()).map_err(|error| error.to_string())?;
    section::from_json(kind, &tree, "", &|_| Ok(Vec::new())).map_err(|error| error.to_string())
}

/// What a payload becomes as JSON, and that it comes back.
fn assert_json(kind: SectionKind, payload: &[u8], json: &str) {
    assert_eq!(to_json(kind, payload), json);
    assert_eq!(from_json(kind, json).unwrap(), payload);
}

#[test]
fn memory() {
    let head =
        "{\n    \"mem_topology\": {\n        \"m_count\": \"3\",\n        \"m_mem_data\": [\n            {\n";
    let bank = "                \"m_type\": \"MEM_DDR4\",\n                \"m_used\": \"1\",\n                \
                \"m_sizeKB\": \"0x1000000\",\n                \"m_tag\": \"DDR[1]\",\n                \
                \"m_base_address\": \"0x5000000000\"\n            },\n";
    let payload = crate::sample::mem_topology().to_bytes().unwrap();
    let json = to_json(SectionKind::MEM_TOPOLOGY, &payload);
    assert!(json.starts_with(head) && json.contains(bank), "{json}");
    assert_eq!(from_json(SectionKind::MEM_TOPOLOGY, &json).unwrap(), payload);
    let group = json.replace("mem_topology", "group_topology");
    assert_json(SectionKind::GROUP_TOPOLOGY, &payload, &group);

    let bytes = json.replace(r#""m_sizeKB": "0x1000000""#, r#""m_size": 17179869184"#);
    assert_eq!(from_json(SectionKind::MEM_TOPOLOGY, &bytes).unwrap(), payload);
    let wrong = |there: &str, instead: &str| {
        from_json(SectionKind::MEM_TOPOLOGY, &json.replacen(there, instead, 1)).unwrap_err()
    };
    assert!(
        wrong(r#""m_sizeKB": "0x1000000""#, r#""m_size": "1""#).contains("1 bytes are no multiple of 1024")
    );
    assert!(wrong(r#""m_tag""#, r#""m_size": 0, "m_tag""#).contains("both `m_size` and `m_sizeKB`"));
    assert_eq!(
        wrong("\"3\"", "\"4\""),
        "section MEM_TOPOLOGY: `m_count` is 4, but `m_mem_data` has 3 entries"
    );
    assert!(
        wrong("MEM_DDR4", "DDR4").starts_with(
            "section MEM_TOPOLOGY: m_mem_data[0]: `m_type`: `DDR4` is none of MEM_DDR3, MEM_DDR4,"
        )
    );
    assert!(wrong("\"m_used\"", "\"used\"").contains("m_mem_data[0]: `m_used` is missing"));
}

#[test]
fn connections() {
    let json = r#"{
    "connectivity": {
        "m_count": "1",
        "m_connection": [
            {
                "arg_index": "1",
                "m_ip_layout_index": "4294967295",
                "mem_data_index": "2"
            }
        ]
    }
}
"#;
    let payload = [1, 0, 0, 0, 1, 0, 0, 0, 255, 255, 255, 255, 2, 0, 0, 0];
    assert_json(SectionKind::CONNECTIVITY, &payload, json);
    assert_eq!(from_json(SectionKind::CONNECTIVITY, &json.replace("\"4294967295\"", "-1")).unwrap(), payload);
    let group = json.replace("\"connectivity", "\"group_connectivity");
    assert_json(SectionKind::GROUP_CONNECTIVITY, &payload, &group);
}

#[test]
fn clocks() {
    let payload = crate::sample::clock_freq_topology().to_bytes().unwrap();
    let json = to_json(SectionKind::CLOCK_FREQ_TOPOLOGY, &payload);
    let compact: String = json.split_whitespace().collect();
    assert_eq!(
        compact,
        r#"{"clock_freq_topology":{"m_count":"2","m_clock_freq":["#.to_owned()
            + r#"{"m_freq_Mhz":"300","m_type":"DATA","m_name":"DATA_CLK"},"#
            + r#"{"m_freq_Mhz":"500","m_type":"KERNEL","m_name":"KERNEL_CLK"}]}}"#
    );
    assert_eq!(from_json(SectionKind::CLOCK_FREQ_TOPOLOGY, &json).unwrap(), payload);
}

/// The bits of `properties` by the format: those of kernels, of memory, of kernels on processors, of others.
#[test]
fn ip() {
    let cases = [
        (1_u32, 0x0105_u32, r#""m_int_enable": "1", "m_interrupt_id": "2", "m_ip_control": "AP_CTRL_CHAIN""#),
        (5, 0x0002_0103, r#""m_index": "259", "m_pc_index": "2""#),
        (7, 0x0123_0011, r#""m_subtype": "DPU", "m_functional": "PrePost", "m_kernel_id": "0x123""#),
        (7, 0, r#""properties": "0x0""#),
        (2, 0x12, r#""properties": "0x12""#),
    ];
    let names = [
        "IP_MB",
        "IP_KERNEL",
        "IP_DNASC",
        "IP_DDR4_CONTROLLER",
        "IP_MEM_DDR4",
        "IP_MEM_HBM",
        "IP_MEM_HBM_ECC",
        "IP_PS_KERNEL",
    ];
    for (kind, properties, fields) in cases {
        let mut payload = vec![1, 0, 0, 0, 0, 0, 0, 0];
        payload.extend(kind.to_le_bytes());
        payload.extend(properties.to_le_bytes());
        payload.extend(u64::MAX.to_le_bytes());
        payload.extend(b"k:k_1");
        payload.resize(8 + 80, 0);
        let json = format!(
            r#"{{"ip_layout": {{"m_count": "1", "m_ip_data": [{{"m_type": "{}", {fields},
                "m_base_address": "not_used", "m_name": "k:k_1"}}]}}}}"#,
            names[kind as usize]
        );
        let expected = Tree::parse(json.as_bytes()).unwrap().pretty();
        assert_eq!(to_json(SectionKind::IP_LAYOUT, &payload), expected);
        if (kind, properties) != (7, 0) {
            assert_eq!(from_json(SectionKind::IP_LAYOUT, &expected).unwrap(), payload, "{fields}");
        }
        let wrong = json.replace("\"m_interrupt_id\": \"2\"", "\"m_interrupt_id\": \"128\"");
        if wrong != json {
            assert!(from_json(SectionKind::IP_LAYOUT, &wrong).unwrap_err().contains("128 is more than 127"));
        }
    }
}

#[test]
fn debug_ip() {
    let mut payload = vec![1, 0, 0, 0, 0, 0, 0, 0, 7, 0x34, 3, 1, 2, 0x12, 0, 0];
    payload.extend(0x1000_u64.to_le_bytes());
    payload.extend(b"name");
    payload.resize(8 + 144, 0);
    let json = r#"{
    "debug_ip_layout": {
        "m_count": "1",
        "m_debug_ip_data": [
            {
                "m_type": "ACCEL_MONITOR",
                "m_index": "4660",
                "m_properties": "3",
                "m_major": "1",
                "m_minor": "2",
                "m_base_address": "0x1000",
                "m_name": "name"
            }
        ]
    }
}
"#;
    assert_json(SectionKind::DEBUG_IP_LAYOUT, &payload, json);
    payload[0] = 2;
    assert!(DebugIpLayout::from_bytes(&payload).is_err());
}

/// All values are texts, a slash is escaped, an empty list is an empty text.
#[test]
fn texts() {
    let payload = b"{\"key_values\":[{\"key\":\"a\\/b\",\"value\":\"1 \\u0001\"}]}";
    let json = "{\n    \"keyvalue_metadata\": {\n        \"key_values\": [\n            {\n                \
                \"key\": \"a\\/b\",\n                \"value\": \"1 \\u0001\"\n            }\n        ]\n    }\n}\n";
    assert_json(SectionKind::KEYVALUE_METADATA, payload, json);
    let empty = "{\n    \"keyvalue_metadata\": {\n        \"key_values\": \"\"\n    }\n}\n";
    assert_json(SectionKind::KEYVALUE_METADATA, b"{\"key_values\":\"\"}", empty);
    let aie =
        from_json(SectionKind::AIE_METADATA, r#"{"aie_metadata": {"n": 1.50, "l": [], "t": true}}"#).unwrap();
    assert_eq!(String::from_utf8(aie).unwrap(), r#"{"aie_metadata":{"n":"1.50","l":"","t":"true"}}"#);
    let trace = from_json(SectionKind::AIE_TRACE_METADATA, r#"{"aie_metadata": {"a": 1}}"#).unwrap();
    assert!(to_json(SectionKind::AIE_TRACE_METADATA, &trace).contains("\"aie_trace_metadata\": {"));
    let build = from_json(SectionKind::BUILD_METADATA, r#"{"build_metadata": {"x": 1}}"#).unwrap();
    assert!(String::from_utf8(build).unwrap().contains(r#""packaged_by":{"name":"xclbin-tools""#));
}

#[test]
fn json_that_is_wrong_has_a_place() {
    for (json, message) in [
        ("{\n  \"a\": 01}", "expected a value (line 2, column 8 of the JSON)"),
        ("{\"a\" 1}", "expected `:` (line 1, column 6 of the JSON)"),
        ("[1] x", "expected the end of the text (line 1, column 5 of the JSON)"),
        ("{\"a", "the text ends within a string (line 1, column 3 of the JSON)"),
        (r#""\ud800""#, "the code is no character (line 1, column 8 of the JSON)"),
        (r#""\u+123""#, "`\\u` needs four hexadecimal digits (line 1, column 3 of the JSON)"),
        ("", "expected a value (line 1, column 1 of the JSON)"),
    ] {
        assert_eq!(Tree::parse(json.as_bytes()).unwrap_err().to_string(), message, "{json}");
    }
    assert_eq!(Tree::parse(br#""\ud83d\ude00 \u00e4""#).unwrap().text(), "\u{1f600} ä");
    let deep = "[".repeat(100_000);
    assert!(Tree::parse(deep.as_bytes()).unwrap_err().to_string().contains("nested more than 64 deep"));
    let many = format!("[{}1]", "1,".repeat(1 << 20));
    assert!(Tree::parse(many.as_bytes()).unwrap_err().to_string().contains("more than 1048576 values"));
}

/// A number of 32 bits.
fn word(payload: &[u8], at: usize) -> usize {
    u32::from_le_bytes(payload[at..at + 4].try_into().unwrap()) as usize
}

#[test]
fn soft_kernel() {
    let kind = SectionKind::SOFT_KERNEL;
    let add = |before: Option<&[u8]>, part: &str, content: &[u8]| {
        section::with_part(kind, before, "k", part, content)
    };
    let payload = add(None, "OBJ", b"image").unwrap();
    assert_eq!(payload.len(), 80 + 2 + 1 + 5);
    assert_eq!(payload[80..], *b"k\0\0image");
    assert_eq!([0, 4, 8, 12, 16, 20, 24].map(|at| word(&payload, at)), [80, 83, 5, 82, 82, 82, 0]);
    assert_eq!(section::name_of(kind, &payload).unwrap(), "k");
    let json =
        br#"{"soft_kernel_metadata": {"mpo_version": "1", "mpo_md5_value": "m", "mpo_symbol_name": "s",
        "m_num_instances": 4}}"#;
    let payload = add(Some(&payload), "METADATA", json).unwrap();
    assert_eq!(payload[80..], *b"k\x001\0m\0s\0image");
    assert_eq!([0, 4, 8, 12, 16, 20, 24].map(|at| word(&payload, at)), [80, 88, 5, 82, 84, 86, 4]);
    assert_eq!(section::part(kind, &payload, "OBJ").unwrap(), b"image");
    let text = String::from_utf8(section::part(kind, &payload, "METADATA").unwrap()).unwrap();
    assert!(text.contains("\"m_num_instances\": \"4\""), "{text}");
    let wrong = |json: &[u8]| add(Some(&payload), "METADATA", json).unwrap_err().to_string();
    assert!(wrong(br#"{"soft_kernel_metadata": {"m_num_instances": 129}}"#).contains("129 is more than 128"));
    assert!(
        wrong(br#"{"soft_kernel_metadata": {"mpo_name": "x"}}"#)
            .contains("`mpo_name` is `x`, but the section is `k`")
    );
    assert!(
        wrong(br#"{"soft_kernel_metadata": {"mpo_symbol_name": "12345678901234567890"}}"#)
            .contains("too long")
    );
    assert!(add(Some(&payload), "OBJ", b"").is_err() && add(None, "METADATA", json).is_err());
    assert_eq!(kind.parts(), [("OBJ", Format::Raw), ("METADATA", Format::Json)]);
}

#[test]
fn other_images() {
    let flash = section::with_part(SectionKind::FLASH, None, "BIN", "DATA", b"image").unwrap();
    assert_eq!((flash[0], flash.len(), &flash[72..]), (1, 72 + 1 + 5, &b"\0image"[..]));
    assert_eq!([4, 8, 12, 16, 20].map(|at| word(&flash, at)), [73, 5, 72, 72, 72]);
    assert_eq!(section::name_of(SectionKind::FLASH, &flash).unwrap(), "BIN");
    let json = br#"{"flash_metadata": {"flash_type": "BIN", "name": "n", "version": "v", "md5": "5"}}"#;
    let flash = section::with_part(SectionKind::FLASH, Some(&flash), "BIN", "METADATA", json).unwrap();
    assert_eq!(flash[72..], *b"n\0v\x005\0image");
    assert!(section::with_part(SectionKind::FLASH, None, "X", "DATA", b"").is_err());

    let vendor = section::with_part(SectionKind::VENDER_METADATA, None, "v", "", b"image").unwrap();
    assert_eq!((&vendor[48..], word(&vendor, 0), word(&vendor, 4)), (&b"v\0image"[..], 48, 50));

    let kind = SectionKind::AIE_RESOURCES_BIN;
    let bin = section::with_part(kind, None, "g", "OBJ", b"image").unwrap();
    assert_eq!(bin[76..], *b"g\0\0image");
    let json =
        br#"{"aie_resources_bin_metadata": {"version": "1", "start_column": "0", "num_columns": "8"}}"#;
    let bin = section::with_part(kind, Some(&bin), "g", "METADATA", json).unwrap();
    assert_eq!(bin[76..], *b"g\x001\x000\x008\0image");
    assert_eq!([12, 16, 20].map(|at| word(&bin, at)), [78, 80, 82], "columns are offsets of texts");
}

#[test]
fn controllers_and_flashes() {
    let bmc = section::with_part(SectionKind::BMC, None, "", "FW", b"firmware").unwrap();
    assert_eq!((bmc.len(), word(&bmc, 0), word(&bmc, 8)), (248 + 8, 248, 8));
    let json = br#"{"bmc_metadata": {"m_image_name": "i", "m_device_name": "d", "m_version": "v", "m_md5value": "m"}}"#;
    let bmc = section::with_part(SectionKind::BMC, Some(&bmc), "", "METADATA", json).unwrap();
    assert_eq!([bmc[16], bmc[80], bmc[144], bmc[208]], *b"idvm");
    assert_eq!(section::part(SectionKind::BMC, &bmc, "FW").unwrap(), b"firmware");
    assert_eq!(
        section::part(SectionKind::BMC, &bmc, "METADATA").unwrap().iter().filter(|&&b| b == b':').count(),
        5
    );

    let first = section::with_part(SectionKind::MCS, None, "", "SECONDARY", b"two").unwrap();
    let both = section::with_part(SectionKind::MCS, Some(&first), "", "PRIMARY", b"one").unwrap();
    assert_eq!((both[0], both[8], both[32], both.len()), (2, 2, 1, 8 + 2 * 24 + 6));
    assert_eq!((word(&both, 16), word(&both, 24), word(&both, 40)), (56, 3, 59));
    assert_eq!(section::part(SectionKind::MCS, &both, "PRIMARY").unwrap(), b"one");
    assert!(section::with_part(SectionKind::MCS, Some(&both), "", "PRIMARY", b"").is_err());
}

#[test]
fn partition_of_ai_engines() {
    let json = r#"{"aie_partition": {"operations_per_cycle": "135", "kernel_commit_id": "c",
        "partition": {"column_width": 1, "start_columns": [1, 2]},
        "PDIs": [{"uuid": "00000000-0000-0000-0000-000000001110", "file_name": "x.bin", "cdo_groups": [
            {"name": "DPU", "type": "PRIMARY", "pdi_id": "0xF0", "dpu_kernel_ids": ["0x100"], "pre_cdo_groups": ["0xC0"]}
        ]}]}}"#;
    let load = |name: &str| Ok(name.as_bytes().to_vec());
    let document = Tree::parse(json.as_bytes()).unwrap();
    let payload = section::from_json(SectionKind::AIE_PARTITION, &document, "name", &load).unwrap();
    // Name, commit, columns; image, group's name, kernels, groups before, groups; images.
    let (heap, group, pdi) = (184, 184 + 3 * 8 + 4 * 8, 184 + 3 * 8 + 4 * 8 + 96);
    assert_eq!(payload.len(), pdi + 96);
    assert_eq!(
        [4, 8, 40, 44, 120, 124, 128].map(|at| word(&payload, at)),
        [heap, 135, 2, heap + 16, 1, pdi, heap + 8]
    );
    assert_eq!([16, 20, 24, 28].map(|at| word(&payload, pdi + at)), [5, heap + 24, 1, group]);
    assert_eq!([0, 4, 8, 16, 24].map(|at| word(&payload, group + at)), [heap + 32, 1, 0xF0, 1, 1]);
    let json = section::to_json(SectionKind::AIE_PARTITION, &payload).unwrap().unwrap();
    assert_eq!(json.files, [("00000000-0000-0000-0000-000000001110.pdi".to_owned(), b"x.bin".to_vec())]);
    let text = json.document.pretty();
    assert!(text.contains("\"pdi_id\": \"0xf0\"") && text.contains("\"type\": \"PRIMARY\""), "{text}");
    assert_eq!(section::name_of(SectionKind::AIE_PARTITION, &payload).unwrap(), "name");
    let partition = AiePartition::from_bytes(&payload).unwrap();
    assert_eq!(partition.to_bytes().unwrap(), payload);
    // Two images that claim the same bytes.
    let mut hostile = payload.clone();
    hostile[pdi + 16..pdi + 20].copy_from_slice(&(payload.len() as u32).to_le_bytes());
    hostile[pdi + 20..pdi + 24].fill(0);
    assert!(AiePartition::from_bytes(&hostile).unwrap_err().to_string().contains("share bytes"));
}

#[test]
fn certificate() {
    let mut payload = [[7; 12], [9; 12]].concat();
    payload.resize(64 - 8, 0);
    payload.extend((24_u64 * 8).to_be_bytes());
    payload.resize(64 + 512, 0xAB);
    let json = to_json(SectionKind::DNA_CERTIFICATE, &payload);
    assert!(json.contains(&"07".repeat(12)) && json.contains(&"ab".repeat(512)), "{json}");
    payload[56] = 1;
    assert!(section::to_json(SectionKind::DNA_CERTIFICATE, &payload).is_err());
}

/// A map with a number, bytes, a list and a negative number, by RFC 8949.
#[test]
fn network_card() {
    let cbor = b"\xa4\x61a\x19\x01\x00\x61b\x42\xAB\x01\x61c\x82\x01\x02\x61d\x21";
    let json =
        Tree::parse(br#"{"smartnic": {"a": "256", "b": "AB01", "c": ["1", "2"], "d": "-2"}}"#).unwrap();
    assert_eq!(to_json(SectionKind::SMARTNIC, cbor), json.pretty());
    for size in 0..cbor.len() {
        assert!(section::to_json(SectionKind::SMARTNIC, &cbor[..size]).is_err());
    }
    let huge = b"\x9b\xff\xff\xff\xff\xff\xff\xff\xff";
    assert!(section::to_json(SectionKind::SMARTNIC, huge).unwrap_err().to_string().contains("cut short"));
    assert!(
        section::to_json(SectionKind::SMARTNIC, &[0x81; 1000]).unwrap_err().to_string().contains("nested")
    );
}

#[test]
fn pages() {
    let json = section::to_json(SectionKind::KEYVALUE_METADATA, b"{\"key_values\":\"\"}").unwrap().unwrap();
    let mut page = String::new();
    json.write(SectionKind::KEYVALUE_METADATA, Format::Html, &mut page).unwrap();
    assert_eq!(
        page,
        "<!DOCTYPE html><html><body><h1>Section: KEYVALUE_METADATA (15)</h1><pre>\n{\n    \"keyvalue_metadata\": {\n        \
         \"key_values\": \"\"\n    }\n}\n</pre></body></html>\n"
    );
}

/// Written out by hand, byte by byte.
#[test]
fn smartnic_of_json() {
    let kind = SectionKind::SMARTNIC;
    let make = |json: &str| {
        let document = Tree::parse(format!(r#"{{"smartnic": {json}}}"#).as_bytes()).unwrap();
        section::from_json(kind, &document, "", &|name| Ok(format!("bytes of {name}").into_bytes()))
    };
    let json = r#"{"schema_version": {"major": "1", "minor": "0x18", "patch": "256"},
        "extensions": [{"instance_name": "e", "version_info": {"uuid": "00aB"}, "features_enum": ["F"],
            "setup": {"ebpf_file": "f"}}]}"#;
    let expected = [
        &b"\xA2\x6Eschema_version\xA3\x65major\x01\x65minor\x18\x18\x65patch\x19\x01\x00"[..],
        b"\x6Aextensions\x81\xA4\x6Dinstance_name\x61e\x6Cversion_info\xA1\x64uuid\x42\x00\xAB",
        b"\x6Dfeatures_enum\x81\x61F\x65setup\xA1\x64ebpf\x4Abytes of f",
    ];
    let payload = make(json).unwrap();
    assert_eq!(payload, expected.concat());
    let document = section::to_json(kind, &payload).unwrap().unwrap().document;
    assert_eq!(section::from_json(kind, &document, "", &|_| Ok(Vec::new())).unwrap(), payload, "and back");
    for (json, message) in [
        (r#"{"other": "1"}"#, "`other` is no name of the format's"),
        (r#"{"id_file": "1"}"#, "`id_file` is no name of the format's"),
        (r#"{"id": "x"}"#, "`id`: `x` is no number of at most 64 bits"),
        (r#"{"id": "-1"}"#, "`id`: `-1` is no number of at most 64 bits"),
        (r#"{"id": ["1"]}"#, "`id` is no text"),
        (r#"{"info": "1"}"#, "`info` is a text or empty"),
        (r#"{"uuid": "0"}"#, "`uuid`: `0` is not hexadecimal digits, two for each byte"),
        (r#"{"ebpf": "00", "ebpf_file": "f"}"#, "`ebpf` and `ebpf_file` stand beside each other"),
        (
            r#"{"id": "65536"}"#,
            "65536 is more than the 65535 that xclbinutil and others write alike; add the section as CBOR, with RAW",
        ),
    ] {
        assert_eq!(make(json).unwrap_err().to_string(), format!("section SMARTNIC: {message}"));
    }
}
