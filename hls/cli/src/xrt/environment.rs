//! The environment in which programs find our card: variables, and a private folder of what they name.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use serde_json::json;
use sycl_hls_boards::Board;
use sycl_hls_emulation::xrt::status;
use sycl_hls_types::Target;
use tempfile::TempDir;

use super::installed::{SOCKETS, UNPACKER};
use super::lifetime::{Guard, end_dead, leave_to_shell, own, status_folder};
use super::overlay::{Overlay, script};

/// Where sessions lie: XRT's sockets are there in any case, and a space in the path would end its emulations.
const PLACE: &str = "/tmp";

/// How their names begin.
const PREFIX: &str = "sycl-hls-xrt-";

/// The variable that names XRT's file of settings.
const INI: &str = "XRT_INI_PATH";

/// Settings for `hw_emu`: without the first, XRT sleeps for ten seconds before its first run. The second is [`PACKET_SIZE`]. The
/// third keeps from the console what XRT says whenever the device asks whether a buffer of the host is mapped.
const HW_EMU_INI: &str = "[Emulation]\nsystem_dpa=false\npacket_size=262144\nprint_infos_in_console=false\n";

/// The variable for the bytes that `sw_emu` sends at a time, and how many are fastest: of XRT's own 8 MiB the parts that are
/// on their way leave the processor's caches, and buffers move at half the speed.
const PACKETS: &str = "SW_EMU_PACKET_SIZE";
const PACKET_SIZE: &str = "262144";

/// The variable that names the program that the script in a `hw_emu` image starts.
pub const DEVICE: &str = "SYCL_HLS_XRT_DEVICE";

/// The variable that names the platform of the cards.
pub const PLATFORM: &str = "SYCL_HLS_XRT_PLATFORM";

/// The script in a session that unpacks an image: XRT could not start one whose path has spaces.
const UNPACK: &str = "unpack";

/// The private folder of the programs that are run together. Its fields are dropped in their order.
#[derive(Debug)]
pub struct Session {
    guard: Option<Guard>,
    owner: File,
    folder: TempDir,
}

impl Session {
    /// A folder for programs that find so many cards of this kind, emulated for this target. What sessions left whose owners are gone is removed.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn new(board: &Board, devices: u32, target: Target) -> io::Result<Self> {
        end_dead(Path::new(PLACE), PREFIX);
        let only_us = fs::Permissions::from_mode(0o700);
        let folder =
            tempfile::Builder::new().prefix(PREFIX).permissions(only_us.clone()).tempdir_in(PLACE)?;
        // The mask of the process may have taken rights away.
        fs::set_permissions(folder.path(), only_us)?;
        let session = Self { guard: None, owner: own(folder.path())?, folder };
        fs::write(session.path("emconfig.json"), emconfig(board, devices, target))?;
        fs::write(session.path("xrt.ini"), HW_EMU_INI)?;
        let unpack = session.path(UNPACK);
        fs::write(&unpack, script("XRT unpacks the images of hw_emu with this.", "unpack")?)?;
        fs::set_permissions(unpack, fs::Permissions::from_mode(0o700))?;
        fs::create_dir(session.path("run"))?;
        fs::create_dir(session.status())?;
        Ok(session)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Where device processes say how they are.
    pub fn status(&self) -> PathBuf {
        status_folder(self.folder.path())
    }

    /// Lets the session end with this process, even if that is killed.
    ///
    /// # Errors
    /// When the process that watches over it cannot be started.
    pub fn end_with_us(&mut self) -> io::Result<()> {
        self.guard = Some(Guard::start(self.folder.path())?);
        Ok(())
    }

    /// Leaves the session to the shell that has started this process.
    ///
    /// # Errors
    /// When its folder cannot be written.
    pub fn leave_to_shell(self) -> io::Result<()> {
        leave_to_shell(&self.owner)?;
        let _ = self.folder.keep();
        Ok(())
    }

    /// The variables that make XRT emulate cards of this kind, by name; for a program, if it is known which.
    pub fn variables(
        &self,
        overlay: &Overlay,
        board: &Board,
        target: Target,
        program: Option<&Path>,
    ) -> Vec<(&'static str, OsString)> {
        let mut variables = vec![
            ("XCL_EMULATION_MODE", target.name().into()),
            ("XILINX_XRT", overlay.root.clone().into()),
            ("XILINX_VITIS", overlay.root.clone().into()),
            ("OCL_ICD_VENDORS", overlay.vendors().into()),
            ("EMCONFIG_PATH", self.folder.path().into()),
            ("SDACCEL_EM_RUN_DIR", self.path("run").into()),
            (status::VARIABLE, self.status().into()),
            (DEVICE, overlay.device().into()),
            (UNPACKER, self.path(UNPACK).into()),
            (PLATFORM, board.platform.clone().into()),
            (SOCKETS, self.folder.path().file_name().unwrap_or_default().to_owned()),
        ];
        if std::env::var_os(PACKETS).is_none() {
            variables.push((PACKETS, PACKET_SIZE.into()));
        }
        if target == Target::HwEmu && !has_ini(program) {
            variables.push((INI, self.path("xrt.ini").into()));
        }
        variables
    }
}

