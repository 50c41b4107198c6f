//! The text form of KIR: see [`parse`](crate::parse()) for its grammar.

use std::fmt::{self, Write as _};

use la_arena::ArenaMap;
use sycl_hls_types::{Length, LengthExpr, Link, LinkGroup, Packet, ScalarValue, TrapKind};

use crate::directive::{DirectiveSet, Entry};
use crate::{
    CallArg, ChannelAccess, ChannelEnd, ChannelId, ForLoop, Func, FuncKind, Init, Module, Object, Op, OpId,
    OpKind, Overflow, Param, ParamKind, Place, RegionId, Root, SlotId, Span, Step, Struct, Token, TokenKind,
    Trap, Type, ValueId, trap,
};

/// What to print besides the code itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintOptions {
    /// Names of values, slots and parameters, and the source file.
    pub names: bool,
    /// Source spans.
    pub spans: bool,
    /// Directives and bundles.
    pub directives: bool,
    /// Every operation; else those that may have directives, with their numbers.
    pub operations: bool,
}

impl PrintOptions {
    /// Everything: what [`parse`](crate::parse()) reads back without loss.
    pub const FULL: Self = Self { names: true, spans: true, directives: true, operations: true };
    /// All but spans: for reading.
    pub const READABLE: Self = Self { names: true, spans: false, directives: true, operations: true };
    /// Only what decides the kernels' results: what the code digest is made of.
    pub const CODE: Self = Self { names: false, spans: false, directives: false, operations: true };
    /// What decides, beside [`CODE`](Self::CODE), how it becomes hardware.
    pub const DIRECTIVES: Self = Self { names: false, spans: false, directives: true, operations: false };
}

/// The whole text form.
#[must_use]
pub fn print(module: &Module) -> String {
    print_with(module, PrintOptions::FULL)
}

/// The text form with less detail.
#[must_use]
pub fn print_with(module: &Module, options: PrintOptions) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = print_module(&mut out, module, options);
    out
}

fn print_module(out: &mut String, module: &Module, options: PrintOptions) -> fmt::Result {
    write!(out, "module {}", module.name)?;
    if options.names {
        write!(out, " from {:?}", module.source.file)?;
    }
    out.push('\n');
    for data in &module.structs {
        print_struct(out, data, options)?;
    }
    if !module.structs.is_empty() {
        out.push('\n');
    }
    for (_, global) in module.globals.iter() {
        let values: Vec<String> = global.leaves.iter().map(literal).collect();
        write!(out, "\nconst @{}: {} = [{}]", global.name, global.ty, values.join(", "))?;
        print_span(out, global.span, options)?;
    }
    if !module.globals.is_empty() {
        out.push('\n');
    }
    for (_, func) in module.funcs.iter() {
        out.push('\n');
        let mut printer = FuncPrinter::new(out, module, func, options);
        printer.function()?;
    }
    module.links.iter().try_for_each(|group| print_links(out, group))
}

fn print_links(out: &mut String, group: &LinkGroup) -> fmt::Result {
    let members: Vec<String> = group.members.iter().map(|member| format!("@{member}")).collect();
    write!(out, "\nlinked @{} = [{}]", group.kernel, members.join(", "))?;
    if !group.free.is_empty() {
        let free: Vec<String> = group.free.iter().map(|kernel| format!("@{kernel}")).collect();
        write!(out, " free [{}]", free.join(", "))?;
    }
    writeln!(out)?;
    for Link { producer, consumer, depth } in &group.links {
        let [from, to] = [producer, consumer].map(|name| format!("@{}({})", name.kernel, name.port));
        writeln!(out, "link {from} to {to} depth {depth}")?;
    }
    Ok(())
}

fn print_struct(out: &mut String, data: &Struct, options: PrintOptions) -> fmt::Result {
    // Without names a field is its position.
    let name = |index: usize| {
        if options.names { data.fields[index].name.clone() } else { index.to_string() }
    };
    let fields = data.fields.iter().enumerate();
    let fields: Vec<String> = fields.map(|(index, field)| format!("{}: {}", name(index), field.ty)).collect();
    write!(out, "\nstruct @{} {{ {} }}", data.name, fields.join(", "))?;
    print_span(out, data.span, options)
}

fn print_span(out: &mut String, span: Span, options: PrintOptions) -> fmt::Result {
    if options.spans && span != Span::NONE { write!(out, " @{span}") } else { Ok(()) }
}

