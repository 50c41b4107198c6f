//! Dataflow regions: blocks whose statements are processes that run at the same time.

use sycl_hls_ir::Diagnostic;
use syn::{Attribute, Ident, Meta};

use super::Resolver;
use super::control::Enclosed;
use crate::codes;
use crate::extent::attribute_span;
use crate::front::Front;
use crate::hir::{Block, DataflowAttribute, ExprId, ExprKind, LetStmt, PatKind, Stmt};
use crate::ids::FnId;

const NAME: &str = "dataflow";

/// What may stand behind it.
const OPTION: &str = "disable_start_propagation";

impl Front<'_> {
    /// The `#[dataflow]` of a function.
    pub fn dataflow_function(&mut self, func: FnId) -> Option<DataflowAttribute> {
        let given = self.funcs[func.0].given.iter().find(|directive| directive.name() == NAME);
        let attr = given.map(|directive| directive.attr)?;
        Some(self.dataflow_attribute(attr))
    }

    fn dataflow_attribute(&mut self, attr: &Attribute) -> DataflowAttribute {
        let at = attribute_span(attr);
        let start_propagation = match &attr.meta {
            Meta::Path(_) => true,
            Meta::List(list) if list.parse_args::<Ident>().is_ok_and(|option| option == OPTION) => false,
            _ => {
                let message = format!("`#[dataflow]` has the option `{OPTION}`, and no other");
                let error = Diagnostic::error(codes::DIRECTIVE_ARGUMENT, at, message);
                self.report(error.help(format!("write `#[dataflow]`, or `#[dataflow({OPTION})]`")));
                true
            }
        };
        DataflowAttribute { at, start_propagation }
    }
}

impl Resolver<'_, '_> {
    /// The body of a loop or a block with these attributes.
    pub(super) fn attributed_block(&mut self, attrs: &[Attribute], block: &syn::Block) -> Block {
        match attrs.iter().find(|attr| attr.path().is_ident(NAME)) {
            Some(attr) => {
                let attribute = self.front.dataflow_attribute(attr);
                self.dataflow(block, attribute)
            }
            None => self.block(block),
        }
    }

    /// A block whose statements are processes.
    pub(super) fn dataflow(&mut self, block: &syn::Block, attribute: DataflowAttribute) -> Block {
        let syn = block;
        let mut starts = Vec::new();
        let mut block = self.enclosed(Enclosed::Process, |resolver| {
            resolver.block_with(syn, |body| starts.push((body.exprs.len(), body.locals.len())))
        });
        block.stmts.extend(block.tail.take().map(Stmt::Expr));
        self.body.note_region(syn, &block, &starts);
        for stmt in &block.stmts {
            let error = match stmt {
                Stmt::Let(stmt) => self.no_process_variable(stmt),
                Stmt::Expr(id) => self.no_process(*id),
            };
            error.into_iter().for_each(|error| self.front.report(error));
        }
        Block { dataflow: Some(attribute), ..block }
    }

    /// A complaint about a statement that is neither a call nor a loop.
    fn no_process(&self, id: ExprId) -> Option<Diagnostic> {
        let expr = &self.body.exprs[id];
        let (what, help) = match &expr.kind {
            ExprKind::Error | ExprKind::Unit => return None,
            ExprKind::Call { .. } | ExprKind::For(_) | ExprKind::While(_) => return None,
            ExprKind::Block(block, None) if block.dataflow.is_some() => return None,
            ExprKind::If { .. } | ExprKind::Match { .. } => (
                "a process of a dataflow region runs always, not under a condition",
                "put the condition into the process, or around the whole region",
            ),
            // Reported where they stand.
            ExprKind::Return(_) | ExprKind::Break(..) | ExprKind::Continue(_) => return None,
            _ => (
                "this statement of a dataflow region is no process",
                "processes are calls of functions, and loops: move it into one of them, or before the region",
            ),
        };
        Some(
            Diagnostic::error(codes::PROCESS, expr.span, what)
                .note("each statement becomes hardware of its own, and all of them run at the same time (UG1399; HLS 200-471)")
                .help(help),
        )
    }

    /// A complaint about a variable of a region that no process gives its value.
    fn no_process_variable(&self, stmt: &LetStmt) -> Option<Diagnostic> {
        let is_name = matches!(self.body.pats[stmt.pat].kind, PatKind::Bind(_, None) | PatKind::Error);
        let fits = match stmt.init.map(|init| &self.body.exprs[init].kind) {
            Some(ExprKind::Error | ExprKind::Stream { .. }) => true,
            None
            | Some(
                ExprKind::Call { .. }
                | ExprKind::Array(_)
                | ExprKind::Repeat(..)
                | ExprKind::Value(..)
                | ExprKind::Int { .. }
                | ExprKind::Float(..)
                | ExprKind::Construct { .. },
            ) => is_name,
            Some(_) => false,
        };
        if fits && stmt.otherwise.is_none() {
            return None;
        }
        let error = Diagnostic::error(
            codes::PROCESS,
            stmt.span,
            "this `let` of a dataflow region is neither a stream, nor memory, nor the result of a call",
        );
        Some(
            error
                .note("each statement becomes hardware of its own, and all of them run at the same time (UG1399; HLS 200-471)")
                .help("move it before the region, or into the process that needs it"),
        )
    }
}
