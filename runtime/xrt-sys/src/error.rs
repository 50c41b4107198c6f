//! What can go wrong.

use std::fmt;

/// XRT cannot be used in this process.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unavailable {
    /// The library is not installed.
    #[error("XRT, the Xilinx runtime, is not installed (Debian: `apt install libxrt1`): {0}")]
    NotInstalled(String),
    /// There is no loader of OpenCL's implementations.
    #[error("OpenCL's loader is not installed (Debian: `apt install ocl-icd-libopencl1`): {0}")]
    NoLoader(String),
    /// The library lacks a function.
    #[error("the XRT that is installed has no `{0}`; it is too old")]
    Function(&'static str),
}

/// A call of XRT failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Error {
    /// What was to be done: `open the device 0`.
    pub what: String,
    /// XRT's own words; empty if it had none.
    pub text: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "XRT cannot {}", self.what)?;
        if self.text.is_empty() { Ok(()) } else { write!(f, ": {}", self.text) }
    }
}
