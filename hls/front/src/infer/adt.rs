//! Values and patterns of structs and enums, whose parameters are inferred.

use sycl_hls_ir::{Diagnostic, Span};

use super::Infer;
use super::generic::{Found, Params};
use crate::codes;
use crate::hir::ExprId;
use crate::ids::AdtId;
use crate::ty::{AdtRef, GenericArg, Ty};

impl Infer<'_, '_> {
    /// The type of a value of a struct or variant, whose fields unify with theirs.
    pub(super) fn construct(
        &mut self,
        id: ExprId,
        adt: &AdtRef,
        variant: Option<usize>,
        fields: &[(usize, ExprId)],
        base: Option<ExprId>,
        wanted: Option<&Ty>,
    ) -> Ty {
        let values: Vec<(usize, Ty)> =
            fields.iter().map(|(position, value)| (*position, self.expr(*value))).collect();
        let base_ty = base.map(|base| self.expr(base));
        let known = base_ty.as_ref().or(wanted).map(|ty| self.table.resolve(ty));
        let found = self.found_in_fields(adt.id, variant, &values);
        let ty = self.adt_found(adt, known.as_ref(), found, self.body.exprs[id].span);
        let def = self.front.def_of(&ty);
        for ((position, value), (_, found)) in fields.iter().zip(&values) {
            let field = def.as_deref().and_then(|def| def.variant(variant)?.fields.get(*position));
            if let Some(field) = field {
                self.expect(found, &field.ty, self.value_span(*value));
            }
        }
        if let (Some(base), Some(found)) = (base, base_ty) {
            self.expect(&found, &ty, self.body.exprs[base].span);
        }
        ty
    }

    /// The type of a pattern of a struct or variant that is held against a value of type `ty`.
    pub(super) fn matched_adt(&mut self, adt: &AdtRef, ty: &Ty, at: Span) -> Ty {
        self.adt_found(adt, Some(ty), Found::default(), at)
    }

    /// What a type's parameters stand for, where its fields meet values.
    fn found_in_fields(&mut self, id: AdtId, variant: Option<usize>, values: &[(usize, Ty)]) -> Found {
        let (syn, params) = (self.front.adts[id.0].syn, self.front.adts[id.0].params.clone());
        let mut found = Found::default();
        if let (Some(fields), false) = (syn.fields(variant), params.is_empty()) {
            let params = Params::of_type(&params);
            let fields: Vec<&syn::Type> = fields.iter().map(|field| &field.ty).collect();
            for (position, value) in values {
                if let Some(field) = fields.get(*position) {
                    self.match_type(&params, field, value, &mut found);
                }
            }
        }
        found
    }

    /// A type with the arguments that are written, those of a `known` type that it must be, or those that were `found`. What is not
    /// known of a type is inferred later; a number that nothing decides is reported.
    fn adt_found(&mut self, adt: &AdtRef, known: Option<&Ty>, found: Found, at: Span) -> Ty {
        let params = self.front.adts[adt.id.0].params.clone();
        if !self.front.lacks_arguments(adt) {
            return Ty::Adt(adt.clone());
        }
        match known {
            Some(Ty::Adt(known)) if known.id == adt.id => return Ty::Adt(known.clone()),
            Some(Ty::Error) => return Ty::Error,
            _ => {}
        }
        let args = params.iter().map(|param| match found.get(&param.name) {
            Some(arg) => Some(arg.clone()),
            None if param.constant.is_none() => Some(GenericArg::Ty(self.table.new_any())),
            None => {
                let message = format!("nothing decides the parameter `{}` here", param.name);
                let error = Diagnostic::error(codes::ANNOTATE, at, message);
                let name = &self.front.adts[adt.id.0].name;
                let error = error.help(format!("write the arguments: `{name}::<..>`"));
                self.front.report(error);
                None
            }
        });
        match args.collect::<Option<Vec<_>>>() {
            Some(args) => Ty::Adt(AdtRef { args: args.into(), ..adt.clone() }),
            None => Ty::Error,
        }
    }
}
