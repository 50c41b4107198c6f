//! The options that v++ has, by version and mode.
//!
//! Sources: UG1393 of 2020.2, 2022.1 and 2023.2, UG1702 of 2024.2, 2025.2 and 2026.1, "v++ General Options",
//! "--package Options", "--hls Options", "v++ Mode HLS". Only what somebody may give on our behalf is in it.

use anyhow::{Context as _, anyhow, bail};
use sycl_hls_compiler::back::hls_cpp::Version;

/// What v++ is asked to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// `-c`: a kernel to an object.
    Compile,
    /// `-c --mode hls`: the same, with a configuration of HLS.
    CompileHls,
    /// `-l`: objects and a platform to an image.
    Link,
    /// `-p`: what the linker made, to an image.
    Package,
}

/// An option.
struct Known {
    names: &'static [&'static str],
    takes_value: bool,
    modes: &'static [Mode],
    since: Version,
}

use Mode::{Compile, CompileHls, Link, Package};

const ALL: &[Mode] = &[Compile, CompileHls, Link, Package];
const CLASSIC: &[Mode] = &[Compile, Link, Package];
const FIRST: Version = Version::V2020_2;

const fn known(
    names: &'static [&'static str],
    takes_value: bool,
    modes: &'static [Mode],
    since: Version,
) -> Known {
    Known { names, takes_value, modes, since }
}

const OPTIONS: &[Known] = &[
    known(&["-c", "--compile"], false, &[Compile, CompileHls], FIRST),
    known(&["-l", "--link"], false, &[Link], FIRST),
    known(&["-p", "--package"], false, &[Package], FIRST),
    known(&["-t", "--target"], true, CLASSIC, FIRST),
    known(&["-f", "--platform"], true, ALL, FIRST),
    known(&["-k", "--kernel"], true, &[Compile], FIRST),
    known(&["-o", "--output"], true, CLASSIC, FIRST),
    known(&["-I", "--include"], true, &[Compile], FIRST),
    known(&["-D", "--define"], true, &[Compile], FIRST),
    known(&["-g", "--debug"], false, ALL, FIRST),
    known(&["-s", "--save-temps"], false, CLASSIC, FIRST),
    known(&["-O", "--optimize"], true, &[Compile, Link], FIRST),
    known(&["-j", "--jobs"], true, &[Link], FIRST),
    known(&["-R", "--report_level"], true, &[Compile, Link], FIRST),
    known(&["--config"], true, ALL, FIRST),
    known(&["--temp_dir"], true, CLASSIC, FIRST),
    known(&["--log_dir"], true, CLASSIC, FIRST),
    known(&["--report_dir"], true, CLASSIC, FIRST),
    known(&["--hls.clock"], true, &[Compile], FIRST),
    known(&["--hls.jobs"], true, &[Compile], FIRST),
    known(&["--hls.max_memory_ports"], true, &[Compile], FIRST),
    known(&["--hls.pre_tcl"], true, &[Compile], FIRST),
    known(&["--hls.export_project"], true, &[Compile], FIRST),
    known(&["--hls.memory_port_data_width"], true, &[Compile], FIRST),
    known(&["--kernel_frequency"], true, &[Compile, Link], FIRST),
    known(&["--clock.freqHz"], true, &[Link], FIRST),
    known(&["--connectivity.nk"], true, &[Link], FIRST),
    known(&["--connectivity.sp"], true, &[Link], FIRST),
    known(&["--connectivity.slr"], true, &[Link], FIRST),
    known(&["--profile.data"], true, &[Link], FIRST),
    known(&["--profile.exec"], true, &[Link], FIRST),
    known(&["--profile.memory"], true, &[Link], Version::V2021_2),
    known(&["--profile.stall"], true, &[Link], FIRST),
    known(&["--profile.trace_memory"], true, &[Link], FIRST),
    known(&["--vivado.impl.jobs"], true, &[Link], FIRST),
    known(&["--vivado.synth.jobs"], true, &[Link], FIRST),
    known(&["--vivado.impl.strategies"], true, &[Link], FIRST),
    known(&["--vivado.param"], true, &[Link], FIRST),
    known(&["--vivado.prop"], true, &[Link], FIRST),
    known(&["--advanced.misc"], true, &[Link], FIRST),
    known(&["--advanced.param"], true, &[Link], FIRST),
    known(&["--linkhook.custom"], true, &[Link], Version::V2022_1),
    known(&["--linkhook.do_first"], true, &[Link], Version::V2022_1),
    known(&["--linkhook.do_last"], true, &[Link], Version::V2022_1),
    known(&["--package.out_dir"], true, &[Package], FIRST),
    known(&["--freqhz"], true, &[Compile, CompileHls, Link], Version::V2023_2),
    known(&["--mode"], true, &[CompileHls], Version::V2023_2),
    known(&["--work_dir"], true, &[CompileHls], Version::V2023_2),
];

/// The last version with the target `sw_emu` (UG1702 of 2025.1, revision history).
const LAST_SW_EMU: Version = Version::V2024_2;

/// A command line, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    /// What is asked.
    pub mode: Mode,
    /// Options by their first names, with values.
    options: Vec<(&'static str, String)>,
    /// What is no option.
    pub inputs: Vec<String>,
}

