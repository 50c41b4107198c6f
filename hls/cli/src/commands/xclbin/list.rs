//! `sycl-hls xclbin list`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use xclbin_tools::{SectionEntry, XclbinFile, section};

use super::failure;
use crate::table::table;
use crate::terminal::print;

/// List the sections of an image: kind, which of several, place, size, formats to dump
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xclbin list build/u200/sw_emu/vadd.xclbin")]
pub struct ListArgs {
    /// The image
    #[arg(value_name = "FILE.xclbin")]
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    kind: String,
    /// Which of several of its kind.
    index: String,
    name: String,
    offset: u64,
    bytes: u64,
    formats: Vec<&'static str>,
    parts: Vec<&'static str>,
}

pub fn list(args: &ListArgs) -> anyhow::Result<ExitCode> {
    let file = XclbinFile::open(&args.file).map_err(failure)?;
    let rows = file.layout().sections().iter().map(|entry| row(&file, entry));
    let rows = rows.collect::<Result<Vec<_>, _>>().map_err(failure)?;
    if args.json {
        print(&(serde_json::to_string_pretty(&rows)? + "\n"))?;
    } else {
        print(&table("", &rows.iter().map(cells).collect::<Vec<_>>()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn row(file: &XclbinFile, entry: &SectionEntry) -> Result<Row, xclbin_tools::Error> {
    let kind = entry.kind();
    let index =
        if kind.is_indexed() { section::name_of(kind, &file.payload(entry)?)? } else { String::new() };
    Ok(Row {
        kind: kind.to_string(),
        index,
        name: entry.name().to_owned(),
        offset: entry.range().start,
        bytes: entry.size(),
        formats: kind.dumped_as().iter().map(|format| format.name()).collect(),
        parts: kind.parts().into_iter().map(|(part, _)| part).filter(|part| !part.is_empty()).collect(),
    })
}

fn cells(row: &Row) -> Vec<String> {
    let index = if row.index.is_empty() { String::new() } else { format!("[{}]", row.index) };
    let forms =
        if row.parts.is_empty() { row.formats.join(" ") } else { format!("-{}", row.parts.join(" -")) };
    vec![
        format!("{}{index}", row.kind),
        format!("at {:#x}", row.offset),
        format!("{} B", row.bytes),
        forms,
        row.name.clone(),
    ]
}
