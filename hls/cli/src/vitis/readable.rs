//! Entries of the store that this user may not read: a step is not made twice for another user's permissions.

use sycl_hls_types::Digest;
use sycl_hls_vitis::plan::{Plan, Step};
use sycl_hls_vitis::runner::kept;
use sycl_hls_vitis::store::Store;

use crate::failure::Failure;
use crate::owner::of_denied;

/// Looks whether what a store has of a plan's steps can be read.
///
/// # Errors
/// When something cannot: whose it is.
pub fn check_plan(store: &Store, plan: &Plan, platform: &Digest) -> Result<(), Failure> {
    let mut steps = plan.steps.iter().zip(Store::keys(plan, platform));
    steps.try_for_each(|(step, key)| check_step(store, &key, step))
}

/// Looks whether what a store has of a step can be read.
///
/// # Errors
/// When something cannot: whose it is.
pub fn check_step(store: &Store, key: &Digest, step: &Step) -> Result<(), Failure> {
    store.check(key, &kept(step)).map_err(|(path, error)| {
        let message = format!("the store has a step that cannot be read: {}: {error}", path.display());
        of_denied(Failure::user(message), &path, &error)
    })
}
