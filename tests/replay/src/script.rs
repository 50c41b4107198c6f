//! What goes wrong on purpose: `replay.json` in the folder where the replay runs, or the file that `SYCL_HLS_REPLAY` names.

use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use serde::Deserialize;

use crate::options::Mode;

/// The file, unless the variable names another one.
const FILE: &str = "replay.json";
const VARIABLE: &str = "SYCL_HLS_REPLAY";

/// What is wrong, and where.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Script {
    /// The mode that fails, with a message as v++ writes it.
    fail: Option<(String, String)>,
    /// The mode that never ends.
    hang: Option<String>,
    /// Every mode takes so many milliseconds.
    takes_ms: u64,
    /// Every mode writes so many lines.
    lines: u64,
    /// A file that gets a line for each start of a mode.
    record: Option<PathBuf>,
    /// The mode that ends well and writes nothing.
    forget: Option<String>,
    /// Nothing is reported.
    pub silent: bool,
    /// The kind of pragmas that are dropped.
    pub drop: Option<String>,
    /// The interval of every loop that is pipelined.
    pub ii: Option<u32>,
    /// The worst slack of the kernels' clock, in ns.
    pub slack: Option<f64>,
    /// What the kernels' clock is lowered to, in MHz.
    pub mhz: Option<f64>,
    /// What platforminfo says beside the platform's name.
    pub platform: String,
}

impl Script {
    /// Reads the file; without one, all goes well.
    ///
    /// # Errors
    /// When it is there and wrong.
    pub fn read() -> anyhow::Result<Self> {
        let file = std::env::var_os(VARIABLE).unwrap_or_else(|| FILE.into());
        match std::fs::read_to_string(file) {
            Ok(text) => serde_json::from_str(&text).context(FILE),
            Err(_) => Ok(Self::default()),
        }
    }

    /// Does what is wrong with a mode; gives whether its output is to be written.
    ///
    /// # Errors
    /// Where it is to fail.
    pub fn play(&self, mode: Mode) -> anyhow::Result<bool> {
        use std::io::Write as _;
        if let Some(file) = &self.record {
            let line = std::env::args().skip(1).collect::<Vec<_>>().join(" ") + "\n";
            File::options().append(true).create(true).open(file)?.write_all(line.as_bytes())?;
        }
        let is = |name: &Option<String>| name.as_deref() == Some(name_of(mode));
        let mut out = std::io::BufWriter::new(std::io::stdout());
        for line in 0..self.lines {
            // A reader that has gone is no concern of a tool's.
            let _ = writeln!(out, "INFO: [v++ 60-1] line {line} of a long log");
        }
        let _ = out.flush();
        std::thread::sleep(Duration::from_millis(self.takes_ms));
        while is(&self.hang) {
            std::thread::sleep(Duration::from_secs(1));
        }
        match &self.fail {
            Some((name, message)) if name == name_of(mode) => Err(anyhow::Error::msg(message.clone())),
            _ => Ok(!is(&self.forget)),
        }
    }
}

const fn name_of(mode: Mode) -> &'static str {
    match mode {
        Mode::Compile | Mode::CompileHls => "compile",
        Mode::Link => "link",
        Mode::Package => "package",
    }
}