/// A constant as the text form spells it; NaNs are all alike.
fn literal(value: &ScalarValue) -> String {
    if value.is_nan() { "nan".to_owned() } else { value.to_string() }
}

struct FuncPrinter<'a> {
    out: &'a mut String,
    module: &'a Module,
    func: &'a Func,
    options: PrintOptions,
    /// Numbers by order of definition, so that equal code prints equally.
    values: ArenaMap<ValueId, usize>,
    slots: ArenaMap<SlotId, usize>,
    channels: ArenaMap<ChannelId, usize>,
    next_value: usize,
    next_slot: usize,
    next_channel: usize,
    next_op: usize,
    depth: usize,
}

impl<'a> FuncPrinter<'a> {
    fn new(out: &'a mut String, module: &'a Module, func: &'a Func, options: PrintOptions) -> Self {
        Self {
            out,
            module,
            func,
            options,
            values: ArenaMap::default(),
            slots: ArenaMap::default(),
            channels: ArenaMap::default(),
            next_value: 0,
            next_slot: 0,
            next_channel: 0,
            next_op: 0,
            depth: 0,
        }
    }

    fn function(&mut self) -> fmt::Result {
        let func = self.func;
        let keyword = if func.kind == FuncKind::Kernel { "kernel" } else { "fn" };
        write!(self.out, "{keyword} @{}(", func.name)?;
        for (index, param) in func.params.iter().enumerate() {
            self.out.push_str(if index == 0 { "" } else { ", " });
            self.param(index, param)?;
        }
        self.out.push(')');
        if let Some(ret) = func.ret {
            write!(self.out, " -> {ret}")?;
        }
        self.directives(&func.directives);
        self.span(func.span)?;
        self.out.push(' ');
        self.region(func.body)?;
        self.out.push('\n');
        Ok(())
    }

    fn param(&mut self, index: usize, param: &Param) -> fmt::Result {
        match &param.kind {
            ParamKind::Scalar(value) => {
                let name = self.define(*value);
                write!(self.out, "{name}: {}", self.func.ty(*value))?;
            }
            ParamKind::Slice { element, mutable, length, bundle } => {
                write!(self.out, "{}: {}[{element}]", self.root(Root::Param(index)), mutability(*mutable))?;
                if let Length::Expr(expr) = length {
                    let text = self.length(expr);
                    write!(self.out, " len({text})")?;
                }
                if let (Some(bundle), true) = (bundle, self.options.directives) {
                    write!(self.out, " bundle {bundle:?}")?;
                }
            }
            ParamKind::Stream { channel, end, packet } => {
                let channel = self.define_channel(*channel);
                let element = match packet {
                    Some(Packet { data, user, id, dest }) => format!("packet({data}, {user}, {id}, {dest})"),
                    None => self.func.channels[channel].element.to_string(),
                };
                let direction = if *end == ChannelEnd::Read { "in" } else { "out" };
                write!(self.out, "{}: {direction} {element}", self.channel(channel))?;
            }
            ParamKind::Ref { pointee, mutable } => {
                write!(self.out, "{}: {}{pointee}", self.root(Root::Param(index)), mutability(*mutable))?;
            }
            ParamKind::Output { pointee, initial } => {
                let direction = if *initial { "inout" } else { "out" };
                write!(self.out, "{}: {direction} {pointee}", self.root(Root::Param(index)))?;
            }
        }
        self.directives(&param.directives);
        self.span(param.span)
    }

    /// A set of directives, each with a leading space.
    fn directives(&mut self, set: &impl DirectiveSet) {
        for entry in set.entries() {
            self.directive(&entry);
        }
    }

    fn directive(&mut self, entry: &Entry) {
        if self.options.directives {
            let text = entry.text(self.options.spans, &|root| self.root(root));
            self.out.push(' ');
            self.out.push_str(&text);
        }
    }

    /// A length expression names scalar parameters by position, so that it may precede them.
    fn length(&self, expr: &LengthExpr) -> String {
        expr.display(&|index| format!("${index}")).to_string()
    }

    fn region(&mut self, region: RegionId) -> fmt::Result {
        self.out.push_str("{\n");
        self.depth += 1;
        for &op in &self.func.regions[region].ops {
            self.op(op)?;
        }
        self.depth -= 1;
        self.indent();
        self.out.push('}');
        Ok(())
    }

    fn indent(&mut self) {
        for _ in 0..self.depth {
            self.out.push_str("  ");
        }
    }

