//! Numbers in files: plain data of no alignment, with a byte order of its own.

macro_rules! numbers {
    ($from:ident, $to:ident: $($name:ident = $number:ty;)*) => {
        $(
            #[doc = concat!("A `", stringify!($number), "` in a file.")]
            #[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
            #[repr(transparent)]
            pub(crate) struct $name([u8; size_of::<$number>()]);

            impl $name {
                /// The number.
                pub(crate) const fn get(self) -> $number {
                    <$number>::$from(self.0)
                }
            }

            impl From<$number> for $name {
                fn from(number: $number) -> Self {
                    Self(number.$to())
                }
            }
        )*
    };
}

/// The lowest byte comes first.
pub(crate) mod little {
    numbers! { from_le_bytes, to_le_bytes: I16 = i16; I32 = i32; U16 = u16; U32 = u32; U64 = u64; }
}

/// The highest byte comes first.
pub(crate) mod big {
    numbers! { from_be_bytes, to_be_bytes: U32 = u32; }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_in_the_order_of_the_type() {
        let (low_first, high_first) = (little::U32::from(0x0102_0304), big::U32::from(0x0102_0304));
        assert_eq!(bytemuck::bytes_of(&low_first), [4, 3, 2, 1]);
        assert_eq!(bytemuck::bytes_of(&high_first), [1, 2, 3, 4]);
        assert_eq!((low_first.get(), high_first.get()), (0x0102_0304, 0x0102_0304));
        assert_eq!(little::I16::from(-2).get(), -2);
        assert_eq!(align_of::<little::U64>(), 1);
    }
}
