//! Memory objects: arrays of scalars.

use sycl_hls_types::{Scalar, ScalarValue};

/// A part of an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    object: usize,
    start: usize,
    /// Number of scalars.
    pub len: usize,
}

/// All objects of a run. A scalar that was never written is `None`.
#[derive(Debug, Default)]
pub(super) struct Memory {
    objects: Vec<Vec<Option<ScalarValue>>>,
    /// Places of objects that have ended.
    free: Vec<usize>,
}

impl Memory {
    pub fn adopt(&mut self, elements: Vec<ScalarValue>) -> View {
        self.allocate(elements.into_iter().map(Some).collect())
    }

    pub fn uninit(&mut self, len: usize) -> View {
        self.allocate(vec![None; len])
    }

    fn allocate(&mut self, cells: Vec<Option<ScalarValue>>) -> View {
        let len = cells.len();
        let object = match self.free.pop() {
            Some(object) => {
                self.objects[object] = cells;
                object
            }
            None => {
                self.objects.push(cells);
                self.objects.len() - 1
            }
        };
        View { object, start: 0, len }
    }

    /// Ends an object.
    pub fn free(&mut self, whole: View) {
        self.objects[whole.object] = Vec::new();
        self.free.push(whole.object);
    }

    /// Takes the scalars of a whole object out, whose types are these over and over again. What was never written is
    /// 0.
    pub fn release(&mut self, view: View, types: &[Scalar]) -> Vec<ScalarValue> {
        let cells = std::mem::take(&mut self.objects[view.object]).into_iter();
        let known = |(cell, ty): (Option<_>, &Scalar)| cell.unwrap_or(ScalarValue::from_bits(*ty, 0));
        cells.zip(types.iter().cycle()).map(known).collect()
    }

    /// What the scalars of a view hold.
    pub fn held(&self, view: View) -> Vec<Option<ScalarValue>> {
        self.objects[view.object][view.start..view.start + view.len].to_vec()
    }

    /// Lets them hold that again.
    pub fn restore(&mut self, view: View, held: &[Option<ScalarValue>]) {
        self.objects[view.object][view.start..view.start + view.len].clone_from_slice(held);
    }

    pub fn get(&self, view: View) -> Option<ScalarValue> {
        self.objects[view.object].get(view.start)?.clone()
    }

    pub fn fill(&mut self, view: View, value: ScalarValue) {
        match &mut self.objects[view.object][view.start..view.start + view.len] {
            [cell] => *cell = Some(value),
            cells => cells.fill(Some(value)),
        }
    }

    pub fn forget(&mut self, view: View) {
        self.objects[view.object][view.start..view.start + view.len].fill(None);
    }

    pub fn set(&mut self, view: View, index: usize, value: ScalarValue) {
        self.objects[view.object][view.start + index] = Some(value);
    }

    /// Copies as many scalars as `to` has.
    pub fn copy(&mut self, to: View, from: View) {
        let held = self.held(from);
        self.restore(to, &held);
    }
}

impl View {
    /// `len` scalars from the one with this index on, if they lie inside.
    pub fn part(self, start: usize, len: usize) -> Option<Self> {
        (start.checked_add(len)? <= self.len).then_some(Self {
            object: self.object,
            start: self.start + start,
            len,
        })
    }
}
