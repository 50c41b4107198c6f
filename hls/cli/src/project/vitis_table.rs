//! `[vitis]` and `[strategy.NAME]`: sections of Vitis' configuration files. A key with dots in its name is a table here, and a list is a key that stands
//! several times there.

use anyhow::bail;
use sycl_hls_vitis::settings::{Setting, Settings};
use toml::{Table, Value};

/// The lines of all sections of a table at a place of the file.
///
/// # Errors
/// In words, when a value cannot stand in such a file.
pub fn settings(table: &Table, place: &str) -> anyhow::Result<Settings> {
    let mut settings = Vec::new();
    for (section, value) in table {
        let Value::Table(keys) = value else { continue };
        collect((place, section), "", keys, &mut settings)?;
    }
    Ok(Settings(settings))
}

fn collect(
    section: (&str, &str),
    before: &str,
    keys: &Table,
    settings: &mut Vec<Setting>,
) -> anyhow::Result<()> {
    for (name, value) in keys {
        let key = format!("{before}{name}");
        match value {
            Value::Table(inner) => collect(section, &format!("{key}."), inner, settings)?,
            Value::Array(all) => all.iter().try_for_each(|one| {
                settings.push(setting(section, &key, one)?);
                anyhow::Ok(())
            })?,
            one => settings.push(setting(section, &key, one)?),
        }
    }
    Ok(())
}

fn setting((table, section): (&str, &str), key: &str, value: &Value) -> anyhow::Result<Setting> {
    let place = format!("[{table}.{section}] {key}");
    let value = match value {
        Value::String(text) if text.contains(['\n', '\r']) => bail!("{place}: a value is one line"),
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Boolean(is_so) => is_so.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Array(_) | Value::Table(_) | Value::Datetime(_) => {
            bail!("{place}: a value is a text, a number, or true or false");
        }
    };
    Ok(Setting { section: section.to_owned(), key: key.to_owned(), value })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> anyhow::Result<Vec<String>> {
        let Settings(all) = settings(&text.parse().unwrap(), "vitis")?;
        Ok(all.iter().map(|it| format!("{} {}={}", it.section, it.key, it.value)).collect())
    }

    #[test]
    fn tables_are_dots_and_lists_are_repetitions() {
        let text = "[vivado]\nimpl.jobs = 8\nprop = [\"a=1\", \"b=2\"]\n[profile]\nmemory = \"all\"\n";
        let expected = ["profile memory=all", "vivado impl.jobs=8", "vivado prop=a=1", "vivado prop=b=2"];
        assert_eq!(lines(text).unwrap(), expected);
        let strategy = settings(&"[vivado]\nprop = {}\n".parse().unwrap(), "strategy.a");
        assert!(strategy.is_ok(), "a table without keys has none");
        assert!(
            lines("[hls.syn]\nx = [[1]]\n")
                .unwrap_err()
                .to_string()
                .starts_with("[vitis.hls] syn.x: a value is")
        );
        assert!(lines("[profile]\ndata = \"a\\nb\"\n").unwrap_err().to_string().contains("one line"));
    }
}
