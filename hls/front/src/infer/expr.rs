//! The walk that unifies.

use sycl_hls_ir::{BinaryOp, ChannelEnd, CompareOp, Diagnostic, Span};

use super::Infer;
use crate::builtin::Builtin;
use crate::codes;
use crate::hir::{Block, ExprId, ExprKind, FieldName, LetStmt, PatKind, Stmt};
use crate::lacking::never;
use crate::resolve::no_field;
use crate::ty::{Prim, Ty};
use crate::typed::Callee;

impl Infer<'_, '_> {
    /// The type of a block: that of its last expression, or `()`.
    pub(super) fn block(&mut self, block: &Block) -> Ty {
        self.block_for(block, None)
    }

    /// The type of a block whose value should have this type.
    pub(super) fn block_for(&mut self, block: &Block, wanted: Option<&Ty>) -> Ty {
        let mut diverges = false;
        for stmt in &block.stmts {
            match stmt {
                Stmt::Expr(expr) => diverges |= self.expr(*expr) == Ty::Never,
                Stmt::Let(stmt) => self.let_stmt(stmt),
            }
        }
        match block.tail {
            Some(tail) => {
                self.wanted = wanted.cloned();
                self.expr(tail)
            }
            None if diverges => Ty::Never,
            None => Ty::Unit,
        }
    }

    /// True for a variable that has a block.
    pub(super) fn has_block(&self, id: ExprId) -> bool {
        matches!(&self.body.exprs[id].kind, ExprKind::Local(local) if self.guards.contains(local))
    }

    /// A `let`: the pattern has the declared type, to which the value is coerced, or else that of the value.
    fn let_stmt(&mut self, stmt: &LetStmt) {
        self.wanted.clone_from(&stmt.ty);
        let found = stmt.init.map(|init| self.expr(init));
        self.wanted = None;
        if let (Some(init), PatKind::Bind(local, None)) = (stmt.init, &self.body.pats[stmt.pat].kind)
            && matches!(self.callees.get(init), Some(Callee::Builtin(Builtin::Acquire)))
        {
            self.guards.insert(*local);
        }
        let ty = match (&stmt.ty, found) {
            (Some(declared), Some(found)) => {
                let at = stmt.init.map_or(stmt.span, |init| self.value_span(init));
                self.coerce(&found, declared, at);
                declared.clone()
            }
            (Some(declared), None) => declared.clone(),
            (None, Some(found)) => found,
            (None, None) => self.table.new_any(),
        };
        let pat = &self.body.pats[stmt.pat];
        // A pattern may take a slice apart that has no reference.
        let ty = if matches!(pat.kind, PatKind::Array(..)) { ty } else { self.value_type(ty, pat.span) };
        self.pattern(stmt.pat, &ty, None);
        if let Some(otherwise) = &stmt.otherwise {
            let ty = self.block(otherwise);
            if ty != Ty::Never && !ty.is_wrong() {
                let at = self.block_span(otherwise);
                let error =
                    Diagnostic::error(codes::MISMATCH, at, "the `else` of a `let` must leave the block");
                self.front.report(error.help("end it with `return`, `break` or `continue`"));
            }
        }
    }

    /// The type of a variable's value, of which it has one.
    fn value_type(&mut self, ty: Ty, at: Span) -> Ty {
        match self.table.resolve(&ty) {
            Ty::Unit => {
                let error = never(codes::TYPE, at, "a variable without a value, of type `()`,");
                self.front.report(error.help("leave `let` and the name away"));
                Ty::Error
            }
            Ty::Slice(_) => {
                let error = Diagnostic::error(codes::TYPE, at, "the size of a slice is not known");
                self.front.report(error.help("take a reference: `&x[lo..hi]`"));
                Ty::Error
            }
            other => other,
        }
    }

    /// Infers the type of an expression and of all in it.
    pub(super) fn expr(&mut self, id: ExprId) -> Ty {
        self.hinted(id, None)
    }

