//! `sycl-hls xclbin` and `sycl-hls xclbinutil`: images are changed, compared and checked.

use std::process::Command;

use xclbin_tools::section::{
    Connection, Connectivity, GroupConnectivity, Ip, IpControl, IpLayout, KeyValues, MemBank, MemKind,
    MemTopology,
};
use xclbin_tools::{Builder, Mode, SectionKind, Uuid, Xclbin};

use crate::cli::support::Folder;

/// Two banks that follow each other, and an argument that reaches both.
fn image() -> Builder {
    let bank = |index: u64| MemBank {
        kind: MemKind::Hbm,
        used: true,
        size_kib: 256,
        base: index * 0x4_0000,
        tag: format!("HBM[{index}]"),
    };
    let connection = |mem_data_index| Connection { arg_index: 0, ip_layout_index: 0, mem_data_index };
    let ips = vec![Ip::compute_unit("k", "k_1", 0x1000, IpControl::ApCtrlHs)];
    Builder::new(Mode::Flat, "platform", Uuid::from_u128(1), 7)
        .raw(SectionKind::BITSTREAM, *b"bits")
        .section(&MemTopology { banks: vec![bank(0), bank(1)] })
        .and_then(|builder| builder.section(&IpLayout { ips }))
        .and_then(|builder| {
            builder.section(&Connectivity { connections: vec![connection(0), connection(1)] })
        })
        .and_then(|builder| builder.section(&KeyValues::from_iter([("a", "1"), ("b", "2")])))
        .unwrap()
}

/// A folder with the image as `a.xclbin`.
pub fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("a.xclbin", image().to_bytes().unwrap());
    folder
}

fn read(folder: &Folder, name: &str) -> Xclbin {
    Xclbin::open(&folder.path(name)).unwrap()
}

#[test]
fn sections_are_listed_and_dumped() {
    let folder = folder();
    let text = folder.run(["xclbin", "list", "a.xclbin"]).success().stdout;
    assert!(text.contains("MEM_TOPOLOGY       at 0x298  88 B  JSON HTML RAW"), "{text}");
    let json = folder.run(["xclbin", "list", "a.xclbin", "--json"]).success().stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json[0]["kind"], &json[0]["offset"], &json[0]["bytes"]),
        (&"BITSTREAM".into(), &656.into(), &4.into())
    );

    let dump = |args: &[&str]| folder.run(["xclbin", "dump", "a.xclbin"].iter().chain(args));
    assert!(dump(&["IP_LAYOUT"]).success().stdout.contains("\"m_name\": \"k:k_1\""));
    assert!(dump(&["IP_LAYOUT", "--format", "html"]).success().stdout.starts_with("<!DOCTYPE html>"));
    dump(&["BITSTREAM", "-o", "bits"]).success();
    assert_eq!(folder.read("bits"), b"bits");
    dump(&["MEM_TOPOLOGY", "-o", "m.bin", "--format", "raw"]).success();
    assert_eq!(Some(&folder.read("m.bin")[..]), read(&folder, "a.xclbin").section(SectionKind::MEM_TOPOLOGY));
    dump(&["BITSTREAM"]).fails(2, &["BITSTREAM goes to a file", "`-o FILE`"]);
    dump(&["PDI", "-o", "x"]).fails(1, &["there is no section PDI", "xclbin list"]);
    dump(&["BITSTREAM", "-o", "x", "--format", "json"]).fails(1, &["cannot be dumped as JSON"]);
    dump(&["BITS"]).fails(2, &["there is no section kind `BITS`"]);
}

