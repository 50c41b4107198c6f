//! A build as data: steps of tools, what each reads and writes.
//!
//! All paths are relative to the plan's folder, so a plan runs wherever its files are. What a step waits for follows from
//! its files: it reads what others write.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::inputs::Input;

/// A build.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Version of this form: [`Plan::SCHEMA`].
    pub schema: u32,
    /// What is built, for people: `vadd for u200, hw`.
    pub title: String,
    /// The version of Vitis that the steps are written for: `2022.2`.
    pub vitis: String,
    /// The platform's name, or the path of its `.xpfm`.
    pub platform: String,
    /// Texts that are there before the first step, by path.
    pub files: BTreeMap<String, String>,
    /// Files of the user's own that are there before the first step, by path.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub inputs: BTreeMap<String, Input>,
    /// The steps; each stands behind those whose files it reads.
    pub steps: Vec<Step>,
    /// The file that all is about.
    pub image: String,
}

/// One run of one tool, in the plan's folder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Its name, unique in the plan: `compile-vadd`.
    pub name: String,
    /// The program: `v++`.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// The files that it reads.
    pub inputs: Vec<String>,
    /// The files that it leaves for others.
    pub outputs: Vec<String>,
    /// The folder of its intermediate files, logs and reports, if it has one.
    pub scratch: Option<String>,
}

/// A plan that cannot be run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadPlan {
    /// Not JSON, or not of a plan.
    #[error("this is no plan: {0}")]
    Json(String),
    /// Another version of the form.
    #[error("the plan has form {found}; this version reads form {}", Plan::SCHEMA)]
    Schema {
        /// The form that it states.
        found: u32,
    },
    /// Two steps, or a step and a file, share something.
    #[error("`{what}` stands twice in the plan")]
    Twice {
        /// The step's name or the file.
        what: String,
    },
    /// A step reads what nobody writes before it.
    #[error("the step `{step}` reads `{file}`, which is neither a file of the plan nor written before")]
    Missing {
        /// The step.
        step: String,
        /// The file.
        file: String,
    },
    /// A path leads out of the plan's folder.
    #[error("the path `{0}` leads out of the plan's folder")]
    Outside(String),
    /// Nothing writes the image.
    #[error("no step writes `{0}`, the plan's image")]
    NoImage(String),
}

impl Plan {
    /// The form that this version reads and writes.
    pub const SCHEMA: u32 = 1;

    /// The plan as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Strings, numbers, lists and maps of strings: serialization has no way to fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Reads what [`Plan::to_json`] wrote, and checks it.
    ///
    /// # Errors
    /// When it is no plan, of another form, or fails [`Plan::check`].
    pub fn from_json(text: &str) -> Result<Self, BadPlan> {
        let plan: Self = serde_json::from_str(text).map_err(|error| BadPlan::Json(error.to_string()))?;
        if plan.schema != Self::SCHEMA {
            return Err(BadPlan::Schema { found: plan.schema });
        }
        plan.check()?;
        Ok(plan)
    }

    /// True if the plan can be run from its first step to its last.
    ///
    /// # Errors
    /// When a name or an output stands twice, a step reads what is not there yet, a path leads out of the plan's folder,
    /// or nothing writes the image.
    pub fn check(&self) -> Result<(), BadPlan> {
        let mut names = BTreeSet::new();
        let mut there: BTreeSet<&str> = BTreeSet::new();
        for path in self.files.keys().chain(self.inputs.keys()) {
            inside(path)?;
            if !there.insert(path) {
                return Err(BadPlan::Twice { what: path.clone() });
            }
        }
        for step in &self.steps {
            inside(&step.name)?;
            if step.program.contains('/') {
                return Err(BadPlan::Outside(step.program.clone()));
            }
            if !names.insert(step.name.as_str()) {
                return Err(BadPlan::Twice { what: step.name.clone() });
            }
            for file in &step.inputs {
                if !there.contains(file.as_str()) {
                    return Err(BadPlan::Missing { step: step.name.clone(), file: file.clone() });
                }
            }
            for file in step.outputs.iter().chain(&step.scratch) {
                inside(file)?;
                if !there.insert(file) {
                    return Err(BadPlan::Twice { what: file.clone() });
                }
            }
        }
        match there.contains(self.image.as_str()) {
            true => Ok(()),
            false => Err(BadPlan::NoImage(self.image.clone())),
        }
    }

    /// The part of the plan that is about one file, if a step writes it: that step, and those that it waits for.
    #[must_use]
    pub fn only(&self, file: &str) -> Self {
        let mut wanted = vec![file.to_owned()];
        let mut steps: Vec<Step> = Vec::new();
        for step in self.steps.iter().rev() {
            if step.outputs.iter().any(|output| wanted.contains(output)) {
                wanted.extend(step.inputs.iter().cloned());
                steps.insert(0, step.clone());
            }
        }
        Self { steps, image: file.to_owned(), ..self.clone() }
    }

