//! What rustc says about programs that use the runtime, which was compiled for the tests already.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use tempfile::TempDir;

/// rustc, and the runtime's crate.
pub struct Rustc {
    library: PathBuf,
    /// Where nothing is written, as no program compiles.
    out: TempDir,
}

impl Rustc {
    /// The crate as cargo has built it for the workspace's tests.
    pub fn find() -> Self {
        let library = library(&["test", "--workspace", "--test", "leak", "--no-run"]);
        Self { library, out: TempDir::new().expect("a folder") }
    }

    /// What it says about each of these programs, whose paths count from a folder.
    pub fn says(&self, folder: &Path, programs: &[String]) -> Vec<String> {
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let share = programs.len().div_ceil(workers).max(1);
        thread::scope(|scope| {
            let run =
                |share: &'_ [String]| share.iter().map(|it| self.says_of(folder, it)).collect::<Vec<_>>();
            let workers: Vec<_> =
                programs.chunks(share).map(|share| scope.spawn(move || run(share))).collect();
            workers.into_iter().flat_map(|it| it.join().expect("rustc runs")).collect()
        })
    }

    fn says_of(&self, folder: &Path, program: &str) -> String {
        let mut library = std::ffi::OsString::from("sycl_hls=");
        library.push(&self.library);
        let mut command = Command::new("rustc");
        command.args(["--edition=2024", "--crate-name=case", "--emit=metadata", "-Adead_code"]);
        command.args(["--diagnostic-width=140", "--color=never", "--extern"]).arg(library).arg("-L");
        command.arg(self.library.parent().expect("a folder")).arg("--out-dir").arg(self.out.path());
        let output = command.arg(program).current_dir(folder).output().expect("rustc runs");
        assert!(!output.status.success(), "{program} compiles");
        let own = program.trim_end_matches(|c| c != '/');
        shown(&String::from_utf8_lossy(&output.stderr), own)
    }
}

/// The runtime's crate as cargo builds it with these arguments.
pub fn library(arguments: &[&str]) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments).args(["--offline", "--quiet", "--message-format=json"]).current_dir(&root);
    let output = command.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).expect("JSON");
    let messages = lines.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let of_runtime = messages.filter(|it| it["target"]["name"] == "sycl_hls" && it["executable"].is_null());
    let files = of_runtime.flat_map(|it| it["filenames"].as_array().cloned().unwrap_or_default());
    let mut files = files.filter_map(|file| Some(PathBuf::from(file.as_str()?)));
    files.find(|file| file.extension().is_some_and(|it| it == "rlib")).expect("the crate is built")
}

/// What follows the messages.
const SUMMARIES: [&str; 3] =
    ["error: aborting due to", "Some errors have detailed explanations", "For more information about"];

/// The messages without what changes for other reasons than the program: summaries, and lines of files outside its folder.
fn shown(text: &str, own: &str) -> String {
    let kept = text.lines().filter(|line| !SUMMARIES.iter().any(|start| line.starts_with(start)));
    let kept: Vec<&str> = kept.collect();
    let messages = kept.join("\n");
    let messages = messages.split("\n\n").map(str::trim_end).filter(|message| !message.is_empty());
    messages.map(|message| without_foreign(message, own)).collect::<Vec<_>>().join("\n\n") + "\n"
}

/// Where a line of a message says that something is.
fn place(line: &str) -> Option<&str> {
    line.strip_prefix("--> ").or_else(|| line.strip_prefix("::: "))
}

/// A message without line numbers and code of files outside the folder, and as far indented as its own lines need.
fn without_foreign(message: &str, own: &str) -> String {
    let is_foreign = |place: &str| !place.starts_with(own);
    if !message.lines().any(|line| place(line.trim_start()).is_some_and(is_foreign)) {
        return message.to_owned();
    }
    let mut foreign = false;
    let mut lines: Vec<(Option<&str>, String)> = Vec::new();
    for line in message.lines() {
        let rest = line.trim_start();
        let (number, code) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
        if let Some(place) = place(rest) {
            foreign = is_foreign(place);
            lines.push((Some(""), if foreign { file_of(rest) } else { rest.to_owned() }));
        } else if code.trim_start().starts_with('|') || rest.starts_with("...") {
            let kept = if rest.starts_with("...") { (None, line) } else { (Some(number), code.trim_start()) };
            lines.extend((!foreign).then_some((kept.0, kept.1.to_owned())));
        } else {
            let is_note = rest.starts_with("= ");
            lines.push((is_note.then_some(""), if is_note { rest } else { line }.to_owned()));
        }
    }
    let width = lines.iter().filter_map(|(number, _)| *number).map(str::len).max().unwrap_or(0);
    let lines = lines.iter().map(|(number, text)| match number {
        None => text.clone(),
        Some(_) if place(text).is_some() => format!("{:width$}{text}", ""),
        Some(number) => format!("{number:>width$} {text}"),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Where the message says that something is, without its line; Rust's own files lie anywhere.
fn file_of(place: &str) -> String {
    let place = &place[..place.find(".rs:").map_or(place.len(), |at| at + 3)];
    match place.rfind("/library/") {
        Some(at) => format!("{}$RUST{}", &place[..4], &place[at..]),
        None => place.to_owned(),
    }
}

#[test]
fn code_of_other_files_is_left_out() {
    let text = "error[E0277]: no index\n    --> ui/a.rs:6:26\n     |\n   6 |  guard[1];\n     |        ^ no\n     |\n     = note: use\n\
                help: types\n    --> runtime/src/a.rs:1234:5\n     |\n1234 |  impl X\n     |  ^^^^\n     = note: more\n\n\
                error: aborting due to 1 previous error\n\nFor more information about this error, try `rustc --explain E0277`.\n";
    let expected = "error[E0277]: no index\n --> ui/a.rs:6:26\n  |\n6 |  guard[1];\n  |        ^ no\n  |\n  = note: use\n\
                    help: types\n --> runtime/src/a.rs\n  = note: more\n";
    assert_eq!(shown(text, "ui/"), expected);
}
