//! What this machine's Linux has of the drivers of AMD's cards. XRT's are built for one release of the kernel, by DKMS or by hand,
//! and are gone after an update of it, of which XRT itself says nothing.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::Access;

/// The drivers of cards; the first two belong together. Of the last two, which other devices have, only their presence is told.
const MODULES: [&str; 4] = ["xocl", "xclmgmt", "zocl", "amdxdna"];

/// Which of them a card wants.
const WANTED: usize = 2;

/// Xilinx as a maker of devices, as Linux writes it.
const VENDOR: &str = "0x10ee";

/// Releases of Linux for which the drivers of an XRT did not build.
struct Known {
    /// Version of XRT: its first numbers.
    xrt: &'static str,
    /// The first numbers of the kernel's release.
    linux: [u32; 2],
    source: &'static str,
}

const KNOWN: [Known; 6] = [
    Known { xrt: "2.10.", linux: [5, 11], source: "https://github.com/Xilinx/video-sdk/issues/4" },
    Known { xrt: "2.11.", linux: [6, 1], source: "https://github.com/Xilinx/video-sdk/issues/94" },
    Known { xrt: "2.13.", linux: [6, 5], source: "https://github.com/Xilinx/XRT/issues/8093" },
    Known { xrt: "2.14.", linux: [6, 5], source: "https://github.com/Xilinx/XRT/issues/8093" },
    Known { xrt: "2.16.", linux: [6, 8], source: "https://github.com/Xilinx/XRT/issues/8368" },
    Known { xrt: "2.20.", linux: [6, 16], source: "https://github.com/Xilinx/XRT/issues/9300" },
];

/// What there is of drivers.
#[derive(Debug)]
pub struct Drivers {
    root: PathBuf,
    /// The release of the kernel that runs.
    release: String,
}

impl Drivers {
    /// Those of the machine whose files lie below this folder, which is `/` for this one; `None` where it does not tell its kernel.
    pub fn look(root: &Path) -> Option<Self> {
        let release = fs::read_to_string(root.join("proc/sys/kernel/osrelease")).ok()?;
        Some(Self { root: root.to_owned(), release: release.trim().to_owned() })
    }

    /// What is there and what is wrong, by what it is about.
    pub fn rows(&self) -> Vec<Vec<String>> {
        let row = |about: &str, what: String| vec![about.to_owned(), what];
        let mut rows = vec![row("Linux", self.release.clone()), row("cards", self.cards())];
        let sources = self.sources();
        let needed = self.has_card() || !sources.is_empty() || self.module("xocl").is_some();
        for (index, name) in MODULES.iter().enumerate() {
            match (self.module(name), index < WANTED && needed) {
                (Some(path), _) => rows.push(row(name, self.present(name, &path))),
                (None, true) => rows.push(row(name, self.absent(&sources))),
                (None, false) => {}
            }
        }
        rows.extend(sources.iter().filter_map(|version| Some(row("", self.known(version)?))));
        rows.extend(self.nodes().into_iter().map(|what| row("/dev/dri", what)));
        rows
    }

    fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    fn cards(&self) -> String {
        match self.devices() {
            0 => "none of AMD's FPGAs; emulation needs none, and no driver".to_owned(),
            1 => "one device with an FPGA of AMD's".to_owned(),
            count => format!("{count} devices with FPGAs of AMD's"),
        }
    }

    fn has_card(&self) -> bool {
        self.devices() > 0
    }

    /// Devices of Xilinx; a card is one for each of its functions.
    fn devices(&self) -> usize {
        let vendor = |device: &PathBuf| fs::read_to_string(device.join("vendor")).unwrap_or_default();
        entries(&self.path("sys/bus/pci/devices"))
            .iter()
            .filter(|device| vendor(device).trim() == VENDOR)
            .count()
    }

    /// The file of a module for the kernel that runs.
    fn module(&self, name: &str) -> Option<PathBuf> {
        let folder = self.path("lib/modules").join(&self.release);
        let list = fs::read_to_string(folder.join("modules.dep")).unwrap_or_default();
        let listed = list.lines().filter_map(|line| line.split(':').next()).map(|path| folder.join(path));
        let built = entries(&folder.join("updates/dkms"));
        let is_it = |path: &PathBuf| {
            let file =
                path.file_name().and_then(|name| name.to_str()).and_then(|file| file.split_once(".ko"));
            file.is_some_and(|(stem, _)| stem == name) && path.is_file()
        };
        listed.chain(built).find(is_it)
    }

