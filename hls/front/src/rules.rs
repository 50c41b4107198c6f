//! Rules about loops that span a function: what a pipelined or fully unrolled loop may hold.

use std::cell::OnceCell;

use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_ir::{Constants, Diagnostic, ForLoop, Func, FuncId, Module, OpKind, Pos, RegionId, Span};
use syn::ItemMod;
use syn::visit::{self, Visit};

use crate::codes;
use crate::span::span;

/// Checks all functions of a lowered module. `item` is what it was made of.
pub(crate) fn check_loops(module: &Module, item: &ItemMod) -> Vec<Diagnostic> {
    let keywords = Keywords { item, places: OnceCell::new() };
    let variable = variable_loops(module);
    let mut diagnostics = Vec::new();
    for (_, func) in module.funcs.iter() {
        let constants = constants_of(module, func);
        let mut walk = Walk {
            module,
            func,
            constants: &constants,
            variable: &variable,
            keywords: &keywords,
            diagnostics: &mut diagnostics,
        };
        let pipeline = func.directives.pipeline.as_ref().filter(|pipeline| pipeline.is_on());
        walk.region(func.body, pipeline.map(|pipeline| Pipelined::Function(pipeline.span)));
    }
    diagnostics
}

/// The values of a function that are constants.
pub(crate) fn constants_of(module: &Module, func: &Func) -> Constants {
    let mut constants = Constants::default();
    for op in func.ops_in_order() {
        constants.learn(module, func, &func.ops[op]);
    }
    constants
}

/// True if both bounds of a loop are constants.
fn is_constant(constants: &Constants, for_loop: &ForLoop) -> bool {
    constants.get(for_loop.lo).is_some() && constants.get(for_loop.hi).is_some()
}

/// The functions that hold a loop with variable bounds, in themselves or in what they call.
fn variable_loops(module: &Module) -> FxHashSet<FuncId> {
    let mut found = FxHashSet::default();
    let mut calls: Vec<(FuncId, FuncId)> = Vec::new();
    for (id, func) in module.funcs.iter() {
        let constants = constants_of(module, func);
        for op in func.ops_in_order() {
            match &func.ops[op].kind {
                OpKind::For(for_loop) if is_constant(&constants, for_loop) => {}
                OpKind::For(_) | OpKind::While { .. } => drop(found.insert(id)),
                OpKind::Call { func, .. } => calls.push((id, *func)),
                _ => {}
            }
        }
    }
    loop {
        let callers = calls.iter().filter(|(_, callee)| found.contains(callee)).map(|(caller, _)| *caller);
        let callers: Vec<FuncId> = callers.collect();
        let before = found.len();
        found.extend(callers);
        if found.len() == before {
            return found;
        }
    }
}

/// What is pipelined around a region.
#[derive(Clone, Copy)]
enum Pipelined {
    /// A loop, with its span.
    Loop(Span),
    /// The function, with its directive.
    Function(Span),
}

impl Pipelined {
    /// The word for it in messages.
    const fn name(self) -> &'static str {
        match self {
            Self::Loop(_) => "loop",
            Self::Function(_) => "function",
        }
    }

    /// Where messages point to.
    fn place(self, keywords: &Keywords<'_>) -> Span {
        match self {
            Self::Loop(span) => keywords.at(span),
            Self::Function(span) => span,
        }
    }
}

const PIPELINE_THE_INNER: &str = "make the bounds constant, or pipeline the inner loop instead";

/// One walk through a function, which reports loops with variable bounds where there may be none.
struct Walk<'w> {
    module: &'w Module,
    func: &'w Func,
    constants: &'w Constants,
    variable: &'w FxHashSet<FuncId>,
    keywords: &'w Keywords<'w>,
    diagnostics: &'w mut Vec<Diagnostic>,
}

