//! What XRT demands of a project beyond its form. It throws, or misreads the file, where a demand is not met.

use super::project::{Arg, Kernel, PortMode, Project};

/// The address range that XRT assumes for a kernel without a slave port, in bytes.
const DEFAULT_RANGE: u64 = 0x1_0000;

/// Checks the demands on a project.
///
/// # Errors
/// What is wrong with which kernel.
pub(super) fn project(project: &Project) -> Result<(), String> {
    let kernels = &project.kernels;
    for (index, kernel) in kernels.iter().enumerate() {
        let in_kernel = |problem| format!("kernel `{}`: {problem}", kernel.name);
        name(&kernel.name).map_err(in_kernel)?;
        // XRT looks arguments up by the kernel's name and takes the first kernel of that name.
        if kernels[..index].iter().any(|other| other.name == kernel.name) {
            return Err(in_kernel("there are two kernels of this name".to_owned()));
        }
        positions(kernel).map_err(in_kernel)?;
        registers(kernel).map_err(in_kernel)?;
        for instance in &kernel.instances {
            name(&instance.name)
                .map_err(|problem| in_kernel(format!("instance `{}`: {problem}", instance.name)))?;
        }
    }
    Ok(())
}

/// XRT puts names into regular expressions and splits them at colons and commas.
fn name(name: &str) -> Result<(), String> {
    let starts_well = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if starts_well && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        Ok(())
    } else {
        Err("the name is not an identifier of ASCII letters, digits and `_`".to_owned())
    }
}

/// XRT throws unless the positions of arguments are 0, 1, 2 and so on, in any order and with repetitions.
fn positions(kernel: &Kernel) -> Result<(), String> {
    let mut positions: Vec<u64> = kernel.args.iter().filter_map(|arg| arg.id).collect();
    positions.sort_unstable();
    positions.dedup();
    match (0..).zip(positions).find(|(expected, position)| expected != position) {
        Some((missing, _)) => Err(format!("no argument has id {missing}, although others have larger ones")),
        None => Ok(()),
    }
}

/// XRT throws when an argument's registers lie outside the range of the slave port.
fn registers(kernel: &Kernel) -> Result<(), String> {
    let slave = kernel.ports.iter().find(|port| port.mode == PortMode::Slave);
    let range = slave.map_or(DEFAULT_RANGE, |port| port.range);
    let outside = |arg: &&Arg| arg.offset.checked_add(arg.size).is_none_or(|end| end > range);
    match kernel.args.iter().find(outside) {
        Some(arg) => Err(format!(
            "argument `{}`: {:#x} bytes at offset {:#x} exceed the slave port's range of {range:#x} bytes",
            arg.name, arg.size, arg.offset
        )),
        None => Ok(()),
    }
}
