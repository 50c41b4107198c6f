//! What was deployed from here: the images, because XRT knows only their identities, and which card runs which.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use sycl_hls_compiler::tool::Cancel;
use sycl_hls_types::{Digest, Hasher};
use xclbin_tools::AtomicFile;

use crate::failure::Failure;
use crate::lock::Lock;
use crate::progress::Progress;

/// A folder with images and records.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
}

/// An image that was deployed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deployed {
    /// Its identity.
    pub uuid: String,
    /// The digest of its file.
    pub sha256: Digest,
    /// Where its file was.
    pub file: PathBuf,
    /// When, in UTC.
    pub at: String,
    /// How its smoke run ended.
    pub smoke: Smoke,
}

/// How a smoke run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Smoke {
    /// Well.
    Passed,
    /// Badly, and there was nothing to go back to.
    Failed,
    /// There was none.
    None,
}

impl Smoke {
    /// For people.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Passed => "smoke run passed",
            Self::Failed => "smoke run failed",
            Self::None => "no smoke run",
        }
    }
}

/// What a card runs, as far as it was deployed from here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The card's name.
    pub device: String,
    /// What it runs.
    pub running: Deployed,
    /// What it ran before.
    pub previous: Option<Deployed>,
}

impl Store {
    /// The store in a folder, or that of the user.
    ///
    /// # Errors
    /// When there is no home folder.
    pub fn at(folder: Option<&Path>) -> anyhow::Result<Self> {
        if let Some(folder) = folder {
            return Ok(Self { folder: std::path::absolute(folder)? });
        }
        let own = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
        let home =
            || std::env::home_dir().filter(|home| home.is_absolute()).map(|home| home.join(".local/state"));
        let state = own.or_else(home).ok_or_else(|| {
            Failure::usage("there is no home folder to keep deployed images in").help("say `--store DIR`")
        })?;
        Ok(Self { folder: state.join("sycl-hls/deployed") })
    }

    /// Keeps others out for as long as the lock is held.
    ///
    /// # Errors
    /// When the folder cannot be written, or on an interrupt.
    pub fn lock(&self, progress: &Progress, cancel: &Cancel) -> anyhow::Result<Lock> {
        for folder in [self.images(), self.cards()] {
            fs::create_dir_all(&folder).map_err(|error| {
                Failure::user(format!("{}: {error}", folder.display()))
                    .help("name another folder with `--store DIR`")
            })?;
        }
        Lock::take(&self.folder.join(".lock"), progress, cancel)
    }

    /// All records, in order of the cards' names.
    ///
    /// # Errors
    /// When one is damaged.
    pub fn records(&self) -> anyhow::Result<Vec<Record>> {
        let entries = fs::read_dir(self.cards()).into_iter().flatten().flatten().map(|entry| entry.path());
        let files = entries.filter(|path| path.extension().is_some_and(|ending| ending == "json"));
        let mut records = files.map(|path| read(&path)).collect::<Result<Vec<_>, _>>()?;
        records.sort_by(|a, b| a.device.cmp(&b.device));
        Ok(records)
    }

    /// The record of a card.
    ///
    /// # Errors
    /// When a record is damaged.
    pub fn record(&self, device: &str) -> anyhow::Result<Option<Record>> {
        Ok(self.records()?.into_iter().find(|record| record.device == device))
    }

    /// The image with this identity that was deployed from here, on whatever card, if its file is here and whole.
    ///
    /// # Errors
    /// When a record is damaged.
    pub fn find(&self, uuid: &str) -> anyhow::Result<Option<Deployed>> {
        let all = self.records()?.into_iter().flat_map(|record| [Some(record.running), record.previous]);
        let mut found = all.flatten().filter(|deployed| deployed.uuid == uuid);
        Ok(found.find(|deployed| {
            digest_of(&self.file_of(deployed)).is_ok_and(|digest| digest == deployed.sha256)
        }))
    }

