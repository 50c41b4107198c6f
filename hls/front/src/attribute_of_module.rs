//! The arguments of `#[sycl_hls::kernels(..)]`: links between kernels, and kernels modules that are imported.

use proc_macro2::Ident;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{ItemMod, LitInt, Meta, Path, Token, parenthesized};

use crate::find::is_kernels;

/// One argument.
pub(crate) enum Argument {
    /// `link(producer.out -> consumer.input, depth = 64)`
    Link(WrittenLink),
    /// `import(crate::shapes, dsp::filters)`
    Import(Vec<Path>),
}

/// A link as it is written.
pub(crate) struct WrittenLink {
    pub producer: WrittenPort,
    pub consumer: WrittenPort,
    pub depth: LitInt,
}

/// `kernel.port`
pub(crate) struct WrittenPort {
    pub kernel: Ident,
    pub port: Ident,
}

/// The arguments of a module's attribute.
///
/// # Errors
/// When something else stands there.
pub(crate) fn arguments(module: &ItemMod) -> syn::Result<Vec<Argument>> {
    let attr = module.attrs.iter().find(|attr| is_kernels(attr)).map(|attr| &attr.meta);
    match attr {
        Some(Meta::List(list)) => Ok(syn::parse2::<Arguments>(list.tokens.clone())?.0.into_iter().collect()),
        _ => Ok(Vec::new()),
    }
}

/// The paths of the kernels modules that a module imports, in order. Mistakes in the attribute are left to its translation.
#[must_use]
pub fn imported_paths(module: &ItemMod) -> Vec<Path> {
    let imports = arguments(module).unwrap_or_default().into_iter().filter_map(|argument| match argument {
        Argument::Import(paths) => Some(paths),
        Argument::Link(_) => None,
    });
    imports.flatten().collect()
}

struct Arguments(Punctuated<Argument, Token![,]>);

impl Parse for Arguments {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Self(input.parse_terminated(Argument::parse, Token![,])?))
    }
}

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        const EXPECTED: &str = "expected `link` or `import`";
        let word: Ident = input.parse().map_err(|error| syn::Error::new(error.span(), EXPECTED))?;
        let content;
        if word == "link" {
            parenthesized!(content in input);
            return Ok(Self::Link(content.parse()?));
        }
        if word == "import" {
            parenthesized!(content in input);
            let paths = content.parse_terminated(Path::parse_mod_style, Token![,])?;
            return Ok(Self::Import(paths.into_iter().collect()));
        }
        Err(syn::Error::new(word.span(), EXPECTED))
    }
}

impl Parse for WrittenLink {
    fn parse(content: ParseStream<'_>) -> syn::Result<Self> {
        let producer = content.parse()?;
        content.parse::<Token![->]>()?;
        let consumer = content.parse()?;
        content.parse::<Token![,]>()?;
        word(content, "depth")?;
        content.parse::<Token![=]>()?;
        let depth = content.parse()?;
        content.parse::<Option<Token![,]>>()?;
        if content.is_empty() {
            Ok(Self { producer, consumer, depth })
        } else {
            Err(content.error("expected `)`"))
        }
    }
}

impl Parse for WrittenPort {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let kernel = input.parse()?;
        input.parse::<Token![.]>()?;
        Ok(Self { kernel, port: input.parse()? })
    }
}

/// Takes this word.
fn word(input: ParseStream<'_>, text: &str) -> syn::Result<()> {
    let found: Ident =
        input.parse().map_err(|error| syn::Error::new(error.span(), format!("expected `{text}`")))?;
    if found == text { Ok(()) } else { Err(syn::Error::new(found.span(), format!("expected `{text}`"))) }
}