impl Walk<'_> {
    /// `pipelined` is what is pipelined around the region.
    fn region(&mut self, region: RegionId, pipelined: Option<Pipelined>) {
        for &id in &self.func.regions[region].ops {
            let op = &self.func.ops[id];
            let mut inner = pipelined;
            match &op.kind {
                OpKind::For(for_loop) => {
                    self.for_loop(for_loop, op.span, pipelined);
                    if for_loop.directives.is_pipelined() {
                        inner = Some(Pipelined::Loop(op.span));
                    }
                }
                // The number of iterations of a `while` or a `loop` is never known.
                OpKind::While { directives, .. } => {
                    self.variable_loop(directives.is_unrolled_fully(), op.span, pipelined);
                    if directives.is_pipelined() {
                        inner = Some(Pipelined::Loop(op.span));
                    }
                }
                // A pipeline around a region is an error of its own.
                OpKind::Dataflow { .. } => inner = None,
                OpKind::Call { func, .. } if self.variable.contains(func) => {
                    if let Some(outer) = pipelined {
                        self.variable_call(&self.module.funcs[*func], op.span, outer);
                    }
                }
                _ => {}
            }
            for region in op.kind.regions() {
                self.region(region, inner);
            }
        }
    }

    /// A `for` loop, which is variable if one of its bounds is.
    fn for_loop(&mut self, for_loop: &ForLoop, span: Span, pipelined: Option<Pipelined>) {
        if !is_constant(self.constants, for_loop) {
            self.variable_loop(for_loop.directives.is_unrolled_fully(), span, pipelined);
        }
    }

    /// Reports a call, in what is pipelined, of a function that holds a variable loop.
    fn variable_call(&mut self, callee: &Func, span: Span, outer: Pipelined) {
        let around = outer.name();
        if callee.span == Span::NONE {
            let message = format!("this method is a loop with variable bounds, in a pipelined {around}");
            let help = "call it outside; a power is no loop if its exponent is a constant up to 63";
            return self.complain(span, message, outer, help);
        }
        let name = &callee.name;
        let message =
            format!("`{name}` holds a loop with variable bounds and is called in a pipelined {around}");
        self.complain(span, message, outer, PIPELINE_THE_INNER);
    }

    /// Reports a variable loop in what is pipelined, or that is to be unrolled fully.
    fn variable_loop(&mut self, unrolled: bool, span: Span, pipelined: Option<Pipelined>) {
        if let Some(outer) = pipelined {
            self.complain(
                self.keywords.at(span),
                format!("a loop inside of a pipelined {} has variable bounds", outer.name()),
                outer,
                PIPELINE_THE_INNER,
            );
        } else if unrolled {
            let message = "a loop with variable bounds cannot be unrolled fully";
            let error = Diagnostic::error(codes::UNROLLED_LOOP, self.keywords.at(span), message)
                .note("hardware has a fixed number of copies of the body, and Vitis does not unroll such a loop (UG1399)")
                .help("give a factor: `#[unroll(factor = 4)]`, or make the bounds constant");
            self.diagnostics.push(error);
        }
    }

    /// Reports what cannot be unrolled in what is pipelined around it.
    fn complain(&mut self, span: Span, message: String, outer: Pipelined, help: &str) {
        let error = Diagnostic::error(codes::PIPELINED_LOOP, span, message)
            .related(outer.place(self.keywords), format!("this {} is pipelined", outer.name()))
            .note(format!(
                "Vitis unrolls everything inside of a pipelined {} fully, which needs a fixed number of copies (UG1399)",
                outer.name()
            ))
            .help(help);
        self.diagnostics.push(error);
    }
}

/// The words that loops begin with, by where they stand: KIR knows where a loop is, and not how it was written. Only a
/// mistake looks at them.
struct Keywords<'k> {
    item: &'k ItemMod,
    places: OnceCell<Places>,
}

impl Keywords<'_> {
    /// The word that a loop at `whole` begins with.
    fn at(&self, whole: Span) -> Span {
        let places = self.places.get_or_init(|| {
            let mut places = Places::default();
            places.visit_item_mod(self.item);
            places
        });
        places.0.get(&whole.start).copied().unwrap_or(whole)
    }
}

/// The spans of the words that loops begin with, by where the loops begin.
#[derive(Default)]
struct Places(FxHashMap<Pos, Span>);

impl Places {
    /// Adds the word of one loop.
    fn add(&mut self, keyword: proc_macro2::Span) {
        let keyword = span(keyword);
        self.0.insert(keyword.start, keyword);
    }
}

impl<'ast> Visit<'ast> for Places {
    fn visit_expr_for_loop(&mut self, expr: &'ast syn::ExprForLoop) {
        self.add(expr.for_token.span);
        visit::visit_expr_for_loop(self, expr);
    }

    fn visit_expr_while(&mut self, expr: &'ast syn::ExprWhile) {
        self.add(expr.while_token.span);
        visit::visit_expr_while(self, expr);
    }

    fn visit_expr_loop(&mut self, expr: &'ast syn::ExprLoop) {
        self.add(expr.loop_token.span);
        visit::visit_expr_loop(self, expr);
    }
}
