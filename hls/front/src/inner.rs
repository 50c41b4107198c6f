//! Constants, type aliases and functions in the bodies of functions: they are items of a block, visible in all of it.

use sycl_hls_ir::{Diagnostic, FuncKind, Span};
use syn::visit::Visit;
use syn::{ItemConst, ItemFn, ItemType};

use crate::attribute::{Site, marks_kernel};
use crate::codes;
use crate::front::{Env, Front, Item};
use crate::ids::FnId;
use crate::names::plain_name;
use crate::span::{span, span_of};
use crate::typings::NodeKey;

/// The items in a body, but not those that lie in other items.
#[derive(Default)]
struct Found<'a> {
    consts: Vec<&'a ItemConst>,
    aliases: Vec<&'a ItemType>,
    funcs: Vec<&'a ItemFn>,
}

impl<'a> Visit<'a> for Found<'a> {
    fn visit_item(&mut self, item: &'a syn::Item) {
        match item {
            syn::Item::Const(item) => self.consts.push(item),
            syn::Item::Type(item) => self.aliases.push(item),
            syn::Item::Fn(item) => self.funcs.push(item),
            _ => {}
        }
    }
}

impl<'a> Front<'a> {
    /// Registers the items in the bodies of all functions, those of functions in functions included.
    pub fn collect_inner(&mut self) {
        let mut next = 0;
        while next < self.funcs.len() {
            if !self.is_library(self.funcs[next].unit) {
                self.collect_items_of(FnId(next));
            }
            next += 1;
        }
    }

    /// Registers the items in the body of a function.
    fn collect_items_of(&mut self, outer: FnId) {
        let mut found = Found::default();
        found.visit_block(self.funcs[outer.0].block);
        for item in found.consts {
            self.directives(&item.attrs, Site::Const);
            let id = self.new_const(plain_name(&item.ident), &item.ty, &item.expr, span_of(item));
            self.inner.insert(NodeKey::of(item), Item::Const(id));
        }
        for item in found.aliases {
            if let Some(alias) = self.new_alias(item) {
                self.inner.insert(NodeKey::of(item), alias);
            }
        }
        for item in found.funcs {
            let id = self.new_inner_fn(outer, item);
            self.inner.insert(NodeKey::of(item), Item::Fn(id));
        }
    }

    /// Adds a function in the body of another one.
    fn new_inner_fn(&mut self, outer: FnId, item: &'a ItemFn) -> FnId {
        if marks_kernel(&item.attrs) {
            let message = "`#[kernel]` has no effect on a function in a function";
            let error = Diagnostic::error(codes::MISPLACED_DIRECTIVE, span(item.sig.ident.span()), message);
            self.report(error.help("move it out of the other one, into the module"));
        }
        let given = self.directives(&item.attrs, Site::Helper);
        let name = format!("{}_{}", self.funcs[outer.0].name, plain_name(&item.sig.ident));
        let env = Env { unit: self.funcs[outer.0].unit, ..Env::default() };
        let id = self.within(env, |front| front.new_fn(name, FuncKind::Helper, None, &item.sig, &item.block));
        self.funcs[id.0].given = given;
        self.funcs[id.0].scope = Some(Vec::new());
        id
    }

    /// Adds the items of a block to the scope, until [`Front::leave_block`] truncates it to the returned length.
    pub fn enter_block(&mut self, stmts: &[syn::Stmt]) -> usize {
        let outer = self.env.inner.len();
        let mut entered: Vec<Item> = Vec::new();
        for stmt in stmts {
            if let syn::Stmt::Item(syn::Item::Use(item)) = stmt {
                let used = self.used_names(item);
                self.env.inner.extend(used);
            }
        }
        for stmt in stmts {
            let (ident, key) = match stmt {
                syn::Stmt::Item(syn::Item::Const(item)) => (&item.ident, NodeKey::of(item)),
                syn::Stmt::Item(syn::Item::Type(item)) => (&item.ident, NodeKey::of(item)),
                syn::Stmt::Item(syn::Item::Fn(item)) => (&item.sig.ident, NodeKey::of(item)),
                _ => continue,
            };
            let Some(item) = self.inner.get(&key).copied() else { continue };
            let (name, at) = (plain_name(ident), span(ident.span()));
            if self.env.inner[outer..].iter().any(|(known, _)| *known == name) {
                let error =
                    Diagnostic::error(codes::DUPLICATE, at, format!("the name `{name}` is defined twice"));
                self.report(error.help("give one of them another name"));
            }
            self.env.inner.push((name, item));
            entered.push(item);
        }
        // Items see each other, and nothing of the function around them.
        let env = Env { unit: self.env.unit, inner: self.env.inner.clone(), ..Env::default() };
        for item in &entered {
            match item {
                Item::Const(id) => self.consts[id.0].env = env.clone(),
                Item::Alias(id) => self.aliases[id.0].env = env.clone(),
                Item::Fn(id) => self.funcs[id.0].scope = Some(env.inner.clone()),
                Item::Adt(_) | Item::Variant(..) | Item::Trait(_) => {}
            }
        }
        for item in entered {
            match item {
                Item::Const(id) => drop(self.constant(id)),
                Item::Alias(id) => drop(self.alias(id)),
                Item::Fn(_) | Item::Adt(_) | Item::Variant(..) | Item::Trait(_) => {}
            }
        }
        outer
    }

    /// Ends the block that was entered last.
    pub fn leave_block(&mut self, outer: usize) {
        self.env.inner.truncate(outer);
    }
}

/// Where the name of an item stands that a block may have.
pub(crate) fn block_item(item: &syn::Item) -> Option<(String, Span)> {
    let ident = match item {
        syn::Item::Const(item) => &item.ident,
        syn::Item::Type(item) => &item.ident,
        syn::Item::Fn(item) => &item.sig.ident,
        _ => return None,
    };
    Some((plain_name(ident), span(ident.span())))
}
