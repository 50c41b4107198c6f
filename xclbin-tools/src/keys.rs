//! Keys and values, and the sections of other images.

use crate::section::KeyValues;
use crate::{
    Content, Editor, Error, Section as _, SectionKind, SectionPlace, TransferError, XclbinFile, section,
};

/// KEYVALUE_METADATA.
impl Editor {
    /// The pairs of KEYVALUE_METADATA; none when there is no such section.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be read, [`Error::Section`] when it is damaged.
    pub fn key_values(&self) -> Result<KeyValues, Error> {
        match self.position(SectionKind::KEYVALUE_METADATA) {
            Some(position) => {
                let payload = self.payload(position)?;
                if payload.is_empty() { Ok(KeyValues::default()) } else { KeyValues::from_bytes(&payload) }
            }
            None => Ok(KeyValues::default()),
        }
    }

    /// Gives a key a value; the section is added if need be.
    ///
    /// # Errors
    /// Those of [`Editor::key_values`].
    pub fn set_key(&mut self, key: &str, value: &str) -> Result<(), Error> {
        let pairs = self.key_values()?;
        let mut changed: Vec<(String, String)> =
            pairs.iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        match changed.iter_mut().find(|(present, _)| present == key) {
            Some((_, old)) => value.clone_into(old),
            None => changed.push((key.to_owned(), value.to_owned())),
        }
        self.put_key_values(changed)
    }

    /// Removes a key, and tells whether it was there.
    ///
    /// # Errors
    /// Those of [`Editor::key_values`].
    pub fn remove_key(&mut self, key: &str) -> Result<bool, Error> {
        let pairs = self.key_values()?;
        let owned = |(key, value): (&str, &str)| (key.to_owned(), value.to_owned());
        let left: Vec<_> = pairs.iter().filter(|(present, _)| *present != key).map(owned).collect();
        let was_there = left.len() < pairs.iter().len();
        if was_there {
            self.put_key_values(left)?;
        }
        Ok(was_there)
    }

    fn put_key_values(&mut self, pairs: Vec<(String, String)>) -> Result<(), Error> {
        let payload = Content::Bytes(KeyValues::from_iter(pairs).to_bytes()?);
        match self.position(SectionKind::KEYVALUE_METADATA) {
            Some(position) => self.replace(position, "", payload),
            None => self.add(SectionKind::KEYVALUE_METADATA, "", payload),
        }
    }
}

/// Whole sections.
impl Editor {
    /// Removes a section.
    ///
    /// # Errors
    /// [`Error::NoSection`] when it is not there, [`Error::Place`] when it is a part, and those of [`Editor::find`].
    pub fn remove_place(&mut self, place: &SectionPlace) -> Result<(), Error> {
        if place.part.is_some() {
            let problem = TransferError::RemovedPart;
            return Err(Error::Place { place: place.clone(), problem });
        }
        let position = self.existing(place)?;
        self.remove(position);
        Ok(())
    }

    /// Adds the sections of another image that this one lacks, and the keys.
    ///
    /// # Errors
    /// [`Error::Io`] when something cannot be read, [`Error::Section`] when the name of a section, or KEYVALUE_METADATA, is
    /// damaged.
    pub fn merge(&mut self, other: &XclbinFile) -> Result<Merged, Error> {
        let mut merged = Merged::default();
        for entry in other.layout().sections() {
            let kind = entry.kind();
            let payload = other.payload(entry)?;
            let index = if kind.is_indexed() { section::name_of(kind, &payload)? } else { String::new() };
            let place = SectionPlace { index, ..SectionPlace::of(kind) };
            match self.find(&place)? {
                None => self.add(kind, entry.name(), Content::Bytes(payload))?,
                Some(position) if self.payload(position)? == payload => {}
                Some(_) if kind == SectionKind::KEYVALUE_METADATA => {
                    merged.kept = self.merge_keys(&KeyValues::from_bytes(&payload)?)?;
                }
                Some(_) => merged.differing.push(place),
            }
        }
        Ok(merged)
    }

    /// Adds the keys that are missing; gives those with another value here.
    fn merge_keys(&mut self, others: &KeyValues) -> Result<Vec<Kept>, Error> {
        let own = self.key_values()?;
        let mut kept = Vec::new();
        for (key, value) in others.iter() {
            match own.get(key) {
                None => self.set_key(key, value)?,
                Some(own) if own == value => {}
                Some(own) => {
                    kept.push(Kept { key: key.to_owned(), value: own.to_owned(), other: value.to_owned() })
                }
            }
        }
        Ok(kept)
    }
}

/// What could not be taken of another image.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Merged {
    /// The sections that both have and that differ.
    pub differing: Vec<SectionPlace>,
    /// The keys that both have, with different values: that of the first image stays.
    pub kept: Vec<Kept>,
}

/// A key that kept its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The key.
    pub key: String,
    /// Its value here.
    pub value: String,
    /// Its value in the other image.
    pub other: String,
}
