//! `Point::default()` of types that derive `Default`, and `Default::default()` where a type is wanted: resolved to the value.

use sycl_hls_ir::{Diagnostic, Span};
use sycl_hls_types::ScalarValue;
use syn::Expr;

use super::Resolver;
use super::syntax::unparenthesized;
use crate::codes;
use crate::derive::{DEFAULT, LONGEST_DEFAULT, default_variant};
use crate::element::derives;
use crate::front::{AdtDef, VariantDef};
use crate::hir::{ExprId, ExprKind};
use crate::names::path_text;
use crate::span::span_of;
use crate::ty::{AdtRef, Ty};
use crate::typings::NodeKey;

impl Resolver<'_, '_> {
    /// The value of an expression where a type is wanted, which `Default::default()` does not name.
    pub(super) fn wanted(&mut self, expr: &Expr, ty: Option<&Ty>) -> ExprId {
        match ty {
            Some(ty) if is_default(expr) && !ty.is_wrong() => {
                let at = span_of(expr);
                let kind = self.default_value(ty, at);
                self.body.expr(kind, at)
            }
            _ => self.expr(expr),
        }
    }

    /// The default value of a type; complains if it has none.
    pub(super) fn default_value(&mut self, ty: &Ty, at: Span) -> ExprKind {
        if let Some(own) = self.default_of_own(ty) {
            return own;
        }
        if let Ty::Adt(adt) = ty
            && !derives(self.front.adts[adt.id.0].syn.attrs(), DEFAULT)
        {
            let name = &adt.name;
            let error = Diagnostic::error(codes::FUNCTION, at, format!("`{name}` has no function `default`"));
            let error = self.front.lacks_derive(error, adt.id, DEFAULT);
            return self.error(error);
        }
        if let Ty::Adt(adt) = ty
            && self.front.lacks_arguments(adt)
        {
            return self.without_arguments(ty, "default", at);
        }
        match self.default_of(ty, at) {
            Some(value) => value,
            // What it derives was looked at where it is defined.
            None if matches!(ty, Ty::Adt(_) | Ty::Error) => ExprKind::Error,
            None => {
                let message = format!("there is no function `default` of the type `{ty}`");
                self.error(Diagnostic::error(codes::FUNCTION, at, message).help("write the value"))
            }
        }
    }

    /// `T::default()` written out; `None` after a report.
    fn default_of(&mut self, ty: &Ty, at: Span) -> Option<ExprKind> {
        Some(match ty {
            Ty::Prim(prim) => ExprKind::Value(*prim, ScalarValue::from_bits(prim.scalar(), 0)),
            Ty::Number(number) => ExprKind::Number(*number, ScalarValue::from_bits(number.scalar()?, 0)),
            Ty::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.default_expr(part, at));
                ExprKind::Tuple(parts.collect::<Option<_>>()?)
            }
            Ty::Option(value) => ExprKind::None(Some((**value).clone())),
            Ty::Array(element, len) if *len <= LONGEST_DEFAULT => {
                ExprKind::Repeat(self.default_expr(element, at)?, *len)
            }
            Ty::Adt(adt) => return self.default_adt(adt, at),
            _ => return None,
        })
    }

    /// The default of a field.
    fn default_expr(&mut self, ty: &Ty, at: Span) -> Option<ExprId> {
        let kind = self.default_of(ty, at)?;
        Some(self.body.expr(kind, at))
    }

    /// A call of the `impl Default` of a type, if it has one.
    fn default_of_own(&self, ty: &Ty) -> Option<ExprKind> {
        let Ty::Adt(adt) = ty else { return None };
        let func = self.front.own_default(ty)?;
        let generics = adt.args.iter().cloned().map(Some).collect();
        let node = NodeKey::of(self.front.funcs[func.0].block);
        Some(ExprKind::Call { func, generics, args: Vec::new(), node })
    }

    /// The default of a struct, or the variant with `#[default]`.
    fn default_adt(&mut self, adt: &AdtRef, at: Span) -> Option<ExprKind> {
        if let Some(own) = self.default_of_own(&Ty::Adt(adt.clone())) {
            return Some(own);
        }
        let def = self.front.adt(adt)?;
        match &*def {
            AdtDef::Struct(def) => self.default_fields(adt, None, def, at),
            AdtDef::Enum(def) => {
                let variant = default_variant(self.front.adts[adt.id.0].syn)?;
                self.default_fields(adt, Some(variant), def.variants.get(variant)?, at)
            }
        }
    }

    /// The default of each field.
    fn default_fields(
        &mut self,
        adt: &AdtRef,
        variant: Option<usize>,
        def: &VariantDef,
        at: Span,
    ) -> Option<ExprKind> {
        let fields = def.fields.iter().enumerate();
        let fields = fields.map(|(position, field)| Some((position, self.default_expr(&field.ty, at)?)));
        let fields = fields.collect::<Option<_>>()?;
        Some(ExprKind::Construct { adt: adt.clone(), variant, fields, base: None })
    }
}

/// True of `Default::default()`.
fn is_default(expr: &Expr) -> bool {
    let Expr::Call(call) = unparenthesized(expr) else { return false };
    let Expr::Path(path) = &*call.func else { return false };
    call.args.is_empty() && path.qself.is_none() && path_text(&path.path) == "Default::default"
}
