//! Edits that may make a program smaller. What an edit leaves may be no valid program; its front end will tell.

use crate::ast::{Block, Expr, ExprKind, If, Item, Let, Literal, Piece, Prim, Program, Stmt, Ty, walk};

/// No generated slice is longer; an edit of the length might ask for any memory.
const MAX_LENGTH: u64 = 64;

/// One change.
#[derive(Clone, Copy, Debug)]
pub(super) enum Edit {
    /// Only this job is left.
    OnlyJob(usize),
    DropItem(usize),
    /// Drops statements, counted through the program.
    DropStmts {
        first: usize,
        count: usize,
    },
    /// Puts what is inside of a statement in its place: this branch of an `if`, or the body of a loop or a block.
    Unwrap {
        stmt: usize,
        branch: usize,
    },
    /// Drops a loop's directives or a declaration's partitions.
    DropDirectives(usize),
    /// Puts a literal in an expression's place.
    Literal {
        expr: usize,
        value: i128,
    },
    /// Puts one of the expressions inside of an expression in its place.
    Inner {
        expr: usize,
        child: usize,
    },
    /// Drops a parameter of a function, with its arguments.
    DropParam {
        func: usize,
        param: usize,
    },
    /// Drops an instance of a generic kernel that no job is for.
    DropInstance {
        func: usize,
        instance: usize,
    },
    /// Keeps the first half of a slice, or all but its last element.
    Shorten {
        arg: usize,
        half: bool,
    },
    /// Makes a word of the arguments 0.
    Zero(usize),
}

/// The edits at a position, by pass; none behind the last position.
type Edits = fn(&Program, usize) -> Vec<Edit>;

/// From the coarsest edits to the finest.
pub(super) const PASSES: &[Edits] = &[
    |program, at| within(at, program.jobs.len(), vec![Edit::OnlyJob(at)]),
    |program, at| within(at, program.items.len(), vec![Edit::DropItem(at)]),
    |program, at| runs(program, at, 8),
    |program, at| runs(program, at, 3),
    |program, at| {
        let unwrap = [0, 1].map(|branch| Edit::Unwrap { stmt: at, branch });
        let drop = [Edit::DropStmts { first: at, count: 1 }, Edit::DropDirectives(at)];
        within(at, count(program).stmts, [drop.as_slice(), &unwrap].concat())
    },
    |program, at| {
        let inner = (0..4).map(|child| Edit::Inner { expr: at, child });
        let literals = [0, 1].map(|value| Edit::Literal { expr: at, value });
        within(at, count(program).exprs, literals.into_iter().chain(inner).collect())
    },
    |program, at| {
        let params = (0..8).map(|param| Edit::DropParam { func: at, param });
        within(at, program.items.len(), params.collect())
    },
    |program, at| {
        let drop = (0..3).map(|instance| Edit::DropInstance { func: at, instance });
        within(at, program.items.len(), drop.collect())
    },
    |program, at| {
        let args = program.jobs.iter().map(|job| job.args.len()).sum();
        within(at, args, [true, false].map(|half| Edit::Shorten { arg: at, half }).to_vec())
    },
    |program, at| {
        let words = program.jobs.iter().flat_map(|job| &job.args).map(|arg| arg.bits.len()).sum();
        within(at, words, vec![Edit::Zero(at)])
    },
];

fn within(at: usize, end: usize, edits: Vec<Edit>) -> Vec<Edit> {
    if at < end { edits } else { Vec::new() }
}

/// Drops of several statements in a row.
fn runs(program: &Program, at: usize, length: usize) -> Vec<Edit> {
    let first = at * length;
    within(first, count(program).stmts, vec![Edit::DropStmts { first, count: length }])
}

/// The program after an edit.
pub(super) fn apply(program: &Program, edit: &Edit) -> Program {
    let mut program = program.clone();
    match *edit {
        Edit::OnlyJob(job) => program.jobs = program.jobs.drain(job..=job).collect(),
        Edit::DropItem(item) => drop_item(&mut program, item),
        Edit::DropParam { func, param } => drop_param(&mut program, func, param),
        Edit::DropInstance { func, instance } => drop_instance(&mut program, func, instance),
        Edit::Shorten { arg, half } => {
            if let Some(arg) = program.jobs.iter_mut().flat_map(|job| &mut job.args).nth(arg)
                && arg.kind != sycl_hls_tests::job::ArgKind::Scalar
            {
                let words = arg.ty.scalars().len();
                let length = arg.bits.len() / words.max(1);
                arg.bits.truncate(words * if half { length / 2 } else { length.saturating_sub(1) });
            }
        }
        Edit::Zero(word) => {
            let args = program.jobs.iter_mut().flat_map(|job| &mut job.args);
            if let Some(bits) = args.flat_map(|arg| &mut arg.bits).nth(word) {
                *bits = 0;
            }
        }
        tree_edit => walk::program(&mut program, &mut Editor { edit: tree_edit, at: Count::default() }),
    }
    keep_lengths(&mut program);
    program
}

