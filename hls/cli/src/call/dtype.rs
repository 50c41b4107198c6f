//! NumPy's types of elements (dtypes) against those of kernels: field by field, with NumPy's words for what to do.

use anyhow::anyhow;
use npyz::{DType, Endianness, Field, TypeChar, TypeStr};
use sycl_hls_types::{ElementType, FieldLayout, Scalar, StructLayout};

/// Makes a structured array of what lies at other places, or in another order.
const REPACK: &str = "in NumPy: `np.lib.recfunctions.repack_fields(x[[..]])` with the fields in order";

/// Says what keeps elements of the type `found` from being elements of the type `element`.
///
/// # Errors
/// When they are anything else, in whatever field.
pub fn check(found: &DType, element: &ElementType) -> anyhow::Result<()> {
    match (found, element) {
        (DType::Plain(plain), ElementType::Scalar(scalar)) if is(plain, *scalar) => Ok(()),
        (DType::Plain(plain), ElementType::Scalar(scalar)) => {
            let help = format!("in NumPy: `x.astype(np.{})`", numpy_name(*scalar));
            Err(anyhow!("its elements are `{plain}`, the kernel takes {scalar}; {help}"))
        }
        (DType::Record(fields), ElementType::Struct(layout)) => {
            check_fields(fields, layout, "").map_err(|said| {
                // Where the fields are the same, NumPy converts them.
                let help = match said.cause {
                    Cause::Type => format!("in NumPy: `x.astype({})`", descr(element)),
                    Cause::Fields => format!("the kernel takes the dtype `{}`", descr(element)),
                    Cause::Place => REPACK.to_owned(),
                };
                anyhow!("{}; {help}", said.message)
            })
        }
        (DType::Plain(plain), element) => Err(anyhow!(
            "its elements are `{plain}`, the kernel takes structs `{element}`; in NumPy: an array with the dtype `{}`",
            descr(element)
        )),
        (_, element) => Err(anyhow!("its elements are structured, the kernel takes {element}")),
    }
}

/// What is wrong with a field.
struct Misfit {
    cause: Cause,
    message: String,
}

/// What kind of thing is wrong, which decides what helps.
enum Cause {
    /// A field has another type.
    Type,
    /// There are other fields.
    Fields,
    /// The fields lie at other places.
    Place,
}

impl Misfit {
    fn new(cause: Cause, message: String) -> Self {
        Self { cause, message }
    }
}

/// Compares the fields of the struct at `path`, which is empty or ends with a dot.
fn check_fields(found: &[Field], layout: &StructLayout, path: &str) -> Result<(), Misfit> {
    let named = || found.iter().filter(|field| !is_padding(field));
    for wanted in &layout.fields {
        if !named().any(|field| field.name == wanted.name) {
            let message =
                format!("its elements have no field `{path}{}` as `{}` has", wanted.name, layout.name);
            return Err(Misfit::new(Cause::Fields, message));
        }
    }
    if let Some(field) = named().find(|field| !layout.fields.iter().any(|wanted| wanted.name == field.name)) {
        let message =
            format!("its elements have a field `{path}{}`, which `{}` has not", field.name, layout.name);
        return Err(Misfit::new(Cause::Fields, message));
    }
    if !named().map(|field| &field.name).eq(layout.fields.iter().map(|wanted| &wanted.name)) {
        let names = |names: Vec<&str>| names.join(", ");
        let message = format!(
            "its fields are in the order {}, those of `{}` in the order {}",
            names(named().map(|field| &*field.name).collect()),
            layout.name,
            names(layout.fields.iter().map(|wanted| &*wanted.name).collect()),
        );
        return Err(Misfit::new(Cause::Place, message));
    }
    for (field, wanted) in named().zip(&layout.fields) {
        check_field(&field.dtype, &wanted.ty, &format!("{path}{}", wanted.name))?;
    }
    check_padding(found, layout, path)
}

/// Elements of slices have no padding, so what has some lies at other places.
fn check_padding(found: &[Field], layout: &StructLayout, path: &str) -> Result<(), Misfit> {
    let Some(at) = found.iter().position(is_padding) else { return Ok(()) };
    let bytes = found[at].dtype.num_bytes().unwrap_or_default();
    let place = match at.checked_sub(1).map(|before| &found[before].name) {
        Some(before) => format!("after `{path}{before}`"),
        None => "before its first field".to_owned(),
    };
    let message = format!("its elements have {bytes} byte(s) of padding {place}, `{}` has none", layout.name);
    Err(Misfit::new(Cause::Place, message))
}

/// NumPy describes padding as raw bytes without a name.
fn is_padding(field: &Field) -> bool {
    let raw = matches!(&field.dtype, DType::Plain(plain) if plain.type_char() == TypeChar::RawData);
    raw && field.name.is_empty()
}

