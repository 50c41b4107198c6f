//! Frames: the state of a function that runs, and the stack of those that wait for it. The stack lies on the heap.

use la_arena::ArenaMap;
use sycl_hls_types::ScalarValue;

use super::control::{Cursor, Level};
use super::exec::Machine;
use super::memory::View;
use super::{Actual, Error};
use crate::{CallArg, Func, FuncId, ParamKind, SlotId, Span, ValueId};

/// A function that runs.
pub(super) struct Frame<'m> {
    pub func: &'m Func,
    pub values: ArenaMap<ValueId, ScalarValue>,
    pub slots: ArenaMap<SlotId, View>,
    pub params: Vec<Option<View>>,
    /// The memory of its own slots, which ends with it.
    owned: Vec<View>,
    /// The caller's value that the result becomes.
    result: Option<ValueId>,
    /// How many cursors belong to its callers.
    pub base: usize,
}

/// A thread of control.
pub(super) struct Process<'m> {
    /// The function that runs.
    pub frame: Frame<'m>,
    /// Those that wait for it, outermost first.
    callers: Vec<Frame<'m>>,
    /// Where control is in the regions of all these functions, outermost first.
    pub control: Vec<Cursor<'m>>,
}

impl<'m> Frame<'m> {
    fn new(func: &'m Func, result: Option<ValueId>, base: usize) -> Self {
        Self {
            func,
            values: ArenaMap::with_capacity(func.values.len()),
            slots: ArenaMap::with_capacity(func.slots.len()),
            params: Vec::with_capacity(func.params.len()),
            owned: Vec::new(),
            result,
            base,
        }
    }

    /// The length of a slice parameter, in elements.
    pub fn len(&self, param: usize) -> Option<u64> {
        let view = self.params.get(param).copied().flatten()?;
        match &self.func.param(param)?.kind {
            ParamKind::Slice { element, .. } => (view.len as u64).checked_div(element.leaves()),
            ParamKind::Scalar(_) | ParamKind::Ref { .. } => None,
        }
    }

    /// Takes the argument for the next parameter.
    fn pass(&mut self, arg: Actual) {
        let param = self.func.param(self.params.len()).map(|param| &param.kind);
        let view = match (param, arg) {
            (Some(ParamKind::Scalar(value)), Actual::Scalar(scalar)) => {
                self.values.insert(*value, scalar);
                None
            }
            (_, Actual::View(view)) => Some(view),
            (_, Actual::Scalar(_)) => None,
        };
        self.params.push(view);
    }

    /// The memory of a slot: new where the slot was not declared before.
    pub fn declare(&mut self, slot: SlotId, allocate: impl FnOnce() -> View) -> View {
        if let Some(known) = self.slots.get(slot) {
            return *known;
        }
        let view = allocate();
        self.owned.push(view);
        self.slots.insert(slot, view);
        view
    }
}

impl<'m> Machine<'m> {
    /// A process that begins with the body of a function.
    pub fn process(&self, func: FuncId, args: impl IntoIterator<Item = Actual>) -> Process<'m> {
        let mut frame = Frame::new(&self.module.funcs[func], None, 0);
        args.into_iter().for_each(|arg| frame.pass(arg));
        let control = vec![Cursor::new(frame.func, frame.func.body, Level::Body)];
        Process { frame, callers: Vec::new(), control }
    }

    /// Goes on with the body of a callee.
    pub fn call(
        &mut self,
        process: &mut Process<'m>,
        (func, args): (FuncId, &[CallArg]),
        result: Option<ValueId>,
        span: Span,
    ) -> Result<(), Error> {
        if process.callers.len() >= self.options.calls {
            return Err(Error::Calls { calls: self.options.calls, at: self.module.location(span) });
        }
        let mut callee = Frame::new(&self.module.funcs[func], result, process.control.len());
        let caller = &process.frame;
        for arg in args {
            callee.pass(match arg {
                CallArg::Value(value) => Actual::Scalar(self.value(caller, *value, span)?.clone()),
                CallArg::Place(place) => Actual::View(self.argument(caller, place, span)?),
                CallArg::Slice { place, lo, len } => {
                    Actual::View(self.slice(caller, place, [*lo, *len], span)?)
                }
            });
        }
        process.control.push(Cursor::new(callee.func, callee.func.body, Level::Body));
        process.callers.push(std::mem::replace(&mut process.frame, callee));
        Ok(())
    }

    /// Goes on behind the call of the function that runs. True if nothing called it: the process has ended.
    pub fn leave(&mut self, process: &mut Process<'m>, value: Option<ScalarValue>) -> bool {
        process.control.truncate(process.frame.base);
        process.frame.owned.drain(..).for_each(|view| self.memory.free(view));
        let Some(caller) = process.callers.pop() else {
            self.returned = value;
            return true;
        };
        let callee = std::mem::replace(&mut process.frame, caller);
        if let (Some(result), Some(value)) = (callee.result, value) {
            process.frame.values.insert(result, value);
        }
        false
    }
}
