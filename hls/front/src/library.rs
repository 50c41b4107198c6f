//! The library: functions that are written in the kernel language themselves, so that every target gives the same bits.

use rustc_hash::FxHashSet;
use sycl_hls_math::SOURCES;
use sycl_hls_types::Scalar;
use syn::visit::Visit;
use syn::{File, ItemMod};

use crate::front::{Env, FnItem, Front, Item, Unit};
use crate::ids::{AdtId, FnId, TraitId};
use crate::names::plain_name;
use crate::packet_kind::PACKET;
use crate::packets;
use crate::ty::{Prim, Ty};

/// Functions of integers that are too large to be written out where they are called.
const INTEGER: (&str, &str) = ("integer", include_str!("library/integer.rs"));

/// Processes with several streams, and the modules through which users reach them.
const OF_STREAMS: [(&str, &str); 2] =
    [("split", include_str!("library/split.rs")), ("merge", include_str!("library/merge.rs"))];

/// Words at the end of the methods that need [`INTEGER`].
const OF_INTEGERS: [&str; 4] = ["pow", "isqrt", "ilog", "ilog10"];

/// Integers of 128 bits from and to floats.
const WIDE: (&str, &str) = ("wide", include_str!("library/wide.rs"));

/// What needs [`WIDE`].
const OF_WIDE: [&str; 2] = ["u128", "i128"];

/// The enum that `classify` gives.
const FLOAT: (&str, &str) = ("float", include_str!("library/float.rs"));
const CATEGORY: &str = "FpCategory";

/// What needs [`FLOAT`].
const OF_FLOATS: [&str; 2] = ["classify", CATEGORY];

/// `Result` with its methods.
const FALLIBLE: (&str, &str) = ("result", include_str!("library/result.rs"));
const RESULT: &str = "Result";

/// What needs [`FALLIBLE`].
const OF_RESULTS: [&str; 5] = [RESULT, "Ok", "Err", "ok_or", "ok_or_else"];

/// What `core::cmp` and `core::mem` have. Users reach it by the same paths.
const COMPARISONS: (&str, &str) = ("cmp", include_str!("library/cmp.rs"));
const MEMORY: (&str, &str) = ("mem", include_str!("library/mem.rs"));
const ORDERING: &str = "Ordering";

/// What `core::array` and arrays have.
const ARRAYS: (&str, &str) = ("array", include_str!("library/array.rs"));

/// What needs [`ARRAYS`].
const OF_ARRAYS: [&str; 3] = ["map", "from_fn", SLICE_ERROR];
const SLICE_ERROR: &str = "TryFromSliceError";

/// Methods of `u8`.
const ASCII: (&str, &str) = ("ascii", include_str!("library/ascii.rs"));

/// What `core::num` has.
const NUMBERS: (&str, &str) = ("num", include_str!("library/num.rs"));
const INT_ERROR: &str = "TryFromIntError";

/// Reductions of kernels of work-items: reducers, and operations.
pub(crate) const REDUCTIONS: &str = "reduction";
const REDUCER: &str = "Reducer";

/// What needs [`REDUCTIONS`].
const OF_REDUCTIONS: [&str; 2] = [REDUCER, "Operation"];

/// Conversions that may fail, which need [`NUMBERS`], [`ARRAYS`] and [`FALLIBLE`].
pub(crate) const TRY_FROM: &str = "try_from";
pub(crate) const TRY_INTO: &str = "try_into";

/// What needs [`COMPARISONS`].
const OF_ORDER: [&str; 9] =
    ["cmp", "partial_cmp", "min", "max", "min_by", "max_by", "PartialOrd", "Ord", ORDERING];

/// The module through which users reach the other units.
const MATH: &str = "math";

