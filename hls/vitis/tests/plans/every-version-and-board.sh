# 2020.2 hw Classic: u200 u250 u280 u50 u55c vck5000 aws-f1 aws-f2
# 2021.1 hw Classic: u200 u250 u280 u50 u55c vck5000 aws-f1 aws-f2
# 2021.2 hw Classic: u200 u250 u280 u50 u55c vck5000 aws-f1 aws-f2
# 2022.1 hw Classic: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2022.2 hw Classic: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2023.1 hw Classic: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2023.2 hw Classic: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2024.1 hw Classic: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2024.2 hw Classic: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2025.1 hw Classic: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2025.2 hw Classic: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2026.1 hw Classic: u200 u250 u280 u50 u55c aws-f1 aws-f2
platforminfo --platform PLATFORM --output platform.txt
v++ -c -t hw --platform PLATFORM -k vadd --save-temps --temp_dir compile-vadd --log_dir compile-vadd/logs --report_dir compile-vadd/reports -o vadd.xo src/kernels.cpp
v++ -l -t hw --platform PLATFORM --save-temps --temp_dir link --log_dir link/logs --report_dir link/reports -o app.link.xclbin vadd.xo
v++ -p app.link.xclbin -t hw --platform PLATFORM --save-temps --temp_dir package --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin

# 2020.2 hw Open: u200 u250 u280 u50 u55c vck5000 aws-f1 aws-f2
# 2021.1 hw Open: u200 u250 u280 u50 u55c vck5000 aws-f1 aws-f2
# 2021.2 hw Open: u200 u250 u280 u50 u55c vck5000 aws-f1 aws-f2
# 2022.1 hw Open: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2022.2 hw Open: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2023.1 hw Open: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2023.2 hw Open: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2024.1 hw Open: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2024.2 hw Open: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2025.1 hw Open: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2025.2 hw Open: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2026.1 hw Open: u200 u250 u280 u50 u55c aws-f1 aws-f2
platforminfo --platform PLATFORM --output platform.txt
vivado -mode batch -nolog -nojournal -source src/vadd/package.tcl
v++ -l -t hw --platform PLATFORM --save-temps --temp_dir link --log_dir link/logs --report_dir link/reports -o app.link.xclbin compile-vadd/vadd.xo
v++ -p app.link.xclbin -t hw --platform PLATFORM --save-temps --temp_dir package --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin

# 2020.2 hw_emu Classic: u200 u250 u280 u50 u55c vck5000 aws-f1 aws-f2
# 2021.1 hw_emu Classic: u200 u250 u280 u50 u55c vck5000 aws-f1 aws-f2
# 2021.2 hw_emu Classic: u200 u250 u280 u50 u55c vck5000 aws-f1 aws-f2
# 2022.1 hw_emu Classic: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2022.2 hw_emu Classic: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2023.1 hw_emu Classic: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2023.2 hw_emu Classic: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2024.1 hw_emu Classic: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2024.2 hw_emu Classic: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2025.1 hw_emu Classic: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2025.2 hw_emu Classic: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2026.1 hw_emu Classic: u200 u250 u280 u50 u55c aws-f1 aws-f2
platforminfo --platform PLATFORM --output platform.txt
v++ -c -t hw_emu --platform PLATFORM -k vadd --save-temps --temp_dir compile-vadd --log_dir compile-vadd/logs --report_dir compile-vadd/reports -o vadd.xo src/kernels.cpp
v++ -l -t hw_emu --platform PLATFORM --save-temps --temp_dir link --log_dir link/logs --report_dir link/reports -o app.link.xclbin vadd.xo
v++ -p app.link.xclbin -t hw_emu --platform PLATFORM --save-temps --temp_dir package --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin
emconfigutil --platform PLATFORM --od .

