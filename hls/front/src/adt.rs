//! Structs and enums: their fields, and their types in KIR.

use std::rc::Rc;
use std::sync::Arc;

use sycl_hls_ir::{Diagnostic, Field, Span, Struct, Type};
use sycl_hls_types::Scalar;
use syn::{Fields, ItemEnum};

use crate::attribute::Site;
use crate::codes;
use crate::front::{AdtDef, AdtSyn, DefItem, EnumDef, Env, FieldDef, Front, State, Style, VariantDef};
use crate::ids::AdtId;
use crate::names::plain_name;
use crate::span::{span, span_of};
use crate::ty::{AdtRef, GenericArg, Ty};
use crate::written::field_names;

impl Front<'_> {
    /// The type of a struct or an enum, with nothing known of its parameters.
    pub fn adt_ty(&self, id: AdtId) -> Ty {
        Ty::Adt(self.adt_ref(id))
    }

    /// A struct or an enum, with nothing known of its parameters.
    pub fn adt_ref(&self, id: AdtId) -> AdtRef {
        AdtRef { id, name: Rc::from(self.adts[id.0].name.as_str()), args: Rc::from([]) }
    }

    /// True if a type has parameters, and no arguments for them.
    pub fn lacks_arguments(&self, adt: &AdtRef) -> bool {
        adt.args.len() != self.adts[adt.id.0].params.len()
    }

    /// The fields and variants of a struct or an enum; `None` after an error, and where arguments for its parameters lack.
    pub fn adt(&mut self, adt: &AdtRef) -> Option<Rc<AdtDef>> {
        if self.lacks_arguments(adt) {
            return None;
        }
        let at = self.adts[adt.id.0].span;
        match self.defs.get_mut(adt).map(|item| &mut item.state) {
            Some(State::Done(def)) => return Some(Rc::clone(def)),
            Some(State::Failed) => return None,
            Some(state @ State::Active) => {
                *state = State::Failed;
                let error =
                    Diagnostic::error(codes::TYPE, at, format!("the type `{}` contains itself", adt.name))
                        .note("there is no heap on the device, so every value has a fixed size")
                        .help("use an array, and indices into it");
                self.report(error);
                return None;
            }
            Some(State::New) | None => {}
        }
        self.defs.insert(adt.clone(), DefItem { state: State::Active, parts: 1 });
        let def = self.define_adt(adt, at);
        let parts = def.as_ref().and_then(|def| self.parts_of(def, at));
        let is_active = matches!(self.defs.get(adt), Some(DefItem { state: State::Active, .. }));
        let done = def.filter(|_| parts.is_some() && is_active).map(Rc::new);
        if Ty::Adt(adt.clone()).has_vars() {
            // Variables mean something else in another body.
            self.defs.remove(adt);
        } else {
            let state = done.clone().map_or(State::Failed, State::Done);
            self.defs.insert(adt.clone(), DefItem { state, parts: parts.unwrap_or(1) });
        }
        done
    }

    /// The fields and variants of a type, also behind references; `None` of what is no struct or enum, and after an error.
    pub fn def_of(&mut self, ty: &Ty) -> Option<Rc<AdtDef>> {
        match ty.deref() {
            Ty::Adt(adt) => self.adt(adt),
            _ => None,
        }
    }

    /// Works out the fields and variants of a struct or an enum.
    fn define_adt(&mut self, adt: &AdtRef, at: Span) -> Option<AdtDef> {
        let item = &self.adts[adt.id.0];
        let (syn, unit) = (item.syn, item.unit);
        let (generics, owner_params) = (item.generics.clone(), item.params.clone());
        let env = Env { unit, generics, owner_params, ..Env::default() }.with_owner(adt);
        self.needed(at, |front| {
            front.within(env, |front| match syn {
                AdtSyn::Struct(item) => {
                    front.variant(plain_name(&item.ident), &item.fields, 0, at).map(AdtDef::Struct)
                }
                AdtSyn::Enum(item) => front.enum_def(item).map(AdtDef::Enum),
            })
        })
    }

    /// A variant, or a struct itself: its fields, with types that fields can have and distinct names.
    fn variant(&mut self, name: String, fields: &Fields, number: i128, at: Span) -> Option<VariantDef> {
        let mut defs: Vec<FieldDef> = Vec::new();
        for (field, name) in fields.iter().zip(field_names(fields)) {
            self.directives(&field.attrs, Site::Type);
            let ty = self.ty(&field.ty);
            let at = field.ident.as_ref().map_or_else(|| span_of(&field.ty), |ident| span(ident.span()));
            if let Some(first) = defs.iter().find(|def| def.name == name) {
                let message = format!("two fields have the name `{name}`");
                let error =
                    Diagnostic::error(codes::DUPLICATE, at, message).related(first.span, "first here");
                self.report(error.help("give one of them another name"));
            }
            let ty = self.field_type(ty, span_of(&field.ty));
            defs.push(FieldDef { name, ty, span: at });
        }
        let wrong = defs.iter().any(|def| def.ty.is_wrong());
        if matches!(fields, Fields::Named(_) | Fields::Unnamed(_)) && defs.is_empty() {
            let error = Diagnostic::error(codes::TYPE, at, "a type without fields is no memory");
            self.report(error.help("give it at least one field"));
            return None;
        }
        (!wrong).then_some(VariantDef { name, fields: defs, style: Style::of(fields), number })
    }

    /// The type of a field, or `Ty::Error` after a report: a field holds no references.
    fn field_type(&mut self, ty: Ty, at: Span) -> Ty {
        if !ty.holds_ref() {
            return ty;
        }
        let error = Diagnostic::error(codes::TYPE, at, format!("a field cannot be a `{ty}`"));
        self.report(error.help("fields are values: scalars, arrays, tuples, structs and enums"));
        Ty::Error
    }

    /// The variants of an enum with their numbers, and the smallest type that holds all of these.
    fn enum_def(&mut self, item: &ItemEnum) -> Option<EnumDef> {
        let mut variants: Vec<VariantDef> = Vec::new();
        let mut next = 0;
        let mut complete = true;
        for variant in &item.variants {
            self.directives(&variant.attrs, Site::Type);
            let at = span(variant.ident.span());
            if let Some((_, expr)) = &variant.discriminant {
                match self.discriminant(expr) {
                    Some(value) => next = value,
                    None => complete = false,
                }
            }
            match self.variant(plain_name(&variant.ident), &variant.fields, next, at) {
                Some(def) => {
                    complete &= self.distinct_variant(&def, &variants, complete, at);
                    variants.push(def);
                }
                None => complete = false,
            }
            next = next.saturating_add(1);
        }
        if !complete {
            return None;
        }
        if variants.is_empty() {
            let at = span(item.ident.span());
            let error = Diagnostic::error(codes::TYPE, at, "an enum without variants has no values");
            self.report(error.help("give it at least one variant"));
            return None;
        }
        let tag = tag(&variants);
        Some(EnumDef { variants, tag })
    }

    /// Complains about a variant whose name or number an earlier one has. Numbers count if they are `known`.
    fn distinct_variant(&mut self, def: &VariantDef, others: &[VariantDef], known: bool, at: Span) -> bool {
        let (name, number) = (&def.name, def.number);
        let (message, help) = if others.iter().any(|other| other.name == *name) {
            (format!("two variants have the name `{name}`"), "give one of them another name")
        } else if let Some(other) = others.iter().find(|other| known && other.number == number) {
            let message = format!("the variants `{}` and `{name}` have the number {number}", other.name);
            (message, "give one of them another number")
        } else {
            return true;
        };
        self.report(Diagnostic::error(codes::DUPLICATE, at, message).help(help));
        false
    }

    /// The value of `= expr` behind a variant.
    fn discriminant(&mut self, expr: &syn::Expr) -> Option<i128> {
        let value = self.constant_of_type(expr, Ty::Prim(crate::ty::Prim::Isize))?;
        value.leaves.first()?.to_integer()
    }

    /// True if the type is an enum without fields, which is a number.
    pub fn is_plain_enum(&mut self, ty: &Ty) -> bool {
        let Ty::Adt(adt) = ty else { return false };
        matches!(self.adt(adt).as_deref(), Some(AdtDef::Enum(def)) if def.is_plain())
    }

    /// True if values of the type can be compared, field by field.
    pub fn has_equality(&mut self, ty: &Ty) -> bool {
        match ty {
            Ty::Unit | Ty::Prim(_) | Ty::Number(_) | Ty::Var(_) => true,
            // What an empty one refers to cannot be looked at.
            Ty::Option(value) if value.is_ref() => false,
            Ty::Ref { inner: value, .. } | Ty::Option(value) | Ty::Array(value, _) | Ty::Slice(value) => {
                self.has_equality(value)
            }
            Ty::Tuple(parts) => parts.iter().all(|part| self.has_equality(part)),
            Ty::Adt(adt) => match self.adt(adt).as_deref() {
                Some(AdtDef::Struct(def)) => def.fields.iter().all(|field| self.has_equality(&field.ty)),
                Some(AdtDef::Enum(def)) => {
                    let mut fields = def.variants.iter().flat_map(|variant| &variant.fields);
                    fields.all(|field| self.has_equality(&field.ty))
                }
                None => true,
            },
            _ => false,
        }
    }

    /// The KIR type of a type that can be stored in memory. Adds the structs that it contains.
    pub fn ir_type(&mut self, ty: &Ty) -> Option<Type> {
        match ty {
            Ty::Prim(prim) => Some(prim.scalar().into()),
            Ty::Number(number) => Some(number.scalar()?.into()),
            Ty::Array(element, len) => Some(Type::array(self.ir_type(element)?, *len)),
            Ty::Tuple(parts) => {
                let name = |parts: &[Ty]| parts.iter().map(type_word).collect::<Vec<_>>().join("_");
                let fields =
                    parts.iter().enumerate().map(|(index, part)| (format!("_{index}"), part.clone()));
                self.ir_struct(ty, format!("tuple_{}", name(parts)), Vec::new(), fields.collect())
            }
            Ty::Option(value) => {
                let some = Field { name: "some".to_owned(), ty: Scalar::Bool.into() };
                let fields = vec![("value".to_owned(), (**value).clone())];
                self.ir_struct(ty, format!("option_{}", type_word(value)), vec![some], fields)
            }
            Ty::Adt(adt) => match &*self.adt(adt)? {
                AdtDef::Struct(def) => {
                    let fields = def.fields.iter().map(|field| (field_name(&field.name), field.ty.clone()));
                    self.ir_struct(ty, struct_name(adt), Vec::new(), fields.collect())
                }
                AdtDef::Enum(def) if def.is_plain() => Some(def.tag.into()),
                AdtDef::Enum(def) => {
                    let tag = Field { name: "tag".to_owned(), ty: def.tag.into() };
                    let fields = def.variants.iter().flat_map(|variant| {
                        let named = move |field: &FieldDef| {
                            (format!("{}_{}", variant.name, field.name), field.ty.clone())
                        };
                        variant.fields.iter().map(named)
                    });
                    self.ir_struct(ty, struct_name(adt), vec![tag], fields.collect())
                }
            },
            _ => None,
        }
    }

    /// The IR struct of a type, which is made once: named fields, then those of the other variants.
    fn ir_struct(
        &mut self,
        ty: &Ty,
        name: String,
        mut fields: Vec<Field>,
        rest: Vec<(String, Ty)>,
    ) -> Option<Type> {
        if let Some(index) = self.struct_of.get(ty) {
            return Some(Type::Struct(Arc::clone(&self.structs[*index])));
        }
        if fields.is_empty() && rest.is_empty() {
            fields.push(Field { name: "unit".to_owned(), ty: NOTHING.into() });
        }
        for (name, ty) in rest {
            let ty = if ty == Ty::Unit { NOTHING.into() } else { self.ir_type(&ty)? };
            fields.push(Field { name, ty });
        }
        let span = match ty {
            Ty::Adt(adt) => self.adts[adt.id.0].span,
            _ => Span::NONE,
        };
        let taken = |name: &str| self.structs.iter().any(|known| known.name == name);
        let mut free = name;
        while taken(&free) {
            free.push('_');
        }
        let made = Arc::new(Struct { name: free, fields, span });
        self.struct_of.insert(ty.clone(), self.structs.len());
        self.structs.push(Arc::clone(&made));
        Some(Type::Struct(made))
    }
}

