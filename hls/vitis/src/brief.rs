//! What the results of a plan are read by, where neither kernels nor sources are at hand: it travels with the plan.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sycl_hls_compiler::abi;
use sycl_hls_compiler::back::hls_cpp::Version;
use sycl_hls_compiler::report::Kernel;
use sycl_hls_ir::{Module, OpKind};
use sycl_hls_types::{MemoryErrors, ModuleInterface, Target};

use crate::Place;
use crate::design::{Design, Hls, source_of};
use crate::flow;
use crate::plan::{BadPlan, Plan};
use crate::platform::Needs;
use crate::report::Wanted;
use crate::source_map::{cpp_line_of_loop, rust_line};

/// The first version whose reports tell what became of pragmas.
const REPORTS_PRAGMAS: Version = Version::V2021_1;

/// A plan, and what its results are read by.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// What is run.
    pub plan: Plan,
    /// What becomes of it.
    pub brief: Brief,
}

/// What every form of a job has.
#[derive(Deserialize)]
struct Head {
    plan: PlanHead,
}

#[derive(Deserialize)]
struct PlanHead {
    schema: u32,
}

/// What was asked for, by lines of Rust. [`Plan::SCHEMA`] is the version of its form, too.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brief {
    /// The image's name.
    pub name: String,
    /// The board's short name.
    pub board: String,
    /// Hardware, or Vitis' own emulation of it.
    pub target: Target,
    /// The clock, in MHz, below which kernels are not good enough.
    pub min_mhz: Option<f64>,
    /// The kernels that Vitis HLS compiles.
    pub kernels: Vec<BriefKernel>,
    /// Our own hardware of those that Vitis HLS does not compile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own: Vec<Kernel>,
    /// The registers of our own hardware that tell of errors of memories, by kernel.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub memory_errors: BTreeMap<String, MemoryErrors>,
    /// What was translated, by the path of its C++ in the plan.
    pub sources: BTreeMap<String, BriefSource>,
    /// The modules, as programs find them in the image.
    pub interfaces: Vec<ModuleInterface>,
    /// The command that tries an image on a card.
    pub smoke: Vec<String>,
    /// What is needed of the platform and of Vitis.
    #[serde(default)]
    pub needs: Needs,
}

/// A kernel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BriefKernel {
    /// The name of its C++ function.
    pub name: String,
    /// The step that compiles it.
    pub step: String,
    /// The path of its C++ in the plan.
    pub source: String,
    /// Where it begins in Rust.
    pub line: u32,
}

/// A file in Rust.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BriefSource {
    /// How messages name it.
    pub file: String,
    /// All of it.
    pub text: String,
    /// The loops that are to be pipelined.
    pub pipelines: Vec<Pipeline>,
}

/// A loop that is to be pipelined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pipeline {
    /// Where the loop begins in Rust.
    pub line: u32,
    /// The interval, in cycles.
    pub interval: u64,
    /// True if a build that misses it fails.
    pub strict: bool,
}

impl Brief {
    /// What is asked of a design that was made of these modules, and is tried in no way. Programs know them by `interfaces`.
    /// Nothing is said of hardware of our own, nor of what is needed.
    #[must_use]
    pub fn new(
        design: &Design,
        modules: &[Module],
        interfaces: &[ModuleInterface],
        min_mhz: Option<f64>,
    ) -> Self {
        // Vitis HLS reports what it compiles: nothing of our own hardware.
        let compiled = design.kernels.iter().filter(|_| design.hls != Hls::Open);
        let kernels = compiled.map(|kernel| BriefKernel {
            name: kernel.name.clone(),
            step: flow::compile_step(kernel),
            source: flow::source(&kernel.source),
            line: line_of(modules, &kernel.name).unwrap_or_default(),
        });
        let sources = modules.iter().map(|module| (flow::source(&source_of(module)), source(module)));
        Self {
            name: design.name.clone(),
            board: design.board.clone(),
            target: design.target,
            min_mhz,
            kernels: kernels.collect(),
            own: Vec::new(),
            memory_errors: BTreeMap::new(),
            sources: sources.collect(),
            interfaces: interfaces.to_vec(),
            smoke: Vec::new(),
            needs: Needs::default(),
        }
    }
}

