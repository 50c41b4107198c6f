//! A module with `unsafe` code: XRT's library, and those of its functions that are used.
#![allow(unsafe_code)]

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use libloading::Library;

use crate::messages::{Messages, Said};
use crate::process::{Inside, enter};
use crate::{Error, Unavailable};

/// What XRT's functions take for objects of all kinds.
pub(crate) type Handle = *mut c_void;

/// The library, as its versions are named since 2.0.
const LIBRARY: &str = "libxrt_coreutil.so.2";

macro_rules! functions {
    (
        { $($(#[$doc:meta])* $field:ident = $name:ident($($arg:ty),* $(; $variadic:tt)?) $(-> $result:ty)?;)* }
        // Those that not every version has.
        { $($maybe:ident = $maybe_name:ident($($maybe_arg:ty),*) -> $maybe_result:ty;)* }
    ) => {
        /// Functions of XRT's C interface.
        #[derive(Clone, Copy)]
        pub(crate) struct Functions {
            $($(#[$doc])* pub $field: unsafe extern "C" fn($($arg),* $(, $variadic)?) $(-> $result)?,)*
            $(pub $maybe: Option<unsafe extern "C" fn($($maybe_arg),*) -> $maybe_result>,)*
        }

        impl Functions {
            /// # Errors
            /// When the library is not there or lacks a function.
            fn of(path: &Path) -> Result<Self, Unavailable> {
                // SAFETY: loading runs the initializers of XRT's library, which is trusted as any library that a program
                // is linked with.
                let library = unsafe { Library::new(path) };
                let library = library.map_err(|error| Unavailable::NotInstalled(error.to_string()))?;
                // Functions live as long as their library: it is never unloaded.
                let library = ManuallyDrop::new(library);
                // SAFETY: a test compares the types with XRT's headers.
                unsafe {
                    Ok(Self {
                        $($field: function(&library, stringify!($name))?,)*
                        $($maybe: function(&library, stringify!($maybe_name)).ok(),)*
                    })
                }
            }
        }
    };
}

include!("declared.rs");

/// A function of a library that is never unloaded.
///
/// # Safety
/// `F` is the function's type.
///
/// # Errors
/// When the library lacks it.
pub(crate) unsafe fn function<F: Copy>(
    library: &ManuallyDrop<Library>,
    name: &'static str,
) -> Result<F, Unavailable> {
    // SAFETY: the caller's.
    let found = unsafe { library.get::<F>(name) };
    found.map(|found| *found).map_err(|_| Unavailable::Function(name))
}

/// An argument's number as XRT takes it; one that no kernel has where that is too large.
pub(crate) fn number(argument: u32) -> c_int {
    c_int::try_from(argument).unwrap_or(c_int::MAX)
}

/// Constants of the C interface. `tests/headers.rs` compares them with the headers that are installed.
pub(crate) mod constant {
    /// Directions of copies.
    pub const TO_DEVICE: u32 = 0;
    pub const FROM_DEVICE: u32 = 1;
    /// States of a run.
    pub const COMPLETED: u32 = 4;
    pub const ERROR: u32 = 5;
    pub const ABORT: u32 = 6;
    pub const TIMEOUT: u32 = 8;
    pub const NO_RESPONSE: u32 = 9;
}

/// XRT in this process.
pub struct Xrt {
    messages: Option<Messages>,
    functions: Functions,
    /// True if what XRT maps of a buffer is the device's own memory. That is so in software emulation, unless buffers ask for memory of
    /// their own (`XCL_BO_FLAGS_CACHEABLE`).
    pub(crate) shares_memory: bool,
}

/// XRT's functions, and it is known that somebody calls them.
pub(crate) struct Entered {
    functions: &'static Functions,
    _inside: Inside,
}

impl Deref for Entered {
    type Target = Functions;

    fn deref(&self) -> &Functions {
        self.functions
    }
}

impl Xrt {
    /// XRT in this process: that of the folder in `XILINX_XRT`, or the one that is installed. What the first call finds is
    /// what there is.
    ///
    /// # Errors
    /// When there is none.
    pub fn load() -> Result<&'static Self, Unavailable> {
        static XRT: OnceLock<Result<Xrt, Unavailable>> = OnceLock::new();
        XRT.get_or_init(Self::find).as_ref().map_err(Clone::clone)
    }

    fn find() -> Result<Self, Unavailable> {
        let own = std::env::var_os("XILINX_XRT").map(|root| Path::new(&root).join("lib").join(LIBRARY));
        let path = own.filter(|path| path.exists()).unwrap_or_else(|| PathBuf::from(LIBRARY));
        let functions = Functions::of(&path)?;
        let messages = Messages::new(|key, value| {
            // SAFETY: both are strings that end with a NUL; XRT copies them.
            unsafe { (functions.ini_set)(key.as_ptr(), value.as_ptr()) == 0 }
        });
        let shares_memory = std::env::var_os("XCL_EMULATION_MODE").is_some_and(|mode| mode == "sw_emu");
        Ok(Self { messages, functions, shares_memory })
    }

    /// XRT's functions, for as long as the process is not about to end.
    pub(crate) fn enter(&'static self) -> Entered {
        Entered { functions: &self.functions, _inside: enter() }
    }

    /// True if devices can be programmed while a run that never ends is active ([`crate::Run::give_up`]). In hardware emulation XRT
    /// would end the process (2.13). In software emulation, this is so with the overlay's mended library.
    #[must_use]
    pub const fn loads_beside_stopped_runs(&self) -> bool {
        self.shares_memory
    }

    /// Where XRT says what fails, if it does so where it can be read.
    pub(crate) const fn messages(&self) -> Option<&Messages> {
        self.messages.as_ref()
    }

    /// Calls XRT; the text of an error is what XRT said meanwhile.
    ///
    /// # Errors
    /// When `call` gives nothing.
    pub(crate) fn attempt<T>(
        &'static self,
        what: impl FnOnce() -> String,
        call: impl FnOnce(&Functions) -> Option<T>,
    ) -> Result<T, Error> {
        let entered = self.enter();
        let said = Said::from_now(self.messages());
        call(&entered).ok_or_else(|| Error { what: what(), text: said.text() })
    }

    /// Closes an object at the end of the process, when the gate is closed already.
    ///
    /// # Safety
    /// `close` is one of XRT's functions that close what `handle` is, and nobody uses it from now on.
    pub(crate) unsafe fn close(
        &self,
        close: impl FnOnce(&Functions) -> unsafe extern "C" fn(Handle) -> c_int,
        handle: Handle,
    ) {
        // SAFETY: the caller's.
        unsafe { close(&self.functions)(handle) };
    }
}
