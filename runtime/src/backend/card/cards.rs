//! Which cards XRT has in this process: those of the machine, or those that it emulates.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sycl_hls_backend::{Aspect, BackendKind, BoardInfo, DeviceInfo, DeviceKind};
use sycl_hls_boards::Board;
use sycl_hls_emulation::memories;
use sycl_hls_types::Target;
use xrt_sys::{Cards as Machine, PciCard, Place};

use super::error::{CardsError, ConfigError, RootError};
use crate::boards;
use crate::environment::{Environment, malformed};

/// How a program gets emulated cards.
pub const HELP: &str = "for emulated ones, start the program with `sycl-hls xrt run --board u200 -- ..`, and name the device \
    `xrt/sw_emu` or `opencl/sw_emu`";

/// The library that tells XRT's version by the file to which its name leads.
const LIBRARY: &str = "lib/libxrt_coreutil.so.2";

/// Cards, emulated or not.
#[derive(Debug)]
pub(super) struct Cards {
    kind: BackendKind,
    target: Target,
    found: Vec<Found>,
    /// Version of XRT.
    pub version: String,
}

/// A card.
#[derive(Clone, Debug)]
struct Found {
    place: Place,
    board: &'static Board,
    /// The platform of an emulated card, the shell of another one.
    platform: String,
}

impl Cards {
    /// The cards for this backend: those that the environment makes XRT emulate, or those of `machine` where it says nothing.
    ///
    /// # Errors
    /// Why there are none, for people.
    pub fn find(kind: BackendKind, environment: &Environment, machine: &Machine) -> Result<Self, CardsError> {
        match environment.xrt_mode.as_deref().filter(|mode| !mode.is_empty()) {
            Some("sw_emu") => Self::emulated(kind, Target::SwEmu, environment),
            Some("hw_emu") => Self::emulated(kind, Target::HwEmu, environment),
            Some(mode) => Err(malformed("XCL_EMULATION_MODE", mode, "`sw_emu` or `hw_emu`").into()),
            None if kind == BackendKind::Xrt => Self::of_machine(environment, machine),
            None => Err(CardsError::OnlyXrt),
        }
    }

    /// The cards that XRT's driver has.
    fn of_machine(environment: &Environment, machine: &Machine) -> Result<Self, CardsError> {
        if !machine.has_driver() {
            return Err(CardsError::NoDriver);
        }
        let all = machine.list();
        if all.is_empty() {
            return Err(CardsError::NoCard);
        }
        let known = |card: &PciCard| {
            let platform = card.shell.clone()?;
            let board = boards::all().by_shell(&platform)?;
            Some(Found { place: Place::Bdf(card.bdf.clone()), board, platform })
        };
        let found: Vec<Found> = all.iter().filter_map(known).collect();
        if found.is_empty() {
            let shell = |card: &PciCard| card.shell.clone().unwrap_or_else(|| "none".to_owned());
            let shells = all.iter().map(|card| format!("{} has `{}`", card.bdf, shell(card))).collect();
            return Err(CardsError::NoShell { shells });
        }
        let root = root(environment, "").map_err(CardsError::NoRoot)?;
        Ok(Self { kind: BackendKind::Xrt, target: Target::Hw, found, version: version(&root) })
    }

    fn emulated(kind: BackendKind, target: Target, environment: &Environment) -> Result<Self, CardsError> {
        let root =
            root(environment, target.name()).map_err(|source| CardsError::NoEmulation { target, source })?;
        let file = config_file(environment)?;
        let boards = boards(&file).map_err(|source| CardsError::Config { file, source })?;
        let found = boards.into_iter().zip(0..).map(|(board, index)| Found {
            place: Place::Index(index),
            board,
            platform: board.platform.clone(),
        });
        Ok(Self { kind, target, found: found.collect(), version: version(&root) })
    }

    /// What the cards are, with their places.
    pub fn devices(&self) -> impl Iterator<Item = (Place, DeviceInfo)> {
        self.found.iter().map(|found| (found.place.clone(), self.info(found)))
    }

