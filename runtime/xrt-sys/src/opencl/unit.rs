//! A module with `unsafe` code: compute units, their arguments and runs.
#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::ffi::{CString, c_void};
use std::mem::{self, ManuallyDrop};
use std::sync::Arc;

use opencl3::command_queue::{
    create_command_queue, enqueue_nd_range_kernel, enqueue_read_buffer, enqueue_write_buffer, finish,
};
use opencl3::error_codes::cl_int;
use opencl3::event::{CL_EVENT_COMMAND_EXECUTION_STATUS, get_event_data};
use opencl3::kernel::{create_kernel, set_kernel_arg};
use opencl3::memory::{CL_MEM_READ_WRITE, create_buffer};
use opencl3::types::{CL_BLOCKING, cl_mem_flags};

use super::object::Kind;
use super::{OpenCl, Program};
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
        let queue = Object::make(program.object.xrt, Kind::Queue, what, || {
            // SAFETY: the device is that of the context, and 0 asks for nothing particular.
            unsafe { create_command_queue(device.context.handle(), device.id(), 0) }
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
        self.opencl().attempt(what, || {
            // SAFETY: the kernel exists, and nobody else sets its arguments; the bytes are readable.
            unsafe { set_kernel_arg(self.0.kernel.handle(), argument, bytes.len(), bytes.as_ptr().cast()) }
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
        let object = Object::make(self.opencl(), Kind::Buffer, what, || {
            let (flags, place) = (CL_MEM_READ_WRITE | FOR_ARGUMENT, (&raw mut place).cast());
            // SAFETY: with this flag the pointer is to such a struct, which XRT reads now. The kernel in it exists, and nobody
            // else sets its arguments: XRT makes the buffer the argument.
            unsafe { create_buffer(program.device.context.handle(), flags, size, place) }
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
        self.copy("write", argument, bytes.len(), |queue, buffer| {
            // SAFETY: queue and buffer exist, the buffer is as large as these bytes, which are readable until the call
            // returns: it waits for the end of the copy.
            unsafe {
                let start = bytes.as_ptr().cast_mut().cast();
                enqueue_write_buffer(queue, buffer, CL_BLOCKING, 0, bytes.len(), start, 0, std::ptr::null())
            }
        })
    }

    /// Copies the beginning of the buffer that is this argument to `bytes`.
    ///
    /// # Errors
    /// When they are more than the buffer has, or OpenCL fails.
    pub fn read(&mut self, argument: u32, bytes: &mut [u8]) -> Result<(), Error> {
        let (start, len) = (bytes.as_mut_ptr(), bytes.len());
        self.copy("read", argument, len, |queue, buffer| {
            // SAFETY: as above; `bytes` may be written.
            unsafe {
                enqueue_read_buffer(queue, buffer, CL_BLOCKING, 0, len, start.cast(), 0, std::ptr::null())
            }
        })
    }

    /// Calls what copies so many bytes, if that many fit.
    fn copy(
        &self,
        verb: &str,
        argument: u32,
        len: usize,
        call: impl FnOnce(*mut c_void, *mut c_void) -> Result<*mut c_void, cl_int>,
    ) -> Result<(), Error> {
        let what = || format!("{verb} {len} bytes of the buffer of argument {argument} of `{}`", self.name());
        let buffer = self.0.buffers.get(&argument).filter(|buffer| len <= buffer.size);
        let Some(buffer) = buffer else {
            return Err(Error { what: what(), text: "there is none, or it is shorter".to_owned() });
        };
        if len == 0 {
            return Ok(());
        }
        self.opencl().attempt(what, || {
            let event = call(self.0.queue.handle(), buffer.object.handle())?;
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
        let event = Object::make(self.opencl(), Kind::Event, what, || {
            static ONE: usize = 1;
            let one = &raw const ONE;
            let (queue, kernel) = (self.0.queue.handle(), self.0.kernel.handle());
            // SAFETY: queue and kernel exist, and there is one size for each dimension.
            unsafe {
                enqueue_nd_range_kernel(queue, kernel, 1, std::ptr::null(), one, one, 0, std::ptr::null())
            }
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
        let data = self
            .opencl()
            .attempt(what, || get_event_data(event.handle(), CL_EVENT_COMMAND_EXECUTION_STATUS))?;
        let status = data.try_into().map_or(cl_int::MIN, cl_int::from_ne_bytes);
        if status > 0 {
            return Ok(State::Running);
        }
        // The queue has the event for a moment longer.
        self.opencl().attempt(what, || finish(self.0.queue.handle()))?;
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
    Object::make(program.object.xrt, Kind::Kernel, what, || create_kernel(program.object.handle(), name))
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
