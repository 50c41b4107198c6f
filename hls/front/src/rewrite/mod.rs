//! The host code: the user's module as ordinary Rust.
//!
//! Our attributes are taken off, and every type that *we* inferred is written in, so that a disagreement with
//! rustc is a compile error and never a silent difference. Processes of dataflow regions become futures.

mod asynchronous;
mod flush;
mod generics;
mod persistent;
mod region;
mod width;

use proc_macro2::{Literal, TokenTree};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, Block, Expr, ExprCall, ExprClosure, FnArg, Ident, ImplItemFn, Item, ItemFn, ItemImpl, ItemMod,
    Lit, Local, Meta, Pat, Path, Stmt, Token, parse_quote, parse_quote_spanned,
};

use crate::attribute::is_directive;
use crate::element::{ELEMENT, derives};
use crate::ty::Prim;
use crate::typings::{NodeKey, Suspension, Typings};
use asynchronous::Originals;
pub use asynchronous::in_turns_name;

/// Turns the module into the host code, in place.
pub(crate) fn rewrite(module: &mut ItemMod, typings: &Typings) {
    Rewriter { typings, originals: Originals::default(), in_turn: false }.visit_item_mod_mut(module);
}

/// Uses of the parameters that lengths are made of, which rustc would call unused.
fn used_by_lengths(func: &ItemFn) -> Vec<Stmt> {
    let params = || {
        func.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) => Some(typed),
            FnArg::Receiver(_) => None,
        })
    };
    let attrs = params().flat_map(|typed| &typed.attrs).filter(|attr| attr.path().is_ident("len"));
    let tokens = attrs.filter_map(|attr| match &attr.meta {
        Meta::List(list) => Some(list.tokens.to_string()),
        _ => None,
    });
    let lengths: Vec<String> = tokens.collect();
    let in_length = |name: &Ident| {
        let mut words =
            lengths.iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'));
        words.any(|word| *name == word)
    };
    let names = params().filter_map(|typed| match &*typed.pat {
        Pat::Ident(pattern) if in_length(&pattern.ident) => Some(&pattern.ident),
        _ => None,
    });
    names.map(|name| parse_quote!(let _ = #name;)).collect()
}

/// Makes a struct that derives `Element` one: with C's layout, whose bytes are all values.
fn element(item: &mut Item) -> Option<Item> {
    let Item::Struct(item) = item else { return None };
    if !derives(&item.attrs, ELEMENT) {
        return None;
    }
    let mut others: Vec<Path> = Vec::new();
    for attr in item.attrs.iter().filter(|attr| attr.path().is_ident("derive")) {
        if let Ok(paths) = attr.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated) {
            others.extend(paths.into_iter().filter(|path| !path.is_ident(ELEMENT)));
        }
    }
    item.attrs.retain(|attr| !attr.path().is_ident("derive") && !attr.path().is_ident("repr"));
    item.attrs.extend([
        parse_quote!(#[repr(C)]),
        parse_quote!(#[derive(#(#others),*)]),
        parse_quote!(#[derive(
            ::sycl_hls::__private::bytemuck::Zeroable,
            ::sycl_hls::__private::bytemuck::Pod
        )]),
        parse_quote!(#[bytemuck(crate = "::sycl_hls::__private::bytemuck")]),
    ]);
    let name = &item.ident;
    Some(parse_quote!(impl ::sycl_hls::Element for #name {}))
}

/// Makes `min` and `max` of floats those that every target has.
fn ordered(expr: &mut Expr, by_reference: bool) {
    let (name, args): (Ident, Vec<&Expr>) = match expr {
        Expr::MethodCall(call) => {
            (call.method.clone(), std::iter::once(&*call.receiver).chain(&call.args).collect())
        }
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => match path.path.segments.last() {
                Some(last) => (last.ident.clone(), call.args.iter().collect()),
                None => return,
            },
            _ => return,
        },
        _ => return,
    };
    let [receiver, other] = args[..] else { return };
    let star: Option<Token![*]> = by_reference.then(Default::default);
    // Where an expression panics that begins with it, rustc says this place.
    let at = receiver.span();
    *expr = parse_quote_spanned!(at=> ::sycl_hls::device::MinMax::#name(#star #receiver, #other));
}

struct Rewriter<'a> {
    typings: &'a Typings,
    /// Of the copy that is rewritten.
    originals: Originals,
    /// The code is a process's, which lets others have their turns.
    in_turn: bool,
}

impl Rewriter<'_> {
    /// By what the typings know a node.
    fn key<T>(&self, node: &T) -> NodeKey {
        let key = NodeKey::of(node);
        self.originals.get(&key).copied().unwrap_or(key)
    }

    /// What lets others have their turns here, if the call does so in a process.
    fn suspension(&self, expr: &Expr) -> Option<Suspension> {
        let key = match expr {
            Expr::MethodCall(call) => self.key(call),
            Expr::Call(call) => self.key(call),
            _ => return None,
        };
        self.typings.suspensions.get(&key).copied()
    }

    /// Rewrites parts with or without turns.
    fn with_turns(&mut self, in_turn: bool, parts: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.in_turn, in_turn);
        parts(self);
        self.in_turn = outer;
    }
}

