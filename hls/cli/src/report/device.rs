//! Kernels on a device: clocks, slack and areas, or why they are not known.

use sycl_hls_compiler::report::{Device, Told};

use super::rows::{head, part};

/// What is known of clocks, and of what nothing is known: each with its name.
pub fn facts(device: &Device) -> Vec<(&'static str, String)> {
    let slack = match (&device.setup_ns, &device.hold_ns) {
        (Told::Unknown(why), Told::Unknown(other)) if why == other => why.clone(),
        (setup, hold) => format!("setup {}, hold {}", figure(setup, "ns"), figure(hold, "ns")),
    };
    let mut facts = vec![("kernels' clock", clock(device)), ("worst slack", slack)];
    let areas = [
        ("areas of kernels", why(&device.kernels)),
        ("areas with the platform", why(&device.all)),
        ("areas in SLRs", why(&device.regions)),
    ];
    facts.extend(areas.into_iter().filter_map(|(name, why)| Some((name, why?))));
    facts
}

fn clock(device: &Device) -> String {
    match (&device.reached_mhz, &device.asked_mhz) {
        (Told::Unknown(why), Told::Unknown(_)) => why.clone(),
        (reached, asked) => format!("{} of {} asked for", figure(reached, "MHz"), figure(asked, "MHz")),
    }
}

fn figure(told: &Told<f64>, unit: &str) -> String {
    match told {
        Told::Known(value) => format!("{value} {unit}"),
        Told::Unknown(why) => why.clone(),
    }
}

fn why<T>(told: &Told<T>) -> Option<String> {
    match told {
        Told::Known(_) => None,
        Told::Unknown(why) => Some(why.clone()),
    }
}

/// A table of what takes up what, its head first; empty where nothing is known.
pub fn areas(device: &Device) -> Vec<Vec<String>> {
    let kernels = device.kernels.known().into_iter().flatten();
    let regions = device.regions.known().into_iter().flatten();
    let rows: Vec<_> = kernels.chain(device.all.known()).chain(regions).map(part).collect();
    if rows.is_empty() { rows } else { std::iter::once(head()).chain(rows).collect() }
}
