//! The projects that `sycl-hls new` makes: each folder of `hls/cli/templates` is one.
//!
//! A template is a Cargo package whose `Cargo.toml.template` and `gitignore` get their own names in the project, and in
//! whose texts `{{name}}` is the package's name, `{{crate}}` the same as a Rust identifier, and `{{sycl_hls}}` the
//! dependency on `sycl-hls`.

use std::path::PathBuf;

use include_dir::{Dir, include_dir};

static FOLDERS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// What the texts are filled in with.
pub struct Values<'v> {
    /// The package's name.
    pub name: &'v str,
    /// Where `sycl-hls` comes from: the value of the key in `[dependencies]`.
    pub sycl_hls: &'v str,
}

/// The names of all templates, in order.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<&'static str> = FOLDERS.dirs().filter_map(|folder| folder.path().to_str()).collect();
    names.sort();
    names
}

/// The files of a project, by their paths in it; `None` when there is no such template.
pub fn files(template: &str, values: &Values<'_>) -> Option<Vec<(PathBuf, String)>> {
    let folder = FOLDERS.get_dir(template)?;
    let mut files = Vec::new();
    collect(folder, &mut |file| {
        let path = file.path().strip_prefix(template).unwrap_or(file.path());
        let text = file.contents_utf8().unwrap_or_default();
        files.push((own_name(path.to_owned()), fill(text, values)));
    });
    Some(files)
}

fn collect(folder: &Dir<'static>, take: &mut impl FnMut(&include_dir::File<'static>)) {
    folder.files().for_each(&mut *take);
    folder.dirs().for_each(|folder| collect(folder, take));
}

/// Cargo and git would take these files for ones of our own tree if they had their names there.
fn own_name(path: PathBuf) -> PathBuf {
    match path.to_str() {
        Some("Cargo.toml.template") => "Cargo.toml".into(),
        Some("gitignore") => ".gitignore".into(),
        _ => path,
    }
}

fn fill(text: &str, values: &Values<'_>) -> String {
    text.replace("{{name}}", values.name)
        .replace("{{crate}}", &values.name.replace('-', "_"))
        .replace("{{sycl_hls}}", values.sycl_hls)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_is_a_whole_project() {
        for template in names() {
            let files = files(template, &Values { name: "my-name", sycl_hls: "\"1\"" }).unwrap();
            let has = |name: &str| files.iter().any(|(path, _)| path.to_str() == Some(name));
            for name in
                ["Cargo.toml", ".gitignore", "README.md", "sycl-hls.toml", "src/main.rs", "src/kernels.rs"]
            {
                assert!(has(name), "{template}: {name}");
            }
            assert!(files.iter().any(|(path, _)| path.starts_with("tests")), "{template}");
            let manifest = files.iter().find(|(path, _)| path.to_str() == Some("Cargo.toml")).unwrap();
            let manifest: toml::Table = manifest.1.parse().unwrap();
            assert_eq!(
                manifest["profile"]["dev"]["package"]["*"]["debug"].as_bool(),
                Some(false),
                "{template}"
            );
            for (path, text) in &files {
                assert!(!text.is_empty() && !text.contains("{{"), "{template}: {}", path.display());
            }
        }
    }
}
