//! Macros that define words, directives and sets of them.

/// Words: an enum whose variants have names.
macro_rules! words {
    ($(
        $(#[$meta:meta])*
        pub enum $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)+ }
    )+) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
            pub enum $name { $($(#[$doc])* $variant,)+ }

            impl $name {
                /// Every one.
                pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

                /// The word for it, in directives and in pragmas.
                #[must_use]
                pub const fn name(self) -> &'static str {
                    match self { $(Self::$variant => $word,)+ }
                }
            }

            impl $crate::directive::option::Argument for $name {
                const KIND: $crate::directive::OptionKind = $crate::directive::OptionKind::Word(&[$($word,)+]);

                fn from_value(value: $crate::directive::OptionValue) -> Option<Self> {
                    let $crate::directive::OptionValue::Word(word) = value else { return None };
                    Self::ALL.iter().copied().find(|known| known.name() == word)
                }

                fn to_value(&self) -> $crate::directive::OptionValue {
                    $crate::directive::OptionValue::Word(self.name().to_owned())
                }
            }

            impl $crate::directive::option::Field for $name {
                const KIND: $crate::directive::OptionKind =
                    <Self as $crate::directive::option::Argument>::KIND;
                const REQUIRED: bool = true;

                fn read(given: Option<$crate::directive::OptionValue>) -> Option<Self> {
                    given.and_then(<Self as $crate::directive::option::Argument>::from_value)
                }

                fn write(&self) -> Option<$crate::directive::OptionValue> {
                    Some($crate::directive::option::Argument::to_value(self))
                }
            }
        )+
    };
}

/// Directives: structs whose fields are options. A name in front of a field is the option's where Rust has another
/// meaning for it; a range after the type is that of a number.
macro_rules! directives {
    ($(
        $(#[$meta:meta])*
        pub struct $name:ident = $text:literal {
            $($(#[doc = $doc:literal])+ $field:ident $(as $option:literal)?: $ty:ty $([$min:expr, $max:expr])?,)*
        }
    )+) => {
        $(
            $(#[$meta])*
            #[derive(Clone, PartialEq, Eq, Hash, Debug)]
            pub struct $name { $($(#[doc = $doc])+ pub $field: $ty,)* }

            impl $crate::directive::Directive for $name {
                const NAME: &'static str = $text;
                const OPTIONS: &'static [$crate::directive::OptionSchema] = &[$(
                    $crate::directive::OptionSchema {
                        name: option_name!($field $($option)?),
                        kind: $crate::directive::option::narrowed(
                            <$ty as $crate::directive::option::Field>::KIND,
                            option_range!($($min, $max)?),
                        ),
                        required: <$ty as $crate::directive::option::Field>::REQUIRED,
                        what: concat!($($doc),+),
                    },
                )*];

                #[allow(unused_variables)]
                fn read(given: &mut $crate::directive::Given) -> Option<Self> {
                    let read = Self {
                        $($field: $crate::directive::option::Field::read(
                            given.take(option_name!($field $($option)?)),
                        )?,)*
                    };
                    given.0.is_empty().then_some(read)
                }

                fn options(&self) -> Vec<(&'static str, $crate::directive::OptionValue)> {
                    let all: Vec<Option<(&'static str, $crate::directive::OptionValue)>> = vec![$(
                        $crate::directive::option::Field::write(&self.$field)
                            .map(|value| (option_name!($field $($option)?), value)),
                    )*];
                    all.into_iter().flatten().collect()
                }
            }
        )+
    };
}

macro_rules! option_name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $option:literal) => {
        $option
    };
}

macro_rules! option_range {
    () => {
        None
    };
    ($min:expr, $max:expr) => {
        Some(($min, $max))
    };
}

/// Sets: all directives that can stand at one place.
macro_rules! directive_sets {
    ($(
        $(#[$meta:meta])*
        pub struct $name:ident { $($(#[$doc:meta])* $field:ident: $room:ident<$ty:ty>,)* }
    )+) => {
        $(
            $(#[$meta])*
            #[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
            pub struct $name { $($(#[$doc])* pub $field: $room<$crate::directive::At<$ty>>,)* }

            impl $crate::directive::DirectiveSet for $name {
                const NAMES: &'static [&'static str] =
                    &[$(<$ty as $crate::directive::Directive>::NAME,)*];

                fn entries(&self) -> Vec<$crate::directive::Entry> {
                    let mut entries = Vec::new();
                    $(entries.extend(
                        $crate::directive::option::Room::items(&self.$field)
                            .iter()
                            .map($crate::directive::Entry::of),
                    );)*
                    entries
                }

                fn schema(name: &str) -> Option<&'static [$crate::directive::OptionSchema]> {
                    $(if name == <$ty as $crate::directive::Directive>::NAME {
                        return Some(<$ty as $crate::directive::Directive>::OPTIONS);
                    })*
                    None
                }

                fn add(&mut self, name: &str, given: &mut $crate::directive::Given, span: $crate::Span) -> bool {
                    $(if name == <$ty as $crate::directive::Directive>::NAME {
                        return match <$ty as $crate::directive::Directive>::read(given) {
                            Some(value) => $crate::directive::option::Room::put(
                                &mut self.$field,
                                $crate::directive::At::new(value, span),
                            ),
                            None => false,
                        };
                    })*
                    false
                }
            }

            impl $name {
                /// True if there is none.
                #[must_use]
                pub fn is_empty(&self) -> bool {
                    *self == Self::default()
                }
            }

            impl std::fmt::Display for $name {
                /// Each directive with a leading space, as in the text form without spans.
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    for entry in $crate::directive::DirectiveSet::entries(self) {
                        write!(f, " {}", entry.text(false, &|root| format!("{root:?}")))?;
                    }
                    Ok(())
                }
            }
        )+
    };
}
