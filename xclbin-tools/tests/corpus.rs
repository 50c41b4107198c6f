//! The corpus of the fuzz targets: every target has seeds, and every case that was found stays mended.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use xclbin_tools::{SectionKind, Xclbin, section};

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz"))
}

#[test]
fn every_target_is_built() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let bins = manifest.split("[[bin]]").skip(1).filter_map(|bin| bin.split('"').nth(1));
    assert_eq!(bins.collect::<BTreeSet<_>>(), crate::fuzz::targets().iter().map(String::as_str).collect());
}

/// The versions that a lock file has of each package.
fn locked(lock: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut versions = BTreeMap::<_, BTreeSet<_>>::new();
    for package in lock.split("[[package]]").skip(1) {
        let mut words = package.split('"').skip(1).step_by(2);
        if let (Some(name), Some(version)) = (words.next(), words.next()) {
            versions.entry(name).or_default().insert(version);
        }
    }
    versions
}

/// Nothing of `make test` builds the fuzz targets: their lock file must follow the workspace's, or it can no longer be resolved.
#[test]
fn the_fuzz_targets_have_the_packages_of_the_workspace() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let (own, workspace) = (read("Cargo.lock"), read("../../Cargo.lock"));
    let workspace = locked(&workspace);
    for (package, versions) in locked(&own) {
        if let Some(expected) = workspace.get(package) {
            let help = "run `cargo update -p PACKAGE --precise VERSION` in xclbin-tools/fuzz";
            assert!(versions.is_subset(expected), "{package}: {versions:?}, workspace {expected:?}: {help}");
        }
    }
}

#[test]
fn the_corpus_is_read() {
    for target in crate::fuzz::targets() {
        let folder = root().join("corpus").join(&target);
        let cases = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut count = 0;
        for case in cases {
            let path = case.unwrap().path();
            println!("{}", path.display());
            crate::fuzz::run(&target, &fs::read(path).unwrap());
            count += 1;
        }
        assert!(count > 0, "{target} has seeds");
    }
}

/// Kernels with every form of memory.
const KERNELS: &str = r#"{"ps-kernels": {"kernels": [{"name": "DPU",
    "extended-data": {"subtype": "DPU", "functional": "PrePost", "dpu_kernel_id": "0x101"},
    "arguments": [
        {"name": "a", "memory-connection": "DDR[1]", "address-qualifier": "GLOBAL", "type": "char *", "offset": "0x00"},
        {"name": "b", "memory-connection": "1,0", "address-qualifier": "GLOBAL", "type": "char *", "offset": "0x08"},
        {"name": "c", "memory-connection": "", "address-qualifier": "GLOBAL", "type": "char *", "offset": "0x10"},
        {"name": "d", "address-qualifier": "SCALAR", "type": "int", "offset": "0x18", "use-id": 0}],
    "instances": [{"name": "one"}, {"name": "two"}]}]}}"#;

/// The source of a library with a kernel.
const LIBRARY: &str = "typedef struct { int any; } xrtHandles; typedef void *xclDeviceHandle;
    xrtHandles *mix_init(xclDeviceHandle device, const unsigned char *uuid) { return 0; }
    int mix_fini(xrtHandles *handles) { return 0; }
    int mix(float *in, const double by, unsigned char n, xrtHandles *handles) { return n; }";

/// The JSON of the mirror that ends a file.
fn mirror(file: &[u8]) -> &[u8] {
    let start = b"XCLBIN_MIRROR_DATA_START";
    let at = file.windows(start.len()).rposition(|bytes| bytes == start).unwrap();
    file[at + start.len()..].strip_suffix(b"XCLBIN_MIRROR_DATA_END").unwrap()
}

fn library() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("k.c"), LIBRARY).unwrap();
    let mut compiler = Command::new("cc");
    compiler.args(["-g", "-Os", "-shared", "-nostdlib", "-fPIC", "-Wl,--build-id=none", "-o", "k.so", "k.c"]);
    assert!(compiler.current_dir(folder.path()).status().unwrap().success());
    fs::read(folder.path().join("k.so")).unwrap()
}

/// An image with every command.
fn pdi() -> Vec<u8> {
    let mut words = vec![0_u32; 84];
    (words[5], words[7]) = (1, 1);
    let commands = [
        &[0x0002_0103, 0x100, 1, 0x0003_0102, 0x108, 0xFF, 3, 0x0001_0111, 0][..],
        &[0x0003_0108, 1, 0x10C, 4, 0x0004_0107, 1, 0x110, 0xF0, 5, 0x0003_0105, 1, 4, 0],
        &[0x00FF_0105, 4, 1, 0x0010_0000, 6, 7],
    ]
    .concat();
    words.extend([4, 0x004F_4443, 0x0200, commands.len() as u32, 0]);
    words.extend(commands);
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Writes the seeds anew: a sound payload for each kind, and what is made of it.
#[test]
#[ignore = "writes into the repository"]
fn write_seeds() {
    let file = crate::sample::every_kind::every_kind();
    let write = |target: &str, name: &str, bytes: &[u8]| {
        let folder = root().join("corpus").join(target);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(name), bytes).unwrap();
    };
    write("container", "every_kind", &file);
    write("container", "sample", &crate::sample::bytes());
    write("mirror", "every_kind", mirror(&file));
    write("kernels", "dpu", KERNELS.as_bytes());
    write("library", "mix", &library());
    write("pdi", "every_command", &pdi());
    let image = Xclbin::from_bytes(file).unwrap();
    for kind in SectionKind::all().filter(|kind| kind.is_checked()) {
        let payload = image.section(kind).unwrap();
        write(&kind.to_string(), "sound", payload);
        if let Ok(Some(json)) = section::to_json(kind, payload) {
            write("document", &kind.to_string(), json.document.compact().as_bytes());
        }
    }
}