    /// The type of an expression. A literal takes the type `hint` if it can, as the operand of a cast does.
    pub(super) fn hinted(&mut self, id: ExprId, hint: Option<Prim>) -> Ty {
        let outer = self.front.asked_at;
        if !self.front.is_library(self.front.env.unit) {
            self.front.asked_at = self.body.exprs[id].span;
        }
        let ty = self.kind(id, hint);
        self.front.asked_at = outer;
        self.exprs.insert(id, ty.clone());
        ty
    }

    /// The type of an operand: behind a reference, what that refers to.
    pub(super) fn value_of(&mut self, id: ExprId, hint: Option<Prim>) -> Ty {
        let ty = self.hinted(id, hint);
        self.table.resolve(&ty).deref().clone()
    }

    /// The type of a form of expression; a literal without a suffix takes `hint`.
    fn kind(&mut self, id: ExprId, hint: Option<Prim>) -> Ty {
        let wanted = self.wanted.take();
        let body = self.body;
        let expr = &body.exprs[id];
        let span = expr.span;
        match &expr.kind {
            ExprKind::Error => Ty::Error,
            ExprKind::Unit => Ty::Unit,
            ExprKind::Number(number, _) => Ty::Number(*number),
            ExprKind::Make(making, value, number) => {
                self.number_argument(*making, *value, *number);
                Ty::Number(*number)
            }
            ExprKind::Value(prim, _) | ExprKind::Int { suffix: Some(prim), .. } => Ty::Prim(*prim),
            ExprKind::Int { suffix: None, .. } => match hint.filter(|prim| prim.is_integer()) {
                Some(prim) => Ty::Prim(prim),
                None => self.table.new_int(),
            },
            ExprKind::Float(..) => match hint.filter(|prim| prim.is_float()) {
                Some(prim) => Ty::Prim(prim),
                None => self.table.new_float(),
            },
            ExprKind::Local(local) => self.locals.get(*local).cloned().unwrap_or(Ty::Error),
            ExprKind::Const(id) => self.front.constant(*id).map_or(Ty::Error, |value| value.ty.clone()),
            ExprKind::Unary(op, arg) => {
                let ty = self.value_of(*arg, hint);
                if let Some(ty) = self.overloaded(id) {
                    return ty;
                }
                ty.as_number().map_or(ty, |number| Ty::Number(number.after(*op)))
            }
            ExprKind::Binary(op, lhs, rhs) => {
                let types = [self.value_of(*lhs, None), self.value_of(*rhs, None)];
                match self.overloaded(id) {
                    Some(ty) => ty,
                    None if op.is_shift() => types[0].clone(),
                    None => self.operands(&types, [*lhs, *rhs], Some((*op, span))),
                }
            }
            ExprKind::Compare(op, lhs, rhs) => {
                let types = [self.value_of(*lhs, None), self.value_of(*rhs, None)];
                let types = if matches!(op, CompareOp::Eq | CompareOp::Ne) { alike(types) } else { types };
                if self.overloaded(id).is_none() && self.ordered(id, *op, [*lhs, *rhs]).is_none() {
                    self.operands(&types, [*lhs, *rhs], None);
                }
                Ty::BOOL
            }
            ExprKind::Logic(_, lhs, rhs) => {
                for operand in [*lhs, *rhs] {
                    let ty = self.expr(operand);
                    self.expect(&ty, &Ty::BOOL, body.exprs[operand].span);
                }
                Ty::BOOL
            }
            ExprKind::Cast(value, ty) => {
                self.hinted(*value, ty.as_prim());
                ty.clone()
            }
            ExprKind::Assign(place, value) => {
                let (place, value_ty) = (self.expr(*place), self.expr(*value));
                self.coerce(&value_ty, &place, self.value_span(*value));
                Ty::Unit
            }
            ExprKind::AssignOp(op, place, value) => {
                let place = self.value_of(*place, None);
                let value_ty = self.value_of(*value, None);
                if self.overloaded(id).is_some() {
                    return Ty::Unit;
                }
                if let Ty::Number(number) = place {
                    self.assigned_number(*op, number, &value_ty, [span, body.exprs[*value].span]);
                } else if !op.is_shift() {
                    self.expect(&value_ty, &place, body.exprs[*value].span);
                }
                Ty::Unit
            }
            ExprKind::Index(base, index, _) => self.index(id, *base, *index),
            ExprKind::Part { base, lo, hi, .. } => self.part(*base, [*lo, *hi]),
            ExprKind::Field(base, name) => self.field(id, *base, name),
            ExprKind::Ref { mutable, place } => {
                let inner = self.expr(*place);
                match inner {
                    Ty::Error => Ty::Error,
                    // A reference to what has the block is one to the block (`Deref`).
                    Ty::Ref { mutable: own, inner } if self.has_block(*place) => {
                        Ty::reference(*mutable && own, *inner)
                    }
                    inner => Ty::reference(*mutable, inner),
                }
            }
            ExprKind::Deref(reference) => self.dereference(*reference, span),
            ExprKind::Array(elements) => self.array(elements, span),
            ExprKind::Repeat(element, len) => {
                let element = self.expr(*element);
                self.front.array_type(element, *len, span)
            }
            ExprKind::Tuple(parts) => self.tuple(parts, span),
            ExprKind::Construct { adt, variant, fields, base } => {
                self.construct(id, adt, *variant, fields, *base, wanted.as_ref())
            }
            ExprKind::Some(value) => {
                let value = self.expr(*value);
                match self.table.resolve(&value) {
                    value if value.holds_ref() => self.wrong_part("an `Option`", &value, span),
                    value => self.front.bounded(Ty::option(value), span),
                }
            }
            ExprKind::Stream { element, count, .. } => {
                let end = |end| match (Ty::End(end, Box::new(element.clone())), count) {
                    (end, Some(count)) => Ty::array(end, *count),
                    (end, None) => end,
                };
                Ty::Tuple(vec![end(ChannelEnd::Write), end(ChannelEnd::Read)])
            }
            ExprKind::None(of) => {
                let of = of.clone().unwrap_or_else(|| self.table.new_any());
                Ty::option(of)
            }
            ExprKind::Call { func, generics, args, .. } => {
                self.call(id, *func, generics, args, wanted.as_ref())
            }
            ExprKind::Method(call) => self.method(id, call),
            ExprKind::NewPacket(data) => self.new_packet(id, *data),
            ExprKind::Library { name, args, at } => self.library_call(id, name, args, *at),
            _ => self.control(id),
        }
    }

