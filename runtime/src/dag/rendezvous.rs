//! Runs of linked kernels: one command with a part for each kernel, which waits until it has all of them.

use std::sync::Arc;

use sycl_hls_backend::Program;
use sycl_hls_types::{Fault, FaultKind, LinkGroup};

use super::command::{Launch, LaunchArg};
use super::memory::Memory;
use super::stream::Stream;
use crate::Error;

/// A run of kernels that are linked to each other, as far as they have been submitted.
pub(crate) struct Rendezvous {
    program: Arc<dyn Program>,
    group: &'static LinkGroup,
    /// The arguments of each kernel without the ports that are linked.
    parts: Vec<Option<Vec<LaunchArg>>>,
}

impl Rendezvous {
    /// Of one kernel of the group, with the arguments that it has beside its links.
    pub fn of(launch: Launch, group: &'static LinkGroup) -> Self {
        let Launch { program, kernel, args } = launch;
        let mut args = Some(args);
        let parts = group.members.iter().map(|member| if *member == *kernel { args.take() } else { None });
        Self { program, group, parts: parts.collect() }
    }

    /// True if the kernels of `other` are what is missing here.
    pub fn lacks(&self, other: &Self) -> bool {
        let both = |(here, there): (&Option<_>, &Option<_>)| here.is_some() && there.is_some();
        std::ptr::eq(self.group, other.group) && !self.parts.iter().zip(&other.parts).any(both)
    }

    /// Takes over the kernels of `other`.
    pub fn join(&mut self, other: Self) {
        for (here, there) in self.parts.iter_mut().zip(other.parts) {
            *here = here.take().or(there);
        }
    }

    /// The kernel that is made of all of them.
    pub fn kernel(&self) -> &'static str {
        &self.group.kernel
    }

    /// True if all kernels are there.
    pub fn is_complete(&self) -> bool {
        self.parts.iter().all(Option::is_some)
    }

    /// The streams of its kernels that are not linked.
    pub fn streams(&self) -> Vec<Arc<dyn Memory>> {
        self.parts.iter().flatten().flat_map(|args| Stream::of_args(args)).collect()
    }

    /// The run, as one of the kernel that is made of all of them.
    ///
    /// # Errors
    /// [`FaultKind::Dataflow`] when one is missing.
    pub fn launch(self) -> Result<Launch, Fault> {
        if !self.is_complete() {
            return Err(self.fault());
        }
        let args = self.parts.into_iter().flatten().flatten().collect();
        Ok(Launch { program: self.program, kernel: self.group.kernel.as_str().into(), args })
    }

    /// Which kernel waits for which.
    fn fault(&self) -> Fault {
        let is_here = |kernel: &str| {
            self.group
                .members
                .iter()
                .zip(&self.parts)
                .any(|(member, part)| member == kernel && part.is_some())
        };
        let (kernel, message) = self.group.missing(is_here).map_or_else(Default::default, |(here, there)| {
            let message = format!(
                "deadlock: `{here}` is linked to `{there}`, and no run of `{}` was submitted; submit all kernels that \
                 are linked to each other before you wait for one of them",
                there.kernel
            );
            (here.kernel.clone(), message)
        });
        Fault { kernel, kind: FaultKind::Dataflow, message, at: None }
    }

    /// Why `part` cannot join it: it would wait for the others.
    pub fn refusal(&self, part: &Self) -> Error {
        let names = |of: &Self| {
            let present = of.group.members.iter().zip(&of.parts).filter(|(_, part)| part.is_some());
            present.map(|(member, _)| format!("`{member}`")).collect::<Vec<_>>().join(", ")
        };
        Error::Invalid(format!(
            "{} would wait for {}, to which it is linked, and linked kernels run at the same time: they use one buffer \
             that one of them writes, or one comes after the other through `depends_on` or another command; bind \
             a buffer of its own to each, and pass what both need through the link",
            names(part),
            names(self)
        ))
    }
}
