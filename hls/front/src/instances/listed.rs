//! Evaluates the list of a kernel's instances.

use rustc_hash::FxHashMap;
use sycl_hls_ir::{Diagnostic, FuncKind, Span};
use syn::Expr;

use crate::codes;
use crate::directives::{Assignment, Entry};
use crate::front::{Front, GenericParam, Item, ListedInstance};
use crate::ids::FnId;
use crate::lacking::{nearest, unknown_type};
use crate::names::{counted, plain_name};
use crate::span::{span, span_of};
use crate::ty::{GenericArg, Prim, Ty};

/// A kernel with generic parameters.
struct Generic {
    title: String,
    params: Vec<GenericParam>,
}

/// An instance as it is listed.
pub(super) struct Listed<'l> {
    /// With how they are written.
    pub arguments: Vec<(GenericArg, &'l Expr)>,
    pub at: Span,
}

impl Generic {
    /// How it could list its instances.
    fn example(&self) -> String {
        let value = |param: &GenericParam, which: usize| match param.constant {
            None => ["f32", "f64"][which],
            Some(Prim::Bool) => ["false", "true"][which],
            Some(_) => ["16", "32"][which],
        };
        let row = |which: usize| {
            let values = self.params.iter().map(|param| format!("{} = {}", param.name, value(param, which)));
            format!("({})", values.collect::<Vec<_>>().join(", "))
        };
        match self.params.as_slice() {
            [param] => {
                let (first, second) = (value(param, 0), value(param, 1));
                format!("#[kernel(instances({} = [{first}, {second}]))]", param.name)
            }
            _ => format!("#[kernel(instances({}, {}))]", row(0), row(1)),
        }
    }
}

