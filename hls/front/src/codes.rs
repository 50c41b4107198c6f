//! The codes of all diagnostics. A code never changes its meaning; retired ones are not reused.

use sycl_hls_ir::Code;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $code:literal;)*) => {
        $($(#[doc = $doc])+ pub const $name: Code = Code($code);)*

        /// Every code with what it means, in order.
        pub const CATALOGUE: &[(Code, &str)] = &[$((Code($code), concat!($($doc),+)),)*];
    };
}

codes! {
    /// The text is not Rust.
    SYNTAX = "SH0001";

    /// This kind of item has no place in a kernels module.
    ITEM = "SH0101";
    /// Only the kernel prelude can be imported.
    IMPORT = "SH0102";
    /// Kernels are the same in every configuration.
    CFG = "SH0103";
    /// Macros are not expanded in kernels.
    MACRO = "SH0104";
    /// A kernels module has its contents in braces.
    MODULE = "SH0105";
    /// A function of a kernels module is a plain `fn`.
    FN_QUALIFIER = "SH0106";
    /// Hardware has no call stack.
    RECURSION = "SH0107";
    /// A kernel is an entry point, not a function to call.
    KERNEL_CALL = "SH0108";
    /// A name is defined twice.
    DUPLICATE = "SH0109";
    /// A kernel lists its instances if it has generic parameters, and only then.
    INSTANCES = "SH0110";
    /// The kernel's name is too long for an image.
    KERNEL_NAME = "SH0111";
    /// A kernels module, or an item of one, cannot be imported.
    IMPORTED = "SH0112";

    /// The type is not in the kernel language.
    TYPE = "SH0201";
    /// A kernel takes scalars and slices.
    KERNEL_PARAM = "SH0202";
    /// The bytes of a slice's element must all be valid values.
    ELEMENT = "SH0203";
    /// A kernel returns its results through slices.
    KERNEL_RETURN = "SH0204";
    /// An array's length is a constant.
    ARRAY_LENGTH = "SH0205";
    /// The pattern is not in the kernel language.
    PATTERN = "SH0206";
    /// A helper takes and returns values, and takes references.
    HELPER_SIGNATURE = "SH0207";
    /// A number in a kernel has 1 to 128 bits.
    WIDTH = "SH0208";

    /// The expression is not in the kernel language.
    EXPRESSION = "SH0301";
    /// The name is not known here.
    NAME = "SH0302";
    /// The function is not known here.
    FUNCTION = "SH0303";
    /// The method is not in the kernel language.
    METHOD = "SH0304";
    /// The variable is not mutable.
    IMMUTABLE = "SH0305";
    /// Memory behind `&mut` is reached in two ways.
    ALIAS = "SH0306";
    /// The literal is not in the kernel language, or does not fit its type.
    LITERAL = "SH0309";
    /// What a loop runs over is a counter on hardware.
    RANGE = "SH0310";
    /// The value is used as if it were a scalar.
    ARRAY_VALUE = "SH0311";
    /// There is no such cast.
    CAST = "SH0312";
    /// The operator has no meaning for the type.
    OPERATOR = "SH0313";
    /// The constant has no value.
    CONSTANT = "SH0314";
    /// The code is nested too deeply.
    DEPTH = "SH0315";
    /// The type has no such field, or needs one more.
    FIELD = "SH0316";
    /// The patterns leave a value out.
    EXHAUSTIVE = "SH0317";
    /// The variable has no value where it is used.
    UNINITIALIZED = "SH0318";
    /// A stream has an element type and a depth.
    STREAM = "SH0319";
    /// The statement is no process.
    PROCESS = "SH0320";
    /// Each end of a stream belongs to one process.
    STREAM_END = "SH0321";
    /// Processes that run at the same time share memory.
    SHARED_MEMORY = "SH0322";
    /// Kernels are linked that cannot be.
    LINK = "SH0323";
    /// The kernel cannot be free-running.
    FREE_RUNNING = "SH0324";
    /// Not all items of a group would reach the barrier.
    BARRIER = "SH0325";

    /// Two types should be one.
    MISMATCH = "SH0401";
    /// The type is not decided by what stands before.
    ANNOTATE = "SH0402";
    /// The number of arguments differs.
    ARGUMENT_COUNT = "SH0403";

    /// The directive does not exist.
    UNKNOWN_DIRECTIVE = "SH0501";
    /// The directive stands where it has no effect.
    MISPLACED_DIRECTIVE = "SH0502";
    /// The directive's argument is wrong.
    DIRECTIVE_ARGUMENT = "SH0503";
    /// The directive is given twice.
    DUPLICATE_DIRECTIVE = "SH0504";
    /// A loop inside a pipelined loop is unrolled, which needs constant bounds.
    PIPELINED_LOOP = "SH0505";
    /// A loop that is fully unrolled needs constant bounds.
    UNROLLED_LOOP = "SH0506";
    /// The array cannot be partitioned so.
    PARTITION = "SH0507";
    /// The length is no expression of the scalar arguments.
    LENGTH = "SH0508";
    /// The bundle's name is no identifier.
    BUNDLE = "SH0509";
    /// Two directives, or two options of one, contradict each other.
    DIRECTIVE_CONFLICT = "SH0510";
    /// The device has no such memory or operator.
    BINDING = "SH0511";
    /// The arguments of one port disagree about it.
    BUNDLE_CONFLICT = "SH0512";
    /// Vitis would drop the directive.
    NO_EFFECT = "SH0513";
    /// Two arguments have one control register.
    REGISTERS = "SH0514";
    /// The board has no such memory bank or region.
    PLACEMENT = "SH0515";
    /// The version of Vitis does not have the directive.
    VERSION = "SH0516";
    /// Our own hardware lacks it.
    NO_HARDWARE = "SH0517";
    /// A strict pipeline does not start its iterations as often as it should.
    STRICT = "SH0518";

    /// There is no such lint, or its level cannot be set so.
    UNKNOWN_LINT = "SH0601";
    /// A pipelined loop needs more ports than there are.
    PIPELINE_PORTS = "SH0602";
    /// The iterations of a pipelined loop wait for each other.
    PIPELINE_RECURRENCE = "SH0603";
    /// A pipelined loop adds up floats one after the other.
    SERIAL_ACCUMULATION = "SH0604";
    /// An index pattern of which no bursts can be made.
    SCATTERED_ACCESS = "SH0605";
    /// A partition that costs dividers.
    PARTITION_DIVIDERS = "SH0606";
    /// `f32` values are computed in `f64`.
    NEEDLESS_F64 = "SH0607";
    /// A kernel does not use an argument.
    UNUSED_ARGUMENT = "SH0608";
    /// A report cannot tell how long a loop takes.
    UNKNOWN_TRIPCOUNT = "SH0609";
    /// A pipelined loop of our own hardware starts its iterations less often than asked for.
    MISSED_INTERVAL = "SH0610";
    /// Accesses to consecutive elements that do not become bursts.
    MISSED_BURST = "SH0611";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_ordered() {
        assert!(CATALOGUE.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
