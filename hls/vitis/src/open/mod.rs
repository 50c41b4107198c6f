//! Kernels as hardware of our own: the Verilog that our hardware emulation simulates, packaged by Vivado as an RTL kernel,
//! which the linker takes as any other object.
//!
//! Sources: UG1393 (2020.2 to 2023.2), UG1700 and UG1702 (2024.2 to 2026.1), "RTL Kernel Development Flow", "RTL Kernel XML
//! File", "package_xo Command"; UG1118, "Packaging IP"; the packaging scripts of Vitis_Accel_Examples and Vitis-Tutorials.

mod kernel_xml;
mod registers;
mod script;

use sycl_hls_compiler::abi::{AbiKernel, CONTROL_BUNDLE};
use sycl_hls_compiler::back::hls_cpp::Version;
use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::link;

use crate::design::Kernel;
pub use kernel_xml::kernel_xml;
pub use script::script;

/// The program that packages.
pub const PACKAGER: &str = "vivado";

/// Vendor, library and version of the packaged kernels, which Vivado calls `vendor:library:name:version`.
const VENDOR: &str = "sycl_hls";
const LIBRARY: &str = "kernel";
const REVISION: &str = "1.0";

/// A kernel to package, and the files that it is made of: names and texts.
pub(crate) fn kernel(
    kernel: &hw_emu::Kernel,
    part: &str,
    version: Version,
) -> (Kernel, Vec<(String, String)>) {
    let name = kernel.top();
    let file = |file: &str| format!("{name}/{file}");
    let own = kernel.verilog();
    let texts: Vec<&str> = own.iter().map(|(_, text)| text.as_str()).collect();
    let library = hw_emu::used(&texts).into_iter();
    let library = library.map(|(name, text)| (format!("library/{name}"), text.to_owned()));
    let mut files: Vec<(String, String)> = library.collect();
    files.extend(own.into_iter().map(|(it, text)| (file(it), text)));
    let verilog: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
    let description = file("kernel.xml");
    files.push((description.clone(), kernel_xml(kernel)));
    let parts = files.iter().map(|(name, _)| name.clone()).collect();
    let source = file("package.tcl");
    files.push((source.clone(), script(kernel, part, version, &verilog, &description)));
    let (hertz, restart) = (link::hertz(&kernel.interface), kernel.interface.restart());
    (Kernel { name: name.to_owned(), source, parts, hertz, restart }, files)
}

/// Registers that every kernel has, which the packaging script adds by these names.
const REGISTERS: [&str; 4] = ["CTRL", "GIER", "IP_IER", "IP_ISR"];

/// Why a kernel cannot be packaged, if it cannot.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfit {
    /// UG1393, "General Settings": in names of IP integrator, underscores are between letters or digits. Names in C++, and
    /// so in Verilog, begin with none and never have two in a row.
    #[error("Vivado takes no kernel whose name ends with an underscore, as `{0}` does in Verilog")]
    Name(String),
    /// UG1700, "Packaging the RTL Code as a Vitis XO": the name of the control registers' port.
    #[error("an RTL kernel has its control registers in the bundle `{CONTROL_BUNDLE}`, not in `{0}`")]
    ControlBundle(String),
    /// An argument is called as a register is that every kernel has.
    #[error("`{0}` is a register of every RTL kernel, and can be no argument")]
    Argument(String),
    /// An argument is called as a register of another one is, or of a kernel that starts itself again.
    #[error("the kernel has another register `{0}` besides the argument of this name")]
    Register(String),
    /// Our hardware is started through its registers, which such a kernel has not.
    #[error(
        "our own hardware for cards has no free-running kernels, as `{0}` is: build it with Vitis' compiler"
    )]
    FreeRunning(String),
}

/// True if a kernel can be packaged.
///
/// # Errors
/// When Vivado or Vitis would refuse a name in it.
pub fn check(kernel: &AbiKernel) -> Result<(), Unfit> {
    let name = &kernel.symbol;
    if name.ends_with('_') {
        return Err(Unfit::Name(name.clone()));
    }
    if kernel.directives.ap_ctrl_none.is_some() {
        return Err(Unfit::FreeRunning(kernel.name.clone()));
    }
    if kernel.control_bundle() != CONTROL_BUNDLE {
        return Err(Unfit::ControlBundle(kernel.control_bundle().to_owned()));
    }
    if let Some(param) = kernel.params.iter().find(|param| REGISTERS.contains(&param.name.as_str())) {
        return Err(Unfit::Argument(param.name.clone()));
    }
    let registers = registers::described(kernel);
    let mut names: Vec<&str> = registers.iter().map(|register| register.name.as_str()).collect();
    names.sort_unstable();
    match names.array_windows().find(|[one, other]| one == other) {
        Some([name, _]) => Err(Unfit::Register((*name).to_owned())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sycl_hls_compiler::abi::{AbiParam, AbiParamKind};
    use sycl_hls_ir::directive::{ApCtrlNone, ControlBundle};
    use sycl_hls_ir::{FuncDirectives, ParamDirectives};

    fn unfit(name: &str, param: &str, bundle: Option<&str>) -> String {
        let control = bundle.map(|name| ControlBundle { name: name.to_owned() }.into());
        let kernel = AbiKernel {
            name: name.to_owned(),
            symbol: name.to_owned(),
            params: vec![AbiParam {
                name: param.to_owned(),
                host_name: param.to_owned(),
                kind: AbiParamKind::Length,
                directives: ParamDirectives::default(),
            }],
            directives: FuncDirectives { control, ..FuncDirectives::default() },
        };
        check(&kernel).map_or_else(|why| why.to_string(), |()| "fit".to_owned())
    }

    #[test]
    fn names_that_vivado_or_vitis_refuses_are_told() {
        assert_eq!(unfit("a_1", "x", Some("control")), "fit");
        assert!(unfit("a_", "x", None).contains("underscore, as `a_` does"));
        assert!(unfit("a", "x", Some("other")).contains("not in `other`"));
        let directives =
            FuncDirectives { ap_ctrl_none: Some(ApCtrlNone {}.into()), ..FuncDirectives::default() };
        let (name, symbol) = ("a".to_owned(), "a".to_owned());
        let free = check(&AbiKernel { name, symbol, params: Vec::new(), directives });
        assert_eq!(free, Err(Unfit::FreeRunning("a".to_owned())));
        assert!(unfit("a", "CTRL", None).contains("`CTRL` is a register"));
        for register in REGISTERS {
            assert!(script::COMMANDS.contains(&format!("    {register} ")), "{register}");
        }
    }
}
