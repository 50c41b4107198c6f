//! Directives: attributes of the kernel language, checked where they stand.
//!
//! Vitis drops most mistaken pragmas with a warning or in silence, so every directive is checked here: it exists,
//! stands where it has an effect, and has the arguments it needs.

use sycl_hls_ir::{ArrayPartition, Code, Diagnostic, LoopDirectives, PartitionKind, Pipeline, Span, Unroll};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Ident, Meta, Token};

use crate::codes;
use crate::front::Front;
use crate::span::{span, span_of};
use crate::ty::Ty;

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Site {
    Loop,
    Let,
    KernelSlice,
    Param,
    Function,
    Const,
    Statement,
}

impl Site {
    const fn name(self) -> &'static str {
        match self {
            Self::Loop => "a loop",
            Self::Let => "a `let`",
            Self::KernelSlice => "a slice argument of a kernel",
            Self::Param => "this parameter",
            Self::Function => "a function",
            Self::Const => "a `const`",
            Self::Statement => "this statement",
        }
    }
}

struct Known {
    name: &'static str,
    site: Site,
    /// Why it has no effect elsewhere.
    reason: &'static str,
}

const KNOWN: [Known; 6] = [
    Known { name: "kernel", site: Site::Function, reason: "a kernel is a function of the kernels module" },
    Known {
        name: "pipeline",
        site: Site::Loop,
        reason: "it says how often iterations of a loop start; elsewhere Vitis pipelines another scope than the one meant",
    },
    Known {
        name: "unroll",
        site: Site::Loop,
        reason: "it replicates the body of a loop; Vitis ignores it outside of one with no more than a warning",
    },
    Known {
        name: "array_partition",
        site: Site::Let,
        reason: "it splits a local array into memories and belongs where the array is declared; \
                 Vitis refuses it on m_axi arguments, whose memory lies outside of the kernel",
    },
    Known {
        name: "m_axi",
        site: Site::KernelSlice,
        reason: "only the slices of a kernel have an AXI master port; Vitis allows INTERFACE on a kernel's own arguments only",
    },
    Known {
        name: "len",
        site: Site::KernelSlice,
        reason: "it replaces the hidden length argument that only the slices of a kernel have",
    },
];

/// Attributes of Rust that change nothing about a kernel.
const INERT: [&str; 12] = [
    "doc",
    "allow",
    "warn",
    "deny",
    "expect",
    "inline",
    "must_use",
    "cold",
    "rustfmt",
    "clippy",
    "deprecated",
    "track_caller",
];

/// One directive with its arguments, as written.
pub(crate) struct Directive<'a> {
    pub name: &'static str,
    pub attr: &'a Attribute,
    pub span: Span,
}

/// `name = value`
struct Argument {
    name: Ident,
    value: Expr,
}

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok(Self { name, value: input.parse()? })
    }
}

/// Is this attribute ours, so that the host code must not carry it?
pub(crate) fn is_directive(attr: &Attribute) -> bool {
    KNOWN.iter().any(|known| attr.path().is_ident(known.name))
}

