//! Bodies of functions with their types, inferred on first use.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_ir::Diagnostic;

use crate::codes;
use crate::front::{Front, USER};
use crate::ids::FnId;
use crate::infer::infer;
use crate::resolve::resolve_fn;
use crate::ty::GenericArg;
use crate::typed::{Instance, TypedBody};

/// The number of instances of one function above which its calls count as endless recursion.
const MAX_INSTANCES: usize = 256;

/// The longest chain of functions that call each other.
const MAX_LEVELS: usize = 64;

impl Front<'_> {
    /// The inferred body of an instance; `None` after an error.
    pub fn body(&mut self, instance: &Instance) -> Option<Rc<TypedBody>> {
        if let Some(known) = self.bodies.get(instance) {
            return known.clone();
        }
        let errors = self.diagnostics.len();
        let body = resolve_fn(self, instance);
        let signature = self.signature(instance);
        let env = self.env_of(instance);
        let types = self.within(env, |front| infer(front, &body, &signature.ret, errors));
        if let Some(types) = &types {
            self.no_suspension_in_closures(&body, types);
            self.check_flushing(instance, &body, types);
        }
        let types = types.filter(|_| self.diagnostics.len() == errors);
        if let (Some(types), USER) = (&types, self.funcs[instance.func.0].unit) {
            self.record_suspensions(instance, &body, types);
            types.record_min_max(&mut self.typings, &body);
            types.record_flushing(&mut self.typings, &body);
            let provided = self.funcs[instance.func.0].provided;
            // Instances for other types have other types inside, those for other numbers have other arrays only.
            if !provided && instance.generics.iter().all(|arg| matches!(arg, GenericArg::Const(_))) {
                types.record_literals(&mut self.typings, &body);
            }
            if !provided && instance.generics.is_empty() {
                types.record_lets(&mut self.typings, &body);
            }
        }
        let typed = types.map(|types| Rc::new(TypedBody { body, types }));
        self.bodies.insert(instance.clone(), typed.clone());
        typed
    }

    /// The functions that are translated even if nothing calls them: those without generic parameters, and the
    /// instances of kernels.
    pub fn roots(&self) -> Vec<Instance> {
        let own = self.funcs.iter().enumerate().filter(|(_, func)| func.unit == USER);
        own.flat_map(|(index, item)| {
            let func = FnId(index);
            // A function in a function is translated where it is called: its scope is known then.
            let plain = (item.generics.is_empty() && item.scope.is_none())
                .then(|| Instance { func, generics: Vec::new() });
            let listed = item.instances.iter();
            let listed = listed.map(move |it| Instance { func, generics: it.generics.clone() });
            plain.into_iter().chain(listed)
        })
        .collect()
    }

    /// Infers the bodies of functions and of everything that they call. False after an error.
    pub fn bodies_of(&mut self, roots: &[Instance]) -> bool {
        let mut seen: FxHashSet<Instance> = roots.iter().cloned().collect();
        let mut pending: Vec<Instance> = roots.iter().rev().cloned().collect();
        let mut instances: FxHashMap<FnId, usize> = FxHashMap::default();
        let mut failed = Vec::new();
        while let Some(instance) = pending.pop() {
            let before = self.diagnostics.len();
            let Some(typed) = self.body(&instance) else {
                failed.push((instance, before..self.diagnostics.len()));
                continue;
            };
            for callee in typed.types.calls() {
                if seen.insert(callee.clone()) {
                    pending.push(callee.clone());
                }
            }
            let count = instances.entry(instance.func).or_default();
            *count += 1;
            if *count > MAX_INSTANCES {
                self.calls_itself(&instance, None);
                return false;
            }
        }
        let complete = failed.is_empty();
        for (instance, messages) in failed {
            self.name_instance(&instance, messages);
        }
        complete && self.no_recursion(roots)
    }

    /// Complains about functions that call themselves, directly or through others; once about each circle. And about
    /// calls that lie too deep inside of each other.
    fn no_recursion(&mut self, roots: &[Instance]) -> bool {
        let mut levels = FxHashMap::default();
        let mut fine = true;
        for root in roots {
            let mut path = Vec::new();
            fine &= self.visit(root, &mut path, &mut levels).is_some();
        }
        fine
    }

    /// How many functions call each other below this one; `None` after a complaint.
    fn visit(
        &mut self,
        instance: &Instance,
        path: &mut Vec<Instance>,
        levels: &mut FxHashMap<Instance, Option<usize>>,
    ) -> Option<usize> {
        if let Some(start) = path.iter().position(|other| other == instance) {
            // The function that comes first in the source stands for the circle.
            let circle = &path[start..];
            let first =
                circle.iter().enumerate().min_by_key(|(_, other)| other.func.0).map_or(0, |(index, _)| index);
            let next = circle[(first + 1) % circle.len()].clone();
            let first = circle[first].clone();
            self.calls_itself(&first, Some(next).filter(|next| next.func != first.func));
            return None;
        }
        if let Some(known) = levels.get(instance) {
            return *known;
        }
        let level =
            if path.len() >= MAX_LEVELS { Some(MAX_LEVELS) } else { self.level(instance, path, levels) };
        let level =
            level.and_then(|level| if level < MAX_LEVELS { Some(level) } else { self.too_deep(instance) });
        levels.insert(instance.clone(), level);
        level
    }

    /// How deep the calls below an instance nest: 0 without calls. `None` after a report; `path` has the callers.
    fn level(
        &mut self,
        instance: &Instance,
        path: &mut Vec<Instance>,
        levels: &mut FxHashMap<Instance, Option<usize>>,
    ) -> Option<usize> {
        let Some(typed) = self.body(instance) else { return Some(0) };
        path.push(instance.clone());
        let mut level = Some(0);
        for callee in typed.types.calls() {
            let below = self.visit(callee, path, levels);
            level = level.zip(below).map(|(level, below)| level.max(below + 1));
        }
        path.pop();
        level
    }

    /// Reports more than `MAX_LEVELS` calls inside of each other.
    fn too_deep(&mut self, instance: &Instance) -> Option<usize> {
        let message = format!("more than {MAX_LEVELS} functions call each other in a row");
        let error = Diagnostic::error(codes::DEPTH, self.funcs[instance.func.0].span, message);
        self.report(error.help("join some of them"));
        None
    }

    /// Reports recursion, directly or through another function (`SH0107`).
    fn calls_itself(&mut self, instance: &Instance, through: Option<Instance>) {
        let name = self.fn_title(instance.func);
        let message = match through {
            Some(other) => {
                format!("the function `{name}` calls itself through `{}`", self.fn_title(other.func))
            }
            None => format!("the function `{name}` calls itself"),
        };
        let error = Diagnostic::error(codes::RECURSION, self.funcs[instance.func.0].span, message)
            .note("hardware has no call stack: every call is a copy of the function (UG1399)")
            .help("use a loop");
        self.report(error);
    }
}