    /// The type that two operands have in common, or the result's of numbers of any width; they are compared, or an operator
    /// at a place combines them.
    fn operands(
        &mut self,
        [left, right]: &[Ty; 2],
        [lhs, rhs]: [ExprId; 2],
        combined: Option<(BinaryOp, Span)>,
    ) -> Ty {
        if matches!(left, Ty::Number(_)) || matches!(right, Ty::Number(_)) {
            let ats = [self.body.exprs[lhs].span, self.body.exprs[rhs].span];
            return self.numbers(combined, [left, right], ats);
        }
        let compares = combined.is_none();
        if self.table.unify(right, left) {
            return left.clone();
        }
        // What has no operators at all is complained about as such.
        let left = self.table.resolve(left);
        let has_operators = match left {
            Ty::Tuple(_) | Ty::Option(_) | Ty::Adt(_) | Ty::Array(..) | Ty::Slice(_) if compares => {
                self.front.has_equality(&left)
            }
            Ty::Tuple(_) | Ty::Option(_) | Ty::Array(..) | Ty::Slice(_) => false,
            Ty::Adt(_) => self.front.is_plain_enum(&left),
            _ => true,
        };
        if !has_operators {
            return Ty::Error;
        }
        // Where a number without a type meets one with a type, it is the one to change.
        let left_is_open = matches!(self.table.resolve(&left), Ty::Var(_));
        let right = right.clone();
        let (found, expected, at) = if left_is_open { (left, right, lhs) } else { (right, left, rhs) };
        let error = self.mismatch(&found, &expected, self.body.exprs[at].span);
        self.front.report(error);
        expected
    }

