//! A module of KIR while functions and constants are added to it.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_ir::{
    Func, FuncDirectives, FuncId, FuncKind, Global, GlobalId, Module, ParamKind, Source, Span, Type,
};

use super::{Lowerer, lower_fn};
use crate::adt::instance_name;
use crate::front::{Front, Signature, State, USER};
use crate::ids::ConstId;
use crate::ty::Ty;
use crate::typed::{Instance, TypedBody};

pub(super) struct Program<'f, 'a> {
    pub front: &'f mut Front<'a>,
    pub module: Module,
    globals: FxHashMap<ConstId, GlobalId>,
    funcs: FxHashMap<Instance, FuncId>,
    names: FxHashSet<String>,
    /// Functions that are not lowered yet.
    pending: Vec<Instance>,
}

/// Lowers the module's functions and what they call; all their bodies are typed.
pub(crate) fn lower_module(front: &mut Front<'_>, name: &str, source: Source, roots: &[Instance]) -> Module {
    let mut program = Program::new(front, name, source);
    for index in 0..program.front.consts.len() {
        if program.front.consts[index].env.unit == USER {
            program.global(ConstId(index));
        }
    }
    for root in roots {
        let kind = program.front.funcs[root.func.0].kind;
        if kind == FuncKind::Helper && program.front.signature(root).is_part_of_caller() {
            continue;
        }
        program.func(root);
    }
    program.finish()
}

/// Lowers a constant's expression as the function `value` of a module of its own.
pub(crate) fn lower_constant(front: &mut Front<'_>, typed: &Rc<TypedBody>, ty: &Ty) -> (Module, FuncId) {
    let mut program = Program::new(front, "constant", Source::default());
    let span = typed.body.block.span;
    let mut func = Func::new("value", FuncKind::Helper, None, span);
    program.names.insert("value".to_owned());
    let mut lowerer = Lowerer::new(&mut program, func.clone(), typed);
    func.ret = lowerer.scalar_type(ty);
    lowerer.builder.func_mut().ret = func.ret;
    let directives = FuncDirectives::default();
    lowerer.params(&Signature { params: Vec::new(), ret: ty.clone(), directives });
    lowerer.return_tail(ty);
    let func = lowerer.builder.finish();
    let id = program.module.funcs.alloc(func);
    (program.finish(), id)
}

impl<'f, 'a> Program<'f, 'a> {
    /// An empty module from a source.
    fn new(front: &'f mut Front<'a>, name: &str, source: Source) -> Self {
        let module = Module::new(name, source);
        Self {
            front,
            module,
            globals: FxHashMap::default(),
            funcs: FxHashMap::default(),
            names: FxHashSet::default(),
            pending: Vec::new(),
        }
    }

    /// The module after all instances have been lowered.
    fn finish(mut self) -> Module {
        while !self.pending.is_empty() {
            for instance in std::mem::take(&mut self.pending) {
                self.lower(&instance);
            }
        }
        super::outputs::settle(&mut self.module);
        let needed = used_structs(&self.module);
        self.module.structs =
            self.front.structs.iter().filter(|data| needed.contains(&data.name)).cloned().collect();
        self.module
    }

    /// The index of a constant in the KIR module, if it has a value.
    pub fn global(&mut self, id: ConstId) -> Option<GlobalId> {
        if let Some(known) = self.globals.get(&id) {
            return Some(*known);
        }
        let State::Done(value) = &self.front.consts[id.0].state else { return None };
        let value = Rc::clone(value);
        let ty = self.front.ir_type(&value.ty)?;
        let (name, span) = (
            self.front.consts[id.0].name.clone(),
            self.span_in(self.front.consts[id.0].env.unit, self.front.consts[id.0].span),
        );
        let name = self.free_name(name);
        let global = Global { name, ty, leaves: value.leaves.clone(), span };
        let global = self.module.globals.alloc(global);
        self.globals.insert(id, global);
        Some(global)
    }

    /// The index of a function in the KIR module. It is queued for lowering.
    pub fn func(&mut self, instance: &Instance) -> FuncId {
        if let Some(known) = self.funcs.get(instance) {
            return *known;
        }
        let item = &self.front.funcs[instance.func.0];
        let (kind, span) = (item.kind, self.span_in(item.unit, item.span));
        let mut name = item.name.clone();
        if self.front.is_library(item.unit) {
            name = format!("{name}_{}", self.front.units[item.unit].name);
        }
        let name = self.free_name(instance_name(&name, &instance.generics));
        let mut func = Func::new(name, kind, None, span);
        func.directives = self.front.signature(instance).directives.clone();
        let id = self.module.funcs.alloc(func);
        self.funcs.insert(instance.clone(), id);
        self.pending.push(instance.clone());
        id
    }

    /// Lowers one instance of a function.
    fn lower(&mut self, instance: &Instance) {
        let Some(typed) = self.front.body(instance) else { return };
        let id = self.funcs[instance];
        let mut func = self.module.funcs[id].clone();
        let signature = self.front.signature(instance);
        func.ret = match &signature.ret {
            Ty::Prim(prim) => Some(prim.scalar()),
            Ty::Number(number) => number.scalar(),
            ty @ Ty::Adt(_) => self.front.ir_type(ty).and_then(|ty| ty.scalar()),
            _ => None,
        };
        let mut func = lower_fn(self, instance, func, &typed);
        if self.front.is_library(self.front.funcs[instance.func.0].unit) {
            forget_spans(&mut func);
        }
        self.module.funcs[id] = func;
    }

    /// Places in the library are none in the user's source.
    fn span_in(&self, unit: usize, span: Span) -> Span {
        if self.front.is_library(unit) { Span::NONE } else { span }
    }

    /// The name, with underscores behind it if other functions have it.
    fn free_name(&mut self, name: String) -> String {
        let mut free = name;
        while !self.names.insert(free.clone()) {
            free.push('_');
        }
        free
    }
}

/// The names of the structs in the types of a module.
fn used_structs(module: &Module) -> FxHashSet<String> {
    let mut names = FxHashSet::default();
    for (_, global) in module.globals.iter() {
        note_structs(&global.ty, &mut names);
    }
    for (_, func) in module.funcs.iter() {
        for (_, slot) in func.slots.iter() {
            note_structs(&slot.ty, &mut names);
        }
        for param in &func.params {
            if let ParamKind::Slice { element: ty, .. } | ParamKind::Ref { pointee: ty, .. } = &param.kind {
                note_structs(ty, &mut names);
            }
        }
    }
    names
}

/// Adds the names of the structs in a type.
fn note_structs(ty: &Type, names: &mut FxHashSet<String>) {
    match ty {
        Type::Scalar(_) => {}
        Type::Array(element, _) => note_structs(element, names),
        Type::Struct(data) => {
            if names.insert(data.name.clone()) {
                data.fields.iter().for_each(|field| note_structs(&field.ty, names));
            }
        }
    }
}

/// Removes the places in the source: those of the library are in no file of the user.
fn forget_spans(func: &mut Func) {
    for (_, op) in func.ops.iter_mut() {
        op.span = Span::NONE;
    }
    for param in &mut func.params {
        param.span = Span::NONE;
    }
}
