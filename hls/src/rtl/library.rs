//! The Verilog that is the same for every kernel, with parameters for what differs.

use rustc_hash::{FxHashMap, FxHashSet};

/// A file of Verilog.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct File {
    /// Its name.
    pub name: &'static str,
    /// Its text, which ends with a line's end.
    pub text: &'static str,
}

/// A queue with a registered head (`sh_fifo`).
pub const FIFO: File = File { name: "fifo.v", text: include_str!("library/fifo.v") };
/// A queue of few elements in LUTs (`sh_short_fifo`).
pub const SHORT_FIFO: File = File { name: "short_fifo.v", text: include_str!("library/short_fifo.v") };
/// The bridge that reads from memory (`sh_axi_read`); wants [`FIFO`], [`SHORT_FIFO`] and [`AXI_GATHER`].
pub const AXI_READ: File = File { name: "axi_read.v", text: include_str!("library/axi_read.v") };
/// The bridge that writes to memory (`sh_axi_write`); wants [`FIFO`] and [`AXI_SCATTER`].
pub const AXI_WRITE: File = File { name: "axi_write.v", text: include_str!("library/axi_write.v") };
/// Elements of any bytes out of beats, a part of [`AXI_READ`] (`sh_axi_gather`).
pub const AXI_GATHER: File = File { name: "axi_gather.v", text: include_str!("library/axi_gather.v") };
/// Elements of any bytes into beats, a part of [`AXI_WRITE`] (`sh_axi_scatter`).
pub const AXI_SCATTER: File = File { name: "axi_scatter.v", text: include_str!("library/axi_scatter.v") };
/// What the control registers of all kernels have (`sh_control`).
pub const CONTROL: File = File { name: "control.v", text: include_str!("library/control.v") };

/// What the control registers of kernels with mailboxes have besides (`sh_mailbox`).
pub const MAILBOX: File = File { name: "mailbox.v", text: include_str!("library/mailbox.v") };

/// The FIFO between two processes (`sh_channel`).
pub const CHANNEL: File = File { name: "sh_channel.v", text: include_str!("library/sh_channel.v") };
/// The results of operators in a pipeline that flushes (`sh_hold`).
pub const HOLD: File = File { name: "sh_hold.v", text: include_str!("library/sh_hold.v") };

/// The files that a kernel of several processes wants besides the operators.
pub const PROCESSES: &[File] = &[CHANNEL, HOLD];

/// The files of a kernel's interfaces.
pub const INTERFACES: &[File] =
    &[FIFO, SHORT_FIFO, AXI_READ, AXI_GATHER, AXI_WRITE, AXI_SCATTER, CONTROL, MAILBOX];

/// Those files of a library whose modules these texts instantiate, directly or through other modules of it, in its order.
#[must_use]
pub fn used<'l>(library: &[(&'l str, &'l str)], texts: &[&str]) -> Vec<(&'l str, &'l str)> {
    let modules = library.iter().enumerate().flat_map(|(file, (_, text))| {
        words(text)
            .zip(words(text).skip(1))
            .filter(|(it, _)| *it == "module")
            .map(move |(_, name)| (name, file))
    });
    let modules: FxHashMap<&str, usize> = modules.collect();
    let mut used = FxHashSet::default();
    let mut left: Vec<&str> = texts.to_vec();
    while let Some(text) = left.pop() {
        for file in words(text).filter_map(|word| modules.get(word)) {
            if used.insert(*file) {
                left.push(library[*file].1);
            }
        }
    }
    let files = library.iter().enumerate().filter(|(file, _)| used.contains(file));
    files.map(|(_, file)| *file).collect()
}

/// The words of a text of Verilog, without those of its comments.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let code = text.lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code));
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    code.flat_map(move |line| line.split(move |letter| !is_part(letter))).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_has_what_is_instantiated() {
        let library = [
            ("a.v", "// b is none\nmodule a (input wire x);\nendmodule"),
            ("b.v", "module b (input wire x);\n  a a_unit (.x(x));\nendmodule\nmodule b2; endmodule"),
            ("c.v", "module c; endmodule"),
        ];
        let names = |text: &str| used(&library, &[text]).iter().map(|it| it.0).collect::<Vec<_>>();
        assert_eq!(names("module top; b2 unit (); endmodule // c"), ["a.v", "b.v"]);
        assert_eq!(names("module top; a unit (); endmodule"), ["a.v"]);
        assert_eq!(names("module top; b_c aa (); endmodule"), [""; 0]);
    }
}
