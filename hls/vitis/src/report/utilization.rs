//! Vivado's `report_accelerator_utilization` (what kernels take) and `report_utilization` (what all of the device takes, and each
//! super logic region of it), 2020.2 to 2025.2.

use serde::{Deserialize, Serialize};

use sycl_hls_compiler::report::Shares;

use super::error::ReportError;
use super::figure::amount;
use super::model::Resources;
use super::table::{Table, tables};

/// What kernels take of what the platform leaves.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct KernelUse {
    /// What the platform takes.
    pub platform: Resources,
    /// What it leaves to kernels.
    pub available: Resources,
    /// What all kernels take together.
    pub used: Resources,
    /// What each kernel and each of its compute units takes: a kernel, then its units.
    pub parts: Vec<PartUse>,
}

/// What a kernel or one of its compute units takes.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct PartUse {
    /// Its name.
    pub name: String,
    /// Whether it is a compute unit, of the kernel before it.
    pub is_unit: bool,
    /// What it takes.
    pub used: Resources,
    /// Its share of what there is, in percent, where the report tells.
    pub share: Shares,
}

/// What a design takes of a device.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct DeviceUse {
    /// What it takes.
    pub used: Resources,
    /// What there is.
    pub available: Resources,
    /// What it takes of each super logic region; empty where there is one.
    pub regions: Vec<PartUse>,
}

/// Reads what kernels take.
///
/// # Errors
/// Why it is no such report.
pub fn read_kernels(text: &str) -> Result<KernelUse, ReportError> {
    let tables = tables(text);
    let table = tables.iter().find(|table| table.column("LUTAsMem").is_some());
    let Some(table) = table else {
        return Err(ReportError::Other {
            wanted: "no report of kernels' utilization",
            lacks: "no column `LUTAsMem`",
        });
    };
    let mut found = KernelUse::default();
    for row in &table.rows {
        let used = kernel_resources(table, row);
        match table.cell(row, "Name") {
            "Platform" => found.platform = used,
            "User Budget" => found.available = used,
            "Used Resources" => found.used = used,
            "Unused Resources" | "" => {}
            name => {
                let is_unit = row.first().is_some_and(|cell| cell.starts_with("   "));
                let share = Shares::default();
                found.parts.push(PartUse { name: name.to_owned(), is_unit, used, share });
            }
        }
    }
    Ok(found)
}

fn kernel_resources(table: &Table<'_>, row: &[&str]) -> Resources {
    let cell = |column| amount(table.cell(row, column));
    let whole = |column| cell(column).map(|value| value as u64);
    Resources {
        lut: whole("LUT"),
        ff: whole("REG"),
        bram_18k: cell("BRAM").map(halves),
        uram: whole("URAM"),
        dsp: whole("DSP"),
    }
}

/// Block memories of 18 Kibit of a number of tiles of 36 Kibit.
fn halves(tiles: f64) -> u64 {
    (tiles * 2.0).round() as u64
}

/// What rows of resources are called.
const LUTS: [&str; 2] = ["CLB LUTs", "Slice LUTs"];
const FFS: [&str; 3] = ["CLB Registers", "Slice Registers", "Registers"];
const BRAMS: [&str; 1] = ["Block RAM Tile"];
const URAMS: [&str; 1] = ["URAM"];
const DSPS: [&str; 2] = ["DSPs", "DSP Slices"];

/// Reads what a design takes of its device.
///
/// # Errors
/// Why it is no such report.
pub fn read_device(text: &str) -> Result<DeviceUse, ReportError> {
    let tables = tables(text);
    let value = |column: &str, names: &[&str]| {
        let rows = tables.iter().filter(|table| table.column(column).is_some());
        let mut rows = rows.flat_map(|table| table.rows.iter().map(move |row| (table, row)));
        rows.find_map(|(table, row)| {
            let site = table.cell(row, "Site Type").trim_end_matches('*').trim();
            names.contains(&site).then(|| amount(table.cell(row, column))).flatten()
        })
    };
    let of_column = |column: &str| -> Resources {
        let whole = |names: &[&str]| value(column, names).map(|value| value as u64);
        Resources {
            lut: whole(&LUTS),
            ff: whole(&FFS),
            bram_18k: value(column, &BRAMS).map(halves),
            uram: whole(&URAMS),
            dsp: whole(&DSPS),
        }
    };
    let share = |name: &str| {
        let column = format!("{name} %");
        let of = |names: &[&str]| value(&column, names);
        Shares { luts: of(&LUTS), ffs: of(&FFS), dsps: of(&DSPS), ramb18s: of(&BRAMS), urams: of(&URAMS) }
    };
    let used = of_column("Used");
    if used == Resources::default() {
        return Err(ReportError::Other {
            wanted: "no report of utilization",
            lacks: "no table with `Site Type` and `Used`",
        });
    }
    let is_region = |name: &&&str| name.strip_prefix("SLR").is_some_and(|rest| rest.parse::<u32>().is_ok());
    let mut names: Vec<&str> =
        tables.iter().flat_map(|table| table.head.iter().filter(is_region)).copied().collect();
    names.dedup();
    names.sort_unstable();
    names.dedup();
    let region = |name: &str| PartUse {
        name: name.to_owned(),
        is_unit: false,
        used: of_column(name),
        share: share(name),
    };
    let regions: Vec<PartUse> = names.into_iter().map(region).collect();
    let known = regions.into_iter().filter(|region| region.used != Resources::default());
    Ok(DeviceUse { used, available: of_column("Available"), regions: known.collect() })
}
