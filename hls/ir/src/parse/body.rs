//! Regions and operations of the text form.

use super::{Parser, Result, Scope};
use crate::directive::{At, BindOp, Directive as _};
use crate::parse::lexer::Token;
use crate::{
    BinaryOp, CallArg, Channel, ChannelAccess, ChannelId, CompareOp, ForLoop, Init, LoopDirectives, Op,
    OpKind, Overflow, Place, Region, RegionId, Root, ScopeDirectives, Slot, SlotDirectives, SlotId, Step,
    TokenKind, Trap, UnaryOp, ValueId, trap,
};

impl Parser {
    pub(super) fn region(&mut self, scope: &mut Scope, region: RegionId) -> Result<()> {
        self.punct("{")?;
        while !self.take("}") {
            let op = self.op(scope)?;
            let id = scope.func.ops.alloc(op);
            scope.func.regions[region].ops.push(id);
        }
        Ok(())
    }

    fn inner_region(&mut self, scope: &mut Scope, params: Vec<ValueId>) -> Result<RegionId> {
        let region = scope.func.regions.alloc(Region { params, ops: Vec::new() });
        self.nested(|parser| parser.region(scope, region))?;
        Ok(region)
    }

    fn op(&mut self, scope: &mut Scope) -> Result<Op> {
        let result = match self.peek().clone() {
            Token::Value(number, name) => {
                self.advance();
                self.punct("=")?;
                Some((number, name))
            }
            _ => None,
        };
        let word = self.word()?;
        match word.as_str() {
            "for" => return self.for_loop(scope),
            "while" => return self.while_loop(scope),
            "block" => {
                let span = self.span();
                let body = self.inner_region(scope, Vec::new())?;
                return Ok(Op { kind: OpKind::Block { body }, result: None, span });
            }
            "scope" => return self.scope_op(scope),
            "dataflow" => {
                let start_propagation = !self.take_word("disable_start_propagation");
                let span = self.span();
                let body = self.inner_region(scope, Vec::new())?;
                let kind = OpKind::Dataflow { start_propagation, body };
                return Ok(Op { kind, result: None, span });
            }
            "process" => {
                let name = if matches!(self.peek(), Token::Str(_)) { self.string()? } else { String::new() };
                let span = self.span();
                let body = self.inner_region(scope, Vec::new())?;
                return Ok(Op { kind: OpKind::Process { name, body }, result: None, span });
            }
            "channel" => return self.declare_channel(scope),
            "if" => return self.if_op(scope, result),
            "const" => return self.constant(scope, result),
            _ => {}
        }
        let kind = self.op_kind(&word, scope)?;
        let result = match result {
            Some((number, name)) => {
                self.punct(":")?;
                let ty = self.scalar()?;
                let value = scope.define(number, ty, name);
                self.bind_op(scope, value)?;
                Some(value)
            }
            None => None,
        };
        Ok(Op { kind, result, span: self.span() })
    }

    /// The type comes after the literal, and the literal needs it.
    fn constant(&mut self, scope: &mut Scope, result: Option<(u32, Option<String>)>) -> Result<Op> {
        let literal = self.next;
        self.advance();
        self.punct(":")?;
        let ty = self.scalar()?;
        let after = std::mem::replace(&mut self.next, literal);
        let value = self.literal(ty)?;
        self.next = after;
        let result = result.map(|(number, name)| scope.define(number, ty, name));
        Ok(Op { kind: OpKind::Const(value), result, span: self.span() })
    }

    fn for_loop(&mut self, scope: &mut Scope) -> Result<Op> {
        let Token::Value(number, name) = self.advance() else {
            return self.error_before("expected the induction variable");
        };
        self.keyword("in")?;
        let lo = self.value(scope)?;
        let inclusive = self.take("..=");
        if !inclusive {
            self.punct("..")?;
        }
        let hi = self.value(scope)?;
        let step = if self.take_word("step") { self.number()? } else { 1 };
        let mut directives = LoopDirectives::default();
        self.directives(&mut directives, &scope.slots)?;
        let span = self.span();
        let ty = scope.func.ty(lo);
        let induction = scope.define(number, ty, name);
        let body = self.inner_region(scope, vec![induction])?;
        Ok(Op {
            kind: OpKind::For(ForLoop { lo, hi, inclusive, step, directives, body }),
            result: None,
            span,
        })
    }

