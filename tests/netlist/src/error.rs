//! What can go wrong.

use std::path::PathBuf;

use sycl_hls_compiler::tool::ToolError;

/// Why a netlist cannot be made or simulated.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A tool failed or is not there.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The netlist is not what yosys writes.
    #[error("the netlist cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// The netlist has no such module.
    #[error("the netlist has no module {0}")]
    NoModule(String),
    /// A cell that the simulator does not know.
    #[error("the cell {cell} is a {kind}, which the simulator does not know")]
    UnknownCell {
        /// Its name.
        cell: String,
        /// Its type.
        kind: String,
    },
    /// A cell that is not as the simulator needs it.
    #[error("the cell {cell}: {what}")]
    Cell {
        /// Its name.
        cell: String,
        /// What is wrong.
        what: String,
    },
    /// A net that is read but has no value.
    #[error("{reader} reads net {net}, which nothing drives")]
    Undriven {
        /// Who reads it.
        reader: String,
        /// Its number.
        net: usize,
    },
    /// A net with two values.
    #[error("{driver} drives net {net}, which something else drives, too")]
    DrivenTwice {
        /// The second driver.
        driver: String,
        /// Its number.
        net: usize,
    },
    /// Cells that wait for each other without a register between them.
    #[error("these cells form a loop: {}", .0.join(", "))]
    Loop(Vec<String>),
    /// There is no such port.
    #[error("there is no port {0}")]
    NoPort(String),
    /// A run went wrong.
    #[error("{0}")]
    Run(String),
}
