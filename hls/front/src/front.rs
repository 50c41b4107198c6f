//! The state of one translation: the module's items, as far as they are known, and all messages.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use sycl_hls_ir::{Diagnostic, FuncDirectives, FuncKind, Span};
use sycl_hls_types::{Length, ScalarValue};
use syn::{ItemConst, ItemFn};

use crate::directives::{Directive, ParamItems};
use crate::hir::{ConstId, FnId};
use crate::ty::Ty;
use crate::typings::Typings;

/// Translates one kernels module.
pub(crate) struct Front<'a> {
    /// Constants, in source order.
    pub consts: Vec<ConstItem<'a>>,
    /// Functions, in source order.
    pub funcs: Vec<FnItem<'a>>,
    /// What the module's names mean.
    pub names: HashMap<String, Item>,
    /// Names of items that were complained about.
    pub rejected: HashSet<String>,
    /// The types that were inferred, for the host code.
    pub typings: Typings,
    pub diagnostics: Vec<Diagnostic>,
}

impl Front<'_> {
    pub fn new() -> Self {
        Self {
            consts: Vec::new(),
            funcs: Vec::new(),
            names: HashMap::new(),
            rejected: HashSet::new(),
            typings: Typings::default(),
            diagnostics: Vec::new(),
        }
    }

    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}

/// What a name of the module means.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Item {
    Const(ConstId),
    Fn(FnId),
}

pub(crate) struct ConstItem<'a> {
    pub name: String,
    pub syn: &'a ItemConst,
    pub state: ConstState,
    pub span: Span,
}

pub(crate) struct FnItem<'a> {
    pub name: String,
    pub kind: FuncKind,
    pub syn: &'a ItemFn,
    /// Its directives, until they are read.
    pub given: Vec<Directive<'a>>,
    pub directives: FuncDirectives,
    pub params: Vec<ParamItem>,
    /// A primitive type, `()`, or an error that was reported.
    pub ret: Ty,
    /// The signature.
    pub span: Span,
}

pub(crate) struct ParamItem {
    pub name: String,
    pub ty: Ty,
    /// `mut name: T`
    pub mutable: bool,
    /// The name with its type.
    pub span: Span,
    /// Of a slice.
    pub length: Length,
    /// Of a kernel's slice.
    pub bundle: Option<String>,
    pub directives: ParamItems,
}

impl FnItem<'_> {
    /// A generic function was complained about; its types mean nothing.
    pub fn is_generic(&self) -> bool {
        self.syn.sig.generics.lt_token.is_some()
    }
}

impl ParamItem {
    /// A parameter that was complained about: it takes anything.
    pub fn unknown() -> Self {
        Self {
            name: String::new(),
            ty: Ty::Error,
            mutable: true,
            span: Span::NONE,
            length: Length::Argument,
            bundle: None,
            directives: ParamItems::default(),
        }
    }
}

/// How far a constant is.
#[derive(Clone, Debug)]
pub(crate) enum ConstState {
    New,
    /// Being evaluated: a use now is a cycle.
    Active,
    Done(Rc<ConstValue>),
    /// Reported.
    Failed,
}

/// A constant's value: its scalars, row-major.
#[derive(Clone, Debug)]
pub(crate) struct ConstValue {
    pub ty: Ty,
    pub leaves: Vec<ScalarValue>,
}
