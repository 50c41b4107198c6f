//! Execution of operations that do not move control.

use la_arena::ArenaMap;
use sycl_hls_types::{Scalar, ScalarValue};

use super::control::Cursor;
use super::frame::Frame;
use super::memory::{Memory, View};
use super::schedule::Schedule;
use super::{Error, Growth, Options, State};
use crate::{
    GlobalId, Init, Module, Op, OpKind, SlotId, Span, ValueId, binary, bits, cast, compare, fma, overflows,
    unary,
};

pub(super) struct Machine<'m> {
    pub module: &'m Module,
    /// The function that the run started with, for messages.
    pub name: &'m str,
    pub options: Options,
    /// How many operations may still run.
    pub steps: u64,
    /// The turn of the process that runs ends where no more than these are left.
    pub pause: u64,
    pub memory: Memory,
    /// Constants that were read or passed as memory; nothing writes them.
    pub globals: ArenaMap<GlobalId, View>,
    /// What persistent slots hold.
    pub state: State,
    /// What the function that the run started with has returned.
    pub returned: Option<ScalarValue>,
    pub schedule: Schedule<'m>,
    /// The depths of FIFOs.
    pub growth: Growth,
}

/// Why straight-line code has stopped.
pub(super) enum Event<'m> {
    /// An operation moves control.
    Control(&'m Op),
    /// The region has ended.
    End,
    /// It is another process' turn.
    Pause,
}

impl<'m> Machine<'m> {
    pub fn new(
        module: &'m Module,
        name: &'m str,
        options: Options,
        (memory, state, growth): (Memory, State, Growth),
    ) -> Self {
        let globals = ArenaMap::default();
        Self {
            module,
            name,
            options,
            steps: options.steps,
            pause: 0,
            memory,
            globals,
            state,
            returned: None,
            schedule: Schedule::default(),
            growth,
        }
    }

