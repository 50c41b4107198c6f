//! `sycl-hls xclbin` and `sycl-hls xclbinutil`: images are changed, compared and checked.

use xclbin_tools::section::{
    Connection, Connectivity, Ip, IpControl, IpLayout, KeyValues, MemBank, MemKind, MemTopology,
};
use xclbin_tools::{Builder, Mode, SectionKind, Uuid, Xclbin};

use crate::support::Folder;

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
    append.fails(255, &["only IP_LAYOUT and PARTITION_METADATA are appended to"]);
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
    for (option, help) in [
        ("--add-kernel k.json", "EMBEDDED_METADATA"),
        ("--add-pskernel k.so", "SOFT_KERNEL[name]-OBJ"),
        ("--migrate-forward", "2018.3"),
        ("--transform-pdi", "not public"),
    ] {
        let refused = run(&format!("-i a.xclbin -o b.xclbin {option}"));
        refused.fails(255, &["is not in this version of xclbinutil", help]);
    }
    assert!(!folder.path("b.xclbin").exists());
}
