//! What can be wrong with the shared library of a kernel.

/// A shared library is none that a kernel can be made of.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// The file is no library.
    #[error("it is no shared library (ELF): {0}")]
    NoElf(object::Error),
    /// A section cannot be read.
    #[error("section {name}: {problem}")]
    Section {
        /// The section.
        name: &'static str,
        /// Why not.
        problem: object::Error,
    },
    /// The debugging information cannot be read.
    #[error("the debugging information (DWARF) is damaged: {0}")]
    Dwarf(gimli::Error),
    /// A function cannot be described.
    #[error("function `{name}`: {problem}")]
    Function {
        /// The function.
        name: String,
        /// Why not.
        problem: Box<LibraryError>,
    },
    /// Types are nested too deeply.
    #[error("types are nested more than {most} deep")]
    TooDeep {
        /// The depth that is allowed.
        most: usize,
    },
    /// The type of an argument is described elsewhere.
    #[error("its types are in another unit; compile without optimization while linking")]
    OtherUnit,
    /// An argument is neither a number nor a pointer.
    #[error("arguments are numbers and pointers to numbers and classes, not {what}")]
    ArgumentKind {
        /// What it is, as DWARF calls it.
        what: &'static str,
    },
    /// The size of an argument is not known.
    #[error("argument `{argument}` of `{kernel}`: values of type `{ty}` are not passed")]
    ArgumentType {
        /// The argument.
        argument: String,
        /// The kernel.
        kernel: String,
        /// The argument's type.
        ty: String,
    },
    /// A function has a name of C++.
    #[error("the function `{name}` has a name of C++; declare it `extern \"C\"`, or `static`")]
    Mangled {
        /// The name.
        name: String,
    },
    /// No instance of the kernel is asked for.
    #[error("a kernel needs at least one instance")]
    NoInstance,
    /// The library has no kernel.
    #[error("the library exports no function of which debugging information (`-g`) tells")]
    NoFunction,
    /// The library has more than one kernel.
    #[error("a library has one kernel, and this one exports the functions {}", names.join(", "))]
    SeveralFunctions {
        /// The functions that could be it.
        names: Vec<String>,
    },
    /// A function that accompanies the kernel has another name.
    #[error("the function `{name}` is not called `{expected}`")]
    CompanionName {
        /// Its name.
        name: String,
        /// The name that it must have.
        expected: String,
    },
    /// A function that accompanies the kernel has other arguments.
    #[error("`{signature}` is not `{expected}`")]
    CompanionType {
        /// Its name and arguments.
        signature: String,
        /// The name and the types of arguments that it must have.
        expected: String,
    },
    /// The kernel does not take XRT's handles.
    #[error("the last argument of `{signature}` is no `{handles}`")]
    NoHandles {
        /// Its name and arguments.
        signature: String,
        /// The type of the argument that is missing.
        handles: &'static str,
    },
}
