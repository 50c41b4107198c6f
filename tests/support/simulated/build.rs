//! Making a simulator of a kernel's hardware.

use std::path::{Path, PathBuf};

use sycl_hls_cli::image::Objects;
use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::back::simulator::{Features, Files};
use sycl_hls_compiler::tool::{Cancel, Cxx, ToolError, Verilator, Waves};

/// Makes the simulator in a folder; gives the path of the program.
///
/// # Errors
/// When a tool fails, or a file cannot be written.
pub(super) fn simulator(hardware: &hw_emu::Kernel, folder: &Path) -> Result<PathBuf, ToolError> {
    let files = Files::write(folder, hw_emu::files(&hardware.verilog()), &hardware.harness())?;
    let defines = &[hw_emu::DPI_DEFINE, "SYCL_HLS_COLLISIONS"];
    let features = Features { defines, optimized: false, waves: Waves::None, jobs: 1 };
    let simulator = files.simulator(hardware.top(), features);
    let cancel = Cancel::new();
    let compiler = Cxx::find(&cancel)?;
    let units = Verilator::find(&cancel)?.translate(&simulator, &cancel)?;
    // What is the same for every kernel takes longer than the kernel itself: it is compiled once for all tests.
    let shared = Objects::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/simulators"))?;
    let objects = units.iter().map(|unit| shared.compile_unit(unit, &compiler, &cancel));
    let objects = objects.collect::<Result<Vec<_>, _>>()?;
    let program = folder.join("simulator");
    Verilator::link(&compiler, &objects, &program, simulator.waves, &cancel)?;
    Ok(program)
}
