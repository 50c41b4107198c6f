//! Kernels modules that are imported by others, and those that import.
//!
//! A macro sees the tokens that it stands on. So a module that others can see exports its tokens, in a macro `kernels_to_import::module`
//! that hands them to [`with_kernels`], with what it was given itself: a [`Gathered`] of the module that imports. When that has all that
//! is needed, its contents are expanded.

use proc_macro2::{Delimiter, Group, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use sycl_hls_front::{Edge, Imported, Imports, Package, imported_paths, marked_module};
use syn::parse::{Parse, ParseStream};
use syn::{Ident, ItemMod, LitInt, LitStr, Path, Visibility, bracketed};

use crate::errors::Tokens;
use crate::expand::{attributes, expand};

/// The name of the module by which others import a kernels module. rustc names it where a path leads to something else.
const EXPORTS: &str = "kernels_to_import";

/// A module's tokens: the arguments of its attribute, and the module.
#[derive(Clone)]
struct Text {
    arguments: TokenStream,
    item: TokenStream,
}

/// A module that was handed over.
struct Handed {
    package: Package,
    text: Text,
}

/// A path that is still to be followed.
struct Pending {
    /// Whose import it is: 0 for the module that imports, or the number of a module from 1.
    importer: usize,
    /// Where the macro is that hands over the module.
    exports: TokenStream,
}

/// What a module has gathered of those that it imports.
struct Gathered {
    own: Text,
    pending: Vec<Pending>,
    modules: Vec<Handed>,
    /// What the paths lead to that were followed, in order: importer, and the module's number from 1, or 0 for the own one.
    edges: Vec<(usize, usize)>,
}

/// What is in a module for those that import it; nothing where nobody sees it.
pub(crate) fn exports(module: &ItemMod, arguments: &TokenStream, item: &TokenStream) -> TokenStream {
    if matches!(module.vis, Visibility::Inherited) || module.content.is_none() {
        return TokenStream::new();
    }
    let exports = format_ident!("{EXPORTS}");
    let name = macro_name(module);
    let (package, version) = own_package();
    // Paths are one module further in than they were written for.
    let imports = imported_paths(module).into_iter().enumerate().map(|(index, path)| {
        let outwards = path.segments.first().is_some_and(|first| first.ident == "super");
        let outwards = outwards.then(|| quote!(super::));
        let name = format_ident!("import_{index}");
        quote!(pub use #outwards #path::#exports as #name;)
    });
    quote! {
        #[doc(hidden)]
        #[macro_export]
        #[allow(clippy::crate_in_macro_def)]
        macro_rules! #name {
            ({ $($gathered:tt)* }) => {
                ::sycl_hls::__private::with_kernels! {
                    { $($gathered)* } { #package #version [#arguments] [#item] }
                }
            };
        }
        #[doc(hidden)]
        #[allow(unused_imports)]
        pub mod #exports {
            pub use #name as module;
            #(#imports)*
        }
    }
}

/// A name for an exported macro: those of a crate lie in one scope.
fn macro_name(module: &ItemMod) -> Ident {
    let at = module.ident.span();
    let place = at.start();
    let file: String = at.file().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    format_ident!("__sycl_hls_{}_{file}_{}_{}", module.ident, place.line, place.column)
}

fn own_package() -> (String, String) {
    let variable = |name| std::env::var(name).unwrap_or_default();
    (variable("CARGO_PKG_NAME"), variable("CARGO_PKG_VERSION"))
}

/// A module that imports others, as far as it is known by its own tokens: the rest is expanded when the others have been handed over.
pub(crate) fn gather(module: &ItemMod, arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut gathered = Gathered {
        own: Text { arguments: arguments.clone(), item: item.clone() },
        pending: Vec::new(),
        modules: Vec::new(),
        edges: Vec::new(),
    };
    let exports_of = format_ident!("{EXPORTS}");
    let paths = imported_paths(module).into_iter().map(|path| quote!(#path::#exports_of));
    gathered.pending.extend(paths.map(|exports| Pending { importer: 0, exports }));
    let exports = exports(module, &arguments, &item);
    let (attributes, vis, ident) = (attributes(module), &module.vis, &module.ident);
    let next = gathered.next();
    // What stands in for contents with errors asks for the editor.
    quote! {
        #attributes
        #[allow(unexpected_cfgs)]
        #vis mod #ident {
            #exports
            #next
        }
    }
}

/// Goes on where a module has been handed over.
pub(crate) fn with_kernels(input: TokenStream) -> syn::Result<TokenStream> {
    let Continued { mut gathered, handed } = syn::parse2(input)?;
    if !gathered.pending.is_empty() {
        let followed = gathered.pending.remove(0);
        let target = gathered.add(handed, &followed.exports);
        gathered.edges.push((followed.importer, target));
    }
    if gathered.pending.is_empty() { gathered.expand() } else { Ok(gathered.next()) }
}

impl Gathered {
    /// The call of the next macro.
    fn next(&self) -> TokenStream {
        let Some(Pending { exports, .. }) = self.pending.first() else { return TokenStream::new() };
        let own = &self.own;
        let pending = self.pending.iter().map(|Pending { importer, exports }| quote!([#importer #exports]));
        let modules = &self.modules;
        let edges = self.edges.iter().map(|(importer, target)| quote!([#importer #target]));
        quote!(#exports::module! { { #own [#(#pending)*] [#(#modules)*] [#(#edges)*] } })
    }

    /// Adds a module that was handed over through these exports, unless it is there. Gives its number.
    fn add(&mut self, handed: Handed, exports: &TokenStream) -> usize {
        if handed.text.is(&self.own) {
            return 0;
        }
        if let Some(index) = self.modules.iter().position(|known| known.text.is(&handed.text)) {
            return index + 1;
        }
        self.modules.push(handed);
        let number = self.modules.len();
        let imports = self.modules.last().and_then(|handed| handed.text.module().ok());
        for (index, _) in imports.iter().flat_map(imported_paths).enumerate() {
            let name = format_ident!("import_{index}");
            self.pending.push(Pending { importer: number, exports: quote!(#exports::#name) });
        }
        number
    }

    /// The contents of the module, which has all that it imports.
    fn expand(self) -> syn::Result<TokenStream> {
        let file = self.own.file();
        let mut tokens = Tokens::of(0, [self.own.arguments.clone(), self.own.item.clone()]);
        let module = match marked_module(&self.own.arguments, self.own.item) {
            Ok(module) => module,
            Err(error) => return Ok(tokens.error(&error, &Default::default())),
        };
        let direct = |importer: usize| {
            let of = self.edges.iter().filter(move |(of, _)| *of == importer);
            of.map(|(_, target)| Some(target.checked_sub(1).map_or(Edge::Itself, Edge::Module))).collect()
        };
        let (name, version) = own_package();
        let mut imports = Imports {
            direct: direct(0),
            package: Package { name, version },
            file: file.clone(),
            ..Imports::default()
        };
        // Places count a file once, by its first module.
        let files: Vec<String> = self.modules.iter().map(|handed| handed.text.file()).collect();
        let number_of = |name: &String| match *name == file {
            true => 0,
            false => files.iter().position(|other| other == name).map_or(0, |index| index + 1),
        };
        for (handed, number) in self.modules.into_iter().zip(1..) {
            let file = handed.text.file();
            tokens.add(number_of(&file), handed.text.item.clone());
            let module = handed.text.module()?;
            imports.modules.push(Imported { module, file, package: handed.package, direct: direct(number) });
        }
        Ok(expand(module, &tokens, file, imports).contents())
    }
}

impl Text {
    fn module(&self) -> syn::Result<ItemMod> {
        // Where it stands it was complained about.
        marked_module(&self.arguments, self.item.clone())
            .map_err(|error| syn::Error::new(Span::call_site(), error.message))
    }

    /// The token `mod`.
    fn place(&self) -> Option<Span> {
        self.item.clone().into_iter().find_map(|token| match token {
            TokenTree::Ident(ident) if ident == "mod" => Some(ident.span()),
            _ => None,
        })
    }

    fn file(&self) -> String {
        self.place().map(|at| at.file()).unwrap_or_default()
    }

    /// True if it is the same module. Editors give all tokens one place.
    fn is(&self, other: &Self) -> bool {
        let place = |it: &Self| it.place().map(|at| (at.file(), at.start().line, at.start().column));
        place(self) == place(other) && same(self.item.clone(), other.item.clone())
    }
}

/// True if both are the same tokens. Macros lose what is between them, and write documentation as other literals.
fn same(one: TokenStream, other: TokenStream) -> bool {
    let (mut one, mut other) = (one.into_iter(), other.into_iter());
    loop {
        let equal = match (one.next(), other.next()) {
            (None, None) => return true,
            (Some(TokenTree::Group(one)), Some(TokenTree::Group(other))) => {
                one.delimiter() == other.delimiter() && same(one.stream(), other.stream())
            }
            (Some(TokenTree::Literal(_)), Some(TokenTree::Literal(_))) => true,
            (Some(one), Some(other)) => one.to_string() == other.to_string(),
            _ => false,
        };
        if !equal {
            return false;
        }
    }
}

impl ToTokens for Text {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        for part in [&self.arguments, &self.item] {
            tokens.extend([TokenTree::Group(Group::new(Delimiter::Bracket, part.clone()))]);
        }
    }
}

impl ToTokens for Handed {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { package: Package { name, version }, text } = self;
        let (name, version) = (Literal::string(name), Literal::string(version));
        tokens.extend(quote!([#name #version #text]));
    }
}

struct Continued {
    gathered: Gathered,
    handed: Handed,
}

impl Parse for Continued {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (gathered, handed);
        syn::braced!(gathered in input);
        syn::braced!(handed in input);
        Ok(Self { gathered: gathered.parse()?, handed: handed.parse()? })
    }
}

impl Parse for Gathered {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let own = input.parse()?;
        let (mut pending, mut modules, mut edges) = (Vec::new(), Vec::new(), Vec::new());
        each(input, |entry| {
            let importer = number(entry)?;
            let exports: Path = entry.parse()?;
            pending.push(Pending { importer, exports: exports.into_token_stream() });
            Ok(())
        })?;
        each(input, |entry| {
            modules.push(entry.parse()?);
            Ok(())
        })?;
        each(input, |entry| {
            edges.push((number(entry)?, number(entry)?));
            Ok(())
        })?;
        Ok(Self { own, pending, modules, edges })
    }
}

/// A list in brackets of entries in brackets.
fn each(
    input: ParseStream<'_>,
    mut entry: impl FnMut(ParseStream<'_>) -> syn::Result<()>,
) -> syn::Result<()> {
    let list;
    bracketed!(list in input);
    while !list.is_empty() {
        let one;
        bracketed!(one in list);
        entry(&one)?;
    }
    Ok(())
}

fn number(input: ParseStream<'_>) -> syn::Result<usize> {
    input.parse::<LitInt>()?.base10_parse()
}

impl Parse for Text {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (arguments, item);
        bracketed!(arguments in input);
        bracketed!(item in input);
        Ok(Self { arguments: arguments.parse()?, item: item.parse()? })
    }
}

impl Parse for Handed {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (name, version): (LitStr, LitStr) = (input.parse()?, input.parse()?);
        let package = Package { name: name.value(), version: version.value() };
        Ok(Self { package, text: input.parse()? })
    }
}
