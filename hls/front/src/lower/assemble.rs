//! Structs, tuples and enums with large parts, which are constructed in place instead of copied.

use sycl_hls_ir::{OpKind, Place, Span, Step, Type};

use super::Lowerer;
use crate::adt::field_position;
use crate::front::AdtDef;
use crate::hir::{ExprId, ExprKind};

impl Lowerer<'_, '_, '_> {
    /// True if the expression puts values together of which one is made in memory.
    pub(super) fn is_assembled(&mut self, id: ExprId) -> bool {
        match self.kind(id) {
            ExprKind::Construct { fields, base: None, .. } => {
                fields.iter().any(|(_, field)| self.is_made_in_memory(*field))
            }
            ExprKind::Tuple(parts) => {
                !self.types.expr(id).holds_ref() && parts.iter().any(|part| self.is_made_in_memory(*part))
            }
            ExprKind::Some(value) => self.is_made_in_memory(*value),
            _ => false,
        }
    }

    /// True if an expression is evaluated into the memory of its target, part by part.
    fn is_made_in_memory(&mut self, id: ExprId) -> bool {
        let ty = self.types.expr(id).clone();
        let large = self.scalar_type(&ty).is_none();
        let made = match self.kind(id) {
            ExprKind::Array(_) | ExprKind::Repeat(..) => true,
            ExprKind::Call { .. } | ExprKind::Library { .. } => true,
            _ => self.is_assembled(id),
        };
        large && made
    }

    /// Stores each part into its place.
    pub(super) fn assemble(&mut self, to: &Place, id: ExprId, span: Span) {
        match self.kind(id) {
            ExprKind::Construct { variant, fields, .. } => {
                let Some(def) = self.program.front.def_of(self.types.expr(id)) else { return };
                self.assemble_fields(to, &def, *variant, fields, span);
            }
            ExprKind::Tuple(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    self.store(&to.then(Step::Field(index)), *part, span);
                }
            }
            ExprKind::Some(value) => {
                let some = self.constant(true, span);
                self.builder.push(OpKind::Write(to.then(Step::Field(0)), some), span);
                self.store(&to.then(Step::Field(1)), *value, span);
            }
            _ => {}
        }
    }

    /// Stores the fields of a struct or variant.
    fn assemble_fields(
        &mut self,
        to: &Place,
        def: &AdtDef,
        variant: Option<usize>,
        fields: &[(usize, ExprId)],
        span: Span,
    ) {
        let Some(Type::Struct(data)) = self.place_type(to) else { return };
        let mut given = Vec::new();
        if let (AdtDef::Enum(def), Some(variant)) = (def, variant) {
            let tag = self.constant(def.tag_value(variant), span);
            self.builder.push(OpKind::Write(to.then(Step::Field(0)), tag), span);
            given.push(0);
        }
        for (position, value) in fields {
            let position = field_position(def, variant, *position);
            self.store(&to.then(Step::Field(position)), *value, span);
            given.push(position);
        }
        // The fields of other variants.
        for (position, field) in data.fields.iter().enumerate().filter(|(index, _)| !given.contains(index)) {
            self.store_zero(&to.then(Step::Field(position)), &field.ty, span);
        }
    }
}
