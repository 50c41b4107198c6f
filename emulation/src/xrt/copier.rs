//! The engine that copies between buffers in hardware emulation, which XRT calls M2M. The platform data of `emconfig.json` says
//! that there is one.

use std::io;

/// Address of its registers: what XRT adds to the base address of its scheduler, which is 0 (`HwEmShim::xclCopyBO`).
const BASE: u64 = 0x2_0000;

/// Bytes of registers.
const RANGE: usize = 0x24;

/// Where the registers of a copy begin: addresses of 64 bits, and a size of 32.
const SOURCE: usize = 0x10;
const DESTINATION: usize = 0x18;
const SIZE: usize = 0x20;

/// Bits of the control register, at 0.
const AP_START: u8 = 1;
const AP_DONE_AND_IDLE: u8 = 0b110;

/// The engine.
#[derive(Debug)]
pub(super) struct Copier {
    registers: [u8; RANGE],
    /// False after a copy that failed, which XRT can be told in no other way.
    works: bool,
}

impl Copier {
    pub const fn new() -> Self {
        Self { registers: [0; RANGE], works: true }
    }

    /// Writes registers, and calls `copy` with source, destination and size if that starts a copy. `None` where there are no such
    /// registers.
    ///
    /// # Errors
    /// When a range of the copy is not within a buffer.
    pub fn write(
        &mut self,
        address: u64,
        bytes: &[u8],
        copy: impl FnOnce(u64, u64, u64) -> io::Result<()>,
    ) -> Option<io::Result<()>> {
        let offset = usize::try_from(address.checked_sub(BASE)?).ok()?;
        self.registers.get_mut(offset..offset.checked_add(bytes.len())?)?.copy_from_slice(bytes);
        let starts = offset == 0 && bytes.first().is_some_and(|control| control & AP_START != 0);
        if !starts {
            return Some(Ok(()));
        }
        let copied = copy(self.number(SOURCE, 8), self.number(DESTINATION, 8), self.number(SIZE, 4));
        self.works &= copied.is_ok();
        Some(copied)
    }

    /// Reads registers.
    pub fn read(&self, address: u64, size: u32) -> Option<Vec<u8>> {
        let offset = usize::try_from(address.checked_sub(BASE)?).ok()?;
        let mut bytes =
            self.registers.get(offset..offset.checked_add(usize::try_from(size).ok()?)?)?.to_vec();
        if let (0, Some(control)) = (offset, bytes.first_mut()) {
            *control = if self.works { AP_DONE_AND_IDLE } else { AP_START };
        }
        Some(bytes)
    }

    /// A register of at most 8 bytes.
    fn number(&self, at: usize, size: usize) -> u64 {
        let mut word = [0; 8];
        word.iter_mut().zip(self.registers.iter().skip(at).take(size)).for_each(|(to, from)| *to = *from);
        u64::from_le_bytes(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes the registers of a copy as XRT does, starts it, and reads its state; gives what was copied, too.
    fn start(result: io::Result<()>) -> (Option<(u64, u64, u64)>, u8) {
        let (mut copier, mut copied) = (Copier::new(), None);
        let mut registers = [0; RANGE];
        registers[SOURCE..DESTINATION].copy_from_slice(&0x4_0000_0000u64.to_le_bytes());
        registers[DESTINATION..SIZE].copy_from_slice(&0x90_0000_0002u64.to_le_bytes());
        registers[SIZE..].copy_from_slice(&5u32.to_le_bytes());
        let refuse = |_, _, _| panic!("nothing was started");
        copier.write(BASE, &registers, refuse).unwrap().unwrap();
        let copy = |source, destination, size| {
            copied = Some((source, destination, size));
            result
        };
        _ = copier.write(BASE, &[1, 0, 0, 0], copy).unwrap();
        (copied, copier.read(BASE, 4).unwrap()[0])
    }

    #[test]
    fn a_copy_has_the_addresses_of_its_registers() {
        assert_eq!(start(Ok(())), (Some((0x4_0000_0000, 0x90_0000_0002, 5)), AP_DONE_AND_IDLE));
    }

    #[test]
    fn a_copy_that_fails_never_ends() {
        assert_eq!(start(Err(io::ErrorKind::NotFound.into())).1, AP_START);
    }

    #[test]
    fn there_are_no_other_registers() {
        let mut copier = Copier::new();
        let nothing = |_, _, _| Ok(());
        assert!(copier.write(BASE - 4, &[0; 4], nothing).is_none());
        assert!(
            copier.write(BASE + 0x24, &[0; 4], nothing).is_none() && copier.read(BASE + 0x22, 4).is_none()
        );
    }
}
