//! A module with `unsafe` code: loading a shared object and calling its kernels.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_void};
use std::sync::Arc;

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
use sycl_hls_backend::{ArgError, Args};
use sycl_hls_types::{KernelInterface, SW_EMU_MANIFEST_SYMBOL, sw_emu_entry_symbol};

use crate::error::ImageError;
use crate::frame::Frame;
use crate::sealed::SealedFile;

/// An entry point: see [`sw_emu_entry_symbol`].
type Entry = unsafe extern "C" fn(args: *const *const c_void, trap: *mut u64) -> i32;

/// A loaded shared object of the compiler's making.
pub(crate) struct SharedObject {
    library: Library,
    /// The loader takes two objects of the same path for one, and the path has the number of this file: it stays open as long as
    /// the library is loaded.
    _file: SealedFile,
}

/// A kernel of a shared object.
pub(crate) struct EntryPoint {
    interface: KernelInterface,
    entry: Entry,
    /// Keeps the code loaded.
    _object: Arc<SharedObject>,
}

/// How a run ended: what [`sw_emu_entry_symbol`] describes.
pub(crate) struct Outcome {
    /// What the entry point returned.
    pub status: i32,
    /// What it reports with that status.
    pub report: [u64; 3],
    /// The words that describe processes which cannot go on; otherwise empty.
    pub blocked: Vec<u64>,
}

/// The status of a run that no process can go on with.
pub(crate) const STUCK: i32 = 2;

impl SharedObject {
    /// Loads a shared object from its bytes, by way of memory that no process can change.
    ///
    /// # Errors
    /// When there is no memory for it, or the dynamic linker refuses it.
    pub fn load(object: &[u8]) -> Result<Arc<Self>, ImageError> {
        let file = SealedFile::new("sycl-hls-kernels", object).map_err(ImageError::NoMemory)?;
        // SAFETY: loading runs the object's initializers. The object comes from an image, which by this
        // crate's contract is trusted as a program is; those that the compiler makes have no initializers of
        // effect.
        let library = unsafe { Library::open(Some(file.path()), RTLD_NOW | RTLD_LOCAL) };
        let library = library.map_err(ImageError::NoSharedObject)?;
        Ok(Arc::new(Self { library, _file: file }))
    }

    /// The text of the object's manifest.
    ///
    /// # Errors
    /// When there is none.
    pub fn manifest(&self) -> Result<String, ImageError> {
        let symbol = self.symbol::<*const c_char>(SW_EMU_MANIFEST_SYMBOL)?;
        // SAFETY: the convention makes this symbol a NUL-terminated string, which lives as long as the
        // object.
        let text = unsafe { CStr::from_ptr(symbol) };
        Ok(text.to_string_lossy().into_owned())
    }

    /// The entry point of the kernel with this symbol; `interface` is what the object's manifest says of it.
    ///
    /// # Errors
    /// When there is none.
    pub fn kernel(
        self: &Arc<Self>,
        symbol: &str,
        interface: KernelInterface,
    ) -> Result<EntryPoint, ImageError> {
        let entry = self.symbol::<Entry>(&sw_emu_entry_symbol(symbol))?;
        Ok(EntryPoint { interface, entry, _object: Arc::clone(self) })
    }

    /// The address of a symbol as a `T`, which is a pointer type: the type that the convention gives the
    /// symbol.
    fn symbol<T: Copy>(&self, name: &str) -> Result<T, ImageError> {
        const { assert!(size_of::<T>() == size_of::<*const c_void>()) };
        // SAFETY: only called in this module, with the pointer types that the convention gives these symbols.
        // The result outlives neither the object (it is read at once, or kept beside it in an `EntryPoint`).
        let symbol = unsafe { self.library.get::<T>(name) };
        symbol.map(|symbol| *symbol).map_err(|_| ImageError::NoSymbol { name: name.to_owned() })
    }
}

impl EntryPoint {
    /// What the kernel takes.
    pub const fn interface(&self) -> &KernelInterface {
        &self.interface
    }

    /// Runs the kernel to its end.
    ///
    /// # Errors
    /// When an argument does not fit; the kernel does not run then.
    pub fn run(&self, args: Args<'_>) -> Result<Outcome, ArgError> {
        let frame = Frame::new(&self.interface, args)?;
        let pointers = frame.pointers();
        let mut report = [0; 3];
        // SAFETY: the frame was checked against the parameters that the object states for this entry point,
        // so each pointer is valid for what the kernel does with it (`Frame::pointers`), and `frame`, which
        // owns or borrows all they point to, outlives the call. `report` has room for three words. A kernel
        // keeps no pointer, and an object that breaks its own statement is outside this crate's contract,
        // like any wrong native code.
        let status = unsafe { (self.entry)(pointers.as_ptr(), report.as_mut_ptr()) };
        match status {
            0 => frame.pass_on(|address, length| {
                // SAFETY: the convention makes this so many bytes in the object's memory, which stay as they are until this
                // thread runs a kernel again.
                unsafe { std::slice::from_raw_parts(address.cast(), length) }
            }),
            _ => drop(frame),
        }
        let blocked = match (status, report) {
            (STUCK, [_, address, count]) => {
                let words = std::ptr::with_exposed_provenance::<u64>(address as usize);
                // SAFETY: the convention makes these so many words in the object's memory, which stay as they are until
                // this thread runs a kernel again.
                unsafe { std::slice::from_raw_parts(words, count as usize) }.to_vec()
            }
            _ => Vec::new(),
        };
        Ok(Outcome { status, report, blocked })
    }
}
