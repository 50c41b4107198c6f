//! The environment variables that the runtime reads.

use std::env;
use std::path::PathBuf;
use std::sync::OnceLock;

use sycl_hls_boards::FOLDERS_VARIABLE;

/// What the process's environment says, read once.
#[derive(Clone, Default, Debug)]
#[cfg_attr(
    not(all(feature = "emulation", feature = "xrt")),
    allow(dead_code, reason = "backends read it that are left out")
)]
pub(crate) struct Environment {
    /// `SYCL_HLS_DEVICE`: the device that [`crate::Selector::from_env`] selects.
    pub device: Option<String>,
    /// `SYCL_HLS_BOARD`: the board of an emulated device that names none.
    pub board: Option<String>,
    /// `SYCL_HLS_XCLBIN`: the only image to use.
    pub xclbin: Option<PathBuf>,
    /// `SYCL_HLS_IMAGES`: where images lie, by board and target.
    pub images: Option<PathBuf>,
    /// `SYCL_HLS_BOARDS`: a folder with files of boards.
    pub boards: Option<PathBuf>,
    /// `SYCL_HLS_TIMEOUT`: seconds that a run may take that is simulated or on XRT.
    pub timeout: Option<String>,
    /// `SYCL_HLS_MEMORY`: when the memory of simulated hardware answers, `board` or `ideal`.
    pub memory: Option<String>,
    /// `SYCL_HLS_WAVE`: where waveforms of simulated hardware go.
    pub wave: Option<PathBuf>,
    /// `SYCL_HLS_LOG`: where devices say what they load and run.
    pub log: Option<PathBuf>,
    /// `XCL_EMULATION_MODE`: what XRT emulates in this process; nothing for cards.
    pub xrt_mode: Option<String>,
    /// `XILINX_XRT`: where XRT is.
    pub xrt: Option<PathBuf>,
    /// `EMCONFIG_PATH`: where XRT's description of emulated cards is.
    pub emconfig: Option<PathBuf>,
    /// `OCL_ICD_VENDORS`: where OpenCL's loader finds implementations.
    pub opencl_vendors: Option<PathBuf>,
    /// The folder in which emulated cards say how they are.
    #[cfg(feature = "xrt")]
    pub xrt_status: Option<PathBuf>,
    /// `CARGO_MANIFEST_DIR`: the package that cargo runs.
    pub manifest_dir: Option<PathBuf>,
    /// The folder of the running program.
    pub exe_dir: Option<PathBuf>,
}

/// A variable is malformed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name} is `{value}`; write {help}")]
pub(crate) struct Malformed {
    /// The variable.
    name: &'static str,
    /// Its value.
    value: String,
    /// What it should be.
    help: String,
}

/// The complaint about a variable.
pub(crate) fn malformed(name: &'static str, value: &str, help: &str) -> Malformed {
    Malformed { name, value: value.to_owned(), help: help.to_owned() }
}

impl Environment {
    /// How long a run may take.
    ///
    /// # Errors
    /// When the variable says no number of seconds.
    #[cfg(any(feature = "emulation", feature = "xrt"))]
    pub fn timeout(&self) -> Result<Option<std::time::Duration>, Malformed> {
        use std::time::Duration;

        let parse = |text: &String| {
            let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            seconds.ok_or_else(|| malformed("SYCL_HLS_TIMEOUT", text, "a number of seconds"))
        };
        self.timeout.as_ref().map(parse).transpose()
    }

    /// The environment as it was when it was first asked for.
    pub fn of_process() -> &'static Self {
        static ENVIRONMENT: OnceLock<Environment> = OnceLock::new();
        ENVIRONMENT.get_or_init(|| {
            let text = |name| env::var_os(name).map(|value| value.to_string_lossy().into_owned());
            let path = |name| env::var_os(name).map(PathBuf::from);
            Self {
                device: text("SYCL_HLS_DEVICE"),
                board: text("SYCL_HLS_BOARD"),
                xclbin: path("SYCL_HLS_XCLBIN"),
                images: path("SYCL_HLS_IMAGES"),
                boards: path(FOLDERS_VARIABLE),
                timeout: text("SYCL_HLS_TIMEOUT"),
                memory: text("SYCL_HLS_MEMORY"),
                wave: path("SYCL_HLS_WAVE"),
                log: path("SYCL_HLS_LOG"),
                xrt_mode: text("XCL_EMULATION_MODE"),
                xrt: path("XILINX_XRT"),
                emconfig: path("EMCONFIG_PATH"),
                opencl_vendors: path("OCL_ICD_VENDORS"),
                #[cfg(feature = "xrt")]
                xrt_status: path(sycl_hls_emulation::xrt::status::VARIABLE),
                manifest_dir: path("CARGO_MANIFEST_DIR"),
                exe_dir: env::current_exe().ok().and_then(|exe| Some(exe.parent()?.to_owned())),
            }
        })
    }
}
