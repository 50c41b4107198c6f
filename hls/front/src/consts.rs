//! Constants: evaluated on first use, by KIR's interpreter.

use std::rc::Rc;

use sycl_hls_ir::{Diagnostic, interp};
use sycl_hls_types::{FaultKind, Location, ScalarValue};
use syn::{Expr, GenericArgument};

use crate::adt::instance_name;
use crate::codes;
use crate::front::{ConstItem, ConstValue, Env, Front, Item, State};
use crate::hir::ExprKind;
use crate::ids::ConstId;
use crate::infer::infer;
use crate::lower::lower_constant;
use crate::names::{plain_name, plain_type};
use crate::resolve::resolve_const;
use crate::span::span_of;
use crate::ty::{GenericArg, Prim, Ty};
use crate::typed::{Instance, TypedBody};

/// Scalars of a constant above which it is refused: it would not fit into the ROM of any device.
const MAX_CONST_LEAVES: u64 = 1 << 22;

/// Operations after which the evaluation of a constant is given up. rustc warns of a constant after two million calls and
/// iterations (`long_running_const_eval`), each of which is up to thirty operations here, and takes about as long for them.
const MAX_STEPS: u64 = 1 << 25;

impl Front<'_> {
    /// The value of a constant; `None` after an error.
    pub fn constant(&mut self, id: ConstId) -> Option<Rc<ConstValue>> {
        match &self.consts[id.0].state {
            State::Done(value) => return Some(Rc::clone(value)),
            State::Failed => return None,
            State::Active => {
                let message = format!("the constant `{}` depends on itself", self.const_title(id));
                let error = Diagnostic::error(codes::CONSTANT, self.consts[id.0].span, message)
                    .help("give one of the constants that it needs a value of its own");
                self.consts[id.0].state = State::Failed;
                self.report(error);
                return None;
            }
            State::New => {}
        }
        self.consts[id.0].state = State::Active;
        let (ty_syn, expr, env) =
            (self.consts[id.0].ty, self.consts[id.0].expr, self.consts[id.0].env.clone());
        let at = self.consts[id.0].span;
        let value = self.needed(at, |front| {
            front.within(env, |front| {
                let ty = front.ty(ty_syn);
                let ty = front.referred_array(ty, expr);
                front.const_type(ty, ty_syn).and_then(|ty| front.evaluate(expr, ty, true))
            })
        });
        let value = value.map(Rc::new);
        self.consts[id.0].state = value.clone().map_or(State::Failed, State::Done);
        value
    }

    /// The constant of a type by its `impl` block's: one of a block with parameters has a value for each list of arguments.
    /// `None` if they are not known.
    pub fn constant_of(&mut self, id: ConstId, owner: &Ty) -> Option<ConstId> {
        let item = &self.consts[id.0];
        if item.owner_params.is_empty() {
            return Some(id);
        }
        let Ty::Adt(adt) = owner else { return None };
        let key = (id, adt.clone());
        if let Some(known) = self.const_instances.get(&key) {
            return Some(*known);
        }
        if adt.args.len() != item.owner_params.len() || owner.has_vars() {
            return None;
        }
        let owner_params = item.owner_params.clone();
        let env = Env { owner_params, ..item.env.clone() }.with_owner(adt);
        let made = ConstItem {
            name: instance_name(&item.name, &adt.args),
            owner_params: Vec::new(),
            env,
            state: State::New,
            ..*item
        };
        self.consts.push(made);
        let made = ConstId(self.consts.len() - 1);
        self.const_instances.insert(key, made);
        Some(made)
    }

    /// The array that a constant is a reference to: each use of it is one to that. Other types are as they are.
    fn referred_array(&mut self, ty: Ty, expr: &Expr) -> Ty {
        match &ty {
            Ty::Ref { mutable: false, inner } if inner.is_array() => (**inner).clone(),
            Ty::Ref { mutable: false, inner } => match (&**inner, self.elements_of(expr)) {
                (Ty::Slice(element), Some(len)) if !element.holds_ref() => {
                    Ty::array((**element).clone(), len)
                }
                _ => ty,
            },
            _ => ty,
        }
    }

    /// How many elements an expression has that is a reference to an array, as it is written.
    fn elements_of(&mut self, expr: &Expr) -> Option<u64> {
        match expr {
            Expr::Reference(reference) => match &*reference.expr {
                Expr::Array(array) if !array.elems.is_empty() => Some(array.elems.len() as u64),
                Expr::Repeat(repeat) => self.array_length(&repeat.len),
                Expr::Path(path) => {
                    let Some(Item::Const(id)) = self.item(&plain_name(path.path.get_ident()?)) else {
                        return None;
                    };
                    match self.constant(id)?.ty {
                        Ty::Array(_, len) => Some(len),
                        _ => None,
                    }
                }
                _ => None,
            },
            Expr::Lit(syn::ExprLit { lit: syn::Lit::ByteStr(text), .. }) => {
                Some(text.value().len() as u64).filter(|len| *len > 0)
            }
            _ => None,
        }
    }

    /// True if each use of a constant is a reference to its value.
    pub fn is_reference(&self, id: ConstId) -> bool {
        let mut ty = self.consts[id.0].ty;
        while let syn::Type::Paren(syn::TypeParen { elem, .. })
        | syn::Type::Group(syn::TypeGroup { elem, .. }) = ty
        {
            ty = elem;
        }
        matches!(ty, syn::Type::Reference(_))
    }

    /// The type of a constant, or `None` after a report: a constant holds no references.
    fn const_type(&mut self, ty: Ty, syn: &syn::Type) -> Option<Ty> {
        let (message, help) = match &ty {
            Ty::Error => return None,
            ty if ty.holds_ref() || *ty == Ty::Unit => (
                format!("a constant cannot be of type `{ty}`"),
                "constants are values: scalars, arrays, tuples, structs and enums",
            ),
            ty if let Some(message) = self.too_large("a constant", ty) => {
                (message, "pass the data as a slice")
            }
            _ => return Some(ty),
        };
        self.report(Diagnostic::error(codes::CONSTANT, span_of(syn), message).help(help));
        None
    }

    /// The complaint about what has more scalars than any device has room for; `None` if it does not.
    pub fn too_large(&mut self, what: &str, ty: &Ty) -> Option<String> {
        let is_too_large = self.leaves(ty) > MAX_CONST_LEAVES;
        is_too_large
            .then(|| format!("{what} of more than {MAX_CONST_LEAVES} scalars is too large for a device"))
    }

    /// The value of a `usize` expression of the module, such as an array's length.
    pub fn constant_usize(&mut self, expr: &Expr) -> Option<u64> {
        self.evaluate(expr, Ty::USIZE, true).and_then(only_leaf)
    }

    /// The value of a `usize` expression that is not part of the module's syntax tree, such as an option of a directive.
    pub fn constant_count(&mut self, expr: &Expr) -> Option<u64> {
        self.evaluate(expr, Ty::USIZE, false).and_then(only_leaf)
    }

    /// The value of an argument for a `const` parameter of this type.
    pub fn constant_argument(&mut self, expr: &Expr, prim: Prim) -> Option<ScalarValue> {
        self.evaluate(expr, Ty::Prim(prim), false)?.leaves.first().cloned()
    }

    /// True if what stands between `<` and `>` is a constant: an expression, or a name, which `syn` parses as a type.
    pub fn is_constant(&self, argument: &GenericArgument) -> bool {
        match argument {
            GenericArgument::Const(_) => true,
            GenericArgument::Type(ty) => plain_type(ty).is_some_and(|name| {
                let constant = matches!(self.env.generics.get(&name), Some(GenericArg::Const(_)))
                    || matches!(self.item(&name), Some(Item::Const(_)));
                // Types come first.
                constant && Prim::from_name(&name).is_none()
            }),
            _ => false,
        }
    }

    /// The value of such a constant, for a parameter of this type; `None` after an error.
    pub fn generic_constant(&mut self, argument: &GenericArgument, prim: Prim) -> Option<ScalarValue> {
        let name = match argument {
            GenericArgument::Const(expr) => return self.constant_argument(expr, prim),
            GenericArgument::Type(ty) => plain_type(ty)?,
            _ => return None,
        };
        if let Some(GenericArg::Const(value)) = self.env.generics.get(&name) {
            return Some(value.clone());
        }
        let Some(Item::Const(id)) = self.item(&name) else { return None };
        self.constant(id)?.leaves.first().cloned()
    }

    /// The value of an expression of this type.
    pub fn constant_of_type(&mut self, expr: &Expr, ty: Ty) -> Option<ConstValue> {
        self.evaluate(expr, ty, true)
    }

    /// Evaluates an expression with the IR interpreter. `in_tree` is true where the macro rewrites the expression, so
    /// that the types found are noted for it.
    fn evaluate(&mut self, expr: &Expr, ty: Ty, in_tree: bool) -> Option<ConstValue> {
        let errors = self.diagnostics.len();
        let body = resolve_const(self, expr);
        let types = infer(self, &body, &ty, errors)?;
        if self.diagnostics.len() > errors {
            return None;
        }
        let typed = Rc::new(TypedBody { body, types });
        let leaves = match self.simple(&typed) {
            Some(value) => vec![value],
            None => self.run(&typed, &ty)?,
        };
        if in_tree
            && !self.env.provided
            && self.env.generics.is_empty()
            && self.env.unit == crate::front::USER
        {
            typed.types.record_lets(&mut self.typings, &typed.body);
            typed.types.record_min_max(&mut self.typings, &typed.body);
            typed.types.record_literals(&mut self.typings, &typed.body);
        }
        Some(ConstValue { ty, leaves })
    }

    /// The value of a literal or a name: most constants are one.
    fn simple(&mut self, typed: &TypedBody) -> Option<ScalarValue> {
        let tail = typed.body.block.tail?;
        match &typed.body.exprs[tail].kind {
            ExprKind::Value(_, value) => Some(value.clone()),
            ExprKind::Int { .. } => typed.types.literal(&typed.body, tail),
            _ => None,
        }
    }

    /// Lowers a typed expression to a function of its own, and runs it.
    fn run(&mut self, typed: &Rc<TypedBody>, ty: &Ty) -> Option<Vec<ScalarValue>> {
        let callees: Vec<Instance> = typed.types.calls().cloned().collect();
        // Bodies of functions have names of their own.
        let ready = self.within(Env::default(), |front| front.bodies_of(&callees));
        if !ready {
            return None;
        }
        let (module, func) = lower_constant(self, typed, ty);
        let scalars: Vec<_> = self.ir_type(ty)?.scalars().collect();
        let mut args = Vec::new();
        if module.funcs[func].ret.is_none() {
            args.push(interp::Arg::Slice(scalars.iter().map(|ty| ScalarValue::from_bits(*ty, 0)).collect()));
        }
        let options = interp::Options { panics: true, steps: MAX_STEPS, ..interp::Options::default() };
        match interp::call(&module, func, &mut args, options) {
            Ok(Some(value)) => Some(vec![value]),
            Ok(None) => match args.pop() {
                Some(interp::Arg::Slice(leaves)) => Some(leaves),
                _ => None,
            },
            Err(error) => {
                self.report(failure(&error, typed));
                None
            }
        }
    }
}

