//! The arguments of a run, as XRT takes them.

use sycl_hls_backend::Contents;
use sycl_hls_emulation::arguments::{Argument, Data};
use sycl_hls_types::{OutputRegisters, ScalarValue};
use xrt_sys::Error;

use super::Unit;
use super::held::Held;

/// The least size of a buffer: what memory is mapped by. Slices without elements have buffers, too.
const PAGE: usize = 4096;

/// Sets the arguments of a unit's run, and brings what slices hold to the card, unless it is there from an earlier run.
/// `contents` are those of the parameters.
///
/// # Errors
/// When XRT refuses one, or has no memory.
pub(super) fn pass(
    unit: &mut dyn Unit,
    arguments: &[Argument<'_>],
    contents: &[Option<Contents>],
    held: &mut Held,
) -> Result<(), Error> {
    for (position, argument) in (0..).zip(arguments) {
        match argument {
            Argument::Scalar(value) => unit.set_scalar(position, value.clone())?,
            Argument::Struct(bytes) => unit.set_struct(position, bytes)?,
            Argument::Output { scalar, initial: true, value } => {
                unit.set_scalar(position, ScalarValue::from_le_bytes(*scalar, value))?;
            }
            // The linker of Vitis connects streams.
            Argument::Output { initial: false, .. } | Argument::Stream { .. } => {}
            Argument::Length(length) => unit.set_scalar(position, (*length).into())?,
            Argument::Slice { param, data } => {
                pass_slice(unit, position, data, contents.get(*param).copied().flatten(), held)?;
            }
        }
    }
    Ok(())
}

/// Brings back what slices hold that the kernel may write, and what it has written into registers: those of its arguments are at
/// these offsets.
///
/// # Errors
/// When XRT does not, or the registers say that a value was not written.
pub(super) fn fetch(
    unit: &mut dyn Unit,
    arguments: &mut [Argument<'_>],
    contents: &[Option<Contents>],
    held: &mut Held,
    offsets: &[u64],
) -> Result<(), Error> {
    for (position, argument) in (0..).zip(arguments) {
        match argument {
            Argument::Slice { param, data: Data::Mutable(bytes) } => {
                unit.read(position, bytes)?;
                held.set(position, contents.get(*param).copied().flatten().map(|contents| contents.after));
            }
            Argument::Output { scalar, initial, value } => {
                let offset = offsets.get(position as usize).copied().ok_or_else(|| unwritten(position, 0))?;
                let registers = OutputRegisters::at(offset, *scalar, *initial);
                read_output(unit, position, registers, value)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Reads what the kernel has written into registers.
fn read_output(
    unit: &mut dyn Unit,
    position: u32,
    registers: OutputRegisters,
    value: &mut [u8],
) -> Result<(), Error> {
    let mut read = |offset: u64| unit.read_register(u32::try_from(offset).unwrap_or(u32::MAX));
    if read(registers.valid)? & 1 == 0 {
        return Err(unwritten(position, registers.valid));
    }
    registers.read_value(value, read)
}

/// Every run writes every output: the registers are elsewhere.
fn unwritten(position: u32, valid: u64) -> Error {
    let text = format!("the register at {valid:#x} says that nothing was written; build the image anew");
    Error { what: format!("read the output in argument {position}"), text }
}

/// Slices have their buffers from earlier runs, if those are neither too small nor much too large.
fn pass_slice(
    unit: &mut dyn Unit,
    position: u32,
    data: &Data<'_>,
    contents: Option<Contents>,
    held: &mut Held,
) -> Result<(), Error> {
    let before = contents.map(|contents| contents.before);
    let size = data.bytes().len().max(1).next_multiple_of(PAGE);
    let fits = |buffer: usize| (size..=size.saturating_mul(4)).contains(&buffer);
    let has_buffer = unit.buffer(position).is_some_and(fits);
    let is_there = has_buffer && held.has(position, before);
    // What is copied, and what the kernel writes, is known when that is over.
    held.set(position, None);
    if !has_buffer {
        unit.make_buffer(position, size)?;
    }
    if !is_there && contents.is_none_or(|contents| contents.needed) {
        unit.write(position, data.bytes())?;
    }
    if let Data::Shared(_) = data {
        held.set(position, before);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use sycl_hls_backend::Content;
    use sycl_hls_types::Scalar;
    use xrt_sys::State;

    /// A unit that keeps buffers, and counts the bytes that are moved.
    #[derive(Default)]
    struct Counting {
        buffers: BTreeMap<u32, Vec<u8>>,
        written: usize,
        read: usize,
        registers: BTreeMap<u32, u32>,
    }

    impl Unit for Counting {
        fn set_scalar(&mut self, _: u32, _: ScalarValue) -> Result<(), Error> {
            Ok(())
        }

        fn set_struct(&mut self, _: u32, _: &[u8]) -> Result<(), Error> {
            Ok(())
        }

        fn buffer(&mut self, argument: u32) -> Option<usize> {
            self.buffers.get(&argument).map(Vec::len)
        }

        fn make_buffer(&mut self, argument: u32, size: usize) -> Result<(), Error> {
            self.buffers.insert(argument, vec![0; size]);
            Ok(())
        }

        fn write(&mut self, argument: u32, bytes: &[u8]) -> Result<(), Error> {
            self.written += bytes.len();
            self.buffers.get_mut(&argument).unwrap()[..bytes.len()].copy_from_slice(bytes);
            Ok(())
        }

        fn read(&mut self, argument: u32, bytes: &mut [u8]) -> Result<(), Error> {
            self.read += bytes.len();
            bytes.copy_from_slice(&self.buffers[&argument][..bytes.len()]);
            Ok(())
        }

        fn read_register(&mut self, offset: u32) -> Result<u32, Error> {
            Ok(self.registers.get(&offset).copied().unwrap_or_default())
        }

        fn write_register(&mut self, offset: u32, value: u32) -> Result<(), Error> {
            self.registers.insert(offset, value);
            Ok(())
        }

        fn start(&mut self) -> Result<(), Error> {
            Ok(())
        }

        fn state(&mut self) -> Result<State, Error> {
            Ok(State::Completed)
        }

        fn give_up(self: Box<Self>) {}
    }

    /// Runs a kernel that reads `x` and adds 1 to each byte of `y`; gives the bytes that went there and back.
    fn run(
        (unit, held): &mut (Counting, Held),
        x: (&[u8], Option<Contents>),
        y: (&mut [u8], Option<Contents>),
    ) -> (usize, usize) {
        (unit.written, unit.read) = (0, 0);
        let contents = [x.1, y.1];
        let mut arguments = [
            Argument::Slice { param: 0, data: Data::Shared(x.0) },
            Argument::Length(1),
            Argument::Slice { param: 1, data: Data::Mutable(y.0) },
        ];
        pass(unit, &arguments, &contents, held).unwrap();
        unit.buffers.get_mut(&2).unwrap().iter_mut().for_each(|byte| *byte += 1);
        fetch(unit, &mut arguments, &contents, held, &[]).unwrap();
        (unit.written, unit.read)
    }

    fn contents(memory: u64, before: u64, after: u64, len: usize) -> Option<Contents> {
        let content = |version| Content { memory, version, start: 0, len };
        Some(Contents { before: content(before), after: content(after), needed: true })
    }

    /// Rows: F126.
    #[test]
    fn only_what_is_not_there_is_brought_to_the_card() {
        let mut card = (Counting::default(), Held::default());
        let (x, mut y) = ([7; 10], [0; 20]);
        let known = |version| contents(1, version, version, 10);
        assert_eq!(run(&mut card, (&x, known(0)), (&mut y, contents(2, 0, 1, 20))), (30, 20));
        assert_eq!(run(&mut card, (&x, known(0)), (&mut y, contents(2, 1, 2, 20))), (0, 20));
        assert_eq!(run(&mut card, (&x, known(1)), (&mut y, contents(2, 2, 3, 20))), (10, 20));
        y = [100; 20];
        assert_eq!(run(&mut card, (&x, known(1)), (&mut y, contents(2, 4, 5, 20))), (20, 20));
        assert_eq!(y, [101; 20]);
        assert_eq!(card.1.bytes(&[known(1), contents(2, 5, 6, 20), None]), 30);
        assert_eq!(card.1.bytes(&[known(2), contents(2, 4, 5, 20)]), 0);
        // Another part, another memory, and what is not known.
        let other = |start, memory| {
            let content = Content { memory, version: 1, start, len: 10 };
            Some(Contents { before: content, after: content, needed: true })
        };
        for x in [(&x[..], other(5, 1)), (&x[..], other(5, 3)), (&x[..], None), (&x[..], None)] {
            assert_eq!(run(&mut card, x, (&mut y, None)), (30, 20));
        }
        assert_eq!(y, [105; 20]);
    }

    #[test]
    fn what_the_kernel_does_not_need_stays_here() {
        let mut card = (Counting::default(), Held::default());
        let (x, mut y) = ([7; 10], [5; 20]);
        let unneeded =
            |before| contents(2, before, before + 1, 20).map(|it| Contents { needed: false, ..it });
        assert_eq!(run(&mut card, (&x, None), (&mut y, unneeded(0))), (10, 20));
        assert_eq!(y, [1; 20]);
        // What it has written is known as ever.
        assert_eq!(run(&mut card, (&x, None), (&mut y, contents(2, 1, 2, 20))), (10, 20));
        assert_eq!(y, [2; 20]);
    }

    #[test]
    fn outputs_are_read_where_they_were_written() {
        let (mut value, mut wide) = ([1_u8; 2], [2_u8; 8]);
        let mut arguments = [
            Argument::Length(1),
            Argument::Output { scalar: Scalar::U16, initial: false, value: &mut value },
            Argument::Output { scalar: Scalar::F64, initial: true, value: &mut wide },
        ];
        let mut unit = Counting::default();
        let offsets = [0x10, 0x1c, 0x24];
        let mut fetch =
            |unit: &mut Counting| fetch(unit, &mut arguments, &[], &mut Held::default(), &offsets);
        assert!(fetch(&mut unit).unwrap_err().text.contains("at 0x20 says that nothing"));
        unit.registers = BTreeMap::from([(0x1c, 0x55_0102), (0x20, 1), (0x30, 7), (0x34, 9), (0x38, 3)]);
        fetch(&mut unit).unwrap();
        assert_eq!((value, wide), ([2, 1], [7, 0, 0, 0, 9, 0, 0, 0]));
    }

    #[test]
    fn a_new_buffer_is_filled() {
        let mut card = (Counting::default(), Held::default());
        let (x, large, mut y) = ([7; 10], [7; 50_000], [0; 1]);
        assert_eq!(run(&mut card, (&x, contents(1, 0, 0, 10)), (&mut y, None)).0, 11);
        assert_eq!(run(&mut card, (&large, contents(3, 0, 0, 50_000)), (&mut y, None)).0, 50_001);
        assert_eq!(run(&mut card, (&x, contents(1, 0, 0, 10)), (&mut y, None)).0, 11);
        card.0.buffers.clear();
        assert_eq!(run(&mut card, (&x, contents(1, 0, 0, 10)), (&mut y, None)).0, 11);
    }
}
