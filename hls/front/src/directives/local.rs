//! Directives of local variables.

use sycl_hls_ir::directive::{At, BindOp};
use sycl_hls_ir::{Diagnostic, SlotDirectives, Span, Type};
use syn::Attribute;

use super::binding::computed;
use super::{Site, problem_at};
use crate::codes;
use crate::front::Front;
use crate::hir::{Body, ExprId, Local, LocalDirectives};
use crate::ty::Ty;
use crate::typed::Types;

impl LocalDirectives {
    /// The directives for the variable as a memory, in which each `bind_op` names its operation.
    pub fn of_slot(&self, body: &Body, types: &Types) -> SlotDirectives {
        let mut set = self.set.clone();
        let computed = self.init.and_then(|init| computed(body, types, init));
        for bind_op in &mut set.bind_ops {
            bind_op.value.op = bind_op.op.or(computed);
        }
        set
    }

    /// The `bind_op` directive for the variable as a value.
    pub fn of_value(&self, body: &Body, types: &Types) -> Option<At<BindOp>> {
        self.of_slot(body, types).bind_ops.into_iter().next()
    }

    /// True if there is nothing to check.
    pub fn is_empty(&self) -> bool {
        self.set.is_empty()
    }
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
        LocalDirectives { set, init, persistent: None }
    }

    /// True if a variable of the type `ty` can have its directives.
    pub fn check_local(&mut self, local: &Local, ty: &Ty, body: &Body, types: &Types) {
        let LocalDirectives { set, init, .. } = &local.directives;
        if *ty == Ty::Error {
            return;
        }
        let end = if let Ty::Array(end, _) = ty { end } else { ty };
        let memory = end.block().unwrap_or(ty).clone();
        let dims = self.ir_type(&memory).map(|ty| ty.dims()).unwrap_or_default();
        if dims.is_empty() {
            self.no_array(set, ty);
        } else {
            self.splits(set, &dims);
        }
        if end.block().is_some() {
            self.no_wait(set);
        }
        self.no_struct(set, &memory);
        let scalar = ty.as_prim();
        let computed = init.filter(|_| scalar.is_some()).and_then(|init| computed(body, types, init));
        self.bindings(&set.bind_ops, local, scalar, computed);
    }

    /// Reports directives about arrays on what is none.
    fn no_array(&mut self, set: &SlotDirectives, ty: &Ty) {
        let partitions = set.partitions.iter().map(|it| ("array_partition", it.span, codes::PARTITION));
        let reshapes = set.reshapes.iter().map(|it| ("array_reshape", it.span, codes::PARTITION));
        let storage = set.storage.iter().map(|it| ("bind_storage", it.span, codes::BINDING));
        let dependences = set.dependences.iter().map(|it| ("dependence", it.span, codes::NO_EFFECT));
        let stable = set.stable.iter().map(|it| ("stable", it.span, codes::NO_EFFECT));
        for (name, at, code) in partitions.chain(reshapes).chain(storage).chain(dependences).chain(stable) {
            let message = format!("`#[{name}]` has no effect on a variable of type `{ty}`");
            let help = match ty {
                Ty::Ref { .. } => {
                    "it belongs where the array is declared, and that of blocks where their stream is made"
                }
                _ => "remove it: a scalar is a register anyway",
            };
            self.report(Diagnostic::error(code, at, message).help(help));
        }
    }

    /// Reports directives about what accesses wait for on a stream of blocks.
    fn no_wait(&mut self, set: &SlotDirectives) {
        let dependences = set.dependences.iter().map(|it| ("dependence", it.span));
        let stable = set.stable.iter().map(|it| ("stable", it.span));
        for (name, at) in dependences.chain(stable) {
            let message = format!("`#[{name}]` has no effect on a stream of blocks");
            let error = Diagnostic::error(codes::NO_EFFECT, at, message);
            let note = "a process waits for a block when it acquires it, and for nothing else";
            self.report(error.note(note).help("remove it"));
        }
    }

    /// Checks dimensions and factors of partitions and reshapes against the array (UG1399, `pragma HLS
    /// array_partition`).
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

    /// Only structs, and arrays of them, have fields.
    fn no_struct(&mut self, set: &SlotDirectives, ty: &Ty) {
        if self.ir_type(ty).is_some_and(|ty| matches!(ty.bottom(), Type::Struct(_))) {
            return;
        }
        let aggregate = set.aggregate.iter().map(|it| ("aggregate", it.span));
        let disaggregate = set.disaggregate.iter().map(|it| ("disaggregate", it.span));
        for (name, at) in aggregate.chain(disaggregate) {
            let message = format!("`#[{name}]` has no effect on a variable of type `{ty}`");
            let error = Diagnostic::error(codes::NO_EFFECT, at, message);
            self.report(error.note("it is about the fields of a struct").help("remove it"));
        }
    }
}
