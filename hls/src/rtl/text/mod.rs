//! The text form of hardware IR.
//!
//! ```text
//! design   = "design" string { arg | bundle | memory | channel | process }
//! arg      = "arg" a# string bits
//! bundle   = "bundle" g# string ["reads"] ["writes"] ["widened"] "bytes" number ".." number "data" bits "up" "to" bits
//!            "bursts" number number
//! memory   = "memory" m# string ":" scalar "[" number "]" "latency" number "ports" { "r" | "w" | "rw" }
//!            ["luts" | "block" | "ultra"] ["external" number] ["requested"] ["=" "[" literal {"," literal} "]"]
//! channel  = "channel" c# string ":" scalar "depth" number ["opened" p#] ["per_iteration" number] [span]
//! process  = ["root"] "process" p# string "entry" b# ["params" v# { v# }] ["after" p# { p# }]
//!            "{" { var | block } "}"
//! var      = "var" v# string ":" scalar
//! block    = "block" b# [span] "{" { node | write | exit | split } next [repeat] [requested] [refused] { whole } "}"
//! node     = n# ":" scalar "=" operation ["(" n# {"," n#} ")"] ["when" n#] ["limit" number]
//!            ["bound" ("any" | "luts" | "dsp") number] [string] [span]
//! write    = "write" v# "=" n#
//! exit     = "exit" n# target
//! split    = "split" n# "at" n# "of" m# { m# }
//! next     = "next" target          target = b# | "done"
//! repeat   = "repeat" n# ["ii" number] ["trips" number] ["prologue" number]
//!            { "independent" (m# | "param" number) } { "bypass" m# number } { "nest" { counter } }
//! counter  = "counter" v# "left" v# ["first" v#] ["iteration" v#] "step" number ["trips" number]
//! requested = "requested" number ["strict"] [span]
//! refused  = "refused" string [span]
//! whole    = "whole" m# string [span]
//! operation = "const" literal | "arg" a# number | "var" v# | "load" m# | "store" m# | "fence" g#
//!          | ("receive" | "send" | "try_receive" | "try_send" | "empty" | "full") c# | ("start" | "join") p#
//!          | ("axi_read" | "axi_write") g# "param" number "elements" number | "element" number
//!          | "overflows." name | "cast" | "bits" | "fma" | "select" | name of an operator of KIR
//! span     = "@" line ":" column "-" line ":" column
//! ```
//! `a#` stands for an `a` with a number: `a0`. Things stand in the order of their numbers, which begin with 0, and may be named
//! before they stand there. A NaN is written by its bits: `nan7fc00000`.

mod parse;
mod print;
mod scan;

pub use parse::parse;
pub use print::print;
