//! Names as C++ has them.

/// A C identifier that no implementation reserves: ASCII, no leading underscore, no two in a row.
#[must_use]
pub fn c_identifier(name: &str) -> String {
    let mut legal = String::new();
    for c in name.chars() {
        match c {
            '_' if legal.is_empty() => legal.push_str("v_"),
            '_' if legal.ends_with('_') => {}
            c if c.is_ascii_alphanumeric() || c == '_' => legal.push(c),
            c => legal.push_str(&format!("u{:x}", u32::from(c))),
        }
    }
    if legal.is_empty() { "v".to_owned() } else { legal }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_legal_identifiers() {
        assert_eq!(c_identifier("_x"), "v_x");
        assert_eq!(c_identifier("a__b"), "a_b");
        assert_eq!(c_identifier("größe"), "gruf6udfe");
        assert_eq!(c_identifier("_"), "v_");
    }
}
