//! Directives of parameters, and the consistency of those of one kernel.

use sycl_hls_ir::directive::{
    At, Directive as _, FIRST_ARGUMENT_OFFSET, MAxi, OptionKind, OptionSchema, OptionValue, Rules as _,
    SAxilite,
};
use sycl_hls_ir::{Diagnostic, FuncDirectives, FuncKind, Span};
use syn::Attribute;

use super::{Directive, Site, problem_at};
use crate::attribute::ParamItems;
use crate::codes;
use crate::front::{Front, ParamItem, Signature};
use crate::ty::Ty;

/// The bundle of the control registers.
pub(super) const CONTROL_BUNDLE: OptionSchema = OptionSchema {
    name: "bundle",
    kind: OptionKind::Text,
    required: false,
    what: "the bundle that holds the control registers",
};

const BUNDLE: OptionSchema = OptionSchema {
    name: "bundle",
    kind: OptionKind::Text,
    required: false,
    what: "the port that arguments share",
};

/// Where the directives of a parameter of this type stand.
pub(crate) fn param_site(kind: FuncKind, ty: &Ty) -> Site {
    match (kind, ty.deref()) {
        // What the type would be is not known after a complaint about it.
        (FuncKind::Kernel, Ty::Slice(_) | Ty::Array(..) | Ty::Global(_) | Ty::Error) => Site::KernelSlice,
        (FuncKind::Kernel, Ty::Prim(_) | Ty::Number(_) | Ty::Adt(_)) => Site::KernelScalar,
        (FuncKind::Helper, Ty::Prim(_) | Ty::Number(_)) => Site::HelperScalar,
        _ => Site::Param,
    }
}

impl Front<'_> {
    /// The directives of a parameter; `len` is resolved with all other parameters, and `each` with its type.
    pub fn param_directives(&mut self, attrs: &[Attribute], site: Site) -> ParamItems {
        let directives = self.directives(attrs, site);
        let (special, others): (Vec<Directive<'_>>, Vec<Directive<'_>>) = directives
            .iter()
            .filter(|directive| !["len", "each"].contains(&directive.name()))
            .partition(|directive| ["m_axi", "s_axilite", "bank"].contains(&directive.name()));
        let mut items = ParamItems { set: self.directive_set(&others), ..ParamItems::default() };
        for directive in &special {
            match directive.name() {
                "m_axi" => self.m_axi(directive, &mut items),
                "s_axilite" => self.s_axilite(directive, &mut items),
                _ => items.set.banks = self.banks(directive),
            }
        }
        items
    }

    /// `m_axi`: the port of a slice.
    fn m_axi(&mut self, directive: &Directive<'_>, items: &mut ParamItems) {
        let schema: Vec<OptionSchema> = [BUNDLE].iter().chain(MAxi::OPTIONS).copied().collect();
        let Some(mut options) = self.options(directive, &schema) else { return };
        if options.given.0.is_empty() {
            let message = "`#[m_axi]` says nothing";
            let error = Diagnostic::error(codes::DIRECTIVE_ARGUMENT, directive.span, message);
            let error = error.note("every slice of a kernel has an AXI master port anyway");
            self.report(error.help(format!("write `{}`", directive.known.example)));
            return;
        }
        if let Some(OptionValue::Text(bundle)) = options.given.take("bundle") {
            items.bundle = Some(bundle);
        }
        let Some(m_axi) = MAxi::read(&mut options.given).filter(|m_axi| *m_axi != MAxi::default()) else {
            return;
        };
        if let Some(problem) = m_axi.problem() {
            self.report(problem_at(problem, directive.span));
        }
        items.set.m_axi = Some(At::new(m_axi, directive.span));
    }

    /// `s_axilite`: the register of an argument.
    fn s_axilite(&mut self, directive: &Directive<'_>, items: &mut ParamItems) {
        let schema: Vec<OptionSchema> = [CONTROL_BUNDLE].iter().chain(SAxilite::OPTIONS).copied().collect();
        let Some(mut options) = self.options(directive, &schema) else { return };
        if let Some(OptionValue::Text(bundle)) = options.given.take("bundle") {
            items.control = Some(At::new(bundle, options.span("bundle").unwrap_or(directive.span)));
        }
        let Some(s_axilite) = SAxilite::read(&mut options.given) else { return };
        if let Some(problem) = s_axilite.problem() {
            self.report(problem_at(problem, directive.span));
        }
        if s_axilite != SAxilite::default() {
            items.set.s_axilite = Some(At::new(s_axilite, directive.span));
        }
    }

    /// True if the directives of a kernel's parameters are consistent; otherwise reports an error.
    pub fn check_interface(&mut self, signature: &Signature) {
        let (params, directives) = (&signature.params, &signature.directives);
        if params.iter().any(|param| param.ty == Ty::Error) {
            return;
        }
        let mut errors = Vec::new();
        bundles(params, &mut errors);
        caches(params, &mut errors);
        control_bundles(
            directives.control.as_ref().map(|it| (it.name.as_str(), it.span)),
            params,
            &mut errors,
        );
        registers(params, &mut errors);
        restart_registers(params, directives, &mut errors);
        let units = directives.units();
        let slrs = &directives.slrs;
        one_or_each("slr", slrs.len(), units, slrs.first().map(|slr| slr.span), &mut errors);
        for param in params {
            let banks = &param.directives.set.banks;
            one_or_each("bank", banks.len(), units, banks.first().map(|bank| bank.span), &mut errors);
        }
        errors.into_iter().for_each(|error| self.report(error));
    }
}

