//! Images on their way to emulated cards, under the real XRT.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::Command;

use crate::xrt::support::{
    Outcome, PROGRAM, command, descendants, finish, folder, hardware_image, native, source, start,
};

/// A project whose kernels are those of the other tests, and its images.
struct Project {
    root: PathBuf,
}

impl Project {
    fn new(name: &str) -> Self {
        let root = folder().join("deploy").join(name);
        let _ = fs::remove_dir_all(&root);
        let project = Self { root };
        project.write("Cargo.toml", "[package]\nname = \"p\"\n");
        project
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Builds an image with this smoke run; others are other images.
    fn build(&self, name: &str, smoke: &[&str]) {
        let kernels = fs::read_to_string(source("kernels.rs")).unwrap();
        self.write("src/kernels.rs", &format!("{kernels}\n// {name}\n{}", extra(name)));
        self.write("sycl-hls.toml", &format!("[image.{name}]\n[deploy]\nsmoke = {smoke:?}\n"));
        self.run(&["build", "--quiet", "--board", "u200"]).success();
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = command(PROGRAM);
        command.args(args).current_dir(&self.root).env("XDG_STATE_HOME", self.root.join("state"));
        command.env("HOST", native()).env("SYCL_HLS", PROGRAM);
        command
    }

    fn run(&self, args: &[&str]) -> Outcome {
        finish(start(&mut self.command(args)))
    }

    /// `sycl-hls` with these words, on emulated cards.
    fn on_cards(&self, cards: &str, words: &str) -> Outcome {
        let args: Vec<&str> = ["xrt", "run", "--board"]
            .into_iter()
            .chain(cards.split(' '))
            .chain(["--", PROGRAM])
            .chain(words.split(' '))
            .collect();
        self.run(&args)
    }

    /// What is recorded of the first card.
    fn list(&self) -> String {
        self.run(&["deploy", "--list"]).success().stdout
    }
}

/// A kernel that makes the image another one.
fn extra(name: &str) -> String {
    format!(
        "#[sycl_hls::kernels]\nmod more {{\n    #[kernel]\n    pub fn extra_{name}(x: &mut [u32]) {{\n        x[0] = 1;\n    }}\n}}\n"
    )
}

const A: &str = "build/u200/sw_emu/a.xclbin";
const B: &str = "build/u200/sw_emu/b.xclbin";

/// Runs a test of the host in C, with the image and on the kind of card that the environment says.
const fn host(test: &str) -> [&str; 4] {
    [
        "sh",
        "-c",
        "test \"$SYCL_HLS_DEVICE\" = xrt/sw_emu/u200 && exec \"$HOST\" \"$SYCL_HLS_XCLBIN\" \"$0\"",
        test,
    ]
}

#[test]
fn devices_are_listed() {
    let project = Project::new("devices");
    let text = project.on_cards("u280 --devices 2", "devices").success().stdout;
    for words in [
        "xrt/sw_emu/u280, emulated\n  shell           xilinx_u280_gen3x16_xdma_1_202211_1 (AMD Alveo U280)",
        "interface UUID  not known",
        "memory          40 GiB in 34 banks",
        "temperature     not known",
        "image           none",
        "\nxrt/sw_emu/u280/1, emulated\n",
    ] {
        assert!(text.contains(words), "{words}:\n{text}");
    }
    let json = project.on_cards("u200 --target hw_emu", "devices --json").success().stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let card = &json["cards"][0];
    assert_eq!((&card["device"], &card["board"]), (&"xrt/hw_emu/u200".into(), &"u200".into()));
    assert_eq!((&card["emulation"], &card["celsius"]), (&"hw_emu".into(), &serde_json::Value::Null));
    let none = project.run(&["devices"]).success().stdout;
    assert!(none.contains("no card: ") && none.contains("sycl-hls xrt run --board NAME"), "{none}");
    project.run(&["deploy", source("host.py").to_str().unwrap()]).fails(1, &["not an xclbin"]);
}

#[test]
fn an_image_is_tried_recorded_and_taken_back_when_the_next_one_fails() {
    let project = Project::new("next");
    project.build("a", &host("scalars"));
    let first = project.on_cards("u200", &format!("deploy {A}")).success();
    for words in ["Fits", "none: no image is known to be on xrt/sw_emu/u200", "smoke run passed"] {
        assert!(first.stderr.contains(words), "{}", first.stderr);
    }
    assert!(project.list().contains("smoke run passed") && project.list().contains(A), "{}", project.list());
    let devices = project.on_cards("u200", "devices").success().stdout;
    assert!(devices.contains("  deployed        ") && devices.contains(A), "{devices}");

    let recorded = project.list();
    project.build("b", &host("outside"));
    let words = [
        "Way back to ",
        "the smoke run of build/u200/sw_emu/b.xclbin on xrt/sw_emu/u200 failed",
        "because a kernel stopped",
        "the length of `a` is 7 but the index is 7",
        "a.xclbin again (",
    ];
    project.on_cards("u200", &format!("deploy {B}")).fails(1, &words);
    assert_eq!(project.list(), recorded);
    project.on_cards("u200", &format!("deploy {B} --no-smoke")).success();
    assert!(project.list().contains("b.xclbin") && project.list().contains("no smoke run"));
    let again = project.on_cards("u200", &format!("deploy {B} --no-smoke")).success();
    assert!(again.stderr.contains("runs this image already"), "{}", again.stderr);
}

#[test]
fn without_a_previous_image_there_is_no_way_back() {
    let project = Project::new("first");
    project.build("a", &["false"]);
    let deploy = format!("deploy {A}");
    let words = ["was left as it is: there is no way back", "no image is known"];
    project.on_cards("u200", &format!("{deploy} --need-way-back")).fails(1, &words);
    assert_eq!(project.list(), "nothing was deployed from here\n");
    let words = ["it ended with the code 1", "nothing could be put back: xrt/sw_emu/u200 has the new image"];
    project.on_cards("u200", &deploy).fails(1, &words);
    assert!(project.list().contains("smoke run failed"));
    // What was kept is gone.
    fs::remove_dir_all(project.root.join("state/sycl-hls/deployed/images")).unwrap();
    project.build("b", &[]);
    let said = project.on_cards("u200", &format!("deploy {B}")).success().stderr;
    assert!(said.contains("which was not deployed from here"), "{said}");
    project.build("a", &["./no-such-program"]);
    project.on_cards("u200", &deploy).fails(1, &["cannot be started", "b.xclbin again"]);
    project.build("a", &["sleep", "50"]);
    project.on_cards("u200", &format!("{deploy} --timeout 0.5")).fails(1, &["it has not ended within 0.5 s"]);
}

#[test]
fn what_does_not_fit_is_refused_with_the_reason() {
    let project = Project::new("unfit");
    project.build("a", &[]);
    let deploy = |cards: &str, file: &str, words: &[&str]| {
        project.on_cards(cards, &format!("deploy {file}")).fails(1, words);
    };
    deploy(
        "u280",
        A,
        &["it is for another shell", "xilinx_u200_gen3x16_xdma_2_202110_1", "the card has xilinx_u280"],
    );
    deploy(
        "u200 --target hw_emu",
        A,
        &["is for sw_emu, and xrt/hw_emu/u200 emulates hw_emu", "--target sw_emu"],
    );
    let bytes = fs::read(project.root.join(A)).unwrap();
    fs::write(project.root.join("cut.xclbin"), &bytes[..bytes.len() - 100]).unwrap();
    deploy("u200", "cut.xclbin", &["cut.xclbin", "cut short"]);
    let at = bytes.windows(16).position(|text| text == b"\"build_metadata\"").unwrap();
    let mut damaged = bytes.clone();
    damaged[at] = b'?';
    fs::write(project.root.join("damaged.xclbin"), &damaged).unwrap();
    deploy("u200", "damaged.xclbin", &["the image is damaged", "BUILD_METADATA"]);
    let mut hardware = bytes;
    hardware[332] = 0;
    fs::write(project.root.join("hw.xclbin"), &hardware).unwrap();
    deploy("u200", "hw.xclbin", &["is for cards, and xrt/sw_emu/u200 emulates sw_emu"]);
    assert_eq!(project.list(), "nothing was deployed from here\n", "nothing was programmed");
    let words = ["there is no card: ", "sycl-hls xrt run --board NAME -- sycl-hls deploy"];
    project.run(&["deploy", A]).fails(3, &words);
}

#[test]
fn several_cards_are_named_or_all_are_meant() {
    let project = Project::new("several");
    project.build("a", &[]);
    let two = "u200 --devices 2";
    let which = ["which card is meant?", "xrt/sw_emu/u200, xrt/sw_emu/u200/1"];
    project.on_cards(two, &format!("deploy {A}")).fails(2, &which);
    project.on_cards(two, &format!("deploy {A} --device 65:00.1")).fails(2, &["there is no card `65:00.1`"]);
    let checked = project.on_cards(two, &format!("deploy {A} --device sw_emu/u200/1 --check")).success();
    assert!(checked.stderr.contains("Fits") && !checked.stderr.contains("Programming"), "{}", checked.stderr);
    project.on_cards(two, &format!("deploy {A} --device all")).success();
    assert_eq!(project.list().lines().count(), 2);
}

#[test]
fn one_card_that_fails_keeps_no_other_from_the_image() {
    let project = Project::new("one-of-two");
    project.build("a", &[]);
    let two = "u200 --devices 2";
    project.on_cards(two, &format!("deploy {A} --device all")).success();
    project.build("b", &["sh", "-c", "test \"$SYCL_HLS_DEVICE\" != xrt/sw_emu/u200"]);
    let words = [
        "the smoke run of build/u200/sw_emu/b.xclbin on xrt/sw_emu/u200 failed",
        "xrt/sw_emu/u200: failed: ",
        "a.xclbin again (",
        "xrt/sw_emu/u200/1: deployed, smoke run passed",
        "1 of 2 cards failed",
    ];
    project.on_cards(two, &format!("deploy {B} --device all")).fails(1, &words);
    let list = project.list();
    let runs: Vec<&str> = list.lines().collect();
    assert!(runs[0].starts_with("xrt/sw_emu/u200 ") && runs[0].contains("a.xclbin"), "taken back: {list}");
    assert!(runs[1].starts_with("xrt/sw_emu/u200/1") && runs[1].contains("b.xclbin"), "kept: {list}");
}

#[test]
fn a_signature_is_asked_for_where_the_project_does() {
    let project = Project::new("signed");
    project.build("a", &[]);
    let words = "req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=x -keyout key.pem -out cert.pem";
    let made = Command::new("openssl").args(words.split(' ')).current_dir(&project.root).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    project.write("sycl-hls.toml", "[image.a]\n[deploy]\ncertificate = \"cert.pem\"\n");
    let deploy = format!("deploy {A} --check");
    project.on_cards("u200", &deploy).fails(1, &["the image is not signed", "sycl-hls xclbin sign"]);
    let sign = format!("xclbin sign {A} --private-key key.pem --certificate cert.pem");
    project.run(&sign.split(' ').collect::<Vec<_>>()).success();
    project.on_cards("u200", &deploy).success();
}

#[test]
fn an_interrupt_takes_the_image_back() {
    let project = Project::new("interrupt");
    project.build("a", &[]);
    project.on_cards("u200", &format!("deploy {A}")).success();
    let recorded = project.list();
    project.build("b", &["sleep", "50"]);
    let mut tool =
        start(&mut project.command(&["xrt", "run", "--board", "u200", "--", PROGRAM, "deploy", B]));
    let mut lines = BufReader::new(tool.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.contains("Trying sleep 50")));
    // `timeout` passes it on to the tool.
    let timeout = descendants(tool.id()).first().copied().unwrap_or_else(|| tool.id());
    let status = Command::new("kill").args(["-INT", &timeout.to_string()]).status().unwrap();
    assert!(status.success());
    let said: Vec<String> = lines.collect();
    assert!(!tool.wait().unwrap().success());
    assert!(said.iter().any(|line| line.contains("a.xclbin again")), "{said:?}");
    assert_eq!(project.list(), recorded);
}

