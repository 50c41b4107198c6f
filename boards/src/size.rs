//! Sizes of memory for people.

/// A number of bytes in the largest binary unit that divides it, or nearly: `16 GiB`.
#[must_use]
pub fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    let (mut unit, mut value) = ("B", bytes);
    for larger in UNITS {
        if value < 1024 || !value.is_multiple_of(1024) {
            break;
        }
        (unit, value) = (larger, value / 1024);
    }
    format!("{value} {unit}")
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_exact() {
        assert_eq!(size(16 << 30), "16 GiB");
        assert_eq!(size(256 << 20), "256 MiB");
        assert_eq!(size(1025), "1025 B");
        assert_eq!(size(0), "0 B");
    }
}
