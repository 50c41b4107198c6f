//! The control registers of a kernel as hardware: an AXI4-Lite slave with the map of [`crate::abi`].
//!
//! What all kernels have is `sh_control` of the library; around it the emitted module has a register for each
//! argument, which can be written in bytes, in any order, and read back. The registers change at any time: a core
//! takes its arguments when it starts. With mailboxes there are two of each, one for hosts and one for the core, and
//! `sh_mailbox` says when one becomes the other.

use std::fmt::Write as _;

use sycl_hls_types::{MemoryErrors, OutputRegisters, Restart};

use crate::abi::{self, AbiKernel, AbiParamKind, Register, range_of, registers};

/// Bits of a register.
const WORD: u64 = 32;

/// How a kernel is started and how it says that it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// `ap_ctrl_hs`: `ap_done` is there for a cycle.
    Handshake,
    /// `ap_ctrl_chain`: `ap_done` stays until `ap_continue`.
    Chain,
    /// `ap_ctrl_none`: nobody starts it, and nothing says that it is done.
    None,
}

impl Protocol {
    /// The protocol of a kernel: the chain unless it asks for the other one, as with Vitis.
    #[must_use]
    pub fn of(kernel: &AbiKernel) -> Self {
        let directives = &kernel.directives;
        match (directives.ap_ctrl_none.is_some(), directives.ap_ctrl_hs.is_some()) {
            (true, _) => Self::None,
            (false, true) => Self::Handshake,
            (false, false) => Self::Chain,
        }
    }

    /// Its name in Vitis.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Handshake => "ap_ctrl_hs",
            Self::Chain => "ap_ctrl_chain",
            Self::None => "ap_ctrl_none",
        }
    }
}

/// An argument and its registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument {
    /// Its name; the port is called `arg_` and this, and that of what the core writes `out_` and this.
    pub name: String,
    /// Where it is.
    pub register: Register,
    /// True if hosts write it and the core reads it.
    pub input: bool,
    /// The registers that the core writes and hosts read.
    pub output: Option<OutputRegisters>,
}

impl Argument {
    /// The bits of its port.
    #[must_use]
    pub fn bits(&self) -> u64 {
        8 * self.register.value_bytes
    }

    /// The words of a value at this offset: address of the word, lowest and highest bit.
    fn words(&self, offset: u64) -> impl Iterator<Item = (u64, u64, u64)> {
        let bits = self.bits();
        (0..bits.div_ceil(WORD))
            .map(move |word| (offset / 4 + word, WORD * word, (WORD * (word + 1)).min(bits) - 1))
    }

    /// The words that hosts write.
    fn written_words(&self) -> impl Iterator<Item = (u64, u64, u64)> {
        self.words(self.register.offset).filter(|_| self.input)
    }

    /// The signals to and from the core: true for those from it, the name, bits.
    pub(super) fn ports(&self) -> Vec<(bool, String, u32)> {
        let (name, bits) = (&self.name, self.bits() as u32);
        let mut ports = Vec::new();
        if self.input {
            ports.push((false, format!("arg_{name}"), bits));
        }
        if self.output.is_some() {
            ports.push((true, format!("out_{name}"), bits));
            ports.push((true, format!("out_{name}_vld"), 1));
        }
        ports
    }
}

/// The arguments of a kernel.
#[must_use]
pub fn arguments(kernel: &AbiKernel) -> Vec<Argument> {
    let arguments = kernel.params.iter().zip(registers(kernel));
    let arguments = arguments.filter(|(param, _)| !param.kind.is_stream()).map(|(param, register)| {
        let (input, output) = match param.kind {
            AbiParamKind::Output { scalar, initial } => {
                (initial, Some(OutputRegisters::at(register.offset, scalar, initial)))
            }
            _ => (true, None),
        };
        Argument { name: param.name.clone(), register, input, output }
    });
    arguments.collect()
}

/// How hosts start a kernel, and whether it starts itself again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Control {
    /// How it says that it is done.
    pub protocol: Protocol,
    /// Its control registers beyond those of all kernels.
    pub restart: Restart,
}

impl Control {
    /// That of a kernel.
    #[must_use]
    pub fn of(kernel: &AbiKernel) -> Self {
        Self { protocol: Protocol::of(kernel), restart: kernel.restart() }
    }
}

/// The name of the module that [`emit`] makes for a kernel of this name.
#[must_use]
pub fn module_name(kernel: &str) -> String {
    format!("{kernel}_control_s_axi")
}

/// Bits of the slave's addresses.
#[must_use]
pub fn address_bits(arguments: &[Argument]) -> u32 {
    range_of(&registers_of(arguments)).trailing_zeros()
}

