//! Data-driven tasks as they are written: a `loop` without an end that is a process of a region.
//!
//! ```text
//! #[dataflow]                                  #[dataflow]
//! {                                            {
//!     load(x, x_tx);                               load(x, x_tx);
//!     loop {                            =>         while x_rx.__more() {
//!         y_tx.send(root(x_rx.recv()));                y_tx.send(root(x_rx.recv()));
//!     }                                            }
//!     store(y_rx, y);                              store(y_rx, y);
//! }                                            }
//! ```
//! It runs as long as more comes through the stream that its text names first. The body of a function that takes a receiver may be such a
//! `loop`, too: then a call of it is a task.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens as _;
use sycl_hls_ir::{Diagnostic, Span};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, Block, Expr, ExprBlock, ExprBreak, ExprClosure, ExprForLoop, ExprLoop, ExprReturn, ExprWhile,
    FnArg, ImplItemFn, ItemFn, ItemMod, Local, Pat, Signature, Stmt, parse_quote_spanned,
};

use crate::attribute::marks_kernel;
use crate::codes;
use crate::names::{first_ident, plain_name};
use crate::span::span;

/// Makes the tasks of a module's regions loops that end when nothing more comes; gives what is wrong with them.
pub(crate) fn rewrite(module: &mut ItemMod) -> Vec<Diagnostic> {
    let mut regions = Regions::default();
    regions.visit_item_mod_mut(module);
    regions.errors
}

/// The types of ends that a process receives from.
const RECEIVERS: [&str; 2] = ["Receiver", "BlockReceiver"];

/// What a task asks whether it begins another run.
pub(crate) const MORE: &str = "__more";

/// The error about a process that neither ends nor waits for anything that could come to an end.
pub(crate) fn never_ends(at: Span) -> Diagnostic {
    let message = "this process never ends, and its text names no stream from which it receives";
    Diagnostic::error(codes::FREE_RUNNING, at, message)
        .note("a `loop` without an end is a task, which begins a run for each element that comes")
        .help("receive in the loop itself: `rx.recv()`, or `rx.acquire()` of blocks; or give the loop an end")
}

fn is_region(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("dataflow"))
}

/// Looks for regions.
#[derive(Default)]
struct Regions {
    /// Names of receivers of the function at hand.
    receivers: Vec<String>,
    errors: Vec<Diagnostic>,
}

impl Regions {
    fn enter(&mut self, sig: &Signature) -> Vec<String> {
        let receivers = sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) => match &*typed.pat {
                Pat::Ident(pat) if RECEIVERS.iter().any(|end| names(&typed.ty.to_token_stream(), end)) => {
                    Some(plain_name(&pat.ident))
                }
                _ => None,
            },
            FnArg::Receiver(_) => None,
        });
        std::mem::replace(&mut self.receivers, receivers.collect())
    }

    fn region(&mut self, block: &mut Block) {
        for stmt in &mut block.stmts {
            if let Stmt::Expr(expr, _) = stmt {
                self.process(expr);
            }
        }
    }

    /// A function that takes receivers and does nothing but run without an end is a task wherever it is called.
    fn called(&mut self, block: &mut Block) {
        if let ([Stmt::Expr(only @ Expr::Loop(_), _)], false) =
            (block.stmts.as_mut_slice(), self.receivers.is_empty())
        {
            self.process(only);
        }
    }

    fn process(&mut self, process: &mut Expr) {
        match process {
            // A process for each end.
            Expr::ForLoop(each)
                if first_ident(each.expr.to_token_stream(), &|ident| ident == "into_iter").is_some() =>
            {
                if let [Stmt::Expr(only, _)] = each.body.stmts.as_mut_slice() {
                    self.process(only);
                }
            }
            Expr::Loop(endless) if !Leaves::of(endless) => {
                let at = endless.loop_token.span;
                let body = endless.body.to_token_stream();
                // Who acquires a block may be its consumer or its producer.
                let input = self.first(body.clone(), "recv").or_else(|| self.first(body, "acquire"));
                let Some(input) = input else {
                    return self.errors.push(never_ends(span(at)));
                };
                let more: Expr = parse_quote_spanned!(at=> #input.__more());
                let ExprLoop { attrs, label, body, .. } = endless;
                let brace_token = syn::token::Brace(body.brace_token.span.join());
                let task = ExprWhile {
                    attrs: std::mem::take(attrs),
                    label: label.take(),
                    while_token: syn::token::While(at),
                    cond: Box::new(more),
                    body: Block { brace_token, stmts: std::mem::take(&mut body.stmts) },
                };
                *process = Expr::While(task);
            }
            _ => {}
        }
    }

    /// The first receiver in a text: one that is known, or of which this method is called.
    fn first(&self, text: TokenStream, called: &str) -> Option<Ident> {
        let tokens: Vec<TokenTree> = text.into_iter().collect();
        let is_received = |position: usize| match tokens.get(position + 1..position + 3) {
            Some([TokenTree::Punct(dot), TokenTree::Ident(method)]) => {
                dot.as_char() == '.' && method == called
            }
            _ => false,
        };
        tokens.iter().enumerate().find_map(|(position, token)| match token {
            TokenTree::Ident(ident)
                if self.receivers.contains(&plain_name(ident)) || is_received(position) =>
            {
                Some(ident.clone())
            }
            TokenTree::Group(group) => self.first(group.stream(), called),
            _ => None,
        })
    }
}

