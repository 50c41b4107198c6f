//! Where Vitis and its platforms are.
//!
//! Places: UG1702, "Setting Up the Vitis Environment"; folders are `Vitis/<version>` up to 2024.2 and `<version>/Vitis`
//! since 2025.1. `PLATFORM_REPO_PATHS` and `/opt/xilinx/platforms` hold platforms (UG1393, "platforminfo Utility").

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sycl_hls_compiler::back::hls_cpp::Version;
use sycl_hls_types::Digest;

/// The linker and compiler of Vitis.
const PROGRAM: &str = "v++";

/// The script that makes a shell ready for an installation.
const SETTINGS: &str = "settings64.sh";

/// Where to look.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// Folders of programs: `PATH`.
    pub programs: Vec<PathBuf>,
    /// One installation: `XILINX_VITIS`.
    pub vitis: Option<PathBuf>,
    /// Folders in which installations of several versions are.
    pub installations: Vec<PathBuf>,
    /// Folders of platforms.
    pub platforms: Vec<PathBuf>,
}

/// A version of Vitis on this machine.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Installation {
    /// Which version.
    pub version: Version,
    /// Its folder: the one of `bin` and `settings64.sh`.
    pub root: PathBuf,
}

impl Places {
    /// The places that this process's environment names, and the usual ones.
    #[must_use]
    pub fn of_environment() -> Self {
        let list = |name: &str| {
            let paths = std::env::var_os(name).unwrap_or_default();
            std::env::split_paths(&paths).filter(|path| !path.as_os_str().is_empty()).collect::<Vec<_>>()
        };
        let home = std::env::var_os("HOME").map(PathBuf::from);
        let usual = ["/opt/xilinx", "/opt/Xilinx", "/tools/Xilinx", "/tools/xilinx"].map(PathBuf::from);
        let own = home.into_iter().flat_map(|home| [home.join("Xilinx"), home.join("xilinx")]);
        let mut platforms = list("PLATFORM_REPO_PATHS");
        platforms.push(PathBuf::from("/opt/xilinx/platforms"));
        Self {
            programs: list("PATH"),
            vitis: list("XILINX_VITIS").into_iter().next(),
            installations: usual.into_iter().chain(own).collect(),
            platforms,
        }
    }

    /// The installations, newest first; the one that the environment is set up for comes before all others.
    #[must_use]
    pub fn vitis(&self) -> Vec<Installation> {
        let of_path = self.programs.iter().filter_map(|folder| folder.parent());
        let chosen = self.vitis.as_deref().into_iter().chain(of_path);
        let mut all: Vec<Installation> = chosen.filter_map(installation).collect();
        let mut others: BTreeSet<Installation> = BTreeSet::new();
        for place in &self.installations {
            let old = folders(&place.join("Vitis"));
            let new = folders(place).into_iter().map(|folder| folder.join("Vitis"));
            others.extend(old.into_iter().chain(new).filter_map(|root| installation(&root)));
        }
        all.extend(others.into_iter().rev());
        let mut seen = BTreeSet::new();
        all.retain(|installation| seen.insert(installation.root.clone()));
        all
    }

    /// The platforms: the `.xpfm` files in the folders of platforms and those below.
    #[must_use]
    pub fn platforms(&self) -> Vec<PathBuf> {
        let inner = self.platforms.iter().flat_map(|place| folders(place));
        let places = self.platforms.iter().cloned().chain(inner);
        let mut files: Vec<PathBuf> = places.flat_map(|folder| entries(&folder)).collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == "xpfm"));
        files.sort();
        files.dedup();
        files
    }

    /// What a platform is made of, as far as that can be seen without reading it: its files' sizes and times of change. A
    /// step that reads it again is another step.
    #[must_use]
    pub fn state_of(&self, platform: &str) -> Digest {
        let named = Path::new(platform);
        let is_it = |file: &PathBuf| file.file_stem().is_some_and(|stem| stem == platform);
        let file =
            if named.is_file() { Some(named.to_owned()) } else { self.platforms().into_iter().find(is_it) };
        let folder = file.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        // Beside the `.xpfm` are folders for hardware and software, with a file or two each that count.
        let mut files = entries(folder);
        files.extend(folders(folder).iter().flat_map(|folder| entries(folder)));
        files.sort();
        let mut text = String::new();
        for file in files {
            let Ok(metadata) = file.metadata() else { continue };
            if metadata.is_file() {
                text += &format!("{} {} {:?}\n", file.display(), metadata.len(), metadata.modified().ok());
            }
        }
        Digest::of(text)
    }

    /// Every place, for a message that nothing was there.
    #[must_use]
    pub fn looked_at(&self) -> String {
        let installations = self.installations.iter().map(|place| place.join("Vitis").display().to_string());
        let words = ["PATH".to_owned(), "XILINX_VITIS".to_owned()];
        words.into_iter().chain(installations).collect::<Vec<_>>().join(", ")
    }
}

impl Installation {
    /// One of its programs, whether it is there or not.
    #[must_use]
    pub fn program(&self, name: &str) -> PathBuf {
        self.find(name).unwrap_or_else(|| self.root.join("bin").join(name))
    }