impl Front<'_> {
    /// The directives among `attrs` that may stand at `site`; complains about all others.
    pub fn directives<'d>(&mut self, attrs: &'d [Attribute], site: Site) -> Vec<Directive<'d>> {
        let mut found: Vec<Directive<'d>> = Vec::new();
        for attr in attrs {
            let attr_span = span_of(attr);
            let Some(known) = KNOWN.iter().find(|known| attr.path().is_ident(known.name)) else {
                self.foreign_attribute(attr, attr_span);
                continue;
            };
            if known.site != site {
                self.report(misplaced(known, site, attr_span));
            } else if let Some(first) = found.iter().find(|directive| directive.name == known.name) {
                let message = format!("`#[{}]` is given twice", known.name);
                let note =
                    "Vitis reports an option that is repeated with a warning and drops the whole pragma";
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
        let message = format!("there is no directive `{name}`");
        let likeness = |known: &&Known| strsim::jaro_winkler(&name, known.name);
        let nearest = KNOWN.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        let mut error = Diagnostic::error(codes::UNKNOWN_DIRECTIVE, attr_span, message)
            .note("Vitis ignores a pragma that it does not know without any message");
        if let Some(known) = nearest.filter(|known| likeness(known) > 0.7) {
            error = error.help(format!("there is `#[{}]`", known.name));
        } else {
            let names: Vec<String> = KNOWN.iter().map(|known| format!("`{}`", known.name)).collect();
            error = error.help(format!("the directives are {}", names.join(", ")));
        }
        self.report(error);
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

    /// The one argument that a directive may have, a number of at least 1.
    fn optional_count(&mut self, directive: &Directive<'_>, name: &str) -> Option<u32> {
        let arguments = self.arguments(directive, &[name], &format!("#[{}({name} = 2)]", directive.name))?;
        let value = &arguments.first()?.value;
        self.count(value, name, 1)
    }

    /// `array_partition` as written, with its place.
    pub fn array_partition(&mut self, directive: &Directive<'_>) -> Option<(ArrayPartition, Span)> {
        let example = "#[array_partition(kind = cyclic, factor = 4, dim = 1)]";
        let arguments = self.arguments(directive, &["kind", "factor", "dim"], example)?;
        let named = |name: &str| arguments.iter().find(|argument| argument.name == name);
        let Some(kind) = named("kind") else {
            let message = "`#[array_partition]` lacks its kind";
            let error = Diagnostic::error(codes::DIRECTIVE_ARGUMENT, directive.span, message);
            self.report(error.help(format!("write `{example}`; kinds are block, cyclic and complete")));
            return None;
        };
        let kind = self.partition_kind(&kind.value)?;
        let factor = match named("factor") {
            Some(argument) => Some(self.count(&argument.value, "factor", 1)?),
            None => None,
        };
        let dim = match named("dim") {
            Some(argument) => self.count(&argument.value, "dim", 0)?,
            None => 1,
        };
        Some((ArrayPartition { kind, factor, dim }, directive.span))
    }

    fn partition_kind(&mut self, value: &Expr) -> Option<PartitionKind> {
        let word = match value {
            Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        let kind = PartitionKind::ALL.into_iter().find(|kind| Some(kind.name()) == word.as_deref());
        if kind.is_none() {
            let error = Diagnostic::error(
                codes::DIRECTIVE_ARGUMENT,
                span_of(value),
                "there is no such kind of partition",
            );
            self.report(error.help("kinds are `block`, `cyclic` and `complete`"));
        }
        kind
    }

    /// Can an array of the type `ty` be partitioned so?
    pub fn check_partition(&mut self, partition: ArrayPartition, ty: &Ty, at: Span) -> bool {
        let Some(dims) = ty.to_ir().map(|ty| ty.dims()) else { return false };
        if dims.is_empty() {
            let error = Diagnostic::error(
                codes::PARTITION,
                at,
                format!("`array_partition` on a {ty}, which is no array"),
            );
            self.report(error.help("remove the directive: a scalar is a register anyway"));
            return false;
        }
        let kind = partition.kind.name();
        let complaint = match (partition.kind, partition.factor) {
            (PartitionKind::Complete, Some(_)) => Some((
                "a `complete` partition has no factor".to_owned(),
                "every element becomes a register; Vitis ignores the factor",
            )),
            (PartitionKind::Block | PartitionKind::Cyclic, None) => Some((
                format!("a `{kind}` partition needs a factor"),
                "Vitis ignores the whole pragma without one",
            )),
            _ => None,
        };
        if let Some((message, note)) = complaint {
            self.report(Diagnostic::error(codes::PARTITION, at, message).note(note));
            return false;
        }
        if partition.dim as usize > dims.len() {
            let message = format!("the array has {} dimension(s), not {}", dims.len(), partition.dim);
            let help = "dimensions count from 1, the outermost first; 0 means all";
            self.report(Diagnostic::error(codes::PARTITION, at, message).help(help));
            return false;
        }
        let chosen = match partition.dim {
            0 => dims.as_slice(),
            dim => &dims[dim as usize - 1..dim as usize],
        };
        let too_small =
            chosen.iter().find(|len| partition.factor.is_some_and(|factor| u64::from(factor) > **len));
        if let (Some(len), Some(factor)) = (too_small, partition.factor) {
            let message = format!("a dimension of {len} element(s) cannot be split into {factor} memories");
            self.report(
                Diagnostic::error(codes::PARTITION, at, message)
                    .help(format!("use a factor of at most {len}")),
            );
            return false;
        }
        true
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

    /// The arguments of a directive, each known and given once. `None` after a complaint.
    fn arguments(
        &mut self,
        directive: &Directive<'_>,
        allowed: &[&str],
        example: &str,
    ) -> Option<Vec<Argument>> {
        let parsed = match &directive.attr.meta {
            Meta::Path(_) => return Some(Vec::new()),
            Meta::List(list) => list.parse_args_with(Punctuated::<Argument, Token![,]>::parse_terminated),
            Meta::NameValue(_) => Err(syn::Error::new_spanned(directive.attr, "expected parentheses")),
        };
        let error = |at, message: String| {
            Diagnostic::error(codes::DIRECTIVE_ARGUMENT, at, message).help(format!("write `{example}`"))
        };
        let arguments: Vec<Argument> = match parsed {
            Ok(arguments) => arguments.into_iter().collect(),
            Err(_) => {
                let message =
                    format!("the arguments of `#[{}]` are not of the form `name = value`", directive.name);
                self.report(error(directive.span, message));
                return None;
            }
        };
        for (index, argument) in arguments.iter().enumerate() {
            let name = argument.name.to_string();
            let at = span(argument.name.span());
            if !allowed.contains(&name.as_str()) {
                self.report(error(at, format!("`#[{}]` has no argument `{name}`", directive.name)));
                return None;
            }
            if arguments[..index].iter().any(|earlier| earlier.name == argument.name) {
                self.report(error(at, format!("the argument `{name}` is given twice")));
                return None;
            }
        }
        Some(arguments)
    }

    /// A number that a directive needs: a constant of at least `min`.
    fn count(&mut self, value: &Expr, name: &str, min: u32) -> Option<u32> {
        let number = self.constant_count(value)?;
        let count = u32::try_from(number).ok().filter(|count| *count >= min);
        if count.is_none() {
            let message = format!("`{name}` is {number}, which is not a number from {min} to {}", u32::MAX);
            self.report(Diagnostic::error(codes::DIRECTIVE_ARGUMENT, span_of(value), message));
        }
        count
    }
}

fn misplaced(known: &Known, site: Site, at: Span) -> Diagnostic {
    let code: Code = codes::MISPLACED_DIRECTIVE;
    Diagnostic::error(code, at, format!("`#[{}]` has no effect on {}", known.name, site.name()))
        .note(known.reason)
        .help(format!("it belongs on {}", known.site.name()))
}

/// Letters, digits and underscores, not beginning with a digit.
pub(crate) fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