impl VisitMut for Regions {
    fn visit_item_fn_mut(&mut self, func: &mut ItemFn) {
        let outer = self.enter(&func.sig);
        visit_mut::visit_item_fn_mut(self, func);
        if is_region(&func.attrs) {
            self.region(&mut func.block);
        } else if !marks_kernel(&func.attrs) {
            self.called(&mut func.block);
        }
        self.receivers = outer;
    }

    fn visit_impl_item_fn_mut(&mut self, func: &mut ImplItemFn) {
        let outer = self.enter(&func.sig);
        visit_mut::visit_impl_item_fn_mut(self, func);
        if is_region(&func.attrs) {
            self.region(&mut func.block);
        } else {
            self.called(&mut func.block);
        }
        self.receivers = outer;
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        visit_mut::visit_local_mut(self, local);
        if let (Pat::Tuple(ends), Some(init)) = (&local.pat, &local.init)
            && let Some(Pat::Ident(receiver)) = ends.elems.iter().nth(1)
            && ["stream", "blocks"].iter().any(|made| names(&init.expr.to_token_stream(), made))
        {
            self.receivers.push(plain_name(&receiver.ident));
        }
    }

    fn visit_expr_block_mut(&mut self, expr: &mut ExprBlock) {
        visit_mut::visit_expr_block_mut(self, expr);
        if is_region(&expr.attrs) {
            self.region(&mut expr.block);
        }
    }

    fn visit_expr_for_loop_mut(&mut self, each: &mut ExprForLoop) {
        visit_mut::visit_expr_for_loop_mut(self, each);
        if is_region(&each.attrs) {
            self.region(&mut each.body);
        }
    }
}

/// True if a text has this word on its outermost level.
fn names(text: &TokenStream, word: &str) -> bool {
    text.clone().into_iter().any(|token| matches!(token, TokenTree::Ident(ident) if ident == word))
}

/// Whether something leaves a loop.
struct Leaves<'l> {
    label: Option<&'l Ident>,
    /// Loops around the code at hand, inside of that one.
    depth: usize,
    found: bool,
}

impl<'l> Leaves<'l> {
    fn of(endless: &'l ExprLoop) -> bool {
        let label = endless.label.as_ref().map(|label| &label.name.ident);
        let mut leaves = Self { label, depth: 0, found: false };
        leaves.visit_block(&endless.body);
        leaves.found
    }

    fn inside(&mut self, visit: impl FnOnce(&mut Self)) {
        self.depth += 1;
        visit(self);
        self.depth -= 1;
    }
}

impl<'ast> Visit<'ast> for Leaves<'_> {
    fn visit_expr_break(&mut self, exit: &'ast ExprBreak) {
        let is_own = match &exit.label {
            Some(label) => self.label == Some(&label.ident),
            None => self.depth == 0,
        };
        self.found |= is_own;
        visit::visit_expr_break(self, exit);
    }

    fn visit_expr_return(&mut self, _: &'ast ExprReturn) {
        self.found = true;
    }

    fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}

    fn visit_expr_loop(&mut self, inner: &'ast ExprLoop) {
        self.inside(|leaves| visit::visit_expr_loop(leaves, inner));
    }

    fn visit_expr_while(&mut self, inner: &'ast ExprWhile) {
        self.inside(|leaves| visit::visit_expr_while(leaves, inner));
    }

    fn visit_expr_for_loop(&mut self, inner: &'ast ExprForLoop) {
        self.inside(|leaves| visit::visit_expr_for_loop(leaves, inner));
    }
}
