//! Sessions: their folders, whose they are, and when they end.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::xrt::failures::Running;
use crate::xrt::support::{PROGRAM, command, hardware_image, image, native};

/// A host whose kernel never ends, on a session that a process makes whose files are everybody's.
fn open_to_all(target: &str, image: &Path) -> Running {
    let mut run = command("sh");
    let script = "umask 0; exec \"$0\" xrt run --board u200 --target \"$1\" -- \"$2\" \"$3\" forever";
    run.args(["-c", script, PROGRAM, target]).arg(native()).arg(image);
    Running::new(&mut run)
}

/// All folders below one, with it.
fn folders(root: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(root).unwrap().map(|entry| entry.unwrap());
    let below = entries.filter(|entry| entry.file_type().unwrap().is_dir());
    [root.to_owned()].into_iter().chain(below.flat_map(|entry| folders(&entry.path()))).collect()
}

/// Lets another user try something of a shell's on a path, which is its `$0`.
fn another_user_can(attempt: &str, path: &Path) -> bool {
    let mut other = Command::new("setpriv");
    other.args(["--reuid=65534", "--regid=65534", "--clear-groups", "sh", "-c", attempt]).arg(path);
    other.current_dir("/").stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success()
}

fn is_closed(target: &str, image: &Path) {
    let running = open_to_all(target, image);
    let session = running.session();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&session), 0o700, "{session:?}");
    let loaded = folders(&session).into_iter().find(|folder| folder.ends_with("binary_0")).unwrap();
    assert_eq!(mode(&loaded), 0o700, "{loaded:?}");
    let socket = PathBuf::from(running.socket());
    assert!(socket.starts_with(&session), "{socket:?}");
    if rustix::process::geteuid().is_root() {
        assert!(another_user_can("ls \"$0\"", Path::new("/tmp")));
        assert!(!another_user_can("ls \"$0\"", &session));
        assert!(!another_user_can(": >>\"$0\"/dltmp", &loaded));
        assert!(!another_user_can("test -S \"$0\"", &socket));
    } else {
        eprintln!("skipped: only root can try it as another user");
    }
    running.interrupt();
    assert!(!session.exists(), "{session:?}");
}

#[test]
fn a_session_of_software_emulation_is_closed_to_other_users() {
    is_closed("sw_emu", image());
}

#[test]
fn a_session_of_hardware_emulation_is_closed_to_other_users() {
    is_closed("hw_emu", hardware_image());
}
