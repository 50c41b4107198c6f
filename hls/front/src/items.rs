//! The items of a kernels module and what their names mean.

use sycl_hls_ir::{Diagnostic, FuncKind, Span};
use syn::{
    Attribute, ImplItem, ItemConst, ItemFn, ItemImpl, ItemMod, ItemStatic, ItemType, Signature,
    StaticMutability,
};

use crate::adt::type_word;
use crate::attribute::{Site, marks_kernel};
use crate::callable::{name_of_unnamed, unnamed};
use crate::codes;
use crate::extent::signature_span;
use crate::front::{
    AdtItem, AdtSyn, AliasItem, ConstItem, Env, FnItem, Front, GenericParam, Item, Seen, State, USER,
};
use crate::ids::{AdtId, AliasId, ConstId, FnId};
use crate::imports::Imports;
use crate::lacking::never;
use crate::library::TRY_FROM;
use crate::names::plain_name;
use crate::span::{span, span_of};
use crate::ty::{Prim, Ty};

impl<'a> Front<'a> {
    /// Collects the items of the module and of those that it imports.
    pub fn collect(&mut self, module: &'a ItemMod, imports: &'a Imports) {
        let Some((_, items)) = &module.content else {
            let at = span(module.mod_token.span).to(span(module.ident.span()));
            let message = format!("the kernels module `{}` has no body here", module.ident);
            let note = "the macro sees only the tokens it stands on, so the kernels must be among them";
            let error = Diagnostic::error(codes::MODULE, at, message);
            self.report(error.note(note).help(format!("write `mod {} {{ .. }}` in this file", module.ident)));
            return;
        };
        let imported = self.add_imports(module, imports);
        self.collect_items(items);
        for (unit, items) in &imported {
            self.within(Env { unit: *unit, ..Env::default() }, |front| front.collect_items(items));
        }
        self.resolve_uses();
        self.collect_impls(items);
        for (unit, items) in &imported {
            self.within(Env { unit: *unit, ..Env::default() }, |front| front.collect_impls(items));
        }
        self.collect_operators(items);
        for (unit, items) in &imported {
            self.within(Env { unit: *unit, ..Env::default() }, |front| front.collect_operators(items));
        }
        // What is imported is worked out where it is used.
        for index in 0..self.consts.len() {
            if !self.is_imported(self.consts[index].env.unit) && self.consts[index].owner_params.is_empty() {
                self.constant(ConstId(index));
            }
        }
        let adts = (0..self.adts.len()).map(AdtId).filter(|id| !self.is_imported(self.adts[id.0].unit));
        let adts: Vec<AdtId> = adts.collect();
        for id in &adts {
            self.adt(&self.adt_ref(*id));
        }
        for id in adts {
            self.check_derived(id);
        }
        for index in 0..self.aliases.len() {
            let env = &self.aliases[index].env;
            if !self.is_imported(env.unit) && env.owner_params.is_empty() {
                self.alias(AliasId(index));
            }
        }
        self.collect_inner();
        for index in 0..self.funcs.len() {
            if self.funcs[index].unit == USER {
                self.funcs[index].instances = self.listed_instances(FnId(index));
            }
        }
    }

    /// Collects the items of the unit in force.
    pub fn collect_items(&mut self, items: &'a [syn::Item]) {
        for item in items {
            match item {
                syn::Item::Const(item) => self.collect_const(item),
                syn::Item::Static(item) if matches!(item.mutability, StaticMutability::None) => {
                    self.collect_static(item);
                }
                syn::Item::Fn(item) => self.collect_fn(item),
                syn::Item::Struct(item) => {
                    self.collect_adt(&item.attrs, &item.ident, &item.generics, AdtSyn::Struct(item));
                }
                syn::Item::Enum(item) => {
                    self.collect_adt(&item.attrs, &item.ident, &item.generics, AdtSyn::Enum(item));
                }
                syn::Item::Type(item) => self.collect_alias(item),
                syn::Item::Use(item) => self.collect_use(item),
                syn::Item::Trait(item) => self.collect_trait(item),
                syn::Item::Impl(_) => {}
                other => self.foreign_item(other),
            }
        }
    }

    /// Collects the `impl` blocks of the unit in force.
    pub fn collect_impls(&mut self, items: &'a [syn::Item]) {
        for item in items {
            if let syn::Item::Impl(item) = item {
                self.collect_impl(item);
            }
        }
    }

    /// Notes a constant of the module.
    fn collect_const(&mut self, item: &'a ItemConst) {
        self.directives(&item.attrs, Site::Const);
        let name = plain_name(&item.ident);
        let id = self.new_const(name.clone(), &item.ty, &item.expr, span_of(item));
        self.define(&name, Item::Const(id), Seen::of(&item.vis), span(item.ident.span()));
    }

