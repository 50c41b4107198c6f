//! Names of kernels, which an image has to hold.

use sycl_hls_ir::{Diagnostic, Module, c_identifier};

use crate::codes;

/// Bytes of a compute unit's name with that of its kernel, `axpy:axpy_1`, in an image (`m_name` of `struct ip_data`, which
/// has one more for the end).
const MAX_UNIT_NAME: usize = 63;

/// Complains about kernels with names that are too long for the names of their compute units.
pub(crate) fn check_names(module: &Module) -> Vec<Diagnostic> {
    // What is made of linked kernels is on no card.
    let too_long = module.own_kernels().filter_map(|(_, kernel)| {
        let (name, cpp) = (&kernel.name, c_identifier(&kernel.name));
        let unit = format!("{cpp}:{cpp}_{}", kernel.directives.units());
        let longer = unit.len().checked_sub(MAX_UNIT_NAME).filter(|longer| *longer > 0)?;
        let message = format!("the name of the kernel `{name}` is too long for an image");
        let note = format!(
            "the name is twice in those of compute units, `kernel:kernel_1`, which have at most {MAX_UNIT_NAME} bytes"
        );
        let mut error = Diagnostic::error(codes::KERNEL_NAME, kernel.span, message).note(note);
        if *name != cpp {
            error = error.note(format!("in C++ it is `{cpp}`"));
        }
        Some(error.help(format!("make it {} shorter", crate::names::counted(longer.div_ceil(2), "byte"))))
    });
    too_long.collect()
}
