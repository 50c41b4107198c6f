//! Reports on what became of a design: files of our own, in the tools' formats.

use sycl_hls_vitis::report::{
    ClockKind, Frequency, Resources, read_device, read_info, read_kernels, read_log, read_new_frequencies,
    timing,
};

use crate::report::data;

fn imp(name: &str) -> String {
    data::text(&format!("classic/reports/link/imp/impl_1_{name}"))
}

#[test]
fn the_timing_summary_has_slacks_and_clocks() {
    let text = imp("hw_bb_locked_timing_summary_routed.rpt");
    let read = timing(&text).expect("a summary");
    assert_eq!(read.version.as_deref(), Some("Vivado v.2022.2 (lin64) Build 1"));
    assert_eq!(read.state.as_deref(), Some("Routed"));
    assert_eq!((read.wns_ns, read.tns_ns, read.failing), (Some(-0.37), Some(-18545.084), Some(78)));
    assert_eq!((read.whs_ns, read.wpws_ns), (Some(0.01), Some(0.0)));
    assert_eq!(read.met(), Some(false));
    let [dma, kernel] = &read.clocks[..] else { panic!("two clocks") };
    assert_eq!((dma.period_ns, dma.mhz, dma.wns_ns), (Some(4.0), Some(250.0), None));
    assert_eq!(kernel.name, "clk_kernel_00_unbuffered_net");
    assert_eq!((kernel.wns_ns, kernel.failing, kernel.whs_ns), (Some(-0.37), Some(78), Some(0.012)));
    assert!((kernel.possible_mhz().expect("both") - 270.05).abs() < 0.01);
}

#[test]
fn timing_is_met_only_if_the_report_says_so() {
    let text = imp("hw_bb_locked_timing_summary_routed.rpt");
    let met = text
        .replace("-0.370", " 0.370")
        .replace("Timing constraints are not met", "All user specified timing constraints are met");
    assert_eq!(timing(&met).expect("a summary").met(), Some(true));
    let silent = text.replace("-0.370", "    NA").replace("Timing constraints are not met.", "");
    assert_eq!(timing(&silent).expect("a summary").met(), None);
    let hold = met.replace(" 0.010", "-0.010");
    assert_eq!(timing(&hold).expect("a summary").met(), Some(false), "whatever it says in words");
    assert!(timing("| Clock Summary\n| ---\n").is_err());
}

#[test]
fn kernels_and_their_units_have_their_shares() {
    let read = read_kernels(&imp("kernel_util_routed.rpt")).expect("a report");
    let used =
        Resources { lut: Some(6100), ff: Some(4100), bram_18k: Some(17), uram: Some(0), dsp: Some(10) };
    assert_eq!(read.used, used, "8.5 tiles are 17 halves");
    assert_eq!((read.available.lut, read.available.bram_18k), (Some(997_709), Some(3698)));
    assert_eq!(read.platform.dsp, Some(7));
    let parts: Vec<_> =
        read.parts.iter().map(|part| (part.name.as_str(), part.is_unit, part.used.lut)).collect();
    assert_eq!(
        parts,
        [("gemv", false, Some(6100)), ("gemv_1", true, Some(3000)), ("gemv_2", true, Some(3100))]
    );
    let without_uram = imp("kernel_util_routed.rpt").replace("URAM", "OTHER");
    assert_eq!(read_kernels(&without_uram).expect("a report").used.uram, None);
    assert!(read_kernels(&imp("full_util_routed.rpt")).is_err());
}

#[test]
fn the_device_and_its_regions_have_their_use() {
    let read = read_device(&imp("slr_util_routed.rpt")).expect("a report");
    let used = Resources {
        lut: Some(190_631),
        ff: Some(284_100),
        bram_18k: Some(639),
        uram: Some(0),
        dsp: Some(17),
    };
    assert_eq!(read.used, used);
    assert_eq!((read.available.lut, read.available.bram_18k), (Some(1_182_240), Some(4320)));
    let regions: Vec<_> =
        read.regions.iter().map(|region| (region.name.as_str(), region.used.bram_18k)).collect();
    assert_eq!(regions, [("SLR0", Some(320)), ("SLR1", Some(319)), ("SLR2", Some(0))]);
    assert_eq!((read.regions[1].share.luts, read.regions[2].share.ramb18s), (Some(23.0), Some(0.0)));
    let whole = read_device(&imp("full_util_routed.rpt")).expect("a report");
    assert_eq!((whole.used, whole.regions.len()), (used, 0));
    assert!(read_device(&imp("kernel_util_routed.rpt")).is_err());
}

#[test]
fn frequencies_come_from_three_places() {
    let clock = |clock: &str, kind, requested_mhz, achieved_mhz| Frequency {
        clock: clock.to_owned(),
        kind,
        requested_mhz,
        achieved_mhz,
    };
    let text = data::text("classic/link/vivado/vpl/prj/prj.runs/impl_1/_new_clk_freq");
    let read = read_new_frequencies(&text).expect("frequencies");
    assert_eq!(read[0], clock("clk_kernel_00_unbuffered_net", ClockKind::Kernel, None, Some(270.0)));
    assert_eq!(read[2], clock("hbm_aclk", ClockKind::System, None, Some(450.0)));
    let read = read_info(&data::text("classic/app.xclbin.info")).expect("what xclbinutil wrote");
    assert_eq!(read[0], clock("DATA_CLK", ClockKind::Kernel, None, Some(270.0)));
    assert_eq!(read[2], clock("ulp_ucs_aclk_kernel_00", ClockKind::Unknown, Some(300.0), Some(270.0)));
    assert_eq!(read.len(), 3, "a bank of memory is no clock");
    let read = read_log(&data::text("classic/link/vivado/vpl/prj/prj.runs/impl_1/runme.log"));
    assert_eq!(read[0], clock("clk_kernel_00_unbuffered_net", ClockKind::Kernel, Some(300.0), Some(270.0)));
    assert_eq!(read[1], clock("hbm_aclk", ClockKind::System, Some(450.0), Some(450.0)));
    assert_eq!(read.len(), 2);
    assert!(read_new_frequencies("nothing").is_err());
    assert!(read_info("nothing").is_err());
    assert!(read_log("nothing").is_empty());
    let none = read_info("\nClocks\n------\n   No clock frequency data available.\n").expect("no clocks");
    assert_eq!(none, []);
}
