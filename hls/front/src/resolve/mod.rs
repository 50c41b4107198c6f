//! From syntax to HIR: resolves names, and reports constructs that the kernel language lacks.

mod assign;
mod attrs;
mod call;
mod closure;
mod condition;
mod construct;
mod control;
mod dataflow;
mod default;
mod expr;
mod iter;
mod literal;
mod number;
mod option;
mod path;
mod pattern;
mod persistent;
mod stmt;
mod stream;
mod syntax;

pub(crate) use closure::wrong_arity;
pub(crate) use option::names_of_methods;
pub(crate) use pattern::no_field;
pub(crate) use persistent::PERSISTENT;
pub(crate) use syntax::wrong_count;

use rustc_hash::FxHashMap;
use sycl_hls_ir::{Diagnostic, Span};

use crate::codes;
use crate::front::Front;
use crate::hir::LocalDirectives;
use crate::hir::{Block, Body, ExprId, ExprKind, LetStmt, Local, LocalId, Stmt};
use crate::lacking::never;
use crate::ty::Ty;
use crate::typed::Instance;
use control::{Enclosed, Target};

/// Nesting of expressions beyond which code is refused instead of exhausting the stack.
const MAX_DEPTH: u32 = 200;

/// Resolves one body.
struct Resolver<'f, 'a> {
    front: &'f mut Front<'a>,
    body: Body,
    /// Visible variables, innermost scope last.
    scopes: Vec<FxHashMap<String, LocalId>>,
    /// What `break` and `continue` may name here, innermost last.
    targets: Vec<Target>,
    /// Variables that can be called, and the number of their arguments.
    callables: FxHashMap<LocalId, usize>,
    /// How many loops and labelled blocks there are so far.
    loops: usize,
    /// The closure or process around this, which `return` would leave, and not the function.
    enclosed: Option<Enclosed>,
    /// What the function returns.
    returns: Ty,
    in_const_fn: bool,
    /// The variables of the first pattern of `a | b`, which the others declare, too.
    alternatives: Option<FxHashMap<String, LocalId>>,
    depth: u32,
    /// Arms of the `match` around this.
    arms: usize,
    /// The code is nested too deeply, which was reported.
    too_deep: bool,
    /// The body is a constant's, or a number that must be one.
    constant: bool,
}

/// The body of a function.
pub(crate) fn resolve_fn(front: &mut Front<'_>, instance: &Instance) -> Body {
    let signature = front.signature(instance);
    let block = front.funcs[instance.func.0].block;
    let (sig, env) = (front.funcs[instance.func.0].sig, front.env_of(instance));
    let dataflow = front.dataflow_function(instance.func);
    front.within(env, |front| {
        let mut resolver = Resolver::new(front);
        resolver.returns = signature.ret.clone();
        resolver.in_const_fn = sig.constness.is_some();
        resolver.body.flushing = signature.directives.flush_denormals.is_some().then(Vec::new);
        let mut taken_apart = Vec::new();
        for (param, input) in signature.params.iter().zip(&sig.inputs) {
            let pattern = pattern_of(input);
            let local = Local {
                name: if pattern.is_some() { String::new() } else { param.name.clone() },
                mutable: param.mutable,
                deferred: false,
                ty: Some(param.ty.clone()),
                span: param.span,
                directives: LocalDirectives::default(),
            };
            let local = resolver.declare(local);
            resolver.callable_param(local);
            resolver.body.params.push(local);
            taken_apart.extend(pattern.map(|pattern| (pattern, local)));
        }
        let mut stmts: Vec<Stmt> =
            taken_apart.into_iter().map(|(pattern, local)| resolver.take_apart(pattern, local)).collect();
        let mut block = match dataflow {
            Some(attribute) => resolver.dataflow(block, attribute),
            None => resolver.block(block),
        };
        stmts.append(&mut block.stmts);
        resolver.body.block = Block { stmts, ..block };
        resolver.body
    })
}

