//! The versions of Vitis HLS, and what they lack.
//!
//! Sources: the pragma parser of the 2020.2 front end (Xilinx/HLS, branch 2020.2, `ParseXlxPragma.cpp`), run on the
//! spellings; UG1399 of 2022.1 to 2025.1 for what came later. Bare words (`cyclic`, `inter`, `m_axi`) are accepted by
//! all of them, so there is one spelling nearly everywhere.

use sycl_hls_ir::directive::{At, Entry, OptionValue, Problem, ProblemKind};
use sycl_hls_ir::{Func, Module, OpKind, Span};

use super::capture::scalars;

/// A version of Vitis HLS.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Version {
    /// 2020.2
    V2020_2,
    /// 2021.1
    V2021_1,
    /// 2021.2
    V2021_2,
    /// 2022.1
    V2022_1,
    /// 2022.2
    V2022_2,
    /// 2023.1
    V2023_1,
    /// 2023.2
    V2023_2,
    /// 2024.1
    V2024_1,
    /// 2024.2
    V2024_2,
    /// 2025.1
    V2025_1,
    /// 2025.2
    V2025_2,
    /// 2026.1
    V2026_1,
}

/// For which version text is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dialect {
    /// The version; `None` keeps to what all of them accept, where there is such a spelling.
    pub version: Option<Version>,
}

impl Dialect {
    /// True if the text can say what came with this version.
    pub(super) fn has(self, since: Version) -> bool {
        self.version.is_some_and(|version| version >= since)
    }
}

impl Version {
    /// Every version.
    pub const ALL: [Self; 12] = [
        Self::V2020_2,
        Self::V2021_1,
        Self::V2021_2,
        Self::V2022_1,
        Self::V2022_2,
        Self::V2023_1,
        Self::V2023_2,
        Self::V2024_1,
        Self::V2024_2,
        Self::V2025_1,
        Self::V2025_2,
        Self::V2026_1,
    ];

    /// The name as AMD writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::V2020_2 => "2020.2",
            Self::V2021_1 => "2021.1",
            Self::V2021_2 => "2021.2",
            Self::V2022_1 => "2022.1",
            Self::V2022_2 => "2022.2",
            Self::V2023_1 => "2023.1",
            Self::V2023_2 => "2023.2",
            Self::V2024_1 => "2024.1",
            Self::V2024_2 => "2024.2",
            Self::V2025_1 => "2025.1",
            Self::V2025_2 => "2025.2",
            Self::V2026_1 => "2026.1",
        }
    }
}

/// There is no such version.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no version `{0}` of Vitis HLS; the versions are 2020.2 to 2026.1, two in a year")]
pub struct UnknownVersion(pub String);

impl std::str::FromStr for Version {
    type Err = UnknownVersion;

    fn from_str(text: &str) -> Result<Self, UnknownVersion> {
        let found = Self::ALL.into_iter().find(|version| version.name() == text);
        found.ok_or_else(|| UnknownVersion(text.to_owned()))
    }
}

/// What came after 2020.2: a directive, an option of one, or a word of an option.
struct Later {
    directive: &'static str,
    option: Option<&'static str>,
    word: Option<&'static str>,
    /// Where the documents do not say when, it is the next version.
    since: Version,
}

/// What an earlier version does with what it does not know.
const DROPPED: &str = "it would drop the pragma, with a warning at most";

const LATER: &[Later] = &[
    Later::option("m_axi", "channel", Version::V2021_1),
    // The parser of 2020.2 asks for RAW where it means WAW, and has no direction then (`HandleXlxDependencePragma`).
    Later { directive: "dependence", option: Some("direction"), word: Some("WAW"), since: Version::V2021_1 },
    Later { directive: "performance", option: None, word: None, since: Version::V2022_1 },
    Later::option("performance", "target_tl", Version::V2023_1),
    Later { directive: "cache", option: None, word: None, since: Version::V2023_2 },
];

impl Later {
    const fn option(directive: &'static str, option: &'static str, since: Version) -> Self {
        Self { directive, option: Some(option), word: None, since }
    }