impl Front<'_> {
    /// The instances that a kernel lists. None of a function that is no kernel, or has no generic parameters.
    pub fn listed_instances(&mut self, id: FnId) -> Vec<ListedInstance> {
        let item = &self.funcs[id.0];
        let directive = item.given.iter().find(|directive| directive.name() == "kernel").copied();
        let (Some(directive), FuncKind::Kernel) = (directive, item.kind) else { return Vec::new() };
        let kernel = Generic { params: item.generics.clone(), title: self.fn_title(id) };
        let is_plain = kernel.params.is_empty();
        let example = if is_plain { "#[kernel]".to_owned() } else { kernel.example() };
        match self.instance_list(&directive, &example) {
            Err(_) => {}
            Ok(None) if is_plain => {}
            Ok(None) => self.no_list(id, &kernel),
            Ok(Some(_)) if is_plain => {
                let message = format!("the kernel `{}` has no parameters to list instances of", kernel.title);
                let error = Diagnostic::error(codes::INSTANCES, directive.span, message);
                self.report(error.help("write `#[kernel]`, or give it a parameter: `<const N: usize>`"));
            }
            Ok(Some(entries)) => {
                let listed = self.entries(&kernel, &entries, directive.span);
                return self.named_instances(id, listed);
            }
        }
        Vec::new()
    }

    /// Reports a kernel with parameters and without a list of instances (`SH0110`).
    fn no_list(&mut self, id: FnId, kernel: &Generic) {
        let generics = &self.funcs[id.0].sig.generics;
        let (Some(lt), Some(gt)) = (&generics.lt_token, &generics.gt_token) else { return };
        let at = span(lt.span).to(span(gt.span));
        let message = format!("the kernel `{}` has parameters and does not list its instances", kernel.title);
        let error = Diagnostic::error(codes::INSTANCES, at, message).note(
            "a kernel is a part of an image: which instances there are must be known when that is built",
        );
        self.report(error.help(format!("write `{}`", kernel.example())));
    }

    /// The instances of all entries.
    fn entries<'l>(&mut self, kernel: &Generic, entries: &'l [Entry], at: Span) -> Vec<Listed<'l>> {
        let before = self.diagnostics.len();
        let mut listed = Vec::new();
        for entry in entries {
            match (entry, kernel.params.as_slice()) {
                (Entry::Row(row, at), _) => {
                    listed.extend(self.row(kernel, row, *at).map(|arguments| Listed { arguments, at: *at }))
                }
                (Entry::List(list), [param]) => listed.extend(self.list(kernel, param, list)),
                (Entry::List(list), _) => {
                    self.lists(kernel, list);
                    break;
                }
            }
        }
        if listed.is_empty() && self.diagnostics.len() == before {
            let message = format!("the list of the instances of `{}` is empty", kernel.title);
            let error = Diagnostic::error(codes::INSTANCES, at, message)
                .note("nobody could run the kernel, and the image would not hold it");
            self.report(error.help(format!("write `{}`", kernel.example())));
        }
        listed
    }

    /// Reports a list of values for a kernel with several parameters, which needs rows.
    fn lists(&mut self, kernel: &Generic, first: &Assignment) {
        let count = counted(kernel.params.len(), "parameter");
        let message = format!("`{}` has {count}, and a list is for kernels with one", kernel.title);
        let error = Diagnostic::error(codes::INSTANCES, assignment_span(first), message)
            .note("lists do not say which values belong together");
        self.report(error.help(format!("write a row for each instance: `{}`", kernel.example())));
    }

    /// `N = [16, 32]`
    fn list<'l>(&mut self, kernel: &Generic, param: &GenericParam, list: &'l Assignment) -> Vec<Listed<'l>> {
        if self.position(kernel, &list.name).is_none() {
            return Vec::new();
        }
        let Expr::Array(values) = &list.value else {
            let message = format!("the values of `{}` are no list", param.name);
            let error = Diagnostic::error(codes::INSTANCES, assignment_span(list), message);
            self.report(error.help(format!("write `{}`", kernel.example())));
            return Vec::new();
        };
        let mut listed = Vec::new();
        for value in &values.elems {
            let argument = self.instance_argument(param, value);
            listed.extend(argument.map(|argument| Listed { arguments: vec![argument], at: span_of(value) }));
        }
        listed
    }

    /// The arguments of `(N = 16, M = 2)`, in the order of the parameters; `None` after a complaint.
    fn row<'l>(
        &mut self,
        kernel: &Generic,
        row: &'l [Assignment],
        at: Span,
    ) -> Option<Vec<(GenericArg, &'l Expr)>> {
        let mut given: FxHashMap<usize, &'l Expr> = FxHashMap::default();
        for Assignment { name, value } in row {
            if given.insert(self.position(kernel, name)?, value).is_some() {
                let message = format!("the parameter `{}` is given twice", plain_name(name));
                let error = Diagnostic::error(codes::INSTANCES, span(name.span()), message);
                self.report(error.help("a row is one instance: give each parameter one value"));
                return None;
            }
        }
        let params = kernel.params.iter().enumerate();
        let missing = params.clone().filter(|(position, _)| !given.contains_key(position));
        let missing: Vec<String> = missing.map(|(_, param)| format!("`{}`", param.name)).collect();
        if !missing.is_empty() {
            let message = format!("this instance of `{}` lacks {}", kernel.title, missing.join(" and "));
            let error = Diagnostic::error(codes::INSTANCES, at, message);
            self.report(error.help(format!("give each parameter a value: `{}`", kernel.example())));
            return None;
        }
        // All of them, so that each mistake is said.
        let arguments: Vec<Option<(GenericArg, &Expr)>> =
            params.map(|(position, param)| self.instance_argument(param, given.get(&position)?)).collect();
        arguments.into_iter().collect()
    }

    /// The position of the parameter with this name.
    fn position(&mut self, kernel: &Generic, name: &proc_macro2::Ident) -> Option<usize> {
        let given = plain_name(name);
        let found = kernel.params.iter().position(|param| param.name == given);
        if found.is_none() {
            let message = format!("the kernel `{}` has no parameter `{given}`", kernel.title);
            let near = nearest(&given, kernel.params.iter().map(|param| &param.name));
            let names: Vec<String> = kernel.params.iter().map(|param| format!("`{}`", param.name)).collect();
            let help = match near {
                Some(near) => format!("there is `{near}`"),
                None => format!("it has {}", names.join(" and ")),
            };
            let error = Diagnostic::error(codes::INSTANCES, span(name.span()), message);
            self.report(error.help(help));
        }
        found
    }

    /// What a parameter stands for in an instance, also as it is written.
    fn instance_argument<'l>(
        &mut self,
        param: &GenericParam,
        value: &'l Expr,
    ) -> Option<(GenericArg, &'l Expr)> {
        let word = match value {
            Expr::Path(path) => path.path.get_ident().map(plain_name),
            _ => None,
        };
        let prim = word.as_deref().and_then(Prim::from_name);
        let error = |is: &str, example: &str| {
            let message = format!("the parameter `{}` stands for {is}", param.name);
            Diagnostic::error(codes::INSTANCES, span_of(value), message).help(format!("write {example}"))
        };
        let error = match (param.constant, prim, word) {
            (None, Some(prim), _) => return Some((GenericArg::Ty(Ty::Prim(prim)), value)),
            (Some(constant), None, _) => {
                let argument = self.constant_argument(value, constant)?;
                return Some((GenericArg::Const(argument), value));
            }
            (None, None, Some(word)) if !matches!(self.item(&word), Some(Item::Adt(_))) => {
                unknown_type(span_of(value), &word, Vec::new())
            }
            (None, None, _) => error("a scalar type", "one, such as `f32` or `u16`"),
            (Some(_), Some(_), _) => error("a value", "a constant, such as `16`"),
        };
        self.report(error);
        None
    }
}

fn assignment_span(assignment: &Assignment) -> Span {
    span(assignment.name.span()).to(span_of(&assignment.value))
}
