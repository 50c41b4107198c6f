//! Real images for tests: C++ compiled by g++, in a container written by xclbin-tools.
#![allow(dead_code)]

use std::process::Command;

use sycl_hls_types::{EmulatedKernel, EmulationManifest, MODULE_KEY_PREFIX, ModuleInterface, TrapSite};
use xclbin_tools::section::KeyValues;
use xclbin_tools::{Builder, Mode, SectionKind, Uuid};

pub const U200: &str = "xilinx_u200_gen3x16_xdma_2_202110_1";

/// Compiles C++ to a shared object.
pub fn compile(source: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("kernels.cpp"), folder.path().join("kernels.so"));
    std::fs::write(&input, source).unwrap();
    let gxx = Command::new("g++")
        .args(["-shared", "-fPIC", "-O1", "-std=c++17", "-Wall", "-Werror", "-o"])
        .args([&output, &input])
        .output()
        .unwrap();
    assert!(gxx.status.success(), "{}", String::from_utf8_lossy(&gxx.stderr));
    std::fs::read(output).unwrap()
}

/// C++ that defines the manifest's symbol.
pub fn manifest_source(manifest: &str) -> String {
    format!(
        "#include <cstdint>\n#include <cstddef>\nextern \"C\" {{\n\
         extern const char sycl_hls_sw_emu_manifest[];\n\
         const char sycl_hls_sw_emu_manifest[] = R\"manifest({manifest})manifest\";\n}}\n"
    )
}

/// The manifest of a module whose kernels keep their names.
pub fn manifest(module: &ModuleInterface, sites: Vec<TrapSite>) -> EmulationManifest {
    let kernels = module
        .kernels
        .iter()
        .map(|interface| EmulatedKernel { interface: interface.clone(), symbol: interface.name.clone() })
        .collect();
    EmulationManifest {
        schema: EmulationManifest::SCHEMA,
        kernels,
        sites,
        dataflow: Vec::new(),
        connections: Vec::new(),
        links: Vec::new(),
    }
}

/// Compiles the entry points in `source` with the module's manifest.
pub fn shared_object(module: &ModuleInterface, sites: Vec<TrapSite>, source: &str) -> Vec<u8> {
    let manifest = serde_json::to_string(&manifest(module, sites)).unwrap();
    compile(&(manifest_source(&manifest) + source))
}

/// The metadata in which an image says what modules it has.
pub fn metadata(modules: &[&ModuleInterface]) -> KeyValues {
    modules.iter().map(|module| (format!("{MODULE_KEY_PREFIX}{}", module.name), module.to_json())).collect()
}

/// An image for the U200.
pub fn image(mode: Mode, modules: &[&ModuleInterface], object: &[u8]) -> Vec<u8> {
    image_for(U200, mode, modules, object)
}

/// An image for any platform.
pub fn image_for(platform: &str, mode: Mode, modules: &[&ModuleInterface], object: &[u8]) -> Vec<u8> {
    Builder::new(mode, platform, Uuid::nil(), 0)
        .raw(SectionKind::BITSTREAM, object)
        .section(&metadata(modules))
        .unwrap()
        .to_bytes()
        .unwrap()
}
