// Turns the clock of a Verilated bench until it is done.
#include "Vbench.h"
#include "verilated.h"

int main(int argc, char **argv) {
    Verilated::commandArgs(argc, argv);
    Vbench bench;
    while (!Verilated::gotFinish()) {
        bench.clk = 0;
        bench.eval();
        bench.clk = 1;
        bench.eval();
    }
    bench.final();
    return 0;
}