impl VisitMut for Rewriter<'_> {
    fn visit_attributes_mut(&mut self, attrs: &mut Vec<Attribute>) {
        attrs.retain(|attr| !is_directive(attr) || persistent::marks(attr));
    }

    fn visit_item_fn_mut(&mut self, func: &mut ItemFn) {
        let uses = used_by_lengths(func);
        width::supported(func);
        if self.typings.in_turns.contains(&self.key(&*func.block)) {
            asynchronous::allow_unused(&mut func.attrs, &func.sig);
        }
        visit_mut::visit_item_fn_mut(self, func);
        persistent::rewrite(func);
        func.block.stmts.splice(0..0, uses);
    }

    fn visit_impl_item_fn_mut(&mut self, func: &mut ImplItemFn) {
        if self.typings.in_turns.contains(&self.key(&func.block)) {
            asynchronous::allow_unused(&mut func.attrs, &func.sig);
        }
        visit_mut::visit_impl_item_fn_mut(self, func);
    }

    fn visit_item_impl_mut(&mut self, block: &mut ItemImpl) {
        let twins = asynchronous::of_impl(&block.items, self.typings);
        visit_mut::visit_item_impl_mut(self, block);
        block.items.extend(twins);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let Some(processes) = self.typings.regions.get(&self.key(block)) else {
            return visit_mut::visit_block_mut(self, block);
        };
        self.with_turns(true, |rewriter| visit_mut::visit_block_mut(rewriter, block));
        region::rewrite(block, processes, self.in_turn);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        self.with_turns(false, |rewriter| visit_mut::visit_expr_closure_mut(rewriter, closure));
    }

    fn visit_item_mod_mut(&mut self, module: &mut ItemMod) {
        let twins = module.content.iter().flat_map(|(_, items)| asynchronous::of_items(items, self.typings));
        let twins: Vec<Item> = twins.collect();
        visit_mut::visit_item_mod_mut(self, module);
        let Some((_, items)) = &mut module.content else { return };
        items.extend(twins);
        let implementations: Vec<Item> = items.iter_mut().filter_map(element).collect();
        items.extend(implementations);
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        let ty = self.typings.lets.get(&self.key(local)).cloned();
        visit_mut::visit_local_mut(self, local);
        if let Some(ty) = ty.and_then(|ty| syn::parse_str(&ty.to_string()).ok()) {
            let pat = std::mem::replace(&mut local.pat, Pat::Verbatim(proc_macro2::TokenStream::new()));
            local.pat = Pat::Type(syn::PatType {
                attrs: Vec::new(),
                pat: Box::new(pat),
                colon_token: <syn::Token![:]>::default(),
                ty: Box::new(ty),
            });
        }
    }

    fn visit_expr_call_mut(&mut self, call: &mut ExprCall) {
        let name = self.typings.streams.get(&self.key(call));
        visit_mut::visit_expr_call_mut(self, call);
        if let Some(name) = name {
            asynchronous::name_stream(call, name);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Paren(_) = expr {
            let operation = flush::inside(expr);
            let flushing = self.typings.flushing.get(&self.key(operation)).filter(|it| it.result);
            if let (Expr::Binary(_), Some(flushing)) = (&*operation, flushing) {
                visit_mut::visit_expr_mut(self, operation);
                return flush::rewrite_in_parentheses(expr, flushing);
            }
        }
        let flushing = self.typings.flushing.get(&self.key(expr));
        let min_max = match expr {
            Expr::MethodCall(call) => self.typings.min_max.get(&self.key(call)),
            Expr::Call(call) => self.typings.min_max.get(&self.key(call)),
            _ => None,
        };
        if let Some(by_reference) = min_max {
            visit_mut::visit_expr_mut(self, expr);
            return match flushing {
                Some(flushing) => flush::rewrite(expr, flushing, true),
                None => ordered(expr, *by_reference),
            };
        }
        if let Some(flushing) = flushing {
            visit_mut::visit_expr_mut(self, expr);
            return flush::rewrite(expr, flushing, false);
        }
        if let Some(suspension) = self.suspension(expr) {
            visit_mut::visit_expr_mut(self, expr);
            suspension.found(expr);
            if self.in_turn {
                suspension.awaited(expr);
            }
            return;
        }
        let Expr::Lit(literal) = expr else { return visit_mut::visit_expr_mut(self, expr) };
        let Some(prim) = self.typings.literals.get(&self.key(&literal.lit)) else { return };
        if let Some(mut token) = suffixed(&literal.lit, *prim) {
            token.set_span(literal.lit.span());
            *expr = Expr::Verbatim(TokenTree::Literal(token).into());
        }
    }
}