    fn info(&self, found: &Found) -> DeviceInfo {
        let Self { kind, target, version, .. } = self;
        let Found { place, board, platform } = found;
        let (id, name) = match place {
            Place::Bdf(bdf) => (format!("{kind}/{bdf}"), board.title.clone()),
            Place::Index(index) => {
                let number = if *index > 0 { format!("/{index}") } else { String::new() };
                let id = format!("{kind}/{target}/{}{number}", board.name);
                (id, format!("{} (XRT's {target})", board.title))
            }
        };
        let mut aspects =
            vec![Aspect::Accelerator, Aspect::Fp64, Aspect::QueueProfiling, Aspect::UsmDeviceAllocations];
        if *target != Target::Hw {
            aspects.push(Aspect::Emulated);
        }
        let (board_name, platform) = (board.name.clone(), platform.clone());
        DeviceInfo {
            id,
            name,
            vendor: "AMD".to_owned(),
            driver_version: version.clone(),
            kind: DeviceKind::Board(BoardInfo { target: *target, board: board_name, platform }),
            kernel_clock_mhz: Some(board.kernel_clock_mhz),
            memories: memories(board),
            compute_units: 1,
            local_memory: board.local_memory(),
            cache: None,
            aspects,
        }
    }
}

/// XRT's folder, in which it finds what drives or emulates; the process ends where it does not.
///
/// # Errors
/// When that is not there.
fn root(environment: &Environment, mode: &str) -> Result<PathBuf, RootError> {
    let root = environment.xrt.clone().ok_or(RootError::NotSet)?;
    let driver = xrt_sys::driver(&root, mode);
    if driver.exists() {
        return Ok(root);
    }
    Err(RootError::NoDriver { root, driver })
}

/// The file in which XRT finds what it emulates.
fn config_file(environment: &Environment) -> Result<PathBuf, CardsError> {
    let place = environment.emconfig.as_ref().or(environment.exe_dir.as_ref());
    let file = place.map(|place| if place.is_dir() { place.join("emconfig.json") } else { place.clone() });
    let file = file.filter(|file| file.is_file());
    file.ok_or(CardsError::NoConfig)
}

/// The boards in such a file, in the order of XRT's numbers.
fn boards(file: &Path) -> Result<Vec<&'static Board>, ConfigError> {
    let config: Value = serde_json::from_str(&fs::read_to_string(file)?)?;
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let mut boards = Vec::new();
    for device in list(&config["Platform"], "Boards").iter().flat_map(|board| list(board, "Devices")) {
        let name = device["Name"].as_str().unwrap_or_default();
        let board = boards::all().by_platform(name).map(|known| known.board);
        let board = board.ok_or_else(|| ConfigError::UnknownPlatform { name: name.to_owned() })?;
        let count = device["NumDevices"].as_str().and_then(|count| count.parse().ok()).unwrap_or(1);
        boards.extend(std::iter::repeat_n(board, count));
    }
    if boards.is_empty() { Err(ConfigError::NoDevice) } else { Ok(boards) }
}

