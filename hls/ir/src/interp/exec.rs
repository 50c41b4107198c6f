//! Execution of functions.

use la_arena::ArenaMap;
use sycl_hls_types::{Scalar, ScalarValue, TrapSite};

use super::{Actual, Error};
use crate::interp::memory::{Memory, View};
use crate::{
    CallArg, CompareOp, ForLoop, Func, FuncId, Init, Module, Op, OpKind, ParamKind, RegionId, SlotId, Span,
    Trap, ValueId, binary, cast, compare, overflows, unary,
};

pub(super) struct Machine<'m> {
    pub module: &'m Module,
    kernel: &'m str,
    pub memory: Memory,
}

pub(super) struct Frame<'m> {
    pub func: &'m Func,
    values: ArenaMap<ValueId, ScalarValue>,
    pub slots: ArenaMap<SlotId, View>,
    pub params: Vec<Option<View>>,
}

/// Where control goes after an operation.
enum Flow {
    Next,
    Yield(ScalarValue),
    Return(Option<ScalarValue>),
}

impl<'m> Machine<'m> {
    pub fn new(module: &'m Module, kernel: &'m str, memory: Memory) -> Self {
        Self { module, kernel, memory }
    }

    pub fn call(&mut self, id: FuncId, args: &[Actual]) -> Result<Option<ScalarValue>, Error> {
        let func = &self.module.funcs[id];
        let mut frame =
            Frame { func, values: ArenaMap::default(), slots: ArenaMap::default(), params: Vec::new() };
        for (param, arg) in func.params.iter().zip(args) {
            let view = match (&param.kind, arg) {
                (ParamKind::Scalar(value), Actual::Scalar(scalar)) => {
                    frame.values.insert(*value, *scalar);
                    None
                }
                (_, Actual::View(view)) => Some(*view),
                (_, Actual::Scalar(_)) => None,
            };
            frame.params.push(view);
        }
        let mark = self.memory.mark();
        let flow = self.region(&mut frame, func.body)?;
        self.memory.truncate(mark);
        Ok(match flow {
            Flow::Return(value) => value,
            Flow::Next | Flow::Yield(_) => None,
        })
    }

