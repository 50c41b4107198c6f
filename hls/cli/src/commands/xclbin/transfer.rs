//! Sections and formats on the command line.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context as _, bail};
use clap::ValueEnum;
use xclbin_tools::SectionPlace;
use xclbin_tools::section::Format;

/// A format of a section's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// The bytes as they are
    Raw,
    /// JSON, as xclbinutil writes it
    Json,
    /// A page with the JSON
    Html,
}

impl From<FormatArg> for Format {
    fn from(arg: FormatArg) -> Self {
        match arg {
            FormatArg::Raw => Self::Raw,
            FormatArg::Json => Self::Json,
            FormatArg::Html => Self::Html,
        }
    }
}

/// A section and its file, as xclbinutil has them on its command line: `SECTION:FORMAT:FILE`.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// The section; none for all that a document has.
    pub place: Option<SectionPlace>,
    pub format: Format,
    pub file: PathBuf,
}

impl FromStr for Transfer {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        // Only the first two colons count: the file's name may have others.
        let mut parts = text.splitn(3, ':');
        let (Some(place), Some(format), Some(file)) = (parts.next(), parts.next(), parts.next()) else {
            bail!("expected SECTION:FORMAT:FILE, such as BITSTREAM:RAW:design.bit");
        };
        let format =
            Format::named(format).with_context(|| format!("`{format}` is none of RAW, JSON and HTML"))?;
        let place = match place {
            "" if format == Format::Json => None,
            "" => bail!("only JSON tells its sections itself"),
            place => Some(place.parse()?),
        };
        Ok(Self { place, format, file: file.into() })
    }
}

impl fmt::Display for Transfer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place.as_ref().map(ToString::to_string).unwrap_or_default();
        write!(f, "{place}:{}:{}", self.format.name(), self.file.display())
    }
}