    /// Where the image of a record is kept.
    pub fn file_of(&self, deployed: &Deployed) -> PathBuf {
        self.images().join(format!("{}.xclbin", deployed.sha256))
    }

    /// Keeps an image, and gives its digest.
    ///
    /// # Errors
    /// When it cannot be read, or not be kept.
    pub fn keep(&self, image: &Path) -> anyhow::Result<Digest> {
        let read = || format!("{} cannot be read", image.display());
        let digest = digest_of(image).with_context(read)?;
        let kept = self.images().join(format!("{digest}.xclbin"));
        if !digest_of(&kept).is_ok_and(|there| there == digest) {
            let bytes = fs::read(image).with_context(read)?;
            let mut file = AtomicFile::create(&kept)?;
            file.write(&bytes)?;
            file.commit()?;
        }
        Ok(digest)
    }

    /// Writes a record, and removes images that none names any more.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, record: &Record) -> anyhow::Result<()> {
        let name = record.device.replace(['/', ':'], "-");
        let text = serde_json::to_string_pretty(record)?;
        xclbin_tools::write_atomically(&self.cards().join(format!("{name}.json")), text.as_bytes())?;
        let records = self.records()?;
        let named: Vec<PathBuf> = records
            .iter()
            .flat_map(|record| [Some(&record.running), record.previous.as_ref()])
            .flatten()
            .map(|deployed| self.file_of(deployed))
            .collect();
        for entry in fs::read_dir(self.images())?.flatten().filter(|entry| !named.contains(&entry.path())) {
            fs::remove_file(entry.path())?;
        }
        Ok(())
    }

    fn images(&self) -> PathBuf {
        self.folder.join("images")
    }

    fn cards(&self) -> PathBuf {
        self.folder.join("cards")
    }
}

fn read(path: &Path) -> Result<Record, Failure> {
    let wrong = |problem: String| {
        Failure::user(format!("{}: {problem}", path.display()))
            .help("remove the file; it only says what was deployed")
    };
    let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))
}

fn digest_of(path: &Path) -> std::io::Result<Digest> {
    let mut hasher = Hasher::default();
    std::io::copy(&mut fs::File::open(path)?, &mut hasher)?;
    Ok(hasher.digest())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_stay_while_a_record_names_them() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(Some(&folder.path().join("store"))).unwrap();
        assert_eq!(store.records().unwrap(), [], "a store that is not there is empty");
        let _lock = store.lock(&Progress::spinner_only(), &Cancel::new()).unwrap();
        let deployed = |text: &str| {
            let file = folder.path().join(text);
            fs::write(&file, text).unwrap();
            let sha256 = store.keep(&file).unwrap();
            Deployed { uuid: text.to_owned(), sha256, file, at: String::new(), smoke: Smoke::None }
        };
        let (one, two, three) = (deployed("one"), deployed("two"), deployed("three"));
        let record = |running: &Deployed, previous: Option<&Deployed>| Record {
            device: "xrt/0000:65:00.1".to_owned(),
            running: running.clone(),
            previous: previous.cloned(),
        };
        store.write(&record(&two, Some(&one))).unwrap();
        assert_eq!(store.find("one").unwrap(), Some(one.clone()));
        assert_eq!(store.find("three").unwrap(), None, "no record named it");
        let three = Deployed { sha256: store.keep(&three.file).unwrap(), ..three };
        store.write(&record(&three, Some(&two))).unwrap();
        assert!(!store.file_of(&one).exists() && store.file_of(&two).exists());
        fs::write(store.file_of(&two), "damaged").unwrap();
        assert_eq!(store.find("two").unwrap(), None);
        assert_eq!(store.record("xrt/0000:65:00.1").unwrap().unwrap().running, three);
        fs::write(folder.path().join("store/cards/x.json"), "{").unwrap();
        assert!(store.records().unwrap_err().to_string().contains("x.json"));
    }
}
