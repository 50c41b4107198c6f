//! Names in Verilog: those of the Rust source, with numbers that make them differ.

use crate::rtl::design::{BlockId, Machine, MemoryId, Node, NodeId, VarId};

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
            true => plain(&memory.name),
            false => format!("{}_m{}", plain(&memory.name), id.into_raw()),
        });
        Self { args: args.collect(), vars: vars.collect(), memories: memories.collect() }
    }

    /// The port of an argument.
    pub fn arg(&self, index: usize) -> String {
        self.args[index].clone()
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

    pub fn node(block: BlockId, id: NodeId, node: &Node) -> String {
        let name = node.name.as_deref().map(plain).unwrap_or_else(|| "n".to_owned());
        format!("{name}_b{}_{}", block.into_raw(), id.into_raw())
    }

    /// The bits that travel along a block's cycles.
    pub fn valid(block: BlockId) -> String {
        format!("b{}_valid", block.into_raw())
    }
}

/// A name of ASCII letters, digits and underscores.
fn plain(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if plain.starts_with(|c: char| c.is_ascii_alphabetic()) { plain } else { format!("x{plain}") }
}
