//! Where the scalars of objects are kept: every scalar field of a type is kept by itself.

use sycl_hls_ir::Type;
use sycl_hls_ir::directive::{BindStorage, StorageImpl, StorageKind};
use sycl_hls_types::{ElementType, Scalar};

use super::banks::{Banks, Split};
use crate::rtl::design::{MadeOf, Memory, MemoryId, Port, VarId};

/// A scalar of a type: in arrays, as many of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Leaf {
    /// The way through structs.
    pub fields: Vec<usize>,
    /// The lengths of the arrays on the way.
    pub dims: Vec<u64>,
    pub ty: Scalar,
}

/// Where an object is kept: for each of its leaves.
#[derive(Clone, Debug)]
pub(super) struct Storage {
    pub leaves: Vec<(Leaf, Kept)>,
}

/// Where a leaf is kept.
#[derive(Clone, Debug)]
pub(super) enum Kept {
    /// One variable for each element.
    Vars(Vec<VarId>),
    Banks(Banks),
}

/// A parameter of the kernel.
#[derive(Clone, Debug)]
pub(super) struct ParamStorage {
    /// Position among the arguments.
    pub arg: usize,
    /// That of the length.
    pub length: Option<usize>,
    pub bundle: usize,
    /// The variable of what the kernel writes to registers.
    pub output: Option<VarId>,
    /// The external memory of a slice, if slices are such.
    pub external: Option<(Leaf, MemoryId)>,
}

impl Leaf {
    /// All leaves of a type, in the order of its scalars if no arrays are in the way.
    pub fn of(ty: &Type) -> Vec<Self> {
        match ty {
            Type::Scalar(scalar) => vec![Self { fields: Vec::new(), dims: Vec::new(), ty: *scalar }],
            Type::Array(element, len) => {
                let mut leaves = Self::of(element);
                leaves.iter_mut().for_each(|leaf| leaf.dims.insert(0, *len));
                leaves
            }
            Type::Struct(data) => {
                let fields = data.fields.iter().enumerate();
                let leaves = fields.flat_map(|(index, field)| {
                    let mut leaves = Self::of(&field.ty);
                    leaves.iter_mut().for_each(|leaf| leaf.fields.insert(0, index));
                    leaves
                });
                leaves.collect()
            }
        }
    }

    /// How many scalars it is.
    pub fn count(&self) -> u64 {
        self.dims.iter().fold(1, |count, dim| count.saturating_mul(*dim))
    }
}

/// Arrays of this many elements are always registers.
const FEW: u64 = 4;

/// The largest array in a pipelined body, all of whose elements are registers.
pub(super) const MOST_REGISTERS: u64 = 64;

/// True if each element of a leaf that is split like this is a register.
pub(super) fn is_registers(splits: &[Split], leaf: &Leaf, pipelined: bool) -> bool {
    let apart = splits.iter().all(|split| split.rows() == 1);
    leaf.count() <= FEW || apart || (pipelined && leaf.count() <= MOST_REGISTERS)
}

/// A port that reads and writes.
const BOTH: Port = Port { reads: true, writes: true };
/// A port that reads.
const READS: Port = Port { reads: true, writes: false };
/// A port that writes.
const WRITES: Port = Port { reads: false, writes: true };
/// The ports to read of a memory that may have any number.
const MANY: usize = 16;

/// A memory as the user wants it. Each has a port to write, read-only ones for the values they begin with.
pub(super) fn memory(name: &str, ty: Scalar, depth: u64, bound: Option<&BindStorage>) -> Memory {
    let ports = match bound.map(|bound| bound.kind) {
        None | Some(StorageKind::RamT2p) => vec![BOTH; 2],
        Some(StorageKind::Ram1p | StorageKind::Rom1p) => vec![BOTH],
        Some(StorageKind::Ram2p | StorageKind::Rom2p) => vec![BOTH, READS],
        Some(StorageKind::RamS2p) => vec![WRITES, READS],
        Some(StorageKind::Ram1wnr | StorageKind::RomNp) => [vec![WRITES], vec![READS; MANY]].concat(),
    };
    let made_of = bound.and_then(|bound| bound.implementation).and_then(|made_of| match made_of {
        StorageImpl::Auto => None,
        StorageImpl::Bram | StorageImpl::BramEcc => Some(MadeOf::Block),
        StorageImpl::Lutram => Some(MadeOf::Luts),
        StorageImpl::Uram | StorageImpl::UramEcc => Some(MadeOf::Ultra),
    });
    let latency = bound.and_then(|bound| bound.latency).unwrap_or(1);
    Memory {
        name: name.to_owned(),
        ty,
        depth,
        contents: None,
        persistent: false,
        external: None,
        ports,
        latency,
        made_of,
        requested: bound.is_some(),
        handover: None,
    }
}

/// Bytes from an object's beginning to a field.
pub(super) fn field_offset(ty: &ElementType, field: usize) -> u64 {
    match ty {
        ElementType::Struct(layout) => layout.fields.get(field).map_or(0, |field| field.offset),
        _ => 0,
    }
}
