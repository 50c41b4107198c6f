//! Options of v++ whose values name files, and where in a value the path stands.
//!
//! UG1393 (2020.2 to 2023.2) and UG1702 (2024.2 to 2026.1): "v++ General Options", "--linkhook Options", "--advanced Options",
//! "--vivado Options", "--hls Options".

/// What a value has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// The path of a file.
    File,
    /// The path of a configuration file, whose lines are options, too.
    Config,
    /// The path of a folder.
    Folder,
    /// A step and the path of its script: `preSysLink,hook.tcl`.
    Hook,
    /// A property and its value, which is a path where the property is a Tcl script: `run.impl_1.STEPS.PLACE_DESIGN.TCL.PRE=a.tcl`,
    /// `compiler.userPreSysLinkOverlayTcl=a.tcl`.
    Property,
}

/// Options with their sections.
const OPTIONS: [(&str, Form); 16] = [
    ("config", Form::Config),
    ("input_files", Form::File),
    ("message_rules", Form::File),
    ("reuse_bit", Form::File),
    ("reuse_impl", Form::File),
    ("remote_ip_cache", Form::Folder),
    ("user_board_repo_paths", Form::Folder),
    ("user_ip_repo_paths", Form::Folder),
    ("linkhook.custom", Form::Hook),
    ("linkhook.do_first", Form::Hook),
    ("linkhook.do_last", Form::Hook),
    ("advanced.param", Form::Property),
    ("advanced.prop", Form::Property),
    ("vivado.param", Form::Property),
    ("vivado.prop", Form::Property),
    ("hls.pre_tcl", Form::File),
];

/// How the name of an object ends, which the linker takes without an option.
const OBJECT: &str = ".xo";

/// What the value of an option has, if it names files; the option is without its dashes.
pub(super) fn form(option: &str) -> Option<Form> {
    OPTIONS.iter().find(|(name, _)| *name == option).map(|(_, form)| *form)
}

/// True if this word on a command line is an object.
pub(super) fn is_object(word: &str) -> bool {
    !word.starts_with('-') && word.ends_with(OBJECT)
}

/// What of a value stands before the path, and the path, if it has one.
pub(super) fn split(form: Form, value: &str) -> Option<(&str, &str)> {
    let behind = |separator: char| value.find(separator).map(|at| value.split_at(at + separator.len_utf8()));
    let (before, path) = match form {
        Form::File | Form::Config | Form::Folder => ("", value),
        Form::Hook => behind(',')?,
        Form::Property => behind('=').filter(|(name, _)| name.to_ascii_lowercase().contains("tcl"))?,
    };
    (!path.is_empty()).then_some((before, path))
}

/// True if a word, or a part of it, names a place on this machine.
pub(super) fn has_place(word: &str) -> bool {
    word.split(['=', ',', ':', ' ']).any(|part| part.starts_with('/') && part.len() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found_in_values() {
        let found = |option: &str, value| form(option).and_then(|form| split(form, value));
        assert_eq!(found("reuse_impl", "a.dcp"), Some(("", "a.dcp")));
        assert_eq!(found("linkhook.custom", "preSysLink,a b.tcl"), Some(("preSysLink,", "a b.tcl")));
        let hook = "run.impl_1.STEPS.PLACE_DESIGN.TCL.PRE=a.tcl";
        assert_eq!(found("vivado.prop", hook), Some(hook.split_at(hook.len() - 5)));
        assert_eq!(found("advanced.param", "compiler.userPreSysLinkOverlayTcl=a").unwrap().1, "a");
        assert_eq!(found("vivado.prop", "run.impl_1.strategy=Performance_Explore"), None);
        assert_eq!((found("optimize", "3"), found("linkhook.custom", "a.tcl")), (None, None));
        assert!(is_object("a/b.xo") && !is_object("--x.xo") && !is_object("a.cpp"));
        assert!(has_place("x=/a") && has_place("/a") && !has_place("a/b") && !has_place("3/4"));
    }
}
