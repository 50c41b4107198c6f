//! Kernels: their parameters, and what makes a run's values visible.

use sycl_hls_tests::job::Job;
use sycl_hls_types::ScalarValue;

use super::assign::assign;
use super::inputs::{Input, Length};
use super::scope::Var;
use super::{Generator, MAX_LEN, Range, number};
use crate::ast::{
    BinaryOp, Block, Expr, ExprKind, Fields, For, Func, LenExpr, Literal, Param, ParamTy, Piece, Prim, Step,
    Stmt, Template, Ty,
};

/// Elements of the slice that takes the values of a kernel's variables at its end.
const SINK: u64 = 8;
/// Its name, which nothing else has.
const SINK_NAME: &str = "sink";

impl Generator {
    /// A kernel, and arguments to run it with.
    pub fn kernel(&mut self, name: &str, generic: bool) -> (Func, Vec<Job>) {
        let nodes = 40 + self.dice.below(110);
        let outer = self.begin(nodes);
        if generic {
            self.kernel_parameters();
        }
        let (mut params, mut inputs) = (Vec::new(), Vec::new());
        for _ in 0..self.dice.below(4) {
            let whole = self.parameters.bound.map(Ty::Param).or_else(|| self.any_record());
            let (param, input) = match whole.filter(|_| self.dice.percent(20)) {
                Some(ty) => self.whole_param(outer, ty),
                None => self.scalar_param(outer),
            };
            params.push(param);
            inputs.push(input);
        }
        for _ in 0..self.dice.of([0, 0, 0, 1, 1, 2]) {
            let (param, input) = self.output_param(outer);
            params.push(param);
            inputs.push(input);
        }
        for index in 0..1 + self.dice.below(3) {
            let mutable = index == 0 || self.dice.percent(50);
            let (param, input) = self.slice_param(outer, mutable, &inputs);
            params.push(param);
            inputs.push(input);
        }
        let (param, input) = self.sink_param();
        params.push(param);
        inputs.push(input);
        let count = 2 + self.dice.below(7);
        let mut stmts = self.stmts(count);
        if self.dice.percent(50) {
            self.call_stmt(&mut stmts);
        }
        self.sink_all(&mut stmts);
        self.end(outer);
        let parameters = std::mem::take(&mut self.parameters);
        let body = Block { stmts, tail: None };
        let func = Func {
            name: name.to_owned(),
            kernel: true,
            constant: false,
            flushes: false,
            owner: None,
            of_trait: None,
            operator: None,
            generics: parameters.text(),
            instances: parameters.instances,
            params,
            ret: None,
            returns: false,
            body,
        };
        let jobs = self.jobs(&func, &inputs);
        (func, jobs)
    }

    fn scalar_param(&mut self, outer: usize) -> (Param, Input) {
        let name = self.param_name(outer);
        let prim = self.any_prim();
        let mut var = Var::new(&name, prim);
        let mutable = self.dice.percent(15);
        var.writable = mutable;
        if prim.is_integer() {
            var.range = if mutable || self.dice.percent(40) { self.bases(prim).0 } else { Range::new(0, 8) };
            var.base = var.range;
        }
        let input = Input::Scalar { name: name.clone(), ty: prim, range: var.range };
        self.scope.declare(var);
        (Param { name, ty: ParamTy::Value(prim.into()), mutable, len: None, bundle: None }, input)
    }

    /// A scalar that the kernel may write, which has a value before the run.
    fn output_param(&mut self, outer: usize) -> (Param, Input) {
        let name = self.param_name(outer);
        // A flag can be no result.
        let prim = match self.any_prim() {
            Prim::Bool => Prim::I32,
            prim => prim,
        };
        let mut var = Var::new(&name, prim);
        (var.writable, var.reference) = (true, true);
        self.scope.declare(var);
        let ty = ParamTy::Ref { mutable: true, ty: prim.into() };
        let length = Length::Stated(LenExpr::Number(1));
        let input = Input::Slice { ty: prim.into(), mutable: true, length };
        (Param { name, ty, mutable: false, len: None, bundle: None }, input)
    }

