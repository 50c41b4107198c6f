//! Public examples of Vitis, written anew from what they compute. Each kernel names its example: "Accel" is
//! Xilinx/Vitis_Accel_Examples at 2022.2, "Introductory" is Xilinx/Vitis-HLS-Introductory-Examples.

pub mod arrays;
pub mod loops;
pub mod memory;
pub mod records;
pub mod system;
