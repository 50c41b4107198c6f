//! What a process has started: `/proc` tells.

use std::fs;

/// The processes that a process has started, and they, whatever group or session they are in; not itself. What one of them leaves
/// behind when it ends is nobody's.
#[must_use]
pub fn descendants(root: u32) -> Vec<u32> {
    let parents: Vec<(u32, u32)> =
        fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(parent).collect();
    let mut found = vec![root];
    let mut next = 0;
    while let Some(one) = found.get(next).copied() {
        found.extend(parents.iter().filter(|(_, parent)| *parent == one).map(|(child, _)| child));
        next += 1;
    }
    found.split_off(1)
}

/// A process and its parent, from a folder of `/proc`: proc(5).
fn parent(entry: fs::DirEntry) -> Option<(u32, u32)> {
    let process = entry.file_name().to_str()?.parse().ok()?;
    let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
    // The program's name stands in parentheses, and may have some itself.
    let (_, rest) = stat.rsplit_once(')')?;
    Some((process, rest.split_whitespace().nth(1)?.parse().ok()?))
}

/// The bytes that a process holds in memory; none if it is no more.
pub(crate) fn resident(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}