#[test]
fn sections_are_added_replaced_and_removed() {
    let folder = folder();
    folder.write("d.pdi", "design");
    folder.run(["xclbin", "add", "a.xclbin", "PDI", "d.pdi", "-o", "b.xclbin"]).success();
    let (old, new) = (read(&folder, "a.xclbin"), read(&folder, "b.xclbin"));
    assert_eq!(new.section(SectionKind::PDI), Some(&b"design"[..]));
    assert_ne!(new.uuid(), old.uuid());
    folder.run(["xclbin", "add", "b.xclbin", "PDI", "d.pdi"]).fails(1, &["section PDI is there already"]);

    let ips = folder.run(["xclbin", "dump", "a.xclbin", "IP_LAYOUT"]).success().stdout;
    folder.write("ips.json", ips.replace("0x1000", "0x2000"));
    folder.run(["xclbin", "replace", "b.xclbin", "IP_LAYOUT", "ips.json", "--keep-uuid"]).success();
    let changed = read(&folder, "b.xclbin");
    assert_eq!(changed.parse::<IpLayout>().unwrap().unwrap().ips[0].base, Some(0x2000));
    assert_eq!(changed.uuid(), new.uuid());
    folder.write("ips.json", "{\"ip_layout\": {");
    let replaced = folder.run(["xclbin", "replace", "b.xclbin", "IP_LAYOUT", "ips.json"]);
    replaced.fails(1, &["ips.json: ", "line 1, column 16 of the JSON"]);

    folder.run(["xclbin", "remove", "b.xclbin", "PDI", "BITSTREAM", "--mirror", "2.13"]).success();
    let image = read(&folder, "b.xclbin");
    assert_eq!((image.section(SectionKind::PDI), image.sections().len()), (None, 4));
    assert!(folder.read("b.xclbin").ends_with(b"\nXCLBIN_MIRROR_DATA_END"));
    folder.run(["xclbin", "remove", "b.xclbin", "PDI"]).fails(1, &["there is no section PDI"]);
    folder.run(["xclbin", "verify", "a.xclbin", "b.xclbin"]).success();
}

#[test]
fn keys_and_values() {
    let folder = folder();
    let show = |file: &str| folder.run(["xclbin", "keyvalue", file]).success().stdout;
    assert_eq!(show("a.xclbin"), "a  1\nb  2\n");
    let args = [
        "xclbin", "keyvalue", "a.xclbin", "--set", "b=x=y", "--set", "c=3", "--remove", "a", "-o", "b.xclbin",
    ];
    folder.run(args).success();
    assert_eq!(show("b.xclbin"), "b  x=y\nc    3\n");
    folder.run(["xclbin", "keyvalue", "a.xclbin", "--remove", "z"]).fails(1, &["there is no key `z`"]);
    folder.run(["xclbin", "keyvalue", "a.xclbin", "--set", "z"]).fails(2, &["KEY=VALUE"]);
}

#[test]
fn images_are_made_merged_and_compared() {
    let folder = folder();
    folder.write("bits", "other");
    folder.write("d.pdi", "design");
    let ips = folder.run(["xclbin", "dump", "a.xclbin", "IP_LAYOUT"]).success().stdout;
    folder.write("ips.json", ips);
    let create = [
        "xclbin",
        "create",
        "b.xclbin",
        "--platform",
        "platform",
        "--target",
        "hw",
        ":JSON:ips.json",
        "PDI:RAW:d.pdi",
    ];
    folder.run(create).success();
    folder.run(["xclbin", "merge", "a.xclbin", "b.xclbin", "-o", "c.xclbin"]).success();
    let diff = folder.run(["xclbin", "diff", "a.xclbin", "c.xclbin"]);
    assert_eq!(diff.status.code(), Some(1));
    assert!(
        diff.stdout.ends_with("\n+ PDI (6 B)\n") && diff.stdout.starts_with("~ header, UUID: "),
        "{}",
        diff.stdout
    );
    let same = folder.run(["xclbin", "diff", "a.xclbin", "a.xclbin"]).success();
    assert_eq!(same.stdout, "");

    folder.run(["xclbin", "replace", "c.xclbin", "BITSTREAM", "bits", "--keep-uuid"]).success();
    folder.run(["xclbin", "keyvalue", "c.xclbin", "--set", "a=9", "--keep-uuid"]).success();
    let diff = folder.run(["xclbin", "diff", "a.xclbin", "c.xclbin"]).stdout;
    for line in ["~ BITSTREAM (4 B -> 5 B)\n", "    ~ keyvalue_metadata.key_values[0].value: 1 -> 9\n"] {
        assert!(diff.contains(line), "{diff}");
    }
    let merge = folder.run(["xclbin", "merge", "a.xclbin", "c.xclbin"]);
    merge.fails(1, &["different sections of one kind", "BITSTREAM"]);
    folder
        .run(["xclbin", "keyvalue", "a.xclbin", "--set", "a=9", "--set", "z=3", "-o", "k.xclbin"])
        .success();
    let merge = folder.run(["xclbin", "merge", "a.xclbin", "k.xclbin", "-o", "m.xclbin"]).success();
    assert!(merge.stderr.contains("Kept a = 1, not 9 as in k.xclbin"), "{}", merge.stderr);
    let keys = folder.run(["xclbin", "keyvalue", "m.xclbin"]).success().stdout;
    assert_eq!(keys, "a  1\nb  2\nz  3\n");
    let create = ["xclbin", "create", "b.xclbin", "--platform", "p", "--target", "hw", "BITSTREAM:bits"];
    folder.run(create).fails(2, &["expected SECTION:FORMAT:FILE"]);
}

