//! Iterators, in `for` and as values.

use super::scope::{Var, VarId};
use super::{Generator, MAX_LEN, MAX_TIMES, Made, Range, number};
use crate::ast::{BinaryOp, Block, Expr, ExprKind, Piece, Prim, Stmt, Template, Ty};

/// What an iterator gives.
#[derive(Clone, Debug)]
enum Item {
    Value(Ty, Range),
    /// `&T` or `&mut T`
    Ref(Ty, bool),
    /// `&[T]` or `&mut [T]` of so many elements.
    Slice(Ty, u64, bool),
    Pair(Box<Self>, Box<Self>),
}

/// An iterator, and what is known of it.
struct Iter {
    pieces: Vec<Piece>,
    item: Item,
    /// At most.
    trips: u64,
    /// True if it can be run backwards.
    reversible: bool,
    /// True if it can still be run backwards after an adapter that must know its length for that.
    exact: bool,
    /// True if it has a closure, which borrows what it names.
    closure: bool,
    /// True if it is perhaps shorter than what it is made of.
    cut: bool,
}

impl Generator {
    /// `for pattern in iterator { .. }`
    pub fn for_each(&mut self, into: &mut Vec<Stmt>) {
        self.scope.enter();
        let Some(iter) = self.iterator(true, MAX_TIMES / self.times.max(1)) else {
            self.scope.leave();
            return self.assignment(into);
        };
        let outer = self.times;
        self.times *= iter.trips.max(1);
        // What a closure of the iterator names cannot be written in the loop.
        let before = iter.closure.then(|| self.scope.freeze());
        let (pattern, vars) = self.item_pattern(&iter.item);
        for var in vars {
            self.scope.declare(var);
        }
        self.over(iter, &pattern, outer, into);
        if let Some(before) = before {
            self.scope.thaw(before);
        }
    }

    /// The body of a loop over an iterator, whose scope it leaves.
    fn over(&mut self, iter: Iter, pattern: &str, outer: u64, into: &mut Vec<Stmt>) {
        if self.dice.percent(12) {
            let body = self.closed(|generator| generator.block(2));
            self.times = outer;
            self.scope.leave();
            let mut pieces = iter.pieces;
            pieces.extend([format!(".for_each(|{pattern}| ").into(), Piece::Block(body), ");".into()]);
            into.push(Stmt::Template(Template::loose("for_each", pieces)));
            return;
        }
        let label = self.enter_loop(None);
        let body = self.block(3);
        self.exits.levels.pop();
        self.times = outer;
        self.scope.leave();
        let label = label.map_or_else(String::new, |label| format!("{label}: "));
        let mut pieces = vec![format!("{label}for {pattern} in ").into()];
        pieces.extend(iter.pieces);
        pieces.extend([" ".into(), Piece::Block(body)]);
        into.push(Stmt::Template(Template::loose("for over an iterator", pieces)));
    }

    /// An iterator with a few adapters. What it runs over is borrowed in the scope at hand.
    fn iterator(&mut self, mutable: bool, most: u64) -> Option<Iter> {
        let mut iter = self.source(mutable, most)?;
        for _ in 0..self.dice.weighted([(35, 0), (35, 1), (20, 2), (10, 3)]) {
            iter = self.adapted(iter, mutable, most);
        }
        Some(iter)
    }

    fn source(&mut self, mutable: bool, most: u64) -> Option<Iter> {
        if self.dice.percent(20) {
            return Some(self.range_source(most));
        }
        let mutable = mutable && self.dice.percent(45);
        let (place, of, element, [_, max]) = self.elements(mutable)?;
        if max > most {
            return None;
        }
        self.scope.borrow(of, mutable);
        let (method, item, trips) = match self.dice.below(10) {
            0 | 1 => {
                let size = self.dice.between(1, 4).unsigned_abs() as u64;
                let name = if mutable { "chunks_exact_mut" } else { "chunks_exact" };
                (format!(".{name}({size})"), Item::Slice(element, size, mutable), max / size)
            }
            2 if !mutable => {
                let size = self.dice.between(1, 4).unsigned_abs() as u64;
                (format!(".windows({size})"), Item::Slice(element, size, false), max)
            }
            _ if mutable => (".iter_mut()".to_owned(), Item::Ref(element, true), max),
            _ => (".iter()".to_owned(), Item::Ref(element, false), max),
        };
        Some(Iter {
            pieces: vec![Piece::Operand(place), method.into()],
            item,
            trips,
            reversible: true,
            exact: true,
            closure: false,
            cut: false,
        })
    }

