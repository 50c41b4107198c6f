// XRT's functions as this crate declares them. `tests/headers.rs` compares them with the headers that are installed.

functions! {
    {
        device_open = xrtDeviceOpen(c_uint) -> Handle;
        device_close = xrtDeviceClose(Handle) -> c_int;
        device_load_file = xrtDeviceLoadXclbinFile(Handle, *const c_char) -> c_int;
        device_uuid = xrtDeviceGetXclbinUUID(Handle, *mut u8) -> c_int;
        bo_alloc = xrtBOAlloc(Handle, usize, u64, u32) -> Handle;
        bo_free = xrtBOFree(Handle) -> c_int;
        bo_sync = xrtBOSync(Handle, c_uint, usize, usize) -> c_int;
        bo_write = xrtBOWrite(Handle, *const c_void, usize, usize) -> c_int;
        bo_read = xrtBORead(Handle, *mut c_void, usize, usize) -> c_int;
        kernel_open = xrtPLKernelOpen(Handle, *const u8, *const c_char) -> Handle;
        kernel_open_exclusive = xrtPLKernelOpenExclusive(Handle, *const u8, *const c_char) -> Handle;
        kernel_read_register = xrtKernelReadRegister(Handle, u32, *mut u32) -> c_int;
        kernel_write_register = xrtKernelWriteRegister(Handle, u32, u32) -> c_int;
        kernel_close = xrtKernelClose(Handle) -> c_int;
        kernel_group = xrtKernelArgGroupId(Handle, c_int) -> c_int;
        run_open = xrtRunOpen(Handle) -> Handle;
        run_close = xrtRunClose(Handle) -> c_int;
        run_set_arg = xrtRunSetArg(Handle, c_int; ...) -> c_int;
        run_start = xrtRunStart(Handle) -> c_int;
        run_state = xrtRunState(Handle) -> c_uint;
        run_wait = xrtRunWait(Handle) -> c_uint;
        ini_set = xrtIniStringSet(*const c_char, *const c_char) -> c_int;
    }
    {
        device_open_by_bdf = xrtDeviceOpenByBDF(*const c_char) -> Handle;
        device_to_xcl = xrtDeviceToXclDevice(Handle) -> Handle;
    }
}