/// Texts of the library that a module may need, parsed.
#[derive(Default)]
pub(crate) struct Library {
    units: Vec<(&'static str, File)>,
    /// The type of packets.
    packets: Option<File>,
}

impl Library {
    /// The library files that `modules` may use, by the names in them.
    pub fn for_modules<'m>(modules: impl Iterator<Item = &'m ItemMod>) -> Self {
        let mut mentioned = Mentioned::default();
        modules.for_each(|module| mentioned.visit_item_mod(module));
        let mut texts: Vec<(&'static str, &str)> = Vec::new();
        if mentioned.integer {
            texts.push(INTEGER);
        }
        if mentioned.wide {
            texts.push(WIDE);
        }
        if mentioned.float {
            texts.push(FLOAT);
        }
        if mentioned.results {
            texts.push(FALLIBLE);
        }
        if mentioned.order {
            texts.push(COMPARISONS);
        }
        if mentioned.memory {
            texts.push(MEMORY);
        }
        if mentioned.arrays {
            texts.push(ARRAYS);
        }
        if mentioned.numbers {
            texts.push(NUMBERS);
        }
        if mentioned.ascii {
            texts.push(ASCII);
        }
        texts.extend(OF_STREAMS.iter().filter(|(name, _)| mentioned.streams.contains(name)));
        if mentioned.math {
            texts.extend(SOURCES);
        }
        let reductions = mentioned.reductions.then(reductions);
        texts.extend(reductions.as_deref().map(|text| (REDUCTIONS, text)));
        let parsed = texts.into_iter().filter_map(|(name, text)| Some((name, syn::parse_file(text).ok()?)));
        let packets = mentioned.packets.then(|| syn::parse_file(packets::TEXT).ok()).flatten();
        Self { units: parsed.collect(), packets }
    }
}

/// The text of [`REDUCTIONS`]: with what its operations do with numbers of each type.
fn reductions() -> String {
    let mut text = include_str!("library/reduction.rs").to_owned();
    for prim in Prim::ALL.into_iter().filter(|prim| *prim != Prim::Bool && !prim.scalar().is_wide()) {
        let ty = prim.name();
        let [least, most, sum, product] = if prim.is_float() {
            ["NEG_INFINITY", "INFINITY", "self + other", "self * other"]
        } else {
            ["MIN", "MAX", "self.wrapping_add(other)", "self.wrapping_mul(other)"]
        };
        text.push_str(&format!(
            "impl ReducedNumber for {ty} {{\
             const REDUCED_LEAST: {ty} = {ty}::{least};\
             const REDUCED_MOST: {ty} = {ty}::{most};\
             fn reduced_sum(self, other: {ty}) -> {ty} {{ {sum} }}\
             fn reduced_product(self, other: {ty}) -> {ty} {{ {product} }}\
             }}\n"
        ));
    }
    text
}

/// What the identifiers of a module name.
#[derive(Default)]
struct Mentioned {
    integer: bool,
    wide: bool,
    float: bool,
    results: bool,
    order: bool,
    memory: bool,
    arrays: bool,
    numbers: bool,
    reductions: bool,
    ascii: bool,
    math: bool,
    packets: bool,
    /// Of [`OF_STREAMS`].
    streams: FxHashSet<&'static str>,
}

impl Visit<'_> for Mentioned {
    fn visit_ident(&mut self, ident: &proc_macro2::Ident) {
        let word = ident.to_string();
        self.integer |= OF_INTEGERS.iter().any(|name| word.ends_with(name));
        self.wide |= OF_WIDE.contains(&word.as_str());
        self.float |= OF_FLOATS.contains(&word.as_str());
        self.results |= OF_RESULTS.contains(&word.as_str());
        self.order |= OF_ORDER.contains(&word.as_str());
        self.memory |= word == MEMORY.0;
        let tries = [TRY_FROM, TRY_INTO].contains(&word.as_str());
        self.results |= tries;
        self.arrays |= tries || OF_ARRAYS.contains(&word.as_str());
        self.reductions |= OF_REDUCTIONS.contains(&word.as_str());
        self.ascii |= word.contains("_ascii");
        self.numbers |= tries || word == INT_ERROR;
        self.math |= word == MATH;
        self.packets |= word == PACKET;
        self.streams.extend(OF_STREAMS.iter().map(|(name, _)| *name).filter(|name| word == *name));
    }

    fn visit_lit_int(&mut self, literal: &syn::LitInt) {
        self.wide |= OF_WIDE.contains(&literal.suffix());
    }
}

