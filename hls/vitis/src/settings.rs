//! Settings of the user's own for the tools, as their configuration files have them: `[section]`, and `key=value` lines.
//!
//! UG1702 (2024.2 to 2026.1) and UG1393 (2020.2 to 2023.2): "--profile Options", "--vivado Options", "--advanced Options",
//! "--hls Options"; UG1702, "HLS General Options" for `v++ --mode hls`.

use std::fmt::Write as _;

use crate::design::Hls;

/// The sections that the linker reads.
pub const OF_LINKER: [&str; 3] = ["profile", "vivado", "advanced"];

/// The section that compilers of kernels read.
pub const OF_COMPILER: &str = "hls";

/// Keys of [`OF_COMPILER`] for `v++ -c -k`.
const CLASSIC: [&str; 4] = ["jobs", "lsf", "max_memory_ports", "memory_port_data_width"];

/// A key of [`OF_COMPILER`] for `v++ -c --mode hls`, and what all others there begin with.
const UNIFIED: (&str, &str) = ("clock_uncertainty", "syn.");

/// A line of a section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// `vivado`
    pub section: String,
    /// `impl.jobs`
    pub key: String,
    /// `8`
    pub value: String,
}

/// All lines, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settings(pub Vec<Setting>);

impl Settings {
    /// The sections for the linker, one after the other.
    #[must_use]
    pub fn for_linker(&self) -> String {
        let mut text = String::new();
        for section in OF_LINKER {
            let lines = self.lines(section);
            if !lines.is_empty() {
                // Writing to a string has no way to fail.
                let _ = write!(text, "[{section}]\n{lines}");
            }
        }
        text
    }

    /// The lines of the section for compilers, without its head.
    #[must_use]
    pub fn for_compiler(&self) -> String {
        self.lines(OF_COMPILER)
    }

    /// The first setting for compilers that this one does not have.
    #[must_use]
    pub fn foreign_to(&self, hls: Hls) -> Option<&Setting> {
        self.0.iter().filter(|setting| setting.section == OF_COMPILER).find(|setting| {
            let key = setting.key.as_str();
            !match hls {
                Hls::Classic => CLASSIC.contains(&key),
                Hls::Unified => key == UNIFIED.0 || key.starts_with(UNIFIED.1),
                Hls::Open => false,
            }
        })
    }

    fn lines(&self, section: &str) -> String {
        let of_section = self.0.iter().filter(|setting| setting.section == section);
        of_section.map(|Setting { key, value, .. }| format!("{key}={value}\n")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(all: &[(&str, &str, &str)]) -> Settings {
        let owned = |(section, key, value): &(&str, &str, &str)| Setting {
            section: (*section).to_owned(),
            key: (*key).to_owned(),
            value: (*value).to_owned(),
        };
        Settings(all.iter().map(owned).collect())
    }

    #[test]
    fn sections_are_written_as_the_tools_read_them() {
        let settings = settings(&[
            ("vivado", "impl.jobs", "8"),
            ("profile", "data", "all:all:all"),
            ("hls", "jobs", "2"),
            ("vivado", "prop", "run.impl_1.strategy=Performance_Explore"),
        ]);
        let linker = "[profile]\ndata=all:all:all\n[vivado]\nimpl.jobs=8\nprop=run.impl_1.strategy=Performance_Explore\n";
        assert_eq!((settings.for_linker().as_str(), settings.for_compiler().as_str()), (linker, "jobs=2\n"));
        assert_eq!(Settings::default().for_linker(), "");
    }

    #[test]
    fn each_compiler_has_its_own_keys() {
        let classic = settings(&[("hls", "jobs", "2"), ("vivado", "synth.jobs", "2")]);
        let unified =
            settings(&[("hls", "syn.compile.pipeline_style", "frp"), ("hls", "clock_uncertainty", "15%")]);
        assert_eq!((classic.foreign_to(Hls::Classic), unified.foreign_to(Hls::Unified)), (None, None));
        for other in [Hls::Unified, Hls::Open] {
            assert_eq!(classic.foreign_to(other).map(|it| it.key.as_str()), Some("jobs"));
        }
        assert_eq!(
            unified.foreign_to(Hls::Classic).map(|it| it.key.as_str()),
            Some("syn.compile.pipeline_style")
        );
    }
}
