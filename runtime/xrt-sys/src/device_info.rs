/// The start of XRT's `xclDeviceInfo2`, with its names. `tests/headers.rs` compares it with the headers that are installed.
#[repr(C)]
#[allow(non_snake_case)]
struct DeviceInfo {
    mMagic: c_uint,
    mName: [c_char; 256],
    mHALMajorVersion: c_ushort,
    mHALMinorVersion: c_ushort,
    mVendorId: c_ushort,
    mDeviceId: c_ushort,
    mSubsystemId: c_ushort,
    mSubsystemVendorId: c_ushort,
    mDeviceVersion: c_ushort,
    mDDRSize: usize,
    mDataAlignment: usize,
    mDDRFreeSize: usize,
    mMinTransferSize: usize,
    mDDRBankCount: c_ushort,
    mOCLFrequency: [c_ushort; 4],
    mPCIeLinkWidth: c_ushort,
    mPCIeLinkSpeed: c_ushort,
    mDMAThreads: c_ushort,
    mOnChipTemp: c_ushort,
}