#[test]
fn what_is_wrong_is_found_and_has_a_place() {
    let folder = folder();
    let sound = folder.read("a.xclbin");
    folder.write("cut.xclbin", &sound[..sound.len() - 1]);
    let twice = image().raw(SectionKind::BITSTREAM, *b"x").raw(SectionKind::SMARTNIC, *b"\xff");
    folder.write("twice.xclbin", twice.to_bytes().unwrap());
    let outcome = folder.run(["xclbin", "verify", "a.xclbin", "cut.xclbin", "twice.xclbin"]);
    let words = [
        "cut.xclbin: the file is cut short",
        "twice.xclbin: the image is not sound",
        "section BITSTREAM: there is an earlier one",
        "section SMARTNIC: ",
        "bytes 0x",
    ];
    assert!(outcome.fails(1, &words).stderr.contains("Sound a.xclbin"));
}

/// Bytes behind an image are no part of it: they are found, and whoever drops them says so.
#[test]
fn bytes_behind_the_end_are_reported() {
    let folder = folder();
    let sound = folder.read("a.xclbin");
    let behind = [&sound[..], b"more bytes"].concat();
    folder.write("behind.xclbin", &behind);
    let words =
        ["behind.xclbin: the image is not sound", "10 bytes follow the image, which no header mentions"];
    folder.run(["xclbin", "verify", "behind.xclbin"]).fails(1, &words);
    // The same as a part of the image, behind its last section.
    let mut inside = behind.clone();
    inside[304..312].copy_from_slice(&(behind.len() as u64).to_le_bytes());
    folder.write("inside.xclbin", &inside);
    let words = ["10 bytes follow the last section and are not a mirror"];
    folder.run(["xclbin", "verify", "inside.xclbin"]).fails(1, &words);

    folder.make_key("key.pem", "cert.pem");
    let sign = "xclbin sign behind.xclbin --private-key key.pem --certificate cert.pem -o b.xclbin";
    for (words, dropped) in [
        ("xclbin keyvalue behind.xclbin --set c=3 -o b.xclbin", "10 bytes behind the image's end"),
        ("xclbin keyvalue inside.xclbin --set c=3 -o b.xclbin", "10 bytes behind the image's sections"),
        ("xclbinutil -i behind.xclbin -o b.xclbin --force", "10 bytes behind the image's end"),
        (sign, "10 bytes behind the image's end"),
    ] {
        let said = folder.run(words.split(' ')).success().stderr;
        assert!(
            said.contains(&format!("Dropped {dropped}")) && !said.contains("signature"),
            "{words}: {said}"
        );
        folder.run(["xclbin", "verify", "b.xclbin"]).success();
    }
    let add = "xclbinutil -i behind.xclbin -o c.xclbin --add-signature me";
    folder.run(add.split(' ')).fails(255, &["10 bytes follow the image"]);
    folder.run("xclbinutil -i a.xclbin -o c.xclbin --add-signature me".split(' ')).success();
    folder.run(["xclbin", "verify", "c.xclbin"]).success();
    let said = folder.run("xclbin keyvalue c.xclbin --set c=3".split(' ')).success().stderr;
    assert!(said.contains("Dropped the user's signature"), "{said}");
}