/// The place of a parameter's `m_axi`, or of the parameter.
fn place(param: &ParamItem) -> Span {
    param.directives.set.m_axi.as_ref().map_or(param.span, |m_axi| m_axi.span)
}

/// The options of the port that a slice has, or those of a port without directive.
fn m_axi<'p>(param: &'p ParamItem, default: &'p MAxi) -> &'p MAxi {
    param.directives.set.m_axi.as_ref().map_or(default, |m_axi| &m_axi.value)
}

/// Arguments that share a port agree about it.
fn bundles(params: &[ParamItem], errors: &mut Vec<Diagnostic>) {
    let default = MAxi::default();
    for (index, param) in params.iter().enumerate() {
        let sharing =
            params[..index].iter().filter(|first| first.bundle.is_some() && first.bundle == param.bundle);
        let own = m_axi(param, &default);
        let mut conflicts = sharing.filter_map(|first| Some((first, m_axi(first, &default).conflict(own)?)));
        let Some((first, (name, consequence))) = conflicts.next() else { continue };
        let bundle = param.bundle.as_deref().unwrap_or_default();
        let message = format!(
            "`{}` and `{}` share the bundle `{bundle}` and differ in `{name}`",
            first.name, param.name
        );
        errors.push(
            Diagnostic::error(codes::BUNDLE_CONFLICT, place(param), message)
                .related(place(first), format!("the port's other `{name}`"))
                .note(format!("they share one port; {consequence}"))
                .help(format!("give both the same `{name}`, or bundles of their own")),
        );
    }
}

/// A cache is in a port that one argument only reads.
fn caches(params: &[ParamItem], errors: &mut Vec<Diagnostic>) {
    for param in params {
        let Some(cache) = &param.directives.set.cache else { continue };
        if matches!(param.ty, Ty::Ref { mutable: true, .. }) {
            let message = format!("`{}` is written and cannot have a cache", param.name);
            let error = Diagnostic::error(codes::DIRECTIVE_CONFLICT, cache.span, message);
            errors.push(
                error
                    .note("Vitis has caches for ports that are only read (UG1399)")
                    .help("take a `&[T]`, or remove it"),
            );
        }
        let sharing = params.iter().find(|other| other.name != param.name && other.bundle == param.bundle);
        if let Some(sharing) = sharing.filter(|_| param.bundle.is_some()) {
            let message = format!("the port of `{}` is shared and cannot have a cache", param.name);
            let error = Diagnostic::error(codes::BUNDLE_CONFLICT, cache.span, message);
            errors.push(
                error
                    .related(sharing.span, "shared with this argument")
                    .note("Vitis has no caches in ports of several arguments (UG1399)")
                    .help("give the argument a bundle of its own"),
            );
        }
    }
}

