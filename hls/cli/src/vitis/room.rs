//! Memory and disk before a long build. What is too little is said, and the build goes on: the figures are rough.

use std::path::Path;

use sycl_hls_types::Target;

use crate::progress::Progress;

/// What AMD's installation guides ask for as the least, as remembered and not checked; and what a link leaves on the way, tens
/// of gigabytes in public logs.
const MEMORY_GIB: u64 = 32;
const DISK_GIB: u64 = 40;

/// Says what is short for a build in this folder. Emulation needs a part of it; nothing is said then.
pub fn check(folder: &Path, target: Target, progress: &Progress) {
    if target != Target::Hw {
        return;
    }
    let memory = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| memory_gib(&text));
    for (what, there, wanted) in [("memory", memory, MEMORY_GIB), ("free disk", disk_gib(folder), DISK_GIB)] {
        if let Some(there) = there.filter(|there| *there < wanted) {
            progress.note("Short", &format!("{there} GiB of {what}: {wanted} GiB are the least for hw"));
        }
    }
}

/// All memory in a text like `/proc/meminfo`.
fn memory_gib(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib >> 20)
}

fn disk_gib(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize) >> 30)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read() {
        assert_eq!(memory_gib("MemTotal:       65536000 kB\nMemFree: 1 kB\n"), Some(62));
        assert_eq!(memory_gib("nothing"), None);
        assert!(disk_gib(Path::new("/")).is_some() && disk_gib(Path::new("/no/such")).is_none());
    }
}
