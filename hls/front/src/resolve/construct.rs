//! Values of structs and enums.

use sycl_hls_ir::{Diagnostic, Span};

use super::Resolver;
use super::syntax::quoted;
use crate::codes;
use crate::front::Style;
use crate::hir::{ExprId, ExprKind};
use crate::ids::AdtId;
use crate::lacking::nearest;
use crate::names::{counted, path_text, plain_name};
use crate::span::span_of;
use crate::ty::{AdtRef, Ty};
use crate::written::field_names;

impl Resolver<'_, '_> {
    /// `Point { x, y: 1 }`
    pub(super) fn struct_expr(&mut self, expr: &syn::ExprStruct, at: Span) -> ExprKind {
        let Some((adt, variant)) = self.variant_path(&expr.path) else {
            for field in &expr.fields {
                self.expr(&field.expr);
            }
            return self.unknown_struct(&expr.path);
        };
        let mut fields: Vec<(usize, ExprId)> = Vec::new();
        for field in &expr.fields {
            let name = match &field.member {
                syn::Member::Named(ident) => plain_name(ident),
                syn::Member::Unnamed(index) => index.index.to_string(),
            };
            let member_at = span_of(&field.member);
            let Some(position) = self.field_named(adt.id, variant, &name, member_at) else {
                self.expr(&field.expr);
                continue;
            };
            let def = self.front.adt(&adt);
            let ty = def.as_deref().and_then(|def| Some(&def.variant(variant)?.fields.get(position)?.ty));
            let value = self.wanted(&field.expr, ty);
            if fields.iter().any(|(known, _)| *known == position) {
                let message = format!("the field `{name}` is given twice");
                self.front.report(
                    Diagnostic::error(codes::DUPLICATE, member_at, message).help("remove one of them"),
                );
            }
            fields.push((position, value));
        }
        let whole = Ty::Adt(adt.clone());
        let base = expr.rest.as_ref().map(|rest| self.wanted(rest, Some(&whole)));
        if base.is_none() {
            self.all_given(adt.id, variant, &fields, at);
        }
        ExprKind::Construct { adt, variant, fields, base }
    }

    /// Reports fields without a value.
    fn all_given(&mut self, adt: AdtId, variant: Option<usize>, fields: &[(usize, ExprId)], at: Span) {
        let syn = self.front.adts[adt.0].syn;
        let Some(known) = syn.fields(variant).map(field_names) else { return };
        let missing = known.iter().enumerate();
        let missing = missing.filter(|(index, _)| fields.iter().all(|(known, _)| known != index));
        let names: Vec<String> = missing.map(|(_, name)| format!("`{name}`")).collect();
        if !names.is_empty() {
            let plural = if names.len() == 1 { "" } else { "s" };
            let message = format!("`{}` lacks the field{plural} {}", syn.name(variant), names.join(", "));
            self.front.report(Diagnostic::error(codes::FIELD, at, message).help("give every field a value"));
        }
    }

    /// Reports a name that is no struct.
    fn unknown_struct(&mut self, path: &syn::Path) -> ExprKind {
        if self.is_wrong_type(path) {
            return ExprKind::Error;
        }
        let text = path_text(path);
        let names: Vec<String> = self.front.adts.iter().map(|adt| adt.name.clone()).collect();
        let message = format!("there is no struct {} in the kernels module", quoted(path));
        let error = Diagnostic::error(codes::NAME, span_of(path), message);
        self.error(error.help(match nearest(&text, names.iter()) {
            Some(other) => format!("there is `{other}`"),
            None => "define it in the module: types from outside cannot become hardware".to_owned(),
        }))
    }

    /// `Pair(a, b)`, `Shape::Circle(r)`
    pub(super) fn construct_call(
        &mut self,
        adt: AdtRef,
        variant: Option<usize>,
        call: &syn::ExprCall,
        at: Span,
    ) -> ExprKind {
        let args: Vec<ExprId> = call.args.iter().map(|arg| self.expr(arg)).collect();
        let expected = self.field_count(adt.id, variant);
        let path = match &*call.func {
            syn::Expr::Path(path) => path_text(&path.path),
            _ => self.front.adts[adt.id.0].name.clone(),
        };
        let (message, help) = match self.style(adt.id, variant) {
            Style::Named => {
                (format!("the fields of `{path}` have names"), format!("write `{path} {{ name: .., }}`"))
            }
            Style::Unit => {
                (format!("`{path}` has no fields"), format!("write `{path}`, without parentheses"))
            }
            Style::Tuple if args.len() != expected => {
                let error = Diagnostic::error(
                    codes::ARGUMENT_COUNT,
                    at,
                    format!("`{path}` has {}, not {}", counted(expected, "field"), args.len()),
                );
                let defined = self.front.adts[adt.id.0].span;
                let error = error.related(defined, "defined here");
                return self.error(error.help("give each field a value"));
            }
            Style::Tuple => {
                let fields = args.into_iter().enumerate().collect();
                return ExprKind::Construct { adt, variant, fields, base: None };
            }
        };
        self.error(Diagnostic::error(codes::EXPRESSION, at, message).help(help))
    }
}
