# A host in Python on XRT's C interface: host.py IMAGE.
import ctypes
import struct
import sys

xrt = ctypes.CDLL("libxrt_coreutil.so.2")
for name in ["xrtDeviceOpen", "xrtPLKernelOpen", "xrtBOAlloc", "xrtBOMap", "xrtKernelRun"]:
    getattr(xrt, name).restype = ctypes.c_void_p
handle, size = ctypes.c_void_p, ctypes.c_size_t

device = handle(xrt.xrtDeviceOpen(0))
assert xrt.xrtDeviceLoadXclbinFile(device, sys.argv[1].encode()) == 0
uuid = ctypes.create_string_buffer(16)
assert xrt.xrtDeviceGetXclbinUUID(device, uuid) == 0
kernel = handle(xrt.xrtPLKernelOpen(device, uuid, b"scale"))
count = 1000
x, y = [
    handle(xrt.xrtBOAlloc(device, size(4 * count), ctypes.c_uint64(0), xrt.xrtKernelArgGroupId(kernel, index)))
    for index in (0, 1)
]
ctypes.memmove(xrt.xrtBOMap(x), struct.pack(f"{count}i", *range(count)), 4 * count)
assert xrt.xrtBOSync(x, 0, size(4 * count), size(0)) == 0
run = handle(xrt.xrtKernelRun(kernel, x, y, ctypes.c_uint(count), ctypes.c_int(-7)))
assert xrt.xrtRunWait(run) == 4
assert xrt.xrtBOSync(y, 1, size(4 * count), size(0)) == 0
got = struct.unpack(f"{count}i", ctypes.string_at(xrt.xrtBOMap(y), 4 * count))
assert list(got) == [-7 * value for value in range(count)]
xrt.xrtRunClose(run)
xrt.xrtBOFree(x)
xrt.xrtBOFree(y)
xrt.xrtKernelClose(kernel)
assert xrt.xrtDeviceClose(device) == 0
print("PASS")
