//! One function: which values become expressions inside of others, and which get a variable.
//!
//! A value that is used once, has no name and is used in its own region stays *pending*: it becomes a part of the
//! expression that uses it. Before memory is written that a pending expression reads, the expression gets a variable.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_ir::analysis::Ranges;
use sycl_hls_ir::la_arena::ArenaMap;
use sycl_hls_ir::{
    ChannelId, Constants, Func, FuncId, Module, Op, OpId, OpKind, ParamKind, RegionId, Root, SlotId, Span,
    ValueId,
};

use super::declared::{Declared, passed_slots};
use super::expr::Expr;
use super::lines::Text;
use super::pragma::{self, Context};
use super::prelude::Helper;
use super::stmt::{self, Stmt};
use super::{Output, interface, printer};
use crate::abi::{self, LocalNames, Names, ParamNames, param_names};

/// Expressions longer than this get a variable, unless they are all of the next statement.
pub(super) const MAX_INLINE: usize = 90;

/// Appends a function to the output, after those of its processes.
pub(super) fn emit(
    module: &Module,
    id: FuncId,
    names: &Names,
    all_ranges: &FxHashMap<FuncId, Ranges>,
    output: &mut Output,
) {
    let func = &module.funcs[id];
    let mut emitter = Emitter::new(module, id, names, all_ranges, output);
    if func.ports().next().is_some() {
        emitter.output.helpers.insert(Helper::Processes);
    }
    let packets = func.ports().filter_map(|(_, channel, _)| func.packet_of(channel));
    emitter.output.helpers.extend(packets.map(Helper::Packet));
    emitter.block(func.body);
    let mut body = emitter.preamble();
    body.append(&mut emitter.out);
    let unused = emitter.unused_lengths(&body);
    emitter.output.unused_lengths.extend(unused.into_iter().map(|param| (id, param)));
    let head = emitter.head();
    let mut text = Text::default();
    text.push_str(&printer::comment(func.span, &module.source, 0));
    text.push_str(&format!("{head}\n"));
    text.append(printer::print(&body, &module.source));
    text.push_str("}\n");
    output.functions.push(text);
}

/// The state while a function is emitted.
pub(super) struct Emitter<'e> {
    pub module: &'e Module,
    pub id: FuncId,
    pub func: &'e Func,
    /// Between which numbers the function's values are, and those of all functions.
    pub ranges: &'e Ranges,
    pub all_ranges: &'e FxHashMap<FuncId, Ranges>,
    /// The locals that are passed to functions.
    pub passed: FxHashSet<SlotId>,
    pub names: &'e Names,
    pub local: LocalNames<'e>,
    pub output: &'e mut Output,
    pub params: ParamNames,
    pub constants: Constants,
    uses: ArenaMap<ValueId, u32>,
    /// For values that are used once: the region of the use.
    homes: ArenaMap<ValueId, RegionId>,
    /// Values that are a name or a constant by now.
    values: ArenaMap<ValueId, Expr>,
    slots: ArenaMap<SlotId, String>,
    channels: ArenaMap<ChannelId, String>,
    /// Values that wait for their use, in order.
    pending: Vec<(ValueId, Expr, Span)>,
    region: RegionId,
    /// The value that the next operation stores or gives back.
    next: Option<ValueId>,
    /// True if the current operation is the function's last one.
    pub at_end: bool,
    /// The operations that compute the values.
    pub definitions: ArenaMap<ValueId, OpId>,
    /// The statements of the block at hand.
    pub out: Vec<Stmt>,
}

impl<'e> Emitter<'e> {
    pub fn new(
        module: &'e Module,
        id: FuncId,
        names: &'e Names,
        all_ranges: &'e FxHashMap<FuncId, Ranges>,
        output: &'e mut Output,
    ) -> Self {
        static UNKNOWN: LazyLock<Ranges> = LazyLock::new(Ranges::default);
        let func = &module.funcs[id];
        let ranges = all_ranges.get(&id).unwrap_or(&UNKNOWN);
        let mut local = names.local();
        let params = param_names(func, &mut local);
        let mut constants = Constants::default();
        for op in func.ops_in_order() {
            constants.learn(module, func, &func.ops[op]);
        }
        let (mut values, mut channels) = (ArenaMap::default(), ArenaMap::default());
        for (param, name) in func.params.iter().zip(&params.names) {
            if let ParamKind::Stream { channel, .. } = param.kind {
                channels.insert(channel, name.clone());
            }
            if let ParamKind::Scalar(value) = param.kind {
                let range = ranges.value(func, value);
                let declared = Declared::of(func.ty(value), range);
                values.insert(value, Expr::primary(name).of(declared.number()));
            }
        }
        Self {
            module,
            id,
            func,
            ranges,
            all_ranges,
            passed: passed_slots(func),
            names,
            local,
            output,
            params,
            constants,
            uses: func.use_counts(),
            homes: homes(func),
            values,
            slots: ArenaMap::default(),
            channels,
            pending: Vec::new(),
            region: func.body,
            next: None,
            at_end: false,
            definitions: definitions(func),
            out: Vec::new(),
        }
    }