fn registers_of(arguments: &[Argument]) -> Vec<Register> {
    arguments.iter().map(|argument| argument.register).collect()
}

/// The signal that says of each direction of each memory port that an answer was an error, and the register that keeps it.
const ERRORS: &str = "errors";
const KEPT_ERRORS: &str = "kept_errors";

/// The slave of a kernel with so many memory ports. Its ports are those of `sh_control`, without the inner ones, one for each
/// argument, and one for errors of memories if there are any.
#[must_use]
pub fn emit(kernel: &str, arguments: &[Argument], memories: usize, control: Control) -> String {
    let (address, mailbox) = (address_bits(arguments), control.restart.has_mailbox());
    let parts = [
        header(kernel, arguments, memories, control.restart),
        ports(&module_name(kernel), arguments, memories, address),
        common(address, control),
        if mailbox { mailboxes(address) } else { String::new() },
        writes(arguments, address - 2, mailbox),
        outputs(arguments, address - 2, mailbox),
        errors(memories),
        reads(arguments, memories, address - 2, mailbox),
        "endmodule\n".to_owned(),
    ];
    parts.concat()
}

/// The map, for those who read the file.
fn header(kernel: &str, arguments: &[Argument], memories: usize, restart: Restart) -> String {
    let common = match restart {
        Restart::Never => "0x00 to 0x0c",
        Restart::Counted => "0x00 to 0x10",
        Restart::Mailbox => "0x00 to 0x10, sh_mailbox 0x14 and 0x18",
    };
    let mut text =
        format!("// Control registers of `{kernel}`: sh_control has {common}, arguments follow.\n//\n");
    for argument in arguments {
        let end = argument.register.offset + argument.register.bytes - 1;
        let Argument { name, register, input, output } = argument;
        let what = match (input, output) {
            (_, None) => "",
            (false, Some(_)) => ", written by the core; then bit 0 ap_vld, cleared when it is read",
            (true, Some(_)) => ", before the run; reserved; the same, written by the core; then ap_vld",
        };
        _ = writeln!(
            text,
            "//   {:#04x} to {end:#04x}  {name}, {} bits{what}",
            register.offset,
            argument.bits()
        );
    }
    for (number, offset) in error_words(arguments, memories) {
        _ = writeln!(
            text,
            "//   {offset:#04x} to {:#04x}  bit 2n: a memory answered a read through port {} + n with SLVERR or DECERR since a host started\n\
             //                 the kernel while it was idle; bit 2n + 1: a write. Reading changes nothing",
            offset + 3,
            16 * number
        );
    }
    text.push('\n');
    text
}

/// The registers that tell of errors of so many memory ports: their numbers and offsets.
fn error_words(arguments: &[Argument], memories: usize) -> impl Iterator<Item = (u64, u64)> {
    let first = abi::memory_errors(&registers_of(arguments));
    (0..MemoryErrors::registers(memories) as u64).map(move |number| (number, first + 4 * number))
}

/// Errors are kept until a host starts the kernel while it is idle.
fn errors(memories: usize) -> String {
    if memories == 0 {
        return String::new();
    }
    let bits = 2 * memories;
    format!(
        "    reg  [{}:0] {KEPT_ERRORS};
    always @(posedge clk) begin
        if (!rst_n || first_start)
            {KEPT_ERRORS} <= {bits}'d0;
        else
            {KEPT_ERRORS} <= {KEPT_ERRORS} | {ERRORS};
    end

",
        bits - 1
    )
}

/// The module's head.
fn ports(module: &str, arguments: &[Argument], memories: usize, address: u32) -> String {
    let top = address - 1;
    let mut text = format!("module {module} (\n");
    for (direction, range, names) in [
        ("input  wire", String::new(), "clk rst_n"),
        ("input  wire", format!("[{top}:0] "), "s_axi_AWADDR s_axi_ARADDR"),
        ("input  wire", String::new(), "s_axi_AWVALID s_axi_WVALID s_axi_BREADY s_axi_ARVALID s_axi_RREADY"),
        ("input  wire", "[31:0] ".to_owned(), "s_axi_WDATA"),
        ("input  wire", "[3:0] ".to_owned(), "s_axi_WSTRB"),
        ("output wire", String::new(), "s_axi_AWREADY s_axi_WREADY s_axi_BVALID s_axi_ARREADY s_axi_RVALID"),
        ("output wire", "[1:0] ".to_owned(), "s_axi_BRESP s_axi_RRESP"),
        ("output wire", "[31:0] ".to_owned(), "s_axi_RDATA"),
        ("output wire", String::new(), "ap_start ap_continue"),
        ("input  wire", String::new(), "ap_done ap_ready"),
    ] {
        for name in names.split(' ') {
            _ = writeln!(text, "    {direction} {range}{name},");
        }
    }
    if memories > 0 {
        _ = writeln!(text, "    input  wire [{}:0] {ERRORS},", 2 * memories - 1);
    }
    for argument in arguments {
        for (from_core, name, bits) in argument.ports() {
            let direction = if from_core { "input  wire" } else { "output reg " };
            _ = writeln!(text, "    {direction} {}{name},", super::range(bits));
        }
    }
    text.push_str(
        "    input  wire ap_idle,\n    /* verilator lint_off SYMRSVDWORD */ // Vitis calls it so.\n",
    );
    text.push_str("    output wire interrupt\n    /* verilator lint_on SYMRSVDWORD */\n);\n");
    text
}

