//! XRT's calls, one by one: what each does to the device, and what it is answered.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use prost::bytes::Bytes;
use prost::{DecodeError, Message};

use super::device::Device;
use super::message::{
    Ack, AllocDeviceBufferCall, AllocDeviceBufferResponse, Call, CloseCall, CopyBoCall, CopyBoFromFdCall,
    CopyBufferDevice2HostCall, CopyBufferDevice2HostResponse, CopyBufferHost2DeviceCall,
    CopyBufferHost2DeviceResponse, FreeDeviceBufferCall, GetDeviceTimestampResponse, ImportBoCall,
    LoadBitstreamCall, Nothing, ReadKernelCtrlCall, ReadResponse, RegReadCall, RegWriteCall,
    WriteKernelCtrlCall,
};
use super::socket::Request;

/// Answers a request. What goes wrong is answered too, and the device's report is told.
pub(super) fn answer(device: &mut Device, request: Request) -> Vec<u8> {
    let Request { call, message } = request;
    let known = i32::try_from(call).ok().and_then(|number| Call::try_from(number).ok());
    let Some(known) = known else {
        device.report.note(&format!("XRT made the call {call}, which is not known here"));
        return failure();
    };
    known.answer(device, message).unwrap_or_else(|error| {
        device.report.note(&format!("XRT's call {known:?} cannot be read: {error}"));
        failure()
    })
}

/// True if a close with this message ends the device process of a software emulation. A reset does not.
pub(super) fn closes_all(message: &Bytes) -> bool {
    CloseCall::decode(message.clone()).is_ok_and(|call| call.close_all == Some(true))
}

/// What any response says first: that it did not work.
fn failure() -> Vec<u8> {
    Ack { ack: false }.encode_to_vec()
}

/// Takes a call apart and puts its response together.
fn with<C: Message + Default, R: Message>(
    message: Bytes,
    respond: impl FnOnce(C) -> R,
) -> Result<Vec<u8>, DecodeError> {
    Ok(respond(C::decode(message)?).encode_to_vec())
}

impl Call {
    fn answer(self, device: &mut Device, message: Bytes) -> Result<Vec<u8>, DecodeError> {
        match self {
            Self::Close => with(message, |_: CloseCall| {
                device.reset();
                Ack { ack: true }
            }),
            Self::LoadBitstream => with(message, |call| load(device, &call)),
            Self::AllocDeviceBuffer => with(message, |call| allocate(device, &call)),
            Self::FreeDeviceBuffer => {
                with(message, |call: FreeDeviceBufferCall| Ack { ack: device.memory.free(call.address) })
            }
            Self::CopyBufferHost2Device => with(message, |call| write(device, &call)),
            Self::CopyBufferDevice2Host => with(message, |call| read(device, &call)),
            Self::WriteKernelCtrl => with(message, |call: WriteKernelCtrlCall| Ack {
                ack: device.write_registers(call.address, &call.data),
            }),
            Self::ReadKernelCtrl => with(message, |call: ReadKernelCtrlCall| {
                registers(device.read_registers(call.address, call.size))
            }),
            Self::RegWrite => with(message, |call: RegWriteCall| Ack {
                ack: device.write_registers(u64::from(call.base) + u64::from(call.offset), &call.data),
            }),
            Self::RegRead => with(message, |call: RegReadCall| {
                let address = u64::from(call.base) + u64::from(call.offset);
                registers(device.read_registers(address, call.size))
            }),
            Self::GetDeviceTimestamp => with(message, |_: Nothing| GetDeviceTimestampResponse {
                timestamp: u64::try_from(device.started.elapsed().as_nanos()).unwrap_or(u64::MAX),
            }),
            Self::ImportBo => with(message, |call| import(device, &call)),
            Self::CopyBo => with(message, |call| copy_bo(device, &call)),
            Self::CopyBoFromFd => with(message, |call| copy_bo_from_fd(device, &call)),
            Self::Open | Self::SetEnvironment | Self::SetupInstance | Self::SwemuDriverVersion => {
                with(message, |_: Nothing| Ack { ack: true })
            }
            // There are neither monitors nor messages.
            Self::PerfMonReadCounters
            | Self::PerfMonGetTraceCount
            | Self::PerfMonReadTrace
            | Self::ReadBusStatus
            | Self::GetDebugMessages
            | Self::PerfMonReadCountersStreaming
            | Self::PerfMonReadTraceStreaming => with(message, |_: Nothing| Nothing {}),
        }
    }
}

