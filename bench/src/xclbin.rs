//! `sycl-hls xclbin` on an image of 200 MB, against `cp`.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};
use tempfile::TempDir;
use xclbin_tools::section::{KeyValues, MemBank, MemKind, MemTopology};
use xclbin_tools::{Builder, Mode, SectionKind, Uuid, write_atomically};

use crate::{Figure, root, sample};

/// Bytes of the bitstream.
const SIZE: usize = 200_000_000;

/// Runs of what takes milliseconds, and of what copies the file.
const ROUNDS: usize = 41;
const COPIES: usize = 9;

/// The program, and an image of that size in a folder of its own.
struct Bench {
    program: PathBuf,
    folder: TempDir,
}

impl Bench {
    fn new() -> anyhow::Result<Self> {
        let program = std::env::current_exe()?.with_file_name("sycl-hls");
        ensure!(program.exists(), "build the tool first: cargo build --release -p sycl-hls-cli");
        // The disk that the project is on: others may be memory.
        let folder = tempfile::tempdir_in(root().join("target"))?;
        write_atomically(&folder.path().join("a.xclbin"), &image()?)?;
        write_atomically(&folder.path().join("d.pdi"), b"a small section")?;
        Ok(Self { program, folder })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn tool(&self, words: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.args(words.split(' ')).current_dir(self.folder.path());
        command
    }

    /// The file `b` is gone, and the disk has nothing to do.
    fn clear(&self) -> anyhow::Result<()> {
        let _ = std::fs::remove_file(self.path("b"));
        run(Command::new("sync").arg("--file-system").arg(self.folder.path()))
    }

    /// Copies the image, onto the disk if that is wanted.
    fn cp(&self, to_disk: bool) -> anyhow::Result<()> {
        run(Command::new("cp").args([self.path("a.xclbin"), self.path("b")]))?;
        if to_disk { run(Command::new("sync").arg(self.path("b"))) } else { Ok(()) }
    }

    /// The most memory that the tool takes, in MB.
    fn megabytes(&self, words: &str) -> anyhow::Result<f64> {
        let mut command = Command::new("/usr/bin/time");
        command.args(["-f", "%M"]).arg(&self.program).args(words.split(' ')).current_dir(self.folder.path());
        let output = command.output().context("this needs: apt-get install time")?;
        let text = String::from_utf8(output.stderr)?;
        let kib: f64 =
            text.lines().last().unwrap_or_default().trim().parse().context("no figure of memory")?;
        Ok(kib * 1024.0 / 1e6)
    }
}

fn image() -> anyhow::Result<Vec<u8>> {
    let bank =
        MemBank { kind: MemKind::Ddr4, used: true, size_kib: 1 << 24, base: 0, tag: "DDR[0]".to_owned() };
    let bits = (0..SIZE as u32).map(|index| (index.wrapping_mul(0x9E37_79B9) >> 24) as u8);
    let builder = Builder::new(Mode::Flat, "platform", Uuid::from_u128(1), 7)
        .raw(SectionKind::BITSTREAM, bits.collect::<Vec<u8>>())
        .section(&MemTopology { banks: vec![bank] })?
        .section(&KeyValues::from_iter([("key", "value")]))?;
    Ok(builder.to_bytes()?)
}

fn run(command: &mut Command) -> anyhow::Result<()> {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    ensure!(status.success(), "{command:?}: {status}");
    Ok(())
}

pub fn measure() -> anyhow::Result<Vec<Figure>> {
    let bench = Bench::new()?;
    let mut figures = Vec::new();
    let quick = [
        ("xclbin info", "xclbin info a.xclbin", "20 ms", "20 MB"),
        ("xclbin dump MEM_TOPOLOGY", "xclbin dump a.xclbin MEM_TOPOLOGY", "10 ms", "20 MB"),
    ];
    for (name, words, time, memory) in quick {
        let median = sample::alone(ROUNDS, || run(&mut bench.tool(words)))?;
        figures.push(Figure::time(format!("{name}, 200 MB"), median, time));
        let measured = format!("{:.1} MB", bench.megabytes(words)?);
        figures.push(Figure { what: format!("{name}, 200 MB: memory"), measured, target: memory });
    }
    let copies = [
        ("xclbin dump BITSTREAM", "xclbin dump a.xclbin BITSTREAM -o b"),
        ("xclbin add", "xclbin add a.xclbin PDI d.pdi -o b"),
    ];
    for (name, words) in copies {
        let [tool, cp, disk] = sample::in_turn_after(
            || bench.clear(),
            COPIES,
            [&mut || run(&mut bench.tool(words)), &mut || bench.cp(false), &mut || bench.cp(true)],
        )?;
        figures.push(Figure::ratio(format!("{name} / cp, 200 MB"), sample::ratio(tool, cp), "1.2x"));
        figures.push(Figure::ratio(
            format!("{name} / cp and sync, 200 MB"),
            sample::ratio(tool, disk),
            "1.2x",
        ));
        let memory = format!("{:.1} MB", bench.megabytes(words)?);
        figures.push(Figure { what: format!("{name}, 200 MB: memory"), measured: memory, target: "20 MB" });
    }
    Ok(figures)
}
