//! Functions over types and lengths, and functions that are evaluated when a module is translated.

use super::assign::assign;
use super::scope::Var;
use super::stmt::declaration;
use super::{Generator, Helper, HelperParam, Range, number};
use crate::ast::{
    BinaryOp, Block, Bound, Const, Expr, ExprKind, Func, If, Item, Len, Param, ParamTy, Piece, Prim, Stmt,
    Template, Ty,
};

/// What a formula is made of: the same for every type, so that it may stand in a function over one.
pub(super) struct Formula {
    pub ty: Ty,
    /// Operands of the type.
    pub operands: Vec<Expr>,
    /// Numbers as text.
    pub numbers: Vec<String>,
    /// True if only `+`, `-` and `*` may be used.
    pub is_float: bool,
}

impl Generator {
    /// Functions with parameters between `<` and `>`, and constants from `const fn`.
    pub fn generics(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        if self.dice.percent(30) {
            items.extend(self.table());
        }
        if self.dice.percent(30) {
            items.push(Item::Func(self.of_type()));
        }
        if self.dice.percent(30) {
            items.push(Item::Func(self.of_length()));
        }
        items
    }

    /// A value made of a formula's operands.
    pub(super) fn formula(&mut self, of: &Formula, depth: u32) -> Expr {
        let ty = || of.ty.clone();
        if depth == 0 || self.dice.percent(15) {
            if self.dice.percent(25)
                && let Some(text) = self.dice.pick(&of.numbers)
            {
                return Expr::new(ty(), ExprKind::Path(text.clone()));
            }
            return self.dice.pick(&of.operands).cloned().unwrap_or_else(|| Expr::var(ty(), "a"));
        }
        let (a, b) = (self.formula(of, depth - 1), self.formula(of, depth - 1));
        if self.dice.percent(15) {
            let op = self.dice.of(BinaryOp::COMPARISONS);
            let (lhs, rhs) = (self.formula(of, 0), self.formula(of, 0));
            let cond = compared(op, lhs, rhs);
            let arm = |value| Block { stmts: Vec::new(), tail: Some(value) };
            let branch = If { cond, then: arm(a), otherwise: Some(arm(b)), chained: false };
            return Expr::new(ty(), ExprKind::If(Box::new(branch)));
        }
        if of.is_float {
            let op = self.dice.of([BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul]);
            return Expr::binary(ty(), op, a, b);
        }
        match self.dice.below(9) {
            0..=2 => {
                let op = self.dice.of([BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor]);
                Expr::binary(ty(), op, a, b)
            }
            3 => {
                let name = self.dice.of([
                    "rotate_left",
                    "rotate_right",
                    "wrapping_shl",
                    "wrapping_shr",
                    "wrapping_pow",
                ]);
                let distance = self.dice.between(0, 70);
                a.method(ty(), name, name, vec![number(Prim::U32, distance)])
            }
            4 => {
                let name = self.dice.of(["swap_bytes", "reverse_bits", "wrapping_neg"]);
                a.method(ty(), name, name, Vec::new())
            }
            5 => {
                let name = self.dice.of(["saturating_add", "saturating_sub", "saturating_mul"]);
                a.method(ty(), name, name, vec![b])
            }
            _ => {
                let name = self.dice.of(["wrapping_add", "wrapping_sub", "wrapping_mul"]);
                a.method(ty(), name, name, vec![b])
            }
        }
    }

    /// A table that a `const fn` computes, and the functions for it.
    fn table(&mut self) -> Vec<Item> {
        let ty = self.any_int();
        let len = self.dice.between(1, 9);
        let (entry, table) = (self.names.item(&mut self.dice), self.names.item(&mut self.dice));
        let name = self.names.constant(&mut self.dice);
        let array = Ty::Prim(ty).array(len.unsigned_abs() as u64);
        let entry_func = self.entry(&entry, ty);
        let zeros = Expr::new(
            array.clone(),
            ExprKind::Repeat(Box::new(number(ty, 0)), Len::from(len.unsigned_abs() as u64)),
        );
        let i = || Expr::var(Prim::Usize, "i");
        let call = Expr::new(ty, ExprKind::Call(entry.clone(), vec![i().cast(ty), i().cast(Prim::U32)]));
        let place = Expr::var(array.clone(), "table").index(i());
        let body = Block { stmts: vec![assign(place, None, call), count_up("i")], tail: None };
        let stmts = vec![
            Stmt::Let(declaration("table".to_owned(), true, false, zeros)),
            Stmt::Let(declaration("i".to_owned(), true, true, number(Prim::Usize, 0))),
            repeat(Expr::binary(Prim::Bool, BinaryOp::Lt, i(), number(Prim::Usize, len)), body),
        ];
        let body = Block { stmts, tail: Some(Expr::var(array.clone(), "table")) };
        let table_func =
            Func { name: table.clone(), body, ..func("", true, Vec::new(), Some(array.clone())) };
        let value = Expr::new(array.clone(), ExprKind::Call(table, Vec::new()));
        let mut var = Var::new(&name, array.clone());
        var.constant = true;
        self.scope.declare(var);
        vec![Item::Func(entry_func), Item::Const(Const { name, ty: array, value }), Item::Func(table_func)]
    }

