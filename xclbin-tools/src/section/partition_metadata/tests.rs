use super::*;

/// A part of every kind.
const JSON: &str = r#"{
    "schema_version": {"major": "0x1", "minor": "0x0"},
    "logic_uuid": "b772b6bb",
    "interfaces": [{"interface_uuid": "d7612a7c"}, {"interface_uuid": "00"}],
    "pcie": {"bars": [{
        "pcie_base_address_register": "0x0", "pcie_physical_function": "0x1",
        "offset": "0x0000020100000000", "range": "0x0000000002000000"
    }]},
    "addressable_endpoints": {
        "ep_a": {
            "offset": "0x0000000001f06000", "range": "0x0000000000001000", "pcie_physical_function": "0x0",
            "register_abstraction_name": "xilinx.com:reg_abs:axi_quad_spi:1.0",
            "msix_interrupt_start_index": "0x3", "msix_interrupt_end_index": "0x3",
            "firmware": {
                "firmware_product_name": "cmc", "firmware_branch_name": "u200", "firmware_version_major": "0x1"
            },
            "pcie_base_address_register": "0x2",
            "interrupt_alias": ["one", "two"],
            "interrupt_mapping": {"irq": ["0x1", "0x2"]}
        }
    },
    "partition_info": {"a": "1", "b": {"c": "d"}}
}"#;

#[test]
fn metadata_survive_the_way_through_a_device_tree() {
    let tree = Tree::parse(JSON.as_bytes()).unwrap();
    let payload = from_tree(&tree).unwrap();
    assert_eq!(to_tree(&payload).unwrap(), tree);
    for name in ["-:b-b:c:1-0", "a,a:reg-abs:x-y:1.0", "::c:"] {
        let json = JSON.replacen("xilinx.com:reg_abs:axi_quad_spi:1.0", name, 1);
        let tree = Tree::parse(json.as_bytes()).unwrap();
        let payload = from_tree(&tree).unwrap();
        assert_eq!(from_tree(&to_tree(&payload).unwrap()).unwrap(), payload, "{name}");
    }
}

/// By the layout of the format: Devicetree Specification, chapter 5.
#[test]
fn the_bytes_are_those_of_the_format() {
    let json =
        r#"{"schema_version": {"major": "1", "minor": "0"}, "interfaces": [{"interface_uuid": "ab"}]}"#;
    let payload = from_tree(&Tree::parse(json.as_bytes()).unwrap()).unwrap();
    let words: Vec<u32> =
        payload[..116].chunks(4).map(|word| u32::from_be_bytes(word.try_into().unwrap())).collect();
    let (structure, strings) = (120, 27);
    assert_eq!(
        words[..10],
        [0xD00D_FEED, 56 + structure + strings, 56, 56 + structure, 40, 17, 0, 0, strings, structure]
    );
    assert_eq!(words[10..14], [0; 4], "no reserved memory");
    assert_eq!(words[14..16], [1, 0], "a node without a name");
    assert_eq!(&payload[64..84], b"\0\0\0\x01schema_version\0\0");
    assert_eq!(words[21..25], [3, 4, 0, 1], "major");
    assert_eq!(words[25..29], [3, 4, 6, 0], "minor");
    assert!(payload.ends_with(b"major\0minor\0interface_uuid\0"));
}

#[test]
fn damage_is_noticed() {
    let payload = from_tree(&Tree::parse(JSON.as_bytes()).unwrap()).unwrap();
    for size in 0..payload.len() {
        assert!(to_tree(&payload[..size]).is_err(), "{size}");
    }
    let mut wrong = payload.clone();
    wrong[56 + 3] = 7;
    assert!(to_tree(&wrong).unwrap_err().to_string().contains("does not begin with a node"));
    let mut deep = payload[..56].to_vec();
    deep.extend([0, 0, 0, 1, 0, 0, 0, 0].repeat(100));
    let size = (deep.len() as u32).to_be_bytes();
    deep[4..8].copy_from_slice(&size);
    deep[36..40].copy_from_slice(&800_u32.to_be_bytes());
    deep[12..16].copy_from_slice(&56_u32.to_be_bytes());
    deep[32..36].copy_from_slice(&0_u32.to_be_bytes());
    assert!(to_tree(&deep).unwrap_err().to_string().contains("nested more than 32 deep"));
}

#[test]
fn what_is_missing_or_wrong_in_json_is_named() {
    let wrong = |there: &str, instead: &str| {
        let json = JSON.replacen(there, instead, 1);
        assert_ne!(json, JSON);
        from_tree(&Tree::parse(json.as_bytes()).unwrap()).unwrap_err().to_string()
    };
    assert!(
        wrong(r#""major": "0x1""#, r#""major": "0x2""#)
            .contains("schema_version: version 0x2.0x0 is not 1.0")
    );
    assert!(wrong("interface_uuid", "uuid").contains("interfaces: `interface_uuid` is missing"));
    assert!(wrong("axi_quad_spi:1.0", "axi").contains("ep_a: `register_abstraction_name`"));
    assert!(wrong("0x0000020100000000", "x").contains("`reg`: `x` is no number"));
    assert!(wrong(r#"["0x1", "0x2"]"#, r#"["0x1"]"#).contains("no even number"));
}