/// The pattern of a parameter that is more than a name.
fn pattern_of(input: &syn::FnArg) -> Option<&syn::Pat> {
    match input {
        syn::FnArg::Typed(typed) if !matches!(*typed.pat, syn::Pat::Ident(_) | syn::Pat::Wild(_)) => {
            Some(&typed.pat)
        }
        _ => None,
    }
}

/// The body of a constant: one expression. Of a reference it is what that refers to.
pub(crate) fn resolve_const(front: &mut Front<'_>, expr: &syn::Expr) -> Body {
    let mut resolver = Resolver::new(front);
    resolver.constant = true;
    let tail = resolver.expr(expr);
    let tail = match resolver.body.exprs[tail].kind {
        ExprKind::Ref { mutable: false, place } => place,
        _ => tail,
    };
    let span = resolver.body.exprs[tail].span;
    resolver.body.block = Block { tail: Some(tail), span, ..Block::default() };
    resolver.body
}

impl<'f, 'a> Resolver<'f, 'a> {
    fn new(front: &'f mut Front<'a>) -> Self {
        Self {
            front,
            body: Body::default(),
            scopes: vec![FxHashMap::default()],
            targets: Vec::new(),
            callables: FxHashMap::default(),
            loops: 0,
            enclosed: None,
            returns: Ty::Unit,
            in_const_fn: false,
            alternatives: None,
            depth: 0,
            arms: 0,
            too_deep: false,
            constant: false,
        }
    }

    /// Gives the variables in a parameter's pattern their values, as a `let` does.
    fn take_apart(&mut self, pattern: &syn::Pat, param: LocalId) -> Stmt {
        let ty = self.body.locals[param].ty.clone();
        let at = crate::span::span_of(pattern);
        if ty == Some(Ty::Error) {
            self.declare_wrong(pattern);
            return Stmt::Expr(self.body.expr(ExprKind::Unit, at));
        }
        let pat = self.pattern(pattern);
        let init = Some(self.body.expr(ExprKind::Local(param), at));
        Stmt::Let(LetStmt { pat, ty, init, otherwise: None, span: at, node: None })
    }

    /// Adds a variable to the innermost scope.
    fn declare(&mut self, local: Local) -> LocalId {
        let name = local.name.clone();
        let id = self.body.locals.alloc(local);
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name, id);
        }
        id
    }

    /// The innermost variable of a name.
    fn lookup(&self, name: &str) -> Option<LocalId> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name)).copied()
    }

    /// Runs `inner` in a scope of its own.
    fn scoped<R>(&mut self, inner: impl FnOnce(&mut Self) -> R) -> R {
        self.scopes.push(FxHashMap::default());
        let result = inner(self);
        self.scopes.pop();
        result
    }

    /// Reports; the expression is then wrong, and nothing more is said about it.
    fn error(&mut self, diagnostic: Diagnostic) -> ExprKind {
        self.front.report(diagnostic);
        ExprKind::Error
    }

    fn error_expr(&mut self, diagnostic: Diagnostic) -> ExprId {
        let span = diagnostic.span;
        let kind = self.error(diagnostic);
        self.body.expr(kind, span)
    }

    /// Reports what hardware cannot have.
    fn never(&mut self, span: Span, what: &str, help: &str) -> ExprKind {
        self.error(never(codes::EXPRESSION, span, what).help(help))
    }

    /// True if the expression, or the variable that it is, was reported.
    fn is_wrong(&self, id: ExprId) -> bool {
        match &self.body.exprs[id].kind {
            ExprKind::Error => true,
            ExprKind::Local(local) => self.body.locals[*local].ty == Some(Ty::Error),
            ExprKind::Index(base, ..) | ExprKind::Field(base, _) => self.is_wrong(*base),
            ExprKind::Method(call) => self.is_wrong(call.receiver),
            _ => false,
        }
    }
}
