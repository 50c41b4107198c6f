//! Names as messages and KIR have them.

use proc_macro2::{Ident, TokenStream, TokenTree};

/// A name without the `r#` of a raw identifier.
pub(crate) fn plain_name(ident: &Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map_or_else(|| text.clone(), ToOwned::to_owned)
}

/// The name that a type is, if it is a single one.
pub(crate) fn plain_type(ty: &syn::Type) -> Option<String> {
    match ty {
        syn::Type::Path(path) => path.path.get_ident().map(plain_name),
        _ => None,
    }
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

/// The first identifier in a text that is wanted, those in parentheses and braces included.
pub(crate) fn first_ident(text: TokenStream, is_wanted: &dyn Fn(&Ident) -> bool) -> Option<Ident> {
    text.into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) => is_wanted(&ident).then_some(ident),
        TokenTree::Group(group) => first_ident(group.stream(), is_wanted),
        _ => None,
    })
}
