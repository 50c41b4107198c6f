//! KEYVALUE_METADATA: JSON text with pairs of keys and values.

use serde::{Deserialize, Deserializer, Serialize};

use super::{Section, json};
use crate::{Error, SectionKind};

/// Pairs of keys and values in their order in the file.
///
/// Source: KEYVALUE_METADATA, `{"key_values":[{"key":"..","value":".."}]}` without an outer node.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct KeyValues {
    #[serde(rename = "key_values", default, deserialize_with = "list_or_nothing")]
    pairs: Vec<Pair>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Pair {
    key: String,
    value: String,
}

impl KeyValues {
    /// The value of a key: the first one, if the file repeats the key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.iter().find(|(candidate, _)| *candidate == key).map(|(_, value)| value)
    }

    /// The pairs in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.pairs.iter().map(|pair| (pair.key.as_str(), pair.value.as_str()))
    }
}

impl<K: Into<String>, V: Into<String>> FromIterator<(K, V)> for KeyValues {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let pairs = pairs.into_iter().map(|(key, value)| Pair { key: key.into(), value: value.into() });
        Self { pairs: pairs.collect() }
    }
}

impl Section for KeyValues {
    const KIND: SectionKind = SectionKind::KEYVALUE_METADATA;

    fn from_bytes(payload: &[u8]) -> Result<Self, Error> {
        json::read(Self::KIND, payload)
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        json::write(Self::KIND, self)
    }
}

/// XRT's own tools write an empty list as an empty string.
fn list_or_nothing<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Pair>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum ListOrNothing {
        List(Vec<Pair>),
        Nothing(String),
    }
    match ListOrNothing::deserialize(deserializer)? {
        ListOrNothing::List(pairs) => Ok(pairs),
        ListOrNothing::Nothing(text) if text.is_empty() => Ok(Vec::new()),
        ListOrNothing::Nothing(text) => {
            Err(serde::de::Error::custom(format!("`key_values` is the text `{text}`, not a list")))
        }
    }
}
