//! Whole folders of builds, and what a build must not pass over.

use std::path::Path;

use sycl_hls_vitis::report::{
    Found, Harvest, Verdict, Wanted, harvest, judge_implementation, judge_synthesis,
};

use crate::report::data;

fn classic() -> Harvest {
    harvest(&data::path("classic"))
}

fn unified() -> Harvest {
    harvest(&data::path("unified"))
}

fn shown(verdicts: &[Verdict]) -> Vec<String> {
    let line = |verdict: &Verdict| verdict.line().map_or_else(|| "-".to_owned(), |line| line.to_string());
    verdicts.iter().map(|verdict| format!("{}: {verdict}", line(verdict))).collect()
}

/// A copy of the classic folder without some of its files.
fn without(names: &[&str]) -> tempfile::TempDir {
    fn copy(from: &Path, into: &Path, names: &[&str]) {
        std::fs::create_dir_all(into).expect("a folder");
        for entry in std::fs::read_dir(from).expect("a folder") {
            let (path, name) = entry.map(|entry| (entry.path(), entry.file_name())).expect("an entry");
            if path.is_dir() {
                copy(&path, &into.join(&name), names);
            } else if !names.contains(&name.to_string_lossy().as_ref()) {
                std::fs::copy(&path, into.join(&name)).expect("a copy");
            }
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    copy(&data::path("classic"), folder.path(), names);
    folder
}

#[test]
fn the_classic_flow_is_found() {
    let found = classic();
    let synthesis = found.syntheses[0].value().expect("a synthesis");
    assert_eq!((found.syntheses.len(), synthesis.kernel.as_deref()), (1, Some("gemv")));
    let dot = synthesis.loops().map(|(_, each)| each).find(|each| each.name == "dot").expect("the loop");
    assert_eq!((dot.wanted_ii, dot.ii), (Some(1), Some(7)), "one from each report");
    assert_eq!(found.estimate.value().expect("an estimate").modules.len(), 3);
    let implementation = &found.implementation;
    assert_eq!(implementation.wns_ns(), Some(-0.37));
    assert_eq!(implementation.requested_mhz(), Some(300.0));
    assert_eq!(implementation.achieved_mhz(), Some(270.0));
    assert_eq!(implementation.used().and_then(|used| used.lut), Some(6100));
    assert_eq!(implementation.available().and_then(|available| available.dsp), Some(6833));
    assert_eq!(implementation.regions.value().expect("regions").regions.len(), 3);
    let device = implementation.device.file().expect("a file");
    assert!(device.ends_with("reports/link/imp/impl_1_full_util_routed.rpt"), "{device:?}");
}

#[test]
fn the_unified_flow_is_found_with_its_folder_or_above() {
    let above = harvest(&data::path(""));
    for found in [unified(), above] {
        let synthesis = found.syntheses[0].value().expect("a synthesis");
        assert_eq!(synthesis.pragmas.as_ref().expect("pragmas").len(), 5);
    }
}

#[test]
fn without_the_summary_there_is_the_copy_of_a_report() {
    let folder = without(&["csynth.xml"]);
    let found = harvest(folder.path());
    let synthesis = found.syntheses[0].value().expect("a synthesis");
    assert_eq!((synthesis.kernel.as_deref(), synthesis.latency.max), (Some("gemv"), Some(478)));
}

#[test]
fn what_is_missing_says_where_it_was_looked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let found = harvest(folder.path());
    let text = found.syntheses[0].absence().to_string();
    assert!(text.starts_with("not found (looked at hls/syn/report/csynth.xml, "), "{text}");
    assert!(text.contains("reports/*/hls_reports/*_csynth.rpt"), "{text}");
    let implementation = &found.implementation;
    assert!(matches!(implementation.timing, Found::Missing { .. }));
    assert!(implementation.clocks.absence().to_string().contains("*.xclbin.info"));
    assert_eq!((implementation.wns_ns(), implementation.used()), (None, None));
    assert_eq!((implementation.requested_mhz(), implementation.achieved_mhz()), (None, None));
    let verdicts = judge_implementation(implementation, Some(1.0));
    assert!(verdicts.iter().all(|verdict| matches!(verdict, Verdict::Unknown { .. })));
    assert_eq!(verdicts.len(), 2, "never met, never fast enough");
    let verdicts = judge_synthesis(&found.syntheses[0], &Wanted::default());
    assert!(matches!(&verdicts[..], [Verdict::Unknown { .. }]));
}

#[test]
fn a_file_that_is_no_report_is_broken_and_not_missing() {
    let folder = without(&[]);
    let file = folder.path().join("reports/link/imp/impl_1_kernel_util_routed.rpt");
    std::fs::write(&file, b"\xff\xfe").expect("a file");
    let found = harvest(folder.path());
    assert!(found.implementation.kernels.absence().to_string().contains("cannot be read: this is no report"));
    assert_eq!(found.implementation.used(), None);
}

#[test]
fn frequencies_are_known_from_any_of_their_places() {
    for (absent, requested) in [
        (&["_new_clk_freq"][..], Some(300.0)),
        (&["_new_clk_freq", "app.xclbin.info"], Some(300.0)),
        (&["_new_clk_freq", "runme.log"], Some(300.0)),
        (&["app.xclbin.info", "runme.log"], Some(300.0)),
    ] {
        let folder = without(absent);
        let implementation = harvest(folder.path()).implementation;
        assert_eq!(implementation.achieved_mhz(), Some(270.0), "{absent:?}");
        assert_eq!(implementation.requested_mhz(), requested, "{absent:?}");
    }
    let folder = without(&["_new_clk_freq", "app.xclbin.info", "runme.log"]);
    assert_eq!(harvest(folder.path()).implementation.achieved_mhz(), None, "not what was asked for");
}

#[test]
fn dropped_pragmas_and_missed_intervals_are_judged_at_their_lines() {
    let wanted = Wanted {
        intervals: vec![(31, 1), (28, 1), (25, 4), (99, 1), (31, 7)],
        pragmas: vec![(32, "pipeline".to_owned()), (40, "unroll".to_owned())],
    };
    let verdicts = judge_synthesis(&unified().syntheses[0], &wanted);
    assert_eq!(
        shown(&verdicts),
        [
            "24: Vitis HLS dropped the pragma `array_partition variable=tmp dim=3`: Ignored: 'tmp' has 1 dimension",
            "22: Vitis HLS dropped the pragma `data_pack variable=x`: unknown pragma",
            "40: Vitis HLS reports pragmas, but not this one (`unroll`)",
            "31: loop `dot` has an interval of 7, not of 1: Memory Dependency",
            "25: loop `VITIS_LOOP_25_1` is not pipelined; an interval of 4 was asked for",
            "99: no report has the loop that must reach an interval of 1",
        ]
    );
    let verdicts = judge_synthesis(&classic().syntheses[0], &Wanted::default());
    assert_eq!(
        shown(&verdicts),
        ["-: what became of pragmas: the report has no part on pragmas, as before Vitis 2021.1"]
    );
}

#[test]
fn pragmas_are_read_off_the_text() {
    let cpp = "void f() {\n#pragma HLS INTERFACE m_axi port=a\n  #pragma hls pipeline II=1\n#pragma once\n// #pragma HLS inline\n#pragma HLS\n";
    let wanted = Wanted::pragmas_of(cpp);
    assert_eq!(wanted.pragmas, [(2, "interface".to_owned()), (3, "pipeline".to_owned())]);
}

#[test]
fn a_clock_that_was_lowered_is_measured_against_the_least() {
    let implementation = classic().implementation;
    assert_eq!(judge_implementation(&implementation, None), [], "setup is met at 270 MHz");
    assert_eq!(judge_implementation(&implementation, Some(270.0)), []);
    assert_eq!(
        shown(&judge_implementation(&implementation, Some(280.0))),
        ["-: kernels run at 270 MHz; at least 280 MHz are asked for"]
    );
    let folder = without(&["_new_clk_freq", "app.xclbin.info", "runme.log"]);
    let verdicts = judge_implementation(&harvest(folder.path()).implementation, None);
    assert_eq!(shown(&verdicts), ["-: the design misses its clocks: worst slack of setup -0.37 ns"]);
}

#[test]
fn a_lower_clock_does_not_cure_hold() {
    let folder = without(&[]);
    let file = folder.path().join("reports/link/imp/impl_1_hw_bb_locked_timing_summary_routed.rpt");
    let text = std::fs::read_to_string(&file).expect("a summary").replace(" 0.010   ", "-0.010   ");
    std::fs::write(&file, text).expect("a file");
    let verdicts = judge_implementation(&harvest(folder.path()).implementation, None);
    let expected = "-: the design misses its clocks: worst slack of setup -0.37 ns, of hold -0.01 ns";
    assert_eq!(shown(&verdicts), [expected]);
}
