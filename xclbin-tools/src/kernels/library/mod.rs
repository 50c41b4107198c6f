//! The kernel of a shared library for the card's processor, as xclbinutil's `--add-pskernel` finds it:
//!
//! - `f`, which every unit runs: the only exported function that is neither of the others. Its last argument is an
//!   `xrtHandles*`, which XRT passes by itself.
//! - `f_init(xclDeviceHandle, const unsigned char*)`, which may be missing: it makes these handles.
//! - `f_fini(xrtHandles*)`, which may be missing: it ends them.
//!
//! The arguments are packed in the order in which they stand; one that is a pointer takes an address and a size.

mod dwarf;
mod error;
mod exports;

pub use error::LibraryError;

use dwarf::{Function, Type};

use crate::section::embedded_metadata::{AddressQualifier, Memory, PsArg, PsKernel};
use crate::section::with_part;
use crate::tree::Tree;
use crate::{Error, SectionKind};

/// Bytes of an argument that is a buffer: address and size.
const BUFFER: u64 = 16;

/// The type of what XRT passes last.
const HANDLES: &str = "xrtHandles*";

/// What the names of functions that begin and end a kernel's work add to the kernel's, and their arguments.
const COMPANIONS: [(&str, &[&str]); 2] =
    [("_init", &["xclDeviceHandle", "const unsigned char*"]), ("_fini", &[HANDLES])];

/// The kernel of a library, with so many units. Its buffers lie in these banks, or in the memory of programs.
///
/// # Errors
/// What is wrong with the library, or there are no units.
pub(super) fn kernel(library: &[u8], instances: u32, banks: &[usize]) -> Result<PsKernel, LibraryError> {
    if instances == 0 {
        return Err(LibraryError::NoInstance);
    }
    let functions = dwarf::functions(library, &exports::functions(library)?)?;
    let kernel = checked(&functions)?;
    let memory = if banks.is_empty() { Memory::OfPrograms } else { Memory::Banks(banks.to_vec()) };
    Ok(PsKernel {
        name: kernel.name.clone(),
        is_fixed: false,
        extended: Vec::new(),
        args: args(kernel, &memory)?,
        instances: (0..instances).map(|instance| format!("{}_{instance}", kernel.name)).collect(),
    })
}

/// The payload of a section for a library.
///
/// # Errors
/// [`Error::Section`] when it does not fit the section.
pub(super) fn soft_kernel(name: &str, instances: u32, library: &[u8]) -> Result<Vec<u8>, Error> {
    let kind = SectionKind::SOFT_KERNEL;
    let metadata = Tree::new()
        .with_text("mpo_name", name)
        .with_text("mpo_version", "0.0.0")
        .with_text("mpo_md5_value", "0".repeat(32))
        .with_text("mpo_symbol_name", name)
        .with_text("m_num_instances", instances);
    let document = Tree::new().with("soft_kernel_metadata", metadata).pretty();
    let object = with_part(kind, None, name, "OBJ", library)?;
    with_part(kind, Some(&object), name, "METADATA", document.as_bytes())
}

/// The kernel among functions that are as they must be.
fn checked(functions: &[Function]) -> Result<&Function, LibraryError> {
    let companion = |function: &Function| COMPANIONS.iter().find(|(end, _)| function.name.ends_with(end));
    let kernels: Vec<&Function> = functions.iter().filter(|function| companion(function).is_none()).collect();
    let [kernel] = kernels[..] else { return Err(which(&kernels)) };
    for function in functions {
        let Some((end, types)) = companion(function) else { continue };
        let expected = format!("{}{end}", kernel.name);
        if function.name != expected {
            return Err(LibraryError::CompanionName { name: function.name.clone(), expected });
        }
        if !function.args.iter().map(|(_, ty)| ty.name.as_str()).eq(types.iter().copied()) {
            let expected = format!("{expected}({})", types.join(", "));
            return Err(LibraryError::CompanionType { signature: function.signature(), expected });
        }
    }
    match kernel.args.last() {
        Some((_, ty)) if ty.name == HANDLES => Ok(kernel),
        _ => Err(LibraryError::NoHandles { signature: kernel.signature(), handles: HANDLES }),
    }
}

fn which(kernels: &[&Function]) -> LibraryError {
    if kernels.is_empty() {
        return LibraryError::NoFunction;
    }
    let mut names: Vec<String> = kernels.iter().map(|kernel| kernel.name.clone()).collect();
    names.sort_unstable();
    LibraryError::SeveralFunctions { names }
}

fn args(kernel: &Function, memory: &Memory) -> Result<Vec<PsArg>, LibraryError> {
    let last = kernel.args.len().saturating_sub(1);
    let mut offset = 0_u64;
    let arg = |(index, (name, ty)): (usize, &(String, Type))| {
        let size = if ty.is_pointer { Some(BUFFER) } else { ty.size };
        let size = size.ok_or_else(|| LibraryError::ArgumentType {
            argument: name.clone(),
            kernel: kernel.name.clone(),
            ty: ty.name.clone(),
        })?;
        let start = offset;
        offset = offset.saturating_add(size);
        Ok(PsArg {
            name: name.clone(),
            qualifier: if ty.is_pointer { AddressQualifier::Global } else { AddressQualifier::Scalar },
            has_position: index != last,
            size,
            offset: format!("{start:#x}"),
            ty: ty.name.clone(),
            memory: (ty.is_pointer && index != last).then(|| memory.clone()),
        })
    };
    kernel.args.iter().enumerate().map(arg).collect()
}