/// True if the user has a file of settings where XRT searches it, which then takes precedence.
fn has_ini(program: Option<&Path>) -> bool {
    let beside = program.map(|program| program.with_file_name("xrt.ini"));
    std::env::var_os(INI).is_some()
        || Path::new("xrt.ini").exists()
        || beside.is_some_and(|file| file.exists())
}

/// The file that tells XRT which cards it emulates. What is not on a card, it emulates in the first bank.
fn emconfig(board: &Board, devices: u32, target: Target) -> String {
    let device = json!({
        "HardwarePlatform": "",
        "Name": board.platform,
        "NumDevices": devices.to_string(),
        "OclFreqency": board.kernel_clock_mhz.to_string(),
        "DdrSize": "",
        // The engine that copies between buffers; of its address XRT looks only whether it has one.
        "PlatformData": { "plp": { "m2m": "enabled", "m2m_address": "0x20000" } },
        "DdrBanks": sizes(board, target).into_iter().map(|bytes| json!({ "Size": size(bytes) })).collect::<Vec<_>>(),
    });
    let config = json!({
        "Version": { "FileVersion": "2.0", "ToolVersion": "2022.1" },
        "Platform": { "NumBoards": "1", "Boards": [{ "Devices": [device] }] },
    });
    format!("{config:#}\n")
}

/// Bytes of the banks on the card. In `sw_emu` the first is as large as all together: through OpenCL XRT puts all buffers there.
fn sizes(board: &Board, target: Target) -> Vec<u64> {
    let on_card = board.banks.iter().filter(|bank| bank.kind.is_on_card());
    let mut sizes: Vec<u64> = on_card.map(|bank| bank.size).collect();
    if let (Target::SwEmu, Some(first)) = (target, sizes.first_mut()) {
        *first = board.memory_on_card().next_power_of_two();
    }
    sizes
}

/// A size as XRT knows sizes: powers of two with one letter.
fn size(bytes: u64) -> String {
    let unit = [(30, "G"), (20, "M"), (10, "K")].into_iter().find(|(bits, _)| bytes >> bits > 0);
    unit.map_or_else(|| bytes.to_string(), |(bits, unit)| format!("{}{unit}", bytes >> bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(target: Target) -> Session {
        Session::new(Board::by_name("u280").unwrap(), 2, target).unwrap()
    }

    #[test]
    fn cards_have_the_boards_banks() {
        let device = |target| {
            let text = fs::read_to_string(session(target).path("emconfig.json")).unwrap();
            let mut config: serde_json::Value = serde_json::from_str(&text).unwrap();
            config["Platform"]["Boards"][0]["Devices"][0].take()
        };
        let hw_emu = device(Target::HwEmu);
        assert_eq!(hw_emu["NumDevices"], "2");
        assert_eq!(hw_emu["Name"], "xilinx_u280_gen3x16_xdma_1_202211_1");
        let banks = |device: &serde_json::Value| device["DdrBanks"].as_array().unwrap().clone();
        let sizes = |banks: &[serde_json::Value]| [0, 1, 33].map(|bank| banks[bank]["Size"].clone());
        assert_eq!(
            (banks(&hw_emu).len(), sizes(&banks(&hw_emu))),
            (34, ["256M", "256M", "16G"].map(Into::into))
        );
        // All of the card's 40 GB, rounded up to a size that XRT knows.
        assert_eq!(
            sizes(&banks(&device(Target::SwEmu))),
            ["64G", "256M", "16G"].map(serde_json::Value::from)
        );
    }

    #[test]
    fn a_session_is_private_and_without_spaces() {
        let session = session(Target::SwEmu);
        let overlay = Overlay { root: "/a b".into() };
        let board = Board::by_name("u280").unwrap();
        let variables = session.variables(&overlay, board, Target::SwEmu, None);
        let value = |name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone());
        assert_eq!(value("XCL_EMULATION_MODE"), Some("sw_emu".into()));
        assert_eq!(value("XILINX_XRT"), Some("/a b".into()));
        let run = value("SDACCEL_EM_RUN_DIR").unwrap().into_string().unwrap();
        assert!(run.starts_with("/tmp/") && !run.contains(' '), "{run}");
        let folder = Path::new("/tmp").join(value(SOCKETS).unwrap());
        assert_eq!(fs::metadata(folder).unwrap().permissions().mode() & 0o777, 0o700);
        assert!(HW_EMU_INI.contains(&format!("={PACKET_SIZE}\n")));
        let program = session.path("host");
        let names_ini = |program: Option<&Path>| {
            session.variables(&overlay, board, Target::HwEmu, program).iter().any(|(name, _)| *name == INI)
        };
        assert!(names_ini(None) && !names_ini(Some(&program)), "the session's own file lies beside it");
        let folder = session.path("");
        drop(session);
        assert!(!folder.exists());
    }
}
