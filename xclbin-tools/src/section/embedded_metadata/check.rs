//! What XRT demands of a project beyond its form. It throws, or misreads the file, where a demand is not met.

use super::ProjectError;
use super::project::{Arg, Kernel, PortMode, Project};
use crate::section::SectionError;

/// The address range that XRT assumes for a kernel without a slave port, in bytes.
const DEFAULT_RANGE: u64 = 0x1_0000;

/// Checks the demands on a project.
///
/// # Errors
/// What is wrong with which kernel.
pub(super) fn project(project: &Project) -> Result<(), SectionError> {
    let kernels = &project.kernels;
    kernels.iter().enumerate().try_for_each(|(index, kernel)| {
        check(kernel, &kernels[..index]).map_err(SectionError::within(format!("kernel `{}`", kernel.name)))
    })
}

/// Checks a kernel that follows others.
fn check(kernel: &Kernel, before: &[Kernel]) -> Result<(), SectionError> {
    name(&kernel.name)?;
    // XRT looks arguments up by the kernel's name and takes the first kernel of that name.
    if before.iter().any(|other| other.name == kernel.name) {
        return Err(ProjectError::TwoKernels.into());
    }
    positions(kernel)?;
    registers(kernel)?;
    for instance in &kernel.instances {
        name(&instance.name).map_err(SectionError::within(format!("instance `{}`", instance.name)))?;
    }
    Ok(())
}

/// XRT puts names into regular expressions and splits them at colons and commas.
fn name(name: &str) -> Result<(), ProjectError> {
    let starts_well = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if starts_well && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        Ok(())
    } else {
        Err(ProjectError::NoIdentifier)
    }
}

/// XRT throws unless the positions of arguments are 0, 1, 2 and so on, in any order and with repetitions.
fn positions(kernel: &Kernel) -> Result<(), ProjectError> {
    let mut positions: Vec<u64> = kernel.args.iter().filter_map(|arg| arg.id).collect();
    positions.sort_unstable();
    positions.dedup();
    match (0..).zip(positions).find(|(expected, position)| expected != position) {
        Some((missing, _)) => Err(ProjectError::MissingId { missing }),
        None => Ok(()),
    }
}

/// XRT throws when an argument's registers lie outside the range of the slave port.
fn registers(kernel: &Kernel) -> Result<(), ProjectError> {
    let slave = kernel.ports.iter().find(|port| port.mode == PortMode::Slave);
    let range = slave.map_or(DEFAULT_RANGE, |port| port.range);
    let outside = |arg: &&Arg| arg.offset.checked_add(arg.size).is_none_or(|end| end > range);
    match kernel.args.iter().find(outside) {
        Some(arg) => {
            Err(ProjectError::Registers { arg: arg.name.clone(), size: arg.size, offset: arg.offset, range })
        }
        None => Ok(()),
    }
}
