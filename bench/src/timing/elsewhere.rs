//! Verilog from elsewhere, to compare the estimate with.

use std::fs;
use std::path::Path as File;

use anyhow::Context as _;
use sycl_hls_netlist::measured;

use super::LIMIT;

/// Prints the slowest path of a module of these files.
pub fn measure(top: &str, files: &[String]) -> anyhow::Result<()> {
    let texts = files.iter().map(|file| {
        let name = File::new(file).file_name().and_then(|name| name.to_str()).unwrap_or(file);
        Ok((name, fs::read_to_string(file).with_context(|| file.clone())?))
    });
    let texts: Vec<(&str, String)> = texts.collect::<anyhow::Result<_>>()?;
    let texts: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let path = measured(&texts, top, LIMIT)?;
    println!("{top}: {:.2} ns, {} LUTs, {} CARRY4, {} DSPs", path.ns, path.luts, path.carries, path.dsps);
    println!("largest fan-out: {} `{}`", path.fan_out.inputs, path.fan_out.net);
    println!("slowest path: `{}`", path.through.join("`, `"));
    Ok(())
}
