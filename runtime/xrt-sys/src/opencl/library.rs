//! A module with `unsafe` code: OpenCL in this process, and what its errors mean.
#![allow(unsafe_code)]

use std::sync::OnceLock;

use opencl3::error_codes::{self, cl_int, error_text};
use opencl3::platform::platform::{CL_PLATFORM_NAME, get_platform_data, get_platform_ids};
use opencl3::{device, types::cl_device_id};

use crate::messages::{Messages, Said};
use crate::process::{Handlers, enter, one_at_a_time};
use crate::{Error, Unavailable, Xrt};

/// XRT's platform by name.
const PLATFORM: &[u8] = b"Xilinx";

/// OpenCL in this process.
pub struct OpenCl(());

/// The loader of implementations, as opencl3 looks for it.
const LOADER: &str = "libOpenCL.so.1";

impl OpenCl {
    /// OpenCL in this process, if there is a loader of its implementations. None of them is asked.
    ///
    /// # Errors
    /// When there is no loader.
    pub fn load() -> Result<&'static Self, Unavailable> {
        static OPENCL: OnceLock<Result<OpenCl, Unavailable>> = OnceLock::new();
        let find = || {
            // SAFETY: loading runs the initializers of the loader, which is trusted as any library that a program is linked
            // with.
            let library = unsafe { libloading::Library::new(LOADER) };
            library.map(|_| Self(())).map_err(|error| Unavailable::NoLoader(error.to_string()))
        };
        OPENCL.get_or_init(find).as_ref().map_err(Clone::clone)
    }

    /// The devices of XRT's platform, by their numbers.
    ///
    /// # Errors
    /// When there is no such platform, or it has none.
    pub(super) fn devices(&'static self) -> Result<Vec<cl_device_id>, Error> {
        let what = || "list the devices of XRT's platform".to_owned();
        let _alone = one_at_a_time();
        let _handlers = Handlers::save();
        let platforms = self.attempt(what, get_platform_ids)?;
        let name = |platform| get_platform_data(platform, CL_PLATFORM_NAME).unwrap_or_default();
        let is_xrt = |platform: &_| name(*platform).strip_suffix(b"\0") == Some(PLATFORM);
        let Some(platform) = platforms.into_iter().find(is_xrt) else {
            return Err(Error { what: what(), text: "it is not registered".to_owned() });
        };
        self.attempt(what, || device::get_device_ids(platform, device::CL_DEVICE_TYPE_ACCELERATOR))
    }

    /// Calls OpenCL; the text of an error is its name, what XRT said meanwhile, and what can be done about it.
    ///
    /// # Errors
    /// When `call` gives one.
    pub(super) fn attempt<T>(
        &'static self,
        what: impl FnOnce() -> String,
        call: impl FnOnce() -> Result<T, cl_int>,
    ) -> Result<T, Error> {
        let _inside = enter();
        let said = Said::from_now(messages());
        call().map_err(|code| Error { what: what(), text: explained(code, &said.text()) })
    }
}

/// XRT's messages go where its own interface has them go.
fn messages() -> Option<&'static Messages> {
    Xrt::load().ok().and_then(Xrt::messages)
}

fn explained(code: cl_int, said: &str) -> String {
    let name = error_text(code);
    let parts = [name, said, help(code)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

/// What can be done about an error, where its name does not tell.
const fn help(code: cl_int) -> &'static str {
    match code {
        error_codes::CL_MEM_OBJECT_ALLOCATION_FAILURE
        | error_codes::CL_OUT_OF_RESOURCES
        | error_codes::CL_OUT_OF_HOST_MEMORY => "use less memory, or other banks",
        error_codes::CL_INVALID_BINARY | error_codes::CL_INVALID_PROGRAM => {
            "build the image for this device and mode"
        }
        error_codes::CL_INVALID_KERNEL_NAME
        | error_codes::CL_INVALID_PROGRAM_EXECUTABLE
        | error_codes::CL_INVALID_ARG_INDEX
        | error_codes::CL_INVALID_ARG_SIZE => "the image is not what it says; build it anew",
        error_codes::CL_DEVICE_NOT_FOUND | error_codes::CL_DEVICE_NOT_AVAILABLE => {
            "look whether another process uses the device"
        }
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_opencls_name_xrts_words_and_help() {
        assert_eq!(
            explained(error_codes::CL_INVALID_BINARY, "bad magic"),
            "CL_INVALID_BINARY; bad magic; build the image for this device and mode"
        );
        assert_eq!(explained(error_codes::CL_INVALID_EVENT, ""), "CL_INVALID_EVENT");
    }
}
