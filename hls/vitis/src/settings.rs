//! Settings of the user's own for the tools, as their configuration files have them: `[section]`, and `key=value` lines.
//!
//! UG1702 (2024.2 to 2026.1) and UG1393 (2020.2 to 2023.2): "--profile Options", "--vivado Options", "--advanced Options",
//! "--hls Options"; UG1702, "HLS General Options" for `v++ --mode hls`.

use std::fmt::Write as _;
use std::path::{Component, Path};

use crate::design::Hls;

/// The sections that the linker reads.
pub const OF_LINKER: [&str; 3] = ["profile", "vivado", "advanced"];

/// The section that compilers of kernels read.
pub const OF_COMPILER: &str = "hls";

/// Keys of [`OF_COMPILER`] for `v++ -c -k`.
const CLASSIC: [&str; 6] = [EXPORT, "jobs", "lsf", "max_memory_ports", "memory_port_data_width", "pre_tcl"];

/// The key of [`OF_COMPILER`] with the folder to which `v++ -c -k` exports the scripts of Vitis HLS' projects.
const EXPORT: &str = "export_project";

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

/// Projects cannot be exported to where the user wants them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExportError {
    /// The folder lies elsewhere.
    #[error("[vitis.hls] {EXPORT}: `{path}` is no folder in the build's own")]
    Outside {
        /// The folder, as the user named it.
        path: String,
    },
    /// There is more than one folder.
    #[error("[vitis.hls] {EXPORT}: it is one folder")]
    Several,
}

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

    /// The lines of the section for compilers that are the same for all kernels, without its head.
    #[must_use]
    pub fn for_compiler(&self) -> String {
        self.lines(OF_COMPILER)
    }

    /// The folder to which projects are exported, in the plan's folder. Each kernel has one of its own there, for kernels are
    /// compiled side by side.
    #[must_use]
    pub fn export_folder(&self) -> Option<&str> {
        self.exports().next()
    }

    /// True if projects can be exported to where that is asked for.
    ///
    /// # Errors
    /// When it is no folder in the plan's, or there are several.
    pub fn check_export(&self) -> Result<(), ExportError> {
        let is_inside = |path: &str| {
            let mut parts = Path::new(path).components();
            !path.is_empty() && parts.all(|part| matches!(part, Component::Normal(_)))
        };
        match self.exports().find(|path| !is_inside(path)) {
            Some(path) => Err(ExportError::Outside { path: path.to_owned() }),
            None if self.exports().count() > 1 => Err(ExportError::Several),
            None => Ok(()),
        }
    }

    fn exports(&self) -> impl Iterator<Item = &str> {
        let is_it =
            |setting: &&Setting| (setting.section.as_str(), setting.key.as_str()) == (OF_COMPILER, EXPORT);
        self.0.iter().filter(is_it).map(|setting| setting.value.as_str())
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
        let of_section = self.0.iter().filter(|setting| setting.section == section && setting.key != EXPORT);
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
    fn projects_are_exported_to_one_folder_inside() {
        let of = |paths: &[&str]| {
            settings(&paths.iter().map(|path| ("hls", "export_project", *path)).collect::<Vec<_>>())
        };
        let one = of(&["out/hls"]);
        assert_eq!((one.check_export(), one.export_folder()), (Ok(()), Some("out/hls")));
        assert_eq!(one.for_compiler(), "", "each kernel has its own");
        for wrong in ["/out", "../out", "", "."] {
            assert!(
                of(&[wrong]).check_export().unwrap_err().to_string().contains("no folder in the build's own"),
                "{wrong}"
            );
        }
        assert!(of(&["a", "b"]).check_export().unwrap_err().to_string().contains("one folder"));
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
