//! The attributes of the kernel language as data: which there are, where they may stand, and one as it is written.

mod known;
mod level;
mod site;

pub(crate) use known::{KNOWN, Known, known_directive, misplaced};
pub use level::Level;
pub(crate) use level::{level_of, sets_levels};
pub(crate) use site::Site;

use sycl_hls_ir::directive::At;
use sycl_hls_ir::{ParamDirectives, Span};
use syn::Attribute;

use crate::find::is_kernels;

/// One directive with its arguments, as written.
#[derive(Clone, Copy)]
pub(crate) struct Directive<'a> {
    pub known: &'static Known,
    pub attr: &'a Attribute,
    pub span: Span,
}

impl Directive<'_> {
    pub fn name(&self) -> &'static str {
        self.known.name
    }
}

/// True if the attribute is of the kernel language: the host code must not carry it.
#[must_use]
pub fn is_directive(attr: &Attribute) -> bool {
    is_kernels(attr) || sets_levels(attr) || known_directive(attr).is_some()
}

/// True if these attributes make their function a kernel.
pub(crate) fn marks_kernel(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("kernel"))
}

/// The directives of a parameter as they are written.
#[derive(Default)]
pub(crate) struct ParamItems {
    pub set: ParamDirectives,
    /// Name of the AXI master port's bundle, if the user gave one.
    pub bundle: Option<String>,
    /// Name of the control registers' bundle, if the user gave one here.
    pub control: Option<At<String>>,
}