/// The module of the standard library that a path begins with, `core::cmp::min` or `cmp::min`, and what follows.
pub(crate) fn standard_path(path: &syn::Path) -> Option<(String, Vec<&syn::PathSegment>)> {
    let mut segments = path.segments.iter().peekable();
    segments.next_if(|first| is_standard(&plain_name(&first.ident)));
    let module = plain_name(&segments.next()?.ident);
    let rest: Vec<&syn::PathSegment> = segments.collect();
    (is_standard_module(&module) && !rest.is_empty()).then_some((module, rest))
}

/// The segments of a path, without what leads into the standard library: of `core::cmp::Ordering` it is `Ordering`.
pub(crate) fn segments(path: &syn::Path) -> Vec<&syn::PathSegment> {
    standard_path(path).map_or_else(|| path.segments.iter().collect(), |(_, rest)| rest)
}

/// True of the names of the standard library.
pub(crate) fn is_standard(name: &str) -> bool {
    name == "core" || name == "std"
}

/// True of the names of the standard library's modules of which kernels may use something.
pub(crate) fn is_standard_module(name: &str) -> bool {
    [COMPARISONS.0, MEMORY.0, ARRAYS.0, NUMBERS.0].contains(&name)
}

impl<'a> Front<'a> {
    /// Registers the library's functions.
    pub fn add_library(&mut self, library: &'a Library) {
        for (name, file) in &library.units {
            let unit = self.add_unit(Unit { is_library: true, ..Unit::named(name) });
            let env = Env { unit, ..Env::default() };
            self.within(env, |front| {
                front.collect_items(&file.items);
                front.collect_impls(&file.items);
                front.collect_operators(&file.items);
            });
        }
        if let Some(file) = &library.packets {
            self.add_packets(file);
        }
    }

    /// A function of one of the library's files; of those that users call, a public one.
    pub fn library_function(&self, unit: &str, name: &str) -> Option<FnId> {
        let is_called = ![INTEGER.0, WIDE.0].contains(&unit);
        match self.library_item(unit, name)? {
            Item::Fn(id) => Some(id).filter(|id| !is_called || self.funcs[id.0].public),
            _ => None,
        }
    }

    /// A process of the library that has several streams, as `split::round_robin`.
    pub fn process_of_streams(&self, unit: &str, name: &str) -> Option<FnId> {
        let is_known = OF_STREAMS.iter().any(|(known, _)| *known == unit);
        self.library_function(unit, name).filter(|_| is_known)
    }

