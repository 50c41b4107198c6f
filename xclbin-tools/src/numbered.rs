//! Enumerations whose values are numbers in the file.

/// A number stands for no value of an enumeration.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{number} is none of the values that this version knows ({known:?})")]
pub struct UnknownNumber {
    /// The number in the file.
    pub number: u64,
    /// The numbers that stand for values.
    pub known: Vec<u64>,
}

/// Defines an enumeration with its numbers and the conversions from one list.
macro_rules! numbered {
    (
        $(#[doc = $doc:literal])+
        pub enum $name:ident: $number:ty {
            $($(#[doc = $value_doc:literal])+ $value:ident = $literal:literal,)+
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr($number)]
        pub enum $name {
            $($(#[doc = $value_doc])+ $value = $literal,)+
        }

        impl $name {
            /// The number in the file.
            pub const fn number(self) -> $number {
                self as $number
            }

            /// The value of a number in a file.
            ///
            /// # Errors
            /// What is wrong, to be completed with the field's name.
            pub(crate) fn from_number(number: $number) -> Result<Self, $crate::UnknownNumber> {
                match number {
                    $($literal => Ok(Self::$value),)+
                    _ => Err($crate::UnknownNumber { number: number.into(), known: vec![$($literal,)+] }),
                }
            }
        }
    };
}

pub(crate) use numbered;
