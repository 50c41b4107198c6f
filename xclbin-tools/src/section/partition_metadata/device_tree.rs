//! A flattened device tree (version 17 of the format): nodes with properties in one block, names in another.

use bytemuck::{Pod, Zeroable};

use super::super::{BytesError, SectionError, bytes};
use super::{PartitionMetadataError, property};
use crate::endian::big::U32;
use crate::tree::Tree;

pub(super) const MAGIC: u32 = 0xD00D_FEED;
const VERSION: u32 = 17;

const BEGIN_NODE: u32 = 1;
const END_NODE: u32 = 2;
const PROPERTY: u32 = 3;
const NOP: u32 = 4;
const END: u32 = 9;

/// What nodes, names and properties are aligned to, in bytes.
const ALIGNMENT: usize = 4;

/// How deeply nodes may be nested; real trees need 4.
const MAX_DEPTH: usize = 32;

/// How many values there may be in all, for each takes 100 bytes of memory.
const MAX_VALUES: usize = 1 << 20;

/// The longest name of a property, in bytes: many properties may have one and the same.
const MAX_NAME: usize = 255;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct RawHeader {
    magic: U32,
    total_size: U32,
    structure_at: U32,
    strings_at: U32,
    reservations_at: U32,
    version: U32,
    last_compatible_version: U32,
    boot_cpu: U32,
    strings_size: U32,
    structure_size: U32,
}

/// Bytes of the list of reserved memory, in which there is none: only its end.
const NO_RESERVATIONS: [u8; 16] = [0; 16];

/// The nodes of a payload, with the properties of each before the nodes inside.
pub(super) fn read(payload: &[u8]) -> Result<Tree, SectionError> {
    let header: &RawHeader = bytes::at(payload, 0)?;
    if header.magic.get() != MAGIC {
        return Err(PartitionMetadataError::NoDeviceTree { magic: header.magic.get() }.into());
    }
    if header.total_size.get() as usize != payload.len() {
        let (stated, size) = (header.total_size.get(), payload.len());
        return Err(PartitionMetadataError::TotalSize { stated, size }.into());
    }
    let block = |at: U32, size: U32| bytes::slice(payload, at.get().into(), size.get().into());
    let structure = block(header.structure_at, header.structure_size)?;
    let strings = block(header.strings_at, header.strings_size)?;
    let mut reader = Reader { structure, strings, at: 0, values: 0 };
    let tree = reader.tree();
    tree.map_err(|problem| {
        PartitionMetadataError::Structure { problem: Box::new(problem), at: reader.at }.into()
    })
}

struct Reader<'a> {
    structure: &'a [u8],
    strings: &'a [u8],
    at: usize,
    values: usize,
}

impl<'a> Reader<'a> {
    fn tree(&mut self) -> Result<Tree, SectionError> {
        if self.word()? != BEGIN_NODE {
            return Err(PartitionMetadataError::NoNode.into());
        }
        if !self.name()?.is_empty() {
            return Err(PartitionMetadataError::NamedRoot.into());
        }
        let tree = self.node(0)?;
        match self.word()? {
            END if self.at == self.structure.len() => Ok(tree),
            _ => Err(PartitionMetadataError::NoEnd.into()),
        }
    }

    fn word(&mut self) -> Result<u32, BytesError> {
        let word: &U32 = bytes::at(self.structure, self.at)?;
        self.at += size_of::<U32>();
        Ok(word.get())
    }

