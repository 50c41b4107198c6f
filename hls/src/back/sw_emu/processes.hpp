
// ---- software emulation: processes and channels ----
//
// Processes are coroutines that take turns in one call of a kernel: a process runs until it waits. Channels hold as many
// elements as on hardware. Lines are those of this text.
#include <tuple>
#include <utility>

namespace hls {
namespace {

// An index or a count. No element of a channel has this type, so that compilers know that writing one changes none.
typedef unsigned long long Count;

// What is known of a channel in this line: its depth, and the lines that start the processes at its ends, or 0.
struct Declared {
    Count depth;
    unsigned writer, reader;
};
Declared declared_in(unsigned line);

// What the entry point returns: a check failed, no process can go on, elements are left, there is no memory.
enum Status { FAILED = 1, STUCK = 2, LEFT = 3, NO_MEMORY = 4 };

// Ends the kernel's run, whose processes are no more.
[[noreturn]] void leave(int status);
// What the entry point reports with the status.
void report(Count a, Count b);

// An AXI-stream port, as the emulator passes it: elements to read, and how many. When the run has ended, of a port that is read
// how many were; of one that is written what, in memory that stays until this thread runs a kernel again.
struct Port {
    void *elements;
    Count count;
};

// Memory of what ports have written.
struct Written {
    void *elements;
    Written *before;
};
thread_local Written *all_written_to_ports;

struct Fifo;

enum class State : unsigned char { Ready, Element, More, Place, Start, Region, Ended };

struct Process {
    Context context;
    State state;
    // What it waits for, and the line that does.
    Fifo *on;
    unsigned line;
    // The line that starts it.
    unsigned started;
    Process *parent;
    // The process before it in its region.
    Process *before;
    // Circle of all that have not ended.
    Process *left, *right;
    // The region that it has entered: its last process, its last channel, and how many of its processes run.
    Process *last;
    Fifo *fifos;
    Count running;
    void *stack;
    void (*run)(Process *);
};

struct Scheduler {
    Process *current, *previous;
    Process root;
    // Stacks that no process has, each with the next one at its lowest usable address.
    void *stacks;
    // What the run ends with, once a process has ended it.
    int status;
};

thread_local Scheduler *scheduler;

// What all channels have, whatever their elements are. The places are a ring. The writer knows a run of free places and
// the reader one of elements; at its end each looks how far the other has come.
struct Fifo {
    Count write_at, write_end, read_at, read_end;
    // Elements that are written at `write_end`, and read at `read_end`.
    Count all_written, all_read;
    // Elements that a process has read ahead and has not used when it ended.
    Count unused;
    Count depth;
    Scheduler *of;
    // The processes at its ends, once they have used it.
    Process *writer, *reader;
    // The process whose region has it, and the channel before it there.
    Process *owner;
    Fifo *before;
    unsigned line;
    Declared what;
    void *places;
    // Of a port that is written: it always has a place. The bytes of an element.
    Written *grows;
    Count bytes;

    Count written() const { return all_written - (write_end - write_at); }
    Count read_out() const { return all_read - (read_end - read_at); }
    Count received() const { return read_out() - unused; }

    // Finds free places for the writer. False if there are none.
    bool find_places() {
        if (grows && written() == depth) grow();
        const Count free = depth - (written() - read_out());
        if (free == 0) return false;
        if (write_at == depth) write_at = 0;
        const Count run = free < depth - write_at ? free : depth - write_at;
        write_end = write_at + run;
        all_written += run;
        return true;
    }

    void grow();

    // Finds elements for the reader. False if there are none.
    bool find_elements() {
        const Count elements = written() - read_out();
        if (elements == 0) return false;
        if (read_at == depth) read_at = 0;
        const Count run = elements < depth - read_at ? elements : depth - read_at;
        read_end = read_at + run;
        all_read += run;
        return true;
    }

    void forget(Process *process) {
        if (writer == process) writer = nullptr;
        if (reader == process) reader = nullptr;
    }

