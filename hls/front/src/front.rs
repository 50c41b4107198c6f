//! The state of one translation: the module's items, as far as they are known, and all messages.

use std::rc::Rc;

use proc_macro2::TokenStream;
use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_ir::{Diagnostic, FuncDirectives, FuncKind, Span, Struct};
use sycl_hls_types::{Length, Scalar, ScalarValue};
use syn::{Block, Expr, ItemEnum, ItemStruct, ItemTrait, Signature as SynSignature, Type, Visibility};

use crate::attribute::{Directive, ParamItems};
use crate::ids::{AdtId, AliasId, ConstId, FnId, TraitId};
use crate::overload::Overload;
use crate::package::Package;
use crate::packet_kind::Packets;
use crate::ty::{AdtRef, GenericArg, Prim, Ty};
use crate::typed::{Instance, TypedBody};
use crate::typings::{NodeKey, Typings};

/// Translates one kernels module.
pub(crate) struct Front<'a> {
    /// Constants, in source order.
    pub consts: Vec<ConstItem<'a>>,
    /// Functions, in source order.
    pub funcs: Vec<FnItem<'a>>,
    /// Structs and enums, in source order.
    pub adts: Vec<AdtItem<'a>>,
    /// Type aliases, in source order.
    pub aliases: Vec<AliasItem<'a>>,
    /// Traits, in source order.
    pub traits: Vec<TraitItem<'a>>,
    /// Functions, constants and types of the `impl` blocks of each type.
    pub members: FxHashMap<Ty, FxHashMap<String, Item>>,
    /// The operators of the module's types.
    pub overloads: Vec<Overload>,
    /// The `impl` blocks of traits with parameters.
    pub trait_impls: Vec<TraitImpl>,
    /// The functions of `impl`s of `From`, `TryFrom` and `Operation`, with the types that have them: one for each type of argument.
    pub conversions: Vec<(Ty, FnId)>,
    /// Constants and aliases in the bodies of functions.
    pub inner: FxHashMap<NodeKey, Item>,
    /// The names of each unit and what they refer to.
    pub units: Vec<Unit>,
    /// What is imported from other kernels modules, until all their items are known.
    pub uses: Vec<PendingUse<'a>>,
    /// Names of items with an error, about which no further message is given.
    pub rejected: FxHashSet<String>,
    /// The names in scope at the current position.
    pub env: Env,
    /// The signatures that were computed so far.
    pub signatures: FxHashMap<Instance, Rc<Signature>>,
    /// The bodies that were inferred so far; `None` after an error.
    pub bodies: FxHashMap<Instance, Option<Rc<TypedBody>>>,
    /// Structs of KIR, each after those it contains.
    pub structs: Vec<std::sync::Arc<Struct>>,
    /// The fields and variants of types, as far as they are worked out.
    pub defs: FxHashMap<AdtRef, DefItem>,
    /// Constants of types with parameters, for what these stand for.
    pub const_instances: FxHashMap<(ConstId, AdtRef), ConstId>,
    /// The index of each type in `structs`.
    pub struct_of: FxHashMap<Ty, usize>,
    /// The types of packets.
    pub packets: Packets<'a>,
    /// The types that were inferred, for the host code.
    pub typings: Typings,
    pub diagnostics: Vec<Diagnostic>,
    /// Positions of those that were reported again.
    pub repeated: FxHashSet<usize>,
    /// The current depth of definitions that depend on each other.
    pub needing: usize,
    /// The user's expression at hand, for which the library is asked.
    pub asked_at: Span,
    /// How many `_` there were in types, where they may stand.
    pub holes: Option<usize>,
}

/// A translation unit with its own names: the user's module, one that it imports, or a file of the library.
#[derive(Debug, Default)]
pub(crate) struct Unit {
    pub name: String,
    pub names: FxHashMap<String, Item>,
    /// Of each name, where it is visible; of the library, everywhere.
    pub seen: FxHashMap<String, Seen>,
    /// A file of the library, whose places are in no file of users.
    pub is_library: bool,
    /// The modules that it imports: their paths, and their units if there are such modules.
    pub imports: Vec<(Vec<String>, Option<usize>)>,
    /// The package that it belongs to.
    pub package: Package,
}

impl Unit {
    /// An empty unit.
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }
}

/// The user's module among the units.
pub(crate) const USER: usize = 0;

