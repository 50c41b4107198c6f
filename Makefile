# `make run` shows the whole path at work, `make test` proves it; each installs what it needs (Debian, Ubuntu).
#
#   make run ARGS="--image photo.png"    make run ARGS="--frames 512"    make run BOARD=u280
#   make test   make test-all   make test-cluster   make test-hosts HOSTS=folder   make bench   make qor ARGS="--row 2"   make area ARGS="--kernel gemm"   make timing ARGS="fadd"
#   make fuzz ARGS="--programs 5000"   make fuzz ON=slurm JOBS=200 SBATCH="--partition=main"   make fuzz-xclbin FUZZ_SECONDS=1800   make ulp   make doc

CARGO ?= cargo
BOARD ?= u200
ARGS  ?=
HOST  := $(shell rustc -vV | sed -n 's/^host: //p')

APT := $(if $(filter-out 0,$(shell id -u)),sudo )apt-get

# $(call need,PROGRAM-OR-FILE,DEBIAN-PACKAGE)
need = @command -v $(1) >/dev/null || test -e $(1) \
	|| { command -v apt-get >/dev/null || { echo "install $(2) first: $(1) is missing"; exit 1; }; \
	$(APT) update && $(APT) install --yes --no-install-recommends $(2); }

# What a target runs with ON=slurm, each share as a job; JOBS is how many: docs/cluster.md.
campaign = $(if $(filter slurm,$(ON)),tests/campaign.py $@ --jobs $(or $(JOBS),100) $(SBATCH:%=--option=%) $(ARGS))

.PHONY: run test test-all test-cluster test-nfs bench-cluster bench-store test-hosts picture bench qor area timing fuzz fuzz-xclbin ulp hw-emu-all mutants doc format lint test-sanitized compiler test-tools

run: compiler
	$(CARGO) run --release -p sycl-hls-cli -- run --project examples/box-filter --board $(BOARD) --release -- $(ARGS)

# The tools first: what is built before XRT's headers are there knows nothing of XRT.
test: test-tools
	tests/run.py $(ARGS)

# The whole suites, with what takes hours: sanitizers, the corpus as our own RTL, random programs, images as fuzz input.
test-all: test-tools
	tests/run.py --all $(ARGS)

# Hosts of Vitis_Accel_Examples on emulated cards; HOSTS is your checkout of its branch 2022.2: docs/xrt.md.
test-hosts: test-tools
	$(if $(HOSTS),,$(error HOSTS must be the folder of a checkout of Vitis_Accel_Examples))
	$(CARGO) build -p sycl-hls-cli
	tests/vitis_hosts/run.py target/debug/sycl-hls $(HOSTS) $(ARGS)

# A forgotten accessor, buffer or event leaks, and nothing worse: AddressSanitizer watches. It is not stable in rustc.
test-sanitized:
	RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address ASAN_OPTIONS=detect_leaks=0 \
		$(CARGO) test --target-dir target/sanitized --target $(HOST) -p sycl-hls --test leak -p sycl-hls-memory --lib

# Builds on Slurm: its daemons run on this machine, in folders and on ports of their own, until the tests end.
test-cluster: compiler
	$(call need,sbatch,slurm-wlm)
	$(call need,munged,munge)
	SYCL_HLS_TEST_ALL=1 $(CARGO) test -p sycl-hls-replay --test slurm -- $(ARGS)

# Some of them on a machine in which each node is a client of a server of NFS, with a cache of its own: user-mode Linux, as root.
NFS_TESTS := builds:: commands_run_once a_job_that_somebody a_step_that_fails a_submitter_that_is_killed a_node_that_is_killed \
	tests_in_jobs a_shard_whose_node a_store_that_is_full

test-nfs: compiler
	$(need-nfs)
	SYCL_HLS_TEST_ALL=1 tests/nfs/run.py "$(slurm-tests)" $(or $(ARGS),$(NFS_TESTS))

define need-nfs
	$(call need,sbatch,slurm-wlm)
	$(call need,munged,munge)
	$(call need,linux.uml,user-mode-linux)
	$(call need,exportfs,nfs-kernel-server)
	$(call need,modprobe,kmod)
endef

# The program of the tests on Slurm, which is built.
slurm-tests = $$($(CARGO) test -p sycl-hls-replay --test slurm --no-run --message-format=json \
	| sed -n 's/.*"name":"slurm".*"executable":"\([^"]*\)".*/\1/p')

# How much longer a thousand jobs take than an array of sbatch's: docs/cluster.md.
bench-cluster: compiler
	$(call need,sbatch,slurm-wlm)
	$(call need,munged,munge)
	$(CARGO) test --release -p sycl-hls-replay --test slurm -- --ignored --nocapture beside_an_array

# What many nodes would ask of a store on NFS, by what jobs ask there: docs/cluster.md. `tests/nfs/store.py` alone computes it again.
bench-store: compiler
	$(need-nfs)
	tests/nfs/store.py measure "$(slurm-tests)"
	tests/nfs/store.py $(ARGS)

