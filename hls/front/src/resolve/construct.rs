//! Values of structs and enums.

use sycl_hls_ir::{Diagnostic, Span};

use super::Resolver;
use super::expr::quoted;
use crate::codes;
use crate::front::Style;
use crate::hir::{AdtId, ExprId, ExprKind};
use crate::lacking::nearest;
use crate::names::plain_name;
use crate::span::span_of;

impl Resolver<'_, '_> {
    /// `Point { x, y: 1 }`
    pub(super) fn struct_expr(&mut self, expr: &syn::ExprStruct, at: Span) -> ExprKind {
        let Some((adt, variant)) = self.variant_path(&expr.path) else {
            for field in &expr.fields {
                self.expr(&field.expr);
            }
            return if self.front.is_rejected(&expr.path) {
                ExprKind::Error
            } else {
                self.unknown_struct(&expr.path)
            };
        };
        let mut fields: Vec<(usize, ExprId)> = Vec::new();
        for field in &expr.fields {
            let name = match &field.member {
                syn::Member::Named(ident) => plain_name(ident),
                syn::Member::Unnamed(index) => index.index.to_string(),
            };
            let value = self.expr(&field.expr);
            let member_at = span_of(&field.member);
            let Some(position) = self.field_named(adt, variant, &name, member_at) else { continue };
            if fields.iter().any(|(known, _)| *known == position) {
                let message = format!("the field `{name}` is given twice");
                self.front.report(
                    Diagnostic::error(codes::DUPLICATE, member_at, message).help("remove one of them"),
                );
            }
            fields.push((position, value));
        }
        let base = expr.rest.as_ref().map(|rest| self.expr(rest));
        if base.is_none() {
            self.all_given(adt, variant, &fields, at);
        }
        ExprKind::Construct { adt, variant, fields, base }
    }

    fn all_given(&mut self, adt: AdtId, variant: Option<usize>, fields: &[(usize, ExprId)], at: Span) {
        let Some(def) = self.front.adt(adt) else { return };
        let Some(def) = def.variant(variant) else { return };
        let missing = def.fields.iter().enumerate();
        let missing = missing.filter(|(index, _)| fields.iter().all(|(known, _)| known != index));
        let names: Vec<String> = missing.map(|(_, field)| format!("`{}`", field.name)).collect();
        if !names.is_empty() {
            let message = format!("`{}` lacks the field(s) {}", def.name, names.join(", "));
            self.front.report(Diagnostic::error(codes::FIELD, at, message).help("give every field a value"));
        }
    }

    fn unknown_struct(&mut self, path: &syn::Path) -> ExprKind {
        let text = crate::names::path_text(path);
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
        adt: AdtId,
        variant: Option<usize>,
        call: &syn::ExprCall,
        at: Span,
    ) -> ExprKind {
        let args: Vec<ExprId> = call.args.iter().map(|arg| self.expr(arg)).collect();
        let expected = self.field_count(adt, variant);
        if self.style(adt, variant) != Style::Tuple {
            let message = "this has no fields in parentheses";
            return self
                .error(Diagnostic::error(codes::EXPRESSION, at, message).help("look at its definition"));
        }
        if args.len() != expected {
            let message = format!("{expected} field(s) are needed, not {}", args.len());
            return self.error(Diagnostic::error(codes::ARGUMENT_COUNT, at, message));
        }
        ExprKind::Construct { adt, variant, fields: args.into_iter().enumerate().collect(), base: None }
    }
}
