//! Links as they are written: `link(producer.out -> consumer.input, depth = 64)`.

use proc_macro2::Ident;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{LitInt, Token, parenthesized};

/// The arguments of `#[kernels(..)]`.
pub(super) struct Written(pub Punctuated<WrittenLink, Token![,]>);

/// One link.
pub(super) struct WrittenLink {
    pub producer: WrittenPort,
    pub consumer: WrittenPort,
    pub depth: LitInt,
}

/// `kernel.port`
pub(super) struct WrittenPort {
    pub kernel: Ident,
    pub port: Ident,
}

impl Parse for Written {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Self(input.parse_terminated(WrittenLink::parse, Token![,])?))
    }
}

impl Parse for WrittenLink {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        word(input, "link")?;
        let content;
        parenthesized!(content in input);
        let producer = content.parse()?;
        content.parse::<Token![->]>()?;
        let consumer = content.parse()?;
        content.parse::<Token![,]>()?;
        word(&content, "depth")?;
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
