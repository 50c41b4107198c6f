//! `sycl-hls xclbin info`

use serde_json::Value;

use crate::cli::support::Folder;

/// A folder with `out/kernels.xclbin`.
fn built() -> Folder {
    let folder = Folder::new();
    folder.run(["build", "--board", "u200", "--source", "kernels.rs", "-o", "out"]).success();
    folder
}

#[test]
fn everything_about_an_image() {
    let folder = built();
    let text = folder.run(["xclbin", "info", "out/kernels.xclbin"]).success().stdout;
    for words in [
        "software emulation (sw_emu)",
        "xilinx_u200_gen3x16_xdma_2_202110_1",
        "KEYVALUE_METADATA",
        "DDR[1]    DDR4   16 GiB  at 0x5000000000  used",
        "Kernel axpy (ap_ctrl_chain)",
        "unit axpy_1",
        "registers at 0x1800000",
        "M_AXI_",
        "sycl_hls.checks  on",
    ] {
        assert!(text.contains(words), "{words}:\n{text}");
    }
    // XRT needs it in software emulation; no argument of the kernel lies there.
    assert!(text.lines().any(|line| line == "  DDR[0]    DDR4   16 GiB  at 0x4000000000"), "{text}");
}

/// The same facts stand in `manifest.json`, which is written from other data.
#[test]
fn json_agrees_with_the_manifest() {
    let folder = built();
    let info = folder.run(["xclbin", "info", "out/kernels.xclbin", "--json"]).success().stdout;
    let info: Value = serde_json::from_str(&info).unwrap();
    let manifest: Value = serde_json::from_slice(&folder.read("out/kernels.kernels/manifest.json")).unwrap();
    assert_eq!(info["modules"], manifest["modules"]);
    assert_eq!(info["platform"], manifest["platform"]);
    assert_eq!(info["problems"], Value::Array(Vec::new()));
    for (found, expected) in
        info["kernels"].as_array().unwrap().iter().zip(manifest["kernels"].as_array().unwrap())
    {
        assert_eq!(found["name"], expected["symbol"]);
        let unit = &expected["units"][0];
        assert_eq!(found["units"][0]["name"], unit["name"]);
        assert_eq!(found["units"][0]["base"], unit["base"]);
        let (found, expected) = (found["args"].as_array().unwrap(), expected["args"].as_array().unwrap());
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert_eq!((&found["name"], &found["offset"]), (&expected["name"], &expected["offset"]));
            let banks = &unit["banks"][expected["name"].as_str().unwrap()];
            assert_eq!(found["memory"].as_array().unwrap(), banks.as_array().unwrap_or(&Vec::new()));
        }
    }
    let size = |section: &Value| section["bytes"].as_u64().unwrap();
    let sections: u64 = info["sections"].as_array().unwrap().iter().map(size).sum();
    assert!(sections < folder.read("out/kernels.xclbin").len() as u64);
}

#[test]
fn files_that_are_no_image_or_a_broken_one() {
    let folder = built();
    let image = folder.read("out/kernels.xclbin");
    folder.write("cut.xclbin", &image[..image.len() / 2]);
    folder.write("empty.xclbin", "");
    let fails = |file: &str, words: &[&str]| folder.run(["xclbin", "info", file]).fails(1, words);
    fails("kernels.rs", &["kernels.rs", "not an xclbin"]);
    fails("empty.xclbin", &["not an xclbin"]);
    fails("cut.xclbin", &["cut short"]);
    fails("nowhere.xclbin", &["nowhere.xclbin", "No such file"]);
    fails("out", &["out"]);
}

/// What is whole is shown, what is damaged is named.
#[test]
fn a_damaged_section_is_named() {
    let folder = built();
    let image = folder.read("out/kernels.xclbin");
    let place = |text: &[u8]| image.windows(text.len()).position(|bytes| bytes == text).unwrap();
    for (text, with, word) in [
        (&b"\"build_metadata\""[..], &b"\"build_metadatb\""[..], "BUILD_METADATA"),
        (b"<project", b">project", "EMBEDDED_METADATA"),
        (b"\"key_values\"", b"'key_values\"", "KEYVALUE_METADATA"),
    ] {
        let mut damaged = image.clone();
        let at = place(text);
        damaged[at..at + with.len()].copy_from_slice(with);
        folder.write("damaged.xclbin", damaged);
        let outcome = folder.run(["xclbin", "info", "damaged.xclbin"]);
        let outcome = outcome.fails(1, &["a part of the image is damaged", word]);
        assert!(outcome.stdout.contains("MEM_TOPOLOGY"), "{}", outcome.stdout);
        let json = folder.run(["xclbin", "info", "damaged.xclbin", "--json"]).fails(1, &[word]).stdout;
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["problems"].as_array().unwrap().len(), 1);
    }
}
