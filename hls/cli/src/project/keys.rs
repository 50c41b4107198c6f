//! The keys of `sycl-hls.toml`: which there are, and what is said about others.

use std::ops::Range;

use sycl_hls_boards::{nearest, suggestion};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What may stand at a place of the file.
#[derive(Clone, Copy)]
enum Key {
    /// A value.
    Value,
    /// A table with these keys.
    Table(&'static [(&'static str, Key)]),
    /// A table with names of the user's, and this behind each.
    Named(&'static Key),
    /// Anything.
    Any,
}

const FILE: Key = Key::Table(&[
    ("project", Key::Table(&[("board", Key::Value), ("target", Key::Value)])),
    ("image", Key::Named(&Key::Table(&[("sources", Key::Value), ("kernel", Key::Named(&KERNEL))]))),
    (
        "build",
        Key::Table(&[
            ("jobs", Key::Value),
            ("keep", Key::Value),
            ("min_mhz", Key::Value),
            ("vpp_args", Key::Value),
        ]),
    ),
    ("vitis", VITIS),
    ("strategy", Key::Named(&VITIS)),
    ("cluster", CLUSTER),
    ("deploy", Key::Table(&[("certificate", Key::Value), ("smoke", Key::Value)])),
]);

/// What a step may have, and keys for all of them.
const CLUSTER: Key = Key::Table(&{
    let own = [("engine", Key::Value), ("retries", Key::Value), ("step", Key::Named(&Key::Table(&JOB)))];
    let mut keys = [("", Key::Any); OWN + JOB.len()];
    let (first, rest) = keys.split_at_mut(OWN);
    first.copy_from_slice(&own);
    rest.copy_from_slice(&JOB);
    keys
});

/// How many keys are for all steps alone.
const OWN: usize = 3;

/// What jobs ask Slurm for: all, or those of one step.
const JOB: [(&str, Key); 8] = [
    ("account", Key::Value),
    ("constraint", Key::Value),
    ("cpus", Key::Value),
    ("licenses", Key::Value),
    ("memory", Key::Value),
    ("options", Key::Value),
    ("partition", Key::Value),
    ("time", Key::Value),
];

/// Sections of configuration files of Vitis; a key's dots are tables here (UG1702, "v++ Command").
const VITIS: Key = Key::Table(&[
    ("advanced", Key::Table(&[("misc", Key::Value), ("param", Key::Value), ("prop", Key::Value)])),
    (
        "hls",
        Key::Table(&[
            ("clock_uncertainty", Key::Value),
            ("export_project", Key::Value),
            ("jobs", Key::Value),
            ("lsf", Key::Value),
            ("max_memory_ports", Key::Value),
            ("memory_port_data_width", Key::Value),
            ("pre_tcl", Key::Value),
            ("syn", Key::Any),
        ]),
    ),
    (
        "profile",
        Key::Table(&[
            ("data", Key::Value),
            ("exec", Key::Value),
            ("memory", Key::Value),
            ("stall", Key::Value),
            ("trace_memory", Key::Value),
        ]),
    ),
    (
        "vivado",
        Key::Table(&[
            ("impl", Key::Table(&[("jobs", Key::Value), ("lsf", Key::Value), ("strategies", Key::Value)])),
            ("param", Key::Value),
            ("prop", Key::Value),
            ("synth", Key::Table(&[("jobs", Key::Value), ("lsf", Key::Value)])),
        ]),
    ),
]);

const KERNEL: Key = Key::Table(&[
    ("banks", Key::Named(&Key::Value)),
    ("cus", Key::Value),
    ("freq_mhz", Key::Value),
    ("slr", Key::Value),
]);

/// Keys that belong to Vitis' configuration files and have another place here, or none: the table (any, if it is empty), the
/// key, and what to do.
const ELSEWHERE: [(&str, &str, &str); 5] = [
    ("", "sc", NO_STREAMS),
    ("", "stream_connect", NO_STREAMS),
    (
        "vitis",
        "connectivity",
        "`[image.NAME.kernel.K]` has it, with `cus`, `banks` and `slr`, or the kernel itself: `#[compute_units]`, `#[bank]`, \
         `#[slr]`; kernels have no streams to connect yet",
    ),
    ("vitis", "clock", CLOCK),
    ("vitis.hls", "clock", CLOCK),
];

const NO_STREAMS: &str =
    "kernels have no streams to connect yet: let one write to a slice that the next one reads, in one bank";
const CLOCK: &str =
    "`[image.NAME.kernel.K]` has it, as `freq_mhz`, or the kernel itself: `#[clock(mhz = ..)]`";

/// A mistake at a place of the file.
#[derive(Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Bytes of the text.
    pub at: Range<usize>,
    pub message: String,
    pub help: Option<String>,
}

/// Looks for keys that are unknown or have no effect.
///
/// # Errors
/// The first of them.
pub fn check(table: &DeTable<'_>) -> Result<(), Mistake> {
    check_table(table, FILE, "")
}

