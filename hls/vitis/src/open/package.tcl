# What is the same for all kernels. Paths are those of the folder in which this is run.

# The child of an object that Vivado has inferred, or else a new one.
proc child {kind name parent} {
    set there [ipx::get_${kind}s -quiet $name -of_objects $parent]
    if {[llength $there] == 0} {
        set there [ipx::add_${kind} $name $parent]
    }
    return $there
}

# The interface that Vivado has to have inferred from the names of ports.
proc interface {name core} {
    set there [ipx::get_bus_interfaces -quiet $name -of_objects $core]
    if {[llength $there] != 1} {
        error "ERROR: Vivado has not inferred the interface $name from the ports of the Verilog"
    }
    return $there
}

# A property of an interface that never changes.
proc constant {name value interface} {
    set parameter [child bus_parameter $name $interface]
    set_property value $value $parameter
    set_property value_source constant $parameter
}

file mkdir $folder
create_project -force -part $part project $folder/project
add_files -norecurse $files
set_property top $kernel [current_fileset]
update_compile_order -fileset sources_1
ipx::package_project -root_dir $folder/ip -vendor $vendor -library $library -taxonomy /KernelIP -import_files \
    -set_current true
set core [ipx::current_core]
set_property name $kernel $core
set_property version $revision $core

# Clock, reset and interrupt, which are single signals: Vivado may not have inferred them by itself. The linker chooses the
# clock's frequency; this is the one that the schedule was made for.
foreach {name kind} {ap_clk clock ap_rst_n reset interrupt interrupt} {
    if {[llength [ipx::get_bus_interfaces -quiet $name -of_objects $core]] == 0} {
        ipx::infer_bus_interface $name xilinx.com:signal:${kind}_rtl:1.0 $core
    }
}
set frequency [child bus_parameter FREQ_HZ [interface ap_clk $core]]
set_property value $hertz $frequency
set_property value_resolve_type user $frequency
ipx::associate_bus_interfaces -clock ap_clk -reset ap_rst_n $core

# Control registers.
set slave [interface $control $core]
ipx::associate_bus_interfaces -busif $control -clock ap_clk $core
set block [child address_block reg0 [child memory_map $control $core]]
set_property range $range $block
set_property slave_memory_map_ref $control $slave
foreach {name offset meaning} {
    CTRL   0x0 {Start, done, idle, ready, continue}
    GIER   0x4 {Global interrupt enable}
    IP_IER 0x8 {Interrupt enable}
    IP_ISR 0xc {Interrupt status}
} {
    set register [child register $name $block]
    set_property description $meaning $register
    set_property address_offset $offset $register
    set_property size 32 $register
}

# Ports to memory. All their bursts are of type INCR and of the port's full width. The numbers of bursts on their way are what
# the interconnect makes ready for; the bridges would have more of them.
foreach {name bits burst} $memories {
    set port [interface $name $core]
    ipx::associate_bus_interfaces -busif $name -clock ap_clk $core
    constant DATA_WIDTH $bits $port
    constant HAS_BURST 0 $port
    constant SUPPORTS_NARROW_BURST 0 $port
    constant MAX_BURST_LENGTH $burst $port
    constant NUM_READ_OUTSTANDING 32 $port
    constant NUM_WRITE_OUTSTANDING 32 $port
}

# Streams.
foreach name $streams {
    interface $name $core
    ipx::associate_bus_interfaces -busif $name -clock ap_clk $core
}

# Arguments: their registers, and the port to which an address points.
foreach {name offset bits port} $registers {
    set register [child register $name $block]
    set_property address_offset $offset $register
    set_property size $bits $register
    if {$port ne {}} {
        set_property value $port [child register_parameter ASSOCIATED_BUSIF $register]
    }
}

# A kernel of Vitis, for all families.
set_property sdx_kernel true $core
set_property sdx_kernel_type rtl $core
if {$checks} {
    set_property vitis_drc [list ctrl_protocol $protocol] $core
    set_property ipi_drc {ignore_freq_hz true} $core
}
set_property xpm_libraries {XPM_CDC XPM_MEMORY XPM_FIFO} $core
set_property supported_families { } $core
set_property auto_family_support_level level_2 $core
ipx::create_xgui_files $core
ipx::update_checksums $core
ipx::save_core $core
package_xo -force -xo_path $object -kernel_name $kernel -ip_directory $folder/ip -kernel_xml $description
