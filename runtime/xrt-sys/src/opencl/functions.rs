//! A module with `unsafe` code: those of OpenCL's functions that are used, found in the loader of its implementations by name.
//!
//! Their types are those of [`opencl_sys`], which is not linked with the loader.
#![allow(unsafe_code)]

use std::mem::ManuallyDrop;

use libloading::Library;
use opencl_sys::cl_function_types::{
    clBuildProgram_t, clCreateBuffer_t, clCreateCommandQueue_t, clCreateContext_t, clCreateKernel_t,
    clCreateProgramWithBinary_t, clEnqueueNDRangeKernel_t, clEnqueueReadBuffer_t, clEnqueueWriteBuffer_t,
    clFinish_t, clGetDeviceIDs_t, clGetEventInfo_t, clGetPlatformIDs_t, clGetPlatformInfo_t,
    clReleaseCommandQueue_t, clReleaseContext_t, clReleaseEvent_t, clReleaseKernel_t, clReleaseMemObject_t,
    clReleaseProgram_t, clSetKernelArg_t,
};
use opencl_sys::{CL_SUCCESS, cl_int};

use crate::Unavailable;
use crate::functions::{Handle, function};

/// The loader of implementations.
const LOADER: &str = "libOpenCL.so.1";

/// The function in an `Option` of one.
type In<T> = <T as IntoIterator>::Item;

macro_rules! functions {
    ($($field:ident = $name:ident: $type:ty;)*) => {
        /// OpenCL's functions.
        pub(crate) struct Functions {
            $(pub $field: In<$type>,)*
        }

        impl Functions {
            /// # Errors
            /// When there is no loader, or it lacks a function.
            pub(super) fn load() -> Result<Self, Unavailable> {
                // SAFETY: loading runs the initializers of the loader, which is trusted as any library that a program is linked
                // with.
                let library = unsafe { Library::new(LOADER) };
                let library = library.map_err(|error| Unavailable::NoLoader(error.to_string()))?;
                // Functions live as long as their library: it is never unloaded.
                let library = ManuallyDrop::new(library);
                let lacks = |name| move |_| Unavailable::NoLoader(format!("it has no function `{name}`"));
                // SAFETY: the types are those of the names.
                unsafe {
                    Ok(Self {
                        $($field: function(&library, stringify!($name)).map_err(lacks(stringify!($name)))?,)*
                    })
                }
            }
        }
    };
}

functions! {
    platform_ids = clGetPlatformIDs: clGetPlatformIDs_t;
    platform_info = clGetPlatformInfo: clGetPlatformInfo_t;
    device_ids = clGetDeviceIDs: clGetDeviceIDs_t;
    create_context = clCreateContext: clCreateContext_t;
    release_context = clReleaseContext: clReleaseContext_t;
    create_program = clCreateProgramWithBinary: clCreateProgramWithBinary_t;
    build_program = clBuildProgram: clBuildProgram_t;
    release_program = clReleaseProgram: clReleaseProgram_t;
    create_queue = clCreateCommandQueue: clCreateCommandQueue_t;
    release_queue = clReleaseCommandQueue: clReleaseCommandQueue_t;
    finish = clFinish: clFinish_t;
    create_kernel = clCreateKernel: clCreateKernel_t;
    set_kernel_arg = clSetKernelArg: clSetKernelArg_t;
    release_kernel = clReleaseKernel: clReleaseKernel_t;
    create_buffer = clCreateBuffer: clCreateBuffer_t;
    write_buffer = clEnqueueWriteBuffer: clEnqueueWriteBuffer_t;
    read_buffer = clEnqueueReadBuffer: clEnqueueReadBuffer_t;
    release_buffer = clReleaseMemObject: clReleaseMemObject_t;
    run_kernel = clEnqueueNDRangeKernel: clEnqueueNDRangeKernel_t;
    event_info = clGetEventInfo: clGetEventInfo_t;
    release_event = clReleaseEvent: clReleaseEvent_t;
}

/// Success, or the code of an error.
///
/// # Errors
/// When the code is one.
pub(super) fn done(code: cl_int) -> Result<(), cl_int> {
    if code == CL_SUCCESS { Ok(()) } else { Err(code) }
}

/// The object that a function makes, which tells of success through a pointer.
///
/// # Errors
/// When there is none.
pub(super) fn made(make: impl FnOnce(*mut cl_int) -> Handle) -> Result<Handle, cl_int> {
    let mut code = CL_SUCCESS;
    let object = make(&raw mut code);
    done(code).map(|()| object)
}

/// The event of a command that was enqueued: the function puts it where the pointer leads.
///
/// # Errors
/// When there is none.
pub(super) fn enqueued(enqueue: impl FnOnce(*mut Handle) -> cl_int) -> Result<Handle, cl_int> {
    let mut event = std::ptr::null_mut();
    done(enqueue(&raw mut event)).map(|()| event)
}