    // True if the process at this end has to wait. Then another one is chosen.
    bool waits_for_place(unsigned line);
    bool waits_for_element(unsigned line);
    bool waits_for_more(unsigned line);
    // True if the process that writes it may write more.
    bool is_fed() const;
    // The process at this end found nothing to do: the others have their turns.
    bool give_way(Process *Fifo::*end);
};

bool Fifo::is_fed() const {
    for (const Process *it = owner->last; it; it = it->before)
        if (it->started == what.writer) return it->state != State::Ended;
    return false;
}

bool can_go_on(const Process &process) {
    switch (process.state) {
    case State::Ready: return true;
    case State::Element: return process.on->written() != process.on->read_out();
    case State::More: return process.on->written() != process.on->read_out() || !process.on->is_fed();
    case State::Place: return process.on->written() - process.on->read_out() != process.on->depth;
    case State::Start: return process.before->state == State::Ended;
    case State::Region: return process.running == 0;
    default: return false;
    }
}

// The process that the one waits for, if that is known.
Process *partner(const Process &process) {
    switch (process.state) {
    case State::Element:
    case State::More: return process.on->writer;
    case State::Place: return process.on->reader;
    default: return nullptr;
    }
}

// Reports a run that cannot go on with the state of all processes that wait, in eight words each. The status of the run.
int describe(Scheduler &all) {
    static thread_local Count *words;
    std::free(words);
    Count count = 0;
    for (Process *it = all.root.right; it != &all.root; it = it->right) ++count;
    words = (Count *)std::malloc((count + 2) * 8 * sizeof(Count));
    if (words == nullptr) return NO_MEMORY;
    Count *word = words;
    // The root, which waits for ports, is the last one.
    Process *it = &all.root;
    do {
        it = it->right;
        if (it->state == State::Region || it->state == State::Ended) continue;
        const bool starts = it->state == State::Start, reads = it->state == State::Element || it->state == State::More;
        const Fifo *on = it->on;
        const unsigned other = starts ? it->before->started : reads ? on->what.writer : on->what.reader;
        bool ended = false;
        if (!starts)
            for (Process *sibling = on->owner->last; sibling; sibling = sibling->before)
                if (sibling->started == other) ended = sibling->state == State::Ended;
        *word++ = starts ? 2 : reads ? 0 : 1;
        *word++ = it->started;
        *word++ = it->line;
        *word++ = starts ? 0 : on->line;
        *word++ = starts ? 0 : on->written();
        *word++ = starts ? 0 : on->received();
        *word++ = other;
        *word++ = ended;
    } while (it != &all.root);
    report((Count)words, (Count)(word - words));
    return STUCK;
}

// The process that goes on when `self` does not; null if there is none.
Process *next_of(Process *self) {
    // Along what they wait for, up to a circle at most.
    Process *next = partner(*self);
    for (int steps = 0; next && steps < 16; ++steps, next = partner(*next))
        if (can_go_on(*next)) return next;
    next = self->right;
    while (next != self && !can_go_on(*next)) next = next->right;
    return can_go_on(*next) ? next : nullptr;
}

// Makes `next` the process that runs.
inline void choose(Scheduler &all, Process *next) {
    next->state = State::Ready;
    all.previous = all.current;
    all.current = next;
}

// Goes on with the process that was chosen, until the one before is chosen again. What the run ends with is the root's to
// tell.
inline void resume(Scheduler &all) {
    Process *self = all.previous;
    transfer(&self->context, &all.current->context, self->state == State::Ended);
    if (__builtin_expect(all.status != 0, 0)) leave(all.status);
}

// Ends the run from within any process. The root is the one on the stack of the entry point.
[[noreturn]] void stop(Scheduler &all, int status) {
    all.status = status;
    if (all.current != &all.root) {
        choose(all, &all.root);
        resume(all);
    }
    leave(status);
}

// Chooses the process that goes on when `self`, which waits or has ended, does not: `other` if that surely can.
inline void choose_next(Scheduler &all, Process *self, Process *other) {
    Process *next = other ? other : next_of(self);
    if (next == nullptr) stop(all, describe(all));
    choose(all, next);
}

__attribute__((noinline)) bool Fifo::waits_for_place(unsigned waiting) {
    Process *self = of->current;
    writer = self;
    if (find_places()) return false;
    self->state = State::Place, self->on = this, self->line = waiting;
    const bool is_ready = reader && reader->state == State::Element && reader->on == this;
    choose_next(*of, self, is_ready ? reader : nullptr);
    return true;
}

__attribute__((noinline)) bool Fifo::waits_for_element(unsigned waiting) {
    Process *self = of->current;
    reader = self;
    if (find_elements()) return false;
    self->state = State::Element, self->on = this, self->line = waiting;
    const bool is_ready = writer && writer->state == State::Place && writer->on == this;
    choose_next(*of, self, is_ready ? writer : nullptr);
    return true;
}

__attribute__((noinline)) bool Fifo::waits_for_more(unsigned waiting) {
    Process *self = of->current;
    reader = self;
    if (find_elements() || !is_fed()) return false;
    self->state = State::More, self->on = this, self->line = waiting;
    const bool is_ready = writer && writer->state == State::Place && writer->on == this;
    choose_next(*of, self, is_ready ? writer : nullptr);
    return true;
}

__attribute__((noinline)) bool Fifo::give_way(Process *Fifo::*end) {
    Process *self = of->current, *next = next_of(self);
    this->*end = self;
    if (next != self) {
        choose(*of, next);
        resume(*of);
    }
    return false;
}

// Where a coroutine begins, and where it ends.
[[noreturn]] void enter() {
    Scheduler &all = *scheduler;
#ifdef SYCL_HLS_ASAN
    Context &before = all.previous->context;
    __sanitizer_finish_switch_fiber(nullptr, &before.bottom, &before.size);
#endif
    Process *self = all.current;
    self->run(self);
    self->state = State::Ended;
    --self->parent->running;
    // Channels of regions around its own outlive it.
    for (Process *around = self->parent->parent; around; around = around->parent)
        for (Fifo *fifo = around->fifos; fifo; fifo = fifo->before) fifo->forget(self);
    choose_next(all, self, nullptr);
    self->left->right = self->right;
    self->right->left = self->left;
    give_stack(all.stacks, self->stack);
    resume(all);
    std::abort();
}

inline void Fifo::grow() {
    const Count more = depth < 64 ? 64 : 2 * depth;
    void *memory = std::realloc(places, more * bytes);
    if (memory == nullptr) stop(*of, NO_MEMORY);
    places = grows->elements = memory;
    depth = more;
}

void begin(Scheduler &all, unsigned line = __builtin_LINE()) {
    while (Written *last = all_written_to_ports) {
        all_written_to_ports = last->before;
        std::free(last->elements);
        std::free(last);
    }
    all.root.started = line;
    all.root.left = all.root.right = all.current = &all.root;
    scheduler = &all;
}

// Gives back all memory. What processes were about to do is lost.
void release(Scheduler &all) {
    Process *it = &all.root;
    do {
        for (Fifo *fifo = it->fifos; fifo; fifo = fifo->before) std::free(fifo->places);
        Process *next = it->right;
        if (it->stack) give_stack(all.stacks, it->stack);
        it = next;
    } while (it != &all.root);
    unmap_stacks(all.stacks);
}

void start(Scheduler &all, Process *process, bool follows) {
    Process *parent = all.current;
    process->parent = parent;
    process->before = parent->last;
    parent->last = process;
    ++parent->running;
    // The turn of the new one comes after those of all others.
    process->right = &all.root;
    process->left = all.root.left;
    process->left->right = process->right->left = process;
    process->state = follows ? State::Start : State::Ready;
    process->line = process->started;
    process->stack = take_stack(all.stacks);
    if (process->stack == nullptr) stop(all, NO_MEMORY);
    prepare(process->context, process->stack, enter);
}

// Waits for the processes of the region that the current process has entered.
void join(Scheduler &all) {
    Process *self = all.current;
    while (self->running != 0) {
        self->state = State::Region;
        choose_next(all, self, nullptr);
        resume(all);
    }
    const Fifo *left = nullptr;
    for (const Fifo *fifo = self->fifos; fifo; fifo = fifo->before)
        if (fifo->written() != fifo->received()) left = fifo;
    if (left) {
        report(left->line, left->written() - left->received());
        stop(all, LEFT);
    }
    self->last = nullptr;
    self->fifos = nullptr;
}

// A process, which runs from its declaration to the end of its scope: a call, whose arguments are kept.
template <typename... P> class Call : Process {
    void (*function)(P...);
    std::tuple<P...> args;

    template <std::size_t... I> void call(std::index_sequence<I...>) { function(static_cast<P>(std::get<I>(args))...); }

public:
    Call(void (*callee)(P...), unsigned line, bool follows, P... values)
        : Process(), function(callee), args(static_cast<P>(values)...) {
        started = line;
        run = [](Process *self) { static_cast<Call *>(self)->call(std::index_sequence_for<P...>()); };
        start(*scheduler, this, follows);
    }
    ~Call() {
        if (parent->last) join(*scheduler);
    }
    Call(const Call &) = delete;
    Call &operator=(const Call &) = delete;
};

template <typename... P> struct Starter {
    void (*function)(P...);
    unsigned line;
    bool follows;
    Call<P...> operator()(P... args) const { return {function, line, follows, static_cast<P>(args)...}; }
};

template <typename... P> Starter<P...> process(void (*function)(P...), unsigned line, bool follows) {
    return {function, line, follows};
}

template <typename T> class stream : Fifo {
public:
    explicit stream(const char *, unsigned line = __builtin_LINE()) : Fifo() {
        of = scheduler;
        owner = of->current;
        before = owner->fifos;
        owner->fifos = this;
        Fifo::line = line;
        what = declared_in(line);
        depth = what.depth;
        places = std::calloc(depth, sizeof(T));
        if (places == nullptr) stop(*of, NO_MEMORY);
    }
    // A port of the kernel that the root runs.
    stream(Port &port, bool is_read, unsigned line = __builtin_LINE()) : Fifo() {
        of = scheduler;
        owner = of->current;
        Fifo::line = line;
        bytes = sizeof(T);
        if (is_read) {
            places = port.elements;
            depth = port.count;
            write_at = write_end = all_written = depth;
            return;
        }
        grows = (Written *)std::calloc(1, sizeof(Written));
        if (grows == nullptr) stop(*of, NO_MEMORY);
        grows->before = all_written_to_ports;
        all_written_to_ports = grows;
    }
    void close(Port &port, bool is_read) {
        port.elements = places;
        port.count = is_read ? received() : written();
        places = nullptr;
    }
    ~stream() { std::free(places); }
    stream(const stream &) = delete;
    stream &operator=(const stream &) = delete;

    T read(unsigned line = __builtin_LINE()) {
        if (__builtin_expect(read_at == read_end, 0))
            while (waits_for_element(line)) resume(*of);
        return ((T *)places)[read_at++];
    }
    void write(T element, unsigned line = __builtin_LINE()) {
        if (__builtin_expect(write_at == write_end, 0))
            while (waits_for_place(line)) resume(*of);
        ((T *)places)[write_at++] = element;
    }
    bool read_nb(T &element) {
        if (read_at == read_end && !find_elements()) return give_way(&Fifo::reader);
        element = ((T *)places)[read_at++];
        return true;
    }
    bool write_nb(T element) {
        if (write_at == write_end && !find_places()) return give_way(&Fifo::writer);
        ((T *)places)[write_at++] = element;
        return true;
    }
    // Whether there is an element; waits while there is none and what writes has not ended.
    bool more(unsigned line = __builtin_LINE()) {
        if (__builtin_expect(read_at == read_end, 0))
            while (waits_for_more(line)) resume(*of);
        return read_at != read_end;
    }
    // The place of the next element, which is free, and that the element is in it.
    T &place() {
        if (write_at == write_end) find_places();
        return ((T *)places)[write_at];
    }
    void placed() { ++write_at; }
    // The next element, where it is.
    T &taken(unsigned line) {
        if (__builtin_expect(read_at == read_end, 0))
            while (waits_for_element(line)) resume(*of);
        return ((T *)places)[read_at++];
    }
    void unread() { ++unused; }
    bool empty() { return read_at == read_end && !find_elements() && !give_way(&Fifo::reader); }
    bool full() { return write_at == write_end && !find_places() && !give_way(&Fifo::writer); }
};

// Blocks that one process hands over to another one: a token for each that is held, and those that are filled.
template <typename B, int DEPTH = 2> class stream_of_blocks;
template <typename B> class stream_of_blocks<B, 2> {
    struct Block {
        B elements;
    };
    stream<bool> held;
    stream<Block> filled;
    template <typename> friend class write_buf;
    template <typename> friend class read_buf;

public:
    explicit stream_of_blocks(unsigned line = __builtin_LINE()) : held("", line), filled("", line) {}
    bool more(unsigned line = __builtin_LINE()) { return filled.more(line); }
};
template <typename B, int DEPTH> class stream_of_blocks : public stream_of_blocks<B, 2> {
public:
    explicit stream_of_blocks(unsigned line = __builtin_LINE()) : stream_of_blocks<B, 2>(line) {}
};

template <typename B> class write_buf {
    stream_of_blocks<B> &of;
    B *block;

public:
    explicit write_buf(stream_of_blocks<B> &stream) : of(stream), block() {}
    void acquire(unsigned line = __builtin_LINE()) {
        of.held.write(true, line);
        block = &of.filled.place().elements;
    }
    void release() { of.filled.placed(); }
    operator B &() { return *block; }
};

template <typename B> class read_buf {
    stream_of_blocks<B> &of;
    B *block;

public:
    explicit read_buf(stream_of_blocks<B> &stream) : of(stream), block() {}
    void acquire(unsigned line = __builtin_LINE()) { block = &of.filled.taken(line).elements; }
    void release() { of.held.read(); }
    operator B &() { return *block; }
};

} // namespace
} // namespace hls

#define SYCL_HLS_BLOCKS
#define UNREAD(stream) (stream).unread()
#define MORE(stream) (stream).more()
#define WHILE_MORE(stream) while ((stream).more())
#define TASK(function, ...) PROCESS(function)(__VA_ARGS__)
#define SYCL_HLS_JOINED(a, b) a##b
#define SYCL_HLS_NAMED(line) SYCL_HLS_JOINED(sycl_hls_process_, line)
#define PROCESS(function) \
    __attribute__((unused)) auto &&SYCL_HLS_NAMED(__LINE__) = hls::process(function, __LINE__, false)
#define NEXT_PROCESS(function) \
    __attribute__((unused)) auto &&SYCL_HLS_NAMED(__LINE__) = hls::process(function, __LINE__, true)
