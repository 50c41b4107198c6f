//! Names that no item of a kernel may have: those of the languages that it is printed in, and of our own functions there.
//! Local names are C++ only: Vitis HLS renames what Verilog or VHDL reserve, and only names of ports, functions and types
//! are known outside.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;
use sycl_hls_ir::UnaryOp;
use sycl_hls_types::Scalar;

/// Words that no name in C++ may be: keywords (with alternative tokens), and names that `<cmath>`, `<cstdint>`, the
/// compilers' predefined macros and our own entry points take.
const CPP: &str = "
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class
    compl concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype
    default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int
    long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
    reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template this
    thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor
    xor_eq restrict typeof main std linux unix i386 vms
    int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t size_t ptrdiff_t intmax_t
    uintmax_t jmp_buf setjmp longjmp trap_words trap_exit trap_status trapped args hls PROCESS NEXT_PROCESS UNREAD MORE WHILE_MORE TASK NULL EOF NAN INFINITY HUGE_VAL I
    abs div index signbit signgam time clock exit abort read write open close a64l alloca arc4random atexit atof atoi
    atol atoll bsearch calloc drand48 ecvt erand48 fcvt finite free gcvt getenv initstate isinff isnanf jrand48 l64a labs
    lcong48 ldiv llabs lldiv lrand48 malloc mblen mbstowcs mbtowc mkdtemp mkstemp mktemp mrand48 nrand48 putenv qsort
    rand_r random realloc realpath rpmatch scalb secure_getenv seed48 setenv setstate srand srand48 srandom strtod strtof
    strtol strtold strtoll strtoul strtoull system unsetenv valloc wcstombs wctomb fd_set float_t double_t div_t dev_t
    id_t ino_t key_t mode_t off_t pid_t time_t uid_t gid_t ushort uint ulong quad_t caddr_t daddr_t
";

/// Keywords of Verilog, SystemVerilog and VHDL.
const HARDWARE: &str = "
    always always_comb always_ff always_latch assert assign assume automatic before begin bind bins binsof bit buf
    bufif0 bufif1 byte casex casez cell chandle checker clocking cmos config constraint context cover covergroup
    coverpoint cross deassign defparam design disable dist edge endcase endchecker endclass endclocking endconfig
    endfunction endgenerate endgroup endinterface endmodule endpackage endprimitive endprogram endproperty endsequence
    endspecify endtable endtask end event eventually expect extends final first_match force foreach forever fork
    forkjoin function generate genvar global highz0 highz1 iff ifnone ignore_bins illegal_bins implements implies
    import incdir include initial inout input inside instance integer interconnect interface intersect join join_any
    join_none large let liblist library local localparam logic macromodule matches medium modport module nand
    negedge nettype nexttime nmos nor noshowcancelled notif0 notif1 null output package packed parameter pmos posedge
    primitive priority program property pull0 pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure rand
    randc randcase randsequence rcmos real realtime ref reg reject_on release repeat rnmos rpmos rtran rtranif0
    rtranif1 s_always s_eventually s_nexttime s_until s_until_with scalared sequence shortint shortreal showcancelled
    small soft solve specify specparam string strong strong0 strong1 super supply0 supply1 sync_accept_on
    sync_reject_on table tagged task throughout timeprecision timeunit tran tranif0 tranif1 tri tri0 tri1 triand
    trior trireg type unique unique0 unsized until until_with untyped use uwire var vectored virtual wait wait_order
    wand weak weak0 weak1 wildcard wire with within wor xnor
    access after alias all architecture array attribute block body buffer bus component configuration constant
    disconnect downto elsif entity exit file generic group guarded impure in inertial is label linkage literal loop
    map mod next of on open others out port postponed procedure process range record reject rem report return rol
    ror select severity shared signal sla sll sra srl subtype then to transport units variable when
";

/// Functions of `<cmath>`, each of which exists with every one of [`MATH_SUFFIXES`] as well.
const MATH: &str = "
    acos acosh acospi asin asinh asinpi atan atan2 atanh cbrt ceil copysign cos cosh drem erf erfc exp exp10 exp2 expm1
    fabs fadd fdim fdiv ffma floor fma fmax fmaxmag fmin fminmag fmod fmul frexp fsqrt fsub gamma hypot ilogb j0 j1 jn
    ldexp lgamma llogb llrint llround log log10 log1p log2 logb lrint lround modf nan nearbyint nextafter nextdown
    nexttoward nextup pow pow10 remainder remquo rint round roundeven scalbln scalbn significand sin sincos sinh sqrt tan
    tanh tgamma totalorder trunc ufromfp y0 y1 yn
";

/// What the names of [`MATH`] end with for the other types.
const MATH_SUFFIXES: [&str; 7] = ["", "f", "l", "f32", "f64", "f32x", "f64x"];

/// The operations of which there are functions that tell whether they overflow.
const CHECKED: [&str; 4] = ["add", "sub", "mul", "div"];

static TAKEN_BY_CPP: LazyLock<FxHashSet<String>> = LazyLock::new(|| {
    let with_suffixes = |name| MATH_SUFFIXES.iter().map(move |suffix| format!("{name}{suffix}"));
    let math = MATH.split_whitespace().flat_map(with_suffixes);
    CPP.split_whitespace().map(ToOwned::to_owned).chain(math).collect()
});

static TAKEN_BY_HARDWARE: LazyLock<FxHashSet<&str>> = LazyLock::new(|| HARDWARE.split_whitespace().collect());

/// True if no local variable may have this name.
pub(super) fn is_reserved_in_cpp(name: &str) -> bool {
    TAKEN_BY_CPP.contains(name) || is_helper(name)
}

/// True if nothing that is known outside of a function may have this name.
pub(super) fn is_reserved(name: &str) -> bool {
    is_reserved_in_cpp(name) || TAKEN_BY_HARDWARE.contains(name)
}

/// True for the names of the helper functions that emitted C++ may have (`back::hls_cpp::prelude`): `trap`, and what ends
/// with a type: `max_f32`, `flush_f64`, `count_ones_u8`, `mul_overflows_i64`, `f32_as_u8` and `f32_bits_as_u32`; also for those of packets,
/// `packet_u32_8_0_4_bits`.
fn is_helper(name: &str) -> bool {
    if name.strip_prefix("packet_").and_then(|rest| scalar(rest.split('_').next()?)).is_some() {
        return true;
    }
    let Some((head, ty)) = name.rsplit_once('_') else { return name == "trap" };
    let Some(ty) = scalar(ty) else { return false };
    let (base, last) = head.rsplit_once('_').unwrap_or(("", head));
    let bit_operation = || UnaryOp::ALL.into_iter().any(|op| op.is_of_bits() && op.name() == head);
    match last {
        _ if base.is_empty() && matches!(head, "min" | "max") => true,
        _ if head == "flush" => ty.is_float(),
        "overflows" => ty.is_integer() && CHECKED.contains(&base),
        "as" => match base.strip_suffix("_bits") {
            Some(from) => scalar(from).is_some(),
            None => ty.is_integer() && scalar(base).is_some_and(Scalar::is_float),
        },
        _ => ty.is_integer() && bit_operation(),
    }
}

fn scalar(name: &str) -> Option<Scalar> {
    Scalar::NATIVE.into_iter().find(|ty| ty.to_string() == name)
}