    /// What stands before the body: the interface, and parameters that are not used.
    fn preamble(&self) -> Vec<Stmt> {
        let mut preamble = Vec::new();
        if self.func.is_kernel() {
            preamble = interface::kernel_pragmas(&abi::kernel(self.func, self.names));
        }
        let mut pragmas = self.with_pragma_names(|context| pragma::of_func(&self.func.directives, context));
        pragmas.extend(interface::param_pragmas(self.func, &self.params));
        preamble.extend(pragmas.into_iter().map(|text| Stmt::pragma(text, Span::NONE)));
        preamble
    }

    /// The helper's slices whose lengths nothing in its body uses: no caller passes them. What a kernel is passed is its ABI.
    fn unused_lengths(&self, body: &[Stmt]) -> Vec<usize> {
        if self.func.is_kernel() {
            return Vec::new();
        }
        let mut unused: Vec<&str> = self.params.lengths.iter().flatten().map(String::as_str).collect();
        stmt::keep_unmentioned(body, &mut unused);
        let is_unused = |length: &Option<String>| length.as_deref().is_some_and(|it| unused.contains(&it));
        (0..self.params.lengths.len()).filter(|param| is_unused(&self.params.lengths[*param])).collect()
    }

    /// Emits a region's operations into the block at hand.
    pub fn block(&mut self, region: RegionId) {
        let outer = std::mem::replace(&mut self.region, region);
        let func = self.func;
        let ops = &func.regions[region].ops;
        for (index, &op) in ops.iter().enumerate() {
            self.at_end = region == func.body && index + 1 == ops.len();
            self.next = ops.get(index + 1).and_then(|next| match func.ops[*next].kind {
                OpKind::Write(_, value) | OpKind::Yield(value) | OpKind::Return(Some(value)) => Some(value),
                _ => None,
            });
            self.op(&func.ops[op]);
        }
        self.region = outer;
    }

    fn op(&mut self, op: &Op) {
        // A call that only computes stays where nobody wants its value: a function that is never called is a warning.
        if matches!(op.kind, OpKind::Call { .. }) && op.result.is_none_or(|result| !self.is_used(result)) {
            return self.statement(op);
        }
        let ty = op.result.map(|result| self.func.ty(result));
        match (op.result, ty.and_then(|ty| self.expression(op, ty))) {
            (Some(result), Some(expr)) => self.define(result, expr, &op.kind, op.span),
            _ => self.statement(op),
        }
    }

    /// Decides what becomes of a value.
    pub fn define(&mut self, value: ValueId, expr: Expr, kind: &OpKind, span: Span) {
        let data = &self.func.values[value];
        let used_once_here = self.uses.get(value) == Some(&1) && self.homes.get(value) == Some(&self.region);
        let constant = matches!(kind, OpKind::Const(_) | OpKind::Global(_) | OpKind::Len(_));
        if data.name.is_none() && constant {
            self.values.insert(value, expr);
        } else if data.name.is_none()
            && used_once_here
            && (expr.text.len() <= MAX_INLINE || self.next == Some(value))
        {
            self.pending.push((value, expr, span));
        } else if self.uses.get(value) != Some(&0) {
            let name = self.func.values[value].name.clone();
            let variable = self.variable(&expr, self.declared(value), name.as_deref(), span);
            let bind_op = data.bind_op.as_ref().and_then(|it| pragma::bind_op(it, &variable.text));
            self.out.extend(bind_op.map(|text| Stmt::pragma(text, span)));
            self.set_expression(value, variable);
        }
    }

