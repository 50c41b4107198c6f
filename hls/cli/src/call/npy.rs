//! Arrays in NumPy's `.npy` files (NEP 1).

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read as _};
use std::path::Path;

use anyhow::{Context as _, anyhow};
use npyz::{DType, NpyHeader, Order, WriteOptions, WriterBuilder};
use sycl_hls_types::{ElementType, Scalar, ScalarValue};

use super::dtype::{big_endian, check, dimensions, dtype_of, tuple};

/// An array in the order of its memory, the last dimension fastest.
#[derive(Clone, PartialEq, Debug)]
pub struct Array {
    /// NumPy's type of the elements, in which they are also written.
    pub dtype: DType,
    pub shape: Vec<u64>,
    /// The scalars of all elements.
    pub values: Vec<ScalarValue>,
}

/// An array of any number of dimensions, which must have elements of the type `element` and lie in memory in C's
/// order.
pub fn read(path: &Path, element: &ElementType) -> anyhow::Result<Array> {
    let file = File::open(path)?;
    let bytes = file.metadata()?.len();
    let mut reader = BufReader::new(file);
    let header = NpyHeader::from_reader(&mut reader).context("not a .npy file")?;
    check_shape(header.shape(), header.order())?;
    let array = Array { dtype: header.dtype(), shape: header.shape().to_vec(), values: Vec::new() };
    array.fits(element)?;
    // A header that promises more than the file holds must not make us ask for that much memory.
    let truncated = || anyhow!("the file is truncated: its header promises {} elements", header.len());
    let size = dimensions(element).1.size();
    let wanted = header.len().checked_mul(size).filter(|wanted| *wanted <= bytes).ok_or_else(truncated)?;
    let mut data = vec![0; usize::try_from(wanted).map_err(|_| truncated())?];
    reader.read_exact(&mut data).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => truncated(),
        _ => anyhow::Error::new(error).context("the file cannot be read"),
    })?;
    let values = decode(&data, &array.dtype, element);
    Ok(Array { values, ..array })
}

impl Array {
    /// An array of one dimension without elements.
    ///
    /// # Errors
    /// When NumPy has no such elements.
    pub fn empty(element: &ElementType) -> anyhow::Result<Self> {
        Ok(Self { dtype: dtype_of(element)?, shape: vec![0], values: Vec::new() })
    }

    /// Says what keeps a kernel from seeing the array as a slice of such elements. Elements that are arrays are the
    /// last dimensions.
    ///
    /// # Errors
    /// When the elements or the last dimensions are others.
    pub fn fits(&self, element: &ElementType) -> anyhow::Result<()> {
        let (last, inner) = dimensions(element);
        check(&self.dtype, inner)?;
        // An array of just these dimensions is one element.
        if self.shape.ends_with(&last) {
            return Ok(());
        }
        let lengths: Vec<String> = last.iter().map(u64::to_string).collect();
        let lengths = lengths.join(", ");
        Err(anyhow!(
            "its shape is {}, for elements {element} the kernel takes (.., n, {lengths}); \
             in NumPy: `x.reshape(-1, {lengths})`",
            tuple(&self.shape),
        ))
    }
}

/// A kernel sees an array of several dimensions as a flat slice, the last dimension fastest.
fn check_shape(shape: &[u64], order: Order) -> anyhow::Result<()> {
    match (shape, order) {
        ([], _) => Err(anyhow!("it is a single number; in NumPy: `x.reshape(1)`")),
        ([_, _, ..], Order::Fortran) => {
            let order = "it is in Fortran's order, and kernels see rows";
            Err(anyhow!("{order}; in NumPy: `np.ascontiguousarray(x)`"))
        }
        _ => Ok(()),
    }
}

/// The scalars of elements as they lie in a file. They have no padding, or they would not fit.
fn decode(mut data: &[u8], dtype: &DType, element: &ElementType) -> Vec<ScalarValue> {
    let scalars = dimensions(element).1.scalars().into_iter().map(|(_, scalar)| scalar);
    let form: Vec<(Scalar, bool)> = scalars.zip(big_endian(dtype)).collect();
    let mut values = Vec::new();
    for (scalar, big) in form.into_iter().cycle() {
        let Some((bytes, rest)) = data.split_at_checked(scalar.bytes()) else { break };
        values.push(ScalarValue::from_bits(scalar, bits(bytes, big)));
        data = rest;
    }
    values
}