    /// `const fn` of an entry, which kernels may call, too.
    fn entry(&mut self, name: &str, ty: Prim) -> Func {
        let numbers = [1, 3, 7].map(|value| number(ty, value)).map(|value| crate::ast::expr_text(&value));
        let operand = |name: &str| Expr::var(ty, name);
        let of = Formula {
            ty: ty.into(),
            operands: vec![operand("x"), operand("a"), Expr::var(Prim::U32, "n").cast(ty)],
            numbers: numbers.map(|text| format!("{text}_{ty}")).to_vec(),
            is_float: false,
        };
        let next = self.formula(&of, 3);
        let stop = Expr::binary(Prim::Bool, BinaryOp::Lt, self.formula(&of, 1), self.formula(&of, 1));
        let leave = self.dice.of(["break;", "return a;", "{ i += 2; continue; }"]);
        let text = Stmt::Template(Template::loose("jump", vec![leave.into()]));
        let then = Block { stmts: vec![text], tail: None };
        let stmts = vec![
            assign(operand("x"), None, next),
            Stmt::If(If { cond: stop, then, otherwise: None, chained: false }),
            count_up("i"),
        ];
        let limit = self.dice.between(0, 5);
        let cond =
            Expr::binary(Prim::Bool, BinaryOp::Lt, Expr::var(Prim::Usize, "i"), number(Prim::Usize, limit));
        let stmts = vec![
            Stmt::Let(declaration("x".to_owned(), true, false, operand("a"))),
            Stmt::Let(declaration("i".to_owned(), true, true, number(Prim::Usize, 0))),
            repeat(cond, Block { stmts, tail: None }),
        ];
        let params =
            vec![param("a", ParamTy::Value(ty.into())), param("n", ParamTy::Value(Prim::U32.into()))];
        self.offer(name, &[ParamTy::Value(ty.into()), ParamTy::Value(Prim::U32.into())], ty.into(), true);
        let body = Block { stmts, tail: Some(operand("x")) };
        Func { name: name.to_owned(), body, ..func("", true, params, Some(ty.into())) }
    }

    /// A function that what is generated later may call.
    fn offer(&mut self, name: &str, params: &[ParamTy], ret: Ty, variable: bool) {
        let range = |ty: &ParamTy| Range::whole(&ty.target());
        let params =
            params.iter().map(|ty| HelperParam { ty: ty.clone(), range: range(ty), min_len: 0 }).collect();
        let result = Range::whole(&ret);
        self.helpers.push(Helper {
            name: name.to_owned(),
            method: false,
            operator: None,
            params,
            ret: Some((ret, result)),
            cost: 30,
            variable,
        });
    }

    /// `fn f<T: Integer>(a: T, b: T) -> T`
    fn of_type(&mut self) -> Func {
        let name = self.names.item(&mut self.dice);
        let is_float = self.dice.percent(30);
        let bound = if is_float { Bound::Number } else { Bound::Integer };
        let t = Ty::Param(bound);
        let operand = |name: &str| Expr::var(t.clone(), name);
        let numbers = ["T::ONE", "T::ZERO", "T::MAX", "T::MIN"].map(ToOwned::to_owned).to_vec();
        let operands = vec![operand("x"), operand("a"), operand("b")];
        let of = Formula { ty: t.clone(), operands, numbers, is_float };
        let next = self.formula(&of, 3);
        let first = self.formula(&Formula { operands: vec![operand("a"), operand("b")], ..of }, 1);
        let variable = self.has_loops(&[&first, &next]);
        let times = self.dice.between(0, 3);
        let body = Block { stmts: vec![assign(operand("x"), None, next)], tail: None };
        let head = format!("for _ in 0..{times} ");
        let stmts = vec![
            Stmt::Let(declaration("x".to_owned(), true, false, first)),
            Stmt::Template(Template::loose("for", vec![head.into(), Piece::Block(body)])),
        ];
        for _ in 0..2 {
            let of = if is_float { self.dice.of([Prim::F32, Prim::F64]) } else { self.any_int() };
            let params = [ParamTy::Value(of.into()), ParamTy::Value(of.into())];
            self.offer(&format!("{name}::<{of}>"), &params, of.into(), variable);
        }
        let params = vec![param("a", ParamTy::Value(t.clone())), param("b", ParamTy::Value(t.clone()))];
        let body = Block { stmts, tail: Some(operand("x")) };
        Func { name, body, ..func(&format!("<T: {bound:?}>"), false, params, Some(t.clone())) }
    }

