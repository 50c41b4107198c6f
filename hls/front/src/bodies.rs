//! Bodies of functions with their types, worked out when they are first needed.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use sycl_hls_ir::Diagnostic;

use crate::codes;
use crate::front::{Front, Instance, TypedBody, USER};
use crate::hir::FnId;
use crate::infer::infer;
use crate::resolve::resolve_fn;

/// Instances of one function above which the calls are taken for endless.
const MAX_INSTANCES: usize = 256;

impl Front<'_> {
    /// The body of an instance; `None` after a complaint.
    pub fn body(&mut self, instance: &Instance) -> Option<Rc<TypedBody>> {
        if let Some(known) = self.bodies.get(instance) {
            return known.clone();
        }
        let errors = self.diagnostics.len();
        let body = resolve_fn(self, instance);
        let signature = self.signature(instance);
        let env = self.env_of(instance);
        let types = self.within(env, |front| infer(front, &body, &signature.ret));
        let types = types.filter(|_| self.diagnostics.len() == errors);
        let own = self.funcs[instance.func.0].unit == USER && instance.generics.is_empty();
        if let (Some(types), true) = (&types, own) {
            types.record(self, &body);
        }
        let typed = types.map(|types| Rc::new(TypedBody { body, types }));
        self.bodies.insert(instance.clone(), typed.clone());
        typed
    }

    /// The functions that can be looked at without a call: all but generic ones.
    pub fn plain_instances(&self) -> Vec<Instance> {
        let plain =
            self.funcs.iter().enumerate().filter(|(_, func)| func.unit == USER && func.generics.is_empty());
        plain.map(|(index, _)| Instance { func: FnId(index), generics: Vec::new() }).collect()
    }

    /// Works out the bodies of functions and of everything that they call. False after a complaint.
    pub fn bodies_of(&mut self, roots: &[Instance]) -> bool {
        let mut seen: HashSet<Instance> = roots.iter().cloned().collect();
        let mut pending: Vec<Instance> = roots.iter().rev().cloned().collect();
        let mut instances: HashMap<FnId, usize> = HashMap::new();
        let mut complete = true;
        while let Some(instance) = pending.pop() {
            let Some(typed) = self.body(&instance) else {
                complete = false;
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
        complete && self.no_recursion(roots)
    }

    /// Complains about functions that call themselves, directly or through others; once about each circle.
    fn no_recursion(&mut self, roots: &[Instance]) -> bool {
        let mut done: HashSet<Instance> = HashSet::new();
        let mut fine = true;
        for root in roots {
            let mut path = Vec::new();
            fine &= self.visit(root, &mut path, &mut done);
        }
        fine
    }

    fn visit(&mut self, instance: &Instance, path: &mut Vec<Instance>, done: &mut HashSet<Instance>) -> bool {
        if let Some(start) = path.iter().position(|other| other == instance) {
            // The function that comes first in the source stands for the circle.
            let circle = &path[start..];
            let first =
                circle.iter().enumerate().min_by_key(|(_, other)| other.func.0).map_or(0, |(index, _)| index);
            let next = circle[(first + 1) % circle.len()].clone();
            let first = circle[first].clone();
            self.calls_itself(&first, Some(next).filter(|next| next.func != first.func));
            return false;
        }
        if !done.insert(instance.clone()) {
            return true;
        }
        let Some(typed) = self.body(instance) else { return true };
        path.push(instance.clone());
        let mut fine = true;
        for callee in typed.types.calls() {
            fine &= self.visit(callee, path, done);
        }
        path.pop();
        fine
    }

    fn calls_itself(&mut self, instance: &Instance, through: Option<Instance>) {
        let func = &self.funcs[instance.func.0];
        let message = match through {
            Some(other) => {
                format!(
                    "the function `{}` calls itself through `{}`",
                    func.name, self.funcs[other.func.0].name
                )
            }
            None => format!("the function `{}` calls itself", func.name),
        };
        let error = Diagnostic::error(codes::RECURSION, func.span, message)
            .note("hardware has no call stack: every call is a copy of the function (UG1399)")
            .help("use a loop");
        self.report(error);
    }
}
