# 2020.2 Classic UltraScale hw
# 2021.1 Classic UltraScale hw
# 2021.2 Classic UltraScale hw
# 2022.1 Classic UltraScale hw
# 2022.2 Classic UltraScale hw
# 2023.1 Classic UltraScale hw
# 2023.2 Classic UltraScale hw
# 2024.1 Classic UltraScale hw
# 2024.2 Classic UltraScale hw
# 2025.1 Classic UltraScale hw
# 2025.2 Classic UltraScale hw
# 2026.1 Classic UltraScale hw
# 2020.2 Classic Versal hw
# 2021.1 Classic Versal hw
# 2021.2 Classic Versal hw
platforminfo --platform PLATFORM --output platform.txt
v++ -c -t hw --platform PLATFORM -k vadd --save-temps --temp_dir compile-vadd/temp --log_dir compile-vadd/logs --report_dir compile-vadd/reports -o vadd.xo src/kernels.cpp
v++ -l -t hw --platform PLATFORM --save-temps --temp_dir link/temp --log_dir link/logs --report_dir link/reports -o app.link.xclbin vadd.xo
v++ -p app.link.xclbin -t hw --platform PLATFORM --save-temps --temp_dir package/temp --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin

# 2020.2 Classic UltraScale hw_emu
# 2021.1 Classic UltraScale hw_emu
# 2021.2 Classic UltraScale hw_emu
# 2022.1 Classic UltraScale hw_emu
# 2022.2 Classic UltraScale hw_emu
# 2023.1 Classic UltraScale hw_emu
# 2023.2 Classic UltraScale hw_emu
# 2024.1 Classic UltraScale hw_emu
# 2024.2 Classic UltraScale hw_emu
# 2025.1 Classic UltraScale hw_emu
# 2025.2 Classic UltraScale hw_emu
# 2026.1 Classic UltraScale hw_emu
# 2020.2 Classic Versal hw_emu
# 2021.1 Classic Versal hw_emu
# 2021.2 Classic Versal hw_emu
platforminfo --platform PLATFORM --output platform.txt
v++ -c -t hw_emu --platform PLATFORM -k vadd --save-temps --temp_dir compile-vadd/temp --log_dir compile-vadd/logs --report_dir compile-vadd/reports -o vadd.xo src/kernels.cpp
v++ -l -t hw_emu --platform PLATFORM --save-temps --temp_dir link/temp --log_dir link/logs --report_dir link/reports -o app.link.xclbin vadd.xo
v++ -p app.link.xclbin -t hw_emu --platform PLATFORM --save-temps --temp_dir package/temp --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin
emconfigutil --platform PLATFORM --od .

# 2022.1 Classic Versal hw
# 2022.2 Classic Versal hw
# 2023.1 Classic Versal hw
# 2023.2 Classic Versal hw
# 2024.1 Classic Versal hw
# 2024.2 Classic Versal hw
# 2025.1 Classic Versal hw
# 2025.2 Classic Versal hw
# 2026.1 Classic Versal hw
platforminfo --platform PLATFORM --output platform.txt
v++ -c -t hw --platform PLATFORM -k vadd --save-temps --temp_dir compile-vadd/temp --log_dir compile-vadd/logs --report_dir compile-vadd/reports -o vadd.xo src/kernels.cpp
v++ -l -t hw --platform PLATFORM --save-temps --temp_dir link/temp --log_dir link/logs --report_dir link/reports -o app.xsa vadd.xo
v++ -p app.xsa -t hw --platform PLATFORM --save-temps --temp_dir package/temp --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin

# 2022.1 Classic Versal hw_emu
# 2022.2 Classic Versal hw_emu
# 2023.1 Classic Versal hw_emu
# 2023.2 Classic Versal hw_emu
# 2024.1 Classic Versal hw_emu
# 2024.2 Classic Versal hw_emu
# 2025.1 Classic Versal hw_emu
# 2025.2 Classic Versal hw_emu
# 2026.1 Classic Versal hw_emu
platforminfo --platform PLATFORM --output platform.txt
v++ -c -t hw_emu --platform PLATFORM -k vadd --save-temps --temp_dir compile-vadd/temp --log_dir compile-vadd/logs --report_dir compile-vadd/reports -o vadd.xo src/kernels.cpp
v++ -l -t hw_emu --platform PLATFORM --save-temps --temp_dir link/temp --log_dir link/logs --report_dir link/reports -o app.xsa vadd.xo
v++ -p app.xsa -t hw_emu --platform PLATFORM --save-temps --temp_dir package/temp --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin
emconfigutil --platform PLATFORM --od .

# 2023.2 Unified UltraScale hw
# 2024.1 Unified UltraScale hw
# 2024.2 Unified UltraScale hw
# 2025.1 Unified UltraScale hw
# 2025.2 Unified UltraScale hw
# 2026.1 Unified UltraScale hw
platforminfo --platform PLATFORM --output platform.txt
v++ -c --mode hls --config vadd.hls.cfg --work_dir compile-vadd
v++ -l -t hw --platform PLATFORM --save-temps --temp_dir link/temp --log_dir link/logs --report_dir link/reports -o app.link.xclbin compile-vadd/vadd.xo
v++ -p app.link.xclbin -t hw --platform PLATFORM --save-temps --temp_dir package/temp --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin

# 2023.2 Unified UltraScale hw_emu
# 2024.1 Unified UltraScale hw_emu
# 2024.2 Unified UltraScale hw_emu
# 2025.1 Unified UltraScale hw_emu
# 2025.2 Unified UltraScale hw_emu
# 2026.1 Unified UltraScale hw_emu
platforminfo --platform PLATFORM --output platform.txt
v++ -c --mode hls --config vadd.hls.cfg --work_dir compile-vadd
v++ -l -t hw_emu --platform PLATFORM --save-temps --temp_dir link/temp --log_dir link/logs --report_dir link/reports -o app.link.xclbin compile-vadd/vadd.xo
v++ -p app.link.xclbin -t hw_emu --platform PLATFORM --save-temps --temp_dir package/temp --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin
emconfigutil --platform PLATFORM --od .

# 2023.2 Unified Versal hw
# 2024.1 Unified Versal hw
# 2024.2 Unified Versal hw
# 2025.1 Unified Versal hw
# 2025.2 Unified Versal hw
# 2026.1 Unified Versal hw
platforminfo --platform PLATFORM --output platform.txt
v++ -c --mode hls --config vadd.hls.cfg --work_dir compile-vadd
v++ -l -t hw --platform PLATFORM --save-temps --temp_dir link/temp --log_dir link/logs --report_dir link/reports -o app.xsa compile-vadd/vadd.xo
v++ -p app.xsa -t hw --platform PLATFORM --save-temps --temp_dir package/temp --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin

# 2023.2 Unified Versal hw_emu
# 2024.1 Unified Versal hw_emu
# 2024.2 Unified Versal hw_emu
# 2025.1 Unified Versal hw_emu
# 2025.2 Unified Versal hw_emu
# 2026.1 Unified Versal hw_emu
platforminfo --platform PLATFORM --output platform.txt
v++ -c --mode hls --config vadd.hls.cfg --work_dir compile-vadd
v++ -l -t hw_emu --platform PLATFORM --save-temps --temp_dir link/temp --log_dir link/logs --report_dir link/reports -o app.xsa compile-vadd/vadd.xo
v++ -p app.xsa -t hw_emu --platform PLATFORM --save-temps --temp_dir package/temp --log_dir package/logs --report_dir package/reports --package.out_dir package/out -o app.xclbin
emconfigutil --platform PLATFORM --od .