    /// `fn f<const N: usize>(a: &mut [i32; N], b: [i32; N]) -> [i32; N]`
    fn of_length(&mut self) -> Func {
        let name = self.names.item(&mut self.dice);
        let ty = self.any_int();
        let array = Ty::Prim(ty).array(Len::open("N", [1, 5]));
        let i = || Expr::var(Prim::Usize, "i");
        let at = |name: &str, index: Expr| Expr::var(array.clone(), name).index(index);
        let last = Expr::new(Prim::Usize, ExprKind::Path("(N - 1)".to_owned()));
        let back = Expr::binary(Prim::Usize, BinaryOp::Sub, last, i());
        let of = Formula {
            ty: ty.into(),
            operands: vec![at("a", i()), at("b", back.clone()), at("all", i()), i().cast(ty)],
            numbers: vec![format!("{ty}::MAX"), format!("1_{ty}"), format!("(N as {ty})")],
            is_float: false,
        };
        let (next, other) = (self.formula(&of, 3), self.formula(&of, 2));
        let variable = self.has_loops(&[&next, &other]);
        let stmts = vec![assign(at("all", i()), None, next), assign(at("a", back), None, other)];
        let text = vec!["for i in 0..N ".into(), Piece::Block(Block { stmts, tail: None })];
        let first = Expr::new(array.clone(), ExprKind::Path(format!("[{}_{ty}; N]", self.dice.below(9))));
        let stmts = vec![
            Stmt::Let(declaration("all".to_owned(), true, false, first)),
            Stmt::Template(Template::loose("for", text)),
        ];
        for _ in 0..2 {
            let count = self.dice.between(1, 5).unsigned_abs() as u64;
            let concrete = Ty::Prim(ty).array(count);
            let params =
                [ParamTy::Ref { mutable: true, ty: concrete.clone() }, ParamTy::Value(concrete.clone())];
            let called = if self.dice.percent(50) { format!("{name}::<{count}>") } else { name.clone() };
            self.offer(&called, &params, concrete.clone(), variable);
            self.shapes.push(concrete);
        }
        let params = vec![
            param("a", ParamTy::Ref { mutable: true, ty: array.clone() }),
            param("b", ParamTy::Value(array.clone())),
        ];
        let body = Block { stmts, tail: Some(Expr::var(array.clone(), "all")) };
        Func { name, body, ..func("<const N: usize>", false, params, Some(array)) }
    }
}

fn param(name: &str, ty: ParamTy) -> Param {
    Param { name: name.to_owned(), ty, mutable: false, len: None, bundle: None }
}

fn func(generics: &str, constant: bool, params: Vec<Param>, ret: Option<Ty>) -> Func {
    Func {
        name: String::new(),
        kernel: false,
        constant,
        flushes: false,
        owner: None,
        of_trait: None,
        operator: None,
        generics: generics.to_owned(),
        instances: Vec::new(),
        params,
        ret,
        returns: false,
        body: Block::default(),
    }
}

/// A comparison borrows its operands where their type is a parameter, unlike any other operator: what the right one may
/// write is copied before.
fn compared(op: BinaryOp, lhs: Expr, rhs: Expr) -> Expr {
    let lhs = if rhs.is_path() {
        lhs
    } else {
        let ty = lhs.ty.clone();
        let block = Block { stmts: Vec::new(), tail: Some(lhs) };
        Expr::new(ty, ExprKind::Block(Box::new(block)))
    };
    Expr::binary(Prim::Bool, op, lhs, rhs)
}

fn count_up(name: &str) -> Stmt {
    assign(Expr::var(Prim::Usize, name), Some(BinaryOp::Add), number(Prim::Usize, 1))
}

/// `while cond { .. }`
fn repeat(cond: Expr, body: Block) -> Stmt {
    let pieces = vec!["while ".into(), Piece::Head(cond), " ".into(), Piece::Block(body)];
    Stmt::Template(Template::loose("while", pieces))
}