format:
	@$(CARGO) fmt --version >/dev/null && $(CARGO) clippy --version >/dev/null || rustup component add rustfmt clippy
	$(CARGO) fmt --all --check
	rustfmt --edition 2024 --check $(filter-out %/constants.rs,$(wildcard hls/math/src/*/*.rs))

lint: format
	$(CARGO) clippy --workspace --all-targets -- -D warnings

# The picture in README.md: the report of the program that stands there.
picture: compiler
	$(call need,chromium,chromium)
	$(call need,pngquant,pngquant)
	mkdir -p target/picture/src
	awk '/^```/ { inside = ($$0 == "```rust"); next } inside' README.md > target/picture/src/main.rs
	cd target/picture && $(CARGO) run -p sycl-hls-cli -- report src/main.rs --board u200 \
		--args x.len=4096,y.len=4096,out.len=1 --html report.html
	cd target/picture && chromium --headless --no-sandbox --hide-scrollbars --window-size=1400,800 \
		--force-device-scale-factor=1.5 --screenshot=report.png "file://$$PWD/report.html#14"
	pngquant --force --output docs/schedule.png 64 target/picture/report.png

bench: compiler
	$(call need,/usr/bin/time,time)
	$(CARGO) build --release -p sycl-hls-cli -p sycl-hls-replay
	$(CARGO) run --release -p sycl-hls-bench -- $(ARGS)
	$(if $(ARGS),,$(CARGO) bench -p sycl-hls -p sycl-hls-numbers)

# Cycles of kernels as our own RTL beside published figures: docs/qor.md.
qor: compiler
	$(call need,verilator,verilator)
	$(CARGO) run --release -p sycl-hls-bench --bin qor -- $(ARGS)

# What kernels take up as our own RTL, by our estimate and by yosys: docs/qor.md, row 8.
area: compiler
	$(call need,yosys,yosys)
	$(or $(campaign),$(CARGO) run --release -p sycl-hls-bench --bin qor -- --row 8 $(ARGS))

# How long the slowest paths of operators and kernels take, by an estimate of our own: docs/qor.md, timing. ARGS="fmul f32" is a
# part of a name; --operators, --kernels and --all choose; --top MODULE FILE .. measures Verilog from elsewhere.
timing: compiler
	$(call need,yosys,yosys)
	$(CARGO) run --release -p sycl-hls-bench --bin timing -- $(ARGS)

fuzz: test-tools
	$(or $(campaign),$(CARGO) run --release -p sycl-hls-difftest -- $(ARGS))

# Bytes from anywhere for what reads images: FUZZ_SECONDS for each of FUZZ_TARGETS, or of all of them. AddressSanitizer is not stable
# in rustc.
FUZZ_SECONDS ?= 60
FUZZ_TARGETS ?= $(notdir $(wildcard xclbin-tools/fuzz/corpus/*))

fuzz-xclbin: export RUSTC_BOOTSTRAP := 1
fuzz-xclbin: compiler
	@$(CARGO) fuzz --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-fuzz
	@cd xclbin-tools && for target in $(FUZZ_TARGETS); do \
		new=fuzz/target/corpus/$$target; mkdir -p $$new; \
		$(CARGO) fuzz run $$target $$new fuzz/corpus/$$target -- -max_total_time=$(FUZZ_SECONDS) -timeout=10 -verbosity=0 -print_final_stats=1 || exit 1; \
	done

# The errors of the mathematical functions: the table of hls/math/README.md. ULP_STRIDE=1 takes all floats of 32 bits.
ulp:
	CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS=true \
		$(CARGO) test --release -p sycl-hls-math --test integration -- ulp:: --ignored --nocapture

# Changes of our own code, one at a time, that a test must notice: ARGS="-p sycl-hls-types" is whose code and tests.
mutants: compiler
	@$(CARGO) mutants --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-mutants
	$(or $(campaign),$(CARGO) mutants --cap-lints=true --output target $(ARGS))

# Every kernel of the tests as our own RTL, cycle by cycle: some seconds for each.
hw-emu-all: test-tools
	$(or $(campaign),SYCL_HLS_HW_EMU=1 $(CARGO) test -p sycl-hls-tests --test suites -- corpus:: benchmarks:: port::)

doc:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps

compiler:
	$(call need,g++,g++)

test-tools: compiler
	$(call need,clang++,clang)
	$(call need,/usr/include/xrt,libxrt-dev)
	$(call need,$(or $(firstword $(wildcard /usr/lib/*/libclang-[0-9]*.so*)),libclang),libclang1)
	$(call need,/usr/include/CL/cl.h,ocl-icd-opencl-dev)
	$(call need,python3,python3)
	$(call need,pip3,python3-pip)
	$(call need,verilator,verilator)
	$(call need,yosys,yosys)
	$(call need,iverilog,iverilog)
	$(call need,tclsh,tcl)
	$(call need,unzip,unzip)
	$(call need,openssl,openssl)
	$(call need,/usr/bin/time,time)
