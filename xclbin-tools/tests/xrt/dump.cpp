// Prints what XRT's own xrt::xclbin class reads from an image, one item a line, for tests/real_xrt.rs.
#include <algorithm>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include <experimental/xrt_xclbin.h>

namespace {

const char* target_name(xrt::xclbin::target_type type) {
  switch (type) {
    case xrt::xclbin::target_type::hw: return "hw";
    case xrt::xclbin::target_type::sw_emu: return "sw_emu";
    case xrt::xclbin::target_type::hw_emu: return "hw_emu";
  }
  return "?";
}

void print_arg(const xrt::xclbin::arg& arg) {
  std::cout << " arg " << arg.get_index() << " " << arg.get_name() << " offset " << arg.get_offset()
            << " size " << arg.get_size() << " port " << arg.get_port() << " banks";
  // XRT keeps an argument's banks in no particular order.
  std::vector<int32_t> banks;
  for (const auto& mem : arg.get_mems()) banks.push_back(mem.get_index());
  std::sort(banks.begin(), banks.end());
  for (auto bank : banks) std::cout << " " << bank;
  std::cout << " type " << arg.get_host_type() << "\n";
}

void print(const xrt::xclbin& image) {
  std::cout << "platform " << image.get_xsa_name() << "\n";
  std::cout << "fpga " << image.get_fpga_device_name() << "\n";
  std::cout << "uuid " << image.get_uuid().to_string() << "\n";
  std::cout << "target " << target_name(image.get_target_type()) << "\n";
  for (const auto& mem : image.get_mems())
    std::cout << "mem " << mem.get_index() << " " << mem.get_tag() << " type " << static_cast<int>(mem.get_type())
              << " used " << mem.get_used() << " base " << mem.get_base_address() << " kib " << mem.get_size_kb()
              << "\n";
  for (const auto& kernel : image.get_kernels()) {
    std::cout << "kernel " << kernel.get_name() << "\n";
    for (const auto& arg : kernel.get_args()) print_arg(arg);
    for (const auto& unit : kernel.get_cus()) {
      std::cout << " cu " << unit.get_name() << " base " << unit.get_base_address() << " range " << unit.get_size()
                << " control " << static_cast<int>(unit.get_control_type()) << "\n";
      for (const auto& arg : unit.get_args()) std::cout << " ", print_arg(arg);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: dump FILE.xclbin\n";
    return 2;
  }
  try {
    print(xrt::xclbin(std::string(argv[1])));
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  return 0;
}
