//! Persistent variables of kernels, which are `static` in C++.

use std::ptr;

use sycl_hls_ir::{Diagnostic, FuncKind, Span};
use syn::{Attribute, Meta, Pat, Stmt as Syntax};

use super::Resolver;
use crate::attribute::known_directive;
use crate::codes;
use crate::extent::attribute_span;
use crate::hir::{ExprKind, LetStmt, LocalId, Stmt};
use crate::span::{span, span_of};
use crate::ty::Ty;

/// `#[persistent]` as it is written.
#[derive(Clone, Copy)]
struct Written {
    at: Span,
    /// True without options.
    is_bare: bool,
}

impl Written {
    /// The one among the attributes of a `let`.
    fn among(attrs: &[Attribute]) -> Option<Self> {
        let is_it = |attr: &&Attribute| known_directive(attr).is_some_and(|known| known.name == PERSISTENT);
        let attr = attrs.iter().find(is_it)?;
        Some(Self { at: attribute_span(attr), is_bare: matches!(attr.meta, Meta::Path(_)) })
    }
}

/// The name of the attribute.
pub(crate) const PERSISTENT: &str = "persistent";

/// How such a variable is declared.
const EXAMPLE: &str = "declare it as `#[persistent] let mut count: u32 = 0;`";

/// What to do where there can be none.
const IN_MEMORY: &str = "keep the value in memory of the device: in a slice that each run takes";

impl Resolver<'_, '_> {
    /// `#[persistent] let mut x: T = first;`; `None` for every other `let`.
    pub(super) fn persistent(&mut self, local: &syn::Local) -> Option<Stmt> {
        let attribute = Written::among(&local.attrs)?;
        let at = span(local.let_token.span).to(span(local.semi_token.span));
        let declared = match &local.pat {
            Pat::Type(typed) => Some((&*typed.pat, self.front.ty(&typed.ty), span_of(&typed.ty))),
            _ => None,
        };
        let problem = self.persistent_problem(local, attribute, declared.as_ref().map(|it| (&it.1, it.2)));
        let first = match (declared, &local.init, problem) {
            (Some((pat, ty, _)), Some(init), None) => {
                let first = self.front.constant_of_type(&init.expr, ty.clone());
                first.map(|first| (pat, ty, first.leaves))
            }
            (_, _, problem) => {
                problem.into_iter().for_each(|problem| self.front.report(problem));
                None
            }
        };
        let Some((pat, ty, leaves)) = first else {
            self.declare_wrong(&local.pat);
            return Some(Stmt::Expr(self.body.expr(ExprKind::Error, at)));
        };
        let pat = self.pattern(pat);
        if let Some(variable) = self.declared_memory(pat, None) {
            let mut directives = self.front.local_directives(&local.attrs, None);
            directives.persistent = Some(leaves);
            self.body.locals[variable].directives = directives;
        }
        Some(Stmt::Let(LetStmt { pat, ty: Some(ty), init: None, otherwise: None, span: at, node: None }))
    }

    /// Why a variable cannot be persistent. `declared` is its type.
    fn persistent_problem(
        &mut self,
        local: &syn::Local,
        attribute: Written,
        declared: Option<(&Ty, Span)>,
    ) -> Option<Diagnostic> {
        let error = |code, at, message: &str| Diagnostic::error(code, at, message.to_owned());
        if let Some((problem, help)) = self.no_place_for_persistent(local) {
            return Some(error(codes::MISPLACED_DIRECTIVE, attribute.at, problem).help(help));
        }
        if !attribute.is_bare {
            let message = "`#[persistent]` has no options";
            return Some(error(codes::DIRECTIVE_ARGUMENT, attribute.at, message).help(EXAMPLE));
        }
        let Some((ty, type_at)) = declared else {
            let at = span_of(&local.pat);
            return Some(error(codes::ANNOTATE, at, "a persistent variable needs a type").help(EXAMPLE));
        };
        if *ty == Ty::Error {
            return None;
        }
        if ty.holds_ref() || *ty == Ty::Unit || ty.owns_end() {
            let message = format!("a persistent variable cannot be of type `{ty}`");
            return Some(error(codes::TYPE, type_at, &message).help(EXAMPLE));
        }
        if let Some(message) = self.front.too_large("a persistent variable", ty) {
            return Some(error(codes::TYPE, type_at, &message).help(IN_MEMORY));
        }
        let Some(init) = &local.init else {
            let message = "a persistent variable needs a first value";
            return Some(error(codes::UNINITIALIZED, span_of(&local.pat), message).help(EXAMPLE));
        };
        let name = match &local.pat {
            Pat::Type(typed) => match &*typed.pat {
                Pat::Ident(name) => Some(name),
                _ => None,
            },
            _ => None,
        };
        let is_changed = name.is_some_and(|name| name.mutability.is_some() && name.subpat.is_none());
        (!is_changed || init.diverge.is_some()).then(|| {
            let message = "a persistent variable is one that changes";
            error(codes::IMMUTABLE, span_of(&local.pat), message)
                .help("write `let mut` and one name; what never changes is a `const`")
        })
    }

    /// Why no persistent variable can be declared here, and what to do.
    fn no_place_for_persistent(&self, local: &syn::Local) -> Option<(&'static str, &'static str)> {
        let func = &self.front.funcs[self.front.env.func?.0];
        if crate::links::unseen(&func.name) {
            return Some(("`#[persistent]` is not supported in a kernel that is linked", IN_MEMORY));
        }
        if func.kind != FuncKind::Kernel {
            let help = "declare it in the kernel, and pass `&mut` to what uses it";
            return Some(("`#[persistent]` has no effect outside of a kernel", help));
        }
        if func.given.iter().any(|directive| directive.name() == "dataflow") {
            let help = "let the region be statements in braces, behind the variable";
            return Some(("`#[persistent]` is not supported in a dataflow region", help));
        }
        let is_it = |stmt: &Syntax| matches!(stmt, Syntax::Local(own) if ptr::eq(own, local));
        if !func.block.stmts.iter().any(is_it) {
            let help = "declare it among the statements of the kernel itself";
            return Some(("`#[persistent]` has no effect in an inner block", help));
        }
        let of_items =
            |local: &LocalId| matches!(self.body.locals[*local].ty, Some(Ty::Item(_) | Ty::NdItem(_)));
        self.body.params.iter().any(of_items).then_some((
            "`#[persistent]` is not supported in a kernel that runs for each item of a range",
            IN_MEMORY,
        ))
    }
}
