//! Patterns.

use std::sync::Arc;

use super::scope::Var;
use super::{Generator, Range};
use crate::ast::{Adt, Fields, Literal, Prim, Ty};

/// A pattern with the variables that it binds.
type Pattern = (String, Vec<Var>);

impl Generator {
    /// A pattern that takes every value of the type. `inner` says that it stands in another one.
    pub fn irrefutable(&mut self, ty: &Ty, inner: bool) -> Pattern {
        let choice = self.dice.below(10);
        match ty {
            _ if choice == 0 || (inner && choice == 1) => ("_".to_owned(), Vec::new()),
            Ty::Tuple(parts) if choice < 8 => {
                let parts: Vec<Pattern> = parts.iter().map(|part| self.irrefutable(part, true)).collect();
                join("(", parts, ")")
            }
            Ty::Array(element, len) if choice < 5 && !len.is_open() => {
                let parts: Vec<Pattern> = (0..len.count).map(|_| self.irrefutable(element, true)).collect();
                join("[", parts, "]")
            }
            Ty::Named(adt) if choice < 8 && adt.fields().is_some() => {
                let adt = Arc::clone(adt);
                self.of_variant(&adt.path(&adt.variants[0]), &adt.variants[0].fields)
            }
            _ => {
                let name = self.fresh_variable();
                let mutable = self.dice.percent(20);
                let mut var = Var::new(&name, ty.clone());
                var.writable = mutable;
                (format!("{}{name}", if mutable { "mut " } else { "" }), vec![var])
            }
        }
    }

    /// A name that no other one of the pattern has.
    fn fresh_variable(&mut self) -> String {
        self.patterns += 1;
        format!("p{}", self.patterns)
    }

    pub fn of_variant(&mut self, path: &str, fields: &Fields) -> Pattern {
        match fields {
            Fields::Unit => (path.to_owned(), Vec::new()),
            Fields::Tuple(parts) => {
                let parts: Vec<Pattern> = parts.iter().map(|part| self.irrefutable(part, true)).collect();
                join(&format!("{path}("), parts, ")")
            }
            Fields::Named(fields) => {
                let mut parts = Vec::new();
                for (name, ty) in fields {
                    let (pattern, vars) = self.irrefutable(ty, true);
                    parts.push((format!("{name}: {pattern}"), vars));
                }
                if self.dice.percent(30) && !parts.is_empty() {
                    let at = self.dice.below(parts.len());
                    parts.remove(at);
                    parts.push(("..".to_owned(), Vec::new()));
                }
                join(&format!("{path} {{ "), parts, " }")
            }
        }
    }

    /// A pattern that takes some values of the type.
    pub fn refutable(&mut self, ty: &Ty) -> Pattern {
        if self.dice.percent(20)
            && let Some(pattern) = self.alternatives(ty)
        {
            return pattern;
        }
        match ty {
            Ty::Prim(prim) if prim.is_integer() => self.numbers(*prim),
            Ty::Prim(Prim::Bool) => (self.dice.of(["true", "false"]).to_owned(), Vec::new()),
            Ty::Option(_) if self.dice.percent(25) => ("None".to_owned(), Vec::new()),
            Ty::Option(inner) => {
                let part = self.either_pattern(&inner.clone());
                join("Some(", vec![part], ")")
            }
            Ty::Tuple(parts) => {
                let parts: Vec<Pattern> =
                    parts.clone().iter().map(|part| self.either_pattern(part)).collect();
                join("(", parts, ")")
            }
            Ty::Array(element, len) if !len.is_open() => {
                let part = |_| {
                    let (text, vars) = self.either_pattern(element);
                    // Beside a comma, an open range needs parentheses.
                    let open = text.starts_with("..") || text.ends_with("..");
                    (if open { format!("({text})") } else { text }, vars)
                };
                let parts: Vec<Pattern> = (0..len.count).map(part).collect();
                join("[", parts, "]")
            }
            Ty::Named(adt) => {
                let adt = Arc::clone(adt);
                let variant = &adt.variants[self.dice.below(adt.variants.len())];
                self.of_variant(&adt.path(variant), &variant.fields)
            }
            _ => self.irrefutable(ty, true),
        }
    }

    fn either_pattern(&mut self, ty: &Ty) -> Pattern {
        if self.dice.percent(40) { self.refutable(ty) } else { self.irrefutable(ty, true) }
    }