    /// Notes a static of the module: memory with a constant content, as that of a constant is.
    fn collect_static(&mut self, item: &'a ItemStatic) {
        self.directives(&item.attrs, Site::Const);
        let name = plain_name(&item.ident);
        let id = self.new_const(name.clone(), &item.ty, &item.expr, span_of(item));
        self.consts[id.0].is_static = true;
        self.define(&name, Item::Const(id), Seen::of(&item.vis), span(item.ident.span()));
    }

    /// Notes an alias of the module.
    fn collect_alias(&mut self, item: &'a ItemType) {
        let name = plain_name(&item.ident);
        if let Some(alias) = self.new_alias(item) {
            self.define(&name, alias, Seen::of(&item.vis), span(item.ident.span()));
        }
    }

    /// Makes a `type` alias known by its name.
    pub(crate) fn new_alias(&mut self, item: &'a ItemType) -> Option<Item> {
        self.directives(&item.attrs, Site::Type);
        let (name, at) = (plain_name(&item.ident), span(item.ident.span()));
        if let (Some(lt), Some(gt)) = (&item.generics.lt_token, &item.generics.gt_token) {
            let error = never(codes::ITEM, span(lt.span).to(span(gt.span)), "a type alias with parameters");
            self.report(error.help("write one for each type that it is used with"));
            self.rejected.insert(name);
            return None;
        }
        let env = Env { unit: self.env.unit, ..Env::default() };
        self.aliases.push(AliasItem { name, ty: &item.ty, env, state: State::New, span: at });
        Some(Item::Alias(AliasId(self.aliases.len() - 1)))
    }

    /// Adds a constant, which is evaluated at its first use.
    pub(crate) fn new_const(
        &mut self,
        name: String,
        ty: &'a syn::Type,
        expr: &'a syn::Expr,
        at: Span,
    ) -> ConstId {
        let Env { unit, self_ty, provided, owner_params, generics, trait_args, .. } = self.env.clone();
        let env = Env { unit, self_ty, provided, generics, trait_args, ..Env::default() };
        let (is_static, state) = (false, State::New);
        self.consts.push(ConstItem { name, ty, expr, is_static, owner_params, env, state, span: at });
        ConstId(self.consts.len() - 1)
    }

    /// Notes a function of the module.
    fn collect_fn(&mut self, item: &'a ItemFn) {
        let kernel = marks_kernel(&item.attrs);
        let given = self.directives(&item.attrs, if kernel { Site::Kernel } else { Site::Helper });
        let name = plain_name(&item.sig.ident);
        let kind = if kernel { FuncKind::Kernel } else { FuncKind::Helper };
        let id = self.new_fn(name.clone(), kind, None, &item.sig, &item.block);
        self.funcs[id.0].given = given;
        self.funcs[id.0].public = matches!(item.vis, syn::Visibility::Public(_));
        self.define(&name, Item::Fn(id), Seen::of(&item.vis), span(item.sig.ident.span()));
    }

    /// Adds a function; its body is resolved later, when all items are known.
    pub(crate) fn new_fn(
        &mut self,
        name: String,
        kind: FuncKind,
        owner: Option<Ty>,
        sig: &'a Signature,
        block: &'a syn::Block,
    ) -> FnId {
        self.qualifiers(sig);
        let mut generics = self.env.owner_params.clone();
        let owner_params = generics.len();
        generics.extend(self.generics(&sig.generics));
        if kind == FuncKind::Helper {
            let unnamed = unnamed(sig).map(|of| GenericParam { name: name_of_unnamed(of), constant: None });
            generics.extend(unnamed);
        }
        let unit = self.env.unit;
        let at = if self.is_library(unit) { Span::NONE } else { signature_span(sig) };
        self.funcs.push(FnItem {
            name,
            kind,
            unit,
            owner,
            sig,
            block,
            generics,
            owner_params,
            provided: self.env.provided,
            of_trait: self.env.of_trait,
            impl_type: self.env.impl_type,
            trait_args: self.env.trait_args.clone(),
            scope: None,
            instances: Vec::new(),
            public: false,
            given: Vec::new(),
            span: at,
        });
        FnId(self.funcs.len() - 1)
    }

    /// Adds a struct or an enum.
    fn collect_adt(
        &mut self,
        attrs: &'a [Attribute],
        ident: &'a syn::Ident,
        generics: &'a syn::Generics,
        syn: AdtSyn<'a>,
    ) {
        self.directives(attrs, Site::Type);
        let is_library = self.is_library(self.env.unit);
        let (name, at) = (plain_name(ident), if is_library { Span::NONE } else { span(ident.span()) });
        if let Some(lifetime) = generics.lifetimes().next() {
            let error = never(codes::ITEM, span_of(lifetime), "a struct or enum that holds references")
                .note("on hardware, memory is reached by its name, never through a pointer that travels")
                .help("hold values or indices, and pass slices beside it");
            self.report(error);
            self.rejected.insert(name);
            return;
        }
        let params = self.generics(generics);
        let id = AdtId(self.adts.len());
        let visibility = match syn {
            AdtSyn::Struct(item) => &item.vis,
            AdtSyn::Enum(item) => &item.vis,
        };
        self.define(&name, Item::Adt(id), Seen::of(visibility), at);
        let unit = self.env.unit;
        self.adts.push(AdtItem { name, unit, syn, params, generics: Default::default(), span: at });
    }

