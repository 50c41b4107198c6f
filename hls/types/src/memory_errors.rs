//! How our hardware tells of memories that answered with errors.

use serde::{Deserialize, Serialize};

use crate::{Fault, FaultKind};

/// Prefix of the `KEYVALUE_METADATA` keys under which an image stores the [`MemoryErrors`] of each kernel that is hardware of
/// our own, as JSON; the kernel's name follows.
pub const MEMORY_ERRORS_KEY_PREFIX: &str = "sycl_hls.memory_errors.";

/// Bits of a register.
const BITS: usize = 32;

/// The registers of a kernel in which bit 2n is 1 if a memory has answered a read through port n with SLVERR or DECERR of AXI4,
/// and bit 2n + 1 if a write, since a host started the kernel while it was idle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MemoryErrors {
    /// Offset of the first register in bytes; the others follow.
    pub offset: u64,
    /// The memory ports, in their order in hardware.
    pub ports: Vec<PortArguments>,
}

/// The arguments that are read and written through a memory port, by their names.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PortArguments {
    /// What is read.
    pub reads: Vec<String>,
    /// What is written.
    pub writes: Vec<String>,
}

impl MemoryErrors {
    /// How many registers tell of so many ports.
    #[must_use]
    pub const fn registers(ports: usize) -> usize {
        (2 * ports).div_ceil(BITS)
    }

    /// What the registers say of a run of a kernel; `read` reads one, at its offset in bytes.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn fault<E>(
        &self,
        kernel: &str,
        mut read: impl FnMut(u64) -> Result<u32, E>,
    ) -> Result<Option<Fault>, E> {
        let [mut reads, mut writes] = [Vec::new(), Vec::new()];
        for (offset, ports) in (self.offset..).step_by(BITS / 8).zip(self.ports.chunks(BITS / 2)) {
            let bits = read(offset)?;
            for (position, port) in ports.iter().enumerate() {
                reads.extend(port.reads.iter().filter(|_| bits >> (2 * position) & 1 != 0));
                writes.extend(port.writes.iter().filter(|_| bits >> (2 * position + 1) & 1 != 0));
            }
        }
        let of = |what: &str, names: &[&String]| {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            (!names.is_empty()).then(|| format!("{what} of {}", names.join(" or ")))
        };
        let accesses: Vec<String> =
            [of("reads", &reads), of("writes", &writes)].into_iter().flatten().collect();
        let message = format!(
            "a memory answered {} with an error (SLVERR or DECERR of AXI4), so that its results are not reliable",
            accesses.join(" and ")
        );
        let fault = Fault { kernel: kernel.to_owned(), kind: FaultKind::Other, message, at: None };
        Ok((!accesses.is_empty()).then_some(fault))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(bits: [u32; 2]) -> Option<String> {
        let port = |number: usize| PortArguments {
            reads: vec![format!("x{number}")],
            writes: vec![format!("y{number}"), format!("z{number}")],
        };
        let errors = MemoryErrors { offset: 0x40, ports: (0..17).map(port).collect() };
        let read = |offset: u64| Ok::<_, ()>(bits[usize::try_from(offset - 0x40).unwrap() / 4]);
        errors.fault("k", read).unwrap().map(|fault| fault.message)
    }

    #[test]
    fn bits_are_arguments() {
        assert_eq!(message([0, 0]), None);
        let told = |accesses: &str| {
            Some(format!(
                "a memory answered {accesses} with an error (SLVERR or DECERR of AXI4), so that its results are not reliable"
            ))
        };
        assert_eq!(message([1 << 2, 0]), told("reads of `x1`"));
        assert_eq!(message([1, 0b11]), told("reads of `x0` or `x16` and writes of `y16` or `z16`"));
        assert_eq!(MemoryErrors::registers(16), 1);
        assert_eq!(MemoryErrors::registers(17), 2);
    }

    #[test]
    fn registers_that_cannot_be_read_are_an_error() {
        let errors = MemoryErrors { offset: 0x40, ports: vec![PortArguments::default()] };
        assert_eq!(errors.fault("k", Err::<u32, _>), Err(0x40));
    }
}