/// The version of the XRT in this folder, `2` if nothing tells more.
fn version(root: &Path) -> String {
    let file = fs::canonicalize(root.join(LIBRARY)).unwrap_or_default();
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name.split_once(".so.").map_or("2", |(_, version)| version).to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{for_cards, machine};
    use super::*;

    fn config(name: &str, count: &str) -> String {
        format!(
            r#"{{"Version": {{"FileVersion": "2.0"}}, "Platform": {{"Boards": [{{"Devices": [
                {{"Name": "{name}", "NumDevices": "{count}"}}]}}]}}}}"#
        )
    }

    fn in_folder(text: &str) -> (tempfile::TempDir, Environment) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("emconfig.json"), text).unwrap();
        fs::create_dir(folder.path().join("lib")).unwrap();
        fs::write(folder.path().join("lib/libxrt_swemu.so.2"), "").unwrap();
        let path = Some(folder.path().to_owned());
        let mode = Some("sw_emu".to_owned());
        let environment =
            Environment { xrt_mode: mode, xrt: path.clone(), emconfig: path, ..Environment::default() };
        (folder, environment)
    }

    #[test]
    fn cards_are_those_of_the_file() {
        let (_folder, environment) = in_folder(&config("xilinx_u280_gen3x16_xdma_1_202211_1", "2"));
        let cards = Cards::find(BackendKind::Xrt, &environment, &Machine::default()).unwrap();
        let infos: Vec<DeviceInfo> = cards.devices().map(|(_, info)| info).collect();
        assert_eq!((infos[0].id.as_str(), infos[1].id.as_str()), ("xrt/sw_emu/u280", "xrt/sw_emu/u280/1"));
        assert!(infos[0].has(Aspect::Emulated) && infos[0].board() == Some("u280"));
    }

    #[test]
    fn cards_are_those_of_the_machine_where_nothing_is_emulated() {
        let folder = tempfile::tempdir().unwrap();
        let cards = [("0000:65:00.1", "xilinx_u200_gen3x16_xdma_base_2"), ("0000:b3:00.1", "someone_else")];
        let machine = machine(folder.path(), &cards);
        let without =
            Cards::find(BackendKind::Xrt, &Environment::default(), &machine).unwrap_err().to_string();
        assert!(without.contains("there are cards, and XILINX_XRT is not set"), "{without}");
        let cards = Cards::find(BackendKind::Xrt, &for_cards(folder.path()), &machine).unwrap();
        let found: Vec<(Place, DeviceInfo)> = cards.devices().collect();
        let [(place, info)] = &found[..] else { panic!("{found:?}") };
        assert_eq!((place, info.id.as_str()), (&Place::Bdf("0000:65:00.1".into()), "xrt/0000:65:00.1"));
        assert!(info.has(Aspect::Accelerator) && !info.has(Aspect::Emulated));
        let DeviceKind::Board(board) = &info.kind else { panic!("{info:?}") };
        assert_eq!((board.target, board.board.as_str()), (Target::Hw, "u200"));
        assert_eq!(board.platform, "xilinx_u200_gen3x16_xdma_base_2");
    }

    #[test]
    fn a_machine_without_cards_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let said = |machine: &Machine| {
            Cards::find(BackendKind::Xrt, &Environment::default(), machine).unwrap_err().to_string()
        };
        let text = said(&Machine::in_folder(folder.path()));
        assert!(text.contains("xocl, is not loaded") && text.contains("sycl-hls xrt run"), "{text}");
        assert!(said(&machine(folder.path(), &[])).contains("has found no card"));
        let text = said(&machine(folder.path(), &[("0000:b3:00.1", "someone_else")]));
        assert!(
            text.contains("0000:b3:00.1 has `someone_else`") && text.contains("boards/NAME.toml"),
            "{text}"
        );
    }

    #[test]
    fn what_is_missing_is_said() {
        let none = Environment::default();
        let machine = Machine::default();
        let said = |environment: &Environment| {
            Cards::find(BackendKind::OpenCl, environment, &machine).unwrap_err().to_string()
        };
        assert!(said(&none).contains("through `xrt` alone; for emulated ones, start"));
        let mode = |mode: &str| Environment { xrt_mode: Some(mode.to_owned()), ..none.clone() };
        assert!(said(&mode("hw")).starts_with("XCL_EMULATION_MODE is `hw`"));
        assert!(said(&mode("hw_emu")).contains("XILINX_XRT is not set"));
        let (folder, environment) = in_folder(&config("xilinx_v70", "1"));
        assert!(
            said(&environment).ends_with("emconfig.json: the platform `xilinx_v70` is none that is known")
        );
        fs::remove_file(folder.path().join("emconfig.json")).unwrap();
        assert!(said(&environment).contains("EMCONFIG_PATH"));
        let (_folder, environment) = in_folder("{}");
        assert!(said(&environment).contains("it names no device"));
        let hardware = Environment { xrt_mode: Some("hw_emu".to_owned()), ..environment };
        assert!(said(&hardware).contains("lib/libxrt_hwemu.so.2"));
    }
}