/// The literal with its type.
fn suffixed(literal: &Lit, prim: Prim) -> Option<Literal> {
    let text = match literal {
        Lit::Int(int) => match integer(int.base10_digits(), prim) {
            Some(token) => return Some(token),
            None => format!("{int}_{}", prim.name()),
        },
        Lit::Float(float) => format!("{float}_{}", prim.name()),
        _ => return None,
    };
    // A literal such as `1.` takes no suffix.
    text.replace("._", ".0_").parse().ok()
}

/// A number that its type has. What has not to go through rustc's lexer is cheaper by far.
fn integer(digits: &str, prim: Prim) -> Option<Literal> {
    Some(match prim {
        Prim::I8 => Literal::i8_suffixed(digits.parse().ok()?),
        Prim::I16 => Literal::i16_suffixed(digits.parse().ok()?),
        Prim::I32 => Literal::i32_suffixed(digits.parse().ok()?),
        Prim::I64 => Literal::i64_suffixed(digits.parse().ok()?),
        Prim::I128 => Literal::i128_suffixed(digits.parse().ok()?),
        Prim::Isize => Literal::isize_suffixed(digits.parse().ok()?),
        Prim::U8 => Literal::u8_suffixed(digits.parse().ok()?),
        Prim::U16 => Literal::u16_suffixed(digits.parse().ok()?),
        Prim::U32 => Literal::u32_suffixed(digits.parse().ok()?),
        Prim::U64 => Literal::u64_suffixed(digits.parse().ok()?),
        Prim::U128 => Literal::u128_suffixed(digits.parse().ok()?),
        Prim::Usize => Literal::usize_suffixed(digits.parse().ok()?),
        Prim::Bool | Prim::F32 | Prim::F64 => return None,
    })
}
