//! Kernels, as the options say.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{anyhow, bail};
use xclbin_tools::section::{AiePartition, IpLayout};
use xclbin_tools::{Editor, Section as _, SectionKind};

use super::Xclbinutil;
use crate::failure::Failure;

/// An argument of `--add-pskernel`.
#[derive(Clone, Debug)]
pub struct PsKernel {
    /// Positions of memory banks; none for the memory of such programs.
    banks: Vec<usize>,
    /// The kernel's name; empty if whatever the library has is meant.
    symbol: String,
    instances: u32,
    library: PathBuf,
}

impl FromStr for PsKernel {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        // The last three parts in their order; the file's name may have colons if all others are there.
        let parts: Vec<&str> = text.splitn(4, ':').collect();
        let part = |from_end: usize| parts.iter().rev().nth(from_end).copied().unwrap_or_default();
        let instances = match part(1) {
            "" => 1,
            number => number.parse().map_err(|_| anyhow!("`{number}` is no number of instances"))?,
        };
        let banks = match part(3) {
            "" => Vec::new(),
            banks => {
                let wrong = |_| anyhow!("`{banks}` is no list of memory banks, such as 0,1");
                banks.split(',').map(str::parse).collect::<Result<_, _>>().map_err(wrong)?
            }
        };
        match part(0) {
            "" => bail!("expected [[[BANKS]:[NAME]:[INSTANCES]:]]LIBRARY, such as 0,1:k:2:k.so"),
            library => Ok(Self { banks, symbol: part(2).to_owned(), instances, library: library.into() }),
        }
    }
}

/// Adds kernels: first those of libraries, then those that documents describe.
pub fn change(editor: &mut Editor, args: &Xclbinutil) -> anyhow::Result<()> {
    for PsKernel { banks, symbol, instances, library } in &args.add_pskernel {
        let name = editor.add_ps_kernel(library, *instances, banks)?;
        if !symbol.is_empty() && *symbol != name {
            let library = library.display();
            return Err(Failure::user(format!("the kernel of {library} is `{name}`, not `{symbol}`")).into());
        }
    }
    for description in &args.add_kernel {
        editor.add_kernels(description)?;
    }
    check_partition(editor, args)
}

/// Kernels of a partition that was added are started by a number, which the partition must have, too.
fn check_partition(editor: &Editor, args: &Xclbinutil) -> anyhow::Result<()> {
    let kind = SectionKind::AIE_PARTITION;
    let mut added = args.added().filter_map(|transfer| transfer.place.as_ref());
    let (Some(partition), Some(layout)) = (editor.position(kind), editor.position(IpLayout::KIND)) else {
        return Ok(());
    };
    if !added.any(|place| place.kind == kind) {
        return Ok(());
    }
    let partition = AiePartition::from_bytes(&editor.payload(partition)?)?;
    let groups = partition.pdis.iter().flat_map(|pdi| &pdi.groups);
    let known: BTreeSet<u64> = groups.flat_map(|group| group.dpu_kernel_ids.iter().copied()).collect();
    let layout = IpLayout::from_bytes(&editor.payload(layout)?)?;
    let lacking = layout.ips.iter().find_map(|ip| {
        let id = ip.dpu_kernel_id()?;
        (!known.contains(&u64::from(id))).then_some((ip, id))
    });
    match lacking {
        Some((ip, id)) => Err(Failure::user(format!(
            "`{}` in IP_LAYOUT is kernel {id:#x}, which no group of {kind} has",
            ip.name
        ))
        .help("state it among the `dpu_kernel_ids`")
        .into()),
        None => Ok(()),
    }
}
