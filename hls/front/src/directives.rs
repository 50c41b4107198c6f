//! Directives: attributes of the kernel language, checked where they stand.
//!
//! Vitis drops most mistaken pragmas with a warning or in silence, so every directive is checked here: it exists,
//! stands where it has an effect, and has the arguments it needs.

use quote::ToTokens as _;
use sycl_hls_ir::{ArrayPartition, Code, Diagnostic, LoopDirectives, PartitionKind, Pipeline, Span, Unroll};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Ident, ItemMod, Meta, Token};

use crate::codes;
use crate::find::is_kernels;
use crate::front::Front;
use crate::lacking::{nearest, not_yet};
use crate::span::{span, span_of};
use crate::ty::Ty;
use crate::types::path_text;

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Site {
    Loop,
    Let,
    KernelSlice,
    Param,
    Function,
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
            Self::Const => "a `const`",
            Self::Expression => "this expression",
            Self::Block => "a block",
            Self::If => "an `if`",
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
        reason: "it says how often iterations of a loop start; Vitis takes it for the scope around it, and unrolls all \
                 loops in that (UG1399)",
    },
    Known {
        name: "unroll",
        site: Site::Loop,
        reason: "it replicates the body of a loop; outside of a loop Vitis drops it with no more than a warning",
    },
    Known {
        name: "array_partition",
        site: Site::Let,
        reason: "it splits a local array into memories and belongs where the array is declared; \
                 the memory behind an m_axi argument lies outside of the kernel (UG1399)",
    },
    Known {
        name: "m_axi",
        site: Site::KernelSlice,
        reason: "only the slices of a kernel have an AXI master port; Vitis has INTERFACE for the arguments of the top \
                 function only (UG1399)",
    },
    Known {
        name: "len",
        site: Site::KernelSlice,
        reason: "it replaces the hidden length argument that only the slices of a kernel have",
    },
];

/// Pragmas of Vitis that have no directive yet.
const VITIS: [&str; 24] = [
    "aggregate",
    "alias",
    "allocation",
    "array_reshape",
    "bind_op",
    "bind_storage",
    "cache",
    "dataflow",
    "dependence",
    "disaggregate",
    "expression_balance",
    "function_instantiate",
    "interface",
    "latency",
    "loop_flatten",
    "loop_merge",
    "loop_tripcount",
    "occurrence",
    "performance",
    "protocol",
    "reset",
    "resource",
    "stable",
    "stream",
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
    is_kernels(attr) || KNOWN.iter().any(|known| attr.path().is_ident(known.name))
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

    /// Complains about arguments of a directive that has none.
    pub fn no_arguments(&mut self, directive: &Directive<'_>) {
        if !matches!(directive.attr.meta, Meta::Path(_)) {
            let message = format!("`#[{}]` takes no arguments", directive.name);
            let error = Diagnostic::error(codes::DIRECTIVE_ARGUMENT, directive.span, message);
            self.report(error.help(format!("write `#[{}]`", directive.name)));
        }
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
            self.report(error.help(format!("write `{example}`; the kinds are block, cyclic and complete")));
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
            let message = "there is no such kind of partition";
            let error = Diagnostic::error(codes::DIRECTIVE_ARGUMENT, span_of(value), message).note(
                "Vitis drops a pragma with an option that it does not know, with no more than a warning",
            );
            self.report(error.help("the kinds are block, cyclic and complete, without quotes"));
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
                format!("`#[array_partition]` has no effect on a variable of type `{ty}`"),
            );
            self.report(error.help("remove it: a scalar is a register anyway"));
            return false;
        }
        let kind = partition.kind.name();
        let complaint = match (partition.kind, partition.factor) {
            (PartitionKind::Complete, Some(_)) => Some((
                "a `complete` partition has no factor".to_owned(),
                "every element becomes a register of its own, and Vitis ignores the factor",
                "leave the factor away, or split into this many memories with `cyclic` or `block`",
            )),
            (PartitionKind::Block | PartitionKind::Cyclic, None) => Some((
                format!("a `{kind}` partition needs a factor"),
                "it is the number of memories, and Vitis drops the pragma without one",
                "add the number of elements that are needed in one cycle: `factor = 4`",
            )),
            _ => None,
        };
        if let Some((message, note, help)) = complaint {
            self.report(Diagnostic::error(codes::PARTITION, at, message).note(note).help(help));
            return false;
        }
        if partition.dim as usize > dims.len() {
            let message = format!("a `{ty}` has no dimension {}", partition.dim);
            let help = "dimensions count from 1, the outermost first, and 0 means all of them";
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
            Diagnostic::error(codes::DIRECTIVE_ARGUMENT, at, message)
                .note(
                    "Vitis drops a pragma with an option that it does not know, with no more than a warning",
                )
                .help(format!("write `{example}`"))
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
        let at = span_of(value);
        let literal = match value {
            Expr::Lit(literal) => matches!(literal.lit, syn::Lit::Int(_)),
            Expr::Unary(_) => false,
            _ => true,
        };
        if !literal {
            self.report(no_count(at, &value.to_token_stream().to_string().replace(' ', ""), name, min));
            return None;
        }
        let number = self.constant_count(value)?;
        let count = u32::try_from(number).ok().filter(|count| *count >= min);
        if count.is_none() {
            self.report(no_count(at, &number.to_string(), name, min));
        }
        count
    }
}

fn no_count(at: Span, found: &str, name: &str, min: u32) -> Diagnostic {
    let message = format!("`{name}` cannot be {found}");
    Diagnostic::error(codes::DIRECTIVE_ARGUMENT, at, message)
        .help(format!("`{name}` is a whole number from {min} to {}, or a constant of the module", u32::MAX))
}

fn unknown_directive(name: &str, at: Span) -> Diagnostic {
    let plain = name.rsplit("::").next().unwrap_or(name);
    if VITIS.contains(&plain.to_lowercase().as_str()) {
        let names: Vec<String> = KNOWN.iter().map(|known| format!("`{}`", known.name)).collect();
        return not_yet(codes::UNKNOWN_DIRECTIVE, at, &format!("Vitis' directive `{name}`"))
            .help(format!("the directives so far are {}", names.join(", ")));
    }
    let message = format!("there is no directive `{name}`");
    let error = Diagnostic::error(codes::UNKNOWN_DIRECTIVE, at, message)
        .note("Vitis drops a pragma that it does not know without any message");
    let names: Vec<String> = KNOWN.iter().map(|known| known.name.to_owned()).collect();
    error.help(match nearest(plain, names.iter()) {
        Some(known) => format!("there is `#[{known}]`"),
        None => {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            format!("the directives are {}", names.join(", "))
        }
    })
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
