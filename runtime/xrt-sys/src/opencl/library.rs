//! A module with `unsafe` code: OpenCL in this process, and what its errors mean.
#![allow(unsafe_code)]

use std::sync::OnceLock;

use opencl_sys::{
    CL_DEVICE_NOT_AVAILABLE, CL_DEVICE_NOT_FOUND, CL_DEVICE_TYPE_ACCELERATOR, CL_INVALID_ARG_INDEX,
    CL_INVALID_ARG_SIZE, CL_INVALID_BINARY, CL_INVALID_KERNEL_NAME, CL_INVALID_PROGRAM,
    CL_INVALID_PROGRAM_EXECUTABLE, CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_HOST_MEMORY,
    CL_OUT_OF_RESOURCES, CL_PLATFORM_NAME, cl_device_id, cl_int, cl_platform_id, cl_uint,
};

use super::error_names::error_name;
use super::functions::{Functions, done};
use crate::messages::{Messages, Said};
use crate::process::{Handlers, enter, one_at_a_time};
use crate::{Error, Unavailable, Xrt};

/// XRT's platform by name.
const PLATFORM: &[u8] = b"Xilinx\0";

/// OpenCL in this process.
pub struct OpenCl(Functions);

impl OpenCl {
    /// OpenCL in this process, if there is a loader of its implementations. None of them is asked.
    ///
    /// # Errors
    /// When there is no loader, or it lacks a function.
    pub fn load() -> Result<&'static Self, Unavailable> {
        static OPENCL: OnceLock<Result<OpenCl, Unavailable>> = OnceLock::new();
        OPENCL.get_or_init(|| Functions::load().map(Self)).as_ref().map_err(Clone::clone)
    }

    /// The devices of XRT's platform, by their numbers.
    ///
    /// # Errors
    /// When there is no such platform, or it has none.
    pub(super) fn devices(&'static self) -> Result<Vec<cl_device_id>, Error> {
        let what = || "list the devices of XRT's platform".to_owned();
        let _alone = one_at_a_time();
        let _handlers = Handlers::save();
        let platforms = self.attempt(what, platforms)?;
        let Some(platform) = platforms.into_iter().find(|platform| is_xrt(&self.0, *platform)) else {
            return Err(Error { what: what(), text: "it is not registered".to_owned() });
        };
        self.attempt(what, |functions| accelerators(functions, platform))
    }

    /// Calls OpenCL; the text of an error is its name, what XRT said meanwhile, and what can be done about it.
    ///
    /// # Errors
    /// When `call` gives one.
    pub(super) fn attempt<T>(
        &'static self,
        what: impl FnOnce() -> String,
        call: impl FnOnce(&Functions) -> Result<T, cl_int>,
    ) -> Result<T, Error> {
        let _inside = enter();
        let said = Said::from_now(messages());
        call(&self.0).map_err(|code| Error { what: what(), text: explained(code, &said.text()) })
    }

    /// OpenCL's functions, at the end of objects: nothing of it can fail in a way that matters.
    pub(super) const fn functions(&self) -> &Functions {
        &self.0
    }
}

/// All of a list that a function gives in two calls: how many there are, and then the items.
fn listed<T: Copy>(
    zero: T,
    mut list: impl FnMut(cl_uint, *mut T, *mut cl_uint) -> cl_int,
) -> Result<Vec<T>, cl_int> {
    let mut count = 0;
    done(list(0, std::ptr::null_mut(), &raw mut count))?;
    let mut items = vec![zero; count as usize];
    if count > 0 {
        done(list(count, items.as_mut_ptr(), std::ptr::null_mut()))?;
    }
    Ok(items)
}

fn platforms(functions: &Functions) -> Result<Vec<cl_platform_id>, cl_int> {
    // SAFETY: there is room for as many as the call may write.
    listed(std::ptr::null_mut(), |most, items, count| unsafe { (functions.platform_ids)(most, items, count) })
}

fn accelerators(functions: &Functions, platform: cl_platform_id) -> Result<Vec<cl_device_id>, cl_int> {
    listed(std::ptr::null_mut(), |most, items, count| {
        // SAFETY: the platform exists, and there is room for as many as the call may write.
        unsafe { (functions.device_ids)(platform, CL_DEVICE_TYPE_ACCELERATOR, most, items, count) }
    })
}

fn is_xrt(functions: &Functions, platform: cl_platform_id) -> bool {
    let mut name = [0_u8; PLATFORM.len()];
    // SAFETY: the platform exists, and there is as much room as the call may fill. It fails for longer names.
    let code = unsafe {
        let room = name.as_mut_ptr().cast();
        (functions.platform_info)(platform, CL_PLATFORM_NAME, name.len(), room, std::ptr::null_mut())
    };
    done(code).is_ok() && name == PLATFORM
}

/// XRT's messages go where its own interface has them go.
fn messages() -> Option<&'static Messages> {
    Xrt::load().ok().and_then(Xrt::messages)
}

fn explained(code: cl_int, said: &str) -> String {
    let name = error_name(code).map_or_else(|| format!("OpenCL's error {code}"), str::to_owned);
    let parts = [&*name, said, help(code)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

/// What can be done about an error, where its name does not tell.
const fn help(code: cl_int) -> &'static str {
    match code {
        CL_MEM_OBJECT_ALLOCATION_FAILURE | CL_OUT_OF_RESOURCES | CL_OUT_OF_HOST_MEMORY => {
            "use less memory, or other banks"
        }
        CL_INVALID_BINARY | CL_INVALID_PROGRAM => "build the image for this device and mode",
        CL_INVALID_KERNEL_NAME
        | CL_INVALID_PROGRAM_EXECUTABLE
        | CL_INVALID_ARG_INDEX
        | CL_INVALID_ARG_SIZE => "the image is not what it says; build it anew",
        CL_DEVICE_NOT_FOUND | CL_DEVICE_NOT_AVAILABLE => "look whether another process uses the device",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_opencls_name_xrts_words_and_help() {
        assert_eq!(
            explained(CL_INVALID_BINARY, "bad magic"),
            "CL_INVALID_BINARY; bad magic; build the image for this device and mode"
        );
        assert_eq!(explained(opencl_sys::CL_INVALID_EVENT, ""), "CL_INVALID_EVENT");
        assert_eq!(explained(-9999, ""), "OpenCL's error -9999");
    }
}