    /// The module of a process of the library that has several streams.
    pub fn module_of_streams(&self, func: FnId) -> Option<&'static str> {
        let unit = &self.units[self.funcs[func.0].unit];
        OF_STREAMS.iter().map(|(known, _)| *known).find(|known| unit.is_library && *known == unit.name)
    }

    /// True if there is a function of the library with this name, for `f32` or `f64`.
    pub fn is_library_function(&self, name: &str) -> bool {
        self.overloads(name).next().is_some()
    }

    /// The function of the library with this name for this type of its first argument.
    pub fn library_overload(&self, name: &str, ty: &Ty) -> Option<FnId> {
        let unit = match ty {
            Ty::Prim(Prim::F32) => "f32",
            Ty::Prim(Prim::F64) => "f64",
            _ => return None,
        };
        self.library_function(unit, name)
    }

    /// The enum that `classify` gives.
    pub fn category(&self) -> Option<AdtId> {
        self.library_type(FLOAT.0, CATEGORY)
    }

    /// The enum that `cmp` gives, if the module mentions something of the order of values.
    pub fn ordering(&self) -> Option<AdtId> {
        self.library_type(COMPARISONS.0, ORDERING)
    }

    /// The enum `Result`, if the module mentions it.
    pub fn result(&self) -> Option<AdtId> {
        self.library_type(FALLIBLE.0, RESULT)
    }

    /// True of the library's `Result`, also behind references.
    pub fn is_result(&self, ty: &Ty) -> bool {
        matches!(ty.deref(), Ty::Adt(adt) if self.result() == Some(adt.id))
    }

    /// True of the methods of `Result`.
    pub fn is_of_result(&self, func: FnId) -> bool {
        let unit = &self.units[self.funcs[func.0].unit];
        unit.is_library && unit.name == FALLIBLE.0
    }

    /// The function of `core::cmp`, or for methods of values that have an order.
    pub fn of_order(&self, name: &str) -> Option<FnId> {
        self.library_function(COMPARISONS.0, name)
    }

    /// The function that is a method of arrays.
    pub fn of_arrays(&self, name: &str) -> Option<FnId> {
        if name == "map" { self.library_function(ARRAYS.0, name) } else { None }
    }

    /// The function that is a method of `u8`, as `is_ascii_digit`.
    pub fn of_bytes(&self, name: &str) -> Option<FnId> {
        self.library_function(ASCII.0, name)
    }

    /// The function that makes an integer of another one, and that which makes an array of a slice, if that can be.
    pub fn of_attempts(&self, to: &Ty) -> Option<FnId> {
        let unit = if to.is_array() { ARRAYS.0 } else { NUMBERS.0 };
        self.library_function(unit, TRY_FROM)
    }

    /// The function that makes an integer of 128 bits of an `f64`, or a float of such an integer.
    pub fn of_wide(&self, from: Scalar, to: Scalar) -> Option<FnId> {
        self.library_function(WIDE.0, &format!("{to}_of_{from}"))
    }

    /// True of a type whose `impl` of `PartialOrd` says the order of its values.
    pub fn says_order(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Adt(_)) && self.member(ty, "partial_cmp").is_some()
    }

    /// What a module of the standard library has for kernels, as `min` of `core::cmp`.
    pub fn standard_item(&self, module: &str, name: &str) -> Option<Item> {
        is_standard_module(module).then(|| self.library_item(module, name)).flatten()
    }

    /// The type of the library with this name, if the module mentions it.
    pub fn named_library_type(&self, name: &str) -> Option<AdtId> {
        let errors = [(NUMBERS.0, INT_ERROR), (ARRAYS.0, SLICE_ERROR)];
        let errors = errors.map(|(unit, name)| self.library_type(unit, name));
        [self.category(), self.result(), self.ordering()]
            .into_iter()
            .chain(errors)
            .flatten()
            .find(|id| self.adts[id.0].name == name)
            .or_else(|| self.library_type(REDUCTIONS, name))
    }

    /// The type of what items of a range combine, if the module mentions it.
    pub fn reducer(&self) -> Option<AdtId> {
        self.library_type(REDUCTIONS, REDUCER)
    }

    /// The trait of the library with this name, if the module mentions it.
    pub fn named_library_trait(&self, name: &str) -> Option<TraitId> {
        match self.library_item(REDUCTIONS, name)? {
            Item::Trait(id) => Some(id),
            _ => None,
        }
    }

    /// A type of one of the library's files.
    fn library_type(&self, unit: &str, name: &str) -> Option<AdtId> {
        match self.library_item(unit, name)? {
            Item::Adt(id) => Some(id),
            _ => None,
        }
    }

    /// What one of the library's files defines by this name.
    fn library_item(&self, unit: &str, name: &str) -> Option<Item> {
        let unit = self.units.iter().find(|known| known.is_library && known.name == unit)?;
        unit.names.get(name).copied()
    }

    /// The functions of this name: one for each type of float.
    fn overloads(&self, name: &str) -> impl Iterator<Item = FnId> {
        ["f32", "f64"].into_iter().filter_map(move |unit| self.library_function(unit, name))
    }

    /// The processes of a module of the library by their names, as of `split`; none if there is no such module.
    pub fn names_of_streams(&self, unit: &str) -> Vec<String> {
        let is_known = OF_STREAMS.iter().any(|(known, _)| *known == unit);
        if is_known { self.public_names(unit) } else { Vec::new() }
    }

    /// The names of all functions of the library that users call.
    pub fn library_names(&self) -> Vec<String> {
        self.public_names("f32")
    }

    /// The public names of a module of the library, for suggestions.
    fn public_names(&self, unit: &str) -> Vec<String> {
        let known = |it: &Unit| it.is_library && it.name == unit;
        let public = |func: &FnItem<'_>| known(&self.units[func.unit]) && func.public;
        self.funcs.iter().filter(|func| public(func)).map(|func| func.name.clone()).collect()
    }
}
