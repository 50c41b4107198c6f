//! Where a file goes, and what it takes over from the file that was there.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// How many symbolic links are followed, as Linux does.
const MAX_LINKS: usize = 40;

/// What becomes of the further names (hard links) of a file that is replaced: they keep the old content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HardLinks {
    /// The file is refused: whoever uses another name would miss the change.
    Refused,
    /// They stay behind: a generated file in a copy of a folder that was made with hard links.
    Left,
}

/// The place of a file that is going to be written.
#[derive(Debug)]
pub(super) struct Place {
    /// The path behind all symbolic links.
    pub path: PathBuf,
    /// The file that is there.
    pub old: Option<Metadata>,
}

impl Place {
    /// Follows symbolic links, and refuses what must not be replaced: a file that is read-only or, unless they are left,
    /// has further names (hard links), and anything that is no file.
    pub fn of(path: &Path, links: HardLinks) -> io::Result<Self> {
        let path = behind_links(path)?;
        let old = match fs::symlink_metadata(&path) {
            Ok(old) => Some(old),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if let Some(old) = &old {
            check(&path, old, links)?;
        }
        Ok(Self { path, old })
    }

    /// Gives a new file the owner, the mode and the extended attributes of the old one, access control lists among them.
    #[cfg(unix)]
    pub fn hand_over(&self, file: &File) -> io::Result<()> {
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
        let Some(old) = &self.old else { return Ok(()) };
        let kept = |what: String, error| io::Error::other(format!("its {what} cannot be kept: {error}"));
        let new = file.metadata()?;
        let (user, group) = (old.uid(), old.gid());
        if (new.uid(), new.gid()) != (user, group) {
            fchown(file, Some(user), Some(group))
                .map_err(|error| kept(format!("owner, {user}:{group},"), error))?;
        }
        // Also for the group: a change of the owner takes some bits away.
        let mode = old.mode() & 0o7777;
        file.set_permissions(fs::Permissions::from_mode(mode))
            .map_err(|error| kept(format!("mode, {mode:o},"), error))?;
        attributes::copy(&self.path, file)
            .map_err(|(name, error)| kept(format!("extended attribute {name}"), error))
    }

    /// Gives a new file what the old one has, where the system knows of it.
    #[cfg(not(unix))]
    pub fn hand_over(&self, file: &File) -> io::Result<()> {
        self.old.as_ref().map_or(Ok(()), |old| file.set_permissions(old.permissions()))
    }
}

fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if !fs::symlink_metadata(&path).is_ok_and(|found| found.is_symlink()) {
            return Ok(path);
        }
        let target = fs::read_link(&path)?;
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(io::Error::other("it leads through too many symbolic links"))
}

fn check(path: &Path, old: &Metadata, links: HardLinks) -> io::Result<()> {
    if !old.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    // The superuser could open it.
    if old.permissions().readonly() {
        return Err(io::Error::other("it is read-only"));
    }
    File::options().write(true).open(path)?;
    match hard_links(old) {
        0 | 1 => Ok(()),
        _ if links == HardLinks::Left => Ok(()),
        count => Err(io::Error::other(format!(
            "it has {count} names (hard links), and the others would keep the old content"
        ))),
    }
}

#[cfg(unix)]
fn hard_links(file: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(file)
}

#[cfg(not(unix))]
fn hard_links(_: &Metadata) -> u64 {
    1
}

#[cfg(target_os = "linux")]
mod attributes {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    use rustix::fs::{XattrFlags, fsetxattr, getxattr, listxattr};
    use rustix::io::Errno;

    /// The longest attribute, and the longest list of their names, in bytes (`XATTR_SIZE_MAX` of Linux).
    const MAX: usize = 1 << 16;

    /// Copies attributes that users and administrators give; the system gives those of `security` itself.
    pub fn copy(from: &Path, to: &File) -> Result<(), (String, io::Error)> {
        let mut names = vec![0; MAX];
        let size = match listxattr(from, &mut names[..]) {
            Err(Errno::NOTSUP) => return Ok(()),
            listed => listed.map_err(|error| ("list".to_owned(), error.into()))?,
        };
        let mut value = vec![0; MAX];
        for name in names[..size].split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
            if name.starts_with(b"security.") {
                continue;
            }
            let copied = getxattr(from, name, &mut value[..])
                .and_then(|size| fsetxattr(to, name, &value[..size], XattrFlags::empty()));
            copied.map_err(|error| (String::from_utf8_lossy(name).into_owned(), error.into()))?;
        }
        Ok(())
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
mod attributes {
    /// Copies none: their interface differs from system to system.
    pub fn copy(_: &std::path::Path, _: &std::fs::File) -> Result<(), (String, std::io::Error)> {
        Ok(())
    }
}