    fn present(&self, name: &str, path: &Path) -> String {
        let place = Path::new("/").join(path.strip_prefix(&self.root).unwrap_or(path));
        let loaded = self.path("sys/module").join(name).is_dir();
        let bound = entries(&self.path("sys/bus/pci/drivers").join(name))
            .iter()
            .filter(|path| is_address(path))
            .count();
        let state = match (loaded, bound) {
            (false, _) => format!("not loaded: `modprobe {name}`; `dmesg` says why where that fails"),
            (true, 0) => "loaded, and drives no device".to_owned(),
            (true, count) => format!("loaded, drives {count} of them"),
        };
        format!("{state} ({})", place.display())
    }

    fn absent(&self, sources: &[String]) -> String {
        let release = &self.release;
        let Some(version) = sources.last() else {
            return format!(
                "not there for Linux {release}: install AMD's package xrt, and linux-headers-{release}"
            );
        };
        let built: Vec<String> = self.built_for(version);
        let elsewhere =
            if built.is_empty() { String::new() } else { format!("; it is for {}", built.join(", ")) };
        let log = self.path(&format!("var/lib/dkms/xrt/{version}/build/make.log"));
        let log = if log.is_file() {
            format!("; its last build: /var/lib/dkms/xrt/{version}/build/make.log")
        } else {
            String::new()
        };
        format!(
            "not there for Linux {release}{elsewhere}: install linux-headers-{release}, then `dkms install xrt/{version} -k {release}`{log}"
        )
    }

    /// The versions of XRT whose drivers DKMS has as sources.
    fn sources(&self) -> Vec<String> {
        let folder = self.path("var/lib/dkms/xrt");
        let versions = entries(&folder).into_iter().filter(|path| path.join("source").exists());
        versions.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect()
    }

    /// The kernels for which DKMS has built the drivers.
    fn built_for(&self, version: &str) -> Vec<String> {
        let folder = self.path("var/lib/dkms/xrt").join(version);
        let releases = entries(&folder).into_iter().filter(|release| {
            entries(release).iter().any(|architecture| architecture.join("module").is_dir())
        });
        releases.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect()
    }

    /// What others have met with this XRT and this kernel.
    fn known(&self, version: &str) -> Option<String> {
        let running = numbers(&self.release)?;
        let known = KNOWN.iter().find(|known| version.starts_with(known.xrt) && running >= known.linux)?;
        let [major, minor] = known.linux;
        let said = format!(
            "the drivers of XRT {version} are not known to build for this kernel: those of {}x did not for Linux {major}.{minor}, says {}",
            known.xrt, known.source
        );
        Some(said)
    }

    /// The devices through which programs use cards, and whether we may.
    fn nodes(&self) -> Vec<String> {
        if !self.has_card() {
            return Vec::new();
        }
        let nodes = entries(&self.path("dev/dri")).into_iter();
        let nodes: Vec<String> = nodes.filter_map(|node| self.node(&node)).collect();
        if nodes.is_empty() { vec!["has no renderD*: programs find no card".to_owned()] } else { nodes }
    }

    fn node(&self, node: &Path) -> Option<String> {
        let name = node.file_name()?.to_str()?;
        if !name.starts_with("renderD") {
            return None;
        }
        let group = self.group(fs::metadata(node).ok()?.gid());
        Some(match rustix::fs::access(node, Access::READ_OK | Access::WRITE_OK) {
            Ok(()) => format!("{name}: open to you (group {group})"),
            Err(_) => format!(
                "{name}: for the group {group} only: `sudo usermod -aG {group} $USER`, and log in again"
            ),
        })
    }

    fn group(&self, id: u32) -> String {
        let groups = fs::read_to_string(self.path("etc/group")).unwrap_or_default();
        let fields = groups.lines().map(|line| line.split(':').collect::<Vec<_>>());
        let mut names = fields.filter(|fields| fields.get(2) == Some(&id.to_string().as_str()));
        names
            .next()
            .and_then(|fields| fields.first().map(ToString::to_string))
            .unwrap_or_else(|| id.to_string())
    }
}

/// The first two numbers of a release.
fn numbers(release: &str) -> Option<[u32; 2]> {
    let mut parts = release.split(|c: char| !c.is_ascii_digit()).map(|part| part.parse().ok());
    Some([parts.next()??, parts.next()??])
}

/// True if it is the address of a device, and not a switch of the driver.
fn is_address(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.contains(':'))
}