/// Where the kernel with this name in C++ begins in Rust.
fn line_of(modules: &[Module], symbol: &str) -> Option<u32> {
    modules.iter().find_map(|module| {
        let kernel = abi::kernels(module).into_iter().find(|kernel| kernel.symbol == symbol)?;
        Some(module.funcs[module.func(&kernel.name)?].span.start.line_in_file())
    })
}

fn source(module: &Module) -> BriefSource {
    let text = module.source.text.as_deref().unwrap_or_default().to_owned();
    let funcs = module.funcs.iter().map(|(_, func)| func);
    let ops = funcs.flat_map(|func| func.ops_in_order().into_iter().map(|op| &func.ops[op]));
    let pipelines = ops.filter_map(|op| {
        let directives = match &op.kind {
            OpKind::For(for_loop) => &for_loop.directives,
            OpKind::While { directives, .. } => directives,
            _ => return None,
        };
        // Vitis' reports are compared by lines of the module's own file.
        let own = op.span.start.file() == 0;
        let asked = directives.pipeline.as_ref().filter(|asked| asked.is_on() && own)?;
        let interval = u64::from(asked.ii.unwrap_or(1));
        Some(Pipeline { line: op.span.start.line_in_file(), interval, strict: asked.strict })
    });
    BriefSource { file: module.source.file.clone(), text, pipelines: pipelines.collect() }
}

impl BriefSource {
    /// A line of the text, without its end.
    #[must_use]
    pub fn line(&self, line: u32) -> Option<&str> {
        self.text.lines().nth(line.checked_sub(1)? as usize)
    }
}

impl Job {
    /// The job as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Strings, numbers, lists and maps of strings: serialization has no way to fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Reads what [`Job::to_json`] wrote, and checks the plan.
    ///
    /// # Errors
    /// When it is no job, its plan is none of this version or fails [`Plan::check`], or a kernel's step is not there.
    pub fn from_json(text: &str) -> Result<Self, BadPlan> {
        let bad = |error: serde_json::Error| BadPlan::Json(error.to_string());
        // Another form may have other fields: its number tells first.
        let Head { plan: PlanHead { schema } } = serde_json::from_str(text).map_err(bad)?;
        if schema != Plan::SCHEMA {
            return Err(BadPlan::Schema { found: schema });
        }
        let job: Self = serde_json::from_str(text).map_err(bad)?;
        job.plan.check()?;
        let is_step = |kernel: &&BriefKernel| job.plan.steps.iter().any(|step| step.name == kernel.step);
        match job.brief.kernels.iter().find(|kernel| !is_step(kernel)) {
            None => Ok(job),
            Some(kernel) => Err(BadPlan::Json(format!("there is no step `{}`", kernel.step))),
        }
    }

    /// The C++ of a kernel; empty if the plan has none.
    #[must_use]
    pub fn cpp(&self, kernel: &BriefKernel) -> &str {
        self.plan.files.get(&kernel.source).map_or("", String::as_str)
    }

    /// The line of Rust behind a place in the plan's C++, as a tool names it: wherever it was compiled.
    #[must_use]
    pub fn in_rust(&self, place: &Place) -> Option<(&BriefSource, u32)> {
        let is_it = |path: &str| Path::new(path).file_name() == Path::new(&place.file).file_name();
        let (path, source) = self.brief.sources.iter().find(|(path, _)| is_it(path))?;
        Some((source, rust_line(self.plan.files.get(path)?, place.line)?))
    }

    /// What is wanted of a kernel: its pragmas by their lines, where reports tell of them, and the intervals of strict pipelines.
    #[must_use]
    pub fn wanted(&self, kernel: &BriefKernel) -> Wanted {
        let cpp = self.cpp(kernel);
        let tells = self.plan.vitis.parse().is_ok_and(|version: Version| version >= REPORTS_PRAGMAS);
        let pragmas = if tells { Wanted::pragmas_of(cpp) } else { Wanted::default() };
        let source = self.brief.sources.get(&kernel.source);
        let strict = source.into_iter().flat_map(|source| &source.pipelines).filter(|loop_| loop_.strict);
        let intervals = strict.filter_map(|loop_| Some((cpp_line_of_loop(cpp, loop_.line)?, loop_.interval)));
        Wanted { intervals: intervals.collect(), ..pragmas }
    }
}
