//! The interface of a kernels module: what a host program must agree on with an image.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::{Digest, ElementType, LengthExpr, LinkGroup, Packet, Scalar, StructLayout};

/// Version of the text from which [`ModuleInterface::abi`] is computed.
pub const ABI_SCHEMA: u32 = 1;

/// Version of the texts from which [`ModuleInterface::code`] and [`ModuleInterface::directives`] are computed.
pub const CODE_SCHEMA: u32 = 1;

/// The kernels of one `#[sycl_hls::kernels] mod`, with the digests that identify it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ModuleInterface {
    /// The Rust module's name.
    pub name: String,
    /// Digest of names, argument order, types, layout and length modes (schema [`ABI_SCHEMA`]).
    pub abi: Digest,
    /// Digest of the IR without spans, local names and directives (schema [`CODE_SCHEMA`]).
    pub code: Digest,
    /// Digest of the same with directives and bundles: what decides speed and area, but no result.
    pub directives: Digest,
    /// The kernels, in source order. Those that are made of linked kernels come last.
    pub kernels: Vec<KernelInterface>,
    /// Which kernels are linked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<LinkGroup>,
    /// The names of the kernels that use `f64`, which a device may lack (S20 §5.7).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fp64: Vec<String>,
}

/// One kernel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KernelInterface {
    /// The Rust function's name; of an instance of a generic one with what its parameters stand for, as `fir_16`.
    pub name: String,
    /// Its parameters, in order. Hidden length arguments are not among them.
    pub params: Vec<Param>,
    /// The number of work-items of a group in each dimension, if it runs with no other one (S20 §5.8.1, `reqd_work_group_size`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub work_group: Vec<u32>,
}

impl KernelInterface {
    /// A kernel that runs with work-groups of any size, or with none.
    pub fn new(name: impl Into<String>, params: Vec<Param>) -> Self {
        Self { name: name.into(), params, work_group: Vec::new() }
    }
}

/// One parameter of a kernel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Param {
    /// The Rust name.
    pub name: String,
    /// What it is.
    #[serde(flatten)]
    pub kind: ParamKind,
}

/// What a kernel's parameter is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ParamKind {
    /// A scalar, passed by value.
    Scalar {
        /// Its type.
        scalar: Scalar,
    },
    /// A struct, passed by value.
    Struct {
        /// How it lies in memory.
        layout: StructLayout,
    },
    /// A scalar that the kernel writes into registers: `&mut T`. Every run that ends has written it.
    Output {
        /// Its type.
        scalar: Scalar,
        /// True if the kernel takes its value from before the run: where it reads it, or keeps it. It has registers for that
        /// value then, too.
        initial: bool,
    },
    /// A slice of global memory.
    Slice {
        /// Type of an element.
        element: ElementType,
        /// True for `&mut [T]`.
        mutable: bool,
        /// Where its length comes from.
        length: Length,
    },
    /// An end of a stream: an AXI-stream port.
    Stream {
        /// Type of an element; of a packet the number that it is.
        scalar: Scalar,
        /// True for `Receiver<T>`: the kernel reads it.
        input: bool,
        /// The signals of a port whose elements are packets.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        packet: Option<Packet>,
    },
}

/// Where a slice argument's length (in elements) comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Length {
    /// A hidden `u64` argument that follows the slice's address.
    Argument,
    /// `#[len(..)]`: an expression of the scalar arguments.
    Expr(LengthExpr),
}

impl ModuleInterface {
    /// The kernel with this name.
    #[must_use]
    pub fn kernel(&self, name: &str) -> Option<&KernelInterface> {
        self.kernels.iter().find(|kernel| kernel.name == name)
    }

    /// The group of a kernel that is linked to others.
    #[must_use]
    pub fn group_of(&self, kernel: &str) -> Option<&LinkGroup> {
        self.links.iter().find(|group| group.members.iter().any(|member| member == kernel))
    }

    /// True if hosts start this kernel: it is not made of linked ones, and not free-running.
    #[must_use]
    pub fn is_started(&self, kernel: &str) -> bool {
        !self.links.iter().any(|group| group.kernel == kernel || group.is_free(kernel))
    }

    /// True if a kernel uses `f64`, and runs only on a device that has it.
    #[must_use]
    pub fn needs_fp64(&self, kernel: &str) -> bool {
        self.fp64.iter().any(|name| name == kernel)
    }