    fn while_loop(&mut self, scope: &mut Scope) -> Result<Op> {
        let mut directives = LoopDirectives::default();
        self.directives(&mut directives, &scope.slots)?;
        let span = self.span();
        let cond = self.inner_region(scope, Vec::new())?;
        self.keyword("do")?;
        let body = self.inner_region(scope, Vec::new())?;
        Ok(Op { kind: OpKind::While { cond, body, directives }, result: None, span })
    }

    fn scope_op(&mut self, scope: &mut Scope) -> Result<Op> {
        let mut directives = Box::<ScopeDirectives>::default();
        self.directives(&mut *directives, &scope.slots)?;
        let span = self.span();
        let body = self.inner_region(scope, Vec::new())?;
        Ok(Op { kind: OpKind::Scope { directives, body }, result: None, span })
    }

    fn bind_op(&mut self, scope: &mut Scope, value: ValueId) -> Result<()> {
        if self.take_word(BindOp::NAME) {
            let (mut given, span) = self.options(&scope.slots)?;
            let Some(bind_op) = BindOp::read(&mut given) else {
                return self.error_before("the options of `bind_op` do not fit");
            };
            scope.func.values[value].bind_op = Some(At::new(bind_op, span));
        }
        Ok(())
    }

    fn if_op(&mut self, scope: &mut Scope, result: Option<(u32, Option<String>)>) -> Result<Op> {
        let cond = self.value(scope)?;
        let ty = if self.take(":") { Some(self.scalar()?) } else { None };
        let span = self.span();
        let then = self.inner_region(scope, Vec::new())?;
        let otherwise = if self.take_word("else") {
            self.inner_region(scope, Vec::new())?
        } else {
            scope.func.regions.alloc(Region::default())
        };
        let result = match (result, ty) {
            (Some((number, name)), Some(ty)) => Some(scope.define(number, ty, name)),
            (None, None) => None,
            _ => return self.error_before("an `if` has both a result and its type, or none"),
        };
        Ok(Op { kind: OpKind::If { cond, then, otherwise }, result, span })
    }

    fn op_kind(&mut self, word: &str, scope: &mut Scope) -> Result<OpKind> {
        if let Some(kind) = self.arithmetic(word, scope)? {
            return Ok(kind);
        }
        match word {
            "global" => Ok(OpKind::Global(self.global_id()?)),
            "bits" => Ok(OpKind::Bits(self.value(scope)?)),
            "fma" => {
                let (a, b) = self.two_values(scope)?;
                self.punct(",")?;
                Ok(OpKind::Fma { a, b, c: self.value(scope)? })
            }
            "cast" => Ok(OpKind::Cast(self.value(scope)?)),
            "read" | "write" | "unread" | "try_read" | "try_write" | "empty" | "full" | "more"
                if matches!(self.peek(), Token::Channel(..)) =>
            {
                self.channel_op(word, scope)
            }
            "len" => match self.advance() {
                Token::Memory(index, _) => Ok(OpKind::Len(index as usize)),
                _ => self.error_before("expected a parameter"),
            },
            "trap_if" | "panic_if" => {
                let cond = self.value(scope)?;
                self.punct(",")?;
                let trap = self.trap(scope)?;
                Ok(match word {
                    "trap_if" => OpKind::TrapIf { cond, trap },
                    _ => OpKind::PanicIf { cond, trap },
                })
            }
            "yield" => Ok(OpKind::Yield(self.value(scope)?)),
            "break" => Ok(OpKind::Break(self.number()?)),
            "continue" => Ok(OpKind::Continue(self.number()?)),
            "return" => match self.peek() {
                Token::Value(..) => Ok(OpKind::Return(Some(self.value(scope)?))),
                _ => Ok(OpKind::Return(None)),
            },
            _ => self.memory_op(word, scope),
        }
    }

