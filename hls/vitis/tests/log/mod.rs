//! Logs: files of our own in the tools' format, and lines as the tools write them.

use std::fs;
use std::path::{Path, PathBuf};

use sycl_hls_vitis::log::{Cause, Log, Phase, Pipelined, Reader, Severity, root};
use sycl_hls_vitis::report::{ClockKind, Frequency};

fn bytes(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/logs").join(name);
    fs::read(path).expect("the file is there")
}

fn log(text: &str) -> Log {
    Log::read(text.as_bytes())
}

#[test]
fn the_first_real_error_is_told_from_its_echoes() {
    let log = Log::read(&bytes("link_timing.log"));
    let error = log.first_error().expect("an error");
    assert_eq!(error.id.as_deref(), Some("VPL 101-2"));
    assert!(error.text.ends_with(
        "\nsystem clock: dma_ip_axi_aclk; slack: -0.195 ns\nsystem clock: hbm_aclk; slack: -0.010 ns"
    ));
    assert_eq!((log.counts.errors, log.counts.warnings, log.counts.critical), (9, 2, 0));
    assert_eq!(log.cause, Some(Cause::Timing));
    assert!(log.logs.contains(&"/build/_x/link/vivado/vpl/prj/prj.runs/impl_1/runme.log".to_owned()));
    let scaled = Frequency {
        clock: "clk_kernel_00".to_owned(),
        kind: ClockKind::Kernel,
        requested_mhz: Some(300.0),
        achieved_mhz: Some(270.5),
    };
    assert_eq!(log.frequencies, [scaled]);
}

#[test]
fn progress_grows_from_phase_to_phase() {
    let bytes = bytes("link_timing.log");
    let (mut reader, mut seen, mut done) = (Reader::default(), Vec::new(), 0.0);
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        reader.feed(line);
        let log = reader.so_far();
        assert!(log.done >= done, "{} after {done}", log.done);
        done = log.done;
        if let Some(phase) = log.phase.filter(|phase| seen.last() != Some(phase)) {
            seen.push(phase);
        }
        if line.starts_with(b"[10:05:00]") {
            assert!((done - 0.10).abs() < 1e-9, "half of synthesis");
        }
    }
    use Phase::{Bitstream, Optimization, Placement, Project, Routing, Synthesis, SystemLink};
    assert_eq!(seen, [SystemLink, Project, Synthesis, Optimization, Placement, Routing, Bitstream]);
    assert!((done - Bitstream.begins_at()).abs() < 1e-9);
}

#[test]
fn progress_never_falls_back() {
    let half = "[10:05:00] Block-level synthesis in progress, 5 of 10 jobs complete, 1 job running.\n";
    let again = "[10:06:00] Run vpl: Step synth: Started\nINFO: [v++ 60-1443] [10:07:00] Run run_link: Step vpl: Started\n";
    let log = log(&format!("{half}{again}"));
    assert_eq!(log.phase, Some(Phase::Synthesis));
    assert!((log.done - 0.10).abs() < 1e-9, "{}", log.done);
}

#[test]
fn a_compile_says_what_it_reached() {
    let log = Log::read(&bytes("compile.log"));
    assert_eq!((log.phase, log.done, log.seconds), (Some(Phase::Hls), 1.0, Some(3755)));
    let [dot, act] = &log.pipelined[..] else { panic!("a loop and a function") };
    let expected =
        Pipelined { name: "dot".to_owned(), is_loop: true, wanted_ii: Some(1), ii: 7, depth: Some(41) };
    assert_eq!(*dot, expected);
    assert_eq!((act.is_loop, act.wanted_ii, act.ii), (false, None, 1));
    let places: Vec<String> =
        log.messages.iter().filter_map(|message| Some(message.place.as_ref()?.to_string())).collect();
    assert_eq!(places, ["/k/gemv.cpp:33", "/k/gemv.cpp:21:9"]);
    assert_eq!(log.messages[1].severity, Severity::Critical);
    assert_eq!((log.first_error(), log.cause), (None, None));
}

#[test]
fn frequencies_that_v_plus_plus_selected_are_read() {
    let log = log(
        "INFO: [v++ 60-1230] The compiler selected the following frequencies for the runtime controllable kernel clock(s) and scalable system clock(s): System (SYSTEM) clock: hbm_aclk = 450, Kernel (DATA) clock: clkwiz_kernel_clk_out1 = 272.5, Kernel (KERNEL) clock: clkwiz_kernel2_clk_out1 = 500\n",
    );
    let kinds: Vec<_> = log.frequencies.iter().map(|clock| (clock.kind, clock.achieved_mhz)).collect();
    let expected = [
        (ClockKind::System, Some(450.0)),
        (ClockKind::Kernel, Some(272.5)),
        (ClockKind::SecondKernel, Some(500.0)),
    ];
    assert_eq!(kinds, expected);
}

#[test]
fn what_the_system_says_is_a_cause_without_an_error() {
    for (text, cause) in [
        ("rdiArgs.sh: line 312: 77 Killed   \"$RDI_PROG\"\n", Cause::Memory),
        ("terminate called\n  what():  std::bad_alloc\n", Cause::Memory),
        ("ERROR: [Common 17-1] x\nCannot allocate memory", Cause::Memory),
        ("write: No space left on device\n", Cause::Disk),
    ] {
        assert_eq!(log(text).cause, Some(cause), "{text}");
    }
    for harmless in
        ["INFO: [a 1-1] Killed\n", "WARNING: [a 1-1] No space left on device\n", "[10:00:00] all is well\n"]
    {
        assert_eq!(log(harmless).cause, None, "{harmless}");
    }
}

