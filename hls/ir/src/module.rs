//! A kernels module: its constants and functions.

use std::sync::Arc;

use la_arena::{Arena, Idx};
use rustc_hash::FxHashSet;
use sycl_hls_types::{LinkGroup, Location, ScalarValue};

use crate::{Builder, Func, FuncKind, OpKind, ParamKind, Place, Root, Source, Span, Step, Struct, Type};

/// A constant's id.
pub type GlobalId = Idx<Global>;
/// A function's id.
pub type FuncId = Idx<Func>;

/// One `#[sycl_hls::kernels] mod`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// The Rust module's name.
    pub name: String,
    /// The file it stands in.
    pub source: Source,
    /// The struct types that are used, each after those that it contains.
    pub structs: Vec<Arc<Struct>>,
    /// Constants, in source order.
    pub globals: Arena<Global>,
    /// Functions, in source order.
    pub funcs: Arena<Func>,
    /// Kernels that are linked, each group with the kernel that is made of it.
    pub links: Vec<LinkGroup>,
}

/// A `const` item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// The Rust name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Its scalars, row-major and fields in order: [`Type::leaves`] of them.
    pub leaves: Vec<ScalarValue>,
    /// The item.
    pub span: Span,
}

/// The type of a memory object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object<'m> {
    /// An object of this type.
    Whole(&'m Type),
    /// A slice of elements of this type.
    Slice(&'m Type),
}

impl Module {
    /// An empty module.
    #[must_use]
    pub fn new(name: impl Into<String>, source: Source) -> Self {
        Self {
            name: name.into(),
            source,
            structs: Vec::new(),
            globals: Arena::new(),
            funcs: Arena::new(),
            links: Vec::new(),
        }
    }

    /// The kernels, in source order.
    pub fn kernels(&self) -> impl Iterator<Item = (FuncId, &Func)> {
        self.funcs.iter().filter(|(_, func)| func.is_kernel())
    }

    /// True if a function is a kernel that is made of linked ones.
    #[must_use]
    pub fn is_group(&self, func: &Func) -> bool {
        func.is_kernel() && self.links.iter().any(|group| group.kernel == func.name)
    }

    /// The kernels that users wrote, in source order.
    pub fn own_kernels(&self) -> impl Iterator<Item = (FuncId, &Func)> {
        self.kernels().filter(|(_, kernel)| !self.is_group(kernel))
    }

    /// The module as cards get it, where linked kernels are what they are: without the kernels that are made of them.
    #[must_use]
    pub fn without_groups(&self) -> Self {
        let mut module = self.clone();
        for (_, func) in module.funcs.iter_mut().filter(|(_, func)| self.is_group(func)) {
            // A function that nobody calls; the others keep their numbers.
            let nothing = Func::new(func.name.clone(), FuncKind::Helper, None, Span::NONE);
            let mut builder = Builder::new(nothing);
            builder.push(OpKind::Return(None), Span::NONE);
            *func = builder.finish();
        }
        module
    }

    /// These functions and what they call, each after its callees.
    #[must_use]
    pub fn callees_first(&self, funcs: impl IntoIterator<Item = FuncId>) -> Vec<FuncId> {
        let (mut order, mut seen) = (Vec::new(), FxHashSet::default());
        funcs.into_iter().for_each(|id| self.push_callees_first(id, &mut seen, &mut order));
        order
    }

    fn push_callees_first(&self, id: FuncId, seen: &mut FxHashSet<FuncId>, order: &mut Vec<FuncId>) {
        if seen.insert(id) {
            for callee in self.funcs[id].callees() {
                self.push_callees_first(callee, seen, order);
            }
            order.push(id);
        }
    }

    /// The function with this name.
    #[must_use]
    pub fn func(&self, name: &str) -> Option<FuncId> {
        self.funcs.iter().find_map(|(id, func)| (func.name == name).then_some(id))
    }

    /// The type of what a place of `func` lies in.
    #[must_use]
    pub fn object<'m>(&'m self, func: &'m Func, root: Root) -> Option<Object<'m>> {
        match root {
            Root::Slot(slot) => Some(Object::Whole(&func.slots[slot].ty)),
            Root::Global(global) => Some(Object::Whole(&self.globals[global].ty)),
            Root::Param(index) => match &func.param(index)?.kind {
                ParamKind::Scalar(_) | ParamKind::Stream { .. } => None,
                ParamKind::Slice { element, .. } => Some(Object::Slice(element)),
                ParamKind::Ref { pointee, .. } | ParamKind::Output { pointee, .. } => {
                    Some(Object::Whole(pointee))
                }
            },
        }
    }

    /// The type of a place of `func`; `None` if there is none, or the place is a whole slice.
    #[must_use]
    pub fn place_type<'m>(&'m self, func: &'m Func, place: &Place) -> Option<&'m Type> {
        match (self.object(func, place.root)?, place.path.as_slice()) {
            (Object::Whole(ty), path) => ty.at(path),
            (Object::Slice(element), [Step::Index(_), path @ ..]) => element.at(path),
            (Object::Slice(_), _) => None,
        }
    }

    /// The Rust name of what a place of `func` lies in.
    #[must_use]
    pub fn root_name<'m>(&'m self, func: &'m Func, root: Root) -> &'m str {
        let name = match root {
            Root::Global(global) => Some(self.globals[global].name.as_str()),
            root => func.root_name(root),
        };
        name.unwrap_or_default()
    }

    /// The Rust name of a place of `func` for messages, with its fields and without its indices: `body.pos`.
    #[must_use]
    pub fn place_name(&self, func: &Func, place: &Place) -> String {
        let mut name = self.root_name(func, place.root).to_owned();
        let mut ty = match self.object(func, place.root) {
            Some(Object::Whole(ty) | Object::Slice(ty)) => Some(ty),
            None => None,
        };
        let slice = matches!(self.object(func, place.root), Some(Object::Slice(_)));
        for step in place.path.iter().skip(usize::from(slice)) {
            if let (Step::Field(index), Some(Type::Struct(data))) = (step, ty)
                && let Some(field) = data.fields.get(*index)
            {
                name = format!("{name}.{}", field.name);
            }
            ty = ty.and_then(|ty| ty.step(step));
        }
        name
    }

    /// Where a span starts, as a location for messages.
    #[must_use]
    pub fn location(&self, span: Span) -> Location {
        self.source.location(span)
    }
}