/// Where an item of a kernels module is visible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seen {
    Everywhere,
    /// `pub(crate)` and the like: rustc checks where.
    InPackage,
    InModule,
}

impl Seen {
    /// Of an item with this visibility.
    pub fn of(visibility: &Visibility) -> Self {
        match visibility {
            Visibility::Public(_) => Self::Everywhere,
            Visibility::Restricted(_) => Self::InPackage,
            Visibility::Inherited => Self::InModule,
        }
    }
}

/// A `use` whose module is known, but maybe not its items.
pub(crate) struct PendingUse<'a> {
    pub unit: usize,
    pub item: &'a syn::ItemUse,
}

/// The names in scope at a position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Env {
    pub unit: usize,
    /// The type of the `impl` block.
    pub self_ty: Option<Ty>,
    /// The parameters of the `impl` block, in the order of its type's.
    pub owner_params: Vec<GenericParam>,
    /// The function, if it is an instance of one.
    pub func: Option<FnId>,
    /// Of the function's instance.
    pub generics: FxHashMap<String, GenericArg>,
    /// It belongs to an `impl` of a trait.
    pub of_trait: bool,
    /// It belongs to an `impl` of the library's `Operation`.
    pub of_operation: bool,
    /// `Output` of the `impl` of an operator, `Error` of one of `TryFrom`: of one type there may be several.
    pub impl_type: Option<AliasId>,
    /// The text is that of a trait itself. It is that of several types, and means something else for each.
    pub provided: bool,
    /// What the trait's parameters stand for in the `impl` of one, whose own text it is.
    pub trait_args: Vec<(GenericParam, TraitArg)>,
    /// Items of the blocks around the place, innermost last.
    pub inner: Vec<(String, Item)>,
}

/// What a parameter of a trait stands for in an `impl` of it.
#[derive(Clone, Debug)]
pub(crate) enum TraitArg {
    Known(GenericArg),
    /// What the `impl` block's parameter with this number stands for.
    OfOwner(usize),
}

