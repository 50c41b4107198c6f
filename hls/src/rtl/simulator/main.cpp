// A simulator of one kernel, as a process of its own: see `protocol.hpp` for how it is spoken to.
#include "server.hpp"

int main() {
    simulator::Frames frames;
    simulator::Server(frames).serve();
    return 0;
}