/// The part that all kernels have.
fn common(address: u32, control: Control) -> String {
    let mut text = String::new();
    let word = address - 3;
    text.push_str("    // Of narrow arguments some bits are used, without arguments none, without memories no first start.\n");
    text.push_str("    /* verilator lint_off UNUSED */\n");
    for (range, name) in [
        (String::new(), "write"),
        (String::new(), "read"),
        (String::new(), "first_start"),
        (format!("[{word}:0] "), "write_word"),
        (format!("[{word}:0] "), "read_word"),
        ("[31:0] ".to_owned(), "write_data"),
        ("[31:0] ".to_owned(), "write_mask"),
    ] {
        _ = writeln!(text, "    wire {range}{name};");
    }
    text.push_str("    /* verilator lint_on UNUSED */\n    reg  [31:0] read_data;\n\n");
    let chain = u8::from(control.protocol == Protocol::Chain);
    let counted = if control.restart.is_counted() { ", .COUNTED(1)" } else { "" };
    _ = writeln!(text, "    sh_control #(.ADDR_WIDTH({address}), .CHAIN({chain}){counted}) common (");
    let names = "clk rst_n s_axi_AWADDR s_axi_AWVALID s_axi_AWREADY s_axi_WDATA s_axi_WSTRB s_axi_WVALID \
                 s_axi_WREADY s_axi_BRESP s_axi_BVALID s_axi_BREADY s_axi_ARADDR s_axi_ARVALID s_axi_ARREADY \
                 s_axi_RDATA s_axi_RRESP s_axi_RVALID s_axi_RREADY interrupt ap_start ap_done ap_ready ap_idle \
                 ap_continue first_start write write_word write_data write_mask read read_word read_data";
    let pins: Vec<String> = names.split(' ').map(|name| format!("        .{name}({name})")).collect();
    text.push_str(&pins.join(",\n"));
    text.push_str("\n    );\n\n");
    text
}

/// The mailboxes: `take_inputs` and `give_outputs`.
fn mailboxes(address: u32) -> String {
    let mut text = String::from(
        "    wire [1:0] input_state;\n    wire [1:0] output_state;\n    \
         /* verilator lint_off UNUSED */ // Without arguments, without results.\n    wire take_inputs;\n    \
         wire give_outputs;\n    /* verilator lint_on UNUSED */\n",
    );
    _ = writeln!(text, "    sh_mailbox #(.ADDR_WIDTH({address})) mailboxes (");
    let names = "clk rst_n write write_word ap_start ap_done ap_idle ap_continue take_inputs give_outputs \
                 input_state output_state";
    let pins = names.split(' ').map(|name| format!("        .{name}({name}),\n"));
    text.extend(pins);
    text.push_str("        .write_bit(write_data[0]),\n        .write_enable(write_mask[0])\n    );\n\n");
    text
}

/// Arguments are written, byte by byte: with a mailbox those of hosts, which the core's follow.
fn writes(arguments: &[Argument], word_bits: u32, mailbox: bool) -> String {
    let arguments: Vec<&Argument> = arguments.iter().filter(|argument| argument.input).collect();
    if arguments.is_empty() {
        return String::new();
    }
    let written = written(mailbox);
    let mut text = String::new();
    for argument in arguments.iter().filter(|_| mailbox) {
        _ = writeln!(text, "    reg  {}{written}_{};", super::range(argument.bits() as u32), argument.name);
    }
    text.push_str("    always @(posedge clk) begin\n        if (!rst_n) begin\n");
    for argument in &arguments {
        _ = writeln!(text, "            {written}_{} <= {}'d0;", argument.name, argument.bits());
    }
    text.push_str("        end else if (write) begin\n");
    for argument in &arguments {
        for (word, low, high) in argument.written_words() {
            let part = format!("{written}_{}[{high}:{low}]", argument.name);
            let top = high - low;
            _ = writeln!(text, "            if (write_word == {word_bits}'h{word:x})");
            _ = writeln!(
                text,
                "                {part} <= ({part} & ~write_mask[{top}:0]) | (write_data[{top}:0] & write_mask[{top}:0]);"
            );
        }
    }
    text.push_str("        end\n    end\n\n");
    if mailbox {
        text.push_str("    always @(posedge clk) begin\n        if (!rst_n) begin\n");
        for argument in &arguments {
            _ = writeln!(text, "            arg_{} <= {}'d0;", argument.name, argument.bits());
        }
        text.push_str("        end else if (take_inputs) begin\n");
        for Argument { name, .. } in &arguments {
            _ = writeln!(text, "            arg_{name} <= {written}_{name};");
        }
        text.push_str("        end\n    end\n\n");
    }
    text
}