    fn channel_op(&mut self, word: &str, scope: &Scope) -> Result<OpKind> {
        let found = match self.advance() {
            Token::Channel(number, _) => scope.channels.get(&number).copied(),
            _ => None,
        };
        let Some(channel) = found else { return self.error_before("expected a declared channel") };
        if !matches!(word, "read" | "unread" | "empty" | "full" | "more") {
            self.punct(",")?;
        }
        let access = match word {
            "read" => ChannelAccess::Read,
            "unread" => ChannelAccess::Unread,
            "empty" => ChannelAccess::Empty,
            "full" => ChannelAccess::Full,
            "more" => ChannelAccess::More,
            "write" => ChannelAccess::Write(self.value(scope)?),
            "try_write" => ChannelAccess::TryWrite(self.value(scope)?),
            _ => ChannelAccess::TryRead(self.place(scope)?),
        };
        Ok(OpKind::Channel { channel, access })
    }

    fn declare_channel(&mut self, scope: &mut Scope) -> Result<Op> {
        let Token::Channel(number, name) = self.advance() else {
            return self.error_before("expected a channel");
        };
        self.punct(":")?;
        let element = self.scalar()?;
        self.keyword("depth")?;
        let depth = self.number()?;
        let token = self.token(scope)?;
        let span = self.span();
        let channel = Channel { name: name.unwrap_or_default(), element, depth, span, token };
        let channel: ChannelId = scope.func.channels.alloc(channel);
        scope.channels.insert(number, channel);
        Ok(Op { kind: OpKind::DeclareChannel(channel), result: None, span })
    }

    /// `held $0`, `filled $0`: what a channel's elements stand for.
    fn token(&mut self, scope: &Scope) -> Result<Option<crate::Token>> {
        let kind = if self.take_word("held") {
            TokenKind::Held
        } else if self.take_word("filled") {
            TokenKind::Filled
        } else {
            return Ok(None);
        };
        let found = match self.advance() {
            Token::Slot(number, _) => scope.slots.get(&number).copied(),
            _ => None,
        };
        let Some(blocks) = found else { return self.error_before("expected a declared slot") };
        Ok(Some(crate::Token { blocks, kind }))
    }

    fn memory_op(&mut self, word: &str, scope: &mut Scope) -> Result<OpKind> {
        match word {
            "read" => Ok(OpKind::Read(self.place(scope)?)),
            "write" | "fill" => {
                let place = self.place(scope)?;
                self.punct(",")?;
                let value = self.value(scope)?;
                Ok(if word == "write" { OpKind::Write(place, value) } else { OpKind::Fill(place, value) })
            }
            "copy" => {
                let to = self.place(scope)?;
                self.punct(",")?;
                Ok(OpKind::Copy { to, from: self.place(scope)? })
            }
            "slot" => self.declare(scope),
            "call" => {
                let name = self.global_name()?;
                let Some(&func) = self.funcs.get(&name) else {
                    return self.error_before(format!("there is no function @{name}"));
                };
                let args = self.list("(", ")", |parser| parser.call_arg(scope))?;
                Ok(OpKind::Call { func, args })
            }
            _ => self.error_before(format!("there is no operation `{word}`")),
        }
    }

    fn arithmetic(&mut self, word: &str, scope: &Scope) -> Result<Option<OpKind>> {
        if let Some(name) = word.strip_prefix("overflows.") {
            let Some(op) = binary_op(name) else { return self.error_before("no such operation") };
            let (lhs, rhs) = self.two_values(scope)?;
            return Ok(Some(OpKind::Overflows { op, lhs, rhs }));
        }
        let (name, overflow) = match word.strip_suffix(".wrapping") {
            Some(name) => (name, Overflow::Wrapping),
            None => (word, Overflow::Checked),
        };
        if let Some(op) = UnaryOp::ALL.into_iter().find(|op| op.name() == name) {
            return Ok(Some(OpKind::Unary { op, overflow, arg: self.value(scope)? }));
        }
        if let Some(op) = binary_op(name) {
            let (lhs, rhs) = self.two_values(scope)?;
            return Ok(Some(OpKind::Binary { op, overflow, lhs, rhs }));
        }
        if let Some(op) = CompareOp::ALL.into_iter().find(|op| op.name() == name) {
            let (lhs, rhs) = self.two_values(scope)?;
            return Ok(Some(OpKind::Compare { op, lhs, rhs }));
        }
        Ok(None)
    }

