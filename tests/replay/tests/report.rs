//! `sycl-hls report --target hw` of what a replay in the place of Vitis has built.

use std::process::Output;

use crate::project::{Project, U200};
use sycl_hls_compiler::report::{Maker, Report, Told};

const KERNELS: &str = "
#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn sums(x: &[u32], y: &mut [u32]) {
        'rows: for i in 0..y.len() {
            let mut sum = 0;
            #[pipeline(ii = 1)]
            for j in 0..16 {
                sum += x[i * 16 + j];
            }
            y[i] = sum;
        }
    }
}
";

const REPLAY: &str = "a b/build/u200/hw/app.vitis/replay.json";

fn built(script: &str) -> Project {
    let project = Project::new();
    project.write("a b/src/main.rs", KERNELS);
    project.write(REPLAY, script);
    project.built(&["--target", "hw"]);
    project
}

fn out(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

const REPORT: [&str; 5] = ["report", "--target", "hw", "--board", "u200"];

#[test]
fn the_table_has_vitis_figures_at_lines_of_rust() {
    let project = built(r#"{"mhz": 270.0, "ii": 3, "slack": -0.37}"#);
    let text = out(&project.run(&REPORT));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "app for u200, hw, by Vitis 2022.2");
    assert_eq!(lines[2], "sums (src/main.rs:7): <= 2050 cycles, 2.92 ns of 3.33 ns expected");
    let columns: Vec<Vec<&str>> = lines[3..6].iter().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(columns[0], ["loop", "line", "trips", "II", "depth", "cycles", "once"]);
    assert_eq!(columns[1][5..], ["8", "<=", "256", "-", "-", "<=", "2048"]);
    assert_eq!(columns[2][4..], ["11", "<=", "1024", "3", "(1)", "11", "<=", "1034"], "{text}");
    assert!(lines[4].contains("'rows: for i in 0..y.len()") && lines[5].contains("    for j in 0..16"));
    for part in [
        "kernels' clock: 270 MHz of 300 MHz asked for",
        "worst slack: setup -0.37 ns, hold 0.01 ns",
        "of u200",
        "of its largest SLR",
        "3000 (0.3 %)",
        "190631 (16.1 %)",
        "90000 (22.8 %)",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(!text.contains("yosys") && !text.contains("operators"), "nothing is our own: {text}");
}

#[test]
fn json_is_the_same_model_as_of_our_own_hardware() {
    let project = built("{}");
    let json = out(&project.run(&[&REPORT[..], &["--json"]].concat()));
    let report: Report = serde_json::from_str(&json).unwrap();
    assert_eq!(serde_json::to_string_pretty(&report).unwrap(), json.trim_end());
    let Maker::Vitis(build) = &report.maker else { panic!("{json}") };
    assert_eq!((build.version.as_str(), build.platform.as_str()), ("2022.2", U200));
    let [sums] = &report.kernels[..] else { panic!("{json}") };
    assert_eq!((sums.line, sums.clock_mhz, sums.area.luts), (7, Some(300), Some(3000)));
    assert!(sums.blocks.is_empty(), "Vitis tells of no schedule");
    let [rows] = &sums.loops[..] else { panic!("{json}") };
    assert_eq!((rows.label.as_deref(), rows.line, rows.interval), (Some("'rows"), 8, None));
    let inner = &rows.loops[0];
    assert_eq!((inner.line, inner.interval, inner.wanted, inner.depth), (11, Some(1), Some(1), Some(11)));
    assert_eq!(report.device.unwrap().reached_mhz, Told::Known(300.0));
    assert!(report.findings.is_empty(), "{json}");
}

#[test]
fn what_no_report_tells_is_not_found() {
    let project = built(r#"{"silent": true}"#);
    let text = out(&project.run(&REPORT));
    assert!(
        text.contains("sums (src/main.rs:7): not found (looked at hls/syn/report/csynth.xml, "),
        "{text}"
    );
    for what in
        ["kernels' clock", "worst slack", "areas of kernels", "areas with the platform", "areas in SLRs"]
    {
        assert!(text.contains(&format!("  {what}: not found (looked at ")), "{what} in {text}");
    }
    assert!(!text.contains(" 0") && !text.contains(" ok"), "{text}");
    let report: Report =
        serde_json::from_str(&out(&project.run(&[&REPORT[..], &["--json"]].concat()))).unwrap();
    let device = report.device.unwrap();
    assert!(matches!(&device.setup_ns, Told::Unknown(why) if why.starts_with("not found (")), "{device:?}");
    assert_eq!(report.kernels[0].area.luts, None);
}

#[test]
fn what_was_refused_is_in_the_report_and_fails_it() {
    let project = Project::new();
    project.write("a b/src/main.rs", &KERNELS.replace("ii = 1", "ii = 1, strict"));
    project.write(REPLAY, r#"{"drop": "pipeline"}"#);
    let (code, _) = Project::refused(project.build(&["--target", "hw"]));
    assert_eq!(code, Some(1));
    let output = project.run(&REPORT);
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let found = "not as asked for\n  src/main.rs:11: Vitis HLS dropped the pragma `pipeline II=1`: unknown";
    assert!(text.contains(found), "{text}");
    let (code, message) = Project::refused(output);
    assert!(code == Some(1) && message.contains("for j in 0..16"), "{message}");
}

#[test]
fn what_failed_since_is_not_reported_as_if_it_were_of_now() {
    let project = built("{}");
    assert!(out(&project.run(&REPORT)).contains("300 MHz of 300 MHz"));
    project.write("a b/src/main.rs", &KERNELS.replace("16", "8"));
    project.write(REPLAY, r#"{"fail": ["compile", "[HLS 207-1] no such thing"]}"#);
    assert_eq!(Project::refused(project.build(&["--target", "hw"])).0, Some(1));
    let text = out(&project.run(&REPORT));
    assert!(text.contains("kernels' clock: not found"), "the link is not reached: {text}");
}

#[test]
fn our_own_hardware_is_what_hw_emu_means() {
    let project = Project::new();
    let text = out(&project.run(&["report", "src/main.rs", "--target", "hw_emu"]));
    assert!(text.contains("as yosys maps our Verilog"), "{text}");
}

#[test]
fn the_page_has_no_chart_and_reads_well() {
    let project = built(r#"{"mhz": 270.0}"#);
    out(&project.run(&[&REPORT[..], &["--html", "p.html"]].concat()));
    let page = std::fs::read_to_string(project.path("a b/p.html")).unwrap();
    for part in
        ["<h1>app for u200, hw, by Vitis 2022.2</h1>", "On the device", "data-line=\"11\"", "270 MHz of"]
    {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("<figure>") && !page.contains("ideal memory") && !page.contains("http"), "{page}");
}

#[test]
fn what_is_missing_is_said() {
    let project = Project::new();
    let refused = |args: &[&str]| Project::refused(project.run(args));
    let (code, message) = refused(&REPORT);
    assert!(
        code == Some(1) && message.contains("Vitis has not built") && message.contains("job.json"),
        "{message}"
    );
    let (code, message) = refused(&["report", "--target", "sw_emu"]);
    assert!(code == Some(2) && message.contains("no hardware to report on"), "{message}");
    let (code, message) = refused(&["report", "--target", "hw_emu"]);
    assert!(code == Some(2) && message.contains("no source file is named"), "{message}");
    let (code, message) = refused(&[&REPORT[..], &["--args", "n=1"]].concat());
    assert!(code == Some(2) && message.contains("of our own hardware only"), "{message}");
    let (code, message) = refused(&["report", "src/main.rs", "--target", "hw"]);
    assert!(code == Some(2) && message.contains("`--out DIR`"), "{message}");
    let (code, message) = refused(&[&REPORT[..], &["--image", "no"]].concat());
    assert!(code == Some(2) && message.contains("no image `no`"), "{message}");
}

#[test]
fn one_file_and_changed_sources() {
    let project = built("{}");
    project.write("a b/src/main.rs", &format!("// A line more.\n{KERNELS}"));
    let output = project.run(&REPORT);
    assert!(String::from_utf8_lossy(&output.stderr).contains("src/main.rs since"), "{output:?}");
    assert!(out(&output).contains("(src/main.rs:7)"), "lines are those of what was built");
    let vitis = project.path("tools/Vitis/2022.2");
    let file = ["--source", "src/main.rs", "--out", "images", "--target", "hw", "--board", "u200"];
    out(&project.run_in("a b", Some(&vitis), &[&["build"], &file[..]].concat()));
    let text = out(&project.run(&["report", "src/main.rs", "--target", "hw", "--out", "images"]));
    assert!(text.starts_with("main for u200, hw") && text.contains("sums (src/main.rs:8)"), "{text}");
    let none = project.run(&[&REPORT[..], &["--kernel", "no"]].concat());
    assert!(Project::refused(none).1.contains("there is no kernel `no`"));
}

#[test]
fn our_own_hardware_is_reported_beside_the_device() {
    let project = Project::new();
    project.write("a b/src/main.rs", KERNELS);
    project.built(&["--target", "hw", "--hls", "open"]);
    let text = out(&project.run(&REPORT));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "app for u200, hw, by Vitis 2022.2");
    assert!(lines[2].starts_with("sums (src/main.rs:7): "), "{text}");
    assert!(text.contains("of it interfaces") && text.contains("areas: our estimate"), "{text}");
    assert!(text.contains("kernels' clock: 300 MHz") && !text.contains("Vitis HLS"), "{text}");
    let json = out(&project.run(&[&REPORT[..], &["--json"]].concat()));
    let report: Report = serde_json::from_str(&json).unwrap();
    assert!(matches!(report.maker, Maker::Vitis(_)) && report.device.is_some());
    assert!(report.kernels.len() == 1 && report.kernels[0].is_own() && !report.kernels[0].blocks.is_empty());
}
