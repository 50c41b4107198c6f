//! Types and lengths as the user writes them.

use sycl_hls_ir::{Diagnostic, Span};
use sycl_hls_types::{Length, LengthExpr};
use syn::{Attribute, BinOp, Expr, ItemFn, Lit, Type, UnOp};

use crate::codes;
use crate::directives::Site;
use crate::front::{Front, plain_name};
use crate::items::{Item, ParamItem, macro_error};
use crate::span::span_of;
use crate::ty::{Prim, Ty};

/// Arrays above this are no local memory of any device (1 Gi elements; an U280 has 42 MB on chip).
const MAX_ARRAY_LEN: u64 = 1 << 30;

impl Front<'_> {
    /// The type that `syn` spells; [`Ty::Error`] after a complaint.
    pub fn ty(&mut self, syn: &Type) -> Ty {
        match syn {
            Type::Path(path) => self.path_type(path, syn),
            Type::Array(array) => {
                let element = self.ty(&array.elem);
                let Some(len) = self.array_length(&array.len) else { return Ty::Error };
                match element {
                    Ty::Prim(_) | Ty::Array(..) => Ty::array(element, len),
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
            Type::Tuple(_) => self.no_type(
                syn,
                "a tuple",
                "tuples are not in the subset yet: use one variable for each part",
            ),
            Type::Ptr(_) => self.no_type(syn, "a raw pointer", "use a slice"),
            Type::FnPtr(_) => self.no_type(syn, "a function pointer", "call the function by its name"),
            Type::Macro(_) => {
                self.report(macro_error(span_of(syn)));
                Ty::Error
            }
            _ => self.no_type(
                syn,
                "this type",
                "the types are bool, u8, i32, u32, i64, u64, usize, f32, f64, arrays and slices of them",
            ),
        }
    }

    fn no_type(&mut self, syn: &Type, what: &str, help: &str) -> Ty {
        let message = format!("{what} is not in the kernel language");
        self.report(Diagnostic::error(codes::TYPE, span_of(syn), message).help(help));
        Ty::Error
    }

    fn path_type(&mut self, path: &syn::TypePath, syn: &Type) -> Ty {
        let name = path.path.get_ident().map(plain_name);
        if let Some(prim) = name.as_deref().and_then(Prim::from_name) {
            return Ty::Prim(prim);
        }
        let what = format!("the type `{}`", path_text(&path.path));
        let help = match name.as_deref() {
            Some("i8" | "i16") => "it is not in the subset yet: use `i32`",
            Some("u16") => "it is not in the subset yet: use `u32`",
            Some("isize") => "it is not in the subset yet: use `i64`",
            Some("i128" | "u128") => "arithmetic beyond 64 bits is not in the subset yet",
            Some("char" | "str" | "String") => "there is no text on the device: use `u8`",
            Some("Self") => "impl blocks are not in the subset yet",
            _ if path
                .path
                .segments
                .last()
                .is_some_and(|last| matches!(last.ident.to_string().as_str(), "Vec" | "Box")) =>
            {
                "there is no heap on the device: use an array, whose length is a constant"
            }
            _ => "the types are bool, u8, i32, u32, i64, u64, usize, f32, f64, arrays and slices of them",
        };
        self.no_type(syn, &what, help)
    }

    /// The value of an array's length.
    pub fn array_length(&mut self, len: &Expr) -> Option<u64> {
        let value = self.constant_usize(len)?;
        if value > MAX_ARRAY_LEN {
            let message = format!("an array of {value} elements is too large for a device");
            let help = format!("at most {MAX_ARRAY_LEN}; large data belongs into a slice argument");
            self.report(Diagnostic::error(codes::ARRAY_LENGTH, span_of(len), message).help(help));
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
            self.report(error.help("write an expression of the scalar arguments: `#[len(width * height)]`"));
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
            Some(Item::Const(_)) => self.constant_count(expr).map(LengthExpr::Const),
            _ => self.bad_length(expr, &format!("there is no scalar argument or constant `{name}`")),
        }
    }

    fn bad_length<T>(&mut self, expr: &Expr, message: &str) -> Option<T> {
        let at: Span = span_of(expr);
        let note = "the host computes the length from the scalar arguments before the kernel starts";
        self.report(Diagnostic::error(codes::LENGTH, at, message).note(note));
        None
    }

    /// Attributes on statements and expressions that take no directive.
    pub fn no_directives(&mut self, attrs: &[Attribute]) {
        self.directives(attrs, Site::Statement);
    }
}

/// A path as the user wrote it, without spaces.
pub(crate) fn path_text(path: &syn::Path) -> String {
    let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let lead = if path.leading_colon.is_some() { "::" } else { "" };
    format!("{lead}{}", segments.join("::"))
}
