#!/bin/sh
# Compares what two builds of `sycl-hls` make of every kernel in the repository: KIR, C++, Verilog, and the report (intervals,
# schedules, areas). For changes that must change none of it.
#
#   tests/compare.sh texts PROGRAM FOLDER     writes the texts of one program `sycl-hls`
#   tests/compare.sh OLD NEW                  compares the texts of two folders; exits with 1 if any differ
set -eu
usage() { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
[ $# -ge 2 ] || usage

# Writes all texts of the file $3.
write() {
    name=$(echo "$3" | tr / -)
    for form in kir hls-cpp verilog; do
        "$1" emit --as $form "$3" > "$2/$name.$form" 2>&1 || echo "exit code $?" >> "$2/$name.$form"
    done
    "$1" report --json "$3" > "$2/$name.report" 2>&1 || echo "exit code $?" >> "$2/$name.report"
}

case "$1" in
texts)
    [ $# -eq 3 ] || usage
    mkdir -p "$3"
    program=$(realpath "$2") folder=$(realpath "$3") script=$(realpath "$0")
    cd "$(dirname "$script")/.."
    grep -rlE '^ *#\[(sycl_hls::)?kernels' --include='*.rs' tests/kernels bench/src examples hls/cli/templates tests/difftest/regressions |
        xargs -P "$(nproc)" -I{} sh "$script" write "$program" "$folder" {}
    ;;
write)
    write "$2" "$3" "$4"
    ;;
*)
    [ -d "$1" ] && [ -d "$2" ] || usage
    if differences=$(diff -rq "$1" "$2"); then
        echo "all $(ls "$2" | wc -l) texts are equal"
    else
        echo "$differences"
        exit 1
    fi
    ;;
esac
