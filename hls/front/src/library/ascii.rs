// Methods of `u8` that are about ASCII, as in `core`.

pub fn is_ascii(x: u8) -> bool {
    x < 128
}

pub fn is_ascii_alphabetic(x: u8) -> bool {
    is_ascii_lowercase(x | 32)
}

pub fn is_ascii_uppercase(x: u8) -> bool {
    x >= b'A' && x <= b'Z'
}

pub fn is_ascii_lowercase(x: u8) -> bool {
    x >= b'a' && x <= b'z'
}

pub fn is_ascii_alphanumeric(x: u8) -> bool {
    is_ascii_alphabetic(x) || is_ascii_digit(x)
}

pub fn is_ascii_digit(x: u8) -> bool {
    x >= b'0' && x <= b'9'
}

pub fn is_ascii_hexdigit(x: u8) -> bool {
    is_ascii_digit(x) || (x | 32 >= b'a' && x | 32 <= b'f')
}

pub fn is_ascii_punctuation(x: u8) -> bool {
    is_ascii_graphic(x) && !is_ascii_alphanumeric(x)
}

pub fn is_ascii_graphic(x: u8) -> bool {
    x > b' ' && x < 127
}

pub fn is_ascii_whitespace(x: u8) -> bool {
    x == b' ' || x == b'\t' || x == b'\n' || x == b'\r' || x == 12
}

pub fn is_ascii_control(x: u8) -> bool {
    x < b' ' || x == 127
}

pub fn to_ascii_uppercase(x: u8) -> u8 {
    if is_ascii_lowercase(x) { x & 223 } else { x }
}

pub fn to_ascii_lowercase(x: u8) -> u8 {
    if is_ascii_uppercase(x) { x | 32 } else { x }
}

pub fn eq_ignore_ascii_case(x: u8, other: &u8) -> bool {
    to_ascii_lowercase(x) == to_ascii_lowercase(*other)
}
