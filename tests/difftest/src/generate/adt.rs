//! Structs, enums, tuples and options, and expressions whose value is one.

use std::sync::Arc;

use super::scope::Var;
use super::stmt::declaration;
use super::{Generator, Made, Range};
use crate::ast::{
    Adt, Arguments, Block, Expr, ExprKind, Fields, If, Item, Piece, Stmt, Template, Ty, Variant, separated,
};

impl Generator {
    /// Up to three structs and enums, of which later ones may hold earlier ones.
    pub fn adts(&mut self) -> Vec<Item> {
        let count = self.dice.weighted([(30, 0), (30, 1), (25, 2), (15, 3)]);
        let mut items = Vec::new();
        for index in 0..count {
            let name = format!("{}{index}", self.dice.of(["S", "Point", "State", "Kind"]));
            let alone = |fields| vec![Variant { name: None, fields }];
            let (element, variants) = match self.dice.weighted([(40, 0), (25, 1), (35, 2)]) {
                0 => (true, alone(self.record_fields())),
                1 => (false, alone(self.struct_fields())),
                _ => (false, self.variants()),
            };
            let arguments = if element { Arguments::default() } else { self.arguments(&variants) };
            let adt = Arc::new(Adt { name, element, variants, arguments });
            self.adts.push(Ty::Named(Arc::clone(&adt)));
            items.push(Item::Adt(adt));
        }
        items
    }

    /// What parameters of a type with these fields stand for, if it shall have any.
    fn arguments(&mut self, variants: &[Variant]) -> Arguments {
        let fields: Vec<Ty> =
            variants.iter().flat_map(|variant| variant.fields.all()).map(|(_, ty)| ty).collect();
        let mut arguments = Arguments::default();
        if self.dice.percent(40) {
            arguments.ty = fields.iter().find(|ty| !ty.is_array()).cloned();
        }
        if self.dice.percent(40) {
            arguments.len = fields.iter().find_map(Ty::length).map(|[len, _]| len);
        }
        arguments
    }

    fn struct_fields(&mut self) -> Fields {
        let count = 1 + self.dice.below(4);
        let types: Vec<Ty> = (0..count).map(|_| self.part_type()).collect();
        if self.dice.percent(25) {
            return Fields::Tuple(types);
        }
        let names = ["a", "b", "int", "this", "x", "len"];
        Fields::Named(names.into_iter().map(ToOwned::to_owned).zip(types).collect())
    }

    fn variants(&mut self) -> Vec<Variant> {
        let count = self.dice.between(1, 4).unsigned_abs() as usize;
        let plain = self.dice.percent(30);
        let names = ["None", "Some", "B", "Default"];
        let variant = |name: &str, fields| Variant { name: Some(name.to_owned()), fields };
        (0..count)
            .map(|index| match self.dice.below(3) {
                _ if plain => variant(names[index], Fields::Unit),
                0 => variant(names[index], Fields::Unit),
                1 => {
                    let count = 1 + self.dice.below(2);
                    variant(names[index], Fields::Tuple((0..count).map(|_| self.part_type()).collect()))
                }
                _ => {
                    let fields = [("w".to_owned(), self.part_type()), ("h".to_owned(), self.part_type())];
                    variant(names[index], Fields::Named(fields.to_vec()))
                }
            })
            .collect()
    }

    /// A type of a field.
    fn part_type(&mut self) -> Ty {
        match self.dice.below(10) {
            0 | 1 => {
                let len = self.dice.between(1, 3).unsigned_abs() as u64;
                Ty::Prim(self.any_prim()).array(len)
            }
            2 | 3 if !self.adts.is_empty() => self.dice.pick(&self.adts).cloned().unwrap_or(Ty::Unit),
            4 => Ty::Prim(self.any_prim()).option(),
            5 => Ty::Tuple(vec![self.any_prim().into(), self.any_prim().into()]),
            _ => self.any_prim().into(),
        }
    }

    /// A struct, an enum, a tuple or an option.
    pub fn any_aggregate(&mut self) -> Ty {
        if self.dice.percent(60)
            && let Some(ty) = self.dice.pick(&self.adts)
        {
            return ty.clone();
        }
        if self.dice.percent(50) {
            return self.part_type().option();
        }
        let count = self.dice.weighted([(60, 2), (40, 3)]);
        Ty::Tuple((0..count).map(|_| self.part_type()).collect())
    }

    /// A value of an aggregate type.
    pub fn aggregate(&mut self, ty: &Ty) -> Made {
        self.nodes = self.nodes.saturating_sub(1);
        let made = |expr| Made::new(expr, Range::one(0), true);
        if self.dice.percent(30)
            && let Some((place, _)) = self.whole_place(ty, false)
        {
            return made(place);
        }
        if self.deeper() {
            let found = match self.dice.below(14) {
                0 => Some(self.aggregate_if(ty)),
                1 => Some(self.match_value(ty)),
                2 => Some(self.loop_value(ty)),
                3 | 4 => self.call_value(ty),
                5 => {
                    self.scope.enter();
                    let stmts = self.stmts(1);
                    let tail = Some(self.aggregate(ty).expr);
                    self.scope.leave();
                    Some(made(Expr::new(ty.clone(), ExprKind::Block(Box::new(Block { stmts, tail })))))
                }
                6 => self.updated(ty),
                8 => self.same(ty),
                7 => match ty {
                    Ty::Option(inner) => match inner.prim() {
                        Some(prim) if prim.is_integer() && self.dice.percent(50) => {
                            Some(made(self.checked_option(prim)))
                        }
                        _ => self.element_option(inner).map(made),
                    },
                    _ => None,
                },
                _ => None,
            };
            self.shallower();
            if let Some(found) = found {
                return found;
            }
        }
        self.depth += 1;
        let expr = self.constructed(ty);
        self.depth -= 1;
        made(expr)
    }

