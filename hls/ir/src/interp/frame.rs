//! Frames: the state of a function that runs, and the stack of those that wait for it. The stack lies on the heap.

use la_arena::ArenaMap;
use sycl_hls_types::ScalarValue;

use super::channel::Fifo;
use super::control::{Cursor, Level};
use super::exec::Machine;
use super::memory::View;
use super::schedule::{Member, Wait};
use super::{Actual, Error};
use crate::{CallArg, ChannelId, Func, FuncId, Module, ParamKind, RegionId, SlotId, Span, ValueId};

/// The values of a function that were computed. There is a place for each from the beginning.
#[derive(Clone)]
pub(super) struct Values(Vec<Option<ScalarValue>>);

impl Values {
    #[inline]
    pub fn get(&self, id: ValueId) -> Option<&ScalarValue> {
        self.0.get(id.into_raw().into_u32() as usize)?.as_ref()
    }

    #[inline]
    pub fn set(&mut self, id: ValueId, value: ScalarValue) {
        if let Some(place) = self.0.get_mut(id.into_raw().into_u32() as usize) {
            *place = Some(value);
        }
    }
}

/// A function that runs.
pub(super) struct Frame<'m> {
    pub id: FuncId,
    pub func: &'m Func,
    pub values: Values,
    pub slots: ArenaMap<SlotId, View>,
    pub params: Vec<Option<View>>,
    /// The numbers of the FIFOs.
    pub channels: ArenaMap<ChannelId, usize>,
    /// The memory of its own slots, which ends with it.
    owned: Vec<View>,
    /// The caller's value that the result becomes.
    result: Option<ValueId>,
    /// How many cursors belong to its callers.
    pub base: usize,
}

/// A thread of control.
pub(super) struct Process<'m> {
    /// Its number.
    pub id: usize,
    /// The function that runs.
    pub frame: Frame<'m>,
    /// Those that wait for it, outermost first.
    callers: Vec<Frame<'m>>,
    /// Where control is in the regions of all these functions, outermost first.
    pub control: Vec<Cursor<'m>>,
    /// Its name, and what it runs.
    pub name: &'m str,
    pub body: RegionId,
    /// The process that started it.
    pub parent: Option<usize>,
    /// How many that it has started are yet to end.
    pub children: usize,
    /// The one that starts when it has ended.
    pub follower: Option<usize>,
    pub wait: Option<Wait>,
}

impl<'m> Frame<'m> {
    fn new(module: &'m Module, id: FuncId, result: Option<ValueId>, base: usize) -> Self {
        let func = &module.funcs[id];
        Self {
            id,
            func,
            values: Values(vec![None; func.values.len()]),
            slots: ArenaMap::with_capacity(func.slots.len()),
            params: Vec::with_capacity(func.params.len()),
            channels: ArenaMap::default(),
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
            _ => None,
        }
    }

    /// Takes the argument for the next parameter.
    fn pass(&mut self, arg: Actual) {
        let param = self.func.param(self.params.len()).map(|param| &param.kind);
        let view = match (param, arg) {
            (Some(ParamKind::Scalar(value)), Actual::Scalar(scalar)) => {
                self.values.set(*value, scalar);
                None
            }
            (_, Actual::View(view)) => Some(view),
            (_, Actual::Scalar(_) | Actual::Stream(_)) => None,
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

impl<'m> Process<'m> {
    fn new(frame: Frame<'m>, name: &'m str, body: RegionId, parent: Option<usize>) -> Self {
        let control = vec![Cursor::new(frame.func, body, Level::Body)];
        let (callers, children, follower, wait) = (Vec::new(), 0, None, None);
        Self { id: 0, frame, callers, control, name, body, parent, children, follower, wait }
    }

    /// A process of a region in this one. It knows what is known here.
    pub fn fork(&self, member: &Member<'m>) -> Self {
        let known = &self.frame;
        let frame = Frame {
            id: known.id,
            func: known.func,
            values: known.values.clone(),
            slots: known.slots.clone(),
            params: known.params.clone(),
            channels: known.channels.clone(),
            owned: Vec::new(),
            result: None,
            base: 0,
        };
        Self::new(frame, member.name, member.body, Some(self.id))
    }
}

impl<'m> Machine<'m> {
    /// A process that runs a function.
    pub fn process(&self, func: FuncId, args: impl IntoIterator<Item = Actual>) -> Process<'m> {
        let mut frame = Frame::new(self.module, func, None, 0);
        args.into_iter().for_each(|arg| frame.pass(arg));
        let body = frame.func.body;
        Process::new(frame, self.name, body, None)
    }

    /// Opens the ports of the kernel that the process runs, with what the host has sent.
    pub fn open_ports(&mut self, process: &mut Process<'m>, args: &[Actual]) {
        let func = process.frame.func;
        for (index, channel, _) in func.ports() {
            if let Some(Actual::Stream(elements)) = args.get(index) {
                let fifo = self.schedule.open(Fifo::port(process, channel, elements.clone()));
                process.frame.channels.insert(channel, fifo);
            }
        }
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
        let mut callee = Frame::new(self.module, func, result, process.control.len());
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

    /// Keeps what the persistent slots of a kernel hold at its end.
    fn keep(&mut self, frame: &Frame<'m>) {
        for (slot, view) in frame.slots.iter().filter(|(slot, _)| frame.func.slots[*slot].persistent) {
            self.state.keep(frame.id, slot, self.memory.held(*view));
        }
    }

    /// Goes on behind the call of the function that runs. True if nothing called it: the process has ended.
    pub fn leave(&mut self, process: &mut Process<'m>, value: Option<ScalarValue>) -> bool {
        process.control.truncate(process.frame.base);
        if process.frame.func.is_kernel() {
            self.keep(&process.frame);
        }
        process.frame.owned.drain(..).for_each(|view| self.memory.free(view));
        let Some(caller) = process.callers.pop() else {
            self.returned = value;
            return true;
        };
        let callee = std::mem::replace(&mut process.frame, caller);
        if let (Some(result), Some(value)) = (callee.result, value) {
            process.frame.values.set(result, value);
        }
        false
    }
}