    /// An array or a slice, or a part of one, with its least and its greatest length.
    pub(super) fn elements(&mut self, mutable: bool) -> Option<(Expr, VarId, Ty, [u64; 2])> {
        let part = self.part(mutable, 0)?;
        if self.dice.percent(30) {
            return Some((part.expr, part.of, part.element, part.len));
        }
        let ExprKind::Template(template) = part.expr.kind else { return None };
        let Some(Piece::Operand(place)) = template.pieces.into_iter().next() else { return None };
        let len = match &place.ty {
            Ty::Array(_, len) => len.bounds(),
            _ => [self.scope.get(part.of).min_len, self.scope.get(part.of).max_len],
        };
        Some((place, part.of, part.element, len))
    }

    fn range_source(&mut self, most: u64) -> Iter {
        let ty = self.any_int();
        let trips = self.dice.between(0, i128::from(most.min(9)));
        let least = if ty.is_signed() { -4 } else { 0 };
        let lo = self.dice.between(least, 5);
        let inclusive = trips > 0 && self.dice.percent(30);
        let hi = lo + trips - i128::from(inclusive);
        let bounds = [lo, hi].map(|bound| self.int_literal(ty, bound, false).fix().expr);
        let [lo_expr, hi_expr] = bounds;
        let dots = if inclusive { "..=" } else { ".." };
        let pieces =
            vec!["(".into(), Piece::Operand(lo_expr), dots.into(), Piece::Operand(hi_expr), ")".into()];
        let range = Range::new(lo, (lo + trips - 1).max(lo));
        let trips = trips.unsigned_abs() as u64;
        let exact = ty.scalar().bits() < 32 || ty == Prim::Usize && !inclusive;
        Iter {
            pieces,
            item: Item::Value(ty.into(), range),
            trips,
            reversible: true,
            exact,
            closure: false,
            cut: false,
        }
    }

    fn adapted(&mut self, mut iter: Iter, mutable: bool, most: u64) -> Iter {
        let count = |generator: &mut Self, least: i128| {
            Piece::Expr({
                let value = generator.dice.between(least, 5);
                number(Prim::Usize, value)
            })
        };
        match self.dice.below(9) {
            0 | 1 if iter.reversible && !(iter.closure && iter.cut) => iter.pieces.push(".rev()".into()),
            2 | 3 => {
                iter.pieces.push(".enumerate()".into());
                iter.reversible &= iter.exact;
                let index = Item::Value(Prim::Usize.into(), Range::new(0, i128::from(iter.trips.max(1)) - 1));
                iter.item = Item::Pair(Box::new(index), Box::new(iter.item));
            }
            4 if !iter.closure => {
                let size = count(self, 1);
                iter.pieces.extend([".step_by(".into(), size, ")".into()]);
                iter.reversible &= iter.exact;
            }
            5 => {
                let name = if iter.closure { ".take(" } else { self.dice.of([".take(", ".skip("]) };
                iter.cut = true;
                let size = count(self, 0);
                iter.pieces.extend([name.into(), size, ")".into()]);
                iter.reversible &= iter.exact;
            }
            6 => {
                let before = iter.closure.then(|| self.scope.freeze());
                let other = self.source(mutable, most);
                if let Some(before) = before {
                    self.scope.thaw(before);
                }
                if let Some(other) = other {
                    iter.pieces.push(".zip(".into());
                    iter.pieces.extend(other.pieces);
                    iter.pieces.push(")".into());
                    iter.trips = iter.trips.min(other.trips);
                    iter.exact &= other.exact;
                    iter.closure |= other.closure;
                    iter.cut = true;
                    iter.reversible &= other.reversible && iter.exact;
                    iter.item = Item::Pair(Box::new(iter.item), Box::new(other.item));
                }
            }
            7 => {
                if let Item::Ref(ty, false) = &iter.item {
                    iter.pieces.push(".copied()".into());
                    iter.item = Item::Value(ty.clone(), Range::whole(ty));
                }
            }
            _ => {
                let ty = self.any_prim();
                let (pattern, value) = self.closure(&iter.item, None, |generator| Made {
                    expr: generator.scalar(ty, false).fix().expr,
                    range: Range::of(ty),
                    fixed: true,
                });
                iter.pieces.extend([
                    format!(".map(|{pattern}| ").into(),
                    Piece::Expr(value.expr),
                    ")".into(),
                ]);
                iter.item = Item::Value(ty.into(), Range::of(ty));
                iter.closure = true;
            }
        }
        iter
    }