/// What stands in KIR, which has no values of no size, for a struct without fields and for a field of type `()`. It is always 0.
const NOTHING: Scalar = Scalar::Bool;

/// The position in the struct of KIR of a variant's field.
pub(crate) fn field_position(def: &AdtDef, variant: Option<usize>, field: usize) -> usize {
    match (def, variant) {
        (AdtDef::Enum(def), Some(index)) => {
            1 + def.variants.iter().take(index).map(|variant| variant.fields.len()).sum::<usize>() + field
        }
        _ => field,
    }
}

/// The smallest type that holds the numbers of all variants.
fn tag(variants: &[VariantDef]) -> Scalar {
    let fits = |scalar: &Scalar| {
        let Some((min, max)) = scalar.range() else { return false };
        variants.iter().all(|variant| (min..=max).contains(&variant.number))
    };
    let candidates = [Scalar::U8, Scalar::I8, Scalar::U16, Scalar::I16, Scalar::U32, Scalar::I32];
    candidates.into_iter().find(fits).unwrap_or(Scalar::I64)
}

/// The name of a type as a part of a name: `Packet_u32_8_0_0`.
pub(crate) fn word(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_")
}

/// The name in KIR of a struct or an enum.
fn struct_name(adt: &AdtRef) -> String {
    instance_name(&word(&adt.name), &adt.args)
}