    fn declare(&mut self, scope: &mut Scope) -> Result<OpKind> {
        let Token::Slot(number, name) = self.advance() else {
            return self.error_before("expected a slot");
        };
        self.punct(":")?;
        let mutable = self.take_word("mut");
        let persistent = self.take_word("persistent");
        let ty = self.ty()?;
        let mut directives = SlotDirectives::default();
        self.directives(&mut directives, &scope.slots)?;
        let init = if !self.take("=") {
            Init::Uninit
        } else if self.peek() == &Token::Punct("[") {
            Init::List(self.list("[", "]", |parser| parser.value(scope))?)
        } else if self.take_word("copy") {
            Init::Copy(self.place(scope)?)
        } else {
            Init::Fill(self.value(scope)?)
        };
        let slot = Slot { name: name.unwrap_or_default(), ty, mutable, persistent, directives };
        let slot = scope.func.slots.alloc(slot);
        scope.slots.insert(number, slot);
        Ok(OpKind::Declare { slot, init })
    }

    fn trap(&mut self, scope: &Scope) -> Result<Trap> {
        let word = self.word()?;
        let Some(kind) = trap::named(&word) else {
            return self.error_before(format!("there is no trap `{word}`"));
        };
        let object = match self.peek() {
            Token::Str(_) => Some(self.string()?),
            _ => None,
        };
        let operands = self.list("(", ")", |parser| parser.value(scope))?;
        Ok(Trap { kind, operands, object })
    }

    fn call_arg(&mut self, scope: &Scope) -> Result<CallArg> {
        match self.peek() {
            Token::Value(..) => Ok(CallArg::Value(self.value(scope)?)),
            _ => {
                let place = self.place(scope)?;
                if !self.take_word("slice") {
                    return Ok(CallArg::Place(place));
                }
                self.punct("(")?;
                let (lo, len) = self.two_values(scope)?;
                self.punct(")")?;
                Ok(CallArg::Slice { place, lo, len })
            }
        }
    }

    fn place(&mut self, scope: &Scope) -> Result<Place> {
        let root = match self.peek().clone() {
            Token::Global(_) => Root::Global(self.global_id()?),
            Token::Memory(index, _) => {
                self.advance();
                Root::Param(index as usize)
            }
            _ => Root::Slot(self.slot(scope)?),
        };
        let path = if self.peek() == &Token::Punct("[") {
            self.list("[", "]", |parser| parser.step(scope))?
        } else {
            Vec::new()
        };
        Ok(Place { root, path })
    }

    fn step(&mut self, scope: &Scope) -> Result<Step> {
        match *self.peek() {
            Token::Field(index, _) => {
                self.advance();
                Ok(Step::Field(index as usize))
            }
            _ => Ok(Step::Index(self.value(scope)?)),
        }
    }

    fn slot(&mut self, scope: &Scope) -> Result<SlotId> {
        let found = match self.advance() {
            Token::Slot(number, _) => scope.slots.get(&number).copied(),
            _ => None,
        };
        found.map_or_else(|| self.error_before("expected a declared slot"), Ok)
    }

    fn global_id(&mut self) -> Result<crate::GlobalId> {
        let name = self.global_name()?;
        let found = self.globals.get(&name).copied();
        found.map_or_else(|| self.error_before(format!("there is no constant @{name}")), Ok)
    }

    fn value(&mut self, scope: &Scope) -> Result<ValueId> {
        let found = match self.advance() {
            Token::Value(number, _) => scope.values.get(&number).copied(),
            _ => None,
        };
        found.map_or_else(|| self.error_before("expected a value that is defined above"), Ok)
    }

    fn two_values(&mut self, scope: &Scope) -> Result<(ValueId, ValueId)> {
        let lhs = self.value(scope)?;
        self.punct(",")?;
        Ok((lhs, self.value(scope)?))
    }
}

fn binary_op(name: &str) -> Option<BinaryOp> {
    BinaryOp::ALL.into_iter().find(|op| op.name() == name)
}