    fn op(&mut self, id: OpId) -> fmt::Result {
        let op = &self.func.ops[id];
        if let (OpKind::Scope { body, .. }, false) = (&op.kind, self.options.directives) {
            // Without its directives a scope is what is in it.
            return self.func.regions[*body].ops.iter().try_for_each(|&inner| self.op(inner));
        }
        self.next_op += 1;
        if !self.options.operations {
            if !self.may_have_directives(op) {
                return Ok(());
            }
            write!(self.out, "{} ", self.next_op)?;
        }
        self.indent();
        // Operands are printed before the result is numbered: a value never uses itself.
        let start = self.out.len();
        self.op_kind(op)?;
        if let Some(result) = op.result {
            let name = self.define(result);
            self.out.insert_str(start, &format!("{name} = "));
        }
        if op.kind.regions().next().is_none() {
            if let Some(result) = op.result {
                self.result_type(op)?;
                if let Some(bind_op) = &self.func.values[result].bind_op {
                    self.directive(&Entry::of(bind_op));
                }
            }
            self.span(op.span)?;
        }
        self.out.push('\n');
        Ok(())
    }

    fn may_have_directives(&self, op: &Op) -> bool {
        let bound = op.result.is_some_and(|result| self.func.values[result].bind_op.is_some());
        bound || matches!(op.kind, OpKind::Declare { .. }) || op.kind.regions().next().is_some()
    }

    fn result_type(&mut self, op: &Op) -> fmt::Result {
        match op.result {
            Some(result) => write!(self.out, ": {}", self.func.ty(result)),
            None => Ok(()),
        }
    }

    fn op_kind(&mut self, op: &Op) -> fmt::Result {
        match &op.kind {
            OpKind::Const(value) => write!(self.out, "const {}", literal(value)),
            OpKind::Global(global) => write!(self.out, "global @{}", self.module.globals[*global].name),
            OpKind::Unary { op, overflow, arg } => {
                write!(self.out, "{}{} {}", op.name(), suffix(*overflow), self.value(*arg))
            }
            OpKind::Binary { op, overflow, lhs, rhs } => {
                let (lhs, rhs) = (self.value(*lhs), self.value(*rhs));
                write!(self.out, "{}{} {lhs}, {rhs}", op.name(), suffix(*overflow))
            }
            OpKind::Compare { op, lhs, rhs } => {
                write!(self.out, "{} {}, {}", op.name(), self.value(*lhs), self.value(*rhs))
            }
            OpKind::Cast(value) => write!(self.out, "cast {}", self.value(*value)),
            OpKind::Bits(value) => write!(self.out, "bits {}", self.value(*value)),
            OpKind::Fma { a, b, c } => {
                write!(self.out, "fma {}, {}, {}", self.value(*a), self.value(*b), self.value(*c))
            }
            OpKind::Overflows { op, lhs, rhs } => {
                write!(self.out, "overflows.{} {}, {}", op.name(), self.value(*lhs), self.value(*rhs))
            }
            OpKind::Len(param) => write!(self.out, "len {}", self.root(Root::Param(*param))),
            OpKind::Yield(value) => write!(self.out, "yield {}", self.value(*value)),
            OpKind::Return(None) => write!(self.out, "return"),
            OpKind::Return(Some(value)) => write!(self.out, "return {}", self.value(*value)),
            OpKind::Break(levels) => write!(self.out, "break {levels}"),
            OpKind::Continue(levels) => write!(self.out, "continue {levels}"),
            OpKind::TrapIf { cond, trap } => {
                write!(self.out, "trap_if {}, {}", self.value(*cond), self.trap(trap))
            }
            OpKind::PanicIf { cond, trap } => {
                write!(self.out, "panic_if {}, {}", self.value(*cond), self.trap(trap))
            }
            OpKind::DeclareChannel(channel) => self.declare_channel(*channel),
            OpKind::Channel { channel, access } => self.channel_op(*channel, access),
            _ => self.memory_or_control(op),
        }
    }

    fn define_channel(&mut self, channel: ChannelId) -> ChannelId {
        self.channels.insert(channel, self.next_channel);
        self.next_channel += 1;
        channel
    }

