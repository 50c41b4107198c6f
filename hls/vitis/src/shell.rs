//! A plan as a shell script: what a person would type.

use crate::plan::{Plan, Step};

/// The script. It writes the plan's files and runs its steps, in the folder that it is started in.
#[must_use]
pub fn script(plan: &Plan) -> String {
    let mut text = format!(
        "#!/bin/sh\n# {}: Vitis {}, platform {}.\n# Written without Vitis, from its documents.\nset -e\n",
        plan.title, plan.vitis, plan.platform
    );
    for (path, content) in &plan.files {
        if let Some((folder, _)) = path.rsplit_once('/') {
            text += &format!("mkdir -p {}\n", quoted(folder));
        }
        text += &format!("cat > {} <<'{END}'\n{content}{END}\n", quoted(path));
    }
    for (path, input) in &plan.inputs {
        if let Some((folder, _)) = path.rsplit_once('/') {
            text += &format!("mkdir -p {}\n", quoted(folder));
        }
        text += &format!("cp {} {}\n", quoted(&input.from.to_string_lossy()), quoted(path));
    }
    for step in &plan.steps {
        text += &format!("\n# {}\n{}\n", step.name, command(step));
    }
    text
}

/// The line that ends a file in the script: none of ours holds it.
const END: &str = "END_OF_SYCL_HLS_FILE";

/// A step as one command.
#[must_use]
pub fn command(step: &Step) -> String {
    let words = [&step.program].into_iter().chain(&step.args);
    words.map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// A word as a shell reads it back: in quotes, unless it needs none.
#[must_use]
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./=:+,%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back_as_they_were() {
        for word in ["v++", "--platform", "a b", "it's", "", "HBM[0:3]", "$HOME", "-DX=\"y\""] {
            let echo = format!("printf %s {}", quoted(word));
            let output = std::process::Command::new("sh").args(["-c", &echo]).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), word);
        }
    }
}
