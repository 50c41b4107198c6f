//! `sycl-hls bundle` and `sycl-hls verify`.

use std::fs::File;
use std::os::unix::fs::PermissionsExt as _;

use serde_json::{Value, json};
use sycl_hls_types::Digest;

use crate::cli::support::{Folder, Outcome, finish, start};

/// A program that says what it finds.
const HOST: &str = "#!/bin/sh\necho \"$SYCL_HLS_DEVICE $1\"\ntest -f \"$SYCL_HLS_XCLBIN\"\n";

/// A folder with `a.xclbin`, its manifest and `host`.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.run(["build", "--quiet", "--board", "u200", "--source", "kernels.rs", "-o", "."]).success();
    folder.write("host", HOST);
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path("host"), executable).unwrap();
    folder
}

fn run(folder: &Folder, words: &str) -> Outcome {
    folder.run(words.split(' '))
}

/// A folder with a bundle, `b.tar`.
fn bundled() -> Folder {
    let folder = folder();
    run(&folder, "bundle kernels.xclbin --host host --add kernels.rs --out b.tar").success();
    folder
}

#[test]
fn a_bundle_runs_where_it_was_unpacked() {
    let folder = bundled();
    let said = run(&folder, "verify b.tar").success().stderr;
    for words in [
        "Whole b.tar, 5 files",
        "Image kernels.xclbin for sw_emu on xilinx_u200_gen3x16_xdma_2_202110_1",
        "Program bin/host for any",
        "Unknown whether it fits a card, because there is none: ",
    ] {
        assert!(said.contains(words), "{words}:\n{said}");
    }
    let digest = said.lines().find_map(|line| line.trim().strip_prefix("Digest ")).unwrap();
    assert!(!folder.list(".").contains(&"b".to_owned()), "verifying leaves nothing");
    run(&folder, &format!("verify b.tar --unpack there --digest {digest}")).success();
    assert_eq!(
        folder.list("there"),
        ["bin", "contents.json", "kernels.kernels", "kernels.rs", "kernels.xclbin", "run.sh"]
    );
    run(&folder, &format!("verify there --digest {digest}")).success();
    let ran = |device: Option<&str>| {
        let mut script = folder.limited("there", "./run.sh");
        script.arg("argument").envs(device.map(|device| ("SYCL_HLS_DEVICE", device)));
        let outcome = finish(start(script));
        assert!(outcome.status.success(), "{}", outcome.stderr);
        outcome.stdout
    };
    assert_eq!((ran(None).as_str(), ran(Some("x")).as_str()), ("sw_emu/u200 argument\n", "x argument\n"));
    run(&folder, "verify b.tar --unpack there").fails(1, &["there is there already"]);
    run(&folder, "verify there --unpack other").fails(2, &["unpacked already"]);
    run(&folder, "verify b.tar --digest 00").fails(1, &["another bundle than the one that is meant", digest]);
    for name in ["there/evil", "there/bin/evil", "there/other/evil"] {
        folder.write(name, "x");
        run(&folder, "verify there").fails(1, &[" it is not in the list of the archive"]);
        std::fs::remove_file(folder.path(name)).unwrap();
    }
    std::fs::remove_dir(folder.path("there/other")).unwrap();
    run(&folder, "verify there").success();
    folder.write("there/bin/host", "#!/bin/sh\necho evil\n");
    run(&folder, "verify there").fails(1, &["bin/host: it was changed"]);
}

#[test]
fn damaged_bundles_are_refused() {
    let folder = bundled();
    let bytes = folder.read("b.tar");
    let fails = |bytes: &[u8], words: &[&str]| {
        folder.write("c.tar", bytes);
        run(&folder, "verify c.tar").fails(1, words);
        run(&folder, "verify c.tar --unpack d").fails(1, words);
        assert!(!folder.path("d").exists());
    };
    fails(&bytes[..bytes.len() / 2], &["c.tar: "]);
    fails(&bytes[..100], &["c.tar: it is no archive of `sycl-hls`"]);
    fails(b"", &["c.tar: it is empty"]);
    let mut changed = bytes.clone();
    let at = bytes.windows(8).position(|text| text == b"SYCL_HLS").unwrap();
    changed[at] = b'M';
    fails(&changed, &["it was changed: its digest is another one"]);
    run(&folder, "verify kernels.xclbin").fails(1, &["no archive", "sycl-hls xclbin verify"]);
    run(&folder, "verify nowhere.tar").fails(1, &["nowhere.tar", "No such file"]);
}

