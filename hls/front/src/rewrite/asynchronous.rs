//! Functions that take ends of streams, and kernels with barriers, a second time: as functions that let others have their turns.

use proc_macro2::Span;
use quote::{ToTokens, format_ident};
use rustc_hash::FxHashMap;
use syn::parse::Parse;
use syn::visit::{self, Visit};
use syn::visit_mut::VisitMut as _;
use syn::{
    Attribute, Block, Expr, ExprCall, ExprMethodCall, FnArg, Ident, ImplItem, ImplItemFn, Item, ItemFn, Lit,
    Local, Path, PathArguments, PathSegment, Signature, Token, Type, parse_quote, parse_quote_spanned,
};

use super::Rewriter;
use super::generics::arguments;
use crate::callable::impl_types;
use crate::names::plain_name;
use crate::typings::{NodeKey, Suspension, Typings};

/// The asynchronous forms of functions of a module.
pub(super) fn of_items(items: &[Item], typings: &Typings) -> Vec<Item> {
    let funcs = items.iter().filter_map(|item| match item {
        Item::Fn(func) => twin_fn(func, typings),
        _ => None,
    });
    funcs.map(Item::Fn).collect()
}

/// The asynchronous forms of functions of an `impl` block.
pub(super) fn of_impl(items: &[ImplItem], typings: &Typings) -> Vec<ImplItem> {
    let funcs = items.iter().filter_map(|item| match item {
        ImplItem::Fn(func) => twin_method(func, typings),
        _ => None,
    });
    funcs.map(ImplItem::Fn).collect()
}

/// A copy, which only functions with ends need: that all of syn's types can be cloned would cost every program time.
fn copy<T: Parse + ToTokens>(item: &T) -> Option<T> {
    syn::parse2(item.to_token_stream()).ok()
}

