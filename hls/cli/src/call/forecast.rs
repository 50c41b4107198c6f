//! How many cycles a kernel will take in simulated hardware.

use sycl_hls_compiler::back::hw_emu::Kernel;
use sycl_hls_compiler::report::{Given, inputs};
use sycl_hls_compiler::rtl::predict::{Count, predict};
use sycl_hls_ir::{Func, Module};

use sycl_hls_types::ScalarValue;

use super::{Arrays, CallArg, PlannedStep};
use crate::placement::hardware;

/// The kernels that may be run.
#[derive(Default)]
pub struct Forecast(Vec<(Func, Kernel)>);

impl Forecast {
    /// Kernels at `mhz`, where they name no clock of their own. A module with what has no hardware is left out: the build
    /// refuses it.
    pub fn new(modules: &[Module], mhz: u32) -> Self {
        let kernels = modules.iter().flat_map(|module| {
            let funcs = module.kernels().map(|(_, func)| func.clone());
            funcs.zip(hardware(module, mhz).unwrap_or_default())
        });
        Self(kernels.collect())
    }

    /// With ideal memory, and so at least.
    pub fn cycles(&self, step: &PlannedStep, arrays: &Arrays) -> Option<Count> {
        let (func, kernel) = self.0.iter().find(|(func, _)| func.name == step.kernel)?;
        let given = step.args.iter().map(|arg| match arg {
            CallArg::Scalar(value) | CallArg::Output(value) => Given::Scalar(value.clone()),
            CallArg::Slice(slice) => Given::Length(slice.len as u64),
            CallArg::Stream(stream) if stream.input => {
                Given::Elements(stream.sent(arrays).iter().flat_map(ScalarValue::to_le_bytes).collect())
            }
            CallArg::Struct(_) | CallArg::Stream(_) => Given::Nothing,
        });
        let given: Vec<Given> = given.collect();
        Some(predict(&kernel.design, &kernel.plan, &inputs(func, &given)).cycles)
    }
}
