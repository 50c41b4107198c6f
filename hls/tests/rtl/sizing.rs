//! FIFO sizing against exhaustive search.

use std::collections::BTreeMap;
use std::path::Path;

use sycl_hls_compiler::pass::{HARDWARE, run_all};
use sycl_hls_compiler::rtl::design::{ChannelId, Design};
use sycl_hls_compiler::rtl::predict::{Inputs, predict_with};
use sycl_hls_compiler::rtl::sizing::{NoSizing, Sizing, size};
use sycl_hls_compiler::rtl::{Clock, Plan, Slices, hardware_with};
use sycl_hls_ir::parse;

const CLOCK: Clock = Clock { mhz: 300.0, uncertainty: 0.27 };

/// Depths up to this one are searched.
const DEEPEST: u64 = 9;

fn hardware(name: &str) -> (Design, Plan) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rtl/dataflow");
    let text = std::fs::read_to_string(folder.join(name).with_extension("kir")).unwrap();
    let mut module = parse(&text).unwrap();
    run_all(&mut module, HARDWARE);
    let (_, func) = module.kernels().next().unwrap();
    hardware_with(&module, func, Slices::Memories, CLOCK).unwrap()
}

fn cycles(design: &Design, plan: &Plan, depths: &BTreeMap<ChannelId, u64>) -> Option<u64> {
    let prediction = predict_with(design, plan, &Inputs::default(), depths.clone());
    prediction.deadlock.is_none().then(|| prediction.cycles.exact().unwrap())
}

/// All depths of these channels up to a bound, with their cycles.
fn exhaustive(design: &Design, plan: &Plan) -> Vec<(BTreeMap<ChannelId, u64>, Option<u64>)> {
    let mut all = vec![BTreeMap::new()];
    for id in design.fifos() {
        let with = |depths: &BTreeMap<ChannelId, u64>, depth| {
            let mut depths = depths.clone();
            depths.insert(id, depth);
            depths
        };
        all = all.iter().flat_map(|depths| (1..=DEEPEST).map(move |depth| with(depths, depth))).collect();
    }
    all.into_iter().map(|depths| (depths.clone(), cycles(design, plan, &depths))).collect()
}

fn sized(name: &str) -> (Sizing, Design, Plan) {
    let (design, plan) = hardware(name);
    (size(&design, &plan, &Inputs::default()).unwrap(), design, plan)
}

#[test]
fn depths_are_those_of_an_exhaustive_search() {
    for name in ["producer_consumer", "diamond", "late", "deadlock", "request_response", "iterations"] {
        let (sizing, design, plan) = sized(name);
        let all = exhaustive(&design, &plan);
        let fewest = all.iter().filter_map(|(_, cycles)| *cycles).min().unwrap();
        let places = |depths: &BTreeMap<ChannelId, u64>| depths.values().sum::<u64>();
        let least =
            all.iter().filter(|(_, cycles)| *cycles == Some(fewest)).map(|(depths, _)| places(depths)).min();
        assert_eq!(sizing.fastest.cycles, Some(fewest), "{name}");
        assert_eq!(Some(places(&sizing.fastest.depths)), least, "{name}");
        for id in design.fifos() {
            let mut lower = sizing.fastest.depths.clone();
            lower.entry(id).and_modify(|depth| *depth -= 1);
            if lower[&id] > 0 {
                assert_ne!(cycles(&design, &plan, &lower), Some(fewest), "{name}");
            }
        }
        // No depths of the trade are worse in both ways.
        let points: Vec<_> = std::iter::once(&sizing.fastest).chain(&sizing.smaller).collect();
        for pair in points.windows(2) {
            assert!(
                pair[0].cycles < pair[1].cycles && places(&pair[0].depths) > places(&pair[1].depths),
                "{name}"
            );
            assert_eq!(cycles(&design, &plan, &pair[1].depths), pair[1].cycles, "{name}");
        }
    }
}

#[test]
fn the_depths_of_the_source_are_told_as_they_are() {
    let (sizing, ..) = sized("deadlock");
    assert_eq!(sizing.declared.cycles, None);
    assert!(sizing.fastest.cycles.is_some());
}

#[test]
fn what_cannot_be_sized_is_refused() {
    let (design, plan) = hardware("ping_pong");
    assert_eq!(size(&design, &plan, &Inputs::default()), Err(NoSizing::NoChannels));
}