impl CommandLine {
    /// Reads the arguments as this version would.
    ///
    /// # Errors
    /// In words, when an option is unknown, came later, belongs to another mode, lacks its value, or stands twice.
    pub fn read(args: &[String], version: Version) -> anyhow::Result<Self> {
        let mode = mode(args)?;
        let mut line = Self { mode, options: Vec::new(), inputs: Vec::new() };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            if !arg.starts_with('-') {
                line.inputs.push(arg.clone());
                continue;
            }
            let option = OPTIONS.iter().find(|option| option.names.contains(&arg.as_str()));
            let option = option.with_context(|| format!("unrecognised option '{arg}'"))?;
            if version < option.since {
                bail!("{arg} came with {}; this is {}", option.since.name(), version.name());
            }
            if !option.modes.contains(&mode) {
                bail!("{arg} is no option of {mode:?}");
            }
            let value = match option.takes_value {
                true => args.next().with_context(|| format!("{arg} lacks its value"))?.clone(),
                false => String::new(),
            };
            line.options.push((option.names[0], value));
        }
        if line.value("-t") == Some("sw_emu") && version > LAST_SW_EMU {
            bail!("[v++ 82-10998] The software emulation target 'sw_emu' is no longer supported.");
        }
        Ok(line)
    }

    /// Reads a configuration file as this version would: a key of a section is an option, too.
    ///
    /// # Errors
    /// In words, when an option is unknown, came later or belongs to another mode.
    pub fn check_config(&self, text: &str, version: Version) -> anyhow::Result<()> {
        let mut section = "";
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                section = name;
                continue;
            }
            let (key, _) = line.split_once('=').with_context(|| format!("'{line}' is no setting"))?;
            let name = if section.is_empty() { format!("--{key}") } else { format!("--{section}.{key}") };
            let option = OPTIONS.iter().find(|option| option.names.contains(&name.as_str()));
            let option = option.with_context(|| format!("unrecognised key '{key}' of [{section}]"))?;
            if version < option.since || !option.modes.contains(&self.mode) {
                bail!("{name} is no option of {:?} in {}", self.mode, version.name());
            }
        }
        Ok(())
    }

    /// The value of an option, by its first name.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name).next()
    }

    /// All values of an option, by its first name.
    pub fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        self.options.iter().filter(move |(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// The scripts that run in the linker's steps.
    pub fn hooks(&self) -> impl Iterator<Item = &str> {
        let hooks = ["--linkhook.custom", "--linkhook.do_first", "--linkhook.do_last"];
        hooks.into_iter().flat_map(|name| self.values(name)).filter_map(|hook| Some(hook.split_once(',')?.1))
    }

    /// The same, where there has to be one.
    ///
    /// # Errors
    /// In words, when there is none.
    pub fn required(&self, name: &str) -> anyhow::Result<&str> {
        self.value(name).with_context(|| format!("{name} is missing"))
    }
}

fn mode(args: &[String]) -> anyhow::Result<Mode> {
    let has = |names: &[&str]| args.iter().any(|arg| names.contains(&arg.as_str()));
    let modes = [
        (has(&["-c", "--compile"]) && !has(&["--mode"]), Compile),
        (has(&["-c", "--compile"]) && has(&["--mode"]), CompileHls),
        (has(&["-l", "--link"]), Link),
        (has(&["-p", "--package"]), Package),
    ];
    let mut asked = modes.into_iter().filter(|(asked, _)| *asked).map(|(_, mode)| mode);
    match (asked.next(), asked.next()) {
        (Some(mode), None) => Ok(mode),
        (Some(_), Some(_)) => Err(anyhow!("only one of -c, -l and -p can be asked for")),
        (None, _) => Err(anyhow!("one of -c, -l and -p has to be asked for")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str, version: Version) -> anyhow::Result<CommandLine> {
        CommandLine::read(&line.split(' ').map(str::to_owned).collect::<Vec<_>>(), version)
    }

    #[test]
    fn options_are_known_by_version_and_mode() {
        let line = read("-l -t hw --platform p -o k.xclbin a.xo b.xo", Version::V2020_2).unwrap();
        assert_eq!((line.mode, line.value("-f"), line.inputs.len()), (Link, Some("p"), 2));
        assert_eq!(line.required("--config").unwrap_err().to_string(), "--config is missing");
        let error = |line, version| read(line, version).unwrap_err().to_string();
        assert!(error("-c --advanced.x 1", Version::V2022_2).contains("unrecognised option '--advanced.x'"));
        assert!(error("-l -k vadd", Version::V2022_2).contains("-k is no option of Link"));
        assert!(error("-c --mode hls --config c", Version::V2022_2).contains("came with 2023.2"));
        assert!(error("-c -t", Version::V2022_2).contains("-t lacks its value"));
        assert!(error("-c -l", Version::V2022_2).contains("only one"));
        assert!(error("-t hw", Version::V2022_2).contains("has to be asked for"));
        assert!(read("-l -t sw_emu", Version::V2024_2).is_ok());
        assert!(error("-l -t sw_emu", Version::V2025_1).contains("82-10998"));
    }
}
