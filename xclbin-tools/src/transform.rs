//! Images for AI engines in another form.

use crate::section::AiePartition;
use crate::{Content, Editor, Error, Section as _, SectionKind};

impl Editor {
    /// Gives the images of all sections AIE_PARTITION the form that loads faster: xclbinutil's `--transform-pdi`. Those that
    /// have it stay as they are.
    ///
    /// # Errors
    /// [`Error::Io`] when a section cannot be read, [`Error::Section`] when it is damaged or an image cannot have this form.
    /// Then none is changed.
    pub fn transform_pdis(&mut self) -> Result<(), Error> {
        let mut changed = Vec::new();
        for (position, (kind, name)) in self.sections().enumerate() {
            if kind == SectionKind::AIE_PARTITION {
                let mut partition = AiePartition::from_bytes(&self.payload(position)?)?;
                partition.transform_images()?;
                changed.push((position, name.to_owned(), partition.to_bytes()?));
            }
        }
        for (position, name, payload) in changed {
            self.replace(position, &name, Content::Bytes(payload))?;
        }
        Ok(())
    }
}