    /// A pattern for an item, with its variables.
    fn item_pattern(&mut self, item: &Item) -> (String, Vec<Var>) {
        let name = self.names.variable(&mut self.dice);
        // One pattern cannot bind a name twice.
        self.patterns += 1;
        let name = if matches!(item, Item::Pair(..)) { name } else { format!("{name}_i{}", self.patterns) };
        let name = name.trim_start_matches("r#").to_owned();
        match item {
            Item::Pair(first, second) => {
                let (first, second) = (self.item_pattern(first), self.item_pattern(second));
                (format!("({}, {})", first.0, second.0), [first.1, second.1].concat())
            }
            _ if self.dice.percent(8) => ("_".to_owned(), Vec::new()),
            Item::Value(ty, range) => {
                let mut var = Var::new(&name, ty.clone());
                (var.range, var.base) = (*range, *range);
                (name, vec![var])
            }
            Item::Ref(ty, false) if self.dice.percent(50) => {
                (format!("&{name}"), vec![Var::new(&name, ty.clone())])
            }
            Item::Ref(ty, mutable) => {
                let mut var = Var::new(&name, ty.clone());
                (var.reference, var.writable) = (true, *mutable);
                (name, vec![var])
            }
            Item::Slice(ty, len, mutable) => {
                let mut var = Var::new(&name, ty.clone().slice());
                (var.reference, var.writable) = (true, *mutable);
                (var.min_len, var.max_len) = (*len, *len);
                (name, vec![var])
            }
        }
    }

    /// A closure's parameters and its body, which writes nothing outside of it.
    fn closure(
        &mut self,
        item: &Item,
        acc: Option<Var>,
        body: impl FnOnce(&mut Self) -> Made,
    ) -> (String, Made) {
        let before = self.scope.freeze();
        self.scope.enter();
        let (mut pattern, vars) = self.item_pattern(item);
        if let Some(acc) = acc {
            pattern = format!("{}, {pattern}", acc.name);
            self.scope.declare(acc);
        }
        for mut var in vars {
            // Who else has the reference may read what it refers to.
            var.writable = false;
            self.scope.declare(var);
        }
        let outer = self.times;
        self.times = (self.times * MAX_LEN).min(MAX_TIMES);
        let made = self.closed(body);
        self.times = outer;
        self.scope.leave();
        self.scope.thaw(before);
        (pattern, made)
    }

    /// A scalar that an iterator gives: a sum, a fold and so on.
    pub fn reduced(&mut self, ty: Prim) -> Option<Made> {
        self.scope.enter();
        let made = self.reduction(ty);
        self.scope.leave();
        made
    }

    fn reduction(&mut self, ty: Prim) -> Option<Made> {
        let mut iter = self.iterator(false, MAX_TIMES / self.times.max(1))?;
        let all = Range::of(ty);
        if ty == Prim::Bool {
            let name = self.dice.of(["any", "all"]);
            let (pattern, value) = self.closure(&iter.item, None, |generator| generator.boolean());
            iter.pieces.extend([format!(".{name}(|{pattern}| ").into(), Piece::Expr(value.expr), ")".into()]);
            return Some(Made::any(ty, Template::new(name, iter.pieces).expr(ty).kind, true));
        }
        if ty == Prim::Usize && !iter.closure && self.dice.percent(30) {
            iter.pieces.push(".count()".into());
            return Some(Made::any(ty, Template::new("count", iter.pieces).expr(ty).kind, true));
        }
        if ty == Prim::Usize && self.dice.percent(20) {
            return Some(self.position(iter));
        }
        if ty.is_integer()
            && matches!(&iter.item, Item::Value(of, _) if *of == Ty::Prim(ty))
            && self.dice.percent(50)
        {
            let (feature, name) = self.dice.of([("least item", "min"), ("greatest item", "max")]);
            iter.pieces.push(format!(".{name}()").into());
            let option = Template::new(feature, iter.pieces).expr(Ty::Prim(ty).option());
            return Some(self.unwrapped(ty, option));
        }
        if self.dice.percent(50) {
            return Some(self.fold(iter, ty));
        }
        let name = self.dice.weighted([(70, "sum"), (30, "product")]);
        let direct = matches!(&iter.item, Item::Ref(of, false) | Item::Value(of, _) if *of == Ty::Prim(ty));
        if !(direct && (ty.is_float() || self.dice.percent(15))) {
            let (pattern, value) = self.closure(&iter.item, None, |generator| match ty.is_float() {
                true => generator.scalar(ty, false).fix(),
                false if name == "sum" => generator.clamped(ty, Range::new(0, 5), false).fix(),
                false => generator.clamped(ty, Range::new(0, 1), false).fix(),
            });
            iter.pieces.extend([format!(".map(|{pattern}| ").into(), Piece::Expr(value.expr), ")".into()]);
        }
        iter.pieces.push(format!(".{name}::<{ty}>()").into());
        Some(Made::new(Template::new(name, iter.pieces).expr(ty), all, true))
    }

