//! The messages of XRT's device interface, in proto2: `rpc_messages.proto` among XRT's emulation sources. Fields that are
//! of no use here are left out, which the format allows.

use prost::bytes::Bytes;
use prost::{Enumeration, Message};

/// The calls, by XRT's numbers (`xcl_macros.h`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Enumeration)]
#[repr(i32)]
pub(super) enum Call {
    Open = 0,
    Close = 1,
    LoadBitstream = 3,
    AllocDeviceBuffer = 4,
    FreeDeviceBuffer = 5,
    CopyBufferHost2Device = 6,
    CopyBufferDevice2Host = 7,
    WriteKernelCtrl = 9,
    ReadKernelCtrl = 11,
    PerfMonReadCounters = 14,
    PerfMonGetTraceCount = 15,
    PerfMonReadTrace = 16,
    GetDeviceTimestamp = 17,
    ReadBusStatus = 18,
    GetDebugMessages = 19,
    SetEnvironment = 20,
    CopyBo = 22,
    ImportBo = 27,
    SetupInstance = 28,
    PerfMonReadCountersStreaming = 32,
    PerfMonReadTraceStreaming = 33,
    CopyBoFromFd = 50,
    RegWrite = 51,
    RegRead = 52,
    SwemuDriverVersion = 53,
}

/// An answer that only says whether it went well. `ack`, `valid` and `success` have the same number.
#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct Ack {
    #[prost(bool, required, tag = "1")]
    pub ack: bool,
}

/// An answer without anything in it.
#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct Nothing {}

#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct CloseCall {
    #[prost(bool, optional, tag = "3")]
    pub close_all: Option<bool>,
}

#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct LoadBitstreamCall {
    /// Path of the image's EMBEDDED_METADATA.
    #[prost(bytes = "vec", required, tag = "1")]
    pub xml_file: Vec<u8>,
    /// Path of the image's BITSTREAM.
    #[prost(bytes = "vec", required, tag = "2")]
    pub dlopen_file: Vec<u8>,
}

#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct AllocDeviceBufferCall {
    #[prost(uint64, required, tag = "1")]
    pub address: u64,
    #[prost(uint64, required, tag = "2")]
    pub size: u64,
    /// True if the host will map the file that is named in the answer.
    #[prost(bool, optional, tag = "3")]
    pub peer_to_peer: Option<bool>,
}

#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct AllocDeviceBufferResponse {
    #[prost(bool, required, tag = "1")]
    pub ack: bool,
    #[prost(string, optional, tag = "2")]
    pub file_name: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct FreeDeviceBufferCall {
    #[prost(uint64, required, tag = "1")]
    pub address: u64,
}

#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct CopyBufferHost2DeviceCall {
    #[prost(uint64, required, tag = "3")]
    pub dest: u64,
    #[prost(bytes = "bytes", required, tag = "4")]
    pub src: Bytes,
    /// The offset in the buffer, which may be in the address already.
    #[prost(uint64, required, tag = "6")]
    pub seek: u64,
}

#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct CopyBufferHost2DeviceResponse {
    #[prost(uint64, required, tag = "1")]
    pub size: u64,
}

#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct CopyBufferDevice2HostCall {
    #[prost(uint64, required, tag = "4")]
    pub src: u64,
    #[prost(uint64, required, tag = "5")]
    pub size: u64,
    /// The offset in the buffer, which may be in the address already.
    #[prost(uint64, required, tag = "6")]
    pub skip: u64,
}

#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct CopyBufferDevice2HostResponse {
    #[prost(uint64, required, tag = "1")]
    pub size: u64,
    #[prost(bytes = "vec", required, tag = "2")]
    pub dest: Vec<u8>,
}

#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct WriteKernelCtrlCall {
    #[prost(uint64, required, tag = "2")]
    pub address: u64,
    #[prost(bytes = "vec", required, tag = "4")]
    pub data: Vec<u8>,
}

#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct ReadKernelCtrlCall {
    #[prost(uint64, required, tag = "2")]
    pub address: u64,
    #[prost(uint32, required, tag = "3")]
    pub size: u32,
}

/// What a read of registers gives.
#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct ReadResponse {
    #[prost(bool, required, tag = "1")]
    pub valid: bool,
    #[prost(bytes = "vec", optional, tag = "2")]
    pub data: Option<Vec<u8>>,
}

#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct RegWriteCall {
    #[prost(uint32, required, tag = "1")]
    pub base: u32,
    #[prost(uint32, required, tag = "2")]
    pub offset: u32,
    #[prost(bytes = "vec", required, tag = "3")]
    pub data: Vec<u8>,
}

#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct RegReadCall {
    #[prost(uint32, required, tag = "1")]
    pub base: u32,
    #[prost(uint32, required, tag = "2")]
    pub offset: u32,
    #[prost(uint32, required, tag = "3")]
    pub size: u32,
}

/// A device's read of memory of the host.
#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct SlaveReadCall {
    #[prost(uint64, required, tag = "1")]
    pub address: u64,
    #[prost(uint32, required, tag = "2")]
    pub size: u32,
}

#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct SlaveReadResponse {
    #[prost(bool, required, tag = "1")]
    pub valid: bool,
    #[prost(bytes = "vec", required, tag = "2")]
    pub data: Vec<u8>,
}

/// A device's write to memory of the host, which is answered by an [`Ack`].
#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct SlaveWriteCall {
    #[prost(uint64, required, tag = "1")]
    pub address: u64,
    #[prost(uint32, required, tag = "2")]
    pub size: u32,
    #[prost(bytes = "vec", required, tag = "3")]
    pub data: Vec<u8>,
}

#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct GetDeviceTimestampResponse {
    /// Nanoseconds.
    #[prost(uint64, required, tag = "1")]
    pub timestamp: u64,
}

/// Makes the buffer at `offset` the memory in a file.
#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct ImportBoCall {
    #[prost(string, optional, tag = "1")]
    pub file_name: Option<String>,
    #[prost(uint64, optional, tag = "2")]
    pub offset: Option<u64>,
    #[prost(uint64, optional, tag = "3")]
    pub size: Option<u64>,
}

/// Copies from a buffer to a file.
#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct CopyBoCall {
    #[prost(uint64, optional, tag = "1")]
    pub src_handle: Option<u64>,
    #[prost(string, optional, tag = "2")]
    pub dst_file_name: Option<String>,
    #[prost(uint64, optional, tag = "3")]
    pub size: Option<u64>,
    #[prost(uint64, optional, tag = "4")]
    pub src_offset: Option<u64>,
    #[prost(uint64, optional, tag = "5")]
    pub dst_offset: Option<u64>,
}

/// Copies from a file to a buffer.
#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct CopyBoFromFdCall {
    #[prost(uint64, optional, tag = "1")]
    pub dst_handle: Option<u64>,
    #[prost(string, optional, tag = "2")]
    pub src_file_name: Option<String>,
    #[prost(uint64, optional, tag = "3")]
    pub size: Option<u64>,
    #[prost(uint64, optional, tag = "4")]
    pub src_offset: Option<u64>,
    #[prost(uint64, optional, tag = "5")]
    pub dst_offset: Option<u64>,
}
