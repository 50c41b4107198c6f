//! Files of the user's own that options of the tools name. They belong to the plan: they are there wherever it is run, and a
//! step that reads one which has changed is another step.
//!
//! Paths start from the project's folder. What such a file names in turn is not known, unless it is a configuration file.

mod options;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sycl_hls_types::{Digest, Hasher};

use crate::design::Options;
use crate::settings::OF_COMPILER;
use crate::store::remove;
use options::{Form, form, has_place, is_object, split};

/// The folder of these files, in the plan's folder.
const FOLDER: &str = "inputs";

/// A file that is taken as it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Its digest.
    pub sha256: Digest,
    /// Where it was, on the machine that planned.
    pub from: PathBuf,
}

/// The files, by their paths in the plan's folder.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Inputs {
    /// Those that are taken as they are.
    pub files: BTreeMap<String, Input>,
    /// Configuration files, in which paths are those of the plan.
    pub texts: BTreeMap<String, String>,
    /// Those of them that compilers of kernels read.
    pub of_compiler: BTreeSet<String>,
    /// Those of them that the linker reads.
    pub of_linker: BTreeSet<String>,
}

/// What an option names cannot be a part of the plan.
#[derive(Debug, thiserror::Error)]
pub enum Stuck {
    /// It is not there, or cannot be read.
    #[error("`{option}` names {}: {source}", path.display())]
    Unread {
        /// The option.
        option: String,
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Folders stay where they are.
    #[error("`{option}` names the folder {}, and folders do not travel with a plan", path.display())]
    Folder {
        /// The option.
        option: String,
        /// The folder.
        path: PathBuf,
    },
    /// Nobody knows whether this is a file.
    #[error(
        "`{0}` names a place of this machine in an option of which it is not known whether it reads files"
    )]
    Place(String),
}

/// Takes the files that options name, and lets the options name them as the plan does. `root` is where paths start; a plan that
/// `travels` can name nothing else of this machine.
///
/// # Errors
/// When a file cannot be read, or something does not travel.
pub fn take(options: &mut Options, root: &Path, travels: bool) -> Result<(), Stuck> {
    let mut taker = Taker { root, travels, inputs: Inputs::default() };
    taker.words(&mut options.vpp_args)?;
    for setting in &mut options.settings.0 {
        let option = format!("{}.{}", setting.section, setting.key);
        let reads = if setting.section == OF_COMPILER { Reader::Compiler } else { Reader::Linker };
        setting.value = taker.value(&option, &setting.value, reads)?;
    }
    options.inputs = taker.inputs;
    Ok(())
}

/// The digest of a file.
///
/// # Errors
/// When it cannot be read.
pub(crate) fn digest_of(path: &Path) -> io::Result<Digest> {
    let mut hasher = Hasher::default();
    io::copy(&mut File::open(path)?, &mut hasher)?;
    Ok(hasher.digest())
}

/// Copies a file from where it was to its place in a plan's folder, unless it is there already; gives whether it is the one that
/// was planned with.
///
/// # Errors
/// When it cannot be read or written.
pub(crate) fn bring(input: &Input, to: &Path) -> io::Result<bool> {
    let is_here = || digest_of(to).is_ok_and(|there| there == input.sha256);
    if is_here() {
        return Ok(true);
    }
    std::fs::create_dir_all(to.parent().unwrap_or(Path::new("")))?;
    remove(to)?;
    std::fs::copy(&input.from, to)?;
    Ok(is_here())
}

/// Who reads a file.
#[derive(Clone, Copy)]
enum Reader {
    Compiler,
    Linker,
}

struct Taker<'r> {
    root: &'r Path,
    travels: bool,
    inputs: Inputs,
}