    /// A pattern of one integer.
    fn constant_pattern(&mut self, ty: Prim) -> String {
        let value = super::leaf::int_value(&mut self.dice, Range::of(ty));
        Literal::int(ty, value).to_string()
    }

    /// A pattern of integers.
    fn numbers(&mut self, ty: Prim) -> Pattern {
        let all = Range::of(ty);
        match self.dice.below(6) {
            0 | 1 => (self.constant_pattern(ty), Vec::new()),
            2 => (format!("{} | {}", self.constant_pattern(ty), self.constant_pattern(ty)), Vec::new()),
            3 => {
                let (lo, hi) = (self.dice.between(all.lo, all.hi), self.dice.between(all.lo, all.hi));
                let (lo, hi) = (Literal::int(ty, lo.min(hi)), Literal::int(ty, lo.max(hi)));
                let text = match self.dice.below(3) {
                    0 => format!("{lo}.."),
                    1 => format!("..={hi}"),
                    _ => format!("{lo}..={hi}"),
                };
                (text, Vec::new())
            }
            4 => {
                let name = self.fresh_variable();
                let lo = self.dice.between(all.lo / 2, 3);
                let hi = self.dice.between(lo, all.hi);
                let (lo, hi) = (lo.max(all.lo), hi.max(all.lo));
                let mut var = Var::new(&name, ty);
                var.range = Range::new(lo, hi);
                (format!("{name} @ {}..={}", Literal::int(ty, lo), Literal::int(ty, hi)), vec![var])
            }
            _ => {
                let hi = self.dice.between(all.lo.max(-3) + 1, 40);
                let lo = self.dice.between(all.lo.max(-20), hi - 1);
                (format!("{}..{}", Literal::int(ty, lo), Literal::int(ty, hi)), Vec::new())
            }
        }
    }

    /// Two patterns that bind one variable each, to parts of one type.
    fn alternatives(&mut self, ty: &Ty) -> Option<Pattern> {
        let parts: Vec<(usize, usize, Ty)> = shapes(ty)
            .iter()
            .enumerate()
            .flat_map(|(shape, (_, types, _))| {
                types.iter().enumerate().map(move |(at, ty)| (shape, at, ty.clone()))
            })
            .collect();
        let (shape, at, part) = self.dice.pick(&parts)?.clone();
        let alike = |other: &&(usize, usize, Ty)| other.2 == part && (other.0, other.1) != (shape, at);
        let others: Vec<&(usize, usize, Ty)> = parts.iter().filter(alike).collect();
        let (other, other_at, _) = self.dice.pick(&others).copied()?.clone();
        let name = self.fresh_variable();
        let texts = [(shape, at), (other, other_at)].map(|(shape, bound)| {
            let (open, types, close) = &shapes(ty)[shape];
            let part = |(at, ty): (usize, &Ty)| match ty {
                _ if at == bound => name.clone(),
                Ty::Prim(prim) if prim.is_integer() && self.dice.percent(50) => self.constant_pattern(*prim),
                _ => "_".to_owned(),
            };
            let parts: Vec<String> = types.iter().enumerate().map(part).collect();
            format!("{open}{}{close}", parts.join(", "))
        });
        Some((texts.join(" | "), vec![Var::new(&name, part)]))
    }
}

/// The ways in which a value can be built of parts without names: what opens them, their types, and what closes them.
fn shapes(ty: &Ty) -> Vec<(String, Vec<Ty>, &'static str)> {
    let of_variant = |adt: &Adt, at: usize| match &adt.variants[at].fields {
        Fields::Tuple(parts) => Some((format!("{}(", adt.path(&adt.variants[at])), parts.clone(), ")")),
        Fields::Unit | Fields::Named(_) => None,
    };
    match ty {
        Ty::Tuple(parts) => vec![("(".to_owned(), parts.clone(), ")")],
        Ty::Array(element, len) if !len.is_open() => {
            let len = usize::try_from(len.count).unwrap_or(0);
            vec![("[".to_owned(), vec![(**element).clone(); len], "]")]
        }
        Ty::Named(adt) => (0..adt.variants.len()).filter_map(|at| of_variant(adt, at)).collect(),
        _ => Vec::new(),
    }
}

/// A pattern of several ones.
pub(super) fn join(open: &str, parts: Vec<Pattern>, close: &str) -> Pattern {
    let (texts, vars): (Vec<String>, Vec<Vec<Var>>) = parts.into_iter().unzip();
    (format!("{open}{}{close}", texts.join(", ")), vars.concat())
}