/// Slices are as long as their parameters say: nothing is promised of runs where they are not.
fn keep_lengths(program: &mut Program) {
    for job in &mut program.jobs {
        let funcs = program.items.iter().filter_map(|item| match item {
            Item::Func(func) => Some(func),
            Item::Const(_) | Item::Adt(_) | Item::Use(_) => None,
        });
        let kernels = funcs
            .flat_map(|func| func.kernels().into_iter().map(move |(name, instance)| (name, instance, func)));
        let mut found = kernels.filter(|(name, ..)| *name == job.kernel);
        let Some((_, instance, func)) = found.next() else { continue };
        let position = |name: &str| func.params.iter().position(|param| param.name == name);
        let scalars: Vec<Option<u64>> = job.args.iter().map(|arg| arg.bits.first().copied()).collect();
        let scalar = |name: &str| match position(name) {
            Some(position) => scalars.get(position).copied().flatten(),
            None => instance?.number(name),
        };
        for (param, arg) in func.params.iter().zip(&mut job.args) {
            if let Some(length) = param.len.as_ref().and_then(|len| len.eval(&scalar)) {
                arg.bits.resize(length.min(MAX_LENGTH) as usize * arg.ty.scalars().len(), 0);
            }
        }
    }
}

fn drop_item(program: &mut Program, item: usize) {
    if let Item::Func(func) = program.items.remove(item) {
        let kernels = func.kernels();
        program.jobs.retain(|job| kernels.iter().all(|(name, _)| job.kernel != *name));
    }
}

fn drop_instance(program: &mut Program, func: usize, instance: usize) {
    let Some(Item::Func(func)) = program.items.get_mut(func) else { return };
    let Some((name, Some(_))) = func.kernels().get(instance).cloned() else { return };
    if func.instances.len() > 1 && program.jobs.iter().all(|job| job.kernel != name) {
        func.instances.remove(instance);
    }
}

fn drop_param(program: &mut Program, func: usize, param: usize) {
    let Some(Item::Func(func)) = program.items.get_mut(func) else { return };
    if param >= func.params.len() {
        return;
    }
    func.params.remove(param);
    let name = func.name.clone();
    let kernels: Vec<String> = func.kernels().into_iter().map(|(name, _)| name).collect();
    for job in program.jobs.iter_mut().filter(|job| kernels.contains(&job.kernel)) {
        job.args.remove(param);
    }
    walk::program(program, &mut |expr: &mut Expr| {
        if let ExprKind::Call(callee, args) = &mut expr.kind
            && *callee == name
            && param < args.len()
        {
            args.remove(param);
        }
    });
}

/// Numbers of nodes, in the order in which they are visited.
#[derive(Clone, Copy, Default)]
struct Count {
    stmts: usize,
    exprs: usize,
}

fn count(program: &Program) -> Count {
    let mut counter = Editor { edit: Edit::DropStmts { first: 0, count: 0 }, at: Count::default() };
    walk::program(&mut program.clone(), &mut counter);
    counter.at
}

/// Changes one node, and counts.
struct Editor {
    edit: Edit,
    at: Count,
}

impl walk::Visit for Editor {
    fn expr(&mut self, expr: &mut Expr) {
        let number = self.at.exprs;
        self.at.exprs += 1;
        let replacement = match self.edit {
            Edit::Literal { expr: at, value } if at == number => literal(&expr.ty, value),
            Edit::Inner { expr: at, child } if at == number => inner(expr, child),
            _ => None,
        };
        if let Some(replacement) = replacement {
            *expr = replacement;
        }
    }