#[test]
fn xclbinutil() {
    let folder = folder();
    folder.write("d.pdi", "design");
    let run = |args: &[&str]| folder.run(["xclbinutil"].iter().chain(args));
    let text = run(&["--list-sections"]).success().stdout;
    assert!(text.contains("\n  VENDER_METADATA\n") && text.ends_with("  DTBO\n"), "{text}");
    let args = [
        "--input",
        "a.xclbin",
        "--output",
        "b.xclbin",
        "--add-section",
        "PDI:RAW:d.pdi",
        "--remove-section",
        "BITSTREAM",
        "--key-value",
        "USER:k:v:w",
        "SYS:XclbinUUID:00000000000000000000000000000009",
        "SYS:mode:hw_emu",
        "--remove-key",
        "a",
        "--dump-section",
        "GROUP_TOPOLOGY:JSON:g.json",
        "KEYVALUE_METADATA:HTML:kv.html",
        "--info=info.txt",
    ];
    run(&args).success();
    let image = read(&folder, "b.xclbin");
    assert_eq!((image.uuid(), image.mode()), (Uuid::from_u128(9), Mode::HwEmu));
    let kinds: Vec<_> = image.sections().map(|section| section.kind.to_string()).collect();
    assert_eq!(kinds[3..], ["KEYVALUE_METADATA", "PDI", "GROUP_CONNECTIVITY", "GROUP_TOPOLOGY"]);
    let values = image.key_values().unwrap();
    assert_eq!((values.get("k"), values.get("a")), (Some("v:w"), None));
    assert!(String::from_utf8(folder.read("g.json")).unwrap().contains("MBG[0:1]"));
    assert!(String::from_utf8(folder.read("info.txt")).unwrap().contains("GROUP_TOPOLOGY"));
    assert!(folder.read("b.xclbin").ends_with(b"XCLBIN_MIRROR_DATA_END"));
    run(&args).fails(255, &["is there already", "--force"]);
    assert!(run(&["-i", "b.xclbin", "--info"]).success().stdout.contains("HBM[1]"));
    run(&["-i", "b.xclbin", "--remove-section", "BITSTREAM"]).fails(100, &["there is no section BITSTREAM"]);
    run(&["-i", "b.xclbin", "-o", "c.xclbin", "--key-value", "SYS:x:y"]).fails(255, &["there is no SYS:x"]);
    run(&[
        "-i",
        "b.xclbin",
        "-o",
        "c.xclbin",
        "--skip-bank-grouping",
        "--add-replace-section",
        "PDI:RAW:a.xclbin",
    ])
    .success();
    assert_eq!(read(&folder, "c.xclbin").section(SectionKind::PDI), Some(&folder.read("a.xclbin")[..]));
    run(&["-i", "absent", "--info"]).fails(255, &["absent: cannot read it"]);
}

