//! Memory objects: arrays of scalars.

use sycl_hls_types::ScalarValue;

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
}

impl Memory {
    pub fn adopt(&mut self, elements: Vec<ScalarValue>) -> View {
        self.allocate(elements.into_iter().map(Some).collect())
    }

    pub fn uninit(&mut self, len: usize) -> View {
        self.allocate(vec![None; len])
    }

    fn allocate(&mut self, cells: Vec<Option<ScalarValue>>) -> View {
        let view = View { object: self.objects.len(), start: 0, len: cells.len() };
        self.objects.push(cells);
        view
    }

    /// How many objects there are: what [`Memory::truncate`] takes to drop later ones.
    pub fn mark(&self) -> usize {
        self.objects.len()
    }

    pub fn truncate(&mut self, mark: usize) {
        self.objects.truncate(mark);
    }

    /// Takes the elements of a whole object out.
    pub fn release(&mut self, view: View) -> Vec<ScalarValue> {
        std::mem::take(&mut self.objects[view.object]).into_iter().flatten().collect()
    }

    pub fn get(&self, view: View) -> Option<ScalarValue> {
        self.objects[view.object].get(view.start).copied().flatten()
    }

    pub fn fill(&mut self, view: View, value: ScalarValue) {
        self.objects[view.object][view.start..view.start + view.len].fill(Some(value));
    }

    pub fn forget(&mut self, view: View) {
        self.objects[view.object][view.start..view.start + view.len].fill(None);
    }

    pub fn set(&mut self, view: View, index: usize, value: ScalarValue) {
        self.objects[view.object][view.start + index] = Some(value);
    }

    /// Copies as many scalars as `to` has.
    pub fn copy(&mut self, to: View, from: View) {
        let cells = self.objects[from.object][from.start..from.start + from.len].to_vec();
        self.objects[to.object][to.start..to.start + to.len].copy_from_slice(&cells);
    }
}

impl View {
    /// The `index`-th of the equal parts of `stride` scalars, if it lies inside.
    pub fn part(self, index: u64, stride: usize) -> Option<Self> {
        let start = usize::try_from(index).ok()?.checked_mul(stride)?;
        (start.checked_add(stride)? <= self.len).then_some(Self {
            object: self.object,
            start: self.start + start,
            len: stride,
        })
    }
}