    fn is_in(&self, entry: &Entry) -> bool {
        let has_word = |value: &OptionValue| match self.word {
            Some(word) => *value == OptionValue::Word(word.to_owned()),
            None => true,
        };
        let has = |option| entry.options.iter().any(|(name, value)| *name == option && has_word(value));
        self.directive == entry.name && self.option.is_none_or(has)
    }

    fn what(&self) -> String {
        let Self { directive, option, word, .. } = self;
        match (option, word) {
            (Some(option), Some(word)) => format!("`{option} = {word}` of `{directive}`"),
            (Some(option), None) => format!("`{option}` of `{directive}`"),
            (None, _) => format!("`{directive}`"),
        }
    }

    const fn effect(&self) -> &'static str {
        if self.word.is_some() { "it would take the pragma for all directions" } else { DROPPED }
    }
}

/// Since when a whole kernel can have a goal (`performance`).
const KERNEL_GOAL: Version = Version::V2024_2;

/// Since when there are data-driven tasks (UG1399 of 2022.1).
const TASKS: Version = Version::V2022_1;
const TASK: &str = "a `loop` without an end in a dataflow region is one";

/// Since when tasks take scalars (UG1399 of 2023.2, "Un-synchronized I/O in Data-Driven TLP").
const TASK_SCALARS: Version = Version::V2023_2;
const STABLE_SCALARS: &str = "a task takes a scalar of the kernel here";

/// Since when there are streams of blocks (UG1399 of 2021.2).
const BLOCKS: Version = Version::V2021_2;
const STREAM_OF_BLOCKS: &str = "`hls::stream_of_blocks`";
const BLOCKS_ARE: &str = "`blocks` makes one";

/// The directives of a module that a version does not have.
#[must_use]
pub fn unavailable(module: &Module, version: Version) -> Vec<At<Problem>> {
    let mut problems = Vec::new();
    for (_, func) in module.funcs.iter() {
        for entry in func.directive_entries() {
            let lacking = LATER.iter().filter(|later| later.is_in(&entry) && version < later.since);
            problems.extend(lacking.max_by_key(|later| later.since).map(|later| {
                At::new(lacks(&later.what(), later.effect(), version, later.since), entry.span)
            }));
        }
        problems.extend(tasks(module, func, version));
        let blocks = func.channels.iter().filter(|(_, channel)| channel.token.is_some());
        let mut blocks: Vec<Span> = blocks.map(|(_, channel)| channel.span).collect();
        // What one call makes stands together.
        blocks.dedup();
        let blocks = blocks.into_iter().filter(|_| version < BLOCKS);
        problems
            .extend(blocks.map(|span| At::new(lacks(STREAM_OF_BLOCKS, BLOCKS_ARE, version, BLOCKS), span)));
        let goal = func
            .directives
            .performance
            .as_ref()
            .filter(|_| version < KERNEL_GOAL && version >= Version::V2022_1);
        problems.extend(goal.map(|goal| {
            At::new(lacks("`performance` of a kernel", DROPPED, version, KERNEL_GOAL), goal.span)
        }));
    }
    problems
}

/// What a version lacks of the tasks of a function.
fn tasks(module: &Module, func: &Func, version: Version) -> Vec<At<Problem>> {
    let bodies = func.ops.iter().filter_map(|(_, op)| match op.kind {
        OpKind::Process { body, .. } => func.task(body).map(|_| (body, op.span)),
        _ => None,
    });
    let lacking = bodies.filter(|_| !module.is_group(func)).filter_map(|(body, span)| {
        let problem = if version < TASKS {
            lacks("`hls::task`", TASK, version, TASKS)
        } else if version < TASK_SCALARS && !scalars(module, func, body).is_empty() {
            lacks("scalars of `hls::task`", STABLE_SCALARS, version, TASK_SCALARS)
        } else {
            return None;
        };
        Some(At::new(problem, span))
    });
    lacking.collect()
}

fn lacks(what: &str, effect: &str, version: Version, since: Version) -> Problem {
    let (version, since) = (version.name(), since.name());
    Problem {
        kind: ProblemKind::Value,
        message: format!("Vitis HLS {version} has no {what}"),
        note: format!("{effect}; it came with {since}"),
        help: format!("leave it away, or use Vitis {since} or later"),
    }
}