/// What scripts for AMD's program rely on: codes, abbreviations, and what it refuses.
#[test]
fn xclbinutil_is_as_amds() {
    let folder = folder();
    let before = folder.read("a.xclbin");
    let run = |words: &str| folder.run(["xclbinutil"].into_iter().chain(words.split(' ')));
    run("--no-such-option").fails(255, &["--no-such-option"]);
    run("-i a.xclbin --target x86").fails(255, &["x86"]);
    run("--list-sections --force").fails(255, &["cannot be used with"]);
    let help = run("--help").success().stdout;
    let nothing = folder.run(["xclbinutil"]).success().stderr;
    assert!(nothing.contains("--dump-section") && help.contains("--dump-section"), "{nothing}");

    run("--inp a.xclbin --dump-sec IP_LAYOUT:JSON:i.json --forc").success();
    assert!(String::from_utf8(folder.read("i.json")).unwrap().contains("k:k_1"));
    run("-i a.xclbin --add i.json").fails(255, &["--add"]);

    run("-i a.xclbin -o a.xclbin --force --key-value USER:c:3").fails(255, &["a.xclbin is read and written"]);
    run("-i a.xclbin -o b.xclbin --add-replace-section IP_LAYOUT:JSON:i.json --dump-section IP_LAYOUT:JSON:i.json --force")
        .fails(255, &["i.json is read and written"]);
    assert!(folder.read("a.xclbin") == before && !folder.path("b.xclbin").exists());

    run("-i a.xclbin --dump-section :RAW:all.bin").fails(255, &["only JSON tells its sections itself"]);
    run("-i a.xclbin --dump-section :JSON:all.json --skip-bank-grouping").success();
    let text = String::from_utf8(folder.read("all.json")).unwrap();
    let all: serde_json::Value = serde_json::from_str(&text).unwrap();
    let names: Vec<_> = all.as_object().unwrap().keys().collect();
    assert_eq!(names, ["connectivity", "ip_layout", "keyvalue_metadata", "mem_topology"]);
    run("-o all.xclbin --add-section :JSON:all.json --skip-bank-grouping").success();
    let kinds = ["MEM_TOPOLOGY", "IP_LAYOUT", "CONNECTIVITY", "KEYVALUE_METADATA"];
    for kind in SectionKind::all().filter(|kind| kinds.contains(&&*kind.to_string())) {
        assert_eq!(read(&folder, "all.xclbin").section(kind), read(&folder, "a.xclbin").section(kind));
    }

    let mode = |words: &str| {
        run(&format!("-i a.xclbin -o m.xclbin --force {words}")).success();
        read(&folder, "m.xclbin").mode()
    };
    assert_eq!(mode("--target hw --key-value USER:c:3"), Mode::Flat);
    assert_eq!(mode("--target hw --key-value SYS:dfx_enable:true"), Mode::Pr);
    assert_eq!(mode("--target hw_emu --key-value SYS:dfx_enable:True"), Mode::HwEmuPr);
    assert_eq!(mode("--target hw_emu --key-value SYS:dfx_enable:false"), Mode::HwEmu);
    for (words, said) in [
        ("--key-value SYS:dfx_enable:true", "SYS:dfx_enable needs `--target`"),
        ("--target hw --key-value SYS:dfx_enable:1", "`1` is no value of SYS:dfx_enable"),
        ("--target hw --key-value SYS:mode:flat", "`--target` and SYS:mode say the same"),
    ] {
        run(&format!("-i a.xclbin -o m.xclbin --force {words}")).fails(255, &[said]);
    }
}