fn check_field(found: &DType, wanted: &ElementType, path: &str) -> Result<(), Misfit> {
    match (found, wanted) {
        (DType::Plain(plain), ElementType::Scalar(scalar)) if is(plain, *scalar) => Ok(()),
        (DType::Array(count, inner), ElementType::Array { element, len }) if count == len => {
            check_field(inner, element, path)
        }
        (DType::Record(fields), ElementType::Struct(layout)) => {
            check_fields(fields, layout, &format!("{path}."))
        }
        _ => {
            let message = format!("the field `{path}` is {}, the kernel's is {wanted}", shown(found));
            Err(Misfit::new(Cause::Type, message))
        }
    }
}

/// A type in messages.
fn shown(ty: &DType) -> String {
    match ty {
        DType::Plain(plain) => format!("`{plain}`"),
        DType::Array(count, inner) => format!("an array of {count} times {}", shown(inner)),
        DType::Record(_) => "structured".to_owned(),
    }
}

fn is(plain: &TypeStr, scalar: Scalar) -> bool {
    // The first character is the byte order, which the reader takes care of.
    plain.to_string().get(1..) == type_str(scalar).get(1..)
}

/// The type as NumPy's `np.dtype(..)` takes it.
fn descr(element: &ElementType) -> String {
    match element {
        ElementType::Scalar(scalar) => format!("'{}'", type_str(*scalar)),
        ElementType::Array { .. } => {
            let (dims, inner) = dimensions(element);
            format!("{}, {}", descr(inner), tuple(&dims))
        }
        ElementType::Struct(layout) => {
            let fields: Vec<String> = layout
                .fields
                .iter()
                .map(|field| format!("('{}', {})", field.name, descr(&field.ty)))
                .collect();
            format!("[{}]", fields.join(", "))
        }
    }
}

/// The type in which elements are written.
///
/// # Errors
/// When NumPy has no such elements.
pub fn dtype_of(element: &ElementType) -> anyhow::Result<DType> {
    Ok(match element {
        ElementType::Scalar(scalar) => {
            DType::Plain(type_str(*scalar).parse().map_err(|error| anyhow!("{scalar}: {error}"))?)
        }
        ElementType::Array { element, len } => DType::Array(*len, Box::new(dtype_of(element)?)),
        ElementType::Struct(layout) => {
            let field = |field: &FieldLayout| {
                anyhow::Ok(Field { name: field.name.clone(), dtype: dtype_of(&field.ty)? })
            };
            DType::Record(layout.fields.iter().map(field).collect::<Result<_, _>>()?)
        }
    })
}

/// A Python tuple of numbers.
pub fn tuple(numbers: &[u64]) -> String {
    let texts: Vec<String> = numbers.iter().map(u64::to_string).collect();
    match texts.as_slice() {
        [one] => format!("({one},)"),
        many => format!("({})", many.join(", ")),
    }
}

/// The lengths of an array of arrays, the outermost first, and what is in it.
pub fn dimensions(mut element: &ElementType) -> (Vec<u64>, &ElementType) {
    let mut lengths = Vec::new();
    while let ElementType::Array { element: inner, len } = element {
        lengths.push(*len);
        element = inner;
    }
    (lengths, element)
}

/// For each scalar of an element, as it lies in a file: true if its highest byte is the first.
pub fn big_endian(ty: &DType) -> Vec<bool> {
    match ty {
        DType::Plain(plain) => vec![plain.endianness() == Endianness::Big],
        DType::Array(count, inner) => {
            let inner = big_endian(inner);
            (0..*count).flat_map(|_| inner.iter().copied()).collect()
        }
        DType::Record(fields) => fields.iter().flat_map(|field| big_endian(&field.dtype)).collect(),
    }
}

fn numpy_name(scalar: Scalar) -> &'static str {
    match scalar.in_memory() {
        Scalar::Bool => "bool_",
        Scalar::U8 => "uint8",
        Scalar::U16 => "uint16",
        Scalar::U32 => "uint32",
        Scalar::U64 => "uint64",
        Scalar::I8 => "int8",
        Scalar::I16 => "int16",
        Scalar::I32 => "int32",
        Scalar::I64 => "int64",
        Scalar::F32 => "float32",
        Scalar::F64 => "float64",
        // Bytes: no integer of NumPy has such a width.
        Scalar::Int { .. } => "void",
    }
}