impl Front<'_> {
    pub fn new() -> Self {
        Self {
            consts: Vec::new(),
            funcs: Vec::new(),
            adts: Vec::new(),
            aliases: Vec::new(),
            traits: Vec::new(),
            members: FxHashMap::default(),
            overloads: Vec::new(),
            trait_impls: Vec::new(),
            conversions: Vec::new(),
            inner: FxHashMap::default(),
            units: vec![Unit::default()],
            uses: Vec::new(),
            rejected: FxHashSet::default(),
            env: Env::default(),
            signatures: FxHashMap::default(),
            bodies: FxHashMap::default(),
            structs: Vec::new(),
            defs: FxHashMap::default(),
            const_instances: FxHashMap::default(),
            struct_of: FxHashMap::default(),
            packets: Packets::default(),
            typings: Typings::default(),
            diagnostics: Vec::new(),
            repeated: FxHashSet::default(),
            needing: 0,
            asked_at: Span::NONE,
            holes: None,
        }
    }

    /// Adds a message unless it was added before: instances of a generic function repeat its errors.
    pub fn report(&mut self, mut diagnostic: Diagnostic) {
        // Places in the library are in no file of the user's: the place is where the user asks for it.
        if self.is_library(self.env.unit) {
            let start = self.asked_at.start;
            let is_same = |known: &Diagnostic| {
                known.message == diagnostic.message
                    && (self.asked_at == Span::NONE || known.span.start == start)
            };
            if self.diagnostics.iter().any(is_same) {
                return;
            }
            diagnostic.span = self.asked_at;
            diagnostic.related.clear();
        }
        match self.diagnostics.iter().position(|known| *known == diagnostic) {
            Some(position) => drop(self.repeated.insert(position)),
            None => self.diagnostics.push(diagnostic),
        }
    }

    /// The names of a type's functions that take `self`.
    pub fn methods_of(&self, ty: &Ty) -> Vec<String> {
        let methods = self.all_members(ty).into_iter().filter(|(_, item)| match item {
            Item::Fn(id) => self.funcs[id.0].sig.receiver().is_some(),
            _ => false,
        });
        methods.map(|(name, _)| name).collect()
    }

    /// What the `impl` blocks of a type have: those for just this type, and those for all arguments of its parameters.
    pub fn all_members(&self, ty: &Ty) -> Vec<(String, Item)> {
        let open = opened(ty);
        let both = std::iter::once(ty).chain(open.as_ref());
        let members = both.filter_map(|ty| self.members.get(ty)).flatten();
        members.map(|(name, item)| (name.clone(), *item)).collect()
    }

    /// What the `impl` blocks of a type have by this name: one for just this type, or for all arguments of its parameters.
    pub fn member(&self, ty: &Ty, name: &str) -> Option<Item> {
        let of = |ty: &Ty| self.members.get(ty)?.get(name).copied();
        of(ty).or_else(|| of(&opened(ty)?))
    }

    /// What the `impl` blocks for single lists of arguments have by this name, with the types that they are for.
    pub fn special_members(&self, adt: AdtId, name: &str) -> Vec<(Ty, Item)> {
        let of_adt = self.members.iter().filter(|(ty, _)| matches!(ty, Ty::Adt(own) if own.id == adt));
        let found = of_adt.filter_map(|(ty, members)| Some((ty.clone(), *members.get(name)?)));
        found.filter(|(ty, _)| opened(ty).is_some()).collect()
    }

    /// A function as the user names it: `Type::name` for a member of a type.
    pub fn fn_title(&self, id: FnId) -> String {
        let item = &self.funcs[id.0];
        let name = crate::names::plain_name(&item.sig.ident);
        let name = crate::links::process_title(&name).to_owned();
        match &item.owner {
            Some(owner) => format!("{owner}::{name}"),
            None => match self.module_of_streams(id) {
                Some(module) => format!("{module}::{name}"),
                None => name,
            },
        }
    }

    /// The functions `from`, `try_from` or `apply` of the module, with the types that have them.
    pub fn conversions_named(&self, name: &str) -> impl Iterator<Item = &(Ty, FnId)> {
        self.conversions.iter().filter(move |(_, func)| self.funcs[func.0].sig.ident == name)
    }

    /// A constant as the user names it.
    pub fn const_title(&self, id: ConstId) -> String {
        let item = &self.consts[id.0];
        match &item.env.self_ty {
            Some(owner) => item.name.replacen(&format!("{owner}_"), &format!("{owner}::"), 1),
            None => item.name.clone(),
        }
    }

    /// The item to which a name refers in the current scope.
    pub fn item(&self, name: &str) -> Option<Item> {
        let inner = self.env.inner.iter().rev().find(|(known, _)| known == name);
        inner.map(|(_, item)| *item).or_else(|| self.units[self.env.unit].names.get(name).copied())
    }

    /// Adds a unit and gives its number.
    pub fn add_unit(&mut self, unit: Unit) -> usize {
        self.units.push(unit);
        self.units.len() - 1
    }

    /// True if a unit is part of the library, whose places are in no file of users.
    pub fn is_library(&self, unit: usize) -> bool {
        self.units[unit].is_library
    }

    /// True if a unit is a kernels module that the user's imports.
    pub fn is_imported(&self, unit: usize) -> bool {
        unit != USER && !self.is_library(unit)
    }

    /// Runs a function with another scope.
    pub fn within<R>(&mut self, env: Env, inner: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.env, env);
        let result = inner(self);
        self.env = outer;
        result
    }

    /// The scope inside a function.
    pub fn env_of(&self, instance: &Instance) -> Env {
        let item = &self.funcs[instance.func.0];
        let names = item.generics.iter().map(|param| param.name.clone());
        let mut generics = match &item.owner {
            Some(Ty::Adt(adt)) => self.adts[adt.id.0].generics.clone(),
            _ => FxHashMap::default(),
        };
        generics.extend(names.zip(instance.generics.iter().cloned()));
        for (param, arg) in &item.trait_args {
            let arg = match arg {
                TraitArg::Known(arg) => Some(arg),
                TraitArg::OfOwner(position) => instance.generics.get(*position),
            };
            generics.extend(arg.map(|arg| (param.name.clone(), arg.clone())));
        }
        let owner_args = &instance.generics[..item.owner_params.min(instance.generics.len())];
        let self_ty = match &item.owner {
            Some(Ty::Adt(open)) if !owner_args.is_empty() => {
                Some(Ty::Adt(AdtRef { args: owner_args.into(), ..open.clone() }))
            }
            other => other.clone(),
        };
        Env {
            func: Some(instance.func),
            unit: item.unit,
            self_ty,
            owner_params: Vec::new(),
            generics,
            provided: item.provided,
            of_trait: item.of_trait,
            of_operation: false,
            impl_type: item.impl_type,
            trait_args: item.trait_args.clone(),
            inner: item.scope.clone().unwrap_or_default(),
        }
    }
}