    /// The type of an element of an array or a slice.
    fn index(&mut self, id: ExprId, base: ExprId, index: ExprId) -> Ty {
        let base_ty = self.expr(base);
        if matches!(self.table.resolve(&base_ty).deref(), Ty::Adt(_)) {
            let index_ty = self.value_of(index, None);
            return match self.overloaded(id) {
                // The expression is what the function refers to.
                Some(reference) => self.table.resolve(&reference).deref().clone(),
                None => self.not_indexed(base, base_ty.deref(), &index_ty),
            };
        }
        self.index_type(index);
        self.element(base, &base_ty)
    }

    /// Reports a type of the module that has no `Index` for this type.
    fn not_indexed(&mut self, base: ExprId, base_ty: &Ty, index_ty: &Ty) -> Ty {
        let index_ty = self.table.resolve(index_ty);
        if !index_ty.is_wrong() {
            let (ty, index) = (self.table.show(base_ty), self.table.show(&index_ty));
            let message = format!("a `{ty}` cannot be indexed by a `{index}`");
            let error = Diagnostic::error(codes::MISMATCH, self.body.exprs[base].span, message);
            self.front.report(error.help(format!("write `impl Index<..> for {ty}` for this type of index")));
        }
        Ty::Error
    }

    /// Reports an index that is no `usize`; the type of a literal without a suffix is decided.
    fn index_type(&mut self, index: ExprId) {
        let index_ty = self.expr(index);
        if !self.table.unify(&index_ty, &Ty::USIZE) {
            let message = format!("an index is a `usize`, not a `{}`", self.table.show(&index_ty));
            let error = Diagnostic::error(codes::MISMATCH, self.body.exprs[index].span, message);
            self.front.report(error.help("convert it: `[.. as usize]`"));
        }
    }

    /// The type of the elements of an array or a slice.
    fn element(&mut self, base: ExprId, base_ty: &Ty) -> Ty {
        match self.table.resolve(base_ty).deref() {
            Ty::Array(element, _) | Ty::Slice(element) => (**element).clone(),
            Ty::Error => Ty::Error,
            other => {
                let message = format!("a `{}` cannot be indexed", self.table.show(other));
                let error = Diagnostic::error(codes::MISMATCH, self.body.exprs[base].span, message);
                self.front.report(error.help("arrays and slices can"));
                Ty::Error
            }
        }
    }

    /// The type of a part of an array or a slice.
    fn part(&mut self, base: ExprId, bounds: [Option<ExprId>; 2]) -> Ty {
        let base_ty = self.expr(base);
        for bound in bounds.into_iter().flatten() {
            self.index_type(bound);
        }
        match self.element(base, &base_ty) {
            Ty::Error => Ty::Error,
            element => Ty::Slice(Box::new(element)),
        }
    }