    /// The functions and constants of an `impl` block.
    fn collect_impl(&mut self, item: &'a ItemImpl) {
        let Some((owner, owner_params)) = self.owner_of(item) else { return };
        let env = Env { self_ty: Some(owner.clone()), owner_params, ..self.env.clone() };
        self.within(env, |front| match &item.trait_ {
            Some((path, _)) => {
                front.env.of_trait = true;
                front.collect_trait_impl(&owner, item, path);
            }
            None if matches!(owner, Ty::Adt(_)) => {
                for member in &item.items {
                    match member {
                        ImplItem::Type(item) => {
                            front.no_member_of_impl(span_of(item), "functions and constants")
                        }
                        member => front.collect_member(&owner, member),
                    }
                }
            }
            None => {
                let message = format!("functions of `{owner}` belong to a trait");
                let error = Diagnostic::error(codes::ITEM, span_of(&*item.self_ty), message);
                front.report(error.help("write a trait with them, and `impl` it, or write plain functions"));
            }
        });
    }

    /// Notes a function, a constant or a type of an `impl`.
    pub(crate) fn collect_member(&mut self, owner: &Ty, member: &'a ImplItem) {
        match member {
            ImplItem::Fn(func) => self.collect_member_fn(owner, &func.attrs, &func.sig, &func.block),
            ImplItem::Const(item) => {
                self.directives(&item.attrs, Site::Const);
                self.collect_member_const(owner, &item.ident, &item.ty, &item.expr, span_of(item));
            }
            ImplItem::Type(item) if item.generics.lt_token.is_none() => {
                let alias = self.new_member_type(item);
                self.define_member(
                    owner,
                    &plain_name(&item.ident),
                    Item::Alias(alias),
                    span(item.ident.span()),
                );
            }
            other => self.no_member_of_impl(span_of(other), "functions, constants and types"),
        }
    }

    /// Notes a type of an `impl`.
    pub(crate) fn new_member_type(&mut self, item: &'a syn::ImplItemType) -> AliasId {
        self.directives(&item.attrs, Site::Type);
        let (name, span, env) = (plain_name(&item.ident), span(item.ident.span()), self.env.clone());
        self.aliases.push(AliasItem { name, ty: &item.ty, env, state: State::New, span });
        AliasId(self.aliases.len() - 1)
    }

    /// Reports a part of an `impl` block that is none of a type's members.
    pub(crate) fn no_member_of_impl(&mut self, at: Span, members: &str) {
        let error = never(codes::ITEM, at, "this part of an `impl` block");
        self.report(error.help(format!("this `impl` block holds {members}")));
    }

    /// Notes a function of a type.
    pub(crate) fn collect_member_fn(
        &mut self,
        owner: &Ty,
        attrs: &'a [Attribute],
        sig: &'a Signature,
        block: &'a syn::Block,
    ) {
        let id = self.new_member_fn(owner, None, attrs, sig, block);
        if self.env.of_operation || self.env.of_trait && (sig.ident == "from" || sig.ident == TRY_FROM) {
            self.conversions.push((owner.clone(), id));
            // The argument decides which one is meant.
            let name = plain_name(&sig.ident);
            if self.conversions_named(&name).filter(|(made, _)| made == owner).count() > 1 {
                return;
            }
        }
        self.define_member(owner, &plain_name(&sig.ident), Item::Fn(id), span(sig.ident.span()));
    }

    /// Adds a function of a type, whose name in C++ ends with `suffix`.
    pub(crate) fn new_member_fn(
        &mut self,
        owner: &Ty,
        suffix: Option<String>,
        attrs: &'a [Attribute],
        sig: &'a Signature,
        block: &'a syn::Block,
    ) -> FnId {
        let given = self.directives(attrs, Site::Helper);
        if let Some(kernel) = given.iter().find(|directive| directive.name() == "kernel") {
            let message = "`#[kernel]` has no effect on a function of an `impl` block";
            let error = Diagnostic::error(codes::MISPLACED_DIRECTIVE, kernel.span, message);
            self.report(error.help("write a function beside the type, and call this one"));
        }
        let words = [type_word(owner), plain_name(&sig.ident)].into_iter().chain(suffix);
        let name = words.collect::<Vec<_>>().join("_");
        let id = self.new_fn(name, FuncKind::Helper, Some(owner.clone()), sig, block);
        self.funcs[id.0].given = given;
        id
    }

