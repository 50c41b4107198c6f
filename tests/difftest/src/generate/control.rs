//! Loops that end when a condition says so, blocks with labels, and what leaves them.

use super::assign::assign;
use super::scope::Var;
use super::stmt::declaration;
use super::{Generator, MAX_TIMES, Made, Range, number};
use crate::ast::{BinaryOp, Block, Expr, ExprKind, If, Piece, Prim, Stmt, Template, Ty, expr_text};

/// What can be left from a place of the program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exits {
    /// Loops and blocks with labels, innermost last.
    pub levels: Vec<Level>,
    /// What the function gives; nothing where `return` cannot stand.
    pub ret: Option<Option<Ty>>,
}

/// A loop, or a block with a label.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    label: Option<String>,
    /// The value that `break` gives.
    value: Option<Ty>,
    is_loop: bool,
}

impl Generator {
    /// A loop begins; gives its label with a colon to come.
    pub fn enter_loop(&mut self, value: Option<Ty>) -> Option<String> {
        let label = self.dice.percent(50).then(|| format!("'l{}", self.exits.levels.len()));
        self.exits.levels.push(Level { label: label.clone(), value, is_loop: true });
        label
    }

    /// Statements that nothing outside can be left from.
    pub fn closed<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let exits = std::mem::take(&mut self.exits);
        let made = make(self);
        self.exits = exits;
        made
    }

    /// A statement that sometimes leaves a loop, a block or the function.
    pub fn jump_stmt(&mut self, into: &mut Vec<Stmt>) {
        if self.dice.percent(65) && self.let_else(into).is_some() {
            return;
        }
        let Some(jump) = self.jump() else { return self.assignment(into) };
        let cond = self.boolean().expr;
        let mut then = Block::default();
        if self.dice.percent(40) {
            then.stmts.push(Stmt::Block(self.block(1)));
        }
        then.stmts.push(jump);
        let otherwise = self.dice.percent(15).then(|| self.block(1));
        into.push(Stmt::If(If { cond, then, otherwise, chained: false }));
    }

    /// `break`, `continue` or `return`.
    pub fn jump(&mut self) -> Option<Stmt> {
        let leaves = self.exits.levels.len();
        if self.exits.ret.is_some() && (leaves == 0 || self.dice.percent(15)) {
            if leaves == 0 && self.dice.percent(50) {
                return None;
            }
            let ret = self.exits.ret.clone()?;
            let value = ret.map(|ty| self.value(&ty, true).expr);
            return Some(jump("return", "return", value));
        }
        let back = self.dice.weighted([(70, 1), (20, 2), (10, 3)]);
        let at = leaves.checked_sub(back)?;
        let level = self.exits.levels[at].clone();
        // Without a label the innermost loop is meant.
        let innermost = self.exits.levels.iter().rposition(|level| level.is_loop) == Some(at);
        let inside_block = self.exits.levels[at + 1..].iter().any(|level| !level.is_loop);
        let label = match &level.label {
            Some(label) if !innermost || inside_block || self.dice.percent(50) => format!(" {label}"),
            None if !innermost || inside_block => return None,
            Some(label) if !level.is_loop => format!(" {label}"),
            _ => String::new(),
        };
        if level.is_loop && self.dice.percent(45) {
            return Some(jump("continue", &format!("continue{label}"), None));
        }
        let value = level.value.map(|ty| self.value(&ty, true).expr);
        Some(jump("break", &format!("break{label}"), value))
    }

    fn trips(&mut self) -> u64 {
        let most = (MAX_TIMES / self.times.max(1)).clamp(1, 9);
        self.dice.between(0, i128::from(most)).unsigned_abs() as u64
    }

    /// A counter for a loop, which nothing else writes.
    fn counter(&mut self, trips: u64, into: &mut Vec<Stmt>) -> Var {
        let ty = self.any_int();
        let name = self.names.variable(&mut self.dice);
        let mut var = Var::new(&name, ty);
        var.range = Range::new(0, i128::from(trips));
        var.base = var.range;
        into.push(Stmt::Let(declaration(name, true, true, number(ty, 0))));
        self.scope.declare(var.clone());
        var
    }

    /// The body of a loop that counts first.
    fn counting_body(&mut self, counter: &Var, trips: u64, head: Vec<Stmt>) -> Block {
        let Some(ty) = counter.ty.prim() else { return Block::default() };
        let outer = self.times;
        self.times *= trips.max(1);
        let mut body = self.block(3);
        self.times = outer;
        let count = assign(counter.expr(), Some(BinaryOp::Add), number(ty, 1));
        body.stmts = head.into_iter().chain([count]).chain(body.stmts).collect();
        body
    }

    /// `while`, `while let` or `loop`, and the variable that ends it.
    pub fn while_stmt(&mut self, into: &mut Vec<Stmt>) {
        let trips = self.trips();
        if self.dice.percent(25) {
            return self.while_let(trips, into);
        }
        let counter = self.counter(trips, into);
        let ty = counter.ty.prim().unwrap_or(Prim::I32);
        let limit = number(ty, i128::from(trips));
        if self.dice.percent(35) {
            let stop = Expr::binary(Prim::Bool, BinaryOp::Ge, counter.expr(), limit);
            let label = self.enter_loop(None);
            let then = Block { stmts: vec![jump("break", "break", None)], tail: None };
            let head = vec![Stmt::If(If { cond: stop, then, otherwise: None, chained: false })];
            let body = self.counting_body(&counter, trips, head);
            self.exits.levels.pop();
            let pieces = vec![format!("{}loop ", colon(label)).into(), Piece::Block(body)];
            into.push(Stmt::Template(Template::loose("loop", pieces)));
            return;
        }
        let mut cond = Expr::binary(Prim::Bool, BinaryOp::Lt, counter.expr(), limit);
        if self.dice.percent(40) {
            let other = self.closed(Self::boolean).expr;
            cond = Expr::binary(Prim::Bool, BinaryOp::And, cond, other);
        }
        let label = self.enter_loop(None);
        let body = self.counting_body(&counter, trips, Vec::new());
        self.exits.levels.pop();
        let pieces =
            vec![format!("{}while ", colon(label)).into(), Piece::Head(cond), " ".into(), Piece::Block(body)];
        into.push(Stmt::Template(Template::loose("while", pieces)));
    }

    /// `while let Some(n) = rest { rest = ..; .. }`
    fn while_let(&mut self, trips: u64, into: &mut Vec<Stmt>) {
        let ty = self.any_int();
        let (rest, item) = (self.names.variable(&mut self.dice), self.names.variable(&mut self.dice));
        if rest == item {
            return;
        }
        let option = Ty::Prim(ty).option();
        let some = |value: Expr| {
            Template::new("some", vec!["Some(".into(), Piece::Expr(value), ")".into()]).expr(option.clone())
        };
        into.push(Stmt::Let(declaration(rest.clone(), true, true, some(number(ty, i128::from(trips))))));
        self.scope.declare(Var::new(&rest, option.clone()));
        self.scope.enter();
        let mut var = Var::new(&item, ty);
        var.range = Range::new(0, i128::from(trips));
        var.base = var.range;
        let item_expr = var.expr();
        self.scope.declare(var);
        let none = Template::new("none", vec!["None".into()]).expr(option.clone());
        let more = Expr::binary(Prim::Bool, BinaryOp::Gt, item_expr.clone(), number(ty, 0));
        let fewer = some(Expr::binary(ty, BinaryOp::Sub, item_expr, number(ty, 1)));
        let arm = |value| Block { stmts: Vec::new(), tail: Some(value) };
        let branch = If { cond: more, then: arm(fewer), otherwise: Some(arm(none)), chained: false };
        let next = Expr::new(option.clone(), ExprKind::If(Box::new(branch)));
        let label = self.enter_loop(None);
        let outer = self.times;
        self.times *= trips + 1;
        let mut body = self.block(2);
        self.times = outer;
        self.exits.levels.pop();
        self.scope.leave();
        body.stmts.insert(0, assign(Expr::var(option, &rest), None, next));
        let head = format!("{}while let Some({item}) = {rest} ", colon(label));
        into.push(Stmt::Template(Template::loose("while let", vec![head.into(), Piece::Block(body)])));
    }

    /// A `loop` or a block with a label, with a value.
    pub fn loop_value(&mut self, ty: &Ty) -> Made {
        let range = ty.leaf().map_or(Range::one(0), Range::of);
        let made = |expr| Made::new(expr, range, false).fix();
        if self.dice.percent(50) {
            let label = format!("'l{}", self.exits.levels.len());
            let level = Level { label: Some(label.clone()), value: Some(ty.clone()), is_loop: false };
            self.scope.enter();
            self.exits.levels.push(level);
            let mut stmts = Vec::new();
            self.jump_stmt(&mut stmts);
            stmts.extend(self.stmts(1));
            let tail = Some(self.decided_value(ty));
            self.exits.levels.pop();
            self.scope.leave();
            let pieces = vec![format!("{label}: ").into(), Piece::Block(Block { stmts, tail })];
            return made(Template::loose("block with a label", pieces).expr(ty.clone()));
        }
        self.scope.enter();
        let mut stmts = Vec::new();
        let trips = self.trips();
        let counter = self.counter(trips, &mut stmts);
        let limit = number(counter.ty.prim().unwrap_or(Prim::I32), i128::from(trips));
        let cond = Expr::binary(Prim::Bool, BinaryOp::Ge, counter.expr(), limit);
        let label = self.enter_loop(Some(ty.clone()));
        // A `continue` in it would skip the counter.
        let value = self.closed(|generator| generator.decided_value(ty));
        let then = Block { stmts: vec![jump("break", "break", Some(value))], tail: None };
        let head = vec![Stmt::If(If { cond, then, otherwise: None, chained: false })];
        let body = self.counting_body(&counter, trips, head);
        self.exits.levels.pop();
        self.scope.leave();
        let pieces = vec![format!("{}loop ", colon(label)).into(), Piece::Block(body)];
        let tail = Some(Template::loose("loop with a value", pieces).expr(ty.clone()));
        made(Expr::new(ty.clone(), ExprKind::Block(Box::new(Block { stmts, tail }))))
    }

    /// A value whose text decides its type, as far as its scalars are not in arrays.
    fn decided_value(&mut self, ty: &Ty) -> Expr {
        let value = self.value(ty, false);
        if ty.prim().is_some() { value.fix().expr } else { value.expr }
    }

    /// `let x; if .. { x = ..; } else { x = ..; }`
    pub fn deferred(&mut self, into: &mut Vec<Stmt>) {
        let ty = match self.dice.below(3) {
            0 => self.any_aggregate(),
            1 => self.any_shape(),
            _ => self.any_prim().into(),
        };
        let name = self.names.variable(&mut self.dice);
        let mutable = if self.dice.percent(30) { "mut " } else { "" };
        into.push(Stmt::Template(Template::loose(
            "deferred let",
            vec![format!("let {mutable}{name}: {ty};").into()],
        )));
        // Until then it hides what has its name.
        self.scope.enter();
        let mut hidden = Var::new(&name, Ty::Unit);
        hidden.constant = true;
        self.scope.declare(hidden);
        let cond = self.boolean().expr;
        let arms = [(); 2].map(|()| {
            self.scope.enter();
            let mut stmts = if self.dice.percent(30) { self.stmts(1) } else { Vec::new() };
            let shadowed = self.scope.is_shadowed(&name, &Ty::Unit);
            let value = self.value(&ty, true).expr;
            self.scope.leave();
            if !shadowed {
                stmts.push(assign(Expr::var(ty.clone(), &name), None, value));
            }
            (Block { stmts, tail: None }, shadowed)
        });
        self.scope.leave();
        let [(then, a), (otherwise, b)] = arms;
        if a || b {
            into.pop();
            return;
        }
        let mut var = Var::new(&name, ty);
        var.writable = !mutable.is_empty();
        self.scope.declare(var);
        into.push(Stmt::If(If { cond, then, otherwise: Some(otherwise), chained: false }));
    }
}

fn colon(label: Option<String>) -> String {
    label.map_or_else(String::new, |label| format!("{label}: "))
}

/// A statement that leaves something.
fn jump(feature: &'static str, words: &str, value: Option<Expr>) -> Stmt {
    let mut pieces = vec![words.into()];
    if let Some(value) = value {
        // `break 'a: { .. }` would need parentheses.
        let labelled = expr_text(&value).starts_with('\'');
        pieces.extend([" ".into(), if labelled { Piece::Operand(value) } else { Piece::Expr(value) }]);
    }
    pieces.push(";".into());
    Stmt::Template(Template::loose(feature, pieces))
}
