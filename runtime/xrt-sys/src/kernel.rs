//! A module with `unsafe` code: kernels of the image that a device runs.
#![allow(unsafe_code)]

use std::ffi::CString;
use std::sync::Arc;

use crate::functions::number;
use crate::live::{Kind, Object};
use crate::{Device, Error};

/// A kernel, on all of its compute units.
pub struct Kernel {
    pub(crate) object: Object,
    name: String,
    /// Dropped after the kernel.
    _device: Arc<Device>,
}

impl Kernel {
    /// The kernel with this name in the image that the device runs.
    ///
    /// # Errors
    /// When there is none.
    pub fn open(device: &Arc<Device>, name: &str) -> Result<Self, Error> {
        let what = || format!("find the kernel `{name}`");
        let c_name = CString::new(name).map_err(|error| Error { what: what(), text: error.to_string() })?;
        let image = device.image()?;
        let object = Object::open(device.0.xrt, Kind::Kernel, what, |functions| {
            // SAFETY: the device is open, and UUID and name are what they should be.
            unsafe { (functions.kernel_open)(device.0.handle(), image.as_ptr(), c_name.as_ptr()) }
        })?;
        Ok(Self { object, name: name.to_owned(), _device: Arc::clone(device) })
    }

    /// The bank, or group of banks, of the buffer that is its argument with this number.
    ///
    /// # Errors
    /// When the argument is no buffer.
    pub fn group(&self, argument: u32) -> Result<u32, Error> {
        self.object.xrt.attempt(
            || format!("tell the memory of argument {argument} of `{}`", self.name),
            |functions| {
                // SAFETY: the kernel is open; any number may be asked for.
                let group = unsafe { (functions.kernel_group)(self.object.handle(), number(argument)) };
                u32::try_from(group).ok()
            },
        )
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}