fn bits(bytes: &[u8], big: bool) -> u64 {
    let join = |word: u64, byte: &u8| word << 8 | u64::from(*byte);
    if big { bytes.iter().fold(0, join) } else { bytes.iter().rev().fold(0, join) }
}

/// The bytes of a file with this array, with the type that it was read with. The header is npyz's.
pub fn encode(array: &Array) -> std::io::Result<Vec<u8>> {
    let options = WriteOptions::new_header_only().dtype(array.dtype.clone()).shape(&array.shape);
    let mut file = options.writer(Vec::new()).write_header_only()?;
    for (value, big) in array.values.iter().zip(big_endian(&array.dtype).into_iter().cycle()) {
        let mut bytes = value.to_le_bytes();
        if big {
            bytes.reverse();
        }
        file.extend(bytes);
    }
    Ok(file)
}
#[cfg(test)]
mod tests {
    use super::super::dtype::type_str;
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
        for element in Scalar::NATIVE.into_iter().filter(|element| *element != Scalar::Bool) {
            let values: Vec<ScalarValue> =
                [0, 1, 2, u64::MAX].iter().map(|bits| ScalarValue::from_bits(element, *bits)).collect();
            for shape in [vec![4], vec![2, 2], vec![1, 2, 2]] {
                for dtype in [type_str(element).to_owned(), type_str(element).replace('<', ">")] {
                    let dtype = DType::Plain(dtype.parse().unwrap());
                    let array = Array { dtype, shape: shape.clone(), values: values.clone() };
                    let file = file(&encode(&array).unwrap());
                    assert_eq!(read(file.path(), &element.into()).unwrap(), array, "{element}");
                }
            }
        }
    }

    #[test]
    fn big_endian_files_are_read() {
        let file = array(">i4", &[1], Order::C, &[0, 0, 1, 0]);
        assert_eq!(read(file.path(), &Scalar::I32.into()).unwrap().values, [ScalarValue::from(256_i32)]);
    }

    #[test]
    fn what_does_not_fit_is_said_with_numpys_words() {
        let error =
            |file: &tempfile::NamedTempFile| read(file.path(), &Scalar::F32.into()).unwrap_err().to_string();
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
        assert!(read(column.path(), &Scalar::F32.into()).is_ok(), "one dimension has one order");
    }

    #[test]
    fn damaged_files_are_refused() {
        let huge = array("<f4", &[1 << 60], Order::C, &[0; 8]);
        assert!(read(huge.path(), &Scalar::F32.into()).unwrap_err().to_string().contains("truncated"));
        let overflowing = array("<f8", &[u64::MAX], Order::C, &[]);
        assert!(read(overflowing.path(), &Scalar::F64.into()).is_err());
        assert!(
            read(file(b"not numpy").path(), &Scalar::F32.into())
                .unwrap_err()
                .to_string()
                .contains("not a .npy file")
        );
        assert!(read(file(b"").path(), &Scalar::F32.into()).is_err());
        assert!(read(Path::new("/nonexistent.npy"), &Scalar::F32.into()).is_err());
    }
    #[test]
    fn elements_that_are_arrays_are_the_last_dimensions() {
        let row = |len| ElementType::Array { element: Box::new(Scalar::U8.into()), len };
        let rows = ElementType::Array { element: Box::new(row(2)), len: 3 };
        let file = array("|u1", &[1, 3, 2], Order::C, &[1, 2, 3, 4, 5, 6]);
        assert_eq!(read(file.path(), &rows).unwrap().values.len(), 6);
        assert!(read(file.path(), &row(2)).is_ok());
        assert_eq!(
            read(file.path(), &row(3)).unwrap_err().to_string(),
            "its shape is (1, 3, 2), for elements [u8; 3] the kernel takes (.., n, 3); in NumPy: `x.reshape(-1, 3)`"
        );
        let one = array("|u1", &[2], Order::C, &[1, 2]);
        assert_eq!(read(one.path(), &row(2)).unwrap().values.len(), 2);
        assert!(read(one.path(), &row(3)).unwrap_err().to_string().starts_with("its shape is (2,), "));
        assert!(read(one.path(), &rows).is_err());
    }
}