/// What the registers that hosts write begin with.
const fn written(mailbox: bool) -> &'static str {
    if mailbox { "host" } else { "arg" }
}

/// What the core writes is kept, with `ap_vld`: it was written since it was last read. With a mailbox hosts see it
/// when that brings it.
fn outputs(arguments: &[Argument], word_bits: u32, mailbox: bool) -> String {
    let mut text = String::new();
    for argument in arguments {
        let Some(registers) = argument.output else { continue };
        let (name, bits, word) = (&argument.name, argument.bits(), registers.valid / 4);
        let of_core = (format!("out_{name}_vld"), format!("out_{name}"));
        let given = if mailbox {
            let result = [format!("result_{name}"), format!("fresh_{name}")];
            text += &kept(&result, bits, &of_core, "give_outputs");
            let [value, flag] = result;
            (format!("give_outputs && {flag}"), value)
        } else {
            of_core
        };
        let read = format!("read && read_word == {word_bits}'h{word:x}");
        text += &kept(&[format!("value_{name}"), format!("valid_{name}")], bits, &given, &read);
    }
    text
}

/// A register that keeps a value when it is given one, and a flag that it has a new one, until that is cleared.
fn kept(
    [value, flag]: &[String; 2],
    bits: u64,
    (is_given, given): &(String, String),
    is_cleared: &str,
) -> String {
    let range = super::range(bits as u32);
    format!(
        "    reg  {range}{value};
    reg  {flag};
    always @(posedge clk) begin
        if (!rst_n) begin
            {value} <= {bits}'d0;
            {flag} <= 1'b0;
        end else if ({is_given}) begin
            {value} <= {given};
            {flag} <= 1'b1;
        end else if ({is_cleared})
            {flag} <= 1'b0;
    end

"
    )
}

/// A part of so many bits as a word.
fn padded(part: &str, bits: u64) -> String {
    match WORD - bits {
        0 => part.to_owned(),
        missing => format!("{{{missing}'d0, {part}}}"),
    }
}

/// Arguments are read back; what is no register reads 0.
fn reads(arguments: &[Argument], memories: usize, word_bits: u32, mailbox: bool) -> String {
    let mut text = String::from("    always @* begin\n        case (read_word)\n");
    if mailbox {
        for (offset, state) in [(Restart::INPUT, "input_state"), (Restart::OUTPUT, "output_state")] {
            _ = writeln!(text, "            {word_bits}'h{:x}: read_data = {{30'd0, {state}}};", offset / 4);
        }
    }
    for argument in arguments {
        let inputs = argument.written_words().map(|word| (word, written(mailbox)));
        let outputs = argument.output.into_iter().flat_map(|registers| argument.words(registers.data));
        for ((word, low, high), what) in inputs.chain(outputs.map(|word| (word, "value"))) {
            let part = format!("{what}_{}[{high}:{low}]", argument.name);
            let value = padded(&part, high - low + 1);
            _ = writeln!(text, "            {word_bits}'h{word:x}: read_data = {value};");
        }
        if let Some(registers) = argument.output {
            let (word, name) = (registers.valid / 4, &argument.name);
            _ = writeln!(text, "            {word_bits}'h{word:x}: read_data = {{31'd0, valid_{name}}};");
        }
    }
    for (number, offset) in error_words(arguments, memories) {
        let low = WORD * number;
        let high = (low + WORD).min(2 * memories as u64) - 1;
        let part = format!("{KEPT_ERRORS}[{high}:{low}]");
        let value = padded(&part, high - low + 1);
        _ = writeln!(text, "            {word_bits}'h{:x}: read_data = {value};", offset / 4);
    }
    text.push_str("            default: read_data = 32'd0;\n        endcase\n    end\n");
    text
}
