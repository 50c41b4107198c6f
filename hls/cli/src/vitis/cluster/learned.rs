//! What steps needed in earlier runs, in the store: the next ones ask Slurm for that and a margin.

use std::path::PathBuf;

use sycl_hls_cluster::{FaultKind, Needs, State};
use sycl_hls_types::Digest;

use super::Shared;

/// Name of the folder, in a store, of what steps needed.
const NEEDS: &str = "needs";

impl Shared {
    /// The folder with what a step of this image needed, by this version of Vitis.
    pub(super) fn needs_of(&self, step: &str) -> PathBuf {
        let brief = &self.job.brief;
        let image = format!("{}-{}-{}-{}", brief.board, brief.target, brief.name, self.job.plan.vitis);
        self.store.join(NEEDS).join(image).join(step)
    }

    /// Writes down what a step needed. If that fails, the next one asks as if it were the first.
    pub(super) fn learn(&self, step: &str, key: &Digest, needs: Needs) {
        let _ = needs.keep(&self.needs_of(step), &format!("{key}.json"));
    }

    /// A step that did not have enough, of what earlier ones had needed, needs more.
    pub(super) fn learn_from(&self, states: &[State]) {
        for (step, state) in self.job.plan.steps.iter().zip(states) {
            let State::Failed(fault) = state else { continue };
            let known = Needs::known(&self.needs_of(&step.name)).filter(|_| fault.kind == FaultKind::Short);
            if let Some(needs) = known {
                let _ = needs.twice().keep(&self.needs_of(&step.name), &format!("{}.json", fault.job));
            }
        }
    }
}
