// ---- software emulation: coroutines ----
//
// Each has a stack of its own. A switch from one to another is no call of the system.
#include <cstddef>
#include <cstdlib>
#include <sys/mman.h>
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SYCL_HLS_ASAN
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SYCL_HLS_ASAN
#endif
#ifdef SYCL_HLS_ASAN
extern "C" {
void __sanitizer_start_switch_fiber(void **, const void *, std::size_t);
void __sanitizer_finish_switch_fiber(void *, const void **, std::size_t *);
void __asan_unpoison_memory_region(const volatile void *, std::size_t);
}
#endif
#ifndef __x86_64__
#define SYCL_HLS_UCONTEXT
#endif
#ifdef SYCL_HLS_UCONTEXT
#include <ucontext.h>
#endif

namespace hls {
namespace {

// Where a coroutine goes on.
struct Context {
#ifdef SYCL_HLS_UCONTEXT
    ucontext_t registers;
#else
    // First: `transfer` takes it from there.
    void *stack;
#endif
    // The stack, from its lowest address: for AddressSanitizer.
    const void *bottom;
    std::size_t size;
    void *fake_stack;
};

// A stack has this size, and a page below it that nothing may touch. The system gives it memory page by page.
constexpr std::size_t STACK = std::size_t(16) << 20, GUARD = 4096;

// Takes a stack that no coroutine has any more, or a new one; null if there is no memory.
void *take_stack(void *&free) {
    if (void *stack = free) {
        free = *(void **)((char *)stack + GUARD);
        return stack;
    }
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK;
    void *stack = mmap(nullptr, STACK, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (stack == MAP_FAILED) return nullptr;
    madvise(stack, STACK, MADV_NOHUGEPAGE);
    mprotect(stack, GUARD, PROT_NONE);
    return stack;
}

// The coroutine that has it may still be on it, but takes no more of it.
void give_stack(void *&free, void *stack) {
#ifdef SYCL_HLS_ASAN
    __asan_unpoison_memory_region((char *)stack + GUARD, STACK - GUARD);
#endif
    *(void **)((char *)stack + GUARD) = free;
    free = stack;
}

void unmap_stacks(void *&free) {
    while (void *stack = free) {
        free = *(void **)((char *)stack + GUARD);
        munmap(stack, STACK);
    }
}

// Prepares a coroutine that begins with `enter` on this stack.
void prepare(Context &context, void *stack, void (*enter)()) {
    context.bottom = (char *)stack + GUARD;
    context.size = STACK - GUARD;
#ifdef SYCL_HLS_UCONTEXT
    getcontext(&context.registers);
    context.registers.uc_stack.ss_sp = (char *)stack + GUARD;
    context.registers.uc_stack.ss_size = context.size;
    context.registers.uc_link = nullptr;
    makecontext(&context.registers, enter, 0);
#else
    // Six registers, where to go on, and, as after a call, a return address at a multiple of 16 less 8.
    void **top = (void **)((char *)stack + STACK);
    top[-1] = nullptr;
    top[-2] = (void *)enter;
    context.stack = top - 8;
#endif
}

// Goes on with `to`, until something goes on with `self` again.
inline void transfer(Context *self, Context *to, bool ended) {
#ifdef SYCL_HLS_ASAN
    __sanitizer_start_switch_fiber(ended ? nullptr : &self->fake_stack, to->bottom, to->size);
#endif
    (void)ended;
#ifdef SYCL_HLS_UCONTEXT
    swapcontext(&self->registers, &to->registers);
#else
    Context *from = self;
    // Keeps what a call keeps, below the red zone, and goes on where the other stack was left. It is no function: the
    // processor would foresee a return to the wrong process, and one jump for all of them would be foreseen less well.
    __asm__ volatile(
        "leaq -128(%%rsp), %%rsp\n\t"
        "leaq 1f(%%rip), %%rax\n\t"
        "pushq %%rax\n\t"
        "pushq %%rbp\n\t"
        "pushq %%rbx\n\t"
        "pushq %%r12\n\t"
        "pushq %%r13\n\t"
        "pushq %%r14\n\t"
        "pushq %%r15\n\t"
        "movq %%rsp, (%0)\n\t"
        "movq (%1), %%rsp\n\t"
        "popq %%r15\n\t"
        "popq %%r14\n\t"
        "popq %%r13\n\t"
        "popq %%r12\n\t"
        "popq %%rbx\n\t"
        "popq %%rbp\n\t"
        "popq %%rax\n\t"
        "jmpq *%%rax\n"
        "1:\n\t"
        "leaq 128(%%rsp), %%rsp\n\t"
        : "+D"(from), "+S"(to)
        :
        : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7",
          "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "cc", "memory");
#endif
#ifdef SYCL_HLS_ASAN
    __sanitizer_finish_switch_fiber(self->fake_stack, nullptr, nullptr);
#endif
}

} // namespace
} // namespace hls
