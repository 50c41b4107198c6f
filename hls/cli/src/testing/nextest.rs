//! cargo-nextest as the runner of tests.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::libtest::Wanted;

/// The profile in our file of settings, with the name that nextest wants of a tool's.
const PROFILE: &str = "@tool:sycl-hls:emulation";

/// What is asked of nextest.
pub struct Settings<'a> {
    /// How long a test may take.
    pub limit: Option<Duration>,
    /// Where the report goes.
    pub junit: Option<&'a Path>,
}

impl Settings<'_> {
    /// Writes nextest's settings to a folder. What the project has set stays.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, folder: &Path) -> io::Result<PathBuf> {
        let path = folder.join("nextest.toml");
        std::fs::write(&path, self.text())?;
        Ok(path)
    }

    fn text(&self) -> String {
        let name = toml::Value::from(PROFILE);
        let mut text = format!("[profile.{name}]\n");
        if let Some(limit) = self.limit {
            let period = format!("{}ms", limit.as_millis().max(1));
            text += &format!(
                "slow-timeout = {{ period = \"{period}\", terminate-after = 1, grace-period = \"0s\" }}\n"
            );
        }
        if let Some(path) = self.junit {
            let path = toml::Value::from(path.to_string_lossy().into_owned());
            text += &format!("[profile.{name}.junit]\npath = {path}\n");
        }
        text
    }
}

/// The words of `cargo nextest run` that select tests as `cargo test` would, with these settings.
pub fn words(settings: &Path, name: Option<&str>, wanted: &Wanted, all: bool) -> Vec<String> {
    let mut words: Vec<String> = ["nextest", "run", "--tool-config-file"].map(str::to_owned).to_vec();
    words.push(format!("sycl-hls:{}", settings.display()));
    // As for Cargo, no tests are no failure.
    words.extend(["--profile", PROFILE, "--no-tests", "pass"].map(str::to_owned));
    if all {
        words.push("--no-fail-fast".to_owned());
    }
    words
        .extend(wanted.threads.iter().flat_map(|threads| ["--test-threads".to_owned(), threads.to_string()]));
    if wanted.shown {
        words.push("--no-capture".to_owned());
    }
    if wanted.all_output {
        words.extend(["--success-output", "final"].map(str::to_owned));
    }
    words.extend(name.map(str::to_owned));
    words.push("--".to_owned());
    words.extend(wanted.select.iter().cloned());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_toml() {
        let settings =
            Settings { limit: Some(Duration::from_millis(2500)), junit: Some(Path::new("/a \"b\"/out.xml")) };
        let text = settings.text();
        let table: toml::Table = text.parse().unwrap();
        let profile = &table["profile"][PROFILE];
        assert_eq!(profile["slow-timeout"]["period"].as_str(), Some("2500ms"));
        assert_eq!(profile["junit"]["path"].as_str(), Some("/a \"b\"/out.xml"));
        let none = Settings { limit: None, junit: None }.text();
        assert!(none.parse::<toml::Table>().unwrap()["profile"][PROFILE].as_table().unwrap().is_empty());
    }

    #[test]
    fn tests_are_selected_as_cargo_does() {
        let args = ["--skip", "slow", "--test-threads=2", "--nocapture"].map(str::to_owned);
        let words = words(Path::new("/s.toml"), Some("sums"), &Wanted::parse(&args).unwrap(), true).join(" ");
        assert!(words.starts_with("nextest run --tool-config-file sycl-hls:/s.toml "), "{words}");
        assert!(
            words.ends_with("--no-fail-fast --test-threads 2 --no-capture sums -- --skip slow"),
            "{words}"
        );
    }
}
