//! `#[len(..)]`: lengths of slices that the host computes from the scalar arguments.

use sycl_hls_ir::{Diagnostic, Span};
use sycl_hls_types::{Length, LengthExpr};
use syn::{Attribute, BinOp, Expr, Lit, Signature, UnOp};

use crate::codes;
use crate::front::{Front, Item, ParamItem};
use crate::ids::ConstId;
use crate::lacking::nearest;
use crate::names::plain_name;
use crate::span::span_of;
use crate::ty::{GenericArg, Ty};

const LENGTH_HELP: &str = "write an expression of integer arguments and constants: `#[len(width * height)]`";

impl Front<'_> {
    /// Resolves `#[len(..)]` of all parameters.
    pub fn lengths(&mut self, sig: &Signature, params: &mut [ParamItem]) {
        for input in &sig.inputs {
            let syn::FnArg::Typed(typed) = input else { continue };
            let syn::Pat::Ident(pattern) = &*typed.pat else { continue };
            let name = plain_name(&pattern.ident);
            let Some(attr) = typed.attrs.iter().find(|attr| attr.path().is_ident("len")) else { continue };
            if params.iter().any(|param| param.name == name && param.ty.deref().is_array()) {
                let error =
                    Diagnostic::error(codes::LENGTH, span_of(attr), "the length of an array is in its type");
                self.report(error.help("leave `#[len]` away"));
                continue;
            }
            if let Some(expr) = self.length(attr, params)
                && let Some(param) = params.iter_mut().find(|param| param.name == name)
            {
                param.length = Length::Expr(expr);
            }
        }
    }

    /// The length that `#[len(..)]` states, or `None` after a report.
    fn length(&mut self, attr: &Attribute, params: &[ParamItem]) -> Option<LengthExpr> {
        let parsed = match &attr.meta {
            syn::Meta::List(list) => list.parse_args::<Expr>().ok(),
            _ => None,
        };
        let Some(expr) = parsed else {
            let message = "`#[len]` lacks the length";
            let error = Diagnostic::error(codes::LENGTH, span_of(attr), message);
            self.report(error.help(LENGTH_HELP));
            return None;
        };
        self.length_expr(&expr, params)
    }

    /// Translates integers, names, parentheses and `+ - * /`.
    fn length_expr(&mut self, expr: &Expr, params: &[ParamItem]) -> Option<LengthExpr> {
        match expr {
            Expr::Paren(paren) => self.length_expr(&paren.expr, params),
            Expr::Group(group) => self.length_expr(&group.expr, params),
            Expr::Lit(syn::ExprLit { lit: Lit::Int(int), .. }) => match int.base10_parse() {
                Ok(value) => Some(LengthExpr::Const(value)),
                Err(_) => self.bad_length(expr, "the number is no length"),
            },
            Expr::Path(path) => self.length_name(path, expr, params),
            Expr::Binary(binary) => {
                let make: fn(Box<LengthExpr>, Box<LengthExpr>) -> LengthExpr = match binary.op {
                    BinOp::Add(_) => LengthExpr::Add,
                    BinOp::Sub(_) => LengthExpr::Sub,
                    BinOp::Mul(_) => LengthExpr::Mul,
                    BinOp::Div(_) => LengthExpr::Div,
                    _ => return self.bad_length(expr, "a length has the operators + - * / only"),
                };
                let lhs = self.length_expr(&binary.left, params)?;
                let rhs = self.length_expr(&binary.right, params)?;
                Some(make(Box::new(lhs), Box::new(rhs)))
            }
            Expr::Unary(syn::ExprUnary { op: UnOp::Neg(_), .. }) => {
                self.bad_length(expr, "a length is not negative")
            }
            _ => self.bad_length(expr, "a length is made of scalar arguments, constants and + - * /"),
        }
    }

    /// A name in a length: a scalar argument, a `const` parameter, or a constant of the module.
    fn length_name(&mut self, path: &syn::ExprPath, expr: &Expr, params: &[ParamItem]) -> Option<LengthExpr> {
        let name = path.path.get_ident().map(plain_name).unwrap_or_default();
        if let Some(index) = params.iter().position(|param| param.name == name) {
            return match &params[index].ty {
                Ty::Prim(prim) if prim.is_integer() => Some(LengthExpr::Param(index)),
                Ty::Error => None,
                other => self.bad_length(expr, &format!("`{name}` is `{other}`, not an integer")),
            };
        }
        if let Some(GenericArg::Const(value)) = self.env.generics.get(&name) {
            let number = value.to_integer().and_then(|number| u64::try_from(number).ok());
            return match number {
                Some(number) => Some(LengthExpr::Const(number)),
                None => self.bad_length(expr, &format!("`{name}` is no integer that can be a length")),
            };
        }
        match self.item(&name) {
            Some(Item::Const(id)) => self.length_constant(id, expr),
            _ => {
                let scalars = params.iter().filter(|param| matches!(param.ty, Ty::Prim(_)));
                let names = scalars.map(|param| &param.name).chain(self.consts.iter().map(|item| &item.name));
                let help = nearest(&name, names).map(|other| format!("there is `{other}`"));
                let message = format!("there is no scalar argument or constant `{name}`");
                self.length_error(expr, &message, help.unwrap_or_else(|| LENGTH_HELP.to_owned()))
            }
        }
    }

    /// The value of a constant of the module, which must be an integer that is not negative.
    fn length_constant(&mut self, id: ConstId, expr: &Expr) -> Option<LengthExpr> {
        let value = self.constant(id)?;
        let number = value.leaves.first().filter(|_| !value.ty.is_array()).and_then(|leaf| leaf.to_integer());
        match number.and_then(|number| u64::try_from(number).ok()) {
            Some(number) => Some(LengthExpr::Const(number)),
            None => {
                let message = format!("`{}` is no integer that can be a length", self.consts[id.0].name);
                self.bad_length(expr, &message)
            }
        }
    }

    /// Reports what cannot be a length, with an example.
    fn bad_length<T>(&mut self, expr: &Expr, message: &str) -> Option<T> {
        self.length_error(expr, message, LENGTH_HELP.to_owned())
    }

    /// Reports a mistake in a length.
    fn length_error<T>(&mut self, expr: &Expr, message: &str, help: String) -> Option<T> {
        let at: Span = span_of(expr);
        let note = "the host computes the length from the scalar arguments before the kernel starts";
        self.report(Diagnostic::error(codes::LENGTH, at, message).note(note).help(help));
        None
    }
}
