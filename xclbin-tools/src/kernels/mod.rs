//! Kernels that are added to an image: those that a device has, and programs for its processor.

mod connect;
mod description;
mod error;
#[cfg(feature = "libraries")]
mod library;

use std::path::Path;

pub use error::KernelError;
#[cfg(feature = "libraries")]
pub use library::LibraryError;

use crate::section::embedded_metadata::PsKernel;
use crate::section::{Connectivity, IpLayout, MemTopology};
use crate::tree::Tree;
use crate::{DocumentError, Editor, Error, Section, SectionKind, file};

/// The sections that know of an image's kernels.
#[derive(Default)]
struct Known {
    project: Vec<u8>,
    ips: IpLayout,
    connectivity: Connectivity,
    memory: MemTopology,
}

impl Editor {
    /// Adds the kernels that a document describes, which the device itself has: xclbinutil's `--add-kernel`.
    ///
    /// They enter EMBEDDED_METADATA, IP_LAYOUT and, where an argument reaches memory, CONNECTIVITY and MEM_TOPOLOGY;
    /// sections that are missing are added. Groups of memory banks are not made anew.
    ///
    /// # Errors
    /// [`Error::Io`] when the file cannot be read, [`Error::File`] when something in it is wrong or does not fit the
    /// image, [`Error::Section`] when a section of the image is damaged. Nothing is added then.
    pub fn add_kernels(&mut self, path: &Path) -> Result<(), Error> {
        let wrong = |problem: DocumentError| Error::Document { problem }.in_file(path);
        let document = Tree::parse(&file::read(path)?).map_err(|problem| wrong(problem.into()))?;
        let kernels = description::kernels(&document).map_err(|problem| wrong(problem.into()))?;
        self.add_all(&kernels, path)
    }

    /// Adds the kernel of a shared library for the card's processor: xclbinutil's `--add-pskernel`. The library must
    /// have been compiled with debugging information (DWARF), which tells the arguments.
    ///
    /// Beside what [`Editor::add_kernels`] does, it becomes a section SOFT_KERNEL. `banks` are the positions of the memory
    /// banks that its buffers may lie in; without any, it is the memory of such programs. Gives the kernel's name.
    ///
    /// # Errors
    /// Those of [`Editor::add_kernels`]; and [`Error::File`] when the library is not such a one.
    #[cfg(feature = "libraries")]
    pub fn add_ps_kernel(
        &mut self,
        library: &Path,
        instances: u32,
        banks: &[usize],
    ) -> Result<String, Error> {
        let bytes = file::read(library)?;
        let kernel = library::kernel(&bytes, instances, banks)
            .map_err(|problem| Error::Library { problem }.in_file(library))?;
        let payload =
            library::soft_kernel(&kernel.name, instances, &bytes).map_err(|error| error.in_file(library))?;
        let place = crate::SectionPlace {
            index: kernel.name.clone(),
            ..crate::SectionPlace::of(SectionKind::SOFT_KERNEL)
        };
        if self.find(&place)?.is_some() {
            let problem = crate::TransferError::PresentKernel;
            return Err(Error::Place { place, problem }.in_file(library));
        }
        self.add_all(std::slice::from_ref(&kernel), library)?;
        self.add(SectionKind::SOFT_KERNEL, "", crate::Content::Bytes(payload))?;
        Ok(kernel.name)
    }

    /// Adds all kernels or, if something is wrong with one of them, none.
    fn add_all(&mut self, kernels: &[PsKernel], path: &Path) -> Result<(), Error> {
        let mut known = Known {
            project: self.first(SectionKind::EMBEDDED_METADATA)?.unwrap_or_default(),
            ips: self.parsed()?,
            connectivity: self.parsed()?,
            memory: self.parsed()?,
        };
        for kernel in kernels {
            let in_kernel = |problem: KernelError| {
                let problem = problem.within(format!("kernel `{}`", kernel.name));
                Error::Document { problem: problem.into() }.in_file(path)
            };
            known.project = kernel.add_to(&known.project)?;
            connect::units(kernel, &mut known).map_err(in_kernel)?;
        }
        let Known { project, ips, connectivity, memory } = known;
        let mut changed = vec![(SectionKind::EMBEDDED_METADATA, project)];
        if !ips.ips.is_empty() {
            changed.push((IpLayout::KIND, ips.to_bytes()?));
        }
        if !connectivity.connections.is_empty() {
            changed.push((Connectivity::KIND, connectivity.to_bytes()?));
        }
        if !memory.banks.is_empty() {
            changed.push((MemTopology::KIND, memory.to_bytes()?));
        }
        for (kind, payload) in changed {
            self.put(self.position(kind), kind, "", payload)?;
        }
        Ok(())
    }

    /// The payload of the first section of a kind.
    fn first(&self, kind: SectionKind) -> Result<Option<Vec<u8>>, Error> {
        self.position(kind).map(|position| self.payload(position)).transpose()
    }

    /// The first section of a type's kind; an empty one without such a section.
    fn parsed<S: Section + Default>(&self) -> Result<S, Error> {
        let payload = self.first(S::KIND)?.filter(|payload| !payload.is_empty());
        payload.map(|payload| S::from_bytes(&payload)).transpose().map(Option::unwrap_or_default)
    }
}
