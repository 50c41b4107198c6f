//! A module with `unsafe` code: runs of kernels.
#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::ffi::{c_double, c_int};
use std::mem::{self, ManuallyDrop};
use std::sync::Arc;

use crate::functions::{Functions, Handle, constant, number};
use crate::live::{self, Kind, Object};
use crate::{Bo, Error, Kernel};

/// A run of a kernel: its arguments, and how far it is.
///
/// One that is dropped before its end was seen stays open: the device may still work on its buffers.
pub struct Run(ManuallyDrop<Inner>);

/// What is dropped in this order.
struct Inner {
    object: Object,
    /// The arguments that are buffers.
    buffers: BTreeMap<u32, Bo>,
    kernel: Arc<Kernel>,
    running: bool,
}

/// An argument by value, as C passes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value<'a> {
    /// A signed integer of at most 32 bits.
    I32(i32),
    /// An unsigned integer of at most 32 bits, or a `bool`.
    U32(u32),
    /// A signed integer of 64 bits.
    I64(i64),
    /// An unsigned integer of 64 bits.
    U64(u64),
    /// A float. C passes it as a double.
    F32(f32),
    /// A double.
    F64(f64),
    /// The bytes of a struct. XRT takes it by pointer.
    Bytes(&'a [u8]),
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Not yet started, waiting, or running.
    Running,
    /// Over.
    Completed,
    /// Failed.
    Failed(&'static str),
}

impl Run {
    /// A run without arguments that is not started.
    ///
    /// # Errors
    /// When XRT does not make it.
    pub fn new(kernel: &Arc<Kernel>) -> Result<Self, Error> {
        let what = || format!("prepare a run of `{}`", kernel.name());
        let object = Object::open(kernel.object.xrt, Kind::Run, what, |functions| {
            // SAFETY: the kernel is open.
            unsafe { (functions.run_open)(kernel.object.handle()) }
        })?;
        let inner = Inner { object, buffers: BTreeMap::new(), kernel: Arc::clone(kernel), running: false };
        Ok(Self(ManuallyDrop::new(inner)))
    }

    /// Sets an argument by its number. Bytes must be as many as the image says that the argument has: XRT reads so many.
    ///
    /// # Errors
    /// When XRT refuses it.
    pub fn set_value(&mut self, argument: u32, value: Value<'_>) -> Result<(), Error> {
        self.set(argument, |set, run, argument| {
            // SAFETY: the run exists. What C passes as these types is what XRT reads: the image's types are int, uint, float
            // and double, with a size, and pointers for structs, whose bytes it copies.
            unsafe {
                match value {
                    Value::I32(value) => set(run, argument, value),
                    Value::U32(value) => set(run, argument, value),
                    Value::I64(value) => set(run, argument, value),
                    Value::U64(value) => set(run, argument, value),
                    Value::F32(value) => set(run, argument, c_double::from(value)),
                    Value::F64(value) => set(run, argument, value),
                    Value::Bytes(bytes) => set(run, argument, bytes.as_ptr()),
                }
            }
        })
    }

    /// Sets an argument to a buffer, which the run keeps until another one takes its place.
    ///
    /// # Errors
    /// When XRT refuses it: it lies in a bank that the compute unit cannot reach.
    pub fn set_buffer(&mut self, argument: u32, buffer: Bo) -> Result<(), Error> {
        // SAFETY: run and buffer exist, and the buffer does for as long as it is the argument.
        self.set(argument, |set, run, argument| unsafe { set(run, argument, buffer.object.handle()) })?;
        self.0.buffers.insert(argument, buffer);
        Ok(())
    }

    /// The buffer that is this argument, while the run is not under way.
    pub fn buffer(&mut self, argument: u32) -> Option<&mut Bo> {
        if self.0.running { None } else { self.0.buffers.get_mut(&argument) }
    }

    fn set(
        &self,
        argument: u32,
        call: impl FnOnce(unsafe extern "C" fn(Handle, c_int, ...) -> c_int, Handle, c_int) -> c_int,
    ) -> Result<(), Error> {
        self.attempt(
            || format!("set argument {argument} of `{}`", self.0.kernel.name()),
            |functions, run| call(functions.run_set_arg, run, number(argument)),
        )
    }

    fn attempt(
        &self,
        what: impl FnOnce() -> String,
        call: impl FnOnce(&Functions, Handle) -> c_int,
    ) -> Result<(), Error> {
        let Object { xrt, .. } = self.0.object;
        xrt.attempt(what, |functions| (call(functions, self.0.object.handle()) == 0).then_some(()))
    }

    /// Starts the run.
    ///
    /// # Errors
    /// When XRT does not.
    pub fn start(&mut self) -> Result<(), Error> {
        live::started();
        self.0.running = true;
        let started = self.attempt(
            || format!("start `{}`", self.0.kernel.name()),
            // SAFETY: the run exists, and it has its arguments or XRT refuses it.
            |functions, run| unsafe { (functions.run_start)(run) },
        );
        started.inspect_err(|_| self.ended())
    }

    /// How far it is. Never waits.
    pub fn state(&mut self) -> State {
        let functions = self.0.object.xrt.enter();
        // SAFETY: the run exists.
        let state = match unsafe { (functions.run_state)(self.0.object.handle()) } {
            constant::COMPLETED => State::Completed,
            constant::ERROR => State::Failed("an error"),
            constant::ABORT => State::Failed("it was aborted"),
            constant::TIMEOUT => State::Failed("it took too long"),
            constant::NO_RESPONSE => State::Failed("the device does not respond"),
            _ => State::Running,
        };
        if self.0.running && state != State::Running {
            // SAFETY: the run exists, and it is over: this lets XRT see it, too.
            unsafe { (functions.run_wait)(self.0.object.handle()) };
            self.ended();
        }
        state
    }

    /// Lets go of a run of which it is known that it will never end, and frees its buffers. It stays open, but does not keep
    /// devices from being programmed any more; programming its own device ends what is left of it.
    pub fn give_up(mut self) {
        if self.0.running {
            live::given_up();
            self.0.buffers.clear();
        }
    }

    fn ended(&mut self) {
        self.0.running = false;
        live::ended();
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        if self.0.running {
            mem::take(&mut self.0.buffers).into_values().for_each(Bo::abandon);
            return;
        }
        // SAFETY: this happens once, and nothing uses it afterwards.
        unsafe { ManuallyDrop::drop(&mut self.0) };
    }
}
