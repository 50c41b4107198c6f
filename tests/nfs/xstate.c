/* User-mode Linux 6.1 has room for the registers of processors before AMX, and the kernel below it takes all registers or none: this
 * completes them. Loaded by LD_PRELOAD. */
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { PEEKS = 3, GETREGSET = 0x4204, SETREGSET = 0x4205, XSTATE = 0x202 };

static char all[1 << 16];

static long registers(int request, int pid, struct iovec *some) {
    struct iovec whole = {all, sizeof all};
    long got = syscall(SYS_ptrace, GETREGSET, pid, XSTATE, &whole);
    if (got < 0)
        return got;
    size_t length = some->iov_len < whole.iov_len ? some->iov_len : whole.iov_len;
    if (request == SETREGSET) {
        memcpy(all, some->iov_base, length);
        return syscall(SYS_ptrace, SETREGSET, pid, XSTATE, &whole);
    }
    memcpy(some->iov_base, all, length);
    some->iov_len = length;
    return 0;
}

long ptrace(int request, ...) {
    va_list rest;
    va_start(rest, request);
    int pid = va_arg(rest, int);
    void *address = va_arg(rest, void *), *data = va_arg(rest, void *);
    va_end(rest);
    if ((request == GETREGSET || request == SETREGSET) && (long)address == XSTATE)
        return registers(request, pid, data);
    if (request < 1 || request > PEEKS)
        return syscall(SYS_ptrace, request, pid, address, data);
    /* The library gives the word that the kernel writes. */
    long word, got = syscall(SYS_ptrace, request, pid, address, &word);
    if (got < 0)
        return got;
    errno = 0;
    return word;
}
