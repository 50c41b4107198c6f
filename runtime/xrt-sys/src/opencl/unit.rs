//! A module with `unsafe` code: compute units, their arguments and runs.
#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::ffi::{CString, c_void};
use std::mem::{self, ManuallyDrop};
use std::sync::Arc;

use opencl_sys::{CL_BLOCKING, CL_EVENT_COMMAND_EXECUTION_STATUS, CL_MEM_READ_WRITE, cl_int, cl_mem_flags};

use super::functions::{Functions, done, enqueued, made};
use super::object::Kind;
use super::{OpenCl, Program};
use crate::functions::Handle;
use crate::live::{self, Object};
use crate::{Error, State};

/// XRT's flag for buffers that say for which argument they are (`CL_MEM_EXT_PTR_XILINX`).
const FOR_ARGUMENT: cl_mem_flags = 1 << 31;

/// XRT's `cl_mem_ext_ptr_t`.
#[repr(C)]
struct ForArgument {
    argument: u32,
    host: *mut c_void,
    kernel: *mut c_void,
}

/// A compute unit of a kernel, with the arguments of its runs and a queue of its own.
///
/// One that is dropped before the end of a run was seen stays open: the device may still work on its buffers.
pub struct Unit(ManuallyDrop<Inner>);

/// What is dropped in this order.
struct Inner {
    /// The run that is under way.
    event: Option<Object<OpenCl>>,
    kernel: Object<OpenCl>,
    /// The arguments that are buffers.
    buffers: BTreeMap<u32, Buffer>,
    queue: Object<OpenCl>,
    program: Arc<Program>,
    name: CString,
}

struct Buffer {
    object: Object<OpenCl>,
    size: usize,
}

impl Unit {
    /// The kernel with this name, which may be limited to some of its compute units: `vadd:{vadd_1}`.
    ///
    /// # Errors
    /// When the image has none.
    pub fn open(program: &Arc<Program>, name: &str) -> Result<Self, Error> {
        let what = || format!("find the kernel `{name}`");
        let name = CString::new(name).map_err(|error| Error { what: what(), text: error.to_string() })?;
        let device = &program.device;
        let queue = Object::make(program.object.xrt, Kind::Queue, what, |functions| {
            let (context, device) = (device.context.handle(), device.id());
            // SAFETY: the device is that of the context, and 0 asks for nothing particular.
            made(|code| unsafe { (functions.create_queue)(context, device, 0, code) })
        })?;
        let kernel = kernel(program, &name)?;
        let (event, buffers, program) = (None, BTreeMap::new(), Arc::clone(program));
        Ok(Self(ManuallyDrop::new(Inner { event, kernel, buffers, queue, program, name })))
    }

    /// Sets an argument that is passed by value to these bytes.
    ///
    /// # Errors
    /// When it is of another size.
    pub fn set_value(&mut self, argument: u32, bytes: &[u8]) -> Result<(), Error> {
        let what = || format!("set argument {argument} of `{}`", self.name());
        self.opencl().attempt(what, |functions| {
            let (kernel, start) = (self.0.kernel.handle(), bytes.as_ptr().cast());
            // SAFETY: the kernel exists, and nobody else sets its arguments; the bytes are readable.
            done(unsafe { (functions.set_kernel_arg)(kernel, argument, bytes.len(), start) })
        })
    }

    /// Size in bytes of the buffer that is this argument.
    #[must_use]
    pub fn buffer(&self, argument: u32) -> Option<usize> {
        self.0.buffers.get(&argument).map(|buffer| buffer.size)
    }

    /// Makes a buffer in a memory that the unit reaches with this argument, and makes it the argument. One that was it is freed.
    /// After an error, all arguments are unset.
    ///
    /// # Errors
    /// When there is no memory; when the argument is no buffer.
    pub fn make_buffer(&mut self, argument: u32, size: usize) -> Result<(), Error> {
        let what = || format!("make a buffer of {size} bytes for argument {argument} of `{}`", self.name());
        let Inner { kernel, program, .. } = &*self.0;
        let mut place = ForArgument { argument, host: std::ptr::null_mut(), kernel: kernel.handle() };
        let object = Object::make(self.opencl(), Kind::Buffer, what, |functions| {
            let (flags, place) = (CL_MEM_READ_WRITE | FOR_ARGUMENT, (&raw mut place).cast());
            let context = program.device.context.handle();
            // SAFETY: with this flag the pointer is to such a struct, which XRT reads now. The kernel in it exists, and nobody
            // else sets its arguments: XRT makes the buffer the argument.
            made(|code| unsafe { (functions.create_buffer)(context, flags, size, place, code) })
        });
        match object {
            Ok(object) => {
                self.0.buffers.insert(argument, Buffer { object, size });
                Ok(())
            }
            Err(error) => {
                self.forget_arguments()?;
                Err(error)
            }
        }
    }

    /// Begins anew with a kernel without arguments. When it makes no buffer, XRT (2.13) leaves the kernel with an argument that it
    /// has freed: such a kernel cannot be closed.
    fn forget_arguments(&mut self) -> Result<(), Error> {
        let fresh = kernel(&self.0.program, &self.0.name)?;
        mem::replace(&mut self.0.kernel, fresh).abandon();
        self.0.buffers.clear();
        Ok(())
    }

