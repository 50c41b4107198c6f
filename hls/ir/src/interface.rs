//! The interface and the digests of a module.

use sycl_hls_types::{
    CODE_SCHEMA, Digest, KernelInterface, ModuleInterface, Param, ParamKind as InterfaceKind, Scalar,
    StructLayout, abi_digest,
};

use crate::{ChannelEnd, Func, FuncId, Module, ParamKind, PrintOptions, Type, print_with};

impl Module {
    /// What a host program must agree on with an image of this module.
    #[must_use]
    pub fn interface(&self) -> ModuleInterface {
        let kernels: Vec<KernelInterface> = self.kernels().map(|(_, func)| func.interface()).collect();
        ModuleInterface {
            name: self.name.clone(),
            abi: abi_digest(&self.name, &kernels, &self.links),
            code: self.digest(PrintOptions::CODE),
            directives: self.digest(PrintOptions::DIRECTIVES),
            kernels,
            links: self.links.clone(),
            fp64: self
                .kernels()
                .filter(|(id, _)| self.uses_f64(*id))
                .map(|(_, func)| func.name.clone())
                .collect(),
        }
    }

    /// Whether a kernel, or what it calls, has values or memory of type `f64`.
    fn uses_f64(&self, kernel: FuncId) -> bool {
        self.callees_first([kernel]).into_iter().any(|id| self.funcs[id].names_f64())
    }

    fn digest(&self, options: PrintOptions) -> Digest {
        Digest::of(format!("code {CODE_SCHEMA}\n{}", print_with(self, options)))
    }
}

impl Func {
    fn names_f64(&self) -> bool {
        let mut params = self.params.iter().filter_map(|param| match &param.kind {
            ParamKind::Slice { element: ty, .. } | ParamKind::Ref { pointee: ty, .. } => Some(ty),
            ParamKind::Output { pointee, .. } => Some(pointee),
            ParamKind::Scalar(_) | ParamKind::Stream { .. } => None,
        });
        self.values.iter().any(|(_, value)| value.ty == Scalar::F64)
            || self.channels.iter().any(|(_, channel)| channel.element == Scalar::F64)
            || self.slots.iter().any(|(_, slot)| slot.ty.contains(Scalar::F64))
            || params.any(|ty| ty.contains(Scalar::F64))
    }

    /// The kernel's name and parameters as a host sees them.
    #[must_use]
    pub fn interface(&self) -> KernelInterface {
        let params = self.params.iter().map(|param| Param {
            name: param.name.clone(),
            kind: match &param.kind {
                ParamKind::Scalar(value) => InterfaceKind::Scalar { scalar: self.ty(*value) },
                ParamKind::Slice { element, mutable, length, .. } => InterfaceKind::Slice {
                    element: element.layout(),
                    mutable: *mutable,
                    length: length.clone(),
                },
                ParamKind::Output { pointee, initial } => InterfaceKind::Output {
                    // Anything but a scalar was refused by the verifier.
                    scalar: pointee.scalar().unwrap_or(Scalar::U64),
                    initial: *initial,
                },
                ParamKind::Stream { channel, end, packet } => InterfaceKind::Stream {
                    scalar: self.channels[*channel].element,
                    input: *end == ChannelEnd::Read,
                    packet: *packet,
                },
                ParamKind::Ref { pointee, .. } => {
                    InterfaceKind::Struct { layout: value_layout(&param.name, pointee) }
                }
            },
        });
        let work_group = self.directives.work_group.iter().map(|size| size.items).collect();
        KernelInterface { name: self.name.clone(), params: params.collect(), work_group }
    }
}

/// The layout of what a kernel takes by value. That is a struct (checked); anything else would be its only field.
fn value_layout(name: &str, ty: &Type) -> StructLayout {
    match ty {
        Type::Struct(data) => data.layout(),
        other => StructLayout::new(name, [(name.to_owned(), other.layout())]),
    }
}
