//! Cards as Linux knows them: those that XRT's driver has taken, by their addresses. XRT's C interface has no list of them.

use std::fs;
use std::path::{Path, PathBuf};

/// Where Linux has what it knows of PCIe.
const PCI: &str = "/sys/bus/pci";

/// XRT's driver of what users see of a card.
const DRIVER: &str = "xocl";

/// The cards of this machine.
#[derive(Debug)]
pub struct Cards {
    pci: PathBuf,
}

/// A card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PciCard {
    /// Its address: domain, bus, device and function.
    pub bdf: String,
    /// The name of its shell (XRT: *VBNV*), if the driver tells.
    pub shell: Option<String>,
    /// Identities of the interfaces that its shell offers to images, in lower case with dashes; none where the shell is older
    /// than they are.
    pub interfaces: Vec<String>,
}

impl Default for Cards {
    fn default() -> Self {
        Self { pci: PCI.into() }
    }
}

impl Cards {
    /// Those of another folder than Linux' own, for tests.
    #[must_use]
    pub fn in_folder(pci: &Path) -> Self {
        Self { pci: pci.to_owned() }
    }

    /// True if XRT's driver is loaded.
    #[must_use]
    pub fn has_driver(&self) -> bool {
        self.driver().is_dir()
    }

    /// The cards that the driver has, in order of their addresses.
    #[must_use]
    pub fn list(&self) -> Vec<PciCard> {
        let entries = fs::read_dir(self.driver()).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut found: Vec<String> = names.filter(|name| is_bdf(name)).collect();
        found.sort();
        let card = |bdf: String| PciCard { shell: self.shell(&bdf), interfaces: self.interfaces(&bdf), bdf };
        found.into_iter().map(card).collect()
    }

    fn driver(&self) -> PathBuf {
        self.pci.join("drivers").join(DRIVER)
    }

    /// What Linux has of a card.
    fn device(&self, bdf: &str) -> PathBuf {
        self.pci.join("devices").join(bdf)
    }

    /// As XRT does, from the folder of the driver's part `rom`, which is called like it and more: `rom.u.25856.0`.
    fn shell(&self, bdf: &str) -> Option<String> {
        let parts = fs::read_dir(self.device(bdf)).ok()?.flatten();
        let mut rom = parts.filter(|part| part.file_name().to_string_lossy().starts_with("rom."));
        let text = fs::read_to_string(rom.next()?.path().join("VBNV")).ok()?;
        Some(text.trim().to_owned()).filter(|name| !name.is_empty())
    }

    fn interfaces(&self, bdf: &str) -> Vec<String> {
        let text = fs::read_to_string(self.device(bdf).join("interface_uuids")).unwrap_or_default();
        text.split_whitespace().filter_map(uuid).collect()
    }
}

/// True if this is `0000:65:00.1`.
fn is_bdf(name: &str) -> bool {
    let parts: Vec<&str> = name.split([':', '.']).collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    lengths == [4, 2, 2, 1] && parts.concat().chars().all(|c| c.is_ascii_hexdigit())
}

/// A UUID as the driver writes it, without dashes.
fn uuid(text: &str) -> Option<String> {
    let digits = text.replace('-', "").to_ascii_lowercase();
    if digits.len() != 32 || !digits.chars().all(|c| c.is_ascii_hexdigit()) {
        return None;
    }
    let part = |range| digits.get(range).unwrap_or_default();
    Some([part(0..8), part(8..12), part(12..16), part(16..20), part(20..32)].join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_what_the_driver_has() {
        let folder = tempfile::tempdir().unwrap();
        let cards = Cards::in_folder(folder.path());
        assert!(!cards.has_driver() && cards.list().is_empty());
        for name in ["0000:b3:00.1", "0000:65:00.1", "module", "bind"] {
            fs::create_dir_all(folder.path().join("drivers/xocl").join(name)).unwrap();
        }
        let device = folder.path().join("devices/0000:65:00.1");
        fs::create_dir_all(&device).unwrap();
        fs::write(device.join("interface_uuids"), "EAAE3FB8B262B65B21FEC0676792EBFC\nnonsense\n").unwrap();
        fs::create_dir(device.join("rom.u.25857.0")).unwrap();
        fs::write(device.join("rom.u.25857.0/VBNV"), "xilinx_u200_xdma_201830_2\n").unwrap();
        let interfaces = vec!["eaae3fb8-b262-b65b-21fe-c0676792ebfc".to_owned()];
        let shell = Some("xilinx_u200_xdma_201830_2".to_owned());
        let first = PciCard { bdf: "0000:65:00.1".to_owned(), shell, interfaces };
        let second = PciCard { bdf: "0000:b3:00.1".to_owned(), shell: None, interfaces: Vec::new() };
        assert!(cards.has_driver());
        assert_eq!(cards.list(), [first, second]);
    }
}