/// NumPy's code of a scalar type: of a number of any width, that of what holds it in memory.
pub fn type_str(scalar: Scalar) -> &'static str {
    match scalar.in_memory() {
        Scalar::Bool => "|b1",
        Scalar::U8 => "|u1",
        Scalar::U16 => "<u2",
        Scalar::U32 => "<u4",
        Scalar::U64 => "<u8",
        Scalar::I8 => "|i1",
        Scalar::I16 => "<i2",
        Scalar::I32 => "<i4",
        Scalar::I64 => "<i8",
        Scalar::F32 => "<f4",
        Scalar::F64 => "<f8",
        Scalar::Int { .. } => "|V",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> DType {
        DType::Plain(text.parse().unwrap())
    }

    fn record(fields: &[(&str, DType)]) -> DType {
        let field = |(name, dtype): &(&str, DType)| Field { name: (*name).to_owned(), dtype: dtype.clone() };
        DType::Record(fields.iter().map(field).collect())
    }

    fn array(len: u64, inner: DType) -> DType {
        DType::Array(len, Box::new(inner))
    }

    /// `struct Particle { pos: Point, vel: [[f32; 3]; 2], id: u32 }`
    fn particle() -> ElementType {
        let fields = |fields: Vec<(&str, ElementType)>| -> Vec<(String, ElementType)> {
            fields.into_iter().map(|(name, ty)| (name.to_owned(), ty)).collect()
        };
        let point = fields(vec![("x", Scalar::F32.into()), ("y", Scalar::F32.into())]);
        let point = ElementType::Struct(StructLayout::new("Point", point));
        let row = ElementType::Array { element: Box::new(Scalar::F32.into()), len: 3 };
        let vel = ElementType::Array { element: Box::new(row), len: 2 };
        let all = fields(vec![("pos", point), ("vel", vel), ("id", Scalar::U32.into())]);
        ElementType::Struct(StructLayout::new("Particle", all))
    }

    fn particles(pos: DType, vel: DType) -> DType {
        record(&[("pos", pos), ("vel", vel), ("id", plain("<u4"))])
    }

    fn point() -> DType {
        record(&[("x", plain("<f4")), ("y", plain("<f4"))])
    }

    fn vel() -> DType {
        array(2, array(3, plain("<f4")))
    }

    #[test]
    fn the_same_type_fits_in_either_byte_order() {
        check(&particles(point(), vel()), &particle()).unwrap();
        let big = record(&[("x", plain(">f4")), ("y", plain("<f4"))]);
        let big = particles(big, vel());
        check(&big, &particle()).unwrap();
        let order = big_endian(&big);
        assert_eq!((order.len(), order[0], order[1]), (9, true, false));
    }

    #[test]
    fn every_misfit_names_its_field() {
        let error = |found: &DType| check(found, &particle()).unwrap_err().to_string();
        let narrow = record(&[("x", plain("<f4")), ("y", plain("<f8"))]);
        assert_eq!(
            error(&particles(narrow, vel())),
            "the field `pos.y` is `<f8`, the kernel's is f32; in NumPy: `x.astype([('pos', [('x', '<f4'), \
             ('y', '<f4')]), ('vel', '<f4', (2, 3)), ('id', '<u4')])`"
        );
        let turned = record(&[("y", plain("<f4")), ("x", plain("<f4"))]);
        let said = error(&particles(turned, vel()));
        assert!(
            said.starts_with(
                "its fields are in the order y, x, those of `Point` in the order x, y; in NumPy"
            ),
            "{said}"
        );
        let lacking = record(&[("x", plain("<f4"))]);
        let said = error(&particles(lacking, vel()));
        assert!(
            said.starts_with("its elements have no field `pos.y` as `Point` has; the kernel takes the dtype"),
            "{said}"
        );
        let more = record(&[("x", plain("<f4")), ("y", plain("<f4")), ("z", plain("<f4"))]);
        let said = error(&particles(more, vel()));
        assert!(said.starts_with("its elements have a field `pos.z`, which `Point` has not"), "{said}");
        let said = error(&particles(point(), array(3, array(2, plain("<f4")))));
        assert!(
            said.starts_with("the field `vel` is an array of 3 times an array of 2 times `<f4`, the kernel's is [[f32; 3]; 2]"),
            "{said}"
        );
        let said = error(&particles(plain("<f4"), vel()));
        assert!(said.starts_with("the field `pos` is `<f4`, the kernel's is Point"), "{said}");
    }

    #[test]
    fn padding_is_another_layout() {
        let padded = record(&[("x", plain("<f4")), ("", plain("|V4")), ("y", plain("<f4"))]);
        let said = check(&particles(padded, vel()), &particle()).unwrap_err().to_string();
        assert!(
            said.starts_with("its elements have 4 byte(s) of padding after `pos.x`, `Point` has none"),
            "{said}"
        );
        assert!(said.contains("repack_fields"), "{said}");
    }

    #[test]
    fn scalars_and_structs_are_not_each_other() {
        let said = check(&plain("<f4"), &particle()).unwrap_err().to_string();
        assert!(said.starts_with("its elements are `<f4`, the kernel takes structs `Particle`"), "{said}");
        let said = check(&point(), &Scalar::F32.into()).unwrap_err().to_string();
        assert_eq!(said, "its elements are structured, the kernel takes f32");
    }
}
