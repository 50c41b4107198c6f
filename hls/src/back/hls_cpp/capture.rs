//! What a region uses of what is outside of it: the parameters of the function that it becomes.

use rustc_hash::FxHashSet;
use sycl_hls_ir::la_arena::ArenaMap;
use sycl_hls_ir::{
    CallArg, ChannelId, Func, Module, OpId, OpKind, ParamKind, Place, RegionId, Root, Token, TokenKind, Type,
    ValueId,
};
use sycl_hls_types::Length;

use super::declared::{self, Declared};
use super::func::{Emitter, definitions};
use crate::abi::{declarator, pointer, qualifier};

/// Something of outside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Capture {
    /// A slice, an object, or a local.
    Memory(Root),
    /// The length of a slice whose length is an argument.
    Length(usize),
    /// A scalar that was computed before.
    Value(ValueId),
    Channel(ChannelId),
}

/// What a region uses: first the function's parameters in their order, then the rest as it is used. Constants are not
/// passed.
pub(super) fn captures(
    module: &Module,
    func: &Func,
    region: RegionId,
    definitions: &ArenaMap<ValueId, OpId>,
) -> Vec<Capture> {
    let mut walk = Walk { module, func, used: Vec::new(), inside: FxHashSet::default() };
    walk.region(region);
    let Walk { mut used, inside, .. } = walk;
    let is_constant = |capture: &Capture| {
        let Capture::Value(value) = capture else { return false };
        definitions.get(*value).is_some_and(|op| is_constant(&func.ops[*op].kind))
    };
    // A stream of blocks is passed for all that belongs to it.
    let is_of_blocks = |capture: &Capture| match *capture {
        Capture::Memory(Root::Slot(slot)) => func.is_blocks(slot),
        Capture::Channel(id) => {
            matches!(func.channels[id].token, Some(Token { kind: TokenKind::Filled, .. }))
        }
        _ => false,
    };
    used.retain(|capture| !inside.contains(capture) && !is_constant(capture) && !is_of_blocks(capture));
    let position = |capture: &Capture| {
        let is_param = |value: ValueId| {
            func.params.iter().position(|param| matches!(param.kind, ParamKind::Scalar(own) if own == value))
        };
        match *capture {
            Capture::Memory(Root::Param(index)) => (index, false),
            Capture::Length(index) => (index, true),
            Capture::Value(value) => (is_param(value).unwrap_or(usize::MAX), false),
            Capture::Channel(channel) => {
                let port = func.ports().find(|(_, id, _)| *id == channel);
                (port.map_or(usize::MAX, |(index, ..)| index), false)
            }
            Capture::Memory(_) => (usize::MAX, false),
        }
    };
    used.sort_by_key(position);
    used
}

/// The scalars and lengths that a region uses and that come from outside of it.
pub(super) fn scalars(module: &Module, func: &Func, region: RegionId) -> Vec<Capture> {
    let used = captures(module, func, region, &definitions(func));
    used.into_iter().filter(|it| matches!(it, Capture::Value(_) | Capture::Length(_))).collect()
}

/// True for what is the same expression in every function.
const fn is_constant(kind: &OpKind) -> bool {
    matches!(kind, OpKind::Const(_) | OpKind::Global(_))
}

struct Walk<'w> {
    module: &'w Module,
    func: &'w Func,
    used: Vec<Capture>,
    /// What comes into being inside.
    inside: FxHashSet<Capture>,
}