    fn region(&mut self, frame: &mut Frame<'m>, region: RegionId) -> Result<Flow, Error> {
        let func = frame.func;
        for &op in &func.regions[region].ops {
            match self.op(frame, &func.ops[op])? {
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn op(&mut self, frame: &mut Frame<'m>, op: &'m Op) -> Result<Flow, Error> {
        let result = match &op.kind {
            OpKind::Yield(value) => return Ok(Flow::Yield(self.value(frame, *value, op.span)?)),
            OpKind::Return(value) => {
                let value = value.map(|value| self.value(frame, value, op.span)).transpose()?;
                return Ok(Flow::Return(value));
            }
            OpKind::For(for_loop) => return self.for_loop(frame, for_loop, op.span),
            OpKind::Scope { body, .. } => return self.region(frame, *body),
            OpKind::If { cond, then, otherwise } => {
                let region = if self.value(frame, *cond, op.span)?.is_true() { *then } else { *otherwise };
                match self.region(frame, region)? {
                    Flow::Yield(value) => Some(value),
                    Flow::Next => None,
                    flow @ Flow::Return(_) => return Ok(flow),
                }
            }
            OpKind::Call { func, args } => self.call_op(frame, *func, args, op.span)?,
            _ => match op.result {
                Some(result) => Some(self.compute(frame, op, frame.func.ty(result))?),
                None => {
                    self.effect(frame, op)?;
                    None
                }
            },
        };
        if let (Some(id), Some(value)) = (op.result, result) {
            frame.values.insert(id, value);
        }
        Ok(Flow::Next)
    }

    fn compute(&self, frame: &Frame<'m>, op: &Op, ty: Scalar) -> Result<ScalarValue, Error> {
        let get = |value: ValueId| self.value(frame, value, op.span);
        let computed = match &op.kind {
            OpKind::Const(value) => Some(*value),
            OpKind::Global(global) => self.module.globals[*global].leaves.first().copied(),
            OpKind::Unary { op, arg, .. } => unary(*op, get(*arg)?),
            OpKind::Binary { op, lhs, rhs, .. } => binary(*op, get(*lhs)?, get(*rhs)?),
            OpKind::Compare { op, lhs, rhs } => Some(compare(*op, get(*lhs)?, get(*rhs)?).into()),
            OpKind::Overflows { op, lhs, rhs } => Some(overflows(*op, get(*lhs)?, get(*rhs)?).into()),
            OpKind::Cast(value) => cast(get(*value)?, ty),
            OpKind::Len(param) => frame.params[*param].map(|view| view.len.into()),
            OpKind::Read(place) => return self.read(frame, place, op.span),
            _ => None,
        };
        computed.ok_or_else(|| self.undefined(op.span, "the operation has no meaning for its operands"))
    }

    fn effect(&mut self, frame: &mut Frame<'m>, op: &Op) -> Result<(), Error> {
        let span = op.span;
        match &op.kind {
            OpKind::Write(place, value) | OpKind::Fill(place, value) => {
                let value = self.value(frame, *value, span)?;
                let view = self.view(frame, place, span)?;
                self.memory.fill(view, value);
            }
            OpKind::Copy { to, from } => {
                let to = self.view(frame, to, span)?;
                let mark = self.memory.mark();
                let from = self.argument(frame, from, span)?;
                self.memory.copy(to, from);
                self.memory.truncate(mark);
            }
            OpKind::Declare { slot, init } => self.declare(frame, *slot, init, span)?,
            OpKind::TrapIf { cond, trap } if self.value(frame, *cond, span)?.is_true() => {
                return Err(self.trap(frame, trap, span)?);
            }
            _ => {}
        }
        Ok(())
    }

    fn declare(&mut self, frame: &mut Frame<'m>, id: SlotId, init: &Init, span: Span) -> Result<(), Error> {
        let slot = &frame.func.slots[id];
        let leaves = usize::try_from(slot.ty.leaves()).unwrap_or(usize::MAX);
        let known = frame.slots.get(id).copied();
        let view = known.unwrap_or_else(|| self.memory.uninit(leaves));
        frame.slots.insert(id, view);
        match init {
            Init::Uninit => self.memory.forget(view),
            Init::Fill(value) => {
                let value = self.value(frame, *value, span)?;
                self.memory.fill(view, value);
            }
            Init::List(values) => {
                for (index, value) in values.iter().enumerate() {
                    let value = self.value(frame, *value, span)?;
                    self.memory.set(view, index, value);
                }
            }
        }
        Ok(())
    }

    fn for_loop(&mut self, frame: &mut Frame<'m>, for_loop: &ForLoop, span: Span) -> Result<Flow, Error> {
        let hi = self.value(frame, for_loop.hi, span)?;
        let mut next = self.value(frame, for_loop.lo, span)?;
        let goes_on = if for_loop.inclusive { CompareOp::Le } else { CompareOp::Lt };
        while compare(goes_on, next, hi) {
            for &param in &frame.func.regions[for_loop.body].params {
                frame.values.insert(param, next);
            }
            if let flow @ Flow::Return(_) = self.region(frame, for_loop.body)? {
                return Ok(flow);
            }
            // An inclusive loop ends after its last value, which may be the type's last one.
            match next.to_integer().and_then(|n| ScalarValue::from_integer(next.ty(), n + 1)) {
                Some(successor) if next != hi => next = successor,
                _ => break,
            }
        }
        Ok(Flow::Next)
    }

    fn call_op(
        &mut self,
        frame: &Frame<'m>,
        func: FuncId,
        args: &[CallArg],
        span: Span,
    ) -> Result<Option<ScalarValue>, Error> {
        let mark = self.memory.mark();
        let mut actuals = Vec::with_capacity(args.len());
        for arg in args {
            actuals.push(match arg {
                CallArg::Value(value) => Actual::Scalar(self.value(frame, *value, span)?),
                CallArg::Place(place) => Actual::View(self.argument(frame, place, span)?),
            });
        }
        let result = self.call(func, &actuals);
        self.memory.truncate(mark);
        result
    }

    pub fn value(&self, frame: &Frame<'m>, value: ValueId, span: Span) -> Result<ScalarValue, Error> {
        let found = frame.values.get(value).copied();
        found.ok_or_else(|| self.undefined(span, "it uses a value that was never computed"))
    }

    fn trap(&self, frame: &Frame<'m>, trap: &Trap, span: Span) -> Result<Error, Error> {
        let mut words = [0; 2];
        let mut operands = Vec::new();
        for (&value, word) in trap.operands.iter().zip(&mut words) {
            let value = self.value(frame, value, span)?;
            operands.push(value.ty());
            *word = value.bits();
        }
        let site = TrapSite {
            kind: trap.kind,
            operands,
            object: trap.object.clone(),
            at: self.module.location(span),
        };
        Ok(Error::Fault(site.fault(self.kernel, words)))
    }

    pub fn outside(&self, span: Span, index: u64, len: u64) -> Error {
        self.undefined(span, &format!("index {index} is outside of a length of {len}"))
    }

    pub fn undefined(&self, span: Span, what: &str) -> Error {
        Error::Undefined { what: what.to_owned(), at: self.module.location(span) }
    }
}