/// The async form of a function that lets others have their turns, beside the function itself; `None` for other functions.
fn twin_fn(func: &ItemFn, typings: &Typings) -> Option<ItemFn> {
    if !typings.in_turns.contains(&NodeKey::of(&*func.block)) {
        return None;
    }
    let mut twin = copy(func)?;
    let mut rewriter = rewriter(&func.block, &twin.block, typings);
    rewriter.visit_item_fn_mut(&mut twin);
    let path = Path::from(PathSegment::from(func.sig.ident.clone()));
    make_twin(&mut twin.sig, &mut twin.block, &path);
    twin.attrs.push(parse_quote!(#[allow(clippy::all, clippy::pedantic)]));
    Some(twin)
}

/// The same of a method.
fn twin_method(func: &ImplItemFn, typings: &Typings) -> Option<ImplItemFn> {
    if !typings.in_turns.contains(&NodeKey::of(&func.block)) {
        return None;
    }
    let mut twin = copy(func)?;
    let mut rewriter = rewriter(&func.block, &twin.block, typings);
    rewriter.visit_impl_item_fn_mut(&mut twin);
    let name = &func.sig.ident;
    make_twin(&mut twin.sig, &mut twin.block, &parse_quote!(Self::#name));
    twin.attrs.push(parse_quote!(#[allow(clippy::all, clippy::pedantic)]));
    Some(twin)
}

/// What rewrites the copy of a function's body.
fn rewriter<'t>(block: &Block, copy: &Block, typings: &'t Typings) -> Rewriter<'t> {
    let originals = Nodes::of(copy).0.into_iter().zip(Nodes::of(block).0).collect();
    Rewriter { typings, originals, in_turn: true }
}

/// Makes the copy asynchronous. It names the function, so that one that only processes call counts as used; its own name
/// belongs to the macro, and nobody is told that it is not.
fn make_twin(sig: &mut Signature, block: &mut Block, function: &Path) {
    sig.asyncness = Some(<Token![async]>::default());
    sig.inputs.iter_mut().for_each(name_lifetimes);
    sig.ident = Suspension::Function.name(&sig.ident, Span::call_site());
    if impl_types(sig).next().is_some() {
        return;
    }
    let arguments = arguments(&sig.generics);
    block.stmts.insert(0, parse_quote!(let _ = #function #arguments;));
}

/// Keeps rustc from saying that nobody calls a function of which only the asynchronous form is called, if that cannot name it.
pub(super) fn allow_unused(attrs: &mut Vec<Attribute>, sig: &Signature) {
    if impl_types(sig).next().is_some() {
        attrs.push(parse_quote!(#[allow(dead_code)]));
    }
}

/// Writes the lifetime of a `Global<T>`, which may not be left out in an `async fn`.
fn name_lifetimes(input: &mut FnArg) {
    if let FnArg::Typed(typed) = input
        && let Type::Reference(reference) = &mut *typed.ty
        && let Type::Path(path) = &mut *reference.elem
        && let Some(PathSegment { ident, arguments: PathArguments::AngleBracketed(arguments) }) =
            path.path.segments.last_mut()
        && ident == "Global"
        && arguments.args.len() == 1
    {
        arguments.args.insert(0, parse_quote!('_));
    }
}

/// The nodes of a body that typings have, in the order of the source.
struct Nodes(Vec<NodeKey>);

impl Nodes {
    fn of(block: &Block) -> Self {
        let mut nodes = Self(Vec::new());
        nodes.visit_block(block);
        nodes
    }

    fn add<T>(&mut self, node: &T) {
        self.0.push(NodeKey::of(node));
    }
}

impl<'ast> Visit<'ast> for Nodes {
    fn visit_block(&mut self, node: &'ast Block) {
        self.add(node);
        visit::visit_block(self, node);
    }

    fn visit_local(&mut self, node: &'ast Local) {
        self.add(node);
        visit::visit_local(self, node);
    }

    fn visit_expr(&mut self, node: &'ast Expr) {
        self.add(node);
        visit::visit_expr(self, node);
    }

    fn visit_lit(&mut self, node: &'ast Lit) {
        self.add(node);
    }

    fn visit_expr_call(&mut self, node: &'ast ExprCall) {
        self.add(node);
        visit::visit_expr_call(self, node);
    }

    fn visit_expr_method_call(&mut self, node: &'ast ExprMethodCall) {
        self.add(node);
        visit::visit_expr_method_call(self, node);
    }
}

/// The nodes of a copy, each with the one that it is a copy of.
pub(super) type Originals = FxHashMap<NodeKey, NodeKey>;

/// The name of the form of a function that takes turns with others.
#[must_use]
pub fn in_turns_name(func: &ItemFn) -> String {
    Suspension::Function.name(&func.sig.ident, Span::call_site()).to_string()
}

impl Suspension {
    /// The name of what a process calls in place of this method or function.
    fn name(self, ident: &Ident, span: Span) -> Ident {
        let name = plain_name(ident);
        match self {
            Self::Operation => format_ident!("{name}_in_turn", span = span),
            Self::Function | Self::Library(_) => format_ident!("__sycl_hls_{name}", span = span),
        }
    }

    /// Gives a call of a function of the library a path that no item of the module hides.
    pub fn found(self, expr: &mut Expr) {
        let Self::Library(module) = self else { return };
        if let Expr::Call(call) = expr
            && let Expr::Path(path) = &mut *call.func
            && let Some(PathSegment { ident, arguments }) = path.path.segments.last()
        {
            let (at, module) = (ident.span(), format_ident!("{module}"));
            path.path = parse_quote_spanned!(at=> ::sycl_hls::device::#module::#ident #arguments);
        }
    }

    /// Makes a call what a process awaits. Its name keeps its place, which reports show.
    pub fn awaited(self, expr: &mut Expr) {
        let name = match expr {
            Expr::MethodCall(call) => Some(&mut call.method),
            Expr::Call(call) => match &mut *call.func {
                Expr::Path(path) => path.path.segments.last_mut().map(|last| &mut last.ident),
                _ => None,
            },
            _ => None,
        };
        if let Some(name) = name {
            *name = self.name(name, name.span());
            *expr = parse_quote!(#expr.await);
        }
    }
}

/// Gives a new stream its name, which reports show, as they do its place.
pub(super) fn name_stream(call: &mut ExprCall, name: &str) {
    if let Expr::Path(path) = &mut *call.func
        && let (Some(first), Some(last)) = (path.path.segments.first(), path.path.segments.last())
    {
        let (arguments, maker) = (&last.arguments, format_ident!("named_{}", last.ident));
        let at = first.ident.span();
        path.path = parse_quote_spanned!(at=> ::sycl_hls::device::#maker #arguments);
        call.args.push(parse_quote!(#name));
    }
}
