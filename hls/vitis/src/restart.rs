//! What Vitis HLS is told of a kernel that starts itself again: no pragma says it.
//!
//! UG1393 (2022.1), "Enabling Auto-Restart", for `v++ -c -k`; UG1399 (2023.2), the same, for `v++ --mode hls`; `runPre.tcl` of
//! `mailbox_auto_restart_xrt` in Vitis_Accel_Examples, branch 2022.2.

use sycl_hls_types::Restart;

/// The options of Vitis HLS, without what they begin with, and their values.
fn options(restart: Restart) -> impl Iterator<Item = (&'static str, &'static str)> {
    let counter = restart.is_counted().then_some(("s_axilite_auto_restart_counter", "1"));
    let mailbox = restart.has_mailbox().then_some(("s_axilite_mailbox", "both"));
    counter.into_iter().chain(mailbox)
}

/// The Tcl that runs before a kernel is compiled, if it needs any. The parameter is that of AMD's example: 2022.2 hides the options.
pub(crate) fn commands(restart: Restart) -> Option<String> {
    let lines: String =
        options(restart).map(|(name, value)| format!("config_interface -{name} {value}\n")).collect();
    (!lines.is_empty()).then(|| format!("::common::set_param hls.enable_hidden_option_error false\n{lines}"))
}

/// The lines of a kernel's configuration.
pub(crate) fn settings(restart: Restart) -> String {
    options(restart).map(|(name, value)| format!("syn.interface.{name}={value}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_kernels_that_start_themselves_again_have_settings() {
        assert_eq!((commands(Restart::Never), settings(Restart::Never)), (None, String::new()));
        assert_eq!(settings(Restart::Counted), "syn.interface.s_axilite_auto_restart_counter=1\n");
        let commands = commands(Restart::Mailbox).unwrap();
        assert!(commands.ends_with(
            "config_interface -s_axilite_auto_restart_counter 1\nconfig_interface -s_axilite_mailbox both\n"
        ));
    }
}