/// The number that is the only scalar of a constant.
fn only_leaf(value: ConstValue) -> Option<u64> {
    value.leaves.first()?.bits()
}

/// The error of a run in words of the constant: which operation failed, or that it takes too many steps.
fn failure(error: &interp::Error, typed: &TypedBody) -> Diagnostic {
    let span = |at: &Location| {
        let found = typed
            .body
            .exprs
            .iter()
            .map(|(_, expr)| expr.span)
            .filter(|span| span.start.line == at.line && span.start.column == at.column);
        found.max_by_key(|span| span.end).unwrap_or(typed.body.block.span)
    };
    let (at, message, help) = match error {
        interp::Error::Fault(fault) => {
            let (message, help) = match fault.kind {
                FaultKind::Overflow | FaultKind::Shift => (
                    "this constant overflows its type".to_owned(),
                    "use a wider type, or `wrapping_add` and its like",
                ),
                FaultKind::Division => {
                    ("this constant divides by zero".to_owned(), "give the divisor another value")
                }
                _ => (format!("this constant has no value: {}", fault.message), "give it another value"),
            };
            (fault.at.as_ref().map_or(typed.body.block.span, span), message, help)
        }
        interp::Error::Steps { .. } => (
            typed.body.block.span,
            format!("this constant takes more than {MAX_STEPS} operations, the most that are evaluated"),
            "compute it on the host, and pass it as an argument",
        ),
        other => {
            (typed.body.block.span, format!("this constant has no value: {other}"), "give it another value")
        }
    };
    Diagnostic::error(codes::CONSTANT, at, message).help(help)
}