    /// A struct by value, or what the type parameter stands for.
    fn whole_param(&mut self, outer: usize, ty: Ty) -> (Param, Input) {
        let name = self.param_name(outer);
        let mut var = Var::new(&name, ty.clone());
        var.writable = self.dice.percent(25);
        let mutable = var.writable;
        self.scope.declare(var);
        let input = Input::Whole { ty: ty.clone() };
        (Param { name, ty: ParamTy::Value(ty), mutable, len: None, bundle: None }, input)
    }

    fn slice_param(&mut self, outer: usize, mutable: bool, inputs: &[Input]) -> (Param, Input) {
        let name = self.param_name(outer);
        let element = self.any_element();
        let mut var = Var::new(&name, element.clone().slice());
        (var.writable, var.reference) = (mutable, true);
        let len = self.dice.percent(35).then(|| self.len_expr(inputs));
        let length = match &len {
            Some((expr, range)) => {
                (var.min_len, var.max_len) = (range.lo.unsigned_abs() as u64, range.hi.unsigned_abs() as u64);
                Length::Stated(expr.clone())
            }
            None => {
                (var.min_len, var.max_len) = (self.dice.of([0, 1, 2, 4, 8]), MAX_LEN);
                Length::Hidden { usual: [var.min_len, var.max_len] }
            }
        };
        self.scope.declare(var);
        let bundle = self.dice.percent(25).then(|| format!("gmem{}", self.dice.below(3)));
        let ty = ParamTy::Ref { mutable, ty: element.clone().slice() };
        let param = Param { name, ty, mutable: false, len: len.map(|(expr, _)| expr), bundle };
        (param, Input::Slice { ty: element, mutable, length })
    }

    /// A length of at most [`MAX_LEN`], and the values it has.
    fn len_expr(&mut self, inputs: &[Input]) -> (LenExpr, Range) {
        let mut lengths: Vec<(LenExpr, Range)> = inputs.iter().filter_map(Input::as_length).collect();
        lengths.extend(self.parameters.slice_length());
        let Some((param, range)) = self.dice.pick(&lengths).cloned().filter(|_| self.dice.percent(70)) else {
            let count = self.dice.between(1, 8);
            return (LenExpr::Number(count.unsigned_abs() as u64), Range::one(count));
        };
        let (op, range, other) = match self.dice.below(4) {
            0 => ('+', Range::new(range.lo + 1, range.hi + 1), 1),
            1 => ('*', Range::new(range.lo * 2, range.hi * 2), 2),
            2 => ('/', Range::new(range.lo / 2, range.hi / 2), 2),
            _ => return (param, range),
        };
        (LenExpr::Binary(Box::new(param), op, Box::new(LenExpr::Number(other))), range)
    }

    /// The slice that makes what the kernel's variables hold at its end visible.
    fn sink_param(&mut self) -> (Param, Input) {
        let name = SINK_NAME.to_owned();
        let mut var = Var::new(&name, sink_ty());
        (var.writable, var.reference) = (true, true);
        (var.min_len, var.max_len) = (SINK, SINK);
        self.scope.declare(var);
        let ty = ParamTy::Ref { mutable: true, ty: sink_ty() };
        let len = LenExpr::Number(SINK);
        let length = Length::Stated(len.clone());
        (
            Param { name, ty, mutable: false, len: Some(len), bundle: None },
            Input::Slice { ty: Prim::U64.into(), mutable: true, length },
        )
    }

    /// Writes every variable that is visible at the kernel's end to the sink.
    fn sink_all(&self, into: &mut Vec<Stmt>) {
        let locals = self.scope.readable(|var| !var.constant && !matches!(var.ty, Ty::Slice(_)));
        for (index, id) in locals.into_iter().enumerate() {
            let slot = number(Prim::Usize, index as i128 % i128::from(SINK));
            let place = Expr::var(sink_ty(), SINK_NAME).index(slot);
            sink_value(self.scope.get(id).expr(), &place, 0, into);
        }
    }
}

fn sink_ty() -> Ty {
    Ty::Prim(Prim::U64).slice()
}