impl Env {
    /// The scope of an `impl` block for this type.
    pub fn with_owner(mut self, owner: &AdtRef) -> Self {
        let names = self.owner_params.iter().map(|param| param.name.clone());
        self.generics.extend(names.zip(owner.args.iter().cloned()));
        self.self_ty = Some(Ty::Adt(owner.clone()));
        self
    }
}

/// What a name of the module means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    Const(ConstId),
    Fn(FnId),
    Adt(AdtId),
    /// A variant of an enum, by its position.
    Variant(AdtId, usize),
    Alias(AliasId),
    Trait(TraitId),
}

/// `type Name = ..;`
pub(crate) struct AliasItem<'a> {
    pub name: String,
    pub ty: &'a Type,
    pub env: Env,
    pub state: State<Ty>,
    /// The name.
    pub span: Span,
}

/// `trait Name { .. }`
pub(crate) struct TraitItem<'a> {
    pub unit: usize,
    pub syn: &'a ItemTrait,
    /// The name.
    pub span: Span,
}

/// An `impl` of a trait with parameters, and what these stand for.
pub(crate) struct TraitImpl {
    pub owner: Ty,
    pub of: TraitId,
    pub args: Vec<(GenericParam, TraitArg)>,
}

pub(crate) struct ConstItem<'a> {
    pub name: String,
    pub ty: &'a Type,
    pub expr: &'a Expr,
    /// Declared as a `static`, which has the same value and cannot be a pattern.
    pub is_static: bool,
    /// The parameters of its `impl` block: there is a value for each list of arguments.
    pub owner_params: Vec<GenericParam>,
    pub env: Env,
    pub state: State<ConstValue>,
    pub span: Span,
}

pub(crate) struct FnItem<'a> {
    pub name: String,
    pub kind: FuncKind,
    pub unit: usize,
    /// The type in whose `impl` block it stands.
    pub owner: Option<Ty>,
    pub sig: &'a SynSignature,
    pub block: &'a Block,
    /// Those of the `impl` block, in the order of its type's, then its own.
    pub generics: Vec<GenericParam>,
    /// How many of them are the `impl` block's.
    pub owner_params: usize,
    /// See [`Env::provided`].
    pub provided: bool,
    /// See [`Env::of_trait`].
    pub of_trait: bool,
    /// See [`Env::impl_type`].
    pub impl_type: Option<AliasId>,
    /// See [`Env::trait_args`].
    pub trait_args: Vec<(GenericParam, TraitArg)>,
    /// The items of the blocks around a function in a function, as they are once these are entered.
    pub scope: Option<Vec<(String, Item)>>,
    /// Of a kernel with generic parameters.
    pub instances: Vec<ListedInstance>,
    /// `pub`
    pub public: bool,
    /// Its directives, whose options may be made of its generic parameters.
    pub given: Vec<Directive<'a>>,
    /// The signature.
    pub span: Span,
}

/// A generic parameter.
#[derive(Clone, Debug)]
pub(crate) struct GenericParam {
    pub name: String,
    /// The type of a `const` parameter.
    pub constant: Option<Prim>,
}

/// An instance of a kernel that its attribute lists.
pub(crate) struct ListedInstance {
    /// The kernel's name in images.
    pub name: String,
    pub generics: Vec<GenericArg>,
    /// The same as they are written.
    pub written: Vec<TokenStream>,
    /// Where it is listed.
    pub span: Span,
}

/// Parameters, result and directives of an instance.
pub(crate) struct Signature {
    pub params: Vec<ParamItem>,
    /// An error if it was reported.
    pub ret: Ty,
    pub directives: FuncDirectives,
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
    /// True if each item of the kernel's range has an element: `#[each]`.
    pub is_own: bool,
    pub directives: ParamItems,
}

/// A struct or an enum.
pub(crate) struct AdtItem<'a> {
    pub name: String,
    pub unit: usize,
    pub syn: AdtSyn<'a>,
    /// Its generic parameters.
    pub params: Vec<GenericParam>,
    /// What names in its text stand for, if it is made of a text of the library.
    pub generics: FxHashMap<String, GenericArg>,
    /// The name.
    pub span: Span,
}