/// A result as an acknowledgement; the report learns why not.
fn ack<E: std::fmt::Display>(device: &Device, result: Result<(), E>) -> Ack {
    if let Err(error) = &result {
        device.report.note(&error.to_string());
    }
    Ack { ack: result.is_ok() }
}

fn load(device: &mut Device, call: &LoadBitstreamCall) -> Ack {
    let path = |bytes: &[u8]| Path::new(OsStr::from_bytes(bytes)).to_owned();
    let (metadata, object) = (path(&call.xml_file), path(&call.dlopen_file));
    // Before there is an image XRT loads one without files, to be able to allocate.
    if object.as_os_str().is_empty() {
        return Ack { ack: true };
    }
    let loaded = device.load(&metadata, &object);
    if let Err(error) = &loaded {
        device.report.refused(&error.to_string());
    }
    Ack { ack: loaded.is_ok() }
}

fn allocate(device: &mut Device, call: &AllocDeviceBufferCall) -> AllocDeviceBufferResponse {
    match device.memory.allocate(call.address, call.size) {
        Ok(name) => {
            // Without a name, XRT's `sw_emu` takes memory of its heap and unmaps it in the end.
            let wanted = call.peer_to_peer.unwrap_or(false) || device.offsets_are_added;
            let file_name = wanted.then_some(name);
            AllocDeviceBufferResponse { ack: true, file_name }
        }
        Err(error) => {
            device.report.note(&format!("no room for a buffer of {} bytes: {error}", call.size));
            AllocDeviceBufferResponse { ack: false, file_name: None }
        }
    }
}

fn write(device: &Device, call: &CopyBufferHost2DeviceCall) -> CopyBufferHost2DeviceResponse {
    let written = device.memory.write(place(device, call.dest, call.seek), &call.src);
    let size = if ack(device, written).ack { call.src.len() as u64 } else { 0 };
    CopyBufferHost2DeviceResponse { size }
}

fn read(device: &Device, call: &CopyBufferDevice2HostCall) -> CopyBufferDevice2HostResponse {
    let dest = device.memory.read(place(device, call.src, call.skip), call.size).unwrap_or_else(|error| {
        device.report.note(&error.to_string());
        // XRT takes as many bytes as it asked for, whatever the size says: fewer would be a wrong read of its own.
        vec![0; usize::try_from(call.size.min(1 << 30)).unwrap_or(0)]
    });
    CopyBufferDevice2HostResponse { size: dest.len() as u64, dest }
}

/// The address of a copy.
fn place(device: &Device, address: u64, offset: u64) -> u64 {
    if device.offsets_are_added { address } else { address.saturating_add(offset) }
}

fn registers(bytes: Option<Vec<u8>>) -> ReadResponse {
    ReadResponse { valid: bytes.is_some(), data: bytes }
}

fn import(device: &mut Device, call: &ImportBoCall) -> Ack {
    let name = call.file_name.as_deref().unwrap_or_default();
    let result = device.memory.import(call.offset.unwrap_or(0), call.size.unwrap_or(0), name);
    ack(device, result)
}

fn copy_bo(device: &Device, call: &CopyBoCall) -> Ack {
    let from = call.src_handle.unwrap_or(0).saturating_add(call.src_offset.unwrap_or(0));
    let (name, to) = (call.dst_file_name.as_deref().unwrap_or_default(), call.dst_offset.unwrap_or(0));
    ack(device, device.memory.copy_to(from, call.size.unwrap_or(0), name, to))
}

