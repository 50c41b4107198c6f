//! The types of packets that a module names.

use rustc_hash::FxHashMap;
use sycl_hls_types::{Packet, Scalar, ScalarValue};
use syn::{ItemImpl, ItemStruct};

use crate::ids::AdtId;
use crate::ty::{GenericArg, Prim, Ty};

/// The type's name.
pub(crate) const PACKET: &str = "Packet";

/// The type as the library has it, and the structs that were made of it.
#[derive(Default)]
pub(crate) struct Packets<'a> {
    pub source: Option<(&'a ItemStruct, &'a ItemImpl)>,
    /// The unit of its functions.
    pub unit: usize,
    pub made: FxHashMap<Kind, AdtId>,
}

/// What tells types of packets apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Kind {
    pub data: Prim,
    /// Bits of TUSER, TID and TDEST.
    pub widths: [u32; 3],
}

impl Kind {
    pub fn packet(self) -> Packet {
        let [user, id, dest] = self.widths;
        Packet { data: self.data.scalar(), user, id, dest }
    }

    /// The type as the user writes it.
    pub fn name(self) -> String {
        let [user, id, dest] = self.widths;
        format!("{PACKET}<{}, {user}, {id}, {dest}>", self.data.name())
    }

    /// What the names in the library's text stand for.
    pub fn generics(self) -> FxHashMap<String, GenericArg> {
        let ones = |bits: u32| u64::MAX.checked_shr(64 - bits).unwrap_or(0);
        let mut generics = FxHashMap::default();
        generics.insert("T".to_owned(), GenericArg::Ty(Ty::Prim(self.data)));
        let keep = ones(self.data.scalar().bytes() as u32);
        let masks = [("USER", 0), ("ID", 1), ("DEST", 2)].map(|(name, index)| (name, self.widths[index]));
        let masks = masks.map(|(name, bits)| (name, Scalar::U64, ones(bits)));
        for (name, ty, mask) in [("KEEP", Scalar::U8, keep)].into_iter().chain(masks) {
            let value = ScalarValue::wrapping(ty, mask.into());
            generics.insert(name.to_owned(), GenericArg::Const(value));
        }
        generics
    }
}