    fn block(&mut self, block: &mut Block) {
        let stmts = std::mem::take(&mut block.stmts);
        for stmt in stmts {
            let number = self.at.stmts;
            self.at.stmts += 1;
            match self.edit {
                Edit::DropStmts { first, count } if (first..first + count).contains(&number) => {}
                Edit::Unwrap { stmt: at, branch } if at == number => {
                    block.stmts.extend(unwrapped(stmt, branch))
                }
                Edit::DropDirectives(at) if at == number => block.stmts.push(without_directives(stmt)),
                _ => block.stmts.push(stmt),
            }
        }
    }
}

/// The statements inside of a statement.
fn unwrapped(stmt: Stmt, branch: usize) -> Vec<Stmt> {
    match (stmt, branch) {
        (Stmt::If(inner), 0) => inner.then.stmts,
        (Stmt::If(If { otherwise: Some(otherwise), .. }), _) => otherwise.stmts,
        (Stmt::If(inner), _) => vec![Stmt::Expr(inner.cond)],
        (Stmt::Block(inner), _) => inner.stmts,
        (Stmt::For(inner), 0) => inner.body.stmts,
        (Stmt::For(inner), _) => {
            let name = inner.name;
            let declaration =
                Let { name, mutable: inner.mutable, annotated: true, partitions: Vec::new(), init: inner.lo };
            std::iter::once(Stmt::Let(declaration)).chain(inner.body.stmts).collect()
        }
        (Stmt::Template(inner), branch) => {
            let blocks = inner.pieces.into_iter().filter_map(|piece| match piece {
                Piece::Block(block) => Some(block.stmts),
                _ => None,
            });
            blocks.into_iter().nth(branch).unwrap_or_default()
        }
        (other, _) => vec![other],
    }
}

fn without_directives(mut stmt: Stmt) -> Stmt {
    match &mut stmt {
        Stmt::For(inner) => inner.directives.clear(),
        Stmt::Let(inner) => inner.partitions.clear(),
        _ => {}
    }
    stmt
}

/// A literal of the type, with its type written.
fn literal(ty: &Ty, value: i128) -> Option<Expr> {
    let kind = match ty {
        Ty::Prim(Prim::Bool) => ExprKind::Literal(Literal::plain(Prim::Bool, (value != 0).into())),
        Ty::Prim(Prim::F32) => ExprKind::Literal(suffixed(Literal::plain(Prim::F32, (value as f32).into()))),
        Ty::Prim(Prim::F64) => ExprKind::Literal(suffixed(Literal::plain(Prim::F64, (value as f64).into()))),
        Ty::Prim(prim) => ExprKind::Literal(suffixed(Literal::int(*prim, value))),
        Ty::Array(element, len) => ExprKind::Repeat(Box::new(literal(element, value)?), len.clone()),
        Ty::Option(_) if value == 0 => {
            return Some(crate::ast::Template::new("none", vec!["None".into()]).expr(ty.clone()));
        }
        Ty::Tuple(parts) => {
            let parts: Option<Vec<Expr>> = parts.iter().map(|part| literal(part, value)).collect();
            let mut pieces = vec!["(".into()];
            pieces.extend(crate::ast::separated(parts?));
            pieces.push(")".into());
            return Some(crate::ast::Template::new("tuple", pieces).expr(ty.clone()));
        }
        Ty::Param(_) => ExprKind::Path(if value == 0 { "T::ZERO" } else { "T::ONE" }.to_owned()),
        Ty::Slice(_) | Ty::Unit | Ty::Option(_) | Ty::Named(_) => return None,
    };
    Some(Expr::new(ty.clone(), kind))
}

fn suffixed(literal: Literal) -> Literal {
    Literal { suffix: true, ..literal }
}

/// One of the expressions directly inside of an expression, if it has the same type.
fn inner(expr: &mut Expr, child: usize) -> Option<Expr> {
    let ty = expr.ty.clone();
    let inside: Vec<Expr> = match &mut expr.kind {
        ExprKind::Block(block) if block.stmts.is_empty() => block.tail.iter().cloned().collect(),
        ExprKind::If(branch) => {
            let arms = [Some(&branch.then), branch.otherwise.as_ref()];
            arms.into_iter()
                .flatten()
                .map(|arm| match (arm.stmts.is_empty(), &arm.tail) {
                    (true, Some(tail)) => tail.clone(),
                    _ => Expr::new(ty.clone(), ExprKind::Block(Box::new(arm.clone()))),
                })
                .chain([branch.cond.clone()])
                .collect()
        }
        _ => walk::children_mut(expr).into_iter().map(|child| child.clone()).collect(),
    };
    inside.into_iter().filter(|inner| inner.ty == ty).nth(child)
}
