//! Builds on another machine: `build --bundle`, `exec` with a replay in the place of Vitis, `import`.

use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use crate::project::{KERNEL, Project, U200};
use serde_json::{Value, json};
use sycl_hls_types::Digest;

const BUNDLE: [&str; 7] = ["build", "--board", "u200", "--target", "hw", "--vitis", "2022.2"];

/// Writes a bundle here and takes it there, to a folder without project and sources.
fn bundled(project: &Project, more: &[&str]) {
    let output = project.run(&[&BUNDLE[..], &["--bundle", "p.tar"], more].concat());
    said(&output);
    project.write("far away/p.vitis/.here", "");
    std::fs::rename(project.path("a b/p.tar"), project.path("far away/p.tar")).unwrap();
}

/// Runs it there.
fn exec(project: &Project, args: &[&str]) -> Output {
    let vitis = project.path("tools/Vitis/2022.2");
    project.run_in("far away", Some(&vitis), &[&["exec", "p.tar"], args].concat())
}

/// Brings the results back.
fn import(project: &Project) -> Output {
    project.run(&["import", "../far away/p.results.tar"])
}

fn said(output: &Output) -> String {
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(output.status.success(), "{said}");
    said
}

fn image(project: &Project) -> Vec<u8> {
    std::fs::read(project.path("a b/build/u200/hw/app.xclbin")).unwrap()
}

const REPLAY: &str = "far away/p.vitis/replay.json";

#[test]
fn an_image_that_was_built_elsewhere_is_the_one_that_is_built_here() {
    let project = Project::new();
    bundled(&project, &[]);
    assert!(!project.path("a b/build/u200/hw/app.xclbin").exists());
    let there = said(&exec(&project, &[]));
    assert!(there.contains("Plan app for u200, hw") && there.contains("Running v++ compile-fill"), "{there}");
    assert!(there.contains("fill: 2.92 ns of 3.33 ns expected"), "judged there: {there}");
    let here = said(&import(&project));
    assert!(here.contains("fill: 2.92 ns") && here.contains("Imported build/u200/hw/app.xclbin"), "{here}");
    let report = project.run(&["report", "--target", "hw", "--board", "u200"]);
    assert!(String::from_utf8_lossy(&report.stdout).contains("300 MHz of 300 MHz asked for"), "{report:?}");
    assert!(project.path("a b/build/u200/hw/app.vitis/logs/link.log").is_file());
    let left = std::fs::read_dir(project.path("a b/build")).unwrap();
    let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["u200"], "nothing is left behind");
    let imported = image(&project);
    let other = Project::new();
    other.built(&["--target", "hw"]);
    assert!(imported == image(&other), "byte for byte");
    said(&import(&project));
}

