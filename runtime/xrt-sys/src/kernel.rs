//! A module with `unsafe` code: kernels of the image that a device runs.
#![allow(unsafe_code)]

use std::ffi::CString;
use std::sync::Arc;

use crate::functions::number;
use crate::live::{Kind, Object};
use crate::{Device, Error};

/// Who else may use a kernel's compute units while it is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Other processes.
    Shared,
    /// Nobody. Registers can be read.
    Exclusive,
}

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
    /// When there is none, or others have what is to be exclusive.
    pub fn open(device: &Arc<Device>, name: &str, access: Access) -> Result<Self, Error> {
        let what = || format!("find the kernel `{name}`");
        let c_name = CString::new(name).map_err(|error| Error { what: what(), text: error.to_string() })?;
        let image = device.image()?;
        let object = Object::open(device.0.xrt, Kind::Kernel, what, |functions| {
            let open = match access {
                Access::Shared => functions.kernel_open,
                Access::Exclusive => functions.kernel_open_exclusive,
            };
            // SAFETY: the device is open, and UUID and name are what they should be.
            unsafe { open(device.0.handle(), image.as_ptr(), c_name.as_ptr()) }
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

    /// Reads a register of its one compute unit, at an offset in bytes.
    ///
    /// # Errors
    /// When it has several units, is not exclusive, or has no such register.
    pub fn read_register(&self, offset: u32) -> Result<u32, Error> {
        self.object.xrt.attempt(
            || format!("read the register at {offset:#x} of `{}`", self.name),
            |functions| {
                let mut value = 0;
                // SAFETY: the kernel is open, and `value` has room for a register.
                let result =
                    unsafe { (functions.kernel_read_register)(self.object.handle(), offset, &raw mut value) };
                (result == 0).then_some(value)
            },
        )
    }

    /// Writes a register of its one compute unit, at an offset in bytes.
    ///
    /// # Errors
    /// When it has several units, is not exclusive, or has no such register.
    pub fn write_register(&self, offset: u32, value: u32) -> Result<(), Error> {
        self.object.xrt.attempt(
            || format!("write the register at {offset:#x} of `{}`", self.name),
            |functions| {
                // SAFETY: the kernel is open; XRT checks the offset.
                let result =
                    unsafe { (functions.kernel_write_register)(self.object.handle(), offset, value) };
                (result == 0).then_some(())
            },
        )
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}
