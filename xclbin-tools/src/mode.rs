//! The header's mode: what kind of image the file is.

use crate::numbered::numbered;

numbered! {
    /// What kind of image a file is (`m_mode`, `enum XCLBIN_MODE` of xclbin.h).
    pub enum Mode: u16 {
        /// Hardware: a whole device.
        Flat = 0,
        /// Hardware: one reconfigurable partition.
        Pr = 1,
        /// Hardware: second stage of tandem configuration.
        TandemStage2 = 2,
        /// Hardware: second stage of tandem configuration, with a reconfigurable partition.
        TandemStage2WithPr = 3,
        /// Hardware emulation.
        HwEmu = 4,
        /// Software emulation.
        SwEmu = 5,
        /// Hardware emulation of one reconfigurable partition.
        HwEmuPr = 6,
    }
}