#[test]
fn a_bundle_goes_on_from_what_was_finished() {
    let project = Project::new();
    bundled(&project, &[]);
    project.write(REPLAY, r#"{"fail": ["link", "[VPL 101-2] design did not meet timing"]}"#);
    let (code, message) = Project::refused(exec(&project, &[]));
    assert!(
        code == Some(1) && message.contains("[VPL 101-2]") && message.contains("p.vitis/logs"),
        "{message}"
    );
    assert!(!project.path("far away/p.results.tar").exists());
    project.write(REPLAY, r#"{"hang": "link"}"#);
    interrupted(&project);
    project.write(REPLAY, "{}");
    let again = said(&exec(&project, &[]));
    assert!(again.contains("Running v++ link") && !again.contains("compile-fill"), "{again}");
    assert!(!said(&exec(&project, &[])).contains("Running"), "all of it is there");
}

/// Starts a build that hangs, and interrupts it as Ctrl-C does.
fn interrupted(project: &Project) {
    let log = project.path("far away/p.vitis/logs/link.log");
    std::fs::remove_file(&log).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sycl-hls-under-test"));
    command.args(["exec", "p.tar"]).current_dir(project.path("far away"));
    command.env("HOME", project.path("")).env("PLATFORM_REPO_PATHS", project.path("platforms"));
    let mut child = command
        .env("XILINX_VITIS", project.path("tools/Vitis/2022.2"))
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while std::fs::metadata(&log).map_or(0, |log| log.len()) == 0 {
        assert!(start.elapsed() < Duration::from_secs(30), "the link begins");
        std::thread::sleep(Duration::from_millis(20));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn what_is_not_as_asked_for_comes_back_with_its_reports_and_takes_no_place() {
    let project = Project::new();
    project.write(
        "a b/src/main.rs",
        &KERNEL.replace("for i in", "#[pipeline(ii = 1, strict)]\n        for i in"),
    );
    bundled(&project, &[]);
    project.write(REPLAY, r#"{"ii": 3}"#);
    let (code, message) = Project::refused(exec(&project, &[]));
    assert!(code == Some(1) && message.contains("an interval of 3, not of 1"), "{message}");
    assert!(message.contains("src/main.rs:9:9"), "the line of Rust is known there, too: {message}");
    let (code, message) = Project::refused(import(&project));
    assert!(code == Some(1) && message.contains("an interval of 3, not of 1"), "{message}");
    assert!(!project.path("a b/build/u200/hw/app.xclbin").exists());
    let report = project.run(&["report", "--target", "hw", "--board", "u200"]);
    assert!(String::from_utf8_lossy(&report.stdout).contains("not as asked for"), "{report:?}");
}

#[test]
fn results_of_other_kernels_or_plans_are_refused() {
    let project = Project::new();
    bundled(&project, &[]);
    said(&exec(&project, &[]));
    project.write("a b/src/main.rs", &KERNEL.replace('7', "8"));
    let (code, message) = Project::refused(import(&project));
    assert!(code == Some(1) && message.contains("the kernels in `kernels` have changed"), "{message}");
    project.write("a b/src/main.rs", &KERNEL.replace("mod kernels", "mod others"));
    let (_, message) = Project::refused(import(&project));
    assert!(message.contains("not of the same modules"), "{message}");
    project.write("a b/src/main.rs", &KERNEL.replace("for i in", "#[unroll(factor = 2)]\n        for i in"));
    assert!(said(&import(&project)).contains("Changed directives in `kernels`"));
    project.write("a b/src/main.rs", &format!("// Only text.\n{KERNEL}"));
    std::fs::remove_file(project.path("a b/build/u200/hw/app.xclbin")).unwrap();
    said(&import(&project));
    project.write("a b/sycl-hls.toml", "[build]\nmin_mhz = 250\n");
    let again = project.run(&[&BUNDLE[..], &["--bundle", "p.tar"]].concat());
    said(&again);
    let (code, message) = Project::refused(import(&project));
    assert!(code == Some(1) && message.contains("results of another plan"), "{message}");
    std::fs::remove_file(project.path("a b/build/u200/hw/app.vitis/bundled.json")).unwrap();
    let (code, message) = Project::refused(import(&project));
    assert!(code == Some(1) && message.contains("nothing was bundled here"), "{message}");
    project.write("a b/Cargo.toml", "[package]\nname = \"other\"\nversion = \"0.1.0\"\nedition = \"2024\"\n");
    let (code, message) = Project::refused(import(&project));
    assert!(code == Some(1) && message.contains("results of `app`, which is no image"), "{message}");
}

#[test]
fn vitis_is_found_there_by_the_plans_version() {
    let project = Project::new();
    bundled(&project, &[]);
    let run = |vitis: Option<&Path>, args: &[&str]| {
        project.run_in("far away", vitis, &[&["exec", "p.tar"], args].concat())
    };
    let (code, message) = Project::refused(run(None, &[]));
    assert!(code == Some(3) && message.contains("Vitis was not found"), "{message}");
    let newer = project.path("tools/Vitis/2024.2");
    let (code, message) = Project::refused(run(Some(&newer), &[]));
    assert!(code == Some(3) && message.contains("Vitis 2022.2 was not found"), "{message}");
    assert!(message.contains("there is 2024.2") && message.contains("`exec --vitis VERSION`"), "{message}");
    let there = said(&run(Some(&newer), &["--vitis", "2024.2", "--out", "r.tar"]));
    assert!(there.contains("the plan is written for Vitis 2022.2; 2024.2 runs it"), "{there}");
    said(&project.run(&["import", "../far away/r.tar"]));
    let report = project.run(&["report", "--target", "hw", "--board", "u200"]);
    assert!(
        String::from_utf8_lossy(&report.stdout).starts_with("app for u200, hw, by Vitis 2024.2"),
        "{report:?}"
    );
    std::fs::remove_dir_all(project.path("platforms")).unwrap();
    let (code, message) = Project::refused(exec(&project, &[]));
    assert!(code == Some(3) && message.contains("is not installed"), "{message}");
}

#[test]
fn a_platform_that_does_not_fit_is_refused_before_the_first_step() {
    let project = Project::new();
    bundled(&project, &[]);
    let tries = [
        ("FPGA Device: xcu250", "it is for the FPGA xcu250, and the plan for xcu200-fsgd2104-2-e"),
        ("Platform VBNV: xilinx_u200_other_1", "it calls itself xilinx_u200_other_1, and the plan is for"),
        ("Bus SP Tag: DDR\\nSegment Index: 1", "it has no memory bank DDR[0]; there are DDR[1]"),
        ("Supports Hardware Target: 0", "it says that it does not support hw"),
    ];
    for (platform, words) in tries {
        project.write(REPLAY, &format!(r#"{{"platform": "{platform}"}}"#));
        // Another platform under the same name is asked again.
        project.write(&format!("platforms/{U200}/hw/{U200}.xsa"), words);
        let (code, message) = Project::refused(exec(&project, &[]));
        assert!(code == Some(3) && message.contains(words), "{message}");
        assert!(message.contains("does not fit the plan") && !message.contains("Running v++"), "{message}");
    }
    project.write(REPLAY, r#"{"platform": "FPGA Device: xcu200\nGenerated Version: 2024.2"}"#);
    project.write(&format!("platforms/{U200}/hw/{U200}.xsa"), "the last");
    let there = said(&exec(&project, &[]));
    assert!(there.contains("Unknown whether Vitis 2022.2 reads") && there.contains("Running v++"), "{there}");
}

#[test]
fn a_version_with_other_commands_is_refused() {
    let project = Project::new();
    let newer = ["build", "--board", "u200", "--target", "hw", "--vitis", "2024.2", "--hls", "unified"];
    said(&project.run(&[&newer[..], &["--bundle", "p.tar"]].concat()));
    project.write("far away/.here", "");
    std::fs::rename(project.path("a b/p.tar"), project.path("far away/p.tar")).unwrap();
    let (code, message) = Project::refused(exec(&project, &["--vitis", "2022.2"]));
    assert!(code == Some(2) && message.contains("which Vitis 2022.2 does not have"), "{message}");
}

#[test]
fn files_that_options_name_travel() {
    let project = Project::new();
    let config = "[build]\nvpp_args = [\"--linkhook.custom\", \"preSysLink,hooks/a b.tcl\"]\n\
                  [vitis.hls]\npre_tcl = \"hls.tcl\"\n";
    project.write("a b/sycl-hls.toml", config);
    let (code, message) = Project::refused(project.run(&[&BUNDLE[..], &["--bundle", "p.tar"]].concat()));
    assert!(code == Some(2) && message.contains("`linkhook.custom` names "), "{message}");
    assert!(message.contains("paths in sycl-hls.toml start from its own folder"), "{message}");
    project.write("a b/hooks/a b.tcl", "puts one");
    project.write("a b/hls.tcl", "config_compile");
    let file = project.path(&format!("platforms/{U200}/{U200}.xpfm"));
    bundled(&project, &["--platform", file.to_str().unwrap()]);
    std::fs::rename(project.path("a b/hooks"), project.path("a b/gone")).unwrap();
    said(&exec(&project, &[]));
    assert!(project.path("far away/p.vitis/inputs/a b.tcl").is_file());
    std::fs::rename(project.path("a b/gone"), project.path("a b/hooks")).unwrap();
    said(&import(&project));
    assert!(String::from_utf8_lossy(&image(&project)).contains("puts one"), "the linker has read it");
    project.write("a b/sycl-hls.toml", "[build]\nvpp_args = [\"--user_ip_repo_paths\", \"hooks\"]\n");
    let (code, message) = Project::refused(project.run(&[&BUNDLE[..], &["--bundle", "p.tar"]].concat()));
    assert!(code == Some(2) && message.contains("folders do not travel with a plan"), "{message}");
}

#[test]
fn one_file_and_emulation() {
    let project = Project::new();
    let emulated =
        ["build", "--board", "u200", "--target", "hw_emu", "--toolchain", "vitis", "--vitis", "2022.2"];
    let file = ["--source", "src/main.rs", "--out", "images"];
    said(&project.run(&[&emulated[..], &file, &["--bundle", "../far away.tar"]].concat()));
    let vitis = project.path("tools/Vitis/2022.2");
    said(&project.run_in("", Some(&vitis), &["exec", "far away.tar"]));
    said(&project.run(&[&["import", "../far away.results.tar"], &file[..]].concat()));
    assert!(project.path("a b/images/main.xclbin").is_file());
    assert!(project.path("a b/images/main.vitis/emconfig.json").is_file());
    project.write("a b/src/main2.rs", KERNEL);
    let other = ["--source", "src/main2.rs", "--out", "images"];
    let (code, message) =
        Project::refused(project.run(&[&["import", "../far away.results.tar"], &other[..]].concat()));
    assert!(code == Some(1) && message.contains("these are results of `main`"), "{message}");
}

#[test]
fn our_own_hardware_is_packaged_there() {
    let project = Project::new();
    bundled(&project, &["--hls", "open"]);
    let there = said(&exec(&project, &[]));
    assert!(there.contains("vivado compile-fill") && there.contains("v++ link"), "{there}");
    said(&import(&project));
    std::fs::remove_dir_all(project.path("tools/Vivado")).unwrap();
    let (code, message) = Project::refused(exec(&project, &[]));
    assert!(code == Some(3) && message.contains("Vivado"), "{message}");
}

#[test]
fn hardware_that_is_too_slow_for_the_platform_there_is_refused() {
    let project = Project::new();
    bundled(&project, &["--hls", "open"]);
    let there = |mhz: u32| {
        let clock = format!("Default Clock Index: 0\\nClock Index: 0\\nFrequency: {mhz}\\n");
        project.write(REPLAY, &format!(r#"{{"platform": "{clock}"}}"#));
        project.write(&format!("platforms/{U200}/hw/{U200}.xsa"), &mhz.to_string());
        exec(&project, &[])
    };
    let (code, message) = Project::refused(there(350));
    assert!(
        code == Some(3) && message.contains("clock is 350 MHz, and the hardware in the plan"),
        "{message}"
    );
    assert!(
        message.contains("name the clock: `freq_mhz`") && !message.contains("Running vivado"),
        "{message}"
    );
    let slower = said(&there(250));
    assert!(slower.contains("Unknown cycles at 250 MHz, the clock of"), "{slower}");
    project.write("a b/sycl-hls.toml", "[image.app.kernel.fill]\nfreq_mhz = 200\n");
    bundled(&project, &["--hls", "open"]);
    said(&there(350));
}

#[test]
fn several_images_are_several_bundles() {
    let project = Project::new();
    project.write("a b/src/b.rs", &KERNEL.replace("fill", "pour").replace("mod kernels", "mod others"));
    project.write(
        "a b/sycl-hls.toml",
        "[image.one]\nsources = [\"src/main.rs\"]\n[image.two]\nsources = [\"src/b.rs\"]\n",
    );
    said(&project.run(&[&BUNDLE[..], &["--bundle", "p.tar"]].concat()));
    assert!(project.path("a b/p-one.tar").is_file() && project.path("a b/p-two.tar").is_file());
}

#[test]
fn damaged_archives_are_refused() {
    let project = Project::new();
    bundled(&project, &[]);
    let bytes = std::fs::read(project.path("far away/p.tar")).unwrap();
    let refused = |bytes: &[u8]| {
        std::fs::write(project.path("far away/p.tar"), bytes).unwrap();
        Project::refused(exec(&project, &[]))
    };
    let cut = refused(&bytes[..bytes.len() / 2]);
    assert!(cut.0 == Some(1) && cut.1.contains("p.tar: "), "{cut:?}");
    let mut changed = bytes.clone();
    let at = changed.len() / 2;
    changed[at] ^= 1;
    let changed = refused(&changed);
    assert!(changed.0 == Some(1) && changed.1.contains("it was changed"), "{changed:?}");
    assert!(refused(b"").1.contains("it is empty"));
    assert_eq!(refused(&bytes).0, Some(0));
    let (code, message) = Project::refused(project.run(&["import", "../far away/p.tar"]));
    assert!(code == Some(1) && message.contains("and not a \"sycl-hls results of Vitis\""), "{message}");
    let results = std::fs::read(project.path("far away/p.results.tar")).unwrap();
    assert!(refused(&results).1.contains("and not a \"sycl-hls plan of Vitis\""));
}

/// What is changed in a job.
type Change = fn(&mut Value);

#[test]
fn plans_that_lead_elsewhere_are_refused() {
    let tries: [(&str, Change, &str); 5] = [
        (
            "program",
            |job| job["plan"]["steps"][1]["program"] = json!("../../bin/sh"),
            "leads out of the plan's folder",
        ),
        ("name", |job| job["plan"]["steps"][1]["name"] = json!("../../x"), "leads out of the plan's folder"),
        (
            "output",
            |job| job["plan"]["steps"][1]["outputs"][0] = json!("/x.xo"),
            "leads out of the plan's folder",
        ),
        ("step", |job| job["brief"]["kernels"][0]["step"] = json!("../../x"), "there is no step `../../x`"),
        ("form", |job| job["plan"]["schema"] = json!(9), "the plan has form 9"),
    ];
    let project = Project::new();
    bundled(&project, &[]);
    let original = std::fs::read(project.path("far away/p.tar")).unwrap();
    for (what, change, words) in tries {
        std::fs::write(project.path("far away/p.tar"), &original).unwrap();
        forge(&project, change);
        let (code, message) = Project::refused(exec(&project, &[]));
        assert!(code == Some(1) && message.contains(words), "{what}: {message}");
    }
}

/// Changes the job of the bundle, digests and all.
fn forge(project: &Project, change: Change) {
    let folder = project.path("far away");
    let tar = |args: &[&str]| {
        let status = Command::new("tar").args(args).current_dir(&folder).status().unwrap();
        assert!(status.success());
    };
    tar(&["xf", "p.tar"]);
    let read = |name: &str| -> Value {
        serde_json::from_slice(&std::fs::read(folder.join("p").join(name)).unwrap()).unwrap()
    };
    let write = |name: &str, value: &Value| {
        let text = serde_json::to_string_pretty(value).unwrap();
        std::fs::write(folder.join("p").join(name), &text).unwrap();
        text
    };
    let mut job = read("job.json");
    change(&mut job);
    let text = write("job.json", &job);
    let mut contents = read("contents.json");
    contents["files"][0]["bytes"] = json!(text.len());
    contents["files"][0]["sha256"] = json!(Digest::of(&text));
    write("contents.json", &contents);
    tar(&["--format=ustar", "-cf", "p.tar", "p/contents.json", "p/job.json"]);
}