/// The fields and variants of a type, for what its parameters stand for.
pub(crate) struct DefItem {
    pub state: State<AdtDef>,
    /// The parts of its fields, and of theirs, once it is worked out.
    pub parts: usize,
}

#[derive(Clone, Copy)]
pub(crate) enum AdtSyn<'a> {
    Struct(&'a ItemStruct),
    Enum(&'a ItemEnum),
}

#[derive(Debug)]
pub(crate) enum AdtDef {
    Struct(VariantDef),
    Enum(EnumDef),
}

#[derive(Debug)]
pub(crate) struct EnumDef {
    pub variants: Vec<VariantDef>,
    /// The type of the number that tells variants apart.
    pub tag: Scalar,
}

/// The fields of a struct, or of a variant.
#[derive(Debug)]
pub(crate) struct VariantDef {
    pub name: String,
    pub fields: Vec<FieldDef>,
    /// Fields in braces, in parentheses, or none at all.
    pub style: Style,
    /// The number of a variant.
    pub number: i128,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    Named,
    Tuple,
    Unit,
}

#[derive(Clone, Debug)]
pub(crate) struct FieldDef {
    pub name: String,
    pub ty: Ty,
    pub span: Span,
}

impl Signature {
    /// True if it takes an end of a stream.
    pub fn takes_end(&self) -> bool {
        self.params.iter().any(|param| param.ty.is_end() || param.ty.is_array_of_ends())
    }

    /// True of a function that is a part of its callers: its streams, its closures, or what its result refers to are known there.
    pub fn is_part_of_caller(&self) -> bool {
        self.takes_end()
            || self.ret.is_ref()
            || self.params.iter().any(|param| matches!(param.ty, Ty::Fn(..)))
    }

    /// True of a kernel of work-groups that have memory of their own.
    pub fn has_local_memory(&self) -> bool {
        self.params.iter().any(|param| matches!(param.ty.deref(), Ty::Local(..)))
    }
}

impl ParamItem {
    /// A parameter with an error: it accepts any argument, to avoid further messages.
    pub fn unknown() -> Self {
        Self {
            name: String::new(),
            ty: Ty::Error,
            mutable: true,
            span: Span::NONE,
            length: Length::Argument,
            bundle: None,
            is_own: false,
            directives: ParamItems::default(),
        }
    }
}

impl AdtDef {
    pub fn variant(&self, variant: Option<usize>) -> Option<&VariantDef> {
        match (self, variant) {
            (Self::Struct(def), None) => Some(def),
            (Self::Enum(def), Some(index)) => def.variants.get(index),
            _ => None,
        }
    }

    /// The types of its parts as they are compared. Of enums, these are the variant's number and the fields of all variants: those of
    /// other variants are 0.
    pub fn parts(&self) -> Option<Vec<Ty>> {
        let (tag, variants) = match self {
            Self::Struct(def) => (None, std::slice::from_ref(def)),
            Self::Enum(def) => {
                let tag = Prim::ALL.into_iter().find(|prim| prim.scalar() == def.tag)?;
                (Some(Ty::Prim(tag)), def.variants.as_slice())
            }
        };
        let fields = variants.iter().flat_map(|variant| &variant.fields);
        Some(tag.into_iter().chain(fields.map(|field| field.ty.clone())).collect())
    }
}

impl EnumDef {
    /// True if no variant has fields, so that a number represents it.
    pub fn is_plain(&self) -> bool {
        self.variants.iter().all(|variant| variant.fields.is_empty())
    }

    /// The number of a variant as a value.
    pub fn tag_value(&self, variant: usize) -> ScalarValue {
        ScalarValue::wrapping(self.tag, self.variants.get(variant).map_or(0, |variant| variant.number))
    }
}

/// A type with arguments for its parameters, without them.
fn opened(ty: &Ty) -> Option<Ty> {
    match ty {
        Ty::Adt(adt) if !adt.args.is_empty() => Some(Ty::Adt(adt.open())),
        _ => None,
    }
}

/// How far something is that is worked out when it is first needed.
#[derive(Debug)]
pub(crate) enum State<T> {
    New,
    /// Being worked out: a use now is a cycle.
    Active,
    Done(Rc<T>),
    /// Reported.
    Failed,
}

/// A constant's value: its scalars in order.
#[derive(Clone, Debug)]
pub(crate) struct ConstValue {
    pub ty: Ty,
    pub leaves: Vec<ScalarValue>,
}
