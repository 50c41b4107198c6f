//! Which cards XRT emulates in this process.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sycl_hls_backend::{Aspect, BackendKind, DeviceInfo, DeviceKind};
use sycl_hls_boards::Board;
use sycl_hls_emulation::memories;
use sycl_hls_types::Target;

use crate::boards;
use crate::environment::{Environment, malformed};

/// How a program gets emulated cards.
pub const HELP: &str = "for emulated ones, start the program with `sycl-hls xrt run --board u200 -- ..`, and name the device \
    `xrt/sw_emu` or `opencl/sw_emu`";

/// The library that tells XRT's version by the file to which its name leads.
const LIBRARY: &str = "lib/libxrt_coreutil.so.2";

/// Emulated cards.
#[derive(Debug)]
pub(super) struct Cards {
    kind: BackendKind,
    target: Target,
    boards: Vec<&'static Board>,
    /// Version of XRT.
    pub version: String,
}

impl Cards {
    /// The cards that the environment makes XRT emulate, for this backend.
    ///
    /// # Errors
    /// Why there are none, for people.
    pub fn find(kind: BackendKind, environment: &Environment) -> Result<Self, String> {
        let target = match environment.xrt_mode.as_deref().filter(|mode| !mode.is_empty()) {
            Some("sw_emu") => Target::SwEmu,
            Some("hw_emu") => Target::HwEmu,
            Some(mode) => return Err(malformed("XCL_EMULATION_MODE", mode, "`sw_emu` or `hw_emu`")),
            None => return Err(format!("this version drives no cards; {HELP}")),
        };
        let root = environment.xrt.as_ref().ok_or_else(|| {
            format!("XCL_EMULATION_MODE is {target}, and XILINX_XRT is not set, without which XRT emulates nothing; {HELP}")
        })?;
        let shim = shim(root, target);
        if !shim.exists() {
            return Err(format!(
                "XILINX_XRT is {}, where XRT does not find {}; {HELP}",
                root.display(),
                shim.display()
            ));
        }
        let file = config_file(environment)?;
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let boards = boards(&text).map_err(|reason| format!("{}: {reason}", file.display()))?;
        Ok(Self { kind, target, boards, version: version(root) })
    }

    /// What the cards are, with their numbers.
    pub fn devices(&self) -> impl Iterator<Item = (usize, DeviceInfo)> {
        self.boards.iter().enumerate().map(|(index, board)| (index, self.info(index, board)))
    }

    fn info(&self, index: usize, board: &Board) -> DeviceInfo {
        let Self { kind, target, version, .. } = self;
        let mut id = format!("{kind}/{target}/{}", board.name);
        if index > 0 {
            id = format!("{id}/{index}");
        }
        DeviceInfo {
            id,
            name: format!("{} (XRT's {target})", board.title),
            vendor: "AMD".to_owned(),
            driver_version: version.clone(),
            kind: DeviceKind::Emulated {
                target: *target,
                board: board.name.clone(),
                platform: board.platform.clone(),
            },
            kernel_clock_mhz: Some(board.kernel_clock_mhz),
            memories: memories(board),
            aspects: vec![Aspect::Accelerator, Aspect::Emulated, Aspect::Fp64, Aspect::QueueProfiling],
        }
    }
}

/// The library that emulates. XRT ends the process when it does not find it.
fn shim(root: &Path, target: Target) -> PathBuf {
    let name = if target == Target::SwEmu { "libxrt_swemu.so.2" } else { "libxrt_hwemu.so.2" };
    root.join("lib").join(name)
}

/// The file in which XRT finds what it emulates.
fn config_file(environment: &Environment) -> Result<PathBuf, String> {
    let place = environment.emconfig.as_ref().or(environment.exe_dir.as_ref());
    let file = place.map(|place| if place.is_dir() { place.join("emconfig.json") } else { place.clone() });
    let file = file.filter(|file| file.is_file());
    file.ok_or_else(|| {
        format!("there is no emconfig.json, which tells what XRT emulates, in EMCONFIG_PATH or beside the program; {HELP}")
    })
}

/// The boards in the text of such a file, in the order of XRT's numbers.
fn boards(text: &str) -> Result<Vec<&'static Board>, String> {
    let config: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let mut boards = Vec::new();
    for device in list(&config["Platform"], "Boards").iter().flat_map(|board| list(board, "Devices")) {
        let name = device["Name"].as_str().unwrap_or_default();
        let board = boards::all().by_platform(name).map(|known| known.board);
        let board = board.ok_or_else(|| format!("the platform `{name}` is none that is known"))?;
        let count = device["NumDevices"].as_str().and_then(|count| count.parse().ok()).unwrap_or(1);
        boards.extend(std::iter::repeat_n(board, count));
    }
    if boards.is_empty() { Err("it names no device".to_owned()) } else { Ok(boards) }
}

/// The version of the XRT in this folder, `2` if nothing tells more.
fn version(root: &Path) -> String {
    let file = fs::canonicalize(root.join(LIBRARY)).unwrap_or_default();
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name.split_once(".so.").map_or("2", |(_, version)| version).to_owned()
}

#[cfg(test)]
mod tests {
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
        let cards = Cards::find(BackendKind::Xrt, &environment).unwrap();
        let infos: Vec<DeviceInfo> = cards.devices().map(|(_, info)| info).collect();
        assert_eq!((infos[0].id.as_str(), infos[1].id.as_str()), ("xrt/sw_emu/u280", "xrt/sw_emu/u280/1"));
        assert!(infos[0].has(Aspect::Emulated) && infos[0].board() == Some("u280"));
    }

    #[test]
    fn what_is_missing_is_said() {
        let none = Environment::default();
        let said = |environment: &Environment| Cards::find(BackendKind::OpenCl, environment).unwrap_err();
        assert!(said(&none).contains("sycl-hls xrt run"));
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
