//! EMBEDDED_METADATA: XML text that describes the project, its kernels, their ports and arguments.
//!
//! ```text
//! project
//!   platform
//!     version
//!     device
//!       core
//!         kernelClocks   clock..
//!         kernel..       port..  arg..  compileWorkGroupSize  maxWorkGroupSize  instance..
//!                                                                                 addrRemap..
//! ```
//! Other elements and attributes, which vendor tools write, are skipped when reading. What XRT throws without is
//! demanded here too; the rest may be absent, and then has the value that XRT assumes.

mod check;
mod error;
mod number;
mod project;
mod ps_kernel;
mod read;
mod write;

pub use error::ProjectError;
pub use project::{
    AddrRemap, AddressQualifier, Arg, CoreTarget, Instance, Kernel, KernelClock, Platform, Port, PortMode,
    PortType, Project,
};

pub(crate) use ps_kernel::{Memory, PsArg, PsKernel};

use super::described::wrong;
use super::{Section, SectionError, XmlError, xml};
use crate::{Error, SectionKind};

impl Section for Project {
    const KIND: SectionKind = SectionKind::EMBEDDED_METADATA;

    fn from_bytes(payload: &[u8]) -> Result<Self, Error> {
        parse(payload).and_then(|root| read::project(&root)).map_err(wrong(Self::KIND))
    }

    /// The XML text, indented.
    ///
    /// # Errors
    /// [`Error::Section`] when XRT would refuse or misread the project, or XML cannot hold some text.
    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        check::project(self).map_err(wrong(Self::KIND))?;
        write::project(self).to_xml().map_err(wrong(Self::KIND))
    }
}

/// The root element of a text.
fn parse(text: &[u8]) -> Result<xml::Element, SectionError> {
    Ok(xml::parse(std::str::from_utf8(text).map_err(XmlError::NotUtf8)?)?)
}