/// What lies in a folder, in order; nothing where there is none.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine with these files and this kernel.
    fn machine(release: &str, files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in [("proc/sys/kernel/osrelease", release)].iter().chain(files) {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    fn said(root: &tempfile::TempDir) -> String {
        let rows = Drivers::look(root.path()).unwrap().rows();
        rows.iter().map(|row| format!("{}: {}\n", row[0], row[1])).collect()
    }

    const CARD: (&str, &str) = ("sys/bus/pci/devices/0000:01:00.1/vendor", "0x10ee\n");

    #[test]
    fn a_machine_without_a_card_needs_no_driver() {
        let root = machine("6.1.0-18-amd64\n", &[("sys/bus/pci/devices/0000:00:00.0/vendor", "0x8086\n")]);
        assert_eq!(
            said(&root),
            "Linux: 6.1.0-18-amd64\ncards: none of AMD's FPGAs; emulation needs none, and no driver\n"
        );
        assert!(Drivers::look(Path::new("/nowhere")).is_none());
    }

    #[test]
    fn drivers_that_run_are_told() {
        let root = machine(
            "6.1.0-18-amd64\n",
            &[
                CARD,
                (
                    "lib/modules/6.1.0-18-amd64/modules.dep",
                    "updates/dkms/xocl.ko.xz: kernel/a.ko\nother.ko:\n",
                ),
                ("lib/modules/6.1.0-18-amd64/updates/dkms/xocl.ko.xz", ""),
                ("lib/modules/6.1.0-18-amd64/updates/dkms/xclmgmt.ko", ""),
                ("lib/modules/6.1.0-18-amd64/updates/dkms/zocl.ko.old/x", ""),
                ("sys/module/xocl/version", ""),
                ("sys/bus/pci/drivers/xocl/0000:01:00.1/vendor", ""),
                ("sys/bus/pci/drivers/xocl/bind", ""),
                ("dev/dri/renderD128", ""),
                ("dev/dri/card0", ""),
            ],
        );
        let said = said(&root);
        assert!(said.contains("cards: one device with"), "{said}");
        assert!(
            said.contains(
                "xocl: loaded, drives 1 of them (/lib/modules/6.1.0-18-amd64/updates/dkms/xocl.ko.xz)"
            ),
            "{said}"
        );
        assert!(said.contains("xclmgmt: not loaded: `modprobe xclmgmt`"), "{said}");
        assert!(said.contains("/dev/dri: renderD128: open to you (group "), "{said}");
        assert!(!said.contains("zocl") && !said.contains("card0"), "{said}");
    }

    #[test]
    fn drivers_of_another_kernel_are_missed_with_what_to_do() {
        let root = machine(
            "6.8.0-45-generic\n",
            &[
                CARD,
                ("lib/modules/6.8.0-31-generic/updates/dkms/xocl.ko", ""),
                ("var/lib/dkms/xrt/2.16.204/source/dkms.conf", ""),
                ("var/lib/dkms/xrt/2.16.204/6.8.0-31-generic/x86_64/module/xocl.ko", ""),
                ("var/lib/dkms/xrt/2.16.204/build/make.log", "error"),
            ],
        );
        let said = said(&root);
        let expected = "xocl: not there for Linux 6.8.0-45-generic; it is for 6.8.0-31-generic: install \
                        linux-headers-6.8.0-45-generic, then `dkms install xrt/2.16.204 -k 6.8.0-45-generic`; its last build: \
                        /var/lib/dkms/xrt/2.16.204/build/make.log\n";
        assert!(said.contains(expected), "{said}");
        assert!(said.contains("XRT 2.16.204") && said.contains("issues/8368"), "{said}");
        assert!(said.contains("/dev/dri: has no renderD*"), "{said}");
    }

    #[test]
    fn nothing_is_said_of_kernels_of_which_nothing_is_known() {
        let known = |release: &str, version| {
            Drivers { root: PathBuf::new(), release: release.to_owned() }.known(version).is_some()
        };
        assert!(known("6.8.0-40-generic", "2.16.0") && known("6.16.10-arch1-1", "2.20.0"));
        for (release, version) in
            [("6.5.0-1", "2.16.0"), ("6.8.12", "2.18.179"), ("odd", "2.16.0"), ("5.4.0", "2.10.50")]
        {
            assert!(!known(release, version), "{release} {version}");
        }
    }

    #[test]
    fn a_card_without_anything_wants_the_package() {
        let said = said(&machine("6.1.0-18-amd64\n", &[CARD]));
        assert!(
            said.contains("xclmgmt: not there for Linux 6.1.0-18-amd64: install AMD's package xrt"),
            "{said}"
        );
    }
}