    /// Copies these bytes to the beginning of the buffer that is this argument.
    ///
    /// # Errors
    /// When they are more than fit, or OpenCL fails.
    pub fn write(&mut self, argument: u32, bytes: &[u8]) -> Result<(), Error> {
        let (start, len, after) = (bytes.as_ptr().cast(), bytes.len(), std::ptr::null());
        self.copy("write", argument, len, |functions, queue, buffer, event| {
            // SAFETY: queue and buffer exist, the buffer is as large as these bytes, which are readable until the call
            // returns: it waits for the end of the copy.
            unsafe { (functions.write_buffer)(queue, buffer, CL_BLOCKING, 0, len, start, 0, after, event) }
        })
    }

    /// Copies the beginning of the buffer that is this argument to `bytes`.
    ///
    /// # Errors
    /// When they are more than the buffer has, or OpenCL fails.
    pub fn read(&mut self, argument: u32, bytes: &mut [u8]) -> Result<(), Error> {
        let (start, len, after) = (bytes.as_mut_ptr().cast(), bytes.len(), std::ptr::null());
        self.copy("read", argument, len, |functions, queue, buffer, event| {
            // SAFETY: as above; `bytes` may be written.
            unsafe { (functions.read_buffer)(queue, buffer, CL_BLOCKING, 0, len, start, 0, after, event) }
        })
    }

    /// Calls what copies so many bytes, if that many fit.
    fn copy(
        &self,
        verb: &str,
        argument: u32,
        len: usize,
        call: impl FnOnce(&Functions, Handle, Handle, *mut Handle) -> cl_int,
    ) -> Result<(), Error> {
        let what = || format!("{verb} {len} bytes of the buffer of argument {argument} of `{}`", self.name());
        let buffer = self.0.buffers.get(&argument).filter(|buffer| len <= buffer.size);
        let Some(buffer) = buffer else {
            return Err(Error { what: what(), text: "there is none, or it is shorter".to_owned() });
        };
        if len == 0 {
            return Ok(());
        }
        self.opencl().attempt(what, |functions| {
            let (queue, buffer) = (self.0.queue.handle(), buffer.object.handle());
            let event = enqueued(|event| call(functions, queue, buffer, event))?;
            // SAFETY: the event is new, and nobody has seen it.
            unsafe { Kind::Event.close(event) };
            Ok(())
        })
    }

    /// Starts a run. XRT refuses one whose arguments are not all set.
    ///
    /// # Errors
    /// When OpenCL does not.
    pub fn start(&mut self) -> Result<(), Error> {
        let what = || format!("start `{}`", self.name());
        live::started();
        let event = Object::make(self.opencl(), Kind::Event, what, |functions| {
            static ONE: usize = 1;
            let (one, offset, after) = (&raw const ONE, std::ptr::null(), std::ptr::null());
            let (queue, kernel) = (self.0.queue.handle(), self.0.kernel.handle());
            enqueued(|event| {
                // SAFETY: queue and kernel exist, and there is one size for each dimension.
                unsafe { (functions.run_kernel)(queue, kernel, 1, offset, one, one, 0, after, event) }
            })
        });
        match event {
            Ok(event) => {
                self.0.event = Some(event);
                Ok(())
            }
            Err(error) => {
                live::ended();
                Err(error)
            }
        }
    }

    /// How far the run is. Never waits.
    ///
    /// # Errors
    /// When OpenCL does not tell.
    pub fn state(&mut self) -> Result<State, Error> {
        let what = || format!("tell how far `{}` is", self.name());
        let Some(event) = &self.0.event else { return Ok(State::Completed) };
        let mut status = cl_int::MIN;
        self.opencl().attempt(what, |functions| {
            let (event, size, room) = (event.handle(), size_of_val(&status), (&raw mut status).cast());
            let (what, written) = (CL_EVENT_COMMAND_EXECUTION_STATUS, std::ptr::null_mut());
            // SAFETY: the event exists, and its status is such a number.
            done(unsafe { (functions.event_info)(event, what, size, room, written) })
        })?;
        if status > 0 {
            return Ok(State::Running);
        }
        // The queue has the event for a moment longer.
        self.opencl().attempt(what, |functions| {
            // SAFETY: the queue exists.
            done(unsafe { (functions.finish)(self.0.queue.handle()) })
        })?;
        self.0.event = None;
        live::ended();
        Ok(if status == 0 { State::Completed } else { State::Failed("an error") })
    }

    fn opencl(&self) -> &'static OpenCl {
        self.0.kernel.xrt
    }

    fn name(&self) -> String {
        self.0.name.to_string_lossy().into_owned()
    }
}

fn kernel(program: &Program, name: &CString) -> Result<Object<OpenCl>, Error> {
    let what = || format!("find the kernel `{}`", name.to_string_lossy());
    Object::make(program.object.xrt, Kind::Kernel, what, |functions| {
        // SAFETY: the program exists, and the name is a string.
        made(|code| unsafe { (functions.create_kernel)(program.object.handle(), name.as_ptr(), code) })
    })
}

impl Drop for Unit {
    fn drop(&mut self) {
        if self.0.event.is_some() {
            mem::take(&mut self.0.buffers).into_values().for_each(|buffer| buffer.object.abandon());
            return;
        }
        // SAFETY: this happens once, and nothing uses it afterwards.
        unsafe { ManuallyDrop::drop(&mut self.0) };
    }
}