# 2020.2 hw_emu Open: u200 u250 u280 u50 u55c vck5000 aws-f1 aws-f2
# 2021.1 hw_emu Open: u200 u250 u280 u50 u55c vck5000 aws-f1 aws-f2
# 2021.2 hw_emu Open: u200 u250 u280 u50 u55c vck5000 aws-f1 aws-f2
# 2022.1 hw_emu Open: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2022.2 hw_emu Open: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2023.1 hw_emu Open: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2023.2 hw_emu Open: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2024.1 hw_emu Open: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2024.2 hw_emu Open: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2025.1 hw_emu Open: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2025.2 hw_emu Open: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2026.1 hw_emu Open: u200 u250 u280 u50 u55c aws-f1 aws-f2
platforminfo --platform PLATFORM --output platform.txt
vivado -mode batch -nolog -nojournal -source src/vadd/package.tcl
v++ -l -t hw_emu --platform PLATFORM --save-temps --temp_dir link --log_dir link/logs --report_dir link/reports -o app.link.xclbin compile-vadd/vadd.xo
v++ -p app.link.xclbin -t hw_emu --platform PLATFORM --save-temps --temp_dir package --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin
emconfigutil --platform PLATFORM --od .

# 2022.1 hw Classic: vck5000
# 2022.2 hw Classic: vck5000
# 2023.1 hw Classic: vck5000
# 2023.2 hw Classic: vck5000
# 2024.1 hw Classic: vck5000
# 2024.2 hw Classic: vck5000
# 2025.1 hw Classic: vck5000
# 2025.2 hw Classic: vck5000
# 2026.1 hw Classic: vck5000
platforminfo --platform PLATFORM --output platform.txt
v++ -c -t hw --platform PLATFORM -k vadd --save-temps --temp_dir compile-vadd --log_dir compile-vadd/logs --report_dir compile-vadd/reports -o vadd.xo src/kernels.cpp
v++ -l -t hw --platform PLATFORM --save-temps --temp_dir link --log_dir link/logs --report_dir link/reports -o app.xsa vadd.xo
v++ -p app.xsa -t hw --platform PLATFORM --save-temps --temp_dir package --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin

# 2022.1 hw Open: vck5000
# 2022.2 hw Open: vck5000
# 2023.1 hw Open: vck5000
# 2023.2 hw Open: vck5000
# 2024.1 hw Open: vck5000
# 2024.2 hw Open: vck5000
# 2025.1 hw Open: vck5000
# 2025.2 hw Open: vck5000
# 2026.1 hw Open: vck5000
platforminfo --platform PLATFORM --output platform.txt
vivado -mode batch -nolog -nojournal -source src/vadd/package.tcl
v++ -l -t hw --platform PLATFORM --save-temps --temp_dir link --log_dir link/logs --report_dir link/reports -o app.xsa compile-vadd/vadd.xo
v++ -p app.xsa -t hw --platform PLATFORM --save-temps --temp_dir package --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin

# 2022.1 hw_emu Classic: vck5000
# 2022.2 hw_emu Classic: vck5000
# 2023.1 hw_emu Classic: vck5000
# 2023.2 hw_emu Classic: vck5000
# 2024.1 hw_emu Classic: vck5000
# 2024.2 hw_emu Classic: vck5000
# 2025.1 hw_emu Classic: vck5000
# 2025.2 hw_emu Classic: vck5000
# 2026.1 hw_emu Classic: vck5000
platforminfo --platform PLATFORM --output platform.txt
v++ -c -t hw_emu --platform PLATFORM -k vadd --save-temps --temp_dir compile-vadd --log_dir compile-vadd/logs --report_dir compile-vadd/reports -o vadd.xo src/kernels.cpp
v++ -l -t hw_emu --platform PLATFORM --save-temps --temp_dir link --log_dir link/logs --report_dir link/reports -o app.xsa vadd.xo
v++ -p app.xsa -t hw_emu --platform PLATFORM --save-temps --temp_dir package --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin
emconfigutil --platform PLATFORM --od .

