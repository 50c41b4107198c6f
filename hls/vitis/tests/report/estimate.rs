//! Estimates of v++: a file of our own, in the tool's format.

use sycl_hls_vitis::report::{Latency, Range, Resources, estimate};

use crate::report::data;

#[test]
fn every_module_has_its_clock_latency_and_area() {
    let text = data::text("classic/reports/link/system_estimate_app.xtxt");
    let read = estimate(&text).expect("an estimate");
    assert_eq!(read.version.as_deref(), Some("v++ v2022.2 (64-bit)"));
    assert_eq!(read.device.as_deref(), Some("xilinx:u200:gen3x16_xdma_2:202110.1"));
    assert_eq!(read.target_mhz, Some(300.0));
    let [entry, first, second] = &read.modules[..] else { panic!("three modules") };
    assert_eq!((entry.module.as_str(), entry.estimated_mhz), ("entry_proc", None));
    assert_eq!(entry.latency.max, Some(0), "it does take no time");
    assert_eq!((first.unit.as_str(), first.kernel.as_str()), ("gemv_1", "gemv"));
    assert_eq!((first.target_mhz, first.estimated_mhz), (Some(300.300_293), Some(411.015_198)));
    assert_eq!(first.interval, Range { min: Some(71), max: Some(9001) });
    assert_eq!(first.latency, Latency { min: Some(70), avg: Some(4000), max: Some(9000) });
    assert_eq!((second.interval, second.latency), (Range::default(), Latency::default()));
    let used = Resources { lut: Some(3100), ff: Some(2100), bram_18k: Some(8), uram: Some(0), dsp: Some(5) };
    assert_eq!(second.used, used);
}

#[test]
fn without_latency_and_area_they_are_not_known() {
    let text = data::text("classic/reports/link/system_estimate_app.xtxt");
    let (start, _) = text.split_once("Latency Information").expect("the part");
    let read = estimate(start).expect("an estimate");
    assert_eq!(read.modules.len(), 3);
    assert!(read.modules.iter().all(|module| module.used == Resources::default()));
    assert!(estimate("Timing Information").is_err());
}
