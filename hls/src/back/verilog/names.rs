//! Names in Verilog: those of the Rust source, with numbers that make them differ.

use crate::rtl::design::{BlockId, Machine, MemoryId, Node, NodeId, NodeKind, VarId};

pub(super) struct Names {
    args: Vec<String>,
    vars: Vec<String>,
    memories: Vec<String>,
}

impl Names {
    pub fn new(machine: Machine<'_>) -> Self {
        let args =
            machine.args.iter().enumerate().map(|(index, arg)| format!("arg{index}_{}", plain(&arg.name)));
        let vars = machine.vars.iter().map(|(id, var)| format!("{}_v{}", plain(&var.name), id.into_raw()));
        let memories = machine.memories.iter().map(|(id, memory)| match memory.external {
            Some(_) => plain(&memory.name),
            None => format!("{}_m{}", plain(&memory.name), id.into_raw()),
        });
        Self { args: args.collect(), vars: vars.collect(), memories: memories.collect() }
    }

    /// The port of an argument.
    pub fn arg(&self, index: usize) -> String {
        self.args[index].clone()
    }

    /// What the kernel writes to the registers of an argument.
    pub fn output(&self, index: usize) -> String {
        format!("{}_out", self.args[index])
    }

    /// The signal that it does.
    pub fn output_valid(&self, index: usize) -> String {
        format!("{}_out_vld", self.args[index])
    }

    /// The register in which an argument is kept while the kernel runs.
    pub fn latched(&self, index: usize) -> String {
        format!("{}_q", self.args[index])
    }

    pub fn var(&self, var: VarId) -> String {
        self.vars[var.into_raw().into_u32() as usize].clone()
    }

    pub fn memory(&self, memory: MemoryId) -> String {
        self.memories[memory.into_raw().into_u32() as usize].clone()
    }

    /// A name of ASCII letters, digits and underscores.
    pub fn plain(name: &str) -> String {
        plain(name)
    }

    /// The net of a value: called as in Rust, as where it comes from, or as what computes it.
    pub fn node(&self, block: BlockId, id: NodeId, node: &Node) -> String {
        let name = match (&node.name, &node.kind) {
            (Some(name), _) => plain(name),
            (None, NodeKind::Arg(arg, _)) => self.arg(*arg),
            (None, NodeKind::Var(var)) => self.var(*var),
            (None, NodeKind::Load(memory)) => self.memory(*memory),
            (None, NodeKind::Unary(op)) => op.name().to_owned(),
            (None, NodeKind::Binary(op)) => op.name().to_owned(),
            (None, NodeKind::Compare(op)) => op.name().to_owned(),
            (None, NodeKind::Overflows(op)) => format!("{}_overflows", op.name()),
            (None, NodeKind::Cast) => "cast".to_owned(),
            (None, NodeKind::Bits) => "bits".to_owned(),
            (None, NodeKind::Fma) => "fma".to_owned(),
            (None, NodeKind::Select) => "select".to_owned(),
            (None, NodeKind::AxiRead(_)) => "read".to_owned(),
            (None, NodeKind::Element(_)) => "element".to_owned(),
            (None, NodeKind::Receive(_) | NodeKind::TryReceive(_)) => "received".to_owned(),
            (None, _) => "n".to_owned(),
        };
        format!("{name}_b{}_{}", block.into_raw(), id.into_raw())
    }

    /// The bits that travel along a block's cycles, where each cycle has one.
    pub fn valid(block: BlockId) -> String {
        format!("b{}_valid", block.into_raw())
    }
}

/// A name of ASCII letters, digits and underscores.
fn plain(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if plain.starts_with(|c: char| c.is_ascii_alphabetic()) { plain } else { format!("x{plain}") }
}
