//! Dataflow regions as the source has them, for the host code.

use std::ops::Range;

use sycl_hls_ir::Span;

use crate::hir::{Block, Body, ExprId, ExprKind, LocalId, PatId, PatKind, Stmt};
use crate::typings::NodeKey;

/// A block whose statements are processes.
#[derive(Debug)]
pub(crate) struct Region {
    pub node: NodeKey,
    pub stmts: Vec<RegionStmt>,
}

/// A statement of a region.
#[derive(Debug)]
pub(crate) struct RegionStmt {
    /// Its position in the block.
    pub position: usize,
    /// Its expressions.
    pub exprs: Range<usize>,
    /// The number of variables that are declared before it.
    pub locals: usize,
    pub role: StmtRole,
}

/// What a statement of a region is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StmtRole {
    /// A process: a call or a loop, and the variable that its result gets.
    Process(ExprId, Option<LocalId>),
    /// Memory of the region.
    Memory(LocalId),
    /// A stream, or nothing.
    Other,
}

impl RegionStmt {
    /// The variables that the statement names, among those declared before it.
    pub fn named<'b>(&self, body: &'b Body) -> impl Iterator<Item = LocalId> + use<'b> {
        let Range { start, end } = self.exprs;
        let locals = self.locals;
        let exprs = body.exprs.iter().skip(start).take(end - start);
        exprs.filter_map(move |(_, expr)| match expr.kind {
            ExprKind::Local(local) => Some(local).filter(|local| index(*local) < locals),
            _ => None,
        })
    }
}

impl StmtRole {
    /// What a statement of a dataflow region is: a process, memory that processes hand on, or neither.
    fn of(body: &Body, stmt: &Stmt) -> Self {
        match stmt {
            Stmt::Expr(id) => match body.exprs[*id].kind {
                ExprKind::Unit | ExprKind::Error => Self::Other,
                _ => Self::Process(*id, None),
            },
            Stmt::Let(stmt) => match (&body.pats[stmt.pat].kind, stmt.init) {
                (PatKind::Bind(local, None), Some(init))
                    if matches!(body.exprs[init].kind, ExprKind::Call { .. }) =>
                {
                    Self::Process(init, Some(*local))
                }
                (PatKind::Bind(local, None), _) => Self::Memory(*local),
                _ => Self::Other,
            },
        }
    }
}

fn index(local: LocalId) -> usize {
    local.into_raw().into_u32() as usize
}

/// `#[dataflow]`, or `#[dataflow(disable_start_propagation)]`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DataflowAttribute {
    pub at: Span,
    pub start_propagation: bool,
}

impl Body {
    /// The name of the stream whose ends a pattern names, and the first of these variables: what `a_tx` and `a_rx` have in
    /// common, or the sender's name.
    pub fn stream_name(&self, pat: PatId) -> Option<(LocalId, String)> {
        let PatKind::Tuple(ends, _) = &self.pats[pat].kind else { return None };
        let variables = ends.iter().filter_map(|end| match self.pats[*end].kind {
            PatKind::Bind(local, None) => Some(local),
            _ => None,
        });
        let locals: Vec<LocalId> = variables.collect();
        let names: Vec<&str> = locals.iter().map(|local| self.locals[*local].name.as_str()).collect();
        Some((*locals.first()?, common_name(&names)?))
    }

    /// Notes a region. `starts` has, for each statement of `syn`, how many expressions and variables there were before it.
    pub fn note_region(&mut self, syn: &syn::Block, block: &Block, starts: &[(usize, usize)]) {
        let is_code = |stmt: &syn::Stmt| matches!(stmt, syn::Stmt::Local(_) | syn::Stmt::Expr(..));
        let positions = syn.stmts.iter().enumerate().filter(|(_, stmt)| is_code(stmt));
        let ends = starts.iter().skip(1).map(|(exprs, _)| *exprs).chain([self.exprs.len()]);
        let ranges: Vec<(usize, usize, usize)> =
            starts.iter().zip(ends).map(|((exprs, locals), end)| (*exprs, end, *locals)).collect();
        let stmts = positions.zip(&block.stmts).filter_map(|((position, _), stmt)| {
            let (start, end, locals) = *ranges.get(position)?;
            Some(RegionStmt { position, exprs: start..end, locals, role: StmtRole::of(self, stmt) })
        });
        let stmts = stmts.collect();
        self.regions.push(Region { node: NodeKey::of(syn), stmts });
    }
}

/// What the names of the two ends have in common, without the underscore before their endings.
fn common_name(names: &[&str]) -> Option<String> {
    let [first, rest @ ..] = names else { return None };
    let common = rest.iter().fold(*first, |common, name| {
        let length = common.char_indices().zip(name.chars()).take_while(|((_, a), b)| a == b);
        let end = length.last().map_or(0, |((at, c), _)| at + c.len_utf8());
        &common[..end]
    });
    let common = common.trim_end_matches('_');
    Some(if common.is_empty() { *first } else { common }.to_owned())
}