    fn aggregate_if(&mut self, ty: &Ty) -> Made {
        let cond = self.boolean().expr;
        let mut arm = || {
            self.scope.enter();
            let stmts = if self.dice.percent(30) { self.stmts(1) } else { Vec::new() };
            let tail = Some(self.aggregate(ty).expr);
            self.scope.leave();
            Block { stmts, tail }
        };
        let (then, otherwise) = (arm(), arm());
        let branch = If { cond, then, otherwise: Some(otherwise), chained: true };
        Made::new(Expr::new(ty.clone(), ExprKind::If(Box::new(branch))), Range::one(0), true)
    }

    /// `value.same()` of a type with parameters.
    fn same(&mut self, ty: &Ty) -> Option<Made> {
        let Ty::Named(adt) = ty else { return None };
        if !adt.is_generic() {
            return None;
        }
        let pieces = vec![Piece::Operand(self.aggregate(ty).expr), ".same()".into()];
        Some(Made::new(Template::new("generic method", pieces).expr(ty.clone()), Range::one(0), true))
    }

    /// `S { a: .., ..base }`
    fn updated(&mut self, ty: &Ty) -> Option<Made> {
        let Ty::Named(adt) = ty else { return None };
        let Fields::Named(fields) = adt.fields()? else { return None };
        let (name, field) = self.dice.pick(fields)?.clone();
        let value = self.value(&field, true).expr;
        let base = self.aggregate(ty).expr;
        let pieces = vec![
            format!("{} {{ {name}: ", adt.name).into(),
            Piece::Expr(value),
            ", ..".into(),
            Piece::Operand(base),
            " }".into(),
        ];
        Some(Made::new(Template::loose("struct update", pieces).expr(ty.clone()), Range::one(0), true))
    }

    /// A value built of its parts.
    fn constructed(&mut self, ty: &Ty) -> Expr {
        match ty {
            Ty::Tuple(parts) => {
                let values = parts.iter().map(|part| self.part_value(part)).collect();
                let mut pieces = vec!["(".into()];
                pieces.extend(separated(values));
                pieces.push(")".into());
                Template::new("tuple", pieces).expr(ty.clone())
            }
            Ty::Option(value) => {
                if self.dice.percent(25) {
                    return Template::new("none", vec![format!("None::<{value}>").into()]).expr(ty.clone());
                }
                let value = self.part_value(value);
                let pieces = vec!["Some(".into(), Piece::Expr(value), ")".into()];
                Template::new("some", pieces).expr(ty.clone())
            }
            Ty::Named(adt) => {
                let adt = Arc::clone(adt);
                let variant = &adt.variants[self.dice.below(adt.variants.len())];
                self.variant_value(&adt, variant, ty)
            }
            other => self.value(other, true).expr,
        }
    }

    fn variant_value(&mut self, adt: &Adt, variant: &Variant, ty: &Ty) -> Expr {
        let path = adt.path(variant);
        match &variant.fields {
            Fields::Unit => Template::new("variant", vec![path.into()]).expr(ty.clone()),
            Fields::Tuple(parts) => {
                let values = parts.iter().map(|part| self.part_value(part)).collect();
                let mut pieces = vec![format!("{path}(").into()];
                pieces.extend(separated(values));
                pieces.push(")".into());
                Template::new("tuple struct", pieces).expr(ty.clone())
            }
            Fields::Named(fields) => {
                let mut fields = fields.clone();
                // In any order: it is that of the evaluation.
                self.dice.shuffle(&mut fields);
                let mut pieces = vec![format!("{path} {{").into()];
                for (name, field) in fields {
                    pieces.extend([
                        format!(" {name}: ").into(),
                        Piece::Expr(self.part_value(&field)),
                        ",".into(),
                    ]);
                }
                pieces.push(" }".into());
                Template::loose("struct", pieces).expr(ty.clone())
            }
        }
    }

    /// A value whose text decides its type.
    pub fn part_value(&mut self, ty: &Ty) -> Expr {
        match ty {
            Ty::Prim(_) => self.value(ty, false).fix().expr,
            Ty::Array(..) => {
                let made = self.array(ty, true);
                if made.fixed {
                    return made.expr;
                }
                // A block with a declaration decides the type.
                let init = made.expr;
                let name = self.names.variable(&mut self.dice);
                let tail = Some(Expr::var(ty.clone(), &name));
                let stmts = vec![Stmt::Let(declaration(name, false, true, init))];
                Expr::new(ty.clone(), ExprKind::Block(Box::new(Block { stmts, tail })))
            }
            Ty::Param(bound) => self.parameter_value(*bound).expr,
            other => self.aggregate(other).expr,
        }
    }

    /// `let` of an aggregate, or of its parts.
    pub fn let_aggregate(&mut self, into: &mut Vec<Stmt>) {
        let ty = self.any_aggregate();
        let value = self.aggregate(&ty);
        if self.dice.percent(25) {
            let (pattern, vars) = self.irrefutable(&ty, false);
            let pieces = vec![format!("let {pattern} = ").into(), Piece::Expr(value.expr), ";".into()];
            into.push(Stmt::Template(Template::loose("let pattern", pieces)));
            for var in vars {
                self.scope.declare(var);
            }
            return;
        }
        let (mutable, annotated) = (self.dice.percent(70), self.dice.percent(40));
        let name = self.names.variable(&mut self.dice);
        let mut var = Var::new(&name, ty);
        var.writable = mutable;
        self.scope.declare(var);
        into.push(Stmt::Let(declaration(name, mutable, annotated, value.expr)));
    }
}
