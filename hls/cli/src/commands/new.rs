//! `sycl-hls new`

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::ci::{Server, repository_above};
use crate::failure::Failure;
use crate::folders::NewFolders;
use crate::templates::{self, Values};
use crate::terminal::Terminal;

/// Where the crate `sycl-hls` is in the checkout that this program was built from.
const RUNTIME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../runtime");

/// Make a project that builds, runs and tests at once
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls new vadd
  sycl-hls new edges --template image
  sycl-hls new particles --template struct
  sycl-hls new adder --git https://example.com/sycl-hls
  sycl-hls new tested --git https://example.com/sycl-hls --ci github")]
pub struct New {
    /// Folder of the project; its last part is the package's name
    #[arg(value_name = "NAME")]
    folder: PathBuf,
    /// What the project does
    #[arg(long, value_name = "NAME", default_value = "vadd", value_parser = PossibleValuesParser::new(templates::names()))]
    template: String,
    /// Folder of the crate `sycl-hls` [default: the checkout from which this program was built]
    #[arg(long, value_name = "DIR", conflicts_with = "git")]
    path: Option<PathBuf>,
    /// Take the crate `sycl-hls` from this git repository
    #[arg(long, value_name = "URL")]
    git: Option<String>,
    /// Add a workflow with which a CI server checks and tests the kernels in both emulations
    #[arg(long, value_name = "SERVER", requires = "git")]
    ci: Option<Server>,
}

pub fn new(args: &New, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let name = package_name(&args.folder)?;
    if args.folder.exists() {
        let message = format!("{} is already there", args.folder.display());
        return Err(Failure::usage(message).help("choose another name, or remove it").into());
    }
    let sycl_hls = dependency(args)?;
    let values = Values { name, sycl_hls: &sycl_hls };
    let mut files = templates::files(&args.template, &values).unwrap_or_default();
    if in_a_workspace(&args.folder) {
        // Cargo would take the package for a forgotten member.
        let manifests = files.iter_mut().filter(|(path, _)| path == Path::new("Cargo.toml"));
        manifests.for_each(|(_, text)| {
            text.push_str("\n# A workspace of its own, inside of another one.\n[workspace]\n")
        });
    }
    // A server has no checkout of ours: it takes the tool from where the project takes the crate.
    let ci = args.ci.zip(args.git.as_deref());
    files.extend(ci.map(|(server, git)| (server.path().to_owned(), server.text(git))));
    let folders = NewFolders::create(&args.folder)?;
    let written = files.iter().try_for_each(|(path, text)| write(&args.folder.join(path), text));
    if let Err(failure) = written {
        // Half a project is none. What cannot be removed stays.
        let _ = fs::remove_dir_all(&args.folder);
        folders.remove_empty();
        return Err(failure.into());
    }
    terminal.say("Created", &format!("the project {name} ({}) in {}", args.template, args.folder.display()));
    if let (Some(server), Some(root)) = (args.ci, repository_above(&args.folder)) {
        let (server, root) = (server.path().display(), root.display());
        terminal.say("Note", &format!("servers look for {server} in {root} only: move it there, and name the project in it with `--project`"));
    }
    terminal.say("Next", &format!("sycl-hls run --project {}", args.folder.display()));
    Ok(ExitCode::SUCCESS)
}

/// The folder's name, which must be one that Cargo takes.
fn package_name(folder: &Path) -> Result<&str, Failure> {
    let Some(name) = folder.file_name() else {
        let failure = Failure::usage(format!("`{}` does not name a new folder", folder.display()));
        return Err(failure.help("the project gets a folder of its own, with the project's name"));
    };
    let name = name.to_str().unwrap_or_default();
    let wrong = |reason: &str| {
        let failure = Failure::usage(format!("`{name}` cannot be the name of a package: {reason}"));
        failure.help("use letters, digits, `_` and `-`, and begin with a letter")
    };
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Err(wrong("it does not begin with a letter"));
    }
    if let Some(bad) = name.chars().find(|c| !c.is_ascii_alphanumeric() && !"_-".contains(*c)) {
        return Err(wrong(&format!("it has the character `{bad}`")));
    }
    let identifier = name.replace('-', "_");
    // A crate of the name of one that it uses cannot name that one.
    if syn::parse_str::<syn::Ident>(&identifier).is_err()
        || ["test", "core", "std", "alloc", "png", "sycl_hls"].contains(&identifier.as_str())
    {
        let failure = Failure::usage(format!("`{name}` cannot be the name of a package: the name is taken"));
        let failure = failure.note("it is a word of Rust, or a crate that the project uses");
        return Err(failure.help(format!("take another name, such as `my-{name}`")));
    }
    Ok(name)
}

/// The value of `sycl-hls` in `[dependencies]`. The crate is not published: a path or a repository must be known.
fn dependency(args: &New) -> Result<String, Failure> {
    if let Some(url) = &args.git {
        return Ok(format!("{{ git = {} }}", toml::Value::from(url.as_str())));
    }
    let given = args.path.as_deref();
    let folder = given.unwrap_or(Path::new(RUNTIME));
    let found = fs::canonicalize(folder).ok().filter(|folder| is_the_crate(folder));
    let Some(found) = found else {
        let failure = Failure::usage(match given {
            Some(folder) => format!("{} is not the folder of the crate sycl-hls", folder.display()),
            None => "the checkout that this program was built from is gone".to_owned(),
        });
        let help =
            "say where the crate is: `--path DIR` with the folder `runtime` of a checkout, or `--git URL`";
        return Err(failure.help(help));
    };
    Ok(format!("{{ path = {} }}", toml::Value::from(found.to_string_lossy().into_owned())))
}

fn is_the_crate(folder: &Path) -> bool {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).ok();
    let manifest = manifest.and_then(|text| text.parse::<toml::Table>().ok());
    manifest.is_some_and(|manifest| {
        manifest.get("package").and_then(|package| package.get("name")?.as_str()) == Some("sycl-hls")
    })
}

/// True if Cargo would look for the package among the members of a workspace around it.
fn in_a_workspace(folder: &Path) -> bool {
    let Ok(folder) = std::path::absolute(folder) else { return false };
    folder.ancestors().skip(1).any(|folder| {
        let text = fs::read_to_string(folder.join("Cargo.toml")).ok();
        text.and_then(|text| text.parse::<toml::Table>().ok())
            .is_some_and(|file| file.contains_key("workspace"))
    })
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    let written = folder.and_then(|()| fs::write(path, text));
    written.map_err(|error| Failure::user(format!("cannot write {}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_packages() {
        let name =
            |folder: &str| package_name(Path::new(folder)).map(str::to_owned).map_err(|error| error.message);
        assert_eq!(name("a/b/my-adder_2"), Ok("my-adder_2".to_owned()));
        for bad in ["2nd", "a b", "ünit", "", "..", "a/..", "fn", "self", "test", "sycl-hls", "-a"] {
            assert!(name(bad).is_err(), "{bad}");
        }
    }
}
