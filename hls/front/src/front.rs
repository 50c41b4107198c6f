//! The state of one translation.

use std::collections::{HashMap, HashSet};

use sycl_hls_ir::Diagnostic;

use crate::items::{ConstItem, FnItem, Item};
use crate::rewrite::Typings;

/// Translates one kernels module.
pub(crate) struct Front<'a> {
    /// Constants, in source order.
    pub consts: Vec<ConstItem<'a>>,
    /// Functions, in source order.
    pub funcs: Vec<FnItem<'a>>,
    /// What the module's names mean.
    pub names: HashMap<String, Item>,
    /// Names of items that were complained about.
    pub rejected: HashSet<String>,
    /// The types that were inferred, for the host code.
    pub typings: Typings,
    pub diagnostics: Vec<Diagnostic>,
}

impl Front<'_> {
    pub fn new() -> Self {
        Self {
            consts: Vec::new(),
            funcs: Vec::new(),
            names: HashMap::new(),
            rejected: HashSet::new(),
            typings: Typings::default(),
            diagnostics: Vec::new(),
        }
    }

    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}

/// A name in backquotes without the `r#` of a raw identifier.
pub(crate) fn plain_name(ident: &proc_macro2::Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map_or_else(|| text.clone(), ToOwned::to_owned)
}
