//! Structs by value: their fields are given one by one, as `NAME.FIELD=VALUE`.
//!
//! No character of that has a meaning to a shell. An array is given whole, its numbers divided by commas and row by
//! row, or in parts: `p.vel=1.0,2.0` or `p.vel.0=1.0 p.vel.1=2.0`.

use anyhow::{Context as _, bail};
use sycl_hls_types::{ElementType, ScalarValue, StructLayout};

use super::literal;

/// What stands on the command line for a part of a struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// The fields and indices that lead to it, with dots between them.
    pub path: &'a str,
    pub value: &'a str,
}

/// The scalars of the struct `name`, in order.
///
/// # Errors
/// When a part is missing, unknown, given twice, or no value of its type.
pub fn read(name: &str, layout: &StructLayout, parts: &[Part<'_>]) -> anyhow::Result<Vec<ScalarValue>> {
    let whole = ElementType::Struct(layout.clone());
    let mut values: Vec<Option<ScalarValue>> = vec![None; whole.scalars().len()];
    for part in parts {
        let (first, ty) = find(name, &whole, part.path)?;
        let path = format!("{name}.{}", part.path);
        let scalars = scalars_of(ty).with_context(|| {
            format!("`{path}` is {}: give its parts one by one, as `{path}.PART=VALUE`", ty.description())
        })?;
        let texts: Vec<&str> = part.value.split(',').collect();
        if texts.len() != scalars.len() {
            let (wanted, found) = (scalars.len(), texts.len());
            bail!("`{path}` is {ty}: it takes {wanted} value(s) with commas between them, not {found}");
        }
        for ((scalar, text), slot) in scalars.into_iter().zip(texts).zip(&mut values[first..]) {
            let value =
                literal::parse(text, scalar).with_context(|| format!("`{path}`: `{text}` is no {scalar}"))?;
            if slot.replace(value).is_some() {
                bail!("`{path}` is given twice");
            }
        }
    }
    let missing = |index: usize| format!("`{name}{}` is missing", path_of(&whole, index));
    values.into_iter().enumerate().map(|(index, value)| value.with_context(|| missing(index))).collect()
}

/// The number of scalars before a part, and its type.
fn find<'t>(name: &str, whole: &'t ElementType, path: &str) -> anyhow::Result<(usize, &'t ElementType)> {
    let (mut first, mut ty, mut reached) = (0, whole, name.to_owned());
    for segment in path.split('.') {
        let skipped = match ty {
            ElementType::Struct(layout) => {
                let at = layout.fields.iter().position(|field| field.name == segment);
                let at = at.with_context(|| format!("`{reached}` has no field `{segment}`"))?;
                ty = &layout.fields[at].ty;
                layout.fields[..at].iter().map(|field| field.ty.scalars().len()).sum()
            }
            ElementType::Array { element, len } => {
                let index = segment.parse::<usize>().ok().filter(|index| (*index as u64) < *len);
                let index =
                    index.with_context(|| format!("`{reached}` is {ty}: it has no element `{segment}`"))?;
                ty = element;
                index * element.scalars().len()
            }
            ElementType::Scalar(scalar) => bail!("`{reached}` is {scalar}: it has no fields"),
        };
        first += skipped;
        reached = format!("{reached}.{segment}");
    }
    Ok((first, ty))
}

/// The scalars in a scalar or an array, row by row; of structs, only their names say which is which.
fn scalars_of(ty: &ElementType) -> Option<Vec<sycl_hls_types::Scalar>> {
    match super::dtype::dimensions(ty).1 {
        ElementType::Scalar(_) => Some(ty.scalars().into_iter().map(|(_, scalar)| scalar).collect()),
        _ => None,
    }
}

/// How a scalar of a type is written, by its number.
fn path_of(ty: &ElementType, mut index: usize) -> String {
    match ty {
        ElementType::Scalar(_) => String::new(),
        ElementType::Array { element, .. } => {
            let each = element.scalars().len().max(1);
            format!(".{}{}", index / each, path_of(element, index % each))
        }
        ElementType::Struct(layout) => {
            for field in &layout.fields {
                let count = field.ty.scalars().len();
                if index < count {
                    return format!(".{}{}", field.name, path_of(&field.ty, index));
                }
                index -= count;
            }
            String::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use sycl_hls_types::Scalar;

    use super::*;

    /// `struct Body { pos: Point, vel: [[i16; 2]; 2], ends: [Point; 2], id: u64 }`
    fn body() -> StructLayout {
        let array = |element, len| ElementType::Array { element: Box::new(element), len };
        let fields = [("x".to_owned(), Scalar::F32.into()), ("y".to_owned(), Scalar::F32.into())];
        let point = ElementType::Struct(StructLayout::new("Point", fields));
        let fields = [
            ("pos".to_owned(), point.clone()),
            ("vel".to_owned(), array(array(Scalar::I16.into(), 2), 2)),
            ("ends".to_owned(), array(point, 2)),
            ("id".to_owned(), Scalar::U64.into()),
        ];
        StructLayout::new("Body", fields)
    }

    fn parsed(text: &str) -> anyhow::Result<Vec<ScalarValue>> {
        let parts: Vec<Part<'_>> = text
            .split_whitespace()
            .filter_map(|word| word.split_once('='))
            .map(|(path, value)| Part { path, value })
            .collect();
        read("b", &body(), &parts)
    }

    const ENDS: &str = "ends.0.x=3 ends.0.y=4 ends.1.x=5 ends.1.y=6";

    #[test]
    fn parts_in_any_order() {
        let all = parsed(&format!("id=7 pos.y=-2.5 pos.x=1 {ENDS} vel=1,-2,3,4")).unwrap();
        let expected =
            "[1.0_f32, -2.5_f32, 1_i16, -2_i16, 3_i16, 4_i16, 3.0_f32, 4.0_f32, 5.0_f32, 6.0_f32, 7_u64]";
        assert_eq!(format!("{all:?}"), expected);
        let rows = parsed(&format!("id=7 pos.y=-2.5 pos.x=1 {ENDS} vel.1=3,4 vel.0.1=-2 vel.0.0=1"));
        assert_eq!(rows.unwrap(), all);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |text: &str| format!("{:#}", parsed(text).unwrap_err());
        assert_eq!(error("pos.x=1"), "`b.pos.y` is missing");
        assert_eq!(error("pos.x=1 pos.y=1 vel=1,2,3,4 ends.0.x=3 ends.0.y=4"), "`b.ends.1.x` is missing");
        assert_eq!(error("pos.x=1 pos.y=1 vel.0=1,2"), "`b.vel.1.0` is missing");
        assert_eq!(error("pos.z=1"), "`b.pos` has no field `z`");
        assert_eq!(error("id.x=1"), "`b.id` is u64: it has no fields");
        assert_eq!(error("vel.2=1,2"), "`b.vel` is [[i16; 2]; 2]: it has no element `2`");
        assert_eq!(
            error("vel=1,2"),
            "`b.vel` is [[i16; 2]; 2]: it takes 4 value(s) with commas between them, not 2"
        );
        assert_eq!(error("vel=1,2,3,4 vel.1.1=5"), "`b.vel.1.1` is given twice");
        assert_eq!(error("id=-1"), "`b.id`: `-1` is no u64: u64 goes from 0 to 18446744073709551615");
        let point = "`b.pos` is Point { x: f32, y: f32 }: give its parts one by one, as `b.pos.PART=VALUE`";
        assert_eq!(error("pos=1,2"), point);
        assert!(
            error("ends=1,2,3,4").starts_with("`b.ends` is [Point { x: f32, y: f32 }; 2]: give its parts")
        );
    }
}
