//! What debugging information tells of functions.

use std::borrow::Cow;

use super::LibraryError;
use gimli::{
    AttributeValue, DwAt, DwarfSections, EndianSlice, RunTimeEndian, UnitOffset, UnitRef, constants,
};
use object::{Object as _, ObjectSection as _};

/// How deeply types may be nested.
const MAX_DEPTH: usize = 64;

type Bytes<'a> = EndianSlice<'a, RunTimeEndian>;
type Entry<'a> = gimli::DebuggingInformationEntry<Bytes<'a>>;

/// A function.
pub(super) struct Function {
    /// Name.
    pub name: String,
    /// The arguments: names and types.
    pub args: Vec<(String, Type)>,
}

/// A type.
pub(super) struct Type {
    /// The type as text, without spaces before `*`.
    pub name: String,
    /// Bytes of a value, if it is a number.
    pub size: Option<u64>,
    /// Whether it is a pointer, perhaps by another name.
    pub is_pointer: bool,
}

impl Function {
    /// The function as text.
    pub(super) fn signature(&self) -> String {
        let args: Vec<String> = self.args.iter().map(|(name, ty)| format!("{} {name}", ty.name)).collect();
        format!("{}({})", self.name, args.join(", "))
    }
}

/// Reads the headers of a shared library.
///
/// # Errors
/// When it is none.
pub(super) fn file(library: &[u8]) -> Result<object::File<'_>, LibraryError> {
    object::File::parse(library).map_err(LibraryError::NoElf)
}

/// The functions of these names, each once.
///
/// # Errors
/// When the information is damaged, or tells of a type that kernels do not have.
pub(super) fn functions(library: &[u8], names: &[String]) -> Result<Vec<Function>, LibraryError> {
    let file = file(library)?;
    let endian = if file.is_little_endian() { RunTimeEndian::Little } else { RunTimeEndian::Big };
    let sections = DwarfSections::load(|id| -> Result<Cow<'_, [u8]>, LibraryError> {
        let Some(section) = file.section_by_name(id.name()) else { return Ok(Cow::Borrowed(&[])) };
        section.uncompressed_data().map_err(|problem| LibraryError::Section { name: id.name(), problem })
    })?;
    let dwarf = sections.borrow(|section| EndianSlice::new(section, endian));
    let mut functions: Vec<Function> = Vec::new();
    let mut headers = dwarf.units();
    while let Some(header) = headers.next().map_err(LibraryError::Dwarf)? {
        let unit = dwarf.unit(header).map_err(LibraryError::Dwarf)?;
        for function in of_unit(unit.unit_ref(&dwarf), names)? {
            if functions.iter().all(|known| known.name != function.name) {
                functions.push(function);
            }
        }
    }
    Ok(functions)
}

fn of_unit(unit: UnitRef<'_, Bytes<'_>>, names: &[String]) -> Result<Vec<Function>, LibraryError> {
    let mut functions: Vec<Function> = Vec::new();
    // The nesting of the arguments of the function that is being read.
    let mut inside = None;
    let mut entries = unit.entries();
    while let Some(entry) = entries.next_dfs().map_err(LibraryError::Dwarf)? {
        if entry.tag() == constants::DW_TAG_formal_parameter && inside == Some(entry.depth()) {
            if let Some(function) = functions.last_mut() {
                let ty = ty(unit, entry, 0).map_err(|problem| LibraryError::Function {
                    name: function.name.clone(),
                    problem: Box::new(problem),
                })?;
                function.args.push((text(unit, entry, constants::DW_AT_name)?, ty));
            }
            continue;
        }
        inside = None;
        // A declaration is not the function.
        if entry.tag() == constants::DW_TAG_subprogram && !entry.has_attr(constants::DW_AT_declaration) {
            let name = text(unit, entry, constants::DW_AT_name)?;
            if names.contains(&name) {
                functions.push(Function { name, args: Vec::new() });
                inside = Some(entry.depth() + 1);
            }
        }
    }
    Ok(functions)
}

/// The text of an attribute; an empty one without such an attribute.
fn text<'a>(unit: UnitRef<'_, Bytes<'a>>, entry: &Entry<'a>, name: DwAt) -> Result<String, LibraryError> {
    let Some(value) = entry.attr_value(name) else { return Ok(String::new()) };
    let bytes = unit.attr_string(value).map_err(LibraryError::Dwarf)?;
    Ok(bytes.to_string_lossy().into_owned())
}

/// The type of an entry; `void` if it has none.
fn ty<'a>(unit: UnitRef<'_, Bytes<'a>>, entry: &Entry<'a>, depth: usize) -> Result<Type, LibraryError> {
    match entry.attr_value(constants::DW_AT_type) {
        None => Ok(Type { name: "void".to_owned(), size: None, is_pointer: false }),
        Some(AttributeValue::UnitRef(_)) if depth > MAX_DEPTH => {
            Err(LibraryError::TooDeep { most: MAX_DEPTH })
        }
        Some(AttributeValue::UnitRef(offset)) => at(unit, offset, depth),
        Some(_) => Err(LibraryError::OtherUnit),
    }
}

fn at(unit: UnitRef<'_, Bytes<'_>>, offset: UnitOffset, depth: usize) -> Result<Type, LibraryError> {
    let entry = unit.entry(offset).map_err(LibraryError::Dwarf)?;
    let name = || text(unit, &entry, constants::DW_AT_name);
    let inner = || ty(unit, &entry, depth + 1);
    Ok(match entry.tag() {
        constants::DW_TAG_pointer_type => {
            Type { name: format!("{}*", inner()?.name), size: None, is_pointer: true }
        }
        constants::DW_TAG_const_type => {
            let inner = inner()?;
            Type { name: format!("const {}", inner.name), ..inner }
        }
        constants::DW_TAG_typedef => Type { name: name()?, ..inner()? },
        constants::DW_TAG_base_type => {
            let size = entry.attr(constants::DW_AT_byte_size).and_then(|size| size.udata_value());
            Type { name: name()?, size, is_pointer: false }
        }
        constants::DW_TAG_class_type | constants::DW_TAG_structure_type => {
            Type { name: name()?, size: None, is_pointer: false }
        }
        other => {
            let what = other.static_string().unwrap_or("of an unknown kind");
            return Err(LibraryError::ArgumentKind { what });
        }
    })
}
