//! Types, traits and `impl` blocks in the bodies of functions: moved to the module, where nothing else knows their names.
//!
//! The items around them go with them, and the functions among these repeat the `use` of the block. A name that the module mentions
//! elsewhere is written with that of the function before it: `State` in two functions becomes `load_State` and `store_State`.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use rustc_hash::FxHashMap;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, Block, ImplItemFn, Item, ItemFn, ItemMod, Pat, Path, StaticMutability, Stmt, TraitItemFn,
    UseTree, parse_quote,
};

use crate::attribute::marks_kernel;
use crate::names::plain_name;

/// Moves the items of all blocks that hold types.
pub(crate) fn move_out(module: &mut ItemMod) {
    let mut mover =
        Mover { mentions: mentions(module.to_token_stream()), func: String::new(), moved: Vec::new() };
    mover.visit_item_mod_mut(module);
    if let Some((_, items)) = &mut module.content {
        items.append(&mut mover.moved);
    }
}

/// True for an item that needs a place outside of functions: types, and statics, which are constants of the module.
pub(crate) fn is_local_type(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Item(Item::Struct(_) | Item::Enum(_) | Item::Trait(_) | Item::Impl(_)) => true,
        Stmt::Item(Item::Static(item)) => matches!(item.mutability, StaticMutability::None),
        _ => false,
    }
}

/// How often each name is written.
type Mentions = FxHashMap<String, usize>;

fn mentions(tokens: TokenStream) -> Mentions {
    fn count(tokens: TokenStream, mentions: &mut Mentions) {
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => *mentions.entry(plain_name(&ident)).or_default() += 1,
                TokenTree::Group(group) => count(group.stream(), mentions),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
    let mut mentions = Mentions::default();
    count(tokens, &mut mentions);
    mentions
}

struct Mover {
    /// In the whole module.
    mentions: Mentions,
    /// The function at hand.
    func: String,
    moved: Vec<Item>,
}

impl Mover {
    fn within(&mut self, func: &Ident, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.func, plain_name(func));
        visit(self);
        self.func = outer;
    }

    /// A name that the module does not have.
    fn free_name(&mut self, name: &str) -> String {
        let first = format!("{}_{name}", self.func);
        let more = (2..).map(|number| format!("{first}_{number}"));
        let mut names = std::iter::once(first.clone()).chain(more);
        let free = names.find(|name| !self.mentions.contains_key(name)).unwrap_or(first);
        self.mentions.insert(free.clone(), 1);
        free
    }

    /// The names of a block's items that are written elsewhere, with others for them.
    fn others(&mut self, block: &Block) -> FxHashMap<String, String> {
        let here = mentions(block.to_token_stream());
        let names = block.stmts.iter().filter(|stmt| is_moved(stmt)).filter_map(|stmt| match stmt {
            Stmt::Item(item) => name_of(item).map(plain_name),
            _ => None,
        });
        let elsewhere: Vec<String> = names.filter(|name| self.mentions.get(name) > here.get(name)).collect();
        elsewhere.into_iter().map(|name| (name.clone(), self.free_name(&name))).collect()
    }
}

impl VisitMut for Mover {
    fn visit_item_fn_mut(&mut self, func: &mut ItemFn) {
        let name = func.sig.ident.clone();
        self.within(&name, |mover| visit_mut::visit_item_fn_mut(mover, func));
    }

    fn visit_impl_item_fn_mut(&mut self, func: &mut ImplItemFn) {
        let name = func.sig.ident.clone();
        self.within(&name, |mover| visit_mut::visit_impl_item_fn_mut(mover, func));
    }

    fn visit_trait_item_fn_mut(&mut self, func: &mut TraitItemFn) {
        let name = func.sig.ident.clone();
        self.within(&name, |mover| visit_mut::visit_trait_item_fn_mut(mover, func));
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        if block.stmts.iter().any(is_local_type) {
            let names = self.others(block);
            if !names.is_empty() {
                Renamer { names }.visit_block_mut(block);
            }
            let stmts = std::mem::take(&mut block.stmts);
            let (moved, left) = stmts.into_iter().partition::<Vec<Stmt>, _>(is_moved);
            let is_use = |stmt: &&Stmt| matches!(stmt, Stmt::Item(Item::Use(_)));
            let mut user = User(left.iter().filter(is_use).cloned().collect());
            block.stmts = left;
            for stmt in moved {
                if let Stmt::Item(mut item) = stmt {
                    user.visit_item_mut(&mut item);
                    self.visit_item_mut(&mut item);
                    self.moved.push(item);
                }
            }
        }
        visit_mut::visit_block_mut(self, block);
    }
}

/// True for what moves where types do.
fn is_moved(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Item(Item::Fn(func)) => !marks_kernel(&func.attrs),
        Stmt::Item(Item::Const(_) | Item::Type(_)) => true,
        stmt => is_local_type(stmt),
    }
}

fn name_of(item: &Item) -> Option<&Ident> {
    Some(match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    })
}

/// Repeats the `use` of a block in functions that leave it.
struct User(Vec<Stmt>);

impl VisitMut for User {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.splice(0..0, self.0.iter().cloned());
    }
}

/// Gives items other names, where they are defined and where they are used.
struct Renamer {
    names: FxHashMap<String, String>,
}

impl Renamer {
    fn rename(&self, ident: &mut Ident) -> bool {
        let new = self.names.get(&plain_name(ident)).map(|name| Ident::new(name, ident.span()));
        let is_renamed = new.is_some();
        *ident = new.unwrap_or_else(|| ident.clone());
        is_renamed
    }

    fn define(&self, ident: &mut Ident, attrs: &mut Vec<Attribute>) {
        if self.rename(ident) {
            attrs.push(parse_quote!(#[allow(non_camel_case_types, non_upper_case_globals)]));
        }
    }
}

impl VisitMut for Renamer {
    fn visit_item_mut(&mut self, item: &mut Item) {
        match item {
            Item::Const(item) => self.define(&mut item.ident, &mut item.attrs),
            Item::Enum(item) => self.define(&mut item.ident, &mut item.attrs),
            Item::Fn(item) => self.define(&mut item.sig.ident, &mut item.attrs),
            Item::Static(item) => self.define(&mut item.ident, &mut item.attrs),
            Item::Struct(item) => self.define(&mut item.ident, &mut item.attrs),
            Item::Trait(item) => self.define(&mut item.ident, &mut item.attrs),
            Item::Type(item) => self.define(&mut item.ident, &mut item.attrs),
            _ => {}
        }
        visit_mut::visit_item_mut(self, item);
    }

    /// Names of the block come first in a path; what follows belongs to them.
    fn visit_path_mut(&mut self, path: &mut Path) {
        if path.leading_colon.is_none()
            && let Some(first) = path.segments.first_mut()
        {
            self.rename(&mut first.ident);
        }
        visit_mut::visit_path_mut(self, path);
    }

    fn visit_use_tree_mut(&mut self, tree: &mut UseTree) {
        match tree {
            UseTree::Path(path) => _ = self.rename(&mut path.ident),
            UseTree::Group(_) => visit_mut::visit_use_tree_mut(self, tree),
            _ => {}
        }
    }

    /// A constant as a pattern.
    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        if let Pat::Ident(name) = pat
            && name.by_ref.is_none()
            && name.mutability.is_none()
            && name.subpat.is_none()
        {
            self.rename(&mut name.ident);
        }
        visit_mut::visit_pat_mut(self, pat);
    }
}
