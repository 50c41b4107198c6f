//! Kernels of PolyBench/C 4.2 and of MachSuite, written anew from their algorithms, with small sizes.

pub mod graphs;
pub mod linear;
pub mod machine;
pub mod solvers;
pub mod sorting;
pub mod stencils;