impl Walk<'_> {
    fn region(&mut self, region: RegionId) {
        let func = self.func;
        self.inside.extend(func.regions[region].params.iter().map(|value| Capture::Value(*value)));
        for &op in &func.regions[region].ops {
            let op = &func.ops[op];
            self.op(&op.kind);
            self.inside.extend(op.result.map(Capture::Value));
            op.kind.regions().for_each(|inner| self.region(inner));
        }
    }

    fn op(&mut self, kind: &OpKind) {
        kind.for_each_operand(&mut |value| self.capture(Capture::Value(value)));
        kind.for_each_read(&mut |place| self.place(place));
        // What is declared is no use of what was there before.
        if !matches!(kind, OpKind::Declare { .. }) {
            kind.for_each_write(|_| true, &mut |place| self.place(place));
        }
        match kind {
            OpKind::Declare { slot, .. } => _ = self.inside.insert(Capture::Memory(Root::Slot(*slot))),
            OpKind::DeclareChannel(channel) => _ = self.inside.insert(Capture::Channel(*channel)),
            OpKind::Channel { channel, .. } => self.capture(Capture::Channel(*channel)),
            OpKind::Len(param) => self.length(*param),
            OpKind::Call { func, args } => {
                for (param, arg) in self.module.funcs[*func].params.iter().zip(args) {
                    if let (ParamKind::Slice { .. }, CallArg::Place(Place { root: Root::Param(index), path })) =
                        (&param.kind, arg)
                        && path.is_empty()
                    {
                        self.length(*index);
                    }
                }
            }
            _ => {}
        }
    }

    fn place(&mut self, place: &Place) {
        if !matches!(place.root, Root::Global(_)) {
            self.capture(Capture::Memory(place.root));
        }
    }

    /// The length of a slice: an argument, or computed of scalars.
    fn length(&mut self, param: usize) {
        match self.func.param(param).map(|param| &param.kind) {
            Some(ParamKind::Slice { length: Length::Argument, .. }) => self.capture(Capture::Length(param)),
            Some(ParamKind::Slice { length: Length::Expr(expr), .. }) => {
                for scalar in expr.params() {
                    if let Some(ParamKind::Scalar(value)) = self.func.param(scalar).map(|param| &param.kind) {
                        self.capture(Capture::Value(*value));
                    }
                }
            }
            _ => {}
        }
    }

    fn capture(&mut self, capture: Capture) {
        if !self.used.contains(&capture) {
            self.used.push(capture);
        }
    }
}

impl Emitter<'_> {
    /// Gives constants of the function their expressions, wherever they were defined.
    pub(super) fn define_constants(&mut self) {
        let func = self.func;
        for (_, op) in func.ops.iter() {
            if let Some(result) = op.result.filter(|_| is_constant(&op.kind))
                && let Some(expr) = self.expression(op, func.ty(result))
            {
                self.set_expression(result, expr);
            }
        }
    }

    /// The name of something of outside, which the emitter of the region's function takes for it.
    pub(super) fn take_capture(&mut self, capture: Capture) -> String {
        match capture {
            Capture::Memory(Root::Slot(slot)) => self.name_slot(slot),
            Capture::Memory(root) => self.root(root),
            Capture::Length(param) => self.params.lengths[param].clone().unwrap_or_default(),
            Capture::Value(value) => {
                let own = self
                    .func
                    .params
                    .iter()
                    .position(|param| matches!(param.kind, ParamKind::Scalar(scalar) if scalar == value));
                let name = match own {
                    Some(index) => self.params.names[index].clone(),
                    None => self.local.take(self.func.values[value].name.as_deref().unwrap_or("t")),
                };
                self.set_value(value, &name);
                name
            }
            Capture::Channel(channel) => match self.func.ports().find(|(_, id, _)| *id == channel) {
                Some((index, ..)) => self.params.names[index].clone(),
                None => self.name_channel(channel),
            },
        }
    }

    /// The parameter for something of outside with this name. Memory is const unless the region may write it.
    pub(super) fn capture_parameter(
        &self,
        capture: Capture,
        name: &str,
        written: &FxHashSet<Root>,
    ) -> String {
        let func = self.func;
        match capture {
            Capture::Length(param) => format!("{} {name}", self.length_type(param).name),
            Capture::Value(value) => format!("{} {name}", self.declared(value).name),
            Capture::Channel(channel) => format!("{} &{name}", self.stream_type(channel)),
            Capture::Memory(root) => {
                let mutable = written.contains(&root);
                match root {
                    Root::Slot(slot) => {
                        self.object_parameter(self.declared_slot(slot), &func.slots[slot].ty, mutable, name)
                    }
                    Root::Param(index) => match &func.params[index].kind {
                        ParamKind::Slice { element, .. } => pointer(element, mutable, name, self.names),
                        ParamKind::Ref { pointee, .. } | ParamKind::Output { pointee, .. } => {
                            self.object_parameter(None, pointee, mutable, name)
                        }
                        ParamKind::Scalar(_) | ParamKind::Stream { .. } => String::new(),
                    },
                    Root::Global(_) => String::new(),
                }
            }
        }
    }

    fn object_parameter(&self, declared: Option<Declared>, ty: &Type, mutable: bool, name: &str) -> String {
        let reference = if matches!(ty, Type::Array(..)) { "" } else { "&" };
        let base = declared::base(declared, ty, self.names);
        format!("{}{base} {reference}{}", qualifier(mutable), declarator(name, ty))
    }

    /// The argument that passes something to the function of a region.
    pub(super) fn capture_argument(&mut self, capture: Capture) -> String {
        match capture {
            Capture::Memory(root) => self.root(root),
            Capture::Length(param) => self.params.lengths[param].clone().unwrap_or_default(),
            Capture::Value(value) => self.operand(value).text,
            Capture::Channel(channel) => self.channel(channel).to_owned(),
        }
    }
}
