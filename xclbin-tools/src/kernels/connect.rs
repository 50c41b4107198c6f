//! The units of kernels among other IP, and the memory that their arguments reach.

use super::{KernelError, Known};
use crate::section::embedded_metadata::{Memory, PsKernel};
use crate::section::{Connection, Described as _, Ip, IpLayout, MemBank, MemKind, MemTopology};
use crate::tree::Tree;

/// The tag of the bank that stands for the memory of the processor's programs.
const OF_PROGRAMS: &str = "MEM_PS_KERNEL";

/// Adds a kernel's units to an image's IP, and connects their arguments; banks that are reached become used ones.
///
/// # Errors
/// When there is a unit of this name, or no such memory.
pub(super) fn units(kernel: &PsKernel, known: &mut Known) -> Result<(), KernelError> {
    for instance in &kernel.instances {
        let ip = ip(kernel, instance)?;
        if known.ips.ips.iter().any(|other| other.name == ip.name) {
            return Err(KernelError::PresentUnit { name: ip.name });
        }
        known.ips.ips.push(ip);
        let ip_layout_index = index(known.ips.ips.len() - 1)?;
        for (position, arg) in kernel.args.iter().enumerate() {
            let Some(memory) = &arg.memory else { continue };
            let banks = banks(memory, &mut known.memory)
                .map_err(|problem| problem.within(format!("argument `{}`", arg.name)))?;
            for bank in banks {
                known.memory.banks[bank].used = true;
                known.connectivity.connections.push(Connection {
                    arg_index: index(position)?,
                    ip_layout_index,
                    mem_data_index: index(bank)?,
                });
            }
        }
    }
    Ok(())
}

fn index(position: usize) -> Result<i32, KernelError> {
    i32::try_from(position).map_err(|_| KernelError::TooMany)
}

/// The unit as IP. What extends the kernel is read as in JSON of IP_LAYOUT.
fn ip(kernel: &PsKernel, instance: &str) -> Result<Ip, KernelError> {
    let name = format!("{}:{instance}", kernel.name);
    let mut entry = Tree::new().with_text("m_type", "IP_PS_KERNEL");
    for (stated, node) in
        [("subtype", "m_subtype"), ("functional", "m_functional"), ("dpu_kernel_id", "m_kernel_id")]
    {
        if let Some((_, value)) =
            kernel.extended.iter().find(|(name, value)| name == stated && !value.is_empty())
        {
            entry.push(node, Tree::text_of(value));
        }
    }
    let entry = entry.with_text("m_base_address", "not_used").with_text("m_name", name);
    let layout = Tree::new().with_text("m_count", 1).with("m_ip_data", Tree::list([entry]));
    let layout = IpLayout::from_tree(&layout).map_err(KernelError::Extended)?;
    layout.ips.into_iter().next().ok_or(KernelError::TooMany)
}

/// The positions of the banks that are meant. The bank for programs is added if there is none.
fn banks(memory: &Memory, topology: &mut MemTopology) -> Result<Vec<usize>, KernelError> {
    let banks = &mut topology.banks;
    match memory {
        Memory::OfPrograms => {
            let there = banks.iter().position(|bank| bank.kind == MemKind::PsKernel);
            Ok(vec![there.unwrap_or_else(|| {
                banks.push(MemBank {
                    kind: MemKind::PsKernel,
                    used: true,
                    size_kib: 0,
                    base: 0,
                    tag: OF_PROGRAMS.to_owned(),
                });
                banks.len() - 1
            })])
        }
        Memory::Banks(positions) => match positions.iter().find(|position| **position >= banks.len()) {
            Some(astray) => Err(KernelError::NoBank { bank: *astray, banks: banks.len() }),
            None => Ok(positions.clone()),
        },
        Memory::Tagged(tag) => {
            let found = banks.iter().position(|bank| bank.tag == *tag);
            found.map(|bank| vec![bank]).ok_or_else(|| {
                let tags = banks.iter().map(|bank| bank.tag.clone()).collect();
                KernelError::NoTag { tag: tag.clone(), tags }
            })
        }
    }
}
