//! Directives: attributes of the kernel language, checked where they stand.
//!
//! Vitis drops most mistaken pragmas with a warning or in silence, so every directive is checked here: it exists,
//! stands where it has an effect, and has the arguments it needs.

mod arguments;
mod known;
mod partition;

use sycl_hls_ir::{Diagnostic, LoopDirectives, Pipeline, Span, Unroll};
use syn::{Attribute, Expr, ItemMod, Meta};

use crate::codes;
use crate::find::is_kernels;
use crate::front::Front;
use crate::names::path_text;
use crate::span::span_of;
use known::{INERT, KNOWN, OF_TYPES, misplaced, unknown_directive};

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Site {
    Loop,
    Let,
    KernelSlice,
    Param,
    Function,
    /// A struct, an enum, or a part of one.
    Type,
    Const,
    Expression,
    Block,
    If,
}

impl Site {
    const fn name(self) -> &'static str {
        match self {
            Self::Loop => "a loop",
            Self::Let => "a `let`",
            Self::KernelSlice => "a slice argument of a kernel",
            Self::Param => "this parameter",
            Self::Function => "a function",
            Self::Type => "a type",
            Self::Const => "a `const`",
            Self::Expression => "this expression",
            Self::Block => "a block",
            Self::If => "an `if`",
        }
    }
}

/// One directive with its arguments, as written.
pub(crate) struct Directive<'a> {
    pub name: &'static str,
    pub attr: &'a Attribute,
    pub span: Span,
}

/// Is this attribute ours, so that the host code must not carry it?
pub(crate) fn is_directive(attr: &Attribute) -> bool {
    is_kernels(attr) || KNOWN.iter().any(|known| attr.path().is_ident(known.name))
}

impl Front<'_> {
    /// The directives among `attrs` that may stand at `site`; complains about all others.
    pub fn directives<'d>(&mut self, attrs: &'d [Attribute], site: Site) -> Vec<Directive<'d>> {
        let mut found: Vec<Directive<'d>> = Vec::new();
        for attr in attrs {
            let attr_span = span_of(attr);
            let Some(known) = KNOWN.iter().find(|known| attr.path().is_ident(known.name)) else {
                if site != Site::Type || !OF_TYPES.iter().any(|name| attr.path().is_ident(name)) {
                    self.foreign_attribute(attr, attr_span);
                }
                continue;
            };
            if known.site != site {
                self.report(misplaced(known, site, attr_span));
            } else if let Some(first) = found.iter().find(|directive| directive.name == known.name) {
                let message = format!("`#[{}]` is given twice", known.name);
                let note = "one of the two would have no effect";
                let error = Diagnostic::error(codes::DUPLICATE_DIRECTIVE, attr_span, message);
                let error =
                    error.related(first.span, "first given here").note(note).help("remove one of them");
                self.report(error);
            } else {
                found.push(Directive { name: known.name, attr, span: attr_span });
            }
        }
        found
    }

    fn foreign_attribute(&mut self, attr: &Attribute, attr_span: Span) {
        let Some(first) = attr.path().segments.first() else { return };
        let name = first.ident.to_string();
        if INERT.contains(&name.as_str()) {
            return;
        }
        if name == "cfg" || name == "cfg_attr" {
            let message = format!("`#[{name}]` is not allowed in a kernels module");
            let note = "`sycl-hls build` does not know the features of the host program, and would build other kernels";
            let help = "put the attribute on the whole module, or use a `const` and an `if`";
            self.report(Diagnostic::error(codes::CFG, attr_span, message).note(note).help(help));
            return;
        }
        self.report(unknown_directive(&path_text(attr.path()), attr_span));
    }

    /// `pipeline` and `unroll` of a loop.
    pub fn loop_directives(&mut self, directives: &[Directive<'_>]) -> LoopDirectives {
        let mut result = LoopDirectives::default();
        for directive in directives {
            match directive.name {
                "pipeline" => {
                    let ii = self.optional_count(directive, "ii");
                    result.pipeline = Some(Pipeline { ii });
                }
                "unroll" => {
                    let factor = self.optional_count(directive, "factor");
                    result.unroll = Some(Unroll { factor });
                }
                _ => {}
            }
        }
        result
    }

    /// Complains about arguments of `#[sycl_hls::kernels]`.
    pub fn kernels_attribute(&mut self, module: &ItemMod) {
        let Some(Meta::List(list)) = module.attrs.iter().find(|attr| is_kernels(attr)).map(|attr| &attr.meta)
        else {
            return;
        };
        if !list.tokens.is_empty() {
            let message = "`#[sycl_hls::kernels]` takes no arguments";
            let error = Diagnostic::error(codes::DIRECTIVE_ARGUMENT, span_of(&list.tokens), message);
            self.report(error.help("boards are chosen when the kernels are built: `sycl-hls build --board`"));
        }
    }

    /// The bundle that `#[m_axi(bundle = "..")]` names.
    pub fn bundle(&mut self, directive: &Directive<'_>) -> Option<String> {
        let example = "#[m_axi(bundle = \"gmem0\")]";
        let arguments = self.arguments(directive, &["bundle"], example)?;
        let Some(argument) = arguments.first() else {
            let error =
                Diagnostic::error(codes::DIRECTIVE_ARGUMENT, directive.span, "`#[m_axi]` lacks its bundle");
            self.report(error.help(format!("write `{example}`")));
            return None;
        };
        let name = match &argument.value {
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        };
        let name = name.filter(|name| is_identifier(name));
        if name.is_none() {
            let error = Diagnostic::error(
                codes::BUNDLE,
                span_of(&argument.value),
                "a bundle's name is an identifier in quotes",
            );
            let note = "it becomes the name of a port, `m_axi_<bundle>`, in C++ and in Verilog";
            self.report(error.note(note).help(format!("write `{example}`")));
        }
        name
    }
}

/// Letters, digits and underscores, not beginning with a digit.
pub(crate) fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
