//! What a program runs on.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// The numbers of the machines for which there are cards (`e_machine` of ELF), and their names, as Rust has them, too.
const MACHINES: [(u16, &str); 5] =
    [(0x03, "x86"), (0x3e, "x86_64"), (0x28, "arm"), (0xb7, "aarch64"), (0xf3, "riscv64")];

/// The machine that a program runs on: its name, a number where there is none, or `any` for scripts.
///
/// # Errors
/// When it cannot be read, or is no program of Linux.
pub fn of(path: &Path) -> io::Result<String> {
    let mut start = Vec::new();
    File::open(path)?.take(20).read_to_end(&mut start)?;
    if start.starts_with(b"#!") {
        return Ok("any".to_owned());
    }
    let (b"\x7fELF", [bits, order, ..], Some(number)) =
        (start.get(..4).unwrap_or_default(), start.get(4..).unwrap_or_default(), start.get(18..20))
    else {
        return Err(io::Error::other("it is no program: neither ELF nor a script"));
    };
    let bytes = [number[0], number[1]];
    let number = if *order == 2 { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) };
    let known = MACHINES.iter().find(|(known, _)| *known == number);
    Ok(known.map_or_else(
        || format!("the ELF machine {number} of {} bits", 32 * u32::from(*bits)),
        |(_, name)| (*name).to_owned(),
    ))
}

/// True if it runs here.
pub fn runs_here(machine: &str) -> bool {
    machine == "any" || machine == std::env::consts::ARCH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_are_read_from_programs() {
        let own = std::env::current_exe().unwrap();
        assert_eq!(of(&own).unwrap(), std::env::consts::ARCH);
        assert!(runs_here(std::env::consts::ARCH) && runs_here("any") && !runs_here("sparc"));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let machine = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            of(&path)
        };
        assert_eq!(machine(b"#!/bin/sh\n").unwrap(), "any");
        assert!(machine(b"").is_err() && machine(b"text").is_err() && machine(b"\x7fELF\x02\x01").is_err());
        let elf = |order: u8, number: [u8; 2]| [b"\x7fELF\x02", &[order][..], &[0; 12], &number].concat();
        assert_eq!(machine(&elf(1, [0xb7, 0])).unwrap(), "aarch64");
        assert_eq!(machine(&elf(2, [0, 0xb7])).unwrap(), "aarch64");
        assert_eq!(machine(&elf(1, [9, 9])).unwrap(), "the ELF machine 2313 of 64 bits");
    }
}