    /// The positions of the steps that `step` waits for.
    #[must_use]
    pub fn waits_for(&self, step: &Step) -> Vec<usize> {
        let writes = |other: &Step| other.outputs.iter().any(|file| step.inputs.contains(file));
        (0..self.steps.len()).filter(|index| writes(&self.steps[*index])).collect()
    }
}

fn inside(path: &str) -> Result<(), BadPlan> {
    use std::path::{Component, Path};
    let plain = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    if plain && !path.is_empty() { Ok(()) } else { Err(BadPlan::Outside(path.to_owned())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &str, inputs: &[&str], outputs: &[&str]) -> Step {
        let owned = |files: &[&str]| files.iter().map(ToString::to_string).collect();
        Step {
            name: name.to_owned(),
            program: "v++".to_owned(),
            args: Vec::new(),
            inputs: owned(inputs),
            outputs: owned(outputs),
            scratch: None,
        }
    }

    fn plan(steps: Vec<Step>) -> Plan {
        Plan {
            schema: Plan::SCHEMA,
            title: "k".to_owned(),
            vitis: "2022.2".to_owned(),
            platform: "p".to_owned(),
            files: BTreeMap::from([("k.cpp".to_owned(), String::new())]),
            inputs: BTreeMap::new(),
            steps,
            image: "k.xclbin".to_owned(),
        }
    }

    #[test]
    fn a_plan_survives_json() {
        let plan = plan(vec![step("a", &["k.cpp"], &["k.xo"]), step("b", &["k.xo"], &["k.xclbin"])]);
        assert_eq!(Plan::from_json(&plan.to_json()), Ok(plan.clone()));
        assert_eq!(plan.waits_for(&plan.steps[1]), [0]);
        assert!(plan.waits_for(&plan.steps[0]).is_empty());
    }

    #[test]
    fn a_part_of_a_plan_has_what_its_file_needs() {
        let other = step("other", &["k.cpp"], &["other.xo"]);
        let whole = plan(vec![step("a", &["k.cpp"], &["k.xo"]), other, step("b", &["k.xo"], &["k.xclbin"])]);
        let names = |plan: Plan| plan.steps.into_iter().map(|step| step.name).collect::<Vec<_>>();
        assert_eq!(names(whole.only("k.xclbin")), ["a", "b"]);
        assert_eq!(names(whole.only("other.xo")), ["other"]);
        assert_eq!(whole.only("k.xo").check(), Ok(()));
    }

    #[test]
    fn a_plan_that_cannot_run_is_refused() {
        let error = |steps| plan(steps).check().unwrap_err().to_string();
        let made = step("b", &["k.xo"], &["k.xclbin"]);
        assert!(error(vec![made.clone()]).contains("`b` reads `k.xo`"));
        let compiled = step("a", &["k.cpp"], &["k.xo"]);
        assert!(error(vec![made.clone(), compiled.clone()]).contains("`b` reads `k.xo`"));
        assert!(error(vec![compiled.clone()]).contains("no step writes `k.xclbin`"));
        assert!(error(vec![compiled.clone(), compiled.clone()]).contains("`a` stands twice"));
        assert!(error(vec![compiled.clone(), step("c", &[], &["k.xo"])]).contains("`k.xo` stands twice"));
        assert!(error(vec![step("a", &[], &["../k.xclbin"])]).contains("`../k.xclbin` leads out"));
        assert!(error(vec![step("a", &[], &["/k.xclbin"])]).contains("leads out"));
        assert!(error(vec![step("../a", &[], &["k.xclbin"])]).contains("`../a` leads out"));
        let shell = Step { program: "../../bin/sh".to_owned(), ..compiled.clone() };
        assert!(error(vec![shell]).contains("sh` leads out"));
        let own = Input { sha256: sycl_hls_types::Digest::of(""), from: "k.cpp".into() };
        let with = |name: &str| {
            let inputs = BTreeMap::from([(name.to_owned(), own.clone())]);
            Plan { inputs, ..plan(vec![compiled.clone(), made.clone()]) }.check().unwrap_err().to_string()
        };
        assert!(with("../a.tcl").contains("leads out") && with("k.cpp").contains("`k.cpp` stands twice"));
        let newer = Plan { schema: 2, ..plan(vec![compiled, made]) }.to_json();
        assert_eq!(Plan::from_json(&newer), Err(BadPlan::Schema { found: 2 }));
        assert!(matches!(Plan::from_json("{}"), Err(BadPlan::Json(_))));
    }
}
