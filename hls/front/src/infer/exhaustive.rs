//! Exhaustiveness of patterns: finds values that they leave out.
//!
//! The algorithm of L. Maranget, "Warnings for pattern matching" (JFP 17, 2007): a row of wildcards is held against a
//! matrix of patterns, column by column; what no row takes is a value that is left out.

use num_bigint::BigInt;
use sycl_hls_ir::{Diagnostic, Span};
use sycl_hls_types::ScalarValue;

use crate::codes;
use crate::front::{AdtDef, Front, Style};
use crate::hir::{Arm, Body, ExprKind, PatId, PatKind, Stmt};
use crate::infer::{MAX_ELEMENTS, part_position};
use crate::ty::{Prim, Ty};
use crate::typed::Types;

/// Complains about choices and declarations whose patterns leave a value out.
pub(super) fn check(front: &mut Front<'_>, body: &Body, types: &Types) {
    let mut checker = Checker { front, body, types, work: 0, depth: 0 };
    for (_, expr) in body.exprs.iter() {
        match &expr.kind {
            ExprKind::Match { scrutinee, arms } => {
                let ty = types.expr(*scrutinee);
                if let Some(arms) = arms.of(ty) {
                    checker.arms(arms, ty, body.exprs[*scrutinee].span);
                }
            }
            ExprKind::For(for_expr) => {
                checker.irrefutable(for_expr.pat, "take the item as a whole, and use `if let` in the loop");
            }
            _ => {}
        }
    }
    for block in body.blocks() {
        for stmt in &block.stmts {
            match stmt {
                Stmt::Let(stmt) if stmt.otherwise.is_none() => {
                    checker.irrefutable(stmt.pat, "use `if let`, or `let .. else { .. }`");
                }
                _ => {}
            }
        }
    }
}

/// Parts of patterns looked at after which they are taken to be complete: rustc looks at the rest.
const MAX_WORK: usize = 2_000_000;

/// How many parts of a value are told apart at once, for the same reason: each takes a level of recursion.
const MAX_DEPTH: usize = 200;

struct Checker<'c, 'a> {
    front: &'c mut Front<'a>,
    body: &'c Body,
    types: &'c Types,
    /// The parts that were looked at.
    work: usize,
    depth: usize,
}

/// A pattern by what it is made of.
#[derive(Clone, Debug)]
enum Form {
    Any,
    Made(Maker, Vec<Self>),
    Or(Vec<Self>),
    /// Of a slice: the elements, and the position of `..`.
    Slice(Vec<Self>, Option<usize>),
}

/// What makes a value of its parts.
#[derive(Clone, PartialEq, Debug)]
enum Maker {
    /// A tuple, an array or a struct.
    Only,
    /// A variant, `None` (0) or `Some` (1), `false` (0) or `true` (1).
    Variant(usize),
    /// The integers between two, inclusive.
    Between(BigInt, BigInt),
    /// A slice with so many elements, or more.
    Elements { count: usize, or_more: bool },
    /// A value among so many that a list of them is never complete.
    Value,
}

impl Checker<'_, '_> {
    /// Reports a `match` that leaves out values (`SH0317`), and names one.
    fn arms(&mut self, arms: &[Arm], ty: &Ty, at: Span) {
        self.work = 0;
        let rows = arms.iter().filter(|arm| arm.guard.is_none()).map(|arm| vec![self.form(arm.pat)]);
        let rows: Vec<Vec<Form>> = rows.collect();
        if let Some(missing) = self.missing(&rows, &[ty.deref().clone()]) {
            let message = format!("the `match` leaves `{}` out", missing.join(", "));
            let mut error = Diagnostic::error(codes::EXHAUSTIVE, at, message);
            if arms.iter().any(|arm| arm.guard.is_some()) {
                error = error.note("guards do not count: what they are at run time is not known here");
            }
            self.front.report(error.help("add an arm for it, or `_ => ..` for all that is left"));
        }
    }

    /// Reports a pattern of a `let` or a parameter that does not take all values.
    fn irrefutable(&mut self, pat: PatId, help: &str) {
        self.work = 0;
        let ty = self.types.pat(pat).deref().clone();
        let row = vec![self.form(pat)];
        if let Some(missing) = self.missing(&[row], &[ty]) {
            let message = format!("the pattern leaves `{}` out", missing.join(", "));
            let error = Diagnostic::error(codes::EXHAUSTIVE, self.body.pats[pat].span, message);
            self.front.report(error.help(help));
        }
    }

