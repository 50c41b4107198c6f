//! CONNECTIVITY: which argument of which compute unit reaches which memory bank.

use bytemuck::{Pod, Zeroable};

use super::array::{self, Array, Count, FieldError, in_field};
use super::described::Described;
use super::{Section, SectionError, ValueError};
use crate::endian::little::I32;
use crate::tree::Tree;
use crate::{Error, SectionKind};

/// The connections between compute units and memory (`struct connectivity` of xclbin.h).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Connectivity {
    /// The connections. An argument may have several.
    pub connections: Vec<Connection>,
}

/// One argument of one compute unit and a bank it reaches (`struct connection`).
///
/// The numbers are signed as in the file, where vendor tools write -1 for none. Here only `ip_layout_index` is written
/// so: XRT crashes or throws at the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Connection {
    /// The argument's position; scalars count but have no connection (`arg_index`).
    pub arg_index: i32,
    /// The compute unit's position in IP_LAYOUT (`m_ip_layout_index`).
    pub ip_layout_index: i32,
    /// The bank's position in MEM_TOPOLOGY (`mem_data_index`). XRT throws when there is no such bank.
    pub mem_data_index: i32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct RawConnection {
    arg_index: I32,
    ip_layout_index: I32,
    mem_data_index: I32,
}

const ARRAY: Array = Array { kind: SectionKind::CONNECTIVITY, count: Count::I32, entries_at: 4 };

impl Section for Connectivity {
    const KIND: SectionKind = ARRAY.kind;

    fn from_bytes(payload: &[u8]) -> Result<Self, Error> {
        Ok(Self { connections: ARRAY.read(payload, decode)? })
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        ARRAY.write(&self.connections, encode)
    }
}

fn decode(raw: &RawConnection) -> Result<Connection, FieldError> {
    Ok(Connection {
        arg_index: raw.arg_index.get(),
        ip_layout_index: raw.ip_layout_index.get(),
        mem_data_index: raw.mem_data_index.get(),
    })
}

fn encode(connection: &Connection) -> Result<RawConnection, FieldError> {
    Ok(RawConnection {
        // XRT indexes a list with it, unchecked.
        arg_index: not_negative(connection.arg_index).map_err(in_field("arg_index"))?.into(),
        ip_layout_index: connection.ip_layout_index.into(),
        mem_data_index: not_negative(connection.mem_data_index).map_err(in_field("mem_data_index"))?.into(),
    })
}

fn not_negative(index: i32) -> Result<i32, ValueError> {
    if index < 0 { Err(ValueError::Negative { index }) } else { Ok(index) }
}

impl Described for Connectivity {
    const NODE: &'static str = "connectivity";

    fn to_tree(&self) -> Tree {
        array::to_tree("m_connection", &self.connections, |connection| {
            // xclbinutil writes negative numbers as if they were unsigned.
            Tree::new()
                .with_text("arg_index", connection.arg_index.cast_unsigned())
                .with_text("m_ip_layout_index", connection.ip_layout_index.cast_unsigned())
                .with_text("mem_data_index", connection.mem_data_index.cast_unsigned())
        })
    }

    fn from_tree(tree: &Tree) -> Result<Self, SectionError> {
        let connection = |tree: &Tree| {
            Ok(Connection {
                arg_index: index(tree, "arg_index")?,
                ip_layout_index: index(tree, "m_ip_layout_index")?,
                mem_data_index: index(tree, "mem_data_index")?,
            })
        };
        Ok(Self { connections: array::from_tree(tree, "m_connection", connection)? })
    }
}

/// A signed number, or what it looks like unsigned.
fn index(tree: &Tree, name: &str) -> Result<i32, SectionError> {
    let signed = tree.required_text(name)?.parse::<i32>().ok();
    Ok(signed.map_or_else(|| tree.number::<u32>(name).map(u32::cast_signed), Ok)?)
}
