//! Directives of local variables.

use std::collections::HashSet;

use sycl_hls_ir::directive::{At, BindOp, BoundOp};
use sycl_hls_ir::{BinaryOp, Diagnostic, SlotDirectives, Span};
use syn::Attribute;

use super::{Site, problem_at};
use crate::codes;
use crate::front::Front;
use crate::hir::{Body, ExprId, ExprKind, Local, Method};
use crate::infer::Types;
use crate::ty::{Prim, Ty};

/// The directives of a variable with what it is declared with.
#[derive(Clone, Debug, Default)]
pub(crate) struct LocalDirectives {
    set: SlotDirectives,
    init: Option<ExprId>,
}

impl LocalDirectives {
    /// The directives of the memory that the variable is, with their operations named.
    pub fn of_slot(&self, body: &Body, types: &Types) -> SlotDirectives {
        let mut set = self.set.clone();
        let computed = self.init.and_then(|init| computed(body, types, init));
        for bind_op in &mut set.bind_ops {
            bind_op.value.op = bind_op.op.or(computed);
        }
        set
    }

    /// The operator of the value that the variable is.
    pub fn of_value(&self, body: &Body, types: &Types) -> Option<At<BindOp>> {
        self.of_slot(body, types).bind_ops.into_iter().next()
    }

    /// Is there nothing to check?
    pub fn is_empty(&self) -> bool {
        self.set.is_empty()
    }
}

/// The operation that an expression is, if it can be bound.
fn computed(body: &Body, types: &Types, init: ExprId) -> Option<BoundOp> {
    let (op, operand) = match body.exprs[init].kind {
        ExprKind::Binary(op, lhs, _) => (op, lhs),
        ExprKind::Method { receiver, method: Method::Wrapping(op), .. } => (op, receiver),
        _ => return None,
    };
    let prim = types.expr(operand).as_prim()?;
    let float = |single, double| if prim == Prim::F32 { single } else { double };
    match (op, prim.is_float()) {
        (BinaryOp::Add, false) => Some(BoundOp::Add),
        (BinaryOp::Sub, false) => Some(BoundOp::Sub),
        (BinaryOp::Mul, false) => Some(BoundOp::Mul),
        (BinaryOp::Add, true) => Some(float(BoundOp::FloatAdd, BoundOp::DoubleAdd)),
        (BinaryOp::Sub, true) => Some(float(BoundOp::FloatSub, BoundOp::DoubleSub)),
        (BinaryOp::Mul, true) => Some(float(BoundOp::FloatMul, BoundOp::DoubleMul)),
        (BinaryOp::Div, true) => Some(float(BoundOp::FloatDiv, BoundOp::DoubleDiv)),
        _ => None,
    }
}

/// Does a type have fields?
const fn has_fields(_: &Ty) -> bool {
    false
}

