//! Making a simulator of a kernel's hardware.

use std::path::{Path, PathBuf};

use sycl_hls_cli::image::Objects;
use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::back::simulator::{Features, Files};
use sycl_hls_compiler::tool::{Cancel, Cxx, ToolError, Unit, Verilator, Waves};
use sycl_hls_types::Digest;

use crate::cache;

/// Makes the simulator, with operators on floats as gates if that is asked for, in a folder unless it is in the cache; gives
/// the path of the program.
///
/// # Errors
/// When a tool fails, or a file cannot be written.
pub(super) fn simulator(
    hardware: &hw_emu::Kernel,
    gate_level: bool,
    folder: &Path,
) -> Result<PathBuf, ToolError> {
    let files = Files::write(folder, hw_emu::files(&hardware.verilog()), &hardware.harness())?;
    let all = &["SYCL_HLS_COLLISIONS", hw_emu::DPI_DEFINE];
    let defines = if gate_level { &all[..1] } else { &all[..] };
    let features = Features { defines, optimized: false, waves: Waves::None, jobs: 1 };
    let simulator = files.simulator(hardware.top(), features);
    let cancel = Cancel::new();
    let (compiler, verilator) = (Cxx::find(&cancel)?, Verilator::find(&cancel)?);
    let mut tools =
        vec![compiler.identity(), verilator.identity(), format!("{} {features:?}", hardware.top())];
    tools.extend(Verilator::flags(simulator.waves).map(str::to_owned));
    let key = cache::key(&tools, folder)?;
    // What is the same for every kernel takes longer than the kernel itself: it is compiled once for all tests.
    let shared = cache::objects(cache::OBJECTS, folder)?;
    cache::objects("simulators", folder)?.find_or_make(key.as_str(), |_, made| {
        let units = verilator.translate(&simulator, &cancel)?;
        let units = units.into_iter().map(|unit| with_headers(unit, folder, &shared, &compiler, &cancel));
        let objects = units.map(|unit| shared.compile_unit(&unit?, &compiler, &cancel));
        let objects = objects.collect::<Result<Vec<_>, _>>()?;
        Verilator::link(&compiler, &objects, made, simulator.waves, &cancel)
    })
}

/// What every kernel's own unit includes; reading it takes half of the time of a small one.
const HEADERS: &str = "#include \"verilated.h\"
#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <memory>
#include <variant>
#include <vector>
";

/// A kernel's own unit with these headers compiled before, once for all tests. A compiler that cannot use them reads them.
fn with_headers(
    unit: Unit,
    folder: &Path,
    kept: &Objects,
    compiler: &Cxx,
    cancel: &Cancel,
) -> Result<Unit, ToolError> {
    if unit.shared {
        return Ok(unit);
    }
    let own = folder.display().to_string();
    let flags: Vec<String> = unit.flags.iter().filter(|flag| !flag.contains(&own)).cloned().collect();
    let key = Digest::of(format!("{}\n{}\n{HEADERS}", compiler.identity(), flags.join("\n")));
    let name = format!("{}.hpp", key.as_str());
    let write = |path: &Path| {
        std::fs::write(path, HEADERS).map_err(|source| ToolError::File { path: path.to_owned(), source })
    };
    let header = kept.find_or_make(&name, |_, made| write(made))?;
    kept.find_or_make(&format!("{name}.gch"), |_, made| {
        let flags: Vec<String> =
            flags.into_iter().chain(["-x".to_owned(), "c++-header".to_owned()]).collect();
        compiler.compile_with(&flags, &header, made, cancel)
    })?;
    let include = ["-include".to_owned(), header.display().to_string()];
    Ok(Unit { flags: unit.flags.into_iter().chain(include).collect(), ..unit })
}