#[test]
fn documents_are_appended_by_xclbinutil() {
    let folder = folder();
    let run = |words: &str| folder.run(["xclbinutil"].into_iter().chain(words.split(' ')));
    let ips = folder.run(["xclbin", "dump", "a.xclbin", "IP_LAYOUT"]).success().stdout;
    folder.write("ips.json", ips.replace("k_1", "k_2"));
    let names = |file: &str| -> Vec<String> {
        let layout = read(&folder, file).parse::<IpLayout>().unwrap().unwrap();
        layout.ips.into_iter().map(|ip| ip.name).collect()
    };
    for append in ["--append-section :JSON:ips.json", "--add-merge-section IP_LAYOUT:JSON:ips.json"] {
        run(&format!("-i a.xclbin -o b.xclbin --force {append}")).success();
        assert_eq!(names("b.xclbin"), ["k:k_1", "k:k_2"], "{append}");
        run(&format!("-i a.xclbin -o b.xclbin --force --remove-section IP_LAYOUT {append}")).success();
        assert_eq!(names("b.xclbin"), ["k:k_2"], "{append}");
    }
    let partition = |rest: &str| {
        let schema = r#""schema_version": {"major": "1", "minor": "0"}"#;
        format!(
            r#"{{"partition_metadata": {{{schema}, "interfaces": [{{"interface_uuid": "{}"}}]{rest}}}}}"#,
            "0".repeat(32)
        )
    };
    folder.write("p.json", partition(""));
    run("-i a.xclbin -o p.xclbin --append-section :JSON:p.json").success();
    let append = "-i p.xclbin -o q.xclbin --append-section :JSON:more.json";
    folder.write(
        "more.json",
        r#"{"partition_metadata": {"addressable_endpoints": {"e": {"offset": "0x10", "range": "0x20"}}}}"#,
    );
    run(append).success();
    let text = folder.run(["xclbin", "dump", "q.xclbin", "PARTITION_METADATA"]).success().stdout;
    assert!(text.contains("\"offset\": \"0x0000000000000010\""), "{text}");
    folder.write("more.json", r#"{"partition_metadata": {"interfaces": [{"interface_uuid": "1"}]}}"#);
    run(&format!("{append} --force")).fails(255, &["more.json: ", "`interfaces` is there already"]);

    folder.write("kv.json", r#"{"keyvalue_metadata": {"key_values": ""}}"#);
    let append = run("-i a.xclbin -o c.xclbin --append-section :JSON:kv.json");
    append.fails(255, &["only IP_LAYOUT, PARTITION_METADATA and SMARTNIC are appended to"]);
    run("-i a.xclbin -o c.xclbin --append-section IP_LAYOUT:JSON:ips.json").fails(255, &["`:JSON:FILE`"]);
    run("-i a.xclbin -o c.xclbin --add-merge-section PDI:RAW:ips.json").fails(255, &["merged with JSON"]);
    assert!(!folder.path("c.xclbin").exists());
}

#[test]
fn other_options_of_xclbinutil() {
    let folder = folder();
    let run = |words: &str| folder.run(["xclbinutil"].into_iter().chain(words.split(' ')));
    assert!(run("--version").success().stdout.starts_with("sycl-hls "));
    run("-i a.xclbin --file-check").success();
    run("--file-check").fails(255, &["the image lacks the platform's name and any section"]);
    run("-i a.xclbin -o b.xclbin --quiet --trace --signature-debug").success();
    run("-o c.xclbin --migrate-forward").fails(255, &["--input"]);
    run("-i a.xclbin -o c.xclbin --migrate-forward").fails(255, &["a.xclbin: it has no mirror"]);
    run("-i b.xclbin -o c.xclbin --migrate-forward --skip-uuid-insertion").success();
    assert_eq!(read(&folder, "c.xclbin").uuid(), read(&folder, "b.xclbin").uuid());
    assert!(String::from_utf8_lossy(&folder.read("c.xclbin")).contains("\"InterfaceUUID\""));
}

/// An image for AI engines as public tools make them: of nothing but descriptions.
#[test]
fn xclbinutil_adds_kernels() {
    let folder = folder();
    let run = |words: &str| folder.run(["xclbinutil"].into_iter().chain(words.split(' ')));
    let bank = r#"{"m_type": "MEM_DRAM", "m_used": "0", "m_sizeKB": "0x10000", "m_tag": "HOST", "m_base_address": "0x0"}"#;
    folder.write("m.json", format!(r#"{{"mem_topology": {{"m_count": "1", "m_mem_data": [{bank}]}}}}"#));
    folder.write(
        "k.json",
        r#"{"ps-kernels": {"kernels": [{"name": "MLIR_AIE", "type": "dpu",
            "extended-data": {"subtype": "DPU", "functional": "0", "dpu_kernel_id": "0x901"},
            "arguments": [
                {"name": "opcode", "address-qualifier": "SCALAR", "type": "uint64_t", "offset": "0x00"},
                {"name": "bo0", "memory-connection": "HOST", "address-qualifier": "GLOBAL", "type": "void*", "offset": "0x08"}],
            "instances": [{"name": "MLIRAIE"}]}]}}"#,
    );
    let partition = |id: &str| {
        format!(
            r#"{{"aie_partition": {{"name": "QoS", "operations_per_cycle": "2048", "inference_fingerprint": "23423",
                "pre_post_fingerprint": "12345", "partition": {{"column_width": "1", "start_columns": ["0"]}},
                "PDIs": [{{"uuid": "00000000-0000-0000-0000-000000008025", "file_name": "d.pdi", "cdo_groups": [
                    {{"name": "DPU", "type": "PRIMARY", "pdi_id": "0x01", "dpu_kernel_ids": ["{id}"],
                    "pre_cdo_groups": ["0xC1"]}}]}}]}}}}"#
        )
    };
    folder.write("d.pdi", "design");
    folder.write("p.json", partition("0x901"));
    folder.write("q.json", partition("0x902"));
    let add = |partition: &str| {
        format!(
            "--add-replace-section MEM_TOPOLOGY:JSON:m.json --add-kernel k.json \
             --add-replace-section AIE_PARTITION:JSON:{partition} --force --quiet --output n.xclbin"
        )
    };
    run(&add("q.json")).fails(255, &["`MLIR_AIE:MLIRAIE` in IP_LAYOUT is kernel 0x901, which no group"]);
    run(&add("p.json")).success();
    folder.run(["xclbin", "verify", "n.xclbin"]).success();
    let groups = read(&folder, "n.xclbin");
    let kinds: Vec<_> = groups.sections().map(|section| section.kind.to_string()).collect();
    let last = ["GROUP_CONNECTIVITY", "GROUP_TOPOLOGY"];
    assert_eq!(kinds[kinds.len() - 2..], last);
    let info = run("-i n.xclbin --info").success().stdout;
    assert!(info.contains("MLIR_AIE") && info.contains("bo0"), "{info}");
    run("-i n.xclbin -o o.xclbin --add-kernel k.json").fails(255, &["there is a kernel `MLIR_AIE` already"]);
    run("-i n.xclbin -o o.xclbin --transform-pdi")
        .fails(255, &["image 00000000-0000-0000-0000-000000008025"]);
    // Groups that are there are made anew for kernels, unless none are wanted.
    folder.write("l.json", String::from_utf8(folder.read("k.json")).unwrap().replace("MLIR", "OTHER"));
    for (more, count) in [("", 4), (" --skip-bank-grouping", 2)] {
        run(&format!("-i n.xclbin -o o.xclbin --force --add-kernel l.json{more}")).success();
        let groups: GroupConnectivity = read(&folder, "o.xclbin").parse().unwrap().unwrap();
        assert_eq!(groups.0.connections.len(), count);
    }
}

