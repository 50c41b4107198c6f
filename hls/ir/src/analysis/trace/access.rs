//! Accesses to memory on symbols.

use std::rc::Rc;

use crate::{Init, Place, Root, SlotId, Span, Step};

use super::super::alias::{Content, Location, Symbol};
use super::super::flow::{Flow, SourceId, Step as FlowStep};
use super::super::latency::Work;
use super::super::{Access, Memory, MemoryId, MemoryKind, Poly};
use super::{Frame, Source, View, Walk};

/// Elements that are compared in the time of an operation.
const COMPARED: usize = 4;

impl<'m> Walk<'m> {
    pub(super) fn new_object(&mut self, name: &str, span: Span, kind: MemoryKind) -> View {
        let object = u32::try_from(self.objects.len()).unwrap_or(u32::MAX);
        let level = self.level();
        self.objects.push(Memory { name: name.to_owned(), span, kind, object, level });
        View { object, fields: Vec::new(), prefix: Vec::new(), offset: None, len: None }
    }

    fn view(&mut self, frame: &Frame<'m>, root: Root) -> Option<View> {
        if let Root::Global(global) = root {
            if let Some(known) = self.globals.get(&root) {
                return Some(known.clone());
            }
            let global = &self.module.globals[global];
            let view = self.new_object(&global.name, global.span, MemoryKind::Constants);
            self.globals.insert(root, view.clone());
            return Some(view);
        }
        frame.views.get(&root).cloned()
    }

    /// The part of an object that a place is, from where the function stands.
    pub(super) fn part(&mut self, frame: &Frame<'m>, place: &Place) -> Option<View> {
        let mut view = self.view(frame, place.root)?;
        for step in &place.path {
            match step {
                Step::Field(field) => view.fields.push(*field),
                Step::Index(value) => {
                    let value = self.value(frame, *value);
                    let fresh = || Poly::atom(self.atoms.fresh(value.level, value.fetched));
                    let mut index = value.index.clone().unwrap_or_else(fresh);
                    if let Some(offset) = view.offset.take() {
                        let sum = offset.plus(&index);
                        index = sum
                            .unwrap_or_else(|| Poly::atom(self.atoms.operation("sum", vec![offset, index])));
                    }
                    view.prefix.push(index);
                    view.len = None;
                }
            }
        }
        Some(view)
    }

    fn memory(&mut self, view: &View) -> Option<MemoryId> {
        let key = (view.object, view.fields.clone());
        if let Some(known) = self.interned.get(&key) {
            return Some(*known);
        }
        let id = MemoryId(u32::try_from(self.memories.len()).unwrap_or(u32::MAX));
        self.memories.push(self.objects.get(view.object as usize)?.clone());
        self.interned.insert(key, id);
        Some(id)
    }

    fn location(&mut self, frame: &Frame<'m>, place: &Place) -> Option<Location> {
        let view = self.part(frame, place)?;
        let memory = self.memory(&view)?;
        Some(Location { memory, path: view.prefix })
    }

    pub(super) fn read(&mut self, frame: &Frame<'m>, place: &Place, span: Span) -> Symbol {
        let Some(location) = self.location(frame, place) else { return Symbol::default() };
        let integer = self.module.place_type(frame.func, place).and_then(|ty| ty.scalar());
        let integer = integer.is_some_and(|scalar| scalar.is_integer());
        let known = self.store.get(&location);
        if let Some(content) = known.filter(|content| content.whole) {
            let mut symbol = content.symbol.clone();
            if integer && symbol.index.is_none() {
                symbol.index = Some(Poly::atom(self.atoms.fresh(symbol.level, symbol.fetched)));
            }
            return symbol;
        }
        let on_some_ways = known.map(|content| content.symbol.clone());
        let mut symbol = self.before(&location, span);
        if let Some(other) = &on_some_ways {
            symbol.depend_on(other);
        }
        if integer {
            symbol.index = Some(Poly::atom(self.atoms.fresh(symbol.level, symbol.fetched)));
        }
        self.access(&location, false, span);
        self.store.found(location, symbol.clone(), span);
        symbol
    }

