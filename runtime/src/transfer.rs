//! How copies and fills are done (S20 §4.9.4.3).

use std::ops::Deref;

use crate::copy::Download;
use crate::dag::Transfer;
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

/// A copy of all of `src` to all of `dst`.
///
/// # Errors
/// As [`Handler::copy`].
pub(crate) fn copy<T: Element>(src: Source<T>, dst: Target<T>) -> Result<Transfer> {
    Ok(match (src, dst) {
        (Source::Buffer(src), Target::Buffer(dst)) => {
            if src.same_buffer(&dst) {
                return Err(Error::Invalid(
                    "copy: source and destination are the same buffer; copy by way of another one".to_owned(),
                ));
            }
            check_len(src.window.len(), dst.window.len())?;
            Box::new(move || {
                copy_runs(&src.read(COPY)?, src.window, &mut dst.write(COPY)?, dst.window);
                Ok(())
            })
        }
        (Source::Host(src), Target::Buffer(dst)) => {
            check_len(src.len(), dst.window.len())?;
            Box::new(move || {
                copy_runs(&src, Window::whole(src.len()), &mut dst.write(COPY)?, dst.window);
                Ok(())
            })
        }
        (Source::Buffer(src), Target::Host(download)) => {
            let elements = src.window.len();
            // Here, so that a lack of memory is an error of the call.
            let mut data = zeros(elements)?;
            Box::new(move || {
                copy_runs(&src.read(COPY)?, src.window, &mut data, Window::whole(elements));
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

/// Sets all of `dst` to `value`.
pub(crate) fn fill<T: Element>(dst: View<T>, value: T) -> Transfer {
    Box::new(move || {
        let mut data = dst.write("fill")?;
        dst.window.runs().for_each(|run| data[run].fill(value));
        Ok(())
    })
}

/// Checks that there is a place for each element.
fn check_len(src: usize, dst: usize) -> Result<()> {
    if src == dst {
        return Ok(());
    }
    Err(Error::Invalid(format!(
        "copy: the source has {src} elements and the destination {dst}; narrow the larger accessor with `ranged`"
    )))
}

/// Copies the elements of a window to those of another one, which is as large.
fn copy_runs<T: Copy>(src: &[T], src_window: Window, dst: &mut [T], dst_window: Window) {
    let mut places = dst_window.runs();
    let mut place = 0..0;
    for mut run in src_window.runs() {
        while !run.is_empty() {
            if place.is_empty() {
                let Some(next) = places.next() else { return };
                place = next;
            }
            let count = run.len().min(place.len());
            let (from, to) = (run.start..run.start + count, place.start..place.start + count);
            dst[to].copy_from_slice(&src[from]);
            run.start += count;
            place.start += count;
        }
    }
}