    fn declare_channel(&mut self, channel: ChannelId) -> fmt::Result {
        let data = &self.func.channels[self.define_channel(channel)];
        write!(self.out, "channel {}: {} depth {}", self.channel(channel), data.element, data.depth)?;
        match data.token {
            Some(Token { blocks, kind: TokenKind::Held }) => {
                write!(self.out, " held {}", self.root(Root::Slot(blocks)))
            }
            Some(Token { blocks, kind: TokenKind::Filled }) => {
                write!(self.out, " filled {}", self.root(Root::Slot(blocks)))
            }
            None => Ok(()),
        }
    }

    fn channel_op(&mut self, channel: ChannelId, access: &ChannelAccess) -> fmt::Result {
        let channel = self.channel(channel);
        match access {
            ChannelAccess::Read => write!(self.out, "read {channel}"),
            ChannelAccess::Write(value) => write!(self.out, "write {channel}, {}", self.value(*value)),
            ChannelAccess::Unread => write!(self.out, "unread {channel}"),
            ChannelAccess::TryRead(place) => write!(self.out, "try_read {channel}, {}", self.place(place)),
            ChannelAccess::TryWrite(value) => {
                write!(self.out, "try_write {channel}, {}", self.value(*value))
            }
            ChannelAccess::Empty => write!(self.out, "empty {channel}"),
            ChannelAccess::Full => write!(self.out, "full {channel}"),
            ChannelAccess::More => write!(self.out, "more {channel}"),
        }
    }