    /// The form of a pattern: constructors and ranges of numbers.
    fn form(&mut self, pat: PatId) -> Form {
        let body = self.body;
        match &body.pats[pat].kind {
            PatKind::Error | PatKind::Wild | PatKind::Bind(_, None) => Form::Any,
            PatKind::Bind(_, Some(sub)) | PatKind::Ref(sub) => self.form(*sub),
            PatKind::Value(value) => match self.value(*value) {
                Some(value) => one(value),
                None => Form::Made(Maker::Value, Vec::new()),
            },
            PatKind::Range { lo, hi, inclusive } => self.range(pat, *lo, *hi, *inclusive),
            PatKind::Array(parts, rest, _) if matches!(self.types.pat(pat).deref(), Ty::Slice(_)) => {
                Form::Slice(parts.iter().map(|part| self.form(*part)).collect(), *rest)
            }
            PatKind::Tuple(parts, rest) | PatKind::Array(parts, rest, _) => {
                let len = self.types.pat(pat).parts();
                if len > MAX_ELEMENTS {
                    return Form::Any;
                }
                let mut forms = vec![Form::Any; len];
                for (index, part) in parts.iter().enumerate() {
                    let position = part_position(index, parts.len(), *rest, len);
                    if let Some(form) = forms.get_mut(position) {
                        *form = self.form(*part);
                    }
                }
                Form::Made(Maker::Only, forms)
            }
            PatKind::Fields { adt, variant, fields } => {
                let count = self.front.adts[adt.id.0].syn.fields(*variant).map_or(0, syn::Fields::len);
                let mut forms = vec![Form::Any; count];
                for (position, part) in fields {
                    if let Some(form) = forms.get_mut(*position) {
                        *form = self.form(*part);
                    }
                }
                Form::Made(variant.map_or(Maker::Only, Maker::Variant), forms)
            }
            PatKind::Some(value) => Form::Made(Maker::Variant(1), vec![self.form(*value)]),
            PatKind::None => Form::Made(Maker::Variant(0), Vec::new()),
            PatKind::Or(cases) => Form::Or(cases.iter().map(|case| self.form(*case)).collect()),
        }
    }

    fn value(&mut self, id: crate::hir::ExprId) -> Option<ScalarValue> {
        match &self.body.exprs[id].kind {
            ExprKind::Value(_, value) => Some(value.clone()),
            ExprKind::Const(constant) => self.front.constant(*constant)?.leaves.first().cloned(),
            _ => self.types.literal(self.body, id),
        }
    }

    /// The numbers of a range pattern.
    fn range(
        &mut self,
        pat: PatId,
        lo: Option<crate::hir::ExprId>,
        hi: Option<crate::hir::ExprId>,
        inclusive: bool,
    ) -> Form {
        let range = self.types.pat(pat).as_prim().and_then(ends);
        let Some((min, max)) = range else { return Form::Made(Maker::Value, Vec::new()) };
        let mut bound = |bound: Option<crate::hir::ExprId>| match bound {
            Some(bound) => self.value(bound).and_then(|value| value.to_big()).map(Some),
            None => Some(None),
        };
        let (Some(lo), Some(hi)) = (bound(lo), bound(hi)) else {
            return Form::Made(Maker::Value, Vec::new());
        };
        let last = hi.map_or(max, |hi| hi - i32::from(!inclusive));
        let first = lo.unwrap_or(min);
        if first > last {
            let at = self.body.pats[pat].span;
            let error = Diagnostic::error(codes::PATTERN, at, "the range holds no number");
            self.front.report(error.help("write the smaller end first"));
        }
        Form::Made(Maker::Between(first, last), Vec::new())
    }

    /// Values of these types that no row takes, one for each column; `None` if there are none.
    fn missing(&mut self, rows: &[Vec<Form>], types: &[Ty]) -> Option<Vec<String>> {
        let Some((first, rest)) = types.split_first() else {
            return rows.is_empty().then(Vec::new);
        };
        self.work += (1 + rows.len()) * types.len();
        if self.work > MAX_WORK || self.depth > MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let found = self.missing_first(rows, first, rest);
        self.depth -= 1;
        found
    }