# 2022.1 hw_emu Open: vck5000
# 2022.2 hw_emu Open: vck5000
# 2023.1 hw_emu Open: vck5000
# 2023.2 hw_emu Open: vck5000
# 2024.1 hw_emu Open: vck5000
# 2024.2 hw_emu Open: vck5000
# 2025.1 hw_emu Open: vck5000
# 2025.2 hw_emu Open: vck5000
# 2026.1 hw_emu Open: vck5000
platforminfo --platform PLATFORM --output platform.txt
vivado -mode batch -nolog -nojournal -source src/vadd/package.tcl
v++ -l -t hw_emu --platform PLATFORM --save-temps --temp_dir link --log_dir link/logs --report_dir link/reports -o app.xsa compile-vadd/vadd.xo
v++ -p app.xsa -t hw_emu --platform PLATFORM --save-temps --temp_dir package --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin
emconfigutil --platform PLATFORM --od .

# 2023.2 hw Unified: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2024.1 hw Unified: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2024.2 hw Unified: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2025.1 hw Unified: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2025.2 hw Unified: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2026.1 hw Unified: u200 u250 u280 u50 u55c aws-f1 aws-f2
platforminfo --platform PLATFORM --output platform.txt
v++ -c --mode hls --config vadd.hls.cfg --work_dir compile-vadd
v++ -l -t hw --platform PLATFORM --save-temps --temp_dir link --log_dir link/logs --report_dir link/reports -o app.link.xclbin compile-vadd/vadd.xo
v++ -p app.link.xclbin -t hw --platform PLATFORM --save-temps --temp_dir package --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin

# 2023.2 hw Unified: vck5000
# 2024.1 hw Unified: vck5000
# 2024.2 hw Unified: vck5000
# 2025.1 hw Unified: vck5000
# 2025.2 hw Unified: vck5000
# 2026.1 hw Unified: vck5000
platforminfo --platform PLATFORM --output platform.txt
v++ -c --mode hls --config vadd.hls.cfg --work_dir compile-vadd
v++ -l -t hw --platform PLATFORM --save-temps --temp_dir link --log_dir link/logs --report_dir link/reports -o app.xsa compile-vadd/vadd.xo
v++ -p app.xsa -t hw --platform PLATFORM --save-temps --temp_dir package --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin

# 2023.2 hw_emu Unified: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2024.1 hw_emu Unified: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2024.2 hw_emu Unified: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2025.1 hw_emu Unified: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2025.2 hw_emu Unified: u200 u250 u280 u50 u55c aws-f1 aws-f2
# 2026.1 hw_emu Unified: u200 u250 u280 u50 u55c aws-f1 aws-f2
platforminfo --platform PLATFORM --output platform.txt
v++ -c --mode hls --config vadd.hls.cfg --work_dir compile-vadd
v++ -l -t hw_emu --platform PLATFORM --save-temps --temp_dir link --log_dir link/logs --report_dir link/reports -o app.link.xclbin compile-vadd/vadd.xo
v++ -p app.link.xclbin -t hw_emu --platform PLATFORM --save-temps --temp_dir package --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin
emconfigutil --platform PLATFORM --od .

# 2023.2 hw_emu Unified: vck5000
# 2024.1 hw_emu Unified: vck5000
# 2024.2 hw_emu Unified: vck5000
# 2025.1 hw_emu Unified: vck5000
# 2025.2 hw_emu Unified: vck5000
# 2026.1 hw_emu Unified: vck5000
platforminfo --platform PLATFORM --output platform.txt
v++ -c --mode hls --config vadd.hls.cfg --work_dir compile-vadd
v++ -l -t hw_emu --platform PLATFORM --save-temps --temp_dir link --log_dir link/logs --report_dir link/reports -o app.xsa compile-vadd/vadd.xo
v++ -p app.xsa -t hw_emu --platform PLATFORM --save-temps --temp_dir package --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin
emconfigutil --platform PLATFORM --od .
