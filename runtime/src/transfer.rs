//! How copies and fills are done (S20 §4.9.4.3).

use std::iter;
use std::ops::{Deref, Range};

use sycl_hls_memory::WriteLease;
use sycl_hls_types::Fault;

use crate::copy::Download;
use crate::dag::{Part, Transfer};
use crate::storage::zeros;
use crate::view::View;
use crate::window::Window;
use crate::{Element, Error, Result};

/// Elements to copy.
pub enum Source<T> {
    /// Of a buffer.
    Buffer(View<T>),
    /// In memory of the host.
    Host(Box<dyn Deref<Target = [T]> + Send>),
}

/// Where elements are copied to.
pub enum Target<T> {
    /// Elements of a buffer.
    Buffer(View<T>),
    /// A place on the host.
    Host(Download<T>),
}

impl<T: Element> Source<T> {
    fn len(&self) -> usize {
        match self {
            Self::Buffer(view) => view.window.len(),
            Self::Host(elements) => elements.len(),
        }
    }
}

/// The buffer whose elements are all overwritten by a copy of `src` to `dst`, if its accessor did not say so.
pub(crate) fn overwritten<T: Element>(src: &Source<T>, dst: &Target<T>) -> Option<Part> {
    match dst {
        Target::Buffer(dst) if src.len() == dst.window.len() => dst.overwritten(),
        _ => None,
    }
}

/// A copy of all of `src` to the first elements of `dst`.
///
/// # Errors
/// As [`Handler::copy`].
pub(crate) fn copy<T: Element>(src: Source<T>, dst: Target<T>) -> Result<Transfer> {
    Ok(match (src, dst) {
        (Source::Buffer(src), Target::Buffer(dst)) => {
            check_len(src.window.len(), dst.window.len())?;
            if src.same_storage(&dst) {
                return copy_within(src, dst);
            }
            Box::new(move || {
                let from = src.read(src.window.hull(), COPY)?;
                copy_runs(&from, src.window.relative(), &mut written(&dst)?, dst.window.relative());
                Ok(())
            })
        }
        (Source::Host(src), Target::Buffer(dst)) => {
            check_len(src.len(), dst.window.len())?;
            Box::new(move || {
                copy_runs(&src, Window::whole(src.len()), &mut written(&dst)?, dst.window.relative());
                Ok(())
            })
        }
        (Source::Buffer(src), Target::Host(download)) => {
            let elements = src.window.len();
            // Here, so that a lack of memory is an error of the call.
            let mut data = zeros(elements)?;
            Box::new(move || {
                let from = src.read(src.window.hull(), COPY)?;
                copy_runs(&from, src.window.relative(), &mut data, Window::whole(elements));
                download.put(data);
                Ok(())
            })
        }
        (Source::Host(src), Target::Host(download)) => Box::new(move || {
            download.put(src.to_vec());
            Ok(())
        }),
    })
}

/// What faults call a copy.
const COPY: &str = "copy";

/// The elements of a copy's destination, and those between them.
fn written<T: Element>(dst: &View<T>) -> Result<WriteLease<'_, T>, Fault> {
    dst.write(dst.window.hull(), COPY)
}

/// Sets all of `dst` to `value`.
pub(crate) fn fill<T: Element>(dst: View<T>, value: T) -> Transfer {
    Box::new(move || {
        let mut data = dst.write(dst.window.hull(), "fill")?;
        dst.window.relative().runs().for_each(|run| data[run].fill(value));
        Ok(())
    })
}

/// Checks that there is a place for each element.
fn check_len(src: usize, dst: usize) -> Result<()> {
    if src <= dst {
        return Ok(());
    }
    Err(Error::Invalid(format!(
        "copy: the source has {src} elements and the destination {dst}; narrow the source with `ranged`"
    )))
}

/// A copy between two parts of one buffer.
///
/// # Errors
/// [`Error::Invalid`] when an element is in both.
fn copy_within<T: Element>(src: View<T>, dst: View<T>) -> Result<Transfer> {
    let moves: Vec<_> = moves(src.window, dst.window).collect();
    if overlap(&moves) {
        return Err(Error::Invalid(
            "copy: source and destination overlap in one buffer; copy by way of another one".to_owned(),
        ));
    }
    Ok(Box::new(move || {
        // Others may use what is between the runs, if these are two buffers.
        moves.into_iter().try_for_each(|(from, to)| {
            let from = src.read(from, COPY)?;
            dst.write(to, COPY)?.copy_from_slice(&from);
            Ok(())
        })
    }))
}

/// Whether something is moved to where something is taken from.
fn overlap(moves: &[(Range<usize>, Range<usize>)]) -> bool {
    let (mut sources, mut targets): (Vec<_>, Vec<_>) = moves.iter().cloned().unzip();
    sources.sort_by_key(|run| run.start);
    targets.sort_by_key(|run| run.start);
    let mut targets = targets.into_iter().peekable();
    sources.into_iter().any(|source| {
        while targets.next_if(|target| target.end <= source.start).is_some() {}
        targets.peek().is_some_and(|target| target.start < source.end)
    })
}

/// Copies the elements of a window to the first ones of another one, which is at least as large.
fn copy_runs<T: Copy>(src: &[T], src_window: Window, dst: &mut [T], dst_window: Window) {
    moves(src_window, dst_window).for_each(|(from, to)| dst[to].copy_from_slice(&src[from]));
}

/// Neighbouring elements of a window with their places in another one, which is at least as large.
fn moves(src: Window, dst: Window) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
    let (mut runs, mut places) = (src.runs(), dst.runs());
    let (mut run, mut place) = (0..0, 0..0);
    iter::from_fn(move || {
        while run.is_empty() {
            run = runs.next()?;
        }
        while place.is_empty() {
            place = places.next()?;
        }
        let count = run.len().min(place.len());
        let moved = (run.start..run.start + count, place.start..place.start + count);
        (run.start, place.start) = (run.start + count, place.start + count);
        Some(moved)
    })
}