    /// One of its programs, or of the Vivado beside it, if it is there.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        self.folders().into_iter().map(|folder| folder.join(name)).find(|program| program.is_file())
    }

    /// Where its programs are, and those of its Vivado: in `Vivado/<version>` up to 2024.2, in `<version>/Vivado` since.
    #[must_use]
    pub fn folders(&self) -> Vec<PathBuf> {
        let above = self.root.ancestors().skip(1);
        let vivado = [PathBuf::from("Vivado"), Path::new("Vivado").join(self.version.name())];
        let beside = above.zip(vivado).map(|(folder, vivado)| folder.join(vivado));
        [self.root.clone()].into_iter().chain(beside).map(|root| root.join("bin")).collect()
    }

    /// The script that sets its environment up, if it is there. Only its own programs should see that environment.
    #[must_use]
    pub fn settings(&self) -> Option<PathBuf> {
        Some(self.root.join(SETTINGS)).filter(|file| file.is_file())
    }
}

/// The installation in a folder, if there is one. Its version is a part of the folder's path; nothing is started.
#[must_use]
pub fn installation(root: &Path) -> Option<Installation> {
    root.join("bin").join(PROGRAM).is_file().then_some(())?;
    let parts = root.components().rev().filter_map(|part| part.as_os_str().to_str());
    let version = parts.take(2).find_map(|part| part.parse().ok())?;
    Some(Installation { version, root: root.to_owned() })
}

fn folders(place: &Path) -> Vec<PathBuf> {
    entries(place).into_iter().filter(|path| path.is_dir()).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(path: &Path) {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "").unwrap();
    }

    #[test]
    fn installations_of_both_layouts_are_found_newest_first() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("tools");
        for root in ["Vitis/2022.2", "Vitis/2020.2", "2025.1/Vitis"] {
            touch(&place.join(root).join("bin/v++"));
        }
        touch(&place.join("Vitis/2022.2/settings64.sh"));
        std::fs::create_dir_all(place.join("Vitis/2023.1/bin")).unwrap();
        touch(&place.join("Vitis/unknown/bin/v++"));
        let places = Places { installations: vec![place.clone()], ..Places::default() };
        let versions = |places: &Places| -> Vec<&str> {
            places.vitis().iter().map(|found| found.version.name()).collect()
        };
        assert_eq!(versions(&places), ["2025.1", "2022.2", "2020.2"]);
        let found = places.vitis();
        assert_eq!(found[1].settings(), Some(place.join("Vitis/2022.2/settings64.sh")));
        assert_eq!(found[0].settings(), None);
        let chosen = Places { vitis: Some(place.join("Vitis/2020.2")), ..places.clone() };
        assert_eq!(versions(&chosen), ["2020.2", "2025.1", "2022.2"]);
        let of_path = Places { programs: vec![place.join("Vitis/2022.2/bin")], ..places };
        assert_eq!(versions(&of_path), ["2022.2", "2025.1", "2020.2"]);
    }

    #[test]
    fn a_platform_that_was_exchanged_is_another_one() {
        let folder = tempfile::tempdir().unwrap();
        touch(&folder.path().join("p/p.xpfm"));
        touch(&folder.path().join("p/hw/p.xsa"));
        touch(&folder.path().join("q/q.xpfm"));
        let places = Places { platforms: vec![folder.path().to_owned()], ..Places::default() };
        let before = places.state_of("p");
        assert_eq!(places.state_of("p"), before);
        assert_eq!(places.state_of(&folder.path().join("p/p.xpfm").display().to_string()), before);
        std::fs::write(folder.path().join("q/q.xpfm"), "new").unwrap();
        assert_eq!(places.state_of("p"), before, "another platform");
        std::fs::write(folder.path().join("p/hw/p.xsa"), "new").unwrap();
        assert_ne!(places.state_of("p"), before);
    }

    #[test]
    fn vivado_is_found_beside_vitis() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path();
        for file in ["Vitis/2022.2/bin/v++", "Vivado/2022.2/bin/vivado", "2025.1/Vitis/bin/v++"] {
            touch(&place.join(file));
        }
        let places = Places { installations: vec![place.to_owned()], ..Places::default() };
        let [newer, older] = <[Installation; 2]>::try_from(places.vitis()).unwrap();
        assert_eq!(older.program("vivado"), place.join("Vivado/2022.2/bin/vivado"));
        assert_eq!(older.program("v++"), place.join("Vitis/2022.2/bin/v++"));
        assert_eq!(newer.find("vivado"), None);
        touch(&place.join("2025.1/Vivado/bin/vivado"));
        assert_eq!(newer.find("vivado"), Some(place.join("2025.1/Vivado/bin/vivado")));
    }

    #[test]
    fn platforms_are_found_in_a_folder_and_one_below() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path();
        for file in ["u50.xpfm", "xilinx_u200/xilinx_u200.xpfm", "xilinx_u200/hw/hw.xsa", "a/b/far.xpfm"] {
            touch(&place.join(file));
        }
        let places = Places { platforms: vec![place.to_owned(), place.join("no")], ..Places::default() };
        assert_eq!(places.platforms(), [place.join("u50.xpfm"), place.join("xilinx_u200/xilinx_u200.xpfm")]);
    }

    #[test]
    fn nothing_is_found_where_nothing_is() {
        assert!(Places::default().vitis().is_empty() && Places::default().platforms().is_empty());
    }
}