    /// Runs `f` with the names that pragmas need.
    pub fn with_pragma_names<R>(&self, f: impl FnOnce(&Context<'_>) -> R) -> R {
        let root = |root| self.root(root);
        let func = |name: &str| self.names.func(name).to_owned();
        f(&Context { dialect: self.output.dialect, root: &root, func: &func })
    }

    /// Gives an expression a variable of this type.
    pub fn variable(&mut self, expr: &Expr, declared: Declared, name: Option<&str>, span: Span) -> Expr {
        let name = self.local.take(name.unwrap_or("t"));
        self.out.push(Stmt::line(format!("const {} {name} = {};", declared.name, expr.text), span));
        Expr::primary(name).of(declared.number())
    }

    /// Says that a value is the variable `name`, of the value's own type.
    pub fn set_value(&mut self, value: ValueId, name: &str) {
        self.set_expression(value, Expr::primary(name).of(self.declared(value).number()));
    }

    /// Says that a value is a name or a constant.
    pub fn set_expression(&mut self, value: ValueId, expr: Expr) {
        self.values.insert(value, expr);
    }

    /// True if an expression waits for its use.
    pub fn is_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// A value's expression, which must stand in a statement that is emitted next.
    pub fn operand(&mut self, value: ValueId) -> Expr {
        if let Some(position) = self.pending.iter().position(|(pending, ..)| *pending == value) {
            return self.pending.remove(position).1;
        }
        self.values.get(value).cloned().unwrap_or_else(|| Expr::primary("0"))
    }

    /// How often a value is used.
    pub fn is_used(&self, value: ValueId) -> bool {
        self.uses.get(value) != Some(&0)
    }

    /// Gives every pending expression a variable that reads memory for which `conflicts` holds.
    pub fn flush(&mut self, conflicts: impl Fn(Root) -> bool) {
        let (flushed, kept): (Vec<_>, Vec<_>) = std::mem::take(&mut self.pending)
            .into_iter()
            .partition(|(_, expr, _)| expr.reads.iter().any(|root| conflicts(*root)));
        self.pending = kept;
        for (value, expr, span) in flushed {
            let variable = self.variable(&expr, self.declared(value), None, span);
            self.set_expression(value, variable);
        }
    }

    /// Runs `fill` in a scope of its own, with an empty block and nothing pending.
    pub fn inner<R>(&mut self, fill: impl FnOnce(&mut Self) -> R) -> (Vec<Stmt>, R) {
        let scope = self.local.enter();
        let result = self.apart(fill);
        self.local.leave(scope);
        result
    }

    /// Runs `fill` with an empty block and nothing pending, whose names stay in the scope at hand.
    pub fn apart<R>(&mut self, fill: impl FnOnce(&mut Self) -> R) -> (Vec<Stmt>, R) {
        let outer = std::mem::take(&mut self.out);
        let pending = std::mem::take(&mut self.pending);
        let result = fill(self);
        self.pending = pending;
        (std::mem::replace(&mut self.out, outer), result)
    }

    /// Declares the variable of a slot.
    pub fn name_slot(&mut self, slot: SlotId) -> String {
        let func = self.func;
        self.name_slot_as(slot, &func.slots[slot].name)
    }

    /// Declares the variable of a slot, with a name like this.
    pub fn name_slot_as(&mut self, slot: SlotId, name: &str) -> String {
        let name = self.local.take(name);
        self.slots.insert(slot, name.clone());
        name
    }

    /// Declares the variable of a channel.
    pub fn name_channel(&mut self, channel: ChannelId) -> String {
        let name = self.local.take(&self.func.channels[channel].name);
        self.channels.insert(channel, name.clone());
        name
    }

    /// The name of a channel.
    pub fn channel(&self, channel: ChannelId) -> &str {
        self.channels.get(channel).map_or("", String::as_str)
    }

    /// The name of a memory object.
    pub fn root(&self, root: Root) -> String {
        match root {
            Root::Slot(slot) => self.slots.get(slot).cloned().unwrap_or_default(),
            Root::Param(index) => self.params.names[index].clone(),
            Root::Global(global) => self.names.global(global).to_owned(),
        }
    }

    /// All memory that a region may write.
    pub fn writes(&self, region: RegionId) -> FxHashSet<Root> {
        let mut roots = FxHashSet::default();
        for &op in &self.func.regions[region].ops {
            let kind = &self.func.ops[op].kind;
            kind.for_each_write(|root| self.func.is_writable(root), &mut |place| {
                roots.insert(place.root);
            });
            for inner in kind.regions() {
                roots.extend(self.writes(inner));
            }
        }
        roots
    }
}

pub(super) fn definitions(func: &Func) -> ArenaMap<ValueId, OpId> {
    func.ops.iter().filter_map(|(id, op)| op.result.map(|result| (result, id))).collect()
}

fn homes(func: &Func) -> ArenaMap<ValueId, RegionId> {
    let mut homes = ArenaMap::default();
    for (region, data) in func.regions.iter() {
        for &op in &data.ops {
            func.ops[op].kind.for_each_operand(&mut |value| {
                homes.insert(value, region);
            });
        }
    }
    homes
}
