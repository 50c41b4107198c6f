//! Operations that are statements, choices and checks.

use sycl_hls_ir::{Op, OpKind, RegionId, ScopeDirectives, Span, Trap, ValueId};
use sycl_hls_types::{Scalar, TrapSite};

use super::expr::{self, Expr};
use super::func::{Emitter, MAX_INLINE};
use super::number::is_class;
use super::pragma;
use super::prelude::Helper;
use super::stmt::{Stmt, StmtKind};

impl Emitter<'_> {
    pub(super) fn statement(&mut self, op: &Op) {
        let span = op.span;
        match &op.kind {
            OpKind::Write(place, value) => self.write(place, *value, span),
            OpKind::Fill(place, value) => self.fill(place, *value, span),
            OpKind::Copy { to, from } => self.copy(to, from, span),
            OpKind::Declare { slot, init } => self.declare(*slot, init, span),
            OpKind::Call { func, args } => self.call(*func, args, op),
            OpKind::For(for_loop) => self.for_loop(for_loop, span),
            OpKind::While { cond, body, directives } => self.while_loop(*cond, *body, directives, span),
            OpKind::Block { body } => self.labelled(*body, span),
            // The pass `exits` has left only those of the innermost loop or block.
            OpKind::Break(_) => self.line("break;".to_owned(), span),
            OpKind::Continue(_) => self.line("continue;".to_owned(), span),
            OpKind::Return(None) if !self.at_end => self.line("return;".to_owned(), span),
            OpKind::Scope { directives, body } => self.scope(directives, *body, span),
            OpKind::If { cond, then, otherwise } => self.if_op(*cond, *then, *otherwise, op),
            OpKind::TrapIf { cond, trap } => self.trap(*cond, trap, span),
            OpKind::Dataflow { start_propagation, body } => {
                self.dataflow(*body, *start_propagation, span);
            }
            OpKind::Channel { channel, access } => self.access(*channel, access, op),
            OpKind::Return(Some(value)) => {
                let value = self.operand(*value);
                self.line(format!("return {};", value.text), span);
            }
            _ => {}
        }
    }

    pub(super) fn line(&mut self, text: String, span: Span) {
        self.out.push(Stmt::line(text, span));
    }

    /// Statements in braces, with what directives say about them.
    fn scope(&mut self, directives: &ScopeDirectives, region: RegionId, span: Span) {
        let written = self.writes(region);
        self.flush(|root| written.contains(&root));
        let (stmts, ()) = self.inner(|emitter| emitter.block(region));
        let pragmas = self.with_pragma_names(|context| pragma::of_scope(directives, context));
        let mut body: Vec<Stmt> = pragmas.into_iter().map(|text| Stmt::pragma(text, span)).collect();
        body.extend(stmts);
        self.out.push(Stmt { kind: StmtKind::Scope(body), span });
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
        if let (Some(result), Some(name)) = (op.result, name) {
            if let (Some(then_value), Some(else_value), [], []) =
                (&then_value, &else_value, then_stmts.as_slice(), else_stmts.as_slice())
                && then_value.text.len().max(else_value.text.len()) <= MAX_INLINE
            {
                self.local.leave(scope);
                let ty = self.func.ty(result);
                let expr = self.chosen(ty, [&cond_expr, then_value, else_value], [then, otherwise]);
                let expr = expr.known(ty, self.ranges.value(self.func, result));
                return self.define(result, expr, &op.kind, span);
            }
            let declared = self.declared(result).name;
            self.line(format!("{declared} {name};"), span);
            // An arm without a value leaves.
            for (stmts, value) in [(&mut then_stmts, then_value), (&mut else_stmts, else_value)] {
                let Some(value) = value else { continue };
                let inner = format!("{declared} {};", value.text);
                if !assigned_directly(stmts, &inner, &value.text, &name) {
                    stmts.push(Stmt::line(format!("{name} = {};", value.text), span));
                }
            }
            self.set_value(result, &name);
        }
        let kind = StmtKind::If { cond: cond_expr.text, then: then_stmts, otherwise: else_stmts };
        self.out.push(Stmt { kind, span });
    }

    /// An arm of an `if`: its statements and the value it yields.
    fn arm(&mut self, region: RegionId) -> (Vec<Stmt>, Option<Expr>) {
        self.inner(|emitter| emitter.yielding(region))
    }

    /// Emits a region into the block at hand, and gives the value it yields.
    pub(super) fn yielding(&mut self, region: RegionId) -> Option<Expr> {
        let yielded = self.func.regions[region].ops.last().and_then(|&last| match self.func.ops[last].kind {
            OpKind::Yield(value) => Some(value),
            _ => None,
        });
        self.block(region);
        yielded.map(|value| self.operand(value))
    }

    /// An `if` as an expression: `&&`, `||` or `? :`.
    fn chosen(
        &self,
        ty: Scalar,
        [cond, then, otherwise]: [&Expr; 3],
        [then_id, else_id]: [RegionId; 2],
    ) -> Expr {
        let constant = |region: RegionId| match self.func.regions[region].ops.as_slice() {
            [value, _] => match &self.func.ops[*value].kind {
                OpKind::Const(value) => Some(value.clone()),
                _ => None,
            },
            _ => None,
        };
        let (yes, no) = (Some(true.into()), Some(false.into()));
        match (constant(then_id), constant(else_id)) {
            (then, otherwise) if then == yes && otherwise == no => cond.clone(),
            (then, otherwise) if then == no && otherwise == yes => expr::not(cond),
            (_, otherwise) if otherwise == no => expr::and(cond, then),
            (then_value, _) if then_value == yes => expr::or(cond, otherwise),
            _ => expr::ternary(ty, cond, then, otherwise),
        }
    }

    /// A value as a word for a check's report.
    fn word(&mut self, value: ValueId) -> String {
        match self.func.ty(value) {
            Scalar::F32 => self.bits(value, Scalar::U32).text,
            Scalar::F64 => self.bits(value, Scalar::U64).text,
            ty if is_class(ty) => expr::cast("uint64_t", &self.operand(value)).text,
            ty => self.operand(value).exact(ty).text,
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
        let mut operands: Vec<String> = trap.operands.iter().map(|value| self.word(*value)).collect();
        operands.resize(2, "0".to_owned());
        self.line(format!("if ({}) trap({number}, {});", cond.text, operands.join(", ")), span);
    }
}

/// Lets a choice at the end of an arm, declared by the line `declared`, give its value to `outer` without a variable of its own.
fn assigned_directly(stmts: &mut Vec<Stmt>, declared: &str, inner: &str, outer: &str) -> bool {
    let [.., declaration, choice] = stmts.as_mut_slice() else { return false };
    if !matches!(&declaration.kind, StmtKind::Line(text) if text == declared)
        || !matches!(choice.kind, StmtKind::If { .. })
    {
        return false;
    }
    redirect(choice, inner, outer);
    stmts.remove(stmts.len() - 2);
    true
}

/// Gives what the ends of a choice assign to `inner` to `outer`.
fn redirect(stmt: &mut Stmt, inner: &str, outer: &str) {
    match &mut stmt.kind {
        StmtKind::If { then, otherwise, .. } => {
            then.last_mut()
                .into_iter()
                .chain(otherwise.last_mut())
                .for_each(|last| redirect(last, inner, outer));
        }
        StmtKind::Line(text) => {
            if let Some(value) = text.strip_prefix(&format!("{inner} = ")) {
                *text = format!("{outer} = {value}");
            }
        }
        _ => {}
    }
}