fn copy_bo_from_fd(device: &Device, call: &CopyBoFromFdCall) -> Ack {
    let to = call.dst_handle.unwrap_or(0).saturating_add(call.dst_offset.unwrap_or(0));
    let (name, from) = (call.src_file_name.as_deref().unwrap_or_default(), call.src_offset.unwrap_or(0));
    ack(device, device.memory.copy_from(name, from, to, call.size.unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xrt::device::Report;
    use crate::xrt::worker::Program;
    use std::sync::{Arc, Mutex};

    #[derive(Default)]
    struct Notes(Mutex<Vec<String>>);

    impl Report for Notes {
        fn fault(&self, _: &[&str], _: &sycl_hls_types::Fault) {}

        fn warning(&self, _: &str) {}

        fn refused(&self, _: &str) {}

        fn note(&self, message: &str) {
            self.0.lock().unwrap().push(message.to_owned());
        }
    }

    fn device() -> (Device, Arc<Notes>) {
        let notes = Arc::new(Notes::default());
        let worker = Program { path: "false".into(), args: vec![] };
        (Device::new(worker, None, Arc::clone(&notes) as Arc<dyn Report>), notes)
    }

    fn call<R: Message + Default>(device: &mut Device, call: u32, message: &impl Message) -> R {
        R::decode(answer(device, Request { call, message: message.encode_to_vec().into() }).as_slice())
            .unwrap()
    }

    #[test]
    fn what_is_not_known_or_cannot_be_read_is_answered_and_told() {
        let (mut device, notes) = device();
        let failed: Ack = call(&mut device, 38, &Nothing {});
        assert!(!failed.ack);
        let failed = answer(&mut device, Request { call: 6, message: Bytes::from_static(&[0xff]) });
        assert_eq!(failed, [8, 0]);
        let said = notes.0.lock().unwrap().clone();
        assert!(said[0].contains("call 38") && said[1].contains("CopyBufferHost2Device"), "{said:?}");
    }

    #[test]
    fn offsets_of_copies_count_once() {
        let (mut device, _) = device();
        let allocation = AllocDeviceBufferCall { address: 0x1000, size: 16, peer_to_peer: Some(true) };
        let allocated: AllocDeviceBufferResponse = call(&mut device, 4, &allocation);
        assert!(allocated.ack && allocated.file_name.is_some_and(|name| name.starts_with("/proc/")));
        let write = |device: &mut Device, dest| {
            let src = Bytes::from_static(&[1, 2]);
            let written: CopyBufferHost2DeviceResponse =
                call(device, 6, &CopyBufferHost2DeviceCall { dest, src, seek: 4 });
            written.size
        };
        assert_eq!(write(&mut device, 0x1004), 2);
        assert_eq!(device.memory.read(0x1004, 2).unwrap(), [1, 2]);
        device.offsets_are_added = false;
        assert_eq!(write(&mut device, 0x1006), 2);
        let read: CopyBufferDevice2HostResponse =
            call(&mut device, 7, &CopyBufferDevice2HostCall { src: 0x1008, size: 3, skip: 2 });
        assert_eq!((read.size, read.dest), (3, vec![1, 2, 0]));
        assert_eq!(write(&mut device, 0x100b), 0, "it is beyond the end");
    }

    #[test]
    fn registers_where_there_is_no_unit_are_not_valid() {
        let (mut device, _) = device();
        let read: ReadResponse = call(&mut device, 11, &ReadKernelCtrlCall { address: 0x180_0000, size: 4 });
        assert!(!read.valid);
        let write: Ack =
            call(&mut device, 9, &WriteKernelCtrlCall { address: 0x180_0000, data: vec![1, 0, 0, 0] });
        assert!(!write.ack);
    }
}