/// XRT sleeps for most of the time that it takes.
#[test]
fn hardware_emulation_is_programmed_too() {
    let project = Project::new("hardware");
    let image = project.root.join("hardware.xclbin");
    fs::copy(hardware_image(), &image).unwrap();
    let said = project.on_cards("u200 --target hw_emu", "deploy hardware.xclbin").success().stderr;
    assert!(said.contains("hardware.xclbin on xrt/hw_emu/u200, no smoke run"), "{said}");
}

#[test]
fn a_bundle_is_compared_with_the_card_and_deployed_from_its_folder() {
    let project = Project::new("bundle");
    project.build("a", &["bin/../bin/host", "scalars"]);
    project.write("bin/host", "#!/bin/sh\nexec \"$HOST\" \"$SYCL_HLS_XCLBIN\" \"$1\"\n");
    project.run(&["bundle", A, "--host", "bin/host", "--out", "a.tar"]).success();
    let said = project.on_cards("u200", "verify a.tar --unpack there").success().stderr;
    assert!(said.contains("Fits xrt/sw_emu/u200"), "{said}");
    project.on_cards("u280", "verify there").fails(1, &["it is for another shell"]);
    let said = project.on_cards("u200", "deploy there/a.xclbin").success().stderr;
    assert!(said.contains("Trying bin/host scalars") && said.contains("smoke run passed"), "{said}");
}
