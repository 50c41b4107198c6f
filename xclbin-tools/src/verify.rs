//! Checking all of a file that this version knows.

use std::collections::HashSet;
use std::ops::Range;

use crate::leftover::Appended;
use crate::mirror::{END, START};
use crate::section::{self, Connectivity, GroupConnectivity, GroupTopology, IpLayout, MemTopology, hex};
use crate::tree::Tree;
use crate::{Error, MirrorError, Section, SectionKind, XclbinFile};

/// Something that is wrong with a file whose headers are sound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Where in the file, in bytes.
    pub range: Range<u64>,
    /// What is wrong.
    pub problem: String,
}

/// Checks everything behind the headers: that sections are what their kinds say, that references lead somewhere, that
/// the mirror tells the truth, that no other bytes follow the image than a user's signature. Payloads of which nothing is known are not read.
///
/// # Errors
/// [`Error::Io`] when the file cannot be read.
pub fn verify(file: &XclbinFile) -> Result<Vec<Finding>, Error> {
    let mut findings = Vec::new();
    check_payloads(file, &mut findings)?;
    check_repetitions(file, &mut findings)?;
    check_references(file, &mut findings);
    check_mirror(file, &mut findings)?;
    check_appended(file, &mut findings)?;
    findings.sort_by_key(|finding| finding.range.start);
    Ok(findings)
}

fn check_payloads(file: &XclbinFile, findings: &mut Vec<Finding>) -> Result<(), Error> {
    for entry in file.layout().sections().iter().filter(|entry| entry.kind().is_checked()) {
        if let Err(error) = section::check(entry.kind(), &file.payload(entry)?) {
            findings.push(Finding { range: entry.range(), problem: error.to_string() });
        }
    }
    Ok(())
}

/// Of two sections of a kind with one name, tools see the first one only.
fn check_repetitions(file: &XclbinFile, findings: &mut Vec<Finding>) -> Result<(), Error> {
    let mut seen = HashSet::new();
    for entry in file.layout().sections() {
        let name = match entry.kind().is_indexed() {
            // A damaged one was reported.
            true => section::name_of(entry.kind(), &file.payload(entry)?).unwrap_or_default(),
            false => String::new(),
        };
        if !seen.insert((entry.kind(), name.clone())) {
            let which = if name.is_empty() { String::new() } else { format!(" `{name}`") };
            let problem = format!("section {}{which}: there is an earlier one", entry.kind());
            findings.push(Finding { range: entry.range(), problem });
        }
    }
    Ok(())
}

fn check_references(file: &XclbinFile, findings: &mut Vec<Finding>) {
    // Damaged sections were reported, and have no references.
    let ips = parsed::<IpLayout>(file).map(|layout| layout.ips.len());
    let banks = parsed::<MemTopology>(file).map(|memory| memory.banks.len());
    let groups = parsed::<GroupTopology>(file).map(|groups| groups.0.banks.len());
    if let Some(connectivity) = parsed::<Connectivity>(file) {
        check_connections(file, SectionKind::CONNECTIVITY, &connectivity, [ips, banks], findings);
    }
    if let Some(GroupConnectivity(connectivity)) = parsed(file) {
        check_connections(file, SectionKind::GROUP_CONNECTIVITY, &connectivity, [ips, groups], findings);
    }
}

fn parsed<S: Section>(file: &XclbinFile) -> Option<S> {
    file.parse().ok().flatten()
}

fn check_connections(
    file: &XclbinFile,
    kind: SectionKind,
    connectivity: &Connectivity,
    [ips, banks]: [Option<usize>; 2],
    findings: &mut Vec<Finding>,
) {
    let Some(entry) = file.section(kind) else { return };
    let leads = |index: i32, count: usize| usize::try_from(index).is_ok_and(|index| index < count);
    for (index, connection) in connectivity.connections.iter().enumerate() {
        let unit = connection.ip_layout_index;
        let astray = [
            ("arg_index", connection.arg_index, "arguments", Some(i32::MAX as usize)),
            // -1 stands for none.
            ("m_ip_layout_index", unit, "IP", ips.filter(|_| unit != -1)),
            ("mem_data_index", connection.mem_data_index, "banks", Some(banks.unwrap_or(0))),
        ];
        for (field, number, what, count) in astray {
            if count.is_some_and(|count| !leads(number, count)) {
                let problem = format!("section {kind}: entry {index}, {field}: there are no {what} {number}");
                findings.push(Finding { range: entry.range(), problem });
            }
        }
    }
}

/// A mirror that is there is JSON and says of the sections what the table says of them.
fn check_mirror(file: &XclbinFile, findings: &mut Vec<Finding>) -> Result<(), Error> {
    if !file.begins_mirror()? {
        findings.extend(file.unknown_tail()?.map(|range| {
            let size = range.end - range.start;
            let problem = format!("{size} bytes follow the last section and are not a mirror");
            Finding { range, problem }
        }));
        return Ok(());
    }
    let tail = file.layout().tail();
    let bytes = file.read_range(tail.clone())?;
    let mirror = bytes.strip_prefix(START.as_bytes()).and_then(|rest| rest.strip_suffix(END.as_bytes()));
    let checked = mirror
        .ok_or(MirrorError::NoEnd)
        .and_then(|json| Ok(Tree::parse(json)?))
        .and_then(|tree| compare(file, &tree));
    if let Err(problem) = checked {
        findings.push(Finding { range: tail, problem: format!("mirror: {problem}") });
    }
    Ok(())
}

/// Behind the container there is a user's signature, or nothing.
fn check_appended(file: &XclbinFile, findings: &mut Vec<Finding>) -> Result<(), Error> {
    if let Appended::Unknown { problem, .. } = file.appended()? {
        findings.push(Finding { range: file.layout().after(), problem: problem.to_string() });
    }
    Ok(())
}

fn compare(file: &XclbinFile, mirror: &Tree) -> Result<(), MirrorError> {
    let layout = file.layout();
    let header = mirror.required("header")?;
    let uuid = hex(layout.uuid().as_bytes());
    if header.required_text("XclBinUUID")? != uuid {
        return Err(MirrorError::OtherUuid { uuid });
    }
    let mirrored: Vec<&Tree> =
        mirror.children().filter(|(name, _)| *name == "section_header").map(|(_, section)| section).collect();
    if mirrored.len() != layout.sections().len() {
        return Err(MirrorError::OtherCount { mirrored: mirrored.len(), there: layout.sections().len() });
    }
    for (index, (mirrored, entry)) in mirrored.iter().zip(layout.sections()).enumerate() {
        let stated: [u64; 3] =
            [mirrored.number("Kind")?, mirrored.number("Offset")?, mirrored.number("Size")?];
        if stated != [entry.kind().0.into(), entry.range().start, entry.size()] {
            return Err(MirrorError::OtherSection { index, kind: entry.kind() });
        }
    }
    Ok(())
}
