//! From typed HIR to KIR.

mod array;
mod expr;
mod stmt;

use std::collections::HashMap;

use sycl_hls_ir::la_arena::ArenaMap;
use sycl_hls_ir::{
    Builder, Func, FuncId, FuncKind, Global, GlobalId, Init, Module, OpKind, Param, ParamKind, Slot, SlotId,
    Source, Span, ValueId,
};

use crate::front::ConstState;
use crate::front::Front;
use crate::hir::{Body, ConstId, ExprId, ExprKind, FnId, LocalId};
use crate::infer::Types;
use crate::ty::Ty;

/// What a variable is in KIR.
#[derive(Clone, Copy, Debug)]
enum Binding {
    Value(ValueId),
    Slot(SlotId),
    /// A slice or a reference.
    Param(usize),
}

/// The ids of a module's items in KIR.
#[derive(Debug, Default)]
struct Ids {
    globals: HashMap<ConstId, GlobalId>,
    funcs: HashMap<FnId, FuncId>,
}

/// Lowers a module whose bodies are all typed.
pub(crate) fn lower(front: &Front<'_>, name: &str, source: Source, bodies: &[(Body, Types)]) -> Module {
    let mut module = Module::new(name, source);
    let mut ids = Ids::default();
    for (index, item) in front.consts.iter().enumerate() {
        if let ConstState::Done(value) = &item.state
            && let Some(ty) = value.ty.to_ir()
        {
            let global =
                Global { name: item.name.clone(), ty, leaves: value.leaves.clone(), span: item.span };
            ids.globals.insert(ConstId(index), module.globals.alloc(global));
        }
    }
    // All functions get their ids before any body is lowered: calls may precede definitions.
    for (index, item) in front.funcs.iter().enumerate() {
        let ret = item.ret.as_prim().map(crate::ty::Prim::scalar);
        let mut func = Func::new(&item.name, item.kind, ret, item.span);
        func.directives = item.directives.clone();
        ids.funcs.insert(FnId(index), module.funcs.alloc(func));
    }
    for (index, (body, types)) in bodies.iter().enumerate() {
        let id = ids.funcs[&FnId(index)];
        let func = module.funcs[id].clone();
        module.funcs[id] = lower_fn(front, &ids, FnId(index), func, body, types);
    }
    module
}

fn lower_fn(front: &Front<'_>, ids: &Ids, id: FnId, func: Func, body: &Body, types: &Types) -> Func {
    let mut lowerer =
        Lowerer { ids, body, types, builder: Builder::new(func), bindings: ArenaMap::default() };
    lowerer.params(front, id);
    let result = lowerer.block(&body.block);
    let span = body.block.tail.map_or(body.block.span, |tail| body.exprs[tail].span);
    lowerer.builder.push(OpKind::Return(result), span);
    lowerer.builder.finish()
}

struct Lowerer<'l> {
    ids: &'l Ids,
    body: &'l Body,
    types: &'l Types,
    builder: Builder,
    bindings: ArenaMap<LocalId, Binding>,
}

impl Lowerer<'_> {
    fn params(&mut self, front: &Front<'_>, id: FnId) {
        let item = &front.funcs[id.0];
        let kernel = item.kind == FuncKind::Kernel;
        for (index, (param, &local)) in item.params.iter().zip(&self.body.params).enumerate() {
            let kind = match &param.ty {
                Ty::Prim(prim) => {
                    let value = self.builder.value(prim.scalar(), Some(&param.name));
                    self.bindings.insert(local, Binding::Value(value));
                    ParamKind::Scalar(value)
                }
                Ty::Ref { mutable, inner } => {
                    self.bindings.insert(local, Binding::Param(index));
                    match (&**inner, inner.to_ir()) {
                        (Ty::Slice(element), _) => ParamKind::Slice {
                            element: element
                                .as_prim()
                                .map_or(sycl_hls_types::Scalar::U8, crate::ty::Prim::scalar),
                            mutable: *mutable,
                            length: param.length.clone(),
                            bundle: param.bundle.clone().filter(|_| kernel),
                        },
                        (_, Some(pointee)) => ParamKind::Ref { pointee, mutable: *mutable },
                        (_, None) => continue,
                    }
                }
                _ => continue,
            };
            let directives = param.directives.set.clone();
            let param_data = Param { name: param.name.clone(), kind, directives, span: param.span };
            self.builder.func_mut().params.push(param_data);
        }
        for &local in &self.body.params {
            if let (true, Some(Binding::Value(value))) =
                (self.body.locals[local].mutable, self.bindings.get(local))
            {
                let value = *value;
                self.declare(local, Init::Fill(value), true, self.body.locals[local].span);
            }
        }
    }

    /// Declares memory for a variable.
    fn declare(&mut self, local: LocalId, init: Init, mutable: bool, span: Span) -> Option<SlotId> {
        let variable = &self.body.locals[local];
        let slot = Slot {
            name: variable.name.clone(),
            ty: self.types.local(local).to_ir()?,
            mutable,
            directives: variable.directives.of_slot(self.body, self.types),
        };
        let slot = self.builder.declare(slot, init, span);
        self.bindings.insert(local, Binding::Slot(slot));
        Some(slot)
    }

    fn span(&self, id: ExprId) -> Span {
        self.body.exprs[id].span
    }

    fn kind(&self, id: ExprId) -> &ExprKind {
        &self.body.exprs[id].kind
    }
}
