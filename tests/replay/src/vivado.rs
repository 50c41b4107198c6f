//! vivado in batch mode: a script runs in Tcl, with a replay of the commands that package kernels (`vivado.tcl`).

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, anyhow, bail};
use sycl_hls_compiler::back::hls_cpp::Version;

use crate::options::Mode;
use crate::script::Script;

/// The commands.
const COMMANDS: &str = include_str!("vivado.tcl");

/// vivado: UG835, "Tcl Batch Mode".
pub fn vivado(args: &[String], version: Version) -> anyhow::Result<()> {
    let script = source(args)?;
    if !Path::new(script).is_file() {
        bail!("{script} does not exist");
    }
    if !Script::read()?.play(Mode::Compile)? {
        return Ok(());
    }
    let mut tcl = Command::new("tclsh");
    tcl.args(["/dev/stdin", version.name(), script]).stdin(Stdio::piped());
    let mut child = tcl.spawn().context("tclsh")?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(COMMANDS.as_bytes()).context("tclsh")?;
    }
    match child.wait().context("tclsh")? {
        status if status.success() => Ok(()),
        _ => Err(anyhow!("[Common 17-69] Command failed: the script ended")),
    }
}

/// The script that is to be run.
fn source(args: &[String]) -> anyhow::Result<&str> {
    let (mut mode, mut source) = (None, None);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().map(String::as_str).with_context(|| format!("{arg} lacks its value"));
        match arg.as_str() {
            "-mode" => mode = Some(value()?),
            "-source" => source = Some(value()?),
            "-nolog" | "-nojournal" | "-notrace" => {}
            _ => bail!("[Common 17-170] Unknown option '{arg}'"),
        }
    }
    match (mode, source) {
        (Some("batch"), Some(source)) => Ok(source),
        _ => Err(anyhow!("-mode batch and -source are expected")),
    }
}

#[cfg(test)]
mod tests {
    use super::source;

    fn read(line: &str) -> anyhow::Result<String> {
        let args: Vec<String> = line.split(' ').map(str::to_owned).collect();
        source(&args).map(str::to_owned)
    }

    #[test]
    fn the_command_line_is_known() {
        assert_eq!(read("-mode batch -nolog -nojournal -source a.tcl").unwrap(), "a.tcl");
        assert!(
            read("-mode batch -sauce a.tcl").unwrap_err().to_string().contains("Unknown option '-sauce'")
        );
        assert!(read("-mode gui -source a.tcl").unwrap_err().to_string().contains("-mode batch"));
        assert!(read("-mode batch -source").unwrap_err().to_string().contains("lacks its value"));
    }
}