    /// Runs operations up to one that moves control, which it gives, to the end of the region, or to that of the turn.
    pub fn straight(&mut self, frame: &mut Frame<'m>, cursor: &mut Cursor<'m>) -> Result<Event<'m>, Error> {
        let func = frame.func;
        for (index, &op) in cursor.ops.iter().enumerate().skip(cursor.next) {
            let op = &func.ops[op];
            if self.steps <= self.pause {
                cursor.next = index;
                return if self.steps > 0 { Ok(Event::Pause) } else { Err(self.out_of_steps(op.span)) };
            }
            self.steps -= 1;
            if self.options.panics {
                self.check(frame, op)?;
            }
            let moves_control = match op.result {
                Some(result) => match self.compute(frame, op, func.ty(result))? {
                    Some(value) => {
                        frame.values.set(result, value);
                        false
                    }
                    None => true,
                },
                None => !self.effect(frame, op)?,
            };
            if moves_control {
                cursor.next = index + 1;
                return Ok(Event::Control(op));
            }
        }
        cursor.next = cursor.ops.len();
        Ok(Event::End)
    }

    /// Counts an iteration, which may have no operations.
    pub fn step(&mut self, at: Span) -> Result<(), Error> {
        self.steps = self.steps.checked_sub(1).ok_or_else(|| self.out_of_steps(at))?;
        Ok(())
    }

    fn out_of_steps(&self, at: Span) -> Error {
        Error::Steps { steps: self.options.steps, at: self.module.location(at) }
    }

    /// What an operation computes; `None` if it moves control.
    fn compute(&mut self, frame: &Frame<'m>, op: &Op, ty: Scalar) -> Result<Option<ScalarValue>, Error> {
        let get = |value: ValueId| self.value(frame, value, op.span);
        let computed = match &op.kind {
            OpKind::Const(value) => Some(value.clone()),
            OpKind::Global(global) => self.module.globals[*global].leaves.first().cloned(),
            OpKind::Unary { op, arg, .. } => unary(*op, get(*arg)?),
            OpKind::Binary { op, lhs, rhs, .. } => binary(*op, get(*lhs)?, get(*rhs)?),
            OpKind::Compare { op, lhs, rhs } => Some(compare(*op, get(*lhs)?, get(*rhs)?).into()),
            OpKind::Overflows { op, lhs, rhs } => Some(overflows(*op, get(*lhs)?, get(*rhs)?).into()),
            OpKind::Cast(value) => cast(get(*value)?, ty),
            OpKind::Bits(value) => bits(get(*value)?, ty),
            OpKind::Fma { a, b, c } => fma(get(*a)?, get(*b)?, get(*c)?),
            OpKind::Len(param) => frame.len(*param).map(Into::into),
            OpKind::Read(place) => Some(self.read(frame, place, op.span)?),
            OpKind::If { .. } | OpKind::Call { .. } | OpKind::Channel { .. } => return Ok(None),
            _ => None,
        };
        let undefined = || self.undefined(op.span, "the operation has no meaning for its operands");
        computed.map_or_else(|| Err(undefined()), |value| Ok(Some(value)))
    }

    /// Does what an operation without a result does. False if it moves control.
    fn effect(&mut self, frame: &mut Frame<'m>, op: &Op) -> Result<bool, Error> {
        let span = op.span;
        match &op.kind {
            OpKind::Write(place, value) | OpKind::Fill(place, value) => {
                let value = self.value(frame, *value, span)?.clone();
                let view = self.view(frame, place, span)?;
                self.memory.fill(view, value);
            }
            OpKind::Copy { to, from } => {
                let to = self.view(frame, to, span)?;
                let from = self.argument(frame, from, span)?;
                self.memory.copy(to, from);
            }
            OpKind::Declare { slot, init } => self.declare(frame, *slot, init, span)?,
            OpKind::TrapIf { cond, trap } if self.value(frame, *cond, span)?.is_true() => {
                return Err(self.trap(frame, trap, span)?);
            }
            OpKind::For(_)
            | OpKind::While { .. }
            | OpKind::Block { .. }
            | OpKind::Scope { .. }
            | OpKind::If { .. }
            | OpKind::Call { .. }
            | OpKind::Dataflow { .. }
            | OpKind::Process { .. }
            | OpKind::DeclareChannel(_)
            | OpKind::Channel { .. }
            | OpKind::Yield(_)
            | OpKind::Return(_)
            | OpKind::Break(_)
            | OpKind::Continue(_) => return Ok(false),
            _ => {}
        }
        Ok(true)
    }

    fn declare(&mut self, frame: &mut Frame<'m>, id: SlotId, init: &Init, span: Span) -> Result<(), Error> {
        let slot = &frame.func.slots[id];
        let leaves = usize::try_from(slot.ty.leaves()).unwrap_or(usize::MAX);
        let view = frame.declare(id, || self.memory.uninit(leaves));
        if let Some(held) = self.state.of(frame.id, id).filter(|_| slot.persistent) {
            self.memory.restore(view, held);
            return Ok(());
        }
        match init {
            Init::Uninit => self.memory.forget(view),
            Init::Fill(value) => {
                let value = self.value(frame, *value, span)?.clone();
                self.memory.fill(view, value);
            }
            Init::List(values) => {
                for (index, value) in values.iter().enumerate() {
                    let value = self.value(frame, *value, span)?.clone();
                    self.memory.set(view, index, value);
                }
            }
            Init::Copy(from) => {
                let from = self.argument(frame, from, span)?;
                self.memory.copy(view, from);
            }
        }
        Ok(())
    }

    pub fn value<'f>(
        &self,
        frame: &'f Frame<'m>,
        value: ValueId,
        span: Span,
    ) -> Result<&'f ScalarValue, Error> {
        let found = frame.values.get(value);
        found.ok_or_else(|| self.undefined(span, "it uses a value that was never computed"))
    }

    pub fn undefined(&self, span: Span, what: &str) -> Error {
        Error::Undefined { what: what.to_owned(), at: self.module.location(span) }
    }
}
