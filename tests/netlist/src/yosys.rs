//! From Verilog to a netlist.

use std::process::Command;

use sycl_hls_compiler::tool::{self, Cancel};

use crate::Error;
use crate::external_memory::{read, temporary, write};

/// What yosys makes of Verilog: cells of words, with nothing optimized but what nobody reads.
const STEPS: &str = "proc; setattr -mod -unset keep_hierarchy; flatten; opt_clean; memory_collect; opt_clean; write_json netlist.json";

/// The netlist of a module, in yosys' JSON. Files are texts with their names.
///
/// # Errors
/// When yosys is not there or does not accept the Verilog.
pub fn synthesize(files: &[(&str, &str)], top: &str) -> Result<String, Error> {
    let folder = temporary()?;
    let mut script = String::from("read_verilog");
    for (name, text) in files {
        write(&folder.path().join(name), text)?;
        script.push_str(&format!(" {name}"));
    }
    script.push_str(&format!("; hierarchy -check -top {top}; {STEPS}"));
    let mut yosys = Command::new("yosys");
    tool::run(yosys.current_dir(folder.path()).args(["-q", "-p", &script]), &Cancel::new())?;
    read(&folder.path().join("netlist.json"))
}
