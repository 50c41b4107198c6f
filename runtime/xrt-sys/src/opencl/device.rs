//! A module with `unsafe` code: devices, and the images that they run.
#![allow(unsafe_code)]

use std::sync::Arc;

use opencl_sys::cl_device_id;

use super::OpenCl;
use super::functions::{done, made};
use super::object::Kind;
use crate::Error;
use crate::live::{self, Interface, Object};
use crate::process::{Handlers, one_at_a_time};

/// A device that is open.
///
/// Closing any emulated device shuts down what the others of the process need (XRT 2.13, `ShutdownProtobufLibrary`): drop a
/// device when none is in use any more, or never. The end of the process closes what is open.
pub struct Device {
    pub(super) context: Object<OpenCl>,
    /// OpenCL's `cl_device_id`, which is valid as long as the process is.
    id: usize,
}

/// What a device runs.
pub struct Program {
    pub(super) object: Object<OpenCl>,
    /// Dropped after the program.
    pub(super) device: Arc<Device>,
}

impl Device {
    /// Opens the device with this number.
    ///
    /// # Errors
    /// When there is none.
    pub fn open(opencl: &'static OpenCl, index: usize) -> Result<Self, Error> {
        let what = || format!("open the device {index}");
        live::only(Interface::OpenCl, what)?;
        let device = opencl
            .devices()?
            .get(index)
            .copied()
            .ok_or_else(|| Error { what: what(), text: "XRT's platform has fewer".to_owned() })?;
        let alone = one_at_a_time();
        let _handlers = Handlers::save();
        let context = Object::make_alone(opencl, Kind::Context, &alone, what, |functions| {
            let (none, nobody) = (std::ptr::null(), std::ptr::null_mut());
            // SAFETY: there is one device, and nobody is to be notified.
            made(|code| unsafe { (functions.create_context)(none, 1, &raw const device, None, nobody, code) })
        })?;
        Ok(Self { context, id: device.expose_provenance() })
    }

    pub(super) fn id(&self) -> cl_device_id {
        std::ptr::with_exposed_provenance_mut(self.id)
    }

    /// Programs the device with an image; a program that it has must have been dropped. An image for another mode of
    /// emulation than that of the process ends the process.
    ///
    /// `then` is called before any other device can be opened or programmed.
    ///
    /// # Errors
    /// When XRT refuses the image; when there are buffers or runs under way, of whatever device, which it would break.
    pub fn program<T>(
        self: &Arc<Self>,
        image: &[u8],
        then: impl FnOnce() -> T,
    ) -> Result<(Program, T), Error> {
        let what = || "load the image".to_owned();
        let opencl = self.context.xrt;
        let alone = one_at_a_time();
        live::nothing_breaks(&alone, what)?;
        let _handlers = Handlers::save();
        let object = Object::make_alone(opencl, Kind::Program, &alone, what, |functions| {
            let (context, devices) = (self.context.handle(), [self.id()]);
            let (sizes, mut images) = ([image.len()], [image.as_ptr()]);
            let program = made(|code| {
                let (devices, sizes, images) = (devices.as_ptr(), sizes.as_ptr(), images.as_mut_ptr());
                let status = std::ptr::null_mut();
                // SAFETY: the context is that of the device, and there is one of each. OpenCL copies the image.
                unsafe { (functions.create_program)(context, 1, devices, sizes, images, status, code) }
            })?;
            let (devices, nobody) = (devices.as_ptr(), std::ptr::null_mut());
            // SAFETY: the program is for the one device, the options are a string, and nobody is to be notified.
            let code = unsafe { (functions.build_program)(program, 1, devices, c"".as_ptr(), None, nobody) };
            // SAFETY: nobody has seen the program.
            done(code).map(|()| program).inspect_err(|_| unsafe { Kind::Program.close(program) })
        })?;
        Ok((Program { object, device: Arc::clone(self) }, then()))
    }
}
