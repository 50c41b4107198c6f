//! A full disk: what fails leaves nothing behind, and messages name what the user wrote.

use std::path::Path;
use std::process::Command;

use crate::cli::support::Folder;

/// A small file system of its own at `disk` in a folder.
struct Disk<'f> {
    folder: &'f Folder,
}

impl<'f> Disk<'f> {
    /// `None`, and why, where nothing can be mounted.
    fn mount(folder: &'f Folder, kib: u32) -> Option<Self> {
        let at = folder.path("disk");
        std::fs::create_dir(&at).unwrap();
        let size = format!("size={kib}k");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "none"]).arg(&at).output();
        match mounted {
            Ok(output) if output.status.success() => Some(Self { folder }),
            Ok(output) => skipped(String::from_utf8_lossy(&output.stderr).trim()),
            Err(error) => skipped(&error.to_string()),
        }
    }

    /// Takes all of its room but some pages of 4 KiB.
    fn fill(&self, pages: usize) {
        let [left, all] = ["disk/left", "disk/all"].map(|name| self.folder.path(name));
        let _ = std::fs::remove_file(&all);
        std::fs::write(&left, vec![0; pages * 4096]).unwrap();
        let mut size = 16 << 20;
        let mut bytes = Vec::new();
        while size >= 4096 {
            let more = [&bytes[..], &vec![1; size]].concat();
            match std::fs::write(&all, &more) {
                Ok(()) => bytes = more,
                Err(_) => size /= 2,
            }
        }
        std::fs::write(&all, &bytes).unwrap();
        std::fs::remove_file(left).unwrap();
    }
}

impl Drop for Disk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.folder.path("disk")).status();
    }
}

fn skipped(reason: &str) -> Option<Disk<'static>> {
    println!("skipped: no file system can be mounted here: {reason}");
    None
}

fn all_below(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        found.push(path.display().to_string());
        if path.is_dir() {
            found.extend(all_below(&path));
        }
    }
    found
}

#[test]
fn a_project_is_made_whole_or_not_at_all() {
    let folder = Folder::new();
    let Some(disk) = Disk::mount(&folder, 64) else { return };
    for pages in 0..6 {
        disk.fill(pages);
        folder
            .run(["new", "disk/a/p", "--template", "image"])
            .fails(1, &["disk/a", "No space left on device"]);
        assert_eq!(folder.list("disk"), ["all"], "with {pages} pages");
    }
}

#[test]
fn manual_pages_are_written_whole_or_not_at_all() {
    let folder = Folder::new();
    let Some(disk) = Disk::mount(&folder, 64) else { return };
    disk.fill(3);
    folder.run(["man", "disk"]).fails(1, &["disk/sycl-hls-", ".1: cannot write it: No space left on device"]);
    for page in folder.list("disk").iter().filter(|name| *name != "all") {
        let text = std::fs::read_to_string(folder.path("disk").join(page)).unwrap();
        assert!(page.ends_with(".1") && text.contains(".SH SYNOPSIS") && text.ends_with('\n'), "{page}");
    }
}

#[test]
fn a_failed_build_leaves_nothing() {
    let folder = Folder::new();
    let Some(disk) = Disk::mount(&folder, 64) else { return };
    for pages in [0, 1, 2, 4, 8] {
        disk.fill(pages);
        let build = ["build", "--board", "u200", "--source", "kernels.rs", "--out", "disk/a/out"];
        let said = folder.run(build).fails(1, &["disk/a", "No space left on device"]).stderr;
        assert!(!said.contains("unit.cpp") && !said.contains("/tmp"), "{said}");
        assert!(!said.contains("bug of sycl-hls"), "{said}");
        let left = all_below(&folder.path("disk"));
        let left: Vec<_> = left.iter().filter(|path| !path.ends_with("disk/all")).collect();
        // What was compiled completely is kept.
        assert!(
            left.is_empty() || left.iter().any(|path| path.ends_with(".o")),
            "with {pages} pages: {left:#?}"
        );
        assert!(!left.iter().any(|path| path.ends_with(".lock")), "with {pages} pages: {left:#?}");
    }
    disk.fill(0);
    folder.run(["xclbin", "create", "a.xclbin", "--platform", "p", "--target", "sw_emu"]).success();
    let bundle = ["bundle", "a.xclbin", "--host", "/bin/true", "--out", "disk/b.tar"];
    let said = folder.run(bundle).fails(1, &["disk/b.tar: cannot write it: No space left"]).stderr;
    assert_eq!(said.matches("b.tar").count(), 1, "{said}");
}
