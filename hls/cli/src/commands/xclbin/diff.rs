//! `sycl-hls xclbin diff`

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use xclbin_tools::{Error, SectionEntry, SectionKind, Tree, XclbinFile, section};

use super::failure;
use crate::terminal::print;

/// Compare two images: headers, sections, and what differs in sections that have a JSON form
///
/// The exit code is 1 if they differ.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xclbin diff a.xclbin a.xclbin")]
pub struct DiffArgs {
    /// An image
    #[arg(value_name = "OLD.xclbin")]
    old: PathBuf,
    /// Another one
    #[arg(value_name = "NEW.xclbin")]
    new: PathBuf,
}

/// The sections of a file by kind, which of several, and how often that was there before.
type Sections<'a> = BTreeMap<(SectionKind, String, usize), &'a SectionEntry>;

pub fn diff(args: &DiffArgs) -> anyhow::Result<ExitCode> {
    let open = |path| XclbinFile::open(path).map_err(failure);
    let (old, new) = (open(&args.old)?, open(&args.new)?);
    let mut lines = headers(&old, &new);
    lines.extend(sections(&old, &new).map_err(failure)?);
    print(&lines.concat())?;
    Ok(if lines.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn headers(old: &XclbinFile, new: &XclbinFile) -> Vec<String> {
    let (old, new) = (old.layout(), new.layout());
    let fields = [
        ("UUID", old.uuid().to_string(), new.uuid().to_string()),
        ("kind", format!("{:?}", old.mode()), format!("{:?}", new.mode())),
        ("platform", old.platform_vbnv().to_owned(), new.platform_vbnv().to_owned()),
        ("created", old.timestamp().to_string(), new.timestamp().to_string()),
        ("interface", old.interface_uuid().to_string(), new.interface_uuid().to_string()),
    ];
    let differing = fields.into_iter().filter(|(_, old, new)| old != new);
    differing.map(|(name, old, new)| format!("~ header, {name}: {old} -> {new}\n")).collect()
}

fn sections(old: &XclbinFile, new: &XclbinFile) -> Result<Vec<String>, Error> {
    let (ours, theirs) = (keyed(old)?, keyed(new)?);
    let mut lines = Vec::new();
    for (key, entry) in &ours {
        match theirs.get(key) {
            None => lines.push(format!("- {} ({} B)\n", title(key), entry.size())),
            Some(other) if old.payload_equals(entry, new, other)? => {}
            Some(other) => {
                lines.push(format!("~ {} ({} B -> {} B)\n", title(key), entry.size(), other.size()));
                let nodes = |file: &XclbinFile, entry: &SectionEntry| nodes(file, entry);
                if let (Some(before), Some(after)) = (nodes(old, entry)?, nodes(new, other)?) {
                    lines.extend(changes(&before, &after));
                }
            }
        }
    }
    let added = theirs.iter().filter(|(key, _)| !ours.contains_key(*key));
    lines.extend(added.map(|(key, entry)| format!("+ {} ({} B)\n", title(key), entry.size())));
    Ok(lines)
}

fn keyed(file: &XclbinFile) -> Result<Sections<'_>, Error> {
    let mut sections = Sections::new();
    for entry in file.layout().sections() {
        let kind = entry.kind();
        let name =
            if kind.is_indexed() { section::name_of(kind, &file.payload(entry)?)? } else { String::new() };
        let same = sections.keys().filter(|(other, index, _)| *other == kind && *index == name).count();
        sections.insert((kind, name, same), entry);
    }
    Ok(sections)
}

fn title((kind, index, _): &(SectionKind, String, usize)) -> String {
    if index.is_empty() { kind.to_string() } else { format!("{kind}[{index}]") }
}

/// The texts of a section by their paths; none if it has no JSON form or is damaged.
fn nodes(file: &XclbinFile, entry: &SectionEntry) -> Result<Option<BTreeMap<String, String>>, Error> {
    if entry.kind().node().is_none() {
        return Ok(None);
    }
    let json = section::to_json(entry.kind(), &file.payload(entry)?).ok().flatten();
    Ok(json.map(|json| {
        let mut texts = BTreeMap::new();
        collect(&json.document, String::new(), &mut texts);
        texts
    }))
}

fn collect(tree: &Tree, path: String, texts: &mut BTreeMap<String, String>) {
    if tree.is_leaf() {
        texts.insert(path, tree.text().to_owned());
        return;
    }
    for (index, (name, child)) in tree.children().enumerate() {
        let path = match (path.is_empty(), name.is_empty()) {
            (_, true) => format!("{path}[{index}]"),
            (true, false) => name.to_owned(),
            (false, false) => format!("{path}.{name}"),
        };
        collect(child, path, texts);
    }
}

fn changes(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> Vec<String> {
    let mut lines = Vec::new();
    for (path, old) in before {
        match after.get(path) {
            None => lines.push(format!("    - {path}: {old}\n")),
            Some(new) if new != old => lines.push(format!("    ~ {path}: {old} -> {new}\n")),
            Some(_) => {}
        }
    }
    let added = after.iter().filter(|(path, _)| !before.contains_key(*path));
    lines.extend(added.map(|(path, new)| format!("    + {path}: {new}\n")));
    lines
}