#[test]
fn every_cause_has_one_sentence_of_advice() {
    use Cause::{Disk, Licence, Memory, NoPlatform, NoSoftwareEmulation, PlatformVersion, Timing};
    for cause in [Disk, Licence, Memory, NoPlatform, NoSoftwareEmulation, PlatformVersion, Timing] {
        let advice = cause.advice();
        assert!(advice.len() > 30 && !advice.contains(". ") && !advice.ends_with('.'), "{advice}");
        assert!(!cause.to_string().is_empty());
    }
}

/// A build's folder: v++'s log names Vivado's, which names that of a run. The build was in `/old` when it ran.
fn nested(run: &str) -> (tempfile::TempDir, Log) {
    let folder = tempfile::tempdir().expect("a folder");
    let vpl = folder.path().join("link/vivado/vpl");
    let impl_1 = vpl.join("prj/prj.runs/impl_1");
    fs::create_dir_all(&impl_1).expect("folders");
    let echo = "ERROR: [VPL 60-704] Integration error, please look at the run log file '/old/_x/link/vivado/vpl/prj/prj.runs/impl_1/runme.log' for more information\n";
    fs::write(
        vpl.join("runme.log"),
        format!("{echo}ERROR: [Common 17-39] 'x' failed due to earlier errors.\n"),
    )
    .expect("a log");
    fs::write(impl_1.join("runme.log"), run).expect("a log");
    let top = log(
        "ERROR: [VPL 60-773] In '/old/_x/link/vivado/vpl/runme.log', caught Tcl error:  ERROR: [Common 17-39] 'y' failed due to earlier errors.\nERROR: [v++ 60-703] Failed to finish linking\nERROR: see '/old/gone.log'\n",
    );
    (folder, top)
}

#[test]
fn the_error_at_the_bottom_is_pulled_out_of_nested_logs() {
    let (folder, top) = nested(
        "INFO: [a 1-1] b\nERROR: [Place 30-640] Place Check : This design requires more RAMB36/FIFO cells than are available\nERROR: [Vivado_Tcl 4-78] Error(s) found during DRC. Opt_design not run.\n",
    );
    let mut top = top;
    top.messages.retain(|message| message.is_echo());
    let found = root(&top, folder.path());
    let error = found.error.expect("an error");
    assert_eq!(error.id.as_deref(), Some("Place 30-640"));
    assert!(found.log.expect("a log").ends_with("prj/prj.runs/impl_1/runme.log"));
    assert_eq!(found.cause, None);
    assert_eq!(found.absent, ["/old/gone.log"]);
}

#[test]
fn the_cause_is_pulled_out_even_where_the_error_is_known() {
    let (folder, top) =
        nested("ERROR: [Common 17-345] A valid license was not found for feature 'Implementation'\n");
    let found = root(&top, folder.path());
    assert_eq!(found.error.expect("an error").text, "see '/old/gone.log'");
    assert_eq!(found.cause, Some(Cause::Licence));
}

#[test]
fn without_any_other_error_the_first_echo_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let found = root(&log("ERROR: [v++ 60-661] v++ link run 'run_link' failed\n"), folder.path());
    assert_eq!(found.error.expect("an error").id.as_deref(), Some("v++ 60-661"));
    assert_eq!((found.log, found.cause), (None::<PathBuf>, None));
}

#[test]
fn logs_that_name_each_other_are_read_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = |name: &str| format!("ERROR: [VPL 60-704] look at the run log file '{name}'\n");
    fs::write(folder.path().join("a.log"), line("b.log")).expect("a log");
    fs::write(folder.path().join("b.log"), line("a.log") + &line("../../../../etc/c.log")).expect("a log");
    let found = root(&log(&line("a.log")), folder.path());
    assert!(found.error.expect("an error").is_echo());
}

#[test]
fn memory_is_bounded_whatever_comes() {
    let mut reader = Reader::default();
    for index in 0..20_000 {
        let error = format!("ERROR: [a 1-{index}] x\n   more\nWARNING: [b 1-{index}] y\n");
        reader.feed(error.as_bytes());
        reader.feed(format!("===> Log file: /a/{index}.log :\n").as_bytes());
        reader.feed(format!("INFO: [HLS 200-1470] Pipelining result : Target II = 1, Final II = 1, Depth = 2, loop 'l{index}'\n").as_bytes());
    }
    reader.feed(&vec![b'E'; 50 << 20]);
    let log = reader.finish();
    assert_eq!((log.counts.errors, log.counts.warnings), (20_000, 20_000));
    assert!(log.messages.len() <= 600 && log.logs.len() <= 2000 && log.pipelined.len() <= 2000);
    assert_eq!(log.first_error().expect("an error").id.as_deref(), Some("a 1-0"));
}

#[test]
fn what_is_no_utf_8_survives() {
    let log = Log::read(b"\xff\xfe\nERROR: [a 1-1] caf\xe9 (k\xff.cpp:3:1)\n\xc3");
    assert_eq!(log.first_error().expect("an error").text, "caf\u{fffd} (k\u{fffd}.cpp:3:1)");
}
