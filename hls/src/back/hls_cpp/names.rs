//! Names in C++ that are also free in Verilog and VHDL.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use sycl_hls_ir::{GlobalId, Module, Struct, Type, c_identifier};

use super::prelude::Helper;
use super::type_name;

/// Words that no name may be: keywords of C++ (with alternative tokens), Verilog and SystemVerilog, VHDL, and
/// names that `<cmath>`, `<cstdint>`, the compilers' predefined macros and our own entry points take.
const RESERVED: &str = "
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class
    compl concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype
    default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int
    long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
    reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template this
    thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor
    xor_eq restrict typeof main std linux unix i386 vms
    int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t size_t ptrdiff_t intmax_t
    uintmax_t jmp_buf setjmp longjmp trap_words trap_exit trapped args NULL EOF NAN INFINITY HUGE_VAL I
    abs div index signbit signgam time clock exit abort read write open close a64l alloca arc4random atexit atof atoi
    atol atoll bsearch calloc drand48 ecvt erand48 fcvt finite free gcvt getenv initstate isinff isnanf jrand48 l64a labs
    lcong48 ldiv llabs lldiv lrand48 malloc mblen mbstowcs mbtowc mkdtemp mkstemp mktemp mrand48 nrand48 putenv qsort
    rand_r random realloc realpath rpmatch scalb secure_getenv seed48 setenv setstate srand srand48 srandom strtod strtof
    strtol strtold strtoll strtoul strtoull system unsetenv valloc wcstombs wctomb fd_set float_t double_t div_t dev_t
    id_t ino_t key_t mode_t off_t pid_t time_t uid_t gid_t ushort uint ulong quad_t caddr_t daddr_t
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

/// The names of a module's items, and what is taken.
pub(super) struct Names {
    taken: HashSet<String>,
    globals: HashMap<GlobalId, String>,
    funcs: HashMap<String, String>,
    structs: HashMap<String, StructNames>,
}

/// All that no name may be.
static TAKEN_BY_LANGUAGES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let with_suffixes = |name| MATH_SUFFIXES.iter().map(move |suffix| format!("{name}{suffix}"));
    let math = MATH.split_whitespace().flat_map(with_suffixes);
    RESERVED.split_whitespace().map(ToOwned::to_owned).chain(math).chain(Helper::names()).collect()
});

/// The names of a struct and its fields.
struct StructNames {
    own: String,
    fields: Vec<String>,
}

impl Names {
    pub fn new(module: &Module) -> Self {
        let mut names = Self {
            taken: HashSet::new(),
            globals: HashMap::new(),
            funcs: HashMap::new(),
            structs: HashMap::new(),
        };
        // Kernels first: their names are what the host and the card know.
        let (kernels, helpers): (Vec<_>, Vec<_>) =
            module.funcs.iter().partition(|(_, func)| func.is_kernel());
        for (_, func) in kernels.into_iter().chain(helpers) {
            let name = names.take(&func.name);
            names.funcs.insert(func.name.clone(), name);
        }
        for data in &module.structs {
            let own = names.take(&data.name);
            names.structs.insert(data.name.clone(), StructNames { own, fields: Vec::new() });
        }
        for data in &module.structs {
            let fields = names.fields_of(data);
            if let Some(names) = names.structs.get_mut(&data.name) {
                names.fields = fields;
            }
        }
        for (id, global) in module.globals.iter() {
            let name = names.take(&global.name);
            names.globals.insert(id, name);
        }
        names
    }

    /// A field may have the name of anything but a type.
    fn fields_of(&self, data: &Struct) -> Vec<String> {
        let types: Vec<&str> = self.structs.values().map(|names| names.own.as_str()).collect();
        let mut fields: Vec<String> = Vec::new();
        for field in &data.fields {
            // The fields of a tuple are numbers.
            let numbered = field.name.starts_with(|c: char| c.is_ascii_digit());
            let name = if numbered { format!("f{}", field.name) } else { field.name.clone() };
            let is_taken = |name: &str| types.contains(&name) || fields.iter().any(|field| field == name);
            fields.push(unique(&wanted(&name), 0, is_taken));
        }
        fields
    }

