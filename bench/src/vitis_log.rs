//! Reading a log of Vitis, against reading its bytes.

use std::fs::File;
use std::hint::black_box;
use std::io::Read as _;
use std::path::Path;

use anyhow::ensure;
use sycl_hls_vitis::log::Reader;

use crate::{Figure, root, sample};

/// Bytes of the log.
const SIZE: usize = 200_000_000;

/// Runs of each.
const ROUNDS: usize = 9;

/// The kinds of lines of a real link, most of them information: v++'s, Vivado's, a message now and then.
const LINES: [&str; 8] = [
    "INFO: [IP_Flow 19-1700] Loaded user IP repository '/build/_x/link/int/xo/ip_repo/xilinx_com_hls_gemv_1_0'.\n",
    "INFO: [Synth 8-6157] synthesizing module 'gemv_gmem0_m_axi_burst_converter' [/build/gemv_gmem0_m_axi.v:1500]\n",
    "INFO: [v++ 60-1453] Command Line: vpl -t hw -f /opt/xilinx/platforms/u200.xpfm --kernel_frequency 300\n",
    "\tParameter C_M_AXI_ADDR_WIDTH bound to: 64 - type: integer \n",
    "[10:05:00] Block-level synthesis in progress, 27 of 54 jobs complete, 8 jobs running.\n",
    "Time (s): cpu = 00:00:04 ; elapsed = 00:00:04 . Memory (MB): peak = 2179.574 ; gain = 0.000\n",
    "WARNING: [Synth 8-7129] Port ARESET in module gemv_control_s_axi is either unconnected or has no load\n",
    "|12    |LUT6                 |  1234|\n",
];

fn write(path: &Path) -> anyhow::Result<()> {
    let block = LINES.concat();
    Ok(std::fs::write(path, block.repeat(SIZE.div_ceil(block.len())))?)
}

/// Hands out the bytes of a file in pieces of the size of a pipe.
fn each(path: &Path, mut take: impl FnMut(&[u8])) -> anyhow::Result<()> {
    let (mut file, mut buffer) = (File::open(path)?, vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(()),
            size => take(&buffer[..size]),
        }
    }
}

pub fn measure() -> anyhow::Result<Vec<Figure>> {
    let folder = tempfile::tempdir_in(root().join("target"))?;
    let path = folder.path().join("v++.log");
    write(&path)?;
    let mut read = || each(&path, |bytes| _ = black_box(bytes));
    let mut parse = || {
        let mut reader = Reader::default();
        each(&path, |bytes| reader.feed(bytes))?;
        let log = reader.finish();
        ensure!(log.counts.warnings > 0 && log.first_error().is_none(), "the log was not understood");
        Ok(())
    };
    let [bytes, log] = sample::in_turn(ROUNDS, [&mut read, &mut parse])?;
    let speed = std::fs::metadata(&path)?.len() as f64 / 1e6 / log.as_secs_f64();
    let measured = format!("{speed:.0} MB/s; {:.1}x", sample::ratio(log, bytes));
    Ok(vec![Figure {
        what: "a log of v++; time / that of reading its bytes".to_owned(),
        measured,
        target: "200 MB/s",
    }])
}
