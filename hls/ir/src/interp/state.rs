//! What kernels keep from run to run.

use rustc_hash::FxHashMap;
use sycl_hls_types::ScalarValue;

use crate::{FuncId, SlotId};

/// What the persistent slots of a module's kernels hold between runs. Its default is the state before the first run, in which they
/// hold their first values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State(FxHashMap<(FuncId, SlotId), Vec<Option<ScalarValue>>>);

impl State {
    /// What a slot of a kernel holds; `None` before the kernel's first run.
    pub(super) fn of(&self, kernel: FuncId, slot: SlotId) -> Option<&[Option<ScalarValue>]> {
        self.0.get(&(kernel, slot)).map(Vec::as_slice)
    }

    pub(super) fn keep(&mut self, kernel: FuncId, slot: SlotId, held: Vec<Option<ScalarValue>>) {
        self.0.insert((kernel, slot), held);
    }
}
