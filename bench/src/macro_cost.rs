//! What the macro costs in `cargo check`: a project with kernels against the same code as ordinary Rust.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context as _;

use crate::{Figure, generated, root, sample};

const ROUNDS: usize = 41;

const KERNELS: usize = 20;

/// A library with kernels, outside of the workspace.
struct Project {
    folder: PathBuf,
    edits: u32,
}

impl Project {
    fn new(name: &str, kernels: &str) -> anyhow::Result<Self> {
        let root = root().canonicalize()?;
        let folder = root.join("target/bench").join(name);
        std::fs::create_dir_all(folder.join("src"))?;
        let manifest = format!(
            "[package]\nname = \"{name}\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\nsycl-hls = {{ path = {:?} }}\n",
            root.join("runtime")
        );
        std::fs::write(folder.join("Cargo.toml"), manifest)?;
        std::fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        std::fs::write(folder.join("src/lib.rs"), kernels)?;
        Ok(Self { folder, edits: 0 })
    }

    /// `cargo check` after an edit that changes nothing.
    fn check(&mut self, target: &Path) -> anyhow::Result<()> {
        self.edits += 1;
        let path = self.folder.join("src/lib.rs");
        let text = std::fs::read_to_string(&path)?;
        let text = text.split("\n// Edit ").next().unwrap_or_default();
        std::fs::write(&path, format!("{text}\n// Edit {}\n", self.edits))?;
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(["check", "--quiet", "--offline"])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", target)
            .output()
            .context("cargo check")?;
        anyhow::ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Ok(())
    }
}

pub fn measure() -> anyhow::Result<Vec<Figure>> {
    let text = generated::with_kernels(KERNELS);
    let mut with = Project::new("with-macro", &text)?;
    let mut without = Project::new("without-macro", &generated::without_macro(&text))?;
    let target = root().canonicalize()?.join("target/bench/macro-cost");
    let [with, without] =
        sample::in_turn(ROUNDS, [&mut || with.check(&target), &mut || without.check(&target)])?;
    let what = format!("`cargo check` of {KERNELS} kernels ({} lines)", text.lines().count());
    Ok(vec![
        Figure::time(what, with, ""),
        Figure::ratio("... against the same code without the macro", sample::ratio(with, without), "1.5x"),
    ])
}
