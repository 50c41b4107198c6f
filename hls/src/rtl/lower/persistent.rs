//! Persistent locals: their registers and memories have first values when the image is loaded, and keep what they hold from run to
//! run. Nothing resets them.

use sycl_hls_ir::{Init, SlotId, ValueId};
use sycl_hls_types::ScalarValue;

use super::banks::Banks;
use super::place::leaf_values;
use super::storage::{Kept, Leaf};
use super::{Builder, Unsupported};
use crate::rtl::design::{MadeOf, MemoryId};

impl Builder<'_> {
    /// A persistent slot is there. No run sets it to its first values.
    pub(super) fn persist(&mut self, slot: SlotId, init: &Init) -> Result<(), Unsupported> {
        self.allocate(slot);
        let ty = self.func.slots[slot].ty.clone();
        let values = self.first_values(ty.leaves(), init)?;
        let leaves = self.slots.get(slot).map(|storage| storage.leaves.clone()).unwrap_or_default();
        leaves.into_iter().try_for_each(|(leaf, kept)| {
            let values = leaf_values(&ty, &values, &leaf.fields);
            self.begin_with(&leaf, &kept, &values)
        })
    }

    /// The constants that so many scalars of a slot begin with.
    fn first_values(&mut self, count: u64, init: &Init) -> Result<Vec<ScalarValue>, Unsupported> {
        let mut known = |value: ValueId| {
            let node = self.value(value);
            self.known(node)
        };
        let values: Option<Vec<ScalarValue>> = match init {
            Init::Fill(value) => known(*value).map(|value| vec![value; count as usize]),
            Init::List(values) => values.iter().map(|value| known(*value)).collect(),
            Init::Uninit | Init::Copy(_) => None,
        };
        values.ok_or_else(|| self.unsupported("a persistent variable whose first value is no constant"))
    }

    fn begin_with(&mut self, leaf: &Leaf, kept: &Kept, values: &[ScalarValue]) -> Result<(), Unsupported> {
        match kept {
            Kept::Vars(vars) => {
                for (var, value) in vars.iter().zip(values) {
                    self.process.vars[*var].initial = Some(value.clone());
                }
            }
            Kept::Banks(banks) => {
                let zero = ScalarValue::from_bits(leaf.ty, 0);
                for (memory, contents) in banks.contents(values, &zero) {
                    let data = &mut self.design.memories[memory];
                    if data.made_of == Some(MadeOf::Ultra) && contents.iter().any(|value| *value != zero) {
                        return Err(Unsupported {
                            help: Some("let it begin with zeros, or be of block RAM: `impl = bram`"),
                            ..self.unsupported("ultra RAM with first values other than 0")
                        });
                    }
                    data.contents = Some(contents);
                    data.persistent = true;
                }
            }
        }
        Ok(())
    }
}

impl Banks {
    /// What each memory holds if the elements of the array, in row-major order, are these. `rest` is where it has none of them.
    fn contents(&self, values: &[ScalarValue], rest: &ScalarValue) -> Vec<(MemoryId, Vec<ScalarValue>)> {
        let rows: u64 = self.splits.iter().map(|split| split.rows()).product();
        let empty = |memory: &MemoryId| (*memory, vec![rest.clone(); rows as usize]);
        let mut contents: Vec<_> = self.memories.iter().map(empty).collect();
        for (number, value) in (0_u64..).zip(values) {
            let (part, row) = self.position(number);
            contents[part as usize].1[row as usize] = value.clone();
        }
        contents
    }

    /// The number of the memory that has an element, and its number in that.
    fn position(&self, element: u64) -> (u64, u64) {
        let (mut rest, mut part, mut row) = (element, 0, 0);
        let (mut parts, mut rows) = (1, 1);
        for split in self.splits.iter().rev() {
            let (own_part, own_row) = split.position(rest % split.len);
            rest /= split.len;
            part += own_part * parts;
            row += own_row * rows;
            parts *= split.parts;
            rows *= split.rows();
        }
        (part, row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rtl::lower::banks::Split;

    #[test]
    fn every_element_has_a_place_of_its_own() {
        let split = |len, parts, is_block| Split { len, parts, is_block };
        for splits in [
            vec![split(7, 2, false)],
            vec![split(7, 2, true)],
            vec![split(4, 4, false), split(6, 3, true)],
            vec![split(5, 1, true), split(3, 2, false)],
        ] {
            let banks = Banks { splits, memories: Vec::new() };
            let count: u64 = banks.splits.iter().map(|split| split.len).product();
            let rows: u64 = banks.splits.iter().map(|split| split.rows()).product();
            let mut places: Vec<(u64, u64)> = (0..count).map(|element| banks.position(element)).collect();
            assert!(places.iter().all(|(_, row)| *row < rows), "{places:?}");
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len() as u64, count);
        }
        let banks = Banks { splits: vec![split(4, 2, false)], memories: Vec::new() };
        assert_eq!([0, 1, 2, 3].map(|element| banks.position(element)), [(0, 0), (1, 0), (0, 1), (1, 1)]);
    }
}
