//! The simulator's own C++: the process around a Verilated kernel.
//!
//! It is compiled together with Verilator's output and the header that [`harness`](super::harness::harness) makes.
//! `protocol.hpp` says how the process is spoken to.

/// The file that is compiled; it includes the others.
pub const MAIN: &str = "main.cpp";

/// The name that the generated header must have.
pub const HARNESS: &str = "harness.hpp";

/// What Verilator must call the kernel's class.
pub const PREFIX: &str = "Vtop";

/// Names and texts of all files but the generated one.
pub const SOURCES: [(&str, &str); 17] = [
    (MAIN, include_str!("main.cpp")),
    ("axi_lite.hpp", include_str!("axi_lite.hpp")),
    ("axi_port.hpp", include_str!("axi_port.hpp")),
    ("axi_read.hpp", include_str!("axi_read.hpp")),
    ("axi_rules.hpp", include_str!("axi_rules.hpp")),
    ("axi_slave.hpp", include_str!("axi_slave.hpp")),
    ("axi_write.hpp", include_str!("axi_write.hpp")),
    ("configuration.hpp", include_str!("configuration.hpp")),
    ("frames.hpp", include_str!("frames.hpp")),
    ("memory.hpp", include_str!("memory.hpp")),
    ("protocol.hpp", include_str!("protocol.hpp")),
    ("report.hpp", include_str!("report.hpp")),
    ("ring.hpp", include_str!("ring.hpp")),
    ("server.hpp", include_str!("server.hpp")),
    ("simulation.hpp", include_str!("simulation.hpp")),
    ("timing.hpp", include_str!("timing.hpp")),
    ("wave.hpp", include_str!("wave.hpp")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_listed() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/rtl/simulator");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| !name.ends_with(".rs"))
            .collect();
        files.sort();
        let mut listed: Vec<&str> = SOURCES.iter().map(|(name, _)| *name).collect();
        listed.sort_unstable();
        assert_eq!(files, listed);
    }
}