    /// The same, where the first column has the type `first`.
    fn missing_first(&mut self, rows: &[Vec<Form>], first: &Ty, rest: &[Ty]) -> Option<Vec<String>> {
        let rows: Vec<Vec<Form>> = rows.iter().flat_map(|row| alternatives(row)).collect();
        for maker in self.makers(&rows, first) {
            let looked_into =
                rows.iter().any(|row| matches!(row.first(), Some(Form::Made(..) | Form::Slice(..))));
            let parts = self.parts(&maker, first, looked_into);
            let inner: Vec<Vec<Form>> =
                rows.iter().filter_map(|row| specialized(row, &maker, parts.len())).collect();
            let mut columns = parts.clone();
            columns.extend_from_slice(rest);
            if let Some(mut found) = self.missing(&inner, &columns) {
                let others = found.split_off(parts.len());
                let mut witness = vec![self.show(&maker, first, &found)];
                witness.extend(others);
                return Some(witness);
            }
        }
        None
    }

    /// What makes all values of a type, split where the rows tell values apart.
    fn makers(&mut self, rows: &[Vec<Form>], ty: &Ty) -> Vec<Maker> {
        if let Ty::Slice(_) = ty.deref() {
            return lengths(rows);
        }
        let used = rows.iter().filter_map(|row| match row.first() {
            Some(Form::Made(maker, _)) => Some(maker),
            _ => None,
        });
        match ty.deref() {
            Ty::Option(_) | Ty::Prim(Prim::Bool) => vec![Maker::Variant(0), Maker::Variant(1)],
            Ty::Adt(adt) => match self.front.adt(adt).as_deref() {
                Some(AdtDef::Enum(def)) => (0..def.variants.len()).map(Maker::Variant).collect(),
                _ => vec![Maker::Only],
            },
            Ty::Prim(prim) => {
                let Some((min, max)) = ends(*prim) else { return vec![Maker::Only] };
                let mut starts = vec![min.clone()];
                for maker in used {
                    if let Maker::Between(lo, hi) = maker {
                        starts.extend([lo.clone(), hi + 1]);
                    }
                }
                starts.retain(|start| (&min..=&max).contains(&start));
                starts.sort_unstable();
                starts.dedup();
                let ends: Vec<BigInt> = starts.iter().skip(1).map(|next| next - 1).chain([max]).collect();
                starts.into_iter().zip(ends).map(|(start, end)| Maker::Between(start, end)).collect()
            }
            _ => vec![Maker::Only],
        }
    }

    /// What a value is made of. The elements of an array matter only where a pattern looks into it.
    fn parts(&mut self, maker: &Maker, ty: &Ty, rows_look_inside: bool) -> Vec<Ty> {
        match (ty.deref(), maker) {
            (Ty::Tuple(parts), Maker::Only) => parts.clone(),
            (Ty::Array(element, _), Maker::Only) if rows_look_inside => {
                vec![(**element).clone(); ty.deref().parts()]
            }
            (Ty::Slice(element), Maker::Elements { count, .. }) => vec![(**element).clone(); *count],
            (Ty::Option(value), Maker::Variant(1)) => vec![(**value).clone()],
            (Ty::Adt(adt), maker) => {
                let variant = if let Maker::Variant(index) = maker { Some(*index) } else { None };
                let def = self.front.adt(adt);
                let def = def.as_deref().and_then(|def| def.variant(variant));
                def.map_or_else(Vec::new, |def| def.fields.iter().map(|field| field.ty.clone()).collect())
            }
            _ => Vec::new(),
        }
    }

