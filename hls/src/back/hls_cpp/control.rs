//! Operations that are statements.

use sycl_hls_ir::{
    CallArg, ForLoop, Init, Op, OpKind, ParamKind, Place, RegionId, Root, ScopeDirectives, SlotId, Span,
    Trap, ValueId,
};
use sycl_hls_types::{ScalarValue, TrapSite};

use super::expr::{self, Expr, Level};
use super::func::Emitter;
use super::op::remaining_dims;
use super::prelude::Helper;
use super::stmt::{Stmt, StmtKind, braces};
use super::{pragma, signature, type_name};

impl Emitter<'_> {
    pub(super) fn statement(&mut self, op: &Op) {
        let span = op.span;
        match &op.kind {
            OpKind::Write(place, value) => self.write(place, *value, span),
            OpKind::Fill(place, value) => self.fill(place, *value, span),
            OpKind::Copy { to, from } => self.copy(to, from, span),
            OpKind::Declare { slot, init } => self.declare(*slot, init, span),
            OpKind::Call { func, args } => self.call(&self.module.funcs[*func], args, op),
            OpKind::For(for_loop) => self.for_loop(for_loop, span),
            OpKind::Scope { directives, body } => self.scope(directives, *body, span),
            OpKind::If { cond, then, otherwise } => self.if_op(*cond, *then, *otherwise, op),
            OpKind::TrapIf { cond, trap } => self.trap(*cond, trap, span),
            OpKind::Return(Some(value)) => {
                let value = self.operand(*value);
                self.line(format!("return {};", value.text), span);
            }
            _ => {}
        }
    }

    fn line(&mut self, text: String, span: Span) {
        self.out.push(Stmt::line(text, span));
    }

    fn write(&mut self, place: &Place, value: ValueId, span: Span) {
        let value = self.operand(value);
        let place_expr = self.place(place);
        self.flush(|root| root == place.root);
        // Compilers take `x = x` for a mistake.
        if place.indices.is_empty() && value.text == place_expr.text {
            return;
        }
        let text = match &value.compound {
            Some((lhs, op, rhs)) if *lhs == place_expr.text => format!("{lhs} {op}= {rhs};"),
            _ => format!("{} = {};", place_expr.text, value.text),
        };
        self.line(text, span);
    }

    fn fill(&mut self, place: &Place, value: ValueId, span: Span) {
        let ty = self.func.ty(value);
        let mut value = self.operand(value);
        let target = self.place(place);
        self.flush(|root| root == place.root);
        let dims = remaining_dims(self.func, self.module, place);
        if !value.reads.is_empty() || value.level != Level::Primary {
            value = self.variable(&value, ty, None, span);
        }
        let stmt =
            self.element_loops(&dims, span, |indices| format!("{}{indices} = {};", target.text, value.text));
        self.out.push(stmt);
    }

    fn copy(&mut self, to: &Place, from: &Place, span: Span) {
        let (source, target) = (self.place(from), self.place(to));
        self.flush(|root| root == to.root);
        let dims = remaining_dims(self.func, self.module, to);
        let stmt = self.element_loops(&dims, span, |indices| {
            format!("{}{indices} = {}{indices};", target.text, source.text)
        });
        self.out.push(stmt);
    }

    /// A statement for each element of an array.
    fn element_loops(&mut self, dims: &[u64], span: Span, body: impl FnOnce(&str) -> String) -> Stmt {
        let scope = self.local.enter();
        let names: Vec<String> = dims.iter().map(|_| self.local.take("k")).collect();
        self.local.leave(scope);
        let indices: String = names.iter().map(|name| format!("[{name}]")).collect();
        let mut stmt = Stmt::line(body(&indices), span);
        for (name, dim) in names.iter().zip(dims).rev() {
            let head = format!("for (uint64_t {name} = 0; {name} < {dim}; ++{name})");
            stmt = Stmt { kind: StmtKind::Loop { head, body: vec![stmt] }, span };
        }
        stmt
    }

    fn declare(&mut self, slot: SlotId, init: &Init, span: Span) {
        let data = &self.func.slots[slot];
        let leaf = type_name(data.ty.leaf());
        let dims = data.ty.dims();
        let init = match init {
            Init::Uninit => None,
            Init::Fill(value) => {
                let zero = self.constants.get(*value).is_some_and(|value| value.bits() == 0);
                let value = self.operand(*value);
                match (dims.is_empty(), zero) {
                    (true, _) => Some(value.text),
                    (false, true) => Some("{}".to_owned()),
                    (false, false) => return self.declare_filled(slot, &value, span),
                }
            }
            Init::List(values) => {
                let values: Vec<String> =
                    values.iter().map(|value| self.operand(*value).in_braces(data.ty.leaf())).collect();
                Some(braces(&data.ty, &mut values.iter()))
            }
        };
        let name = self.name_slot(slot);
        let qualifier = if data.mutable || init.is_none() { "" } else { "const " };
        let init = init.map_or_else(String::new, |init| format!(" = {init}"));
        self.line(format!("{qualifier}{leaf} {}{init};", signature::declarator(&name, &data.ty)), span);
        self.slot_pragmas(slot, &name, span);
    }

    /// An array with one value everywhere that is not all zeros has no initializer in C++.
    fn declare_filled(&mut self, slot: SlotId, value: &Expr, span: Span) {
        let data = &self.func.slots[slot];
        let simple = value.level == Level::Primary && value.reads.is_empty();
        let value = if simple { value.clone() } else { self.variable(value, data.ty.leaf(), None, span) };
        let name = self.name_slot(slot);
        self.line(format!("{} {};", type_name(data.ty.leaf()), signature::declarator(&name, &data.ty)), span);
        self.slot_pragmas(slot, &name, span);
        let stmt =
            self.element_loops(&data.ty.dims(), span, |indices| format!("{name}{indices} = {};", value.text));
        self.out.push(stmt);
    }

    fn slot_pragmas(&mut self, slot: SlotId, name: &str, span: Span) {
        let pragmas = pragma::of_slot(&self.func.slots[slot].directives, name);
        self.out.extend(pragmas.into_iter().map(|text| Stmt::pragma(text, span)));
    }

    /// Statements in braces, with what directives say about them.
    fn scope(&mut self, directives: &ScopeDirectives, region: RegionId, span: Span) {
        let written = self.writes(region);
        self.flush(|root| written.contains(&root));
        let (stmts, ()) = self.inner(|emitter| emitter.block(region));
        let pragmas = self.with_pragma_names(|context| pragma::of_scope(directives, context));
        let mut body: Vec<Stmt> = pragmas.into_iter().map(|text| Stmt::pragma(text, span)).collect();
        body.extend(stmts);
        self.out.push(Stmt { kind: StmtKind::Block(body), span });
    }

    fn call(&mut self, callee: &sycl_hls_ir::Func, args: &[CallArg], op: &Op) {
        let mut texts = Vec::new();
        let mut written = Vec::new();
        for (param, arg) in callee.params.iter().zip(args) {
            match arg {
                CallArg::Value(value) => texts.push(self.operand(*value).text),
                CallArg::Place(place) => {
                    texts.push(self.place(place).text);
                    if let ParamKind::Slice { .. } = param.kind {
                        texts.push(self.length_of(place));
                    }
                    if self.func.is_writable(place.root) {
                        written.push(place.root);
                    }
                }
            }
        }
        self.flush(|root| written.contains(&root));
        let text = format!("{}({})", self.names.func(&callee.name), texts.join(", "));
        match op.result.filter(|result| self.is_used(*result)) {
            Some(result) => {
                let name = self.func.values[result].name.clone();
                let variable =
                    self.variable(&Expr::primary(text), self.func.ty(result), name.as_deref(), op.span);
                self.set_value(result, &variable.text);
            }
            None => self.line(format!("{text};"), op.span),
        }
    }

    /// The length of an array or slice that is passed as a slice.
    fn length_of(&mut self, place: &Place) -> String {
        match (place.root, remaining_dims(self.func, self.module, place).first()) {
            (_, Some(dim)) => dim.to_string(),
            (Root::Param(index), None) => self.len(index).text,
            _ => "0".to_owned(),
        }
    }

    fn for_loop(&mut self, for_loop: &ForLoop, span: Span) {
        let written = self.writes(for_loop.body);
        let ty = self.func.ty(for_loop.lo);
        let lo = self.operand(for_loop.lo);
        let mut hi = self.operand(for_loop.hi);
        if hi.reads.iter().any(|root| written.contains(root)) {
            hi = self.variable(&hi, ty, None, span);
        }
        self.flush(|root| written.contains(&root));
        let induction = self.func.regions[for_loop.body].params.first().copied();
        let rust_name = induction.and_then(|value| self.func.values[value].name.clone());
        let (stmts, name) = self.inner(|emitter| {
            let name = emitter.local.take(rust_name.as_deref().unwrap_or("i"));
            if let Some(induction) = induction {
                emitter.set_value(induction, &name);
            }
            emitter.block(for_loop.body);
            name
        });
        let pragmas = self.with_pragma_names(|context| pragma::of_loop(&for_loop.directives, context));
        let mut body: Vec<Stmt> = pragmas.into_iter().map(|text| Stmt::pragma(text, span)).collect();
        body.extend(stmts);
        let start = format!("for ({} {name} = {};", type_name(ty), lo.text);
        let known = self.constants.get(for_loop.hi);
        let exclusive = match (for_loop.inclusive, known) {
            (false, _) => Some(hi.at(Level::Add)),
            (true, Some(last)) => successor(last).map(|bound| Expr::constant(bound).text),
            (true, None) => None,
        };
        match exclusive {
            Some(bound) => {
                let head = format!("{start} {name} < {bound}; ++{name})");
                self.out.push(Stmt { kind: StmtKind::Loop { head, body }, span });
            }
            None => self.inclusive_loop(for_loop, &start, &name, [&lo, &hi], body, span),
        }
    }

    /// `lo..=hi` where `hi` may be the type's last value, so that the counter must not go beyond it.
    fn inclusive_loop(
        &mut self,
        for_loop: &ForLoop,
        start: &str,
        name: &str,
        [lo, hi]: [&Expr; 2],
        mut body: Vec<Stmt>,
        span: Span,
    ) {
        let last = Stmt::line("break;", span);
        let cond = format!("{name} == {}", hi.at(Level::Add));
        body.push(Stmt { kind: StmtKind::If { cond, then: vec![last], otherwise: Vec::new() }, span });
        let mut stmt = Stmt { kind: StmtKind::Loop { head: format!("{start}; ++{name})"), body }, span };
        if !self.surely_runs(for_loop) {
            let cond = format!("{} <= {}", lo.at(Level::Add), hi.at(Level::Add));
            stmt = Stmt { kind: StmtKind::If { cond, then: vec![stmt], otherwise: Vec::new() }, span };
        }
        self.out.push(stmt);
    }

    /// Do the constants among an inclusive loop's bounds make it run at least once?
    fn surely_runs(&self, for_loop: &ForLoop) -> bool {
        let Some((min, max)) = self.func.ty(for_loop.lo).range() else { return false };
        let bound = |value: ValueId| self.constants.get(value).and_then(ScalarValue::to_integer);
        match (bound(for_loop.lo), bound(for_loop.hi)) {
            (Some(lo), Some(hi)) => lo <= hi,
            (lo, hi) => lo == Some(min) || hi == Some(max),
        }
    }

    fn if_op(&mut self, cond: ValueId, then: RegionId, otherwise: RegionId, op: &Op) {
        let cond_expr = self.operand(cond);
        let mut written = self.writes(then);
        written.extend(self.writes(otherwise));
        self.flush(|root| written.contains(&root));
        // The variable for the result is visible in both arms, so its name is taken before theirs.
        let scope = self.local.enter();
        let name = op.result.map(|result| {
            let rust_name = self.func.values[result].name.as_deref();
            self.local.take(rust_name.unwrap_or("t"))
        });
        let (mut then_stmts, then_value) = self.arm(then);
        let (mut else_stmts, else_value) = self.arm(otherwise);
        let span = op.span;
        if let (Some(result), Some(name), Some(then_value), Some(else_value)) =
            (op.result, name, then_value, else_value)
        {
            if then_stmts.is_empty() && else_stmts.is_empty() {
                self.local.leave(scope);
                let expr = self.chosen(&cond_expr, &then_value, &else_value, then, otherwise);
                return self.define(result, expr, &op.kind, span);
            }
            let data = &self.func.values[result];
            self.line(format!("{} {name};", type_name(data.ty)), span);
            then_stmts.push(Stmt::line(format!("{name} = {};", then_value.text), span));
            else_stmts.push(Stmt::line(format!("{name} = {};", else_value.text), span));
            self.set_value(result, &name);
        }
        let kind = StmtKind::If { cond: cond_expr.text, then: then_stmts, otherwise: else_stmts };
        self.out.push(Stmt { kind, span });
    }

    /// An arm of an `if`: its statements and the value it yields.
    fn arm(&mut self, region: RegionId) -> (Vec<Stmt>, Option<Expr>) {
        let yielded = self.func.regions[region].ops.last().and_then(|&last| match self.func.ops[last].kind {
            OpKind::Yield(value) => Some(value),
            _ => None,
        });
        self.inner(|emitter| {
            emitter.block(region);
            yielded.map(|value| emitter.operand(value))
        })
    }

    /// An `if` as an expression: `&&`, `||` or `? :`.
    fn chosen(
        &self,
        cond: &Expr,
        then: &Expr,
        otherwise: &Expr,
        then_id: RegionId,
        else_id: RegionId,
    ) -> Expr {
        let constant = |region: RegionId| match self.func.regions[region].ops.as_slice() {
            [value, _] => match self.func.ops[*value].kind {
                OpKind::Const(value) => Some(value),
                _ => None,
            },
            _ => None,
        };
        if constant(else_id) == Some(false.into()) {
            expr::and(cond, then)
        } else if constant(then_id) == Some(true.into()) {
            expr::or(cond, otherwise)
        } else {
            expr::ternary(cond, then, otherwise)
        }
    }

    fn trap(&mut self, cond: ValueId, trap: &Trap, span: Span) {
        self.output.helpers.insert(Helper::Trap);
        let number = self.output.sites.len();
        self.output.sites.push(TrapSite {
            kind: trap.kind,
            operands: trap.operands.iter().map(|value| self.func.ty(*value)).collect(),
            object: trap.object.clone(),
            at: self.module.location(span),
        });
        let cond = self.operand(cond);
        let mut operands: Vec<String> = trap.operands.iter().map(|value| self.operand(*value).text).collect();
        operands.resize(2, "0".to_owned());
        self.line(format!("if ({}) trap({number}, {});", cond.text, operands.join(", ")), span);
    }
}

fn successor(value: ScalarValue) -> Option<ScalarValue> {
    value.to_integer().and_then(|number| ScalarValue::from_integer(value.ty(), number + 1))
}
