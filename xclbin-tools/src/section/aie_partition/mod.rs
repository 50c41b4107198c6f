//! AIE_PARTITION: a part of the AI engines, and the images that configure it.

mod error;
mod json;
mod pdi;

use bytemuck::{Pod, Zeroable};
use uuid::Uuid;

use super::described::{in_entry, wrong};
use super::{Section, SectionError, bytes};
use crate::endian::little::{U16, U32, U64};
use crate::{Error, SectionKind};

pub use error::{AiePartitionError, PdiError};

pub(super) use json::{from_tree, to_tree};

/// A part of the AI engines (`struct aie_partition` of xclbin.h).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AiePartition {
    /// The partition's name: by it, one of several is meant (`mpo_name`).
    pub name: String,
    /// Operations in each cycle (`operations_per_cycle`).
    pub operations_per_cycle: u32,
    /// Digest of the inference function (`inference_fingerprint`).
    pub inference_fingerprint: u64,
    /// Digest of what is done before and after it (`pre_post_fingerprint`).
    pub pre_post_fingerprint: u64,
    /// The commit that its kernels were built from (`kernel_commit_id`).
    pub kernel_commit_id: String,
    /// How many columns it takes (`column_width`).
    pub column_width: u16,
    /// The columns at which it may start (`start_columns`).
    pub start_columns: Vec<u16>,
    /// The images (`aie_pdi`).
    pub pdis: Vec<AiePdi>,
}

/// An image for AI engines (`struct aie_pdi`).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AiePdi {
    /// Its identity (`uuid`).
    pub uuid: Uuid,
    /// The image (`pdi_image`).
    pub image: Vec<u8>,
    /// What it is made of (`cdo_groups`).
    pub groups: Vec<CdoGroup>,
}

/// Commands that configure AI engines (`struct cdo_group`).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CdoGroup {
    /// Name (`mpo_name`).
    pub name: String,
    /// 0 not stated, 1 primary, 2 lite, 3 before and after (`cdo_type`).
    pub kind: u8,
    /// Number by which others refer to it (`pdi_id`).
    pub pdi_id: u64,
    /// The kernels that need it (`dpu_kernel_ids`).
    pub dpu_kernel_ids: Vec<u64>,
    /// The groups that come before it (`pre_cdo_groups`).
    pub pre_cdo_groups: Vec<u64>,
}