#[test]
fn xclbinutil_adds_programs() {
    let folder = folder();
    let run = |words: &str| folder.run(["xclbinutil"].into_iter().chain(words.split(' ')));
    folder.write(
        "k.c",
        "struct xrtHandles; int mix(float *in, int n, struct xrtHandles *handles) { return n; }",
    );
    let mut compiler = Command::new("cc");
    compiler.args(["-g", "-shared", "-fPIC", "-o", "k.so", "k.c"]).current_dir(folder.path(""));
    assert!(compiler.status().expect("this needs: apt-get install gcc").success());
    // `struct xrtHandles` is `xrtHandles` to the debugger.
    run("-i a.xclbin -o b.xclbin --add-pskernel 0,1:mix:2:k.so").success();
    let image = read(&folder, "b.xclbin");
    let ips = image.parse::<IpLayout>().unwrap().unwrap().ips;
    assert_eq!(
        ips.iter().map(|ip| ip.name.as_str()).collect::<Vec<_>>(),
        ["k:k_1", "mix:mix_0", "mix:mix_1"]
    );
    assert_eq!(image.parse::<Connectivity>().unwrap().unwrap().connections.len(), 2 + 2 * 2);
    folder.run(["xclbin", "dump", "b.xclbin", "SOFT_KERNEL[mix]-OBJ", "-o", "dumped"]).success();
    assert_eq!(folder.read("dumped"), folder.read("k.so"));
    for (argument, code, words) in [
        ("other::k.so", 255, "the kernel of k.so is `mix`, not `other`"),
        ("9:::k.so", 255, "there is no memory bank 9, only 2"),
        ("a.xclbin", 255, "a.xclbin: it is no shared library (ELF)"),
        ("x:k.so", 255, "`x` is no number of instances"),
        ("0,:::k.so", 255, "`0,` is no list of memory banks"),
        ("1:", 255, "such as 0,1:k:2:k.so"),
    ] {
        run(&format!("-i a.xclbin -o c.xclbin --add-pskernel {argument}")).fails(code, &[words]);
    }
    assert!(!folder.path("c.xclbin").exists());
}
