//! A project, and replays in the place of Vitis.
#![allow(dead_code, clippy::unwrap_used)]

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The platform of the board.
pub const U200: &str = "xilinx_u200_gen3x16_xdma_2_202110_1";

/// That of another one.
pub const U280: &str = "xilinx_u280_gen3x16_xdma_1_202211_1";

/// The program of a new project.
pub const KERNEL: &str = "
#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel]
    pub fn fill(#[bank(DDR[0])] x: &mut [u32]) {
        for i in 0..x.len() {
            x[i] = 7;
        }
    }
}
";

/// What Vitis HLS says of [`KERNEL`] in C++, of the line `x[i] = 7;`, if it does not like it.
pub const NOT_CPP: &str = "[HLS 207-3776] use of undeclared identifier 'x' (src/kernels.cpp:19:9)";

/// A project in a folder whose name has a space, and Vitis 2022.2 and 2024.2 beside it.
pub struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    pub fn new() -> Self {
        let place = std::env::var_os("SYCL_HLS_TEST_NFS")
            .map_or_else(std::env::temp_dir, |nfs| Path::new(&nfs).join("here"));
        let it = Self { folder: tempfile::tempdir_in(place).unwrap() };
        it.write("a b/Cargo.toml", "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n");
        it.write("a b/src/main.rs", KERNEL);
        for version in ["2022.2", "2024.2"] {
            let bin = it.path(&format!("tools/Vitis/{version}/bin"));
            std::fs::create_dir_all(&bin).unwrap();
            for name in ["v++", "platforminfo", "emconfigutil"] {
                symlink(env!("CARGO_BIN_EXE_sycl-hls-replay"), bin.join(name)).unwrap();
            }
            let bin = it.path(&format!("tools/Vivado/{version}/bin"));
            std::fs::create_dir_all(&bin).unwrap();
            symlink(env!("CARGO_BIN_EXE_sycl-hls-replay"), bin.join("vivado")).unwrap();
        }
        it.write(&format!("platforms/{U200}/{U200}.xpfm"), "");
        it
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn build_with(&self, vitis: Option<&Path>, args: &[&str]) -> Output {
        self.run_in("a b", vitis, &[&["build", "--board", "u200"], args].concat())
    }

    /// Runs a command in a folder.
    pub fn run_in(&self, folder: &str, vitis: Option<&Path>, args: &[&str]) -> Output {
        self.command_in(folder, vitis, args).output().unwrap()
    }

    /// A command in a folder.
    pub fn command_in(&self, folder: &str, vitis: Option<&Path>, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sycl-hls-under-test"));
        command.args(args).current_dir(self.path(folder));
        command.env("HOME", self.folder.path()).env("PLATFORM_REPO_PATHS", self.path("platforms"));
        command.env_remove("XILINX_VITIS").envs(vitis.map(|root| ("XILINX_VITIS", root)));
        command
    }

    /// Runs a command in the project, without Vitis.
    pub fn run(&self, args: &[&str]) -> Output {
        self.run_in("a b", None, args)
    }

    pub fn build(&self, args: &[&str]) -> Output {
        self.build_with(Some(&self.path("tools/Vitis/2022.2")), args)
    }

    /// Builds, and gives what was said.
    pub fn built(&self, args: &[&str]) -> String {
        let output = self.build(args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{said}");
        said
    }

    /// The exit code and the message.
    pub fn refused(output: Output) -> (Option<i32>, String) {
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }
}
