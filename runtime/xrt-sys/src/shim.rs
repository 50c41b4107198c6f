//! A module with `unsafe` code: the library below XRT's C interface that drives devices (XRT: *shim*), which alone tells how many
//! there are and what they are.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_uint, c_ushort};
use std::mem::{ManuallyDrop, MaybeUninit};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use libloading::Library;

use crate::Unavailable;
use crate::functions::{Handle, function};

/// What is known of a device. What XRT does not know it says is zero, which is then not known here either.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// The name of its shell (XRT: *VBNV*).
    pub platform: Option<String>,
    /// Bytes of its memory.
    pub memory: Option<u64>,
    /// Banks of its memory.
    pub banks: Option<u16>,
    /// Clocks of kernels, in MHz.
    pub clocks_mhz: Vec<u16>,
    /// Temperature of the FPGA, in degrees Celsius.
    pub celsius: Option<u16>,
}

/// How many devices XRT finds: emulated ones where the environment says that it emulates, cards otherwise.
///
/// # Errors
/// When XRT is not there.
pub fn count() -> Result<u32, Unavailable> {
    Ok(Shim::of_process()?.count())
}

/// The variable that says where XRT is.
const ROOT: &str = "XILINX_XRT";

/// The variable that says what XRT emulates.
const MODE: &str = "XCL_EMULATION_MODE";

/// Where the XRT in a folder has the library for a mode of emulation, or for cards if that is empty.
#[must_use]
pub fn driver(root: &Path, mode: &str) -> PathBuf {
    let name = match mode {
        "sw_emu" => "libxrt_swemu.so.2",
        "hw_emu" => "libxrt_hwemu.so.2",
        _ => "libxrt_core.so.2",
    };
    root.join("lib").join(name)
}

/// XRT does not find the library.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum NotInPlace {
    /// The environment does not say where XRT is.
    #[error("{ROOT} is not set, by which XRT finds its own parts: `source /opt/xilinx/xrt/setup.sh`")]
    NoRoot,
    /// The library is not where the environment leads.
    #[error("XRT does not find {}, where {ROOT} leads", path.display())]
    NoDriver {
        /// Where it should be.
        path: PathBuf,
    },
}

/// Where XRT itself takes the library from in this process.
///
/// # Errors
/// When it is not there: functions of XRT throw then, which ends the process.
pub(crate) fn in_place() -> Result<PathBuf, NotInPlace> {
    let root = std::env::var_os(ROOT).ok_or(NotInPlace::NoRoot)?;
    let path = driver(Path::new(&root), &std::env::var(MODE).unwrap_or_default());
    if path.exists() { Ok(path) } else { Err(NotInPlace::NoDriver { path }) }
}

include!("device_info.rs");

/// Newer versions of XRT know more of a device than is declared here.
#[repr(C)]
struct Room {
    info: DeviceInfo,
    _more: [u8; 4096],
}

/// The library for the environment of this process.
pub(crate) struct Shim {
    probe: unsafe extern "C" fn() -> c_uint,
    info: unsafe extern "C" fn(Handle, *mut DeviceInfo) -> c_int,
}

impl Shim {
    /// What the first call finds is what there is.
    ///
    /// # Errors
    /// When it cannot be loaded.
    pub fn of_process() -> Result<&'static Self, Unavailable> {
        static SHIM: OnceLock<Result<Shim, Unavailable>> = OnceLock::new();
        SHIM.get_or_init(Self::load).as_ref().map_err(Clone::clone)
    }

    fn load() -> Result<Self, Unavailable> {
        // It must be the one that XRT itself takes.
        let path = in_place().map_err(|missing| Unavailable::NotInstalled(missing.to_string()))?;
        // SAFETY: loading runs the initializers of XRT's library, which XRT would load, too.
        let library = unsafe { Library::new(&path) };
        let library = library.map_err(|error| Unavailable::NotInstalled(error.to_string()))?;
        // Functions live as long as their library: it is never unloaded.
        let library = ManuallyDrop::new(library);
        // SAFETY: a test compares the types with XRT's headers.
        unsafe {
            Ok(Self {
                probe: function(&library, "xclProbe")?,
                info: function(&library, "xclGetDeviceInfo2")?,
            })
        }
    }

    fn count(&self) -> u32 {
        // SAFETY: it may be asked at any time.
        unsafe { (self.probe)() }
    }

    /// What a device is; nothing if that is not told.
    ///
    /// # Safety
    /// The handle is this library's, and open.
    pub unsafe fn info(&self, handle: Handle) -> Option<Info> {
        if handle.is_null() {
            return None;
        }
        let mut room = MaybeUninit::<Room>::zeroed();
        // SAFETY: the handle is the caller's; there is room for the information, and more.
        let failed = unsafe { (self.info)(handle, room.as_mut_ptr().cast()) };
        // SAFETY: all of it is numbers, for which zero is a value.
        let info = unsafe { room.assume_init() }.info;
        (failed == 0).then(|| of(&info))
    }
}

fn of(info: &DeviceInfo) -> Info {
    Info {
        platform: Some(text(&info.mName)).filter(|name| !name.is_empty()),
        memory: Some(info.mDDRSize as u64).filter(|size| *size > 0),
        banks: Some(info.mDDRBankCount).filter(|count| *count > 0),
        clocks_mhz: info.mOCLFrequency.into_iter().filter(|mhz| *mhz > 0).collect(),
        celsius: Some(info.mOnChipTemp).filter(|degrees| *degrees > 0),
    }
}

fn text(name: &[c_char]) -> String {
    let bytes: Vec<u8> = name.iter().map(|byte| byte.cast_unsigned()).collect();
    let text = CStr::from_bytes_until_nul(&bytes).unwrap_or_default();
    text.to_string_lossy().into_owned()
}