/// Adds a scalar, or each scalar in a value, to `place`. Names are such that no other variable has them.
fn sink_value(value: Expr, place: &Expr, level: usize, into: &mut Vec<Stmt>) {
    match value.ty.clone() {
        Ty::Prim(prim) => into.push(sink_scalar(value, prim, place)),
        Ty::Array(_, len) => {
            let name = format!("at{level}");
            let hi = match len.is_open() {
                true => Expr::new(Prim::Usize, ExprKind::Len(Box::new(value.clone()))),
                false => number(Prim::Usize, i128::from(len.count)),
            };
            let mut body = Block::default();
            sink_value(value.index(Expr::var(Prim::Usize, &name)), place, level + 1, &mut body.stmts);
            into.push(Stmt::For(For::below(name, hi, body)));
        }
        Ty::Param(_) => {
            let one = Expr::new(value.ty.clone(), ExprKind::Path("T::ONE".to_owned()));
            let above = Expr::binary(Prim::Bool, BinaryOp::Gt, value, one);
            into.push(sink_scalar(above, Prim::Bool, place));
        }
        Ty::Option(inner) => {
            let some = [(format!("in{level}"), *inner)];
            let arms = [
                ("Some".to_owned(), Fields::Tuple(vec![some[0].1.clone()])),
                ("None".to_owned(), Fields::Unit),
            ];
            into.push(sink_variants(
                value,
                &arms.iter().map(|(path, fields)| (path.clone(), fields)).collect::<Vec<_>>(),
                place,
                level,
            ));
        }
        Ty::Named(adt) if adt.fields().is_none() => {
            let arms: Vec<(String, &Fields)> =
                adt.variants.iter().map(|variant| (adt.path(variant), &variant.fields)).collect();
            into.push(sink_variants(value, &arms, place, level));
        }
        other => {
            for (step, ty) in other.steps() {
                if let Step::Field(name) = step {
                    sink_value(value.clone().field(ty, &name), place, level, into);
                }
            }
        }
    }
}

/// A `match` over all variants that sinks their fields, and which variant it is.
fn sink_variants(value: Expr, arms: &[(String, &Fields)], place: &Expr, level: usize) -> Stmt {
    let mut pieces = vec!["match ".into(), Piece::Head(value), " {".into()];
    for (index, (path, fields)) in arms.iter().enumerate() {
        let all = fields.all();
        let bound: Vec<String> = (0..all.len()).map(|field| format!("in{level}_{field}")).collect();
        let pattern = match fields {
            Fields::Unit => path.clone(),
            Fields::Tuple(_) => format!("{path}({})", bound.join(", ")),
            Fields::Named(_) => {
                let fields: Vec<String> =
                    all.iter().zip(&bound).map(|((name, _), bound)| format!("{name}: {bound}")).collect();
                format!("{path} {{ {} }}", fields.join(", "))
            }
        };
        let mut body = Block::default();
        body.stmts.push(sink_scalar(number(Prim::U64, index as i128 + 1), Prim::U64, place));
        for ((_, ty), name) in all.iter().zip(&bound) {
            sink_value(Expr::var(ty.clone(), name), place, level + 1, &mut body.stmts);
        }
        pieces.extend([format!(" {pattern} => ").into(), Piece::Block(body)]);
    }
    pieces.push(" }".into());
    Stmt::Template(Template::loose("match", pieces))
}

fn sink_scalar(value: Expr, prim: Prim, place: &Expr) -> Stmt {
    let value = match prim {
        Prim::F32 => scaled(value, prim, 1024_f32.into()),
        Prim::F64 => scaled(value, prim, 1024_f64.into()),
        _ => value,
    };
    let factor = Some(Box::new(number(Prim::U64, 31)));
    let before = Expr::new(Prim::U64, ExprKind::Method("wrapping_mul", Box::new(place.clone()), factor));
    assign(place.clone(), None, Expr::binary(Prim::U64, BinaryOp::BitXor, before, value.cast(Prim::U64)))
}

/// A float as an integer that still tells its fraction and its sign.
fn scaled(value: Expr, prim: Prim, scale: ScalarValue) -> Expr {
    let scale = Expr::new(prim, ExprKind::Literal(Literal::plain(prim, scale)));
    Expr::binary(prim, BinaryOp::Mul, value, scale).cast(Prim::I64)
}
