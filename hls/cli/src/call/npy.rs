//! Arrays in NumPy's `.npy` files (NEP 1).

use std::fs::File;
use std::io::{BufReader, ErrorKind};
use std::path::Path;

use npyz::{DType, NpyFile, Order, TypeStr, WriteOptions, WriterBuilder};
use sycl_hls_types::{Scalar, ScalarValue};

use super::arrays::Array;

/// An array of any number of dimensions, which must have the element type `element` and lie in memory in C's order.
pub fn read(path: &Path, element: Scalar) -> Result<Array, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let bytes = file.metadata().map_err(|error| error.to_string())?.len();
    let array = NpyFile::new(BufReader::new(file)).map_err(|error| format!("not a .npy file: {error}"))?;
    check_type(&array.dtype(), element)?;
    check_shape(array.shape(), array.order())?;
    // A header that promises more than the file holds must not make us ask for that much memory.
    let elements = array.len();
    let truncated = || format!("the file is truncated: its header promises {elements} elements");
    let wanted = elements.checked_mul(element.bytes() as u64);
    if wanted.is_none_or(|wanted| wanted > bytes) {
        return Err(truncated());
    }
    let shape = array.shape().to_vec();
    let values = match element {
        Scalar::Bool => return Err("arrays of bool are no arguments".to_owned()),
        Scalar::U8 => read_all::<u8>(array),
        Scalar::U16 => read_all::<u16>(array),
        Scalar::U32 => read_all::<u32>(array),
        Scalar::U64 => read_all::<u64>(array),
        Scalar::I8 => read_all::<i8>(array),
        Scalar::I16 => read_all::<i16>(array),
        Scalar::I32 => read_all::<i32>(array),
        Scalar::I64 => read_all::<i64>(array),
        Scalar::F32 => read_all::<f32>(array),
        Scalar::F64 => read_all::<f64>(array),
    };
    let values = values.map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => truncated(),
        _ => format!("the file cannot be read: {error}"),
    })?;
    Ok(Array { element, shape, values })
}

fn read_all<T: npyz::Deserialize + Into<ScalarValue>>(
    array: NpyFile<BufReader<File>>,
) -> std::io::Result<Vec<ScalarValue>> {
    Ok(array.into_vec::<T>()?.into_iter().map(Into::into).collect())
}

fn check_type(found: &DType, element: Scalar) -> Result<(), String> {
    let DType::Plain(plain) = found else {
        return Err(format!("its elements are structured, the kernel takes {element}"));
    };
    let text = plain.to_string();
    // The first character is the byte order, which the reader takes care of.
    if text.get(1..) == type_str(element).get(1..) {
        return Ok(());
    }
    let help = format!("in NumPy: `x.astype(np.{})`", numpy_name(element));
    Err(format!("its elements are `{text}`, the kernel takes {element}; {help}"))
}

/// A kernel sees an array of several dimensions as a flat slice, the last dimension fastest.
fn check_shape(shape: &[u64], order: Order) -> Result<(), String> {
    match (shape, order) {
        ([], _) => Err("it is a single number; in NumPy: `x.reshape(1)`".to_owned()),
        ([_, _, ..], Order::Fortran) => {
            let order = "it is in Fortran's order, and kernels see rows";
            Err(format!("{order}; in NumPy: `np.ascontiguousarray(x)`"))
        }
        _ => Ok(()),
    }
}

fn numpy_name(element: Scalar) -> &'static str {
    match element {
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
    }
}

fn type_str(element: Scalar) -> &'static str {
    match element {
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
    }
}

/// The bytes of a file with this array. The header is npyz's; the elements already have the form that they have in the
/// file.
pub fn encode(array: &Array) -> std::io::Result<Vec<u8>> {
    let ty: TypeStr = type_str(array.element).parse().map_err(std::io::Error::other)?;
    let options = WriteOptions::new_header_only().dtype(DType::Plain(ty)).shape(&array.shape);
    let mut bytes = options.writer(Vec::new()).write_header_only()?;
    bytes.extend(array.values.iter().flat_map(|value| value.to_le_bytes()));
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        file
    }

    fn array(dtype: &str, shape: &[u64], order: Order, data: &[u8]) -> tempfile::NamedTempFile {
        let dtype = DType::Plain(dtype.parse().unwrap());
        let options = WriteOptions::new_header_only().dtype(dtype).shape(shape).order(order);
        let mut bytes = options.writer(Vec::new()).write_header_only().unwrap();
        bytes.extend_from_slice(data);
        file(&bytes)
    }

    #[test]
    fn every_element_type_and_shape_survives() {
        for element in Scalar::ALL.into_iter().filter(|element| *element != Scalar::Bool) {
            let values: Vec<ScalarValue> =
                [0, 1, 2, u64::MAX].iter().map(|bits| ScalarValue::from_bits(element, *bits)).collect();
            for shape in [vec![4], vec![2, 2], vec![1, 2, 2]] {
                let array = Array { element, shape, values: values.clone() };
                let file = file(&encode(&array).unwrap());
                assert_eq!(read(file.path(), element).unwrap(), array, "{element}");
            }
        }
    }

    #[test]
    fn big_endian_files_are_read() {
        let file = array(">i4", &[1], Order::C, &[0, 0, 1, 0]);
        assert_eq!(read(file.path(), Scalar::I32).unwrap().values, [ScalarValue::from(256_i32)]);
    }

    #[test]
    fn what_does_not_fit_is_said_with_numpys_words() {
        let error = |file: &tempfile::NamedTempFile| read(file.path(), Scalar::F32).unwrap_err();
        assert_eq!(
            error(&array("<f8", &[2], Order::C, &[0; 16])),
            "its elements are `<f8`, the kernel takes f32; in NumPy: `x.astype(np.float32)`"
        );
        assert_eq!(
            error(&array("<f4", &[2, 3], Order::Fortran, &[0; 24])),
            "it is in Fortran's order, and kernels see rows; in NumPy: `np.ascontiguousarray(x)`"
        );
        assert_eq!(
            error(&array("<f4", &[], Order::C, &[0; 4])),
            "it is a single number; in NumPy: `x.reshape(1)`"
        );
        let column = array("<f4", &[1], Order::Fortran, &[0; 4]);
        assert!(read(column.path(), Scalar::F32).is_ok(), "one dimension has one order");
    }

    #[test]
    fn damaged_files_are_refused() {
        let huge = array("<f4", &[1 << 60], Order::C, &[0; 8]);
        assert!(read(huge.path(), Scalar::F32).unwrap_err().contains("truncated"));
        let overflowing = array("<f8", &[u64::MAX], Order::C, &[]);
        assert!(read(overflowing.path(), Scalar::F64).is_err());
        assert!(read(file(b"not numpy").path(), Scalar::F32).unwrap_err().contains("not a .npy file"));
        assert!(read(file(b"").path(), Scalar::F32).is_err());
        assert!(read(Path::new("/nonexistent.npy"), Scalar::F32).is_err());
    }
}