impl AiePartition {
    /// Gives the images the form that loads faster.
    ///
    /// # Errors
    /// [`Error::Section`] when one of them cannot have it.
    pub(crate) fn transform_images(&mut self) -> Result<(), Error> {
        for image in &mut self.pdis {
            let in_image = SectionError::within(format!("image {}", image.uuid));
            let transformed = pdi::transformed(&image.image).map_err(AiePartitionError::Pdi);
            let transformed = transformed.map_err(in_image);
            if let Some(transformed) = transformed.map_err(wrong(Self::KIND))? {
                image.image = transformed;
            }
        }
        Ok(())
    }
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct RawList {
    count: U32,
    offset: U32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct RawPartition {
    schema_version: u8,
    padding0: [u8; 3],
    name: U32,
    operations_per_cycle: U32,
    padding: [u8; 4],
    inference_fingerprint: U64,
    pre_post_fingerprint: U64,
    column_width: U16,
    info_padding: [u8; 6],
    start_columns: RawList,
    info_reserved: [u8; 72],
    pdis: RawList,
    kernel_commit_id: U32,
    reserved: [u8; 52],
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct RawPdi {
    uuid: [u8; 16],
    image: RawList,
    groups: RawList,
    reserved: [u8; 64],
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct RawGroup {
    name: U32,
    kind: u8,
    padding: [u8; 3],
    pdi_id: U64,
    dpu_kernel_ids: RawList,
    // xclbin.h calls its numbers 32 bits wide; xclbinutil writes and reads 64.
    pre_cdo_groups: RawList,
    reserved: [u8; 64],
}

const _: () = assert!(size_of::<RawPartition>() == 184);
const _: () = assert!(size_of::<RawPdi>() == 96);
const _: () = assert!(size_of::<RawGroup>() == 96);

/// What lists and texts are aligned to, in bytes.
const ALIGNMENT: usize = 8;

impl Section for AiePartition {
    const KIND: SectionKind = SectionKind::AIE_PARTITION;

    fn from_bytes(payload: &[u8]) -> Result<Self, Error> {
        read(payload).map_err(wrong(Self::KIND))
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        write(self).map_err(wrong(Self::KIND))
    }
}

fn read(payload: &[u8]) -> Result<AiePartition, SectionError> {
    let raw: &RawPartition = bytes::at(payload, 0)?;
    let mut budget = payload.len();
    let pdis: &[RawPdi] = list(payload, &raw.pdis, &mut budget)?;
    let pdis = pdis
        .iter()
        .enumerate()
        .map(|(index, pdi)| read_pdi(payload, pdi, &mut budget).map_err(in_entry("PDIs", index)));
    let pdis = pdis.collect::<Result<_, _>>()?;
    let columns: &[U16] = list(payload, &raw.start_columns, &mut budget)?;
    // Older files have no commit, and a zero where it would be.
    let commit = Some(raw.kernel_commit_id.get()).filter(|&offset| offset != 0);
    Ok(AiePartition {
        name: bytes::text(payload, raw.name.get())?.to_owned(),
        operations_per_cycle: raw.operations_per_cycle.get(),
        inference_fingerprint: raw.inference_fingerprint.get(),
        pre_post_fingerprint: raw.pre_post_fingerprint.get(),
        kernel_commit_id: commit.map_or(Ok(""), |offset| bytes::text(payload, offset))?.to_owned(),
        column_width: raw.column_width.get(),
        start_columns: columns.iter().map(|column| column.get()).collect(),
        pdis,
    })
}

fn read_pdi(payload: &[u8], raw: &RawPdi, budget: &mut usize) -> Result<AiePdi, SectionError> {
    let groups: &[RawGroup] = list(payload, &raw.groups, budget)?;
    let groups = groups
        .iter()
        .enumerate()
        .map(|(index, group)| read_group(payload, group, budget).map_err(in_entry("cdo_groups", index)));
    let groups = groups.collect::<Result<_, _>>()?;
    let image: &[u8] = list(payload, &raw.image, budget)?;
    Ok(AiePdi { uuid: Uuid::from_bytes(raw.uuid), image: image.to_vec(), groups })
}

fn read_group(payload: &[u8], raw: &RawGroup, budget: &mut usize) -> Result<CdoGroup, SectionError> {
    let kernels: &[U64] = list(payload, &raw.dpu_kernel_ids, budget)?;
    let before: &[U64] = list(payload, &raw.pre_cdo_groups, budget)?;
    let name = bytes::text(payload, raw.name.get())?;
    spend(budget, name.len())?;
    Ok(CdoGroup {
        name: name.to_owned(),
        kind: raw.kind,
        pdi_id: raw.pdi_id.get(),
        dpu_kernel_ids: kernels.iter().map(|id| id.get()).collect(),
        pre_cdo_groups: before.iter().map(|id| id.get()).collect(),
    })
}

/// A list of the payload. Lists that share bytes would need more memory than the payload has: no more than that is read.
fn list<'a, T>(payload: &'a [u8], raw: &RawList, budget: &mut usize) -> Result<&'a [T], SectionError>
where
    T: Pod,
{
    let list = bytes::list(payload, raw.offset.get(), raw.count.get())?;
    spend(budget, size_of_val(list))?;
    Ok(list)
}

fn spend(budget: &mut usize, size: usize) -> Result<(), AiePartitionError> {
    *budget = budget.checked_sub(size).ok_or(AiePartitionError::SharedBytes)?;
    Ok(())
}

fn write(partition: &AiePartition) -> Result<Vec<u8>, SectionError> {
    let mut payload = vec![0; size_of::<RawPartition>()];
    let name = push_text(&mut payload, &partition.name)?;
    let kernel_commit_id = push_text(&mut payload, &partition.kernel_commit_id)?;
    let columns: Vec<U16> = partition.start_columns.iter().map(|&column| column.into()).collect();
    let start_columns = push_list(&mut payload, &columns)?;
    let mut pdis = Vec::new();
    for pdi in &partition.pdis {
        pdis.push(write_pdi(&mut payload, pdi)?);
    }
    let raw = RawPartition {
        name,
        operations_per_cycle: partition.operations_per_cycle.into(),
        inference_fingerprint: partition.inference_fingerprint.into(),
        pre_post_fingerprint: partition.pre_post_fingerprint.into(),
        column_width: partition.column_width.into(),
        start_columns,
        pdis: push_list(&mut payload, &pdis)?,
        kernel_commit_id,
        ..RawPartition::zeroed()
    };
    payload[..size_of::<RawPartition>()].copy_from_slice(bytemuck::bytes_of(&raw));
    Ok(payload)
}

fn write_pdi(payload: &mut Vec<u8>, pdi: &AiePdi) -> Result<RawPdi, SectionError> {
    let image = push_list(payload, &pdi.image)?;
    let mut groups = Vec::new();
    for group in &pdi.groups {
        groups.push(write_group(payload, group)?);
    }
    let groups = push_list(payload, &groups)?;
    Ok(RawPdi { uuid: pdi.uuid.into_bytes(), image, groups, ..RawPdi::zeroed() })
}

fn write_group(payload: &mut Vec<u8>, group: &CdoGroup) -> Result<RawGroup, SectionError> {
    let name = push_text(payload, &group.name)?;
    let numbers = |numbers: &[u64]| numbers.iter().map(|&number| number.into()).collect::<Vec<U64>>();
    let dpu_kernel_ids = push_list(payload, &numbers(&group.dpu_kernel_ids))?;
    let pre_cdo_groups = push_list(payload, &numbers(&group.pre_cdo_groups))?;
    let (kind, pdi_id) = (group.kind, group.pdi_id.into());
    Ok(RawGroup { name, kind, pdi_id, dpu_kernel_ids, pre_cdo_groups, ..RawGroup::zeroed() })
}

fn push_text(payload: &mut Vec<u8>, text: &str) -> Result<U32, SectionError> {
    let position = bytes::position(payload)?;
    bytes::push_text(payload, text)?;
    payload.resize(payload.len().next_multiple_of(ALIGNMENT), 0);
    Ok(position.into())
}

fn push_list<T: Pod>(payload: &mut Vec<u8>, list: &[T]) -> Result<RawList, SectionError> {
    if list.is_empty() {
        return Ok(RawList::zeroed());
    }
    let count = u32::try_from(list.len()).map_err(|_| AiePartitionError::LongList)?;
    let offset = bytes::position(payload)?;
    payload.extend_from_slice(bytemuck::cast_slice(list));
    payload.resize(payload.len().next_multiple_of(ALIGNMENT), 0);
    Ok(RawList { count: count.into(), offset: offset.into() })
}
