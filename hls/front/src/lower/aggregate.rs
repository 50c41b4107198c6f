//! Values that are no scalars: arrays, tuples, structs, enums and options.

use sycl_hls_ir::{Init, LoopDirectives, OpKind, Place, Span, Step, Type, ValueId};

use super::Lowerer;
use super::choose::Sink;
use super::control::Range;
use super::operand::Operand;
use crate::adt::field_position;
use crate::front::AdtDef;
use crate::hir::{ExprId, ExprKind};
use crate::ty::Ty;

/// Scalars of an array expression up to which it is written out one by one.
const MAX_LISTED: u64 = 1 << 16;

impl Lowerer<'_, '_, '_> {
    /// What an expression denotes whose value is no scalar.
    pub(super) fn aggregate(&mut self, id: ExprId) -> Option<Operand> {
        let span = self.span(id);
        match self.kind(id) {
            ExprKind::Local(_) | ExprKind::Const(_) | ExprKind::Deref(_) => self.lvalue(id),
            ExprKind::Index(..) | ExprKind::Field(..) => {
                let operand = self.lvalue(id)?;
                // Who copies it does so at another place of the source than that of the index.
                if let (Operand::Place(place), Some(index)) = (&operand, self.last_index(id)) {
                    self.probe(place, index);
                }
                Some(operand)
            }
            ExprKind::Tuple(parts) => {
                let parts: Option<Vec<Operand>> = parts.iter().map(|part| self.kept(*part)).collect();
                Some(Operand::Parts(parts?))
            }
            ExprKind::Some(value) => {
                let value = self.kept(*value)?;
                let some = self.constant(true, span);
                Some(Operand::Parts(vec![Operand::Value(some), value]))
            }
            ExprKind::None(_) => {
                let ty = self.types.expr(id).clone();
                let ty = self.ir_type(&ty)?;
                Some(self.zero(&ty, span))
            }
            ExprKind::Construct { variant, fields, base, .. } => self.construct(id, *variant, fields, *base),
            ExprKind::Stream { element, depth, count, .. } => self.streams(element, *depth, *count, span),
            ExprKind::Closure(_) => Some(self.closure(id)),
            ExprKind::Function(..) => self.function(id),
            _ if self.calls_function(id) => self.called_memory(id),
            ExprKind::Method(call) => self.method_aggregate(id, call),
            ExprKind::Block(block, None) => self.scope(|lowerer| {
                lowerer.stmts(block);
                let guards = lowerer.guards.len();
                let operand = lowerer.operand(block.tail?)?;
                if guards == 0 { Some(operand) } else { lowerer.owned(operand, span) }
            }),
            ExprKind::Reduce(_) if self.types.expr(id).holds_ref() => self.copied_item(id),
            ExprKind::Array(_) | ExprKind::Repeat(..) => match self.listed(id) {
                Some(init) => {
                    let ty = self.types.expr(id).clone();
                    let ty = self.ir_type(&ty)?;
                    Some(Operand::Place(self.temporary("array", ty, init, span)))
                }
                None => self.chosen_memory(id).map(Operand::Place),
            },
            _ => self.chosen_memory(id).map(Operand::Place),
        }
    }

    /// The index expression whose element, or a part of it, this is.
    fn last_index(&self, id: ExprId) -> Option<ExprId> {
        match self.kind(id) {
            ExprKind::Index(..) => Some(id),
            ExprKind::Field(base, _) => self.last_index(*base),
            _ => None,
        }
    }

    /// The value of an expression while others are evaluated, which must not change it.
    pub(super) fn kept(&mut self, id: ExprId) -> Option<Operand> {
        let operand = self.operand(id)?;
        let span = self.span(id);
        self.owned(operand, span)
    }

    /// A struct or a variant by its parts: fields that are given, those of the base, and zeros for other variants.
    fn construct(
        &mut self,
        id: ExprId,
        variant: Option<usize>,
        fields: &[(usize, ExprId)],
        base: Option<ExprId>,
    ) -> Option<Operand> {
        let span = self.span(id);
        let ty = self.types.expr(id).clone();
        let def = self.program.front.def_of(&ty)?;
        let Type::Struct(data) = self.ir_type(&ty)? else { return None };
        let mut parts: Vec<Option<Operand>> = vec![None; data.fields.len()];
        for (position, value) in fields {
            let operand = match self.kept(*value)? {
                Operand::Unit => Operand::Value(self.constant(false, span)),
                operand => operand,
            };
            *parts.get_mut(field_position(&def, variant, *position))? = Some(operand);
        }
        if let (AdtDef::Enum(def), Some(variant)) = (&*def, variant) {
            let tag = self.constant(def.tag_value(variant), span);
            parts[0] = Some(Operand::Value(tag));
        }
        let base = match base {
            Some(base) => Some(self.kept(base)?),
            None => None,
        };
        let mut all = Vec::new();
        for (index, part) in parts.into_iter().enumerate() {
            all.push(match (part, &base) {
                (Some(part), _) => part,
                (None, Some(base)) => self.part(base, index)?,
                (None, None) => self.zero(&data.fields[index].ty, span),
            });
        }
        Some(Operand::Parts(all))
    }

    /// Stores the value of an expression into a place that the expression does not read.
    pub(super) fn store(&mut self, to: &Place, id: ExprId, span: Span) {
        if *self.types.expr(id) == Ty::Never {
            return self.effect(id);
        }
        match self.kind(id) {
            ExprKind::Local(local) if self.is_returned(*local, to) => {}
            ExprKind::If { .. } | ExprKind::Match { .. } | ExprKind::While(_) | ExprKind::Block(..) => {
                self.chosen(id, &Sink::Store(to.clone()));
            }
            ExprKind::Reduce(_) | ExprKind::CallVariable(..) if !self.is_scalar(id) => {
                self.chosen(id, &Sink::Store(to.clone()));
            }
            ExprKind::Array(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    let index = self.constant(index as u64, span);
                    self.store(&to.then(Step::Index(index)), *element, span);
                }
            }
            ExprKind::Repeat(element, len) => self.store_repeated(to, *element, *len, span),
            ExprKind::None(_) => {
                if let Some(ty) = self.place_type(to) {
                    self.store_zero(to, &ty, span);
                }
            }
            _ if self.is_assembled(id) => self.assemble(to, id, span),
            _ if self.calls_function(id) && !self.is_scalar(id) => {
                self.call(id, &Sink::Store(to.clone()));
            }
            // Arrays are built up where they stay.
            kind if self.holds_array(id)
                && let Some(parts) = parts(kind) =>
            {
                for (position, part) in parts {
                    self.store(&to.then(Step::Field(position)), part, span);
                }
            }
            _ => {
                if let Some(operand) = self.operand(id) {
                    self.store_operand(to, operand, span);
                }
            }
        }
    }

    /// True if there is an array among the parts of the value, which is none itself.
    pub(super) fn holds_array(&mut self, id: ExprId) -> bool {
        fn within(ty: &Type) -> bool {
            match ty {
                Type::Scalar(_) => false,
                Type::Array(..) => true,
                Type::Struct(data) => data.fields.iter().any(|field| within(&field.ty)),
            }
        }
        let ty = self.types.expr(id).clone();
        matches!(self.ir_type(&ty), Some(ty @ Type::Struct(_)) if within(&ty))
    }

    /// True if an expression has a scalar type.
    fn is_scalar(&mut self, id: ExprId) -> bool {
        let ty = self.types.expr(id).clone();
        self.scalar_type(&ty).is_some()
    }

    /// Rust evaluates the repeated expression once.
    fn store_repeated(&mut self, to: &Place, element: ExprId, len: u64, span: Span) {
        if self.is_scalar(element) {
            if let Some(value) = self.value(element) {
                self.builder.push(OpKind::Fill(to.clone(), value), span);
            }
            return;
        }
        let Some(operand) = self.kept(element) else { return };
        self.fill(to, len, &operand, span);
    }

    /// Stores a value into every element of an array.
    pub(super) fn fill(&mut self, to: &Place, len: u64, operand: &Operand, span: Span) {
        let (lo, hi) = (self.constant(0_u64, span), self.constant(len, span));
        self.each_index(lo, hi, span, |lowerer, index| {
            lowerer.store_operand(&to.then(Step::Index(index)), operand.clone(), span);
        });
    }

    /// A loop over indices.
    pub(super) fn each_index(
        &mut self,
        lo: ValueId,
        hi: ValueId,
        span: Span,
        fill: impl FnOnce(&mut Self, ValueId),
    ) {
        let range = Range { lo, hi, inclusive: false, step: 1 };
        self.range_loop(range, None, LoopDirectives::default(), None, span, fill);
    }

    /// First values of a slot, if the expression consists of scalars that can be listed.
    pub(super) fn listed(&mut self, id: ExprId) -> Option<Init> {
        match self.listing(id)? {
            Listing::Fill(scalar) => Some(Init::Fill(self.value(scalar)?)),
            Listing::List => {
                let mut values = Vec::new();
                self.list(id, &mut values)?;
                Some(Init::List(values))
            }
        }
    }

    /// The elements of an array expression that are constants or simple values.
    fn listing(&mut self, id: ExprId) -> Option<Listing> {
        let types = self.types;
        let ty = self.ir_type(types.expr(id))?;
        let few = ty.leaves() <= MAX_LISTED;
        match self.kind(id) {
            ExprKind::Repeat(element, _) => {
                if self.is_scalar(*element) {
                    return Some(Listing::Fill(*element));
                }
                match self.listing(*element)? {
                    Listing::Fill(scalar) => Some(Listing::Fill(scalar)),
                    Listing::List => few.then_some(Listing::List),
                }
            }
            ExprKind::Array(elements) => {
                let listed = elements.iter().all(|element| self.can_list(*element));
                (few && listed).then_some(Listing::List)
            }
            kind => {
                let listed = parts(kind)?.iter().all(|(_, part)| self.can_list(*part));
                (few && listed).then_some(Listing::List)
            }
        }
    }

    /// True if all elements of an array expression can be listed.
    fn can_list(&mut self, id: ExprId) -> bool {
        self.is_scalar(id) || self.listing(id).is_some()
    }

    fn list(&mut self, id: ExprId, values: &mut Vec<ValueId>) -> Option<()> {
        if self.is_scalar(id) {
            values.push(self.value(id)?);
            return Some(());
        }
        match self.kind(id) {
            ExprKind::Array(parts) | ExprKind::Tuple(parts) => {
                for part in parts {
                    self.list(*part, values)?;
                }
            }
            ExprKind::Repeat(element, len) => {
                let mut element_values = Vec::new();
                self.list(*element, &mut element_values)?;
                for _ in 0..*len {
                    values.extend_from_slice(&element_values);
                }
            }
            kind => {
                let mut fields = Vec::new();
                for (position, part) in parts(kind)? {
                    let mut field_values = Vec::new();
                    self.list(part, &mut field_values)?;
                    fields.push((position, field_values));
                }
                fields.sort_by_key(|(position, _)| *position);
                values.extend(fields.into_iter().flat_map(|(_, values)| values));
            }
        }
        Some(())
    }

    /// Assigns a value that is no scalar.
    pub(super) fn assign_aggregate(&mut self, place: ExprId, value: ExprId, span: Span) {
        if let Some(Listing::Fill(scalar)) = self.listing(value) {
            if let (Some(value), Some(to)) = (self.value(scalar), self.place(place)) {
                self.builder.push(OpKind::Fill(to, value), span);
            }
            return;
        }
        // The value may read what the assignment overwrites, so it is complete before.
        let Some(operand) = self.operand(value) else { return };
        let operand = match operand {
            Operand::Parts(_) => operand,
            other => Self::dereferenced(other),
        };
        // An index of the place may write what the value is read from.
        let operand = match &operand {
            Operand::Place(_) if self.only_reads(place) => Some(operand),
            _ => self.owned(operand, span),
        };
        if let (Some(operand), Some(to)) = (operand, self.place(place)) {
            self.store_operand(&to, operand, span);
        }
    }
}

/// The parts of a struct or a tuple with their positions, in the order in which they are evaluated.
fn parts(kind: &ExprKind) -> Option<Vec<(usize, ExprId)>> {
    match kind {
        ExprKind::Tuple(parts) => Some(parts.iter().copied().enumerate().collect()),
        ExprKind::Construct { variant: None, fields, base: None, .. } => Some(fields.clone()),
        _ => None,
    }
}

/// How an array expression can be written as first values.
enum Listing {
    /// One scalar everywhere.
    Fill(ExprId),
    /// All scalars in a row.
    List,
}
