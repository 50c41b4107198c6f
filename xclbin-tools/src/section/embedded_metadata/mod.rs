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
    AddrRemap, AddressQualifier, Arg, CoreTarget, Instance, Kernel, KernelClock, Mailbox, Platform, Port,
    PortMode, PortType, Project,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn project(kernel: Kernel) -> Project {
        Project {
            name: "p".to_owned(),
            platform: Platform::default(),
            fpga_device: String::new(),
            target: None,
            clocks: Vec::new(),
            kernels: vec![kernel],
        }
    }

    #[test]
    fn kernels_that_start_themselves_again_are_told_by_two_attributes() {
        for (counted_auto_restart, mailbox, written) in [
            (0, Mailbox::None, ""),
            (1, Mailbox::None, " countedAutoRestart=\"1\""),
            (1, Mailbox::In, " countedAutoRestart=\"1\" mailbox=\"in\""),
            (1, Mailbox::Both, " countedAutoRestart=\"1\" mailbox=\"both\""),
        ] {
            let kernel = Kernel { name: "k".to_owned(), counted_auto_restart, mailbox, ..Kernel::default() };
            let project = project(kernel);
            let bytes = project.to_bytes().unwrap();
            let text = std::str::from_utf8(&bytes).unwrap();
            assert!(text.contains(&format!("hwControlProtocol=\"\"{written} workGroupSize")), "{text}");
            assert_eq!(Project::from_bytes(&bytes).unwrap(), project);
        }
    }

    #[test]
    fn mailboxes_are_read_as_xrt_reads_them() {
        let project = project(Kernel { name: "k".to_owned(), ..Kernel::default() });
        let text = String::from_utf8(project.to_bytes().unwrap()).unwrap();
        for (word, expected) in [
            ("true", Some(Mailbox::Both)),
            ("inout", Some(Mailbox::Both)),
            ("false", Some(Mailbox::None)),
            ("all", None),
        ] {
            let text = text.replacen("workGroupSize", &format!("mailbox=\"{word}\" workGroupSize"), 1);
            let read = Project::from_bytes(text.as_bytes()).ok().map(|project| project.kernels[0].mailbox);
            assert_eq!(read, expected, "{word}");
        }
    }
}