impl Front<'_> {
    /// The directives of a `let`, whose value is `init`.
    pub fn local_directives(&mut self, attrs: &[Attribute], init: Option<ExprId>) -> LocalDirectives {
        let directives = self.directives(attrs, Site::Let);
        let set: SlotDirectives = self.directive_set(&directives);
        for dependence in &set.dependences {
            if dependence.variable.is_some() || dependence.class.is_some() {
                let message = "`#[dependence]` of a `let` is about the variable that is declared";
                let error = Diagnostic::error(codes::DIRECTIVE_CONFLICT, dependence.span, message);
                self.report(error.help("leave `variable` and `class` away"));
            }
        }
        LocalDirectives { set, init }
    }

    /// Can a variable of the type `ty` have its directives?
    pub fn check_local(&mut self, local: &Local, ty: &Ty, body: &Body, types: &Types) {
        let LocalDirectives { set, init } = &local.directives;
        if *ty == Ty::Error {
            return;
        }
        let dims = ty.to_ir().map(|ty| ty.dims()).unwrap_or_default();
        if dims.is_empty() {
            self.no_array(set, ty);
        } else {
            self.splits(set, &dims);
            self.storage(set, local);
        }
        if !has_fields(ty) {
            self.no_struct(set, ty);
        }
        let scalar = matches!(ty, Ty::Prim(_));
        let computed = init.filter(|_| scalar).and_then(|init| computed(body, types, init));
        let mut bound = HashSet::new();
        for bind_op in &set.bind_ops {
            self.bind_op(bind_op, local, scalar, computed, &mut bound);
        }
    }

    fn no_array(&mut self, set: &SlotDirectives, ty: &Ty) {
        let partitions = set.partitions.iter().map(|it| ("array_partition", it.span, codes::PARTITION));
        let reshapes = set.reshapes.iter().map(|it| ("array_reshape", it.span, codes::PARTITION));
        let storage = set.storage.iter().map(|it| ("bind_storage", it.span, codes::BINDING));
        let dependences = set.dependences.iter().map(|it| ("dependence", it.span, codes::NO_EFFECT));
        let stable = set.stable.iter().map(|it| ("stable", it.span, codes::NO_EFFECT));
        for (name, at, code) in partitions.chain(reshapes).chain(storage).chain(dependences).chain(stable) {
            let message = format!("`#[{name}]` has no effect on a variable of type `{ty}`");
            self.report(
                Diagnostic::error(code, at, message).help("remove it: a scalar is a register anyway"),
            );
        }
    }

    fn splits(&mut self, set: &SlotDirectives, dims: &[u64]) {
        let partitions =
            set.partitions.iter().map(|it| (it.problem_with(dims), it.dim, it.span, "array_partition"));
        let reshapes =
            set.reshapes.iter().map(|it| (it.problem_with(dims), it.dim, it.span, "array_reshape"));
        let mut split: Vec<(u32, Span)> = Vec::new();
        for (problem, dim, at, name) in partitions.chain(reshapes) {
            if let Some(problem) = problem {
                self.report(problem_at(problem, at));
                continue;
            }
            let dim = dim.unwrap_or(1);
            let first = split.iter().find(|(other, _)| *other == dim || *other == 0 || dim == 0);
            if let Some((_, first)) = first {
                let message = format!("`#[{name}]` splits a dimension that is split already");
                let error = Diagnostic::error(codes::DUPLICATE_DIRECTIVE, at, message);
                let error = error.related(*first, "split here").note("one of the two would have no effect");
                self.report(error.help("give each its own `dim`, or remove one"));
            }
            split.push((dim, at));
        }
    }

    fn storage(&mut self, set: &SlotDirectives, local: &Local) {
        let Some(storage) = set.storage.as_ref().filter(|it| it.kind.is_rom() && local.mutable) else {
            return;
        };
        let message = format!("a `{}` cannot hold `{}`, which is mutable", storage.kind.name(), local.name);
        let error =
            Diagnostic::error(codes::BINDING, storage.span, message).related(local.span, "declared here");
        self.report(error.help("use a `ram_1p`, `ram_2p` or `ram_t2p`, or leave `mut` away"));
    }

    fn no_struct(&mut self, set: &SlotDirectives, ty: &Ty) {
        let aggregate = set.aggregate.iter().map(|it| ("aggregate", it.span));
        let disaggregate = set.disaggregate.iter().map(|it| ("disaggregate", it.span));
        for (name, at) in aggregate.chain(disaggregate) {
            let message = format!("`#[{name}]` has no effect on a variable of type `{ty}`");
            let error = Diagnostic::error(codes::NO_EFFECT, at, message);
            self.report(error.note("it is about the fields of a struct").help("remove it"));
        }
    }

    fn bind_op(
        &mut self,
        bind_op: &At<BindOp>,
        local: &Local,
        scalar: bool,
        computed: Option<BoundOp>,
        bound: &mut HashSet<BoundOp>,
    ) {
        let error = |message: String| Diagnostic::error(codes::BINDING, bind_op.span, message);
        let note = "the operator is found by the variable that takes its result";
        let op = match (bind_op.op, computed) {
            _ if !scalar => {
                let message = format!("`{}` is no result of one operation", local.name);
                self.report(error(message).note(note).help("put it on the `let` of a scalar"));
                return;
            }
            (Some(op), Some(computed)) if op != computed && !local.mutable => {
                let message = format!(
                    "`{}` is the result of a `{}`, not of a `{}`",
                    local.name,
                    computed.name(),
                    op.name()
                );
                self.report(
                    error(message)
                        .note(note)
                        .help(format!("write `op = {}`, or leave `op` away", computed.name())),
                );
                return;
            }
            (None, None) | (Some(_), None) if !local.mutable || bind_op.op.is_none() => {
                let message = format!("`{}` is no result of an operation that can be bound", local.name);
                let help = match local.mutable {
                    true => "name the operation that is assigned to it: `op = add`",
                    false => "give the operation a `let` of its own: `let p = a * b;`",
                };
                self.report(error(message).note(note).help(help));
                return;
            }
            (Some(op), _) | (None, Some(op)) => op,
            (None, None) => return,
        };
        if !bound.insert(op) {
            let message = format!("`{}` of `{}` is bound twice", op.name(), local.name);
            let error = Diagnostic::error(codes::DUPLICATE_DIRECTIVE, bind_op.span, message);
            self.report(error.note("one of the two would have no effect").help("remove one of them"));
        } else if bind_op.op.is_none()
            && let Some(problem) = bind_op.problem_with(op)
        {
            // With an operation of its own it was checked by itself.
            self.report(problem_at(problem, bind_op.span));
        }
    }
}
