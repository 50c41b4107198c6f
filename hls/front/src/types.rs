//! Types and lengths as the user writes them.

use sycl_hls_ir::{Diagnostic, Span};
use sycl_hls_types::{Length, LengthExpr};
use syn::{Attribute, BinOp, Expr, ItemFn, Lit, Type, UnOp};

use crate::codes;
use crate::front::Front;
use crate::front::{Item, ParamItem};
use crate::hir::ConstId;
use crate::lacking::not_yet;
use crate::lacking::{TYPES, macro_call, nearest, never, unknown_type};
use crate::names::{path_text, plain_name};
use crate::span::span_of;
use crate::ty::{Prim, Ty};

/// Arrays above this are no local memory of any device (1 Gi elements; an U280 has 42 MB on chip).
const MAX_ARRAY_LEN: u64 = 1 << 30;

const LENGTH_HELP: &str = "write an expression of integer arguments and constants: `#[len(width * height)]`";

impl Front<'_> {
    /// The type that `syn` spells; [`Ty::Error`] after a complaint.
    pub fn ty(&mut self, syn: &Type) -> Ty {
        match syn {
            Type::Path(path) => self.path_type(path, syn),
            Type::Array(array) => {
                let element = self.ty(&array.elem);
                let Some(len) = self.array_length(&array.len) else { return Ty::Error };
                match element {
                    Ty::Prim(_) | Ty::Array(..) => self.array_type(element, len, span_of(syn)),
                    Ty::Error => Ty::Error,
                    other => {
                        self.no_type(syn, &format!("an array of `{other}`"), "elements are scalars or arrays")
                    }
                }
            }
            Type::Slice(slice) => match self.ty(&slice.elem) {
                Ty::Error => Ty::Error,
                element => Ty::Slice(Box::new(element)),
            },
            Type::Reference(reference) => match self.ty(&reference.elem) {
                Ty::Error => Ty::Error,
                inner => Ty::Ref { mutable: reference.mutability.is_some(), inner: Box::new(inner) },
            },
            Type::Paren(paren) => self.ty(&paren.elem),
            Type::Group(group) => self.ty(&group.elem),
            Type::Tuple(tuple) if tuple.elems.is_empty() => Ty::Unit,
            Type::Tuple(_) => {
                let error = not_yet(codes::TYPE, span_of(syn), "a tuple");
                self.wrong_type(error.help("use one variable for each part"))
            }
            Type::Ptr(_) => self.no_type(syn, "a raw pointer", "use a slice and an index"),
            Type::FnPtr(_) => self.no_type(syn, "a function pointer", "call the function by its name"),
            Type::Macro(item) => self.wrong_type(macro_call(span_of(syn), &item.mac.path)),
            Type::ImplTrait(_) => self.no_type(syn, "a type with `impl`", TYPES),
            Type::TraitObject(_) => self.no_type(syn, "a type with `dyn`", TYPES),
            _ => self.no_type(syn, "this type", TYPES),
        }
    }

    fn wrong_type(&mut self, error: Diagnostic) -> Ty {
        self.report(error);
        Ty::Error
    }

    fn no_type(&mut self, syn: &Type, what: &str, help: &str) -> Ty {
        self.wrong_type(never(codes::TYPE, span_of(syn), what).help(help))
    }

    fn path_type(&mut self, path: &syn::TypePath, syn: &Type) -> Ty {
        let name = path.path.get_ident().map(plain_name);
        if let Some(prim) = name.as_deref().and_then(Prim::from_name) {
            return Ty::Prim(prim);
        }
        if self.is_rejected(&path.path) {
            return Ty::Error;
        }
        self.wrong_type(unknown_type(span_of(syn), &path_text(&path.path)))
    }

    /// Does the path begin with an item that was complained about?
    pub fn is_rejected(&self, path: &syn::Path) -> bool {
        path.segments.first().is_some_and(|segment| self.rejected.contains(&plain_name(&segment.ident)))
    }

    /// An array, unless all its dimensions together are too large.
    pub fn array_type(&mut self, element: Ty, len: u64, at: Span) -> Ty {
        if element == Ty::Error {
            return element;
        }
        let ty = Ty::array(element, len);
        match ty.leaves() {
            0..=MAX_ARRAY_LEN => ty,
            leaves => {
                self.report(too_large(leaves, at));
                Ty::Error
            }
        }
    }

    /// The value of an array's length.
    pub fn array_length(&mut self, len: &Expr) -> Option<u64> {
        let value = self.constant_usize(len)?;
        if value == 0 {
            let error = Diagnostic::error(
                codes::ARRAY_LENGTH,
                span_of(len),
                "an array without elements is no memory",
            );
            self.report(
                error
                    .note("C++, which kernels become, has no arrays of length 0")
                    .help("give it at least one element"),
            );
            return None;
        }
        if value > MAX_ARRAY_LEN {
            self.report(too_large(value, span_of(len)));
            return None;
        }
        Some(value)
    }

    /// Resolves `#[len(..)]` of all parameters.
    pub fn lengths(&mut self, item: &ItemFn, params: &mut [ParamItem]) {
        for input in &item.sig.inputs {
            let syn::FnArg::Typed(typed) = input else { continue };
            let syn::Pat::Ident(pattern) = &*typed.pat else { continue };
            let name = plain_name(&pattern.ident);
            let Some(attr) = typed.attrs.iter().find(|attr| attr.path().is_ident("len")) else { continue };
            if let Some(expr) = self.length(attr, params)
                && let Some(param) = params.iter_mut().find(|param| param.name == name)
            {
                param.length = Length::Expr(expr);
            }
        }
    }

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

    fn length_name(&mut self, path: &syn::ExprPath, expr: &Expr, params: &[ParamItem]) -> Option<LengthExpr> {
        let name = path.path.get_ident().map(plain_name).unwrap_or_default();
        if let Some(index) = params.iter().position(|param| param.name == name) {
            return match &params[index].ty {
                Ty::Prim(prim) if prim.is_integer() => Some(LengthExpr::Param(index)),
                Ty::Error => None,
                other => self.bad_length(expr, &format!("`{name}` is `{other}`, not an integer")),
            };
        }
        match self.names.get(&name) {
            Some(Item::Const(id)) => self.length_constant(*id, expr),
            _ => {
                let scalars = params.iter().filter(|param| matches!(param.ty, Ty::Prim(_)));
                let names = scalars.map(|param| &param.name).chain(self.consts.iter().map(|item| &item.name));
                let help = nearest(&name, names).map(|other| format!("there is `{other}`"));
                let message = format!("there is no scalar argument or constant `{name}`");
                self.length_error(expr, &message, help.unwrap_or_else(|| LENGTH_HELP.to_owned()))
            }
        }
    }

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

    fn bad_length<T>(&mut self, expr: &Expr, message: &str) -> Option<T> {
        self.length_error(expr, message, LENGTH_HELP.to_owned())
    }

    fn length_error<T>(&mut self, expr: &Expr, message: &str, help: String) -> Option<T> {
        let at: Span = span_of(expr);
        let note = "the host computes the length from the scalar arguments before the kernel starts";
        self.report(Diagnostic::error(codes::LENGTH, at, message).note(note).help(help));
        None
    }
}

fn too_large(elements: u64, at: Span) -> Diagnostic {
    let elements = if elements == u64::MAX { "more than 10^19".to_owned() } else { elements.to_string() };
    let message = format!("an array of {elements} elements is too large for a device");
    Diagnostic::error(codes::ARRAY_LENGTH, at, message)
        .note(format!("no device has memory on the chip for more than {MAX_ARRAY_LEN}"))
        .help("pass large data as a slice")
}