/// Writes a bundle whose list is right, whatever it says.
fn forge(folder: &Folder, name: &str, files: &[(&str, &[u8])], about: Value) {
    let listed: Vec<Value> = files
        .iter()
        .map(|(path, bytes)| json!({ "path": path, "bytes": bytes.len(), "sha256": Digest::of(bytes) }))
        .collect();
    let list =
        json!({ "kind": "sycl-hls bundle", "version": 1, "tool": "0", "files": listed, "about": about });
    let list = list.to_string().into_bytes();
    let mut builder = tar::Builder::new(File::create(folder.path(name)).unwrap());
    for (path, bytes) in [("contents.json", &list[..])].iter().chain(files) {
        let mut header = tar::Header::new_ustar();
        let path = format!("b/{path}");
        header.as_mut_bytes()[..path.len()].copy_from_slice(path.as_bytes());
        header.set_size(bytes.len() as u64);
        header.set_cksum();
        builder.append(&header, *bytes).unwrap();
    }
    builder.finish().unwrap();
}

#[test]
fn forged_bundles_are_refused() {
    let folder = bundled();
    let image = folder.read("kernels.xclbin");
    run(&folder, "verify b.tar --unpack b").success();
    let list: Value = serde_json::from_slice(&folder.read("b/contents.json")).unwrap();
    let about = list["about"].clone();
    let fails = |files: &[(&str, &[u8])], about: Value, words: &[&str]| {
        forge(&folder, "c.tar", files, about);
        run(&folder, "verify c.tar --unpack d").fails(1, words);
        assert!(!folder.path("d").exists() && !folder.path("evil").exists());
    };
    let host = HOST.as_bytes();
    fails(&[("../evil", b"x")], about.clone(), &["it leads out of the archive"]);
    fails(&[("/tmp/evil", b"x")], about.clone(), &["outside of the archive"]);
    fails(&[("kernels.xclbin", &image)], about.clone(), &["it has no \"bin/host\", of which it speaks"]);
    fails(&[("kernels.xclbin", b"x"), ("bin/host", host)], about.clone(), &["not an xclbin"]);
    fails(&[("kernels.xclbin", &image), ("bin/host", b"x")], about.clone(), &["bin/host: it is no program"]);
    let elf = [b"\x7fELF\x02\x01", &[0; 12][..], &[0xf7, 0]].concat();
    fails(
        &[("kernels.xclbin", &image), ("bin/host", &elf)],
        about.clone(),
        &["this machine is", "build the program"],
    );
    let mut other = about.clone();
    other["uuid"] = "6dd1bdc6-0ba1-4a5a-bd2c-0a8a2d8e1b3f".into();
    fails(
        &[("kernels.xclbin", &image), ("bin/host", host)],
        other,
        &["its image is not the one of which it speaks"],
    );
    fails(&[], json!({}), &["contents.json: missing field"]);
    folder.make_key("key.pem", "cert.pem");
    run(&folder, "verify b.tar --certificate cert.pem").fails(1, &["the image is not signed"]);
}

#[test]
fn what_makes_no_bundle_is_said() {
    let folder = folder();
    let bundle = "bundle kernels.xclbin --host";
    run(&folder, &format!("{bundle} kernels.rs"))
        .fails(1, &["kernels.rs: it is no program", "target/release"]);
    run(&folder, &format!("{bundle} nowhere")).fails(1, &["nowhere: No such file"]);
    run(&folder, "bundle kernels.rs --host host").fails(1, &["not an xclbin"]);
    run(&folder, &format!("{bundle} host --add nowhere")).fails(1, &["nowhere: cannot be read"]);
    run(&folder, &format!("{bundle} host --add run.sh")).fails(1, &["run.sh"]);
    assert!(!folder.path("kernels.tar").exists());
}

/// Two names of one program.
#[test]
fn the_smoke_run_starts_the_program_in_the_bundle() {
    let folder = folder();
    let manifest = |smoke: &[&str]| {
        let mut manifest: Value =
            serde_json::from_slice(&folder.read("kernels.kernels/manifest.json")).unwrap();
        manifest["smoke"] = json!(smoke);
        folder.write("kernels.kernels/manifest.json", manifest.to_string());
    };
    manifest(&["./host", "--check"]);
    run(&folder, "bundle kernels.xclbin --host host").success();
    run(&folder, "verify kernels.tar --unpack b").success();
    let moved: Value = serde_json::from_slice(&folder.read("b/kernels.kernels/manifest.json")).unwrap();
    assert_eq!(moved["smoke"], json!(["bin/host", "--check"]));
    manifest(&["./other"]);
    run(&folder, "bundle kernels.xclbin --host host")
        .fails(1, &["the smoke run starts ./other, which is not in the bundle"]);
    manifest(&["python3", "-c", ""]);
    run(&folder, "bundle kernels.xclbin --host host").success();
}