/// The name of a function or a type for these arguments: `fir_16`, `Complex_f32`.
pub(crate) fn instance_name(name: &str, arguments: &[GenericArg]) -> String {
    let words = arguments.iter().map(|argument| match argument {
        GenericArg::Ty(ty) => type_word(ty),
        GenericArg::Const(value) => value.to_string().replace('-', "m"),
    });
    words.fold(name.to_owned(), |name, word| format!("{name}_{word}"))
}

/// A field of a tuple struct has a number for a name.
fn field_name(name: &str) -> String {
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("_{name}") } else { name.to_owned() }
}

/// A type as a part of a name.
pub(crate) fn type_word(ty: &Ty) -> String {
    match ty {
        Ty::Unit => "unit".to_owned(),
        Ty::Array(element, len) => format!("{}x{len}", type_word(element)),
        Ty::Tuple(parts) => {
            format!("tuple_{}", parts.iter().map(type_word).collect::<Vec<_>>().join("_"))
        }
        Ty::Option(value) => format!("option_{}", type_word(value)),
        Ty::Ref { inner, .. } => type_word(inner),
        Ty::Slice(element) => format!("slice_{}", type_word(element)),
        Ty::Adt(adt) => instance_name(&word(&adt.name), &adt.args),
        other => other.to_string().chars().filter(|c| c.is_alphanumeric() || *c == '_').collect(),
    }
}