    /// The interface as JSON, the form in which it is baked into programs and images.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Strings, numbers and lists only: serialization has no way to fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The ABI digest of a module with this name, these kernels and these links.
#[must_use]
pub fn abi_digest(module: &str, kernels: &[KernelInterface], links: &[LinkGroup]) -> Digest {
    let mut text = format!("abi {ABI_SCHEMA}\nmodule {module}\n");
    for kernel in kernels {
        let params: Vec<String> = kernel.params.iter().map(param_text).collect();
        // Writing to a String cannot fail.
        let _ = writeln!(text, "kernel {}({})", kernel.name, params.join(", "));
    }
    for kernel in links.iter().flat_map(|group| &group.free) {
        let _ = writeln!(text, "free {kernel}");
    }
    for link in links.iter().flat_map(|group| &group.links) {
        let _ = writeln!(text, "link {} -> {}", link.producer, link.consumer);
    }
    Digest::of(text)
}

/// The Rust type of the end that a kernel has of a stream.
#[must_use]
pub fn end_text(scalar: Scalar, input: bool, packet: Option<Packet>) -> String {
    let end = if input { "Receiver" } else { "Sender" };
    match packet {
        Some(packet) => format!("{end}<{packet}>"),
        None => format!("{end}<{scalar}>"),
    }
}

fn param_text(param: &Param) -> String {
    let Param { name, kind } = param;
    match kind {
        ParamKind::Struct { layout } => format!("{name}: {}", layout.description()),
        ParamKind::Scalar { scalar } => format!("{name}: {scalar}"),
        ParamKind::Output { scalar, initial } => {
            format!("{name}: &mut {scalar}{}", if *initial { " initial" } else { "" })
        }
        ParamKind::Slice { element, mutable, length } => {
            let mutability = if *mutable { "mut " } else { "" };
            let length = match length {
                Length::Argument => "argument".to_owned(),
                Length::Expr(expr) => expr.display(&|i| format!("${i}")).to_string(),
            };
            format!("{name}: &{mutability}[{}] length {length}", element.description())
        }
        ParamKind::Stream { scalar, input, packet } => {
            format!("{name}: {}", end_text(*scalar, *input, *packet))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Link, PortName};

    fn axpy() -> KernelInterface {
        let slice = |name: &str, mutable| Param {
            name: name.into(),
            kind: ParamKind::Slice { element: Scalar::F32.into(), mutable, length: Length::Argument },
        };
        KernelInterface::new(
            "axpy",
            vec![
                Param { name: "a".into(), kind: ParamKind::Scalar { scalar: Scalar::F32 } },
                slice("x", false),
                slice("y", true),
            ],
        )
    }

    #[test]
    fn json_round_trip() {
        let kernels = vec![axpy()];
        let module = ModuleInterface {
            name: "kernels".into(),
            abi: abi_digest("kernels", &kernels, &[]),
            code: Digest::of("code"),
            directives: Digest::of("directives"),
            kernels,
            links: Vec::new(),
            fp64: vec!["axpy".into()],
        };
        assert_eq!(serde_json::from_str::<ModuleInterface>(&module.to_json()).unwrap(), module);
        assert!(module.kernel("axpy").is_some());
        assert!(module.kernel("axpz").is_none());
    }

    #[test]
    fn every_part_of_the_interface_changes_the_abi() {
        let base = abi_digest("kernels", &[axpy()], &[]);
        let change = |edit: &dyn Fn(&mut KernelInterface)| {
            let mut kernel = axpy();
            edit(&mut kernel);
            abi_digest("kernels", &[kernel], &[])
        };
        assert_eq!(base, change(&|_| ()));
        assert_ne!(base, change(&|k| k.name = "axpz".into()));
        assert_ne!(base, change(&|k| k.params.swap(1, 2)));
        assert_ne!(base, change(&|k| k.params[0].name = "b".into()));
        assert_ne!(base, change(&|k| k.params[0].kind = ParamKind::Scalar { scalar: Scalar::F64 }));
        let output =
            |initial| change(&|k| k.params[0].kind = ParamKind::Output { scalar: Scalar::F32, initial });
        assert!(output(false) != base && output(false) != output(true));
        let stream = |input, packet| {
            change(&|k| k.params[0].kind = ParamKind::Stream { scalar: Scalar::F32, input, packet })
        };
        let packet = |user| stream(true, Some(Packet { data: Scalar::F32, user, id: 0, dest: 0 }));
        assert!(stream(false, None) != base && stream(false, None) != stream(true, None));
        assert!(packet(0) != stream(true, None) && packet(0) != packet(1));
        assert_ne!(
            base,
            change(&|k| {
                k.params[1].kind = ParamKind::Slice {
                    element: Scalar::F32.into(),
                    mutable: false,
                    length: Length::Expr(LengthExpr::Const(4)),
                };
            })
        );
        let point = |fields: &[(&str, Scalar)]| {
            let fields = fields.iter().map(|(name, ty)| ((*name).to_owned(), (*ty).into()));
            ParamKind::Struct { layout: StructLayout::new("Point", fields) }
        };
        let structs = [
            point(&[("x", Scalar::F32), ("y", Scalar::F32)]),
            point(&[("x", Scalar::F32), ("z", Scalar::F32)]),
            point(&[("x", Scalar::F32), ("y", Scalar::U32)]),
            point(&[("x", Scalar::F32)]),
        ]
        .map(|kind| change(&|k| k.params[0].kind = kind.clone()));
        for (index, digest) in structs.iter().enumerate() {
            assert!(!structs[..index].contains(digest) && *digest != base);
        }
        assert_ne!(base, abi_digest("other", &[axpy()], &[]));
        let port = |kernel: &str, port: &str| PortName { kernel: kernel.into(), port: port.into() };
        let link = Link { producer: port("load", "out"), consumer: port("axpy", "x"), depth: 2 };
        let group = LinkGroup {
            kernel: "linked_load".into(),
            members: Vec::new(),
            free: Vec::new(),
            links: vec![link],
        };
        assert_ne!(base, abi_digest("kernels", &[axpy()], &[group]));
    }
}
