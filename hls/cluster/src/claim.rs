//! Who makes what several runs need: one job at a time, without locks, in a folder that all nodes see.
//!
//! A claim is a file `NAME.N` that tells its job. Linking a file to a name is atomic for all clients of NFS, and so is finding that
//! somebody else has done so. The claim with the highest number counts; once Slurm says that its job does not run any more, whoever
//! links the next number has taken it over. Nobody removes a claim that may belong to another job.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::files;
use crate::run::{JobId, RunError};
use crate::slurm;

/// How often a job looks whether what another one makes is there.
const POLL: Duration = Duration::from_millis(200);

/// How often it asks Slurm about that other one.
const ASK: Duration = Duration::from_secs(5);

/// A start of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Start {
    pub job: JobId,
    pub restart: u32,
}

/// Whose turn it is to make something.
#[derive(Debug)]
pub enum Turn {
    /// This job's, until the claim is dropped. Without one, the file system has no links, and others may make the same.
    Mine(Option<Claim>),
    /// Nobody's: it is there.
    There,
    /// Nobody waits for it any more.
    Cancelled,
}

/// The right to make something.
#[derive(Debug)]
pub struct Claim {
    files: Claims,
    number: u64,
}

impl Drop for Claim {
    fn drop(&mut self) {
        // Those before it are of jobs that run no more. What stays is taken over by the next job.
        for number in self.files.numbers().into_iter().filter(|number| *number <= self.number) {
            let _ = fs::remove_file(self.files.path(number));
        }
    }
}

/// All claims to one thing.
#[derive(Clone, Debug)]
struct Claims {
    folder: PathBuf,
    name: String,
}

/// Takes a claim, or waits until what it is about is there.
pub(crate) fn take(
    folder: &Path,
    name: &str,
    own: Start,
    is_there: impl Fn() -> bool,
    is_cancelled: impl Fn() -> bool,
) -> Result<Turn, RunError> {
    let claims = Claims { folder: folder.to_owned(), name: name.to_owned() };
    let mut asked: Option<Instant> = None;
    loop {
        if is_there() {
            return Ok(Turn::There);
        }
        if is_cancelled() {
            return Ok(Turn::Cancelled);
        }
        let last = claims.numbers().into_iter().max();
        let is_free = match last {
            None => true,
            Some(_) if asked.is_some_and(|asked| asked.elapsed() < ASK) => false,
            Some(number) => {
                asked = Some(Instant::now());
                !claims.holder(number)?.is_some_and(|holder| is_at_work(holder, own))
            }
        };
        if is_free {
            match claims.link(last.map_or(0, |last| last + 1), own)? {
                Linked::Mine(claim) => {
                    // Whoever had it before may have ended just now.
                    return Ok(if is_there() { Turn::There } else { Turn::Mine(Some(claim)) });
                }
                Linked::Impossible => return Ok(Turn::Mine(None)),
                Linked::TooLate => {}
            }
        }
        std::thread::sleep(POLL);
    }
}

/// True unless Slurm says that a start of a job is over.
fn is_at_work(holder: Start, own: Start) -> bool {
    // An earlier start of this very job is over: Slurm has started it again.
    holder.job != own.job && slurm::runs(holder.job, holder.restart).unwrap_or(true)
}

/// What became of a link.
enum Linked {
    Mine(Claim),
    TooLate,
    Impossible,
}

impl Claims {
    fn path(&self, number: u64) -> PathBuf {
        self.folder.join(format!("{}.{number}", self.name))
    }

    fn numbers(&self) -> Vec<u64> {
        let names = fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
        let number = |name: &str| name.strip_prefix(&self.name)?.strip_prefix('.')?.parse().ok();
        names.filter_map(|name| number(name.to_str()?)).collect()
    }

    /// Whose claim it is; nobody's if it was given back just now.
    fn holder(&self, number: u64) -> Result<Option<Start>, RunError> {
        let path = self.path(number);
        files::read(&path).map_err(|source| RunError::File { path, source })
    }

    fn link(&self, number: u64, own: Start) -> Result<Linked, RunError> {
        let path = self.path(number);
        let half = files::write_half(&self.folder, &own)
            .map_err(|source| RunError::File { path: path.clone(), source })?;
        let linked = fs::hard_link(&half, &path);
        // The answer to a link that was made may be lost on its way, and the second question finds the first one's link.
        let is_mine = linked.is_ok()
            || File::open(&half).and_then(|half| Ok(half.metadata()?.nlink() == 2)).unwrap_or(false);
        let _ = fs::remove_file(&half);
        Ok(match linked {
            _ if is_mine => Linked::Mine(Claim { files: self.clone(), number }),
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Linked::Impossible,
            _ => Linked::TooLate,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: Start = Start { job: JobId { array: 7, element: 0 }, restart: 1 };

    fn of_own(folder: &Path, is_there: bool) -> Turn {
        take(folder, "key", OWN, || is_there, || false).unwrap()
    }

    #[test]
    fn a_claim_is_linked_once_and_given_back() {
        let folder = tempfile::tempdir().unwrap();
        let Turn::Mine(Some(claim)) = of_own(folder.path(), false) else { panic!("it is free") };
        assert!(matches!(claim.files.link(0, OWN).unwrap(), Linked::TooLate));
        assert_eq!(claim.files.numbers(), [0], "no halves: {folder:?}");
        drop(claim);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        assert!(matches!(of_own(folder.path(), true), Turn::There));
    }

    #[test]
    fn an_earlier_start_of_the_same_job_has_lost_its_claim() {
        let folder = tempfile::tempdir().unwrap();
        let claims = Claims { folder: folder.path().to_owned(), name: "key".to_owned() };
        let Linked::Mine(old) = claims.link(0, Start { restart: 0, ..OWN }).unwrap() else {
            panic!("it is free")
        };
        let Turn::Mine(Some(new)) = of_own(folder.path(), false) else { panic!("it is over") };
        assert_eq!((old.number, new.number), (0, 1));
        drop(old);
        assert_eq!(claims.numbers(), [1], "nobody takes another one's away");
    }

    #[test]
    fn who_waits_for_a_job_that_may_run_can_be_cancelled() {
        let folder = tempfile::tempdir().unwrap();
        let claims = Claims { folder: folder.path().to_owned(), name: "key".to_owned() };
        // Where Slurm does not answer, a job is taken for running.
        let other = Start { job: JobId { array: 1, element: 0 }, restart: 0 };
        let _held = claims.link(0, other).unwrap();
        let looks = std::cell::Cell::new(0);
        let turn = take(folder.path(), "key", OWN, || false, || looks.replace(looks.get() + 1) > 1).unwrap();
        assert!(matches!(turn, Turn::Cancelled));
    }
}