    /// A value as a pattern in a message.
    fn show(&mut self, maker: &Maker, ty: &Ty, parts: &[String]) -> String {
        match (ty.deref(), maker) {
            (_, Maker::Between(lo, hi)) if lo == hi => lo.to_string(),
            (Ty::Prim(prim), Maker::Between(lo, hi))
                if ends(*prim).is_some_and(|(min, max)| min == *lo && max == *hi) =>
            {
                "_".to_owned()
            }
            (_, Maker::Between(lo, hi)) => format!("{lo}..={hi}"),
            (Ty::Prim(Prim::Bool), Maker::Variant(index)) => (*index == 1).to_string(),
            (Ty::Option(_), Maker::Variant(0)) => "None".to_owned(),
            (Ty::Option(_), _) => format!("Some({})", parts.join(", ")),
            (Ty::Tuple(_), _) => format!("({})", parts.join(", ")),
            (Ty::Slice(_), Maker::Elements { or_more: true, .. }) => format!("[{}, ..]", parts.join(", ")),
            (Ty::Slice(_), Maker::Elements { .. }) => format!("[{}]", parts.join(", ")),
            (Ty::Array(..), _) if !parts.is_empty() => format!("[{}]", parts.join(", ")),
            (Ty::Adt(adt), maker) => {
                let variant = if let Maker::Variant(index) = maker { Some(*index) } else { None };
                let def = self.front.adt(adt);
                let Some(def) = def.as_deref().and_then(|def| def.variant(variant)) else {
                    return "_".to_owned();
                };
                let name = match variant {
                    Some(_) => format!("{}::{}", adt.name, def.name),
                    None => def.name.clone(),
                };
                match def.style {
                    Style::Unit => name,
                    Style::Tuple => format!("{name}({})", parts.join(", ")),
                    Style::Named => {
                        let fields = def.fields.iter().zip(parts);
                        let fields: Vec<String> =
                            fields.map(|(field, part)| format!("{}: {part}", field.name)).collect();
                        format!("{name} {{ {} }}", fields.join(", "))
                    }
                }
            }
            _ => "_".to_owned(),
        }
    }
}

/// The least and the greatest number of an integer type.
fn ends(prim: Prim) -> Option<(BigInt, BigInt)> {
    let ty = prim.scalar();
    let ends = || Some((ScalarValue::least(ty).to_big()?, ScalarValue::greatest(ty).to_big()?));
    prim.is_integer().then(ends).flatten()
}

/// The lengths of slices that rows tell apart: of those that are longer than all patterns, none is different from another.
fn lengths(rows: &[Vec<Form>]) -> Vec<Maker> {
    let counts = rows.iter().filter_map(|row| match row.first() {
        Some(Form::Slice(parts, _)) => Some(parts.len()),
        _ => None,
    });
    let Some(most) = counts.max() else { return vec![Maker::Only] };
    let exact = (0..=most).map(|count| Maker::Elements { count, or_more: false });
    exact.chain([Maker::Elements { count: most + 1, or_more: true }]).collect()
}

/// A range of one value.
fn one(value: ScalarValue) -> Form {
    let maker = match (value.ty(), value.to_big()) {
        (sycl_hls_types::Scalar::Bool, _) => Maker::Variant(usize::from(value.is_true())),
        (_, Some(number)) => Maker::Between(number.clone(), number),
        (_, None) => Maker::Value,
    };
    Form::Made(maker, Vec::new())
}

/// The rows that a row whose first pattern is `a | b` stands for.
fn alternatives(row: &[Form]) -> Vec<Vec<Form>> {
    match row.split_first() {
        Some((Form::Or(cases), rest)) => {
            let with = |case: &Form| alternatives(&[std::slice::from_ref(case), rest].concat());
            cases.iter().flat_map(with).collect()
        }
        _ => vec![row.to_vec()],
    }
}

/// What is left of a row for values that `maker` makes of `count` parts.
fn specialized(row: &[Form], maker: &Maker, count: usize) -> Option<Vec<Form>> {
    let (first, rest) = row.split_first()?;
    let parts = match (first, maker) {
        (Form::Any, _) => vec![Form::Any; count],
        (Form::Slice(parts, rest), Maker::Elements { or_more, .. }) => {
            let fits = if rest.is_some() { parts.len() <= count } else { parts.len() == count && !or_more };
            if !fits {
                return None;
            }
            let (before, behind) = parts.split_at_checked(rest.unwrap_or(parts.len()))?;
            let between = vec![Form::Any; count - parts.len()];
            [before, &between, behind].concat()
        }
        (Form::Made(Maker::Between(lo, hi), _), Maker::Between(from, to)) => {
            if lo > from || to > hi {
                return None;
            }
            Vec::new()
        }
        (Form::Made(own, parts), maker) if own == maker => parts.clone(),
        _ => return None,
    };
    Some([parts, rest.to_vec()].concat())
}
