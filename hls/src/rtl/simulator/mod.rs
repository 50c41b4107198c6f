//! The simulator's own C++: the process around a Verilated kernel.
//!
//! The generated [harness](super::harness::harness) is compiled together with Verilator's output and sees [`KERNEL`] alone.
//! Everything else is the same for all kernels, in files that include nothing of this folder, so that their text tells
//! whether they were compiled before. `protocol.hpp` says how the process is spoken to.

/// The header that the generated C++ includes: its name and text.
pub const KERNEL: (&str, &str) = ("kernel.hpp", include_str!("kernel.hpp"));

/// What Verilator must call the kernel's class.
pub const PREFIX: &str = "Vtop";

/// Names and texts of all files, each before those that include it.
pub const SOURCES: [(&str, &str); 19] = [
    KERNEL,
    ("protocol.hpp", include_str!("protocol.hpp")),
    ("ring.hpp", include_str!("ring.hpp")),
    ("report.hpp", include_str!("report.hpp")),
    ("memory.hpp", include_str!("memory.hpp")),
    ("timing.hpp", include_str!("timing.hpp")),
    ("axi_port.hpp", include_str!("axi_port.hpp")),
    ("axi_rules.hpp", include_str!("axi_rules.hpp")),
    ("axi_read.hpp", include_str!("axi_read.hpp")),
    ("axi_write.hpp", include_str!("axi_write.hpp")),
    (SLAVE, include_str!("axi_slave.hpp")),
    ("axi_lite.hpp", include_str!("axi_lite.hpp")),
    ("axi_stream.hpp", include_str!("axi_stream.hpp")),
    ("configuration.hpp", include_str!("configuration.hpp")),
    ("wave.hpp", include_str!("wave.hpp")),
    ("simulation.hpp", include_str!("simulation.hpp")),
    ("frames.hpp", include_str!("frames.hpp")),
    ("server.hpp", include_str!("server.hpp")),
    (MAIN, include_str!("main.cpp")),
];

const SLAVE: &str = "axi_slave.hpp";
const MAIN: &str = "main.cpp";

/// The C++ with `main`.
#[must_use]
pub fn server() -> String {
    with_headers(MAIN)
}

/// The C++ of memory ports with this many bits of data.
#[must_use]
pub fn slave(data_width: u32) -> String {
    let text = with_headers(SLAVE);
    format!(
        "{text}\ntemplate std::unique_ptr<simulator::AxiSlave> simulator::make_slave_of<{data_width}>(Bus &&);\n"
    )
}

/// The text of a file behind those of the files that it includes, directly or through others.
fn with_headers(name: &str) -> String {
    let mut needed = vec![name];
    let mut texts = Vec::new();
    for (name, text) in SOURCES.iter().rev() {
        if !needed.contains(name) {
            continue;
        }
        needed.extend(text.lines().filter_map(included));
        let own = text.lines().filter(|line| included(line).is_none() && *line != "#pragma once");
        texts.push(own.map(|line| format!("{line}\n")).collect::<String>());
    }
    texts.into_iter().rev().collect()
}

/// The file of this folder that a line includes.
fn included(line: &str) -> Option<&str> {
    let name = line.strip_prefix("#include \"")?.strip_suffix('"')?;
    SOURCES.iter().any(|(known, _)| *known == name).then_some(name)
}

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

    #[test]
    fn each_file_is_listed_before_those_that_include_it() {
        for (position, (name, text)) in SOURCES.iter().enumerate() {
            for header in text.lines().filter_map(included) {
                let before = SOURCES[..position].iter().any(|(known, _)| *known == header);
                assert!(before, "{name} includes {header}");
            }
        }
    }

    #[test]
    fn shared_files_include_nothing_of_the_folder() {
        for text in [server(), slave(32)] {
            assert!(text.lines().all(|line| included(line).is_none()), "{text}");
        }
        assert!(server().contains("int main()") && !slave(32).contains("class Server"));
    }
}
