//! What `sycl-hls.toml` decides about kernels in an image.

use crate::cli::support::Folder;

const KERNELS: &str = "#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    #[compute_units(2)]
    #[slr(0, 1)]
    pub fn copy(n: u32, x: &[u32], #[bank(DDR[1])] #[len(4)] y: &mut [u32]) {
        for i in 0..4 {
            y[i] = x[i] + n;
        }
    }
}
";

fn package() -> Folder {
    let folder = Folder::new();
    folder.write("p/Cargo.toml", "[package]\nname = \"p\"\nedition = \"2024\"\n\n[workspace]\n");
    folder.write("p/src/kernels.rs", KERNELS);
    folder
}

/// Builds the image `p` and gives its manifest.
fn build(folder: &Folder, toml: &str) -> serde_json::Value {
    folder.write("p/sycl-hls.toml", toml);
    folder.run(["build", "--project", "p", "--board", "u280"]).success();
    serde_json::from_slice(&folder.read("p/build/u280/sw_emu/p.kernels/manifest.json")).unwrap()
}

#[test]
fn the_file_goes_before_the_attributes_and_programs_find_the_image_nevertheless() {
    let folder = package();
    let written = build(&folder, "");
    let table = "[image.p.kernel.copy]\ncus = 3\nslr = [2, 1, 0]\nfreq_mhz = 250\n";
    let placed =
        build(&folder, &format!("{table}banks = {{ x = [\"HBM[0]\", \"HBM[1]\", \"HBM[2:3]\"] }}\n"));
    let kernel = &placed["kernels"][0];
    assert_eq!((&kernel["clock_mhz"], kernel["units"].as_array().unwrap().len()), (&250.into(), 3));
    let unit = |index: usize| &kernel["units"][index];
    assert_eq!((&unit(0)["slr"], &unit(2)["slr"]), (&2.into(), &0.into()));
    assert_eq!(unit(1)["banks"]["x"], serde_json::json!(["HBM[1]"]));
    assert_eq!(unit(2)["banks"]["x"], serde_json::json!(["HBM[2]", "HBM[3]"]));
    assert_eq!(unit(2)["banks"]["y"], serde_json::json!(["DDR[1]"]), "what it says nothing of stays");
    assert_eq!(
        placed["modules"], written["modules"],
        "programs compare these with what they were compiled from"
    );
    assert_ne!(placed["build"], written["build"], "another image");
    assert_eq!(build(&folder, "")["build"], written["build"]);
}

#[test]
fn mistakes_are_shown_where_they_are() {
    let folder = package();
    let fails = |toml: &str, words: &[&str]| {
        folder.write(
            "p/sycl-hls.toml",
            format!("[project]\nboard = \"u280\"\n[image.p.kernel.copy]\n{toml}\n"),
        );
        let words: Vec<&str> = words.iter().copied().chain(["sycl-hls.toml:"]).collect();
        folder.run(["check", "--project", "p"]).fails(2, &words);
        folder.run(["build", "--project", "p"]).fails(2, &words);
    };
    fails("cus = 32", &["32 compute units: it can be 1 to 31", ":4:7"]);
    fails("cus = 3", &["`copy` has 2 regions and 3 compute unit(s)", ":3:"]);
    fails("slr = [0, 1, 2]", &["`copy` has 3 regions and 2 compute unit(s)", ":4:7"]);
    fails("slr = 3", &["the board u280 has no SLR3", ":4:7", "SLR0 to SLR2"]);
    fails("slr = \"SLR0\"", &["expected one value, or a list of one for each compute unit"]);
    fails(
        "freq_mhz = 900",
        &["kernels of u280 run at 650 MHz at most, not at 900", ":4:12", "it is 300 MHz"],
    );
    fails("freq_mhz = 0", &["0 MHz: it can be 1 to 2000"]);
    fails(
        "banks.x = \"DDR[2]\"",
        &["no memory bank DDR[2]", ":4:11", "u280 has DDR[0] to DDR[1]", "`--board u200`, `--board u250`"],
    );
    fails("banks.x = \"DRR[0]\"", &["`DRR[0]` is no bank: there is no kind of memory `DRR`"]);
    fails("banks.x = [\"HBM[0]\", \"HBM[1]\", \"HBM[2]\"]", &["3 banks for `x` and 2 compute unit(s)"]);
    fails("banks.n = \"DDR[0]\"", &["`copy` has no slice `n`", ":4:7", "there are x, y"]);
    fails("bank = 1", &["`[image.p.kernel.copy]` has no key `bank`", "did you mean `banks`?"]);
    fails(
        "[image.p.kernel.cpoy]\ncus = 1",
        &["the image has no kernel `cpoy`", "did you mean `copy`? the only one is `copy`"],
    );
}

/// Whether a board is missing or not known, what else is wrong is shown, too.
#[test]
fn a_missing_board_hides_no_other_mistakes() {
    let folder = package();
    let table = "[image.p.kernel.copy]\ncus = 32\n";
    folder.write("p/sycl-hls.toml", table);
    folder.run(["check", "--project", "p"]).fails(2, &["32 compute units", "sycl-hls.toml:2:7"]);
    folder.run(["build", "--project", "p"]).fails(2, &["32 compute units", "no board was named"]);
    folder.write("p/sycl-hls.toml", format!("[project]\nboard = \"u999\"\n{table}"));
    for command in ["check", "build"] {
        folder.run([command, "--project", "p"]).fails(2, &["32 compute units", "there is no board `u999`"]);
    }
}

#[test]
fn what_no_card_can_have() {
    let folder = package();
    folder.write("p/sycl-hls.toml", "[image.p.kernel.copy]\nfreq_mhz = 300\n");
    folder
        .run(["build", "--project", "p", "--board", "aws-f1"])
        .fails(2, &["kernels of aws-f1 run at 250 MHz at most, not at 300", "sycl-hls.toml:2:12"]);
    let copies = (0..5).map(|n| {
        KERNELS.replace("mod kernels", &format!("mod kernels{n}")).replace("copy", &format!("copy{n}"))
    });
    folder.write("p/src/kernels.rs", copies.collect::<String>());
    let tables =
        (0..5).map(|n| format!("[image.p.kernel.copy{n}]\ncus = 31\nslr = 0\nbanks.y = \"HBM[0]\"\n"));
    folder.write("p/sycl-hls.toml", tables.collect::<String>());
    folder
        .run(["build", "--project", "p", "--board", "u280"])
        .fails(1, &["155 compute units", "XRT knows 128"]);
}
