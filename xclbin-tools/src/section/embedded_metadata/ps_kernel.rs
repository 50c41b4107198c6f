//! Kernels that are no hardware of the image: programs for the card's processor, and what is fixed in a device.

use super::project::AddressQualifier;
use super::{Project, ProjectError, number, parse, read};
use crate::Error;
use crate::section::described::wrong;
use crate::section::xml::{self, Element, XmlError};
use crate::section::{Section as _, SectionError};

/// Where kernels are.
const CORE: [&str; 4] = ["project", "platform", "device", "core"];

/// A kernel that becomes part of an image that has other ones.
pub(crate) struct PsKernel {
    /// Name.
    pub name: String,
    /// Whether the device has it (`dpu`); other ones are programs (`ps`).
    pub is_fixed: bool,
    /// What else is said of it: names and values, in order (`extended-data`).
    pub extended: Vec<(String, String)>,
    /// The arguments.
    pub args: Vec<PsArg>,
    /// The names of its units.
    pub instances: Vec<String>,
}

/// An argument of such a kernel.
pub(crate) struct PsArg {
    /// Name.
    pub name: String,
    /// What it refers to.
    pub qualifier: AddressQualifier,
    /// Whether the host gives it. What XRT passes by itself has no position.
    pub has_position: bool,
    /// Size of the value, in bytes.
    pub size: u64,
    /// Its place, in bytes, in the notation of who stated it.
    pub offset: String,
    /// The C type, as text.
    pub ty: String,
    /// The memory that it reaches, of which the project says nothing.
    pub memory: Option<Memory>,
}

/// The memory that an argument reaches.
#[derive(Clone)]
pub(crate) enum Memory {
    /// The bank that stands for the memory of the processor's programs.
    OfPrograms,
    /// Banks by their positions.
    Banks(Vec<usize>),
    /// The bank of a tag.
    Tagged(String),
}

impl PsKernel {
    /// The text of a project, which keeps all that it has, with this kernel behind the others.
    ///
    /// # Errors
    /// [`Error::Section`] when the text is no project, or has a kernel of this name.
    pub(crate) fn add_to(&self, before: &[u8]) -> Result<Vec<u8>, Error> {
        let added = || -> Result<_, SectionError> {
            let alone = xml::alone(&CORE, self.element())?;
            // What was stated for it as text must be what the project needs.
            read::project(&parse(&alone)?)?;
            if before.is_empty() {
                return Ok(alone);
            }
            let text = std::str::from_utf8(before).map_err(XmlError::NotUtf8)?;
            self.check_name(&xml::parse(text)?)?;
            Ok(xml::insert(text, &CORE, self.element())?.into_bytes())
        };
        added().map_err(wrong(Project::KIND))
    }

    fn check_name(&self, root: &Element) -> Result<(), ProjectError> {
        let core = CORE[1..].iter().try_fold(root, |element, name| element.child(name));
        let has_name = |kernel: &Element| kernel.attribute("name") == Some(&self.name);
        if core.is_some_and(|core| core.children("kernel").any(has_name)) {
            return Err(ProjectError::PresentKernel { name: self.name.clone() });
        }
        Ok(())
    }

    fn element(&self) -> Element {
        let extended = (!self.extended.is_empty()).then(|| {
            let data = Element::new("extended-data");
            self.extended.iter().fold(data, |data, (name, value)| data.with(name, value))
        });
        let positions = (0_u64..).zip(&self.args);
        let args = positions.map(|(position, arg)| arg.element(position));
        let instances = self.instances.iter().map(|name| Element::new("instance").with("name", name));
        Element::new("kernel")
            .with("name", &self.name)
            .with("language", "c")
            .with("type", if self.is_fixed { "dpu" } else { "ps" })
            .containing_all(extended)
            .containing_all(args)
            .containing_all(instances)
    }
}

impl PsArg {
    fn element(&self, position: u64) -> Element {
        let size = number::hex(self.size);
        Element::new("arg")
            .with("name", &self.name)
            .with("addressQualifier", self.qualifier.number())
            .with("id", if self.has_position { position.to_string() } else { String::new() })
            .with("size", &size)
            .with("offset", &self.offset)
            .with("hostOffset", number::hex(0))
            .with("hostSize", &size)
            .with("type", &self.ty)
    }
}
