//! The arrays of a call, which kernels share by the names of their files.

use std::collections::BTreeMap;
use std::path::Path;

use sycl_hls_types::{ElementType, ScalarValue};
use xclbin_tools::write_atomically;

use super::npy::{self, Array};
use crate::failure::Failure;

/// All arrays. A kernel's argument has its array's number.
#[derive(Debug, Default)]
pub struct Arrays {
    arrays: Vec<Array>,
    /// The arrays that the next kernel finds, by their files' names.
    named: BTreeMap<String, usize>,
    /// What is to be written in the end.
    outputs: BTreeMap<String, Vec<u8>>,
}

impl Arrays {
    /// The array with a file's name: what an earlier kernel made of it, or what is in the file.
    pub fn find(&mut self, name: &str, element: &ElementType) -> anyhow::Result<usize> {
        if let Some(&index) = self.named.get(name) {
            return self.arrays[index].fits(element).map(|()| index);
        }
        let array = npy::read(name.as_ref(), element)?;
        self.arrays.push(array);
        self.named.insert(name.to_owned(), self.arrays.len() - 1);
        Ok(self.arrays.len() - 1)
    }

    /// A new array for what a kernel makes of `input`, with a file's name for the kernels that follow.
    pub fn output(&mut self, input: usize, name: &str) -> usize {
        self.arrays.push(self.arrays[input].clone());
        self.named.insert(name.to_owned(), self.arrays.len() - 1);
        self.arrays.len() - 1
    }

    /// An array without elements.
    ///
    /// # Errors
    /// When NumPy has no such elements.
    pub fn empty(&mut self, element: &ElementType) -> anyhow::Result<usize> {
        self.arrays.push(Array::empty(element)?);
        Ok(self.arrays.len() - 1)
    }

    /// The kernels that follow find the array under a file's name.
    pub fn name(&mut self, index: usize, name: &str) {
        self.named.insert(name.to_owned(), index);
    }

    /// A kernel has written so many elements, one after another.
    pub fn fill(&mut self, index: usize, count: usize, values: Vec<ScalarValue>) {
        let array = &mut self.arrays[index];
        array.shape = vec![count as u64];
        array.values = values;
    }

    pub fn get(&self, index: usize) -> &Array {
        &self.arrays[index]
    }

    pub fn values_mut(&mut self, index: usize) -> &mut Vec<ScalarValue> {
        &mut self.arrays[index].values
    }

    /// A kernel is done: `output` gets what became of `input`, and its file will hold that.
    pub fn keep(&mut self, input: usize, output: usize, name: &str) -> anyhow::Result<()> {
        let array = self.arrays[input].clone();
        self.outputs.insert(name.to_owned(), npy::encode(&array)?);
        self.arrays[output] = array;
        Ok(())
    }

    /// Writes the outputs. A file that is there stays until the new one is complete.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self) -> anyhow::Result<()> {
        for (name, bytes) in &self.outputs {
            write_atomically(Path::new(name), bytes).map_err(|error| Failure::user(error.to_string()))?;
        }
        Ok(())
    }
}
