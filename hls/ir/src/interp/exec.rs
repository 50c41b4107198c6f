//! Execution of functions.

use la_arena::ArenaMap;
use sycl_hls_types::{Scalar, ScalarValue};

use super::{Actual, Error, Options};
use crate::interp::memory::{Memory, View};
use crate::{
    CallArg, CompareOp, ForLoop, Func, FuncId, Init, Module, Op, OpKind, ParamKind, RegionId, SlotId, Span,
    ValueId, binary, bits, cast, compare, fma, overflows, successor, unary,
};

pub(super) struct Machine<'m> {
    pub module: &'m Module,
    /// The function that the run started with, for messages.
    pub name: &'m str,
    pub options: Options,
    /// How many operations may still run.
    steps: u64,
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
    Break(u32),
    Continue(u32),
    Return(Option<ScalarValue>),
}

impl Flow {
    /// The same as seen from outside of a loop or block that it leaves.
    fn out_of_a_level(self) -> Self {
        match self {
            Self::Break(levels) => Self::Break(levels.saturating_sub(1)),
            Self::Continue(levels) => Self::Continue(levels.saturating_sub(1)),
            flow => flow,
        }
    }
}

impl Frame<'_> {
    /// The length of a slice parameter, in elements.
    fn len(&self, param: usize) -> Option<u64> {
        let view = self.params.get(param).copied().flatten()?;
        match &self.func.param(param)?.kind {
            ParamKind::Slice { element, .. } => (view.len as u64).checked_div(element.leaves()),
            ParamKind::Scalar(_) | ParamKind::Ref { .. } => None,
        }
    }
}

impl<'m> Machine<'m> {
    pub fn new(module: &'m Module, name: &'m str, options: Options, memory: Memory) -> Self {
        Self { module, name, options, steps: options.steps, memory }
    }

    pub fn call(&mut self, id: FuncId, args: &[Actual]) -> Result<Option<ScalarValue>, Error> {
        let func = &self.module.funcs[id];
        let mut frame =
            Frame { func, values: ArenaMap::default(), slots: ArenaMap::default(), params: Vec::new() };
        for (param, arg) in func.params.iter().zip(args) {
            let view = match (&param.kind, arg) {
                (ParamKind::Scalar(value), Actual::Scalar(scalar)) => {
                    frame.values.insert(*value, scalar.clone());
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
            Flow::Next | Flow::Yield(_) | Flow::Break(_) | Flow::Continue(_) => None,
        })
    }

    fn region(&mut self, frame: &mut Frame<'m>, region: RegionId) -> Result<Flow, Error> {
        let func = frame.func;
        for &op in &func.regions[region].ops {
            let op = &func.ops[op];
            self.step(op.span)?;
            if self.options.panics {
                self.check(frame, op)?;
            }
            match self.op(frame, op)? {
                Flow::Next => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    /// An operation, or an iteration, which may have none.
    fn step(&mut self, at: Span) -> Result<(), Error> {
        let Some(left) = self.steps.checked_sub(1) else {
            return Err(Error::Steps { steps: self.options.steps, at: self.module.location(at) });
        };
        self.steps = left;
        Ok(())
    }

    fn op(&mut self, frame: &mut Frame<'m>, op: &'m Op) -> Result<Flow, Error> {
        let result = match &op.kind {
            OpKind::Yield(value) => return Ok(Flow::Yield(self.value(frame, *value, op.span)?.clone())),
            OpKind::Return(value) => {
                let value = value.map(|value| self.value(frame, value, op.span).cloned()).transpose()?;
                return Ok(Flow::Return(value));
            }
            OpKind::Break(levels) => return Ok(Flow::Break(*levels)),
            OpKind::Continue(levels) => return Ok(Flow::Continue(*levels)),
            OpKind::For(for_loop) => return self.for_loop(frame, for_loop, op.span),
            OpKind::While { cond, body, .. } => return self.while_loop(frame, *cond, *body),
            OpKind::Block { body } => {
                return Ok(match self.region(frame, *body)? {
                    Flow::Break(0) => Flow::Next,
                    flow => flow.out_of_a_level(),
                });
            }
            OpKind::Scope { body, .. } => return self.region(frame, *body),
            OpKind::If { cond, then, otherwise } => {
                let region = if self.value(frame, *cond, op.span)?.is_true() { *then } else { *otherwise };
                match self.region(frame, region)? {
                    Flow::Yield(value) => Some(value),
                    Flow::Next => None,
                    flow => return Ok(flow),
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
            OpKind::Read(place) => return self.read(frame, place, op.span),
            _ => None,
        };
        computed.ok_or_else(|| self.undefined(op.span, "the operation has no meaning for its operands"))
    }

    fn effect(&mut self, frame: &mut Frame<'m>, op: &Op) -> Result<(), Error> {
        let span = op.span;
        match &op.kind {
            OpKind::Write(place, value) | OpKind::Fill(place, value) => {
                let value = self.value(frame, *value, span)?.clone();
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
                let mark = self.memory.mark();
                let from = self.argument(frame, from, span)?;
                self.memory.copy(view, from);
                self.memory.truncate(mark);
            }
        }
        Ok(())
    }

    fn for_loop(&mut self, frame: &mut Frame<'m>, for_loop: &ForLoop, span: Span) -> Result<Flow, Error> {
        let hi = self.value(frame, for_loop.hi, span)?.clone();
        let mut next = self.value(frame, for_loop.lo, span)?.clone();
        let goes_on = if for_loop.inclusive { CompareOp::Le } else { CompareOp::Lt };
        while compare(goes_on, &next, &hi) {
            self.step(span)?;
            for &param in &frame.func.regions[for_loop.body].params {
                frame.values.insert(param, next.clone());
            }
            match self.region(frame, for_loop.body)? {
                Flow::Next | Flow::Yield(_) | Flow::Continue(0) => {}
                Flow::Break(0) => break,
                flow => return Ok(flow.out_of_a_level()),
            }
            // The last value may be near the type's last one.
            match successor(&next, for_loop.step) {
                Some(successor) => next = successor,
                None => break,
            }
        }
        Ok(Flow::Next)
    }

    fn while_loop(&mut self, frame: &mut Frame<'m>, cond: RegionId, body: RegionId) -> Result<Flow, Error> {
        loop {
            match self.region(frame, cond)? {
                Flow::Yield(go_on) if go_on.is_true() => {}
                Flow::Yield(_) => return Ok(Flow::Next),
                // The condition stands outside of the loop.
                flow => return Ok(flow),
            }
            match self.region(frame, body)? {
                Flow::Next | Flow::Yield(_) | Flow::Continue(0) => {}
                Flow::Break(0) => return Ok(Flow::Next),
                flow => return Ok(flow.out_of_a_level()),
            }
        }
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
                CallArg::Value(value) => Actual::Scalar(self.value(frame, *value, span)?.clone()),
                CallArg::Place(place) => Actual::View(self.argument(frame, place, span)?),
                CallArg::Slice { place, lo, len } => {
                    Actual::View(self.slice(frame, place, [*lo, *len], span)?)
                }
            });
        }
        let result = self.call(func, &actuals);
        self.memory.truncate(mark);
        result
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
