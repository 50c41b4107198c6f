//! Names as messages and KIR have them.

use proc_macro2::Ident;

/// A name without the `r#` of a raw identifier.
pub(crate) fn plain_name(ident: &Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map_or_else(|| text.clone(), ToOwned::to_owned)
}

/// A path as the user wrote it, without spaces.
pub(crate) fn path_text(path: &syn::Path) -> String {
    let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let lead = if path.leading_colon.is_some() { "::" } else { "" };
    format!("{lead}{}", segments.join("::"))
}

/// A number of things: `1 field`, `2 fields`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
