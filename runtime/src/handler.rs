//! The handler of a command group: collects its requirements and its command.

use std::marker::PhantomData;
use std::ptr;
use std::sync::Arc;

use crate::access::Group;
use crate::dag::{Launch, Memory, Requirement};
use crate::launch;
use crate::programs::Programs;
use crate::{Error, KernelCall, Result};

/// What a command group tells the runtime (S20 §4.9.4). Only [`crate::Queue::submit`] makes one.
///
/// `'h` is different for every command group, so that accessors cannot move from one to another.
pub struct Handler<'h> {
    programs: &'h Programs,
    requirements: Vec<Requirement>,
    command: Option<Result<Launch>>,
    group: Group<'h>,
}

impl<'h> Handler<'h> {
    /// Makes the kernel call the command of this group; it runs once (S20 §4.9.4.2.1).
    ///
    /// # Errors
    /// - [`Error::Invalid`] when the group has a command already (S20 §4.9.3), when a buffer is bound to a
    ///   `&mut` argument and to another one, or when a buffer is shorter than the kernel's `#[len(..)]`
    ///   demands.
    /// - [`Error::NoImage`], [`Error::StaleImage`] or [`Error::Load`] when the device has no image with the
    ///   kernel.
    ///
    /// After an error nothing of the group is enqueued, even if its closure goes on and returns `Ok`: then
    /// `submit` returns the error.
    pub fn single_task(&mut self, call: KernelCall<'h>) -> Result<()> {
        let launch = match self.command {
            None => launch::prepare(call, self.programs),
            Some(_) => Err(Error::Invalid(
                "a command group takes one command, and this is its second; submit it as a group of its own"
                    .to_owned(),
            )),
        };
        let result = launch.as_ref().map(|_| ()).map_err(Error::clone);
        self.command = Some(launch);
        result
    }

    pub(crate) const fn new(programs: &'h Programs) -> Self {
        Self { programs, requirements: Vec::new(), command: None, group: PhantomData }
    }

    /// Adds a requirement; several of one buffer become one (S20 §3.8.1, Table 4).
    pub(crate) fn require(&mut self, memory: Arc<dyn Memory>, writes: bool) {
        let same = |known: &&mut Requirement| ptr::addr_eq(Arc::as_ptr(&known.memory), Arc::as_ptr(&memory));
        match self.requirements.iter_mut().find(same) {
            Some(known) => known.writes |= writes,
            None => self.requirements.push(Requirement { memory, writes }),
        }
    }

    /// The group's command, if it has one, and its requirements.
    ///
    /// # Errors
    /// The error of [`Handler::single_task`], if there was one.
    pub(crate) fn finish(self) -> Result<(Option<Launch>, Vec<Requirement>)> {
        Ok((self.command.transpose()?, self.requirements))
    }
}