/// All control registers are in one bundle.
fn control_bundles(kernel: Option<(&str, Span)>, params: &[ParamItem], errors: &mut Vec<Diagnostic>) {
    let given = params.iter().filter_map(|param| param.directives.control.as_ref());
    let given = given.map(|control| (control.value.as_str(), control.span));
    let (name, first) = kernel.unwrap_or(("control", Span::NONE));
    for (other, at) in given.filter(|(other, _)| *other != name) {
        let message =
            format!("the registers of a kernel lie in one bundle, which is `{name}` and not `{other}`");
        let mut error = Diagnostic::error(codes::BUNDLE_CONFLICT, at, message);
        if first != Span::NONE {
            error = error.related(first, "named here");
        }
        errors.push(
            error
                .note("XRT starts a kernel through one AXI4-Lite port (UG1393)")
                .help(format!("leave it away, and write `#[s_axilite(bundle = \"{other}\")]` on the kernel")),
        );
    }
}

/// Registers that the user places do not overlap.
fn registers(params: &[ParamItem], errors: &mut Vec<Diagnostic>) {
    let mut taken: Vec<(u32, u32, Span)> = Vec::new();
    for param in params {
        let Some(s_axilite) = &param.directives.set.s_axilite else { continue };
        if s_axilite.offset.is_some()
            && matches!(&param.ty, Ty::Ref { inner, .. } if matches!(**inner, Ty::Prim(_) | Ty::Number(_)))
        {
            let message = format!("the registers of the output `{}` have no place of their own", param.name);
            errors.push(
                Diagnostic::error(codes::REGISTERS, s_axilite.span, message)
                    .note("how many registers it has follows from the body: one more where its value before is used")
                    .help("leave the offset away: the output lies behind the arguments before it"),
            );
            continue;
        }
        let Some(start) = s_axilite.offset.filter(|start| *start >= FIRST_ARGUMENT_OFFSET) else { continue };
        let bytes = match &param.ty {
            Ty::Prim(prim) => prim.scalar().bytes() as u32,
            Ty::Number(number) => number.scalar().map_or(8, |scalar| scalar.bytes() as u32),
            _ => 8,
        };
        let end = start.saturating_add(bytes.next_multiple_of(4));
        let other = taken.iter().find(|(other, other_end, _)| start < *other_end && *other < end);
        if let Some((other, other_end, at)) = other {
            let message = format!(
                "the registers of `{}` lie at {start:#x} to {:#x}, where others are",
                param.name,
                end - 1
            );
            errors.push(
                Diagnostic::error(codes::REGISTERS, s_axilite.span, message)
                    .related(*at, format!("at {other:#x} to {:#x}", other_end - 1))
                    .help("a scalar has whole words of 4 bytes, and the address of a slice 8 bytes"),
            );
        }
        taken.push((start, end, s_axilite.span));
    }
}

/// A kernel that starts itself again has registers where arguments of others begin, and a mailbox needs arguments.
fn restart_registers(params: &[ParamItem], directives: &FuncDirectives, errors: &mut Vec<Diagnostic>) {
    let Some(auto_restart) = &directives.auto_restart else { return };
    if auto_restart.mailbox && params.is_empty() {
        let message = "the mailbox of a kernel without arguments is empty";
        let error = Diagnostic::error(codes::DIRECTIVE_CONFLICT, auto_restart.span, message);
        let note = "a mailbox holds the values that hosts exchange with the kernel while it runs";
        errors.push(error.note(note).help("remove `mailbox`"));
    }
    let first = directives.restart().first_argument();
    for param in params {
        let Some(s_axilite) = &param.directives.set.s_axilite else { continue };
        let Some(offset) = s_axilite.offset.filter(|offset| u64::from(*offset) < first) else { continue };
        let message =
            format!("the register of `{}` lies at {offset:#x}, where the kernel's own are", param.name);
        errors.push(
            Diagnostic::error(codes::REGISTERS, s_axilite.span, message)
                .related(auto_restart.span, "it starts itself again, and has registers for that")
                .help(format!("its arguments begin at {first:#x}")),
        );
    }
}

/// Reports options that are neither one for all compute units nor one for each.
fn one_or_each(name: &str, given: usize, units: u32, at: Option<Span>, errors: &mut Vec<Diagnostic>) {
    let Some(at) = at.filter(|_| given > 1 && given != units as usize) else { return };
    let message = format!("`#[{name}]` names {given} for {units} compute unit(s)");
    errors.push(
        Diagnostic::error(codes::DIRECTIVE_CONFLICT, at, message)
            .note("one serves all compute units; otherwise each has its own")
            .help(format!("name one, or {units}; `#[compute_units({given})]` makes {given} of them")),
    );
}