    fn take(&mut self, size: usize) -> Result<&'a [u8], BytesError> {
        let taken = bytes::slice(self.structure, self.at as u64, size as u64)?;
        self.at = (self.at + size).next_multiple_of(ALIGNMENT).min(self.structure.len());
        Ok(taken)
    }

    fn name(&mut self) -> Result<&'a str, SectionError> {
        let name = crate::fixed::read_text(&self.structure[self.at..])?;
        self.take(name.len() + 1)?;
        Ok(name)
    }

    /// What is in a node whose name was read.
    fn node(&mut self, depth: usize) -> Result<Tree, SectionError> {
        if depth > MAX_DEPTH {
            return Err(PartitionMetadataError::TooDeep { most: MAX_DEPTH }.into());
        }
        let mut tree = Tree::new();
        loop {
            match self.word()? {
                NOP => {}
                PROPERTY => {
                    let (name, value) = self.property()?;
                    tree.push(name, value);
                }
                BEGIN_NODE => {
                    self.count(1)?;
                    let name = self.name()?;
                    tree.push(name, self.node(depth + 1)?);
                }
                END_NODE => return Ok(tree),
                token => return Err(PartitionMetadataError::UnknownToken { token }.into()),
            }
        }
    }

    fn property(&mut self) -> Result<(&'a str, Tree), SectionError> {
        let (size, name_at) = (self.word()? as usize, self.word()?);
        let name = bytes::text(self.strings, name_at)?;
        if name.len() > MAX_NAME {
            let bytes = name.len();
            return Err(PartitionMetadataError::LongName { bytes, most: MAX_NAME }.into());
        }
        let bytes = self.take(size)?;
        // A list of bytes has as many values.
        self.count(1 + size)?;
        Ok((name, property::read(name, bytes)?))
    }

    fn count(&mut self, values: usize) -> Result<(), PartitionMetadataError> {
        self.values += values;
        if self.values > MAX_VALUES {
            Err(PartitionMetadataError::TooMany { most: MAX_VALUES })
        } else {
            Ok(())
        }
    }
}

/// The payload of nodes.
pub(super) fn write(tree: &Tree) -> Result<Vec<u8>, SectionError> {
    let mut writer = Writer::default();
    writer.node("", tree)?;
    writer.word(END);
    let size = |size: usize| narrow(size, || "the tree has".to_owned());
    let reservations_at = size_of::<RawHeader>();
    let structure_at = reservations_at + NO_RESERVATIONS.len();
    let strings_at = structure_at + writer.structure.len();
    let header = RawHeader {
        magic: MAGIC.into(),
        total_size: size(strings_at + writer.strings.len())?.into(),
        structure_at: size(structure_at)?.into(),
        strings_at: size(strings_at)?.into(),
        reservations_at: size(reservations_at)?.into(),
        version: VERSION.into(),
        last_compatible_version: 0.into(),
        boot_cpu: 0.into(),
        strings_size: size(writer.strings.len())?.into(),
        structure_size: size(writer.structure.len())?.into(),
    };
    Ok([bytemuck::bytes_of(&header), &NO_RESERVATIONS, &writer.structure, &writer.strings].concat())
}

/// A size or an offset as the format states it.
fn narrow(size: usize, what: impl Fn() -> String) -> Result<u32, PartitionMetadataError> {
    u32::try_from(size).map_err(|_| PartitionMetadataError::TooLarge { what: what() })
}

#[derive(Default)]
struct Writer {
    structure: Vec<u8>,
    strings: Vec<u8>,
}

impl Writer {
    fn word(&mut self, word: u32) {
        self.structure.extend_from_slice(&word.to_be_bytes());
    }

    fn align(&mut self) {
        self.structure.resize(self.structure.len().next_multiple_of(ALIGNMENT), 0);
    }

    fn node(&mut self, name: &str, tree: &Tree) -> Result<(), SectionError> {
        self.word(BEGIN_NODE);
        bytes::push_text(&mut self.structure, name)?;
        self.align();
        let is_property = |name: &str| property::known(name).is_some();
        for (name, value) in tree.children().filter(|(name, _)| is_property(name)) {
            self.property(name, value)?;
        }
        for (name, node) in tree.children().filter(|(name, _)| !is_property(name)) {
            self.node(name, node)?;
        }
        self.word(END_NODE);
        Ok(())
    }

    fn property(&mut self, name: &str, value: &Tree) -> Result<(), SectionError> {
        let value = property::write(name, value)?;
        let size = narrow(value.len(), || format!("`{name}` has"))?;
        let name_at = self.name(name)?;
        self.word(PROPERTY);
        self.word(size);
        self.word(name_at);
        self.structure.extend_from_slice(&value);
        self.align();
        Ok(())
    }

    /// Where the block of names has a name: the end of another one will do.
    fn name(&mut self, name: &str) -> Result<u32, SectionError> {
        let mut text = Vec::new();
        bytes::push_text(&mut text, name)?;
        let found = self.strings.windows(text.len()).position(|window| window == text);
        let at = found.unwrap_or_else(|| {
            let end = self.strings.len();
            self.strings.extend_from_slice(&text);
            end
        });
        Ok(narrow(at, || "the names have".to_owned())?)
    }
}
