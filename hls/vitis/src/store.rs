//! What steps made, by what they were made of.
//!
//! An entry is a folder whose name is the digest of a step: its version of Vitis, program, arguments and what its inputs are made
//! of. It appears complete or not at all, so builds may share a store and be interrupted.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use sycl_hls_types::Digest;

use crate::inputs::digest_of;
use crate::plan::Plan;

/// Version of what digests are computed from.
const SCHEMA: u32 = 3;

/// A folder of entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Store {
    root: PathBuf,
}

impl Store {
    /// The store in a folder, which need not exist.
    #[must_use]
    pub fn new(root: PathBuf) -> Self {
        Self { root }
    }

    /// Its folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The digests of the steps of a plan that [`Plan::check`] accepts. What a step makes has that step's digest: large files are
    /// never read for it. `platform` tells what the platform is made of, which is no file of the plan: see
    /// [`Places::state_of`](crate::tools::Places::state_of).
    #[must_use]
    pub fn keys(plan: &Plan, platform: &Digest) -> Vec<Digest> {
        let mut made_of: BTreeMap<&str, Digest> =
            plan.files.iter().map(|(path, text)| (path.as_str(), Digest::of(text))).collect();
        made_of.extend(plan.inputs.iter().map(|(path, input)| (path.as_str(), input.sha256.clone())));
        let mut keys = Vec::new();
        for step in &plan.steps {
            let (program, args) = (&step.program, &step.args);
            let mut text = format!("step {SCHEMA}\n{}\n{platform}\n{program}\n{args:?}\n", plan.vitis);
            for (input, digest) in
                step.inputs.iter().filter_map(|input| made_of.get_key_value(input.as_str()))
            {
                text += &format!("{input} {digest}\n");
            }
            let key = Digest::of(text);
            made_of.extend(step.outputs.iter().map(|output| (output.as_str(), key.clone())));
            keys.push(key);
        }
        keys
    }

    /// True if there is an entry with these outputs.
    #[must_use]
    pub fn has(&self, key: &Digest, outputs: &[String]) -> bool {
        let entry = self.root.join(key.as_str());
        let has_all = || outputs.iter().all(|output| entry.join(output).exists());
        has_all() || (self.refresh() && has_all())
    }

    /// A client of NFS remembers for up to a minute that an entry was not there. It asks its server what is new in a folder that is
    /// opened. False if there is no store.
    fn refresh(&self) -> bool {
        std::fs::File::open(&self.root).is_ok()
    }

    /// Looks whether what an entry holds can be read, if there is such an entry.
    ///
    /// # Errors
    /// When it cannot: the path, and why.
    pub fn check(&self, key: &Digest, outputs: &[String]) -> Result<(), (PathBuf, io::Error)> {
        let entry = self.root.join(key.as_str());
        outputs.iter().try_for_each(|output| open_tree(&entry.join(output)))
    }

    /// The digests of all files of an entry, by their paths in it.
    ///
    /// # Errors
    /// When one cannot be read, or one of the outputs is not there.
    pub fn sums(&self, key: &Digest, outputs: &[String]) -> io::Result<BTreeMap<String, Digest>> {
        self.refresh();
        let mut sums = BTreeMap::new();
        outputs.iter().try_for_each(|output| sum_tree(&self.root.join(key.as_str()), output, &mut sums))?;
        Ok(sums)
    }

    /// Puts what an entry holds into `folder`, but for what is there already; gives whether there is such an entry.
    ///
    /// # Errors
    /// When files cannot be written.
    pub fn get(&self, key: &Digest, outputs: &[String], folder: &Path) -> io::Result<bool> {
        if !self.has(key, outputs) {
            return Ok(false);
        }
        let entry = self.root.join(key.as_str());
        for output in outputs {
            let (from, to) = (entry.join(output), folder.join(output));
            if !is_linked(&from, &to)? {
                remove(&to)?;
                link_tree(&from, &to)?;
            }
        }
        Ok(true)
    }

    /// Keeps what a step has written into `folder`.
    ///
    /// # Errors
    /// When files cannot be read or written.
    pub fn put(&self, key: &Digest, outputs: &[String], folder: &Path) -> io::Result<()> {
        std::fs::create_dir_all(&self.root)?;
        // Builds side by side, on this machine or others, begin the same entry.
        let half = self.root.join(format!("{key}.{:016x}", RandomState::new().hash_one(0)));
        let linked = outputs.iter().try_for_each(|output| {
            sync_tree(&folder.join(output))?;
            link_tree(&folder.join(output), &half.join(output))
        });
        match linked.and_then(|()| std::fs::rename(&half, self.root.join(key.as_str()))) {
            Ok(()) => Ok(()),
            Err(error) => {
                let removed = remove(&half);
                // Another build has just made the very entry.
                if self.root.join(key.as_str()).exists() { removed } else { Err(error) }
            }
        }
    }
}

/// Removes a file or a folder, if it is there.
///
/// # Errors
/// When it cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    let removed = match path.symlink_metadata() {
        Ok(metadata) if metadata.is_dir() => std::fs::remove_dir_all(path),
        Ok(_) => std::fs::remove_file(path),
        Err(error) => Err(error),
    };
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// True if these are the very same files, and no others.
fn is_linked(from: &Path, to: &Path) -> io::Result<bool> {
    let Ok(there) = to.symlink_metadata() else { return Ok(false) };
    let here = from.symlink_metadata()?;
    if !here.is_dir() || !there.is_dir() {
        return Ok((here.dev(), here.ino()) == (there.dev(), there.ino()));
    }
    let (names, others) = (names(from)?, names(to)?);
    if names != others {
        return Ok(false);
    }
    for name in names {
        if !is_linked(&from.join(&name), &to.join(&name))? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn sum_tree(root: &Path, path: &str, sums: &mut BTreeMap<String, Digest>) -> io::Result<()> {
    let file = root.join(path);
    if !file.is_dir() {
        sums.insert(path.to_owned(), digest_of(&file)?);
        return Ok(());
    }
    for name in names(&file)? {
        sum_tree(root, &format!("{path}/{}", name.to_string_lossy()), sums)?;
    }
    Ok(())
}

/// Opens all files of a tree, as far as there are some.
fn open_tree(path: &Path) -> Result<(), (PathBuf, io::Error)> {
    let failure = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err((path.to_owned(), error)),
    };
    match path.metadata() {
        Ok(metadata) if metadata.is_dir() => match names(path) {
            Ok(names) => names.iter().try_for_each(|name| open_tree(&path.join(name))),
            Err(error) => failure(error),
        },
        Ok(_) => std::fs::File::open(path).map(drop).or_else(failure),
        Err(error) => failure(error),
    }
}

/// Has all that a tool wrote brought to its disk or server. What did not fit on one of NFS is told here if the tool did not look.
fn sync_tree(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return names(path)?.iter().try_for_each(|name| sync_tree(&path.join(name)));
    }
    std::fs::File::open(path)?.sync_all()
}

fn names(folder: &Path) -> io::Result<BTreeSet<OsString>> {
    std::fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name())).collect()
}

/// The same files at another place: as links where the file system allows it, for images are large. Who changes a file
/// replaces it.
fn link_tree(from: &Path, to: &Path) -> io::Result<()> {
    if from.is_dir() {
        std::fs::create_dir_all(to)?;
        for entry in std::fs::read_dir(from)? {
            let entry = entry?;
            link_tree(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::hard_link(from, to).or_else(|_| std::fs::copy(from, to).map(|_| ()))
}
