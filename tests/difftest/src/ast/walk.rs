//! Visiting every block and expression of a tree.

use super::{Block, Expr, ExprKind, Func, If, Item, Piece, Program, Stmt, Template};

/// What to do at each node; the nodes inside of it follow.
pub trait Visit {
    /// An expression.
    fn expr(&mut self, expr: &mut Expr);

    /// A block: its statements.
    fn block(&mut self, _block: &mut Block) {}
}

impl<F: FnMut(&mut Expr)> Visit for F {
    fn expr(&mut self, expr: &mut Expr) {
        self(expr);
    }
}

/// Visits the nodes of all items, in the order of the text.
pub fn program(program: &mut Program, visit: &mut impl Visit) {
    for item in &mut program.items {
        match item {
            Item::Const(item) => expr(&mut item.value, visit),
            Item::Func(item) => func(item, visit),
            Item::Adt(_) | Item::Use(_) => {}
        }
    }
}

/// Visits the nodes of a function.
pub fn func(func: &mut Func, visit: &mut impl Visit) {
    block(&mut func.body, visit);
}

/// Visits a block and the nodes inside of it.
pub fn block(block: &mut Block, visit: &mut impl Visit) {
    visit.block(block);
    for stmt in &mut block.stmts {
        self::stmt(stmt, visit);
    }
    if let Some(tail) = &mut block.tail {
        expr(tail, visit);
    }
}

/// Visits the nodes inside of a statement.
pub fn stmt(stmt: &mut Stmt, visit: &mut impl Visit) {
    match stmt {
        Stmt::Let(declaration) => expr(&mut declaration.init, visit),
        Stmt::Assign { place, value, .. } => {
            expr(place, visit);
            expr(value, visit);
        }
        Stmt::If(branch) => if_branches(branch, visit),
        Stmt::For(for_loop) => {
            expr(&mut for_loop.lo, visit);
            expr(&mut for_loop.hi, visit);
            block(&mut for_loop.body, visit);
        }
        Stmt::Block(inner) => block(inner, visit),
        Stmt::Expr(inner) => expr(inner, visit),
        Stmt::Template(inner) => template(inner, visit),
    }
}

fn template(template: &mut Template, visit: &mut impl Visit) {
    for piece in &mut template.pieces {
        match piece {
            Piece::Text(_) => {}
            Piece::Operand(inner) | Piece::Head(inner) | Piece::Expr(inner) => expr(inner, visit),
            Piece::Block(inner) => block(inner, visit),
        }
    }
}

fn if_branches(branch: &mut If, visit: &mut impl Visit) {
    expr(&mut branch.cond, visit);
    block(&mut branch.then, visit);
    if let Some(otherwise) = &mut branch.otherwise {
        block(otherwise, visit);
    }
}

/// Visits an expression and the nodes inside of it.
pub fn expr(expr: &mut Expr, visit: &mut impl Visit) {
    visit.expr(expr);
    match &mut expr.kind {
        ExprKind::If(branch) => if_branches(branch, visit),
        ExprKind::Block(inner) => block(inner, visit),
        ExprKind::Template(inner) => template(inner, visit),
        _ => {
            for child in children_mut(expr) {
                self::expr(child, visit);
            }
        }
    }
}

/// The expressions directly inside of one that is no block and no `if`, without those of its blocks.
pub fn children_mut(expr: &mut Expr) -> Vec<&mut Expr> {
    match &mut expr.kind {
        ExprKind::Literal(_)
        | ExprKind::Path(_)
        | ExprKind::Var(_)
        | ExprKind::If(_)
        | ExprKind::Block(_) => Vec::new(),
        ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => vec![a, b],
        ExprKind::Len(a)
        | ExprKind::Unary(_, a)
        | ExprKind::Cast(a)
        | ExprKind::Repeat(a, _)
        | ExprKind::Ref(_, a)
        | ExprKind::Paren(a) => vec![a],
        ExprKind::Method(_, a, b) => std::iter::once(a).chain(b).map(|child| &mut **child).collect(),
        ExprKind::Call(_, list) | ExprKind::List(list) => list.iter_mut().collect(),
        ExprKind::Template(inner) => {
            let pieces = inner.pieces.iter_mut().filter_map(|piece| match piece {
                Piece::Operand(inner) | Piece::Head(inner) | Piece::Expr(inner) => Some(inner),
                Piece::Text(_) | Piece::Block(_) => None,
            });
            pieces.collect()
        }
    }
}