    /// Notes a constant of a type.
    pub(crate) fn collect_member_const(
        &mut self,
        owner: &Ty,
        ident: &syn::Ident,
        ty: &'a syn::Type,
        expr: &'a syn::Expr,
        at: Span,
    ) {
        let name = plain_name(ident);
        let id = self.new_const(format!("{}_{name}", type_word(owner)), ty, expr, at);
        self.define_member(owner, &name, Item::Const(id), span(ident.span()));
    }

    /// Gives a type a member, or reports that it has one of this name.
    fn define_member(&mut self, owner: &Ty, name: &str, item: Item, at: Span) {
        let members = self.members.entry(owner.clone()).or_default();
        if let Some(earlier) = members.insert(name.to_owned(), item) {
            self.twice(name, earlier, at);
        }
    }

    /// Gives an item its name in the module, or reports that another one has it.
    pub(crate) fn define(&mut self, name: &str, item: Item, seen: Seen, at: Span) {
        let unit = self.env.unit;
        self.units[unit].seen.insert(name.to_owned(), seen);
        if let Some(earlier) = self.units[unit].names.insert(name.to_owned(), item) {
            self.twice(name, earlier, at);
        }
    }

    /// Where an item is defined.
    pub(crate) fn definition_of(&self, item: Item) -> Span {
        match item {
            Item::Const(id) => self.consts[id.0].span,
            Item::Fn(id) => self.funcs[id.0].span,
            Item::Adt(id) | Item::Variant(id, _) => self.adts[id.0].span,
            Item::Alias(id) => self.aliases[id.0].span,
            Item::Trait(id) => self.traits[id.0].span,
        }
    }

    /// Reports two items of one name.
    fn twice(&mut self, name: &str, earlier: Item, at: Span) {
        let first = self.definition_of(earlier);
        let message = format!("the name `{name}` is defined twice");
        let error = Diagnostic::error(codes::DUPLICATE, at, message).related(first, "first defined here");
        self.report(error.help("give one of them another name"));
    }

    /// Reports `async`, `unsafe`, `extern` and the like of a function.
    fn qualifiers(&mut self, sig: &Signature) {
        let code = codes::FN_QUALIFIER;
        if let Some(token) = &sig.asyncness {
            let error = never(code, span(token.span), "an `async fn`");
            self.report(error.help("leave `async` away: to the host, a kernel is asynchronous by itself"));
        }
        if !matches!(sig.safety, syn::Safety::Default) {
            let error = never(code, span_of(&sig.safety), "an `unsafe fn`");
            self.report(error.help("leave it away: nothing in kernels needs unsafe code"));
        }
        if let Some(abi) = &sig.abi {
            let error = never(code, span_of(abi), "an `extern` function");
            self.report(error.help("leave `extern` away: the C++ kernel gets C linkage by itself"));
        }
        if let Some(variadic) = &sig.variadic {
            let error = never(code, span_of(variadic), "a variadic function");
            self.report(error.help("name each argument"));
        }
    }

    /// The generic parameters of a function, a type or an `impl` block.
    pub(crate) fn generics(&mut self, generics: &syn::Generics) -> Vec<GenericParam> {
        let mut params = Vec::new();
        for param in &generics.params {
            let default = match param {
                syn::GenericParam::Type(param) => param.default.as_ref().map(|(_, ty)| span_of(ty)),
                syn::GenericParam::Const(param) => param.default.as_ref().map(|(_, expr)| span_of(expr)),
                syn::GenericParam::Lifetime(_) => None,
            };
            if let Some(at) = default {
                let error = never(codes::ITEM, at, "a default of a parameter");
                self.report(error.help("write the argument wherever the type is named, or an alias of it"));
            }
            match param {
                syn::GenericParam::Lifetime(_) => {}
                syn::GenericParam::Type(param) => {
                    params.push(GenericParam { name: plain_name(&param.ident), constant: None });
                }
                syn::GenericParam::Const(param) => {
                    let prim = match &param.ty {
                        syn::Type::Path(path) => {
                            path.path.get_ident().map(plain_name).and_then(|name| Prim::from_name(&name))
                        }
                        _ => None,
                    };
                    if prim.is_none_or(Prim::is_float) {
                        let message = "a `const` parameter is an integer or a `bool`";
                        let error = Diagnostic::error(codes::TYPE, span_of(&param.ty), message);
                        self.report(error.help("most are of type `usize`: `const N: usize`"));
                    }
                    let constant = Some(prim.unwrap_or(Prim::Usize));
                    params.push(GenericParam { name: plain_name(&param.ident), constant });
                }
            }
        }
        params
    }
}
