//! From an edit of a kernel to the program's result, as `sycl-hls run` has it, and where the time goes.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::sample::median;
use crate::{Figure, root};

const ROUNDS: u32 = 5;

/// A copy of the box filter's package, outside of the workspace, with a target folder that stays.
struct Package {
    folder: PathBuf,
    kernels: String,
    edits: u32,
}

impl Package {
    fn copy() -> anyhow::Result<Self> {
        let root = root().canonicalize()?;
        let folder = root.join("target/bench/box-filter");
        let original = root.join("examples/box-filter");
        for part in ["src", "data"] {
            std::fs::create_dir_all(folder.join(part))?;
            for entry in std::fs::read_dir(original.join(part))? {
                let entry = entry?;
                std::fs::copy(entry.path(), folder.join(part).join(entry.file_name()))?;
            }
        }
        std::fs::write(folder.join("Cargo.toml"), manifest(&root)?)?;
        std::fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        let kernels = std::fs::read_to_string(original.join("src/kernels.rs"))?;
        Ok(Self { folder, kernels, edits: 0 })
    }

    /// Changes what a kernel computes on the way to the same result: in its binary, and in its digest.
    fn edit(&mut self) -> anyhow::Result<()> {
        self.edits += 1;
        let edited = format!("/ (9 + {0} - {0});", self.edits);
        let text = self.kernels.replace("/ 9;", &edited);
        anyhow::ensure!(text != self.kernels, "the kernels have no `/ 9;` to edit");
        std::fs::write(self.folder.join("src/kernels.rs"), text)?;
        Ok(())
    }

    /// Runs a command in the package, and gives the time it took.
    fn time(&self, program: &Path, args: &[&str]) -> anyhow::Result<Duration> {
        let start = Instant::now();
        let mut command = Command::new(program);
        command.args(args).current_dir(&self.folder).env("CARGO_TARGET_DIR", self.folder.join("target"));
        // As cargo does for the programs that it runs.
        command.env("CARGO_MANIFEST_DIR", &self.folder);
        command.env_remove("SYCL_HLS_DEVICE").stdout(Stdio::null()).stderr(Stdio::piped());
        let output = command.output().with_context(|| format!("{} {args:?}", program.display()))?;
        let stderr = String::from_utf8_lossy(&output.stderr);
        anyhow::ensure!(output.status.success(), "{} {args:?}:\n{stderr}", program.display());
        Ok(start.elapsed())
    }
}

/// The example's manifest with the workspace's versions in place.
fn manifest(root: &Path) -> anyhow::Result<String> {
    let dependency = |name: &str| -> anyhow::Result<String> {
        let text = std::fs::read_to_string(root.join("Cargo.toml"))?;
        let line = text.lines().find(|line| line.starts_with(&format!("{name} = ")));
        Ok(line.with_context(|| format!("the workspace has no dependency {name}"))?.to_owned())
    };
    let mut text =
        "[package]\nname = \"box-filter\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n".to_owned();
    for name in ["anyhow", "clap", "indicatif", "png"] {
        text += &dependency(name)?;
        text.push('\n');
    }
    text += &format!("sycl-hls = {{ path = {:?} }}\n", root.join("runtime"));
    Ok(text)
}

pub fn measure() -> anyhow::Result<Vec<Figure>> {
    let cli = std::env::current_exe()?.with_file_name("sycl-hls");
    anyhow::ensure!(cli.exists(), "build it first: cargo build --release -p sycl-hls-cli");
    let cargo = PathBuf::from(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let mut package = Package::copy()?;
    let run = ["run", "--board", "u200"];
    package.time(&cli, &run)?;
    let (mut whole, mut image, mut host, mut program) = (vec![], vec![], vec![], vec![]);
    for _ in 0..ROUNDS {
        package.edit()?;
        whole.push(package.time(&cli, &run)?);
        package.edit()?;
        image.push(package.time(&cli, &["build", "--board", "u200"])?);
        host.push(package.time(&cargo, &["build"])?);
        program.push(package.time(&package.folder.join("target/debug/box-filter"), &[])?);
    }
    Ok(vec![
        Figure::time("`sycl-hls run` after a kernel's edit, edit to result", median(whole), "3 s"),
        Figure::time("... of it: the image (while the program compiles)", median(image), ""),
        Figure::time("... of it: the program's compilation", median(host), ""),
        Figure::time("... of it: the program", median(program), ""),
    ])
}
