//! Making a simulator of a kernel's hardware.

use std::path::{Path, PathBuf};

use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::back::simulator::{Features, Files};
use sycl_hls_compiler::tool::{Cancel, Cxx, ToolError, Verilator, Waves};

use crate::cache;

/// Makes the simulator, with operators on floats as gates if that is asked for, in a folder unless it is in the cache; gives the path of the program.
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
    let shared = cache::objects("objects", folder)?;
    cache::objects("simulators", folder)?.find_or_make(key.as_str(), |_, made| {
        let units = verilator.translate(&simulator, &cancel)?;
        let objects = units.iter().map(|unit| shared.compile_unit(unit, &compiler, &cancel));
        let objects = objects.collect::<Result<Vec<_>, _>>()?;
        Verilator::link(&compiler, &objects, made, simulator.waves, &cancel)
    })
}
