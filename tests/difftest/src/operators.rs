//! Which operators were seen with which types, constant operands and directives.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::ast::{BinaryOp, Block, Expr, ExprKind, Prim, Program, Stmt, walk};

/// Which operand of an operator is known at compile time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Constant {
    /// None of them.
    Neither,
    /// The left one.
    Left,
    /// The right one.
    Right,
}

impl Constant {
    const ALL: [Self; 3] = [Self::Neither, Self::Left, Self::Right];
}

/// The directive of the innermost loop around an operator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Directive {
    /// There is no loop, or none with a directive.
    None,
    /// `pipeline`
    Pipeline,
    /// `unroll`
    Unroll,
    /// Another one.
    Other,
}

impl Directive {
    const ALL: [Self; 4] = [Self::None, Self::Pipeline, Self::Unroll, Self::Other];

    fn of(directives: &[String]) -> Self {
        let has = |name: &str| directives.iter().any(|directive| directive.starts_with(name));
        match directives {
            [] => Self::None,
            _ if has("pipeline") => Self::Pipeline,
            _ if has("unroll") => Self::Unroll,
            _ => Self::Other,
        }
    }
}

/// An operator as it was seen.
type Use = (&'static str, Prim, Constant, Directive);

/// How often operators were seen: in any part of a program, whether a run executes it or not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Operators(BTreeMap<Use, u64>);

/// The operators of a program.
#[must_use]
pub fn operators(program: &Program) -> Operators {
    let mut collector = Collector { seen: Operators::default(), directive: Directive::None };
    walk::program(&mut program.clone(), &mut collector);
    collector.seen
}

/// The operators that a type has.
fn of_type(ty: Prim) -> Vec<BinaryOp> {
    use BinaryOp::{Add, And, BitAnd, BitOr, BitXor, Div, Mul, Or, Rem, Shl, Shr, Sub};
    let own: &[BinaryOp] = if ty == Prim::Bool {
        &[BitAnd, BitOr, BitXor, And, Or]
    } else if ty.is_integer() {
        &[Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor, Shl, Shr]
    } else {
        &[Add, Sub, Mul, Div, Rem]
    };
    own.iter().copied().chain(BinaryOp::COMPARISONS).collect()
}

/// Each use that there can be.
fn all() -> impl Iterator<Item = Use> {
    Prim::ALL.into_iter().flat_map(|ty| {
        of_type(ty).into_iter().flat_map(move |op| {
            Constant::ALL.into_iter().flat_map(move |constant| {
                Directive::ALL.into_iter().map(move |directive| (op.symbol(), ty, constant, directive))
            })
        })
    })
}

impl Operators {
    /// Adds those of another program.
    pub fn add(&mut self, other: &Self) {
        for (seen, count) in &other.0 {
            *self.0.entry(*seen).or_default() += count;
        }
    }

    /// How often each use that there can be was seen, in an order that stays.
    #[must_use]
    pub fn counts(&self) -> Vec<u64> {
        all().map(|one| self.0.get(&one).copied().unwrap_or(0)).collect()
    }

    /// What has these counts.
    #[must_use]
    pub fn of_counts(counts: &[u64]) -> Self {
        Self(all().zip(counts.iter().copied()).filter(|(_, count)| *count > 0).collect())
    }

    /// How many uses were seen, and how many there can be.
    #[must_use]
    pub fn seen(&self) -> (usize, usize) {
        let all: BTreeSet<Use> = all().collect();
        (all.iter().filter(|one| self.0.contains_key(one)).count(), all.len())
    }
}

impl fmt::Display for Operators {
    /// A row for each operator, a column for each type: how many of the uses of either were seen, of
    /// the 12 of constant operands and directives.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seen, whole) = self.seen();
        writeln!(f, "operator x type x constant operand x directive: {seen} of {whole} seen")?;
        write!(f, "{:4}", "")?;
        Prim::ALL.into_iter().try_for_each(|ty| write!(f, "{:>6}", ty.name()))?;
        let mut rows: BTreeMap<&str, BTreeMap<Prim, usize>> = BTreeMap::new();
        for one @ (op, ty, ..) in all() {
            *rows.entry(op).or_default().entry(ty).or_default() += usize::from(self.0.contains_key(&one));
        }
        for (op, cells) in rows {
            write!(f, "\n{op:4}")?;
            for ty in Prim::ALL {
                match cells.get(&ty) {
                    Some(count) => write!(f, "{count:6}")?,
                    None => write!(f, "{:>6}", "-")?,
                }
            }
        }
        Ok(())
    }
}

struct Collector {
    seen: Operators,
    directive: Directive,
}

impl Collector {
    fn note(&mut self, op: BinaryOp, lhs: &Expr, rhs: &Expr) {
        let Some(ty) = lhs.ty.prim() else { return };
        let constant = match (is_constant(lhs), is_constant(rhs)) {
            (true, false) => Constant::Left,
            (false, true) => Constant::Right,
            (false, false) => Constant::Neither,
            // Nothing is left of it in hardware.
            (true, true) => return,
        };
        *self.seen.0.entry((op.symbol(), ty, constant, self.directive)).or_default() += 1;
    }
}

impl walk::Visit for Collector {
    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Binary(op, lhs, rhs) = &expr.kind {
            self.note(*op, lhs, rhs);
        }
    }

    /// The bodies of loops have their own directive.
    fn block(&mut self, block: &mut Block) {
        for stmt in &mut block.stmts {
            if let Stmt::Assign { place, op: Some(op), value } = stmt {
                self.note(*op, place, value);
            }
            let Stmt::For(for_loop) = stmt else { continue };
            let directive = match Directive::of(&for_loop.directives) {
                Directive::None => self.directive,
                own => own,
            };
            let around = std::mem::replace(&mut self.directive, directive);
            walk::block(&mut for_loop.body, self);
            self.directive = around;
            for_loop.body = Block::default();
        }
    }
}

fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Path(_) => true,
        ExprKind::Paren(inner) | ExprKind::Cast(inner) | ExprKind::Unary(_, inner) => is_constant(inner),
        _ => false,
    }
}
