//! Real reports of AMD's tools, where the folder with them is there: `shared/samples/vitis-reports` in a folder above.

#![allow(clippy::print_stderr)]

use std::fs;
use std::path::{Path, PathBuf};

use sycl_hls_vitis::log::Log;
use sycl_hls_vitis::report::{
    PragmaState, Range, Resources, Synthesis, csynth_rpt, csynth_xml, estimate, module_rpt, read_device,
    read_info, read_kernels, timing,
};

/// The folder; `None`, and a word on it, where it is not there.
fn samples() -> Option<PathBuf> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let found =
        above.map(|folder| folder.join("shared/samples/vitis-reports")).find(|folder| folder.is_dir());
    if found.is_none() {
        eprintln!("not tried on real reports: no folder above has shared/samples/vitis-reports");
    }
    found
}

fn text(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).expect("the file can be read")).into_owned()
}

fn sample(name: &str) -> Option<String> {
    let path = samples()?.join(name);
    path.is_file().then(|| text(&path))
}

fn find<'s>(synthesis: &'s Synthesis, name: &str) -> Vec<(&'s str, Option<u64>, bool)> {
    let loops = synthesis.loops().filter(|(_, each)| each.name == name);
    loops.map(|(module, each)| (module.name.as_str(), each.ii, each.issue.is_some())).collect()
}

#[test]
fn every_file_is_read_as_what_it_is() {
    let Some(folder) = samples() else { return };
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = if path.is_file() { text(&path) } else { continue };
        let result = match () {
            () if name.ends_with("csynth.xml") => csynth_xml(&text).map(drop),
            () if name.ends_with(".csynth.rpt") => csynth_rpt(&text).map(drop),
            () if name.ends_with("_csynth.rpt") => module_rpt(&text).map(drop),
            () if name.contains("timing") && name.ends_with(".rpt") => timing(&text).map(drop),
            () if name.contains("kernel_util") => read_kernels(&text).map(drop),
            () if name.contains("util") && name.ends_with(".rpt") => read_device(&text).map(drop),
            () if name.ends_with(".xtxt") => estimate(&text).map(drop),
            () if name.ends_with(".info") => read_info(&text).map(drop),
            () if name.ends_with(".log") => {
                let log = Log::read(text.as_bytes());
                assert!(log.phase.is_some(), "{name}");
                Ok(())
            }
            () => continue,
        };
        result.unwrap_or_else(|problem| panic!("{name}: {problem}"));
        count += 1;
    }
    assert!(count > 0, "the folder has no report");
}

#[test]
fn a_report_of_2025_2_in_both_forms() {
    let (Some(xml), Some(rpt)) = (sample("lrn.csynth.xml"), sample("lrn.csynth.rpt")) else { return };
    let mut synthesis = csynth_xml(&xml).expect("a report");
    assert_eq!(synthesis.version.as_deref(), Some("2025.2"));
    assert_eq!(synthesis.part.as_deref(), Some("xc7z020-clg484-1"));
    assert_eq!((synthesis.latency.min, synthesis.latency.max), (Some(256), Some(256)));
    assert_eq!(synthesis.interval, Range { min: Some(257), max: Some(257) });
    let used =
        Resources { lut: Some(16237), ff: Some(17164), bram_18k: Some(30), uram: Some(0), dsp: Some(99) };
    assert_eq!(synthesis.used, used);
    assert_eq!(synthesis.available.dsp, Some(220));
    assert!((synthesis.clock.slack_ns().expect("all three") - 0.072).abs() < 1e-9);
    let names: Vec<&str> = synthesis.modules.iter().map(|module| module.name.as_str()).collect();
    assert_eq!(names, ["pow_generic_double_s", "lrn"]);
    let from_text = csynth_rpt(&rpt).expect("a report");
    assert_eq!(from_text.used.lut, used.lut);
    assert_eq!(from_text.latency.max, Some(256));
    let [pragma] = &from_text.pragmas.as_ref().expect("a part on pragmas")[..] else { panic!("one pragma") };
    assert_eq!((pragma.state, pragma.kind.as_str()), (PragmaState::Inferred, "pipeline"));
    assert_eq!(pragma.place.as_ref().expect("a place").to_string(), "cpu_functions.cpp:49:20");
    assert_eq!(synthesis.pragmas.as_ref().map(Vec::len), Some(1));
    synthesis.complete(from_text);
    assert_eq!(synthesis.modules.len(), 2);
}

#[test]
fn reports_of_2022_2_with_loops_and_pragmas() {
    let (Some(bicg), Some(adi)) = (sample("bicg5.csynth.rpt"), sample("adi4.csynth.rpt")) else { return };
    let bicg = csynth_rpt(&bicg).expect("a report");
    let pragmas = bicg.pragmas.as_ref().expect("a part on pragmas");
    assert_eq!((pragmas.len(), pragmas.iter().all(|pragma| pragma.state == PragmaState::Valid)), (13, true));
    assert_eq!((pragmas[4].kind.as_str(), pragmas[4].options.as_str()), ("pipeline", "II=1"));
    assert_eq!(pragmas[4].place.as_ref().expect("a place").line, 23);
    let loops = find(&bicg, "VITIS_LOOP_22_3");
    assert_eq!(loops, [("compute_s_out_Pipeline_VITIS_LOOP_22_3", Some(2), true)]);
    assert_eq!(find(&bicg, "VITIS_LOOP_12_1"), [("compute_s_out", None, false)]);
    let adi = csynth_rpt(&adi).expect("a report");
    assert_eq!(adi.pragmas, Some(Vec::new()));
    assert_eq!(find(&adi, "VITIS_LOOP_57_5"), [("adi_Pipeline_VITIS_LOOP_57_5", Some(87), true)]);
    assert_eq!(adi.modules[0].issue.as_ref().expect("an issue").kind, "Timing Violation");
}

#[test]
fn timing_and_utilization_after_routing() {
    let (Some(summary), Some(usage)) = (sample("lrn.timing_impl.rpt"), sample("lrn.utilization_impl.rpt"))
    else {
        return;
    };
    let read = timing(&summary).expect("a summary");
    assert_eq!((read.wns_ns, read.tns_ns, read.whs_ns), (Some(0.165), Some(0.0), Some(0.024)));
    assert_eq!((read.met(), read.state.as_deref()), (Some(true), Some("Routed")));
    assert_eq!((read.clocks[0].name.as_str(), read.clocks[0].period_ns), ("default", Some(9.66)));
    assert_eq!(read.clocks[0].wns_ns, Some(0.165));
    let read = read_device(&usage).expect("a report");
    assert_eq!((read.used.lut, read.used.ff, read.used.dsp), (Some(7925), Some(13032), Some(103)));
    assert_eq!((read.used.bram_18k, read.available.bram_18k), (Some(21), Some(280)));
}

#[test]
fn a_log_of_vitis_hls() {
    let Some(text) = sample("lrn.hls_run_tcl.log") else { return };
    let log = Log::read(text.as_bytes());
    assert_eq!(log.first_error().expect("an error").id.as_deref(), Some("IMPL 213-30"));
    assert_eq!((log.counts.errors, log.counts.warnings), (1, 6));
    let [function] = &log.pipelined[..] else { panic!("one function") };
    assert_eq!((function.name.as_str(), function.ii, function.depth), ("pow_generic<double>", 1, Some(89)));
}