    /// A struct's name.
    pub fn data(&self, data: &Struct) -> &str {
        self.structs.get(&data.name).map_or("", |names| names.own.as_str())
    }

    /// The name of a struct's field.
    pub fn field(&self, data: &Struct, index: usize) -> &str {
        let names = self.structs.get(&data.name);
        names.and_then(|names| names.fields.get(index)).map_or("", String::as_str)
    }

    /// The C++ type of what is at the bottom of an array, or of what is no array.
    pub fn base(&self, ty: &Type) -> &str {
        match ty.bottom() {
            Type::Struct(data) => self.data(data),
            ty => ty.scalar().map_or("", type_name),
        }
    }

    /// A constant's name.
    pub fn global(&self, id: GlobalId) -> &str {
        self.globals.get(&id).map_or("", String::as_str)
    }

    /// The C++ name of a Rust function.
    pub fn func(&self, name: &str) -> &str {
        self.funcs.get(name).map_or("", String::as_str)
    }

    /// Names for one function, on top of the module's.
    pub fn local(&self) -> LocalNames<'_> {
        LocalNames { module: self, order: Vec::new(), taken: HashSet::new(), made: HashMap::new() }
    }

    fn take(&mut self, name: &str) -> String {
        let unique = unique(&wanted(name), 0, |candidate| self.taken.contains(candidate));
        self.taken.insert(unique.clone());
        unique
    }
}

/// The names inside of one function, by scope: nothing is shadowed.
pub(super) struct LocalNames<'n> {
    module: &'n Names,
    /// As they were taken, each after what was wanted.
    order: Vec<(String, String)>,
    taken: HashSet<String>,
    /// How often each name was wanted: so many, or more, are taken.
    made: HashMap<String, u64>,
}

impl LocalNames<'_> {
    /// A name as much like `name` as possible.
    pub fn take(&mut self, name: &str) -> String {
        let is_taken =
            |candidate: &str| self.module.taken.contains(candidate) || self.taken.contains(candidate);
        let wanted = wanted(name);
        let made = self.made.get(&wanted).copied().unwrap_or_default();
        let unique = unique(&wanted, made, is_taken);
        self.made.insert(wanted.clone(), made + 1);
        self.order.push((wanted, unique.clone()));
        self.taken.insert(unique.clone());
        unique
    }

    /// The scope at hand: what [`LocalNames::leave`] goes back to.
    pub fn enter(&self) -> usize {
        self.order.len()
    }

    /// Frees the names taken since `scope` was entered.
    pub fn leave(&mut self, scope: usize) {
        while self.order.len() > scope
            && let Some((wanted, name)) = self.order.pop()
        {
            self.taken.remove(&name);
            self.made.entry(wanted).and_modify(|made| *made -= 1);
        }
    }
}

/// `name` made legal; a keyword gets an underscore.
fn wanted(name: &str) -> String {
    let mut wanted = c_identifier(name);
    if TAKEN_BY_LANGUAGES.contains(wanted.as_str()) {
        wanted.push('_');
    }
    wanted
}

/// The name itself, or, if that is taken, with a number: the first free one from `from`.
fn unique(wanted: &str, from: u64, is_taken: impl Fn(&str) -> bool) -> String {
    if from == 0 && !is_taken(wanted) {
        return wanted.to_owned();
    }
    let separator = if wanted.ends_with('_') { "" } else { "_" };
    let numbered = (from.max(1)..).map(|number| format!("{wanted}{separator}{number}"));
    numbered.into_iter().find(|candidate| !is_taken(candidate)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_of_every_language_are_avoided() {
        let module = Module::new("m", sycl_hls_ir::Source::default());
        let names = Names::new(&module);
        let mut local = names.local();
        for word in
            ["output", "signal", "int", "and", "uint8_t", "y1", "trap", "f32_as_u8", "mul_overflows_i64"]
        {
            assert_eq!(local.take(word), format!("{word}_"));
        }
        assert_eq!(local.take("x"), "x");
        assert_eq!(local.take("x"), "x_1");
        assert_eq!(local.take("x"), "x_2");
        assert_eq!(local.take("int"), "int_1");
    }
}
