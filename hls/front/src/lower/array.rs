//! Arrays as wholes: declarations and assignments.

use sycl_hls_ir::{
    ForLoop, Init, LoopDirectives, OpKind, Place, Root, Slot, SlotDirectives, Span, Type, ValueId,
};

use sycl_hls_types::Scalar;

use super::Lowerer;
use crate::hir::{Block, ExprId, ExprKind, LocalId};

/// Scalars of an array expression up to which it is written out one by one.
const MAX_LISTED: u64 = 1 << 16;

impl Lowerer<'_> {
    pub(super) fn let_array(&mut self, local: LocalId, init: ExprId, span: Span) {
        let mutable = self.body.locals[local].mutable;
        if let Some(init) = self.listed(init) {
            self.declare(local, init, mutable, span);
        } else if let Some(slot) = self.declare(local, Init::Uninit, true, span) {
            self.store(&Place::whole(Root::Slot(slot)), init, span);
        }
    }

    pub(super) fn assign_array(&mut self, place: ExprId, value: ExprId, span: Span) {
        let from = match self.listing(value) {
            Some(Listing::Fill(scalar)) => {
                if let (Some(value), Some(to)) = (self.value(scalar), self.place(place)) {
                    self.builder.push(OpKind::Fill(to, value), span);
                }
                return;
            }
            // The value may read what the assignment overwrites, so it is complete before.
            _ if self.body.place_root(value).is_none() => self.temporary(value, span),
            _ => self.source(value),
        };
        if let (Some(from), Some(to)) = (from, self.place(place)) {
            self.builder.push(OpKind::Copy { to, from }, span);
        }
    }

    /// The place of an array that is copied.
    pub(super) fn source(&mut self, id: ExprId) -> Option<Place> {
        let place = self.place(id)?;
        self.probe(&place, id);
        Some(place)
    }

    /// A new array that holds the value of `id`.
    fn temporary(&mut self, id: ExprId, span: Span) -> Option<Place> {
        let ty = self.types.expr(id).to_ir()?;
        let init = self.listed(id);
        let listed = init.is_some();
        let slot =
            Slot { name: "array".to_owned(), ty, mutable: !listed, directives: SlotDirectives::default() };
        let slot = self.builder.declare(slot, init.unwrap_or(Init::Uninit), span);
        let place = Place::whole(Root::Slot(slot));
        if !listed {
            self.store(&place, id, span);
        }
        Some(place)
    }

    /// Stores the value of an array expression into a place that the expression does not read.
    fn store(&mut self, to: &Place, id: ExprId, span: Span) {
        let body = self.body;
        match &body.exprs[id].kind {
            ExprKind::If { cond, then, otherwise: Some(otherwise) } => {
                let Some(cond) = self.value(*cond) else { return };
                let then = self.with_region(|lowerer| lowerer.store_block(to, then, span));
                let otherwise = self.with_region(|lowerer| lowerer.store(to, *otherwise, span));
                self.builder.push(OpKind::If { cond, then, otherwise }, span);
            }
            ExprKind::Block(block) => self.store_block(to, block, span),
            ExprKind::Array(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    self.store_element(to, index as u64, *element, span);
                }
            }
            ExprKind::Repeat(element, len) => self.store_repeated(to, *element, *len, span),
            _ => {
                if let Some(from) = self.source(id) {
                    self.builder.push(OpKind::Copy { to: to.clone(), from }, span);
                }
            }
        }
    }

    fn store_block(&mut self, to: &Place, block: &Block, span: Span) {
        self.stmts(block);
        if let Some(tail) = block.tail {
            self.store(to, tail, span);
        }
    }

    fn store_element(&mut self, to: &Place, index: u64, element: ExprId, span: Span) {
        if self.types.expr(element).is_array() {
            let inner = self.element(to, index, span);
            self.store(&inner, element, span);
        } else if let Some(value) = self.value(element) {
            let inner = self.element(to, index, span);
            self.builder.push(OpKind::Write(inner, value), span);
        }
    }

    /// Rust evaluates the repeated expression once.
    fn store_repeated(&mut self, to: &Place, element: ExprId, len: u64, span: Span) {
        if !self.types.expr(element).is_array() {
            if let Some(value) = self.value(element) {
                self.builder.push(OpKind::Fill(to.clone(), value), span);
            }
            return;
        }
        let Some(from) = self.temporary(element, span) else { return };
        let (lo, hi) = (self.builder.constant(0_u64.into(), span), self.builder.constant(len.into(), span));
        let index = self.builder.value(Scalar::U64, None);
        let body = self.builder.new_region(vec![index]);
        self.in_region(body, |lowerer| {
            let mut to = to.clone();
            to.indices.push(index);
            lowerer.builder.push(OpKind::Copy { to, from }, span);
        });
        let directives = LoopDirectives::default();
        self.builder.push(OpKind::For(ForLoop { lo, hi, inclusive: false, directives, body }), span);
    }

    fn element(&mut self, array: &Place, index: u64, span: Span) -> Place {
        let mut place = array.clone();
        place.indices.push(self.builder.constant(index.into(), span));
        place
    }

    /// First values of a slot, if the expression consists of scalars that can be listed.
    fn listed(&mut self, id: ExprId) -> Option<Init> {
        match self.listing(id)? {
            Listing::Fill(scalar) => Some(Init::Fill(self.value(scalar)?)),
            Listing::List => {
                let mut values = Vec::new();
                self.list(id, &mut values)?;
                Some(Init::List(values))
            }
        }
    }

    fn listing(&self, id: ExprId) -> Option<Listing> {
        let ty: Type = self.types.expr(id).to_ir()?;
        match self.kind(id) {
            ExprKind::Repeat(element, _) => match self.types.expr(*element).is_array() {
                false => Some(Listing::Fill(*element)),
                true => match self.listing(*element)? {
                    Listing::Fill(scalar) => Some(Listing::Fill(scalar)),
                    Listing::List => (ty.leaves() <= MAX_LISTED).then_some(Listing::List),
                },
            },
            ExprKind::Array(elements) => {
                let listed = |element: &ExprId| {
                    !self.types.expr(*element).is_array() || self.listing(*element).is_some()
                };
                (ty.leaves() <= MAX_LISTED && elements.iter().all(listed)).then_some(Listing::List)
            }
            _ => None,
        }
    }

    fn list(&mut self, id: ExprId, values: &mut Vec<ValueId>) -> Option<()> {
        let body = self.body;
        match &body.exprs[id].kind {
            ExprKind::Array(elements) => {
                for element in elements {
                    self.list(*element, values)?;
                }
            }
            ExprKind::Repeat(element, len) => {
                let mut element_values = Vec::new();
                self.list(*element, &mut element_values)?;
                for _ in 0..*len {
                    values.extend_from_slice(&element_values);
                }
            }
            _ => values.push(self.value(id)?),
        }
        Some(())
    }
}

/// How an array expression can be written as first values.
enum Listing {
    /// One scalar everywhere.
    Fill(ExprId),
    /// All scalars in a row.
    List,
}