    /// The type of a field, through references.
    fn field(&mut self, id: ExprId, base: ExprId, name: &FieldName) -> Ty {
        let base_ty = self.expr(base);
        let base_ty = self.table.resolve(&base_ty);
        let at = self.body.exprs[id].span;
        if let FieldName::Name(name) = name
            && let Some((position, ty)) = self.field_of_open_packet(base_ty.deref(), name)
        {
            self.fields.insert(id, position);
            return ty;
        }
        let (owner, fields): (String, Vec<(String, Ty)>) = match base_ty.deref() {
            Ty::Error => return Ty::Error,
            Ty::Tuple(parts) => {
                let fields = parts.iter().enumerate().map(|(index, part)| (index.to_string(), part.clone()));
                (self.table.show(&base_ty), fields.collect())
            }
            Ty::Adt(adt) => match self.front.adt(adt).as_deref().map(|def| def.variant(None)) {
                None => return Ty::Error,
                Some(Some(def)) => {
                    let fields = def.fields.iter().map(|field| (field.name.clone(), field.ty.clone()));
                    (def.name.clone(), fields.collect())
                }
                Some(None) => (adt.name.to_string(), Vec::new()),
            },
            other => (self.table.show(other), Vec::new()),
        };
        let name = match name {
            FieldName::Name(name) => name.clone(),
            FieldName::Position(position) => position.to_string(),
        };
        if fields.is_empty() {
            let error = Diagnostic::error(codes::FIELD, at, format!("`{owner}` has no fields"));
            self.front.report(error.help(match base_ty.deref() {
                Ty::Adt(_) | Ty::Option(_) => "take it apart with `match`, or `if let`",
                Ty::Array(..) | Ty::Slice(_) => "take one of its elements: `..[i]`",
                _ => "structs and tuples have fields",
            }));
            return Ty::Error;
        }
        match fields.iter().position(|(known, _)| *known == name) {
            Some(position) => {
                self.fields.insert(id, position);
                fields[position].1.clone()
            }
            None => {
                let names: Vec<String> = fields.into_iter().map(|(name, _)| name).collect();
                self.front.report(no_field(&owner, &name, &names, at));
                Ty::Error
            }
        }
    }

    /// The type behind a reference.
    fn dereference(&mut self, reference: ExprId, at: Span) -> Ty {
        let ty = self.expr(reference);
        match self.table.resolve(&ty) {
            Ty::Ref { inner, .. } => *inner,
            Ty::Error => Ty::Error,
            other => {
                let message = format!("a `{}` is no reference", self.table.show(&other));
                let error = Diagnostic::error(codes::MISMATCH, at, message);
                self.front.report(error.help("leave `*` away"));
                Ty::Error
            }
        }
    }

    /// References are no parts of what lies in memory.
    fn wrong_part(&mut self, whole: &str, part: &Ty, at: Span) -> Ty {
        let what = format!("{whole} of `{}`", self.table.show(part));
        let error = never(codes::TYPE, at, &what)
            .note("on hardware, memories are wired to what reaches them: there are no pointers");
        self.front.report(error.help("hold the values themselves, or indices"));
        Ty::Error
    }

    /// The type of a tuple, unless it is too large.
    fn tuple(&mut self, parts: &[ExprId], at: Span) -> Ty {
        let mut types = Vec::new();
        for part in parts {
            let ty = self.expr(*part);
            let ty = self.table.resolve(&ty);
            types.push(ty);
            // Parts are looked at one by one, so that a tuple of large ones never grows too large.
            if types.len().is_power_of_two() && !self.front.is_bounded(&Ty::Tuple(types.clone()), at) {
                return Ty::Error;
            }
        }
        self.front.bounded(Ty::Tuple(types), at)
    }

    /// The type of an array of these elements, which have one type.
    fn array(&mut self, elements: &[ExprId], span: Span) -> Ty {
        let Some((first, rest)) = elements.split_first() else {
            let error =
                Diagnostic::error(codes::ARRAY_LENGTH, span, "an array without elements is no memory");
            self.front.report(error.help("give it at least one element"));
            return Ty::Error;
        };
        let element = self.expr(*first);
        for &other in rest {
            let ty = self.expr(other);
            self.expect(&ty, &element, self.body.exprs[other].span);
        }
        if self.table.resolve(&element).holds_ref() {
            return self.wrong_part("an array", &element, span);
        }
        self.front.array_type(element, elements.len() as u64, span)
    }
}

/// The types of what is tested for equality: an array beside a slice is one.
fn alike([a, b]: [Ty; 2]) -> [Ty; 2] {
    match (a, b) {
        (a @ Ty::Slice(_), Ty::Array(element, _)) => [a, Ty::Slice(element)],
        (Ty::Array(element, _), b @ Ty::Slice(_)) => [Ty::Slice(element), b],
        types => types.into(),
    }
}