    fn memory_or_control(&mut self, op: &Op) -> fmt::Result {
        match &op.kind {
            OpKind::Read(place) => write!(self.out, "read {}", self.place(place)),
            OpKind::Write(place, value) => {
                write!(self.out, "write {}, {}", self.place(place), self.value(*value))
            }
            OpKind::Fill(place, value) => {
                write!(self.out, "fill {}, {}", self.place(place), self.value(*value))
            }
            OpKind::Copy { to, from } => write!(self.out, "copy {}, {}", self.place(to), self.place(from)),
            OpKind::Declare { slot, init } => self.declare(*slot, init),
            OpKind::Call { func, args } => {
                let args: Vec<String> = args.iter().map(|arg| self.call_arg(arg)).collect();
                write!(self.out, "call @{}({})", self.module.funcs[*func].name, args.join(", "))
            }
            OpKind::For(for_loop) => self.for_loop(for_loop, op.span),
            OpKind::While { cond, body, directives } => {
                self.out.push_str("while");
                self.directives(directives);
                self.span(op.span)?;
                self.out.push(' ');
                self.region(*cond)?;
                self.out.push_str(" do ");
                self.region(*body)
            }
            OpKind::Block { body } => {
                self.out.push_str("block");
                self.span(op.span)?;
                self.out.push(' ');
                self.region(*body)
            }
            OpKind::Scope { directives, body } => {
                self.out.push_str("scope");
                self.directives(&**directives);
                self.span(op.span)?;
                self.out.push(' ');
                self.region(*body)
            }
            OpKind::Dataflow { start_propagation, body } => {
                self.out.push_str("dataflow");
                if !start_propagation {
                    self.out.push_str(" disable_start_propagation");
                }
                self.span(op.span)?;
                self.out.push(' ');
                self.region(*body)
            }
            OpKind::Process { name, body } => {
                self.out.push_str("process");
                if self.options.names && !name.is_empty() {
                    write!(self.out, " {name:?}")?;
                }
                self.span(op.span)?;
                self.out.push(' ');
                self.region(*body)
            }
            OpKind::If { cond, then, otherwise } => {
                write!(self.out, "if {}", self.value(*cond))?;
                self.result_type(op)?;
                self.span(op.span)?;
                self.out.push(' ');
                self.region(*then)?;
                if !self.func.regions[*otherwise].ops.is_empty() {
                    self.out.push_str(" else ");
                    self.region(*otherwise)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn for_loop(&mut self, for_loop: &ForLoop, span: Span) -> fmt::Result {
        let (lo, hi) = (self.value(for_loop.lo), self.value(for_loop.hi));
        let dots = if for_loop.inclusive { "..=" } else { ".." };
        self.out.push_str("for ");
        let params = &self.func.regions[for_loop.body].params;
        let names: Vec<String> = params.iter().map(|param| self.define(*param)).collect();
        write!(self.out, "{} in {lo}{dots}{hi}", names.join(", "))?;
        if for_loop.step != 1 {
            write!(self.out, " step {}", for_loop.step)?;
        }
        self.directives(&for_loop.directives);
        self.span(span)?;
        self.out.push(' ');
        self.region(for_loop.body)
    }

    fn declare(&mut self, slot: SlotId, init: &Init) -> fmt::Result {
        self.slots.insert(slot, self.next_slot);
        self.next_slot += 1;
        let data = &self.func.slots[slot];
        let name = self.root(Root::Slot(slot));
        let persistent = if data.persistent { "persistent " } else { "" };
        write!(self.out, "slot {name}: {}{persistent}{}", mutability(data.mutable), data.ty)?;
        self.directives(&data.directives);
        match init {
            Init::Uninit => Ok(()),
            Init::Fill(value) => write!(self.out, " = {}", self.value(*value)),
            Init::Copy(place) => write!(self.out, " = copy {}", self.place(place)),
            Init::List(values) => {
                let values: Vec<String> = values.iter().map(|value| self.value(*value)).collect();
                write!(self.out, " = [{}]", values.join(", "))
            }
        }
    }

    fn call_arg(&self, arg: &CallArg) -> String {
        match arg {
            CallArg::Value(value) => self.value(*value),
            CallArg::Place(place) => self.place(place),
            CallArg::Slice { place, lo, len } => {
                format!("{} slice({}, {})", self.place(place), self.value(*lo), self.value(*len))
            }
        }
    }

    fn trap(&self, trap: &Trap) -> String {
        let mut text = trap::name(trap.kind);
        let shown = self.options.names || trap.kind == TrapKind::Panic;
        if let (Some(object), true) = (&trap.object, shown) {
            // Writing to a String cannot fail.
            let _ = write!(text, " {object:?}");
        }
        let operands: Vec<String> = trap.operands.iter().map(|value| self.value(*value)).collect();
        format!("{text}({})", operands.join(", "))
    }

    fn place(&self, place: &Place) -> String {
        let mut steps = Vec::new();
        let mut object = self.module.object(self.func, place.root);
        for step in &place.path {
            steps.push(match step {
                Step::Index(index) => self.value(*index),
                Step::Field(field) => self.named(format!(".{field}"), field_name(object, *field)),
            });
            object = after(object, step);
        }
        let path = if steps.is_empty() { String::new() } else { format!("[{}]", steps.join(", ")) };
        format!("{}{path}", self.root(place.root))
    }

    fn root(&self, root: Root) -> String {
        match root {
            Root::Slot(slot) => {
                let number =
                    self.slots.get(slot).map_or_else(|| "$?".to_owned(), |number| format!("${number}"));
                self.named(number, Some(&self.func.slots[slot].name))
            }
            Root::Param(index) => {
                self.named(format!("&{index}"), self.func.param(index).map(|param| param.name.as_str()))
            }
            Root::Global(global) => format!("@{}", self.module.globals[global].name),
        }
    }

    fn channel(&self, channel: ChannelId) -> String {
        let number =
            self.channels.get(channel).map_or_else(|| "#?".to_owned(), |number| format!("#{number}"));
        self.named(number, Some(&self.func.channels[channel].name))
    }

    fn define(&mut self, value: ValueId) -> String {
        self.values.insert(value, self.next_value);
        self.next_value += 1;
        self.value(value)
    }

    fn value(&self, value: ValueId) -> String {
        let number = self.values.get(value).map_or_else(|| "%?".to_owned(), |number| format!("%{number}"));
        self.named(number, self.func.values[value].name.as_deref())
    }

    fn named(&self, number: String, name: Option<&str>) -> String {
        match name {
            Some(name) if self.options.names && !name.is_empty() => format!("{number}.{name}"),
            _ => number,
        }
    }

    fn span(&mut self, span: Span) -> fmt::Result {
        print_span(self.out, span, self.options)
    }
}

fn field_name(object: Option<Object<'_>>, field: usize) -> Option<&str> {
    match object {
        Some(Object::Whole(Type::Struct(data))) => data.fields.get(field).map(|field| field.name.as_str()),
        _ => None,
    }
}

/// The part of an object that a step leads to.
fn after<'t>(object: Option<Object<'t>>, step: &Step) -> Option<Object<'t>> {
    match object? {
        Object::Slice(element) => Some(Object::Whole(element)),
        Object::Whole(ty) => ty.step(step).map(Object::Whole),
    }
}

fn mutability(mutable: bool) -> &'static str {
    if mutable { "mut " } else { "" }
}

fn suffix(overflow: Overflow) -> &'static str {
    match overflow {
        Overflow::Checked => "",
        Overflow::Wrapping => ".wrapping",
    }
}
