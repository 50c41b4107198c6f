// What `core::cmp` has, as far as kernels need it.

/// How two values lie to each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ordering {
    Less = -1,
    Equal = 0,
    Greater = 1,
}

impl Ordering {
    pub fn is_eq(self) -> bool {
        self == Ordering::Equal
    }

    pub fn is_ne(self) -> bool {
        self != Ordering::Equal
    }

    pub fn is_lt(self) -> bool {
        self == Ordering::Less
    }

    pub fn is_gt(self) -> bool {
        self == Ordering::Greater
    }

    pub fn is_le(self) -> bool {
        self != Ordering::Greater
    }

    pub fn is_ge(self) -> bool {
        self != Ordering::Less
    }

    pub fn reverse(self) -> Ordering {
        match self {
            Ordering::Less => Ordering::Greater,
            Ordering::Equal => Ordering::Equal,
            Ordering::Greater => Ordering::Less,
        }
    }

    pub fn then(self, other: Ordering) -> Ordering {
        match self {
            Ordering::Equal => other,
            decided => decided,
        }
    }
}

/// Numbers have operations of their own for it, other types [`least`].
pub fn min<T>(a: T, b: T) -> T {
    a.min(b)
}

/// As [`min`].
pub fn max<T>(a: T, b: T) -> T {
    a.max(b)
}

/// The method `min`: the first of equal ones.
pub fn least<T>(a: T, b: T) -> T {
    if b < a { b } else { a }
}

/// The method `max`: the last of equal ones.
pub fn greatest<T>(a: T, b: T) -> T {
    if b < a { a } else { b }
}

/// The method `cmp`.
pub fn cmp<T>(a: &T, b: &T) -> Ordering {
    if *a < *b {
        Ordering::Less
    } else if *a == *b {
        Ordering::Equal
    } else {
        Ordering::Greater
    }
}

/// The method `partial_cmp`.
pub fn partial_cmp<T>(a: &T, b: &T) -> Option<Ordering> {
    if *a < *b {
        Some(Ordering::Less)
    } else if *a == *b {
        Some(Ordering::Equal)
    } else if *a > *b {
        Some(Ordering::Greater)
    } else {
        None
    }
}

/// `<` of a type with an `impl` of `PartialOrd`.
pub fn lt<T>(a: &T, b: &T) -> bool {
    match a.partial_cmp(b) {
        Some(order) => order == Ordering::Less,
        None => false,
    }
}

/// `<=`, as [`lt`].
pub fn le<T>(a: &T, b: &T) -> bool {
    match a.partial_cmp(b) {
        Some(order) => order != Ordering::Greater,
        None => false,
    }
}

/// `>`, as [`lt`].
pub fn gt<T>(a: &T, b: &T) -> bool {
    match a.partial_cmp(b) {
        Some(order) => order == Ordering::Greater,
        None => false,
    }
}

/// `>=`, as [`lt`].
pub fn ge<T>(a: &T, b: &T) -> bool {
    match a.partial_cmp(b) {
        Some(order) => order != Ordering::Less,
        None => false,
    }
}