    /// What an element holds that this iteration has not written.
    pub(super) fn before(&mut self, location: &Location, span: Span) -> Symbol {
        let Some(memory) = self.memories.get(location.memory.0 as usize) else { return Symbol::default() };
        let (object, declared) = (memory.object, memory.level);
        let work = match &memory.kind {
            MemoryKind::Registers | MemoryKind::Constants => None,
            MemoryKind::Local { .. } => Some(Work::memory()),
            MemoryKind::Port { .. } => Some(Work::port()),
        };
        let levels = location.path.iter().map(|index| self.atoms.level(index));
        let written = self.open.iter().rposition(|open| open.written.contains(&object));
        let level = levels.max().unwrap_or(0).max(written.unwrap_or(0));
        let mut symbol = Symbol { level, fetched: !location.path.is_empty(), ..Symbol::default() };
        let here = self.level();
        if written == Some(here) && declared < here {
            let source = SourceId(u32::try_from(self.sources.len()).unwrap_or(u32::MAX));
            self.sources.push(Source { location: location.clone(), level: here, span });
            let step = work.map(|work| FlowStep::new(work.name, work.cost.cycles, span, None));
            symbol.flow = Flow::of(source, work.map_or_else(Default::default, |work| work.cost), step);
        }
        symbol
    }

    pub(super) fn write(&mut self, frame: &Frame<'m>, place: &Place, symbol: Symbol, span: Span) {
        let Some(location) = self.location(frame, place) else { return };
        self.access(&location, true, span);
        let compared = self.store.write(Rc::new(location), Content::written(symbol, span));
        self.burn(compared / COMPARED);
    }

    pub(super) fn is_registers(&self, memory: MemoryId) -> bool {
        let memory = self.memories.get(memory.0 as usize);
        memory.is_none_or(|memory| matches!(memory.kind, MemoryKind::Registers))
    }

    fn access(&mut self, location: &Location, write: bool, span: Span) {
        if self.is_registers(location.memory) {
            return;
        }
        let path = location.path.clone();
        let access = Access { memory: location.memory, path, write, conditional: false, span };
        self.innermost().accesses.push(access);
    }

    /// A whole object, or a part of one, gets other contents.
    pub(super) fn overwrite(&mut self, frame: &Frame<'m>, place: &Place) {
        if let Some(view) = self.part(frame, place) {
            self.forget(view.object);
        }
    }

    pub(super) fn forget(&mut self, object: u32) {
        let memories = &self.memories;
        self.store.forget(|id| memories.get(id.0 as usize).is_none_or(|memory| memory.object == object));
    }

    pub(super) fn declare(&mut self, frame: &mut Frame<'m>, id: SlotId, init: &Init, span: Span) {
        let slot = &frame.func.slots[id];
        let kind = MemoryKind::of_slot(&slot.ty, &slot.directives);
        let view = self.new_object(&slot.name, span, kind);
        frame.views.insert(Root::Slot(id), view.clone());
        let value = match init {
            _ if slot.persistent => None,
            Init::Fill(value) if slot.ty.scalar().is_some() => Some(*value),
            Init::List(values) if slot.ty.scalar().is_some() => values.first().copied(),
            _ => None,
        };
        if let (Some(value), Some(memory)) = (value, self.memory(&view)) {
            let symbol = self.value(frame, value);
            self.store.write(Rc::new(Location { memory, path: Vec::new() }), Content::written(symbol, span));
        }
    }

    pub(super) fn len(&mut self, frame: &Frame<'m>, param: usize) -> Symbol {
        let Some(view) = frame.views.get(&Root::Param(param)) else { return Symbol::default() };
        let length = |object: u32| vec![Poly::constant(i128::from(object))];
        let known = view.len.clone();
        known.unwrap_or_else(|| {
            Symbol::invariant(Some(Poly::atom(self.atoms.operation("len", length(view.object)))))
        })
    }
}
