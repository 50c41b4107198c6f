//! Cargo packages, to which kernels modules belong.

/// A Cargo package.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}