    fn position(&mut self, mut iter: Iter) -> Made {
        let ty = Prim::Usize;
        let (pattern, value) = self.closure(&iter.item, None, |generator| generator.boolean());
        iter.pieces.extend([format!(".position(|{pattern}| ").into(), Piece::Expr(value.expr), ")".into()]);
        let option = Template::new("position", iter.pieces).expr(Ty::Prim(ty).option());
        self.unwrapped(ty, option)
    }

    /// `option.map_or(default, |value| ..)`
    pub fn mapped_or(&mut self, ty: Prim, option: Expr) -> Made {
        let default = self.scalar(ty, true).expr;
        let item = Item::Value(ty.into(), Range::of(ty));
        let (pattern, value) = self.closure(&item, None, |generator| generator.scalar(ty, true).fix());
        let pieces = vec![
            Piece::Operand(option),
            ".map_or(".into(),
            Piece::Expr(default),
            format!(", |{pattern}| ").into(),
            Piece::Expr(value.expr),
            ")".into(),
        ];
        Made::any(ty, Template::new("map_or", pieces).expr(ty).kind, true)
    }

    fn fold(&mut self, mut iter: Iter, ty: Prim) -> Made {
        // What a closure of the iterator names is borrowed already.
        let before = iter.closure.then(|| self.scope.freeze());
        let init = self.scalar(ty, false).fix().expr;
        if let Some(before) = before {
            self.scope.thaw(before);
        }
        self.patterns += 1;
        let name = format!("acc{}", self.patterns);
        let acc = Var::new(&name, ty);
        let (pattern, value) = self.closure(&iter.item, Some(acc.clone()), |generator| {
            let value = generator.scalar(ty, true);
            let op = if ty.is_float() { BinaryOp::Add } else { BinaryOp::BitXor };
            Made::new(Expr::binary(ty, op, acc.expr(), value.expr), Range::of(ty), true)
        });
        iter.pieces.extend([
            ".fold(".into(),
            Piece::Expr(init),
            format!(", |{pattern}| ").into(),
            Piece::Expr(value.expr),
            ")".into(),
        ]);
        Made::any(ty, Template::new("fold", iter.pieces).expr(ty).kind, true)
    }

    /// `for v in array { .. }`, by value.
    pub fn for_array(&mut self, into: &mut Vec<Stmt>) {
        let ty = self.any_shape();
        let (Some(element), Some([_, len])) = (ty.element(), ty.length()) else { return };
        let source = self.array(&ty, false);
        if !source.fixed || element.prim().is_none() || self.times * len > MAX_TIMES {
            return self.assignment(into);
        }
        self.scope.enter();
        let name = self.names.variable(&mut self.dice);
        self.scope.declare(Var::new(&name, element));
        let outer = self.times;
        self.times *= len;
        let label = self.enter_loop(None);
        let body: Block = self.block(2);
        self.exits.levels.pop();
        self.times = outer;
        self.scope.leave();
        let label = label.map_or_else(String::new, |label| format!("{label}: "));
        let pieces = vec![
            format!("{label}for {name} in ").into(),
            Piece::Head(source.expr),
            " ".into(),
            Piece::Block(body),
        ];
        into.push(Stmt::Template(Template::loose("for over an array", pieces)));
    }
}