impl Taker<'_> {
    /// Words on the linker's command line: `--option value`, `--option=value`, objects.
    fn words(&mut self, words: &mut [String]) -> Result<(), Stuck> {
        let mut option: Option<String> = None;
        for word in words {
            if let Some(option) = option.take() {
                *word = self.value(&option, word, Reader::Linker)?;
            } else if is_object(word) {
                *word = self.path(word, Form::File, word, Reader::Linker)?;
            } else if let Some((name, value)) = word.strip_prefix("--").and_then(|it| it.split_once('=')) {
                *word = format!("--{name}={}", self.value(name, value, Reader::Linker)?);
            } else if let Some(name) = word.strip_prefix("--").filter(|name| form(name).is_some()) {
                option = Some(name.to_owned());
            } else {
                self.check(word)?;
            }
        }
        Ok(())
    }

    /// The value of an option, as the plan has it.
    fn value(&mut self, option: &str, value: &str, reads: Reader) -> Result<String, Stuck> {
        let found = form(option).and_then(|form| Some((form, split(form, value)?)));
        match found {
            Some((form, (before, path))) => Ok(format!("{before}{}", self.path(option, form, path, reads)?)),
            None => {
                self.check(value).map_err(|_| Stuck::Place(format!("{option} {value}")))?;
                Ok(value.to_owned())
            }
        }
    }

    /// Refuses words with places of this machine where they would travel.
    fn check(&self, word: &str) -> Result<(), Stuck> {
        match self.travels && has_place(word) {
            true => Err(Stuck::Place(word.to_owned())),
            false => Ok(()),
        }
    }

    /// A path, as the plan has it; what is there is taken.
    fn path(&mut self, option: &str, form: Form, path: &str, reads: Reader) -> Result<String, Stuck> {
        let from = self.root.join(path);
        if form == Form::Folder {
            return match self.travels {
                true => Err(Stuck::Folder { option: option.to_owned(), path: from }),
                false => Ok(from.to_string_lossy().into_owned()),
            };
        }
        let unread = |source| Stuck::Unread { option: option.to_owned(), path: from.clone(), source };
        let name;
        if form == Form::Config {
            let text = std::fs::read_to_string(&from).map_err(unread)?;
            let text = self.config(&text, reads)?;
            name = self.name(path, |inputs, name| inputs.texts.get(name) == Some(&text));
            self.inputs.texts.insert(name.clone(), text);
        } else {
            let input = Input { sha256: digest_of(&from).map_err(unread)?, from };
            name = self.name(path, |inputs, name| inputs.files.get(name) == Some(&input));
            self.inputs.files.insert(name.clone(), input);
        }
        let readers = match reads {
            Reader::Compiler => &mut self.inputs.of_compiler,
            Reader::Linker => &mut self.inputs.of_linker,
        };
        readers.insert(name.clone());
        Ok(name)
    }

    /// A configuration file whose lines name what the plan has.
    fn config(&mut self, text: &str, reads: Reader) -> Result<String, Stuck> {
        let (mut section, mut lines) = (String::new(), String::new());
        for line in text.lines() {
            let code = line.trim();
            if let Some(name) = code.strip_prefix('[').and_then(|code| code.strip_suffix(']')) {
                section = format!("{}.", name.trim());
            }
            let setting = code.split_once('=').filter(|_| !code.starts_with('#'));
            lines += &match setting {
                Some((key, value)) => {
                    let (key, value) = (key.trim(), value.trim());
                    format!("{key}={}", self.value(&format!("{section}{key}"), value, reads)?)
                }
                None => line.to_owned(),
            };
            lines.push('\n');
        }
        Ok(lines)
    }

    /// A name for a file that is new, or the same as the one of that name.
    fn name(&self, path: &str, is_same: impl Fn(&Inputs, &str) -> bool) -> String {
        let file = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
        let plain = format!("{FOLDER}/{file}");
        let numbered = (2..).map(|number| format!("{FOLDER}/{number}/{file}"));
        let is_free = |name: &String| {
            let is_taken = self.inputs.files.contains_key(name) || self.inputs.texts.contains_key(name);
            !is_taken || is_same(&self.inputs, name)
        };
        std::iter::once(plain.clone()).chain(numbered).find(is_free).unwrap_or(plain)
    }
}

#[cfg(test)]
mod tests;
