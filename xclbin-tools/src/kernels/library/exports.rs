//! The functions that a shared library exports.

use super::LibraryError;
use object::{Object as _, ObjectSection as _, ObjectSymbol as _, SymbolKind};

/// Their names.
///
/// # Errors
/// When the bytes are no library, or it exports functions of C++.
pub(super) fn functions(library: &[u8]) -> Result<Vec<String>, LibraryError> {
    let file = super::dwarf::file(library)?;
    let text = file.section_by_name(".text").map(|section| section.index());
    let is_exported = |symbol: &object::Symbol<'_, '_>| {
        let is_function = symbol.kind() == SymbolKind::Text && symbol.is_definition();
        is_function && symbol.is_global() && !symbol.is_weak() && symbol.section_index() == text
    };
    let names: Vec<String> = file
        .dynamic_symbols()
        .filter(is_exported)
        .filter_map(|symbol| symbol.name().ok().map(str::to_owned))
        .collect();
    match names.iter().find(|name| name.starts_with("_Z")) {
        Some(mangled) => Err(LibraryError::Mangled { name: mangled.clone() }),
        None => Ok(names),
    }
}
