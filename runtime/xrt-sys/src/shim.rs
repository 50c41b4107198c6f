//! A module with `unsafe` code: the library below XRT's C interface that drives devices (XRT: *shim*), which alone tells how many
//! there are and what they are.
#![allow(unsafe_code)]

use std::sync::OnceLock;

use crate::Unavailable;
use crate::functions::Handle;

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
/// When XRT is not there, or this program was built without it.
pub fn count() -> Result<u32, Unavailable> {
    Ok(Shim::of_process()?.count())
}

/// The library for the environment of this process.
pub(crate) struct Shim {
    #[cfg(xrt_headers)]
    functions: Functions,
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
}

#[cfg(not(xrt_headers))]
impl Shim {
    fn load() -> Result<Self, Unavailable> {
        Err(Unavailable::NotBuilt(env!("XRT_SYS_WITHOUT").to_owned()))
    }

    fn count(&self) -> u32 {
        0
    }

    /// # Safety
    /// It is never called.
    pub unsafe fn info(&self, _: Handle) -> Option<Info> {
        None
    }
}

#[cfg(xrt_headers)]
pub(crate) use bound::Functions;

#[cfg(xrt_headers)]
mod bound {
    use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
    use std::mem::{ManuallyDrop, MaybeUninit};
    use std::path::{Path, PathBuf};

    use super::{Handle, Info, Shim, Unavailable};
    use crate::functions::bound::{Functions as Library, xclDeviceInfo2};

    #[derive(Clone, Copy)]
    pub(crate) struct Functions {
        probe: unsafe extern "C" fn() -> c_uint,
        info: unsafe extern "C" fn(*mut c_void, *mut xclDeviceInfo2) -> c_int,
    }

    /// Newer versions of XRT may know more of a device than the headers that this was built with.
    #[repr(C)]
    struct Room {
        info: xclDeviceInfo2,
        _more: [u8; 4096],
    }

    impl Shim {
        pub(super) fn load() -> Result<Self, Unavailable> {
            let mode = std::env::var("XCL_EMULATION_MODE").unwrap_or_default();
            let name = match mode.as_str() {
                "sw_emu" => "libxrt_swemu.so.2",
                "hw_emu" => "libxrt_hwemu.so.2",
                _ => "libxrt_core.so.2",
            };
            // XRT itself takes it from there, and it must be the same one.
            let own = std::env::var_os("XILINX_XRT").map(|root| Path::new(&root).join("lib").join(name));
            let path = own.filter(|path| path.exists()).unwrap_or_else(|| PathBuf::from(name));
            // SAFETY: loading runs the initializers of XRT's library, which XRT would load, too.
            let library = unsafe { Library::new(&path) };
            let library = library.map_err(|error| Unavailable::NotInstalled(error.to_string()))?;
            // Functions live as long as their library: it is never unloaded.
            let library = ManuallyDrop::new(library);
            let missing = |name| move |_: &libloading::Error| Unavailable::Function(name);
            let probe = *library.xclProbe.as_ref().map_err(missing("xclProbe"))?;
            let info = *library.xclGetDeviceInfo2.as_ref().map_err(missing("xclGetDeviceInfo2"))?;
            Ok(Self { functions: Functions { probe, info } })
        }

        pub(super) fn count(&self) -> u32 {
            // SAFETY: it may be asked at any time.
            unsafe { (self.functions.probe)() }
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
            let failed = unsafe { (self.functions.info)(handle, room.as_mut_ptr().cast()) };
            // SAFETY: all of it is numbers, for which zero is a value.
            let info = unsafe { room.assume_init() }.info;
            (failed == 0).then(|| of(&info))
        }
    }

    fn of(info: &xclDeviceInfo2) -> Info {
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
}