fn check_table(table: &DeTable<'_>, keys: Key, place: &str) -> Result<(), Mistake> {
    // The parser sorts keys; people read from the top.
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    for (name, value) in entries {
        let key = match keys {
            Key::Table(known) => find(known, name, place)?,
            Key::Named(key) => *key,
            Key::Value | Key::Any => continue,
        };
        let here =
            if place.is_empty() { name.get_ref().to_string() } else { format!("{place}.{}", name.get_ref()) };
        match (key, value.get_ref()) {
            (Key::Table(_) | Key::Named(_), DeValue::Table(table)) => check_table(table, key, &here)?,
            (Key::Table(_) | Key::Named(_), _) => return Err(no_table(name, value, &here)),
            (Key::Value | Key::Any, _) => {}
        }
    }
    Ok(())
}

fn find(
    known: &[(&str, Key)],
    name: &Spanned<std::borrow::Cow<'_, str>>,
    place: &str,
) -> Result<Key, Mistake> {
    let given = name.get_ref().as_ref();
    if let Some((_, key)) = known.iter().find(|(known, _)| *known == given) {
        return Ok(*key);
    }
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let alike = as_vitis(place);
    let elsewhere =
        ELSEWHERE.iter().find(|(table, key, _)| *key == given && (table.is_empty() || *table == alike));
    let place = if place.is_empty() { "the file".to_owned() } else { format!("`[{place}]`") };
    let nearest = suggestion(nearest(given, names.iter().copied()));
    Err(Mistake {
        at: name.span(),
        message: format!("{place} has no key `{given}`"),
        help: Some(elsewhere.map_or_else(
            || format!("{nearest}the keys there are {}", names.join(", ")),
            |(.., help)| (*help).to_owned(),
        )),
    })
}

/// A place of the file; of a strategy, whose keys are those of `[vitis]`, the one there.
fn as_vitis(place: &str) -> String {
    match place.strip_prefix("strategy.").map(|strategy| strategy.split_once('.')) {
        Some(Some((_, section))) => format!("vitis.{section}"),
        Some(None) => "vitis".to_owned(),
        None => place.to_owned(),
    }
}

fn no_table(name: &Spanned<std::borrow::Cow<'_, str>>, value: &Spanned<DeValue<'_>>, here: &str) -> Mistake {
    Mistake {
        at: value.span(),
        message: format!("`{}` is a table, not a value", name.get_ref()),
        help: Some(format!("write `[{here}]`, and its keys below")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(text: &str) -> (String, String) {
        let table = DeTable::parse(text).unwrap();
        let mistake = check(table.get_ref()).unwrap_err();
        (text[mistake.at].to_owned(), mistake.message)
    }

    #[test]
    fn every_key_that_has_an_effect_is_accepted() {
        let text = "[project]\nboard = \"u200\"\ntarget = \"sw_emu\"\n[image.a]\nsources = []\n[image.a.kernel.k]\ncus = 1\nslr = 1\nfreq_mhz = 1\nbanks.x = \"DDR[0]\"\n[build]\njobs = 2\nkeep = true\nmin_mhz = 200\nvpp_args = []\n";
        assert_eq!(check(DeTable::parse(text).unwrap().get_ref()), Ok(()));
        assert_eq!(check(DeTable::parse("").unwrap().get_ref()), Ok(()));
    }

    #[test]
    fn the_first_unknown_key_is_named_with_its_table() {
        let (key, message) = mistake("[image.a]\nsorces = []\n[project]\nbord = 1\n");
        assert_eq!((key.as_str(), message.as_str()), ("sorces", "`[image.a]` has no key `sorces`"));
        let (key, message) = mistake("proyect = 1\n");
        assert_eq!((key.as_str(), message.as_str()), ("proyect", "the file has no key `proyect`"));
        let (value, message) = mistake("project = \"u200\"\n");
        assert_eq!((value.as_str(), message.as_str()), ("\"u200\"", "`project` is a table, not a value"));
    }

    #[test]
    fn keys_of_vitis_with_another_place_are_told_which() {
        let help = |text: &str| {
            let mistake = check(DeTable::parse(text).unwrap().get_ref()).unwrap_err();
            (text[mistake.at].to_owned(), mistake.help.unwrap())
        };
        for text in [
            "[image.a.kernel.k]\nsc = \"a.x:b.y\"\n",
            "[image.a.kernel.k]\nstream_connect = 1\n",
            "[build]\nstream_connect = \"a.x:b.y\"\n",
            "stream_connect = \"a.x:b.y\"\n",
        ] {
            let (key, help) = help(text);
            assert!(["sc", "stream_connect"].contains(&key.as_str()), "{text}: {key}");
            assert!(
                help.contains("kernels have no streams to connect yet: let one write to a slice"),
                "{help}"
            );
        }
        let (key, said) = help("[vitis.connectivity]\nsc = \"a.x:b.y\"\n");
        assert!(key == "connectivity" && said.contains("`#[bank]`") && said.contains("no streams"), "{said}");
        for table in ["vitis.hls", "strategy.fast.hls", "vitis", "strategy.fast"] {
            assert!(help(&format!("[{table}]\nclock = 1\n")).1.contains("`freq_mhz`"), "{table}");
        }
        assert!(help("[vitis.profile]\nclock = 1\n").1.starts_with("the keys there are"));
    }

    #[test]
    fn the_nearest_key_is_suggested() {
        let table = DeTable::parse("[project]\nBord = 1\n").unwrap();
        let help = check(table.get_ref()).unwrap_err().help.unwrap();
        assert_eq!(help, "did you mean `board`? the keys there are board, target");
    }
}
